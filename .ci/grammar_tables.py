"""Write grammar/tables.json anew, after a change of grammar/rules.lark.

    python .ci/grammar_tables.py

The program reads only the tables, so that it starts quickly; lark, which works them out, is needed here and
in tests.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.syntax.tables import tables

FILE = Path(__file__).resolve().parent.parent / "grammar" / "tables.json"

if __name__ == "__main__":
    FILE.write_text(tables(), encoding="utf-8")
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")

"""Write grammar/tables.json anew, after a change of grammar/rules.lark.

    python .ci/grammar_tables.py

Reading the tables is what makes commands start quickly; where they are of another grammar, or another version
of the parsing library, the parser is worked out from the grammar, which takes longer and comes to the same.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.syntax.parse import tables

FILE = Path(__file__).resolve().parent.parent / "grammar" / "tables.json"

if __name__ == "__main__":
    FILE.write_text(tables(), encoding="utf-8")
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")

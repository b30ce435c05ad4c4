"""Cards out of spreadsheets: what is read, and what is told of broken files, down to their bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Cli
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulewright.dsl.data.cards import CardFile, read_cards
from rulewright.dsl.data.cells import Cell
from rulewright.dsl.data.csvread import MOST_COLUMNS, made_id
from rulewright.dsl.data.yamltree import MOST_PROBLEMS, MOST_TEXT
from rulewright.dsl.load import load_game
from rulewright.dsl.problems.report import render
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.syntax.parse import decode

PROPERTIES = ("speed", "trade", "symbols")
CARAVANS = Path(__file__).parent / "toys" / "caravans.rules"


class Texts(SingleFileSnapshotExtension):
    """One plain text a broken file."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


def read(text: str, name: str = "cards.csv") -> CardFile:
    return read_cards(Source(name, text), PROPERTIES)


def told(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of all that is wrong with a table."""
    return [(one.code, one.span.line, one.span.column) for one in read(text).problems]


def values(text: str) -> list[dict[str, str]]:
    """The cells of each card, by property."""
    found = read(text)
    assert not found.problems
    return [{name: getattr(node, "text", "") for name, node in row.fields.items()} for row in found.rows]


# ---- what is read --------------------------------------------------------------------------------


def test_a_designers_table_plays_in_one_command(cli: Cli) -> None:
    said = cli("play", str(CARAVANS), "--bots", "greedy,random", "--seed", "1")
    assert said.code == 0
    assert "The game is over: the season is over" in said.out


def test_info_says_which_columns_were_read(cli: Cli) -> None:
    said = cli("info", str(CARAVANS))
    assert "Lot  159 cards, 100 different" in said.out
    read, _, unread = said.out.partition("caravans.csv  read: ")[2].strip().partition("; not read: ")
    assert (read, unread) == ("Name, Qty, Cost, Town, Wares, Traits, Caravan, Text", "Art brief, Status")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_way(end: str) -> None:
    text = end.join(["name,speed", "Fox,1", '"Owl",2', ""])
    assert values(text) == [{"speed": "1"}, {"speed": "2"}]


def test_lines_may_end_in_several_ways_and_the_last_not_at_all() -> None:
    assert values("name,speed\r\nFox,1\rOwl,2\nCat,3") == [{"speed": "1"}, {"speed": "2"}, {"speed": "3"}]


def test_a_cell_keeps_its_line_breaks_and_the_rows_below_their_numbers() -> None:
    found = read('name,text\r\nFox,"a\r\nb"\r\nOwl,c,d\r\n')
    assert found.rows[0].text == "a\nb"
    assert [(one.span.line, one.span.cell) for one in found.problems] == [(4, "row 3, column C")]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_the_first_row_tells_what_parts_the_cells(sign: str) -> None:
    assert values(f"name{sign}speed{sign}trade\nFox{sign}1{sign}sea\n") == [{"speed": "1", "trade": "sea"}]


def test_a_sign_in_quotes_parts_no_cells() -> None:
    assert values('name;"a, b, c, d";speed\nFox;x;1\n') == [{"speed": "1"}]


def test_a_byte_order_mark_is_no_part_of_a_name() -> None:
    source, problems = decode("cards.csv", b"\xef\xbb\xbfname,speed\nFox,1\n")
    assert not problems
    assert [row.name for row in read_cards(source, PROPERTIES).rows] == ["Fox"]


def test_columns_without_a_name_are_not_read() -> None:
    found = read("name,,speed,,\nFox,x,1,,\n").columns
    assert found is not None
    assert (found.read, found.unread) == (("name", "speed"), ("column B",))


def test_a_property_goes_before_another_word_for_copies() -> None:
    found = read_cards(Source("a.csv", "name,quantity,copies\nFox,7,2\n"), ("quantity",))
    assert (found.rows[0].copies, list(found.rows[0].fields)) == (2, ["quantity"])


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Fox", "fox"),
        ("  The “Old” Fox! ", "the_old_fox"),
        ("Łódź – Straße", "lodz_strasse"),
        ("7 of Hearts", "card_7_of_hearts"),
        ("狐", "u72d0"),
        ("!!!", "card"),
    ],
)
def test_ids_are_made_of_names(name: str, made: str) -> None:
    assert made_id(name) == made


def test_an_id_that_is_given_stays() -> None:
    assert [row.id for row in read("id,name\nfox-1,Fox\n,Owl\n").rows] == ["fox-1", "owl"]


def test_parts_of_a_cell_have_their_own_places() -> None:
    cell = Cell("2 sea; land", True, Span("a.csv", 3, 5, 3, 16))
    sea, land = cell.items()
    word, count = sea.counted()
    assert (land.text, land.span.column) == ("land", 12)
    assert (word.text, word.span.column, count and count.text) == ("sea", 7, "2")


# ---- broken files --------------------------------------------------------------------------------

RULES = """language 1
game "People"
    players 2
enum Trade: crafts, sea
enum Symbol: idea, money
cards Person from "people.csv"
    speed: int
    trade: Trade?
    symbols: bag of Symbol
zone deck: Person, face up
setup
    put Person into deck
play
    everyone chooses wait
action wait
score worth(p) = sum(c.speed + c.symbols[idea] for c in deck where c.trade is some)
winner by highest score
"""
BROKEN = {
    "formula": b"Name,Speed\r\nFox,2\r\nOwl,=B2*2\r\n",
    "decimal comma": b"Name;Speed\nFox;2,5\n",
    "misspelt values": b'Name,Speed,Trade,Symbols\nFox,1,see,"idea x2; mony"\n',
    "row too long": b"Name,Speed,Art\nFox,2,red, quick and clever\n",
    "row too short": b'Name,Speed,Text\nOwl,3,"two\nlines"\nFox,2,two\nlines\n',
    "open quote": b'Name,Text,Speed\nFox,"never closed,2\nOwl,,3\n',
    "quotes in quotes": b'Name,Text,Speed\nFox,"says "hi", often",2\n',
    "same name twice": b"Name,Speed\nFox,2\nOwl,3\nfox,4\n",
    "no number": b"Name,Qty,Speed\nFox,several,2\nOwl,2,\n",
    "no column": b"Name,Speeed\nFox,2\nOwl,3\n",
    "no name": b"Card,Speed\nFox,2\n",
    "nul": b"Name,Speed\nFox,2\nOw\0l,3\n",
    "latin letters": "Name,Speed\nFée,2\n".encode("latin-1"),
    "utf-16": "Name\tSpeed\nFox\t2\n".encode("utf-16"),
    "nothing": b"",
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_told_by_row_and_column(name: str, snapshot: SnapshotAssertion) -> None:
    files = {"people.rules": RULES.encode(), "people.csv": BROKEN[name]}
    loaded = load_game("people.rules", files.__getitem__, "people")
    assert loaded.model is None
    assert snapshot(extension_class=Texts) == render(loaded.problems, loaded.sources)


def test_a_table_of_names_only_has_no_cards() -> None:
    assert (read("name,speed\n").rows, told("name,speed\n")) == ((), [])


def test_a_row_in_which_a_quote_goes_wrong_is_told_once() -> None:
    assert told('name,speed\n"Fox" the,"1" 2,3,4\n') == [
        ("csv-quote-after", 2, 7),
        ("csv-quote-after", 2, 15),
    ]


def test_quotes_within_a_cell_without_quotes_are_letters() -> None:
    assert [row.name for row in read('name,speed\nthe 5" fox,1\n').rows] == ['the 5" fox']


def test_too_many_columns_are_refused() -> None:
    assert told(",".join(["name", *["x"] * 10_000])) == [("csv-columns", 1, 6 + 2 * (MOST_COLUMNS - 1))]


def test_a_cell_that_is_read_has_a_limit_and_others_have_none() -> None:
    long = "x" * (MOST_TEXT + 1)
    assert told(f"name,text,art\nFox,{long},\n") == [("yaml-text-too-long", 2, 5)]
    assert told(f"name,text,art\nFox,,{long}\n") == []


def test_hidden_characters_are_refused_where_they_are_read() -> None:
    assert told("name,art\nFo\u200bx,\n") == [("yaml-character", 2, 1)]
    assert told("name,art\nFox,\u200b\n") == []


def test_not_more_is_told_of_a_file_than_anybody_reads() -> None:
    assert len(told("name\n" + "a,b\n" * 1000)) == MOST_PROBLEMS


def test_rows_are_counted_as_in_yaml() -> None:
    assert told("name\n" + "".join(f"a{at}\n" for at in range(1001)))[0][0] == "cards-too-many-rows"

"""What a message tells to write can be written: in a game that has what it names, it is sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from rulewright.dsl.load import load_game
from rulewright.dsl.problems.wording.meaning import MEANING
from rulewright.dsl.problems.wording.names import NAMES
from rulewright.dsl.problems.wording.syntax import SYNTAX
from rulewright.dsl.problems.wording.variants import VARIANTS
from rulewright.dsl.sources import VariantFile

GAME = """\
language 1
game "Sample"
    players 2..4
enum Suit: earth, water, fire
enum Symbol: love, money, luck
cards Card for each suit in Suit, value in 1..9
    joker: bool = no
    symbols: bag of Symbol
cards Life for each suit in Suit, value in 1..9
cards Chip for each suit in Suit
setting columns = 3 in 1..6
zone deck: Card, face down
zone pile: Card, face up
zone discard: Card, face up
zone lives: Life, face up
zone chips: Chip, face up
zone hand of player: Card, seen by owner
zone cv of player: Card, face up
dice cup: 1..6, at most 5, face up
var starter: player = random player
var dealer: player = random player
var passes = 0
var out of player: bool
setup
    put Card into deck
play
    turns clockwise from starter until passes == player_count because "all passed"
        choose take, pass
action take(c in hand[me])
    require in_reach: c.value > 2
    put c onto pile
action pass
    passes += 1
action gamble
    passes -= 1
rule dare(p: player)
    choose gamble by p
rule refill
    deal up to 1 from deck to pile
score bonus(p) = size(hand[p])
team(p) = seat(p)
winner by highest score
"""
"""A game that has what messages speak of by example."""

DECLARES = r"cards|zone|var|define|score|action|rule|setting|dice|enum|reaction|winner|setup|play|team"
STANDS_FOR = {"CONDITION": "passes > 3", "VALUE": "1", "NAME": "mine", "ACTION": "take"}
"""What the words in capitals stand for, put in for them."""

PARTS = {
    *("a div b", "a mod b", "is some", "is none", "the_{word}", "else if CONDITION", "else:", "of player"),
    *("face up", "face down", "seen by owner", "at most 5", "ordered by value", "beside its name"),
    *("seen by me", "in 1..6", "unless forced", "step by step", "from starter", "winner by", "place of"),
    *("each turn", "size(hand[it])", "zone of Card", "not remembered"),
    *("is yes", "is no"),
    *("at most 7", "up to 2 of", "up to 3 of", "copies = 2", "set of Card", "set of Suit", "set of player"),
    *('c.id == "red-7"', "c.suit == red and c.value == 7"),
    *("grid[2, 3]", "index(k, 1)", "CSV UTF-8", "Unicode text"),
    *("for each", 'because "the reason"', "deal 3 from", "put c onto", "put top(deck) onto", "put deck onto"),
    *("deal 3 from deck to", "[2, 3]", "copied[c] = s", "if not sits_out[me]", "players 2..4", "change card"),
    *("end game", "use tricks", "1 < x and x < 3", "[love, love]", "rulewright info", "rulewright format"),
    *('game "My game"', 'variant "My rules" of "some-game"', "rulewright test --game GAME FILE"),
    *(", then last", "add arm NAME to worth: VALUE", "replace arm NAME in worth: VALUE"),
    *("var starter: player?", "zone deck: Life, face down"),
}
"""What is said of no line as a whole, but of a part of one, or of something else than rules."""

NEED_A_FILE = ("include", "cards Life from", "add cards")
"""What reads a file, or declares cards anew."""


def _advice() -> Iterator[tuple[str, str]]:
    for table in (SYNTAX, NAMES, MEANING, VARIANTS):
        for code, wording in table.items():
            for text in re.findall(r"`([^`]+)`", f"{wording.why} {wording.instead}"):
                whole = not re.search(r"[{]|\.\.\.", text) and re.search(r"\w\W+\w", text)
                if whole and text not in PARTS and not text.startswith(NEED_A_FILE):
                    yield code, text


ADVICE = sorted({text: code for code, text in _advice()}.items())


@cache
def _sound(text: str, variant: str = "") -> bool:
    files = {"sample.rules": text, "mine.rules": f'language 1\nvariant "Mine" of "sample"\n{variant}'}

    def read(name: str) -> bytes:
        return files[name].encode()

    variants = [VariantFile("mine.rules", "mine.rules", read, "mine")] if variant else []
    return all(one.warning for one in load_game("sample.rules", read, "sample", variants=variants).problems)


def _without(name: str) -> str:
    """The sample game without the declaration that begins so."""
    return re.sub(rf"(?m)^{re.escape(name)}\b.*\n(?: .*\n)*", "", GAME)


def _ways(text: str) -> Iterator[bool]:
    """Whether a text is sound as one thing after the other that it may be meant as."""
    offers = GAME.replace("choose take, pass", "choose take, pass, go")
    rule = "rule go(p: player, c: Card, s: Suit)\n    "
    yield _sound(f"{GAME}{rule}{text}\n")
    yield _sound(f"{GAME}{rule}{text}\n        passes = 0\n")
    yield _sound(f"{GAME}{rule}{text}\n        choose take\n")
    yield _sound(f"{GAME}define go(p: player, c: Card, s: Suit, x: int) = {text}\n")
    yield _sound(f"{offers}action go(c in hand[me])\n    {text}\n")
    yield _sound(f"{offers}action go(c in hand[me], x in 1..3)\n    require size({text}) > 3\n")
    yield _sound(f"{offers}action go(c in hand[me])\n    passes = {text}\n")
    yield _sound(f"{offers}action go(c in hand[me])\n    let found = {text}\n")
    yield _sound(f"{offers}define price(s: Suit) = 1\naction go({text})\n    passes = 0\n")
    yield _sound(GAME.replace("players 2..4\n", f"players 2..4\n    {text}\n"))
    yield _sound(GAME, f"{text}\n")
    yield _sound(GAME, f"{text}\n    passes = 0\n")
    declared = re.match(rf"(?:{DECLARES})(?: (?!by)\w+)?", text)
    if declared:
        rest = _without(declared[0].partition("(")[0])
        yield _sound(f"{rest}{text}\n")
        yield _sound(f"{rest}{text}\n    passes = 0\n")
        yield _sound(
            f"{rest.replace('choose take, pass', 'choose take, pass, offer')}{text}\n    passes = 0\n"
        )
        name = declared[0].rpartition(" ")[2]
        yield _sound(rest.replace("passes += 1", f"award 1 to me for {name}") + f"{text}\n")


@pytest.mark.parametrize(("text", "code"), ADVICE, ids=[text for text, _ in ADVICE])
def test_what_is_told_to_be_written_is_sound(text: str, code: str) -> None:
    for word, meant in STANDS_FOR.items():
        text = re.sub(rf"\b{word}\b", meant, text)
    assert any(_ways(text)), f"{code}: {text}"


def test_parts_are_told_somewhere() -> None:
    told = " ".join(
        f"{one.why} {one.instead}" for table in (SYNTAX, NAMES, MEANING, VARIANTS) for one in table.values()
    )
    assert [part for part in PARTS if f"`{part}`" not in told] == []

"""The score sheet at the end of a game, with the cards behind each line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from rulewright.dsl.model import NONE
from rulewright.interpreter.engine.knowledge import place_known, possible_zones
from rulewright.interpreter.engine.scoring import Award, ScoreLine
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.state.layout import BOX, index_texts
from rulewright.interpreter.state.state import sees_card
from rulewright.interpreter.words.texts import Names

TOTAL = "total"


def final_lines(game: Game, observer: int | None = None) -> list[str]:
    """How a game ended: the sheet, the winners, and what the points come from.

    Cards that the observer (a seat; None: anybody) cannot see are counted, not named.
    """
    lines = []
    if game.program.scorer.scores:
        lines += [*sheet_lines(game), ""]
    lines += ranking_lines(game)
    reasons = reason_lines(game, observer)
    return [*lines, "", "What the points come from", *reasons] if reasons else lines


def sheet_lines(game: Game) -> list[str]:
    """All points as a table: a row for each score, a column for each player, and below those of the teams."""
    sheet, names, teams = game.score_sheet(), game.names, game.program.layout.teams
    rows = [["", *names.seats]]
    for number, line in enumerate(sheet.of(0)):
        points = [str(sheet.of(seat)[number].points) for seat in range(len(names.seats))]
        rows.append([names.word(line.name), *points])
    rows.append([names.word(TOTAL), *(str(sheet.total(seat)) for seat in range(len(names.seats)))])
    lines = as_table(rows)
    for team in teams:
        total = sum(sheet.total(seat) for seat in team.seats)
        lines.append(f"{_together(names, team.seats)}: {total}")
    return lines


def _together(names: Names, seats: Iterable[int]) -> str:
    return " and ".join(names.seat(seat) for seat in seats)


def as_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells in columns: the first to the left, the others to the right; a line above the last."""
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [set_cell_size(row[0], widths[0])]
        cells += [
            " " * (width - cell_len(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return [*lines[:-1], "-" * max(map(cell_len, lines)), lines[-1]]


def ranking_lines(game: Game) -> list[str]:
    """Who won a game that is over, and who came after."""
    outcome, names = game.outcome, game.names
    assert outcome is not None
    if outcome.drawn:
        return ["Nobody wins: the game was too long."]
    if len(game.seats) == 1:
        ends = ("wins" if outcome.winners else "loses") if game.program.scorer.qualifies else "played alone"
        return [f"{names.seat(0)} {ends}."]
    winners, layout = outcome.winners, game.program.layout
    shared = len({layout.sides[seat] for seat in winners}) > 1
    wins = "share the win" if shared else "wins" if len(winners) == 1 else "win"
    lines = [f"{_together(names, winners)} {wins}." if winners else "Nobody wins."]
    for standing in outcome.ranking[1 if winners else 0 :]:
        lines.append(f"{standing.place}. {', '.join(names.seat(seat) for seat in standing.seats)}")
    return lines


def reason_lines(game: Game, observer: int | None = None) -> list[str]:
    """For each player, the lines with cards behind them, and these cards."""
    lines = []
    sheet = game.score_sheet()
    for seat, name in enumerate(game.seats):
        found = []
        for line in sheet.of(seat):
            viewer = seat if observer is None else observer
            cards = _awards(game, line, viewer) if line.awards else _cards_behind(game, line, seat, viewer)
            if cards:
                found.append(f"    {game.names.word(line.name)} {line.points}: {cards}")
        if found:
            lines += [f"  {name}", *found]
    return lines


def _cards_behind(game: Game, line: ScoreLine, seat: int, observer: int) -> str:
    """The cards that a line was worked out from, but for those of others that it was compared with."""
    state, layout = game.state, game.program.layout
    lie_in = {card: state[layout.zone_of_at + card] for card in line.cards}
    numbers = [
        card for card, zone in lie_in.items() if zone == BOX or layout.zones[zone].owner in (None, seat)
    ]
    seen = Counter(game.names.card(card) for card in numbers if _knows(game, card, observer))
    words = [name if count == 1 else f"{name} x{count}" for name, count in seen.items()]
    hidden = len(numbers) - sum(seen.values())
    if hidden:
        words.append("a hidden card" if hidden == 1 else f"{hidden} hidden cards")
    return ", ".join(words)


def _awards(game: Game, line: ScoreLine, observer: int) -> str:
    """The awards of a line one by one; where their cards lie side by side in zones of one name, by zone."""
    groups: dict[str, list[Award]] = {}
    for award in line.awards:
        groups.setdefault(_place(game, award.card), []).append(award)
    words = []
    for place in sorted(groups):
        told = ", ".join(_award(game, award, observer) for award in groups[place])
        points = sum(award.points for award in groups[place])
        words.append(f"{place}: {points} ({told})" if place else told)
    return ", ".join(words)


def _place(game: Game, card: int) -> str:
    """In which of the zones of one name a card lies, players aside: `earth`; "" where there is one only."""
    layout = game.program.layout
    zone = BOX if card == NONE else game.state[layout.zone_of_at + card]
    if zone == BOX:
        return ""
    place = layout.zones[zone]
    dimensions = layout.model.zones[place.name].dimensions
    texts = index_texts(layout, dimensions, place.index)
    return ", ".join(
        game.names.word(text)
        for text, dimension in zip(texts, dimensions, strict=True)
        if dimension.over != "player"
    )


def _award(game: Game, award: Award, observer: int) -> str:
    if award.card == NONE:
        return f"{award.points:+d}"
    seen = _knows(game, award.card, observer)
    return f"{game.names.card(award.card) if seen else 'a hidden card'} {award.points:+d}"


def _knows(game: Game, card: int, observer: int) -> bool:
    """Does an observer see a card, or know that it is the one which lies there?"""
    layout, state = game.program.layout, game.state
    zone = state[layout.zone_of_at + card]
    if zone == BOX or sees_card(layout, state, card, observer):
        return sees_card(layout, state, card, observer)
    surely_there = possible_zones(layout, state, observer, card) == (zone,)
    return surely_there and (layout.zones[zone].unordered or place_known(layout, state, observer, card))

"""What a person can ask for besides making a move."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.dsl.problems.spans import NOWHERE
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.problems.wording.entry import printable
from rulewright.interpreter.bots import LEVELS, MctsBot
from rulewright.interpreter.cli.progress import in_time
from rulewright.interpreter.cli.sheet import TOTAL, as_table
from rulewright.interpreter.cli.table import Artist
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.engine.redeal import Doubtful, redeal, undrawn
from rulewright.interpreter.engine.scoring import Points
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.game.views.make import card_view
from rulewright.interpreter.game.views.models import CardView
from rulewright.interpreter.state.layout import State

HELP = (
    "  NUMBER or MOVE   make a move, by its number in the list or by its text",
    "  moves            list all moves",
    "  table            show the table again",
    "  log              what has happened so far; `log --all` tells each card's way",
    "  why MOVE         whether a move is possible, and if not, why",
    "  card NAME        what is printed on a card",
    "  hint             the three best moves and how likely each is to win, as a bot sees it",
    "  score            the points as they stand, as far as you can know them",
    "  undo             take your last move back; `undo NAME` takes back somebody else's",
    "  save FILE        save the game in a file",
    "  quit             leave; the game is kept",
)

HINTS = 3
"""How many moves `hint` names."""

DEALS = 8
"""In how many redeals points are worked out, to tell which of them a seat can know."""


def listed_move(game: Game, seat: int, text: str) -> Move | None:
    """The move of a number in the list; None for a text that is no number, or where nothing is listed.

    Raises LookupError, with words for the player, for a number that is not in the list.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    try:
        moves = game.legal_moves(seat)
    except TooManyMoves:
        return None
    if len(text) <= 6 and 1 <= int(text) <= len(moves):
        return moves[int(text) - 1]
    raise LookupError(f"The moves have the numbers 1 to {len(moves)}." if moves else "There are no moves.")


def why_lines(game: Game, seat: int, text: str) -> list[str]:
    """Why a move is refused, and where the rules say so."""
    if not text:
        return ["Type `why MOVE`."]
    try:
        listed = listed_move(game, seat, text)
    except LookupError as beyond:
        return [str(beyond)]
    if listed is not None:
        return [f"`{game.spoken(listed)}` is possible."]
    refusal = game.why_not(text, seat)
    if refusal is None:
        return [f"`{text}` is possible."]
    lines = [refusal.reason]
    if refusal.span.file:
        named = f", `{refusal.requirement}`" if refusal.requirement else ""
        lines.append(f"  ({refusal.span.file}, line {refusal.span.line}{named})")
    return lines


def hint_lines(game: Game, seat: int) -> list[str]:
    """The best moves as a bot sees them, which knows what the seat knows, with their chances."""
    bot = MctsBot(len(game.moves), LEVELS["middle"], "auto")
    bot.goes_on = in_time()
    try:
        found = bot.advice(Seat(game, seat), HINTS)
        numbers = {move.text: number for number, move in enumerate(game.legal_moves(seat), start=1)}
    except TooManyMoves:
        return ["There are too many moves to look ahead at."]
    if not found:
        return ["It cannot be told what comes of any move."]
    width = max(len(str(numbers[one.move.text])) for one in found)
    lines = [f"{numbers[one.move.text]:>{width}}  {one.move.text}: {one.chance:.0%}" for one in found]
    return ["How likely you are to win with them, as a bot sees it that knows what you know:", *lines]


def card_lines(game: Game, text: str, artist: Artist) -> list[str]:
    """What is printed on the cards of a name, whether id or display name; every printing once."""
    if not text:
        return ["Type `card NAME`."]
    layout, names = game.program.layout, game.names
    wanted = text.casefold()
    found: list[CardView] = []
    for card in layout.cards:
        if wanted in (card.id.casefold(), names.card(card.number).casefold()):
            view = card_view(layout, names, card.number)
            if view not in found:
                found.append(view)
    if not found:
        known = dict.fromkeys(one for card in layout.cards for one in (card.id, names.card(card.number)))
        part = next((one for one in known if wanted in one.casefold()), "")
        near = did_you_mean(text, known, f"Did you mean `{part}`?" if part else "")
        return [f"There is no card `{printable(text)}`. {near}".strip()]
    return [line for view in found for line in _face(view, artist)]


def _face(card: CardView, artist: Artist) -> list[str]:
    lines = [f"{card.title} ({card.id})", *([f"  {card.text}"] if card.text else [])]
    for name, value in card.properties.items():
        if name == "id" or value is None or value is False or value in ({}, []):
            continue
        if value == artist.usual.get((card.set, name)) == 0:
            continue
        if isinstance(value, dict):
            shown = ", ".join(artist.counted(word, count) for word, count in value.items())
        elif isinstance(value, list):
            shown = ", ".join(artist.names.word(word) for word in value)
        elif value is True:
            shown = "yes"
        else:
            shown = artist.names.word(str(value))
        lines.append(f"  {artist.names.word(name)}: {shown}")
    return lines


def present_points(game: Game, seat: int) -> list[str]:
    """The points as they stand, as far as a seat can know them.

    They are worked out in several redeals, never in the real game; what is not the same in all of them
    rests on hidden things and is shown as a question mark, like all that asks for a value which no redeal
    can draw.
    """
    program = game.program
    if not program.scorer.scores:
        return ["This game has no points."]
    state = game.state
    unknown = undrawn(program.layout, state, seat)
    deals = [redeal(program.layout, state, seat, deal) for deal in range(DEALS)]
    rows = [["", *game.seats]]
    for name, _, points in (*program.scorer.scores, (TOTAL, NOWHERE, program.scorer.total)):
        cells = [_agreed(points, deals, unknown, player) for player in range(len(game.seats))]
        rows.append([game.names.word(name), *cells])
    return as_table(rows)


def _agreed(points: Points, deals: Sequence[State], unknown: Collection[int], player: int) -> str:
    """A player's points if they are the same in all redeals."""
    found = set()
    for deal in deals:
        state = Doubtful(deal, unknown)
        try:
            found.add(points(state, player))
        except Fault:
            return "?"
        if state.in_doubt:
            return "?"
    return str(min(found)) if len(found) == 1 else "?"

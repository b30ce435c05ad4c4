"""One game at a terminal or through a pipe: whose turn, what they type, what the bots do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import define, field

from rulewright.dsl.problems.wording.entry import printable
from rulewright.interpreter.bots import LEVELS, FlatBot, MctsBot
from rulewright.interpreter.cli.hints import (
    HELP,
    card_lines,
    hint_lines,
    listed_move,
    present_points,
    why_lines,
)
from rulewright.interpreter.cli.progress import in_time, thinking
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.cli.save_file import Keeper, reason_of, write_save
from rulewright.interpreter.cli.sheet import final_lines
from rulewright.interpreter.cli.table import Artist, broken
from rulewright.interpreter.cli.terminal import Terminal
from rulewright.interpreter.cli.undo import NotTakenBack, take_back
from rulewright.interpreter.cli.watch import Watcher, replayed
from rulewright.interpreter.engine.moves import IllegalMove, Move, Refusal, TooManyMoves
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.seat import Chooser, Seat
from rulewright.interpreter.words.sentences import counted
from rulewright.interpreter.words.texts import read_seat

MOST_SHOWN = 60
"""How many moves are listed at the prompt; `moves` lists all."""

MOST_RECALLED = 12
"""How much is told of what happened before a game was taken up again; `log` tells all."""

FINISHED, CUT_OFF, LEFT = range(3)
"""How a session ends: the game is over; the input is; a person typed `quit`."""


@define(eq=False)
class Session:
    """A game with people and bots around it."""

    game: Game
    bots: Mapping[int, Chooser]
    terminal: Terminal
    artist: Artist
    keeper: Keeper | None
    free_undo: bool
    watcher: Watcher | None = None
    resumed: bool = False
    told: dict[int | None, int] = field(factory=dict, init=False)  # moves, by reader
    explained: set[tuple[int | None, str]] = field(factory=set, init=False)  # variables, by reader
    looking: int | None = field(default=None, init=False)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat in range(len(self.game.seats)) if seat not in self.bots)

    def run(self) -> int:
        """Play until the game is over or nobody goes on: FINISHED, CUT_OFF or LEFT."""
        self._keep()
        while not self.game.over:
            seat = self.game.decision.seats[0]
            if seat in self.bots:
                self.game.apply(self._chosen_by_bot(seat), seat)
                if not self.people:
                    self._tell_news(None)
                self._keep()
                continue
            ended = self._person(seat)
            if ended is not None:
                return ended
        self._tell_news(self.people[0] if len(self.people) == 1 else None)
        self.terminal.tell("")
        self.terminal.tell_all(final_lines(self.game))
        if self.keeper is not None:
            self.keeper.finish()
        return FINISHED

    def _chosen_by_bot(self, seat: int) -> Move:
        """What a bot chooses. Up to the middle level it thinks no longer than people like to wait."""
        bot = self.bots[seat]
        if not isinstance(bot, FlatBot | MctsBot):
            return bot.choose(Seat(self.game, seat))
        if self.people and bot.iterations <= LEVELS["middle"]:
            bot.goes_on = in_time()
        with thinking(self.game.seats[seat]):
            return bot.choose(Seat(self.game, seat))

    # ---- a person's turn -------------------------------------------------------------------------

    def _person(self, seat: int) -> int | None:
        """Ask until a move is made (None), or nobody goes on."""
        if self._must_hide(seat) and not self.terminal.hand_over(self.game.seats[seat]):
            return CUT_OFF
        self._show(seat)
        while True:
            changed = None if self.watcher is None else self.watcher.changed
            text = self.terminal.ask(f"{self.game.seats[seat]}> ", changed)
            if text is None:
                return CUT_OFF
            if text.casefold() in ("quit", "exit"):
                return LEFT
            if self.watcher is not None and self.watcher.changed():
                text, made = self._meant(seat, text), len(self.game.moves)
                if self._take_over(self.watcher):
                    if not text or len(self.game.moves) != made or seat not in self.game.decision.seats:
                        if text:
                            self.terminal.tell(f"`{text}` was not done.")
                        return None
                    self._show(seat)
            if self._obey(seat, text):
                return None

    def _meant(self, seat: int, text: str) -> str:
        """What was typed, a number being the text of the move that has it now: lists may change."""
        try:
            move = listed_move(self.game, seat, text)
        except LookupError:
            return text
        return text if move is None else move.text

    def _obey(self, seat: int, text: str) -> bool:
        """Do what was typed; True when it is time to look again whose turn it is."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        commands = {
            "help": lambda: self.terminal.tell(*HELP),
            "?": lambda: self.terminal.tell(*HELP),
            "moves": lambda: self._list(seat, everything=True),
            "table": lambda: self._show(seat, again=True),
            "log": lambda: self.terminal.tell(*self.game.log(seat, everything=rest == "--all")),
            "hint": lambda: self._hint(seat),
            "score": lambda: self.terminal.tell(*present_points(self.game, seat)),
            "why": lambda: self.terminal.tell(*why_lines(self.game, seat, rest)),
            "card": lambda: self.terminal.tell(*card_lines(self.game, rest, self.artist)),
            "save": lambda: self._save_as(rest),
        }
        if not text:
            self.terminal.tell("Type a move or its number; `help` lists what else there is.")
        elif word.casefold() == "undo" and not self._is_move(seat, text):
            return self._undo(seat, rest)
        elif word.casefold() in commands and not self._is_move(seat, text):
            commands[word.casefold()]()
        else:
            return self._move(seat, text)
        return False

    def _hint(self, seat: int) -> None:
        with thinking("A bot"):
            lines = hint_lines(self.game, seat)
        self.terminal.tell(*lines)

    def _is_move(self, seat: int, text: str) -> bool:
        """Whether a game has a move that reads like a command of ours: the game goes first."""
        name = text.partition(" ")[0]
        return name in self.game.decision.actions and self.game.why_not(text, seat) is None

    def _move(self, seat: int, text: str) -> bool:
        try:
            move = listed_move(self.game, seat, text)
        except LookupError as beyond:
            self.terminal.tell(str(beyond))
            return False
        try:
            self.game.apply(move or text, seat)
        except IllegalMove as error:
            refusal = error.refusal
            more = " `help` lists what else there is." if refusal.code == "move-action-unknown" else ""
            self.terminal.tell(f"Not possible: {refusal.reason}{more}")
            return False
        self._keep()
        return True

    def _undo(self, seat: int, name: str) -> bool:
        """Take the last move of a player back, by default of the one who asks."""
        whose = read_seat(name, self.game.seats) if name else seat
        try:
            if whose is None:
                raise NotTakenBack(f"Nobody here is called `{printable(name)}`.")
            taken = take_back(self.game, whose, seat, self.people, free=self.free_undo)
        except NotTakenBack as reason:
            self.terminal.tell(str(reason))
            return False
        self.told = {reader: min(moves, len(self.game.moves)) for reader, moves in self.told.items()}
        self.terminal.tell("Taken back:", *(f"  {line}" for line in taken))
        self._keep()
        return True

    def _take_over(self, watcher: Watcher) -> bool:
        """Go on under rules that have changed; False where the old ones are kept."""
        try:
            with stopping({}):
                again = replayed(self.game, watcher.reread())
        except Stopped as stopped:
            self.terminal.tell("The rules were changed, and cannot be played as they are now:", "")
            self.terminal.tell(stopped.told(), "The game goes on under the old rules.")
            return False
        if again.stopped is not None:
            number, move, reason = again.stopped
            who = self.game.seats[move.seat]
            self.terminal.tell(
                f"The rules were changed. Under the new ones move {number}, `{move.text}` by {who}, "
                f"is not possible: {reason}"
            )
            if (
                self.terminal.ask("Type `back` to go back to that move, or `keep` to keep the old rules: ")
                != "back"
            ):
                self.terminal.tell("The game goes on under the old rules.")
                return False
        self.game = again.game
        self.artist = Artist.of(self.game.names, self.terminal.width)
        self.told = dict.fromkeys(self.told, len(self.game.moves))
        self.terminal.tell("The rules were changed; the game goes on under the new ones.")
        self._keep()
        return True

    # ---- showing ---------------------------------------------------------------------------------

    def _must_hide(self, seat: int) -> bool:
        """Whether the screen passes to another person who may not see what the last one saw."""
        before, self.looking = self.looking, seat
        return self._hides and before != seat

    @property
    def _hides(self) -> bool:
        """Whether people at one screen hold what the others may not see."""
        layout = self.game.program.layout
        sights = [
            *(zone.sight for zone in layout.zones),
            *(cup.sight for cup in layout.cups),
            *(variable.sight for variable in layout.model.variables.values()),
        ]
        choices = [choice for action in layout.model.actions.values() for choice in action.choices]
        secret = "owner" in sights or any(choice.secret for choice in choices)
        return self.terminal.interactive and secret and len(self.people) > 1

    def _show(self, seat: int, *, again: bool = False) -> None:
        """Show the table; what its variables are is told when they are first seen, or `again`."""
        self._tell_news(seat)
        view, reader = self.game.view(seat), seat if self._hides else None
        self.terminal.tell("", *self.artist.draw(view), "")
        meanings = self.artist.meanings(view)
        new = [text for name, text in meanings.items() if again or (reader, name) not in self.explained]
        self.explained.update((reader, name) for name in meanings)
        if new:
            self.terminal.tell_all([*broken("; ".join(new), self.artist.width), ""])
        committed = self.game.chosen(seat)
        chosen = self.game.spoken(committed) if committed else view.players[seat].chosen
        if chosen:
            how_many = "" if committed else self._of_how_many(seat)
            self.terminal.tell(f"Chosen so far{how_many}: {chosen}")
        self._list(seat, everything=False)

    def _of_how_many(self, seat: int) -> str:
        """How much of a choice made step by step is made, where the rules say how many it takes."""
        state, play = list(self.game.state), self.game.program.play
        begun, sizes = play.point(state).begun(state, seat), play.sizes(state, seat)
        if begun is None or sizes is None or sizes[0] < sizes[1]:
            return ""
        return f", {len(begun[2])} of {sizes[0]}"

    def _list(self, seat: int, *, everything: bool) -> None:
        because = self.game.decision_for(seat).because
        if because:
            self.terminal.tell(because)
        try:
            moves = self.game.legal_moves(seat)
        except TooManyMoves as many:
            count = f"{many.count}" if many.exact else f"more than {many.count}"
            actions = self.game.texts.offered(self.game.state, seat)
            self.terminal.tell(f"There are {count} moves, too many to list. You may choose {actions}.")
            return
        shown = moves if everything else moves[:MOST_SHOWN]
        texts = self.game.spoken_moves(seat)
        width = len(str(len(moves)))
        self.terminal.tell_all(
            f"{number:>{width}}  {self._move_line(move, text)}"
            for number, (move, text) in enumerate(zip(shown, texts, strict=False), start=1)
        )
        if len(shown) < len(moves):
            self.terminal.tell(f"... and {len(moves) - len(shown)} more; `moves` lists them all.")

    def _move_line(self, move: Move, text: str) -> str:
        """A move as its player may type it, and in a translated game what its parts are called."""
        action = self.game.program.action(move.action)
        if self.game.names.translation is None or action is None:
            return text
        state = self.game.state
        words = [self.game.names.word(move.action)]
        arguments = self.game.texts.numbers(state, move.seat, action, move)
        assert not isinstance(arguments, Refusal)  # of a legal move
        for choice, argument in zip(action.choices, arguments, strict=True):
            for value in argument if isinstance(argument, tuple) else (argument,):
                words.append(self.game.names.value(choice.model.kind, value, state, move.seat))
        return f"{text}  ({' '.join(words)})"

    def _tell_news(self, observer: int | None) -> None:
        """What happened since the last time, in words for whoever looks."""
        reader, made = observer if self._hides else None, len(self.game.moves)
        told = self.told.get(reader)
        if told == made:
            return
        lines = self.game.log(observer, since=told)
        if told is None and self.resumed and len(lines) > MOST_RECALLED:
            before = counted(len(lines) - MOST_RECALLED, "line")
            self.terminal.tell(f"... {before} before these; `log` tells all.")
            lines = lines[-MOST_RECALLED:]
        self.terminal.tell_all(lines)
        self.told[reader] = made

    # ---- keeping ---------------------------------------------------------------------------------

    def _keep(self) -> None:
        if self.keeper is not None:
            self.keeper.keep(self.game)

    def _save_as(self, name: str) -> None:
        if not name:
            self.terminal.tell("Type `save FILE`.")
            return
        try:
            write_save(Path(name), self.game.to_save())
        except (OSError, SaveError) as error:
            self.terminal.tell(f"{name} cannot be written: {reason_of(error)}.")
        else:
            self.terminal.tell(f"Saved in {name}.")

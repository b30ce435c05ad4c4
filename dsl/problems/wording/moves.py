"""Words for moves that are refused, and for games that cannot begin as asked."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

_REFUSED: dict[str, Wording] = {
    "move-empty": Wording("No move was entered", "", "You may choose {offered}."),
    "limit-move-text": Wording("This move is {length:,} characters long", "The limit is {limit:,}."),
    "move-game-over": Wording("The game is over", "{reason}"),
    "move-out-of-turn": Wording("It is not for {seat} to choose now", "", "{deciders} decides."),
    "move-of-another-decision": Wording(
        "`{move}` was offered at another decision",
        "The game has gone on since, or back.",
        "Take one of the moves that are offered now.",
    ),
    "move-no-seat": Wording("There is no seat {seat}", "This game has the seats 1 to {count}."),
    "move-seat-needed": Wording(
        "Several players choose at once", "", "Say for which of them the move is: {deciders}."
    ),
    "move-chance-first": Wording("Chance comes first: `{site}`", "", "Choose one of what it may give."),
    "move-not-chance": Wording("Chance does not give {move} here: `{site}`", "It may give {some}."),
    "move-committed": Wording("{seat} has chosen already", "", "Take that choice back before choosing anew."),
    "move-not-committed": Wording("{seat} has no choice to take back"),
    "move-action-unknown": Wording("There is no action `{name}`", "", "{near} You may choose {offered}."),
    "move-action-not-now": Wording("`{name}` cannot be chosen now", "", "You may choose {offered}."),
    "move-argument-missing": Wording(
        "`{action}` is not complete", "It is written `{usage}`.", "Add {wanted}."
    ),
    "move-argument-extra": Wording("`{given}` is one thing too many", "It is written `{usage}`."),
    "move-argument-kind": Wording(
        "`{given}` is not {wanted}", "That is what `{parameter}` of `{action}` must be.", "{near}"
    ),
    "move-card-unknown": Wording("There is no card `{given}` in this game", "", "{near}"),
    "move-card-elsewhere": Wording("{card} lies in {zone}", "`{action}` takes a card from {where}."),
    "move-not-among": Wording("`{given}` cannot be chosen for `{action}` now", "", "{options}"),
    "move-not-among-from": Wording(
        "`{given}` cannot be chosen for `{action}` now", "It is taken from {where}.", "{options}"
    ),
    "move-ambiguous": Wording("`{given}` could be several things", "", "Say which: {options}."),
    "move-twice": Wording("`{given}` is named too often", "Each can be chosen once."),
    "move-subset-size": Wording("{count} chosen as `{parameter}` of `{action}`", "It must be {sizes}."),
    "move-payment": Wording("`{given}` does not pay for `{action}`", "The price is {price}."),
    "move-payment-short": Wording("You cannot pay for `{move}`", "The price is {price}."),
    "move-argument-none": Wording("Nothing can be chosen as `{parameter}` of `{action}` now", "{why}"),
    "move-one-at-a-time": Wording(
        "`{given}` is more than one thing", "Here one is chosen after the other, {until}."
    ),
    "move-begun-otherwise": Wording(
        "`{move}` does not go on with what is begun", "What stands before the last choice stays as it was."
    ),
    "move-done-early": Wording("This choice is not complete yet", "", "{more}"),
    "move-requirement": Wording("`{move}` is not allowed now", "What the rules require is not so."),
    "move-requirement-named": Wording("`{move}` is not allowed now", "The rules require: {requirement}."),
}

_BEGINNING: dict[str, Wording] = {
    "players-count": Wording("This game cannot be played by {count}", "It is for {range}."),
    "seat-name": Wording(
        "`{name}` cannot be a player's name",
        "Names are told apart from numbers, and stand in moves.",
        "Take up to 40 visible characters, not a number, without commas, brackets, parentheses or plus "
        "signs.",
    ),
    "seat-name-twice": Wording(
        "Two players are called `{name}`",
        "Names that differ only in capitals, or in how a letter is encoded, read the same.",
        "Give each a name of their own.",
    ),
    "seat-unknown": Wording("There is no player `{seat}`", "This game has {count:player}."),
    "seed-range": Wording(
        "The seed {seed} is out of range", "A seed is a whole number from 0 to 18446744073709551615."
    ),
    "setting-unknown": Wording("There is no setting `{name}`", "", "{near}"),
    "setting-given": Wording("`{value}` is not a value for the setting `{name}`", "It may be {known}."),
    "preset-unknown": Wording("There is no preset `{name}`", "The presets of this game: {known}.", "{near}"),
    "needs-cards": Wording(
        "A game of {players} needs {needed:card} of `{cards}`, and the box has {held}",
        "{because}",
        "Play with other settings or fewer players.",
    ),
    "position-zone": Wording("There is no zone `{name}` in this game", "", "{near}"),
    "position-card": Wording("There is no card `{name}` for `{zone}`", "", "{near}"),
    "position-too-many": Wording("`{name}` is placed {count:time}, and the box holds {held}"),
    "position-full": Wording("`{zone}` has room for {most}", "{count} were placed there."),
    "position-variable": Wording("There is no variable `{name}`", "", "{near}"),
    "position-beside": Wording(
        "Which of several is meant by `{name}`?",
        "",
        "Write the value with the card where it is given a place: `{card} (VALUE)`.",
    ),
    "position-value": Wording("`{value}` is not a value for `{name}`"),
    "position-phase": Wording("There is no phase `{name}`", "Play can stand in {known}.", "{near}"),
    "position-turns": Wording("Nobody takes turns in the phase `{name}`"),
}

MOVES: dict[str, Wording] = {**_REFUSED, **_BEGINNING}

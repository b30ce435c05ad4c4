"""Words for saved games: damage, other games, and rules that have changed since."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

_DAMAGE: dict[str, Wording] = {
    "save-empty": Wording(
        "This save is empty",
        "A save begins with a line that says which game it is.",
        "Start a new game, or use another save.",
    ),
    "save-no-save": Wording(
        "This is not a saved game",
        "A save is a text whose first line names its format.",
        "Give a file that the program has saved.",
    ),
    "save-header-cut": Wording(
        "The first line of this save is cut off",
        "It says which game was played, so nothing can be saved from the rest.",
        "Start a new game, or use another save.",
    ),
    "save-altered": Wording(
        "This line is not as it was saved",
        "The line was changed, or one before it was changed, doubled, moved or removed.",
        "Use an untouched copy; or remove this line and all after it, to go on from the move before.",
    ),
    "save-form": Wording(
        "This line of the save does not read as one",
        "Its part `{field}` is missing, or is not what it should be.",
        "Use a save that the program has written.",
    ),
    "save-newer": Wording(
        "This save needs a newer program: its format has version {version}",
        "This program reads versions up to {newest}.",
        "Install a newer version, or start a new game.",
    ),
    "save-newer-language": Wording(
        "This save needs a newer program: its rules are in version {version} of the language",
        "This program knows versions up to {newest}.",
        "Install a newer version, or start a new game.",
    ),
    "save-cut": Wording(
        "The last line of this save is incomplete and was left out",
        "The program was probably stopped while saving; the move in that line is lost.",
    ),
    "save-tail": Wording(
        "What follows the end of the game in this save was left out",
        "Nothing belongs there.",
    ),
    "limit-save-size": Wording(
        "This save has more than {limit:,} characters",
        "That is the most that is read.",
        "Give a file that the program has saved.",
    ),
    "limit-save-moves": Wording(
        "This save has more than {limit:,} moves",
        "That is the most that is read; no game is so long.",
        "Give a file that the program has saved.",
    ),
}

_REPLAY: dict[str, Wording] = {
    "save-placed": Wording(
        "A game that began from a position cannot be saved",
        "A save tells how a game came about from its first deal, so that it can be played again.",
        "Keep the position as a scenario, with its moves.",
    ),
    "save-asked": Wording(
        "A game that asks for chance cannot be saved",
        "What it did is decided by whoever plays it, and by no seed.",
        "Keep its moves, and what chance gave, in a form of your own.",
    ),
    "save-rules-missing": Wording(
        "The rules of this save, `{name}`, are neither in it nor among those of the program",
        "A save names only what ships with the program, and carries all other rules itself.",
        "Name the rule file: `rulewright play FILE --resume SAVE`, or in a program `resume(save, FILE)`.",
    ),
    "save-variant-missing": Wording(
        "The variant `{name}` of this save is neither in it nor among those of the program",
        "A save names only what ships with the program, and carries all other rules itself.",
        "Name its file with `--with FILE`, or in a program `variants=[FILE]`.",
    ),
    "save-other-game": Wording(
        "This is a saved game of `{saved}`, not of `{given}`",
        "A save can be resumed only with its own rules.",
        "Resume it with `{saved}`.",
    ),
    "save-illegal": Wording(
        "Move {n}, `{move}`, cannot be made in the saved game",
        "{reason}",
        "Use an untouched copy; or remove this line and all after it, to go on from the move before.",
    ),
    "save-differs": Wording(
        "After move {n} the game is not as it was saved",
        "The rules are the same, so the save was altered, or another version of the program wrote it.",
        "Use an untouched copy; or remove this line and all after it, to go on from the move before.",
    ),
    "save-rules-changed": Wording(
        "The rules have changed since: `{declaration}` was {how}{others}",
        "Played again under the present rules, {parts}.",
        "Put the rules back as they were, or go on under the changed ones: with `--changed`, or in a program "
        "`allow_changed=True`.",
    ),
    "save-dropped": Wording(
        "From move {n}, `{move}`, on the saved moves were left out ({left})",
        "Under the present rules the move cannot be made: {reason}",
    ),
}

SAVES: dict[str, Wording] = {**_DAMAGE, **_REPLAY}

"""Words for scenarios and positions, for simulations, and for what is asked of the command line."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

_FORM: dict[str, Wording] = {
    "tree-too-large": Wording(
        "This game is too large to be written out",
        "There are more than {most} places that play can come to.",
        "Solve a smaller game, with fewer cards or rounds; a bot that searches plays this one.",
    ),
    "scenario-form": Wording(
        "A scenario is expected here",
        "It has keys such as `title`, `about`, `players`, `given` and `expect`.",
        "Begin with `title:` and a line that says what the scenario shows.",
    ),
    "scenario-key": Wording(
        "A scenario has no `{name}`",
        "It knows {known}.",
        "{near}",
    ),
    "scenario-missing": Wording(
        "This file does not say `{key}`",
        "A scenario has a title, names the declaration it is about, says how many players there are, and "
        "expects something.",
        "Add a line `{key}: ...`.",
    ),
    "scenario-no-position": Wording(
        "`{key}` needs a position",
        "Without `given` the game is set up as in play.",
        "Add `given:` and say there what lies in the zones that play needs, or remove `{key}`.",
    ),
    "scenario-place": Wording(
        "A place in play has no `{name}`",
        "",
        "Write `at: phase`, or `at: {{phase: living, turn: 2}}`.",
    ),
    "scenario-game": Wording(
        "This scenario is of the game `{name}`",
        "Here it is run on `{game}`.",
        "Write `game: {game}` if that is meant, or leave the line out.",
    ),
    "scenario-turn": Wording(
        "A turn is given without its phase",
        "Each phase has turns of its own.",
        "Write `at: {{phase: living, turn: 2}}`.",
    ),
    "scenario-move": Wording(
        "This is not a move",
        "",
        'Write the move\'s text, such as `- pass`, or `- {{seat: 2, move: "pass"}}`.',
    ),
    "scenario-expect-key": Wording(
        "Nothing called `{name}` can be expected",
        "What can be: {known}.",
        "{near}",
    ),
    "scenario-without-variant": Wording(
        "This scenario comes out just the same without the variant",
        "It shows nothing that the variant changes.",
        "Expect something that the game itself does otherwise.",
    ),
    "scenario-expects-nothing": Wording(
        "This scenario expects nothing",
        "It could never fail.",
        "Add what should hold after the moves, such as `scores`, `moves` or `zones`.",
    ),
    "scenario-moves-key": Wording(
        "Expected moves have no `{name}`",
        "",
        "Write a list of all moves, or `{{include: [...], exclude: [...], count: 3}}`.",
    ),
    "scenario-view": Wording(
        "This is not a view",
        "",
        "Write `{{seat: 2, sees: [...], hides: [...]}}`.",
    ),
}

_MEANING: dict[str, Wording] = {
    "scenario-about": Wording(
        "The rules have no declaration `{name}`",
        "A scenario names what it is about, so that one can test that it fails when that is changed.",
        "Write the name of a setting, table, zone, action, definition, rule or score. {near}",
    ),
    "scenario-seat": Wording(
        "There is no seat `{name}`",
        "The seats are: {known}.",
        "Write a seat's number, counted from 1, or its name.",
    ),
    "scenario-move-seat": Wording(
        "Whose move is `{move}`?",
        "Several players choose at once: {known}.",
        "Say for whom it is: `{{seat: {seat}, move: {move}}}`.",
    ),
    "scenario-zone": Wording(
        "There is no zone `{name}`",
        "",
        "Write a zone as in `deck`, `column[1]` or `hand[2]`. {near}",
    ),
    "scenario-score": Wording(
        "There is no score `{name}`",
        "The scores are: {known}.",
        "Write one of them, or `total`. {near}",
    ),
    "scenario-seen": Wording(
        "There is no card and no variable `{name}`",
        "",
        'Write a card\'s id as in the card file, or a variable such as `"bid[2]"`. {near}',
    ),
    "scenario-from-the-start": Wording(
        "This scenario begins at the start of play",
        "What is `given` lies there before the first step of `play`, which goes wrong from there.",
        "Name the phase in which it is to begin{phases}. Or say with `rest` where the cards lie that play "
        "deals.",
    ),
    "scenario-none": Wording(
        "`{name}` has no scenarios",
        "They stand in a folder `scenarios` beside the rule file.",
        "Write one, or name a scenario file.",
    ),
}

_DIFFERENCES: dict[str, Wording] = {
    "differs-moves": Wording("The legal moves are others", "Legal are: {got}.", "{missing}{surplus}"),
    "differs-move-count": Wording("Expected {expected:legal move}; got {got}"),
    "differs-move-absent": Wording("`{move}` is not legal", "Legal are: {got}."),
    "differs-move-present": Wording("`{move}` is legal"),
    "differs-not-refused": Wording("`{move}` is not refused"),
    "differs-reason": Wording(
        "`{move}` is refused for another reason", "Expected: {expected}. The reason given: {got}"
    ),
    "differs-unquoted": Wording(
        "A comma ends this move",
        "In a list in brackets commas stand between the moves.",
        'Put the whole move in quotes: `"{move}"`.',
    ),
    "differs-seat": Wording("Expected {expected} to decide; got {got}"),
    "differs-over": Wording("Expected the ending to be: {expected}; got: {got}"),
    "differs-score": Wording("Expected {name} to be {expected}; got {got}"),
    "differs-winner": Wording("Expected the winner to be {expected}; got {got}"),
    "differs-zone": Wording("Expected {expected} in {name}; got {got}"),
    "differs-variable": Wording("Expected {name} to be {expected}; got {got}"),
    "differs-sees": Wording("{seat} does not see {what}"),
    "differs-hides": Wording(
        "{seat} sees {what}", "A card counts that was seen before and surely still lies there."
    ),
    "differs-hides-value": Wording("{seat} sees the value of {what}"),
    "differs-refused": Wording("This move is refused{to}: {reason}"),
}

_GAMES: dict[str, Wording] = {
    "cards-lost": Wording(
        "Cards were lost or doubled in games with these seeds: {seeds}",
        "Every card is always in exactly one place; this is a mistake of the program, not of the rules.",
        "Please report it, with the rules and the seeds.",
    ),
    "bot-raised": Wording(
        "The bot `{bot}` at seat {seat} went wrong at move {move} of the game with seed {seed}", "{said}"
    ),
    "bot-illegal": Wording(
        "The bot `{bot}` at seat {seat} chose no legal move as move {move} of the game with seed {seed}",
        "{said}",
    ),
}

_RUNS: dict[str, Wording] = {
    "compare-players": Wording(
        "Nobody can play both",
        "One is for {base}, the other for {variant}.",
    ),
    "compare-few": Wording(
        "{count:game} cannot be compared",
        "How much games differ by chance shows in no fewer than {least}.",
    ),
    "workers-unknown": Wording(
        "`{text}` are no workers",
        "",
        "Write how many processes play, 1 to {most}, or `dask:HOST:PORT` for a Dask cluster.",
    ),
    "workers-no-dask": Wording(
        "Dask is not installed",
        "Workers on other machines are reached by it.",
        "Install it with `pip install 'rulewright[cluster]'`.",
    ),
    "workers-no-cluster": Wording("No Dask cluster answers at `{address}`", "{said}"),
    "worker-died": Wording(
        "Workers died {count:time}; what they were playing was played again",
    ),
    "workers-died": Wording(
        "Workers died {count:time}, and game {game} could not be played",
        "Perhaps there is too little memory for so many.",
        "Try fewer with `--workers`.",
    ),
    "run-file-there": Wording(
        "There is a file `{name}` already",
        "",
        "Go on with it by `--resume`, or name another.",
    ),
    "run-file-form": Wording("This is no line of a run that was kept"),
    "run-file-version": Wording(
        "This run was kept by another version of the program",
        "Its form is {there}; this version knows {here}.",
    ),
    "run-file-other": Wording(
        "This is another run: it differs in `{key}`", "In the file it is {there}; here it is {here}."
    ),
    "run-file-games": Wording(
        "The file holds {there:game}, which are more than the {here} asked for",
        "Parts of a run cannot be cut.",
        "Ask for as many with `--games`.",
    ),
    "run-file-twice": Wording("`{name}` holds game {game} twice"),
}

_QUESTIONS: dict[str, Wording] = {
    "extra-missing": Wording(
        "The library {name} is not installed",
        "This command works with it.",
        "Install it with `pip install 'rulewright[{extra}]'`.",
    ),
    "tournament-alone": Wording(
        "There is no tournament where nobody plays against another",
        "With {players:player} all here are on one side.",
        "Ask for another number with `--players`.",
    ),
    "tournament-one-bot": Wording(
        "A tournament takes two bots at least",
        "",
        "Name others with `--bots`, such as `--bots random,greedy`.",
    ),
    "tournament-bot-twice": Wording(
        "The bot `{bot}` is named twice",
        "Where there are more seats than bots, each sits at several by itself.",
        "Name each bot once.",
    ),
}

_TUNING: dict[str, Wording] = {
    "goal-unknown": Wording("There is no goal `{name}`", "The goals are: {known}.", "{near}"),
    "goal-thing": Wording("There is no {kind} `{name}`", "", "{near}"),
    "goal-range": Wording(
        "The goal `{name}` takes a range",
        "{given}",
        "Write from where to where it is to be: `{name}=20..30`, or `{name}=0..0.25` of what is a share.",
    ),
    "analyse-bot": Wording(
        "The bot `{bot}` cannot judge moves",
        "It does not look at games to their end.",
        "Name one that does, such as `--bot mcts:middle`.",
    ),
    "tune-unknown": Wording("There is no setting and no table `{name}`", "", "{near}"),
    "tune-entry": Wording(
        "`{given}` is no entry of the table `{name}`",
        "",
        "Name one of them, counted from 0: `{name}[0]` to `{name}[{last}]`.",
    ),
    "tune-number": Wording("`{value}` is no number, as `{name}` takes"),
    "tune-values": Wording(
        "`{values}` are no values for `{name}`",
        "",
        "Write a range, `{name}=3..7`, or values with commas between them, `{name}=3,5`; at most {most}.",
    ),
    "tune-twice": Wording("`{name}` is to be tuned twice", "", "Give all its values at once."),
    "tune-skill-bots": Wording(
        "The skill gap is one between two bots",
        "",
        "Name the stronger and the weaker one: `--bots greedy,random`.",
    ),
    "tune-bots": Wording(
        "{count:bot} for {players:player}", "", "Name one bot for all, or one for each seat."
    ),
}

_ENGINES: dict[str, Wording] = {
    "native-no-compiler": Wording(
        "There is no C compiler",
        "`CC` names none, and neither cc, gcc, clang nor the package ziglang is there.",
        "Install one, such as with `pip install 'rulewright[fast]'`.",
    ),
    "native-cc": Wording("`CC` names `{name}`, and there is no such compiler"),
    "native-failed": Wording("The compiler {compiler} made no library", "{said}"),
    "native-slow": Wording("The compiler {compiler} was stopped after {seconds} seconds"),
    "native-load": Wording("What the compiler {compiler} made cannot be loaded", "{said}"),
    "native-open": Wording(
        "Nothing is kept in or loaded from `{folder}`",
        "Others may write there, or it is a link.",
        "Make it a folder that only you may write to.",
    ),
    "native-cache": Wording("Nothing can be kept in `{folder}`", "{reason}."),
    "native-damaged": Wording("`{folder}` is damaged", "", "Remove it."),
    "native-disk": Wording("There is no room to build in", "{reason}."),
    "engine-few": Wording(
        "Fewer than {most:game} are not worth a build as machine code",
        "`--engine native` builds it all the same.",
    ),
    "engine-bots": Wording("Games of bots are played in Python, and what bots look ahead at by the engine"),
    "engine-apart": Wording(
        "{count:game} played one by one",
        "They have more moves than can be listed, or end for a reason that tells something of the game.",
    ),
}

LAB: dict[str, Wording] = {
    **_FORM,
    **_MEANING,
    **_DIFFERENCES,
    **_GAMES,
    **_RUNS,
    **_QUESTIONS,
    **_TUNING,
    **_ENGINES,
}

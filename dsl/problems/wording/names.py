"""Words for names that nothing declares, that are declared twice, or that stand where they cannot."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

NAMES: dict[str, Wording] = {
    "unknown-name": Wording(
        "I do not know the name `{name}`",
        "Nothing in this game is called that: no setting, zone, variable, definition or value.",
        "{near}",
    ),
    "unknown-target": Wording(
        "There is no variable `{name}`",
        "",
        "For a value with a name write `let {name} = ...`; what lasts is declared with `var {name} = ...`.",
    ),
    "unknown-kind": Wording(
        "There is no kind `{name}`",
        "A kind is int, bool, player, or the name of an enum or of a set of cards.",
        "{near}",
    ),
    "unknown-enum": Wording("There is no enum `{name}`", "A group takes its values from an enum.", "{near}"),
    "unknown-value": Wording("`{name}` is not a value of `{enum}`", "", "{near}"),
    "unknown-case": Wording(
        "`{name}` is not a value of `{enum}`",
        "{near}",
        "A new value is added where the enum is declared; a variant does with `add value {name} to {enum}`.",
    ),
    "unknown-card": Wording("There is no card `{name}` among the `{cards}`", "", "{near}"),
    "unknown-property": Wording(
        "Cards of `{cards}` have no property `{name}`",
        "A card has the properties that stand below its `cards` line, and `id`.",
        "{near}",
    ),
    "unknown-owner": Wording(
        "`{name}` is nothing that there could be one of each for",
        "After `of` stands `player` or the name of an enum (for variables also of a set of cards).",
        "{near}",
    ),
    "unknown-cards": Wording(
        "There are no cards called `{name}`", "A `cards` declaration gives a set its name.", "{near}"
    ),
    "unknown-zone": Wording("There is no zone `{name}`", "", "{near}"),
    "unknown-setting": Wording("There is no setting `{name}`", "", "{near}"),
    "unknown-score": Wording(
        "There is no score `{name}`", "A `score` declaration gives points a name.", "{near}"
    ),
    "unknown-award": Wording(
        "There is no score `{name}`",
        "{near}",
        "Points are awarded for a score that is declared for them: `score {name} from awards`; a variant "
        "writes `add` before it.",
    ),
    "unknown-function": Wording(
        "I do not know `{name}(...)`",
        "Neither this game's definitions nor the language's functions have that name.",
        "{near}",
    ),
    "unknown-action": Wording(
        "There is no action `{name}`",
        "A choice offers actions; each needs an `action` declaration.",
        "{near}",
    ),
    "unknown-rule": Wording("There is no rule `{name}`", "", "{near}"),
    "unknown-reaction": Wording("There is no reaction `{name}`", "", "{near}"),
    "case-twins": Wording(
        "`{name}` and `{other}` differ in capital letters only",
        "Whoever types a move or reads the rules takes them for one.",
        "Give one of them another name.",
    ),
    "declared-twice": Wording(
        "`{name}` is declared twice",
        "One name means one thing, or nobody could say which is meant.",
        "Give one of them another name.",
    ),
    "name-taken": Wording(
        "`{name}` is a name of the language itself", "", "Choose another name, such as `the_{name}`."
    ),
    "value-twice": Wording("`{name}` stands twice in `{enum}`", "", "Leave one out."),
    "value-of-several": Wording(
        "`{name}` could mean values of several enums", "", "Write which one: {options}."
    ),
    "named-like-value": Wording(
        "`{name}` is also one of the values of `{enum}`",
        "Where a value of `{enum}` belongs, nobody could say which of the two is meant.",
        "Give one of them another name.",
    ),
    "hides-local": Wording(
        "`{name}` is the name of something else just here",
        "From here on it means the new thing, which is easily overlooked.",
        "Choose another name.",
    ),
    "hides-declared": Wording(
        "`{name}` is the name of something else in this game",
        "Here it means the new thing only, which is easily overlooked.",
        "Choose another name.",
    ),
    "used-too-early": Wording(
        "`{name}` is not known yet when this is worked out",
        "Cards come first, then settings in the order written, tables, zones, dice, and variables last; "
        "each may use only what comes before it.",
        "Move its line up if it is of the same sort, or use something that comes before.",
    ),
    "setting-too-early": Wording(
        "`{name}` is not known yet when this setting is worked out",
        "A setting may use plain numbers, `player_count` and the settings above it. Tables, zones and "
        "variables come after all settings.",
        "If `{name}` is a setting, move its line up. Of a table write the numbers out here: "
        "`(if player_count == 2 then 7 else 4)`.",
    ),
    "wants-brackets": Wording(
        "Which one of `{name}` is meant stands in square brackets", "", "Write `{name}[...]`."
    ),
    "wants-parentheses": Wording("What `{name}` works on stands in parentheses", "", "Write `{name}(...)`."),
    "cards-unsure": Wording(
        "It is not known what cards lie here, so `.{name}` may mean nothing",
        "The zone may be any zone, with cards of any set.",
        "Where the zone is a parameter, declare it as `z: zone of {cards}`; or name the zone itself, such as "
        "`{zone}`.",
    ),
    "index-number": Wording(
        "Which bracket is meant, the first or the second?",
        "What stands in one bracket may be of another kind than what stands in the next.",
        "Write a plain number: `index(k, 1)`.",
    ),
    "index-lacking": Wording(
        "There is no bracket {number} in `{example}`",
        "Brackets count from 1, as they stand in the name of the zone.",
    ),
    "index-unsure": Wording(
        "This may be a zone `{name}` or a zone `{other}`, and they have not the same in bracket {number}",
        "It must be known what kind of value comes of it.",
        "Go through the zones of one name, as in `for each k in {name}`; or give the rule what stands in the "
        "brackets, as a parameter.",
    ),
    "zone-unsure": Wording(
        "Here belongs a zone of `{cards}`, and this may be any zone",
        "",
        "If it is given as a parameter, declare that as `zone of {cards}`.",
    ),
    "zone-of-zone": Wording(
        "`{name}` is a zone; what stands here says which cards lie in it",
        "",
        "Write `zone of {cards}`.",
    ),
    "score-as-value": Wording(
        "`{name}` is a score, which is counted when the game is over",
        "Only `winner by` may ask for it, as `score.{name}`.",
        "Work the points out in a `define` of their own, and use that here and in the score: "
        "`define worth(p: player) = ...`, `score {name}(p) = worth(p)`.",
    ),
    "score-of-awards": Wording(
        "`{name}` is a score, which is counted when the game is over",
        "Points that are awarded are only collected; `winner by` may ask for them, as `score.{name}`.",
        "Keep them in a variable besides, and ask for that: `var {name}_so_far of player = 0`, and beside "
        "`award 3 to me for {name}` a line `{name}_so_far[me] += 3`.",
    ),
    "score-nowhere": Wording(
        "`score` means nothing here",
        "Points are counted when the game is over; only `winner by` may ask for them.",
        "Work points out in a `define` of their own, and use that here and in the score: "
        "`define worth(p: player) = ...`, `score {name}(p) = worth(p)`.",
    ),
    "not-a-value": Wording(
        "`{name}` is the name of {what}, not a value",
        "Rules and actions do things; only definitions, settings, variables and the like have a value.",
        "To work something out, write a `define`.",
    ),
    "plain-nowhere": Wording(
        "`{name}` means nothing here",
        "`it` is the element of a `where` that has no name of its own, a `place of` or a ranking.",
        "{names}",
    ),
    "me-nobody": Wording(
        "`me` means nothing here",
        "`me` is the player who acts, and nobody has the turn here.",
        "Name the player: a variable that holds one, or `p` below `for each p in players`.",
    ),
    "me-nowhere": Wording(
        "`me` means nothing here",
        "`me` is the player who acts. A definition or a score is the same for whoever asks.",
        "Give the player as a parameter: `define reach(p: player) = ...`.",
    ),
    "function-without-call": Wording(
        "`{name}` needs something to work on", "", "Write it with parentheses: `{name}(...)`."
    ),
    "table-without-index": Wording(
        "`{name}` is a table; which of its entries is meant?", "", "Write the entry: `{name}[3]`."
    ),
    "index-count": Wording(
        "`{name}` takes {wanted} in brackets, not {have}",
        "What stands in brackets says which one of several is meant.",
        "Write `{example}`{known}.",
    ),
    "no-index": Wording("There is nothing to look up in brackets in {have}", ""),
    "no-fields": Wording(
        "There is no property `{name}` in {have}",
        "Only cards and dice have properties.",
        "Of several cards take one, such as `top(...)`, or go through them: `sum(c.{name} for c in ...)`.",
    ),
    "field-of-several": Wording(
        "`.{name}` is asked of one card, and this is {have}",
        "",
        "Go through them: `all(c.{name} == ... for c in {of})`, `best(c in {of} by most c.{name})` and so "
        "on; or take one, such as `the(first({of})).{name}`.",
    ),
    "field-is-function": Wording(
        "`{name}` is asked with parentheses, not behind a dot",
        "Behind a dot stand the properties of cards.",
        "Write `{name}({of})`.",
    ),
    "argument-count": Wording("`{name}` takes {wanted:value} in parentheses, not {have}"),
    "argument-kind": Wording("This wants {wanted}, and {have} stands here"),
    "side-wanted": Wording("A side is wanted here", "", "Write `left` or `right`."),
    "parameter-no-kind": Wording(
        "What kind of thing is `{name}`?",
        "A parameter states its kind, so that a wrong value can be told at once.",
        "Write it after a colon: `{name}: player`.",
    ),
    "parameter-twice": Wording("Two of these are called `{name}`", "", "Give one another name."),
    "phase-twice": Wording("There are two phases `{name}`", "A phase's name points at one place in play."),
    "action-twice": Wording("`{name}` is offered twice in one choice", "", "Leave one out."),
    "setting-twice": Wording("The preset gives `{name}` twice", "", "Leave one line out."),
    "copies-of-rows": Wording(
        "A card file says of each card how many copies there are",
        "",
        "Leave the line out, and write `copies` in the file.",
    ),
    "made-id-unsure": Wording(
        "What ids the cards of `{cards}` have depends on settings or the number of players",
        "An id that is written down might be in no box.",
        "Ask for what the cards are made of: `c.suit == red and c.value == 7`.",
    ),
    "text-no-id": Wording(
        "This is compared with {have}, which is no text",
        'A text in quotes can only be the id of a card, as in `c.id == "red-7"`.',
        "Write `{name}` without quotes.",
    ),
    "field-of-rows": Wording(
        "`{name}` says something of a row of the card file, and cannot be a property",
        "Each row has `id`, and may have `name`, `text`, `copies`, `printings`, `source` and `note`.",
        "Give the property another name.",
    ),
    "field-twice": Wording(
        "Cards have `{name}` twice", "A card has each property once; `id` every card has of itself."
    ),
    "game-twice": Wording("There are two `game` lines", "A game has one title.", "Leave one out."),
    "setup-twice": Wording("There are two `setup` blocks", "", "Put both into one."),
    "play-twice": Wording("There are two `play` blocks", "", "Put both into one."),
    "recursion": Wording(
        "`{name}` comes back to itself",
        "The circle is {circle}. Nothing may be worked out by way of itself, so that play always goes on.",
        "For things that repeat use `for each`, `repeat`, `sum` or `count`.",
    ),
    "unused": Wording("The {what} `{name}` is never used", "It may be misspelt somewhere, or left over."),
    "ruleset-unknown": Wording(
        "I find no ruleset `{name}`", "It is none of {known}, and no file or folder of that name.", "{near}"
    ),
    "translation-unknown": Wording(
        "The game is not translated into `{name}`", "Its translations: {known}.", "{near}"
    ),
    "translation-not-loaded": Wording(
        "The rules were loaded without the words of `{name}`",
        "Words are read together with the rules.",
        "Write `load(..., language=...)` where the rules are loaded.",
    ),
    "ruleset-empty": Wording(
        "The folder `{name}` holds no rule file",
        "A game is a rule file in a folder of its own; its scenarios lie in `scenarios` beside it.",
        "Name another folder or a file; `rulewright test --game GAME FILE` runs a scenario from elsewhere.",
    ),
    "ruleset-folder": Wording(
        "The folder `{name}` holds {count} rule files that could be meant", "", "Name the file itself."
    ),
    "file-twins": Wording(
        "`{name}` and `{other}` differ in capital letters only",
        "On many computers they are one file.",
        "Give one of them another name.",
    ),
    "file-name": Wording(
        "`{name}` cannot be the name of a file here",
        "A game's files lie beside it or in folders below: plain names, no `..`, no address, no drive.",
    ),
    "file-missing": Wording("There is no file `{name}`"),
    "file-is-folder": Wording("`{name}` is a folder, not a file"),
    "file-not-regular": Wording("`{name}` is not an ordinary file"),
    "file-forbidden": Wording("The file `{name}` may not be read", "Its permissions forbid it."),
    "file-leads-out": Wording(
        "`{name}` is a link that leads out of its folder, and is not followed",
        "Rules of others are not to read what nobody gave them.",
        "Put the file itself there, or name it by its own path.",
    ),
    "file-unreadable": Wording("The file `{name}` cannot be read"),
    "include-circle": Wording("These files include each other in a circle", "The circle is {circle}."),
    "include-twice": Wording("The file `{name}` is included twice", "", "Leave one `include` out."),
    "use-expects-not": Wording("The library expects no `{name}`", "", "{near}"),
    "use-twice": Wording("`{name}` is given twice", "", "Leave one out."),
    "use-again": Wording(
        "The library `{name}` is used twice", "All that it lends would be declared twice.", "Use it once."
    ),
    "use-finds-not": Wording(
        "The library `{library}` expects {what}, and this game has none called `{target}`",
        "What a library expects under its own name, the game gives under its name.",
        "{near} Write `with {name} = ` and the name that it has here.",
    ),
    "library-holds": Wording(
        "A library cannot hold this",
        "It lends definitions, rules, actions, zones, tables, settings, variables, enums, scores and "
        "reactions.",
    ),
    "library-played": Wording(
        "A library is no game", "It is borrowed by games, with a line such as `use tricks`."
    ),
    "limit-files": Wording("This game is made of more than {most} files", "That is the limit."),
}

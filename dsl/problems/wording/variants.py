"""Words for variants: changes to what is not there, changes that contradict each other, wrong bases."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

VARIANTS: dict[str, Wording] = {
    "variant-conflict": Wording(
        "Two variants change the same thing: {what}",
        "`{one}` and `{other}` cannot both have their way.",
        "{advice} Play with one of them, or write a variant of your own that says what holds.",
    ),
    "variant-twice": Wording(
        "This variant changes the same thing twice: {what}", "Only one can hold.", "Leave one out."
    ),
    "variant-missing": Wording("The game has no {word} `{name}` to change", "", "{advice}"),
    "variant-missing-block": Wording(
        "The game has no `{word}` to change", "", "What the game does not have yet is written with `add`."
    ),
    "variant-other-kind": Wording(
        "`{name}` is {have} in this game, not {wanted}", "", "Write `{word} {name}`."
    ),
    "variant-shape": Wording(
        "The rest of the game does not fit this {what} `{name}`",
        "It goes on using `{name}` as the game itself declares it: `{head}`.",
        "Declare it with the same in brackets and after `of`, and a zone with the same cards; or change all "
        "that uses it, too.",
    ),
    "variant-exists": Wording(
        "The game has a {what} already",
        "`add` is for what the game does not have.",
        "Write `replace` to put yours in its place, or give yours another name.",
    ),
    "variant-setting-kind": Wording(
        "The value of the setting `{name}` does not fit",
        "This setting takes {have}.",
        "`rulewright info` lists the settings of a game with what they may be.",
    ),
    "variant-set-moves": Wording(
        "`moves` is no setting here", "", "For how many moves a game may take write `set moves up to 20000`."
    ),
    "variant-parameters": Wording(
        "`{name}` is given other things in the game than here",
        "The rest of the game goes on using it as before, with the same number and kinds of things.",
        "Begin with `replace {signature}`.",
    ),
    "variant-table-short": Wording(
        "The table `{name}` becomes too short",
        "The game's has {have:entry|entries}, and may be asked beyond its end; this one has {size}.",
        "Write all entries, or end the line with `, then last`: the last entry then holds for all above it.",
    ),
    "variant-no-arms": Wording(
        "`{name}` has no arms",
        "Only what is written with `match` has arms, one on each line below it.",
        "Write `replace` and the whole of it.",
    ),
    "variant-part-missing": Wording("`{of}` has no {what} to change", "", "{advice}"),
    "variant-part-there": Wording(
        "`{of}` has the {what} already", "`add` is for what the game does not have.", "Write `replace`."
    ),
    "variant-offered-there": Wording(
        "Wherever `{name}` can be chosen, `{action}` can be already", "", "Leave this line out."
    ),
    "variant-offered-nowhere": Wording("Nowhere in the game can `{name}` be chosen", "", "{advice}"),
    "variant-card-missing": Wording("There is no card `{card}` among the `{cards}`", "", "{advice}"),
    "variant-card-there": Wording(
        "There is a card `{card}` already",
        "Each card of a set has an id of its own.",
        "Give yours another id, or change the card with `change card`.",
    ),
    "variant-cards-made": Wording(
        "The cards `{cards}` stand in no file",
        "The game makes them from values, so there are no rows to add, remove or change.",
        "Change the setting or the values that they are made from.",
    ),
    "variant-card-value": Wording(
        "I cannot read this as the value of `{name}` on a card",
        "A card has a number, yes or no, a name, or a list of names such as `[love, love]`.",
        "For anything longer, add a card from a file of your own.",
    ),
    "variant-line-twice": Wording("`{name}` is given twice for one card", "", "Leave one out."),
    "variant-is-game": Wording(
        "`{name}` is a game, not a variant",
        'A variant begins with a line such as `variant "My rules" of "some-game"` and names what changes.',
        "Play it by itself.",
    ),
    "variant-no-title": Wording(
        "This variant does not say what it is a variant of",
        "",
        'Begin with `language 1`, then `variant "My rules" of "some-game"`.',
    ),
    "variant-title-twice": Wording("This variant has two titles", "", "Leave one out."),
    "variant-holds": Wording(
        "A variant holds only changes",
        "It must be clear what is new and what stands in the place of something in the game.",
        "Write `add` before what is new, `replace` before what the game has; `set` changes a setting.",
    ),
    "change-outside": Wording(
        "A game cannot change another",
        "Changes belong into a variant: a file of its own that is laid over the game.",
        'Take out the line `game`, and begin with `variant "My rules" of "some-game"`.',
    ),
    "variant-of-other": Wording("`{title}` is a variant of `{of}`, and not of `{game}`", "", "{advice}"),
    "variant-unknown": Wording("I find no variant `{name}` of `{game}`", "{known}", "{advice}"),
    "variant-circle": Wording("These variants build on each other in a circle", "The circle is {circle}."),
    "variant-no-base": Wording(
        "I find no game or variant `{of}`",
        "`{title}` is a variant of it. I looked among the games that come along, and beside the file.",
        "{advice}",
    ),
    # ---- how changes are written ----
    "change-word": Wording(
        "{found} is not how a change begins.",
        "",
        "A variant changes a game by `set`, `add`, `replace`, `remove`, `change card`, `before` or `after`.",
    ),
    "change-without-kind": Wording(
        "After `{after}` I expected what kind of thing it is.",
        "",
        "Write the word that its declaration begins with, such as `{after} score`, `{after} define` or "
        "`{after} table`.",
    ),
    "change-of-a-card": Wording(
        "A single card is not written here.",
        "New cards stand in a card file; the ones that are there are changed in place.",
        'Write `add cards Life from "my-cards.yaml"`, or `change card` with the new values indented below.',
    ),
    "change-of-no-card": Wording(
        "`change` is for cards only, and I found {found}.",
        "",
        "A setting is changed with `set columns = 4`, anything else with `replace`.",
    ),
    "set-equals": Wording("I expected `=` after `{after}`.", "", "Write `set columns = 4`."),
    "set-setting": Wording(
        "The name of a setting follows `set` at once.", "", "Write `set columns = 4`, without `setting`."
    ),
    "change-before-brackets": Wording(
        "The name `{after}` stands alone here.",
        "What was chosen goes by the names that it has in the game.",
        "Leave out the parentheses: `{line}`.",
    ),
    "change-insert-where": Wording(
        "{found} is nothing that effects can be put before or after.",
        "They go before or after an action, a phase or a rule, by its name, or `setup` or `play`.",
        "Write `{after} setup`, say, and the effects indented below.",
    ),
    "change-requirement-name": Wording(
        "This requirement has no name.",
        "By its name another variant can change it or take it out.",
        "Write `{line} NAME to ACTION: CONDITION`.",
    ),
    "change-requirement-to": Wording(
        "This does not say which action shall require it.",
        "",
        "Write the name of the requirement, `to` and the action: `add require NAME to ACTION: CONDITION`.",
    ),
    "change-requirement-of": Wording(
        "This does not say of which action `{after}` is a requirement.",
        "",
        "Write the action and a dot before it: `ACTION.{after}`.",
    ),
    "change-arm-of": Wording(
        "This does not say whose arm it is.",
        "",
        "Write it behind the arm: `add arm NAME to worth: VALUE`, `replace arm NAME in worth: VALUE`.",
    ),
    "change-offer": Wording(
        "This does not say which choices offer the action, too.",
        "It joins all choices in which another action can be chosen.",
        "Write `add action gamble to choose take`, with the names of the new action and of the other.",
    ),
    "change-offer-from": Wording(
        "An action is removed from all choices at once.",
        "",
        "Leave out `from` and what follows, or replace the phase or rule in which the choice stands.",
    ),
    "variant-without-base": Wording(
        "This variant does not say of which game it is.", "", 'Write `variant "My rules" of "some-game"`.'
    ),
}

"""Words for what is well written and does not fit: kinds, absent values, places, sizes."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

MEANING: dict[str, Wording] = {
    # ---- kinds
    "kind-mismatch": Wording("Here belongs {wanted}, and this is {have}"),
    "player-by-number": Wording(
        "Here belongs {wanted}, and this is {have}",
        "Players have no numbers in the rules; who begins is drawn in most games: `var starter: player = "
        "random player`.",
        "For the first seat write `best(p in players by fewest seat(p))`.",
    ),
    "number-of-player": Wording(
        "Here belongs {wanted}, and this is {have}",
        "",
        "Their rank is `place of ... by most ...`, the number of their seat `seat(...)`; points for one "
        "player are `if p == ... then 3 else 0`.",
    ),
    "number-of-answer": Wording(
        "Here belongs {wanted}, and this is {have}",
        "",
        "An answer becomes a number with `if ... then 1 else 0`.",
    ),
    "number-of-several": Wording(
        "Here belongs {wanted}, and this is {have}",
        "",
        "How many there are is `size(...)`, and a sum over them `sum(c.value for c in ...)`, say.",
    ),
    "players-index": Wording(
        "Nothing is looked up by its number in {have}",
        "Only the first and the last have words of their own.",
        "For the first seat write `first(players)`, for the last `last(players)`.",
    ),
    "zone-index": Wording(
        "A card of `{zone}` is not looked up by a number in brackets",
        "The cards of a zone lie on one another; `level(c)` is 1 for the one at the bottom.",
        "Write `top({zone})`, `bottom({zone})`, or `best(c in {zone} where level(c) == 2 by first)`.",
    ),
    "cards-unsure-kind": Wording(
        "Here belongs a card of `{cards}`, and it is not known what cards these are",
        "They lie in a zone that may be any zone, with cards of any set.",
        "Where the zone is a parameter, declare it as `zone of {cards}`; or name the zone itself, such as "
        "`{zone}`.",
    ),
    "kinds-differ": Wording(
        "This is {have}, where the others are {wanted}", "All branches give the same kind."
    ),
    "compares-unlike": Wording(
        "This compares {left} with {right}",
        "Things of different kinds are never equal, more or less.",
        "{near}",
    ),
    "compares-order": Wording(
        "Of {have} none is more or less than another", "Numbers and an enum's values have an order."
    ),
    "compares-collection": Wording(
        "This is {have}, which cannot be compared as a whole",
        "",
        "Compare its `size(...)`, or ask `any(...)` or `all(...)` of its elements.",
    ),
    "not-a-collection": Wording(
        "There is nothing to go through in {have}",
        "This needs several things: a zone, a range such as 1..5, an enum, `players`, or a list.",
    ),
    "list-of-collections": Wording("A list holds single things, not collections"),
    "parameter-collection": Wording(
        "What can be handed over as a set are cards, players or values of an enum; `{name}` would be {have}",
        "",
        "Write `set of Card`, `set of player` or `set of Suit`, say; or hand over what they belong to.",
    ),
    "set-of-one": Wording(
        "Here belong {wanted}, and this is {have}",
        "",
        "A set of one is written `[c]`. To go through sets write `h in exactly 3 of ...` or "
        "`h in 0 to 3 of ...`; `up to 3 of` is for the first three, one by one.",
    ),
    "later-set": Wording(
        "`then` cannot hand over a set, as `{rule}` wants for `{name}`",
        "Until the rule runs the cards may lie elsewhere.",
        "Call `{rule}` at once, without `then`; or let it look for them itself.",
    ),
    "payment-symbols": Wording(
        "A price is asked in the values of an enum, and this is {have}",
        "",
        "Write the name of an enum or a group.",
    ),
    "all-of-zones": Wording("`all` gathers the cards of zones, and this is {have}"),
    "match-kind": Wording("`match` goes by values of an enum, numbers, or yes and no; this is {have}"),
    "match-range": Wording(
        "A range is of numbers, and this `match` goes by {have}",
        "",
        "Write the values with commas between them, or the name of a group that holds them.",
    ),
    "match-empty": Wording(
        "There is no number from {low} up to {high}",
        "",
        "The smaller number stands first: `{high}..{low}`.",
    ),
    "match-pattern": Wording(
        "Before the colon of an arm stands a value, or a range such as `1..5`",
        "It must be known before play.",
        "{meant}",
    ),
    "match-twice": Wording("This value has an arm already", "", "Leave one of the two out."),
    "match-overlap": Wording(
        "There is an arm for {which} already",
        "Each number is answered by one arm.",
        "Let one range end before the other begins.",
    ),
    "match-never": Wording(
        "This arm is for no number that can occur",
        "What is matched is always from {low} to {high}.",
        "Leave it out.",
    ),
    "match-missing": Wording(
        "This `match` has no arm for {missing}",
        "Every value that can occur needs an answer.",
        "Add the missing arms, or an `else:`.",
    ),
    "match-needs-else": Wording(
        "This `match` needs an `else:`", "It may be given numbers for which there is no arm."
    ),
    # ---- absent values
    "may-be-absent": Wording(
        "This may be absent, where {wanted} must be there",
        "The top card of an empty zone, say, is none at all, and nothing counts silently as zero.",
        "Give a default with `... else ...`, ask `is some` first, or write `the(...)` if it is always there.",
    ),
    "field-of-absent": Wording(
        "`.{name}` is asked of something that may be absent",
        "",
        "Write `?.{name}`, whose answer is absent then; or ask `is some` first.",
    ),
    "never-absent": Wording("This is always there, so the question is idle", "", "Leave {idle} out."),
    "never-absent-field": Wording(
        "`?.{name}` is for what may be absent; this is always there", "", "Write `.{name}`."
    ),
    "let-nothing": Wording("`none` alone does not say what is absent"),
    # ---- declarations
    "no-game": Wording(
        "This is no game yet",
        "A rule file says what game it is.",
        'Begin with `language 1` and a line such as `game "My game"`.',
    ),
    "no-language": Wording(
        "The file does not say which version of the language it is written in",
        "",
        "Make `language {version}` its first line.",
    ),
    "language-version": Wording(
        "This file needs version {wanted} of the language, and I read version {have}",
        "",
        "A newer Rulewright may read it.",
    ),
    "no-players": Wording(
        "The game does not say how many players it takes", "", "Write `players 2..4` below the `game` line."
    ),
    "players-number": Wording(
        "A game for {low} to {high} players cannot be",
        "It takes from 1 to {most} players, the smaller number first.",
    ),
    "team-defined": Wording(
        "`team` says who wins together, and is no definition",
        "",
        "Write `team(p) = seat(p) mod 2` without `define`; or give the definition another name.",
    ),
    "team-parameter": Wording("Teams are made of players", "", "Write `team(p) = seat(p) mod 2`."),
    "team-kind": Wording(
        "A team is told by a number or a value of an enum, and this is {have}",
        "Players for whom it is the same play together.",
    ),
    "team-key-mixed": Wording(
        "This goes by `score` and by `it` at once",
        "With teams `score` is that of the team together, and `it` each of its players in turn, whose values "
        "are added up.",
        "Make two of it: `winner by highest score, then fewest size(hand[it])`; or a score of its own.",
    ),
    "team-alone": Wording(
        "With {players} players there is one team only, and it always wins",
        "",
        "Say when it wins, `winner by highest score where score > 3`; or make more teams.",
    ),
    "team-unequal": Wording(
        "With {players} players the teams are unequal: {sizes}",
        "Each player's points count for the team, so that the larger one has more.",
        "Say under `game` how many can play; or make the teams equal.",
    ),
    "moves-number": Wording(
        "A game of up to {have:move} cannot be",
        "It takes from 1 to {most} moves, and {usual} where nothing is said.",
    ),
    "no-play": Wording("There is no `play` block", "It says how a game goes."),
    "no-winner": Wording(
        "The game does not say who wins", "", "Add a line such as `winner by highest score` at the end."
    ),
    "winner-word": Wording("`{word}` is no way to order players", "", "Write `highest ...` or `fewest ...`."),
    "setting-kind": Wording(
        "The setting `{name}` would be {have}", "A setting is a number, yes or no, or an enum's value."
    ),
    "setting-no-range": Wording(
        "Which numbers may `{name}` be?",
        "",
        "Give the range after the default: `setting {name} = 3 in 1..6`. In a variant `set {name} = 3` "
        "changes the value alone.",
    ),
    "setting-range-needless": Wording("`{name}` needs no range", "Its values are few and known."),
    "setting-range": Wording(
        "The setting `{name}` is {value}, and may be {low} to {high} with {players:player}",
        "",
        "Take a value within that range, or widen it where the setting is declared; a variant does with "
        "`set {name} = {value} in {least}..{most}`.",
    ),
    "size-is-range": Wording(
        "In these brackets stands how many there are, and this is a range",
        "",
        "Write `[{most}]`: they are numbered from 1.",
    ),
    "size-is-owner": Wording(
        "In these brackets stand numbers, and `{name}` is none",
        "",
        "Write `of {name}` behind the name, and behind the brackets where there are any.",
    ),
    "sight-missing": Wording(
        "Who sees the cards of `{name}`?",
        "A zone says it, so that no card is shown by oversight.",
        "Add `face up`, `face down` or `seen by owner` after a comma.",
    ),
    "not-remembered-in-sight": Wording(
        "All see the cards of `{name}`, so nobody can forget them.",
        "`not remembered` is for zones that somebody cannot see into.",
        "Take it away, or choose `face down` or `seen by owner`.",
    ),
    "sight-no-owner": Wording(
        "`{name}` has no owner who could see it",
        "",
        "Write `{name} of player`, or choose `face up` (all see it) or `face down` (nobody does).",
    ),
    "shows-open-variable": Wording(
        "Everybody sees `{name}` already",
        "Only what is hidden can be shown.",
        "Leave the line out; or declare the variable `face down` or `seen by owner`.",
    ),
    "hidden-from-open": Wording(
        "`{name}` is hidden, and is set from `{choice}`, which everybody is told",
        "The log tells all players what is chosen, so that it is no secret what the variable holds.",
        "Write `seen by me` after the choice: others learn then that it was made, and not what was chosen.",
    ),
    "tell-hidden": Wording(
        "This was worked out from cards that not all see, and all would read it here",
        "Of what is worked out in the gap itself each player reads what they may know by then.",
        "Write the card's property in the gap, as in {{c.value}}; or keep it in a variable, which all see.",
    ),
    "dice-faces": Wording(
        "These cannot be the faces of dice: {have}",
        "",
        "Write a range such as 1..6, a list such as [1, 2, 2, 3], or the name of an enum or a group.",
    ),
    "dice-faces-number": Wording(
        "A die in `{name}` would have {count:face}",
        "It must have 1 to {most}, with any number of players and whatever the settings are.",
        "A range goes from the lower number to the higher one, as in 1..6.",
    ),
    "variable-collection": Wording("The variable `{name}` would hold {have}", "A variable holds one value."),
    "variable-beside": Wording(
        "`{name}` cannot stand beside the name of a card",
        "It would have to be kept `of` one set of cards, each card having one value that stays from turn to "
        "turn.",
        "Write `var giver of Chip: player?, beside its name`, or leave `beside its name` out.",
    ),
    "variable-beside-two": Wording(
        "Beside the name of a `{cards}` there is room for one value, not for `{name}` too",
        "With two of a kind nobody could tell which is which.",
        "Leave `beside its name` out of one of them.",
    ),
    "variable-kind": Wording(
        "What kind of value does `{name}` hold?", "", "Give it a first value, or a kind: `var {name}: int`."
    ),
    "variable-initial": Wording(
        "What is `{name}` at the beginning?",
        "Of the kind `{have}` no value could stand for none.",
        "Give a first value, or write `{have}?`, which may be absent.",
    ),
    "random-player-place": Wording(
        "`random player` can only be a variable's first value",
        "",
        "Write `var starter: player = random player`; or in play, on a line of its own, "
        "`let p = random p in players`.",
    ),
    "random-order": Wording(
        "An order has no say in what is drawn from all of them",
        "",
        "Leave it out; or for one of the three highest write `random c in up to 3 of hand[me] from highest "
        "c.value`.",
    ),
    "field-collection": Wording("`{name}`: only an enum's values come in bags and sets"),
    "property-kind": Wording(
        "A card's `{name}` cannot be {have}", "It is a number, yes or no, or of an enum."
    ),
    "field-default": Wording("The default of `{name}` must be a plain value"),
    "generator-kind": Wording(
        "`{name}` cannot go through {have}", "Cards are made for each value of an enum or a range."
    ),
    "generator-other": Wording(
        "`{other}` is not known here: it is another property of these same cards",
        "A card is made for each combination of all the values.",
        "Let `{name}` go through all that it may be, and say behind all of them which cards are made: "
        "`where {which}`.",
    ),
    "generated-default": Wording("Every card needs a `{name}`", "", "Give it a default: `{name}: int = 0`."),
    "card-unknown-property": Wording(
        "The card `{card}` has `{name}`, which `{cards}` do not declare",
        "",
        "{near}",
    ),
    "card-value-empty": Wording(
        "`{name}` has no value here", "", "Write `none`, or leave the line out: both mean that there is none."
    ),
    "card-value-missing": Wording(
        "`{name}` has no value here",
        "",
        "Write one after the colon; where the rules give `{name}` a default, the line can be left out.",
    ),
    "card-id-hyphen": Wording(
        "The id `{name}` stands without quotes",
        "A hyphen is a minus sign here.",
        'Write `"{name}"`.',
    ),
    "card-misses-property": Wording(
        "The card `{card}` does not say its `{name}`", "", "Add it, or give `{name}` a default in the rules."
    ),
    "score-parameter": Wording("A score is for a player", "", "Write `score points({name}) = ...`."),
    "score-whose": Wording(
        "It does not say whose points `{name}` are",
        "A score is worked out for each player in turn.",
        "Write `score {name}(p) = ...`, where `p` is the player.",
    ),
    "never-awarded": Wording(
        "Nothing is ever awarded for `{name}`", "", "Somewhere must stand `award ... to ... for {name}`."
    ),
    "award-to-computed": Wording(
        "`{name}` is worked out at the end, so nothing can be awarded for it",
        "",
        "Award for a score of its own: `score bonus from awards`, say; a variant writes `add` before it.",
    ),
    # ---- statements
    "asks-here": Wording(
        "Play cannot stop for this inside {place}",
        "Choices, turns and phases belong to `play`, and to rules that play calls.",
        "Put it into a rule, and write `then` and the rule's name here.",
    ),
    "asks-in-setup": Wording(
        "Play cannot stop for this inside {place}",
        "Choices, turns and phases belong to `play`, and to rules that play calls.",
        "Write it at the beginning of `play`; a variant does so under `before play`.",
    ),
    "asks-without-then": Wording(
        "The rule `{name}` asks a player, which cannot happen inside {place}",
        "It can run as soon as this has ended.",
        "Write `then {name}`.",
    ),
    "then-without-action": Wording(
        "`then` waits for the end of an action, and in {place} there is none",
        "",
        "Write the rule by itself: `{name}`.",
    ),
    "choose-nobody": Wording(
        "Who chooses?", "Nobody has the turn here.", "Put it inside `turns`, or write `by` and a player."
    ),
    "choose-steps-forced": Wording(
        "A choice made `step by step` is always asked",
        "Whether there is only one way to choose several things cannot be told from the first of them.",
        "Take out one of them. To ask only where something is left to choose, put the two ways under an "
        "`if`: `if size(hand[me]) > 2`, and below it the choice `step by step`; `else`, and below that the "
        "one `unless forced`.",
    ),
    "calls-action": Wording(
        "`{name}` is an action: a player chooses it",
        "",
        "Offer it with `choose {name}`, or make it a `rule`.",
    ),
    "calls-definition": Wording("`{name}` is a definition: it has a value and does nothing"),
    "assigns-local": Wording(
        "`{name}` is a name for a value, and stays what it is", "Only variables change."
    ),
    "assigns-no-variable": Wording("Only a variable can be given a new value", "", "Declare it with `var`."),
    "adds-to-no-number": Wording("Only numbers can be added to; this is {have}"),
    "verb-wants-cards": Wording("This is done to cards, and here stands {have}"),
    "verb-wants-zone": Wording("A zone is wanted here, and this is {have}"),
    "verb-wants-cup": Wording("Dice roll into a cup that a `dice` line declares; this is {have}"),
    "verb-wants-dice": Wording("Only dice are rolled again; this is {have}"),
    "zone-needs-index": Wording(
        "Which of these zones is meant?", "", "Name one in brackets, such as `{example}`{known}."
    ),
    "zone-of-unsure": Wording(
        "The zone holds `{have}`, and it is not known what cards these are",
        "They come from a zone that may be any zone, with cards of any set.",
        "Where it is a parameter, declare it as `zone of {have}`; or name the zone itself.",
    ),
    "zone-of-others": Wording("These are cards of `{wanted}`, and the zone holds `{have}`"),
    "deal-each": Wording("`to each` deals to several zones, and this is {have}"),
    "swap-unlike": Wording("This would swap {left} with {right}", "Two cards change places, or two zones."),
    # ---- the whole game
    "no-end": Wording(
        "These turns would never end",
        "",
        'Write `once`, or `until ... because "..."`, or `end game` somewhere.',
    ),
    "end-never": Wording("This can never come true, so the game would not end"),
    "action-never-offered": Wording(
        "No choice ever offers `{name}`",
        "An action that nobody can choose does nothing.",
        "Add it to a `choose` in play, or take it out: a variant does with `remove action {name}`.",
    ),
    "reaction-circle": Wording("These reactions set each other off for ever", "The circle is {circle}."),
    "reaction-after-circle": Wording(
        "Each of these reactions is to come after the next",
        "The circle is {circle}.",
        "Take out one `after`.",
    ),
    "reaction-after-other": Wording(
        "`{name}` cannot come after `{other}`, which happens at something else: when a card {event} `{zone}`",
        "`after` orders reactions to one event. A card that goes from zone to zone leaves the one before it "
        "enters the other, and what a reaction moves has its own reactions later.",
        "Leave it out.",
    ),
    "reactions-unordered": Wording(
        "It is not said which comes first, `{other}` or `{name}`, when a card {event} `{zone}`",
        "Both have to do with {shared}, so the result hangs on it; their places in the file say nothing.",
        "Write `reaction {name} after {other} when ...`, or the other way round.",
    ),
    "end-phase-nowhere": Wording(
        "No phase is running where this is reached",
        "`end phase` ends the innermost phase that is running.",
        "Put it into a phase, or write `end game`.",
    ),
    "end-game-skips": Wording(
        "This ends all play, so that phase `{skipped}` does not happen",
        "It is reached in phase `{phase}`, and `{skipped}` follows.",
        "If only `{phase}` shall end, write `end phase`.",
    ),
    "drop-out-of-round": Wording(
        "Who drops out is out of the whole game, and these rounds go on without",
        "Nothing brings a player back who has dropped out: there is no turn for them in a later round.",
        "For a round only, keep it in a variable: `var out of player: bool`, `out[me] = yes`, `turns ... "
        "where not out[it]`, set back when a round begins. If the game is meant, let the rounds end when too "
        "few are left: `repeat until count(p in players where playing(p)) < 2`.",
    ),
    "never-reached": Wording("This is never reached", "{why}", "Take it out, or put it where it is reached."),
    "each-turn-never": Wording(
        "`{name}` is never set back, since the game has no turns",
        "`each turn` does it when a turn of `turns` begins.",
        "Set it where it should begin again: `{name} = ...`.",
    ),
    "deal-before-refill": Wording(
        "All of these cards are dealt before `{name}` fills `{zone}` up",
        "Reactions come after the whole effect, so too few may be dealt.",
        "Deal them one at a time: `repeat 3 times` and below it `deal up to 1 from {zone} to ...`.",
    ),
    "order-of-unordered": Wording(
        "`{asks}` asks for an order, and `{zone}` is `unordered`",
        "The order of its cards says nothing. Equal ones are one choice, and the answer is that of any one.",
        "Leave out `unordered` where `{zone}` is declared, or do not ask where in it a card lies.",
    ),
    "ranking-same": Wording(
        "This is the same for all, so it puts nothing in order",
        "",
        "Ask about the one in question, which is `it` where it has no name: `size(hand[it])`.",
    ),
    "index-range": Wording(
        "There is no number {value} here", "The numbers of `{name}` go from 1 to {most} in this place."
    ),
    "not-constant": Wording(
        "This must be known before a game begins: {what}",
        "It may use settings, the number of players and plain numbers, nothing that changes in play.",
    ),
    "size-range": Wording("This makes {what} {value}", "It must be {low} to {high}."),
    "deals-too-many": Wording(
        "This deals more cards than there are: {wanted} in all from `{zone}`, which has {have}",
        "That is so with {players:player} and the settings as they stand.",
        "Deal fewer, put more cards there first, or write `deal up to ...`.",
    ),
    "limit-work": Wording(
        "What must be known before a game begins takes too long to work out",
        "It may not go through more than 50,000 steps.",
        "Go through fewer things.",
    ),
    "limit-chain": Wording(
        "Things that use each other are nested too deep here",
        "At most {most:,} levels, counted through every definition and rule that is used inside.",
        "Work the result out in fewer steps, or use `sum`, `count` or `for each`.",
    ),
    "limit-cards": Wording("The box would hold {size:,} cards", "The limit is {most:,}."),
    "limit-zones": Wording("There would be {size:,} zones", "The limit is {most:,}."),
    "limit-dice": Wording("There would be {size:,} dice", "The limit is {most:,}."),
    "limit-variables": Wording(
        "The variables would hold {size:,} values",
        "The limit is {most:,}: a variable holds one for each combination of its indices.",
        "Keep it `of` fewer things, or give each card of one set what it needs as a property.",
    ),
    "limit-state": Wording(
        "A position of this game would take {size:,} numbers",
        "The limit is {most:,}. A zone takes as many as there are cards that it may hold, and so does a "
        "choice of several cards, once for each player where all choose at once.",
        "Say how many cards a zone may hold, such as `at most 5`, or make do with fewer zones or cards.",
    ),
    "limit-range": Wording("This range is too long", "The limit is 100,000 numbers."),
    "limit-cost": Wording(
        "These loops inside loops could go round {size:,} times",
        "The limit is {limit:,}, so that every game answers at once.",
        "Go through fewer things, or one thing at a time.",
    ),
    "limit-sets": Wording(
        "There can be {ways} sets of {many} out of {room} here",
        "With what is asked of each, loops could go round {size:,} times; the limit is {limit:,}, so that "
        "every game answers at once.",
        "Take them from fewer things, such as a zone declared with `at most 7`; or take smaller sets.",
    ),
}

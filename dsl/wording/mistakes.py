"""Words for the common mistakes that `grammar/mistakes.yaml` knows by example."""

from __future__ import annotations

from rulewright.dsl.wording.entry import Wording

MISTAKES: dict[str, Wording] = {
    # ---- words of other languages ----
    "foreign-define": Wording(
        "{found} is not how a definition begins.", "", "Write `define reach(p: player) = ...`."
    ),
    "foreign-variable": Wording(
        "{found} is not how a variable is declared.",
        "",
        "Write `var passes = 0`; `let` names a value inside a rule.",
    ),
    "foreign-import": Wording("{found} does not bring in another file.", "", 'Write `include "file.rules"`.'),
    "foreign-class": Wording(
        "{found} begins no declaration.",
        "",
        'Cards are declared with `cards Life from "cards.yaml"`, values with `enum`.',
    ),
    "foreign-each": Wording("`for` needs the word `each`.", "", "Write `for each p in players`."),
    "foreign-while": Wording(
        "`{first}` does not begin a repetition, and I cannot read what follows it.",
        "Lines are repeated until something holds.",
        "Write `repeat until CONDITION`.",
    ),
    "foreign-elif": Wording("I cannot read `{first}`.", "", "Write `else if CONDITION`."),
    "foreign-return": Wording(
        "`{first}` gives no value back.",
        "Rules do things; values come from definitions.",
        "Write `define NAME = VALUE`.",
    ),
    "foreign-is": Wording(
        "After `is` I found {found}.",
        "`is some` and `is none` ask whether there is a value at all.",
        "To compare, write `==` or `!=`.",
    ),
    "foreign-unequal": Wording(
        "`<>` is not a sign of the language.", "", "Write `!=` for values that differ."
    ),
    # ---- signs ----
    "syntax-compares-doubled": Wording(
        "`{after}` stands twice here.", "", "Write it once to compare; `<=` is at most and `>=` at least."
    ),
    "syntax-equals": Wording(
        "`=` sets a value; here two values are compared.", "", "Write `==` to ask whether they are equal."
    ),
    "syntax-too-many-equals": Wording("I found `=` after `{after}`.", "", "Write `==` to compare."),
    "syntax-set-with-two": Wording(
        "`==` compares; here a value is set.", "", "Write `=` with one sign only."
    ),
    "syntax-colon-before-block": Wording(
        "No `:` stands at the end of this line.",
        "The indentation below it is enough to make a block.",
        "Delete the `:`.",
    ),
    "syntax-colon-for-equals": Wording(
        "A value follows `=` here, not `:`.", "", "Write `=` in place of `:`."
    ),
    "syntax-equals-for-colon": Wording(
        "What follows here stands behind `:`, not `=`.", "", "Write `:` in place of `=`."
    ),
    "syntax-missing-colon": Wording(
        "A `:` is missing after `{after}`.",
        "It parts the name from what belongs to it.",
        "Write `:` there, as in `enum Suit: earth, water` or `zone deck: Life, face down`.",
    ),
    "syntax-comma-at-end": Wording(
        "Nothing follows the last comma.", "", "Delete the comma, or write what is missing behind it."
    ),
    "syntax-missing-comma": Wording("A comma is missing before {found}.", "", "Write `,` between the two."),
    "syntax-decimal": Wording(
        "Numbers are whole: no digits behind a point.",
        "",
        "Write a whole number; `div` divides and rounds down.",
    ),
    "syntax-increment": Wording(
        "`{first}` cannot be counted up or down like this.", "", "Write `{first} += 1` or `{first} -= 1`."
    ),
    "syntax-power": Wording("There is no sign for powers.", "", "Multiply with a single `*`."),
    "syntax-chained": Wording(
        "Comparisons cannot be strung together.", "", "Write two of them with `and`: `1 < x and x < 3`."
    ),
    "syntax-field-set": Wording(
        "What is printed on a card cannot be changed.",
        "Fields come from the card file; what changes in play is a variable.",
        "Declare `var copied of Life: Symbol?` and set it with `copied[c] = s`.",
    ),
    # ---- texts ----
    "because-quotes": Wording(
        "The reason after `because` is not in quotes.", "", 'Write `because "the reason"`.'
    ),
    "because-missing": Wording(
        "The word `because` is missing before this text.", "", "Write `because` before it."
    ),
    "because-last": Wording("The reason ends the line.", "", 'Write `because "..."` after everything else.'),
    "because-comma": Wording(
        "A reason follows the word `because`, not a comma.", "", 'Write `because "the reason"`.'
    ),
    "title-quotes": Wording(
        "After `{after}` a text in quotes is needed.", "", 'Write the text in double quotes: `{after} "..."`.'
    ),
    "string-no-value": Wording(
        "A text is no value.",
        "Rules work with numbers, cards, players and the values of enums; texts stand only in titles "
        "and reasons.",
        "Declare an enum, and write its value without quotes.",
    ),
    # ---- declarations ----
    "players-range": Wording(
        "After `players` the number of players is needed.", "", "Write it as `players 2..4`."
    ),
    "players-dash": Wording("A range is written with two dots.", "", "Write `players 2..4`."),
    "language-number": Wording(
        "After `language` the version of this language is needed.", "", "Write `language 1`."
    ),
    "cards-from": Wording(
        "It does not say where these cards come from.",
        "",
        'Write `cards Life from "cards.yaml"`, or `cards Life for each suit in Suit, value in 1..9`.',
    ),
    "cards-each": Wording("`for` needs the word `each`.", "", "Write `cards Life for each suit in Suit`."),
    "field-kind": Wording(
        "The kind of `{first}` is missing.",
        "Every field says what it holds.",
        "Write it after a colon: `{first}: int`, `{first}: bool = no`.",
    ),
    "zone-sight": Wording(
        "{found} says nothing of a zone.",
        "After the comma stand who sees the cards, how many there may be, and their order.",
        "Write `face up`, `face down`, `seen by owner`, `at most 5`, `ordered by value` or `unordered`.",
    ),
    "zone-face": Wording("After `face` stands `up` or `down`.", "", "Write `face up` or `face down`."),
    "zone-seen": Wording("Cards are `seen by owner`, or face up or down.", "", "Write `seen by owner`."),
    "dice-room": Wording(
        "It does not say how many dice there may be.", "", "Write `dice cup: 1..6, at most 5, face up`."
    ),
    "var-value": Wording(
        "A variable needs a first value or a kind.", "", "Write `var passes = 0`, or `var starter: player?`."
    ),
    "setting-value": Wording("A setting needs its usual value.", "", "Write `setting columns = 3 in 1..6`."),
    "setting-limits": Wording(
        "After `in` a range is needed.", "", "Write the lowest and highest value with two dots: `in 1..6`."
    ),
    "choice-in": Wording(
        "It does not say what is chosen from.",
        "What an action asks for always comes from somewhere, so that every possible move is known.",
        "Write `in` and the collection: `action take(c in hand[me])`.",
    ),
    "parameter-kind": Wording(
        "After `:` a kind is needed.", "", "Write a kind such as `player`, `int` or the name of cards."
    ),
    "definition-missing": Wording(
        "A definition needs `=` and a value.", "", "Write `define reach(p: player) = ...`."
    ),
    "score-missing": Wording(
        "It does not say how this score is counted.",
        "",
        "Write `score money(p) = ...`, or `score money from awards`.",
    ),
    "winner-by": Wording("After `winner` stands `by`.", "", "Write `winner by highest score`."),
    "winner-key": Wording(
        "It does not say which way this is compared.",
        "",
        "Write `highest`, `lowest`, `most` or `fewest` before it, or `first` or `last`.",
    ),
    "reaction-when": Wording(
        "It does not say when this happens.", "", "Write `reaction tidy when c enters discard`."
    ),
    "reaction-event": Wording("A card enters a zone or leaves it.", "", "Write `enters` or `leaves`."),
    # ---- blocks ----
    "block-missing": Wording(
        "Below this line an indented block is needed.",
        "What belongs to it stands indented below it.",
        "Indent the lines that belong to it by four spaces.",
    ),
    "require-late": Wording(
        "This `require` stands behind an effect.",
        "All requirements are tested before anything happens.",
        "Move it to the beginning of the action.",
    ),
    "require-elsewhere": Wording(
        "`require` can stand only at the beginning of an action.",
        "It decides whether the action may be chosen.",
        "Write `if` here, or move it into an action.",
    ),
    "else-alone": Wording(
        "This `else` has no `if` above it.",
        "An `else` stands in the same column as its `if`.",
        "Indent it like its `if`.",
    ),
    # ---- statements ----
    "put-where": Wording(
        "It does not say where the cards go.",
        "",
        "Write `into`, `onto` or `beneath`, and a zone: `put c onto cv[me]`.",
    ),
    "zone-after": Wording(
        "I expected a zone after `{after}`.", "", "Name the zone there, such as `deck` or `hand[me]`."
    ),
    "deal-from": Wording("After the number I expected `from`.", "", "Write `deal 3 from deck to hand[p]`."),
    "deal-to": Wording(
        "It does not say where the cards are dealt to.", "", "Write `to`: `deal 3 from deck to each hand`."
    ),
    "roll-dice": Wording("After the number I expected `dice into`.", "", "Write `roll 4 dice into cup`."),
    "turns-direction": Wording(
        "It does not say which way round the turns go.",
        "",
        "Write `turns clockwise from ...` or `turns counterclockwise from ...`.",
    ),
    "turns-start": Wording(
        "It does not say who has the first turn.",
        "",
        "Write `from` and a player, or `after` and the player on whose left it begins.",
    ),
    "repeat-times": Wording(
        "After the number I expected `times`.", "", "Write `repeat 3 times`, or `repeat until CONDITION`."
    ),
    "choose-what": Wording(
        "After `choose` the names of actions are needed.", "", "Write `choose take, pass`."
    ),
    "unless-forced-last": Wording(
        "`unless forced` stands at the end.", "", "Write `choose take by dealer unless forced`."
    ),
    "up-to-in-parentheses": Wording(
        "Between parentheses the cards of `up to` have no name of their own.",
        "",
        "Write `(up to 2 of pile where it.joker)`, with `it` for each of them.",
    ),
    "payment-form": Wording(
        "A payment says what is asked of each symbol, and what may stand for it.",
        "",
        "Write `way in payment of price(s) for s in Suit from t in hand[me] where t.suit == s`; a price is a "
        "number or a definition, and others may follow after `or`.",
    ),
    "unless-forced-everyone": Wording(
        "When all choose at once, everybody is asked.",
        "Otherwise one could see from who is asked what the others hold.",
        "Take out `unless forced`.",
    ),
    "may-choose": Wording("After `may` stands `choose`.", "", "Write `may choose take`."),
    "everyone-chooses": Wording("After `everyone` stands `chooses`.", "", "Write `everyone chooses take`."),
    "award-to": Wording("It does not say who gets the points.", "", "Write `award 3 to p for harvest`."),
    "award-for": Wording("It does not say for which score.", "", "Write `award 3 to p for harvest`."),
    "end-game": Wording("After `end` stands `game`.", "", 'Write `end game because "the deck is empty"`.'),
    # ---- values ----
    "then-missing": Wording(
        "After the condition I expected `then`.", "", "Write `if CONDITION then VALUE else VALUE`."
    ),
    "conditional-else": Wording(
        "The `else` of this `if` is missing.",
        "A value is needed in both cases.",
        "Write `if CONDITION then VALUE else VALUE`.",
    ),
    "for-source": Wording(
        "I expected a collection after `{after}`.",
        "",
        "Write what is gone through: `for each c in hand[me]`.",
    ),
    "best-by": Wording(
        "It does not say by what the best is found.", "", "Write `best(c in hand by most c.value)`."
    ),
    "best-key": Wording(
        "It does not say which way this is compared.",
        "",
        "Write `most` or `fewest` before it, or `first` or `last`.",
    ),
    "place-of": Wording("After `place` stands `of`.", "", "Write `place of p by most size(hand[it])`."),
    "place-by": Wording(
        "It does not say by what the places are found.", "", "Write `place of p by most size(hand[it])`."
    ),
    "value-missing": Wording(
        "I expected a value after `{after}`.", "", "Write a number, a name, or a calculation."
    ),
    "value-empty": Wording("I expected a value before {found}.", "", "Write a value there."),
}

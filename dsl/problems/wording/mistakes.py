"""Words for the common mistakes that `grammar/mistakes.yaml` knows by example."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

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
    "foreign-draw": Wording(
        "I know no statement `{first}`.",
        "Cards move from zone to zone by `deal` and `put`.",
        "Write `deal 3 from`, a zone, `to` and another; a single card is put: `put c onto`, and a zone.",
    ),
    "foreign-say": Wording(
        "Players are told something with `tell`, not with `{first}`.",
        "The text stands in the log that all read; values stand in braces.",
        'Write `tell "..."`, and what players read in the quotes, such as `{{p}} is out of the round`.',
    ),
    "tell-form": Wording(
        "Behind `tell` stands a text in quotes, and nothing else.",
        "All read it in the log; of each value in braces everybody reads what they may know.",
        'Write `tell "..."`, and what players read in the quotes, such as `{{p}} is out of the round`.',
    ),
    "foreign-is": Wording(
        "After `is` I found {found}.",
        "`is some` and `is none` ask whether there is a value at all.",
        "To compare, write `==` or `!=`; for what is yes or no `not` is enough, as in `not empty(deck)`.",
    ),
    "foreign-is-empty": Wording(
        "Whether something is empty is asked with parentheses.",
        "",
        "Write `empty(deck)` or `not empty(deck)`, with what you ask about between them.",
    ),
    "foreign-is-answer": Wording(
        "What is yes or no is asked by itself, without `is`.",
        "",
        "Leave `is yes` out; for `is no` write `not` before it, as in `if not sits_out[me]`.",
    ),
    "foreign-is-more": Wording(
        "More and less are asked with signs, not with words.",
        "",
        "Write `<` for less, `>` for more, `<=` for at most, `>=` for at least: `size(hand[me]) < 3`.",
    ),
    "foreign-is-in": Wording(
        "Whether something is in a zone is asked without `is`.", "", "Write `c in hand[me]`."
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
    "syntax-colon-for-equals": Wording("A value follows `=` here, not `:`.", "", "Write `=` alone."),
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
    "fold-two-for": Wording(
        "Only one `for` can stand here.",
        "",
        "Put one inside the other: `any(any(CONDITION for d in pile) for c in deck)`.",
    ),
    "fold-if": Wording("Elements are picked with `where`, not with `if`.", "", "Write `where`."),
    "count-for": Wording(
        "`count` counts things, so no value stands before the `for`.",
        "",
        "Write `count(c in hand[me] where c.joker)`, or leave `where` and what follows out to count all.",
    ),
    "sets-name": Wording(
        "A set of so many has a name, so that it can be asked about.",
        "",
        "Write `h in exactly 2 of ...`, say, and ask of `h`.",
    ),
    "sets-folds": Wording(
        "All sets of so many are gone through by `count`, `sum`, `min`, `max`, `any`, `all` and `best` only.",
        "",
        "Write `best(h in exactly 2 of hand[me] by ...)` for one of them. The first two are `up to 2 of`.",
    ),
    "sets-how-many": Wording(
        "How many there are in a set is `exactly 2 of`, `2 to 4 of`, `2 or more of`, `any of`.",
        "",
        "Write one of these behind the `in`. `up to 2 of` is for the first two, one by one.",
    ),
    "choice-how-many": Wording(
        "How many may be chosen is `1 to 2 of`, `exactly 2 of`, `up to 2 of`, `2 or more of` or `any of`.",
        "`1..2` is the numbers from 1 to 2.",
        "Write it behind the `in`: `action take(cs in 1 to 2 of hand[me])`.",
    ),
    "sets-order": Wording(
        "Sets of so many come in no order.",
        "",
        "Leave `from` and what follows out; the best of them is `best(h in exactly 2 of hand[me] by ...)`.",
    ),
    "match-arm-condition": Wording(
        "An arm of a `match` stands for values, not for a condition.",
        "",
        "Write the numbers that it is for, such as `1..5`, and `else:` for all others; or, in the place of "
        "the `match`, `if CONDITION then VALUE else VALUE`.",
    ),
    "match-arm-range": Wording(
        "A range in an arm is two numbers with two dots between them.",
        "",
        "Write it like `100..299`; the arm for all other numbers is `else:`.",
    ),
    "match-arm-or": Wording(
        "Several values of one arm have commas between them.", "", "Write `,` in the place of `or`."
    ),
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
    "dot-call": Wording(
        "Nothing with parentheses follows a dot.",
        "After a dot stands a property of a card.",
        "Write `{after}(...)`, with what it works on between the parentheses.",
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
    "moves-up-to": Wording(
        "After `moves` it says how many a game may take at most.", "", "Write `moves up to 20000`."
    ),
    "moves-up-to-in-variant": Wording(
        "After `moves` it says how many a game may take at most.", "", "Write `set moves up to 20000`."
    ),
    "language-number": Wording(
        "After `language` the version of this language is needed.", "", "Write `language 1`."
    ),
    "cards-from": Wording(
        "It does not say where these cards come from.",
        "",
        'Write `cards Life from "cards.yaml"`, or `cards Life for each suit in Suit, value in 1..9`.',
    ),
    "cards-each": Wording("`for` needs the word `each`.", "", "Write `cards Life for each suit in Suit`."),
    "copies-line": Wording(
        "How many copies there are of a card that is made is said with `=`.",
        "A card file has the copies of each card in its row.",
        "Write `copies = 2`, or something that depends on what the card is made of.",
    ),
    "field-kind": Wording(
        "The kind of `{first}` is missing.",
        "Every field says what it holds.",
        "Write it after a colon: `{first}: int`, `{first}: bool = no`.",
    ),
    "zone-sight": Wording(
        "{found} says nothing of a zone.",
        "After the comma stand who sees the cards, how many there may be, and their order.",
        "Write `face up`, `face down`, `seen by owner`, `at most 5`, `ordered by value`, `unordered`, "
        "`unlogged` or `not remembered`.",
    ),
    "zone-face": Wording("After `face` stands `up` or `down`.", "", "Write `face up` or `face down`."),
    "zone-not": Wording(
        "After `not` stands `remembered`.",
        "What nobody needs to see in the log is `unlogged`; what has no order is `unordered`.",
        "Write `not remembered`, if players forget which cards went there.",
    ),
    "zone-seen": Wording("Cards are `seen by owner`, or face up or down.", "", "Write `seen by owner`."),
    "sizes-first": Wording(
        "How many there are stands right behind the name.",
        "",
        "Write the numbers in brackets there: `zone grid[2, 3] of player: ...`, `var mark[3]: ...`.",
    ),
    "sizes-together": Wording(
        "Two numbers stand in one pair of brackets.", "", "Write `[2, 3]`, as in `grid[2, 3]`."
    ),
    "sizes-brackets": Wording(
        "How many there are stands in square brackets.", "", "Write `[2, 3]`, as in `grid[2, 3]`."
    ),
    "owner-each": Wording(
        "`of` says by itself that there is one for each.", "", "Leave `each` out: `of player`."
    ),
    "dice-faces-range": Wording(
        "The faces of dice are a range of numbers, a list in brackets, or the values of an enum.",
        "",
        "Write `dice cup: 1..6, at most 5, face up`, or in the place of `1..6` the name of an enum or a list "
        "such as `[1, 2, 3]`.",
    ),
    "dice-room": Wording(
        "It does not say how many dice there may be.", "", "Write `dice cup: 1..6, at most 5, face up`."
    ),
    "var-sight": Wording(
        "{found} says nothing of a variable.",
        "After the comma stands who sees it, if not all do, or that it is told `beside its name`.",
        "Write `face down` (nobody), `seen by owner`, `face up` (all) or `beside its name`.",
    ),
    "var-value": Wording(
        "A variable needs a first value or a kind.", "", "Write `var passes = 0`, or `var starter: player?`."
    ),
    "setting-value": Wording("A setting needs its usual value.", "", "Write `setting columns = 3 in 1..6`."),
    "setting-limits": Wording(
        "After `in` a range is needed.", "", "Write the lowest and highest value with two dots: `in 1..6`."
    ),
    "choice-secret": Wording(
        "A choice that others are not told is `seen by me`.",
        "",
        "Write `action offer(amount in 0..9 seen by me)`.",
    ),
    "choice-in": Wording(
        "It does not say what is chosen from.",
        "What an action asks for always comes from somewhere, so that every possible move is known.",
        "Write `in` and the collection: `action take(c in hand[me])`.",
    ),
    "parameter-kind": Wording(
        "After `:` a kind is needed.", "", "Write a kind such as `player`, `int` or the name of cards."
    ),
    "zone-of-cards": Wording(
        "Which cards lie in the zone is said with `of`.",
        "",
        "Write `zone of Card`.",
    ),
    "kind-of-kind": Wording(
        "`of` stands only behind `zone`, `bag` and `set` here.",
        "",
        "Write `zone of Card` for a zone with such cards, `set of Card` for several of them; for a single "
        "value leave `of` out.",
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
    "remove-team": Wording(
        "What makes teams is replaced.", "", "Write `replace team(p) = seat(p)`: then each player is alone."
    ),
    "team-form": Wording(
        "After `team` stands, in parentheses, a name for the player.",
        "The rest of the line says what is the same for those who play together.",
        "Write `team(p) = seat(p) mod 2`.",
    ),
    "winner-where-last": Wording(
        "Who can win at all is said at the end of the line.",
        "",
        "Write `winner by highest score, then fewest size(hand[it]) where score > 3`.",
    ),
    "winner-if": Wording(
        "Who can win at all is said with `where`.", "", "Write `winner by highest score where score > 3`."
    ),
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
    "require-at-left": Wording(
        "`require` belongs to an action.",
        "",
        "Indent it below its action; in a variant write `add require NAME to ACTION: CONDITION`.",
    ),
    "require-elsewhere": Wording(
        "`require` can stand only at the beginning of an action.",
        "It decides whether the action may be chosen.",
        "Write `if` here, or move it into an action.",
    ),
    "match-in-block": Wording(
        "`match` finds a value, and is no statement.",
        "It stands behind the `=` of a definition or a score.",
        "Write `if CONDITION` here, below it `else if CONDITION` for each other case, and `else`; or work "
        "out a value in a definition, and use that.",
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
        "Write `into`, `onto` or `beneath`, and then the zone.",
    ),
    "put-top": Wording(
        "What `top` works on stands in parentheses.",
        "",
        "Write `put top(deck) onto`, and a zone; several cards are dealt: `deal 3 from deck to`, and a zone.",
    ),
    "put-from": Wording(
        "`put` moves what it names; cards from the top of a pile are dealt.",
        "",
        "Write `deal`, how many, `from`, the pile, `to` and a zone: `deal 3 from deck to hand[p]`.",
    ),
    "put-all": Wording(
        "All cards of a zone are what the zone's name alone means.", "", "Write `put deck onto`, and a zone."
    ),
    "random-elsewhere": Wording(
        "What chance draws is given a name first, on a line of its own.",
        "So it is drawn when play comes there, once, and not whenever somebody looks at it.",
        "Write `let c = random c in deck` or `let n = random 1..6` in `setup`, in play, in a rule or among "
        "the effects of an action, and use the name below. As a first value only a player can be "
        "drawn: `var starter: player = random player`.",
    ),
    "random-what": Wording(
        "After `random` stands what is drawn from.",
        "",
        "Write `let c = random c in hand[me]`, `let n = random 1..6` or `let p = random p in players`.",
    ),
    "random-from": Wording(
        "What is drawn from stands after `in`.",
        "",
        "Write `let c = random c in deck`; `c` is the name of the card.",
    ),
    "random-several": Wording(
        "Chance draws one thing at a time.",
        "",
        "Draw as often as you need: `repeat 2 times`, and below it `let c = random c in deck` and what "
        "happens to `c`.",
    ),
    "zone-after": Wording(
        "I expected a zone after `{after}`.", "", "Name the zone there, such as `deck` or `hand[me]`."
    ),
    "deal-from": Wording("After the number I expected `from`.", "", "Write `deal 3 from deck to hand[p]`."),
    "deal-to": Wording(
        "It does not say where the cards are dealt to.", "", "Write `to`: `deal 3 from deck to each hand`."
    ),
    "deal-all": Wording(
        "After `deal` stands how many cards.",
        "",
        "To deal them all, one by one in turn, write `deal up to size(deck) from deck to each hand`; so that "
        "all have equally many, `deal size(deck) div player_count from deck to each hand`.",
    ),
    "repeat-for": Wording(
        "No `for` stands after `repeat`.", "", "Write `repeat 3 times`, or `repeat until CONDITION`."
    ),
    "roll-dice": Wording("After the number I expected `dice into`.", "", "Write `roll 4 dice into cup`."),
    "turns-direction": Wording(
        "It does not say which way round the turns go.",
        "",
        "Write `turns clockwise from ...` or `turns counterclockwise from ...`; or say who is next: `turns "
        "from starter then neighbour(me, left) until CONDITION`. A `where` comes behind that, before "
        "`until`.",
    ),
    "turns-two-ways": Wording(
        "Turns go round in a direction, or `then` says who is next.",
        "A round of one turn for each player has a direction; where `then` says who is next, turns go on "
        "until something ends them.",
        "Write `turns clockwise from starter once`, or `turns from starter then neighbour(me, left) until "
        "CONDITION`.",
    ),
    "turns-where": Wording(
        "Who has no turns is told by `where`, behind the first player.",
        "",
        "Write `turns clockwise from starter where it != dealer once`; `it` is each player in question.",
    ),
    "turns-start": Wording(
        "It does not say who has the first turn.",
        "",
        "Write `from` and a player, or `after` and the player on whose left it begins.",
    ),
    "first-seat": Wording(
        "There is no word for the player in the first seat.",
        "Who begins is drawn in most games: `var starter: player = random player`, and `from starter`.",
        "For the first seat write `best(p in players by fewest seat(p))`.",
    ),
    "repeat-times": Wording(
        "After the number I expected `times`.", "", "Write `repeat 3 times`, or `repeat until CONDITION`."
    ),
    "choose-what": Wording(
        "After `choose` the names of actions are needed.", "", "Write `choose take, pass`."
    ),
    "choose-order": Wording(
        "What stands behind the actions of a `choose` has an order.",
        "",
        "Write `choose take by dealer step by step if possible`, or `choose take by dealer if possible "
        "unless forced`, and leave out what you do not need; a reason with `because` ends the line.",
    ),
    "choose-where": Wording(
        "A choice has no condition of its own.",
        "What may be chosen is said in the action, with `require`.",
        "Write `if CONDITION` on a line of its own, with the `choose` indented below it.",
    ),
    "choose-if": Wording(
        "After `if` stands `possible` here.",
        "`choose take if possible` is skipped where nothing is possible.",
        "Write another condition on a line of its own, with the `choose` indented below it: `if CONDITION`.",
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
    "everyone-order": Wording(
        "What stands around the actions of a choice of all has an order.",
        "",
        "Write `everyone where CONDITION chooses take from dealer step by step`, or `unless forced` in the "
        "place of `step by step`, and leave out what you do not need; a reason with `because` ends the line.",
    ),
    "everyone-possible": Wording(
        "When all choose at once, who has nothing to choose is left out beforehand.",
        "",
        "Write `everyone where not empty(hand[it]) chooses take`; `it` is the player.",
    ),
    "everyone-word": Wording(
        "{found} begins no line.",
        "",
        "Where all choose at once write `everyone chooses take`; one after the other they do below "
        "`for each p in players`, with `choose take by p`.",
    ),
    "drop-out-for": Wording(
        "A player who drops out is out for the rest of the game.",
        "",
        "To sit out for a while, keep `var sits_out of player = no`, and ask only those who play: "
        "`if not sits_out[me]` above the `choose`.",
    ),
    "drop-out": Wording(
        "After `drop` stands `out`.", "", "Write `drop out`, or `drop out p` for another player."
    ),
    "may-choose": Wording("After `may` stands `choose`.", "", "Write `choose take if possible`."),
    "everyone-chooses": Wording("After `everyone` stands `chooses`.", "", "Write `everyone chooses take`."),
    "award-to": Wording(
        "It does not say who gets the points.", "", "Write `{line} to`, a player, `for` and a score."
    ),
    "award-for": Wording(
        "It does not say for which score.",
        "Points are kept under the name of a score that is declared for them.",
        "Write `{line} for NAME`, with the NAME of a line `score NAME from awards`.",
    ),
    "end-turn": Wording(
        "Nothing ends a {word} from inside.",
        "A turn is over when its last line is done; a round of turns is over after `once`, or when what "
        "stands behind `until` comes true.",
        "Put what should be left out under an `if`, or write the ending behind `until`; `end phase` ends a "
        "phase.",
    ),
    "end-phase": Wording(
        "`end phase` ends the phase that is running, whatever its name.",
        "",
        'Write `end phase because "the deck is empty"`.',
    ),
    "end-game": Wording(
        "After `end` stands `game` or `phase`.", "", 'Write `end game because "the deck is empty"`.'
    ),
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
        "It does not say by what the best is found.", "", "Write `best(c in hand[me] by most c.value)`."
    ),
    "best-key": Wording(
        "It does not say which way this is compared.",
        "",
        "Write `most` or `fewest` before it, or `first` or `last`.",
    ),
    "condition-words": Wording(
        "After `{after}` I found {found}, and nothing that joins the two.",
        "What is asked of something has parentheses; two values are compared with a sign between them.",
        "Write `empty(deck)`, `size(deck) > 3` or `c in hand[me]`, say.",
    ),
    "value-if": Wording(
        "An `if` with two values begins with the word `if`.",
        "What comes of it stands behind the condition, not before it.",
        "Write `if CONDITION then VALUE else VALUE`, within another value in parentheses.",
    ),
    "if-parentheses": Wording(
        "Here an `if` needs parentheses around it.",
        "Without them nobody could say where it ends.",
        "Write `(if CONDITION then VALUE else VALUE)`.",
    ),
    "place-of": Wording("After `place` stands `of`.", "", "Write `place of p by most size(hand[it])`."),
    "place-by-one": Wording(
        "`place of` goes by one number only.",
        "Players who have equally much of it share a place.",
        "Make one number of the two, with the first so many times as large that the second never outweighs "
        "it: `place of p by highest 100 * passes + size(hand[it])`, or `-` where less of the second is "
        "better.",
    ),
    "place-by": Wording(
        "It does not say by what the places are found.", "", "Write `place of p by most size(hand[it])`."
    ),
    "value-missing": Wording(
        "I expected a value after `{after}`.", "", "Write a number, a name, or a calculation."
    ),
    "value-empty": Wording("I expected a value before {found}.", "", "Write a value there."),
}

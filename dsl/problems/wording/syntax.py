"""Words for what can go wrong while a rule file is read: form, not meaning."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording
from rulewright.dsl.problems.wording.mistakes import MISTAKES

PLACES: dict[str, str] = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "OPTIONAL": "`?`",
    "_NL": "the end of the line",
    "$END": "the end of the declaration",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "value": "a value",
    "more": "something else",
}
"""What the grammar's terminals are called when a problem speaks of what could have stood somewhere."""

SYNTAX: dict[str, Wording] = {
    # ---- the file ----
    "not-utf8": Wording(
        "This file is not UTF-8 text: byte {byte}.",
        "Files are plain text in UTF-8; another encoding would turn letters into others.",
        "Save the file as UTF-8 in your editor; a spreadsheet has `CSV UTF-8` among the forms that it saves.",
    ),
    "copies-again": Wording("`copies` is said twice.", "", "Keep one of the lines."),
    "not-utf8-wide": Wording(
        "This file is UTF-16 text.",
        "Files are plain text in UTF-8. Spreadsheets save UTF-16 where they are asked for `Unicode text`.",
        "Save the file as UTF-8 in your editor, or as `CSV UTF-8` in the spreadsheet.",
    ),
    "limit-file-size": Wording(
        "This file is too long: {size:,} bytes; at most {most:,} are read.",
        "The limit keeps a broken or hostile file from using up the machine.",
        "Split it into several files with `include`.",
    ),
    "limit-tokens": Wording(
        "This file has more than {most:,} words and signs.",
        "The limit keeps a broken or hostile file from using up the machine.",
        "Split it into several files with `include`.",
    ),
    "limit-nesting": Wording(
        "Brackets or blocks stand more than {most:,} deep in one another.",
        "Nobody can read rules that deep, and the limit keeps a hostile file harmless.",
        "Name parts of it with `define` or `rule`.",
    ),
    "limit-expression": Wording(
        "This declaration is nested too deep, or has too many operators in a row: more than {most:,} levels.",
        "The limit keeps a hostile file harmless.",
        "Name parts of it with `define`, or use `sum(... for ...)`.",
    ),
    "limit-name": Wording(
        "This name has {size:,} characters; at most {most:,} are allowed.", "", "Give it a shorter name."
    ),
    "limit-number": Wording(
        "This number is too large: numbers go up to {most}.", "All numbers have 32 bits."
    ),
    # ---- characters ----
    "character-unseen": Wording(
        "There is a character here that cannot be seen: {character}.",
        "Control characters and marks that turn the direction of writing can make a text look different "
        "from what it says.",
        "Delete it.",
    ),
    "character-unknown": Wording(
        "The character `{found}` means nothing here.",
        "It may stand in texts and comments only.",
        "Delete it.",
    ),
    "character-not-ascii": Wording(
        "`{found}` cannot stand in a name.",
        "Names are made of the letters a to z, digits and underscores, so that anybody can type them.",
        "Write an English name here, and the name to be shown in the cards or in a translation file.",
    ),
    "character-digit": Wording(
        "`{found}` is not one of the digits 0 to 9.", "", "Write the number with the digits 0 to 9."
    ),
    "character-space": Wording(
        "There is an unusual space here: {character}.",
        "It looks like a space but is another character; texts copied from a web page often have it.",
        "Replace it with a plain space.",
    ),
    "character-quote": Wording(
        "`{found}` is not the quotation mark of the language.",
        "",
        'Put texts in plain double quotes: "like this".',
    ),
    "character-dash": Wording("`{found}` is not a minus sign.", "", "Write `-` from the keyboard."),
    "character-brace": Wording(
        "Braces do not make blocks here.",
        "A block is what is indented below its first line. Braces have a meaning only inside `because` "
        "texts.",
        "Delete the brace and indent the lines of the block by four spaces.",
    ),
    "character-semicolon": Wording(
        "A line does not end with `;`.", "The end of the line ends the statement.", "Delete it."
    ),
    "character-and": Wording("`{found}` is not a word of the language.", "", "Write `and`."),
    "character-or": Wording("`{found}` is not a word of the language.", "", "Write `or`."),
    "character-not": Wording(
        "`!` alone is not a word of the language.", "", "Write `not`; `!=` is for two values that differ."
    ),
    "character-divide": Wording(
        "`/` is not a sign of the language.",
        "All numbers are whole numbers; `div` divides and rounds down. A comment begins with `#`.",
        "Write `a div b`, or `#` for a comment.",
    ),
    "character-modulo": Wording(
        "`%` is not a sign of the language.", "", "For the remainder write `a mod b`."
    ),
    "character-backslash": Wording(
        "`\\` does not join two lines.",
        "A line runs on while a ( or [ is open.",
        "Delete it, and put parentheses around the value: within them it may go over several lines.",
    ),
    "character-underscore": Wording(
        "A name cannot begin with `_`.", "Names begin with a letter.", "Put a letter first."
    ),
    "word-foreign": Wording("`{found}` is not a word of the language.", "", "Write `{instead}`."),
    "number-form": Wording(
        "`{found}` is neither a number nor a name.",
        "Numbers have digits only, and names begin with a letter.",
        "Write a plain number, or put a letter first.",
    ),
    # ---- strings ----
    "string-unclosed": Wording(
        "This text is not closed.",
        "A text begins and ends with a double quote on the same line.",
        'Put `"` at its end.',
    ),
    "string-escape": Wording(
        "`{found}` has no meaning in a text.",
        'Only \\" for a quotation mark and \\\\ for a backslash are known.',
        "Write the character itself.",
    ),
    "phrase-brace": Wording(
        "This `{found}` has no partner.",
        "Braces in a reason hold a value to be shown, as in {{level(c)}}.",
        "Close it, or write it twice for the character itself.",
    ),
    "phrase-empty-gap": Wording(
        "There is nothing between these braces.",
        "Braces in a reason hold a value to be shown.",
        "Write a value, such as the name of a card.",
    ),
    "phrase-gap": Wording(
        "I cannot read `{found}` as a value.",
        "What stands between braces in a reason is a value to be shown, as in {{level(c)}}.",
        "Write a value, or double the braces for the characters themselves.",
    ),
    # ---- indentation and brackets ----
    "indent-tab": Wording(
        "There is a tab in the indentation of this line.",
        "Tabs look as wide as the editor likes, so that blocks could look other than they are.",
        "Indent with spaces, four for each level.",
    ),
    "indent-space": Wording(
        "There is an unusual space in the indentation of this line: {character}.",
        "It looks like a space but is another character; texts copied from a web page often have it.",
        "Indent with plain spaces, four for each level.",
    ),
    "indent-first": Wording(
        "The first declaration is indented.",
        "A declaration begins at the very left; what belongs to it is indented below it.",
        "Move the line to the left.",
    ),
    "indent-uneven": Wording(
        "This line is indented like none of the blocks around it.",
        "Lines of one block begin in the same column.",
        "Indent it like the line it belongs with.",
    ),
    "indent-unexpected": Wording(
        "This line is indented deeper than the one above, which begins no block.",
        "Only lines such as `phase`, `turns`, `if` or `action` have an indented block below them.",
        "Indent it like the line above; a line runs on only inside ( ) or [ ].",
    ),
    "bracket-unclosed": Wording(
        "This `{found}` is never closed.",
        "A bracket must be closed before the next declaration begins.",
        "Put `{closing}` where it ends.",
    ),
    "bracket-unopened": Wording(
        "This `{found}` closes nothing.", "", "Delete it, or open a bracket before it."
    ),
    "bracket-wrong": Wording(
        "This `{found}` closes the wrong kind of bracket.", "", "Write `{closing}` here."
    ),
    # ---- what the parser cannot take ----
    "reserved-word": Wording(
        "{found} is a word of the language and cannot be a name.",
        "Words that begin statements or join values are never names, so that a line has one meaning only.",
        "Choose another name, such as `the_{word}`. A card that has this id needs another one, too.",
    ),
    "reserved-as-value": Wording(
        "Here a value is needed, and {found} is a word of the language.",
        "Words that begin statements or join values are never values, so that a line has one meaning only.",
        "Write a number, a name or a calculation. If something is called {found}, give it another name, such "
        "as `the_{word}`.",
    ),
    "line-goes-on": Wording(
        "This line ends too early, after `{after}`.",
        "A line ends where it ends; it runs on only while a ( or [ is open.",
        "Write the rest on the same line; a long value can go over several lines inside parentheses.",
    ),
    "line-begins": Wording(
        "{found} begins no line of a block.",
        "A line begins with a word such as `put`, `deal`, `shuffle`, `choose` or `if`, calls a rule by its "
        "name, or changes a variable with `=`.",
        "If it goes on with the line above, write it there: a line runs on only inside ( ) or [ ].",
    ),
    "syntax-expected": Wording("I found {found} after `{after}`.", "Here could stand: {expected}.", ""),
    "syntax-expected-near": Wording(
        "I found {found} after `{after}`.", "Here could stand: {expected}.", "Perhaps you meant `{near}`."
    ),
    "title-line": Wording(
        "{found} stands at the very left.",
        "It is part of the title of a file: it belongs to the line `game` or `variant`.",
        "Write it directly below that line, four spaces in.",
    ),
    "syntax-declaration": Wording(
        "{found} begins no declaration.",
        "A line at the very left begins a declaration: `zone`, `action`, `define`, `score` and so on.",
        "Begin with such a word, or indent the line if it belongs to the declaration above.",
    ),
    "syntax-declaration-near": Wording(
        "{found} begins no declaration.",
        "A line at the very left begins a declaration: `zone`, `action`, `define`, `score` and so on.",
        "Perhaps you meant `{near}`.",
    ),
    "syntax-capital": Wording(
        "`{near}` is written with small letters.",
        "Words of the language have no capitals.",
        "Write `{near}`.",
    ),
    "syntax-statement": Wording(
        "I know no statement `{first}` that goes on with {found}.",
        "A line begins with a word such as `put`, `deal`, `shuffle`, `choose` or `if`, calls a rule by its "
        "name, or changes a variable with `=`.",
        "Use one of these, or write a rule of your own with `rule {first}` and call it as `{first}(...)`.",
    ),
    "syntax-statement-near": Wording(
        "I know no statement `{first}` that goes on with {found}.", "", "Perhaps you meant `{near}`."
    ),
    # ---- what is read but makes no sense ----
    "fold-unknown": Wording(
        "`{found}` cannot be asked over a collection with `for`.",
        "Known are `sum`, `min`, `max`, `any` and `all`, and `count` for a number of things.",
        "Use one of these, or a list: `[x for c in hand[me]]`.",
    ),
    "filter-of-comparison": Wording(
        "This is a condition, not a collection.",
        "`where` picks from a collection.",
        "Write a collection before `where`.",
    ),
    # ---- what was written otherwise before, and is put right by `format` ----
    "old-may-choose": Wording(
        "`may choose` is written as `choose ... if possible`.",
        "It read as if the player might decline; it is only skipped where nothing is possible.",
        "Write `{instead}`, or run `rulewright format` on the file, which does it everywhere.",
    ),
    "old-except": Wording(
        "`except` is written as a condition: `where it != ...`.",
        "`it` is each player in question, who is asked about before each turn.",
        "Write `{instead}`, or run `rulewright format` on the file.",
    ),
    "zone-option-twice": Wording("This is said twice of the zone.", "", "Keep one of the two."),
    **MISTAKES,
}

"""Words for what can be wrong in YAML files and tables: their form, their values, card rows, translations."""

from __future__ import annotations

from rulewright.dsl.problems.wording.entry import Wording

_LIMITS: dict[str, Wording] = {
    "yaml-file-too-long": Wording(
        "This file is too long: {size:,} bytes",
        "A file may have {most:,} bytes.",
        "Split it into several files.",
    ),
    "yaml-too-deep": Wording(
        "Lists within lists go too deep here",
        "Lists and keys may stand within one another {most} times.",
        "Write the inner ones less deeply; a card file needs three or four.",
    ),
    "yaml-too-many-parts": Wording(
        "This file has too many parts",
        "A file may have {most:,} beginnings, ends and values.",
        "Split it into several files.",
    ),
    "yaml-text-too-long": Wording(
        "This text is too long: {size:,} characters",
        "A single text may have {most:,} characters.",
        "Shorten it.",
    ),
}

_REFUSED: dict[str, Wording] = {
    "yaml-anchor": Wording(
        "Marks for repeating (&{name}) are not allowed",
        "Each row says all of its own, so that it can be read alone; `&` before a value sets a mark.",
        "Write the value out; a text that begins with `&` goes in quotes.",
    ),
    "yaml-alias": Wording(
        "Repeating a marked value (*{name}) is not allowed",
        "Each row says all of its own, so that it can be read alone; `*` before a value repeats one.",
        "Write the value out; a text that begins with `*` goes in quotes.",
    ),
    "yaml-merge": Wording(
        "`<<` is not allowed",
        "It copies keys from elsewhere, and a row must be readable alone.",
        "Write the keys out.",
    ),
    "yaml-tag": Wording(
        "Type marks with `!` are not allowed",
        "What kind a value has is declared in the rules, not in the data.",
        "Leave the mark out; a text that begins with `!` goes in quotes.",
    ),
    "yaml-duplicate-key": Wording(
        "`{key}` is written twice",
        "Only one of the two could count.",
        "Keep one of them.",
    ),
    "yaml-key": Wording(
        "What stands before a colon must be one word or text",
        "A list, nothing at all, or a text of several lines cannot be a key.",
        "Write `key: value`.",
    ),
    "yaml-documents": Wording(
        "A second document begins here",
        "`---` begins a new document, and a file has only one.",
        "Remove the line, or put the rest into a file of its own.",
    ),
    "yaml-directive": Wording(
        "A line may not begin with `%`",
        "Such lines change how the file is read.",
        "Remove the line, or indent the text.",
    ),
    "yaml-tab": Wording(
        "There is a tab here",
        "How wide a tab is differs from editor to editor, and indentation carries meaning.",
        "Use spaces.",
    ),
    "yaml-character": Wording(
        "The character {character} is not allowed",
        "Control characters, and those that are invisible or turn the direction of writing, can hide what a "
        "file says.",
        "Remove it.",
    ),
}

_FORM: dict[str, Wording] = {
    "yaml-escape": Wording(
        "This escape in quotes has no meaning",
        'Within double quotes a backslash begins an escape, such as `\\"` or `\\u00e9`.',
        "Write the character itself, or two backslashes for one; single quotes know no escapes.",
    ),
    "yaml-colon": Wording(
        "A colon is missing here",
        "Among keys, each line is `key: value`.",
        "Add the colon, or indent the line under the text that it continues.",
    ),
    "yaml-second-colon": Wording(
        "This colon comes in the middle of a value",
        "Either the value has a colon of its own, or a line is indented further than its neighbours.",
        "Put a value with a colon in quotes; else give the line the same indentation as its neighbours.",
    ),
    "yaml-item-place": Wording(
        "A list item cannot begin here",
        "`- ` begins an item only at the start of a line.",
        "Put the item on its own line below, or write `[one, two]`.",
    ),
    "yaml-quote-open": Wording(
        "A quote is never closed",
        "",
        "Close the text with the same quote that opened it; a quote inside single quotes is written twice.",
    ),
    "yaml-text-block": Wording(
        "This text block does not begin rightly",
        "After `|` or `>` the line ends, and the text stands indented below.",
        "End the line there; a text that begins with `|` or `>` goes in quotes.",
    ),
    "yaml-list-open": Wording(
        "A comma or the closing `]` is missing",
        "",
        "Separate the items with commas and close the list; a text with brackets goes in quotes.",
    ),
    "yaml-mapping-open": Wording(
        "A comma or the closing `}}` is missing",
        "",
        "Separate the pairs with commas and close the braces; a text with braces goes in quotes.",
    ),
    "yaml-indentation": Wording(
        "This does not fit what stands above it",
        "Keys or items of one list begin in the same column, and nothing follows a closing quote or bracket.",
        "Give the line the same indentation as its neighbours; put a value in quotes as a whole.",
    ),
    "yaml-first-character": Wording(
        "A value cannot begin with `{found}`",
        "That character is kept for later uses.",
        "Put the value in quotes.",
    ),
    "yaml-value-missing": Wording(
        "A value is missing here",
        "",
        "Write a value between the commas, or remove one of them.",
    ),
    "yaml-form": Wording(
        "This part of the file cannot be read",
        "One list or one set of keys fills the file; after its end nothing may follow.",
        "Compare with the line above: indentation, quotes and brackets.",
    ),
}

_VALUES: dict[str, Wording] = {
    "yaml-not-text": Wording(
        "{what} must be a text, and here is {found}",
        "",
        "Write one word or text after the colon.",
    ),
    "yaml-line-break": Wording(
        "{what} must fit on one line",
        "It is shown in lists and at the prompt.",
        "Remove the line break.",
    ),
    "yaml-not-number": Wording(
        "{what} must be a whole number, and here is {found}",
        "Numbers are written in plain digits: no leading zero, point, colon or exponent.",
        "Write it like 12.",
    ),
    "yaml-number-range": Wording(
        "{what} is out of range: {found}",
        "It lies between {least} and {most}.",
        "Write a number in that range.",
    ),
    "yaml-not-flag": Wording(
        "{what} must be yes or no, and here is {found}",
        "",
        "Write `yes` or `no`.",
    ),
    "yaml-not-list": Wording(
        "{what} must be a list, and here is {found}",
        "",
        "Write `[one, two]`, or `[one]` for a single one.",
    ),
    "yaml-not-keys": Wording(
        "{what} must be keys with values, and here is {found}",
        "",
        "Write `key: value` lines, or `{{key: value}}`.",
    ),
}

_CARDS: dict[str, Wording] = {
    "cards-no-list": Wording(
        "A list of cards is expected here",
        "A card file is a list of rows, each with an id.",
        "Begin each card with `- id: its_id`.",
    ),
    "cards-other-file": Wording(
        "Cards do not come from a file that ends in `.{kind}`",
        "A card file is a table in CSV, or a list in YAML.",
        "Let the spreadsheet save the table as CSV in UTF-8, and write the name of that file.",
    ),
    "cards-too-many-rows": Wording(
        "There are too many card rows: {size}",
        "A card file may have {most} rows.",
        "Use `copies` for equal cards, `for each` in the rules for regular decks, or several files.",
    ),
    "cards-too-many": Wording(
        "There are too many cards: {size} with all copies",
        "A card file may describe {most} cards.",
        "Lower the copies.",
    ),
    "cards-duplicate-id": Wording(
        "Two cards have the id {id}",
        "Moves, scenarios and saves name a card by its id.",
        "Give one another id; equal cards are one row with `copies`, similar ones with `printings`.",
    ),
    "cards-no-id": Wording(
        "This card has no id",
        "Moves, scenarios and saves name a card by its id.",
        "Add `id:` with a short name in plain letters.",
    ),
    "cards-id-form": Wording(
        "`{id}` cannot be an id",
        "An id is an unaccented letter followed by such letters, digits, `_` or `-`, at most 64 in all.",
        "Choose such an id; the name, in any script, goes under `name:`.",
    ),
    "cards-id-taken": Wording(
        "`{id}` cannot be the id of a card",
        "In moves, `none` is no card at all, and `card` one that is not seen.",
        "Choose another id; the name of the card may be anything.",
    ),
    "cards-long-name": Wording(
        "This name is too long: {size} characters",
        "A name may have {most}.",
        "Shorten it; longer text goes under `note:`.",
    ),
    "cards-no-printings": Wording(
        "There are no printings in this list",
        "A row with `printings` has the cards that they describe, and here are none.",
        "Remove `printings`, or write `copies: 0` for a card that is not in the box.",
    ),
    "cards-copies-twice": Wording(
        "Copies are counted twice here",
        "A row with `printings` has as many cards as its printings have copies.",
        "Move the number into the printings.",
    ),
    "cards-printing-key": Wording(
        "A printing cannot have its own `{key}`",
        "The printings of a card differ in their fields and copies only.",
        "Write `{key}` in the row; another card is another row.",
    ),
    "cards-source-field": Wording(
        "This row says nothing of `{name}`",
        "`source` tells for each field of the row where its value comes from.",
        "Name a field of the row, or write one word for all of it. {near}",
    ),
    "cards-unknown-word": Wording(
        "`{name}` is not a value of {what}",
        "The values are: {known}.",
        "Write one of them. {near}",
    ),
    "cards-listed-twice": Wording(
        "`{name}` is listed twice",
        "Each value counts once here.",
        "Remove one of them.",
    ),
}

_TABLES: dict[str, Wording] = {
    "csv-empty": Wording(
        "There is nothing in this table",
        "Its first row says what stands in each column, such as `name`, and each row below is a card.",
    ),
    "csv-no-name": Wording(
        "No column is called `name` or `id`",
        "The columns are {names}. Their names stand in the first row that is not empty.",
        "Write `name` above the names of the cards.",
    ),
    "csv-no-name-here": Wording(
        "This card has no name",
        "",
        "Give it a name, or an id; a row that is no card must be empty.",
    ),
    "csv-same-id": Wording(
        "Two cards have the id {id}, which is made of their names",
        "Moves, scenarios and saves name a card by its id.",
        "Equal cards are one row, with their number in a column `copies`; else give them different names, or "
        "add a column `id`.",
    ),
    "csv-column-twice": Wording(
        "Two columns hold the `{name}` of the cards",
        "Only one of the two could count. `quantity` and `qty` are other words for `copies`.",
        "Call one of them something else.",
    ),
    "csv-columns": Wording(
        "There are too many columns: {size:,}",
        "A table may have {most}.",
        "Remove those that are not needed.",
    ),
    "csv-no-column": Wording(
        "No column of {file} is called `{name}`",
        "Without a default each card must say it. The names of columns stand in the first row.",
        "Write `{name}` above the column that holds it; or give it a default, or a `?` behind its kind.",
    ),
    "csv-column-near": Wording(
        "The column `{name}` is not read",
        "Nothing of the cards is called that, and no column is called `{near}`.",
        "If that is meant, write `{near}` in its place. Other columns, such as notes, stay unread.",
    ),
    "csv-row-long": Wording(
        "This row has {have:cell}, and the first row {wanted}",
        "A {sign} ends a cell, unless the cell stands in double quotes.",
        "Put a text with a {sign} in it in double quotes.",
    ),
    "csv-row-short": Wording(
        "This row has {have:cell}, and the first row {wanted}",
        "The next row is short, too, and both together make one: a cell may have a line break in it. As it "
        "is, two cards are read, and the cells that are not there are empty.",
        "If it is one card, put the cell with the line break in double quotes, or join the rows.",
    ),
    "csv-quote-open": Wording(
        "A quote is never closed",
        "A cell that begins with a double quote ends with the next one, however many rows there are between.",
        'Close it; a double quote inside of such a cell is written twice: `""`.',
    ),
    "csv-quote-after": Wording(
        "Something stands behind the end of a cell in quotes",
        "",
        'Double quotes begin and end the whole cell. One inside of it is written twice: `""`.',
    ),
    "csv-formula": Wording(
        "`{name}` cannot be the formula {formula}",
        "Formulas are not worked out here.",
        "Let the spreadsheet save values, or write the value that it comes to.",
    ),
}

_TRANSLATIONS: dict[str, Wording] = {
    "translation-form": Wording(
        "A translation is expected here",
        "It has the keys `title`, `cards`, `texts` and `words`.",
        "Begin with `title:` and the title in the other language.",
    ),
    "translation-key": Wording(
        "A translation has no `{name}`",
        "It has the keys `title`, `cards`, `texts` and `words`.",
        "Put names of cards under `cards`, what they do under `texts`, all else under `words`. {near}",
    ),
}

DATA: dict[str, Wording] = {**_LIMITS, **_REFUSED, **_FORM, **_VALUES, **_CARDS, **_TABLES, **_TRANSLATIONS}

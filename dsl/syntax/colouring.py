"""Rule files in colour, for all that shows code by way of Pygments: terminals, pagers, documentation.

The words come from the lists that reading and checking use. Words that are keywords in some places and
names in others are told apart by the company they keep, which is right nearly always and enough for colours.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, default, include, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from rulewright.dsl.syntax.build_expressions import FOLDS
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS, RESERVED_WORDS
from rulewright.dsl.syntax.vocabulary import FUNCTIONS, KIND_NAMES, PLAIN_VALUES, SIDES

CONSTANT_WORDS = ("yes", "no", "none")
"""The values that have a word of their own."""

SIGN_WORDS = ("and", "or", "not", "in", "is", "div", "mod")
"""The words that join values as signs do."""

KEYWORDS = tuple(sorted(RESERVED_WORDS - {*CONSTANT_WORDS, *SIGN_WORDS}))
"""The other words that are never names."""

CHANGING_WORDS = ("add", "replace", "remove")
"""The words that may stand before the word of a declaration, in variants."""

COMPANIES = (
    *("face up", "face down", "seen by owner", "ordered by", "bag of", "set of", "zone of", "each turn"),
    *("drop out", "more dice", "dice into", "step by step", "if possible", "unless forced"),
    *("skipping ties", "then last", "beside its name", "seen by me"),
    "moves up to",
)
"""Words that are keywords where they stand together."""

LONE_WORDS = (
    "chooses",
    "clockwise",
    "counterclockwise",
    "enters",
    "leaves",
    "once",
    "remembered",
    "times",
    "unlogged",
    "unordered",
    "when",
)
"""Words that could be names, and hardly ever are."""

FUNCTION_WORDS = tuple(sorted({*FUNCTIONS, *FOLDS} - RESERVED_WORDS))
"""The language's own functions, where a parenthesis follows."""

VALUE_WORDS = (*PLAIN_VALUES, *SIDES)
"""The language's own values."""

_RESERVED = "|".join(sorted(RESERVED_WORDS))
_COMPANIES = "|".join(company.replace(" ", "[ ]+") for company in COMPANIES)


class RulesLexer(RegexLexer):
    """Cuts a rule file into pieces that each have a colour. Pygments finds it by the ending `.rules`."""

    name = "Rulewright"
    aliases: ClassVar = ["rulewright", "rules"]
    filenames: ClassVar = ["*.rules"]

    tokens: ClassVar = {
        "root": [
            (r"^needs\b", Keyword.Declaration),  # a number follows, not the name of what is declared
            (words(CHANGING_WORDS, prefix=r"^", suffix=r"(?=[ ]+[a-z])"), Keyword.Declaration, "changed"),
            (words(sorted(DECLARATION_WORDS), prefix=r"^", suffix=r"\b"), Keyword.Declaration, "declared"),
            include("values"),
        ],
        "changed": [
            (r"[ ]+", Whitespace),
            (words(sorted(DECLARATION_WORDS), suffix=r"\b"), Keyword.Declaration, ("#pop", "declared")),
            default("#pop"),
        ],
        "declared": [
            (r"[ ]+", Whitespace),
            (rf"(?!(?:{_RESERVED})\b)[A-Z][A-Za-z0-9_]*", Name.Class, "#pop"),
            (rf"(?!(?:{_RESERVED})\b)[a-z][A-Za-z0-9_]*", Name.Function, "#pop"),
            default("#pop"),
        ],
        "values": [
            (r"\s+", Whitespace),
            (r"#.*", Comment.Single),
            (r'\bbecause(?=\s+")', Keyword, "reason"),
            (r'"', String.Double, "text"),
            (r"\?\.|\.(?=[A-Za-z])", Operator, "property"),
            (rf"\b(?:{_COMPANIES})\b", Keyword),
            (words(CONSTANT_WORDS, prefix=r"\b", suffix=r"\b"), Keyword.Constant),
            (words(SIGN_WORDS, prefix=r"\b", suffix=r"\b"), Operator.Word),
            (words(KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (words(LONE_WORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (words(FUNCTION_WORDS, prefix=r"\b", suffix=r"(?=[ ]*\()"), Name.Builtin),
            (words(KIND_NAMES, prefix=r"\b", suffix=r"\b"), Keyword.Type),
            (words(VALUE_WORDS, prefix=r"\b", suffix=r"\b"), Name.Builtin.Pseudo),
            (r"[A-Za-z][A-Za-z0-9_]*(?=\()", Name.Function),
            (r"[A-Z][A-Za-z0-9_]*", Name.Class),
            (r"[a-z][A-Za-z0-9_]*", Name),
            (r"[0-9]+\b", Number.Integer),
            (r"\.\.|[=!<>+-]=|[-+*<>=?]", Operator),
            (r"[:,.()\[\]]", Punctuation),
        ],
        "property": [
            (r"[A-Za-z][A-Za-z0-9_]*", Name.Attribute, "#pop"),
            default("#pop"),
        ],
        "text": [
            (r'\\["\\]', String.Escape),
            (r'[^"\\\n]+', String.Double),
            include("end of text"),
        ],
        "reason": [
            (r"\s+", Whitespace),
            (r'"', String.Double, ("#pop", "phrase")),
        ],
        "phrase": [
            (r'\\["\\]|\{\{|\}\}', String.Escape),
            (r"\{", String.Interpol, "gap"),
            (r'[^"\\{}\n]+', String.Double),
            include("end of text"),
        ],
        "end of text": [
            (r'"', String.Double, "#pop"),
            (r"\n", Whitespace, "#pop"),
        ],
        "gap": [
            (r"\}", String.Interpol, "#pop"),
            (r'(?=["\n])', Whitespace, "#pop"),
            include("values"),
        ],
    }

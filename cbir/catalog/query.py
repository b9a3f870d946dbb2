"""Typed query text -> a tree of words, fields, AND, OR and NOT; the fields' names, and the meaning of their values.

    query  = either { "OR" either }
    either = part { ["AND"] part }
    part   = ["-" | "NOT"] ( "(" query ")" | [field ":"] ( word | word* | "a phrase" ["~" radius] ) )

A word matches words that begin with it or have its stem. An excluded word matches itself and words with its stem. A
word in quotation marks matches only itself. Any text is a query: stray characters of a broken query are dropped. The
only error is a field with an invalid value, such as rating:blue; its sentence names the valid values.

Small words of a sentence, such as `the` and `of`, are not looked up, unless they are all there is (small_words.py).
`without`, `not` and their like exclude what follows (negation.py).
"""

from __future__ import annotations

import calendar
import functools
import itertools
import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeGuard

from cbir.base.errors import QueryTooLong, QueryUnusable
from cbir.base.folding import fold, spellings
from cbir.base.forms import LONGEST_PHRASE, narrower_words, synonyms_of, translations_of
from cbir.base.types import COLORS, Color
from cbir.catalog.colors import color_named, colors_in
from cbir.catalog.dates_in_text import month_named
from cbir.catalog.negation import is_negation, negation_before, negations
from cbir.catalog.places import read_circle
from cbir.catalog.regions import region_named
from cbir.catalog.small_words import language_of, small_words, without_article

Operator = Literal["=", "<", "<=", ">", ">="]
Value = str | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A photo's facet compared with a value. field : a name of FIELDS' values. high : the end of a range"""

    field: str
    operator: Operator
    value: Value
    high: Value | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of the query syntax.

    name : as stored. full_text : its words count for the order of the hits; otherwise it only filters
    needs_value : it is no ordinary word, so it is a typing error without a value
    """

    name: str
    full_text: bool = False
    needs_value: bool = False


FIELDS: dict[str, Field] = {
    "name": Field(name="name", full_text=True),
    "file": Field(name="name", full_text=True),
    "title": Field(name="title", full_text=True),
    "caption": Field(name="title", full_text=True),
    "keyword": Field(name="keywords", full_text=True),
    "keywords": Field(name="keywords", full_text=True),
    "tag": Field(name="keywords", full_text=True),
    "written": Field(name="written", full_text=True),
    "folder": Field(name="folder"),
    "in": Field(name="in"),
    "camera": Field(name="camera"),
    "lens": Field(name="lens"),
    "date": Field(name="taken"),
    "taken": Field(name="taken"),
    "year": Field(name="taken"),
    "month": Field(name="month", needs_value=True),
    "after": Field(name="after"),
    "from": Field(name="after"),
    "before": Field(name="before"),
    "to": Field(name="to"),
    "until": Field(name="to"),
    "near": Field(name="near", needs_value=True),
    "country": Field(name="country", needs_value=True),
    "region": Field(name="country", needs_value=True),
    "rating": Field(name="rating"),
    "stars": Field(name="rating"),
    "format": Field(name="format"),
    "type": Field(name="format"),
    "orientation": Field(name="orientation"),
    "megapixels": Field(name="megapixels"),
    "mp": Field(name="megapixels"),
    "iso": Field(name="iso"),
    "f": Field(name="aperture"),
    "aperture": Field(name="aperture"),
    "shutter": Field(name="shutter"),
    "exposure": Field(name="shutter"),
    "focal": Field(name="focal"),
    "mm": Field(name="focal"),
    "equivalent": Field(name="equivalent"),
    "flash": Field(name="flash"),
    "person": Field(name="people"),
    "people": Field(name="people"),
    "creator": Field(name="creator"),
    "artist": Field(name="creator"),
    "photographer": Field(name="creator"),
    "label": Field(name="label"),
    "flag": Field(name="flag"),
    "thing": Field(name="thing", needs_value=True),
    "map": Field(name="map", needs_value=True),
    "color": Field(name="color", needs_value=True),
    "colour": Field(name="color", needs_value=True),
}
"""Fields by typed name, in lower case."""

FIELDS_TO_OFFER = tuple({field.name: f"{name}:" for name, field in reversed(FIELDS.items())}.values())[::-1]
"""The first typed name of each field."""

UNRATED = "none"  # the value of `rating:` for photos without a rating

_COMPARED = re.compile(r"(<=|>=|<|>|=)?\s*(.*)", re.DOTALL)
_FORMATS = {
    "jpg": "jpeg",
    "jpe": "jpeg",
    "jfif": "jpeg",
    "tif": "tiff",
    "heic": "heif",
    "hif": "heif",
    **dict.fromkeys(("jp2", "j2k", "j2c", "jpf", "jpx", "jpeg2000"), "jpeg 2000"),
    "psd": "photoshop",
    "pgm": "ppm",
    "pbm": "ppm",
    "pnm": "ppm",
    **dict.fromkeys(("raw", "dng", "cr2", "cr3", "nef", "arw", "orf", "rw2", "raf", "pef"), "camera raw"),
}


def read_value(name: str, text: str) -> Comparison:
    """Read the typed value of a filtering field. Raises QueryUnusable if the field cannot have it."""
    field = FIELDS[name].name
    compared = _COMPARED.fullmatch(text)
    assert compared is not None  # the pattern matches any text
    operator: Operator = compared[1] or "="  # type: ignore[assignment]
    value = compared[2].strip()
    if field == "near":
        read_circle(value)  # raises for a wrong value
    elif not value:
        raise QueryUnusable("{0}: needs a value behind it.", name)
    match field:
        case "rating" if operator == "=" and value.lower() == UNRATED:
            return Comparison(field=field, operator="=", value=UNRATED)
        case "rating" | "megapixels":
            return _number(name, field, operator, value)
        case "taken" | "after" | "before" | "to":
            return _date(name, field, operator, value)
        case "month":
            return _month(name, value)
        case "country":
            value = _region(name, value)
        case "iso" | "aperture" | "shutter" | "focal" | "equivalent":
            return _exposure(name, field, operator, value)
        case "people" if _COUNT.fullmatch(value) or operator != "=":
            return _number(name, field, operator, value)
        case "flash":
            value = _choice(name, _SWITCHES.get(value.lower(), value), ("yes", "no"))
        case "flag":
            value = _choice(name, _FLAGS.get(value.lower(), value), ("pick", "reject", "none"))
        case "color":
            value = _color(name, value)
        case "orientation":
            value = _choice(name, value, ("portrait", "landscape", "square"))
        case "format":
            value = _FORMATS.get(value.lower().lstrip("."), value.lower().lstrip("."))
    return Comparison(field=field, operator="=", value=value)


def plain(text: str) -> str:
    """Text that SQLite and FTS5 accept: a NUL would end a statement, and half a surrogate pair is no text."""
    return "".join(char if char.isprintable() or char.isspace() else " " for char in text)


def read_date(text: str) -> str:
    """`2019`, `2019-7` or `2019/07/14` -> `2019`, `2019-07` or `2019-07-14`. Raises QueryUnusable."""
    parts = re.split(r"[-/.]", text.strip())
    wrong = QueryUnusable("{0} is not a date. Write it as 2019, 2019-07 or 2019-07-14.", text)
    if not 1 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise wrong
    if len(parts[0]) != 4 or any(len(part) > 2 for part in parts[1:]) or parts[0] == "0000":
        raise wrong
    if len(parts) > 1 and not 1 <= int(parts[1]) <= 12:
        raise wrong
    if len(parts) > 2 and not 1 <= int(parts[2]) <= calendar.monthrange(int(parts[0]), int(parts[1]))[1]:
        raise wrong
    return "-".join([parts[0], *(part.zfill(2) for part in parts[1:])])


def _number(name: str, field: str, operator: Operator, text: str) -> Comparison:
    low, dots, high = text.partition("..")
    try:
        first = float(low)
        last = float(high) if dots else None
    except ValueError:
        example = ">=3" if field == "rating" else ">=12"
        raise QueryUnusable(
            "{0}:{1} is not a number. Write {2}:{3}, for example.", name, text, name, example
        ) from None
    if math.isnan(first) or (last is not None and math.isnan(last)):
        raise QueryUnusable("{0}:{1} is not a number.", name, text)
    return Comparison(field=field, operator=operator, value=first, high=last)


_FLAGS = {"picked": "pick", "picks": "pick", "rejected": "reject", "rejects": "reject", "unflagged": "none"}
_SWITCHES = {"on": "yes", "true": "yes", "fired": "yes", "1": "yes", "off": "no", "false": "no", "0": "no"}
_COUNT = re.compile(r"\d+(?:\.\.\d+)?")
_EXAMPLES = {
    "iso": "<=800",
    "aperture": "<2.8",
    "shutter": "1/250",
    "focal": "24..70",
    "equivalent": "24..70",
}
_UNITS = {
    "iso": re.compile(r"(?i)^iso"),
    "aperture": re.compile(r"(?i)^f?/?"),
    "shutter": re.compile(r"(?i)(s|sec|\u2033|\")$"),
    "focal": re.compile(r"(?i)mm$"),
    "equivalent": re.compile(r"(?i)mm$"),
}


def _exposure(name: str, field: str, operator: Operator, text: str) -> Comparison:
    """A number as photographers write it: f/2.8, 1/250, 1/250s, 50mm. A longer time is the greater one."""
    low, dots, high = text.partition("..")
    try:
        first = _measure(low, field)
        last = _measure(high, field) if dots else None
    except (ValueError, ZeroDivisionError, OverflowError):
        example = _EXAMPLES[field]
        raise QueryUnusable(
            "{0}:{1} is not a number. Write {2}:{3}, for example.", name, text, name, example
        ) from None
    if last is not None and last < first:
        first, last = last, first  # 1/60..1/250 means the same as 1/250..1/60
    return Comparison(field=field, operator=operator, value=first, high=last)


def _measure(text: str, field: str) -> float:
    number = _UNITS[field].sub("", text.strip()).strip().replace(",", ".")
    above, _, below = number.partition("/")
    value = float(above) / float(below) if below else float(above)
    if not math.isfinite(value) or value < 0:
        raise ValueError(text)
    return value


def _date(name: str, field: str, operator: Operator, text: str) -> Comparison:
    """Compare a date as a span: `taken:<=2019` includes all of that year, `after:2019` begins with it."""
    low, dots, high = text.partition("..")
    first = read_date(low)
    if field == "taken":
        return Comparison(
            field="taken", operator=operator, value=first, high=read_date(high) if dots else None
        )
    span: dict[str, Operator] = {"after": ">=", "before": "<", "to": "<="}
    return Comparison(field="taken", operator=span[field], value=first)


def _month(name: str, text: str) -> Comparison:
    """A month of any year, or some in a row, which may go on after December."""
    low, dots, high = text.partition("..")
    first, last = month_named(low.strip()), month_named(high.strip()) if dots else None
    if first is None or (dots and last is None):
        raise QueryUnusable("{0}:{1} is not a month. Write {0}:8, {0}:August or {0}:6..8.", name, text)
    return Comparison(
        field="month", operator="=", value=float(first), high=None if last is None else float(last)
    )


def _region(name: str, text: str) -> str:
    """The first name of a country or region."""
    region = region_named(text)
    if region is None:
        raise QueryUnusable(
            "{0}:{1} is not a known country or region. Write {0}:Norway or {0}:Bavaria.", name, text
        )
    return region.names[0]


def _choice(name: str, text: str, choices: tuple[str, ...]) -> str:
    matches = [choice for choice in choices if choice.startswith(text.lower())]
    if len(matches) != 1:
        raise QueryUnusable(
            "{0}:{1} is not known. It can be {2} or {3}.", name, text, ", ".join(choices[:-1]), choices[-1]
        )
    return matches[0]


def _color(name: str, text: str) -> Color:
    color = color_named(text)
    if color is None:
        raise QueryUnusable(
            "{0}:{1} is not known. It can be {2} or {3}.", name, text, ", ".join(COLORS[:-1]), COLORS[-1]
        )
    return color


MAX_QUERY = 2000  # characters
MAX_PARTS = 64
_MAX_DEPTH = 20  # of parentheses; deeper ones are ignored
_MIN_PREFIX = 2  # characters of a word that also matches longer words
_PUNCTUATION = ",;:!?…«»“”„"  # around a word of a sentence: `beach, summer 2019` is about a beach

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<open>-?\() | (?P<close>\)) |
        (?P<sign>-)? (?:(?P<field>[A-Za-z]+):)? (?P<compare>[<>]=?|=)?
        (?: "(?P<phrase>[^"]*)(?:"|$)(?P<radius>~[^\s()"]*)? | (?P<word>[^\s()"]+) )
        | (?P<stray>[-"])
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Text to find as consecutive words in one field of the full text, or in any.

    prefix : the last word may be longer. stemmed : words with the same stem match, too
    longer : indexed words that have the text inside, and match as well
    """

    text: str
    prefix: bool = False
    stemmed: bool = False
    field: str | None = None
    longer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    node: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class And:
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Or:
    nodes: tuple[Node, ...]


Node = Words | Comparison | Not | And | Or
EVERYTHING = And(nodes=())
Meanings = Mapping[str, Sequence[str]]
"""For typed words, words of the library that mean the same."""


@functools.lru_cache(maxsize=64)  # a search reads its texts several times
def parse_query(text: str, *, whole: bool = False) -> Node:
    """Read a query. Raises QueryUnusable for an invalid value of a field, and for a query that is too long.

    whole : with the small words, as a description needs them
    """
    text = plain(text)
    if len(text) > MAX_QUERY:
        raise QueryTooLong("The query is too long: {0} characters are more than {1}.", len(text), MAX_QUERY)
    return _Parser(text, whole=whole).read()


def without_wrong_fields(text: str) -> tuple[str, tuple[QueryUnusable, ...]]:
    """A text without the fields that are unfinished or have an impossible value, and what is wrong with each."""
    wrong: list[QueryUnusable] = []
    parts: list[str] = []
    at = 0
    for match in _TOKEN.finditer(text):
        name = (match["field"] or "").lower()
        value = match["phrase"] if match["phrase"] is not None else match["word"] or ""
        bare = FIELDS.get(value[:-1].lower()) if value.endswith(":") and not name else None
        field = FIELDS.get(name)
        try:
            if bare is not None:
                read_value(value[:-1].lower(), "")  # raises for the missing value
            if field is not None and not field.full_text:
                read_value(name, (match["compare"] or "") + value + (match["radius"] or ""))
        except QueryUnusable as error:
            wrong.append(error)
            parts.append(text[at : match.start()])
            at = match.end()
    return "".join([*parts, text[at:]]), tuple(wrong)


def unknown_fields(text: str) -> tuple[str, ...]:
    """Names before a colon that are no fields, as in `width:>600`, except in web addresses."""
    typed = (match for match in _TOKEN.finditer(plain(text)) if match["field"])
    return tuple(
        dict.fromkeys(
            match["field"]
            for match in typed
            if match["field"].lower() not in FIELDS and not (match["word"] or "").startswith("//")
        )
    )


def is_words(node: Node) -> bool:
    """True if full text alone can answer it: words joined by AND and OR."""
    if isinstance(node, And | Or):
        return bool(node.nodes) and all(is_words(child) for child in node.nodes)
    return isinstance(node, Words)


def colors_of(nodes: Iterable[Node]) -> tuple[Color, ...]:
    """The colours that parts of a query ask for."""
    colors: list[Color] = []
    for node in nodes:
        match node:
            case Comparison(field="color"):
                colors += [color for color in COLORS if color == node.value]
            case And() | Or():
                colors += colors_of(node.nodes)
    return tuple(dict.fromkeys(colors))


def colors_named(text: str) -> tuple[Color, ...]:
    """The colours that a text asks for, by words or by fields. Broken queries have none."""
    try:
        parts = take_apart(text)
    except QueryUnusable:
        return ()
    return tuple(dict.fromkeys((*parts.colors, *colors_of(parts.conditions))))


def synonyms(words: Words, meanings: Meanings = MappingProxyType({})) -> tuple[Words, ...]:
    """Synonyms of typed words, in any language, and words for what they stand for: dog for animals.

    None for words in quotation marks or of a field.

    meanings : for typed words, words of the library that mean the same
    """
    if not words.stemmed or words.field is not None:
        return ()
    return (
        *(replace(words, text=text, prefix=False) for text in synonyms_of(words.text)),
        *(replace(words, text=text, prefix=False) for text in narrower_words(words.text)),
        *(Words(text=text) for text in meanings.get(words.text, ())),
    )


def with_synonyms(
    node: Node, meanings: Meanings = MappingProxyType({}), has: Callable[[Words], bool] = lambda words: True
) -> Node:
    """Words with their synonyms as alternatives; the same node if there are none.

    has : true for synonyms that are worth a search. Consecutive words that are a phrase, such as `coucher soleil`, get
        the synonyms of the phrase
    """
    match node:
        case Words():
            others = tuple(filter(has, synonyms(node, meanings)))
            return Or(nodes=(node, *others)) if others else node
        case And():
            return _join(And, list(_phrases_with_synonyms(node.nodes, meanings, has)))
        case Or():
            return replace(node, nodes=tuple(with_synonyms(child, meanings, has) for child in node.nodes))
    return node


def _phrases_with_synonyms(
    nodes: Sequence[Node], meanings: Meanings, has: Callable[[Words], bool]
) -> Iterator[Node]:
    at = 0
    while at < len(nodes):
        for length in range(min(LONGEST_PHRASE, len(nodes) - at), 1, -1):
            part = nodes[at : at + length]
            if not all(_is_plain_word(node) for node in part):
                continue
            phrase = " ".join(node.text for node in part if isinstance(node, Words))
            others = tuple(filter(has, synonyms(Words(text=phrase, stemmed=True), meanings)))
            if others:
                yield Or(nodes=(And(nodes=tuple(part)), *others))
                at += length
                break
        else:
            yield with_synonyms(nodes[at], meanings, has)
            at += 1


def with_longer_words(node: Node, longer: Mapping[str, tuple[str, ...]]) -> Node:
    """Plain words with the longer ones that have them inside. longer : by typed text"""
    match node:
        case Words(stemmed=True, field=None):
            return replace(node, longer=longer.get(node.text, ()))
        case And() | Or():
            return replace(node, nodes=tuple(with_longer_words(child, longer) for child in node.nodes))
    return node


def with_parts(node: Node, parts: Mapping[str, tuple[str, ...]]) -> Node:
    """Plain words as all of their parts. parts : by typed text"""
    match node:
        case Words(stemmed=True, field=None) if of_word := parts.get(node.text):
            return And(nodes=tuple(replace(node, text=part, prefix=False) for part in of_word))
        case And():
            return _join(And, [with_parts(child, parts) for child in node.nodes])
        case Or():
            return replace(node, nodes=tuple(with_parts(child, parts) for child in node.nodes))
    return node


def plain_phrases(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The plain words of trees, and their phrases of consecutive ones, each once."""
    phrases: dict[str, None] = {}
    for node in nodes:
        match node:
            case Words(stemmed=True, field=None):
                phrases[node.text] = None
            case Not():
                phrases |= dict.fromkeys(plain_phrases([node.node]))
            case Or():
                phrases |= dict.fromkeys(plain_phrases(node.nodes))
            case And():
                for length in range(2, LONGEST_PHRASE + 1):
                    for at in range(len(node.nodes) - length + 1):
                        part = node.nodes[at : at + length]
                        if all(map(_is_plain_word, part)):
                            phrases[" ".join(map(_text_of, part))] = None
                phrases |= dict.fromkeys(plain_phrases(node.nodes))
    return tuple(phrases)


def _text_of(node: Node) -> str:
    return node.text if isinstance(node, Words) else ""


def without_meanings(node: Node, meanings: Meanings) -> Node:
    """A condition that also excludes the library's words of the same meaning as excluded words."""
    match node:
        case Not():
            return replace(node, node=_with_meanings(node.node, meanings))
        case And() | Or():
            return replace(node, nodes=tuple(without_meanings(child, meanings) for child in node.nodes))
    return node


def with_translations(words: Words, context: Collection[str] = ()) -> Node:
    """An excluded word with its names in other languages, and what it stands for, as alternatives.

    context : words of the same query, folded. If one of them means the same, the excluded word is a name, as in
        `harbour excluding porto`
    """
    is_plain = words.stemmed and words.field is None
    others = (*translations_of(words.text), *narrower_words(words.text)) if is_plain else ()
    if any(fold(other) in context for other in others):
        return words
    return Or(nodes=(words, *(replace(words, text=text) for text in others))) if others else words


def _with_meanings(node: Node, meanings: Meanings) -> Node:
    match node:
        case Words(field=None) if others := meanings.get(node.text):
            return Or(nodes=(node, *(Words(text=other) for other in others)))
        case And() | Or():
            return replace(node, nodes=tuple(_with_meanings(child, meanings) for child in node.nodes))
    return node


def whole_words(node: Node) -> Node:
    """The tree without the longer words that words match."""
    match node:
        case Words(stemmed=True):
            return replace(node, prefix=False, longer=())
        case And() | Or():
            return replace(node, nodes=tuple(map(whole_words, node.nodes)))
    return node


def plain_words(node: Node) -> Iterator[str]:
    """The words of a tree that other words may stand for: neither phrases nor those of a field."""
    match node:
        case Words(stemmed=True, field=None):
            yield node.text
        case Not():
            yield from plain_words(node.node)
        case And() | Or():
            for child in node.nodes:
                yield from plain_words(child)


def distinct_words(nodes: Sequence[Node]) -> tuple[str, ...]:
    """The plain words of some trees, each once."""
    return tuple(dict.fromkeys(word for node in nodes for word in plain_words(node)))


def spelled_words(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The words of a text whose spelling can be corrected, and the languages of its small words."""
    words = [word.text.strip(",.;!?") for word in words_in(text) if word.stemmed and word.field is None]
    return tuple(words), language_of(text.split())


STATED_PEOPLE = "stated people"
"""A field that nobody types: people by the photos' own metadata alone, for those who may not see faces."""


def without_faces(node: Node) -> Node:
    """The tree with people by the photos' own metadata alone. Raises QueryUnusable if it counts faces."""
    match node:
        case Comparison(field="people"):
            if not isinstance(node.value, str):
                raise QueryUnusable(
                    "This service leaves out people, so photos can't be found by their number."
                )
            return replace(node, field=STATED_PEOPLE)
        case Not():
            return replace(node, node=without_faces(node.node))
        case And() | Or():
            return replace(node, nodes=tuple(map(without_faces, node.nodes)))
    return node


def named_only(node: Node) -> Node:
    """The words of TextParts.words alone, without photos that show the colours they name as an alternative."""
    return node.nodes[0] if isinstance(node, Or) and colors_of([node]) else node


@dataclass(frozen=True, slots=True, kw_only=True)
class TextParts:
    """The parts of a query text.

    parts : all of them. words : the parts that full text alone can answer, joined; None if there are none
    described : all parts with the small words, for a description. colors : those that the words name
    A photo that shows the colours need not have their names among its words.
    conditions : the other parts. excluded : the negation of the whole query
    unknown_fields : see unknown_fields(). wanted : see wanted_words()
    """

    parts: tuple[Node, ...]
    described: tuple[Node, ...]
    words: Node | None
    colors: tuple[Color, ...]
    conditions: tuple[Node, ...]
    excluded: Not
    unknown_fields: tuple[str, ...]
    wanted: tuple[str, ...]


@functools.lru_cache(maxsize=64)
def take_apart(text: str) -> TextParts:
    """Read a query. Raises as parse_query()."""
    node, whole = parse_query(text), parse_query(text, whole=True)
    parts = node.nodes if isinstance(node, And) else (node,)
    words = tuple(part for part in parts if is_words(part))
    described = whole.nodes if isinstance(whole, And) else (whole,)
    named = colors_in([part.text for part in described if _is_plain_word(part)])
    colored = [part for part in words if _is_plain_word(part) and part.text in named]
    joined: Node | None = None if not words else words[0] if len(words) == 1 else And(nodes=words)
    colors = tuple(dict.fromkeys(named[part.text] for part in colored))
    if joined is not None and colors:
        rest = tuple(part for part in words if part not in colored)
        shown = tuple(Comparison(field="color", operator="=", value=color) for color in colors)
        joined = Or(nodes=(joined, And(nodes=(*rest, *shown))))
    return TextParts(
        parts=parts,
        described=described,
        words=joined,
        colors=colors,
        conditions=tuple(part for part in parts if not is_words(part)),
        excluded=Not(node=node),
        unknown_fields=unknown_fields(text),
        wanted=wanted_words(text),
    )


def _is_plain_word(node: Node) -> TypeGuard[Words]:
    return isinstance(node, Words) and node.stemmed and node.field is None


def wanted_words(text: str) -> tuple[str, ...]:
    """Typed words that may be text in a photo: without a field, or of `written:`. Broken queries have none."""
    return tuple(words.text.rstrip("*") for words in words_in(text) if words.field in (None, "written"))


def words_in(text: str) -> tuple[Words, ...]:
    """All words that a text asks for, in any field. Broken queries have none."""
    try:
        return tuple(_leaves(parse_query(text)))
    except QueryUnusable:
        return ()


def _leaves(node: Node) -> Iterator[Words]:
    match node:
        case Words():
            yield node
        case And() | Or():
            for child in node.nodes:
                yield from _leaves(child)


class _Parser:
    def __init__(self, text: str, *, whole: bool) -> None:
        matches = [match for match in _TOKEN.finditer(text) if match[0].strip() and not match["stray"]]
        self._whole = whole
        self._matches = _as_sentence(matches, whole=whole)
        self._at = 0
        self._parts = 0
        self._unwanted = False  # inside negated parentheses

    def read(self) -> Node:
        nodes = []
        while self._at < len(self._matches):
            nodes.append(self._either(0))
            if self._peek("close"):
                self._at += 1  # an unmatched parenthesis
        return _join(And, nodes)

    def _either(self, depth: int) -> Node:
        nodes = [self._both(depth)]
        while self._is_word("OR"):
            self._at += 1
            nodes.append(self._both(depth))
        return _join(Or, [node for node in nodes if node != EVERYTHING])

    def _both(self, depth: int) -> Node:
        nodes = []
        while self._at < len(self._matches) and not self._peek("close") and not self._is_word("OR"):
            if self._is_word("AND"):
                self._at += 1
            elif (node := self._part(depth)) is not None:
                nodes.append(node)
        return _join(And, nodes)

    def _part(self, depth: int) -> Node | None:
        negative = False
        while self._is_word("NOT"):
            negative = not negative
            self._at += 1
        if self._at >= len(self._matches) or self._peek("close") or self._is_word("OR"):
            return None
        match = self._matches[self._at]
        self._at += 1
        if match["open"]:
            negative ^= match["open"].startswith("-")
            if depth >= _MAX_DEPTH:
                return None
            outside, self._unwanted = self._unwanted, self._unwanted ^ negative
            node: Node | None = self._either(depth + 1)
            self._unwanted = outside
            if self._peek("close"):
                self._at += 1
            node = None if node == EVERYTHING else node
        else:
            negative ^= bool(match["sign"])
            self._parts += 1
            if self._parts > MAX_PARTS:
                raise QueryTooLong("The query has too many parts: at most {0} words and fields.", MAX_PARTS)
            node = self._leaf(match, negative=negative ^ self._unwanted)
        return Not(node=node) if negative and node is not None else node

    def _leaf(self, match: re.Match[str], *, negative: bool) -> Node | None:
        quoted = match["phrase"] is not None
        text = match["phrase"] if quoted else match["word"]
        name = (match["field"] or "").lower()
        field = FIELDS.get(name)
        if field is not None and not field.full_text:
            return read_value(name, (match["compare"] or "") + text + (match["radius"] or ""))
        bare = FIELDS.get(text[:-1].lower()) if text.endswith(":") and not quoted and not name else None
        if bare is not None and bare.needs_value:
            return read_value(bare.name, "")  # raises for the missing value
        column = None if field is None else field.name
        if field is None and match["field"]:
            text = f"{match['field']} {text}"  # no field: two words with a colon between them
        if not quoted and not self._whole and not match["sign"]:
            text = without_article(text)
        if not quoted:
            text = text.strip(_PUNCTUATION) or text
        starred = not quoted and text.endswith("*")
        if not spellings(text):
            return None
        # Excluded words match as little as possible: -cat must not exclude a category.
        ends_open = unicodedata.category(text[-1])[0] in "LMN"
        begins = not quoted and not negative and ends_open and len(text) >= _MIN_PREFIX
        return Words(text=text, prefix=starred or begins, stemmed=not quoted and not starred, field=column)

    def _peek(self, group: str) -> bool:
        return self._at < len(self._matches) and bool(self._matches[self._at][group])

    def _is_word(self, word: str) -> bool:
        if self._at >= len(self._matches):
            return False
        match = self._matches[self._at]
        return match["word"] == word and not match["field"] and not match["sign"] and not match["compare"]


_OPERATORS = ("AND", "OR", "NOT")


def _as_sentence(matches: list[re.Match[str]], *, whole: bool) -> list[re.Match[str]]:
    """The tokens of a query without the small words among its plain words, and with signs for `without` and `not`.

    whole : with the small words that are not excluded
    """
    places = [
        at
        for at, match in enumerate(matches)
        if match["word"]
        and not (match["field"] or match["sign"] or match["compare"])
        and match["word"] not in _OPERATORS
    ]
    words = [matches[at]["word"] for at in places]
    beside = any(
        match["phrase"] or (match["word"] and _is_full_text(match["field"]) and not match["sign"])
        for at, match in enumerate(matches)
        if at not in places and match["word"] not in _OPERATORS
    )
    small = small_words(words, beside)
    if not beside and all(at in small or is_negation(word) for at, word in enumerate(words)):
        return matches  # `to be or not to be`
    ends = {at for at, (place, after) in enumerate(itertools.pairwise(places)) if after != place + 1}
    signed: dict[int, list[re.Match[str]]] = {}
    for negation in negations(words, small, ends):
        excluded = " ".join(without_article(words[at]) for at in negation.excluded)
        signed[places[negation.place]] = [*_TOKEN.finditer(f"-({excluded})")]
        signed |= {places[at]: [] for at in range(negation.place + 1, negation.excluded[-1] + 1)}
    for at, place in enumerate(places):
        after = matches[place + 1] if place + 1 < len(matches) else None
        length = negation_before(words, at + 1)
        if not place or not after or after["sign"] or not length:
            continue
        if after["phrase"] or after["field"] or after["open"] == "(":
            signed |= {places[before]: [] for before in range(at + 1 - length, at)}
            signed[place] = [*_TOKEN.finditer("NOT")]
    dropped = set() if whole else {places[at] for at in small}
    return [
        token
        for at, match in enumerate(matches)
        if at in signed or at not in dropped
        for token in signed.get(at, [match])
    ]


def _is_full_text(name: str | None) -> bool:
    field = FIELDS.get((name or "").lower())
    return field is None or field.full_text


def _join(kind: type[And] | type[Or], nodes: list[Node]) -> Node:
    """Join nodes into one; nested nodes of the same kind are flattened."""
    flat: list[Node] = []
    for node in nodes:
        flat.extend(node.nodes if isinstance(node, kind) else [node])
    if not flat:
        return EVERYTHING
    return flat[0] if len(flat) == 1 else kind(nodes=tuple(flat))

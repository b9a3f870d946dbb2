"""Typed query text -> a tree of words, fields, AND, OR and NOT.

    query  = either { "OR" either }
    either = part { ["AND"] part }
    part   = ["-" | "NOT"] ( "(" query ")" | [field ":"] ( word | word* | "a phrase" ["~" radius] ) )

A word matches words that begin with it or have its stem. An excluded word matches itself and words with its stem. A
word in quotation marks matches only itself. Any text is a query: stray characters of a broken query are dropped. The
only error is a field with an invalid value, such as rating:blue; its sentence names the valid values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cbir.base.errors import QueryTooLong, QueryUnusable
from cbir.catalog.fields import FIELDS, Comparison, plain, read_value

MAX_QUERY = 2000  # characters
MAX_PARTS = 64
_MAX_DEPTH = 20  # of parentheses; deeper ones are ignored
_MIN_PREFIX = 2  # characters of a word that also matches longer words

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
    """

    text: str
    prefix: bool = False
    stemmed: bool = False
    field: str | None = None


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


def parse_query(text: str) -> Node:
    """Read a query. Raises QueryUnusable for an invalid value of a field, and for a query that is too long."""
    text = plain(text)
    if len(text) > MAX_QUERY:
        raise QueryTooLong(f"The query is too long: {len(text)} characters are more than {MAX_QUERY}.")
    return _Parser(text).read()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TextParts:
    """The parts of a query text.

    parts : all of them. words : the parts that full text alone can answer, joined; None if there are none
    conditions : the other parts. excluded : the negation of the whole query
    unknown_fields : see unknown_fields(). wanted : see wanted_words()
    """

    parts: tuple[Node, ...]
    words: Node | None
    conditions: tuple[Node, ...]
    excluded: Not
    unknown_fields: tuple[str, ...]
    wanted: tuple[str, ...]


def take_apart(text: str) -> TextParts:
    """Read a query. Raises as parse_query()."""
    node = parse_query(text)
    parts = node.nodes if isinstance(node, And) else (node,)
    words = tuple(part for part in parts if is_words(part))
    return TextParts(
        parts=parts,
        words=None if not words else words[0] if len(words) == 1 else And(nodes=words),
        conditions=tuple(part for part in parts if not is_words(part)),
        excluded=Not(node=node),
        unknown_fields=unknown_fields(text),
        wanted=wanted_words(text),
    )


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
    def __init__(self, text: str) -> None:
        self._matches = [match for match in _TOKEN.finditer(text) if match[0].strip() and not match["stray"]]
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
                raise QueryTooLong(f"The query has too many parts: at most {MAX_PARTS} words and fields.")
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
        starred = not quoted and text.endswith("*")
        if not any(char.isalnum() for char in text):
            return None
        # Excluded words match as little as possible: -cat must not exclude a category.
        begins = not quoted and not negative and text[-1].isalnum() and len(text) >= _MIN_PREFIX
        return Words(text=text, prefix=starred or begins, stemmed=not quoted and not starred, field=column)

    def _peek(self, group: str) -> bool:
        return self._at < len(self._matches) and bool(self._matches[self._at][group])

    def _is_word(self, word: str) -> bool:
        if self._at >= len(self._matches):
            return False
        match = self._matches[self._at]
        return match["word"] == word and not match["field"] and not match["sign"] and not match["compare"]


def _join(kind: type[And] | type[Or], nodes: list[Node]) -> Node:
    """Join nodes into one; nested nodes of the same kind are flattened."""
    flat: list[Node] = []
    for node in nodes:
        flat.extend(node.nodes if isinstance(node, kind) else [node])
    if not flat:
        return EVERYTHING
    return flat[0] if len(flat) == 1 else kind(nodes=tuple(flat))

"""Typed terms, pictures and filters -> a query as the stages read it.

The words of a text are searched in names and metadata, and the text as a whole is a description for the semantic
engine. Fields in it, such as camera:fuji, restrict the hits of every engine, as filters do; a subtracted text excludes
what fits it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from cbir.base.errors import QueryTooLong, QueryUnusable
from cbir.base.messages import Message
from cbir.base.types import TEXT_TOO_LONG, Filters, SearchOptions, Term
from cbir.catalog import (
    FIELDS_TO_OFFER,
    And,
    Comparison,
    Node,
    Not,
    Or,
    Words,
    note_on,
    take_apart,
)
from cbir.embeddings import InstalledModel, TextEmbeddings

MOST_WEIGHT = 1000  # of a term: beside one that weighs more, no other counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A text as a description, its fields left out. sign : -1 where it is not wanted"""

    text: str
    sign: int = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedText:
    """The typed terms of a query, read.

    ranked : (weight, words) of each text that has words. demanded : conditions that every hit fits
    words : of the texts that are wanted, what may be written in a photo
    sentences : the same texts as descriptions. notes : sentences about them for the user
    """

    ranked: tuple[tuple[float, Node], ...] = ()
    words: tuple[str, ...] = ()
    demanded: tuple[Node, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    notes: tuple[Message, ...] = ()
    filters: Filters = field(default_factory=Filters)

    @property
    def restricts(self) -> bool:
        return bool(self.demanded) or self.filters != Filters()


def read_text(terms: Sequence[Term], options: SearchOptions, *, described: bool = False) -> TypedText:
    """Parse the texts among the terms. Raises QueryUnusable where a term makes no sense or asks for nothing.

    described : an engine reads them as descriptions too: it takes what is too long to be looked up, and signs
    that are no words, such as an emoji
    """
    ranked: list[tuple[float, Node]] = []
    words: list[str] = []
    demanded: list[Node] = []
    sentences: list[Sentence] = []
    notes: list[Message] = []
    for term in terms:
        if not 0 <= term.weight <= MOST_WEIGHT:
            raise QueryUnusable("Give a term a weight from 0 to {0}.", MOST_WEIGHT)
        if term.text is None:
            continue
        try:
            text = take_apart(term.text)
        except QueryTooLong:
            if not described:
                raise
            sentences.append(Sentence(text=term.text, sign=term.sign, weight=term.weight))
            notes.append(TEXT_TOO_LONG)
            continue
        notes += map(_no_field, text.unknown_fields)
        for part in text.parts:
            notes += _notes_on_places(part)
        if not text.parts:
            if not (described and _says_something(term.text)):
                raise QueryUnusable("There is nothing to search for in: {0}", term.text)
            sentences.append(Sentence(text=term.text, sign=term.sign, weight=term.weight))
            continue
        sentences += _sentences(text.parts, term)
        if term.sign < 0:
            demanded.append(text.excluded)
            continue
        words += text.wanted
        if text.words is not None and options.engine != "semantic":
            ranked.append((term.weight, text.words))
        demanded += text.conditions
    return TypedText(
        ranked=tuple(ranked),
        words=tuple(words),
        demanded=tuple(demanded),
        sentences=tuple(sentences),
        notes=tuple(notes),
        filters=options.filters,
    )


def _no_field(name: str) -> Message:
    fields = ", ".join(FIELDS_TO_OFFER)
    return Message("There is no field {0}: so it was taken for a word. The fields are {1}.", name, fields)


def _notes_on_places(node: Node) -> Iterator[Message]:
    match node:
        case Comparison(field="near") if (note := note_on(str(node.value))) is not None:
            yield note
        case And() | Or():
            for child in node.nodes:
                yield from _notes_on_places(child)
        case Not():
            yield from _notes_on_places(node.node)


def _says_something(text: str) -> bool:
    """It has letters, digits or symbols, of which an emoji is one; punctuation says nothing."""
    return any(unicodedata.category(char)[0] in "LNS" for char in text)


def _sentences(parts: Sequence[Node], term: Term) -> Iterator[Sentence]:
    """One sentence for all that is wanted, and one for each part that is not."""
    wanted = " ".join(filter(None, map(_as_text, parts)))
    if wanted:
        yield Sentence(text=wanted, sign=term.sign, weight=term.weight)
    for part in parts:
        if isinstance(part, Not) and term.sign > 0 and (unwanted := _as_text(part.node)):
            yield Sentence(text=unwanted, sign=-1, weight=term.weight)


def _as_text(node: Node) -> str:
    """The words of a part, without fields and what is not wanted."""
    match node:
        case Words(field=None):
            return node.text
        case And():
            return " ".join(filter(None, map(_as_text, node.nodes)))
        case Or():
            return " or ".join(filter(None, map(_as_text, node.nodes)))
        case _:
            return ""


FIRST_PAGE = 100  # hits that are shown before the others: more than a window shows at once
SHORTLIST = 200  # candidates that each engine proposes at least, and that are verified


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """text : its typed terms. model : of the semantic engine; None where it is not asked

    embeddings : of the descriptions in `text`, being computed
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    text: TypedText
    cancelled: Callable[[], bool]
    model: InstalledModel | None = None
    embeddings: Future[TextEmbeddings] | None = None

    @property
    def has_pictures(self) -> bool:
        return any(term.text is None for term in self.terms)

    @property
    def compares_pictures(self) -> bool:
        """The match engine has something to look for."""
        return self.has_pictures and self.options.engine != "semantic"

    @property
    def is_semantic(self) -> bool:
        """The semantic engine has something to look for."""
        return self.model is not None and (
            any(term.text is None and term.sign > 0 for term in self.terms)
            or any(sentence.sign > 0 for sentence in self.text.sentences)
        )

    @property
    def is_for_catalog_alone(self) -> bool:
        """The catalog can answer it: neither index nor workers are needed."""
        return not self.has_pictures and not self.is_semantic

    @property
    def is_for_list(self) -> bool:
        """All photos that fit are listed, in an order that the catalog knows."""
        return self.options.listed is not None and self.is_for_catalog_alone and len(self.text.ranked) <= 1

    @property
    def conditions(self) -> list[Node]:
        """All that the catalog is asked for, beside the filters."""
        return [*(words for _, words in self.text.ranked), *self.text.demanded]

    @property
    def last(self) -> int:
        """The number of hits up to the end of the page."""
        return self.options.skip + self.options.top

    @property
    def depth(self) -> int:
        """The number of candidates that an engine proposes for fusion."""
        return max(SHORTLIST, self.last)

"""Typed terms, pictures and filters -> a parsed query for the stages.

The words of a text are searched for in names and metadata. The whole text is a description for the semantic engine.
Fields in it, such as camera:fuji, restrict the hits of every engine, as filters do. A subtracted text excludes photos
that fit it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from cbir.base.errors import QueryTooLong, QueryUnusable, message_of
from cbir.base.folding import fold
from cbir.base.messages import Message
from cbir.base.types import TEXT_TOO_LONG, Color, Filters, PhotoId, SearchOptions, Term
from cbir.catalog import (
    FIELDS_TO_OFFER,
    And,
    Catalog,
    Comparison,
    Node,
    Not,
    Or,
    Words,
    colors_of,
    named_only,
    note_on,
    take_apart,
    with_translations,
    without_faces,
    without_wrong_fields,
)
from cbir.embeddings import InstalledModel, TextEmbeddings

MOST_WEIGHT = 1000  # of a term; with a larger one, other terms would not count


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A text as a description, without its fields. sign : -1 if it is subtracted

    implied : not typed, but meant by another one
    """

    text: str
    sign: int = 1
    weight: float = 1.0
    implied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedText:
    """The typed terms of a query, parsed.

    ranked : (weight, words) of each text that has words. demanded : conditions that every hit must satisfy
    words : words of the positive texts that may be written in a photo
    sentences : the texts as descriptions. notes : sentences about them for the user
    facts : phrases that were understood as dates or places, as typed. colors : those that the positive texts name
    """

    ranked: tuple[tuple[float, Node], ...] = ()
    words: tuple[str, ...] = ()
    demanded: tuple[Node, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    notes: tuple[Message, ...] = ()
    filters: Filters = field(default_factory=Filters)
    facts: tuple[str, ...] = ()
    colors: tuple[Color, ...] = ()

    @property
    def without(self) -> tuple[str, ...]:
        """The excluded words, as typed."""
        return tuple(
            sentence.text for sentence in self.sentences if sentence.sign < 0 and not sentence.implied
        )

    @property
    def asks_for_colors(self) -> bool:
        return bool(self.colors or self.filters.colors or (self.demanded and colors_of(self.demanded)))

    @property
    def restricts(self) -> bool:
        return bool(self.demanded) or self.filters != Filters()


def read_text(terms: Sequence[Term], options: SearchOptions, *, described: bool = False) -> TypedText:
    """Parse the texts among the terms. Raises QueryUnusable if a term is invalid or asks for nothing.

    described : an engine also reads them as descriptions. It accepts texts that are too long to be looked up, and
        signs that are no words, such as an emoji
    """
    ranked: list[tuple[float, Node]] = []
    words: list[str] = []
    demanded: list[Node] = []
    shown: Callable[[Node], Node] = (lambda node: node) if options.people else without_faces
    sentences: list[Sentence] = []
    notes: list[Message] = []
    colors: list[Color] = []
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
        sentences += _sentences(text.described, term)
        if term.sign < 0:
            demanded.append(shown(text.excluded))
            continue
        words += text.wanted
        colors += text.colors
        if text.words is not None and options.engine != "semantic":
            ranked.append((term.weight, text.words))
        context = frozenset(map(fold, text.wanted))
        demanded += [shown(_in_all_languages(node, context)) for node in text.conditions]
    if len(ranked) > 1 or any(
        term.text is None for term in terms
    ):  # beside other terms, only a model weighs them
        ranked = [(weight, named_only(node)) for weight, node in ranked]
    return TypedText(
        ranked=tuple(ranked),
        words=tuple(words),
        demanded=tuple(demanded),
        sentences=tuple(sentences),
        notes=tuple(notes),
        filters=options.filters,
        colors=tuple(dict.fromkeys(colors)),
    )


def with_longer_words_of(catalog: Catalog, text: TypedText, *, names_alone: bool) -> TypedText:
    """The text in which words that no photo has also stand for longer ones: `beach` for holidaybeachparty.

    names_alone : no model finds photos without the words
    """
    least = _LEAST_INSIDE if names_alone else _LEAST_INSIDE_BESIDE_A_MODEL
    nodes = catalog.vocabulary.lengthened([node for _, node in text.ranked], least=least)
    ranked = tuple((weight, node) for (weight, _), node in zip(text.ranked, nodes, strict=True))
    return replace(text, ranked=ranked)


_LEAST_INSIDE, _LEAST_INSIDE_BESIDE_A_MODEL = 4, 5
"""Letters of a word that is also found inside others. `rain` stands in train: a model finds rain without it."""


def forgiven(terms: Sequence[Term]) -> tuple[tuple[Term, ...], tuple[Message, ...]]:
    """The terms without fields that are unfinished or wrong, and what is wrong with them. An empty text is dropped."""
    changed: list[Term] = []
    hints: list[Message] = []
    for term in terms:
        text, wrong = (term.text, ()) if term.text is None else without_wrong_fields(term.text)
        hints += [message_of(error) for error in wrong]
        if not wrong:
            changed.append(term)
        elif text and text.strip():
            changed.append(replace(term, text=text))
    return tuple(changed), tuple(hints)


def _no_field(name: str) -> Message:
    fields = ", ".join(FIELDS_TO_OFFER)
    return Message("There is no field {0}, so it was searched as a word. The fields are {1}.", name, fields)


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
    """True if a text has letters, digits or symbols, such as an emoji. Punctuation alone says nothing."""
    return any(unicodedata.category(char)[0] in "LNS" for char in text)


def _sentences(parts: Sequence[Node], term: Term) -> Iterator[Sentence]:
    """One sentence for all positive parts, and one for each subtracted part."""
    text = " ".join(filter(None, map(_as_text, parts)))
    if text and term.sign < 0:
        yield from _excluded(text, term.weight)
    elif text:
        yield Sentence(text=text, sign=term.sign, weight=term.weight)
    for part in parts:
        if isinstance(part, Not) and term.sign > 0 and (unwanted := _as_text(part.node)):
            yield from _excluded(unwanted, term.weight)


_PEOPLE = frozenset(
    """people person persons human humans crowd leute menschen personen gens personnes humains persone gente
    personas""".split()
)
_ONE_OF_THEM, _IMPLIED = ("a man", "a woman"), 0.5
"""Descriptions of a photo with one person: "people" alone is far from it. Without them, .22 of the first ten hits of 13
searches like "street without people" in captioned/one show people; with them .14, at any weight from .5 to 1."""


def _excluded(text: str, weight: float) -> Iterator[Sentence]:
    """The sentences that an excluded text subtracts."""
    yield Sentence(text=text, sign=-1, weight=weight)
    if text.casefold() in _PEOPLE:
        for implied in _ONE_OF_THEM:
            yield Sentence(text=implied, sign=-1, weight=_IMPLIED * weight, implied=True)


def _in_all_languages(node: Node, context: Collection[str]) -> Node:
    """An excluded word, widened to its translations, and to all words for people; any other node unchanged.

    context : words of the same text, folded
    """
    match node:
        case Not(node=Words(field=None) as words) if words.text.casefold() in _PEOPLE:
            return Not(node=Or(nodes=tuple(replace(words, text=text) for text in sorted(_PEOPLE))))
        case Not(node=Words() as words):
            return Not(node=with_translations(words, context))
    return node


def _as_text(node: Node) -> str:
    """The words of a part, without fields and subtracted words."""
    match node:
        case Words(field=None):
            return node.text
        case Or(nodes=(Comparison(field="people"), Words())):
            return ""  # the name of a person in the library (see facts.py) says nothing to a model
        case And():
            return " ".join(filter(None, map(_as_text, node.nodes)))
        case Or():
            return " or ".join(filter(None, map(_as_text, node.nodes)))
        case _:
            return ""


FIRST_PAGE = 100  # hits that are shown before the others; more than a window shows at once
SHORTLIST = 200  # least number of candidates per engine, and the number that is verified


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedWords:
    """Typed words and their embeddings, which a model is computing. Words of the same meaning may stand for them."""

    words: tuple[str, ...]
    model: InstalledModel
    embeddings: Future[TextEmbeddings]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query for the stages. text : its typed terms. model : None if the semantic engine does not take part

    embeddings : of the descriptions in `text`, being computed
    left_out : photos that are treated as if they were not there: those of SearchOptions, and the photos of the library
        that it searches with, because none is its own match
    of_words : the typed words, each for itself; None if pictures are searched for, or only one engine searches
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    text: TypedText
    cancelled: Callable[[], bool]
    model: InstalledModel | None = None
    embeddings: Future[TextEmbeddings] | None = None
    left_out: frozenset[PhotoId] = frozenset()
    of_words: EncodedWords | None = None

    @property
    def has_pictures(self) -> bool:
        return any(term.text is None for term in self.terms)

    @property
    def compares_pictures(self) -> bool:
        """True if the match engine has something to search for."""
        return self.has_pictures and self.options.engine != "semantic"

    @property
    def is_semantic(self) -> bool:
        """True if the semantic engine has something to search for."""
        return self.model is not None and (
            any(term.text is None and term.sign > 0 for term in self.terms)
            or any(sentence.sign > 0 for sentence in self.text.sentences)
        )

    @property
    def is_for_catalog_alone(self) -> bool:
        """True if the catalog can answer the query, without index and workers."""
        return not self.has_pictures and not self.is_semantic

    @property
    def is_for_list(self) -> bool:
        """True if all photos that fit are listed, in one of the catalog's orders."""
        return self.options.listed is not None and self.is_for_catalog_alone and len(self.text.ranked) <= 1

    @property
    def conditions(self) -> list[Node]:
        """All conditions for the catalog, except the filters."""
        return [*(words for _, words in self.text.ranked), *self.text.demanded]

    @property
    def last(self) -> int:
        """The number of hits up to the end of the page."""
        return self.options.skip + self.options.top

    @property
    def depth(self) -> int:
        """The number of candidates that an engine proposes for fusion."""
        return max(SHORTLIST, self.last)

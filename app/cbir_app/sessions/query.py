"""What is searched for: chips, the words being typed, and filters. Plain values, no widget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cbir.base.types import Album, EngineName, Filters, Region, Term
from cbir_app.sessions.filters import NO_FILTERS

WEIGHTS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Steps of a term's weight: each doubles what the term's ranks count for."""


@dataclass(frozen=True, slots=True)
class Part:
    """A term and the words that stand for it on screen: one chip."""

    term: Term
    label: str

    @property
    def is_words(self) -> bool:
        return self.term.text is not None

    @property
    def source(self) -> Term:
        """The term without what does not change its picture: sign, weight, frame and whether it is a mark."""
        return replace(self.term, region=None, sign=1, weight=1.0, marked=False)

    def flipped(self) -> Part:
        sign: Literal[1, -1] = -1 if self.term.sign > 0 else 1
        return replace(self, term=replace(self.term, sign=sign))

    def weighed(self, steps: int) -> Part:
        """Return it with its weight some steps higher, or lower for a negative number."""
        nearest = min(range(len(WEIGHTS)), key=lambda at: abs(WEIGHTS[at] - self.term.weight))
        weight = WEIGHTS[min(len(WEIGHTS) - 1, max(0, nearest + steps))]
        return replace(self, term=replace(self.term, weight=weight))

    def framed(self, region: Region | None) -> Part:
        return replace(self, term=replace(self.term, region=region))


@dataclass(frozen=True, slots=True)
class Query:
    """The chips, the words that are being typed behind them, and the filters.

    browsed : the folder or the keyword among the filters was clicked in the library, not set as a filter
    recent : photos are listed as they came, the last first
    opened : the album that it was opened as; what is asked for may have been changed since
    """

    parts: tuple[Part, ...] = ()
    draft: str = ""
    filters: Filters = NO_FILTERS
    browsed: bool = False
    recent: bool = False
    engine: EngineName = "auto"
    opened: Album | None = field(default=None, compare=False)

    @property
    def album(self) -> Album | None:
        """The album that it is, as long as it asks for what that asks for."""
        kept = self.opened
        if kept is None or (self.terms, self.filters, self.asked) != (kept.terms, kept.filters, kept.engine):
            return None
        return kept

    @property
    def album_id(self) -> str:
        """Empty where it is no album."""
        return "" if self.album is None else self.album.id

    @property
    def asked(self) -> EngineName:
        """The engine that is asked. The match engine reads no words, so that a query with words asks all engines."""
        return "auto" if self.engine == "match" and self.has_words else self.engine

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the engine is asked for; the index of a chip is the index of its term."""
        typed = part_of_words(self.draft)
        parts = self.parts if typed is None else (*self.parts, typed)
        return tuple(part.term for part in parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The words that are asked for, without those that are not wanted."""
        return tuple(term.text for term in self.terms if term.text and term.sign > 0)

    @property
    def empty(self) -> bool:
        """Nothing is asked for."""
        return not self.terms and self.filters == NO_FILTERS and self.album is None

    @property
    def has_words(self) -> bool:
        return any(term.text is not None for term in self.terms)

    @property
    def has_picture(self) -> bool:
        return any(not part.is_words for part in self.parts)

    @property
    def label(self) -> str:
        """The query in words, for a title."""
        named = [part for part in self.parts if not part.term.marked] or self.parts
        labels = [f"{'−' if part.term.sign < 0 else ''}{part.label}" for part in named]
        labels += [self.draft.strip()] if self.draft.strip() else []
        return ", ".join(labels)

    @property
    def set_filters(self) -> Filters:
        """The filters without a folder that was merely browsed."""
        return replace(self.filters, folders=(), keywords=()) if self.browsed else self.filters

    def filtered(self, filters: Filters) -> Query:
        """Return it with other filters; a folder that stays counts as browsed where it did before."""
        same = (filters.folders, filters.keywords) == (self.filters.folders, self.filters.keywords)
        return replace(self, filters=filters, browsed=self.browsed and same, recent=False)

    def plus(self, part: Part) -> Query:
        return replace(self, parts=(*self.parts, part))

    def settled(self) -> Query:
        """Return it with the words that are being typed as a chip."""
        typed = part_of_words(self.draft)
        return self if typed is None else replace(self.plus(typed), draft="")

    def taught(self, hits: Sequence[Part], *, right: bool) -> Query:
        """Return it with hits marked as right or wrong; where all of them were marked so, the marks go."""
        marks = [replace(hit, term=replace(hit.term, sign=1 if right else -1, marked=True)) for hit in hits]
        sources = {mark.source for mark in marks}
        others = tuple(part for part in self.parts if not (part.term.marked and part.source in sources))
        query = replace(self, parts=others)
        return query if set(marks) <= set(self.parts) else replace(query, parts=(*others, *marks)).settled()

    def without(self, at: int) -> Query:
        return replace(self, parts=self.parts[:at] + self.parts[at + 1 :])

    def with_part(self, at: int, part: Part) -> Query:
        return replace(self, parts=(*self.parts[:at], part, *self.parts[at + 1 :]))

    def refines(self, other: Query) -> bool:
        """Whether it differs from another only in the words being typed or in weights: one step of history for both."""
        if _weightless(self) == _weightless(other):
            return True
        if self.filters != other.filters:
            return False
        typing = self.parts == other.parts and bool(self.draft) and bool(other.draft)
        committed = self.parts[:-1] == other.parts and self.terms == other.terms
        return typing or committed


def part_of_words(text: str) -> Part | None:
    """Return words as a term; a minus before a single word or phrase subtracts it. None for no words."""
    text = text.strip()
    rest = text[1:]
    single = rest and not any(sign in rest for sign in ' "(:')
    phrase = len(rest) > 2 and rest.count('"') == 2 and rest[0] == rest[-1] == '"'
    if text.startswith("-") and (single or phrase):
        return Part(Term(text=rest, sign=-1), rest)
    return Part(Term(text=text), text) if text else None


def _weightless(query: Query) -> Query:
    return replace(
        query, parts=tuple(replace(part, term=replace(part.term, weight=1.0)) for part in query.parts)
    )

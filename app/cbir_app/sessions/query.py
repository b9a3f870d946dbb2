"""The query as plain values: chips, the draft text and filters. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cbir.base.types import Album, EngineName, Filters, Region, Term
from cbir_app.sessions.filters import NO_FILTERS

WEIGHTS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Steps of a term's weight: each doubles the contribution of the term's ranks."""


@dataclass(frozen=True, slots=True)
class Part:
    """One chip: a term and its wording on screen."""

    term: Term
    label: str

    @property
    def is_words(self) -> bool:
        return self.term.text is not None

    @property
    def source(self) -> Term:
        """The term without the fields that do not change its picture: sign, weight, frame and mark."""
        return replace(self.term, region=None, sign=1, weight=1.0, marked=False)

    def flipped(self) -> Part:
        sign: Literal[1, -1] = -1 if self.term.sign > 0 else 1
        return replace(self, term=replace(self.term, sign=sign))

    def weighed(self, steps: int) -> Part:
        """Return the part with its weight raised by a number of steps, or lowered by a negative one."""
        nearest = min(range(len(WEIGHTS)), key=lambda at: abs(WEIGHTS[at] - self.term.weight))
        weight = WEIGHTS[min(len(WEIGHTS) - 1, max(0, nearest + steps))]
        return replace(self, term=replace(self.term, weight=weight))

    def framed(self, region: Region | None) -> Part:
        return replace(self, term=replace(self.term, region=region))


@dataclass(frozen=True, slots=True)
class Query:
    """The chips, the draft text after them, and the filters.

    browsed : the folder or keyword among the filters was clicked in the library, not set as a filter
    recent : photos are listed in the order in which they were added, newest first
    opened : the album from which the query was opened; the query may have been changed since
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
        """The opened album, unless the search has been changed since."""
        opened = self.opened
        if opened is None:
            return None
        search = (self.terms, self.filters, self.effective_engine)
        return opened if search == (opened.terms, opened.filters, opened.engine) else None

    @property
    def album_id(self) -> str:
        """The album's id; empty if the query is no album."""
        return "" if self.album is None else self.album.id

    @property
    def effective_engine(self) -> EngineName:
        """The engine to search with. The match engine ignores text, so a query with text uses all engines."""
        return "auto" if self.engine == "match" and self.has_words else self.engine

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms to search for. The index of a chip is the index of its term."""
        typed = part_of_words(self.draft)
        parts = self.parts if typed is None else (*self.parts, typed)
        return tuple(part.term for part in parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of the terms that add to the search, without those that subtract."""
        return tuple(term.text for term in self.terms if term.text and term.sign > 0)

    @property
    def empty(self) -> bool:
        """True if there are no terms, no filters and no album."""
        return not self.terms and self.filters == NO_FILTERS and self.album is None

    @property
    def has_words(self) -> bool:
        return any(term.text is not None for term in self.terms)

    @property
    def has_picture(self) -> bool:
        return any(not part.is_words for part in self.parts)

    @property
    def asks_picture(self) -> bool:
        """True if the query has a picture to match. Marked and subtracted pictures only refine a search for text."""
        pictures = [term for term in self.terms if term.text is None and term.sign > 0]
        return any(not term.marked for term in pictures) or (bool(pictures) and not self.texts)

    @property
    def is_of_library(self) -> bool:
        """True if the query is a photo of the library. A copy of it does not count as a match."""
        return any(term.photo is not None and term.sign > 0 and not term.marked for term in self.terms)

    @property
    def label(self) -> str:
        """The wording of the query, for a title."""
        named = [part for part in self.parts if not part.term.marked] or self.parts
        labels = [f"{'−' if part.term.sign < 0 else ''}{part.label}" for part in named]
        labels += [self.draft.strip()] if self.draft.strip() else []
        return ", ".join(labels)

    @property
    def set_filters(self) -> Filters:
        """The filters without a folder that was merely browsed."""
        return replace(self.filters, folders=(), keywords=()) if self.browsed else self.filters

    def filtered(self, filters: Filters) -> Query:
        """Return the query with other filters. A browsed folder that stays is still browsed."""
        is_same = (filters.folders, filters.keywords) == (self.filters.folders, self.filters.keywords)
        return replace(self, filters=filters, browsed=self.browsed and is_same, recent=False)

    def plus(self, part: Part) -> Query:
        return replace(self, parts=(*self.parts, part))

    def settled(self) -> Query:
        """Return the query with the draft text as a chip."""
        typed = part_of_words(self.draft)
        return self if typed is None else replace(self.plus(typed), draft="")

    def taught(self, hits: Sequence[Part], *, right: bool) -> Query:
        """Return the query with hits marked as right or wrong. If all are marked so already, remove the marks."""
        marks = [replace(hit, term=replace(hit.term, sign=1 if right else -1, marked=True)) for hit in hits]
        sources = {mark.source for mark in marks}
        others = tuple(part for part in self.parts if not (part.term.marked and part.source in sources))
        query = replace(self, parts=others)
        return query if set(marks) <= set(self.parts) else replace(query, parts=(*others, *marks)).settled()

    def without(self, at: int) -> Query:
        return replace(self, parts=self.parts[:at] + self.parts[at + 1 :])

    def without_phrase(self, phrase: str) -> Query:
        """Return the query without a phrase of its texts."""

        def rest(text: str) -> str:
            return " ".join(text.replace(phrase, " ", 1).split())

        parts: list[Part] = []
        for part in self.parts:
            if part.term.text is None or part.term.sign < 0 or phrase not in part.term.text:
                parts.append(part)
            elif text := rest(part.term.text):
                parts.append(Part(replace(part.term, text=text), text))
        draft = rest(self.draft) if phrase in self.draft else self.draft
        return replace(self, parts=tuple(parts), draft=draft)

    def with_part(self, at: int, part: Part) -> Query:
        return replace(self, parts=(*self.parts[:at], part, *self.parts[at + 1 :]))

    def refines(self, other: Query) -> bool:
        """True if only the draft text or weights differ from another query: both are one step of history."""
        if _weightless(self) == _weightless(other):
            return True
        if self.filters != other.filters:
            return False
        typing = self.parts == other.parts and bool(self.draft) and bool(other.draft)
        committed = self.parts[:-1] == other.parts and self.terms == other.terms
        return typing or committed


def part_of_words(text: str) -> Part | None:
    """Return text as a term. A minus before a single word or phrase subtracts it. None for empty text."""
    text = text.strip()
    rest = text[1:]
    single = rest and not any(sign in rest for sign in ' "(:')
    phrase = len(rest) > 2 and rest.count('"') == 2 and rest[0] == rest[-1] == '"'
    if text.startswith("-") and (single or phrase):
        return Part(Term(text=rest, sign=-1), rest)
    return Part(Term(text=text), text) if text else None


REJECTED_PHOTOS = Query(parts=(Part(Term(text="rating:-1"), "rating:-1"),))


def _weightless(query: Query) -> Query:
    return replace(
        query, parts=tuple(replace(part, term=replace(part.term, weight=1.0)) for part in query.parts)
    )

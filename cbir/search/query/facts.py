"""Typed terms -> terms with dates and places as fields, the phrases that were understood, and notes.

`boats in porto in July 2019` becomes `boats in porto taken:2019-07-01..2019-07-31`. A fact never hides everything: if
no photo has it, or no photo has it beside the words, the search goes on without it, and a note says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cbir.base.errors import CbirError
from cbir.base.messages import Message
from cbir.base.types import Filters, Term
from cbir.catalog import Catalog, all_towns, dates_in, parse_query, take_apart

_NEAR = re.compile(
    r"""(?<![\w:])(?:near|close\ to|around|nahe|in\ der\ nähe\ von|près\ de|autour\ de|vicino\ ad?|cerca\ de)\s+
    (?P<place>[^\W\d_][\w'’-]*(?:\s+[^\W\d_][\w'’-]*){0,2})""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """terms : with fields in place of facts. facts : the phrases, as typed. notes : about facts that were left out"""

    terms: tuple[Term, ...]
    facts: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact:
    start: int
    end: int
    field: str


def understand(terms: Sequence[Term], catalog: Catalog, *, names_alone: bool) -> Understood:
    """The facts of the typed terms. names_alone : no model finds photos without the words"""
    changed: list[Term] = []
    facts: list[str] = []
    notes: list[Message] = []
    for term in terms:
        if term.text is None or term.sign < 0:
            changed.append(term)
            continue
        text, phrases, left_out = _understand(term.text, catalog, names_alone=names_alone)
        changed.append(term if text == term.text else replace(term, text=text))
        facts += phrases
        notes += [Message("No photos match “{0}”, so it was left out.", phrase) for phrase in left_out]
    return Understood(terms=tuple(changed), facts=tuple(facts), notes=tuple(notes))


def _understand(text: str, catalog: Catalog, *, names_alone: bool) -> tuple[str, list[str], list[str]]:
    """The text with fields, the phrases that became fields, and those that were left out."""
    facts = _facts(text)
    fitting = [fact for fact in facts if _count(fact.field, catalog)]
    with_fields, without = _replaced(text, facts, fitting), _replaced(text, facts, [])
    if not facts or (not fitting and not _counts(without)):
        return text, [], []
    hides = fitting and names_alone and _counts(without) and not _count(with_fields, catalog)
    if hides and _count(without, catalog):
        fitting = []
    phrases = {fact: text[fact.start : fact.end] for fact in facts}
    left_out = [phrases[fact] for fact in facts if fact not in fitting]
    return _replaced(text, facts, fitting), [phrases[fact] for fact in fitting], left_out


def _facts(text: str) -> list[_Fact]:
    """Dates and places outside of quotation marks and fields, from left to right."""
    facts = [_Fact(start=date.start, end=date.end, field=date.field) for date in dates_in(text)]
    for match in _NEAR.finditer(text):
        words = match["place"].split()
        for length in range(len(words), 0, -1):
            name = " ".join(words[:length])
            if all_towns().find(name):
                end = match.start("place") + match["place"].index(words[length - 1]) + len(words[length - 1])
                words_of_it = name if length == 1 else f'"{name}"'
                facts.append(
                    _Fact(
                        start=match.start(),
                        end=end,
                        field=f'(near:"{name}" OR {words_of_it})',
                    )
                )
                break
    plain = [fact for fact in facts if _is_plain(text, fact)]
    plain.sort(key=lambda fact: fact.start)
    return [fact for at, fact in enumerate(plain) if not at or fact.start >= plain[at - 1].end]


def _is_plain(text: str, fact: _Fact) -> bool:
    before, after = text[: fact.start], text[fact.end :]
    is_field = before.endswith((":", "-", "=", "<", ">", ".")) or ":" in text[fact.start : fact.end]
    return before.count('"') % 2 == 0 and not is_field and re.match(r"[-./:]\w", after) is None


def _replaced(text: str, facts: Sequence[_Fact], kept: Sequence[_Fact]) -> str:
    """The text with the kept facts as fields, and without the others."""
    for fact in reversed(facts):
        field = fact.field if fact in kept else ""
        text = f"{text[: fact.start]} {field} {text[fact.end :]}"
    return " ".join(text.split()) if facts else text


def _counts(text: str) -> bool:
    """True if a text has words to search for."""
    try:
        return bool(text) and take_apart(text).words is not None
    except CbirError:
        return False


def _count(text: str, catalog: Catalog) -> int:
    try:
        return catalog.full_text.count([parse_query(text)], Filters())
    except CbirError:
        return 0

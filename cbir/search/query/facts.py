"""Typed terms -> terms with dates, places, cameras, people and formats as fields, the phrases that were understood, and
notes.

`boats in porto in July 2019` becomes `boats in porto taken:2019-07-01..2019-07-31`. A fact never hides everything: if
no photo has it, or no photo has it beside the words, a date is widened to its month and its year. If that does not
help, the search goes on without the fact. A note says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cbir.base.errors import CbirError
from cbir.base.folding import fold
from cbir.base.messages import Message
from cbir.base.types import Term
from cbir.catalog import Catalog, FactInText, WiderSpan, facts_in, kinds_in, take_apart

_ARTICLE = r"(?:an?|the|my|our|de[rm]|eine[rm]|meine[rm]|une?|mon|ma|l[aeo]|il|uno|una|mi[ao]?)\s+"
_TAKEN = r"""(?:shot|taken|photographed|aufgenommen|fotografiert|prise?s?|scattat[aeio]|hech[ao]s?|tomad[ao]s?)\s+"""
_WORD = r"[^\W_][\w'’.-]*"
_CAMERA = re.compile(
    rf"""(?<![\w:])(?:{_TAKEN}(?:with|on|by|mit|avec|con|da)\s+(?:{_ARTICLE})?|(?:with|on|mit|avec|con)\s+{_ARTICLE})
    (?P<name>{_WORD}(?:\s+{_WORD}){{0,2}})""",
    re.VERBOSE | re.IGNORECASE,
)
_MODEL = re.compile(
    r"(?<![\w:.])(?P<name>(?:[^\W\d_][\w-]*\s+)?(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]+|iphone\s+\d+)",
    re.IGNORECASE,
)
_PERSON = re.compile(
    rf"""(?<![\w:])(?:with|of|mit|von|avec|de|con|di|e|and|und|et|y)\s+(?P<name>{_WORD}(?:\s+{_WORD}){{0,2}})""",
    re.VERBOSE | re.IGNORECASE,
)
_WITHOUT = re.compile(
    rf"(?<![\w:])(?:without|ohne|sans|senza|sin)\s+(?P<name>{_WORD}(?:\s+{_WORD}){{0,2}})", re.IGNORECASE
)
_ANY_NAME = re.compile(rf"(?<![\w:'’.-])(?=(?P<name>{_WORD}(?:\s+{_WORD}){{0,2}}))")
_FULL_NAME = re.compile(
    r"(?<![\w:])(?P<name>[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?:\s+[^\W\d_a-zß-öø-ÿ][^\W\d_]+){1,2})"
)
_FILES = (
    "(?:format|files?|photos?|images?|pictures?|datei(?:en)?|fotos?|bild(?:er)?|fichiers?|immagini|archivos?)"
)
_FORMAT = re.compile(
    rf"""(?<![\w:.])(?P<before>(?:in|as|als|im|en|(?:au|in|im|en)\s+format[eo]?)\s+)?
    (?P<name>jpe?g|png|heic|heif|tiff?|webp|raw|gif)s?
    (?P<after>[\s-]+{_FILES})?(?![\w:.])""",
    re.VERBOSE | re.IGNORECASE,
)
_EVERYTHING = re.compile(r"(?:all|everything|alles?|tout(?:es)?|tutt[eoi]|tod[oa]s?)", re.IGNORECASE)
_LEAST_LETTERS = 2
_JOINT = re.compile(r"\s*(?:,|or|and|oder|und|ou|et|o|e|y|u)\s+", re.IGNORECASE)
FactKind = Literal["date", "place", "other"]
_SMALL = frozenset(
    "a an the my our in on at of der die das dem den mein meine le la les un une mon ma il lo una mi".split()
)
_ALSO_WORDS = frozenset(("raw", "gif"))  # formats only beside such words as "files"


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """terms : with fields in place of facts. facts : the phrases, as typed. notes : about facts that were left out"""

    terms: tuple[Term, ...]
    facts: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact:
    """A phrase that may become a field. is_word : search for its words if it is left out

    needs : a query that must match a photo; otherwise this is no fact
    wider : spans to search in if no photo has the date itself
    """

    start: int
    end: int
    field: str
    is_word: bool = False
    kind: FactKind = "other"
    needs: str | None = None
    wider: tuple[WiderSpan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A fact as it is searched for. widened_to : label of a wider date"""

    fact: _Fact
    field: str
    widened_to: str = ""


def understand(
    terms: Sequence[Term],
    catalog: Catalog,
    *,
    names_alone: bool,
    people: Collection[str] = (),
    faces: bool = True,
    positions: bool = True,
) -> Understood:
    """The facts of the typed terms.

    names_alone : no model finds photos without the words. people : words of the names that were given to faces, folded
    faces : False for visitors, who must not learn which names faces have
    positions : False for visitors, who must not learn where photos were taken
    """
    changed: list[Term] = []
    facts: list[str] = []
    notes: list[Message] = []
    for term in terms:
        if term.text is None or term.sign < 0:
            changed.append(term)
            continue
        text, phrases, about = _understand(
            term.text, catalog, names_alone=names_alone, people=people, faces=faces, positions=positions
        )
        changed.append(term if text == term.text else replace(term, text=text))
        facts += phrases
        notes += about
    return Understood(terms=tuple(changed), facts=tuple(facts), notes=tuple(notes))


def _understand(
    text: str,
    catalog: Catalog,
    *,
    names_alone: bool,
    people: Collection[str],
    faces: bool,
    positions: bool,
) -> tuple[str, list[str], list[Message]]:
    """The text with fields, the phrases that became fields, and notes on those that were widened or left out."""
    guesses = [*_kinds(text), *_formats(text), *_names(text), *_people(text, people)]
    queries = [query for guess in guesses for name in guess for query in (name.field, name.needs) if query]
    named = [fact for fact in facts_in(text) if positions or fact.kind != "place"]
    if any(fact.adjective for fact in named) and not (
        names_alone and not catalog.full_text.answered([text], faces=faces)
    ):  # `italian horses`: a model reads the adjective, or a photo has it in its texts
        named = [fact for fact in named if not fact.adjective]
    for fact in named:
        queries += filter(None, (fact.field, fact.needs, *(span.field for span in fact.wider)))
    answered = catalog.full_text.answered(queries, faces=faces)
    facts = _facts(text, [*([_of_text(fact)] for fact in named), *guesses], answered)
    facts, alternatives = _joined(text, facts, answered)
    answered |= alternatives
    readings = [reading for fact in facts if (reading := _first_answered(fact, answered)) is not None]
    without = _replaced(text, facts, [])
    if not facts or (not readings and not _counts(without)):
        return text, [], []
    if readings and _EVERYTHING.fullmatch(without):
        fields = " ".join(reading.field for reading in readings)
        return fields, [text[reading.fact.start : reading.fact.end] for reading in readings], []
    usable = [reading.fact for reading in readings]
    if readings and names_alone and _counts(without):
        for choice in _choices(readings):
            query = _replaced(text, facts, choice, without=usable)
            if catalog.full_text.answered([query], faces=faces):
                readings = choice
                break  # otherwise no photo has the words, and the facts stay
    phrases = {fact: text[fact.start : fact.end] for fact in facts}
    notes = [
        Message(
            "No photos match “{0}”, so the search was widened to {1}.",
            phrases[reading.fact],
            reading.widened_to,
        )
        for reading in readings
        if reading.widened_to
    ]
    remaining = [reading.fact for reading in readings]
    notes += [
        Message("No photos match “{0}”, so it was left out.", phrases[fact])
        for fact in facts
        if fact not in remaining and (fact in usable or not fact.is_word)
    ]
    return (
        _replaced(text, facts, readings, without=usable),
        [phrases[fact] for fact in remaining],
        notes,
    )


def _first_answered(fact: _Fact, answered: Collection[str]) -> _Reading | None:
    """The fact itself, or the first wider date, if a photo has it."""
    if fact.field in answered:
        return _Reading(fact=fact, field=fact.field)
    return next((reading for reading in _wider(fact) if reading.field in answered), None)


def _wider(fact: _Fact) -> list[_Reading]:
    return [_Reading(fact=fact, field=span.field, widened_to=span.label) for span in fact.wider]


def _choices(readings: Sequence[_Reading]) -> Iterator[list[_Reading]]:
    """The readings, then fewer or wider ones: dates are widened, then left out, then one other fact, then all."""
    yield list(readings)
    dates = [reading for reading in readings if reading.fact.wider]
    for step in range(max((len(date.fact.wider) for date in dates), default=0)):
        yield [
            max(reading, *_wider(reading.fact)[: step + 1], key=_width(reading.fact))
            if reading in dates
            else reading
            for reading in readings
        ]
    others = [reading for reading in readings if reading.fact.kind != "date"]
    if len(others) < len(readings):
        yield others
        yield [reading for reading in readings if reading.fact.kind == "date"]
    if len(others) > 1:
        yield from ([other for other in others if other != one_less] for one_less in others)
    yield []


def _width(fact: _Fact) -> Callable[[_Reading], int]:
    """Return a key that sorts readings of a fact from narrow to wide: 0 for the fact itself."""
    labels = ["", *(span.label for span in fact.wider)]
    return lambda reading: labels.index(reading.widened_to)


def _of_text(fact: FactInText) -> _Fact:
    return _Fact(
        start=fact.start,
        end=fact.end,
        field=fact.field,
        kind=fact.kind,
        is_word=fact.is_word,
        needs=fact.needs,
        wider=fact.wider,
    )


def _kinds(text: str) -> list[list[_Fact]]:
    """Kinds of photos; words if no photo is of the kind."""
    return [
        [_Fact(start=kind.start, end=kind.end, field=kind.field, is_word=True, needs=kind.field)]
        for kind in kinds_in(text)
    ]


def _formats(text: str) -> list[list[_Fact]]:
    return [
        [_Fact(start=match.start(), end=match.end(), field=f"format:{match['name']}")]
        for match in _FORMAT.finditer(text)
        if match["before"] or match["after"] or match["name"].lower() not in _ALSO_WORDS
    ]


def _names(text: str) -> list[list[_Fact]]:
    return [
        _named(field, match)
        for field, patterns in (("camera", (_CAMERA, _MODEL)), ("person", (_PERSON, _FULL_NAME)))
        for pattern in patterns
        for match in pattern.finditer(text)
    ]


def _people(text: str, people: Collection[str]) -> list[list[_Fact]]:
    """Names that were given to faces: they need no word before them, and can be excluded."""
    if not people:
        return []
    excluded = [
        [replace(fact, field=f"-{fact.field}") for fact in _named("person", match)]
        for match in _WITHOUT.finditer(text)
    ]
    return excluded + [
        _named("person", match)
        for match in _ANY_NAME.finditer(text)
        if fold(match["name"].split()[0]) in people
    ]


def _named(field: str, match: re.Match[str]) -> list[_Fact]:
    """Guesses: the beginnings of the matched words as the name of a camera or a person, the longest first."""
    words = match["name"].split()
    least = 2 if match.re is _FULL_NAME else 1
    facts: list[_Fact] = []
    for length in range(len(words), least - 1, -1):
        name = " ".join(words[:length]).strip(".,;!?'’")
        if len(name) >= _LEAST_LETTERS and not any(word.lower() in _SMALL for word in words[:length]):
            end = match.start("name") + match["name"].index(words[length - 1]) + len(words[length - 1])
            needs = f'{field}:"{name}"'
            either = (
                f'({needs} OR "{name}")' if field == "person" else needs
            )  # a caption may name somebody, too
            facts.append(_Fact(start=match.start(), end=end, field=either, needs=needs))
    return facts


def _facts(text: str, guesses: Sequence[Sequence[_Fact]], answered: Collection[str]) -> list[_Fact]:
    """The facts outside of quotation marks and fields, from left to right. Of overlapping ones, the first is kept.

    guesses : the surest first; of each, the first that is in the library is meant. answered : see FullText.answered
    """
    apart: list[_Fact] = []
    for guess in guesses:
        fact = next((fact for fact in guess if fact.needs is None or fact.needs in answered), None)
        if (
            fact is not None
            and _is_plain(text, fact)
            and all(fact.end <= other.start or fact.start >= other.end for other in apart)
        ):
            apart.append(fact)
    return sorted(apart, key=lambda fact: fact.start)


def _joined(
    text: str, facts: Sequence[_Fact], answered: Collection[str]
) -> tuple[list[_Fact], frozenset[str]]:
    """The facts, with alternatives as one: `in italy or spain`; and the fields of these.

    Facts that no photo has are no alternatives.
    """
    joined: list[_Fact] = []
    fields: set[str] = set()
    for fact in facts:
        before = joined[-1] if joined else None
        if (
            before is not None
            and before.kind == fact.kind != "other"
            and _JOINT.fullmatch(text[before.end : fact.start])
            and (before.field in answered or before.field in fields)
            and fact.field in answered
        ):
            field = f"({before.field} OR {fact.field})"
            joined[-1] = replace(before, end=fact.end, field=field, wider=())
            fields.add(field)
        else:
            joined.append(fact)
    return joined, frozenset(fields)


def _is_plain(text: str, fact: _Fact) -> bool:
    before, after = text[: fact.start], text[fact.end :]
    is_field = before.endswith((":", "-", "=", "<", ">", ".")) or ":" in text[fact.start : fact.end]
    return before.count('"') % 2 == 0 and not is_field and re.match(r"[-./:]\w", after) is None


def _replaced(
    text: str, facts: Sequence[_Fact], readings: Sequence[_Reading], without: Collection[_Fact] = ()
) -> str:
    """The text with the read facts as fields, and without the others. without : leave out their words, too"""
    fields = {reading.fact: reading.field for reading in readings}
    for fact in reversed(facts):
        words = text[fact.start : fact.end] if fact.is_word and fact not in without else ""
        text = f"{text[: fact.start]} {fields.get(fact, words)} {text[fact.end :]}"
    return " ".join(text.split()) if facts else text


def _counts(text: str) -> bool:
    """True if a text has words to search for."""
    try:
        return bool(text) and take_apart(text).words is not None
    except CbirError:
        return False

"""The beginning of a query -> suggestions: values of a field, or keywords, people, places, dates and fields.

NameTable.read() -> Names -> completions(). The names are read once, so that no keystroke reads the catalog.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cbir.base.folding import fold
from cbir.base.types import COLORS, LABEL_COLORS, Completion, CompletionKind
from cbir.catalog.metadata import count_keywords
from cbir.catalog.people import PeopleTable
from cbir.catalog.places import all_towns
from cbir.catalog.query import FIELDS
from cbir.catalog.rows import Table

MOST = 12  # suggestions: nobody reads more
_OF_A_KIND = 4  # suggestions of one kind, if there are other kinds
_LEAST = 2  # letters of a word without a field
_TYPED = re.compile(r"""(?P<sign>-?)(?:(?P<field>[A-Za-z]+):)?(?P<value>"[^"]*|[^\s"()]*)$""")
_BEFORE = re.compile(r"(?P<words>(?:[^\s\":()]+\s+){1,2})$")

VALUES: dict[str, tuple[str, ...]] = {
    "color": COLORS,
    "orientation": ("portrait", "landscape", "square"),
    "rating": (">=3", "5", "4", "3", "2", "1", "none"),
    "flag": ("pick", "reject", "none"),
    "label": LABEL_COLORS,
    "flash": ("yes", "no"),
    "iso": ("<=400", "100..800", ">=1600"),
    "aperture": ("<2.8", "2.8..5.6", ">=8"),
    "shutter": ("<1/500", "1/60..1/250", ">=1"),
    "focal": ("<=24", "35..70", ">=100"),
    "equivalent": ("<=24", "35..70", ">=100"),
    "megapixels": (">=12", ">=24"),
    "month": ("1", "6..8", "12"),
}
"""Examples of values that are the same in every library."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A name that photos have. parts : the folded name from its first word on, from its second on, and so on"""

    kind: CompletionKind
    name: str
    photos: int | None
    parts: tuple[str, ...]

    @classmethod
    def of(cls, kind: CompletionKind, name: str, photos: int | None) -> Entry:
        folded = fold(name)
        words = folded.split()
        return cls(
            kind=kind,
            name=name,
            photos=photos,
            parts=(folded, *(" ".join(words[at:]) for at in range(1, len(words)))),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names of a library's photos and albums, by kind, the most frequent first."""

    by_kind: dict[CompletionKind, tuple[Entry, ...]] = field(default_factory=dict)

    def beginning_with(self, kind: CompletionKind, typed: str) -> Iterator[Entry]:
        folded = fold(typed)
        return (
            entry
            for entry in self.by_kind.get(kind, ())
            if any(part.startswith(folded) for part in entry.parts)
        )


class NameTable(Table):
    """Reads the names of photos."""

    def read(self, towns: Iterable[tuple[str, int]], folders: Iterable[str], albums: Iterable[str]) -> Names:
        """All names. towns : with the number of photos near each. folders : their paths"""
        kinds: dict[CompletionKind, Iterable[tuple[str, int | None]]] = {
            "keyword": count_keywords(self._connection),
            "person": self._people(),
            "place": towns,
            "camera": self._counted("camera"),
            "date": sorted(self._counted("year"), reverse=True),
            "album": ((name, None) for name in albums),
            "folder": ((re.split(r"[/\\]", path.rstrip("/\\"))[-1], None) for path in folders),
        }
        all_towns()  # so that no keystroke waits for the disk
        lenses = tuple(Entry.of("value", name, photos) for name, photos in self._counted("lens"))
        formats = tuple(Entry.of("value", name.lower(), photos) for name, photos in self._counted("format"))
        by_kind = {
            kind: tuple(Entry.of(kind, name, photos) for name, photos in dict(names).items())
            for kind, names in kinds.items()
        }
        return Names(by_kind={**by_kind, "value": (*lenses, *formats)})

    def _counted(self, kind: str) -> list[tuple[str, int]]:
        if not self.has_table("facet_total"):
            return []
        rows = self._connection.execute(
            "SELECT value, photos FROM facet_total WHERE kind = ? AND photos > 0 ORDER BY 2 DESC, 1", (kind,)
        )
        return [(str(value), photos) for value, photos in rows]

    def _people(self) -> list[tuple[str, int]]:
        try:
            rows = self._connection.execute(
                "SELECT value, count(*) FROM metadata, json_each(people) WHERE people <> '[]' "
                "GROUP BY 1 ORDER BY 2 DESC, 1"
            )
            stated = {str(name): int(photos) for name, photos in rows}
        except sqlite3.OperationalError:
            return []  # an older catalog that is read-only
        given = PeopleTable(self._connection).names()
        both = {name: max(stated.get(name, 0), given.get(name, 0)) for name in {**given, **stated}}
        return sorted(both.items(), key=lambda entry: (-entry[1], entry[0]))


_KIND_OF_FIELD: dict[str, CompletionKind] = {
    "keywords": "keyword",
    "people": "person",
    "near": "place",
    "camera": "camera",
    "taken": "date",
    "after": "date",
    "before": "date",
    "to": "date",
    "folder": "folder",
    "in": "folder",
    "lens": "value",
    "format": "value",
}
_FIELD_OF_KIND: dict[CompletionKind, str] = {
    "keyword": "keyword",
    "person": "person",
    "place": "near",
    "camera": "camera",
    "date": "date",
    "folder": "folder",
}
_OFFERED_FIELDS = tuple(
    "color near camera lens date after before rating keyword person folder format iso f shutter focal orientation "
    "megapixels name title written creator thing flag label flash".split()
)
_KINDS: tuple[CompletionKind, ...] = ("keyword", "person", "place", "album", "camera", "date", "folder")


def completions(text: str, names: Names) -> list[Completion]:
    """Suggestions for the end of a text, the likeliest first: at most MOST."""
    typed = _TYPED.search(text)
    assert typed is not None  # it matches the empty text, too
    start, sign, name = text[: typed.start()], typed["sign"], typed["field"]
    value = typed["value"].removeprefix('"')
    if name is not None:
        definition = FIELDS.get(name.lower())
        if definition is None:
            return []
        return _values(f"{start}{sign}{name}:", definition.name, value, names)[:MOST]
    if len(value) < _LEAST:
        return []
    fields = [
        Completion(kind="field", name=f"{field}:", text=f"{start}{sign}{field}:")
        for field in _OFFERED_FIELDS
        if field.startswith(fold(value))
    ]
    return (_named(start, sign, value, names) + fields)[:MOST]


def _values(before: str, field: str, typed: str, names: Names) -> list[Completion]:
    kind = _KIND_OF_FIELD.get(field, "value")
    entries = [(entry.name, entry.photos) for entry in names.beginning_with(kind, typed)]
    if field in VALUES:
        entries = [(value, None) for value in VALUES[field] if value.startswith(typed.lower())]
    elif kind == "value" and field not in ("lens", "format"):
        entries = []
    elif field == "near" and names.by_kind and len(entries) < _OF_A_KIND and len(typed) > _LEAST:
        town = all_towns().beginning_with(typed)
        label = "" if town is None else all_towns().label(town)
        if fold(label).startswith(fold(typed)) and label not in {name for name, _ in entries}:
            entries.append((label, None))
    return [
        Completion(kind=kind, name=name, text=f"{before}{quoted(name)} ", photos=photos)
        for name, photos in entries
    ]


def _named(start: str, sign: str, typed: str, names: Names) -> list[Completion]:
    """Names that begin with the last word, or with the last two or three."""
    before = _BEFORE.search(start)
    words = before["words"].split() if before is not None and not sign else []
    phrases = [(" ".join([*words[at:], typed]), len(words) - at) for at in range(len(words) + 1)]
    named: list[Completion] = []
    for kind in _KINDS:
        suggested: dict[str, Completion] = {}
        for phrase, more in phrases:
            rest = start if not more else " ".join(start.split()[:-more])
            rest = f"{rest} " if rest and not rest.endswith((" ", "(")) else rest
            for entry in names.beginning_with(kind, phrase):
                query = (
                    entry.name
                    if kind == "album"
                    else f"{rest}{sign}{_FIELD_OF_KIND[kind]}:{quoted(entry.name)} "
                )
                suggested.setdefault(
                    entry.name, Completion(kind=kind, name=entry.name, text=query, photos=entry.photos)
                )
                if len(suggested) >= _OF_A_KIND:
                    break
        named += [*suggested.values()][:_OF_A_KIND]
    return named


def quoted(value: str) -> str:
    """A value of a field, in quotation marks if it has blanks."""
    value = value.replace('"', "")
    return f'"{value}"' if re.search(r"[\s()]", value) else value

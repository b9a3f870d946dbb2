"""Names of countries and regions, in five languages, in a typed sentence or a field: `in Norway`, `Toskana`, `italian`.

A region is a set of codes of countries or of their divisions, such as `DE.02`: see regions-NOTICE.md in cbir_resources.
A photo is in a region if the town that gives its position a name is, or if its texts have one of the region's names.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cbir.base.folding import fold
from cbir.base.resources import resource
from cbir.catalog.places import all_towns, folded


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """codes : of countries or divisions. names, adjectives : in all languages, in small letters where adjectives"""

    codes: tuple[str, ...]
    names: tuple[str, ...]
    adjectives: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionInText:
    """A region with its small words, from `start` to `end`. named : by its name, not by an adjective"""

    start: int
    end: int
    region: Region
    named: bool

    @property
    def field(self) -> str:
        """The query for photos of the region."""
        return f'country:"{self.region.names[0]}"'


def region_named(text: str) -> Region | None:
    """The region of a name or an adjective; None for another text."""
    key = folded(text)
    return _by_name().get(key) or _by_adjective().get(key)


def regions_in(text: str) -> list[RegionInText]:
    """The regions that a text names, from left to right."""
    tokens = list(_TOKEN.finditer(text))
    words = [folded(token[0]) for token in tokens]
    regions: list[RegionInText] = []
    at = 0
    while at < len(tokens):
        begin = at
        while (
            begin
            and words[begin - 1] in _LEADING
            and not (regions and regions[-1].end > tokens[begin - 1].start())
        ):
            begin -= 1
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            key = " ".join(words[at : at + length])
            region = _by_name().get(key)
            named = region is not None
            region = region or _by_adjective().get(key)
            if region is None or (named and not _means_a_place(text, tokens[at], words[begin:at])):
                continue
            end = tokens[at + length - 1].end()
            end += len(match[0]) if (match := _POSSESSIVE.match(text, end)) else 0
            start = tokens[begin if named else at].start()
            regions.append(RegionInText(start=start, end=end, region=region, named=named))
            at += length
            break
        else:
            at += 1
    return regions


def _means_a_place(text: str, token: re.Match[str], leading: list[str]) -> bool:
    """True if a name of a region, behind these small words, is one."""
    word = fold(token[0])
    if token[0] in ("us", "Us") or text[: token.start()].lower().endswith(_OTHER_BEFORE):
        return False
    return word not in _ALSO_THINGS or not _INSIDE.isdisjoint(leading)


class PhotosInRegion:
    """An aggregate of SQL: photos and their positions -> a JSON list of the photos in a region, by its first name."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, float, float]] = []
        self._name = ""

    def step(self, photo: int, latitude: float, longitude: float, name: str) -> None:
        self._rows.append((photo, latitude, longitude))
        self._name = name

    def finalize(self) -> str:
        region = region_named(self._name)
        if not self._rows or region is None:
            return "[]"
        photos, latitudes, longitudes = zip(*self._rows, strict=True)
        towns = all_towns()
        inside = towns.are_in(towns.of_positions(latitudes, longitudes), region.codes)
        return json.dumps(np.array(photos)[inside].tolist())


_LONGEST = 5  # words of a name
_TOKEN = re.compile(r"[^\W\d_]+")
_POSSESSIVE = re.compile(r"['’]s\b")
_INSIDE = frozenset(
    "in from aus im en au aux dans nel nella nell negli nei dell della degli d del dal".split()
)
_LEADING = _INSIDE | frozenset(
    """of at around von bei the der die den dem de du des l la le les di da el los las lo gli i il all a""".split()
)
_ALSO_THINGS = frozenset(
    """turkey china chile jordan georgia jersey madeira panama maine mali chad niger guinea galles oregon togo man cina
    holland""".split()
)
"""Names of regions that mean something or somebody else as well: they need a word such as `in` before them."""
_OTHER_BEFORE = ("new ", "neu-", "little ", "nouvelle-", "nueva ", "nuova ")
"""Before a name that is then part of another one: New England."""


@functools.cache
def _regions() -> tuple[Region, ...]:
    lines = resource("regions.txt").read_text(encoding="utf-8").splitlines()
    return tuple(
        Region(codes=tuple(codes.split()), names=_split(names), adjectives=_split(adjectives))
        for codes, names, adjectives in (line.split("|") for line in lines)
    )


@functools.cache
def _by_name() -> dict[str, Region]:
    return {folded(name): region for region in reversed(_regions()) for name in region.names}


@functools.cache
def _by_adjective() -> dict[str, Region]:
    return {folded(word): region for region in reversed(_regions()) for word in region.adjectives}


def _split(names: str) -> tuple[str, ...]:
    return tuple(name for name in names.split(", ") if name)


def names_to_complete() -> Iterator[str]:
    """The first name of each region."""
    return (region.names[0] for region in _regions())

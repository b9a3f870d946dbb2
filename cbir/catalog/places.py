"""Names of towns <-> positions, offline, and text typed after `near:` -> a circle on the earth.

The towns are an excerpt of GeoNames (CC BY 4.0, towns-NOTICE.md in cbir_resources).

all_towns() maps the files once; Towns.find() by name; Towns.of_positions() for many positions at once.
A circle of 7 km holds a town of a million, and its area grows with the people: some 6,500 on a square kilometre.

    near:Lisbon  near:"New York"  near:"Paris, Texas"  near:38.7,-9.1  each with a radius: near:Lisbon~5km, ~300m, ~3mi
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cbir.base.cached import cached_property
from cbir.base.errors import QueryUnusable
from cbir.base.messages import Message

EARTH_RADIUS_KM = 6371.0088  # the mean one, IUGG
MAX_DISTANCE_KM = 50.0  # of a position from the town that it is named after
CITY_RADIUS_KM = 7.0  # of a town of a million
_CELL = (
    100  # positions are named by a hundredth of a degree, some kilometre: so photos of a walk have one name
)
_SQUARE = 1  # degrees: positions in one square are compared with the same towns
_AROUND = 1000 * _CELL  # more than the 360 degrees of longitude, in cells
_REACH = MAX_DISTANCE_KM / EARTH_RADIUS_KM  # radians
_SIGNS = re.compile(r"[^a-z0-9]")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


class _Column(Sequence[str]):
    """Strings in one piece of memory, since 70,000 objects of Python for each of three columns take 40 MB."""

    def __init__(self, lines: NDArray[np.uint8]) -> None:
        """Take strings in UTF-8, with a newline between them."""
        self._lines = lines
        ends = np.flatnonzero(lines == ord("\n"))
        self._bounds = np.concatenate([[-1], ends, [len(lines)]]).astype(np.int32)

    def __len__(self) -> int:
        return len(self._bounds) - 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self)))]
        return self._lines[self._bounds[at] + 1 : self._bounds[at + 1]].tobytes().decode()


class _Spellings:
    """Folded names in their order, each with its towns, the largest first."""

    def __init__(self, folder: Path) -> None:
        self._names = _Column(_mapped(folder, "spellings"))
        self._starts, self._towns = _mapped(folder, "spelling-starts"), _mapped(folder, "spelling-towns")

    def towns(self, name: str) -> list[int]:
        row = bisect_left(self._names, name)
        if row == len(self._names) or self._names[row] != name:
            return []
        return self._at(row)

    def beginning_with(self, prefix: str) -> Iterator[tuple[str, list[int]]]:
        for row in range(bisect_left(self._names, prefix), len(self._names)):
            if not (name := self._names[row]).startswith(prefix):
                return
            yield name, self._at(row)

    def _at(self, row: int) -> list[int]:
        towns: list[int] = self._towns[self._starts[row] : self._starts[row + 1]].tolist()
        return towns


def _mapped(folder: Path, name: str) -> NDArray[Any]:
    mapped: NDArray[Any] = np.load(folder / f"{name}.npy", mmap_mode="r")
    return mapped.view(np.ndarray)  # slices of a memmap cost ten times as much


class Towns:
    """Towns by latitude, from the south on; a town is a row of the arrays.

    names, labels : `Lisbon`, and with the state or country `Lisbon, Portugal`
    latitudes, longitudes : (n,) float64, degrees. populations : (n,) int64
    countries : names by code, those of American states as `US.IL`
    """

    def __init__(self, folder: Path) -> None:
        """Map the arrays that cbir_resources/towns.py has written."""
        regions = (folder / "regions.txt").read_text(encoding="utf-8").splitlines()
        self.countries = dict(line.split("\t") for line in regions)
        self._codes = tuple(self.countries)
        self.names = _Column(_mapped(folder, "names"))
        self._spellings = _Spellings(folder)
        self._regions = _mapped(folder, "regions")
        self.latitudes, self.longitudes = (
            _mapped(folder, name) / 1000 for name in ("latitudes", "longitudes")
        )
        self.populations = _mapped(folder, "populations").astype(np.int64)

    def __len__(self) -> int:
        return len(self.names)

    def label(self, town: int) -> str:
        """`Lisbon, Portugal`"""
        return f"{self.names[town]}, {self.countries[self._code(town)]}"

    def are_in(self, towns: NDArray[np.int32], codes: Collection[str]) -> NDArray[np.bool_]:
        """True for towns in one of the countries or divisions of these codes; False for -1."""
        inside = [row for row, code in enumerate(self._codes) if {code, code.partition(".")[0]} & set(codes)]
        is_in: NDArray[np.bool_] = np.isin(self._regions[np.maximum(towns, 0)], inside) & (towns >= 0)
        return is_in

    def _code(self, town: int) -> str:
        return self._codes[int(self._regions[town])]

    @cached_property
    def _vectors(self) -> NDArray[np.float64]:
        return unit_vectors(self.latitudes, self.longitudes)

    @cached_property
    def _cosines(self) -> NDArray[np.float64]:
        """Cosines of the angles between the towns' centres and the edges of their circles."""
        radii = np.minimum(CITY_RADIUS_KM * np.sqrt(self.populations / 1e6), MAX_DISTANCE_KM)
        cosines: NDArray[np.float64] = np.cos(radii / EARTH_RADIUS_KM)
        return cosines

    def find(self, text: str) -> list[int]:
        """The towns of a name, the largest first; a state or a country may follow a comma."""
        towns = self._spellings.towns(folded(text))
        name, comma, region = text.rpartition(",")
        if towns or not comma:
            return towns
        region = folded(region)
        return [town for town in self._spellings.towns(folded(name)) if region in self._regions_of(town)]

    def _regions_of(self, town: int) -> set[str]:
        code = self._code(town)
        country, _, state = code.partition(".")
        return {folded(country), folded(self.countries[country]), folded(state), folded(self.countries[code])}

    def beginning_with(self, text: str) -> int | None:
        """The largest town with a name that begins with the text."""
        prefix = folded(text)
        return self._largest(towns[0] for _, towns in self._spellings.beginning_with(prefix))

    def like(self, text: str) -> int | None:
        """The town whose name is most like a misspelt one and has the same first letter."""
        import difflib

        text = folded(text)
        near = {
            name: towns[0]
            for name, towns in self._spellings.beginning_with(text[:1])
            if abs(len(name) - len(text)) < 3
        }
        similar = difflib.get_close_matches(text, near, n=3, cutoff=0.75)
        return self._largest(near[name] for name in similar)

    def largest_of_country(self, text: str) -> int | None:
        """The largest town of a country or an American state of this name, if there is one."""
        text = folded(text)
        codes = {code for code, name in self.countries.items() if folded(name) == text}
        inside = [row for row, code in enumerate(self._codes) if codes & {code, code.partition(".")[0]}]
        return self._largest(np.flatnonzero(np.isin(self._regions, inside)).tolist())

    def _largest(self, towns: Iterable[int]) -> int | None:
        return max(towns, key=lambda town: int(self.populations[town]), default=None)

    def of_positions(self, latitudes: ArrayLike, longitudes: ArrayLike) -> NDArray[np.int32]:
        """The town that gives each position its name; -1 if none is near enough.

        It is the largest town whose circle includes the position, or without one, the nearest within 50 km.
        """
        north, east = (np.rint(np.asarray(at, np.float64) * _CELL) for at in (latitudes, longitudes))
        if not north.size:
            return np.zeros(0, np.int32)
        # As one number, which sorts faster than pairs.
        numbers, inverse = np.unique(north * _AROUND + east, return_inverse=True)
        north = np.rint(numbers / _AROUND)
        distinct = np.stack([north, numbers - north * _AROUND], axis=-1)
        squares = distinct // (_SQUARE * _CELL)
        order = np.lexsort(squares.T)
        bounds = 1 + np.flatnonzero(np.any(np.diff(squares[order], axis=0), axis=1))
        towns = np.empty(len(distinct), np.int32)
        for rows in np.split(order, bounds):
            towns[rows] = self._of_square(*(distinct[rows] / _CELL).T)
        named: NDArray[np.int32] = towns[inverse.reshape(-1)]
        return named

    def _of_square(
        self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]
    ) -> NDArray[np.int32]:
        """Compare positions within a few degrees with the towns that may be near enough to one of them."""
        towns = self._about(latitudes, longitudes)
        if not len(towns):
            return np.full(len(latitudes), -1, np.int32)
        cosines = unit_vectors(latitudes, longitudes) @ self._vectors[towns].T
        people = np.where(cosines >= self._cosines[towns], self.populations[towns], -1)
        largest, nearest = people.argmax(axis=1), cosines.argmax(axis=1)
        rows = np.arange(len(latitudes))
        near = cosines[rows, nearest] >= np.cos(_REACH)
        nearest_towns = np.where(near, towns[nearest], -1)
        named: NDArray[np.int32] = np.where(people[rows, largest] >= 0, towns[largest], nearest_towns)
        return named.astype(np.int32)

    def _about(self, latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> NDArray[np.intp]:
        """The towns whose latitude and longitude are near enough to those of some position."""
        reach, south, north = np.degrees(_REACH), latitudes.min(), latitudes.max()
        first, last = np.searchsorted(self.latitudes, [south - reach, north + reach])
        # The circle of that radius about a position is widest where a meridian touches it.
        across = np.sin(_REACH) / max(np.cos(np.radians(max(-south, north))), 1e-9)
        wide = 180.0 if across >= 1 else np.degrees(np.arcsin(across)) + 1e-9
        west, east = longitudes.min() - wide, longitudes.max() + wide
        inside = (self.longitudes[first:last] - west) % 360 <= min(east - west, 360.0)
        towns: NDArray[np.intp] = first + np.flatnonzero(inside)
        return towns


def unit_vectors(latitudes: ArrayLike, longitudes: ArrayLike) -> NDArray[np.float64]:
    """Degrees -> (n, 3), points of the unit sphere: neither a pole nor the antimeridian is special there."""
    north, east = np.radians(latitudes), np.radians(longitudes)
    return np.stack([np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)], axis=-1)


def folded(name: str) -> str:
    """A name in small letters, without accents and signs: `São Paulo` -> `sao paulo`."""
    if name.isascii():  # most are, and this is several times as fast
        return " ".join(_SIGNS.sub(" ", name.lower()).split())
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    spelling = "".join(char if char.isalnum() else " " for char in letters if not unicodedata.combining(char))
    return " ".join(spelling.replace("ʻ", "").split())


@functools.cache
def all_towns() -> Towns:
    """The towns that come with the program, mapped on first use."""
    from cbir.base.resources import resource

    return Towns(resource("towns"))


FIELD = "near"
DEFAULT_RADIUS_KM = 25.0  # a large city and its surroundings
_UNITS = {"": 1.0, "km": 1.0, "m": 0.001, "mi": 1.609344}
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_POSITION = re.compile(rf"({_NUMBER})\s*°?\s*([NS]?)\s*[,;\s]\s*({_NUMBER})\s*°?\s*([EW]?)", re.IGNORECASE)
_RADIUS = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(km|mi|m|)", re.IGNORECASE)
_HOW = Message('Write near:Lisbon, near:"New York" or near:38.7,-9.1.')
_MIN_PREFIX = 3  # letters of a town that is still being typed
_RIVAL = 10  # a town of the same name with a tenth of the people may be meant instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """latitude, longitude : of its centre, degrees. town : row of the town at its centre; None for coordinates"""

    latitude: float
    longitude: float
    radius_km: float
    town: int | None = None

    def bounds(self) -> tuple[float, float, tuple[tuple[float, float], ...]]:
        """Its range of latitudes, and one or two ranges of longitudes that contain it."""
        reach = self.radius_km / EARTH_RADIUS_KM
        south, north = (self.latitude + sign * math.degrees(reach) for sign in (-1, 1))
        if south <= -90 or north >= 90:  # a pole is in it, and with that every longitude
            return south, north, ((-180.0, 180.0),)
        # of the meridian that touches it; the margin is for rounding
        wide = (
            math.degrees(math.asin(min(1.0, math.sin(reach) / math.cos(math.radians(self.latitude))))) + 1e-9
        )
        west, east = self.longitude - wide, self.longitude + wide
        if west < -180:
            return south, north, ((-180.0, east), (west + 360, 180.0))
        if east > 180:
            return south, north, ((west, 180.0), (-180.0, east - 360))
        return south, north, ((west, east),)


def distance_km(latitude: float, longitude: float, to_latitude: float, to_longitude: float) -> float:
    """The great-circle distance, by haversines: exact for short ones too. Degrees."""
    north, to_north = math.radians(latitude), math.radians(to_latitude)
    turned = math.sin((to_north - north) / 2) ** 2
    turned += math.cos(north) * math.cos(to_north) * math.sin(math.radians(to_longitude - longitude) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(turned)))


def read_circle(text: str) -> Circle:
    """Read a place and, behind `~`, a radius. Raises QueryUnusable with what to write instead."""
    place, tilde, radius = text.partition("~")
    place = place.strip()
    if not place:
        raise QueryUnusable("{0}: needs a place right behind it. {1}", FIELD, _HOW)
    radius_km = _radius(place, radius.strip()) if tilde else DEFAULT_RADIUS_KM
    if (position := _POSITION.fullmatch(place)) is not None:
        latitude, longitude = float(position[1]), float(position[3])
        latitude *= -1 if position[2].upper() == "S" else 1
        longitude *= -1 if position[4].upper() == "W" else 1
        if abs(latitude) > 90 or abs(longitude) > 180:
            raise QueryUnusable(
                "{0} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180. {1}",
                place,
                _HOW,
            )
        return Circle(latitude=latitude, longitude=longitude, radius_km=radius_km)
    towns = all_towns()
    town = _town(towns, place)
    return Circle(
        latitude=float(towns.latitudes[town]),
        longitude=float(towns.longitudes[town]),
        radius_km=radius_km,
        town=town,
    )


def note_on(text: str) -> Message | None:
    """A note on the town that a text was taken for, if another could be meant. Raises QueryUnusable as read_circle."""
    circle = read_circle(text)
    if circle.town is None:
        return None
    towns, place = all_towns(), text.partition("~")[0].strip()
    named, name = towns.find(place), folded(place.partition(",")[0])
    rivals = [  # a town with this name in another language only is not meant
        town
        for town in named[1:]
        if towns.populations[town] * _RIVAL >= towns.populations[named[0]]
        and folded(towns.names[town]).startswith(name)
    ]
    if named and not rivals:
        return None
    taken_for = towns.label(circle.town)
    if not rivals:
        return Message("{0} was understood as {1}.", place, taken_for)
    return Message(
        '{0} was understood as {1}. For another one, name its country or state too: near:"{2}".',
        place,
        taken_for,
        towns.label(rivals[0]),
    )


def _town(towns: Towns, place: str) -> int:
    if named := towns.find(place):
        return named[0]
    largest = towns.largest_of_country(place)
    if largest is not None:
        raise QueryUnusable(
            '{0} is not a town. Name one, and the distance that you mean: near:"{1}~200km".',
            place,
            towns.names[largest],
        )
    if len(folded(place)) >= _MIN_PREFIX and (begun := towns.beginning_with(place)) is not None:
        return begun
    if (like := towns.like(place)) is not None:
        raise QueryUnusable("There is no known town called {0}. Did you mean {1}?", place, towns.label(like))
    raise QueryUnusable("There is no known town called {0}. {1}", place, _HOW)


def _radius(place: str, text: str) -> float:
    read = _RADIUS.fullmatch(text)
    radius = 0.0 if read is None else float(read[1]) * _UNITS[read[2].lower()]
    if not 0 < radius < math.inf:
        raise QueryUnusable(
            "The distance ~{0} cannot be read. Write near:{1}~20km, ~500m or ~5mi, for example.", text, place
        )
    return min(radius, math.pi * EARTH_RADIUS_KM)

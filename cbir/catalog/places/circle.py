"""Text typed after `near:` -> a circle on the earth.

near:Lisbon  near:"New York"  near:"Paris, Texas"  near:38.7,-9.1  each with a radius: near:Lisbon~5km, ~300m, ~3mi
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from cbir.base.errors import QueryUnusable
from cbir.catalog.places.towns import EARTH_RADIUS_KM, Towns, all_towns, folded

FIELD = "near"
DEFAULT_RADIUS_KM = 25.0  # a large city and its surroundings
_UNITS = {"": 1.0, "km": 1.0, "m": 0.001, "mi": 1.609344}
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_POSITION = re.compile(rf"({_NUMBER})\s*°?\s*([NS]?)\s*[,;\s]\s*({_NUMBER})\s*°?\s*([EW]?)", re.IGNORECASE)
_RADIUS = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(km|mi|m|)", re.IGNORECASE)
_HOW = 'Write near:Lisbon, near:"New York" or near:38.7,-9.1.'
_MIN_PREFIX = 3  # letters of a town that is still being typed
_RIVAL = 10  # a town of the same name with a tenth of the people may be the one that is meant


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
        raise QueryUnusable(f"{FIELD}: needs a place right behind it. {_HOW}")
    radius_km = _radius(place, radius.strip()) if tilde else DEFAULT_RADIUS_KM
    if (position := _POSITION.fullmatch(place)) is not None:
        latitude, longitude = float(position[1]), float(position[3])
        latitude *= -1 if position[2].upper() == "S" else 1
        longitude *= -1 if position[4].upper() == "W" else 1
        if abs(latitude) > 90 or abs(longitude) > 180:
            raise QueryUnusable(
                f"{place} is nowhere on earth: latitudes go from -90 to 90, longitudes from -180 to 180. {_HOW}"
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


def note_on(text: str) -> str | None:
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
        return f"{place} is taken for {taken_for}."
    return (
        f"{place} is taken for {taken_for}. For another one, name its country or state too: "
        f'near:"{towns.label(rivals[0])}".'
    )


def _town(towns: Towns, place: str) -> int:
    if named := towns.find(place):
        return named[0]
    largest = towns.largest_of_country(place)
    if largest is not None:
        raise QueryUnusable(
            f'{place} is not a town. Name one, and the distance that you mean: near:"{towns.names[largest]}~200km".'
        )
    if len(folded(place)) >= _MIN_PREFIX and (begun := towns.beginning_with(place)) is not None:
        return begun
    if (like := towns.like(place)) is not None:
        raise QueryUnusable(f"No town called {place} is known. Did you mean {towns.label(like)}?")
    raise QueryUnusable(f"No town called {place} is known. {_HOW}")


def _radius(place: str, text: str) -> float:
    read = _RADIUS.fullmatch(text)
    radius = 0.0 if read is None else float(read[1]) * _UNITS[read[2].lower()]
    if not 0 < radius < math.inf:
        raise QueryUnusable(
            f"The distance ~{text} cannot be read. Write near:{place}~20km, ~500m or ~5mi, for example."
        )
    return min(radius, math.pi * EARTH_RADIUS_KM)

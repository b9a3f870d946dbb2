"""Things: what several photos show together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from cbir.base.types.photo import PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingPhoto:
    """A photo of a thing. taken_at : ISO 8601, local time"""

    photo: PhotoId
    path: Path
    taken_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A building, a painting, a pair of shoes: what at least two different photos show.

    name : by a person; "": none. icon : the photo that represents it. photos : by date, then by path
    """

    id: int
    name: str = ""
    icon: PhotoId
    photos: tuple[ThingPhoto, ...]

    @property
    def icon_path(self) -> Path:
        return next(photo.path for photo in self.photos if photo.photo == self.icon)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingView:
    """A photo of a thing, and how it is laid over another one.

    transform : the rows of a 3 x 3 homography to that photo, in shares of both pictures' sides
    """

    photo: PhotoId
    path: Path
    taken_at: str | None = None
    transform: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingViews:
    """Photos of a thing in the order of their dates, all aligned with one of them, the anchor.

    left_out : number of photos that agree with none of them
    """

    thing: int
    anchor: PhotoId
    views: tuple[ThingView, ...]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingReport:
    """An update of the things. compared : photos compared with the library in this run. left : photos still to compare

    skipped : photos that could not be compared. things, photos : number of things now, and of photos in them
    """

    compared: int
    left: int
    skipped: int
    things: int
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfItem:
    """A photo of the library that shows an item of a shelf. points : that agree

    corners : of the photo in the shelf's picture, clockwise from its top left one, in pixels at full resolution
    """

    photo: PhotoId
    path: Path
    points: int
    corners: tuple[tuple[float, float], ...]


OfferKind = Literal["keyword", "title", "caption", "position"]
OFFER_KINDS: tuple[OfferKind, ...] = get_args(OfferKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A value that a photo of a thing lacks and that another photo of the thing has. It is written when it is accepted.

    thing : its id. photo, path : would receive the value. source, source_path : have it
    text : the keyword, title or caption; "latitude, longitude" of a position
    points : that agree between the two photos, or in the weakest pair between them; 0 for a copy of the source
    latitude, longitude : of a position, in degrees
    doubt_m : distance to the farthest other position in the thing, in metres; None: there is no other
    """

    thing: int
    kind: OfferKind
    text: str
    photo: PhotoId
    path: Path
    source: PhotoId
    source_path: Path
    points: int
    latitude: float | None = None
    longitude: float | None = None
    doubt_m: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """Offers that a person accepted at once. step : takes them back. photos : number of photos that received values"""

    step: int
    offers: int
    photos: int

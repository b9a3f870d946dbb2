"""Things: what several photos show together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

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
class ThingReport:
    """An update of the things. compared : photos compared with the library in this run. left : photos still to compare

    skipped : photos that could not be compared. things, photos : number of things now, and of photos in them
    """

    compared: int
    left: int
    skipped: int
    things: int
    photos: int

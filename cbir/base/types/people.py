"""Faces in photos, and the people to whom they belong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NewType

from cbir.base.types.photo import PhotoId, Region

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FaceId = NewType("FaceId", int)
PersonId = NewType("PersonId", int)
LeftOut = Literal["", "small", "turned", "blurred", "doubtful", "drawn"]
"""Why a face has no numbers; empty if it has. drawn : by hand, where none was found"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFace:
    """A face that the detector found in a photo.

    box : left, top, width, height, in pixels of the upright full-resolution picture. points : its key points there
    likely : 0 to 1. numbers : (128,) float32; None if it was left out
    """

    box: Region
    points: tuple[tuple[float, float], ...]
    likely: float
    left_out: LeftOut
    numbers: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRegion:
    """A part of a photo that somebody named in another program.

    box : left, top, width, height, as shares of the sides
    """

    name: str
    box: Region


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A stored face, without its numbers.

    box : as of FoundFace. person : its group; None if it was left out and not named. name : empty unless confirmed
    """

    id: FaceId
    photo: PhotoId
    box: Region
    left_out: LeftOut = ""
    person: PersonId | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person, or a group of like faces that nobody named.

    name : empty if there is none. faces, photos : their numbers. cover : the face that stands for the person
    """

    id: PersonId
    name: str
    faces: int
    photos: int
    cover: Face
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSuggestion:
    """A question: is this group of faces this person? distance : between their faces; the nearest are asked first"""

    person: Person
    group: Person
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FacesReport:
    """Report of a run that looks for faces.

    described : faces that were put into groups; the others are too small, blurred, turned away or doubtful
    skipped : photos whose files could not be reached now. waiting : photos still to be looked through
    """

    photos: int
    faces: int
    described: int
    skipped: int
    waiting: int
    cancelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleState:
    """The state of people in a library.

    photos : in which faces were looked for. waiting : photos still to be looked through
    left_out : faces without numbers
    """

    on: bool
    photos: int = 0
    waiting: int = 0
    faces: int = 0
    left_out: int = 0
    named: int = 0

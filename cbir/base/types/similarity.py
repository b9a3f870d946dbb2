"""The similarity map: a place on a plane for each photo, beside the photos that look like it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cbir.base.types.photo import PhotoId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarityGroup:
    """Photos close to each other on the map. parent : the larger group that contains it; None for a large group

    name : a keyword that fits; "": none. photo : the most typical one. photos : their number. x, y : their middle
    """

    id: int
    parent: int | None
    name: str
    photo: PhotoId
    photos: int
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarityMap:
    """A map of photos by what they look like.

    arrangement : a number that changes when all places are computed anew; 0: there is no map yet
    photos : (n,) int64 ids. places : (n, 2) float32. group_of : (n,) int64, id of the small group of each; 0: none
    groups : large groups first, each level by number of photos. waiting : searchable photos without a place
    """

    arrangement: int
    photos: NDArray[np.int64]
    places: NDArray[np.float32]
    group_of: NDArray[np.int64]
    groups: tuple[SimilarityGroup, ...]
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarityReport:
    """An update of the map. arranged : all places were computed anew. placed : different contents placed in this run

    left : contents still without a place. photos, groups : numbers of photos on the map now, and of its groups
    """

    arranged: bool
    placed: int
    left: int
    photos: int
    groups: int

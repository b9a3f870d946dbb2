"""Why a photo is among the hits: what of query and photo its score comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cbir.base.types.photo import Region

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class WordShare:
    """A word of the sentences of a query and what it adds to a photo's score: the score, less that without the word.

    The score is that of the semantic engine: by how many deviations the photo stands out from the library.
    sign : -1 for a word of what is not wanted. weight : of its term
    """

    word: str
    share: float
    sign: Literal[1, -1] = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWord:
    """A visual word that a query picture and a photo share.

    word : its number in the codebook. idf : how rare it is; photos : that have it
    share : of what all shared words together give the photo, in [0, 1]
    query_xy, photo_xy : (n, 2) and (m, 2) float32, where it is seen, in full-resolution pixels; the latter only where
        its signature is near. query_sigma, photo_sigma : (n,) and (m,) float32, how large, the same
    """

    word: int
    idf: float
    photos: int
    share: float
    query_xy: NDArray[np.float32]
    query_sigma: NDArray[np.float32]
    photo_xy: NDArray[np.float32]
    photo_sigma: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWords:
    """words : those that count most, the first one for most. shared : how many there are in all

    of : distinct words of the query picture. photos : of the library, which idf counts among
    score : what the shared ones add up to, before it is divided by the photo's length
    """

    words: tuple[SharedWord, ...] = ()
    shared: int = 0
    of: int = 0
    photos: int = 0
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """What of a photo its score for the sentences of a query comes from.

    score : of the photo with nothing covered; see WordShare
    drops : (n, n) float32, by how much the score falls where a window over the place is covered, on average; below 0
        where it rises
    region : what the model sees of the photo, in full-resolution pixels; the rows and columns of drops divide it
    covered : windows that were tried so far, out of `windows`
    """

    score: float
    drops: NDArray[np.float32]
    region: Region
    covered: int
    windows: int


TextField = Literal["name", "folder", "title", "keywords", "camera", "lens", "taken", "written"]
"""Of names and metadata; title has the caption too, keywords the places; written: what was read in the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMatch:
    """A field of a photo's names and metadata in which words of a query stand.

    words : as they were typed. text : what stands there, shortened about the first of them
    """

    field: TextField
    words: tuple[str, ...]
    text: str

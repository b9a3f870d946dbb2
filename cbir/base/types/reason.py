"""Reasons why a photo is among the hits: the parts of query and photo that its score comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cbir.base.types.photo import Region

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class WordShare:
    """A typed word and its contribution to a photo's score: the score minus the score without the word.

    The score is the semantic engine's: the number of deviations by which the photo stands out from the library.
    sign : -1 for a word of a negative term. weight : of its term
    """

    word: str
    share: float
    sign: Literal[1, -1] = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWord:
    """A visual word that a query picture and a photo share.

    word : its number in the codebook. idf : its rarity. photos : number that have it
    share : of the contribution of all shared words to the photo's score, in [0, 1]
    query_xy, photo_xy : (n, 2) and (m, 2) float32, its positions in full-resolution pixels; in the photo only positions
        with a similar signature. query_sigma, photo_sigma : (n,) and (m,) float32, sizes in full-resolution pixels
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
    """Visual words shared by a query picture and a photo. words : with the largest shares first. shared : number in all

    of : distinct visual words of the query picture. photos : of the library, the basis of idf
    score : sum over the shared words, before division by the photo's length
    """

    words: tuple[SharedWord, ...] = ()
    shared: int = 0
    of: int = 0
    photos: int = 0
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Places of a photo that its score for the sentences of a query comes from.

    score : of the photo with nothing covered; see WordShare
    drops : (n, n) float32, average drop of the score when a window over the place is covered; negative if it rises
    region : the part of the photo that the model sees, in full-resolution pixels; the rows and columns of drops divide
        it
    covered : windows tried so far, out of `windows`
    """

    score: float
    drops: NDArray[np.float32]
    region: Region
    covered: int
    windows: int


TextField = Literal["name", "folder", "title", "keywords", "camera", "lens", "taken", "written"]
"""A searchable text. title includes the caption, keywords the places; written: the recognised text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMatch:
    """A field of a photo's names and metadata that contains words of a query.

    words : as typed. text : of the field, shortened around the first word
    """

    field: TextField
    words: tuple[str, ...]
    text: str

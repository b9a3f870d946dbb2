"""The answer to a query: hits, their evidence, and how long each step took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.types.photo import DateSource, PhotoId

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a photo is believed to show what a term shows.

    term : index of the term in the query
    inliers : number of one-to-one, frame-consistent, spatially spread matches
    coverage : share in [0, 1] of the query's area that the inliers span
    outline : (4, 2) float32, the query's border in full-resolution pixels of the photo, or None
    query_xy, photo_xy : (k, 2) float32, the matching points in full-resolution pixels of query and photo
    mirrored : the query matches when it is flipped left to right
    """

    term: int
    inliers: int
    coverage: float
    outline: NDArray[np.float32] | None
    query_xy: NDArray[np.float32]
    photo_xy: NDArray[np.float32]
    mirrored: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRank:
    """The place that one engine gave a photo, before fusion. Ranks start at 1."""

    engine: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    rank: int
    photo: PhotoId
    path: Path  # absolute
    score: float
    verified: bool
    size: tuple[int, int]  # (width, height) of the upright photo
    fingerprint: str
    evidence: tuple[Evidence, ...] = ()
    engines: tuple[EngineRank, ...] = ()
    offline: bool = False  # its drive is not plugged in: it was found by what the library remembers
    taken_at: str | None = None  # as in Metadata, like the next
    dated_by: DateSource | None = None
    strong: bool = False  # not verified, but above the line that the query's own background draws


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Milliseconds that each step of a search took."""

    decode: float = 0.0
    features: float = 0.0
    words: float = 0.0
    score: float = 0.0
    verify: float = 0.0
    encode: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """Hits best first: all verified ones, then the merely similar.

    notes : sentences that the user should read, such as "the picture has no texture to match"
    hits : a Listing where all that fit were asked for as columns
    total : photos that fit in all, of which the hits are a page; None where not one text or the filters alone decide
    """

    hits: Sequence[Hit]
    took_ms: Timings
    searched: int  # photos that were searched
    notes: tuple[str, ...] = ()
    total: int | None = None

    @property
    def verified(self) -> int:
        return sum(hit.verified for hit in self.hits)

    @property
    def strong(self) -> int:
        return sum(hit.strong for hit in self.hits)

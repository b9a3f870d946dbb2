"""The answer to a query: hits, their evidence, and how long each step took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cbir.base.types.photo import DateSource, PhotoId, Region

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray

Proof = Literal["same", "part", "via"]
"""What points that agree prove: the same thing, or a part of it, such as a logo, a case or lettering; or that the photo
shows what hits show of it, while the query's own points do not agree."""
PROOFS: tuple[Proof, ...] = ("same", "part", "via")
"""Best first."""
FoundBy = Literal["words", "nearest", "mirror", "guided", "photos", "hits", "written"]
"""The comparison that found the points: of photos by visual words; by nearest neighbours; with the mirrored picture; by
guided matching; of the files; by the visual words of hits; by those of a photo in which typed words are written."""
Looking = Literal["stored", "photos", "hits", "written"]
"""The work that goes on while interim hits are shown: on stored features; on the files of undecided photos; with hits
as queries; for more photos of things on which typed words are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Via:
    """The hit by way of which another one was found; of a photo that was called right, that photo itself."""

    photo: PhotoId
    path: Path  # absolute


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a photo is believed to show what a term shows.

    term : index of the term in the query
    inliers : number of one-to-one, frame-consistent, spatially spread matches
    coverage : share in [0, 1] of the query that the photo shows, as far as points agree and details lie about them
    photo_coverage : share of the photo that the query shows, likewise
    outline : (4, 2) float32, the query's border in full-resolution pixels of the photo, or None
    query_xy, photo_xy : (k, 2) float32, the matching points in full-resolution pixels of query and photo
    mirrored : the query matches when it is flipped left to right
    via : of the proof "via" the hit that the points agree with: outline, coverage and query_xy are that photo's;
        found_by "written": typed words are written there
    """

    term: int
    inliers: int
    coverage: float
    outline: NDArray[np.float32] | None
    query_xy: NDArray[np.float32]
    photo_xy: NDArray[np.float32]
    mirrored: bool = False
    photo_coverage: float = 0.0
    proof: Proof = "same"
    found_by: FoundBy = "words"
    via: Via | None = None


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
    town: str | None = None
    strong: bool = False  # not verified, but above the line that the query's own background draws
    part: Region | None = None  # the part that a sentence fits better than the whole photo
    new: bool = False  # of an album: it was not there when that was last opened

    @property
    def proof(self) -> Proof | None:
        """What is proven of it, the most where several terms are; None where it is not verified."""
        if not self.verified:
            return None
        return min((evidence.proof for evidence in self.evidence), key=PROOFS.index, default="part")


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
class AlbumPhotos:
    """What is in an album: `members`, and of these what was not yet when it was last opened: `new`."""

    members: frozenset[PhotoId]
    new: frozenset[PhotoId]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """Hits best first: all verified ones, those of the same thing before those of a part, then the merely similar.

    notes : sentences that the user should read, such as "the picture has no texture to match"
    hits : a Listing where all that fit were asked for as columns
    total : photos that fit in all, of which the hits are a page; None where not one text or the filters alone decide
    looking : the work that goes on, of an interim result; None of a final one
    assumed : hits that were taken for right: see SearchOptions.expand
    album : of an album's search, which of the hits are in it; they come first
    """

    hits: Sequence[Hit]
    took_ms: Timings
    searched: int  # photos that were searched
    notes: tuple[str, ...] = ()
    total: int | None = None
    looking: Looking | None = None
    assumed: tuple[Path, ...] = ()
    album: AlbumPhotos | None = None

    @property
    def verified(self) -> int:
        return sum(hit.verified for hit in self.hits)

    @property
    def same(self) -> int:
        """How many of the verified ones show the same thing, and not a part of it alone."""
        return sum(hit.proof == "same" for hit in self.hits)

    @property
    def strong(self) -> int:
        return sum(hit.strong for hit in self.hits)


def asked_for(hits: Sequence[Hit], *, pictured: bool) -> tuple[Hit, ...]:
    """The hits that are shown above the fold, in their order: what was asked for, and not what is less likely.

    Of a picture that is what was proven, else, where an engine judges that, what looks much like it; of a sentence
    what lies above the engine's line.
    """
    verified = tuple(hit for hit in hits if hit.verified)
    if pictured and (verified or not any(one.engine == "semantic" for hit in hits for one in hit.engines)):
        return verified
    return (*verified, *(hit for hit in hits if hit.strong and not hit.verified))

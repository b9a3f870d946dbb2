"""The answer to a query: hits, their evidence, the reasons for each, and the time of each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cbir.base.messages import Message, parts
from cbir.base.types.photo import DateSource, PhotoId, Region

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class WordShare:
    """A typed word and its contribution to a photo's score: the score minus the score without the word.

    The score is the semantic engine's: the number of deviations by which the photo stands out from the library.
    sign : -1 for a word of a negative term. weight : of its term
    above : share in [0, 1] of the library's photos that the word alone fits less; None if it was not computed
    """

    word: str
    share: float
    sign: Literal[1, -1] = 1
    weight: float = 1.0
    above: float | None = None


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


TextField = Literal[
    "name", "folder", "title", "keywords", "camera", "lens", "taken", "written", "color", "people"
]
"""A searchable text. title includes the caption, keywords the places; written: the recognised text; color: no text, but
the share that the photo shows of a colour; people: names that were confirmed for its faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMatch:
    """A field of a photo's names and metadata that contains words of a query.

    words : as typed. text : of the field, shortened around the first word
    """

    field: TextField
    words: tuple[str, ...]
    text: str


Proof = Literal["same", "part", "via", "possible"]
"""The proof by matching points: the same thing; a part of it, such as a logo, a case or lettering; by way of hits, the
thing that they show, while the query's own points do not match; or none yet: points agree, but neither a plain
comparison nor learned features confirm them, and the hit is not verified."""
PROOFS: tuple[Proof, ...] = ("same", "part", "via", "possible")
"""Best first."""
HitKind = Literal["same picture", "same thing", "shares a part", "possibly", "looks similar", "less likely"]
"""The kind of a hit's evidence, which is also its section. same picture : a copy, resized, cropped or saved anew; same
thing, shares a part : proven by matching points; possibly : points agree, but nothing confirms them; looks similar : by
content, or it has all the typed words; less likely : the rest."""
HIT_KINDS: tuple[HitKind, ...] = (
    "same picture",
    "same thing",
    "shares a part",
    "possibly",
    "looks similar",
    "less likely",
)
"""Best first."""
_LEVELS = 0.5, 0.9  # least strengths of two and three dots
_PROVEN: frozenset[HitKind] = frozenset({"same picture", "same thing", "shares a part"})
FoundBy = Literal["words", "nearest", "mirror", "guided", "whole", "learned", "hits", "written"]
"""The comparison that found the points: of photos by visual words; by nearest neighbours; with the mirrored picture; by
guided matching; of whole pictures at the size of a stamp; of the files by learned features; by the visual words of
hits; by those of a photo in which typed words are written."""
Looking = Literal["stored", "photos", "hits", "written"]
"""The work that goes on while interim hits are shown: on stored features; on the files of undecided photos; with hits
as queries; for more photos of things on which typed words are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Via:
    """The hit by way of which another hit was found; for a photo that was judged right, that photo itself."""

    photo: PhotoId
    path: Path  # absolute


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Evidence that a photo shows the content of a term.

    term : index of the term in the query
    inliers : number of one-to-one, frame-consistent, spatially spread matches
    coverage : share in [0, 1] of the query that the photo shows, judged by matching points and the details around them
    photo_coverage : share of the photo that the query shows, likewise
    filled : share of the details in what both pictures show that is near a matching point; 1 if not measured
    outline : (4, 2) float32, the query's border in full-resolution pixels of the photo, or None
    query_xy, photo_xy : (k, 2) float32, the matching points in full-resolution pixels of query and photo
    mirrored : the query matches when flipped left to right
    via : for the proof "via", the hit that the points match: outline, coverage and query_xy refer to it. For found_by
        "written", the photo in which the typed words are written
    nndr_ratio : of the matches, the largest distance to the nearest over that to the second nearest; None: found by
        guided matching, which has no such limit
    learned : number of agreeing points of learned features; None: not compared by them
    """

    term: int
    inliers: int
    coverage: float
    outline: NDArray[np.float32] | None
    query_xy: NDArray[np.float32]
    photo_xy: NDArray[np.float32]
    mirrored: bool = False
    photo_coverage: float = 0.0
    filled: float = 1.0
    proof: Proof = "same"
    found_by: FoundBy = "words"
    via: Via | None = None
    nndr_ratio: float | None = None
    learned: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRank:
    """The rank that an engine gave a photo, before fusion. Ranks start at 1."""

    engine: str
    rank: int
    score: float


FUSED_FEATURES = ("match", "metadata", "semantic", "strength")
"""Features of a hit that a learned order weighs: its rank by each engine, and its strength."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedOrder:
    """Weights of FUSED_FEATURES, and what they are worth: see learned_order.py. on : searches use them

    searches : judged ones. before, after : mean nDCG@10 of the order without and with weights, these fitted to other
        searches. low, high : 95 % interval of the difference. p : of the randomisation test
    """

    weights: tuple[float, ...]
    searches: int
    before: float
    after: float
    low: float
    high: float
    p: float
    on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A photo of an answer. kind : of its evidence. strength : share in [0, 1] of hits like it that are right"""

    rank: int
    photo: PhotoId
    path: Path  # absolute
    score: float
    size: tuple[int, int]  # (width, height) of the upright photo
    fingerprint: str
    evidence: tuple[Evidence, ...] = ()
    engines: tuple[EngineRank, ...] = ()
    offline: bool = False  # its drive is not connected: it was found by data in the library
    taken_at: str | None = None  # as in Metadata, like dated_by and town
    dated_by: DateSource | None = None
    town: str | None = None
    kind: HitKind = "less likely"
    strength: float = 0.0
    part: Region | None = None  # the part that a sentence fits better than the whole photo
    new: bool = False  # of an album: added since it was last opened
    beside: str | None = None  # name of the raw file, or of the JPEG of a raw file, that is one item with it

    @property
    def verified(self) -> bool:
        """True for a hit that matching points prove, and for a copy of the query's file."""
        return self.kind in _PROVEN

    @property
    def strong(self) -> bool:
        """True for a hit that is not verified, but above the threshold of an engine, or with all the typed words."""
        return self.kind == "looks similar"

    @property
    def level(self) -> Literal[1, 2, 3]:
        """The strength as a number of dots. Three are for proofs: a photo that only looks alike has two at most."""
        if self.strength < _LEVELS[0]:
            return 1
        return 3 if self.verified and self.strength >= _LEVELS[1] else 2

    @property
    def proof(self) -> Proof | None:
        """The best proof among the terms; None for a hit that is not verified."""
        if not self.verified:
            return None
        return min((evidence.proof for evidence in self.evidence), key=PROOFS.index, default="same")


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
    """Photos of an album: `members`, and `new` for those added since it was last opened."""

    members: frozenset[PhotoId]
    new: frozenset[PhotoId]


NAMES_SEARCHED = Message("Searched names and metadata.")
TEXT_TOO_LONG = Message(
    "A text is too long to be looked up in names and metadata: it was read as a description."
)
NOT_UNDERSTOOD = Message("Not understood: “{0}”. The model {1} does not know its script.")  # words and model
PICTURE_UNREADABLE = Message("{0} cannot be searched for: {1}")  # the picture and the reason
PARTLY_SEARCHED = Message("{0} % searched so far: {1} of {2} photos are ready to search by content.")
METADATA_UNREAD = Message("The metadata of {0} of {1} photos has not been read yet{2}.")
METADATA_OUTDATED = Message(
    "{0} of {1} photos were read by an earlier version, which knew no exposure and no names of people{2}."
)
COLORS_LEFT = Message(
    "The colors of {0} of {1} photos are not known yet. They are being added in the background."
)
TEXTS_TO_FOLD = Message(
    "The names of {0} of {1} photos are being prepared: parts of words and other spellings are not found there yet."
)
_NOTES_ON_METADATA = frozenset(
    note.template
    for note in (
        NAMES_SEARCHED,
        TEXT_TOO_LONG,
        METADATA_UNREAD,
        METADATA_OUTDATED,
        COLORS_LEFT,
        TEXTS_TO_FOLD,
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """Hits, best first: see HitKind.

    notes : sentences for the user, such as "the picture has no texture to match"
    hits : a Listing if all matching photos were requested as columns
    total : number of matching photos, of which the hits are a page; None unless a single text or only filters decide
    looking : the work in progress, in an interim result; None in the final one
    assumed : hits that were assumed to be right: see SearchOptions.expand
    album : for an album's search, the hits that are in the album; they come first
    without : the words that the query excludes, as typed
    facts : phrases of the query that were understood as dates or places and limit the hits, as typed
    """

    hits: Sequence[Hit]
    took_ms: Timings
    searched: int  # photos that were searched
    in_library: int = 0  # photos of the library then, with those that are listed and not searchable yet
    notes: tuple[Message, ...] = ()
    total: int | None = None
    looking: Looking | None = None
    assumed: tuple[Path, ...] = ()
    album: AlbumPhotos | None = None
    without: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    @property
    def notes_metadata(self) -> bool:
        """True if a note says to what extent names and metadata were searched."""
        return any(part.template in _NOTES_ON_METADATA for note in self.notes for part in parts(note))

    @property
    def verified(self) -> int:
        return sum(hit.verified for hit in self.hits)

    @property
    def same(self) -> int:
        """The number of hits that show the same thing, and not only a part of it."""
        return sum(hit.proof == "same" for hit in self.hits)

    @property
    def strong(self) -> int:
        return sum(hit.strong for hit in self.hits)


def asked_for(hits: Sequence[Hit], *, pictured: bool) -> tuple[Hit, ...]:
    """The requested photos among the hits, in their order: the proven ones, or else all but the less likely.

    pictured : the query has a picture; hits of a sentence are never proven
    """
    proven = tuple(hit for hit in hits if hit.verified) if pictured else ()
    return proven or tuple(hit for hit in hits if hit.kind != "less likely")

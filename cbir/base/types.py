"""Value types that cross the border of a stage.

All are frozen; arrays are made read-only by whoever builds them. Coordinates are (x, y), the origin is the
centre of the top left pixel, x to the right, y down, and pictures are upright (EXIF orientation applied).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NewType

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray

PhotoId = NewType("PhotoId", int)
"""A photo's id: stable for the life of its row in the catalog."""

DocumentId = NewType("DocumentId", int)
"""The id of one version of a photo's content in the indexes: never reused."""

Weighting = Literal["hamming", "tfidf", "bm25"]
EngineName = Literal["auto", "match", "semantic", "metadata"]

Orientation = Literal["portrait", "landscape", "square"]
Device = Literal["auto", "cpu", "cuda"]
SortKey = Literal["score", "date", "name", "size"]

Region = tuple[float, float, float, float]
"""x, y, width, height in pixels of the upright full-resolution picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A decoded, upright picture, perhaps smaller than its file.

    pixels : (h, w, 3) uint8, sRGB
    full_size : (width, height) of the upright picture in the file
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]

    @property
    def scale(self) -> float:
        """Working pixels per full-resolution pixel (along the longer side)."""
        height, width = self.pixels.shape[:2]
        return float(max(width, height)) / max(self.full_size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A picture to show, or a region of one, perhaps smaller than its file.

    pixels : (h, w, 3) uint8, sRGB. full_size : (width, height) of the upright picture or region in the file
    stand_in : it is the library's thumbnail, because the photo's file cannot be read
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]
    stand_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preprocessing:
    """How a picture is made ready for an image tower.

    side_px : of the square that the tower reads
    fit : crop scales the shorter side and cuts the middle out; squash scales both sides
    mean, std : of the channels R, G, B in [0, 1]
    """

    side_px: int
    fit: Literal["crop", "squash"]
    interpolation: Literal["bicubic", "bilinear"]
    mean: tuple[float, float, float]
    std: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOffer:
    """A model that can be installed: a line of resources/models.toml.

    weights : open_clip's tag. download_bytes : of the weights. research_only : its licence forbids other use
    recall : published text-to-image R@1 in percent, by benchmark, such as ("flickr30k", 66.8)
    """

    name: str
    title: str
    architecture: str
    weights: str
    parameters: int
    download_bytes: int
    licence: str
    languages: str
    recall: tuple[tuple[str, float], ...]
    source: str  # where the figures and the licence stand
    research_only: bool = False
    default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """An installed model.

    fingerprint : of its weights and its preprocessing; stored vectors name it. dimension : of a vector
    runtime : what runs its towers on a CPU. bytes : on disk. notes : what its install said, such as why torch runs it
    demo : the small model of the demo's own world, of no use for photos
    """

    name: str
    title: str
    fingerprint: str
    architecture: str
    dimension: int
    context_tokens: int
    runtime: Literal["onnx", "torch"]
    bytes: int
    licence: str
    languages: str
    notes: tuple[str, ...] = ()
    demo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgress:
    """step : a few words for the user. done of total bytes; total is None where a step does not count bytes."""

    step: str
    done: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryFeatures:
    """Features of a query picture as the index and the matcher read them: rows ascend by word.

    words : (n,) uint32. signatures : (n,) uint64. projected : (n, 64) float32 descriptors
    xy : (n, 2) float32, working-image pixels. sigma : (n,) float32, pixels. angle : (n,) float32, radians
    size : (width, height) of the working image. scale : working pixels per full-resolution pixel
    """

    words: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    projected: NDArray[np.float32]
    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]
    size: tuple[int, int]
    scale: float

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFeatures:
    """Features of a photo of the library, as stored: rows ascend by word.

    words : (n,) uint32. codes : (n, 32) uint8 compact descriptors; the rest as in QueryFeatures
    """

    words: NDArray[np.uint32]
    codes: NDArray[np.uint8]
    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]
    size: tuple[int, int]

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What a photo's file and its sidecar say of it.

    taken_at : ISO 8601, local time, with the offset from UTC where it is known; may end after the year, month or day
    latitude, longitude : decimal degrees, north and east positive; both or none
    rating : 0 to 5 stars, -1 rejected. places : location, city, region, country, as far as given
    orientation : 1 to 8, as in EXIF
    """

    taken_at: str | None = None
    make: str | None = None
    model: str | None = None
    lens: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    rating: int | None = None
    keywords: tuple[str, ...] = ()
    title: str | None = None
    caption: str | None = None
    places: tuple[str, ...] = ()
    orientation: int | None = None

    @property
    def camera(self) -> str:
        """Make and model as one text, the make once; empty where neither is known."""
        make, model = self.make or "", self.model or ""
        first = make.split(" ")[0].casefold()
        return model if first and model.casefold().startswith(first) else f"{make} {model}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What the user set for a photo here: it wins over what the file and its sidecar say.

    rating : 0 to 5 stars, -1 rejected; None leaves it to the file
    added, removed : keywords beside the file's, and those of the file's that do not count
    """

    rating: int | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One part of a query: exactly one of path, data, photo and text is set."""

    path: Path | None = None
    data: bytes | None = None  # an encoded picture: pasted, or dropped without a file
    photo: PhotoId | None = None  # a photo of the library
    text: str | None = None
    region: Region | None = None
    sign: Literal[1, -1] = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a hit must satisfy beside the terms; an empty field asks for nothing.

    folders : any of them; each a path, or words of a folder's name
    taken_from, taken_to : `2019`, `2019-07` or `2019-07-14`, both inclusive
    cameras, formats : any of them; a camera by the beginning of a word of its make or model
    min_rating : stars, 0 to 5
    """

    folders: tuple[str, ...] = ()
    taken_from: str | None = None
    taken_to: str | None = None
    cameras: tuple[str, ...] = ()
    min_rating: int | None = None
    orientation: Orientation | None = None
    min_megapixels: float | None = None
    formats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSearch:
    """A query under a name. labels : the words that stand for each term"""

    name: str
    terms: tuple[Term, ...] = ()
    labels: tuple[str, ...] = ()
    filters: Filters = Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetCount:
    """A choice of a filter, and how many photos of the library it has."""

    value: str
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """What filters can choose from; each choice of a facet has at least one photo."""

    folders: tuple[FacetCount, ...] = ()  # paths
    cameras: tuple[FacetCount, ...] = ()
    formats: tuple[FacetCount, ...] = ()
    ratings: tuple[FacetCount, ...] = ()
    orientations: tuple[FacetCount, ...] = ()
    years: tuple[FacetCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """top : hits of a page. skip : hits before it

    sort : of the best skip + top hits, those before the page included
    nprobe : lists of a trained vector index to look into; None leaves it to the library
    """

    top: int = 10
    skip: int = 0
    sort: SortKey = "score"
    engine: EngineName = "auto"
    weighting: Weighting = "hamming"
    mirror: bool = False
    filters: Filters = Filters()
    nprobe: int | None = None


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
    taken_at: str | None = None  # as in Metadata
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
    total : photos that fit in all, of which the hits are a page; None where not one text or the filters alone decide
    """

    hits: tuple[Hit, ...]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    path: Path
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexProgress:
    """done of total pictures looked at; total is None while folders are still being listed."""

    done: int
    total: int | None
    searchable: int  # photos that a search finds at this moment
    current: Path | None = None
    skipped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """Accounts for every file under the folders that looks like a picture by its name or its content."""

    indexed: int
    unchanged: int
    removed: int
    skipped: tuple[Skipped, ...] = ()
    cancelled: bool = False
    updated: int = 0  # of the unchanged: their pixels are, but their metadata was read again
    moved: int = 0  # renamed or moved, and recognised
    notes: tuple[str, ...] = field(default=())  # such as "the folder X is missing: its photos were kept"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkReport:
    """photos : that have the rating or keywords now. sidecars : that were written

    before, after : what was set for each photo, in the order asked and without repeats
    problems : sidecars that could not be written; the library has what was set all the same
    """

    photos: int
    sidecars: int = 0
    before: tuple[Marks, ...] = ()
    after: tuple[Marks, ...] = ()
    problems: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashReport:
    """photos : that are in the system's trash now. problems : files that stayed where they are"""

    photos: int
    problems: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RootInfo:
    """A folder that the user named. excluded : folders in it that were forgotten, and stay out"""

    path: Path
    photos: int
    online: bool
    excluded: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCoverage:
    """How many photos an engine can find. name : of its codebook or model, for a person

    skipped : photos that it has seen and cannot find
    """

    engine: Literal["match", "semantic"]
    photos: int
    name: str
    how: str = ""  # the index answers, such as "exact fp16, 1,234 vectors"
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryInfo:
    """codebook : fingerprint of the one that new photos are indexed with, and its name for a person

    waiting : photos that are found by the words of another codebook until they are read again
    """

    folder: Path
    photos: int
    roots: tuple[RootInfo, ...]
    codebook: str
    words: int
    segments: int
    bytes: int  # thumbnails apart
    thumbnail_bytes: int
    skipped: tuple[Skipped, ...]
    coverage: tuple[EngineCoverage, ...] = ()
    codebook_name: str = "default"
    waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong with a library, what to do about it, and whether it was mended."""

    what: str
    remedy: str
    mended: bool = False

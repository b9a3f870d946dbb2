"""A library: its contents, reports of changes to it, and the worth of a codebook learned from its photos."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypedDict

from cbir.base.messages import Message
from cbir.base.types.photo import Marks, PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    path: Path
    reason: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundProgress:
    """Photos of a run that recognises text or looks for faces.

    results : photos with text, or faces, in those done. paused : the run waits
    """

    done: int
    total: int
    results: int
    paused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexProgress:
    """done, total : pictures examined; total is None while folders are still being scanned

    listed : photos in the library at this moment, searchable or not
    """

    done: int
    total: int | None
    searchable: int  # photos that a search for content covers at this moment
    listed: int = 0
    current: Path | None = None
    skipped: int = 0


VIDEOS_INDEXED = Message("Videos indexed: {0}. Frames kept: {1}.")  # a remark on a run, and no trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """Accounts for every file under the folders that looks like a picture by its name or its content."""

    indexed: int
    unchanged: int
    removed: int
    skipped: tuple[Skipped, ...] = ()
    cancelled: bool = False
    updated: int = 0  # unchanged photos whose metadata was read again
    moved: int = 0  # renamed or moved, and recognised
    notes: tuple[Message, ...] = field(default=())  # such as "the folder X is missing: its photos were kept"
    encoded_on: tuple[str, ...] = ()  # where the model ran: "cpu", "cuda", or "cuda on HOST" for a worker


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Photos that a person gave a position. step : takes it back. photos : those that had none"""

    step: int
    photos: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkReport:
    """photos : number of photos that now have the rating or keywords. sidecars : number written

    before, after : marks of each photo, in the order of the request and without repeats
    problems : sidecars that could not be written; the library has the marks nevertheless
    """

    photos: int
    sidecars: int = 0
    before: tuple[Marks, ...] = ()
    after: tuple[Marks, ...] = ()
    problems: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trashed:
    """A trashed photo that can be restored. path : of its file before. kept : of its file in the trash

    sidecars : files trashed with it, such as its XMP file: path before, and path in the trash
    marks : set by the user
    """

    path: Path
    kept: Path
    marks: Marks
    sidecars: tuple[tuple[Path, Path], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashReport:
    """photos : number in the system's trash now. problems : files that could not be trashed

    trashed : photos that can be restored: not every system tells the path in its trash
    notes : other names of trashed files, and what happened to each
    """

    photos: int
    problems: tuple[Skipped, ...] = ()
    trashed: tuple[Trashed, ...] = ()
    notes: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreReport:
    """photos : restored to their places and to the library, under new ids. problems : files that were not restored"""

    photos: tuple[PhotoId, ...]
    problems: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusions:
    """Files and folders that index runs skip from now on.

    folders : with everything below, until they are named themselves
    patterns : globs of files and folders, by name, or with a slash by the path below a root; None: unchanged
    """

    folders: tuple[Path, ...] = ()
    patterns: tuple[str, ...] | None = None


NO_EXCLUSIONS = Exclusions()


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRequest:
    """Folders to index, and how.

    folders : their photos are added or brought up to date
    exclude_dirs : names or globs of folders; exclude : globs of files and folders to leave out this time
    leave_out : never read from now on. read_again : index every photo anew, even if it has not changed
    named : the user named the folders, so forgotten ones are added again
    parts : embed parts of photos, too, from now on, or no longer; None: unchanged. See LibraryModels.parts_cost
    videos : most frames to keep of a minute of video, from now on; 0 leaves videos out; None: unchanged
    workers : the scheduler of a Dask cluster, as tcp://HOST:PORT, whose workers describe the photos
    """

    folders: tuple[Path, ...]
    exclude_dirs: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    leave_out: Exclusions = NO_EXCLUSIONS
    read_again: bool = False
    named: bool = True
    parts: bool | None = None
    videos: int | None = None
    workers: str | None = None


class IndexChoices(TypedDict, total=False):
    """The fields of an IndexRequest but its folders, as keywords."""

    exclude_dirs: tuple[str, ...]
    exclude: tuple[str, ...]
    leave_out: Exclusions
    read_again: bool
    named: bool
    parts: bool | None
    videos: int | None
    workers: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RootInfo:
    """A folder that the user named. excluded : folders in it that were forgotten and stay out"""

    path: Path
    photos: int
    online: bool
    excluded: tuple[Path, ...] = ()


PROCESSOR = "the processor"
"""The device of a search that runs on no graphics card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCoverage:
    """Coverage of the library by an engine. photos : that it can find. name : of its codebook or model, for a person

    skipped : photos that it has processed but cannot find
    """

    engine: Literal["match", "semantic"]
    photos: int
    name: str
    how: str = ""  # kind of index, such as "exact on the processor, 1,234 vectors"
    trained: bool = (
        False  # candidates come from a trained index (IVF, PCA); otherwise every vector is compared
    )
    device: str = ""  # where it runs: PROCESSOR or the name of a graphics card
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryInfo:
    """Summary of a library. codebook : fingerprint of the codebook for new photos, with its name and its day (ISO 8601)

    photos : all, searchable or only listed. unsearched : photos that are listed, and not searchable yet
    waiting : photos indexed with another codebook or older features, until they are read again
    left_out : patterns of files and folders that no run reads. bytes, thumbnail_bytes : 0 if not measured
    keeps_parts : index runs also embed the parts of photos. with_parts : photos whose parts can be found
    parts_bytes : size of these parts
    service : address of the service, for a library on another computer
    moments_a_minute : most frames that index runs keep of a minute of video; 0: videos are left out
    read_only : the user may change no marks there. originals : the user may fetch the photos' files
    """

    folder: Path
    photos: int
    roots: tuple[RootInfo, ...]
    codebook: str
    words: int
    segments: int
    bytes: int  # without thumbnails
    thumbnail_bytes: int
    skipped: tuple[Skipped, ...]
    coverage: tuple[EngineCoverage, ...] = ()
    codebook_name: str = "default"
    codebook_created: str = ""
    waiting: int = 0
    unsearched: int = 0
    left_out: tuple[str, ...] = ()
    keeps_parts: bool = False
    with_parts: int = 0
    parts_bytes: int = 0
    moments_a_minute: int = 0
    service: str = ""
    read_only: bool = False
    originals: bool = True

    @property
    def searchable(self) -> int:
        """Number of photos that a search for content covers."""
        return self.photos - self.unsearched


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsCost:
    """Additional cost of embedding the parts of photos. model : its name. bytes : on disk"""

    photos: int
    seconds: float
    bytes: int
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem of a library, its remedy, and True in `mended` if it was repaired."""

    what: Message
    remedy: Message
    mended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """State of a part of the program on this computer.

    works : None if the part is absent and optional. words : a sentence or two
    """

    name: str
    works: bool | None
    words: Message


OWN_PHOTOS = "own photos"
"""The name of a codebook that was learned from the library's own photos."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlan:
    """Cost of learning a codebook, estimated from a sample of the photos.

    photos : that would get the new visual words. done : photos that already have them from a stopped run
    words : number of visual words that the photos' details suffice for. learned : a stopped run already learned them
    seconds : until the comparison. bytes : on the disk while both codebooks are stored. free : on the disk
    """

    photos: int
    done: int
    words: int
    learned: bool
    seconds: float
    bytes: int
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsTrialRow:
    """Share of the altered copies that were found, with the old and the new codebook.

    measure : the photo came first; it was proven; it came first by visual words alone, before any proof
    low, high : 95 % interval of the difference
    """

    measure: Literal["first", "proven", "words"]
    before: float
    after: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsTrial:
    """Trial of the new codebook on altered copies of a library's own photos. better : by more than chance explains

    differing : copies whose photo comes first with only one of the codebooks
    """

    photos: int
    copies: int
    differing: int
    rows: tuple[WordsTrialRow, ...]
    better: bool

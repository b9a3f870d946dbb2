"""The dataclasses that cross the pipe between the window and the engine. See server.py for the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.types import (
    Facets,
    IndexProgress,
    IndexReport,
    InstallProgress,
    LibraryInfo,
    MarkReport,
    Marks,
    Metadata,
    ModelInfo,
    ModelOffer,
    PhotoId,
    Problem,
    Region,
    SavedSearch,
    SearchOptions,
    SearchResult,
    Term,
    TrashReport,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    terms: tuple[Term, ...]
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialResults:
    """The first hits that are known, while the search goes on."""

    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRequest:
    folders: tuple[Path, ...]
    exclude_dirs: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    progress: IndexProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexAnswer:
    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class ThumbnailRequest:
    """Ask for the library's own thumbnail of one photo (longer side 256 px)."""

    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest:
    """Ask for a picture to look at: a photo of the library, a file, or encoded bytes; decoded in a worker.

    max_side_px : the longer side is scaled down to at most this
    """

    photo: PhotoId | None = None
    path: Path | None = None
    data: bytes | None = None
    region: Region | None = None
    max_side_px: int = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureAnswer:
    """pixels : (h, w, 3) uint8 RGB, contiguous. full_size : (width, height) of the upright original

    stand_in : it is the library's thumbnail, because the photo's file cannot be read
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]
    stand_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryRequest:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAnswer:
    info: LibraryInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequest:
    """Ask how many photos a query finds. Searches wait for it: cancel it when one is wanted."""

    terms: tuple[Term, ...]
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAnswer:
    """photos : verified or strong ones; for words alone also those whose names and metadata fit"""

    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsRequest:
    """Ask what filters can choose from, with counts over the whole library, or over some photos alone."""

    photos: tuple[PhotoId, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsAnswer:
    facets: Facets


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataRequest:
    photos: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataAnswer:
    """One for each photo that was asked for.

    metadata : None where nothing is known; what the user set here is in it
    marks : what the user set here alone
    """

    metadata: tuple[Metadata | None, ...]
    marks: tuple[Marks, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RateRequest:
    """Give photos a rating: 0 to 5 stars, -1 rejected, None for what their files say. Answered by MarkAnswer.

    It does not wait for an index run, and cannot be cancelled. sidecar : write it into their XMP sidecars too
    """

    photos: tuple[PhotoId, ...]
    rating: int | None
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordRequest:
    """Add keywords to photos and remove others. Answered by MarkAnswer; it does not wait for an index run."""

    photos: tuple[PhotoId, ...]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAnswer:
    report: MarkReport


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashRequest:
    """Move photos to the system's trash and take them out of the library; it does not wait for an index run.

    Whoever sends it has asked the user. Marks and trash are done in the order in which they were asked.
    LibraryChanged comes before the answer.
    """

    photos: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashAnswer:
    report: TrashReport


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchesRequest:
    """Ask for the saved searches; `replace` puts others in their place first."""

    replace: tuple[SavedSearch, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchesAnswer:
    searches: tuple[SavedSearch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryRequest:
    """Try the files again that could not be read, in all folders that are there. Answered by IndexAnswer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """Follow all folders of the library until the ticket is cancelled; WatchAnswer comes then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """A run of the watch changed something."""

    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTrouble:
    """message : a sentence for the user about what cannot be followed."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchAnswer:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    deep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAnswer:
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRequest:
    """Write all that the library needs into one new file."""

    file: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupAnswer:
    file: Path
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CareProgress:
    """done of total, in whatever the work is counted in."""

    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """Take the photos of a folder out of the library; the files stay."""

    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetAnswer:
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsRequest:
    """Ask which models can be installed, and which are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelsAnswer:
    """current : the name of the installed model that encodes, None where none does"""

    offers: tuple[ModelOffer, ...]
    installed: tuple[ModelInfo, ...]
    current: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallModelRequest:
    """Download and install an offered model. Whoever sends it has asked the user. Answered by ModelsAnswer.

    Cancelled, what was downloaded is kept, and the next install goes on from there.
    """

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgressed:
    progress: InstallProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportModelRequest:
    """Install a model from a file or a folder of this machine. Answered by ModelsAnswer.

    architecture : open_clip's name, for a checkpoint that does not name its own. name : None for the file's
    """

    path: Path
    architecture: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveModelRequest:
    """Delete an installed model. Answered by ModelsAnswer."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseModelRequest:
    """Encode with another installed model from now on. Answered by ModelsAnswer."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    ticket: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shutdown:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """message : one or two plain sentences for the user: what happened, what to do."""

    message: str
    cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    info: LibraryInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChanged:
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivesChanged:
    """online : each root's path, and whether its drive is there now."""

    online: tuple[tuple[Path, bool], ...]


Request = (
    SearchRequest
    | IndexRequest
    | RetryRequest
    | WatchRequest
    | ThumbnailRequest
    | PictureRequest
    | LibraryRequest
    | CountRequest
    | FacetsRequest
    | MetadataRequest
    | RateRequest
    | KeywordRequest
    | TrashRequest
    | SearchesRequest
    | CheckRequest
    | BackupRequest
    | ForgetRequest
    | ModelsRequest
    | InstallModelRequest
    | ImportModelRequest
    | RemoveModelRequest
    | UseModelRequest
    | Cancel
    | Shutdown
)
Interim = PartialResults | Progress | CareProgress | InstallProgressed | Watched | WatchTrouble
Answer = (
    SearchAnswer
    | IndexAnswer
    | PictureAnswer
    | LibraryAnswer
    | CountAnswer
    | FacetsAnswer
    | MetadataAnswer
    | MarkAnswer
    | TrashAnswer
    | SearchesAnswer
    | WatchAnswer
    | CheckAnswer
    | BackupAnswer
    | ForgetAnswer
    | ModelsAnswer
    | Interim
    | Failure
    | Ready
    | LibraryChanged
    | DrivesChanged
)

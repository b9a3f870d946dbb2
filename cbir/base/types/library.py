"""A library: what is in it, and reports of what changed it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from cbir.base.types.photo import Marks, PhotoId


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
    encoded_on: tuple[str, ...] = ()  # where the model ran: "cpu", "cuda", of a worker "cuda on HOST"


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
class Trashed:
    """A photo that can come back. path : where its file was. kept : where the trash keeps it

    sidecars : files that went with it, such as its XMP file: where each was, and where the trash keeps it
    marks : what the user had set for it
    """

    path: Path
    kept: Path
    marks: Marks
    sidecars: tuple[tuple[Path, Path], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashReport:
    """photos : that are in the system's trash now. problems : files that stayed where they are

    trashed : those that can come back: not every system says where its trash keeps a file
    notes : other names of files that went, and what became of each
    """

    photos: int
    problems: tuple[Skipped, ...] = ()
    trashed: tuple[Trashed, ...] = ()
    notes: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreReport:
    """photos : that are back in their places and in the library, under new ids. problems : what is not"""

    photos: tuple[PhotoId, ...]
    problems: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusions:
    """What no index run reads from now on.

    folders : with all that is below, until they are named themselves
    patterns : globs of files and folders, by name, or with a slash by the path below a root; None: those of before
    """

    folders: tuple[Path, ...] = ()
    patterns: tuple[str, ...] | None = None


NO_EXCLUSIONS = Exclusions()


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
    how: str = ""  # the index answers, such as "exact on the processor, 1,234 vectors"
    trained: bool = False  # a trained index (IVF, PCA) names the candidates; else every vector is compared
    device: str = ""  # where it answers: "the processor" or "the graphics card"
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryInfo:
    """codebook : fingerprint of the one that new photos are indexed with, its name for a person and its day (ISO 8601)

    waiting : photos that are found by the words of another codebook, or by older features, until they are read again
    left_out : the patterns of files and folders that no run reads. bytes, thumbnail_bytes : 0 where not measured
    keeps_parts : index runs embed the parts of photos, too. with_parts : photos whose parts can be found
    parts_bytes : what these take
    service : address of the service that answers, where the library is on another computer
    read_only : whoever asks may change no marks there. originals : and may have the photos' files
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
    codebook_created: str = ""
    waiting: int = 0
    left_out: tuple[str, ...] = ()
    keeps_parts: bool = False
    with_parts: int = 0
    parts_bytes: int = 0
    service: str = ""
    read_only: bool = False
    originals: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsCost:
    """What embedding the parts of photos would take, beside the rest. model : its name. bytes : on disk"""

    photos: int
    seconds: float
    bytes: int
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong with a library, what to do about it, and whether it was mended."""

    what: str
    remedy: str
    mended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a part of the program does on this computer.

    works : None where it is left out and the program can do without it. words : a sentence or two
    """

    name: str
    works: bool | None
    words: str

"""Requests and answers: what the window, the command line and a server ask a library.

The window spawns `serve` in a process of its own and talks to it over a pipe:

    window -> engine    (ticket, request)      ticket: int, chosen by the window, never reused
    engine -> window    (ticket, answer)       any number of Progress, then exactly one final answer

A final answer is the request's own answer class or `Failure`. `Cancel(ticket)` asks that an earlier ticket be
given up: it still gets its final answer (an IndexAnswer of what was kept, or Failure(cancelled=True)).
Ticket 0 belongs to the engine: `Ready` once at the start, or `Failure` when the library cannot be opened;
`LibraryChanged` whenever more photos became searchable or vanished.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.types import (
    IndexProgress,
    IndexReport,
    LibraryInfo,
    PhotoId,
    Region,
    SearchOptions,
    SearchResult,
    Term,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    terms: tuple[Term, ...]
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRequest:
    folders: tuple[Path, ...]
    exclude_dirs: tuple[str, ...] = ()


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
    """pixels : (h, w, 3) uint8 RGB, contiguous. full_size : (width, height) of the upright original."""

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryRequest:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryAnswer:
    info: LibraryInfo


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


Request = (
    SearchRequest | IndexRequest | ThumbnailRequest | PictureRequest | LibraryRequest | Cancel | Shutdown
)
Answer = (
    SearchAnswer
    | IndexAnswer
    | PictureAnswer
    | LibraryAnswer
    | Progress
    | Failure
    | Ready
    | LibraryChanged
)

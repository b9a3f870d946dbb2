"""The library as the service needs it, with a local or a remote index."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import (
    Album,
    LibraryInfo,
    MarkReport,
    Metadata,
    PhotoId,
    Preview,
    Region,
    SearchOptions,
    SearchResult,
    Term,
)
from cbir.library import PhotoFile


class LibraryFiles(Protocol):
    """See PhotoFiles."""

    def of(self, photo: PhotoId) -> PhotoFile: ...

    def below_roots(self, paths: Sequence[Path]) -> list[str]: ...

    def original(self, photo: PhotoId) -> BinaryIO: ...


class LibraryMarks(Protocol):
    """See PhotoMarks."""

    def set_rating(self, photos: Sequence[PhotoId], rating: int | None) -> MarkReport: ...

    def set_pick(self, photos: Sequence[PhotoId], pick: bool | None) -> MarkReport: ...

    def unflag(self, photos: Sequence[PhotoId]) -> MarkReport: ...

    def set_label(self, photos: Sequence[PhotoId], label: str | None) -> MarkReport: ...

    def set_keywords(
        self, photos: Sequence[PhotoId], *, add: Sequence[str] = (), remove: Sequence[str] = ()
    ) -> MarkReport: ...


class LibraryAlbums(Protocol):
    """See Albums."""

    def all(self) -> list[Album]: ...

    def keep(self, albums: Sequence[Album], *, removed: Sequence[str] = ()) -> None: ...

    def correct(
        self, album: str, corrections: Mapping[PhotoId, bool | None]
    ) -> dict[PhotoId, bool | None]: ...

    def search(
        self,
        album: str,
        options: SearchOptions = ...,
        *,
        cancelled: Callable[[], bool] = ...,
    ) -> SearchResult: ...


class ServedLibrary(Protocol):
    """An open library; each method as in Library. Calls come from several threads."""

    @property
    def files(self) -> LibraryFiles: ...

    @property
    def marks(self) -> LibraryMarks: ...

    @property
    def albums(self) -> LibraryAlbums: ...

    def start(self) -> None: ...

    def close(self) -> None: ...

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = ...,
        *,
        cancelled: Callable[[], bool] = ...,
        on_partial: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult: ...

    def photo_count(self) -> int: ...

    def check_index(self) -> None: ...

    def info(self, *, sizes: bool = True) -> LibraryInfo: ...

    def metadata(self, photos: Sequence[PhotoId]) -> list[Metadata | None]: ...

    def thumbnail(self, photo: PhotoId) -> NDArray[np.uint8]: ...

    def picture(
        self,
        *,
        photo: PhotoId | None = None,
        region: Region | None = None,
        max_side_px: int = 2048,
    ) -> Preview: ...

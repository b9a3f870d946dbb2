"""Albums: their list, their photo counts, and corrections by a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import Album, AlbumCount, PhotoId
from cbir.service.bounds import Most

Corrections = tuple[tuple[PhotoId, bool | None], ...]
"""Photos with True for in the album, False for out, by hand; None leaves the decision to the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsRequest:
    """Ask for the albums, after storing new or changed ones (`keep`) and deleting others by id (`removed`)."""

    keep: Annotated[tuple[Album, ...], Most(1000)] = ()
    removed: Annotated[tuple[str, ...], Most(1000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsAnswer:
    albums: tuple[Album, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAlbumRequest:
    """Ask for the number of photos in an album, by its id. Searches wait for it: cancel it before a search."""

    album: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAlbumAnswer:
    count: AlbumCount


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAlbumRequest:
    """Put photos into an album or take them out. Does not wait for an index run; cannot be cancelled."""

    album: str
    said: Annotated[Corrections, Most(10_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAlbumAnswer:
    """before : the previous corrections of the same photos"""

    before: Corrections


Request = AlbumsRequest | CountAlbumRequest | CorrectAlbumRequest
Answer = AlbumsAnswer | CountAlbumAnswer | CorrectAlbumAnswer

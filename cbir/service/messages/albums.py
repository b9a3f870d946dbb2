"""Albums: which there are, how many photos are in them, and what a person corrects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import Album, AlbumCount, PhotoId
from cbir.service.bounds import Most

Said = tuple[tuple[PhotoId, bool | None], ...]
"""Photos, each with whether it is in, by hand; None leaves it to the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsRequest:
    """Ask for the albums; before that `keep` some, new or changed, and take those away whose ids are `removed`."""

    keep: Annotated[tuple[Album, ...], Most(1000)] = ()
    removed: Annotated[tuple[str, ...], Most(1000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsAnswer:
    albums: tuple[Album, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAlbumRequest:
    """Ask how many photos are in an album, by its id. Searches wait for it: cancel it when one is wanted."""

    album: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAlbumAnswer:
    count: AlbumCount


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAlbumRequest:
    """Put photos into an album or take them out; it does not wait for an index run, and cannot be cancelled."""

    album: str
    said: Annotated[Said, Most(10_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAlbumAnswer:
    """before : what was said of the same photos until then"""

    before: Said


Request = AlbumsRequest | CountAlbumRequest | CorrectAlbumRequest
Answer = AlbumsAnswer | CountAlbumAnswer | CorrectAlbumAnswer

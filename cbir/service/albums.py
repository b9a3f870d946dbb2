"""Albums: their list, their photo counts, and corrections by a person."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Annotated

from cbir.base.errors import Cancelled
from cbir.base.types import Album, AlbumCount, PhotoId
from cbir.service.registry import (
    LONG,
    MARKS,
    SHORT,
    Answer,
    Call,
    Declaration,
    Lane,
    Most,
    Request,
    handles,
    sent_as,
)

Corrections = tuple[tuple[PhotoId, bool | None], ...]
"""Photos with True to put them into the album, False to take them out, None to leave the decision to its search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsAnswer(Answer):
    albums: tuple[Album, ...]


@Declaration(
    answer=AlbumsAnswer,
    lane=Lane.ALBUMS,
    visitors=lambda request: MARKS if request.keep or request.removed else SHORT,
    repeatable=True,
    cancellable=False,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsRequest(Request):
    """Ask for the albums. keep : new or changed ones to store first. removed : ids of albums to delete first"""

    keep: Annotated[tuple[Album, ...], Most(1000)] = ()
    removed: Annotated[tuple[str, ...], Most(1000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAlbumAnswer(Answer):
    count: AlbumCount


@Declaration(answer=CountAlbumAnswer, lane=Lane.SEARCH, visitors=LONG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class CountAlbumRequest(Request):
    """Ask for the number of photos in an album. Searches wait for this request: cancel it before a search.

    album : its id. people, positions : see SearchOptions
    """

    album: str
    people: bool = True
    positions: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAlbumAnswer(Answer):
    """before : the previous corrections of the same photos"""

    before: Corrections


@Declaration(answer=CorrectAlbumAnswer, lane=Lane.ALBUMS, visitors=MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectAlbumRequest(Request):
    """Put photos into an album or take them out. Does not wait for an index run."""

    album: str
    corrections: Annotated[Corrections, Most(10_000)] = field(metadata=sent_as("said"))


@handles(AlbumsRequest)
def _albums(call: Call, request: AlbumsRequest) -> AlbumsAnswer:
    if request.keep or request.removed:
        call.library.albums.keep(request.keep, removed=request.removed)
    return AlbumsAnswer(albums=tuple(call.library.albums.all()))


@handles(CountAlbumRequest)
def _count(call: Call, request: CountAlbumRequest) -> CountAlbumAnswer:
    wait_for_changes(call)
    return CountAlbumAnswer(
        count=call.library.albums.count(
            request.album, cancelled=call.cancelled, people=request.people, positions=request.positions
        )
    )


@handles(CorrectAlbumRequest)
def _correct(call: Call, request: CorrectAlbumRequest) -> CorrectAlbumAnswer:
    before = call.library.albums.correct(request.album, dict(request.corrections))
    return CorrectAlbumAnswer(before=tuple(before.items()))


def wait_for_changes(call: Call) -> None:
    """Wait until earlier changes of albums are made. When the engine ends, all are made already."""
    with contextlib.suppress(Cancelled):
        call.run_in(Lane.ALBUMS, bool)

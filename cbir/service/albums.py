"""Requests about albums -> calls of the library -> answers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.types import SearchResult
from cbir.service.messages import (
    AlbumsAnswer,
    AlbumsRequest,
    Answer,
    CorrectAlbumAnswer,
    CorrectAlbumRequest,
    CountAlbumAnswer,
    CountAlbumRequest,
    SearchRequest,
)

if TYPE_CHECKING:
    from cbir.library import Library

logger = logging.getLogger(__name__)


KeepRequest = AlbumsRequest | CorrectAlbumRequest
"""Handled one after the other in the order of arrival, before albums are opened."""


def answer_albums(
    library: Library,
    request: KeepRequest | CountAlbumRequest,
    settle: Callable[[], None],
    cancelled: Callable[[], bool],
) -> Answer:
    """Answer a request about albums. settle : waits for the changes that arrived before"""
    match request:
        case CountAlbumRequest():
            settle()
            return CountAlbumAnswer(count=library.albums.count(request.album, cancelled=cancelled))
        case CorrectAlbumRequest():
            before = library.albums.correct(request.album, dict(request.said))
            return CorrectAlbumAnswer(before=tuple(before.items()))
        case AlbumsRequest():
            if request.keep or request.removed:
                library.albums.keep(request.keep, removed=request.removed)
            return AlbumsAnswer(albums=tuple(library.albums.all()))


def search_or_open(
    library: Library,
    request: SearchRequest,
    settle: Callable[[], None],
    cancelled: Callable[[], bool],
    on_partial: Callable[[SearchResult], None],
) -> SearchResult:
    """Search, or open an album, whose photos then count as seen."""
    if not request.album:
        return library.search(request.terms, request.options, cancelled=cancelled, on_partial=on_partial)
    settle()
    result = library.albums.search(
        request.album, request.options, cancelled=cancelled, on_partial=on_partial, renewed=request.renewed
    )
    if result.album is not None and not request.renewed:
        try:
            library.albums.note_opened(request.album, result.album.members)
        except CbirError as error:  # the hits are worth more than that note
            logger.warning("What was seen of an album is not kept: %s", error)
    return result

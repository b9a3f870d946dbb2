"""Requests for something to show -> pixels, or the keypoints of a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.service.messages import (
    Answer,
    KeypointsAnswer,
    KeypointsRequest,
    OriginalAnswer,
    OriginalRequest,
    PictureAnswer,
    PictureRequest,
    ThumbnailRequest,
)

if TYPE_CHECKING:
    from cbir.library import Library

LookRequest = ThumbnailRequest | PictureRequest | OriginalRequest | KeypointsRequest


def answer_picture(library: Library, request: LookRequest, cancelled: Callable[[], bool]) -> Answer:
    """Answer a request for a picture. Raises ImageUnreadable, QueryUnusable, PhotoGone and Cancelled."""
    match request:
        case ThumbnailRequest():
            pixels = library.thumbnail(request.photo)
            return PictureAnswer(pixels=pixels, full_size=(pixels.shape[1], pixels.shape[0]))
        case PictureRequest():
            shown = library.picture(
                photo=request.photo,
                path=request.path,
                data=request.data,
                region=request.region,
                max_side_px=request.max_side_px,
                cancelled=cancelled,
            )
            return PictureAnswer(pixels=shown.pixels, full_size=shown.full_size, stand_in=shown.stand_in)
        case OriginalRequest():
            return OriginalAnswer(path=library.files.of(request.photo).path)
        case KeypointsRequest():
            return KeypointsAnswer(keypoints=library.keypoints(request.term, cancelled))

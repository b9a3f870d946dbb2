"""Requests for the reasons of a hit -> shares of typed words, fields, shared visual words, a heat map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.base.errors import ModelNotInstalled
from cbir.service.messages import (
    Answer,
    HeatMapAnswer,
    HeatMapProgress,
    HeatMapRequest,
    ReasonsAnswer,
    ReasonsRequest,
    SharedWordsAnswer,
    SharedWordsRequest,
)

if TYPE_CHECKING:
    from cbir.library import Library

ReasonRequest = ReasonsRequest | SharedWordsRequest | HeatMapRequest


def answer_reason(
    library: Library, request: ReasonRequest, tell: Callable[[Answer], None], cancelled: Callable[[], bool]
) -> Answer:
    """Answer a request for reasons. tell : receives unfinished heat maps. Raises CbirError and Cancelled."""
    reasons, photo = library.reasons, request.photo
    match request:
        case ReasonsRequest():
            fields = reasons.fields(request.terms, [photo]).get(photo, ())
            try:
                shares = reasons.word_shares(request.terms, [photo], cancelled=cancelled).get(photo, ())
            except ModelNotInstalled:  # the words were searched for in names only
                shares = ()
            return ReasonsAnswer(fields=fields, shares=shares)
        case SharedWordsRequest():
            shared = reasons.shared_words(
                request.term, photo, top=request.top, mirrored=request.mirrored, cancelled=cancelled
            )
            return SharedWordsAnswer(shared=shared)
        case HeatMapRequest():
            heat = reasons.heat_map(
                request.terms,
                photo,
                on_map=lambda heat: tell(HeatMapProgress(heat=heat)),
                cancelled=cancelled,
            )
            return HeatMapAnswer(heat=heat)

"""The photos that were made from one another."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import Origin, PhotoId
from cbir.service.registry import Answer, Call, Declaration, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginAnswer(Answer):
    origin: Origin


@Declaration(answer=OriginAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class OriginRequest(Request):
    """Ask which photos a photo was made from, and which were made from it. It takes seconds."""

    photo: PhotoId


@handles(OriginRequest)
def _origin(call: Call, request: OriginRequest) -> OriginAnswer:
    from cbir.library import origin_of

    return OriginAnswer(origin=origin_of(call.library, request.photo, cancelled=call.cancelled))

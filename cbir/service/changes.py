"""Differences between the query's picture and a hit."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import Change, Hit, Term
from cbir.service.registry import Answer, Call, Declaration, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesAnswer(Answer):
    """changes : the clearest first"""

    changes: tuple[Change, ...]


@Declaration(answer=ChangesAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesRequest(Request):
    """Ask what only one of two pictures has.

    source : the picture that was searched with. term : of the hit's evidence by which the two are aligned
    """

    source: Term
    hit: Hit
    term: int


@handles(ChangesRequest)
def _changes(call: Call, request: ChangesRequest) -> ChangesAnswer:
    from cbir.library import CHANGES_SIDE_PX, changes_between

    evidence = next((evidence for evidence in request.hit.evidence if evidence.term == request.term), None)
    if evidence is None:
        return ChangesAnswer(changes=())
    source = request.source
    first = call.library.picture(
        photo=source.photo, path=source.path, data=source.data, max_side_px=CHANGES_SIDE_PX
    )
    second = call.library.picture(photo=request.hit.photo, max_side_px=CHANGES_SIDE_PX)
    return ChangesAnswer(changes=changes_between(first, second, evidence))

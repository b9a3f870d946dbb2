"""Reasons why a photo is among the hits."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.errors import ModelNotInstalled
from cbir.base.types import FieldMatch, HeatMap, PhotoId, SharedWords, Term, WordShare
from cbir.service.registry import LONG, Answer, Call, Declaration, Interim, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsAnswer(Answer):
    """fields : that contain words of the texts. shares : the contribution of each word; empty without a model"""

    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()


@Declaration(answer=ReasonsAnswer, lane=Lane.LOOK, visitors=LONG)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsRequest(Request):
    """Ask how the texts among the terms relate to a photo; answered quickly, shown beside it."""

    terms: tuple[Term, ...]
    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWordsAnswer(Answer):
    shared: SharedWords


@Declaration(answer=SharedWordsAnswer, lane=Lane.LOOK, visitors=LONG)
@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWordsRequest(Request):
    """Ask which visual words a picture and a photo share. mirrored : flip the picture first"""

    term: Term
    photo: PhotoId
    mirrored: bool = False
    top: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapAnswer(Answer):
    heat: HeatMap


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapProgress(Interim):
    heat: HeatMap


@Declaration(answer=HeatMapAnswer, lane=Lane.LOOK, interim=(HeatMapProgress,), visitors=LONG)
@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapRequest(Request):
    """Ask which places of a photo its score for the texts comes from; coarse maps come as progress."""

    terms: tuple[Term, ...]
    photo: PhotoId


@handles(ReasonsRequest)
def _reasons(call: Call, request: ReasonsRequest) -> ReasonsAnswer:
    reasons, photo = call.library.reasons, request.photo
    fields = reasons.fields(request.terms, [photo]).get(photo, ())
    try:
        shares = reasons.word_shares(request.terms, [photo], cancelled=call.cancelled).get(photo, ())
    except ModelNotInstalled:  # the words were searched for in names only
        shares = ()
    return ReasonsAnswer(fields=fields, shares=shares)


@handles(SharedWordsRequest)
def _shared_words(call: Call, request: SharedWordsRequest) -> SharedWordsAnswer:
    shared = call.library.reasons.shared_words(
        request.term, request.photo, top=request.top, mirrored=request.mirrored, cancelled=call.cancelled
    )
    return SharedWordsAnswer(shared=shared)


@handles(HeatMapRequest)
def _heat_map(call: Call, request: HeatMapRequest) -> HeatMapAnswer:
    heat = call.library.reasons.heat_map(
        request.terms,
        request.photo,
        on_map=lambda heat: call.tell(HeatMapProgress(heat=heat)),
        cancelled=call.cancelled,
    )
    return HeatMapAnswer(heat=heat)

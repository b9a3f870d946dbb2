"""Reasons why a photo is among the hits."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import FieldMatch, HeatMap, PhotoId, SharedWords, Term, WordShare


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsRequest:
    """Ask how the texts among the terms relate to a photo; answered quickly, shown beside it."""

    terms: tuple[Term, ...]
    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsAnswer:
    """fields : that contain words of the texts. shares : the contribution of each word; empty without a model"""

    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWordsRequest:
    """Ask which visual words a picture and a photo share. mirrored : flip the picture first"""

    term: Term
    photo: PhotoId
    mirrored: bool = False
    top: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWordsAnswer:
    shared: SharedWords


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapRequest:
    """Ask which places of a photo its score for the texts comes from; coarse maps come as progress."""

    terms: tuple[Term, ...]
    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapProgress:
    heat: HeatMap


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapAnswer:
    heat: HeatMap


Request = ReasonsRequest | SharedWordsRequest | HeatMapRequest
Interim = HeatMapProgress
Answer = ReasonsAnswer | SharedWordsAnswer | HeatMapAnswer

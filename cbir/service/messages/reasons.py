"""Why a photo is among the hits."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import FieldMatch, HeatMap, PhotoId, SharedWords, Term, WordShare


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsRequest:
    """Ask what the texts among some terms have to do with a photo: quickly answered, and said beside it."""

    terms: tuple[Term, ...]
    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsAnswer:
    """fields : in which words of the texts stand. shares : what each word adds; none where no model answers"""

    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWordsRequest:
    """Ask which visual words a picture and a photo share. mirrored : the picture as a mirror shows it"""

    term: Term
    photo: PhotoId
    mirrored: bool = False
    top: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWordsAnswer:
    shared: SharedWords


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMapRequest:
    """Ask where in a photo its score for the texts among some terms comes from; a coarse map is told first."""

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

"""A codebook from the library's own photos: learned and compared, then adopted or discarded."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import WordsPlan, WordsTrial
from cbir.service.registry import Answer, Declaration, Interim, Lane, Request


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlanAnswer(Answer):
    plan: WordsPlan


@Declaration(answer=WordsPlanAnswer, lane=Lane.LOOK)
@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlanRequest(Request):
    """Ask what learning a codebook would take, and how much of it is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnWordsAnswer(Answer):
    trial: WordsTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsProgress(Interim):
    """A step of the engine and its progress; total : None if unknown"""

    step: str
    done: int
    total: int | None


@Declaration(answer=LearnWordsAnswer, lane=Lane.MEASURE, interim=(WordsProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class LearnWordsRequest(Request):
    """Learn a codebook, or resume learning it, and compare it with the one in use, which stays in use until a decision.

    After a cancellation, the finished part is kept for the next time.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideWordsAnswer(Answer):
    kept: bool


@Declaration(answer=DecideWordsAnswer, lane=Lane.INDEX, interim=(WordsProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class DecideWordsRequest(Request):
    """Replace the old codebook with the new one; or, with keep=False, delete the new one."""

    keep: bool

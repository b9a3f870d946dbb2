"""A codebook from the library's own photos: learned and compared, then adopted or discarded."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import WordsPlan, WordsTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlanRequest:
    """Ask what learning a codebook would take, and how much of it is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlanAnswer:
    plan: WordsPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnWordsRequest:
    """Learn a codebook, or resume learning it, and compare it with the one in use, which stays in use until a decision.

    After a cancellation, the finished part is kept for the next time.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsProgress:
    """A step of the engine and its progress; total : None if unknown"""

    step: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnWordsAnswer:
    trial: WordsTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideWordsRequest:
    """Replace the old codebook with the new one; or, with keep=False, delete the new one."""

    keep: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideWordsAnswer:
    kept: bool


Request = WordsPlanRequest | LearnWordsRequest | DecideWordsRequest
Interim = WordsProgress
Answer = WordsPlanAnswer | LearnWordsAnswer | DecideWordsAnswer

"""Visual words from the library's own photos: learned and compared, then kept or not."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import WordsPlan, WordsTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlanRequest:
    """What learning would take, and what is done of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsPlanAnswer:
    plan: WordsPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnWordsRequest:
    """Learn words, or go on with it, and compare them with those in use, which answer meanwhile and afterwards.

    What is done when the ticket is cancelled stays for the next time.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsProgress:
    """A step of the engine's, and how much of it is done; total : None where that is not known"""

    step: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnWordsAnswer:
    trial: WordsTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideWordsRequest:
    """Let the new words answer in the place of the old ones, which go; or remove the new ones."""

    keep: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideWordsAnswer:
    kept: bool


Request = WordsPlanRequest | LearnWordsRequest | DecideWordsRequest
Interim = WordsProgress
Answer = WordsPlanAnswer | LearnWordsAnswer | DecideWordsAnswer

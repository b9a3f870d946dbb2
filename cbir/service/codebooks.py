"""A codebook from the library's own photos: learned and compared, then adopted or discarded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cbir.base.messages import Message
from cbir.base.types import WordsPlan, WordsTrial
from cbir.service.registry import Answer, Call, Declaration, Interim, Lane, Request, handles


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

    step: Message
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


@handles(WordsPlanRequest)
def _plan(call: Call, request: WordsPlanRequest) -> WordsPlanAnswer:
    return WordsPlanAnswer(plan=call.library.words.plan())


@handles(LearnWordsRequest)
def _learn(call: Call, request: LearnWordsRequest) -> LearnWordsAnswer:
    from cbir.evaluation import try_words

    words, progress = call.library.words, _progress(call)
    words.learn(progress=progress, cancelled=call.cancelled)
    with words.searcher() as new:
        trial = try_words(
            words.photos_to_try(),
            call.library,
            new,
            progress=lambda done, total: progress(Message("Comparing on altered copies"), done, total),
            cancelled=call.cancelled,
        )
    return LearnWordsAnswer(trial=trial)


@handles(DecideWordsRequest)
def _decide(call: Call, request: DecideWordsRequest) -> DecideWordsAnswer:
    if request.keep:
        call.library.words.keep(progress=_progress(call))
    else:
        call.library.words.discard()
    return DecideWordsAnswer(kept=request.keep)


def _progress(call: Call) -> Callable[[Message, int, int | None], None]:
    return lambda step, done, total: call.tell(WordsProgress(step=step, done=done, total=total))

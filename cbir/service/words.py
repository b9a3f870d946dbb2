"""Requests about a library's own codebook -> its cost, its quality, and the switch to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.service.messages import (
    Answer,
    DecideWordsAnswer,
    DecideWordsRequest,
    LearnWordsAnswer,
    LearnWordsRequest,
    WordsPlanAnswer,
    WordsPlanRequest,
    WordsProgress,
)

if TYPE_CHECKING:
    from cbir.library import Library

WordsRequest = WordsPlanRequest | LearnWordsRequest | DecideWordsRequest


def answer_words(
    library: Library,
    request: WordsRequest,
    tell: Callable[[Answer], None],
    cancelled: Callable[[], bool],
) -> Answer:
    """Answer a request about the library's own codebook. tell : receives the progress. Raises CbirError, Cancelled."""

    def progress(step: str, done: int, total: int | None) -> None:
        tell(WordsProgress(step=step, done=done, total=total))

    match request:
        case WordsPlanRequest():
            return WordsPlanAnswer(plan=library.words.plan())
        case LearnWordsRequest():
            from cbir.evaluation import try_words

            library.words.learn(progress=progress, cancelled=cancelled)
            with library.words.searcher() as new:
                trial = try_words(
                    library.words.photos_to_try(),
                    library,
                    new,
                    progress=lambda done, total: progress("Comparing on altered copies", done, total),
                    cancelled=cancelled,
                )
            return LearnWordsAnswer(trial=trial)
        case DecideWordsRequest():
            if request.keep:
                library.words.keep(progress=progress)
            else:
                library.words.discard()
            return DecideWordsAnswer(kept=request.keep)

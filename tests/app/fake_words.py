"""Words that the fake engine learns: half of the photos get them at once, the others when a test says so."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.messages import Message
from cbir.base.types import WordsPlan, WordsTrial, WordsTrialRow
from cbir.service import (
    DecideWordsAnswer,
    Failure,
    LearnWordsAnswer,
    WordsPlanAnswer,
    WordsProgress,
)


@dataclass
class FakeWords:
    """trouble : why no words can be learned. done : photos that have new ones. busy : why they cannot be kept"""

    trouble: str = ""
    done: int = 0
    better: bool = False
    busy: str = ""

    def plan(self, photos):
        if self.trouble:
            return Failure(message=self.trouble)
        plan = WordsPlan(
            photos=photos,
            done=self.done,
            words=4096,
            learned=self.done > 0,
            seconds=150,
            bytes=52_000_000,
            free=80_000_000_000,
        )
        return WordsPlanAnswer(plan=plan)

    def learn(self, tell, release, stop):
        self.done = 12
        for step in ("Learning words", "Giving photos the new words"):
            tell(WordsProgress(step=step, done=self.done, total=24))
        while not release.wait(0.005):
            if stop.is_set():
                return Failure(message=Message("Learning was stopped."), cancelled=True)
        after = 0.95 if self.better else 0.84
        rows = (
            WordsTrialRow(measure="first", before=0.85, after=after, low=after - 0.9, high=after - 0.8),
            WordsTrialRow(measure="proven", before=0.8, after=0.8, low=0.0, high=0.0),
            WordsTrialRow(measure="words", before=0.6, after=0.62, low=-0.04, high=0.08),
        )
        return LearnWordsAnswer(
            trial=WordsTrial(photos=40, copies=240, differing=24, rows=rows, better=self.better)
        )

    def decide(self, request):
        if self.busy:
            return Failure(message=self.busy)
        self.done = 0
        return DecideWordsAnswer(kept=request.keep)

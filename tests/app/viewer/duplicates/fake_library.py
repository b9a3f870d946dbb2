"""Duplicates without an engine: two groups of photos, and what a person said of them."""

from itertools import count
from pathlib import Path

import numpy as np

from cbir.base.messages import Message
from cbir.base.types import (
    Copy,
    DuplicateGroup,
    DuplicateReport,
    LibraryPhoto,
    PhotoId,
    Skipped,
    TrashPlan,
    TrashReport,
)
from cbir.service import (
    DuplicatesAnswer,
    DuplicatesRequest,
    Failure,
    Interim,
    JudgeCopiesRequest,
    MaintenanceProgress,
    PictureAnswer,
    PictureRequest,
    PlanAnswer,
    PlanCopiesRequest,
    TrashAnswer,
    TrashCopiesRequest,
)


def photo(at, size=(400, 300)):
    path = Path(f"/photos/{at}.jpg")
    return LibraryPhoto(
        photo=PhotoId(at), path=path, fingerprint=str(at), size=size, bytes=1_000_000, format="JPEG"
    )


def copy(at, cause):
    landed = ((100.0, 50.0), (300.0, 50.0), (300.0, 200.0), (100.0, 200.0))
    return Copy(photo=photo(at, (200, 150)), cause=cause, outline=landed, why=("more pixels",))


class Library:
    """Answers at once what an engine would; it keeps what was said."""

    def __init__(self):
        self.groups = (
            DuplicateGroup(kept=photo(1), copies=(copy(2, "cropped"), copy(3, "re-encoded"))),
            DuplicateGroup(kept=photo(4), copies=(copy(5, "edited"),)),
        )
        self.said = {}
        self.last = set()
        self.receives = ()
        self.refused = set()  # photos that the trash does not take
        self.stuck = set()  # photos that cannot go
        self.failure = ""  # of every decision
        self.trashed = []
        self.stopped = []
        self.cancelled = []
        # Who is to be told of duplicates, and of pictures, by the test:
        self.later = None
        self.pictures = None
        self._tickets = count(1)

    def request(self, request, on_answer, on_progress=lambda news: None):
        """Interim answers go to on_progress alone, as in the real engine."""
        match request:
            case DuplicatesRequest() if self.later is not None:
                self.later.append(
                    lambda answer: (on_progress if isinstance(answer, Interim) else on_answer)(answer)
                )
            case DuplicatesRequest():
                on_progress(MaintenanceProgress(done=1, total=2))
                on_answer(
                    DuplicatesAnswer(report=DuplicateReport(groups=self.groups, photos=5), plan=self.plan)
                )
                return None  # no search is running
            case PlanCopiesRequest():
                on_answer(PlanAnswer(plan=self.plan_of(request.judged)))
            case PictureRequest() if self.pictures is not None:
                self.pictures.append(on_answer)
            case PictureRequest(photo=asked):
                pixels = np.full((30, 40, 3), 40 * (asked or 0), np.uint8)
                on_answer(PictureAnswer(pixels=pixels, full_size=(400, 300)))
            case JudgeCopiesRequest() | TrashCopiesRequest() if self.failure:
                on_answer(Failure(message=self.failure))
            case JudgeCopiesRequest():
                for judged in request.judged:
                    for two in ((judged.kept, judged.other), (judged.other, judged.kept)):
                        self.said.pop(two, None)
                    if judged.verdict:
                        self.said[judged.kept, judged.other] = judged
                on_answer(PlanAnswer(plan=self.plan))
            case TrashCopiesRequest():
                self.trashed.append(request)
                gone = set(request.photos) - self.refused
                self.said = {two: one for two, one in self.said.items() if one.other not in gone}
                problems = tuple(
                    Skipped(path=photo(at).path, reason=Message("It is in use."))
                    for at in request.photos
                    if at not in gone
                )
                on_answer(TrashAnswer(report=TrashReport(photos=len(gone), problems=problems)))
        return next(self._tickets)

    def cancel(self, ticket):
        self.cancelled.append(ticket)

    def stop(self, ticket):
        self.stopped.append(ticket)

    @property
    def plan(self):
        return self.plan_of(self.said.values())

    def plan_of(self, judged):
        said = tuple(photo(one.other) for one in judged if one.verdict == "trash")
        going = tuple(one for one in said if one.photo not in self.stuck)
        stays = tuple(
            Skipped(path=one.path, reason=Message("Its drive is not connected."))
            for one in set(said) - set(going)
        )
        last = tuple(
            Skipped(path=one.path, reason=Message("No copy of it would be left."))
            for one in going
            if one.photo in self.last
        )
        return TrashPlan(
            photos=going,
            bytes=sum(one.bytes for one in going),
            last=last,
            stays=stays,
            receives=self.receives,
        )

"""What views and controls are tried on alone: an engine that says how far it is, hits that are chosen, a search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import cast

from app.control.hits import HitControl
from app.query import SearchSession
from cbir.base.types import Hit, PhotoId
from cbir.service import Answer, Interim, Request
from tests.app.query.by_hand import EngineByHand


class ToldEngine(EngineByHand):
    """It also tells how far a request has come, and notes what was told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.told_to_stop: list[Request] = []
        self._told: dict[int, Callable[[Interim], None]] = {}

    def request(
        self,
        request: Request,
        on_answer: Callable[[Answer], None],
        on_progress: Callable[[Interim], None] | None = None,
    ) -> int:
        ticket = super().request(request, on_answer)
        if on_progress is not None:
            self._told[ticket] = on_progress
        return ticket

    def tell(self, kind: type[object], news: Interim) -> None:
        """Say of the oldest request of a kind how far it is."""
        ticket = next(one.ticket for one in self.waiting if isinstance(one.request, kind))
        self._told[ticket](news)

    def stop(self, ticket: int) -> None:
        self.told_to_stop += [one.request for one in self.waiting if one.ticket == ticket]


@dataclass
class Chosen:
    """The selected hits."""

    hits: Sequence[Hit] = ()

    @property
    def control(self) -> HitControl:
        return cast(HitControl, self)


@dataclass
class Wall:
    """What a search was told to hide, and to show again."""

    hidden: list[PhotoId] = field(default_factory=list)

    def hide(self, photos: Collection[PhotoId]) -> None:
        self.hidden += photos

    def show_again(self, photos: Collection[PhotoId]) -> None:
        self.hidden = [photo for photo in self.hidden if photo not in photos]

    @property
    def search(self) -> SearchSession:
        return cast(SearchSession, self)

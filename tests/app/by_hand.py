"""Stand-ins for trying one part of the window: an engine that a test answers for, chosen hits, a wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar, cast

from cbir.base.types import AlbumPhotos, Hit, LibraryInfo, PhotoId, RootInfo, SearchResult, Timings
from cbir.service import Answer, Request, SearchAnswer, SearchRequest
from cbir_app.control.hits import HitControl
from cbir_app.engine import Engine
from cbir_app.sessions import SearchSession
from tests.app.fake_engine import hit

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Asked:
    ticket: int
    request: Request
    on_answer: Callable[[Answer], None]


class EngineByHand(Engine):
    """It is never started: its requests wait for `answer`, and its signals are emitted by the test."""

    def __init__(self):
        super().__init__(_never_started)
        self.waiting = []
        self.cancelled = []
        self.told_to_stop = []
        self._told = {}

    def request(
        self,
        request,
        on_answer,
        on_progress=None,
    ):
        ticket = next(self._tickets)
        self.waiting.append(Asked(ticket, request, on_answer))
        if on_progress is not None:
            self._told[ticket] = on_progress
        return ticket

    def cancel(self, ticket):
        self.cancelled += [one.request for one in self.waiting if one.ticket == ticket]
        self.waiting = [one for one in self.waiting if one.ticket != ticket]

    def stop(self, ticket):
        self.told_to_stop += [one.request for one in self.waiting if one.ticket == ticket]

    def tell(self, kind, news):
        """Say of the oldest request of a kind how far it is."""
        ticket = next(one.ticket for one in self.waiting if isinstance(one.request, kind))
        self._told[ticket](news)

    def asked(self, kind):
        """The requests of a kind that wait for an answer, the oldest first."""
        return [one.request for one in self.waiting if isinstance(one.request, kind)]

    def answer(self, kind, answer, at=0):
        """Answer the oldest request of a kind, or one that came `at` others later."""
        asked = [one for one in self.waiting if isinstance(one.request, kind)][at]
        self.waiting.remove(asked)
        asked.on_answer(answer)

    def find(self, result):
        """Answer the search that was asked for last."""
        self.answer(SearchRequest, SearchAnswer(result=result), at=-1)


def _never_started(_device):
    raise AssertionError("nobody starts it")


def hits(count, folder=Path("/photos")):
    return tuple(hit(n, False, folder) for n in range(1, count + 1))


def found(hits, *, total=None, members=None):
    """The result of a search. members : the photos that are in the album that was asked for"""
    album = None if members is None else AlbumPhotos(members=members, new=frozenset())
    return SearchResult(hits=hits, took_ms=Timings(), searched=100, total=total, album=album)


def library_of(*roots, folder="/library"):
    """A library's information. roots : paths, and true if their drives are connected"""
    return LibraryInfo(
        folder=Path(folder),
        photos=100,
        roots=tuple(RootInfo(path=Path(path), photos=50, online=online) for path, online in roots),
        codebook="c0ffee",
        words=65536,
        segments=1,
        bytes=1,
        thumbnail_bytes=1,
        skipped=(),
    )


@dataclass
class Chosen:
    """The selected hits."""

    hits: Sequence[Hit] = ()

    @property
    def control(self):
        return cast(HitControl, self)


@dataclass
class Wall:
    """The photos that a search was told to hide, and to show again."""

    hidden: list[PhotoId] = field(default_factory=list)

    def hide(self, photos):
        self.hidden += photos

    def show_again(self, photos):
        self.hidden = [photo for photo in self.hidden if photo not in photos]

    @property
    def search(self):
        return cast(SearchSession, self)

"""An engine that answers when a test says so: what sessions ask and give up, and in which order answers come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from app.engine import Engine
from cbir.base.types import AlbumPhotos, Hit, LibraryInfo, PhotoId, RootInfo, SearchResult, Timings
from cbir.service import Answer, Interim, Request, SearchAnswer, SearchRequest
from tests.app.fake_engine import hit

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Asked:
    ticket: int
    request: Request
    on_answer: Callable[[Answer], None]


class EngineByHand(Engine):
    """It is never started: its requests wait for `answer`, and its signals are emitted by the test."""

    def __init__(self) -> None:
        super().__init__(lambda: (_ for _ in ()).throw(OSError("not started")))
        self.waiting: list[Asked] = []
        self.cancelled: list[Request] = []

    def request(
        self,
        request: Request,
        on_answer: Callable[[Answer], None],
        on_progress: Callable[[Interim], None] | None = None,
    ) -> int:
        ticket = next(self._tickets)
        self.waiting.append(Asked(ticket, request, on_answer))
        return ticket

    def cancel(self, ticket: int | None) -> None:
        self.cancelled += [one.request for one in self.waiting if one.ticket == ticket]
        self.waiting = [one for one in self.waiting if one.ticket != ticket]

    def asked(self, kind: type[Kind]) -> list[Kind]:
        """The requests of a kind that wait for an answer, the oldest first."""
        return [one.request for one in self.waiting if isinstance(one.request, kind)]

    def answer(self, kind: type[object], answer: Answer, at: int = 0) -> None:
        """Answer the oldest request of a kind, or one that came `at` others later."""
        asked = [one for one in self.waiting if isinstance(one.request, kind)][at]
        self.waiting.remove(asked)
        asked.on_answer(answer)

    def find(self, result: SearchResult) -> None:
        """Answer the search that was asked for last."""
        self.answer(SearchRequest, SearchAnswer(result=result), at=-1)


def hits(count: int, folder: Path = Path("/photos")) -> tuple[Hit, ...]:
    return tuple(hit(n, False, folder) for n in range(1, count + 1))


def found(
    hits: Sequence[Hit], *, total: int | None = None, members: frozenset[PhotoId] | None = None
) -> SearchResult:
    """The result of a search. members : the photos that are in the album that was asked for"""
    album = None if members is None else AlbumPhotos(members=members, new=frozenset())
    return SearchResult(hits=hits, took_ms=Timings(), searched=100, total=total, album=album)


def library_of(*roots: tuple[str, bool], folder: str = "/library") -> LibraryInfo:
    """What a library says of itself. roots : paths, and whether their drives are there"""
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

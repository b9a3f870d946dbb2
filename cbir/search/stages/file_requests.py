"""Requests to the workers about the files of a query and of candidates, a few at a time; answers are cached."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from cbir.base.errors import Cancelled, ImageUnreadable, QueryUnusable
from cbir.base.types import PhotoId, Region
from cbir.search.query import QUERY_PRIORITY, DescribedCache, DescribedTerm, file_of, wait_for
from cbir.search.results import Candidate
from cbir.search.stages.stage import Search
from cbir.workers import WorkerPool

_Answer = TypeVar("_Answer")
_AHEAD = 3  # requests sent ahead


class Picture(NamedTuple):
    """A query picture. region : the part to search with; None: all of it"""

    term: DescribedTerm
    file: Path | bytes
    region: Region | None


def picture_of(term: DescribedTerm, search: Search) -> Picture | None:
    """A term's picture; None for a photo whose drive is not connected."""
    source = search.query.terms[term.term]
    file = file_of(source, search.snapshot)
    return None if file is None else Picture(term, file, source.region)


class Request(NamedTuple, Generic[_Answer]):
    """A cached answer; or the future of a new one, with its key in the cache."""

    cache: DescribedCache[_Answer]
    cached: _Answer | None = None
    future: Future[_Answer] | None = None
    key: Hashable | None = None


class FileRequests:
    """The workers, asked about files."""

    def __init__(self, workers: Callable[[], WorkerPool]) -> None:
        self._workers = workers

    def send(
        self,
        cache: DescribedCache[_Answer],
        about: tuple[Path | bytes, *tuple[Hashable, ...]],
        task: Callable[..., _Answer],
        *arguments: object,
    ) -> Request[_Answer]:
        """Request an answer of a worker, unless it is cached. about : the files that it depends on, and settings"""
        file, *others = about
        key = DescribedCache.key(file, *others)
        for path in others:
            if isinstance(path, Path) and key is not None:
                key = DescribedCache.key(path, key)
        if (cached := cache.get(key)) is not None:
            return Request(cache, cached=cached)
        future = self._workers().submit(task, *arguments, priority=QUERY_PRIORITY)
        return Request(cache, future=future, key=key)

    def answer(self, request: Request[_Answer], search: Search) -> _Answer | None:
        """A requested answer; None if the file can no longer be read."""
        if request.future is None:
            return request.cached
        try:
            answer = wait_for(self._workers(), request.future, search.query.cancelled)
        except (ImageUnreadable, QueryUnusable):
            return None
        request.cache.put(request.key, answer)
        return answer

    def answers(
        self,
        picture: Picture,
        candidates: Sequence[Candidate],
        search: Search,
        away: set[PhotoId],
        request: Callable[[Picture, Candidate], Request[_Answer]],
    ) -> Iterator[tuple[Candidate, _Answer]]:
        """The candidates with a worker's answer to a request about each, in their order."""
        is_away = search.snapshot.is_away
        away.update(candidate.photo.photo for candidate in candidates if is_away(candidate.photo.path))
        near = iter([candidate for candidate in candidates if candidate.photo.photo not in away])
        requests: deque[tuple[Candidate, Request[_Answer]]] = deque()
        try:
            while True:
                # All cores are busy, yet little work is wasted if a photo is proven. A cached answer needs no wait.
                while len(requests) < _AHEAD and (not requests or requests[0][1].future is not None):
                    candidate = next(near, None)
                    if candidate is None:
                        break
                    requests.append((candidate, request(picture, candidate)))
                if not requests:
                    return
                candidate, requested = requests.popleft()
                answer = self.answer(requested, search)
                if search.query.cancelled():
                    raise Cancelled("The search was cancelled.")
                if answer is not None:
                    yield candidate, answer
        finally:
            for _, requested in requests:
                if requested.future is not None:
                    requested.future.cancel()

"""A data set and a library -> the searches that call a wrong photo the same thing when the right ones are left out.

The honest answer to a picture whose photo is not in the library is "no match". Each topic is searched for without its
right photos and without the query's own. Each hit that then counts as the same thing is wrong, unless the data set does
not list all right photos.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from cbir.base.errors import Cancelled, ImageUnreadable, QueryUnusable
from cbir.base.types import Hit, PhotoId, SearchOptions
from cbir.evaluation.dataset import Dataset, DocumentNames, Topic
from cbir.evaluation.searching import Progress, Searcher


class FindingSearcher(Searcher, Protocol):
    """Protocol of a library whose photos can be left out of a search."""

    def find_photos(self, paths: Sequence[Path]) -> list[PhotoId]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutRight:
    """A topic's answer without its right photos.

    claimed : hits that are said to show the same thing. trouble : reason if there was no search
    """

    topic: Topic
    claimed: tuple[Hit, ...] = ()
    took_ms: float = 0.0
    trouble: str = ""


def search_without_right(
    searcher: FindingSearcher,
    dataset: Dataset,
    options: SearchOptions,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[WithoutRight]:
    """Search for each topic with a picture. Raises Cancelled, and the errors of a search."""
    names = DocumentNames(dataset.root)
    topics = [topic for topic in dataset.topics if any(term.text is None for term in topic.terms)]
    for number, topic in enumerate(topics):
        progress(number, len(topics))
        if cancelled():
            raise Cancelled("It was stopped.")
        right = {document for document, grade in topic.grades.items() if grade > 0}
        paths = [names.path(document) for document in sorted(right | {topic.own or topic.id})]
        left_out = frozenset(searcher.find_photos([path for path in paths if searcher.knows(path)]))
        try:
            result = searcher.search(topic.terms, replace(options, leave_out=left_out), cancelled=cancelled)
        except (ImageUnreadable, QueryUnusable) as error:
            yield WithoutRight(topic=topic, trouble=f"{topic.id}: {error}")
            continue
        yield WithoutRight(
            topic=topic,
            claimed=tuple(hit for hit in result.hits if hit.proof == "same"),
            took_ms=result.took_ms.total,
        )
    progress(len(topics), len(topics))


def points_of(hit: Hit) -> int:
    """The number of agreeing points of a hit's best evidence."""
    return max((evidence.inliers for evidence in hit.evidence), default=0)

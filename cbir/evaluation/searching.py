"""A data set and a library -> what the library's searches answer: a run.

answers() asks every topic; record_run() keeps the answers in a TREC run while they come, and goes on with a file that
was begun. A library is known as a Searcher only.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Protocol

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable, QueryUnusable
from cbir.base.storage import write_atomically
from cbir.base.types import Hit, SearchOptions, SearchResult, Term
from cbir.evaluation.dataset import Dataset, DocumentNames, Topic
from cbir.evaluation.trec import Run, encoded, parse_run, run_lines

TOP = 1000  # hits that are kept of each search, as TREC has it
_STEP = 1e-6  # two hits differ by so much at least, so that a run has the order of the hits

Progress = Callable[[int, int], None]


class Searcher(Protocol):
    """What is needed of a library."""

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = ...,
        *,
        cancelled: Callable[[], bool] = ...,
    ) -> SearchResult: ...

    def knows(self, path: Path) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """scores : by document, best first. verified : documents of verified hits. trouble : why there was no search"""

    topic: Topic
    scores: Mapping[str, float]
    verified: frozenset[str] = frozenset()
    took_ms: float = 0.0
    trouble: str = ""


def scores_of(hits: Iterable[Hit], names: DocumentNames) -> dict[str, float]:
    """Scores by document, in the order of the hits: a score is lowered where it would leave that order."""
    scores: dict[str, float] = {}
    above = math.inf
    for hit in hits:
        above = round(min(hit.score, above - _STEP), 6)
        scores[names.of(hit.path)] = above
    return scores


def answers(
    searcher: Searcher,
    dataset: Dataset,
    options: SearchOptions,
    *,
    topics: Sequence[Topic] | None = None,
    jobs: int = 1,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Answered]:
    """Ask every topic, or some, in their order. jobs : searches at once. Raises Cancelled, and what a search does.

    A picture that cannot be searched with is a topic that finds nothing.
    """
    names = DocumentNames(dataset.root)
    asked = dataset.topics if topics is None else topics

    def ask(topic: Topic) -> Answered:
        if cancelled():
            raise Cancelled("It was stopped.")
        try:
            found = searcher.search(topic.terms, options, cancelled=cancelled)
        except (ImageUnreadable, QueryUnusable) as error:
            return Answered(topic=topic, scores={}, trouble=f"{topic.id}: {error}")
        scores = scores_of(found.hits, names)
        proven = frozenset(names.of(hit.path) for hit in found.hits if hit.verified)
        return Answered(topic=topic, scores=scores, verified=proven, took_ms=found.took_ms.total)

    if jobs == 1:
        yield from map(ask, asked)
        return
    with ThreadPoolExecutor(jobs, "evaluate") as pool:
        yield from pool.map(ask, asked)


def check_documents(searcher: Searcher, dataset: Dataset) -> None:
    """Raise CbirError where photos that are right are not in the library: no search could find them."""
    names = DocumentNames(dataset.root)
    right = sorted({photo for topic in dataset.topics for photo, grade in topic.grades.items() if grade > 0})
    missing = [photo for photo in right if not searcher.knows(names.path(photo))]
    if missing:
        raise CbirError(
            f"The library does not have {len(missing)} of the {len(right)} right photos of {dataset.name}, such as "
            f"{names.path(missing[0])}. Index them first: cbir index FOLDER"
        )


def tag_of(options: SearchOptions, photos: Iterable[bytes]) -> str:
    """A run's tag: how it was searched, and a checksum of the photos that were. photos : what tells them apart"""
    checksum = 0
    for part in photos:
        checksum = zlib.crc32(part, checksum)
    return f"cbir-{options.engine}-{options.weighting}-{options.top}-{checksum:08x}"


def record_run(
    searcher: Searcher,
    dataset: Dataset,
    options: SearchOptions,
    file: Path | None,
    *,
    tag: str,
    jobs: int = 1,
    progress: Progress = lambda done, total: None,
    trouble: Callable[[str], None] = lambda sentence: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Run:
    """Ask the topics that a run's file does not have yet, and add each answer to it as soon as it is there.

    file : made where there is none; None keeps nothing. Raises CbirError where the file holds another run, and
    Cancelled; what was answered before then stays in the file.
    """
    check_documents(searcher, dataset)
    done, scores = 0, dict[str, Mapping[str, float]]()
    if file is not None and file.exists():
        done, scores = _begun(file, dataset, tag)
    progress(done, len(dataset.topics))
    left = dataset.topics[done:]
    found = answers(searcher, dataset, options, topics=left, jobs=jobs, cancelled=cancelled)
    with _opened(file) as out:
        for answered in found:
            if answered.trouble:
                trouble(answered.trouble)
            scores[answered.topic.id] = answered.scores
            out.write(encoded(run_lines(answered.topic.id, answered.scores, tag)))
            out.flush()
            done += 1
            progress(done, len(dataset.topics))
    return Run(tag=tag, scores=scores)


def _opened(file: Path | None) -> BinaryIO:
    """A run's file to add to; without one, memory that nobody reads."""
    try:
        return BytesIO() if file is None else file.open("ab")
    except OSError as error:
        raise CbirError(f"{file} cannot be written: {error.strerror or error}.") from error


def _begun(file: Path, dataset: Dataset, tag: str) -> tuple[int, dict[str, Mapping[str, float]]]:
    """How many topics a file has whole, and their scores; the last one is asked again, as it may have been cut off."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise CbirError(f"{file} cannot be read: {error.strerror or error}.") from error
    lines = content.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if not lines:
        return 0, {}
    run = parse_run("\n".join(lines), str(file))
    numbers = {topic.id: number for number, topic in enumerate(dataset.topics)}
    if run.tag != tag or not numbers.keys() >= run.scores.keys():
        raise CbirError(
            f"{file} holds the run of another library, another data set or other options. Name another file."
        )
    last = list(run.scores)[-1]
    kept = [line for line in lines if line.split(" ", 1)[0] != last]
    write_atomically(file, encoded("".join(f"{line}\n" for line in kept)))
    done = numbers[last]
    scores = {topic.id: run.scores.get(topic.id, {}) for topic in islice(dataset.topics, done)}
    return done, scores

"""A data set and a library -> a run: the answers of the library's searches.

answers() searches for every topic. record_run() writes the answers to a TREC run as they come, and continues an
unfinished file. The library is used only through the protocol Searcher.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Protocol

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable, QueryUnusable
from cbir.base.storage import write_atomically
from cbir.base.types import Hit, SearchOptions, SearchResult, Term
from cbir.evaluation.dataset import Dataset, DocumentNames, Topic
from cbir.evaluation.trec import Run, encoded, parse_run, run_lines

TOP = 1000  # hits of each search, as in TREC
_STEP = 1e-6  # least difference of two scores, so that a run has the order of the hits

Progress = Callable[[int, int], None]


class Searcher(Protocol):
    """Protocol of a library to evaluate."""

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
    """A topic's answer.

    scores : by document, best first. verified : documents of verified hits. trouble : reason if there was no search
    """

    topic: Topic
    scores: Mapping[str, float]
    verified: frozenset[str] = frozenset()
    took_ms: float = 0.0
    trouble: str = ""


def scores_of(hits: Iterable[Hit], names: DocumentNames) -> dict[str, float]:
    """Scores by document, in the order of the hits. A score is lowered if it would break that order."""
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
    """Search for all topics, or the given ones, in order.

    jobs : number of searches at once. A topic with an unusable picture gets no hits.
    Raises Cancelled, and the errors of a search.
    """
    names = DocumentNames(dataset.root)
    topics = dataset.topics if topics is None else topics

    def ask(topic: Topic) -> Answered:
        if cancelled():
            raise Cancelled("It was stopped.")
        try:
            result = searcher.search(topic.terms, options_of(topic, options), cancelled=cancelled)
        except (ImageUnreadable, QueryUnusable) as error:
            return Answered(topic=topic, scores={}, trouble=f"{topic.id}: {error}")
        scores = scores_of(result.hits, names)
        proven = frozenset(names.of(hit.path) for hit in result.hits if hit.verified)
        return Answered(topic=topic, scores=scores, verified=proven, took_ms=result.took_ms.total)

    if jobs == 1:
        yield from map(ask, topics)
        return
    with ThreadPoolExecutor(jobs, "evaluate") as pool:
        yield from pool.map(ask, topics)


def check_documents(searcher: Searcher, dataset: Dataset) -> None:
    """Raise CbirError if right photos are not in the library, as no search could find them."""
    names = DocumentNames(dataset.root)
    right = sorted({photo for topic in dataset.topics for photo, grade in topic.grades.items() if grade > 0})
    missing = [photo for photo in right if not searcher.knows(names.path(photo))]
    if missing:
        raise CbirError(
            "The library does not have {0} of the {1} right photos of {2}, such as "
            "{3}. Index them first: cbir index FOLDER",
            len(missing),
            len(right),
            dataset.name,
            names.path(missing[0]),
        )


def tag_of(options: SearchOptions, photos: Iterable[bytes]) -> str:
    """A run's tag: the options, and a checksum of the searched photos. photos : an identifier of each"""
    checksum = 0
    for part in photos:
        checksum = zlib.crc32(part, checksum)
    bm25 = "".join(
        f"-{name}{value:g}" for name, value in (("k1_", options.k1), ("b_", options.b)) if value is not None
    )
    expanded = "-expanded" if options.expand else ""
    return f"cbir-{options.engine}-{options.weighting}{bm25}{expanded}-{options.top}-{checksum:08x}"


def options_of(topic: Topic, options: SearchOptions) -> SearchOptions:
    """Options without those that a search would refuse because it has no picture."""
    if any(term.text is None for term in topic.terms) and options.engine in ("auto", "match"):
        return options
    return replace(options, nndr="auto", nndr_ratio=None)


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
    """Search for the topics that a run's file lacks, and append each answer at once.

    file : made if missing; None stores nothing. Raises CbirError if the file holds another run, and Cancelled; the
    answers until then stay in the file.
    """
    check_documents(searcher, dataset)
    done, scores = 0, dict[str, Mapping[str, float]]()
    if file is not None and file.exists():
        done, scores = _resume(file, dataset, tag)
    progress(done, len(dataset.topics))
    remaining = dataset.topics[done:]
    new_answers = answers(searcher, dataset, options, topics=remaining, jobs=jobs, cancelled=cancelled)
    with _opened(file) as out:
        for answered in new_answers:
            if answered.trouble:
                trouble(answered.trouble)
            scores[answered.topic.id] = answered.scores
            out.write(encoded(run_lines(answered.topic.id, answered.scores, tag)))
            out.flush()
            done += 1
            progress(done, len(dataset.topics))
    return Run(tag=tag, scores=scores)


def _opened(file: Path | None) -> BinaryIO:
    """Open a run's file for appending; without a file, a buffer that is thrown away."""
    try:
        return BytesIO() if file is None else file.open("ab")
    except OSError as error:
        raise CbirError("{0} cannot be written: {1}.", file, error.strerror or error) from error


def _resume(file: Path, dataset: Dataset, tag: str) -> tuple[int, dict[str, Mapping[str, float]]]:
    """Number of whole topics in a file, and their scores. Drops the last topic, which may have been cut off."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise CbirError("{0} cannot be read: {1}.", file, error.strerror or error) from error
    lines = content.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if not lines:
        return 0, {}
    run = parse_run("\n".join(lines), str(file))
    numbers = {topic.id: number for number, topic in enumerate(dataset.topics)}
    if run.tag != tag or not numbers.keys() >= run.scores.keys():
        raise CbirError(
            "{0} holds the run of another library, another data set or other options. Name another file.",
            file,
        )
    last = list(run.scores)[-1]
    whole_lines = [line for line in lines if line.split(" ", 1)[0] != last]
    write_atomically(file, encoded("".join(f"{line}\n" for line in whole_lines)))
    done = numbers[last]
    scores = {topic.id: run.scores.get(topic.id, {}) for topic in islice(dataset.topics, done)}
    return done, scores

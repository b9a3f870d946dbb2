"""What marks teach a search: `python -m tests.benchmarks.feedback --work DIR`.

A simulated person looks at the first ten hits and calls the first right one right and the first wrong one wrong; then
once more. Figures are of the residual collection: marked photos count neither before nor after. Beside it what a search
teaches itself when nobody marks, which is where it may drift: how many of the hits that it took for right were wrong.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from cbir.base.types import EngineName, Hit, SearchOptions, Term
from cbir.evaluation import (
    Dataset,
    DocumentNames,
    Topic,
    compare,
    find_measure,
    judge,
    load_dataset,
    scores_of,
)
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, counted, parser, publish, thinned
from tests.evaluation.ground_truth import pictures_in

LOOKED_AT = 10
ROUNDS = 2
TOP = 200
EXPANDED = 3  # hits that a search takes for right without asking
QUERY_CAMERA, OTHERS = "Canon", ("Reference", "Palm", "E63")
MEASURES = ("R@10", "AP")

Marks = tuple[tuple[str, bool], ...]  # documents and whether they are right


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """One query, by way: the marks that were given by then, and what was found before and after."""

    marks: Mapping[str, Marks]
    before: Mapping[str, float]
    after: Mapping[str, Mapping[str, float]]


def covers_seen_often(data: Path) -> Dataset:
    """A phone photo of a cover as the query; right are its reference and the photos of two other cameras."""
    folder = data / "covers"
    names = DocumentNames(folder)
    topics = []
    for query in pictures_in(folder / QUERY_CAMERA):
        right = {names.of(folder / each / query.name): 1 for each in OTHERS}
        topics.append(Topic(id=names.of(query), terms=(Term(path=query),), grades=right))
    return Dataset(name="covers", root=folder, topics=tuple(topics))


def covers_library(libraries: Libraries) -> Path:
    folders = [libraries.data / "covers" / each for each in OTHERS]
    return libraries.built("covers seen often", folders, start=libraries.distractors())


SETS: Mapping[str, tuple[Callable[[Path], Dataset], Callable[[Libraries], Path]]] = {
    "objects": (lambda data: load_dataset(data / "objects"), Libraries.objects),
    "hard": (
        lambda data: load_dataset(data / "hard"),
        lambda libraries: libraries.built(
            "hard", [libraries.data / "hard" / "reference"], start=libraries.distractors()
        ),
    ),
    "covers seen often": (covers_seen_often, covers_library),
}

ASKED: tuple[tuple[str, EngineName], ...] = (
    ("objects", "match"),
    ("objects", "semantic"),
    ("covers seen often", "match"),
    ("covers seen often", "semantic"),
    ("hard", "match"),
)


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep libraries in this folder")
    parsed.add_argument("--limit", type=int, help="ask at most so many queries of each set")
    arguments = parsed.parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # it sees the photos of the semantic engine's rows
    data = arguments.data.resolve()
    rows = []
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, data)
        for name, engine in ASKED:
            dataset, library = SETS[name][0](data), SETS[name][1](libraries)
            topics = thinned([topic for topic in dataset.topics if topic.has_answer], arguments.limit)
            options = SearchOptions(top=TOP, engine=engine, look_harder=False)
            with libraries.open(library) as opened:
                asker = _Asker(opened, DocumentNames(dataset.root), options)
                asked = [asker.ask(topic) for topic in counted(f"{name}, {engine}", topics, 20)]
            rows += [(name, engine, *row) for row in _rows(topics, asked)]
    table = Table(
        columns=(
            *("photos", "engine", "after", "queries", "marks", "of them wrongly taken for right"),
            *(f"{measure}{part}" for measure in MEASURES for part in (" before", " after", ", p")),
        ),
        rows=tuple(rows),
        notes=(
            "Queries in which something was marked and something right was left to find. p: randomisation test. "
            "blind: nobody marks, and the first three hits are taken for right, as --expand does; proven: the first "
            "three verified ones. A hit is wrong where the data set does not count it as right. "
            "Without the third look.",
        ),
    )
    publish("feedback", "Marks that teach a search", [table], write=arguments.write)


class _Asker:
    def __init__(self, library: Library, names: DocumentNames, options: SearchOptions) -> None:
        self._library, self._names, self._options = library, names, options

    def ask(self, topic: Topic) -> _Asked:
        hits = self._hits(topic, ())
        before, marks, after = scores_of(hits, self._names), {}, {}
        rounds: Marks = ()
        shown = list(before)
        for number in range(1, ROUNDS + 1):
            rounds = (*rounds, *_marks_of(shown, topic, rounds))
            marks[f"{number} round{'s' * (number > 1)}"] = rounds
            found = self._hits(topic, rounds)
            after[f"{number} round{'s' * (number > 1)}"] = scores_of(found, self._names)
            shown = [name for name, _ in rounds] + list(scores_of(found, self._names))
        others = [hit for hit in hits if self._names.of(hit.path) != topic.own]
        for way, kept in (("blind", others), ("proven", [hit for hit in others if hit.verified])):
            marks[way] = tuple((self._names.of(hit.path), True) for hit in kept[:EXPANDED])
            after[way] = scores_of(self._hits(topic, marks[way]), self._names)
        return _Asked(marks=marks, before=before, after=after)

    def _hits(self, topic: Topic, marks: Marks) -> Sequence[Hit]:
        terms = [
            Term(path=self._names.path(name), sign=1 if right else -1, marked=True) for name, right in marks
        ]
        return self._library.search([*topic.terms, *terms], self._options).hits


def _marks_of(shown: Sequence[str], topic: Topic, known: Marks) -> Marks:
    """The first right and the first wrong hit on the first screen that are not marked yet."""
    marked = {name for name, _ in known} | {topic.own}
    looked_at = [name for name in shown[: LOOKED_AT + len(known)] if name not in marked]
    first = {topic.grades.get(name, 0) > 0: name for name in reversed(looked_at)}
    return tuple((name, right) for right, name in sorted(first.items(), reverse=True))


def _rows(topics: Sequence[Topic], asked: Sequence[_Asked]) -> list[tuple[str, ...]]:
    rows = []
    for way in asked[0].after:
        found = [_residual(topic, one, way) for topic, one in zip(topics, asked, strict=True)]
        kept = [each for each in found if each is not None]
        if not kept:
            continue
        before, after = (np.array([each[at] for each in kept]) for at in (0, 1))
        compared = [compare(before[:, column], after[:, column]) for column in range(len(MEASURES))]
        figures = [(f"{c.mean_a:.4f}", f"{c.mean_b:.4f}", f"{c.p_randomisation:.3f}") for c in compared]
        given, wrong = sum(each[2] for each in kept), sum(each[3] for each in kept)
        marks = (f"{given / len(kept):.1f}", f"{wrong} of {given}" if wrong else "0")
        rows.append((way, str(len(kept)), *marks, *(cell for cells in figures for cell in cells)))
    return rows


def _residual(topic: Topic, asked: _Asked, way: str) -> tuple[list[float], list[float], int, int] | None:
    """Figures before and after without what was marked by a person; None where nothing was, or nothing is left.

    Then how many were marked, and how many of them were taken for right and are not.
    """
    marked = {name for name, _ in asked.marks[way]}
    judged = set() if way in ("blind", "proven") else marked
    left = replace(topic, grades={name: grade for name, grade in topic.grades.items() if name not in judged})
    if not marked or not left.has_answer:
        return None
    figures = []
    for scores in (asked.before, asked.after[way]):
        rest = judge(
            {name: score for name, score in scores.items() if name not in judged}, left.grades, topic.own
        )
        figures.append([find_measure(measure).of(rest) for measure in MEASURES])
    wrong = sum(right and not topic.grades.get(name, 0) for name, right in asked.marks[way])
    return figures[0], figures[1], len(marked), wrong


if __name__ == "__main__":
    main()

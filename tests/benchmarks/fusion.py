"""Two engines' lists -> one: by ranks or by calibrated scores? `python -m tests.benchmarks.fusion --work DIR --write`.

Every engine is asked alone; its lists are fused here in each way, with strong hits before all others, as a search has
them, and without. Words for things in rendered scenes, some of whose names say true things and some false ones: names
and content. Phone photos of covers without verification, which would leave nothing to fuse: words of the index and
content. What needs constants has them from half A of the queries, and the way that is the best there is compared with
today's on half B.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cbir.base.types import EngineName, SearchOptions, Term
from cbir.evaluation import compare
from cbir.library import Library, LibraryOptions
from cbir.scenes import Scene, draw_scenes, split_groups
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, counted, parser, publish
from tests.cbir.trained_model import SHIPPED_SEED, photo_of

DEPTH = 200
SCENES = 240
CAMERAS = ("Palm", "E63")
KS = (10, 60, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One engine's list: names of photos best first, their likeness on the scale of all engines, which are strong."""

    names: tuple[str, ...]
    likeness: tuple[float, ...]
    strong: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """right : the names of the right photos. half : A to choose by, B to report"""

    right: frozenset[str]
    half: str
    lists: tuple[Listed, ...]


Scores = Mapping[str, float]
Fuse = Callable[[Sequence[Listed]], Scores]
Fit = Callable[[Sequence[Question]], Fuse]


def main() -> None:
    arguments = parser(__doc__ or "")
    arguments.add_argument("--work", type=Path, help="keep the libraries here for another run")
    given = arguments.parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # what covers look like is its to say
    with work_folder(given.work) as work:
        sets = {"scenes with names": scenes_with_names(work)}
        if (given.data / "covers").is_dir():
            sets["covers, nothing verified"] = covers(work, given.data)
    publish("fusion", "Fusion by ranks and by calibrated scores", tables(sets), write=given.write)


# --- the questions


def scenes_with_names(work: Path) -> list[Question]:
    """Half of the photos are named after a group of theirs, a quarter after another photo's, a quarter not at all."""
    rng = np.random.default_rng(22)
    groups = split_groups(SHIPPED_SEED).held_out
    scenes = (
        *draw_scenes(groups, SCENES // 2, of=1, rng=rng),
        *draw_scenes(groups, SCENES - SCENES // 2, of=2, rng=rng),
    )
    folder = work / "named scenes"
    names = []
    for number, scene in enumerate(scenes):
        said = ["photo"]
        if number % 4 < 3:
            named = scene if number % 4 < 2 else scenes[int(rng.integers(len(scenes)))]
            said = _things(named)[:1]
        names.append(f"{said[0]} {number:04}.jpg")
    folder.mkdir(exist_ok=True)
    for name, scene in zip(names, scenes, strict=True):
        (folder / name).write_bytes(photo_of(scene, rng))
    right: dict[str, set[str]] = {}
    for name, scene in zip(names, scenes, strict=True):
        for thing in _things(scene):
            right.setdefault(thing, set()).add(name)
    with Library.open(
        work / "named scenes library", create=True, options=LibraryOptions(models=work / "models")
    ) as library:
        library.models.use("demo")
        library.index([folder])
        return [
            Question(
                right=frozenset(right[thing]),
                half="AB"[number % 2],
                lists=tuple(_ask(library, Term(text=thing), engine) for engine in ("metadata", "semantic")),
            )
            for number, thing in enumerate(counted("words", sorted(right)))
        ]


def _things(scene: Scene) -> list[str]:
    return [f"{group.colour} {group.shape}" for group in scene.groups]


def covers(work: Path, data: Path) -> list[Question]:
    folder = Libraries(work, data).main()
    queries = [path for camera in CAMERAS for path in sorted((data / "covers" / camera).glob("*.jpg"))]
    with Library.open(folder, options=LibraryOptions(models=work / "models")) as library:
        return [
            Question(
                right=frozenset({query.name}),
                half="AB"[zlib.crc32(query.name.encode()) % 2],
                lists=tuple(_ask(library, Term(path=query), engine) for engine in ("match", "semantic")),
            )
            for query in counted("covers", queries)
        ]


def _ask(library: Library, term: Term, engine: EngineName) -> Listed:
    options = SearchOptions(engine=engine, top=DEPTH, look_harder=False, without=frozenset({"verification"}))
    found = library.search([term], options).hits
    return Listed(
        names=tuple(hit.path.name for hit in found),
        likeness=tuple(hit.score for hit in found),
        strong=frozenset(hit.path.name for hit in found if hit.strong),
    )


# --- the ways


def by_ranks(k: int) -> Fuse:
    def fuse(lists: Sequence[Listed]) -> Scores:
        fused: dict[str, float] = {}
        for one in lists:
            for rank, name in enumerate(one.names, start=1):
                fused[name] = fused.get(name, 0.0) + 1 / (k + rank)
        return fused

    return fuse


def alone(engine: int) -> Fuse:
    return lambda lists: by_ranks(KS[0])(lists[engine : engine + 1])


def summed(scale: Callable[[Listed], Sequence[float]]) -> Fuse:
    """The sum of each list's scaled scores, from 0 for a photo that it does not have."""

    def fuse(lists: Sequence[Listed]) -> Scores:
        fused: dict[str, float] = {}
        for one in lists:
            for name, value in zip(one.names, scale(one), strict=True):
                fused[name] = fused.get(name, 0.0) + value
        return fused

    return fuse


def as_calibrated(one: Listed) -> Sequence[float]:
    """On the scale that calibration.py gives all engines."""
    return one.likeness


def from_0_to_1(one: Listed) -> Sequence[float]:
    values = np.array(one.likeness)
    return (
        list(map(float, (values - values.min(initial=1)) / max(np.ptp(values), 1e-9))) if len(values) else []
    )


def z_scores(one: Listed) -> Sequence[float]:
    values = np.array(one.likeness)
    if not len(values):
        return []
    z = (values - values.mean()) / max(values.std(), 1e-9)
    return list(map(float, z - z.min()))


def fit_chances(questions: Sequence[Question]) -> Fuse:
    """The chance that a hit is right, by its likeness and its rank, learned for each engine; either may be right."""
    learned = [_fit_logistic([(one.lists[n], one.right) for one in questions]) for n in range(2)]

    def fuse(lists: Sequence[Listed]) -> Scores:
        missed: dict[str, float] = {}
        for one, weights in zip(lists, learned, strict=True):
            for name, chance in zip(one.names, _chances(one, weights), strict=True):
                missed[name] = missed.get(name, 1.0) * (1 - chance)
        return {name: 1 - chance for name, chance in missed.items()}

    return fuse


def _features(one: Listed) -> np.ndarray:
    """(n, 4): 1, likeness, what it lacks of the best one's, the logarithm of its rank."""
    likeness = np.array(one.likeness)
    ranks = np.log1p(np.arange(len(likeness)))
    return np.stack([np.ones(len(likeness)), likeness, likeness.max(initial=0) - likeness, ranks], axis=1)


def _chances(one: Listed, weights: np.ndarray) -> list[float]:
    return list(map(float, 1 / (1 + np.exp(-np.clip(_features(one) @ weights, -30, 30)))))


def _fit_logistic(seen: Sequence[tuple[Listed, frozenset[str]]]) -> np.ndarray:
    """Newton's method with a little ridge: few right hits among many wrong."""
    x = np.concatenate([_features(one) for one, _ in seen])
    y = np.concatenate([[name in right for name in one.names] for one, right in seen]).astype(float)
    weights = np.zeros(x.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (chance - y) + 1e-2 * weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + 1e-2 * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def always(fuse: Fuse) -> Fit:
    """A way without constants to learn."""
    return lambda questions: fuse


WAYS: Mapping[str, Fit] = {
    **{f"reciprocal ranks, k = {k}": always(by_ranks(k)) for k in KS},
    "sum of the calibrated scores": always(summed(as_calibrated)),
    "sum of scores from 0 to 1": always(summed(from_0_to_1)),
    "sum of z-scores": always(summed(z_scores)),
    "learned chances, either is right": fit_chances,
}
TODAY = "reciprocal ranks, k = 60; strong first"


# --- the figures


def average_precision(question: Question, fuse: Fuse, *, strong_first: bool) -> tuple[float, float]:
    """AP, and whether the first is right."""
    scores = fuse(question.lists)
    strong = frozenset[str]().union(*(one.strong for one in question.lists)) if strong_first else frozenset()
    order = sorted(scores, key=lambda name: (name not in strong, -scores[name], name))
    found = np.array([name in question.right for name in order], bool)
    precision = np.cumsum(found) / np.arange(1, len(found) + 1)
    return float(precision[found].sum()) / len(question.right), float(found[:1].sum())


def tables(sets: Mapping[str, Sequence[Question]]) -> list[Table]:
    return [table(what, questions) for what, questions in sets.items()]


def table(what: str, questions: Sequence[Question]) -> Table:
    halves = {half: [one for one in questions if one.half == half] for half in "AB"}
    fused = {name: fit(halves["A"]) for name, fit in WAYS.items()}
    ways = {
        "the first engine alone": (alone(0), False),
        "the second engine alone": (alone(1), False),
        **{f"{name}; strong first": (fuse, True) for name, fuse in fused.items()},
        **{name: (fuse, False) for name, fuse in fused.items()},
    }
    figures = {
        half: {
            name: np.array([average_precision(one, fuse, strong_first=first) for one in of_half])
            for name, (fuse, first) in ways.items()
        }
        for half, of_half in halves.items()
    }
    best = max(list(ways)[2:], key=lambda name: float(figures["A"][name][:, 0].mean()))
    against = compare(figures["B"][TODAY][:, 0], figures["B"][best][:, 0])
    return Table(
        title=f"{what}: {len(halves['A'])} and {len(halves['B'])} queries",
        columns=("way", "A: AP", "R@1", "B: AP", "R@1"),
        rows=tuple(
            (
                f"{name} (today's)" if name == TODAY else name,
                *(f"{value:.3f}" for half in "AB" for value in figures[half][name].mean(axis=0)),
            )
            for name in ways
        ),
        notes=(
            f"By AP the best on half A: {best}. Against today's on half B: {against.difference:+.3f} "
            f"({against.interval[0]:+.3f} to {against.interval[1]:+.3f}), p = {against.p_randomisation:.3f}.",
        ),
    )


if __name__ == "__main__":
    main()

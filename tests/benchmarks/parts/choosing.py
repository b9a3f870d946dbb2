"""Which grid, which rule, which line: what half A of the sheets says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings import InstalledModel, open_image_tower, open_text_tower, prepare
from cbir.search.calibration import MIN_PHOTOS, ordinary_score, pmi_margin
from tests.benchmarks.parts.sheets import Sheets
from tests.benchmarks.report import Table, progress

Rows = NDArray[np.float32]
Box = tuple[float, float, float]  # left, top and side, in shares of the picture's
JUDGED = 100


def grid(per_side: int, share: float, *, centre: bool = False) -> tuple[Box, ...]:
    starts = [(1 - share) * number / (per_side - 1) for number in range(per_side)]
    middle = ((1 - share) / 2, (1 - share) / 2, share)
    return (*((left, top, share) for top in starts for left in starts), *((middle,) if centre else ()))


GRIDS: Mapping[str, tuple[Box, ...]] = {
    "2 x 2 of 1/2": grid(2, 1 / 2),
    "2 x 2 of 1/2 and the centre": grid(2, 1 / 2, centre=True),
    "2 x 2 of 0.6 and the centre": grid(2, 0.6, centre=True),
    "3 x 3 of 1/3": grid(3, 1 / 3),
    "3 x 3 of 0.4": grid(3, 0.4),
    "3 x 3 of 1/2": grid(3, 1 / 2),
    "4 x 4 of 1/4": grid(4, 1 / 4),
    "4 x 4 of 1/3": grid(4, 1 / 3),
}
CHOSEN = "3 x 3 of 0.4"
LINES = (1, 2, 3, 4, 6, 9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """whole : (n, d). parts : by grid (n, k, d). texts : of the sentences. others : of ordinary captions"""

    whole: Rows
    parts: Mapping[str, Rows]
    small: Mapping[float, Rows]
    scenes: Rows
    absent: Rows
    others: Rows
    scale: float


def embed(model: InstalledModel, sheets: Sheets, grids: Sequence[str]) -> Embedded:
    how = model.preprocessing
    with open_text_tower(model, "cpu") as text:
        small = {
            share: text.encode([each for each, _ in asked]).vectors for share, asked in sheets.small.items()
        }
        scenes = text.encode([each for each, _ in sheets.whole]).vectors
        absent = text.encode(sheets.absent).vectors
    with open_image_tower(model, "cpu") as tower:
        whole = tower.encode(np.stack([prepare(picture, how) for picture in sheets.pictures]))
        parts = {}
        for name in grids:
            progress(f"grid {name}")
            cut = [[prepare(_cut(picture, box), how) for box in GRIDS[name]] for picture in sheets.pictures]
            parts[name] = np.stack([tower.encode(np.stack(crops)) for crops in cut])
    return Embedded(
        whole=whole,
        parts=parts,
        small=small,
        scenes=scenes,
        absent=absent,
        others=model.sentences(),
        scale=model.scale,
    )


def _cut(picture: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    left, top, side = box
    return picture[
        round(top * height) : round((top + side) * height), round(left * width) : round((left + side) * width)
    ]


def grids_table(sheets: Sheets, found: Embedded) -> Table:
    shares = tuple(sheets.small)

    def row(name: str, crops: int, scores: Callable[[Rows], Rows]) -> tuple[str, ...]:
        by_share = [first_right(scores(found.small[share]), sheets.small[share]) for share in shares]
        small = float(np.mean(by_share))
        gain = "" if crops == 0 else f"{(small - before) / crops:.3f}"
        whole = first_right(scores(found.scenes), sheets.whole)
        return (name, str(crops), *(f"{one:.3f}" for one in by_share), f"{small:.3f}", gain, f"{whole:.3f}")

    before = float(
        np.mean([first_right(found.small[share] @ found.whole.T, sheets.small[share]) for share in shares])
    )
    rows = [row("whole photos alone", 0, lambda asked: asked @ found.whole.T)]
    for name, parts in found.parts.items():

        def largest(asked: Rows, of: Rows = parts) -> Rows:
            return np.asarray(np.maximum(asked @ found.whole.T, _best(asked, of)), np.float32)

        rows.append(row(name, parts.shape[1], largest))
    return Table(
        title="Half A: R@1 by grid, the largest cosine of a photo's whole and its parts",
        columns=(
            "grid",
            "crops",
            *(f"thing of 1/{round(1 / share)}" for share in shares),
            "mean",
            "gain a crop",
            "whole scenes",
        ),
        rows=tuple(rows),
        notes=(
            f"{len(sheets.pictures)} pictures, {sum(map(len, sheets.small.values()))} sentences of small things and "
            f"{len(sheets.whole)} of whole scenes. {CHOSEN} was taken: fewer crops lose what is a quarter of the side "
            "or less. Nine of a third, without overlap, are as good on the whole and lose larger things, which their "
            "borders cut; 16 find more and cost nearly twice as much.",
        ),
    )


def rules_table(sheets: Sheets, found: Embedded) -> Table:
    parts = found.parts[CHOSEN]
    some = np.arange(len(parts)) % 2 == 0  # photos that have parts, where only half of them do

    def z_scores(whole: Rows, best: Rows) -> Rows:
        return np.fmax(_z(whole), _z(best))

    def mean(whole: Rows, best: Rows) -> Rows:
        return np.where(np.isnan(best), whole, (whole + np.fmax(whole, best)) / 2)

    def ranks(whole: Rows, best: Rows) -> Rows:
        return _reciprocal(whole) + _reciprocal(np.nan_to_num(best, nan=-1))

    rules: dict[str, Callable[[Rows, Rows], Rows]] = {
        "the largest cosine": np.fmax,
        "the largest z-score, each of its own background": z_scores,
        "mean of whole and largest": mean,
        "reciprocal ranks of whole and best part": ranks,
        "the best part alone": lambda whole, best: np.where(np.isnan(best), whole, best),
    }
    rows = []
    for name, rule in rules.items():
        cells = []
        for with_parts in (np.ones(len(parts), bool), some):
            for kind in ("small", "whole"):
                rates = []
                asked = found.small.items() if kind == "small" else [(0.0, found.scenes)]
                for share, texts in asked:
                    best = np.where(with_parts, _best(texts, parts), np.nan)
                    right = sheets.small[share] if kind == "small" else sheets.whole
                    rates.append(first_right(rule(texts @ found.whole.T, best), right))
                cells.append(f"{np.mean(rates):.3f}")
        rows.append((name, *cells))
    return Table(
        title=f"Half A: R@1 by rule, {CHOSEN}",
        columns=(
            "a photo's score",
            "small things",
            "whole scenes",
            "small, half of the photos with parts",
            "whole, half of the photos with parts",
        ),
        rows=tuple(rows),
    )


def lines_table(title: str, sheets: Sheets, found: Embedded, factors: Sequence[int]) -> Table:
    def row(name: str, factor: int) -> tuple[str, ...]:
        small = [
            pair
            for share in sheets.small
            for pair in zip(found.small[share], sheets.small[share], strict=True)
        ]
        whole = list(zip(found.scenes, sheets.whole, strict=True))
        there = [
            np.mean([bool(_strong(found, text, factor) & right) for text, (_, right) in asked])
            for asked in (small, whole)
        ]
        out = [
            np.mean([bool(_strong(found, text, factor, without=right)) for text, (_, right) in asked])
            for asked in (small, whole)
        ]
        never = np.mean([bool(_strong(found, text, factor)) for text in found.absent])
        return (name, *(f"{value:.3f}" for value in (*there, *out, never)))

    return Table(
        title=title,
        columns=(
            "the line of a best part",
            "small: right one strong",
            "scenes: right one strong",
            "small, taken out: a strong one",
            "scenes, taken out: a strong one",
            "in no photo: a strong one",
        ),
        rows=(
            row("whole photos alone", 0),
            *(row(f"{factor} times as many photos", factor) for factor in factors),
        ),
    )


def _strong(
    found: Embedded, text: Rows, factor: int, without: frozenset[int] = frozenset()
) -> frozenset[int]:
    """The rows that are strong hits; factor 0: by whole photos."""
    kept = np.array([row for row in range(len(found.whole)) if row not in without])
    vectors = found.whole[kept]
    scores = vectors @ text
    by_part = np.zeros(len(kept), bool)
    if factor:
        parts = found.parts[CHOSEN][kept]
        of_parts = parts @ text
        best = of_parts.argmax(axis=1)
        by_part = of_parts.max(axis=1) > scores
        vectors = np.where(by_part[:, None], parts[np.arange(len(kept)), best], vectors)
        scores = np.maximum(scores, of_parts.max(axis=1))
    top = np.argsort(-scores, kind="stable")[:JUDGED]
    told = found.scale * scores[top] - ordinary_score(found.others @ vectors[top].T, found.scale)
    strong = np.zeros(len(top), bool)
    for chosen, photos in ((~by_part[top], MIN_PHOTOS), (by_part[top], factor * MIN_PHOTOS)):
        if chosen.any():
            strong[chosen] = pmi_margin(told[chosen], photos) >= 0
    return frozenset(kept[top[strong]].tolist())


def first_right(scores: Rows, asked: Sequence[tuple[str, frozenset[int]]]) -> float:
    """R@1 of (q, n) scores."""
    return float(
        np.mean([int(best) in right for best, (_, right) in zip(scores.argmax(axis=1), asked, strict=True)])
    )


def _best(texts: Rows, parts: Rows) -> Rows:
    return np.asarray(np.einsum("qd,nkd->qnk", texts, parts).max(axis=2), np.float32)


def _z(scores: Rows) -> Rows:
    lower, centre = np.nanquantile(scores, (0.25, 0.5), axis=1, keepdims=True)
    return np.asarray((scores - centre) / ((centre - lower) * 1.4826), np.float32)


def _reciprocal(scores: Rows) -> Rows:
    ranks = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1) + 1
    return np.asarray(1 / (60 + ranks), np.float32)

"""Unit vectors -> a place on a plane for each, beside the places of its nearest neighbours: t-SNE.

van der Maaten and Hinton, "Visualizing data using t-SNE", JMLR 9, 2008. The repulsion of far points is summed by cells
of a pyramid: Barnes and Hut, Nature 324, 1986; van der Maaten, JMLR 15, 2014. The first two principal components as the
start keep distant groups where they belong: Kobak and Berens, Nature Communications 10:5416, 2019.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled
from cbir.loops import array, compiled

Vectors = NDArray[np.float32]
Plane = NDArray[np.float64]

_POINTS = array(np.float64, 2)
_NUMBERS = array(np.float64)
_ROWS = array(np.int64)
_CHUNK = 2048  # rows whose scores are in memory at once
_BISECTIONS = 40  # of a row's bandwidth: its perplexity is then right to many digits
_MAX_STEP = 5.0  # units in one iteration; a longer step tears a group apart
_MAX_LEVELS = 10  # of the pyramid: a million cells


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaneOptions:
    """Options of t-SNE.

    perplexity : number of neighbours that count. neighbours : that are searched for, three times as many
    components : principal components in which they are searched
    exaggeration : of attraction during the first `early` of all `iterations`
    opening : a cell counts as one point if it is smaller than this share of its distance
    """

    perplexity: float = 30.0  # van der Maaten and Hinton 2008: 5 to 50
    neighbours: int = 90  # van der Maaten 2014
    components: int = 128
    exaggeration: float = 12.0  # van der Maaten 2014, as early
    early: int = 250
    iterations: int = 750  # openTSNE's default; Poličar, Stražar and Zupan, J. Stat. Software 109(3), 2024
    opening: float = 0.5  # van der Maaten 2014
    placing: int = 100  # iterations for new points among fixed ones


class _Graph(NamedTuple):
    """Neighbours of each row as compressed rows. weights : sum to 1 over all rows, or for each row"""

    starts: NDArray[np.int64]
    targets: NDArray[np.int64]
    weights: NDArray[np.float64]


def lay_out(
    vectors: Vectors,
    options: PlaneOptions = PlaneOptions(),
    *,
    start: Plane | None = None,
    done: int = 0,
    on_step: Callable[[int, Plane], None] = lambda done, places: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Plane:
    """A place for each vector, (n, 2).

    vectors : (n, d) of length 1. Fewer than three lie beside each other
    start, done : places, and the number of iterations that led to them, to go on from there. After `early` iterations,
        an arrangement stays about as it is. None: the principal components
    on_step : called after each iteration with their number and the places. Raises Cancelled.
    """
    n = len(vectors)
    if n < 3:
        return np.stack([np.arange(n, dtype=np.float64), np.zeros(n)], axis=1)
    projected = _project(vectors, options.components)
    if cancelled():
        raise Cancelled("It was cancelled.")
    graph = _symmetric(*_neighbours(projected, projected, options, cancelled, is_own=True))
    if start is None:
        places = np.array(projected[:, :2], np.float64)
        places *= 1e-4 / max(1e-12, float(places[:, 0].std()))
    else:
        places = np.array(start, np.float64)
    places += np.random.default_rng(0).normal(0, 1e-6, places.shape)  # twins must be able to part
    speed, gains = np.zeros_like(places), np.ones_like(places)
    for iteration in range(done, options.iterations):
        if cancelled():
            raise Cancelled("It was cancelled.")
        is_early = iteration < options.early
        exaggeration = options.exaggeration if is_early else 1.0
        push, total = _repel(places, _Pyramid.of(places), options.opening, is_own=True)
        gradient = 4 * (exaggeration * _attract(graph, places, places) - push / max(1e-12, total.sum()))
        # Belkina and others, Nature Communications 10:5415, 2019: n / 12. The momentum: van der Maaten 2014.
        rate = max(50.0, n / options.exaggeration)
        _step(places, speed, gains, gradient, rate, 0.5 if is_early else 0.8)
        places -= places.mean(axis=0)
        on_step(iteration + 1, places)
    return places


def place_among(
    new: Vectors,
    vectors: Vectors,
    places: Plane,
    options: PlaneOptions = PlaneOptions(),
    *,
    cancelled: Callable[[], bool] = lambda: False,
) -> Plane:
    """Places for new vectors among others, which stay where they are: (m, 2).

    vectors, places : (n, d) and (n, 2), of those that have a place. n = 0: the new ones lie beside each other
    A new vector starts at the median of its neighbours' places: Poličar and others, 2024. New ones do not see each
    other, so that none depends on what comes with it. Raises Cancelled.
    """
    if not len(vectors):
        return np.stack([np.arange(len(new), dtype=np.float64), np.zeros(len(new))], axis=1)
    rows, weights = _neighbours(new, vectors, options, cancelled, is_own=False)
    placed = np.median(places[rows[:, : max(1, math.ceil(options.perplexity / 3))]], axis=1)
    count, width = rows.shape
    graph = _Graph(np.arange(0, count * width + 1, width), rows.reshape(-1), weights.reshape(-1))
    pyramid = _Pyramid.of(places)
    speed, gains = np.zeros_like(placed), np.ones_like(placed)
    for _ in range(options.placing):
        if cancelled():
            raise Cancelled("It was cancelled.")
        push, total = _repel(placed, pyramid, options.opening, is_own=False)
        pull = _attract(graph, placed, places)
        _step(placed, speed, gains, pull - push / np.maximum(1e-12, total)[:, None], 0.5, 0.5)
    return placed


def _project(vectors: Vectors, components: int) -> Vectors:
    """(n, at most `components`) the vectors in their principal components, the strongest first."""
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh((centred.T @ centred).astype(np.float64))
    strongest = axes[:, ::-1][:, : max(2, components)].astype(np.float32)
    projected = centred @ strongest
    if projected.shape[1] < 2:
        projected = np.pad(projected, ((0, 0), (0, 1)))
    return np.ascontiguousarray(projected)


def _neighbours(
    queries: Vectors,
    vectors: Vectors,
    options: PlaneOptions,
    cancelled: Callable[[], bool],
    *,
    is_own: bool,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The nearest rows of each query and their affinities, which sum to 1: (q, k) each, the nearest first.

    is_own : the queries are the vectors themselves; a row is not its own neighbour
    """
    k = min(options.neighbours, len(vectors) - is_own)
    rows = np.empty((len(queries), k), np.int64)
    squares = np.empty((len(queries), k), np.float64)
    lengths = np.einsum("nd,nd->n", vectors, vectors)
    for begin in range(0, len(queries), _CHUNK):
        if cancelled():
            raise Cancelled("It was cancelled.")
        part = queries[begin : begin + _CHUNK]
        distances = lengths - 2 * (part @ vectors.T)
        if is_own:
            distances[np.arange(len(part)), begin + np.arange(len(part))] = np.inf
        nearest = np.argpartition(distances, k - 1, axis=1)[:, :k]
        near = np.take_along_axis(distances, nearest, axis=1)
        order = np.argsort(near, axis=1)
        end = begin + len(part)
        rows[begin:end] = np.take_along_axis(nearest, order, axis=1)
        squares[begin:end] = np.take_along_axis(near, order, axis=1)
        squares[begin:end] += np.einsum("nd,nd->n", part, part)[:, None]
    return rows, _affinities(np.maximum(squares, 0), min(options.perplexity, k / 3))


def _affinities(squares: NDArray[np.float64], perplexity: float) -> NDArray[np.float64]:
    """(n, k) squared distances -> Gaussian affinities of this perplexity, each row with the sum 1."""
    squares = squares - squares[:, :1]
    squares /= np.maximum(1e-12, squares.mean(axis=1, keepdims=True))
    target = math.log(max(1.0, perplexity))
    low, high = np.full((len(squares), 1), -20.0), np.full((len(squares), 1), 20.0)  # log of the precision
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        weights = np.exp(-squares * np.exp(middle))
        total = weights.sum(axis=1, keepdims=True)
        entropy = np.log(total) + np.exp(middle) * (squares * weights).sum(axis=1, keepdims=True) / total
        is_wide = entropy > target
        low, high = np.where(is_wide, middle, low), np.where(is_wide, high, middle)
    weights = np.exp(-squares * np.exp((low + high) / 2))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)


def _symmetric(rows: NDArray[np.int64], weights: NDArray[np.float64]) -> _Graph:
    """Join the affinities of both directions, with the sum 1 over all pairs."""
    n, k = rows.shape
    own = np.repeat(np.arange(n, dtype=np.int64), k)
    keys = np.concatenate([own * n + rows.reshape(-1), rows.reshape(-1) * n + own])
    both = np.concatenate([weights.reshape(-1)] * 2) / (2 * n)
    order = np.argsort(keys, kind="stable")
    keys, both = keys[order], both[order]
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    starts = np.searchsorted(keys[firsts] // n, np.arange(n + 1))
    return _Graph(starts.astype(np.int64), keys[firsts] % n, np.add.reduceat(both, firsts))


class _Pyramid(NamedTuple):
    """Points counted in squares, in squares of four squares, and so on up to one. sums : of their coordinates"""

    counts: NDArray[np.float64]
    sums: Plane
    levels: int
    corner: tuple[float, float]
    side: float

    @classmethod
    def of(cls, points: Plane) -> _Pyramid:
        # Cells as wide as a dense group's points are apart.
        levels = min(_MAX_LEVELS, max(4, math.ceil(math.log2(2 * math.sqrt(len(points))))))
        least, most = points.min(axis=0), points.max(axis=0)
        side = max(1e-12, float((most - least).max()) * 1.000001)
        cells = 1 << levels
        at = np.minimum(cells - 1, ((points - least) * (cells / side)).astype(np.int64))
        numbers = at[:, 1] * cells + at[:, 0]
        grid = np.stack(
            [
                np.bincount(numbers, weights, cells * cells)
                for weights in (np.ones(len(points)), points[:, 0], points[:, 1])
            ],
            axis=1,
        ).reshape(cells, cells, 3)
        stages = [grid]
        for _ in range(levels):
            half = len(stages[-1]) // 2
            stages.append(stages[-1].reshape(half, 2, half, 2, 3).sum(axis=(1, 3)))
        flat = np.concatenate([stage.reshape(-1, 3) for stage in reversed(stages)])
        return cls(
            np.ascontiguousarray(flat[:, 0]),
            np.ascontiguousarray(flat[:, 1:]),
            levels,
            (float(least[0]), float(least[1])),
            side,
        )


def _repel(
    points: Plane, pyramid: _Pyramid, opening: float, *, is_own: bool
) -> tuple[Plane, NDArray[np.float64]]:
    """Repulsion of each point, and the sum of its similarities to all others. is_own : they are in the pyramid"""
    forces, totals = np.zeros_like(points), np.zeros(len(points))
    stack = np.zeros(8 * (pyramid.levels + 1), np.int64)
    left, top = pyramid.corner
    _sum_repulsion(
        points,
        pyramid.counts,
        pyramid.sums,
        pyramid.levels,
        left,
        top,
        pyramid.side,
        opening * opening,
        int(is_own),
        stack,
        forces,
        totals,
    )
    return forces, totals


def _attract(graph: _Graph, points: Plane, targets: Plane) -> Plane:
    forces = np.zeros_like(points)
    _sum_attraction(graph.starts, graph.targets, graph.weights, points, targets, forces)
    return forces


def _step(places: Plane, speed: Plane, gains: Plane, gradient: Plane, rate: float, momentum: float) -> None:
    """Move all places, each coordinate with a gain of its own: Jacobs, Neural Networks 1, 1988."""
    same = (gradient > 0) == (speed > 0)
    gains[same] = np.maximum(gains[same] * 0.8, 0.01)
    gains[~same] += 0.2
    speed *= momentum
    speed -= rate * gains * gradient
    lengths = np.hypot(speed[:, 0], speed[:, 1])
    speed *= np.minimum(1.0, _MAX_STEP / np.maximum(lengths, 1e-12))[:, None]
    places += speed


@compiled(_ROWS, _ROWS, _NUMBERS, _POINTS, _POINTS, _POINTS, fused=True)
def _sum_attraction(starts, neighbours, weights, points, targets, forces):
    for row in range(len(points)):
        x, y = points[row, 0], points[row, 1]
        across, down = 0.0, 0.0
        for at in range(starts[row], starts[row + 1]):
            other = neighbours[at]
            dx, dy = x - targets[other, 0], y - targets[other, 1]
            weight = weights[at] / (1.0 + dx * dx + dy * dy)
            across += weight * dx
            down += weight * dy
        forces[row, 0], forces[row, 1] = across, down
    return 0


@compiled(
    _POINTS,
    _NUMBERS,
    _POINTS,
    np.int64,
    np.float64,
    np.float64,
    np.float64,
    np.float64,
    np.int64,
    _ROWS,
    _POINTS,
    _NUMBERS,
    fused=True,
)
def _sum_repulsion(points, counts, sums, levels, left, top, side, opening, is_own, stack, forces, totals):
    """Sum by cells. opening : the square of the share. A stacked cell is level, row and column in one number."""
    finest = 1 << levels
    for point in range(len(points)):
        x, y = points[point, 0], points[point, 1]
        own_column = min(finest - 1, int((x - left) * (finest / side)))
        own_row = min(finest - 1, int((y - top) * (finest / side)))
        across, down, total = 0.0, 0.0, 0.0
        stack[0] = 0
        height = 1
        while height > 0:
            height -= 1
            cell = stack[height]
            level, row, column = cell >> 40, (cell >> 20) & 0xFFFFF, cell & 0xFFFFF
            at = ((1 << (2 * level)) - 1) // 3 + (row << level) + column
            count, sum_x, sum_y = counts[at], sums[at, 0], sums[at, 1]
            if count == 0.0:
                continue
            if level == levels and is_own and row == own_row and column == own_column:
                count -= 1.0
                sum_x -= x
                sum_y -= y
                if count < 0.5:
                    continue
            dx, dy = x - sum_x / count, y - sum_y / count
            square = dx * dx + dy * dy
            width = side / (1 << level)
            if level == levels or width * width < opening * square:
                near = 1.0 / (1.0 + square)
                total += count * near
                push = count * near * near
                across += push * dx
                down += push * dy
            else:
                for child in range(4):
                    stack[height] = (
                        ((level + 1) << 40) | ((2 * row + (child >> 1)) << 20) | (2 * column + (child & 1))
                    )
                    height += 1
        forces[point, 0], forces[point, 1] = across, down
        totals[point] = total
    return 0

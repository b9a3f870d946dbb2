"""Shipped graphs + a model with other random weights -> the distance of their embeddings from open_clip's.

A cosine of .999999 lets a wrong eps or the other gelu pass; the noise of 32 bits leaves .9999999999. So unit rows are
compared by their distance, and with two kinds of weights: ordinary ones, and faint ones, for which the eps of every
normalisation counts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.installing import probe_pixels
from cbir.embeddings.model_folder import IMAGE_TOWER, TEXT_TOWER, WEIGHTS
from cbir.embeddings.shipped_graphs import ShippedGraph
from cbir.embeddings.shipping.build import State, randomise, state_of
from cbir.embeddings.towers import Graph, Towers, build_towers
from cbir.embeddings.types import unit_rows

FARTHEST = 1e-5  # between unit rows: a cosine of 1 - 5e-11
_SEEDS = ((2, False), (3, True))
_PROBES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Agreement over both towers and all probes. distance : the largest between unit rows. cosine : the least"""

    distance: float
    cosine: float
    by_probe: tuple[tuple[str, float], ...]

    @property
    def holds(self) -> bool:
        """True if graphs and open_clip agree."""
        return self.distance <= FARTHEST


def prove_graphs(graph: ShippedGraph, architecture: str | None = None) -> Proof:
    """Compare a model's graphs with open_clip. architecture : open_clip's name; None for the graph's own"""
    towers = build_towers(architecture or graph.architecture, None)
    distances: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in (IMAGE_TOWER, TEXT_TOWER):
            (folder / name).write_bytes((graph.folder / name).read_bytes())
        for seed, faint in _SEEDS:
            randomise(towers, seed, faint=faint)
            write_state(folder / WEIGHTS, graph.head(), state_of(towers))
            kind = "faint" if faint else "plain"
            distances += [(f"{kind} {name}", value) for name, value in _distances(towers, graph, folder)]
    farthest = max(value for _, value in distances)
    return Proof(distance=farthest, cosine=1 - farthest**2 / 2, by_probe=tuple(distances))


def write_state(path: Path, head: bytes, state: State) -> None:
    """Write a weights file as an installation would."""
    with path.open("wb") as file:
        file.write(head)
        for array in state.values():
            file.write(np.ascontiguousarray(array).data)


def _distances(towers: Towers, graph: ShippedGraph, folder: Path) -> Iterator[tuple[str, float]]:
    image = Graph(folder / IMAGE_TOWER)
    pixels = probe_pixels(_PROBES, towers.side_px)
    yield "pixels", _farthest(towers, "encode_image", pixels, image.run(pixels))
    image.close()
    text = Graph(folder / TEXT_TOWER)
    tokens = varied_tokens(_PROBES, graph)
    yield "tokens", _farthest(towers, "encode_text", tokens, text.run(tokens))
    if graph.trims:
        short = tokens[:2, : graph.context_tokens // 2]
        yield "short tokens", _farthest(towers, "encode_text", tokens[:2], text.run(short))
    text.close()


def _farthest(towers: Towers, method: str, inputs: NDArray[np.generic], actual: NDArray[np.float32]) -> float:
    """The largest distance between unit rows of open_clip's own method and of a graph."""
    import torch

    with torch.inference_mode():
        rows = getattr(towers.model, method)(torch.from_numpy(inputs)).numpy()
    expected = unit_rows(rows)
    if actual.shape != expected.shape or not np.isfinite(actual).all():
        return 2.0
    return float(np.linalg.norm(unit_rows(actual) - expected, axis=1).max())


def varied_tokens(count: int, graph: ShippedGraph) -> NDArray[np.int64]:
    """Tokens from the whole vocabulary, ending with its last token at different places: (count, context) int64."""
    embedding = next(
        tensor for tensor in graph.tensors().values() if tensor.name.endswith("token_embedding.weight")
    )
    last = embedding.shape[0] - 1
    rng = np.random.default_rng(_PROBES)
    tokens = np.zeros((count, graph.context_tokens), np.int64)
    for row, line in enumerate(tokens):
        length = (row + 1) * graph.context_tokens // count
        length = length if row else graph.context_tokens // 4
        line[:length] = rng.integers(1, last, length)
        line[length - 1] = last
    return tokens

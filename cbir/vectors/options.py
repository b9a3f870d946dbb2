"""Options of a vector index. Every value chosen automatically can be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["auto", "exact", "trained"]
Codes = Literal["8bit", "pq"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorIndexOptions:
    """Composition of a trained structure, and the sizes from which one is used (docs/benchmarks/ann-ways.json).

    kind : auto searches exactly up to `exact_up_to` vectors and uses a trained structure above, where one was built
    dimensions : principal ones that the structure keeps (PCA), None for all of them
    lists : of the inverted file (IVF), None for a number chosen by size, 1 to look at every code
    codes : a byte for each kept dimension, or half a byte for two of them (product quantisation, scanned in registers)
    nprobe : lists that a search probes, None for a share chosen by size; a search may set its own
    rerank : candidates scored again at full precision; at least four for each of the first 250 hits asked for, and
        two for each of the others
    """

    kind: Kind = "auto"
    exact_up_to: int = 10_000
    dimensions: int | None = 128
    lists: int | None = None
    codes: Codes = "pq"
    nprobe: int | None = None
    rerank: int = 400
    seed: int = 0


DEFAULT_OPTIONS = VectorIndexOptions()

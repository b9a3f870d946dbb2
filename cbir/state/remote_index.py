"""Protocols for a wing that keeps a library's index on a server and has photos described by Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from cbir.base import wings
from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import Device, Filters
from cbir.catalog import Catalog, IndexedPhoto, Node
from cbir.matching import FeatureStore
from cbir.vectors import Remote
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment
from cbir.workers import PictureEncoder, Workers

if TYPE_CHECKING:
    from cbir.embeddings import InstalledModel

FindDocuments = Callable[[Sequence[int]], dict[int, IndexedPhoto]]


class RemoteIndex(Protocol):
    """The part of one library that is on a server. Methods may be called from several threads."""

    def describe(self) -> str:
        """Place of the index, for the user."""

    def check(self) -> None:
        """Raise IndexUnreachable if the server does not answer."""

    def close(self) -> None: ...

    def connect(self, catalog: Catalog) -> None:
        """Check the server before an index run adds anything. The caller holds the writer lock."""

    def kept_up(self, catalog: Catalog) -> AbstractContextManager[None]:
        """Send new segments; then the block may merge segments. The caller holds the writer lock."""

    def waiting(self, catalog: Catalog) -> int:
        """Number of photos that no search finds yet, as they were not sent."""

    def prepare(self, made_by: Iterable[tuple[str, str]]) -> None:
        """Load data that the first search would wait for. made_by : kind and maker of each segment"""

    def expression(self, demanded: Sequence[Node], filters: Filters) -> str | None:
        """A condition by which the server filters without a list of photos; None if its fields are not enough."""

    def words(
        self,
        segments: Sequence[PostingsSegment],
        *,
        codebook: Codebook,
        deleted: NDArray[np.uint32],
        deleted_words: Sequence[NDArray[np.uint32]],
        find: FindDocuments,
        features: Callable[[str], FeatureStore],
    ) -> InvertedIndex:
        """The index of one codebook's visual words."""

    def vectors(self, made_by: str) -> Remote:
        """The source of candidates among the embeddings of one maker."""


class FarWorkers(Workers, Protocol):
    """Workers on other computers; leaving the context gives their calls up."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Cluster(Protocol):
    """The wing."""

    def open_index(self, layout: Layout) -> RemoteIndex | None:
        """The index of a library on a server; None for a library with its index in its folder."""

    def workers(self, scheduler: str, *, carried: Sequence[Path]) -> FarWorkers:
        """Workers of a cluster. carried : files of this computer that calls refer to"""

    def encoder(
        self, workers: Any, model: InstalledModel, device: Device, near: PictureEncoder
    ) -> PictureEncoder:
        """An encoder on workers. device : of each worker. near : encoder of this computer"""


def cluster_wing() -> Cluster:
    """The wing that the program handed in. Raises CbirError if it has none."""
    if wings.cluster is None:
        raise CbirError(
            "PostgreSQL and Dask are used by programs that import cbir.cluster, and this one does not."
        )
    wing: Cluster = wings.cluster()
    return wing

"""Requests of a library to the server that has its index, whichever that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cbir.cluster.address import Address
from cbir.cluster.traits import Traits

CANDIDATES_AT_MOST = 16_384  # rows of one answer: Milvus allows no more


@dataclass(frozen=True, slots=True)
class SparseRow:
    """The visual words of a photo. columns : distinct, ascending. values : of each"""

    columns: NDArray[np.uint32]
    values: NDArray[np.float32]

    @classmethod
    def of(cls, row: Row) -> SparseRow:
        if isinstance(row, SparseRow):
            return row
        assert isinstance(row, Mapping)
        columns = sorted(row)
        return cls(np.array(columns, np.uint32), np.array([row[column] for column in columns], np.float32))


Row = SparseRow | Mapping[int, float] | NDArray[np.float32]


class Collections(Protocol):
    """Collections of one library. Methods may be called from several threads; every failure is IndexUnreachable."""

    @property
    def place(self) -> str:
        """Place of the collections, for the user."""

    @property
    def rows_at_once(self) -> int:
        """Rows of one call of upsert()."""

    def close(self) -> None: ...

    def belong_to(self, address: Address) -> None:
        """Use the collections of another address on the same server from now on."""

    def check(self) -> None:
        """Raise IndexUnreachable if the server does not answer, or cannot have a library."""

    def has(self, name: str) -> bool:
        """True if there is a collection that can be searched; see make()."""

    def make(self, name: str, *, dimension: int | None) -> None:
        """Make a collection if it is missing. dimension : of dense rows; None for sparse rows"""

    def count(self, name: str) -> int: ...

    def upsert(
        self, name: str, keys: Sequence[int], rows: Sequence[Row], traits: Sequence[Traits] | None = None
    ) -> None:
        """Add rows, or replace those with the same keys. traits : of each row"""

    def delete(self, name: str, keys: Sequence[int]) -> None:
        """Delete rows; missing keys are ignored."""

    def delete_above(self, name: str, key: int) -> int:
        """Delete the rows with larger keys, and any others. Returns how many had larger ones."""

    def flush(self, name: str) -> None:
        """Make what was sent fast to search."""

    def nearest(
        self, name: str, query: Row, top: int, *, among: NDArray[np.int64] | None
    ) -> NDArray[np.int64]:
        """Keys of largest inner product with a query, best first. among : allowed keys, ascending; None for all"""

    def nearest_fitting(
        self, name: str, query: Row, top: int, *, expression: str | None, among: NDArray[np.int64]
    ) -> NDArray[np.int64] | None:
        """Like nearest(), by an expression in place of the keys in `among`; None if they must be named after all."""

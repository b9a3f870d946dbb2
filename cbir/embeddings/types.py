"""What a tower takes and gives, whatever runs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEmbeddings:
    """What texts mean.

    vectors : (n, d) float32, unit rows, read-only. cut : (n,) whether a text was longer than the model reads
    note : of the TextTower that made them
    """

    vectors: NDArray[np.float32]
    cut: tuple[bool, ...]
    note: str | None = None


class Tower(Protocol):
    """device : "cpu" or "cuda". note : a sentence for the user where the wish for a device could not be met"""

    @property
    def device(self) -> str: ...
    @property
    def note(self) -> str | None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...


class TextTower(Tower, Protocol):
    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        """Embed texts of any length; an empty one is a text too. No text gives (0, d).

        A row that is not of unit length is one that the model has no usable embedding for.
        """
        ...


class ImageTower(Tower, Protocol):
    """note may appear later, when the GPU's memory is full."""

    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Embed what prepare() made: (n, side, side, 3) uint8 -> (n, d) float32, unit rows, read-only.

        A row that is not of unit length is one that the model has no usable embedding for.
        """
        ...


class Closing:
    """What a `with` block closes at its end."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale rows to the length 1; a row of zeros stays one, and one that is not finite is not a number then."""
    with np.errstate(invalid="ignore"):
        lengths = np.sqrt(np.einsum("nd,nd->n", rows, rows, dtype=np.float64))
        unit: NDArray[np.float32] = (rows / np.maximum(lengths, np.finfo(np.float32).tiny)[:, None]).astype(
            np.float32
        )
    return unit

"""Input and output of towers, for every runtime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from cbir.base.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEmbeddings:
    """Embedded texts.

    vectors : (n, d) float32, unit rows, read-only. cut : (n,) true for a text longer than the model's context
    unknown : for each text, its words of unknown letters or signs; () if the model knows all of them, or cannot tell
    note : as in Tower
    """

    vectors: NDArray[np.float32]
    cut: tuple[bool, ...]
    unknown: tuple[tuple[str, ...], ...] = ()
    note: Message | None = None

    def unknown_words(self, row: int) -> tuple[str, ...]:
        """The words of a text that have letters or signs unknown to the model."""
        return self.unknown[row] if self.unknown else ()


class Tower(Protocol):
    """A tower on a device. device : "cpu" or "cuda". note : tells the user why it is not the requested device"""

    @property
    def device(self) -> str: ...
    @property
    def note(self) -> Message | None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...


class TextTower(Tower, Protocol):
    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        """Embed texts of any length, empty ones included. No text gives (0, d).

        A row that is not of unit length means that the model has no usable embedding for the text.
        """
        ...


class ImageTower(Tower, Protocol):
    """A tower for pictures. Its note may appear during use, when the GPU runs out of memory."""

    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Embed prepared pictures: (n, side, side, 3) uint8 -> (n, d) float32, unit rows, read-only.

        A row that is not of unit length means that the model has no usable embedding for the picture.
        """
        ...


class Closing:
    """Base of classes that a `with` block closes at its end."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale rows to length 1. A row of zeros stays zero; a row that is not finite becomes nan."""
    with np.errstate(invalid="ignore"):
        lengths = np.sqrt(np.einsum("nd,nd->n", rows, rows, dtype=np.float64))
        unit: NDArray[np.float32] = (rows / np.maximum(lengths, np.finfo(np.float32).tiny)[:, None]).astype(
            np.float32
        )
    return unit

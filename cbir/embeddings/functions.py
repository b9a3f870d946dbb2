"""Two functions of a Python program -> a model like an installed one, whose towers run in that program's process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cbir.base.errors import CbirError
from cbir.base.messages import Message
from cbir.base.types import ModelInfo, Preprocessing
from cbir.embeddings.captions import plain_captions
from cbir.embeddings.model_folder import InstalledModel, Tokenizing
from cbir.embeddings.types import Closing, TextEmbeddings, unit_rows

_BATCH = 64  # texts
_CAPTIONS = 8  # every eighth of the plain captions: they are embedded each time a library is opened
_MOST_PX = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionEncoder:
    """An encoder of your own: two functions that embed pictures and texts in one space.

    name : of the encoder; stored vectors belong to it. Another version of the functions needs another name
    pictures : (n, side_px, side_px, 3) uint8 RGB -> (n, d), at most 16 pictures at once
    texts : a list of n strings -> (n, d)
    side_px : of the squares. squash : scale both sides to it, and do not crop the longer one
    scale : factor of the cosines in the encoder's training, 1 / temperature

    Vectors need not be of length 1. A row of zeros or of values that are not finite means that there is none for this
    picture. The functions run in threads of this process, one call at a time each.
    """

    name: str
    pictures: Callable[[NDArray[np.uint8]], ArrayLike]
    texts: Callable[[list[str]], ArrayLike]
    side_px: int = 224
    squash: bool = False
    scale: float = 100.0

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable():
            raise CbirError("An encoder needs a name.")
        functions: tuple[object, ...] = (self.pictures, self.texts)
        if not all(map(callable, functions)):
            raise CbirError("The encoder {0} needs two functions, pictures and texts.", self.name)
        if not 1 <= self.side_px <= _MOST_PX:
            raise CbirError("side_px is between 1 and {0}, not {1}.", _MOST_PX, self.side_px)
        if not 0 < self.scale < float("inf"):
            raise CbirError("scale is a number above 0, not {0}.", self.scale)

    def embed_texts(self, texts: Sequence[str], dimension: int | None = None) -> NDArray[np.float32]:
        """(n, d) float32, unit rows. Raises CbirError if the function returns another shape."""
        parts = [
            self._checked(self.texts(list(texts[start : start + _BATCH])), len(texts[start : start + _BATCH]))
            for start in range(0, len(texts), _BATCH)
        ]
        nothing = np.zeros((0, dimension or 0), np.float32)
        return self._of(dimension, np.concatenate(parts) if parts else nothing)

    def embed_pictures(self, squares: NDArray[np.uint8], dimension: int) -> NDArray[np.float32]:
        """(n, d) float32, unit rows. Raises CbirError if the function returns another shape."""
        return self._of(dimension, self._checked(self.pictures(squares), len(squares)))

    def model(self) -> FunctionModel:
        """Embed some captions, and return the encoder as a model."""
        captions = self.embed_texts(plain_captions()[::_CAPTIONS])
        if not np.isfinite(captions).all():
            raise CbirError("The encoder {0} returned numbers that are not finite for a text.", self.name)
        dimension = captions.shape[1]
        kind = f"encoder {self.name} side={self.side_px} squash={self.squash} d={dimension}"
        fingerprint = hashlib.sha256(kind.encode()).hexdigest()
        mean = captions.mean(axis=0)
        mean.setflags(write=False)
        return FunctionModel(
            info=ModelInfo(
                name=self.name,
                title=self.name,
                fingerprint=fingerprint,
                architecture="functions",
                dimension=dimension,
                context_tokens=0,
                runtime="python",
                bytes=0,
                licence="unknown",
                languages="unknown",
            ),
            folder=Path("encoders") / fingerprint,  # never read
            preprocessing=Preprocessing(
                side_px=self.side_px,
                fit="squash" if self.squash else "crop",
                interpolation="bicubic",
                mean=(0.0,) * 3,
                std=(1.0,) * 3,
            ),
            tokenizing=Tokenizing(),
            text_mean=mean,
            scale=self.scale,
            encoder=self,
            captions=captions,
        )

    def _checked(self, vectors: ArrayLike, count: int) -> NDArray[np.float32]:
        rows = np.asarray(vectors, np.float32)
        if rows.ndim != 2 or len(rows) != count or not rows.shape[1]:
            raise CbirError(
                "The encoder {0} returned an array of shape {1} for {2} inputs. It must be ({2}, d).",
                self.name,
                str(rows.shape),
                count,
            )
        return rows

    def _of(self, dimension: int | None, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        if dimension is not None and rows.shape[1] != dimension:
            raise CbirError(
                "The encoder {0} returned vectors of {1} numbers. Those of its texts have {2}.",
                self.name,
                rows.shape[1],
                dimension,
            )
        unit = unit_rows(rows)
        unit.setflags(write=False)
        return unit


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionModel(InstalledModel):
    """A FunctionEncoder in the place of an installed model. captions : (m, d) unit rows of plain captions"""

    encoder: FunctionEncoder
    captions: NDArray[np.float32] = field(repr=False)

    def sentences(self) -> NDArray[np.float32]:
        return self.captions


class _Tower(Closing):
    device = "cpu"  # the functions may use any
    note: Message | None = None

    def __init__(self, model: FunctionModel) -> None:
        self._encoder = model.encoder
        self._dimension = model.info.dimension

    def close(self) -> None:
        """Leave the functions to their owner."""


class FunctionTextTower(_Tower):
    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        vectors = self._encoder.embed_texts(texts, self._dimension)
        return TextEmbeddings(vectors=vectors, cut=(False,) * len(texts))


class FunctionImageTower(_Tower):
    def encode(self, squares: NDArray[np.uint8]) -> NDArray[np.float32]:
        return self._encoder.embed_pictures(squares, self._dimension)

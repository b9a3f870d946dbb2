"""A query in Python's own types -> the terms of a search."""

from __future__ import annotations

import io
import math
import numbers
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from cbir.api.hits import FoundPhoto
from cbir.base.errors import QueryUnusable
from cbir.base.types import Hit, Term

if TYPE_CHECKING:
    from PIL import Image as PilImage

Part: TypeAlias = (
    "str | os.PathLike[str] | bytes | NDArray[np.generic] | PilImage.Image | FoundPhoto | Hit | Term"
)
Query: TypeAlias = "Part | Sequence[Part | tuple[Part, float]]"
"""A text; a picture as path, encoded bytes, PIL image or array; a hit; or a list of these, each alone or with a weight,
as in `["a dog", (picture, 0.5), ("snow", -1)]`. A negative weight means less of it."""

_PICTURES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".gif", ".heic", ".avif"))


def terms_of(query: Query) -> list[Term]:
    """The terms of a query. Raises QueryUnusable if a part is of no kind that can be searched for."""
    parts: Sequence[Any] = query if isinstance(query, list | tuple) else [query]
    if isinstance(query, tuple) and _is_weighted(query):
        parts = [query]
    return [_term(*part) if _is_weighted(part) else _term(part) for part in parts]


def _is_weighted(part: object) -> bool:
    return (
        isinstance(part, tuple)
        and len(part) == 2
        and isinstance(part[1], numbers.Real)
        and not isinstance(part[0], numbers.Real)
    )


def _term(part: Any, weight: float = 1.0) -> Term:
    if not math.isfinite(weight) or weight == 0:
        raise QueryUnusable("A weight is a number above or below 0, not {0}.", weight)
    sign, size = (1 if weight > 0 else -1), abs(float(weight))
    if isinstance(part, Term):
        return part
    if isinstance(part, str):
        if not part.strip():
            raise QueryUnusable("The text is empty. Search for at least one word, or for a picture.")
        if Path(part).suffix.lower() in _PICTURES and os.path.isfile(part):
            raise QueryUnusable(
                "A string is a text. To search for the picture, pass pathlib.Path({0}).", repr(part)
            )
        return Term(text=part, sign=sign, weight=size)  # type: ignore[arg-type]
    if isinstance(part, FoundPhoto | Hit):
        return Term(photo=part.photo, sign=sign, weight=size)  # type: ignore[arg-type]
    if isinstance(part, os.PathLike):
        return Term(path=Path(part).expanduser(), sign=sign, weight=size)  # type: ignore[arg-type]
    if isinstance(part, bytes | bytearray | memoryview):
        if not len(part):
            raise QueryUnusable(
                "The picture has 0 bytes. Pass the content of a picture file, or its pathlib.Path."
            )
        return Term(data=bytes(part), sign=sign, weight=size)  # type: ignore[arg-type]
    if isinstance(part, np.ndarray):
        return Term(data=_encoded(_image_of(part)), sign=sign, weight=size)  # type: ignore[arg-type]
    if hasattr(part, "save") and hasattr(part, "convert"):  # a PIL image, without importing Pillow for a text
        return Term(data=_encoded(part), sign=sign, weight=size)  # type: ignore[arg-type]
    raise QueryUnusable(
        "{0} cannot be searched for. Pass a text, a pathlib.Path, bytes, a PIL image, an array, a hit, or a list of"
        " these.",
        type(part).__name__,
    )


def _image_of(pixels: NDArray[np.generic]) -> PilImage.Image:
    """(h, w), (h, w, 3) RGB or (h, w, 4) RGBA; uint8, or floating point from 0 to 1."""
    from PIL import Image as PilImage

    shape = pixels.shape
    if 0 in shape or not (pixels.ndim == 2 or (pixels.ndim == 3 and shape[2] in (3, 4))):
        raise QueryUnusable("A picture has the shape (h, w), (h, w, 3) or (h, w, 4), not {0}.", str(shape))
    if np.issubdtype(pixels.dtype, np.floating):
        values = pixels.astype(np.float64)
        if not np.isfinite(values).all() or values.min() < 0 or values.max() > 1:
            raise QueryUnusable("A picture of floating point values has them between 0 and 1.")
        pixels = np.rint(values * 255).astype(np.uint8)
    elif pixels.dtype == np.bool_:
        pixels = pixels.astype(np.uint8) * 255
    if pixels.dtype != np.uint8:
        raise QueryUnusable("A picture is of uint8 or floating point values, not {0}.", str(pixels.dtype))
    return PilImage.fromarray(np.ascontiguousarray(cast("NDArray[np.uint8]", pixels)))


def _encoded(image: PilImage.Image) -> bytes:
    """PNG, which keeps every pixel. A picture that Pillow took from a file keeps its profile."""
    from PIL import ImageOps

    upright = ImageOps.exif_transpose(image)
    if upright.mode not in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        upright = upright.convert("RGB")
    encoded = io.BytesIO()
    upright.save(encoded, "PNG", compress_level=1)
    return encoded.getvalue()

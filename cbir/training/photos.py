"""Captioned photos -> squares of pixels in one file for the training, decoded in worker processes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.artifacts import new_mapped_array
from cbir.base.errors import Cancelled, ImageUnreadable
from cbir.base.types import Preprocessing
from cbir.embeddings.towers import prepare
from cbir.embeddings.training import CaptionedPictures
from cbir.images import DecodeOptions, decode, read_file
from cbir.local_features import FeatureOptions
from cbir.workers import WorkerPool, grant, run_all

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionedFile:
    """A photo and its captions, at least one."""

    path: Path
    captions: tuple[str, ...]


def photo_data(
    files: Sequence[CaptionedFile],
    preprocessing: Preprocessing,
    pixel_file: Path,
    *,
    progress: Callable[[str, int, int | None], None],
    stopping: Callable[[], bool],
) -> tuple[CaptionedPictures, int]:
    """Decode photos into one mapped file, so that training can use more of them than fit into memory.

    Returns the pictures, each with its own label, and the number of unreadable photos.
    Raises Cancelled.
    """
    side = preprocessing.side_px
    squares = new_mapped_array(pixel_file, np.uint8, len(files) * side * side * 3)
    squares = squares.reshape(len(files), side, side, 3)
    captions: list[tuple[str, ...]] = []
    with WorkerPool() as pool:
        squares_of = run_all(
            pool,
            square_of,
            ((file, (file.path, preprocessing)) for file in files),
            cancelled=stopping,
            in_order=True,
        )
        for done, (file, future) in enumerate(squares_of, start=1):
            try:
                squares[len(captions)] = future.result()
            except ImageUnreadable as error:
                _log.warning("%s is left out: %s", file.path, error)
                continue
            captions.append(file.captions)
            progress("Reading photos", done, len(files))
        if stopping():
            raise Cancelled("The training was stopped while it read the photos.")
    readable = len(captions)
    data = CaptionedPictures(
        pictures=squares[:readable], captions=tuple(captions), labels=np.arange(readable, dtype=np.int64)
    )
    return data, len(files) - readable


def square_of(path: Path, preprocessing: Preprocessing) -> NDArray[np.uint8]:
    """Prepare a photo for the image tower as indexing does. Runs in a worker."""
    limits = DecodeOptions()
    side_px = FeatureOptions().working_side_px
    image = decode(read_file(path).data, max_side_px=side_px, options=limits, grant=grant)
    return prepare(image.pixels, preprocessing)

"""Captioned photos -> squares of pixels, decoded in worker processes and kept in one file for the training."""

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
    """A photo and what is said of it, at least one sentence."""

    path: Path
    captions: tuple[str, ...]


def photo_data(
    files: Sequence[CaptionedFile],
    preprocessing: Preprocessing,
    kept_in: Path,
    *,
    progress: Callable[[str, int, int | None], None],
    stopping: Callable[[], bool],
) -> tuple[CaptionedPictures, int]:
    """Decode photos into one file, which is mapped, so that more can be learned from than fits into memory.

    Returns the pictures, each with a label of its own, and how many photos could not be read.
    Raises Cancelled.
    """
    side = preprocessing.side_px
    squares = new_mapped_array(kept_in, np.uint8, len(files) * side * side * 3)
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
    read = len(captions)
    data = CaptionedPictures(
        pictures=squares[:read], captions=tuple(captions), labels=np.arange(read, dtype=np.int64)
    )
    return data, len(files) - read


def square_of(path: Path, preprocessing: Preprocessing) -> NDArray[np.uint8]:
    """Runs in a worker: what the image tower reads of a photo, made as indexing makes it."""
    limits = DecodeOptions()
    side_px = FeatureOptions().working_side_px
    image = decode(read_file(path).data, max_side_px=side_px, options=limits, grant=grant)
    return prepare(image.pixels, preprocessing)

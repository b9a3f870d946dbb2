"""A photo, file or pasted picture -> pixels to show; the thumbnail if a photo's file is out of reach."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.layout import Layout
from cbir.base.types import CopyRecipe, PhotoId, Preview, Region
from cbir.catalog import IndexedPhoto
from cbir.images import DecodeOptions, clip_region
from cbir.metadata import without_people
from cbir.search import QUERY_PRIORITY, wait_for
from cbir.state import IndexReader, stored_thumbnail
from cbir.workers import WorkerPool, look_at, make_copy, make_thumbnail

THUMBNAIL_SIDE_PX = 256


class Previews:
    """Pictures of one library; methods may be called from several threads."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        workers: Callable[[], WorkerPool],
        limits: DecodeOptions,
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._workers = workers
        self._limits = limits

    def thumbnail(self, photo: PhotoId) -> NDArray[np.uint8]:
        """See Library.thumbnail."""
        record = self._reader.find_photo(photo)
        stored = self._stored(record)
        if stored is not None:
            return stored
        return self._decode(record.path, None, THUMBNAIL_SIDE_PX, lambda: False).pixels

    def encoded_thumbnail(self, path: Path) -> bytes | None:
        """An encoded thumbnail, made from a photo's file; None if the file cannot be read now."""
        future = self._workers().submit(make_thumbnail, path, self._limits)
        try:
            return future.result()
        except ImageUnreadable:
            return None

    def picture(
        self,
        photo: PhotoId | None,
        path: Path | None,
        data: bytes | None,
        region: Region | None,
        max_side_px: int,
        cancelled: Callable[[], bool],
    ) -> Preview:
        """See Library.picture."""
        source = photo if photo is not None else path if path is not None else data
        if source is None:
            raise ValueError("a photo, a path or data is needed")
        record, max_side_px = self._photo_of(source), max(1, max_side_px)
        if record is None:
            assert not isinstance(source, int)
            return self._decode(source, region, max_side_px, cancelled)
        try:
            if self._reader.is_away(record.path):
                raise ImageUnreadable("The file has moved, or its drive is disconnected.")
            return self._decode(record.path, region, max_side_px, cancelled)
        except ImageUnreadable:
            stored = self._stored(record)
            if stored is None:
                raise
            return _cut(stored, (record.width, record.height), region)

    def copy(
        self, source: PhotoId | Path, recipe: CopyRecipe, cancelled: Callable[[], bool] = lambda: False
    ) -> bytes:
        """See Library.copy."""
        metadata, faces = None, tuple[Region, ...]()
        if isinstance(source, Path):
            path = source
            if recipe.blur_faces:
                raise CbirError("Faces can be blurred only in photos of a library on this computer.")
        else:
            path = self._reader.find_photo(source).path
            with self._reader.catalog() as catalog:
                metadata = catalog.metadata.of(source)
                if metadata is not None and not recipe.people:
                    metadata = without_people(metadata, catalog.people.names())
                if recipe.blur_faces:
                    faces = catalog.people.unnamed_in(source)
            if metadata is not None and metadata.dated_by != "metadata":
                metadata = replace(
                    metadata, taken_at=None
                )  # a guess by the file's name or time is no date of it
        workers = self._workers()
        future = workers.submit(
            make_copy, path, recipe, metadata, faces, self._limits, priority=QUERY_PRIORITY
        )
        return wait_for(workers, future, cancelled)

    def _photo_of(self, source: PhotoId | Path | bytes) -> IndexedPhoto | None:
        """The photo with an id, or at a path whose file is gone."""
        if isinstance(source, int):
            return self._reader.find_photo(source)
        if isinstance(source, Path) and not os.path.isfile(source):
            return self._reader.find_path(source)
        return None

    def _stored(self, record: IndexedPhoto) -> NDArray[np.uint8] | None:
        return stored_thumbnail(self._layout, record)

    def _decode(
        self, source: Path | bytes, region: Region | None, max_side_px: int, cancelled: Callable[[], bool]
    ) -> Preview:
        workers = self._workers()
        future = workers.submit(look_at, source, region, max_side_px, self._limits, priority=QUERY_PRIORITY)
        pixels, full_size = wait_for(workers, future, cancelled)
        return Preview(pixels=pixels, full_size=full_size)


def _cut(thumbnail: NDArray[np.uint8], full_size: tuple[int, int], region: Region | None) -> Preview:
    """The thumbnail in place of a photo of a full size, or of a region of it."""
    if region is None:
        return Preview(pixels=thumbnail, full_size=full_size, stand_in=True)
    x, y, width, height = clip_region(region, full_size)
    rows, columns = thumbnail.shape[:2]
    left, top = int(x * columns / full_size[0]), int(y * rows / full_size[1])
    right = max(left + 1, round((x + width) * columns / full_size[0]))
    bottom = max(top + 1, round((y + height) * rows / full_size[1]))
    pixels = np.ascontiguousarray(thumbnail[top:bottom, left:right])
    return Preview(pixels=pixels, full_size=(width, height), stand_in=True)

"""Photos -> their files: names that reveal nothing of the folders around the library, and bytes as indexed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cbir.base.errors import UnreadableNow
from cbir.base.messages import Message
from cbir.base.types import PhotoId
from cbir.state import IndexReader

_AWAY = Message("The file has moved, or its drive is disconnected.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """The file of a photo.

    path : absolute. size : (width, height) of the upright photo. fingerprint : of the file's content
    """

    path: Path
    size: tuple[int, int]
    fingerprint: str


class PhotoFiles:
    """The files of one library's photos; methods may be called from several threads."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader

    def of(self, photo: PhotoId) -> PhotoFile:
        """The file of a photo. Raises PhotoGone if the photo is not in the library."""
        record = self._reader.find_photo(photo)
        return PhotoFile(path=record.path, size=(record.width, record.height), fingerprint=record.fingerprint)

    def paths(self, photos: Sequence[PhotoId]) -> dict[PhotoId, Path]:
        """The paths of the photos that the library has."""
        with self._reader.catalog() as catalog:
            return {photo: record.path for photo, record in catalog.photos.find_all(photos).items()}

    def below_roots(self, paths: Sequence[Path]) -> list[str]:
        """Paths as `folder/below/name.jpg`, from the name of the indexed folder on, without the folders above it.

        A path below no indexed folder becomes its name alone. Bytes that are not UTF-8 are replaced.
        """
        roots = sorted(self._reader.online(), key=lambda root: -len(root.parts))
        return [_below(path, roots) for path in paths]

    def original(self, photo: PhotoId) -> BinaryIO:
        """A photo's file, opened, if it has exactly the bytes that were indexed.

        So no other file is ever given away, neither a later file of this name nor the target of a link.
        Raises PhotoGone, and UnreadableNow if the file is away or has changed.
        """
        record = self._reader.find_photo(photo)
        if self._reader.is_away(record.path):
            raise UnreadableNow(_AWAY)
        try:
            # opening a named pipe would otherwise wait for a writer for ever
            opener = lambda path, flags: os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # noqa: E731
            file = open(record.path, "rb", opener=opener)  # noqa: SIM115
        except OSError as error:
            raise UnreadableNow(_AWAY) from error
        try:
            content = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
            if content != record.fingerprint:
                raise UnreadableNow("The file has changed since it was indexed. Index its folder again.")
            file.seek(0)
        except OSError as error:
            file.close()
            raise UnreadableNow("The file could not be read. Try again later.") from error
        except BaseException:
            file.close()
            raise
        return file


def _below(path: Path, roots: Sequence[Path]) -> str:
    for root in roots:
        if path.is_relative_to(root):
            name = "/".join((root.name, *path.relative_to(root).parts)).lstrip("/")
            return os.fsencode(name).decode("utf-8", "replace")
    return os.fsencode(path.name).decode("utf-8", "replace")

"""Photos -> the files behind them: several names of one file are one photo and no copies of each other."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from cbir.base.file_identity import FileId, file_ids, folder_ids
from cbir.base.types import PhotoId
from cbir.duplicates.records import PhotoRow


class FilesBehind:
    """Current files of photos. A photo whose file cannot be examined counts as a file of its own."""

    def __init__(self, rows: Iterable[PhotoRow]) -> None:
        rows = list(rows)
        self._folders = folder_ids({row.file.parent for row in rows})  # asked once: a drive may not answer
        ids = file_ids(row.file for row in rows if row.file.parent in self._folders)
        by_id: dict[FileId, list[PhotoRow]] = defaultdict(list)
        for row in rows:
            if (id := ids.get(row.file)) is not None:
                by_id[id].append(row)
        self._names = {
            row.photo: sorted(names, key=self._is_by_link) if len(names) > 1 else names
            for names in by_id.values()
            for row in names
        }

    def names(self, row: PhotoRow) -> Sequence[PhotoRow]:
        """All photos that name the same file as this one, including itself. The file's own name comes first."""
        return self._names.get(row.photo) or [row]

    def photo(self, row: PhotoRow) -> PhotoId:
        """The photo that represents all names of its file."""
        return PhotoId(self.names(row)[0].photo)

    def is_same_file(self, row: PhotoRow, other: PhotoRow) -> bool:
        """True if two photos are one file."""
        return row.photo == other.photo or any(name.photo == other.photo for name in self.names(row))

    def is_shared(self, row: PhotoRow, going: Iterable[PhotoRow] = ()) -> bool:
        """True if another name of the file remains, so removing this photo frees nothing. going : removed with it"""
        if self._is_link(row):
            return True
        removed = [other for other in (row, *going) if self.is_same_file(row, other)]
        entries = set(map(self._entry, removed))
        hard_links = {self._entry(other) for other in removed if not self._is_link(other)}
        others = (name for name in self.names(row) if self._entry(name) not in entries)
        return self._link_count(row) > len(hard_links) or any(others)

    def _entry(self, row: PhotoRow) -> tuple[FileId | Path, str]:
        """The file's name in its folder, whatever the path to the folder."""
        folder = row.file.parent
        return self._folders.get(folder, folder), row.file.name

    def _is_link(self, row: PhotoRow) -> bool:
        return row.file.parent in self._folders and row.file.is_symlink()

    def _link_count(self, row: PhotoRow) -> int:
        if row.file.parent in self._folders:
            with suppress(OSError, ValueError):
                return max(1, row.file.stat().st_nlink)
        return 1

    def _is_by_link(self, row: PhotoRow) -> tuple[bool, bool, int]:
        """Sort key: a file's own name first, then a name in a folder reached through a link, then a link."""
        return self._is_link(row), os.path.realpath(row.file) != str(row.file), row.photo

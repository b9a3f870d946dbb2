"""Photos -> the files behind them: several names of one file are one photo and no copies of each other."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence

from cbir.base.file_identity import FileId, entry_id, file_ids, is_link, link_count
from cbir.base.types import PhotoId
from cbir.duplicates.records import PhotoRow


class FilesBehind:
    """Current files of photos. A photo whose file cannot be examined counts as a file of its own."""

    def __init__(self, rows: Iterable[PhotoRow]) -> None:
        rows = list(rows)
        ids = file_ids(row.file for row in rows)
        by_id: dict[FileId, list[PhotoRow]] = defaultdict(list)
        for row in rows:
            if (id := ids.get(row.file)) is not None:
                by_id[id].append(row)
        self._names = {
            row.photo: sorted(names, key=_is_by_link) if len(names) > 1 else names
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
        if is_link(row.file):
            return True
        removed = [other for other in (row, *going) if self.is_same_file(row, other)]
        entries = {entry_id(other.file) for other in removed}
        hard_links = {entry_id(other.file) for other in removed if not is_link(other.file)}
        others = (name for name in self.names(row) if entry_id(name.file) not in entries)
        return link_count(row.file) > len(hard_links) or any(others)


def _is_by_link(row: PhotoRow) -> tuple[bool, bool, int]:
    """Sort key: a file's own name first, then a name in a folder reached through a link, then a link."""
    return is_link(row.file), os.path.realpath(row.file) != str(row.file), row.photo

"""What a search for duplicates asks for -> which photos, and which pairs of them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.types import DuplicateSearch
from cbir.duplicates.records import RAW, PhotoRow, go_together


class Chosen:
    """The photos of a library, and which of them a search asks for."""

    def __init__(self, rows: Sequence[PhotoRow], search: DuplicateSearch) -> None:
        self._search = search
        self.by_id = {row.photo: row for row in rows}
        self.asked = [row for row in rows if self._is_asked(row)]
        if search.folder is not None and not any(_is_below(row, search.folder) for row in rows):
            raise CbirError(f"The library has no photos in {search.folder}. Add them with: cbir index FOLDER")
        if search.against is not None and not any(_is_below(row, search.against) for row in rows):
            raise CbirError(
                f"The library has no photos in {search.against}. Add them with: cbir index FOLDER"
            )
        self.by_content: dict[str, list[PhotoRow]] = defaultdict(list)
        for row in rows:
            self.by_content[row.fingerprint].append(row)
        self.contents = sorted((same[0] for same in self.by_content.values()), key=lambda row: row.document)
        asked = {row.fingerprint for row in self.asked}
        self.asked_contents: NDArray[np.intp] = np.array(
            [at for at, row in enumerate(self.contents) if row.fingerprint in asked], np.intp
        )

    def _is_asked(self, row: PhotoRow) -> bool:
        search = self._search
        if search.folder is not None and not _is_below(row, search.folder):
            return False
        if search.after is not None and (row.taken_at is None or row.taken_at < search.after):
            return False
        return search.before is None or (row.taken_at is not None and row.taken_at < search.before)

    def may_pair(self, first: int, second: int) -> bool:
        """Whether two contents are a pair that was asked for, by some file of each."""
        one, other = (self.by_content[self.contents[at].fingerprint] for at in (first, second))
        return any(self.rows_may_pair(a, b) for a, b in itertools.product(one, other))

    def rows_may_pair(self, one: PhotoRow, other: PhotoRow) -> bool:
        if not any(self._is_asked(row) for row in (one, other)) or go_together(one, other):
            return False
        against = self._search.against
        if against is None:
            return True
        return any(self._is_asked(a) and _is_below(b, against) for a, b in ((one, other), (other, one)))

    @property
    def companions(self) -> set[int]:
        """Photos that a raw file or a JPEG of the same name goes with."""
        beside: dict[tuple[str, str], list[PhotoRow]] = defaultdict(list)
        for row in self.by_id.values():
            beside[row.root, str(PurePosixPath(row.path).with_suffix(""))].append(row)
        return {
            row.photo
            for same in beside.values()
            if len(same) > 1
            and any(row.format in RAW for row in same)
            and any(row.format not in RAW for row in same)
            for row in same
        }


def _is_below(row: PhotoRow, folder: Path) -> bool:
    return row.file.is_relative_to(folder)

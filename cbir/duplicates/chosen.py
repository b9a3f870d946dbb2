"""A search for duplicates -> the photos it covers, and the pairs of them that it may report."""

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
    """The photos of a library, and the photos that a search covers."""

    def __init__(self, rows: Sequence[PhotoRow], search: DuplicateSearch) -> None:
        self._search = search
        self.by_id = {row.photo: row for row in rows}
        self.covered = [row for row in rows if self._is_covered(row)]
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
        covered = {row.fingerprint for row in self.covered}
        self.covered_contents: NDArray[np.intp] = np.array(
            [at for at, row in enumerate(self.contents) if row.fingerprint in covered], np.intp
        )

    def _is_covered(self, row: PhotoRow) -> bool:
        search = self._search
        if search.folder is not None and not _is_below(row, search.folder):
            return False
        if search.after is not None and (row.taken_at is None or row.taken_at < search.after):
            return False
        return search.before is None or (row.taken_at is not None and row.taken_at < search.before)

    def may_pair(self, first: int, second: int) -> bool:
        """True if two contents form a pair that the search covers, by any file of each."""
        first_files, second_files = (self.by_content[self.contents[at].fingerprint] for at in (first, second))
        return any(self.rows_may_pair(a, b) for a, b in itertools.product(first_files, second_files))

    def rows_may_pair(self, first: PhotoRow, second: PhotoRow) -> bool:
        if not any(self._is_covered(row) for row in (first, second)) or go_together(first, second):
            return False
        against = self._search.against
        if against is None:
            return True
        return any(
            self._is_covered(a) and _is_below(b, against) for a, b in ((first, second), (second, first))
        )

    @property
    def companions(self) -> set[int]:
        """Photos with a raw file or a JPEG of the same name beside them."""
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

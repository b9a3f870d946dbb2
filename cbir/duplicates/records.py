"""What the catalog keeps for duplicates: hashes, comparisons and what a person said, all by content.

So it survives moved files and a library that is built again, and a backup has it.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import Verdict
from cbir.catalog import Table, read_name


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A photo that can be found. root : its folder. has_camera : its file names one"""

    photo: int
    document: int
    root: str
    path: str
    fingerprint: str
    pixels: str
    width: int
    height: int
    bytes: int
    format: str
    taken_at: str | None
    has_camera: bool
    mtime_ns: int

    @property
    def file(self) -> Path:
        return Path(self.root, self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A verdict on two contents. path : of the other file, where both have one content; else empty"""

    kept: str
    other: str
    verdict: Verdict
    path: str = ""


class DuplicateTables(Table):
    """The tables picture_hash, compared and duplicate_verdict."""

    def photos(self) -> list[PhotoRow]:
        """All photos that a search finds, by document."""
        rows = self._connection.execute(
            """SELECT photo.id, document.id, root.path, photo.path, fingerprint, pixels, width, height, size, format,
                taken_at, make IS NOT NULL OR model IS NOT NULL, mtime_ns
            FROM document JOIN photo ON photo.id = document.photo_id JOIN root ON root.id = root_id
            LEFT JOIN metadata ON metadata.photo_id = photo.id WHERE live ORDER BY document.id"""
        )
        return [
            PhotoRow(photo, document, read_name(root), read_name(path), *described, bool(camera), mtime_ns)  # type: ignore[call-arg]
            for photo, document, root, path, *described, camera, mtime_ns in rows
        ]

    @functools.cached_property
    def _are_there(self) -> bool:
        """A catalog of before, in a folder that cannot be written to, has none of them."""
        return bool(self._count("SELECT count(*) FROM sqlite_master WHERE name = 'duplicate_verdict'"))

    # --- hashes

    def hashes(self) -> dict[str, bytes]:
        if not self._are_there:
            return {}
        return dict(self._connection.execute("SELECT fingerprint, hash FROM picture_hash"))

    def add_hashes(self, hashes: Mapping[str, bytes]) -> None:
        self._connection.executemany("INSERT OR REPLACE INTO picture_hash VALUES (?, ?)", hashes.items())

    # --- comparisons

    def compared(self, version: int) -> dict[tuple[str, str], tuple[str, str]]:
        """Cause and finding of the pairs that this version compared."""
        if not self._are_there:
            return {}
        rows = self._connection.execute(
            "SELECT first, second, cause, finding FROM compared WHERE version = ?", (version,)
        )
        return {(first, second): (cause, finding) for first, second, cause, finding in rows}

    def add_compared(self, version: int, rows: Iterable[tuple[str, str, str, str]]) -> None:
        """Note pairs: first, second, cause, finding."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO compared (first, second, version, cause, finding) VALUES (?, ?, ?, ?, ?)",
            [(first, second, version, cause, finding) for first, second, cause, finding in rows],
        )

    # --- verdicts

    def verdicts(self) -> list[Said]:
        if not self._are_there:
            return []
        rows = self._connection.execute("SELECT kept, other, verdict, path FROM duplicate_verdict")
        return [
            Said(kept=kept, other=other, verdict=verdict, path=path) for kept, other, verdict, path in rows
        ]

    def say(self, said: Sequence[Said]) -> None:
        """Keep verdicts, each in place of what was said of the same two before, whichever was to be kept."""
        now = time.time()
        for one in said:
            self.unsay([one])
            self._connection.execute(
                "INSERT INTO duplicate_verdict VALUES (?, ?, ?, ?, ?)",
                (one.kept, one.other, one.path, one.verdict, now),
            )

    def unsay(self, said: Sequence[Said]) -> None:
        """Forget what was said of pairs."""
        self._connection.executemany(
            "DELETE FROM duplicate_verdict WHERE path = ? AND ((kept = ? AND other = ?) OR (kept = ? AND other = ?))",
            [(one.path, one.kept, one.other, one.other, one.kept) for one in said],
        )

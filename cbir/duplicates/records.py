"""What the catalog keeps for duplicates: hashes, comparisons and what a person said, all by content.

So it survives moved files and a library that is built again, and a backup has it.
"""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cbir.base.types import PhotoId, Verdict
from cbir.catalog import Table, bind_name, read_name

RAW = {"camera raw"}  # formats
ON_ITS_WAY = "//"  # before the place of a file that is moved to the trash now, or was when something stopped


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A photo that can be found. root : its folder. has_camera : its file names one"""

    photo: int
    document: int
    root_id: int
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

    @property
    def place(self) -> str:
        """Where it is, also when its drive comes back under another name."""
        return f"{self.root_id}/{self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A verdict on two contents. place : of the other file, where that file is meant and no other of its content"""

    kept: str
    other: str
    verdict: Verdict
    place: str = ""


def go_together(one: PhotoRow, other: PhotoRow) -> bool:
    """A raw file and the JPEG beside it: one photo in two files, and no duplicates."""
    if (one.format in RAW) == (other.format in RAW) or one.root_id != other.root_id:
        return False
    return PurePosixPath(one.path).with_suffix("") == PurePosixPath(other.path).with_suffix("")


class DuplicateTables(Table):
    """The tables picture_hash, compared and duplicate_verdict."""

    def photos(self) -> list[PhotoRow]:
        """All photos that a search finds, by document."""
        return self._photos("1")

    def photos_of(self, photos: Iterable[PhotoId]) -> list[PhotoRow]:
        """Those of some ids that are in the library."""
        return self._photos("photo.id IN (SELECT value FROM json_each(?))", json.dumps(list(photos)))

    def photos_with(self, fingerprints: Iterable[str]) -> list[PhotoRow]:
        """All photos of some contents."""
        return self._photos("fingerprint IN (SELECT value FROM json_each(?))", json.dumps(list(fingerprints)))

    def companions(self, photo: PhotoRow) -> list[PhotoRow]:
        """The raw files or JPEGs that go with a photo."""
        stem = str(PurePosixPath(photo.path).with_suffix(""))
        same = "root_id = ? AND photo.path > ? AND photo.path < ?"  # "." comes right before "/"
        named = self._photos(same, photo.root_id, bind_name(f"{stem}."), bind_name(f"{stem}/"))
        return [row for row in named if row.photo != photo.photo and go_together(row, photo)]

    def _photos(self, condition: str, *values: object) -> list[PhotoRow]:
        rows = self._connection.execute(
            f"""SELECT photo.id, document.id, root.id, root.path, photo.path, fingerprint, pixels, width, height, size,
                format, taken_at, make IS NOT NULL OR model IS NOT NULL, mtime_ns
            FROM document JOIN photo ON photo.id = document.photo_id JOIN root ON root.id = root_id
            LEFT JOIN metadata ON metadata.photo_id = photo.id WHERE live AND {condition}
            ORDER BY document.id""",
            values,
        )
        return [
            PhotoRow(
                photo, document, id, read_name(root), read_name(path), *described, bool(camera), mtime_ns
            )  # type: ignore[call-arg]
            for photo, document, id, root, path, *described, camera, mtime_ns in rows
        ]

    @functools.cached_property
    def _are_there(self) -> bool:
        """A catalog of before, in a folder that cannot be written to, has none of them, or not as they are now."""
        return bool(
            self._count("SELECT count(*) FROM sqlite_master WHERE name = 'duplicate_verdict_follows'")
        )

    # --- hashes

    def hashes(self) -> dict[str, bytes]:
        if not self._are_there:
            return {}
        return dict(self._connection.execute("SELECT fingerprint, hash FROM picture_hash"))

    def add_hashes(self, hashes: Mapping[str, bytes]) -> None:
        self._connection.executemany("INSERT OR REPLACE INTO picture_hash VALUES (?, ?)", hashes.items())

    # --- comparisons

    def compared(
        self, version: int, contents: Iterable[str] | None = None
    ) -> dict[tuple[str, str], tuple[str, str]]:
        """Cause and finding of the pairs that this version compared, "" where they do not belong together.

        contents : both of a pair are among these; None: any
        """
        if not self._are_there:
            return {}
        among = ""
        values: list[object] = [version]
        if contents is not None:  # said apart, so that the key is used
            among = "AND first IN (SELECT value FROM json_each(?2)) AND second IN (SELECT value FROM json_each(?2))"
            values.append(json.dumps(list(contents)))
        rows = self._connection.execute(
            f"SELECT first, second, cause, finding FROM compared WHERE version = ?1 {among}", values
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
            Said(kept=kept, other=other, verdict=verdict, place=read_name(place))
            for kept, other, verdict, place in rows
        ]

    def say(self, said: Sequence[Said]) -> None:
        """Keep verdicts, each in place of what was said of the same two before, whichever was to be kept."""
        now = time.time()
        for one in said:
            self.unsay([one])
            self._connection.execute(
                "INSERT INTO duplicate_verdict (kept, other, path, verdict, said_at) VALUES (?, ?, ?, ?, ?)",
                (one.kept, one.other, bind_name(one.place), one.verdict, now),
            )

    def set_out(self, place: str, *, back: bool = False) -> None:
        """Note that a file is on its way to the trash, so that no other is taken for it; or that it is not."""
        before, after = (f"{ON_ITS_WAY}{place}", place) if back else (place, f"{ON_ITS_WAY}{place}")
        self._connection.execute(
            "UPDATE OR REPLACE duplicate_verdict SET path = ? WHERE path = ? AND verdict = 'trash'",
            (bind_name(after), bind_name(before)),
        )

    def unsay(self, said: Sequence[Said]) -> None:
        """Forget what was said of pairs."""
        self._connection.executemany(
            "DELETE FROM duplicate_verdict WHERE path = ? AND ((kept = ? AND other = ?) OR (kept = ? AND other = ?))",
            [(bind_name(one.place), one.kept, one.other, one.other, one.kept) for one in said],
        )

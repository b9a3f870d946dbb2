"""Tables for duplicates in the catalog: hashes, comparisons and a person's verdicts, all by content.

They survive moved files and a rebuilt library, and a backup contains them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from cbir.base.cached import cached_property
from cbir.base.types import LibraryPhoto, PhotoId, Verdict
from cbir.catalog import Table, bind_name, read_name
from cbir.images import VIDEO

RAW = {"camera raw"}  # formats
_FILES_AT_HAND = 4096  # a report asks for each of its files about twenty times
ON_ITS_WAY = "//"  # prefix to the place of a file whose move to the trash is in progress, or was interrupted


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """A photo of the library. root : its folder. has_camera : its file names a camera"""

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
        return _file(self.root, self.path)

    @property
    def place(self) -> str:
        """Its place, which stays the same if its drive gets another name."""
        return f"{self.root_id}/{self.path}"

    def as_photo(self) -> LibraryPhoto:
        """The photo, as far as its row describes it."""
        return LibraryPhoto(
            photo=PhotoId(self.photo),
            path=self.file,
            fingerprint=self.fingerprint,
            size=(self.width, self.height),
            bytes=self.bytes,
            format=self.format,
            modified_ns=self.mtime_ns,
            taken_at=self.taken_at,
            has_camera=self.has_camera,
        )


@lru_cache(maxsize=_FILES_AT_HAND)
def _file(root: str, path: str) -> Path:
    return Path(root, path)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairVerdict:
    """A person's verdict on two contents. place : of the other file, if it applies only to that file of the content"""

    kept: str
    other: str
    verdict: Verdict
    place: str = ""


def go_together(row: PhotoRow, other: PhotoRow) -> bool:
    """True for a raw file and the JPEG beside it: one photo in two files, and no duplicates."""
    if (row.format in RAW) == (other.format in RAW) or row.root_id != other.root_id:
        return False
    return PurePosixPath(row.path).with_suffix("") == PurePosixPath(other.path).with_suffix("")


class DuplicateTables(Table):
    """The tables picture_hash, compared and duplicate_verdict."""

    def photos(self) -> list[PhotoRow]:
        """All live photos, ordered by document, without moments of videos: these are no files that could go."""
        return self._photos(f"format <> '{VIDEO}'")

    def photos_of(self, photos: Iterable[PhotoId]) -> list[PhotoRow]:
        """The photos with these ids, if they are in the library."""
        return self._photos("photo.id IN (SELECT value FROM json_each(?))", json.dumps(list(photos)))

    def photos_with(self, fingerprints: Iterable[str]) -> list[PhotoRow]:
        """All photos with these contents."""
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

    @cached_property
    def _are_there(self) -> bool:
        """False for an older catalog in a read-only folder, which lacks these tables or has an older form of them."""
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
        """Cause and finding of each pair that this version compared; "" if it does not belong together.

        contents : only pairs with both contents among these; None: all pairs
        """
        if not self._are_there:
            return {}
        among = ""
        values: list[object] = [version]
        if contents is not None:  # a separate condition on each column, so that the key is used
            among = "AND first IN (SELECT value FROM json_each(?2)) AND second IN (SELECT value FROM json_each(?2))"
            values.append(json.dumps(list(contents)))
        rows = self._connection.execute(
            f"SELECT first, second, cause, finding FROM compared WHERE version = ?1 {among}", values
        )
        return {(first, second): (cause, finding) for first, second, cause, finding in rows}

    def add_compared(self, version: int, rows: Iterable[tuple[str, str, str, str]]) -> None:
        """Store compared pairs: first, second, cause, finding."""
        self._connection.executemany(
            "INSERT OR REPLACE INTO compared (first, second, version, cause, finding) VALUES (?, ?, ?, ?, ?)",
            [(first, second, version, cause, finding) for first, second, cause, finding in rows],
        )

    # --- verdicts

    def verdicts(self) -> list[PairVerdict]:
        if not self._are_there:
            return []
        rows = self._connection.execute("SELECT kept, other, verdict, path FROM duplicate_verdict")
        return [
            PairVerdict(kept=keeper, other=other, verdict=verdict, place=read_name(place))
            for keeper, other, verdict, place in rows
        ]

    def say(self, verdicts: Sequence[PairVerdict]) -> None:
        """Store verdicts. Each replaces an earlier verdict on the same two contents, whichever of them was kept."""
        now = time.time()
        for verdict in verdicts:
            self.unsay([verdict])
            self._connection.execute(
                "INSERT INTO duplicate_verdict (kept, other, path, verdict, said_at) VALUES (?, ?, ?, ?, ?)",
                (verdict.kept, verdict.other, bind_name(verdict.place), verdict.verdict, now),
            )

    def set_out(self, place: str, *, back: bool = False) -> None:
        """Mark a file as on its way to the trash, so that no other file is taken for it. back : remove the mark"""
        before, after = (f"{ON_ITS_WAY}{place}", place) if back else (place, f"{ON_ITS_WAY}{place}")
        self._connection.execute(
            "UPDATE OR REPLACE duplicate_verdict SET path = ? WHERE path = ? AND verdict = 'trash'",
            (bind_name(after), bind_name(before)),
        )

    def unsay(self, verdicts: Sequence[PairVerdict]) -> None:
        """Delete the verdicts on pairs."""
        self._connection.executemany(
            "DELETE FROM duplicate_verdict WHERE path = ? AND ((kept = ? AND other = ?) OR (kept = ? AND other = ?))",
            [
                (bind_name(verdict.place), verdict.kept, verdict.other, verdict.other, verdict.kept)
                for verdict in verdicts
            ],
        )

"""Photos, and their live documents in the index once they are searchable."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import (
    DATE_SOURCES,
    NO_DAY,
    UNDATED,
    DateSource,
    DocumentId,
    Listing,
    PackedTexts,
    PhotoId,
)
from cbir.catalog.metadata import towns_of
from cbir.catalog.places import all_towns
from cbir.catalog.roots import Root
from cbir.catalog.rows import Table, bind_name, read_name

RAW = "camera raw"
"""The format of raw files."""


class IndexedPhoto(NamedTuple):
    """A photo and its live document. bytes : of the file. taken_at, dated_by : as in Metadata

    document, store, store_row : 0, "" and 0 for a photo that is listed and not searchable yet

    A tuple, because a search makes a thousand of them.
    """

    document: DocumentId
    photo: PhotoId
    path: Path
    width: int
    height: int
    fingerprint: str
    store: str
    store_row: int
    bytes: int = 0
    taken_at: str | None = None
    dated_by: DateSource | None = None

    @property
    def is_searchable(self) -> bool:
        return self.document > 0


class PhotoTable(Table):
    """All photos. Each is listed, and is searchable once it has a live document."""

    def count(self, root: Root | None = None) -> int:
        """Number of photos, searchable or only listed, of one root or of all."""
        if not self.has_table("facet_total"):
            return self._count(
                "SELECT count(*) FROM facet WHERE ? IN (root_id, 0)", 0 if root is None else root.id
            )
        total = "SELECT coalesce(sum(photos), 0) FROM facet_total WHERE kind = "
        if root is None:
            return self._count(f"{total} 'orientation'")
        return self._count(f"{total} 'folder' AND root_id = ?", root.id)

    def searchable(self) -> int:
        """Number of photos that a search for content covers."""
        return self._total("searchable", "SELECT count(*) FROM document WHERE live")

    def indexed_otherwise(self, codebook: str, options: str) -> int:
        """Number of photos that are indexed with another codebook or other feature options."""
        return self._count(
            # segments first: most libraries have no such segment, so that no document is read
            "SELECT count(*) FROM segment CROSS JOIN document ON store = segment.name "
            "WHERE live AND kind = 'features' AND (codebook <> ? OR options <> ?)",
            codebook,
            options,
        )

    def of_documents(self, documents: Iterable[int]) -> dict[int, IndexedPhoto]:
        """The live documents among those given, with their photos."""
        ids = json.dumps(sorted(map(int, documents)))
        records = self._select(f"{_WITH_DOCUMENT} WHERE live AND document.id {_AMONG}", ids)
        return {record.document: record for record in records}

    def find_all(self, photos: Sequence[PhotoId]) -> dict[PhotoId, IndexedPhoto]:
        """The photos of the library among those given."""
        records = self._select(f"{_LISTED} WHERE photo.id {_AMONG}", json.dumps(sorted(photos)))
        return {record.photo: record for record in records}

    def find(self, photo: PhotoId) -> IndexedPhoto | None:
        return self.find_all([photo]).get(photo)

    def find_path(self, path: Path) -> IndexedPhoto | None:
        """The photo at an absolute path, even if its file is missing."""
        for row in self._connection.execute("SELECT DISTINCT path FROM root"):
            root = Path(read_name(row[0]))
            if path.is_relative_to(root):
                below = path.relative_to(root).as_posix()
                where = "WHERE root.path = ? AND photo.path = ?"
                records = self._select(f"{_LISTED} {where}", row[0], bind_name(below))
                if records:
                    return records[0]
        return None

    def of_contents(self, fingerprints: Sequence[str]) -> list[IndexedPhoto]:
        """The photos whose files have one of these contents, by path."""
        photos = self._select(f"{_LISTED} WHERE fingerprint {_AMONG}", json.dumps(list(fingerprints)))
        return sorted(photos, key=lambda photo: photo.path)

    def listing(self, photos: Sequence[PhotoId]) -> Listing:
        """The photos of the library among those given as columns, in their order.

        A raw file is one item with the JPEG of its shot, and left out, if both are among them.
        """
        roots = {row[0]: read_name(row[1]) for row in self._connection.execute("SELECT id, path FROM root")}
        folders: dict[tuple[int, str], int] = {}
        columns, dates = [], []
        texts: list[tuple[bytes, bytes, bytes]] = []
        raws: list[int] = []
        for photo, root, path, width, height, fingerprint, taken_at, dated_by, format in self._to_list(
            photos
        ):
            folder, _, name = read_name(path).rpartition("/")
            if format == RAW:
                raws.append(len(texts))
            at = folders.setdefault((root, folder), len(folders))
            dates.append((taken_at or "").encode())
            texts.append((os.fsencode(name), dates[-1], fingerprint.encode()))
            columns.append((photo, width, height, at, _SOURCES.get(dated_by, UNDATED)))
        numbers = np.array(columns, np.int32).reshape(-1, 5)
        towns, town_of = self._towns_of(numbers[:, 0])
        listing = Listing(
            photos=numbers[:, 0].copy(),
            sizes=narrow(numbers[:, 1:3]),
            days=day_numbers(dates),
            text_of=np.arange(len(texts), dtype=np.int32),
            folder_of=narrow(numbers[:, 3]),
            dated_by=numbers[:, 4].astype(np.uint8),
            town_of=narrow(town_of),
            towns=towns,
            texts=PackedTexts.of(3, texts),
            folders=tuple(str(Path(roots[root], folder)) for root, folder in folders),
        )
        pairs = _pairs(columns, texts, raws) if raws else {}
        if not pairs:
            return listing
        beside = np.full(len(texts), -1, np.int32)
        beside[[*pairs.values()]] = [*pairs]
        return replace(listing, beside_of=beside).take(np.setdiff1d(np.arange(len(texts)), [*pairs]))

    def raws(self, photos: Collection[PhotoId]) -> set[PhotoId]:
        """The raw files among photos."""
        return {
            PhotoId(photo)
            for (photo,) in self._connection.execute(
                f"SELECT photo_id FROM facet WHERE format = ? AND photo_id {_AMONG}",
                (RAW, json.dumps(list(photos))),
            )
        }

    def one_item_with(self, photo: PhotoId) -> list[PhotoId]:
        """The raw files of a picture's shot, or the pictures of a raw file's: same name, and same time by metadata."""
        row = self._connection.execute(
            "SELECT photo.root_id, photo.path, taken_at, dated_by, facet.format = ? "
            "FROM photo JOIN facet ON photo_id = photo.id WHERE photo.id = ?",
            (RAW, photo),
        ).fetchone()
        if row is None or row[3] != "metadata" or "T" not in row[2]:
            return []
        root, path, taken_at, _, is_raw = row
        stem = read_name(path).rpartition(".")[0]
        named = self._connection.execute(
            "SELECT photo.id, photo.path FROM photo JOIN facet ON photo_id = photo.id "
            "WHERE photo.root_id = ? AND photo.path > ? AND photo.path < ? "  # "." comes right before "/"
            "AND taken_at = ? AND dated_by = 'metadata' AND (facet.format = ?) <> ?",
            (root, bind_name(f"{stem}."), bind_name(f"{stem}/"), taken_at, RAW, is_raw),
        )
        return [PhotoId(other) for other, name in named if read_name(name).rpartition(".")[0] == stem]

    def _to_list(self, photos: Sequence[PhotoId]) -> Iterator[tuple[Any, ...]]:
        """Rows of a listing, in the order of the photos. Reading them sorted by id takes a third of the time."""
        for start in range(0, len(photos), LISTED_AT_ONCE):
            chunk = photos[start : start + LISTED_AT_ONCE]
            rows = self._connection.execute(
                "SELECT photo.id, photo.root_id, photo.path, facet.width, facet.height, fingerprint, facet.taken_at, "
                "facet.dated_by, facet.format "
                "FROM json_each(?) JOIN photo ON photo.id = value JOIN facet ON photo_id = photo.id",
                (json.dumps(sorted(chunk)),),
            )
            by_photo = {row[0]: row for row in rows}
            yield from (by_photo[photo] for photo in chunk if photo in by_photo)

    def _select(self, source: str, *values: object) -> list[IndexedPhoto]:
        """Photos with their documents. source : the SQL from FROM on"""
        rows = self._connection.execute(f"{_COLUMNS} {source}", values)
        records = []
        for document, photo, root, path, *others in rows:
            folder, _, name = read_name(path).rpartition("/")
            records.append(IndexedPhoto(document, photo, _folder(read_name(root), folder) / name, *others))
        return records

    def towns(self, photos: Sequence[PhotoId]) -> dict[PhotoId, str]:
        """The nearest town of each photo that has one."""
        labels, town_of = self._towns_of(np.array(photos, np.int64))
        return {
            photo: labels[town] for photo, town in zip(photos, town_of.tolist(), strict=True) if town >= 0
        }

    def _towns_of(self, photos: NDArray[np.integer]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        """The labels of the photos' towns, and for each photo the index of its label, -1 for none."""
        town_rows = towns_of(self._connection, photos)
        used, town_of = np.unique(town_rows[town_rows >= 0], return_inverse=True)
        numbers = np.full(len(photos), -1, np.int32)
        numbers[town_rows >= 0] = town_of
        return tuple(all_towns().label(town) for town in used.tolist()), numbers


_COLUMNS = """SELECT coalesce(document.id, 0), photo.id, root.path, photo.path, photo.width, photo.height,
        fingerprint, coalesce(store, ''), coalesce(store_row, 0), photo.size, taken_at, dated_by"""
_LISTED = """FROM photo JOIN root ON root.id = photo.root_id JOIN facet ON facet.photo_id = photo.id
    LEFT JOIN document ON document.id = facet.document_id"""
_AMONG = "IN (SELECT value FROM json_each(?))"
_WITH_DOCUMENT = """FROM document JOIN photo ON photo.id = document.photo_id JOIN root ON root.id = photo.root_id
    JOIN facet ON facet.photo_id = photo.id"""
LISTED_AT_ONCE = 1 << 18  # 100 MB


def _pairs(
    columns: Sequence[tuple[int, ...]], texts: Sequence[tuple[bytes, bytes, bytes]], raws: Collection[int]
) -> dict[int, int]:
    """Rows of raw files, each with the row of the picture of its shot: same folder, name and time by metadata."""
    by_metadata = _SOURCES["metadata"]
    shots: dict[tuple[int, bytes, bytes], int] = {}

    def shot(row: int) -> tuple[int, bytes, bytes] | None:
        name, taken_at, _ = texts[row]
        _, _, _, folder, source = columns[row]
        is_timed = source == by_metadata and b"T" in taken_at
        return (folder, name.rpartition(b".")[0], taken_at) if is_timed else None

    raws_of = {key: row for row in raws if (key := shot(row)) is not None}
    of_raws = set(raws)
    for row in range(len(texts)) if raws_of else ():
        if row not in of_raws and (key := shot(row)) in raws_of and key is not None:
            shots.setdefault(key, row)
    return {raws_of[key]: row for key, row in shots.items()}


_SOURCES = {source: at for at, source in enumerate(DATE_SOURCES)}


@lru_cache(4096)
def _folder(root: str, below: str) -> Path:
    """A folder's path, cached, as parsing whole paths would be most of the cost of a thousand hits."""
    return Path(root, below)


def narrow(values: NDArray[np.int32]) -> NDArray[np.integer]:
    """The values in the narrowest integer type that holds them all."""
    least, most = values.min(initial=0), values.max(initial=0)
    # a signed type that holds n also holds -n - 1
    return values.astype(np.min_scalar_type(most if least >= 0 else min(least, -most - 1)))


def day_numbers(dates: Sequence[bytes]) -> NDArray[np.int32]:
    """Days since 1970 of dates as in Metadata. A month or year counts by its first day; NO_DAY for invalid dates."""
    text = np.array(dates, "S10")  # truncates each to the day
    try:
        days = text.astype("U10").astype("datetime64[D]")
    except ValueError:  # a file has an invalid day: convert them individually
        days = np.array([_day(date) for date in text.tolist()], "datetime64[D]")
    numbers = days.astype(np.int64)
    return np.where(np.isnat(days), NO_DAY, numbers).astype(np.int32)


def _day(date: bytes) -> np.datetime64:
    for text in (date, date[:7], date[:4]):
        try:
            return np.datetime64(text.decode(), "D")
        except ValueError:
            continue
    return np.datetime64("NaT")

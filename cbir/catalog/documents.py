"""Documents and segments. A document is a version of a photo in the index; its features are in segments.

One transaction lists a photo. Another one adds its document, and makes the photo searchable. A replaced or
deleted document stays as a tombstone until its postings are rewritten without it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import DocumentId, Metadata, PhotoId
from cbir.catalog.colors import ColorTable
from cbir.catalog.metadata import MetadataTable
from cbir.catalog.rows import Table, bind_name, read_name


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPhoto:
    """A photo to list. The fields are those of the tables photo and metadata. extractor : 0 keeps the old metadata"""

    root: int
    path: str
    size: int
    mtime_ns: int
    fingerprint: str
    format: str
    width: int
    height: int
    pixels: str = ""
    metadata: Metadata = field(default_factory=Metadata)
    sidecar: str = ""
    extractor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDocument(NewPhoto):
    """A photo with its place in the index; see the tables document and color. colors : None if unknown"""

    document: DocumentId
    store_row: int
    colors: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRow:
    name: str
    kind: str
    codebook: str
    options: str
    documents: int


class DocumentTable(Table):
    """Versions of photos in the index."""

    def __init__(self, connection: sqlite3.Connection, metadata: MetadataTable, colors: ColorTable) -> None:
        super().__init__(connection)
        self._metadata, self._colors = metadata, colors

    def next_id(self) -> DocumentId:
        row = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'document'").fetchone()
        return DocumentId(1 if row is None else int(row[0]) + 1)

    def add(self, documents: Sequence[NewDocument], *, store: str, postings: str) -> None:
        """Make photos searchable: insert or replace their rows. Earlier versions become tombstones."""
        for new in documents:
            photo = self.list_photo(new)
            self._connection.execute("UPDATE document SET live = 0 WHERE photo_id = ? AND live", (photo,))
            self._connection.execute(
                "INSERT INTO document (id, photo_id, store, store_row, postings) VALUES (?, ?, ?, ?, ?)",
                (new.document, photo, store, new.store_row, postings),
            )
            if new.colors is not None:
                self._colors.set([(photo, new.colors)])

    def list_photo(self, new: NewPhoto) -> PhotoId:
        """Insert or replace a photo's row and its metadata. A new photo is listed, but not searchable yet."""
        path = bind_name(new.path)
        row = self._connection.execute(
            """INSERT INTO photo
                   (root_id, path, size, mtime_ns, fingerprint, format, width, height, pixels)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (root_id, path) DO UPDATE SET
                   size = excluded.size, mtime_ns = excluded.mtime_ns,
                   fingerprint = excluded.fingerprint, format = excluded.format,
                   width = excluded.width, height = excluded.height, pixels = excluded.pixels
               RETURNING id""",
            (
                new.root,
                path,
                new.size,
                new.mtime_ns,
                new.fingerprint,
                new.format,
                new.width,
                new.height,
                new.pixels,
            ),
        ).fetchone()
        photo = PhotoId(row[0])
        if new.extractor:
            self._metadata.set(photo, new.metadata, extractor=new.extractor, sidecar=new.sidecar)
        self._connection.execute("DELETE FROM failure WHERE root_id = ? AND path = ?", (new.root, path))
        return photo

    def add_tombstone(
        self, document: DocumentId, photo: PhotoId, *, store: str, store_row: int, postings: str
    ) -> None:
        """Add a document that is already in segments, as a tombstone: its photo was removed during indexing."""
        self._connection.execute(
            "INSERT INTO document (id, photo_id, live, store, store_row, postings) VALUES (?, ?, 0, ?, ?, ?)",
            (document, photo, store, store_row, postings),
        )

    def live(self, *, after: int = 0) -> NDArray[np.int64]:
        """All searchable documents above an id, ascending."""
        return np.sort(self._ids("id", "document WHERE live AND id > ?", after))

    def deleted(self) -> list[tuple[DocumentId, str, int]]:
        """Tombstones that are still in postings: document, features segment, row in it."""
        rows = self._connection.execute(
            "SELECT id, store, store_row FROM document WHERE NOT live ORDER BY id"
        )
        return [(DocumentId(id), store, row) for id, store, row in rows]

    def deleted_in(self, postings: str) -> int:
        # The + makes SQLite use the small index of tombstones. The index of postings would scan every photo.
        return self._count("SELECT count(*) FROM document WHERE +postings = ? AND NOT live", postings)

    def in_postings(self, postings: str) -> list[tuple[DocumentId, str, int]]:
        """Documents of a postings segment, including tombstones: id, features segment and row in it."""
        rows = self._connection.execute(
            "SELECT id, store, store_row FROM document WHERE postings = ? ORDER BY id", (postings,)
        )
        return [(DocumentId(id), store, row) for id, store, row in rows]

    def shapes(self, documents: Sequence[int]) -> dict[int, tuple[str, int, int]]:
        """Format, width and height of documents. A tombstone has the values of the photo's new version."""
        rows = self._connection.execute(
            """SELECT document.id, format, width, height FROM document JOIN photo ON photo.id = photo_id
               WHERE document.id IN (SELECT value FROM json_each(?))""",
            (json.dumps(documents),),
        )
        return {document: (format, width, height) for document, format, width, height in rows}

    def in_store(self, store: str) -> list[tuple[DocumentId, int]]:
        """Documents of a features segment, including tombstones, and their rows in it."""
        rows = self._connection.execute(
            "SELECT id, store_row FROM document WHERE store = ? ORDER BY store_row", (store,)
        )
        return [(DocumentId(id), row) for id, row in rows]

    def made_by(self, codebook: str) -> list[tuple[DocumentId, str]]:
        """Live documents whose features were made with a codebook, and the options of the features, sorted by both."""
        rows = self._connection.execute(
            """SELECT document.id, options FROM document JOIN segment ON segment.name = store
               WHERE live AND codebook = ? ORDER BY options, document.id""",
            (codebook,),
        )
        return [(DocumentId(id), options) for id, options in rows]

    def all(self) -> NDArray[np.int64]:
        """All documents, including tombstones, ascending."""
        return np.fromiter(
            (row[0] for row in self._connection.execute("SELECT id FROM document ORDER BY id")), np.int64
        )

    def reword(self, rows: Sequence[tuple[DocumentId, int]], *, store: str, postings: str) -> None:
        """Record new segments of documents, including tombstones. rows : documents, and their rows in `store`"""
        self._connection.executemany(
            "UPDATE document SET store = ?, store_row = ?, postings = ? WHERE id = ?",
            [(store, row, postings, document) for document, row in rows],
        )

    def move(self, rows: Sequence[tuple[DocumentId, int]], store: str) -> None:
        """Record a new segment for the features of documents."""
        self._connection.executemany(
            "UPDATE document SET store = ?, store_row = ? WHERE id = ?",
            [(store, row, document) for document, row in rows],
        )


class SegmentTable(Table):
    """Segments on the disk. A segment leaves the list together with its documents."""

    def add(self, segment: SegmentRow) -> None:
        self._connection.execute(
            "INSERT INTO segment VALUES (?, ?, ?, ?, ?)",
            (segment.name, segment.kind, segment.codebook, segment.options, segment.documents),
        )

    def all(self, kind: str | None = None) -> list[SegmentRow]:
        rows = self._connection.execute(
            "SELECT name, kind, codebook, options, documents FROM segment WHERE ? IS NULL OR kind = ?",
            (kind, kind),
        )
        return [
            SegmentRow(name=name, kind=of, codebook=codebook, options=options, documents=documents)
            for name, of, codebook, options, documents in rows
        ]

    def replace_postings(
        self, merged: Sequence[str], segment: SegmentRow | None, *, left_out: Collection[int]
    ) -> None:
        """Replace several postings segments by one, or by none if it would be empty.

        left_out : documents that are not in the new segment. Tombstones among them are deleted. A document that has
            become a tombstone since then is in the new segment, and stays a tombstone
        """
        if segment is not None:
            self.add(segment)
        for name in merged:
            rows = self._connection.execute(
                "SELECT id FROM document WHERE +postings = ? AND NOT live", (name,)
            )
            removed = [(id,) for (id,) in rows if id in left_out]
            self._connection.executemany("DELETE FROM document WHERE id = ?", removed)
            if segment is not None:
                self._connection.execute(
                    "UPDATE document SET postings = ? WHERE postings = ?", (segment.name, name)
                )
            self._connection.execute("DELETE FROM segment WHERE name = ?", (name,))

    def replace_vectors(self, merged: Sequence[str], segment: SegmentRow | None) -> None:
        """Replace several segments of embeddings by one, or by none."""
        for name in merged:
            self._connection.execute("DELETE FROM segment WHERE name = ? AND kind = 'vectors'", (name,))
        if segment is not None:
            self.add(segment)

    def forget(self, name: str) -> int:
        """Drop a damaged segment and the documents in it. Returns the number of live ones.

        Their photos stay, with everything attached to them; the next index run reads them again. Rewrite the postings
        without these documents before you drop a features segment.
        """
        live = self._count("SELECT count(*) FROM document WHERE live AND ? IN (postings, store)", name)
        self._connection.execute("DELETE FROM document WHERE ? IN (postings, store)", (name,))
        self._connection.execute("DELETE FROM segment WHERE name = ?", (name,))
        return live

    def postings_of_store(self, store: str) -> list[str]:
        """Postings segments with documents of a features segment."""
        rows = self._connection.execute("SELECT DISTINCT postings FROM document WHERE store = ?", (store,))
        return [str(row[0]) for row in rows]

    def drop_unused_stores(self) -> int:
        """Remove features segments without documents from the list. Returns their number."""
        return self._connection.execute(
            "DELETE FROM segment WHERE kind = 'features' AND name NOT IN (SELECT store FROM document)"
        ).rowcount


class NotEmbeddedTable(Table):
    """Documents without a usable embedding by a model."""

    def add(self, documents: Iterable[int], *, model: str) -> None:
        """Record that a model gives documents no usable embedding."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO not_embedded VALUES (?, ?)", [(document, model) for document in documents]
        )

    def files(self, model: str) -> dict[DocumentId, Path]:
        """Documents without a usable embedding by a model, and their files, ordered by file."""
        rows = self._connection.execute(
            """SELECT document.id, root.path, photo.path FROM not_embedded
            JOIN document ON document.id = document_id JOIN photo ON photo.id = document.photo_id
            JOIN root ON root.id = root_id WHERE model = ? ORDER BY 2, 3""",
            (model,),
        )
        return {DocumentId(id): Path(read_name(root), read_name(path)) for id, root, path in rows}

    def forget(self, model: str | None = None) -> None:
        """Delete the records of a model, or of all models, so that the documents are tried again."""
        self._connection.execute("DELETE FROM not_embedded WHERE ? IS NULL OR model = ?", (model, model))

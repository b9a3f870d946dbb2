"""Documents and segments: which version of which photo lies where in the index.

A document is visible when the transaction that adds it has committed; one that was replaced or deleted stays
as a tombstone until its postings are written anew without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import DocumentId, Metadata, PhotoId
from cbir.catalog.details import MetadataTable
from cbir.catalog.rows import bind_name, read_name

_SQL_VARIABLES = 500  # in one statement; SQLite's oldest limit is 999


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDocument:
    """A photo's content as it was indexed; see the tables photo and document for the fields."""

    root: int
    path: str
    size: int
    mtime_ns: int
    fingerprint: str
    format: str
    width: int
    height: int
    document: DocumentId
    store_row: int
    pixels: str = ""
    metadata: Metadata = field(default_factory=Metadata)
    sidecar: str = ""
    extractor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A document and the photo it belongs to. bytes : of the file. taken_at : as in Metadata"""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentRow:
    name: str
    kind: str
    codebook: str
    options: str
    documents: int


class DocumentTables(MetadataTable):
    """The tables document and segment of an open catalog."""

    def next_document(self) -> DocumentId:
        row = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'document'").fetchone()
        return DocumentId(1 if row is None else int(row[0]) + 1)

    def add_documents(self, documents: Sequence[NewDocument], *, store: str, postings: str) -> None:
        """Make photos searchable: insert or replace their rows; earlier versions become tombstones."""
        for new in documents:
            path = bind_name(new.path)
            photo = self._connection.execute(
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
            ).fetchone()[0]
            self._connection.execute("UPDATE document SET live = 0 WHERE photo_id = ? AND live", (photo,))
            self._connection.execute(
                "INSERT INTO document (id, photo_id, store, store_row, postings) VALUES (?, ?, ?, ?, ?)",
                (new.document, photo, store, new.store_row, postings),
            )
            if new.extractor:
                self.set_metadata(photo, new.metadata, extractor=new.extractor, sidecar=new.sidecar)
            self._connection.execute("DELETE FROM failure WHERE root_id = ? AND path = ?", (new.root, path))

    def add_tombstone(
        self, document: DocumentId, photo: PhotoId, *, store: str, store_row: int, postings: str
    ) -> None:
        """Note a document that segments hold and nobody shall find: its photo went while it was read."""
        self._connection.execute(
            "INSERT INTO document (id, photo_id, live, store, store_row, postings) VALUES (?, ?, 0, ?, ?, ?)",
            (document, photo, store, store_row, postings),
        )

    def update_file(self, photo: PhotoId, *, size: int, mtime_ns: int, fingerprint: str) -> None:
        """Note that a photo's file was written anew, and its pixels are what they were."""
        self._connection.execute(
            "UPDATE photo SET size = ?, mtime_ns = ?, fingerprint = ? WHERE id = ?",
            (size, mtime_ns, fingerprint, photo),
        )

    def add_segment(self, segment: SegmentRow) -> None:
        self._connection.execute(
            "INSERT INTO segment VALUES (?, ?, ?, ?, ?)",
            (segment.name, segment.kind, segment.codebook, segment.options, segment.documents),
        )

    def segments(self, kind: str | None = None) -> list[SegmentRow]:
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
        """Put one postings segment in the place of several, or none where they hold nothing but what is left out.

        left_out : documents that it does not hold; tombstones among them are forgotten. One that became a tombstone
            since is still in the postings, and stays one
        """
        if segment is not None:
            self.add_segment(segment)
        for name in merged:
            rows = self._connection.execute(
                "SELECT id FROM document WHERE postings = ? AND NOT live", (name,)
            )
            gone = [(id,) for (id,) in rows if id in left_out]
            self._connection.executemany("DELETE FROM document WHERE id = ?", gone)
            if segment is not None:
                self._connection.execute(
                    "UPDATE document SET postings = ? WHERE postings = ?", (segment.name, name)
                )
            self._connection.execute("DELETE FROM segment WHERE name = ?", (name,))

    def replace_vectors(self, merged: Sequence[str], segment: SegmentRow | None) -> None:
        """Put one segment of embeddings in the place of several, or none."""
        for name in merged:
            self._connection.execute("DELETE FROM segment WHERE name = ? AND kind = 'vectors'", (name,))
        if segment is not None:
            self.add_segment(segment)

    def add_not_embedded(self, documents: Iterable[int], *, model: str) -> None:
        """Note that a model has no usable embedding for some documents."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO not_embedded VALUES (?, ?)", [(document, model) for document in documents]
        )

    def not_embedded(self, model: str) -> dict[DocumentId, Path]:
        """Documents that a model has no usable embedding for, and their files, in the order of these."""
        rows = self._connection.execute(
            """SELECT document.id, root.path, photo.path FROM not_embedded
            JOIN document ON document.id = document_id JOIN photo ON photo.id = document.photo_id
            JOIN root ON root.id = root_id WHERE model = ? ORDER BY 2, 3""",
            (model,),
        )
        return {DocumentId(id): Path(read_name(root), read_name(path)) for id, root, path in rows}

    def forget_not_embedded(self, model: str | None = None) -> None:
        """Let a model, or any, be asked again for the documents that it had no usable embedding for."""
        self._connection.execute("DELETE FROM not_embedded WHERE ? IS NULL OR model = ?", (model, model))

    def live_documents(self, *, after: int = 0) -> NDArray[np.int64]:
        """All documents above an id that a search may find, ascending."""
        rows = self._connection.execute("SELECT id FROM document WHERE live AND id > ? ORDER BY id", (after,))
        return np.fromiter((row[0] for row in rows), np.int64)

    def photos_of_other_codebooks(self, codebook: str) -> int:
        """Photos that a search finds by the words of another codebook."""
        row = self._connection.execute(
            "SELECT count(*) FROM document JOIN segment ON segment.name = store WHERE live AND codebook <> ?",
            (codebook,),
        ).fetchone()
        return int(row[0])

    def forget_segment(self, name: str) -> int:
        """Drop a damaged segment and the documents in it. Returns how many live ones there were.

        Their photos stay, with all that is attached to them; the next index run reads them again.
        """
        live = self._connection.execute(
            "SELECT count(*) FROM document WHERE live AND (postings = ? OR store = ?)", (name, name)
        ).fetchone()[0]
        self._connection.execute("DELETE FROM document WHERE postings = ? OR store = ?", (name, name))
        self._connection.execute("DELETE FROM segment WHERE name = ?", (name,))
        return int(live)

    def postings_of_store(self, store: str) -> list[str]:
        """Postings segments that hold documents of a features segment."""
        rows = self._connection.execute("SELECT DISTINCT postings FROM document WHERE store = ?", (store,))
        return [str(row[0]) for row in rows]

    def deleted_documents(self) -> list[tuple[DocumentId, str, int]]:
        """Tombstones that the postings still hold: document, features segment, row in it."""
        rows = self._connection.execute(
            "SELECT id, store, store_row FROM document WHERE NOT live ORDER BY id"
        )
        return [(DocumentId(id), store, row) for id, store, row in rows]

    def deleted_in(self, postings: str) -> int:
        row = self._connection.execute(
            "SELECT count(*) FROM document WHERE postings = ? AND NOT live", (postings,)
        ).fetchone()
        return int(row[0])

    def find_documents(self, documents: Sequence[int]) -> dict[int, Found]:
        """The live ones of some documents, with their photos."""
        found: dict[int, Found] = {}
        for start in range(0, len(documents), _SQL_VARIABLES):
            some = [int(document) for document in documents[start : start + _SQL_VARIABLES]]
            marks = ",".join("?" * len(some))
            for row in self._connection.execute(
                f"{_SELECT_FOUND} WHERE live AND document.id IN ({marks})", some
            ):
                found[row[0]] = _found(row)
        return found

    def find_photos(self, photos: Sequence[PhotoId]) -> dict[PhotoId, Found]:
        """Some photos, as far as they can be found."""
        found: dict[PhotoId, Found] = {}
        for start in range(0, len(photos), _SQL_VARIABLES):
            some = photos[start : start + _SQL_VARIABLES]
            marks = ",".join("?" * len(some))
            for row in self._connection.execute(
                f"{_SELECT_FOUND} WHERE live AND photo.id IN ({marks})", some
            ):
                found[PhotoId(row[1])] = _found(row)
        return found

    def find_photo(self, photo: PhotoId) -> Found | None:
        row = self._connection.execute(f"{_SELECT_FOUND} WHERE live AND photo.id = ?", (photo,)).fetchone()
        return None if row is None else _found(row)

    def find_path(self, path: Path) -> Found | None:
        """The photo at an absolute path, whether or not its file is there."""
        for row in self._connection.execute("SELECT DISTINCT path FROM root"):
            root = Path(read_name(row[0]))
            if path.is_relative_to(root):
                below = path.relative_to(root).as_posix()
                found = self._connection.execute(
                    f"{_SELECT_FOUND} WHERE live AND root.path = ? AND photo.path = ?",
                    (row[0], bind_name(below)),
                ).fetchone()
                if found is not None:
                    return _found(found)
        return None


_SELECT_FOUND = """SELECT
        document.id, photo.id, root.path, photo.path, width, height, fingerprint, store, store_row,
        photo.size, metadata.taken_at
    FROM document JOIN photo ON photo.id = document.photo_id JOIN root ON root.id = root_id
    LEFT JOIN metadata ON metadata.photo_id = photo.id"""


def _found(
    row: tuple[int, int, str | bytes, str | bytes, int, int, str, str, int, int, str | None],
) -> Found:
    document, photo, root, path, width, height, fingerprint, store, store_row, size, taken_at = row
    return Found(
        document=DocumentId(document),
        photo=PhotoId(photo),
        path=Path(read_name(root), read_name(path)),
        width=width,
        height=height,
        fingerprint=fingerprint,
        store=store,
        store_row=store_row,
        bytes=size,
        taken_at=taken_at,
    )

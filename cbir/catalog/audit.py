"""What maintenance needs of the catalog: is it whole, does it agree with itself, what can go, where did rows move."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from cbir.base.types import DocumentId
from cbir.catalog.page_checksums import fold, renew_checksums
from cbir.catalog.rows import Tables, read_name

# What must be empty, and the sentence about what is not; {} is how many rows there are.
_CONTRADICTIONS = (
    (
        "SELECT photo_id FROM document WHERE live GROUP BY photo_id HAVING count(*) > 1",
        "{} photos are indexed twice",
    ),
    (
        "SELECT id FROM document WHERE live AND photo_id NOT IN (SELECT id FROM photo)",
        "{} documents belong to photos that are not there",
    ),
    (
        "SELECT id FROM document WHERE NOT EXISTS "
        "(SELECT 1 FROM segment WHERE name = postings AND kind = 'postings')",
        "{} documents are in postings that are not there",
    ),
    (
        "SELECT id FROM document WHERE NOT EXISTS "
        "(SELECT 1 FROM segment WHERE name = store AND kind = 'features')",
        "{} documents have features that are not there",
    ),
    (
        "SELECT 1 FROM photo JOIN failure USING (root_id, path)",
        "{} files are both photos and failures",
    ),
    (
        "SELECT facet.photo_id FROM facet LEFT JOIN document ON document.photo_id = facet.photo_id AND live "
        "WHERE facet.document_id IS NOT document.id",
        "{} photos are filtered by another version of them",
    ),
    (
        "SELECT id FROM photo WHERE id NOT IN (SELECT photo_id FROM facet) "
        "UNION ALL SELECT photo_id FROM facet WHERE photo_id NOT IN (SELECT id FROM photo)",
        "{} photos are missing among the filters, or there too much",
    ),
    (
        "SELECT id FROM photo WHERE id NOT IN (SELECT rowid FROM photo_text) "
        "UNION ALL SELECT rowid FROM photo_text WHERE rowid NOT IN (SELECT id FROM photo)",
        "{} photos are missing in the full text, or there too much",
    ),
    (
        "SELECT facet.photo_id FROM facet LEFT JOIN metadata USING (photo_id) LEFT JOIN mark USING (photo_id) "
        "WHERE facet.rating IS NOT coalesce(mark.rating, metadata.rating)",
        "{} photos are filtered by another rating than theirs",
    ),
)


class AuditTables(Tables):
    """Looking through an open catalog."""

    def damage(self, *, deep: bool) -> list[str]:
        """What SQLite finds wrong with the file; deep: indexes against tables, and the full text, too."""
        try:
            check = "integrity_check" if deep else "quick_check"
            found = [str(row[0]) for row in self._connection.execute(f"PRAGMA {check}")]
            found = [line for line in found if line != "ok"]
            found += [
                f"a row of {row[0]} refers to nothing"
                for row in self._connection.execute("PRAGMA foreign_key_check")
            ]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
        return found

    def renew_checksums(self) -> None:
        """Take the file as it is for what was written."""
        renew_checksums(self._connection, self._path)

    def contradictions(self) -> list[str]:
        """Sentences on rows of the catalog that do not agree with each other."""
        found = []
        for query, sentence in _CONTRADICTIONS:
            rows = self._connection.execute(f"SELECT count(*) FROM ({query})").fetchone()[0]
            if rows:
                found.append(sentence.format(rows))
        return found

    def unsearchable_photos(self) -> int:
        """Photos whose index was lost: they wait to be read again."""
        row = self._connection.execute(
            "SELECT count(*) FROM photo WHERE id NOT IN (SELECT photo_id FROM document WHERE live)"
        ).fetchone()
        return int(row[0])

    def documents_in(self, postings: str) -> list[tuple[DocumentId, str, int]]:
        """Documents, tombstones among them, of a postings segment: id, features segment and row in it."""
        rows = self._connection.execute(
            "SELECT id, store, store_row FROM document WHERE postings = ? ORDER BY id", (postings,)
        )
        return [(DocumentId(id), store, row) for id, store, row in rows]

    def rows_of_store(self, store: str) -> list[tuple[DocumentId, int]]:
        """Documents, tombstones among them, of a features segment, and their rows in it."""
        rows = self._connection.execute(
            "SELECT id, store_row FROM document WHERE store = ? ORDER BY store_row", (store,)
        )
        return [(DocumentId(id), row) for id, row in rows]

    def move_rows(self, rows: Sequence[tuple[DocumentId, int]], store: str) -> None:
        """Note that the features of documents stand in another segment now."""
        self._connection.executemany(
            "UPDATE document SET store = ?, store_row = ? WHERE id = ?",
            [(store, row, document) for document, row in rows],
        )

    def drop_unused_stores(self) -> int:
        """Take features segments off the list that hold no document any more. Returns how many."""
        return self._connection.execute(
            "DELETE FROM segment WHERE kind = 'features' AND name NOT IN (SELECT store FROM document)"
        ).rowcount

    def drop_documents_of(self, store: str) -> int:
        """Forget the documents of a damaged features segment, and the segment. Returns how many were live.

        Their postings must have been written anew without them.
        """
        live = self._connection.execute(
            "SELECT count(*) FROM document WHERE live AND store = ?", (store,)
        ).fetchone()[0]
        self._connection.execute("DELETE FROM document WHERE store = ?", (store,))
        self._connection.execute("DELETE FROM segment WHERE name = ?", (store,))
        return int(live)

    def photo_files(self) -> list[tuple[str, Path]]:
        """Fingerprint and path of every photo."""
        rows = self._connection.execute(
            "SELECT fingerprint, root.path, photo.path FROM photo JOIN root ON root.id = root_id"
        )
        return [(fingerprint, Path(read_name(root), read_name(path))) for fingerprint, root, path in rows]

    def copy_to(self, path: Path) -> None:
        """Write a copy of the whole catalog as it is at this moment, without its log."""
        target = sqlite3.connect(path, isolation_level=None)
        try:
            self._connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()

    def checkpoint(self) -> None:
        """Flush what was committed: needed before a file goes that only an older state refers to."""
        fold(self._connection, self._path)

    def shrink(self) -> None:
        """Give the space of deleted rows back."""
        self._connection.execute("INSERT INTO photo_text (photo_text) VALUES ('optimize')")
        self._connection.execute("VACUUM")
        self.checkpoint()

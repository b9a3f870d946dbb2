"""Checks that the catalog is undamaged and consistent."""

from __future__ import annotations

import sqlite3

from cbir.base.errors import message_of
from cbir.base.messages import Message
from cbir.catalog.migration import foreign
from cbir.catalog.rows import Table
from cbir.catalog.schema import COLORS_COUNTED, EXPOSURES_COUNTED, FACETS_COUNTED

_ALL_COUNTED = f"{FACETS_COUNTED} UNION ALL {EXPOSURES_COUNTED} UNION ALL {COLORS_COUNTED}"

# Pairs of a query whose result must be empty, and a message for the number of rows if it is not.
_CONTRADICTIONS = (
    (
        "SELECT photo_id FROM document WHERE live GROUP BY photo_id HAVING count(*) > 1",
        Message("{0} photos are indexed twice"),
    ),
    (
        "SELECT id FROM document WHERE live AND photo_id NOT IN (SELECT id FROM photo)",
        Message("{0} documents belong to photos that are not there"),
    ),
    (
        "SELECT id FROM document WHERE NOT EXISTS "
        "(SELECT 1 FROM segment WHERE name = postings AND kind = 'postings')",
        Message("{0} documents are in postings that are not there"),
    ),
    (
        "SELECT id FROM document WHERE NOT EXISTS "
        "(SELECT 1 FROM segment WHERE name = store AND kind = 'features')",
        Message("{0} documents have features that are not there"),
    ),
    (
        "SELECT 1 FROM photo JOIN failure USING (root_id, path)",
        Message("{0} files are both photos and failures"),
    ),
    (
        "SELECT facet.photo_id FROM facet LEFT JOIN document ON document.photo_id = facet.photo_id AND live "
        "WHERE facet.document_id IS NOT document.id",
        Message("{0} photos are filtered by another version of their content"),
    ),
    (
        "SELECT id FROM photo WHERE id NOT IN (SELECT photo_id FROM facet) "
        "UNION ALL SELECT photo_id FROM facet WHERE photo_id NOT IN (SELECT id FROM photo)",
        Message("{0} photos are missing from the filters or listed there in error"),
    ),
    (
        "SELECT id FROM photo WHERE id NOT IN (SELECT rowid FROM photo_text) "
        "UNION ALL SELECT rowid FROM photo_text WHERE rowid NOT IN (SELECT id FROM photo)",
        Message("{0} photos are missing from the full text or listed there in error"),
    ),
    (
        "SELECT facet.photo_id FROM facet LEFT JOIN metadata USING (photo_id) LEFT JOIN mark USING (photo_id) "
        "WHERE facet.rating IS NOT coalesce(mark.rating, metadata.rating)",
        Message("{0} photos are filtered by a wrong rating"),
    ),
    (
        "SELECT facet.photo_id FROM facet JOIN metadata USING (photo_id) "
        "WHERE metadata.taken_at IS NOT NULL AND facet.taken_at IS NOT metadata.taken_at",
        Message("{0} photos are filtered by a wrong date"),
    ),
    (
        "SELECT 1 FROM total WHERE searchable <> (SELECT count(*) FROM document WHERE live) "
        "OR unread <> (SELECT count(*) FROM photo) - (SELECT count(*) FROM metadata)",
        Message("{0} of the stored photo counts are wrong"),
    ),
    (
        f"SELECT 1 FROM (SELECT * FROM facet_total WHERE photos <> 0 EXCEPT SELECT * FROM ({_ALL_COUNTED})) "
        f"UNION ALL SELECT 1 FROM (SELECT * FROM ({_ALL_COUNTED}) EXCEPT SELECT * FROM facet_total)",
        Message("{0} of the stored photo counts are wrong"),
    ),
)


class Audit(Table):
    """Checks over all tables."""

    def damage(self, *, deep: bool) -> list[Message]:
        """Damage of the file found by SQLite. deep : also compare indexes with tables, and check the full text"""
        try:
            check = "integrity_check" if deep else "quick_check"
            lines = [str(row[0]) for row in self._connection.execute(f"PRAGMA {check}")]
            damages = [Message("{0}", line) for line in lines if line != "ok"]
            damages += [Message("it has {0}", what) for what in foreign(self._connection)]
            damages += [
                Message("a row of {0} refers to nothing", row[0])
                for row in self._connection.execute("PRAGMA foreign_key_check")
            ]
        except sqlite3.DatabaseError as error:
            damages = [message_of(error)]
        return damages

    def contradictions(self) -> list[Message]:
        """Sentences about rows of the catalog that contradict each other."""
        contradictions: list[Message] = []
        for query, message in _CONTRADICTIONS:
            rows = self._count(f"SELECT count(*) FROM ({query})")
            if rows:
                contradictions.append(Message(message.template, rows))
        return contradictions

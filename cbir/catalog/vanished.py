"""Vanished photos -> new files with the same pixels: moved, with changed metadata, at once.

Equal content is recognised earlier (cbir/indexing/moves.py). Here the decoded pixels decide, and only if exactly one
vanished photo and one new photo have them. Then the new one gets the marks and other data of the vanished one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from cbir.base.types import Marks, PhotoId
from cbir.catalog.metadata import MarkTable
from cbir.catalog.roots import Root
from cbir.catalog.rows import Table, bind_name

_ATTACHED = """
    (id IN (SELECT photo_id FROM mark) OR id IN (SELECT photo_id FROM judgement)
        OR id IN (SELECT photo_id FROM album_photo) OR id IN (SELECT photo_id FROM handed_over))
"""


class VanishedTable(Table):
    """The table vanished. Writers must hold a transaction."""

    def note(self, root: Root, paths: Iterable[str]) -> None:
        """Store the pixels' fingerprints of photos before their removal, if a person set anything for them."""
        self._connection.executemany(
            f"""INSERT OR REPLACE INTO vanished
                SELECT id, pixels, fingerprint, root_id, path,
                    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'photo'), 0)
                FROM photo WHERE root_id = ? AND path = ? AND pixels <> '' AND {_ATTACHED}""",
            [(root.id, bind_name(path)) for path in paths],
        )

    def settle(self) -> list[PhotoId]:
        """Give new photos the data of vanished photos with the same pixels. Returns the recognised photos."""
        self._connection.execute(
            """DELETE FROM vanished WHERE photo_id NOT IN (SELECT photo_id FROM departed_photo)
               AND NOT EXISTS (SELECT 1 FROM kept_mark WHERE kept_mark.fingerprint = vanished.fingerprint
                   AND kept_mark.root_id = vanished.root_id AND kept_mark.path = vanished.path)"""
        )
        waiting = self._connection.execute(
            "SELECT photo_id, pixels, fingerprint, root_id, path FROM vanished"
        ).fetchall()
        if not waiting:
            return []
        new = self._connection.execute(
            """SELECT photo.id, photo.pixels FROM photo WHERE id > (SELECT min(seen) FROM vanished)
               AND EXISTS (SELECT 1 FROM vanished WHERE vanished.pixels = photo.pixels AND photo.id > seen)"""
        ).fetchall()
        gone, come = Counter(row[1] for row in waiting), Counter(row[1] for row in new)
        came = {pixels: PhotoId(photo) for photo, pixels in new}
        recognised = []
        for photo, pixels, fingerprint, root, path in waiting:
            if gone[pixels] == come[pixels] == 1:
                self._give(PhotoId(photo), came[pixels], fingerprint, root, path)
                recognised.append(came[pixels])
        self._connection.execute(
            "UPDATE vanished SET seen = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'photo'), seen)"
        )
        return recognised

    def _give(self, gone: PhotoId, came: PhotoId, fingerprint: str, root: int, path: str | bytes) -> None:
        """Give a new photo the data of the vanished photo."""
        self._connection.execute("DELETE FROM vanished WHERE photo_id = ?", (gone,))
        waiting_mark = self._connection.execute(
            "SELECT id, rating, added, removed FROM kept_mark WHERE fingerprint = ? AND root_id = ? AND path = ? "
            "ORDER BY id DESC LIMIT 1",
            (fingerprint, root, path),
        ).fetchone()
        if waiting_mark is not None:
            marks = MarkTable(self._connection)
            current = marks.of(came)
            added, removed = json.loads(waiting_mark[2]), json.loads(waiting_mark[3])
            marks.set(
                came,
                Marks(
                    rating=waiting_mark[1] if current.rating is None else current.rating,
                    added=tuple(dict.fromkeys([*added, *current.added])),
                    removed=tuple(dict.fromkeys([*removed, *current.removed])),
                ),
            )
            self._connection.execute("DELETE FROM kept_mark WHERE id = ?", (waiting_mark[0],))
        self._connection.execute("UPDATE departed_photo SET returned = ? WHERE photo_id = ?", (came, gone))

"""What the user set here, beside what files say: ratings and keywords. It wins, and the file's own is kept.

Keywords are kept as what was added to and removed from the file's, so that keywords which another program writes
into the file later are still found. Marks outlive their photo: they wait for its content to come back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import Marks, Metadata, PhotoId
from cbir.catalog.roots import Root
from cbir.catalog.rows import Tables, bind_name, read_name

NO_MARKS = Marks()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """The file of a photo as it was indexed. path : below its root"""

    root: Root
    path: str
    size: int
    mtime_ns: int

    @property
    def file(self) -> Path:
        return self.root.path / self.path


class MarkTable(Tables):
    """The table mark; full text and facets follow it by triggers, and so does the keeping of what was set."""

    def marks(self, photo: PhotoId) -> Marks:
        """What the user set for a photo."""
        row = self._connection.execute(
            "SELECT rating, added, removed FROM mark WHERE photo_id = ?", (photo,)
        ).fetchone()
        if row is None:
            return NO_MARKS
        rating, added, removed = row
        return Marks(rating=rating, added=tuple(json.loads(added)), removed=tuple(json.loads(removed)))

    def set_marks(self, photo: PhotoId, marks: Marks) -> None:
        """Set what the user said of a photo, in place of what is there. The photo must be in the catalog."""
        if marks == NO_MARKS:
            self._connection.execute("DELETE FROM mark WHERE photo_id = ?", (photo,))
            return
        self._connection.execute(
            """INSERT INTO mark VALUES (?, ?, ?, ?) ON CONFLICT (photo_id) DO UPDATE SET
                   rating = excluded.rating, added = excluded.added, removed = excluded.removed""",
            (
                photo,
                marks.rating,
                json.dumps(marks.added, ensure_ascii=False),
                json.dumps(marks.removed, ensure_ascii=False),
            ),
        )

    def photo_at(self, root: Root, path: str) -> PhotoId | None:
        """The photo at a path below a root."""
        row = self._connection.execute(
            "SELECT id FROM photo WHERE root_id = ? AND path = ?", (root.id, bind_name(path))
        ).fetchone()
        return None if row is None else PhotoId(row[0])

    def photo_file(self, photo: PhotoId) -> PhotoFile | None:
        """The file of a photo, indexed or waiting for it."""
        row = self._connection.execute(
            """SELECT root_id, root.path, photo.path, size, mtime_ns
               FROM photo JOIN root ON root.id = root_id WHERE photo.id = ?""",
            (photo,),
        ).fetchone()
        if row is None:
            return None
        id, folder, path, size, mtime_ns = row
        root = Root(id=id, path=Path(read_name(folder)))
        return PhotoFile(root=root, path=read_name(path), size=size, mtime_ns=mtime_ns)


def keywords_with(keywords: Sequence[str], marks: Marks) -> tuple[str, ...]:
    """A file's keywords, less what was removed, and what was added. The view photo_words does the same."""
    kept = [word for word in keywords if word not in marks.removed]
    return tuple(dict.fromkeys([*kept, *marks.added]))


def change_keywords(metadata: Metadata, marks: Marks, add: Sequence[str], remove: Sequence[str]) -> Marks:
    """Add and remove keywords; capitals make no difference to which one is meant.

    metadata : of the file alone
    """
    gone = {word.casefold() for word in remove} - {word.casefold() for word in add}
    wanted = {word.casefold() for word in add}
    removed = [word for word in marks.removed if word.casefold() not in wanted]
    removed += [word for word in metadata.keywords if word.casefold() in gone and word not in removed]
    added = [word for word in marks.added if word.casefold() not in gone]
    there = {word.casefold() for word in [*added, *(w for w in metadata.keywords if w not in removed)]}
    for word in add:
        if word.casefold() not in there:
            there.add(word.casefold())
            added.append(word)
    return Marks(rating=marks.rating, added=tuple(added), removed=tuple(removed))

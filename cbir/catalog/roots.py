"""The roots: folders that the user named, with their places on their volumes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from cbir.base.drives import Place
from cbir.catalog.rows import Table, bind_name, read_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A root folder. path : at its last scan. place : on its volume; None if unknown"""

    id: int
    path: Path
    place: Place | None = None


class RootTable(Table):
    """The tables root and excluded_folder."""

    def all(self) -> list[Root]:
        rows = self._connection.execute("SELECT id, path, volume, volume_path FROM root ORDER BY path")
        return [
            Root(
                id=id,
                path=Path(read_name(path)),
                place=None if volume is None else Place(volume=volume, path=read_name(below)),
            )
            for id, path, volume, below in rows
        ]

    def add(self, path: Path, place: Place | None = None) -> Root:
        added = self._connection.execute(
            "INSERT INTO root (path, added_at) VALUES (?, ?)", (bind_name(str(path)), time.time())
        )
        assert added.lastrowid is not None
        root = Root(id=added.lastrowid, path=path)
        return root if place is None else self.move(root, path=path, place=place)

    def move(self, root: Root, *, path: Path, place: Place | None) -> Root:
        """Store the new place of a root."""
        self._connection.execute(
            "UPDATE root SET path = ?, volume = ?, volume_path = ? WHERE id = ?",
            (
                bind_name(str(path)),
                None if place is None else place.volume,
                None if place is None else bind_name(place.path),
                root.id,
            ),
        )
        return Root(id=root.id, path=path, place=place)

    def excluded(self, root: Root) -> list[Path]:
        """Folders of a root that the user took out of the library."""
        rows = self._connection.execute(
            "SELECT path FROM excluded_folder WHERE root_id = ? ORDER BY path", (root.id,)
        )
        return [root.path / read_name(row[0]) for row in rows]

    def exclude(self, root: Root, folder: Path) -> None:
        """Leave out a folder below a root from now on."""
        self._connection.execute(
            "INSERT OR IGNORE INTO excluded_folder VALUES (?, ?)",
            (root.id, bind_name(folder.relative_to(root.path).as_posix())),
        )

    def include(self, root: Root, folder: Path) -> None:
        """Add an excluded folder again."""
        self._connection.execute(
            "DELETE FROM excluded_folder WHERE root_id = ? AND path = ?",
            (root.id, bind_name(folder.relative_to(root.path).as_posix())),
        )

    def remove(self, root: Root) -> None:
        """Remove a root without photos, its failures and its excluded folders."""
        self._connection.execute("DELETE FROM excluded_folder WHERE root_id = ?", (root.id,))
        self._connection.execute("DELETE FROM failure WHERE root_id = ?", (root.id,))
        self._connection.execute("DELETE FROM root WHERE id = ?", (root.id,))

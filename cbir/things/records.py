"""Tables of things in the catalog, all by content: they survive moved files, and a backup contains them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cbir.base.cached import cached_property
from cbir.base.types import PhotoId, Thing, ThingPhoto
from cbir.catalog import DISMISSED, PHOTOS_OF_THINGS, THINGS, Table, read_name
from cbir.things.pairs import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredThing:
    """A thing without its photos. icon : a content. is_chosen : the icon was chosen by a person"""

    id: int
    name: str
    icon: str
    is_chosen: bool


class Dismissal(NamedTuple):
    """A value that is not to be offered to a content. value : a keyword in the form in which keywords are compared"""

    fingerprint: str
    kind: str
    value: str


class ThingTables(Table):
    """The tables thing, thing_member, thing_pair, thing_compared, thing_choice and thing_dismissed."""

    @cached_property
    def are_there(self) -> bool:
        """False for an older catalog in a read-only folder."""
        return self.has_table(THINGS)

    # --- pairs

    def pairs(self) -> list[Pair]:
        return [Pair(*row) for row in self._connection.execute("SELECT * FROM thing_pair")]

    def add_pairs(self, pairs: Iterable[Pair]) -> None:
        """Store pairs. Of the two comparisons of a pair, the one with more points counts."""
        self._connection.executemany(
            "INSERT INTO thing_pair VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET inliers = excluded.inliers, "
            "agreement = excluded.agreement WHERE excluded.inliers > inliers",
            pairs,
        )

    def to_compare(self, version: int) -> list[PhotoId]:
        """A photo of each searchable content that this version has not compared, the newest photos first."""
        rows = self._connection.execute(
            "SELECT max(photo.id) FROM document JOIN photo ON photo.id = document.photo_id WHERE live AND NOT EXISTS "
            "(SELECT 1 FROM thing_compared AS c WHERE c.fingerprint = photo.fingerprint AND version = ?) "
            "GROUP BY photo.fingerprint ORDER BY 1 DESC",
            (version,),
        )
        return [PhotoId(row[0]) for row in rows]

    def has_older(self, version: int) -> bool:
        """True if pairs were made by another version."""
        return bool(self._count("SELECT EXISTS (SELECT 1 FROM thing_compared WHERE version <> ?)", version))

    def forget_pairs(self) -> None:
        self._connection.execute("DELETE FROM thing_pair")
        self._connection.execute("DELETE FROM thing_compared")

    def note_compared(self, fingerprints: Iterable[str], version: int) -> None:
        self._connection.executemany(
            "INSERT OR REPLACE INTO thing_compared VALUES (?, ?)",
            [(fingerprint, version) for fingerprint in fingerprints],
        )

    # --- corrections

    def choices(self, *, together: bool) -> list[tuple[str, str]]:
        """Pairs of contents that a person joined, or parted."""
        return self._connection.execute(
            "SELECT first, second FROM thing_choice WHERE together = ?", (together,)
        ).fetchall()

    def choose(self, pairs: Iterable[tuple[str, str]], *, together: bool) -> None:
        self._connection.executemany(
            "INSERT OR REPLACE INTO thing_choice VALUES (?, ?, ?)",
            [(*sorted(pair), together) for pair in pairs],
        )

    def withdraw(self, contents: Collection[str], others: Collection[str], *, together: bool) -> None:
        """Delete a person's earlier choices for pairs between two sets of contents."""
        both = json.dumps(list(contents)), json.dumps(list(others))
        among = "IN (SELECT value FROM json_each(?))"
        for first, second in (both, both[::-1]):
            self._connection.execute(
                f"DELETE FROM thing_choice WHERE together = ? AND first {among} AND second {among}",
                (together, first, second),
            )

    # --- dismissed offers

    def dismissed(self) -> set[Dismissal]:
        if not self.has_table(DISMISSED):  # an older catalog in a read-only folder
            return set()
        rows = self._connection.execute(f"SELECT fingerprint, kind, value FROM {DISMISSED}")
        return {Dismissal(*row) for row in rows}

    def dismiss(self, values: Collection[Dismissal], *, dismissed: bool) -> int:
        """Mark values as dismissed, or no longer. Returns the number of values that this changed."""
        before = self.dismissed()
        statement = (
            f"INSERT OR IGNORE INTO {DISMISSED} VALUES (?, ?, ?)"
            if dismissed
            else f"DELETE FROM {DISMISSED} WHERE fingerprint = ? AND kind = ? AND value = ?"
        )
        self._connection.executemany(statement, values)
        return sum((value in before) is not dismissed for value in set(values))

    # --- things

    def stored(self) -> list[StoredThing]:
        rows = self._connection.execute("SELECT id, name, icon, chosen FROM thing ORDER BY id")
        return [
            StoredThing(id=id, name=name, icon=icon, is_chosen=bool(chosen))
            for id, name, icon, chosen in rows
        ]

    def members(self) -> dict[int, set[str]]:
        """The contents of each thing, including those no longer in the library."""
        members: dict[int, set[str]] = defaultdict(set)
        for fingerprint, thing in self._connection.execute("SELECT fingerprint, thing FROM thing_member"):
            members[thing].add(fingerprint)
        return members

    def add(self, icon: str) -> int:
        return self._count("INSERT INTO thing (icon) VALUES (?) RETURNING id", icon)

    def rename(self, thing: int, name: str) -> None:
        self._connection.execute("UPDATE thing SET name = ? WHERE id = ?", (name, thing))

    def set_icon(self, thing: int, icon: str, *, chosen: bool) -> None:
        self._connection.execute("UPDATE thing SET icon = ?, chosen = ? WHERE id = ?", (icon, chosen, thing))

    def place(self, thing_of: Mapping[str, int]) -> None:
        """Give every content its thing. Only changes are written, since each updates the full text of photos."""
        before = {content: thing for thing, contents in self.members().items() for content in contents}
        gone = [(content,) for content, thing in before.items() if thing_of.get(content) != thing]
        self._connection.executemany("DELETE FROM thing_member WHERE fingerprint = ?", gone)
        come = [(content, thing) for content, thing in thing_of.items() if before.get(content) != thing]
        self._connection.executemany("INSERT INTO thing_member VALUES (?, ?)", come)

    def remove_empty(self) -> None:
        self._connection.execute("DELETE FROM thing WHERE id NOT IN (SELECT thing FROM thing_member)")

    def things(self, among: Collection[int] | None = None) -> list[Thing]:
        """Things with at least one photo in the library: named ones first, then by the number of photos.

        among : only these
        """
        if not self.are_there:
            return []
        chosen = "" if among is None else "WHERE thing.id IN (SELECT value FROM json_each(?))"
        values = () if among is None else (json.dumps(list(among)),)
        rows = self._connection.execute(
            f"""SELECT thing.id, name, icon, photo.fingerprint, photo.id, root.path, photo.path, taken_at
            {PHOTOS_OF_THINGS} JOIN thing ON thing.id = thing_member.thing JOIN root ON root.id = root_id
            LEFT JOIN metadata ON metadata.photo_id = photo.id {chosen}
            ORDER BY coalesce(taken_at, '~'), photo.path""",
            values,
        )
        named: dict[int, tuple[str, str]] = {}
        photos: dict[int, list[tuple[str, ThingPhoto]]] = defaultdict(list)
        for thing, name, icon, content, photo, root, path, taken_at in rows:
            named[thing] = name, icon
            place = Path(read_name(root), read_name(path))
            shown = ThingPhoto(photo=PhotoId(photo), path=place, taken_at=taken_at)
            photos[thing].append((content, shown))
        things = [
            Thing(
                id=thing,
                name=name,
                icon=next(
                    (shown.photo for content, shown in photos[thing] if content == icon),
                    photos[thing][0][1].photo,
                ),
                photos=tuple(shown for _, shown in photos[thing]),
            )
            for thing, (name, icon) in named.items()
        ]
        return sorted(
            things, key=lambda thing: (not thing.name, thing.name.casefold(), -len(thing.photos), thing.id)
        )

    def contents_of(self, photos: Collection[PhotoId]) -> dict[PhotoId, str]:
        rows = self._connection.execute(
            "SELECT id, fingerprint FROM photo WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(photos)),),
        )
        return {PhotoId(photo): content for photo, content in rows}

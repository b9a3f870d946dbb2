"""Tables of the similarity map in the catalog, by content: moved files keep their places, and backups contain them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.errors import QueryUnusable
from cbir.base.types import PhotoId, SimilarityGroup, SimilarityMap
from cbir.catalog.rows import Table

_SETTING = "similarity map"
_MAX_CORNERS = 64
_AREA = re.compile(r"(\d+)((?:/-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?)+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """A computation of all places. number : of this arrangement. version : of the method

    model : fingerprint of the model whose embeddings were used. contents : number of contents at the time
    """

    number: int
    version: int
    model: str
    contents: int


class Place(NamedTuple):
    """A content's place. group : id of its small group; None: none"""

    fingerprint: str
    x: float
    y: float
    group: int | None


class NewGroup(NamedTuple):
    """A group to store. parent : position of the larger group in the list; None for a large one"""

    parent: int | None
    name: str
    icon: str


class SimilarityTable(Table):
    """The tables similarity_place and similarity_group, and the setting beside them."""

    @cached_property
    def _is_there(self) -> bool:
        """False for an older catalog in a read-only folder."""
        return self.has_table("similarity_place")

    def arrangement(self) -> Arrangement | None:
        row = self._connection.execute("SELECT value FROM setting WHERE name = ?", (_SETTING,)).fetchone()
        return None if row is None or not self._is_there else Arrangement(**json.loads(row[0]))

    def contents(self) -> dict[int, str]:
        """The content of each live document."""
        rows = self._connection.execute(
            "SELECT document.id, fingerprint FROM document JOIN photo ON photo.id = photo_id WHERE live"
        )
        return dict(rows)

    def places(self) -> dict[str, Place]:
        """All places by content, those of contents that left the library among them."""
        if not self._is_there:
            return {}
        rows = self._connection.execute("SELECT fingerprint, x, y, group_id FROM similarity_place")
        return {row[0]: Place(*row) for row in rows}

    def arrange(
        self,
        arrangement: Arrangement,
        places: Iterable[Place],
        groups: Sequence[NewGroup],
    ) -> list[int]:
        """Replace the whole map. The group of a place is its position in `groups` here. Returns the groups' ids."""
        self._connection.execute("DELETE FROM similarity_place")
        self._connection.execute("DELETE FROM similarity_group")
        ids = list[int]()
        for group in groups:
            parent = None if group.parent is None else ids[group.parent]
            (number,) = self._connection.execute(
                "INSERT INTO similarity_group (parent, name, icon) VALUES (?, ?, ?) RETURNING id",
                (parent, group.name, group.icon),
            ).fetchone()
            ids.append(number)
        self.add(place._replace(group=None if place.group is None else ids[place.group]) for place in places)
        self._connection.execute(
            "INSERT OR REPLACE INTO setting VALUES (?, ?)", (_SETTING, json.dumps(asdict(arrangement)))
        )
        return ids

    def add(self, places: Iterable[Place]) -> None:
        self._connection.executemany("INSERT OR REPLACE INTO similarity_place VALUES (?, ?, ?, ?)", places)

    def map(self) -> SimilarityMap:
        """The map with the photos that the library has now."""
        arrangement, rows = self.arrangement(), list[tuple[int, float, float, int]]()
        if self._is_there:
            rows = self._connection.execute(
                "SELECT photo.id, x, y, coalesce(group_id, 0) FROM similarity_place CROSS JOIN photo "
                "ON photo.fingerprint = similarity_place.fingerprint"
            ).fetchall()
        columns = np.array(rows, np.float64).reshape(-1, 4)
        photos, group_of = columns[:, 0].astype(np.int64), columns[:, 3].astype(np.int64)
        searchable = self._count("SELECT count(*) FROM document WHERE live")
        return SimilarityMap(
            arrangement=0 if arrangement is None else arrangement.number,
            photos=photos,
            places=columns[:, 1:3].astype(np.float32),
            group_of=group_of,
            groups=self._groups(photos, columns[:, 1:3], group_of),
            waiting=max(0, searchable - len(photos)),
        )

    def _groups(
        self, photos: NDArray[np.int64], places: NDArray[np.float64], group_of: NDArray[np.int64]
    ) -> tuple[SimilarityGroup, ...]:
        """The groups that have photos, with their numbers and middles."""
        if not len(photos):
            return ()
        rows = self._connection.execute(
            "SELECT id, parent, name, (SELECT id FROM photo WHERE fingerprint = icon LIMIT 1) FROM similarity_group"
        ).fetchall()
        groups = list[SimilarityGroup]()
        for number, parent, name, icon in rows:
            members = {number, *(row[0] for row in rows if row[1] == number)}
            inside = np.isin(group_of, list(members))
            if inside.any():
                x, y = np.median(places[inside], axis=0).tolist()
                first = int(photos[inside][0])
                groups.append(
                    SimilarityGroup(
                        id=number,
                        parent=parent,
                        name=name,
                        photo=PhotoId(first if icon is None else icon),
                        photos=int(inside.sum()),
                        x=x,
                        y=y,
                    )
                )
        return tuple(sorted(groups, key=lambda group: (group.parent is not None, -group.photos, group.id)))


class Area(NamedTuple):
    """An area of the map. corners : of a polygon, in order, as x and y. arrangement : for which they were drawn"""

    arrangement: int
    corners: tuple[tuple[float, float], ...]


def read_area(text: str) -> Area | None:
    """Read `3/1.5,2/4,2/3,7`: the arrangement, then three or more corners. None for a name or a number of a group.

    Raises QueryUnusable for an area with too few corners or too many.
    """
    matched = _AREA.fullmatch(text)
    if matched is None:
        return None
    corners = tuple(
        (float(x), float(y)) for x, y in (corner.split(",") for corner in matched[2][1:].split("/"))
    )
    if not 3 <= len(corners) <= _MAX_CORNERS:
        raise QueryUnusable("An area of the similarity map has 3 to {0} corners: {1}", _MAX_CORNERS, text)
    return Area(int(matched[1]), corners)


def area_sql(area: Area) -> tuple[str, tuple[float, ...]]:
    """SQL that selects the photos in an area, none if the map has another arrangement; and its values.

    A point is inside if a line from it to the right crosses an odd number of edges.
    """
    crossings, values = list[str](), list[float]()
    for (x, y), (next_x, next_y) in zip(area.corners, (*area.corners[1:], area.corners[0]), strict=True):
        if y != next_y:
            crossings.append("((y < ?) <> (y < ?) AND x < ? + (y - ?) * ?)")
            values += [y, next_y, x, y, (next_x - x) / (next_y - y)]
    inside = " + ".join(crossings) or "0"
    xs, ys = zip(*area.corners, strict=True)
    sql = (
        "SELECT photo.id FROM similarity_place CROSS JOIN photo ON photo.fingerprint = similarity_place.fingerprint "
        f"WHERE (SELECT json_extract(value, '$.number') FROM setting WHERE name = '{_SETTING}') = ? "
        f"AND x BETWEEN ? AND ? AND y BETWEEN ? AND ? AND ({inside}) % 2 = 1"
    )
    return sql, (area.arrangement, min(xs), max(xs), min(ys), max(ys), *values)


GROUP_SQL = """SELECT photo.id FROM similarity_group AS g JOIN similarity_place AS p ON p.group_id = g.id
    JOIN photo ON photo.fingerprint = p.fingerprint LEFT JOIN similarity_group AS large ON large.id = g.parent
    WHERE ? IN ('#' || g.id, '#' || large.id) OR (g.name <> '' AND has_words(g.name, ?))
        OR (large.name <> '' AND has_words(large.name, ?))"""
"""Photos of the group with a number, or of all groups with a name; its values are the typed text, three times."""

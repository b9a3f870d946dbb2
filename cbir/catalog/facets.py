"""What filters can choose from, with how many photos each choice has."""

from __future__ import annotations

from collections.abc import Iterable

from cbir.catalog.names import read_name
from cbir.catalog.roots import RootTable
from cbir.types import FacetCount, Facets

_MOST = 300  # choices of a facet; a person reads fewer


class FacetTable(RootTable):
    """Counting by the tables facet, metadata and photo."""

    def facets(self) -> Facets:
        """Counts over all photos: folders by path, then cameras by number, years from the newest on."""
        return Facets(
            folders=self._folders(),
            cameras=self._count("camera", "metadata", "2 DESC, 1"),
            formats=self._count("format", "facet", "2 DESC, 1"),
            ratings=self._count("rating", "facet", "1 DESC"),
            orientations=self._count(
                "CASE WHEN width < height THEN 'portrait' "
                "WHEN width > height THEN 'landscape' ELSE 'square' END",
                *("facet", "2 DESC, 1"),
            ),
            years=self._count("substr(taken_at, 1, 4)", "facet", "1 DESC"),
        )

    def _count(self, value: str, table: str, order: str) -> tuple[FacetCount, ...]:
        rows = self._connection.execute(
            f"SELECT {value}, count(*) FROM {table} GROUP BY 1 ORDER BY {order} LIMIT {_MOST}"
        )
        return _counts((str(name), photos) for name, photos in rows if name not in (None, ""))

    def _folders(self) -> tuple[FacetCount, ...]:
        """The roots and the folders directly in them."""
        counts: dict[str, int] = {}
        for root in self.roots():
            rows = self._connection.execute(
                "SELECT CASE instr(path, '/') WHEN 0 THEN '' ELSE substr(path, 1, instr(path, '/') - 1) END, "
                "count(*) FROM photo WHERE root_id = ? GROUP BY 1",
                (root.id,),
            ).fetchall()
            counts[str(root.path)] = counts.get(str(root.path), 0) + sum(photos for _, photos in rows)
            for name, photos in rows:
                if name:
                    path = str(root.path / read_name(name))
                    counts[path] = counts.get(path, 0) + photos
        return _counts(sorted(counts.items())[:_MOST])


def _counts(rows: Iterable[tuple[str, int]]) -> tuple[FacetCount, ...]:
    return tuple(FacetCount(value=value, photos=photos) for value, photos in rows)

"""Choices of the filters, with the number of photos of each."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import COLORS, FacetCount, Facets, Flag, PhotoId, Places
from cbir.catalog.metadata import count_keywords, read_positions
from cbir.catalog.places import DEFAULT_RADIUS_KM, EARTH_RADIUS_KM, all_towns, unit_vectors
from cbir.catalog.roots import RootTable
from cbir.catalog.rows import Table, read_name
from cbir.catalog.schema import BANDS, EXPOSURES, FLAGS, LABELLED, LABELS, band_sql, has_color_sql

_MAX_CHOICES = 300  # of a facet: a longer list would not be useful
_TOWNS_AT_ONCE = 64
_AMONG = "IN (SELECT value FROM json_each(?))"


class FacetTable(Table):
    """Counts from the tables facet, metadata and photo."""

    def __init__(self, connection: sqlite3.Connection, roots: RootTable) -> None:
        super().__init__(connection)
        self._roots = roots

    def count(self, photos: Sequence[PhotoId] | None = None) -> Facets:
        """Counts over all photos, or over the given ones.

        Folders are sorted by path, cameras by their number of photos, years from the newest to the oldest.
        """
        among = None if photos is None else np.array(photos, np.int64)
        orientations = self._count_by(
            "orientation",
            "CASE WHEN width < height THEN 'portrait' WHEN width > height THEN 'landscape' ELSE 'square' END",
            *("facet", "2 DESC, 1", photos),
        )
        return Facets(
            folders=self._folders(photos),
            cameras=self._count_by("camera", "camera", "metadata", "2 DESC, 1", photos),
            formats=self._count_by("format", "format", "facet", "2 DESC, 1", photos),
            ratings=self._ratings(photos, total=sum(count.photos for count in orientations)),
            orientations=orientations,
            years=self._count_by("year", "substr(taken_at, 1, 4)", "facet", "1 DESC", photos),
            towns=tuple(_count_near_towns(self._connection, among)),
            lenses=self._count_by("lens", "lens", "metadata", "2 DESC, 1", photos),
            isos=self._count_bands("iso", photos),
            apertures=self._count_bands("aperture", photos),
            shutters=self._count_bands("shutter", photos),
            focals=self._count_bands("focal", photos),
            colors=self._count_colors(photos),
            flags=self._count_flags(photos),
            labels=self._count_labels(photos),
        )

    def places(self) -> Places:
        """Folders with photos, and keywords as edited here: with the added ones, without the removed ones."""
        folders: dict[str, int] = {}
        roots = {root.id: root.path for root in self._roots.all()}
        for root, folder, photos in self._connection.execute(
            "SELECT root_id, rtrim(path, replace(path, '/', '')), count(*) FROM photo GROUP BY 1, 2"
        ):
            path = str(roots[root] / read_name(folder))
            folders[path] = folders.get(path, 0) + photos
        keywords = count_keywords(self._connection)[:_MAX_CHOICES]
        return Places(folders=_counts(sorted(folders.items())), keywords=_counts(keywords))

    def positions(self) -> NDArray[np.float64]:
        """(n, 3) id, latitude and longitude of all photos with a position."""
        return read_positions(self._connection, None)

    def months_of_positions(self) -> NDArray[np.int64]:
        """(n, 2) id, and month of all photos with a position and a date: 12 * year + month, from 0 in January.

        Photos that only the time of their file dates are left out.
        """
        rows = self._connection.execute(
            "SELECT photo_id, 12 * substr(facet.taken_at, 1, 4) + substr(facet.taken_at, 6, 2) - 1"
            " FROM metadata JOIN facet USING (photo_id)"
            " WHERE latitude IS NOT NULL AND length(facet.taken_at) >= 7 AND facet.dated_by <> 'file'"
        ).fetchall()
        return np.array(rows, np.int64).reshape(-1, 2)

    def _ratings(self, photos: Sequence[PhotoId] | None, *, total: int) -> tuple[FacetCount, ...]:
        """Counts of the ratings, the most stars first; photos without a rating count as 0 stars."""
        counts = {
            int(count.value): count.photos
            for count in self._count_by("rating", "rating", "facet", "1 DESC", photos)
        }
        if unrated := total - sum(counts.values()):
            counts[0] = counts.get(0, 0) + unrated
        return _counts((str(stars), counts[stars]) for stars in sorted(counts, reverse=True))

    def _count_by(
        self, kind: str, value: str, table: str, order: str, photos: Sequence[PhotoId] | None
    ) -> tuple[FacetCount, ...]:
        ordered = f"ORDER BY {order} LIMIT {_MAX_CHOICES}"
        if photos is None and self.has_table("facet_total"):
            rows = self._connection.execute(
                f"SELECT value, photos FROM facet_total WHERE kind = ? AND photos > 0 {ordered}", (kind,)
            )
        else:
            among, parameters = (
                ("", ()) if photos is None else (f"WHERE photo_id {_AMONG}", (json.dumps(photos),))
            )
            rows = self._connection.execute(
                f"SELECT {value}, count(*) FROM {table} {among} GROUP BY 1 {ordered}", parameters
            )
        return _counts((str(name), count) for name, count in rows if name not in (None, ""))

    def _count_bands(self, kind: str, photos: Sequence[PhotoId] | None) -> tuple[FacetCount, ...]:
        """Counts of the exposure filters' choices, such as ranges of ISO, in ascending order."""
        if not self.has_table(EXPOSURES):
            return ()  # an older catalog that is read-only
        order = [text for text, _ in BANDS[kind]]
        counts = self._count_by(kind, band_sql(kind), "metadata", "1", photos)
        return tuple(sorted(counts, key=lambda count: order.index(count.value)))

    def _count_colors(self, photos: Sequence[PhotoId] | None) -> tuple[FacetCount, ...]:
        """Counts of the photos that have each colour."""
        if not self.has_table("color"):
            return ()  # an older catalog that is read-only
        if photos is None:
            counts = {count.value: count.photos for count in self._count_by("color", "", "color", "1", None)}
        else:
            sums = ", ".join(f"coalesce(sum({has_color_sql(color)}), 0)" for color in COLORS)
            row = self._connection.execute(
                f"SELECT {sums} FROM color WHERE photo_id {_AMONG}", (json.dumps(photos),)
            ).fetchone()
            counts = dict(zip(COLORS, row, strict=True))
        return _counts((color, counts[color]) for color in COLORS if counts.get(color))

    def _count_flags(self, photos: Sequence[PhotoId] | None) -> tuple[FacetCount, ...]:
        """Counts of picks and rejects."""
        if not self.has_table(LABELLED):
            return ()  # an older catalog that is read-only
        among, parameters = ("", ()) if photos is None else (f"AND photo_id {_AMONG}", (json.dumps(photos),))
        counts: list[tuple[str, int]] = []
        for flag in get_args(Flag):
            counting = f"SELECT count(*) FROM facet WHERE {FLAGS[flag]} {among}"
            counts.append((flag, self._connection.execute(counting, parameters).fetchone()[0]))
        return _counts((flag, count) for flag, count in counts if count)

    def _count_labels(self, photos: Sequence[PhotoId] | None) -> tuple[FacetCount, ...]:
        """Counts of the labels, the commonest first."""
        if not self.has_table(LABELLED):
            return ()  # an older catalog that is read-only
        among, parameters = (
            ("", ()) if photos is None else (f"WHERE photo_id {_AMONG}", (json.dumps(photos),))
        )
        rows = self._connection.execute(
            f"SELECT label, count(*) FROM ({LABELS}) {among} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {_MAX_CHOICES}",
            parameters,
        )
        return _counts((str(label), count) for label, count in rows)

    def _folders(self, photos: Sequence[PhotoId] | None) -> tuple[FacetCount, ...]:
        """Counts of the roots and of their direct subfolders."""
        among, parameters = ("", ()) if photos is None else (f"AND id {_AMONG}", (json.dumps(photos),))
        counting = (
            "SELECT CASE instr(path, '/') WHEN 0 THEN '' ELSE substr(path, 1, instr(path, '/') - 1) END, "
            f"count(*) FROM photo WHERE root_id = ? {among} GROUP BY 1"
        )
        if photos is None and self.has_table("facet_total"):
            counting = (
                "SELECT value, photos FROM facet_total WHERE kind = 'folder' AND root_id = ? AND photos > 0"
            )
        counts: dict[str, int] = {}
        for root in self._roots.all():
            rows = self._connection.execute(counting, (root.id, *parameters)).fetchall()
            total = sum(photos_inside for _, photos_inside in rows)
            if total or photos is None:
                counts[str(root.path)] = counts.get(str(root.path), 0) + total
            for name, photos_inside in rows:
                if name:
                    path = str(root.path / read_name(name))
                    counts[path] = counts.get(path, 0) + photos_inside
        return _counts(sorted(counts.items())[:_MAX_CHOICES])


def _count_near_towns(connection: sqlite3.Connection, photos: NDArray[np.integer] | None) -> list[FacetCount]:
    """Count the photos near each town that is the nearest of some photo, the most frequent towns first."""
    placed = read_positions(connection, photos)
    if not len(placed):
        return []
    towns = all_towns()
    named = towns.of_positions(placed[:, 1], placed[:, 2])
    used, photos_of = np.unique(named[named >= 0], return_counts=True)
    used = used[np.argsort(-photos_of, kind="stable")][:_MAX_CHOICES]
    vectors = unit_vectors(placed[:, 1], placed[:, 2])
    middles = unit_vectors(towns.latitudes[used], towns.longitudes[used])
    near = np.cos(DEFAULT_RADIUS_KM / EARTH_RADIUS_KM)
    counts = [
        (vectors @ middles[first : first + _TOWNS_AT_ONCE].T >= near).sum(axis=0)
        for first in range(0, len(middles), _TOWNS_AT_ONCE)
    ]
    numbers = np.concatenate(counts).tolist() if counts else []
    return [
        FacetCount(value=towns.label(town), photos=count)
        for town, count in zip(used.tolist(), numbers, strict=True)
    ]


def _counts(rows: Iterable[tuple[str, int]]) -> tuple[FacetCount, ...]:
    return tuple(FacetCount(value=value, photos=photos) for value, photos in rows)

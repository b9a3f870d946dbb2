"""Hits as rows of a view: a photo's row, its aspect ratio, the selected rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange
from PySide6.QtWidgets import QAbstractItemView

from cbir.base.types import Hit, Listing, PhotoId


def rows_of(photos: Collection[PhotoId], hits: Sequence[Hit]) -> list[int]:
    """Return the rows of photos among hits, ascending, without absent ones."""
    if isinstance(hits, Listing):
        return hits.rows_of(photos)
    ids = set(photos)
    return [row for row, hit in enumerate(hits) if hit.photo in ids]


def row_of(photo: PhotoId | None, hits: Sequence[Hit]) -> int | None:
    return None if photo is None else next(iter(rows_of([photo], hits)), None)


class Aspects:
    """Aspect ratios (width / height) of hits, computed for the requested rows only."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = hits

    def __getitem__(self, rows: slice) -> Sequence[float]:
        hits = self._hits
        if isinstance(hits, Listing):
            return hits.sizes[rows, 0] / hits.sizes[rows, 1].clip(1)  # type: ignore[no-any-return]
        return [hit.size[0] / max(1, hit.size[1]) for hit in hits[rows]]


def selected(selection: QItemSelection, hits: Sequence[Hit]) -> Sequence[Hit]:
    """Return the selected hits in order. Works on ranges: all of 100,000 rows are one range, but 700,000 indexes."""
    ranges = [selection.at(at) for at in range(selection.count())]
    rows = sorted({row for span in ranges for row in range(span.top(), span.bottom() + 1) if row < len(hits)})
    return hits.take(rows) if isinstance(hits, Listing) else tuple(hits[row] for row in rows)


def select_again(view: QAbstractItemView, photos: Collection[PhotoId], hits: Sequence[Hit]) -> None:
    """Select photos again among the hits that a view shows now."""
    made, model = QItemSelection(), view.model()
    for row in rows_of(photos, hits):
        made.append(QItemSelectionRange(model.index(row, 0)))
    flag = QItemSelectionModel.SelectionFlag
    view.selectionModel().select(made, flag.ClearAndSelect | flag.Rows)


def in_places_of(before: Sequence[Hit], hits: Sequence[Hit]) -> Sequence[Hit]:
    """Return hits in the order of the same photos in another result. A listing has that order already."""
    if isinstance(hits, Listing):
        return hits
    hit_of = {hit.photo: hit for hit in hits}
    return tuple(hit_of[hit.photo] for hit in before)

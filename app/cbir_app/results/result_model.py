"""The model of hits under the wall and the list, and hits as rows of a view. It never searches or sorts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView

from cbir.base.types import Hit, Listing, Metadata, PhotoId, shown_name
from cbir_app.base.evidence import best_evidence, by_filters, by_writing
from cbir_app.base.language import QT_TR_NOOP, tr, with_reason, written
from cbir_app.base.mark_signs import spoken_marks
from cbir_app.base.wording import OFFLINE, PART, megapixels, points_agree, stars
from cbir_app.panels.export import files_mime
from cbir_app.results.result_sections import SortKey
from cbir_app.results.wording import dots, strength, tooltip, verdict


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
    new_selection, model = QItemSelection(), view.model()
    for row in rows_of(photos, hits):
        new_selection.append(QItemSelectionRange(model.index(row, 0)))
    flag = QItemSelectionModel.SelectionFlag
    view.selectionModel().select(new_selection, flag.ClearAndSelect | flag.Rows)


def in_places_of(before: Sequence[Hit], hits: Sequence[Hit]) -> Sequence[Hit]:
    """Return hits in the order of the same photos in another result. A listing has that order already."""
    if isinstance(hits, Listing):
        return hits
    hit_of = {hit.photo: hit for hit in hits}
    return tuple(hit_of[hit.photo] for hit in before)


AnyIndex = QModelIndex | QPersistentModelIndex

OF_A_HIT = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
COLUMNS: tuple[tuple[str, SortKey], ...] = (
    (QT_TR_NOOP("Name"), "name"),
    (QT_TR_NOOP("Match"), "best"),
    (QT_TR_NOOP("Taken"), "taken"),
    (QT_TR_NOOP("Camera"), "camera"),
    (QT_TR_NOOP("Rating"), "rating"),
    (QT_TR_NOOP("Size"), "size"),
    (QT_TR_NOOP("Folder"), "folder"),
)
NO_MARKS = Metadata()
HIT_ROLE = int(Qt.ItemDataRole.UserRole)


class ResultModel(QAbstractTableModel):
    """Hits as rows: the wall shows the first column, the list all of them.

    marks : a photo's rating, flag and label, as far as they are known
    stacked : number of photos in a photo's stack; 0 within an open stack
    metadata : None while it is unknown
    """

    def __init__(
        self,
        parent: QObject | None = None,
        marks: Callable[[Hit], Metadata] = lambda _hit: NO_MARKS,
        stacked: Callable[[PhotoId], int] = lambda _photo: 1,
        metadata: Callable[[Hit], Metadata | None] = lambda _hit: None,
    ) -> None:
        super().__init__(parent)
        self._marks, self._stacked, self._metadata = marks, stacked, metadata
        self._hits: Sequence[Hit] = ()
        self.files: Callable[[Sequence[Hit]], QMimeData] = files_mime

    @property
    def hits(self) -> Sequence[Hit]:
        return self._hits

    def show(self, hits: Sequence[Hit]) -> None:
        self.beginResetModel()
        self._hits = hits
        self.endResetModel()

    def exchange(self, hits: Sequence[Hit]) -> None:
        """Replace the hits by others of the same photos in the same order."""
        self._hits = hits
        self.refresh()

    def refresh(self) -> None:
        """Tell the views that metadata or hits have changed."""
        if self._hits:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._hits) - 1, len(COLUMNS) - 1))

    def hit(self, index: AnyIndex) -> Hit | None:
        return self._hits[index.row()] if index.isValid() and index.row() < len(self._hits) else None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return OF_A_HIT if index.isValid() else Qt.ItemFlag.NoItemFlags

    def mimeData(self, indexes: Any) -> QMimeData:
        return self.files([self._hits[row] for row in sorted({index.row() for index in indexes})])

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() else len(self._hits)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section][0])
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        hit = self.hit(index)
        if hit is None:
            return None
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(hit, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(hit, self._metadata(hit))
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{shown_name(hit.path)}. {describe(hit, self._stacked(hit.photo), self._marks(hit))}"
        if role == Qt.ItemDataRole.AccessibleTextRole and COLUMNS[index.column()][1] == "best":
            return "" if by_filters(hit) else ". ".join(filter(None, (verdict(hit), strength(hit))))
        return None

    def text(self, hit: Hit, column: int) -> str:
        """Return what a cell shows."""
        metadata = self._metadata(hit)
        match COLUMNS[column][1]:
            case "name":
                name = f"⏏ {shown_name(hit.path)}" if hit.offline else shown_name(hit.path)
                name += "" if hit.beside is None else f" + {hit.beside}"
                photos = self._stacked(hit.photo)
                return f"{name}  ({photos})" if photos > 1 else name if photos else f"    {name}"
            case "best":
                return "" if by_filters(hit) else f"{dots(hit)} {verdict(hit)}".lstrip()
            case "taken":
                return written(hit.taken_at or "")
            case "camera":
                return "" if metadata is None else metadata.camera
            case "rating":
                return stars(metadata.rating) if metadata is not None and metadata.rating else ""
            case "size":
                return megapixels(hit.size)
            case "folder":
                return str(hit.path.parent)


def describe(hit: Hit, stacked: int = 1, marks: Metadata = NO_MARKS) -> str:
    """Return a cell's content and its badges as one line for a screen reader."""
    evidence = best_evidence(hit)
    more = f" {strength(hit)}." if strength(hit) else ""
    more += f" {spoken}" if (spoken := spoken_marks(marks)) else ""
    more += f" {tr(OFFLINE)}" if hit.offline else ""
    more += " " + tr("New in this album.") if hit.new else ""
    if hit.beside is not None:
        more += " " + tr("One item with {file}.", file=hit.beside)
    if stacked > 1:
        more += " " + tr("Stack of %Ln near-duplicates.", "", stacked)
    elif not stacked:
        more += " " + tr("In an open stack.")
    if evidence is not None and (hit.verified or by_writing(hit)):
        return f"{with_reason(verdict(hit), points_agree(evidence.inliers))}.{more}"
    part = "" if hit.part is None else f" {tr(PART)}"
    return f"{verdict(hit)}.{part}{more}"

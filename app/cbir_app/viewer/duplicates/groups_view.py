"""Groups of duplicates as a grid by cause: the photo that stays in front, its copies behind it.

GroupsView over GroupModel, painted by GroupDelegate. A heading names each cause.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from cbir.base.types import Cause, Copy, DuplicateGroup, Hit, Judged, LibraryPhoto
from cbir_app.base.language import number, tr
from cbir_app.base.pictures import paint_filling
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import file_size
from cbir_app.engine import Thumbnails
from cbir_app.viewer.duplicates.duplicate_words import CAUSES, cause

AnyIndex = QModelIndex | QPersistentModelIndex
Heading = tuple[Cause, int]
"""A cause, and its number of groups."""
Entry = Heading | DuplicateGroup
VerdictOn = Callable[[DuplicateGroup, Copy], Judged | None]

GROUP_ROLE = int(Qt.ItemDataRole.UserRole)
HEADING_ROLE = GROUP_ROLE + 1
TILE = QSize(292, 190)
KEPT = QSize(168, 126)
COPY = QSize(92, 60)
SHOWN_COPIES = 2  # the number of the others is below them
PAD_PX, HEADING_PX = 8, 40
REST_MS = 40


def hit_of(photo: LibraryPhoto) -> Hit:
    """Return a photo as a hit, to request its thumbnail."""
    return Hit(
        rank=0,
        photo=photo.photo,
        path=photo.path,
        score=0.0,
        size=photo.size,
        fingerprint=photo.fingerprint,
        offline=photo.offline,
    )


class GroupModel(QAbstractListModel):
    """Headings and groups. verdict_on : a person's verdict on a pair of a group"""

    def __init__(self, verdict_on: VerdictOn, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._verdict_on = verdict_on
        self.entries: tuple[Entry, ...] = ()

    def show(self, groups: Sequence[DuplicateGroup]) -> None:
        """Show groups under a heading for each cause."""
        causes: dict[Cause, list[DuplicateGroup]] = {}
        for group in groups:
            causes.setdefault(group.copies[0].cause, []).append(group)
        entries: list[Entry] = []
        for name, of_cause in causes.items():
            entries += [(name, len(of_cause)), *of_cause]
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def refresh(self) -> None:
        if self.entries:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.entries) - 1, 0))

    def row_of(self, group: DuplicateGroup | None) -> int | None:
        """Return the row of a group, or of the group of the same photo in an earlier answer."""
        if group is None:
            return None
        photos = {group.kept.photo, *(copy.photo.photo for copy in group.copies)}
        for row, entry in enumerate(self.entries):
            if isinstance(entry, DuplicateGroup) and entry.kept.photo in photos:
                return row
        return None

    def judged(self, group: DuplicateGroup) -> int:
        """Return the number of pairs of a group with a verdict."""
        return sum(self._verdict_on(group, copy) is not None for copy in group.copies)

    def going(self, group: DuplicateGroup) -> set[int]:
        """Return the photos of a group that were chosen for the trash."""
        verdicts = [self._verdict_on(group, copy) for copy in group.copies]
        return {int(judged.other) for judged in verdicts if judged is not None and judged.verdict == "trash"}

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.entries[index.row()], DuplicateGroup):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.NoItemFlags

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if isinstance(entry, DuplicateGroup):
            if role == GROUP_ROLE:
                return entry
            if role not in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                return None  # a layout asks for the role of headings, three times for each group
            words = ". ".join((entry.kept.path.name, summary(entry), cause(entry.copies[0])))
            return plain_tooltip(words) if role == Qt.ItemDataRole.ToolTipRole else words
        if role == HEADING_ROLE:
            return entry
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return heading(entry)
        return None


def heading(entry: Heading) -> str:
    name, groups = entry
    return f"{tr(CAUSES[name])} ({number(groups)})"


def summary(group: DuplicateGroup) -> str:
    """Describe a group in one line: its number of photos, and the space that the suggested copies free."""
    photos = tr("%Ln photo(s)", "", 1 + len(group.copies))
    freed = group.bytes_to_free
    return tr("{photos} · frees {size}", photos=photos, size=file_size(freed)) if freed else photos


class GroupDelegate(QStyledItemDelegate):
    def __init__(self, thumbnails: Thumbnails, theme: Theme, model: GroupModel, view: QListView) -> None:
        super().__init__(view)
        self._thumbnails, self._theme, self._model, self._view = thumbnails, theme, model, view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        if index.data(HEADING_ROLE) is not None:
            return QSize(max(TILE.width(), self._view.viewport().width() - 4 * PAD_PX), HEADING_PX)
        return TILE

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        if (entry := index.data(HEADING_ROLE)) is not None:
            self._paint_heading(painter, option.rect, entry)
        elif (group := index.data(GROUP_ROLE)) is not None:
            self._paint_group(painter, option, group)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, entry: Heading) -> None:
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.colours.text))
        line = rect.adjusted(PAD_PX, 0, 0, -4)
        painter.drawText(line, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, heading(entry))

    def _paint_group(self, painter: QPainter, option: QStyleOptionViewItem, group: DuplicateGroup) -> None:
        colours, tile = self._theme.colours, option.rect
        states = QStyle.StateFlag
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & states.State_Selected)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_soft if selected else colours.panel))
        painter.drawRoundedRect(QRectF(tile), 8, 8)
        going = self._model.going(group)
        large = QRect(tile.left() + PAD_PX, tile.top() + PAD_PX, KEPT.width(), KEPT.height())
        self._paint_photo(painter, large, group.kept, going)
        for at, copy in enumerate(group.copies[:SHOWN_COPIES]):
            corner = QPoint(large.right() + PAD_PX, large.top() + at * (COPY.height() + 3))
            self._paint_photo(painter, QRect(corner, COPY), copy.photo, going)
        more = len(group.copies) - SHOWN_COPIES
        painter.setPen(QColor(colours.dim))
        if more > 0:
            place = QRect(large.right() + PAD_PX, large.bottom() + 3, COPY.width(), 18)
            painter.drawText(
                place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"+ {number(more)}"
            )
        metrics = painter.fontMetrics()
        line = QRect(large.left(), large.bottom() + 4, KEPT.width(), metrics.height())
        painter.setPen(QColor(colours.text))
        name = metrics.elidedText(group.kept.path.name, Qt.TextElideMode.ElideMiddle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, name)
        line = QRect(large.left(), line.bottom() + 2, tile.width() - 2 * PAD_PX, metrics.height())
        painter.setPen(QColor(colours.dim))
        text = metrics.elidedText(self._line(group), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, text)
        if selected or option.state & states.State_HasFocus:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(tile).adjusted(1, 1, -1, -1), 8, 8)

    def _line(self, group: DuplicateGroup) -> str:
        judged = self._model.judged(group)
        if not judged:
            return summary(group)
        if judged < len(group.copies):
            return tr("{judged} of {all} judged", judged=number(judged), all=number(len(group.copies)))
        going = len(self._model.going(group))
        return tr("%Ln to go", "", going) if going else tr("All stay")

    def _paint_photo(self, painter: QPainter, box: QRect, photo: LibraryPhoto, going: set[int]) -> None:
        """Paint a thumbnail. A photo that was chosen for the trash is faint and crossed out."""
        ratio = painter.device().devicePixelRatioF()
        pixmap = self._thumbnails.covering(hit_of(photo), box.size(), ratio)
        goes = int(photo.photo) in going
        painter.fillRect(box, QColor(self._theme.colours.well))
        if pixmap is not None:
            painter.setOpacity(0.3 if goes else 0.45 if photo.offline else 1.0)
            paint_filling(painter, box, pixmap)
            painter.setOpacity(1.0)
        if goes:
            side = min(28, box.height() - 8)
            place = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 170))
            painter.drawEllipse(place)
            sign = self._theme.pixmap("reject", side, "#ffffff", ratio)
            painter.drawPixmap(QPointF(place.topLeft()), sign)


class GroupsView(QListView):
    """A grid of groups. It stays where it is when other groups arrive."""

    opened = Signal(object)  # DuplicateGroup
    chosen = Signal(object)  # the new current group; None: there is none

    def __init__(self, thumbnails: Thumbnails, theme: Theme, verdict_on: VerdictOn) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self.groups_ = GroupModel(verdict_on, self)
        self.setModel(self.groups_)
        self.setItemDelegate(GroupDelegate(thumbnails, theme, self.groups_, self))
        self.setObjectName("groups")
        self.setAccessibleName(tr("Groups of duplicates"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setSpacing(PAD_PX // 2)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setAccessibleDescription(tr("Enter or a double click shows the pairs of a group large."))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        self.activated.connect(self._open)
        self.selectionModel().currentChanged.connect(lambda *_: self.chosen.emit(self.current))
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._rest.start())
        thumbnails.loaded.connect(lambda _key: self.viewport().update())
        thumbnails.stale.connect(self._rest.start)
        theme.changed.connect(self.viewport().update)

    @property
    def current(self) -> DuplicateGroup | None:
        group = self.currentIndex().data(GROUP_ROLE)
        return group if isinstance(group, DuplicateGroup) else None

    def show_groups(self, groups: Sequence[DuplicateGroup]) -> None:
        """Show groups. The current group and the scroll position stay."""
        before, row, place = self.current, self.currentIndex().row(), self.verticalScrollBar().value()
        self.groups_.show(groups)
        stays = self.groups_.row_of(before)
        self.select(min(max(row, 0), len(self.groups_.entries) - 1) if stays is None else stays)
        self.doItemsLayout()
        self.verticalScrollBar().setValue(place)
        self._rest.start()

    def select(self, row: int) -> None:
        """Make the group at a row current, or the next one if that row has a heading."""
        entries = self.groups_.entries
        near = [*range(row, len(entries)), *range(row - 1, -1, -1)]
        at = next((at for at in near if at >= 0 and isinstance(entries[at], DuplicateGroup)), None)
        if at is not None:
            self.setCurrentIndex(self.groups_.index(at, 0))

    def select_group(self, group: DuplicateGroup) -> None:
        if (row := self.groups_.row_of(group)) is not None:
            self.select(row)
            self.scrollTo(self.groups_.index(row, 0))

    def step(self, by: int) -> None:
        """Go to the next or previous group."""
        row = self.currentIndex().row() + by
        entries = self.groups_.entries
        while 0 <= row < len(entries) and not isinstance(entries[row], DuplicateGroup):
            row += by
        if 0 <= row < len(entries):
            self.setCurrentIndex(self.groups_.index(row, 0))

    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self.scheduleDelayedItemsLayout()
        self._rest.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if isinstance(group := index.data(GROUP_ROLE), DuplicateGroup):
            self.opened.emit(group)

    def _ask(self) -> None:
        """Request the thumbnails of the visible groups."""
        if not self.isVisible():
            return
        entries = self.groups_.entries

        def bottom(row: int) -> int:
            return self.visualRect(self.groups_.index(row, 0)).bottom()

        hits: list[Hit] = []
        for row in range(bisect_left(range(len(entries)), 0, key=bottom), len(entries)):
            if self.visualRect(self.groups_.index(row, 0)).top() > self.viewport().height():
                break
            entry = entries[row]
            if isinstance(entry, DuplicateGroup):
                hits.append(hit_of(entry.kept))
                hits += [hit_of(copy.photo) for copy in entry.copies[:SHOWN_COPIES]]
        self._thumbnails.show(hits)

"""The albums in the side column: Enter opens one, F2 renames it, Delete removes it. A badge counts new photos."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from cbir.base.types import Album, AlbumCount
from cbir_app.base.language import number, tr
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos

MAX_ROWS = 10
MAX_COUNTED = 9_999
"""Largest exact count. A larger one is shown as "more than" this: nobody needs it, and counting takes time."""


BADGE, COUNT = 1, 2  # columns
MAX_NEW = 99
NEW_ROLE = Qt.ItemDataRole.UserRole
PILL_PX = 7  # margin beside the number


class NewBadge(QStyledItemDelegate):
    """Paints the number of new photos as a pill in the accent colour; nothing if there are none."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def size_of(self, new: int) -> QSize:
        metrics = QFontMetrics(QApplication.font())
        if not new:
            return QSize(0, metrics.height())
        return QSize(metrics.horizontalAdvance(self.text_of(new)) + 2 * PILL_PX + 2, metrics.height())

    @staticmethod
    def text_of(new: int) -> str:
        return f"{number(MAX_NEW)}+" if new > MAX_NEW else number(new)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        new = index.data(NEW_ROLE) or 0
        if not new:
            return
        size = self.size_of(new)
        pill = QRect(0, 0, size.width(), size.height() + 2)
        pill.moveCenter(option.rect.center())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.accent))
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setPen(QColor(self._theme.colours.on_accent))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, self.text_of(new))
        painter.restore()


class AlbumsPanel(QTreeWidget):
    run_asked = Signal(int)
    rename_asked = Signal(int, str)
    remove_asked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("roots")
        self.setAccessibleName(tr("Albums"))
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (BADGE, COUNT):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self._theme = theme
        self.badge = NewBadge(theme, self)
        self.setItemDelegateForColumn(BADGE, self.badge)
        self._albums: tuple[Album, ...] = ()
        self._counts: tuple[AlbumCount | None, ...] = ()
        self.itemActivated.connect(lambda entry, _column: self.run_asked.emit(self._row(entry)))
        self.itemClicked.connect(lambda entry, _column: self.run_asked.emit(self._row(entry)))
        # Queued: the handler refills the list, which must not happen while an editor hands over its text.
        self.itemChanged.connect(self._on_edited, Qt.ConnectionType.QueuedConnection)
        theme.changed.connect(self._paint)

    @property
    def names(self) -> list[str]:
        return [entry.text(0) for entry in self.entries()]

    @property
    def current_row(self) -> int:
        return self.currentIndex().row()

    def select(self, row: int | None) -> None:
        entry = None if row is None else self.topLevelItem(row)
        if entry is None:
            self.clearSelection()  # the current row stays, for the keyboard
        else:
            self.setCurrentItem(entry)

    def edit_name(self, row: int) -> None:
        if (entry := self.topLevelItem(row)) is not None:
            self.setFocus()
            self.setCurrentItem(entry)
            self.editItem(entry, 0)

    def show_albums(self, albums: tuple[Album, ...]) -> None:
        self._albums = albums
        if self.names != [album.name for album in albums]:
            self._counts = ()
            self._paint()

    def show_counts(self, counts: tuple[AlbumCount | None, ...]) -> None:
        """Show the number of photos and of new photos in each album; None: not counted yet."""
        self._counts = counts
        if self.state() == QAbstractItemView.State.EditingState:
            return  # it would put the old name back into the field; closeEditor() shows the counts later
        with QSignalBlocker(self):
            for entry, count in zip(self.entries(), counts, strict=False):
                self._show_count(entry, count)

    def _show_count(self, entry: QTreeWidgetItem, count: AlbumCount | None) -> None:
        text = spoken = ""
        new = 0 if count is None else count.new
        if count is not None:
            more = count.photos > MAX_COUNTED
            text = f"{number(MAX_COUNTED)}+" if more else number(count.photos)
            spoken = tr("more than %Ln photo(s)", "", MAX_COUNTED) if more else photos(count.photos)
        entry.setText(COUNT, text)
        entry.setData(BADGE, NEW_ROLE, min(new, MAX_NEW + 1))
        entry.setText(BADGE, "")
        entry.setSizeHint(BADGE, self.badge.size_of(new))
        name = entry.text(0)
        news = tr("%Ln new", "photos", new) if new else ""
        words_spoken = ", ".join(words for words in (name, spoken, news) if words)
        entry.setData(0, Qt.ItemDataRole.AccessibleTextRole, words_spoken)
        keys = tr("Enter: open. F2: rename. Delete: remove.")
        tip = "\n".join(line for line in (name, ", ".join(filter(None, (spoken, news))), keys) if line)
        entry.setToolTip(0, plain_tooltip(tip))

    def entries(self) -> list[QTreeWidgetItem]:
        items = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        return [entry for entry in items if entry is not None]

    def _row(self, entry: QTreeWidgetItem) -> int:
        return self.indexOfTopLevelItem(entry)

    def _on_edited(self, entry: QTreeWidgetItem) -> None:
        if (row := self._row(entry)) >= 0:
            self.rename_asked.emit(row, entry.text(0))

    def _paint(self) -> None:
        current, selected = self.current_row, bool(self.selectedItems())
        icon = self._theme.icon("heart", self._theme.colours.dim, side_px=16)
        with QSignalBlocker(self):
            self.clear()
            for at, album in enumerate(self._albums):
                entry = QTreeWidgetItem([album.name, "", ""])
                entry.setIcon(0, icon)
                entry.setFlags(entry.flags() | Qt.ItemFlag.ItemIsEditable)
                entry.setTextAlignment(COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                entry.setForeground(COUNT, self.palette().placeholderText())
                self.addTopLevelItem(entry)
                self._show_count(entry, self._counts[at] if at < len(self._counts) else None)
            self.select(min(current, self.topLevelItemCount() - 1))
            if not selected:
                self.clearSelection()
        rows = max(1, min(MAX_ROWS, self.topLevelItemCount()))
        self.setFixedHeight(rows * (self.fontMetrics().height() + 12) + 4)

    def edit(  # type: ignore[override]  # the stubs have only one of Qt's two overloads
        self,
        index: QModelIndex | QPersistentModelIndex,
        trigger: QAbstractItemView.EditTrigger = QAbstractItemView.EditTrigger.AllEditTriggers,
        event: object = None,
    ) -> bool:
        """Edit only names: nobody sets a count."""
        return index.column() == 0 and bool(super().edit(index, trigger, event))  # type: ignore[call-overload]

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        QTimer.singleShot(0, self, lambda: self.show_counts(self._counts))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        editing = self.state() == QAbstractItemView.State.EditingState
        if event.key() == Qt.Key.Key_Delete and self.current_row >= 0 and not editing:
            self.remove_asked.emit(self.current_row)
        else:
            super().keyPressEvent(event)

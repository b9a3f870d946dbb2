"""The library on one page: its folders, its coverage by kind of search, unread files, and its health."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import OWN_PHOTOS, LibraryInfo, RootInfo
from cbir_app.base.language import day, number, tr
from cbir_app.base.page import button, button_row, label, rule
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import ON_ANOTHER_COMPUTER, breakable, file_size, photos
from cbir_app.sessions import LibrarySession, MaintenanceLog, ModelSession, Way, ways

ROW_PX = 28
MAX_ROWS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryWishes:
    """Commands of the page's buttons."""

    add: Callable[[], object]
    update: Callable[[], object]
    forget: Callable[[RootInfo], object]
    show_skipped: Callable[[], object]
    retry: Callable[[], object]
    check: Callable[[], object]
    back_up: Callable[[], object]
    learn_words: Callable[[], object]
    models: Callable[[], object]
    show_folder: Callable[[Path], object]


class LibraryDialog(QDialog):
    """Follows the library while it is open: photos may be added and drives connected meanwhile."""

    def __init__(
        self,
        library: LibrarySession,
        models: ModelSession,
        log: MaintenanceLog,
        wishes: LibraryWishes,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Library"))
        self.resize(680, 640)
        self._library, self._models, self._log = library, models, log
        self._wishes, self._theme = wishes, theme
        self._roots: tuple[RootInfo, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(22, 18, 22, 16)
        self._layout.setSpacing(8)
        self.headline = label("", "headline")
        self._layout.addWidget(self.headline)
        self._build_folders()
        self._build_coverage()
        self._build_rest()
        self._layout.addSpacing(6)
        self._layout.addLayout(button_row(button(tr("Close"), self.close, primary=True)))
        for signal in (library.started, models.changed, log.changed, theme.changed):
            signal.connect(self._show)
        for signal in (library.info_changed, library.finished, library.failed):
            signal.connect(self._on_news)
        self._show()

    # ---- building

    def _build_folders(self) -> None:
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Folders of the library"))
        self.tree.setHeaderLabels([tr("Folder"), tr("Photos"), ""])
        self.tree.headerItem().setData(2, Qt.ItemDataRole.AccessibleTextRole, tr("State"))
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.tree.headerItem().setTextAlignment(1, right)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.forget = button(tr("Forget…"), self._forget)
        self.forget.setToolTip(tr("Take the photos of the chosen folder out of the library; the files stay"))
        self.update_button = button(tr("Scan for changes"), self._wishes.update)
        add = button(tr("Add folder…"), self._wishes.add)
        self.of_this_computer = [add, self.update_button, self.forget]
        row = self._row(*self.of_this_computer)
        self.tree.currentItemChanged.connect(lambda _item, _before: self._allow())
        self._layout.addWidget(self.tree, 1)
        self._layout.addLayout(row)

    def _build_coverage(self) -> None:
        self._section(tr("Ready to search"))
        self.ways = QGridLayout()
        self.ways.setHorizontalSpacing(12)
        self.ways.setVerticalSpacing(6)
        self.ways.setColumnStretch(1, 1)
        self._layout.addLayout(self.ways)

    def _build_rest(self) -> None:
        self._section(tr("Maintenance"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        self.skipped, self.checked, self.backed_up = (label("", wrap=True) for _ in range(3))
        self.place, self.takes, self.visual_words = label("", wrap=True), label(""), label("", wrap=True)
        self.show_skipped = button(tr("Show…"), self._wishes.show_skipped)
        self.show_skipped.setAccessibleName(tr("Show the files that could not be read"))
        self.retry = button(tr("Try again"), self._wishes.retry)
        self.retry.setAccessibleName(tr("Try to read them again"))
        check = button(tr("Check…"), self._wishes.check)
        check.setAccessibleName(tr("Check the library"))
        back_up = button(tr("Back up…"), self._wishes.back_up)
        back_up.setAccessibleName(tr("Back up the library"))
        learn = button(tr("Learn from my photos…"), self._wishes.learn_words)
        show = button(tr("Show"), self._show_place)
        show.setAccessibleName(tr("Show the library's folder in the file manager"))
        rows: tuple[tuple[str, QWidget, tuple[QPushButton, ...]], ...] = (
            (tr("Not read"), self.skipped, (self.retry, self.show_skipped)),
            (tr("Visual words"), self.visual_words, (learn,)),
            (tr("Health"), self.checked, (check,)),
            (tr("Backup"), self.backed_up, (back_up,)),
            (tr("Location"), self.place, (show,)),
            (tr("Size"), self.takes, ()),
        )
        for at, (name, value, widgets) in enumerate(rows):
            grid.addWidget(label(name, "dim"), at, 0)
            grid.addWidget(value, at, 1)
            buttons = QHBoxLayout()
            buttons.setSpacing(6)
            buttons.addStretch(1)
            for widget in widgets:
                buttons.addWidget(widget)
            self.of_this_computer += widgets
            grid.addLayout(buttons, at, 2)
        for text in (self.place, self.takes):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout.addLayout(grid)

    def _section(self, title: str) -> None:
        self._layout.addSpacing(4)
        self._layout.addWidget(rule())
        self._layout.addWidget(label(title, "section"))

    @staticmethod
    def _row(*buttons: QPushButton) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for push_button in buttons:
            row.addWidget(push_button)
        row.addStretch(1)
        return row

    # ---- showing

    # A method: a lambda would outlive the dialog.
    def _on_news(self, _news: object) -> None:
        self._show()

    def _show(self) -> None:
        info = self._library.info
        if info is None:
            return
        self.headline.setText(
            tr("{photos} in %Ln folder(s)", "", len(info.roots), photos=photos(info.photos))
        )
        self._show_roots(info)
        self._show_ways(info)
        unread = len(info.skipped)
        self.skipped.setText(
            tr("%Ln file(s) could not be read", "", unread) if unread else tr("Every file could be read.")
        )
        self.checked.setText(self._log.checked)
        self.backed_up.setText(breakable(self._log.backed_up))
        self.place.setText(breakable(info.service or str(info.folder)))
        self.visual_words.setText(_visual_words(info))
        small = file_size(info.thumbnail_bytes)
        size = tr("{size} + {small} thumbnails", size=file_size(info.bytes), small=small)
        self.takes.setText(size if info.bytes else "–" if info.service else "…")
        self._allow()

    def _allow(self) -> None:
        info, busy = self._library.info, self._library.running
        unread = 0 if info is None else len(info.skipped)
        self.show_skipped.setEnabled(unread > 0)
        self.retry.setEnabled(unread > 0 and not busy)
        self.update_button.setEnabled(bool(self._roots) and not busy)
        self.forget.setEnabled(self._chosen() is not None)
        if info is not None and info.service:
            for widget in self.of_this_computer:
                widget.setEnabled(False)
                widget.setToolTip(tr(ON_ANOTHER_COMPUTER))

    def _show_roots(self, info: LibraryInfo) -> None:
        if info.roots == self._roots and self.tree.topLevelItemCount():
            return
        chosen = self.tree.currentIndex().row()
        self._roots = info.roots
        self.tree.clear()
        for root in info.roots:
            state = "" if root.online else tr("not connected")
            entry = QTreeWidgetItem([str(root.path), number(root.photos), state])
            colour = self._theme.colours.dim
            entry.setIcon(0, self._theme.icon("folder" if root.online else "eject", colour))
            entry.setSizeHint(0, QSize(0, ROW_PX))
            entry.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            entry.setToolTip(0, plain_tooltip(str(root.path)))
            self.tree.addTopLevelItem(entry)
        self.tree.setMinimumHeight(min(MAX_ROWS, max(2, len(self._roots))) * ROW_PX + 36)
        if (row := self.tree.topLevelItem(max(0, chosen))) is not None:
            self.tree.setCurrentItem(row)

    def _show_ways(self, info: LibraryInfo) -> None:
        while (entry := self.ways.takeAt(0)) is not None:
            if (old := entry.widget()) is not None:
                old.hide()
                old.deleteLater()
        for at, way in enumerate(ways(info, self._models.installed)):
            self._add_way(at, way)

    def _add_way(self, at: int, way: Way) -> None:
        bar = QProgressBar()
        bar.setTextVisible(False)
        bar.setRange(0, max(1, way.total))
        bar.setValue(way.done)
        bar.setAccessibleName(way.words)
        coverage = tr("{some} of %Ln photo(s)", "", way.total, some=number(way.done))
        remark = label(f"{coverage} · {way.remark}" if way.remark else coverage, "dim")
        remark.setToolTip(plain_tooltip(way.tooltip))
        self.ways.addWidget(label(way.words), at, 0)
        self.ways.addWidget(bar, at, 1)
        self.ways.addWidget(remark, at, 2)
        if way.needs_model:
            self.ways.addWidget(button(tr("Models…"), self._wishes.models, flat=True), at, 3)

    def _chosen(self) -> RootInfo | None:
        row = self.tree.currentIndex().row()
        return self._roots[row] if 0 <= row < len(self._roots) else None

    def _forget(self) -> None:
        if (root := self._chosen()) is not None:
            self._wishes.forget(root)

    def _show_place(self) -> None:
        if self._library.info is not None:
            self._wishes.show_folder(self._library.info.folder)


def _visual_words(info: LibraryInfo) -> str:
    """Return the size and the origin of the codebook for new photos."""
    if info.codebook_name == "default":
        return tr("{words}, from the program", words=number(info.words))
    if info.codebook_name == OWN_PHOTOS:
        learned = day(info.codebook_created)
        return tr("{words}, learned from your photos, {day}", words=number(info.words), day=learned)
    return tr("{words}, learned from “{name}”", words=number(info.words), name=info.codebook_name)

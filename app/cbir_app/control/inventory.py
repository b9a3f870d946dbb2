"""Opens the page of an inventory, chooses its picture, saves its table, and searches with one of its photos."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from cbir.base.types import Term, moment_of
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.control.hits import HitControl
from cbir_app.engine import Engine
from cbir_app.sessions import SUFFIXES, SearchSession, part_of_photo
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir.base.types import ShelfItem
    from cbir_app.viewer import InventoryPage


class InventoryControl(QObject):
    def __init__(
        self,
        window: QWidget,
        engine: Engine,
        hits: HitControl,
        search: SearchSession,
        pages: Pages,
        theme: Theme,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self._hits, self._search = window, engine, hits, search
        self._pages, self._theme, self._notice = pages, theme, notice
        self._page: InventoryPage | None = None

    @property
    def page(self) -> InventoryPage:
        if self._page is None:
            from cbir_app.viewer import InventoryPage

            self._page = InventoryPage(self._engine, self._theme)
            self._page.choose_asked.connect(self.choose)
            self._page.save_asked.connect(self.choose_table)
            self._page.photo_asked.connect(self._show_photo)
        return self._page

    def show(self) -> None:
        """Open the page. A selected photo is offered as the picture of the shelf."""
        hits = self._hits.hits
        photo = hits[0] if len(hits) == 1 and moment_of(hits[0].path) is None else None
        self.page.offer(None if photo is None else Term(path=photo.path))
        self._pages.open(self.page)

    def choose(self) -> None:
        """Ask for the picture of a shelf."""
        from cbir_app.viewer import shelf_of

        dialog = QFileDialog(self._window, tr("Choose a picture of many items"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        patterns = " ".join(f"*{suffix}" for suffix in sorted(SUFFIXES))
        dialog.setNameFilters([tr("Pictures ({patterns})", patterns=patterns), tr("All files (*)")])
        desktop.among_pictures(dialog)
        dialog.fileSelected.connect(lambda name: self.page.show_shelf(shelf_of(Path(name))))
        dialog.open()

    def choose_table(self) -> None:
        """Ask for the file of the table."""
        dialog = QFileDialog(self._window, tr("Save table"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.setNameFilter(tr("Tables (*.csv)"))
        desktop.among_pictures(dialog)
        source = self.page.source
        path = None if source is None else source.path
        dialog.selectFile(f"{'shelf' if path is None else path.stem}.csv")
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()

    def save(self, file: Path) -> None:
        from cbir_app.viewer import table_of

        desktop.save_text(file, table_of(self.page.items or ()), self._notice, "inventory")

    def _show_photo(self, item: ShelfItem) -> None:
        self._search.search(part_of_photo(item.photo, item.path))
        self._pages.show_results()

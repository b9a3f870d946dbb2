"""Suggestions below the search field while a person types. The keys stay in the field."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from cbir.base.types import Completion, CompletionKind
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.tooltips import plain_tooltip

KIND_WORDS: dict[CompletionKind, str] = {
    "keyword": QT_TR_NOOP("Keyword {name}"),
    "person": QT_TR_NOOP("Person: {name}"),
    "place": QT_TR_NOOP("Near {place}"),
    "date": QT_TR_NOOP("Taken in {date}"),
    "album": QT_TR_NOOP("Album: {name}"),
    "camera": QT_TR_NOOP("Camera: {name}"),
    "folder": QT_TR_NOOP("In {folder}"),
}
FIELD_HELP: dict[str, str] = {
    "color": QT_TR_NOOP("photos that show a color, such as red"),
    "near": QT_TR_NOOP("taken near a town, such as Lisbon"),
    "country": QT_TR_NOOP("taken in a country or region, such as Norway"),
    "camera": QT_TR_NOOP("by a make or model of camera"),
    "lens": QT_TR_NOOP("by a lens"),
    "date": QT_TR_NOOP("taken in a year, a month or on a day"),
    "month": QT_TR_NOOP("taken in a month of any year, such as 8"),
    "after": QT_TR_NOOP("taken then or later"),
    "before": QT_TR_NOOP("taken before then"),
    "rating": QT_TR_NOOP("with stars, such as >=3"),
    "keyword": QT_TR_NOOP("with a keyword"),
    "person": QT_TR_NOOP("with somebody of this name"),
    "folder": QT_TR_NOOP("in a folder of this name"),
    "format": QT_TR_NOOP("in a file format, such as jpeg"),
    "iso": QT_TR_NOOP("at a sensitivity, such as >=1600"),
    "f": QT_TR_NOOP("at an f-number, such as <2.8"),
    "shutter": QT_TR_NOOP("with an exposure time, such as 1/250"),
    "focal": QT_TR_NOOP("at a focal length in mm, such as 24..70"),
    "orientation": QT_TR_NOOP("upright, wide or square"),
    "megapixels": QT_TR_NOOP("of a size in megapixels, such as >=12"),
    "name": QT_TR_NOOP("with a word in the file name"),
    "title": QT_TR_NOOP("with a word in the title or caption"),
    "written": QT_TR_NOOP("with a word that is written in the photo"),
    "creator": QT_TR_NOOP("by a photographer"),
    "thing": QT_TR_NOOP("of a thing that you named"),
    "flag": QT_TR_NOOP("picked or rejected: pick, reject or none"),
    "label": QT_TR_NOOP("with a color label, such as red"),
    "flash": QT_TR_NOOP("with or without flash: yes or no"),
}
SHOWN_ROWS = 10
WIDTH_PX = 460


class SuggestionList(QListWidget):
    """Overlays the window below the field, and never takes the keyboard focus."""

    chosen = Signal(object)  # str: the new text; or a Completion of an album
    pointed = Signal(str)  # words of the current row, for screen readers

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self._field = field
        self.setObjectName("choices")
        self.setProperty("floating", True)
        self.setAccessibleName(tr("Suggestions"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.itemClicked.connect(lambda _item: self.take())
        self.hide()

    def show_suggestions(self, earlier: Sequence[str], completions: Sequence[Completion]) -> None:
        """Show earlier searches and suggestions; none is chosen until a person goes to one."""
        self.clear()
        for text in earlier:
            self._add(tr("Search again: {text}", text=text), text)
        for completion in completions:
            self._add(wording(completion), completion if completion.kind == "album" else completion.text)
        self.setCurrentRow(-1)
        self.setVisible(self.count() > 0 and self._field.hasFocus())
        if self.isVisible():
            self._place()

    @property
    def texts(self) -> list[str]:
        return [self.item(row).text() for row in range(self.count())]

    def step(self, step: int) -> bool:
        """Go to the row below or above. Returns False beyond the last row, where the list closes."""
        row = self.currentRow() + step
        if row >= self.count():
            self.hide()
            return False
        self.setCurrentRow(max(row, -1))
        self.pointed.emit("" if row < 0 else self.item(row).text())
        return True

    def take(self) -> bool:
        """Choose the current row. Returns False if there is none."""
        row = self.currentItem() if self.isVisible() else None
        self.hide()
        if row is not None:
            self.chosen.emit(row.data(Qt.ItemDataRole.UserRole))
        return row is not None

    def _add(self, words: str, value: object) -> None:
        row = QListWidgetItem(words)
        row.setData(Qt.ItemDataRole.UserRole, value)
        row.setToolTip(plain_tooltip(words))
        self.addItem(row)

    def _place(self) -> None:
        window = self._field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        rows = min(SHOWN_ROWS, self.count())
        size = QSize(WIDTH_PX, rows * max(20, self.sizeHintForRow(0)) + 2 * self.frameWidth() + 2)
        at = self._field.mapTo(window, QPoint(0, self._field.height() + 4))
        at.setX(max(4, min(at.x(), window.width() - size.width() - 4)))
        self.setGeometry(at.x(), at.y(), min(size.width(), window.width() - 8), size.height())
        self.raise_()


def wording(completion: Completion) -> str:
    """Return the wording for a suggestion, with its number of photos."""
    if completion.kind == "field":
        return f"{completion.name}  {tr(FIELD_HELP[completion.name.rstrip(':')])}"
    if completion.kind not in KIND_WORDS:
        words = completion.name
    else:
        name = completion.name
        words = tr(KIND_WORDS[completion.kind]).format(name=name, place=name, date=name, folder=name)
    return words if completion.photos is None else f"{words} ({number(completion.photos)})"

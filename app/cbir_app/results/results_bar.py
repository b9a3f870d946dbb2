"""The bar over the results: the headline, and the display options: order, size, grid, list or timeline."""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSlider,
    QWidget,
)

from cbir.base.types import EngineName, ListOrder
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import ElidedLabel, IconButton, button, label
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.results.result_sections import LISTED, SORT_KEYS, Section, SortKey
from cbir_app.results.result_view import LINE_PX

Shape = Literal["grid", "list", "timeline"]
SHAPES: tuple[Shape, ...] = ("grid", "list", "timeline")
ONLY: dict[EngineName, str] = {
    "match": QT_TR_NOOP("Only the same thing"),
    "semantic": QT_TR_NOOP("Only by content"),
    "metadata": QT_TR_NOOP("Only names and metadata"),
}
CUT_MIDDLE = 10  # of a range from 0 to twice as much
MIN_PX, MAX_PX, STEP_PX = 80, 380, 25
# A narrower bar leaves its room to the headline: the menus have the same choices.
NARROW_PX, MIN_BAR_PX = 560, 420


class ResultsBar(QWidget):
    sort_key_chosen = Signal(str)  # SortKey
    shape_chosen = Signal(str)  # Shape
    size_chosen = Signal(int)  # height of a line of photos
    cut_moved = Signal(int)  # CUT_MIDDLE: the engine's choice; lower values for fewer photos, higher for more
    fold_asked = Signal()
    all_asked = Signal()  # search with every engine again
    everywhere_asked = Signal()  # search without the filters
    trash_asked = Signal()  # of the rejected photos

    def __init__(self, theme: Theme, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._listed = self._best = False  # _best: "Best first" is restored for the next search
        self.headline = ElidedLabel("headline")
        self.remark = ElidedLabel("dim")
        self.remark.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # The remark takes the room that the headline leaves.
        self.remark.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedWidth(90)
        self.busy.setAccessibleName(tr("Searching"))
        self.busy.hide()
        self.engine = QPushButton()
        self.engine.setObjectName("filterChip")
        self.engine.setToolTip(tr("Click to find similar photos too"))
        self.engine.clicked.connect(lambda _checked=False: self.all_asked.emit())
        self.engine.hide()
        self.everywhere = button(tr("Search everywhere"), self.everywhere_asked.emit)
        self.everywhere.hide()
        self.trash_rejected = button("", self.trash_asked.emit)
        self.trash_rejected.hide()
        self.fold = button("", self.fold_asked.emit, flat=True)  # for the list; a wall has a title for it
        self.fold.hide()
        self.cut = QSlider(Qt.Orientation.Horizontal)
        self.cut.setAccessibleName(tr("Fewer or more photos"))
        self.cut.setToolTip(tr("Left: only the surest photos. Right: less likely ones too."))
        self.cut.setRange(0, 2 * CUT_MIDDLE)
        self.cut.setPageStep(CUT_MIDDLE // 2)
        self.cut.setFixedWidth(90)
        self.cut.setValue(CUT_MIDDLE)
        self.ends = label(tr("surest"), "dim"), label(tr("more"), "dim")
        self.show_cut(False)
        self.sort_key_box = QComboBox()
        self.sort_key_box.setAccessibleName(tr("Order of the results"))
        for sort_key, (words, _) in SORT_KEYS.items():
            self.sort_key_box.addItem(tr(words), sort_key)
        self.reverse = IconButton(theme, "sort")
        self.reverse.setCheckable(True)
        self.slider = _size_slider(preferences)
        self.mirror = IconButton(theme, "mirror")
        self.mirror.setCheckable(True)
        self.shapes = {shape: IconButton(theme, shape) for shape in ("grid", "list", "timeline")}
        shapes = QButtonGroup(self)
        for shape_button in self.shapes.values():
            shape_button.setCheckable(True)
            shapes.addButton(shape_button)
        self.shapes[_remembered(preferences)].setChecked(True)
        self._lay_out()
        self.cut.valueChanged.connect(self.cut_moved)
        self.sort_key_box.currentIndexChanged.connect(self._on_sort_key)
        self.reverse.toggled.connect(self._on_sort_key)
        self.slider.valueChanged.connect(self._on_size)
        shapes.buttonToggled.connect(self._on_shape)
        self._show_tools()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 1)
        layout.setSpacing(6)
        layout.addWidget(self.headline)
        for widget in (self.ends[0], self.cut, self.ends[1]):  # beside the count that it changes
            layout.addWidget(widget)
        layout.addWidget(self.everywhere)
        layout.addWidget(self.trash_rejected)
        layout.addWidget(self.fold)
        layout.addWidget(self.engine)
        layout.addWidget(self.busy)
        layout.addWidget(self.remark, 1)
        for part in (self.mirror, self.slider, self.sort_key_box, self.reverse):
            layout.addWidget(part)
        for shape_button in self.shapes.values():
            layout.addWidget(shape_button)

    def show_engine(self, engine: EngineName) -> None:
        """Show a chip if only one engine has searched."""
        self.engine.setVisible(engine != "auto")
        only = tr(ONLY.get(engine, ""))
        self.engine.setText(f"{only}  ×")
        self.engine.setAccessibleName(tr("{only}: find similar photos too", only=only))

    def show_listed(self, listed: bool) -> None:
        """Hide "Best first" for a listing of photos without a query. The newest come first then."""
        if listed == self._listed:
            return
        self._listed = listed
        best, date = (self.sort_key_box.findData(key) for key in ("best", "taken"))
        self.sort_key_box.view().setRowHidden(best, listed)  # type: ignore[attr-defined]
        with QSignalBlocker(self.sort_key_box):
            if listed and self.sort_key == "best":
                self._best = True
                self.sort_key_box.setCurrentIndex(date)
            elif not listed and self._best and self.sort_key == "taken":
                self.sort_key_box.setCurrentIndex(best)
        self._best = listed and self._best
        self._show_tools()

    def show_fold(self, section: Section | None) -> None:
        """Show the list's counterpart of a wall's foldable title."""
        self.fold.setVisible(section is not None and section.folded is not None and self.shape == "list")
        if section is not None:
            self.fold.setText(f"{section.title} {'▸' if section.folded else '▾'}")

    def show_cut(self, shown: bool) -> None:
        for part in (self.cut, *self.ends):
            part.setVisible(shown)

    def reset_cut(self) -> None:
        with QSignalBlocker(self.cut):
            self.cut.setValue(CUT_MIDDLE)

    def resize_pictures(self, steps: int) -> None:
        self.slider.setValue(self.slider.value() + steps * STEP_PX)

    # ---- sort key

    @property
    def sort_key(self) -> SortKey:
        return cast(SortKey, self.sort_key_box.currentData())

    @property
    def order(self) -> ListOrder:
        """The order to request from the engine.

        The user's choice of best is kept, even while there is no query to rank by.
        """
        if self.shape == "timeline":
            return "date"
        return LISTED["best" if self._best else self.sort_key]

    @property
    def backwards(self) -> bool:
        return self.reverse.isChecked() and self.sort_key != "best"

    def choose_sort_key(self, sort_key: SortKey, *, backwards: bool = False) -> None:
        with QSignalBlocker(self.sort_key_box), QSignalBlocker(self.reverse):
            self.sort_key_box.setCurrentIndex(self.sort_key_box.findData(sort_key))
            self.reverse.setChecked(backwards)
        self._on_sort_key()

    def choose_column(self, sort_key: SortKey) -> None:
        """Sort by a column. If it is the sort key already, reverse the order."""
        self.choose_sort_key(sort_key, backwards=sort_key == self.sort_key and not self.reverse.isChecked())

    def _on_sort_key(self, _changed: object = None) -> None:
        self._best = False
        self._show_tools()
        self.sort_key_chosen.emit(self.sort_key)

    # ---- shape

    @property
    def shape(self) -> Shape:
        return next((name for name in SHAPES if self.shapes[name].isChecked()), "grid")

    def choose_shape(self, shape: Shape) -> None:
        self.shapes[shape].setChecked(True)

    def _on_size(self, value: int) -> None:
        self._preferences.set_number("line height", value)
        self.size_chosen.emit(value)

    def _on_shape(self, _button: object, on: bool) -> None:
        if on:
            self._preferences.set_text("results as", self.shape)
            self._show_tools()
            self.shape_chosen.emit(self.shape)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        before, now = event.oldSize().width(), event.size().width()
        if any((before < room) != (now < room) for room in (NARROW_PX, MIN_BAR_PX)):
            self._show_tools()

    def _show_tools(self) -> None:
        """Show the tools that matter for the current shape. A timeline is always in order of time."""
        narrow = self.width() < NARROW_PX
        self.slider.setVisible(self.shape != "list" and not narrow)
        self.reverse.setVisible(not narrow)
        self.sort_key_box.setVisible(self.shape != "timeline" and self.width() >= MIN_BAR_PX)
        self.reverse.setEnabled(self.sort_key != "best" or self.shape == "timeline")
        for at, (words, other) in enumerate(SORT_KEYS.values()):
            chosen = at == self.sort_key_box.currentIndex() and self.reverse.isChecked()
            self.sort_key_box.setItemText(at, tr(other) if chosen else tr(words))


def cut_at(place: int, sure: int, total: int) -> int:
    """Return the number of photos above "Less likely" for a place of the slider.

    sure : the engine's choice, of total
    """
    share = place / CUT_MIDDLE
    if share <= 1:
        return max(min(1, total), round(sure * share))
    return sure + round((total - sure) * (share - 1) ** 2)  # small steps near the engine's choice


def _remembered(preferences: Preferences) -> Shape:
    text = preferences.text("results as")
    return next((shape for shape in SHAPES if shape == text), "grid")


def _size_slider(preferences: Preferences) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setAccessibleName(tr("Size of the thumbnails"))
    slider.setToolTip(tr("Size of the thumbnails"))
    slider.setRange(MIN_PX, MAX_PX)
    slider.setSingleStep(STEP_PX)
    slider.setPageStep(2 * STEP_PX)
    slider.setFixedWidth(64)
    slider.setValue(min(MAX_PX, max(MIN_PX, preferences.number("line height", LINE_PX))))
    return slider

"""The line over the results: what was found, and how it is shown: order, size, grid or list."""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QProgressBar, QSlider, QWidget

from app.facts import ORDERS, Order
from app.page import ElidedLabel, IconButton, label
from app.preferences import Preferences
from app.result_view import CELL_WIDTH_PX
from app.theme import Theme

Shape = Literal["grid", "list"]
LEAST_PX, MOST_PX, STEP_PX = 110, 330, 20


class ResultsBar(QWidget):
    order_chosen = Signal(str)  # Order
    shape_chosen = Signal(str)  # Shape
    size_chosen = Signal(int)  # least width of a cell

    def __init__(self, theme: Theme, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self.headline = label("", "headline")
        self.remark = ElidedLabel("dim")
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedWidth(90)
        self.busy.setAccessibleName("Searching")
        self.busy.hide()
        self.order_box = QComboBox()
        self.order_box.setAccessibleName("Order of the results")
        for order, words in ORDERS.items():
            self.order_box.addItem(words, order)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Size of the thumbnails")
        self.slider.setToolTip("Size of the thumbnails")
        self.slider.setRange(LEAST_PX, MOST_PX)
        self.slider.setSingleStep(STEP_PX)
        self.slider.setPageStep(2 * STEP_PX)
        self.slider.setFixedWidth(64)
        self.slider.setValue(min(MOST_PX, max(LEAST_PX, preferences.number("thumbnail size", CELL_WIDTH_PX))))
        self.as_grid = IconButton(theme, "grid", "Show as a grid", None, "Ctrl+1")
        self.as_list = IconButton(theme, "list", "Show as a list", None, "Ctrl+2")
        self.mirror = IconButton(theme, "mirror", "Find mirrored pictures too", None, "Ctrl+M")
        shapes = QButtonGroup(self)
        for made in (self.as_grid, self.as_list):
            made.setCheckable(True)
            shapes.addButton(made)
        self.mirror.setCheckable(True)
        (self.as_list if preferences.flag("as list", False) else self.as_grid).setChecked(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 8, 12, 8)
        layout.setSpacing(10)
        layout.addWidget(self.headline)
        layout.addWidget(self.busy)
        layout.addStretch(1)
        layout.addWidget(self.remark)
        layout.addWidget(self.mirror)
        layout.addWidget(self.slider)
        layout.addWidget(self.order_box)
        layout.addWidget(self.as_grid)
        layout.addWidget(self.as_list)
        layout.setSpacing(6)
        self.order_box.currentIndexChanged.connect(lambda _at: self.order_chosen.emit(self.order))
        self.slider.valueChanged.connect(self._on_size)
        shapes.buttonToggled.connect(self._on_shape)
        self._show_slider()

    @property
    def order(self) -> Order:
        return cast(Order, self.order_box.currentData())

    @property
    def shape(self) -> Shape:
        return "list" if self.as_list.isChecked() else "grid"

    def set_order(self, order: Order) -> None:
        """Show an order that came with the results; nobody chose it."""
        with QSignalBlocker(self.order_box):
            self.order_box.setCurrentIndex(self.order_box.findData(order))

    def choose_order(self, order: Order) -> None:
        self.order_box.setCurrentIndex(self.order_box.findData(order))

    def choose_shape(self, shape: Shape) -> None:
        (self.as_list if shape == "list" else self.as_grid).setChecked(True)

    def _on_size(self, value: int) -> None:
        self._preferences.set_number("thumbnail size", value)
        self.size_chosen.emit(value)

    def _on_shape(self, _button: object, on: bool) -> None:
        if on:
            self._preferences.set_flag("as list", self.shape == "list")
            self._show_slider()
            self.shape_chosen.emit(self.shape)

    def _show_slider(self) -> None:
        self.slider.setVisible(self.shape == "grid")

"""A layout that places widgets one after the other and breaks lines. The last one can take the remaining width."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    def __init__(
        self, parent: QWidget | None = None, *, spacing: int = 6, stretch_last: bool = False
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._stretch_last = stretch_last
        self.setSpacing(spacing)

    def insert(self, at: int, widget: QWidget) -> None:
        self.addWidget(widget)
        self._items.insert(at, self._items.pop())
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        margins: QMargins = self.contentsMargins()
        size = QSize()
        for entry in self._visible():
            size = size.expandedTo(entry.minimumSize())
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _visible(self) -> list[QLayoutItem]:
        return [entry for entry in self._items if not entry.isEmpty()]

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Lay the widgets out. Returns the height that they take."""
        margins: QMargins = self.contentsMargins()
        area = rect.marginsRemoved(margins)
        x, y = area.x(), area.y()
        line: list[tuple[QLayoutItem, QSize, int]] = []
        bottom = y
        visible = self._visible()
        for entry in visible:
            size = entry.sizeHint().boundedTo(QSize(max(1, area.width()), 1 << 20))
            if line and x + size.width() > area.right() + 1:
                y = self._finish(line, y, move=move) + self.spacing()
                line, x = [], area.x()
            if self._stretch_last and entry is visible[-1]:
                size.setWidth(max(size.width(), area.right() + 1 - x))
            line.append((entry, size, x))
            x += size.width() + self.spacing()
        bottom = self._finish(line, y, move=move)
        return bottom - rect.y() + margins.bottom()

    @staticmethod
    def _finish(line: list[tuple[QLayoutItem, QSize, int]], top: int, *, move: bool) -> int:
        """Centre a line's widgets on one axis. Returns the bottom of the line."""
        height = max((size.height() for _, size, _ in line), default=0)
        if move:
            for entry, size, x in line:
                entry.setGeometry(QRect(QPoint(x, top + (height - size.height()) // 2), size))
        return top + height


def chip_cloud() -> tuple[QWidget, FlowLayout]:
    """A widget as tall as the lines of its chips, and the layout for the chips."""
    cloud = QWidget()
    flow = FlowLayout(cloud, spacing=5)
    flow.setContentsMargins(0, 0, 0, 0)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    cloud.setSizePolicy(policy)
    return cloud, flow

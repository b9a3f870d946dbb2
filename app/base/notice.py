"""A sentence across the window that asks for nothing: read it, act on it, or close it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.base.language import tr
from app.base.page import IconButton, button, label
from app.base.theme import Theme

Tone = Literal["info", "warning"]


class Notice(QFrame):
    """One at a time: the newest sentence is the one that matters."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._theme = theme
        self._tone: Tone = "info"
        self.topic = ""
        self._icon = QLabel()
        self.text = label("", wrap=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.action: QPushButton | None = None
        self._close = IconButton(theme, "close", tr("Close this notice"), self.hide)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 7, 10, 7)
        self._layout.setSpacing(10)
        self._layout.addWidget(self._icon)
        self._layout.addWidget(self.text, 1)
        self._layout.addWidget(self._close)
        theme.changed.connect(self._paint_icon)
        self.hide()

    def say(
        self,
        text: str,
        *,
        tone: Tone = "info",
        topic: str = "",
        action: str = "",
        on_action: Callable[[], object] | None = None,
    ) -> None:
        """Show a sentence; `topic` lets whoever said it take it back."""
        self.topic = topic
        self._tone = tone
        self.text.setText(text)
        self.text.setAccessibleName(text)
        if self.action is not None:
            self.action.hide()
            self.action.deleteLater()
            self.action = None
        if action and on_action is not None:
            self.action = button(action, self.hide, flat=True)
            act = on_action
            self.action.clicked.connect(lambda _checked=False: act())
            self._layout.insertWidget(2, self.action, 0, Qt.AlignmentFlag.AlignVCenter)
            self.action.show()
        self.setProperty("tone", tone)
        self.style().unpolish(self)
        self.style().polish(self)
        self._paint_icon()
        self.show()

    def take_back(self, topic: str) -> None:
        if self.topic == topic:
            self.hide()

    def _paint_icon(self) -> None:
        name = "warning" if self._tone == "warning" else "info"
        self._icon.setPixmap(self._theme.pixmap(name, 18, self._theme.colours.text, self.devicePixelRatioF()))

"""A sentence across the window that requires no answer: read it, act on it, or close it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from cbir_app.base.language import tr
from cbir_app.base.page import IconButton, button, label
from cbir_app.base.theme import Theme

Tone = Literal["info", "warning"]
PASSING_MS = 8000  # a passing sentence stays this long


class Notice(QFrame):
    """A bar with one sentence at a time: the newest one matters."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._theme = theme
        self._tone: Tone = "info"
        self.topic = ""
        self._icon = QLabel()
        self.text = label("", wrap=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._act: Callable[[], object] = lambda: None
        self.action = button("", self._on_action, flat=True)
        self.action.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close = IconButton(theme, "close", tr("Close this notice"), self.hide)
        self._transient = False
        self._passing = QTimer(self, singleShot=True)
        self._passing.setInterval(PASSING_MS)
        self._passing.timeout.connect(self._pass)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 7, 10, 7)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._close)
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
        passing: bool = False,
    ) -> None:
        """Show a sentence.

        topic : lets the caller take the sentence back. passing : it hides after a while, unless it is in use
        """
        self.topic = topic
        self._tone = tone
        self.text.setText(text)
        self.text.setAccessibleName(text)
        self._act = on_action or (lambda: None)
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self.setProperty("tone", tone)
        self.style().unpolish(self)
        self.style().polish(self)
        self._paint_icon()
        self.show()
        self._transient = passing
        if passing:
            self._passing.start()
        else:
            self._passing.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._transient:  # it may return together with everything that a full screen had hidden
            self._passing.start()

    def _on_action(self) -> None:
        self.hide()
        self._act()

    def _pass(self) -> None:
        if self.underMouse() or self.isAncestorOf(self.window().focusWidget()):
            self._passing.start()
        else:
            self.hide()

    def take_back(self, topic: str) -> None:
        if self.topic == topic:
            self.hide()

    def _paint_icon(self) -> None:
        name = "warning" if self._tone == "warning" else "info"
        self._icon.setPixmap(self._theme.pixmap(name, 18, self._theme.colours.text, self.devicePixelRatioF()))

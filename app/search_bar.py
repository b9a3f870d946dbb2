"""The query, always visible as a chip: what is searched for can be read, framed, and taken away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.intake import Query
from app.page import IconButton, WordButton, label, with_key
from app.pictures import Picture, cut, fitted
from app.theme import Theme

CHIP_PX = 38
LABEL_PX = 260


class Chip(QFrame):
    """One term: its picture, its name, a way to frame a part of it and one to take it away."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self._theme = theme
        self._picture = QLabel()
        self._picture.setFixedSize(CHIP_PX, CHIP_PX)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words = label("")
        self.remark = label("", "dim")
        self.frame_button = IconButton(theme, "frame", "Frame a part of the query", None, "Ctrl+R")
        self.remove_button = IconButton(theme, "close", "Remove this query", None, "Ctrl+Backspace")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(5, 4, 4, 4)
        layout.setSpacing(6)
        for part in (self._picture, self.words, self.remark, self.frame_button, self.remove_button):
            layout.addWidget(part)

    def show_query(self, query: Query) -> None:
        elided = self.fontMetrics().elidedText(query.label, Qt.TextElideMode.ElideMiddle, LABEL_PX)
        self.words.setText(elided)
        self.words.setToolTip(str(query.term.path or query.label))
        framed = query.term.region is not None
        self.remark.setText("framed" if framed else "")
        self.remark.setVisible(framed)
        self.setAccessibleName(f"Query: {query.label}{', framed' if framed else ''}")

    def show_picture(self, pixmap: QPixmap | None) -> None:
        ratio = self.devicePixelRatioF()
        if pixmap is None:
            self._picture.setPixmap(self._theme.pixmap("open", 22, None, ratio))
        else:
            self._picture.setPixmap(fitted(pixmap, CHIP_PX, CHIP_PX, ratio, radius=4))
        self.frame_button.setEnabled(pixmap is not None)


class SearchBar(QFrame):
    """The field with the chip or an invitation, and the ways to bring a picture in."""

    open_asked = Signal()
    paste_asked = Signal()
    frame_asked = Signal()
    remove_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queryBar")
        self.setAccessibleName("Query")
        self._query: Query | None = None
        self._picture: Picture | None = None
        self.field = QFrame()
        self.field.setObjectName("field")
        self.field.setAccessibleName("Query")
        self.field.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.field.setMinimumHeight(CHIP_PX + 20)
        self.field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.chip = Chip(theme)
        self.chip.hide()
        self.chip.frame_button.clicked.connect(lambda _checked=False: self.frame_asked.emit())
        self.chip.remove_button.clicked.connect(lambda _checked=False: self.remove_asked.emit())
        self.invitation = label("Drop a picture here, paste one, or open one", "placeholder")
        inside = QHBoxLayout(self.field)
        inside.setContentsMargins(6, 4, 6, 4)
        inside.addWidget(self.chip)
        inside.addWidget(self.invitation)
        inside.addStretch(1)
        self.paste_button = WordButton(
            *(theme, "paste", "Paste", self.paste_asked.emit),
            tip=with_key("Search with the picture on the clipboard", "Ctrl+V"),
        )
        self.open_button = WordButton(
            *(theme, "open", "Open…", self.open_asked.emit),
            tip=with_key("Search with a picture file", "Ctrl+O"),
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.paste_button)
        layout.addWidget(self.open_button)
        self._mark_focus()

    def show_query(self, query: Query | None) -> None:
        self._query = query
        self.chip.setVisible(query is not None)
        self.invitation.setVisible(query is None)
        if query is not None:
            self.chip.show_query(query)
            self._paint_chip()

    def show_picture(self, picture: Picture | None) -> None:
        self._picture = picture
        self._paint_chip()

    def set_target(self, on: bool) -> None:
        """Mark the field as the place where a drag may be dropped."""
        self.field.setProperty("target", on)
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def focus(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On the field: Enter opens a file, Delete takes the chip away."""
        if self.field.hasFocus() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open_asked.emit()
        elif self.field.hasFocus() and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)

    def _paint_chip(self) -> None:
        if self._query is None:
            return
        region = self._query.term.region
        self.chip.show_picture(None if self._picture is None else cut(self._picture, region))

    def _mark_focus(self) -> None:
        """A frame has no :focus look of its own in a style sheet that also knows [target]."""
        self.field.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

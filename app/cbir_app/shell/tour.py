"""Four cards for a new user: how to search, frame a part, narrow a search and get more of a kind, and find help."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QMenuBar, QVBoxLayout, QWidget

from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.base.preferences import Preferences

SEEN = "tour seen"  # preference
WIDTH_PX = 330
CARDS = (
    (
        QT_TR_NOOP("Search with a picture or with words"),
        QT_TR_NOOP("Drop a picture here, paste one, or type what a photo shows. Results come as you type."),
    ),
    (
        QT_TR_NOOP("Frame what you mean"),
        QT_TR_NOOP("Frame a part of a picture, or of the screen, to look for that thing alone."),
    ),
    (
        QT_TR_NOOP("Narrow it down"),
        QT_TR_NOOP(
            "Filter by date, place, camera or stars. Right-click a photo for “More like this” and “Fewer like this”."
        ),
    ),
    (
        QT_TR_NOOP("Help is here"),
        QT_TR_NOOP("The guide, this tour and a list of every key are in the Help menu. F1 shows the keys."),
    ),
)


class Tour(QFrame):
    """Shows a card at a time, under the widget that it explains. Escape or Skip ends the tour for good."""

    def __init__(
        self,
        window: QWidget,
        anchors: Sequence[QWidget],
        preferences: Preferences,
        *,
        takes_focus: bool = True,
    ) -> None:
        super().__init__(window)
        self._takes_focus = takes_focus
        self.setObjectName("popover")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window, self._anchors, self._preferences = window, anchors, preferences
        self._before = window.focusWidget()
        self.card = -1
        self.title = label("", "big", wrap=True)
        self.text = label("", wrap=True)
        self.count = label("", "dim")
        self.skip = button(tr("Skip"), self.end, flat=True)
        self.go_on = button(tr("Next"), self.step, primary=True)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        for part in (self.title, self.text):
            part.setFixedWidth(WIDTH_PX)
            layout.addWidget(part)
        layout.addLayout(button_row(self.skip, self.go_on, before=[self.count]))
        window.installEventFilter(self)

    def step(self) -> None:
        """Show the next card; after the last one, end the tour."""
        self.card += 1
        if self.card >= len(CARDS):
            return self.end()
        title, text = CARDS[self.card]
        self.title.setText(tr(title))
        self.text.setText(tr(text))
        self.setAccessibleName(tr(title))
        self.setAccessibleDescription(tr(text))
        self.count.setText(tr("{card} of {cards}", card=self.card + 1, cards=len(CARDS)))
        last = self.card == len(CARDS) - 1
        self.skip.setVisible(not last)
        self.go_on.setText(tr("Done") if last else tr("Next"))
        self.show()
        self._place()
        self.raise_()
        if self._takes_focus or self.card:
            self.go_on.setFocus(Qt.FocusReason.PopupFocusReason)

    def end(self) -> None:
        self._preferences.set_flag(SEEN, True)
        self._window.removeEventFilter(self)
        inside = self.isAncestorOf(self._window.focusWidget())
        if inside and self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        window, anchor = self._window, self._anchors[self.card]
        for part in (self.title, self.text):  # a wrapped label reports its height only for a given width
            part.setFixedHeight(part.heightForWidth(WIDTH_PX))
        self._layout.activate()
        self.adjustSize()
        place = anchor.rect()
        if isinstance(anchor, QMenuBar):
            place = anchor.actionGeometry(anchor.actions()[-1])  # Help
        at = anchor.mapTo(window, place.bottomLeft() + QPoint(0, 7))
        at.setX(max(6, min(at.x(), window.width() - self.width() - 6)))
        at.setY(max(6, min(at.y(), window.height() - self.height() - 6)))
        self.move(at)

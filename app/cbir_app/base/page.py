"""Widgets that pages share: labels, buttons, and pages with a viewer or with a message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QStyleOptionComboBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from cbir_app.base.canvas import Canvas
from cbir_app.base.language import tr
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import breakable


def rule(parent: QWidget | None = None) -> QFrame:
    """Return a thin horizontal line."""
    line = QFrame(parent)
    line.setObjectName("rule")
    line.setFixedHeight(1)
    return line


def label(text: str = "", name: str = "", *, wrap: bool = False) -> QLabel:
    text_label = QLabel(text)
    text_label.setObjectName(name)
    text_label.setWordWrap(wrap)
    # A file's name is plain text, even if it looks like HTML.
    text_label.setTextFormat(Qt.TextFormat.PlainText)
    return text_label


class ElidedLabel(QLabel):
    """A line of text that shrinks. Text that does not fit ends in an ellipsis; the tooltip shows all of it."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self.short = ""  # replaces the text if it does not fit
        self.elide = Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = self.fontMetrics()
        fits = metrics.horizontalAdvance(self.text()) <= self.width()
        text = self.text() if fits or not self.short else self.short
        elided = metrics.elidedText(text, self.elide, self.width())
        self.setToolTip(plain_tooltip(self.text()) if elided != self.text() else "")
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(self.alignment()), elided)
        painter.end()


class ElidedCombo(QComboBox):
    """A combo box that shrinks. While it is closed, text that does not fit ends in an ellipsis."""

    ARROW_PX, LEAST_PX = 40, 100

    def minimumSizeHint(self) -> QSize:
        return QSize(self.LEAST_PX, super().minimumSizeHint().height())

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, self.width() - self.ARROW_PX
        )


class ShareSlider(QSlider):
    """A slider for the share of one picture that covers another. It shrinks in a narrow window."""

    WIDTH_PX, LEAST_PX = 150, 60

    def __init__(self, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setMaximumWidth(self.WIDTH_PX)

    def sizeHint(self) -> QSize:
        return QSize(self.WIDTH_PX, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.LEAST_PX, super().minimumSizeHint().height())


def scrolled(inside: QWidget) -> QScrollArea:
    """Return a vertical scroll area for a widget that may be taller than the space for it."""
    scroll = QScrollArea()
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(inside)
    return scroll


def button(
    text: str, on_click: Callable[[], object], *, primary: bool = False, flat: bool = False
) -> QPushButton:
    push_button = QPushButton(text)
    push_button.setProperty("primary", primary)
    push_button.setProperty("flat", flat)
    push_button.setCursor(Qt.CursorShape.PointingHandCursor)
    # Enter presses the focused button. Without this, it would press only the dialog's default button.
    push_button.setAutoDefault(True)
    push_button.clicked.connect(lambda _checked=False: on_click())
    return push_button


def button_row(*buttons: QPushButton, before: Sequence[QWidget] = ()) -> QHBoxLayout:
    """Return the bottom row of a dialog. buttons : at the right end. before : widgets at the left end"""
    row = QHBoxLayout()
    for widget in before:
        row.addWidget(widget)
    row.addStretch(1)
    for widget in buttons:
        row.addWidget(widget)
    return row


def with_key(words: str, key: str) -> str:
    """Return a tooltip's text that ends with the key, spelt as on this platform."""
    native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
    return f"{words} ({native})" if key else words


class WordButton(QPushButton):
    """A push button with text and an icon that follows the theme."""

    def __init__(
        self, theme: Theme, icon: str, text: str, on_click: Callable[[], object], tooltip: str
    ) -> None:
        super().__init__(text)
        self._theme, self._icon = theme, icon
        self.setToolTip(plain_tooltip(tooltip))
        self.setAutoDefault(True)
        self.setIconSize(QSize(22, 17))
        self.clicked.connect(lambda _checked=False: on_click())
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def _paint_icon(self) -> None:
        self.setIcon(self._theme.icon(self._icon, side_px=17, gap_px=5))


class IconButton(QToolButton):
    """A tool button whose icon follows the theme. Its text is the tooltip and the accessible name.

    words : empty for a button that takes its text from an action; see show_action()
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        words: str = "",
        on_click: Callable[[], object] | None = None,
        key: str = "",
    ) -> None:
        super().__init__()
        self._theme, self._icon, self._words, self._key = theme, icon, words, key
        self._of_action = ""
        self._show_words()
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        if on_click is not None:
            self.clicked.connect(lambda _checked=False: on_click())

    def change(self, icon: str, words: str = "") -> None:
        """Change the icon and the text. words : empty for the text of the button's action"""
        self._icon, self._words = icon, words
        self._show_words()
        self._paint_icon()

    def show_action(self, words: str, key: str) -> None:
        """Show the key of an action, and its text unless the button has a text of its own."""
        self._of_action, self._key = words, key or self._key
        self._show_words()

    def _show_words(self) -> None:
        words = self._words or self._of_action
        self.setToolTip(plain_tooltip(with_key(words, self._key)))
        self.setAccessibleName(words)

    def _paint_icon(self) -> None:
        self.setIcon(self._theme.icon(self._icon))


def show_action(button: QAbstractButton, words: str, key: str) -> None:
    """Name an action's key in a button's tooltip, and show its text unless the button has a text of its own."""
    if isinstance(button, IconButton):
        button.show_action(words, key)
        return
    if not button.text():
        button.setText(words)
    button.setToolTip(plain_tooltip(with_key(button.toolTip(), key)))


class ViewerPage(QWidget):
    """A canvas under a bar with: back, previous and next photo, title, tools of the page, and zoom."""

    closed = Signal()
    step_asked = Signal(int)  # -1: to the previous photo, 1: to the next one
    place = ""  # the entry to mark in the library's column; empty: the entry of the search

    BAR_MS = 2200  # time until the bar hides on a full screen, after the pointer stops

    def __init__(
        self,
        theme: Theme,
        name: str,
        canvas: Canvas | None = None,
        *,
        steps: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setAccessibleName(name)
        self.canvas = canvas if canvas is not None else Canvas()
        self.canvas.setAccessibleName(name)
        self.canvas.viewport().setAccessibleName(name)
        self.title = ElidedLabel("headline")
        self.remark = ElidedLabel("dim")
        self.tools = QHBoxLayout()
        self.tools.setSpacing(2)
        self._build_bar(theme, steps)
        self.add_key("=", self.canvas.zoom_in)
        self.add_key("Z", self.canvas.switch_size)
        self.add_key("Esc", self._step_back)
        self._hosted: QWidget | None = None
        self.middle = QHBoxLayout()
        self.middle.setSpacing(0)
        self.middle.addWidget(self.canvas, 1)
        self.layout_ = QVBoxLayout(self)
        self.layout_.setContentsMargins(0, 0, 0, 0)
        self.layout_.setSpacing(0)
        self.layout_.addWidget(self.bar)
        self.layout_.addLayout(self.middle, 1)
        self._bare = False
        self.hide_timer = QTimer(self)
        self.hide_timer.setSingleShot(True)
        self.hide_timer.setInterval(self.BAR_MS)
        self.hide_timer.timeout.connect(self._on_rest)
        self.canvas.pointed.connect(self._on_pointed)

    def _build_bar(self, theme: Theme, steps: bool) -> None:
        self.zooms: list[IconButton] = []
        self.bar = QFrame()
        self.bar.setObjectName("viewerBar")
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 9, 12, 9)
        bar.setSpacing(8)
        bar.addWidget(IconButton(theme, "back", tr("Back to the results"), self.go_back, "Esc"))
        if steps:
            for icon, words, step, key in (
                ("previous", tr("Previous photo"), -1, "PgUp"),
                ("next", tr("Next photo"), 1, "PgDown"),
            ):
                bar.addWidget(IconButton(theme, icon, words, partial(self.step_asked.emit, step), key))
                self.add_key(key, partial(self.step_asked.emit, step))
            self.canvas.stepped.connect(self.step_asked)
        bar.addWidget(self.title)
        bar.addWidget(self.remark, 1)
        bar.addLayout(self.tools)
        for icon, words, act, key in (
            ("zoom-out", tr("Zoom out"), self.canvas.zoom_out, "-"),
            ("zoom-in", tr("Zoom in"), self.canvas.zoom_in, "+"),
            ("fit", tr("Fit to the window"), self.canvas.fit, "F"),
        ):
            self.zooms.append(IconButton(theme, icon, words, act, key))
            bar.addWidget(self.zooms[-1])
            self.add_key(key, act)
        inside = QVBoxLayout(self.bar)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addLayout(bar)
        inside.addWidget(rule())

    def forget(self) -> None:
        """Release the current contents when the user leaves the page."""

    def hide_picture(self) -> None:
        """Leave the page without a picture, for other contents in `middle`."""
        for widget in (self.canvas, *self.zooms):
            widget.hide()

    def press_key(self, key: str, push_button: QPushButton) -> None:
        """Add a key that presses a button while it can be clicked."""

        def press() -> None:
            if push_button.isVisible() and push_button.isEnabled():
                push_button.click()

        self.add_key(key, press)

    def toggle(self, icon: str, words: str, key: str) -> IconButton:
        """Return a checkable button with a key."""
        icon_button = IconButton(self.theme, icon, words, None, key)
        icon_button.setCheckable(True)
        self.add_key(key, lambda: icon_button.toggle() if icon_button.isEnabled() else None)
        return icon_button

    @property
    def home(self) -> QWidget:
        """The widget that gets the focus by default: the picture, or the page while there is no picture."""
        return self if self.canvas.isHidden() else self.canvas

    def add_key(self, key: str, act: Callable[[], object]) -> None:
        """Add a key that works anywhere on this page."""
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    def host(self, below: QWidget) -> None:
        """Move a widget from another viewer to below this picture. Escape in it returns the focus to the picture."""
        self._hosted = below
        if below.parentWidget() is not self:
            self.layout_.addWidget(below)

    def _step_back(self) -> None:
        focus = QApplication.focusWidget()
        if self._hosted is not None and focus is not None and self._hosted.isAncestorOf(focus):
            self.canvas.setFocus()
        else:
            self.go_back()

    def go_back(self) -> None:
        """Close the innermost open part of the page, or leave the page."""
        self.closed.emit()

    def set_bare(self, bare: bool) -> None:
        """Let the picture fill the page, as on a full screen. The bar then appears only while the pointer moves."""
        if bare == self._bare:
            return
        self._bare = bare
        self.canvas.setProperty("bare", bare)
        self.canvas.style().unpolish(self.canvas)
        self.canvas.style().polish(self.canvas)
        self.hide_timer.stop()
        if bare:
            self.layout_.removeWidget(self.bar)
            self.bar.hide()
        else:
            self.layout_.insertWidget(0, self.bar)
            self.bar.show()

    def _on_pointed(self) -> None:
        if self._bare:
            self.bar.setGeometry(0, 0, self.width(), self.bar.sizeHint().height())
            self.bar.show()
            self.bar.raise_()
            self.hide_timer.start()

    def _on_rest(self) -> None:
        focus = QApplication.focusWidget()
        if self.bar.underMouse() or (focus is not None and self.bar.isAncestorOf(focus)):
            self.hide_timer.start()
        elif self._bare:
            self.bar.hide()


WIDTH_PX = 560  # width of the text on a MessagePage


class MessagePage(QWidget):
    """A page for empty, busy and failing states: a headline, a sentence, and buttons for the next step."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = "search"
        self.sentence = ""
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = label("", "pageTitle", wrap=True)
        self.text = label("", "dim", wrap=True)
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            words.setFixedWidth(WIDTH_PX)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(10)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addStretch(3)
        layout.addWidget(self._picture)
        layout.addSpacing(6)
        layout.addWidget(self.title, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.text, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(10)
        layout.addLayout(self._buttons)
        layout.addStretch(4)
        theme.changed.connect(self._paint_icon)

    def show_message(self, icon: str, title: str, text: str, *buttons: QPushButton) -> None:
        self._icon = icon
        self._paint_icon()
        self.title.setText(title)
        self.sentence = text
        self.text.setText(breakable(text))
        self._fit()
        while (entry := self._buttons.takeAt(0)) is not None:
            if (old := entry.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._buttons.addStretch(1)
        for new_button in buttons:
            self._buttons.addWidget(new_button)
            new_button.show()  # a layout would show it one turn of the event loop later
        self._buttons.addStretch(1)

    def _fit(self) -> None:
        """Set the labels' heights. In an aligned box, Qt's layout gives a wrapped label the height of one line."""
        for words in (self.title, self.text):
            words.ensurePolished()
            words.setFixedHeight(max(0, words.heightForWidth(WIDTH_PX)))  # negative before the first text

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):  # the style sheet comes last
            self._fit()

    def _paint_icon(self) -> None:
        colour = self._theme.colours.accent_text
        self._picture.setPixmap(self._theme.pixmap(self._icon, 52, colour, self.devicePixelRatioF()))

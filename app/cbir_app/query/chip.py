"""A term of the query on screen: its sign with a menu of actions, its picture or text, and its weight."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from cbir_app.base.language import quoted, short_number, tr
from cbir_app.base.page import IconButton, label
from cbir_app.base.pictures import fitted
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import Part

CHIP_PX = 27  # height of a chip's contents, as high as a line of text beside it
LABEL_PX = 210
WHEEL_STEP = 120


class Chip(QFrame):
    """By keyboard: Space opens the menu, + and − choose, up and down weigh, Enter frames or edits, Delete removes."""

    flip_asked = Signal()
    weigh_asked = Signal(int)  # steps
    edit_asked = Signal()  # frame a picture or edit text
    text_asked = Signal()  # also search for the text in a picture
    remove_asked = Signal()
    step_asked = Signal(int)  # move to the chip before or after

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme = theme
        self._part: Part | None = None
        self._turned = 0
        self.sign = QToolButton()
        self.sign.setObjectName("sign")
        self.sign.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sign.setCursor(Qt.CursorShape.PointingHandCursor)
        self.sign.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._build_menu()
        self.picture_label = QLabel()
        self.picture_label.setFixedSize(CHIP_PX, CHIP_PX)
        self.picture_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words = label("")
        self.remark = label("", "dim")
        self.frame_button = IconButton(
            theme, "frame", tr("Frame a part of this picture"), self.edit_asked.emit
        )
        self.remove_button = IconButton(theme, "close", tr("Remove from the search"), self.remove_asked.emit)
        for tool in (self.frame_button, self.remove_button):
            tool.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the chip's own keys do the same
            tool.setIconSize(QSize(16, 16))
            tool.setObjectName("chipTool")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3, 0, 3, 0)
        layout.setSpacing(4)
        for part in (
            *(self.sign, self.picture_label, self.words, self.remark, self.frame_button, self.remove_button),
        ):
            layout.addWidget(part)

    def _build_menu(self) -> None:
        """Build the menu of actions on the term. The sign only opens the menu and changes nothing itself."""
        self.menu = QMenu(self.sign)
        group = QActionGroup(self.menu)
        self.like, self.unlike = QAction(self.menu), QAction(self.menu)
        for action, minus in ((self.like, False), (self.unlike, True)):
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(lambda _on=False, minus=minus: self._choose(minus=minus))
            self.menu.addAction(action)
        self.menu.addSeparator()
        self.more = self.menu.addAction(tr("More weight"))
        self.more.triggered.connect(lambda: self.weigh_asked.emit(1))
        self.less = self.menu.addAction(tr("Less weight"))
        self.less.triggered.connect(lambda: self.weigh_asked.emit(-1))
        self.menu.addSeparator()
        self.change = self.menu.addAction("")
        self.change.triggered.connect(lambda _on=False: self.edit_asked.emit())
        self.text = self.menu.addAction(tr("Search for its text, too"))
        self.text.triggered.connect(lambda _on=False: self.text_asked.emit())
        self.menu.addAction(tr("Remove")).triggered.connect(lambda _on=False: self.remove_asked.emit())
        self.sign.setMenu(self.menu)

    def _choose(self, *, minus: bool) -> None:
        if self._part is not None and (self._part.term.sign < 0) != minus:
            self.flip_asked.emit()

    def _name_actions(self, part: Part) -> None:
        """Name the actions for text, a picture, or a photo that was marked right or wrong."""
        for action in (self.more, self.less, self.change):
            action.setVisible(not part.term.marked)
        self.text.setVisible(not part.is_words and not part.term.marked)
        if part.term.marked:
            self.like.setText(tr("More like this"))
            self.unlike.setText(tr("Fewer like this"))
        elif part.is_words:
            self.like.setText(tr("Photos with this"))
            self.unlike.setText(tr("Photos without this"))
            self.change.setText(tr("Change the words"))
        else:
            self.like.setText(tr("More like this"))
            self.unlike.setText(tr("Not this"))
            self.change.setText(tr("Frame a part…"))
        (self.unlike if part.term.sign < 0 else self.like).setChecked(True)

    def show_part(self, part: Part) -> None:
        self._part = part
        minus = part.term.sign < 0
        text = quoted(part.label) if part.is_words else part.label
        self.words.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, LABEL_PX))
        remarks = [tr("framed")] if part.term.region is not None else []
        remarks += [tr("marked")] if part.term.marked else []
        remarks += [f"×{short_number(part.term.weight)}"] if part.term.weight != 1 else []
        self.remark.setText(" ".join(remarks))
        self.remark.setVisible(bool(remarks))
        self.sign.setText("−" if minus else "+")
        self._name_actions(part)
        chosen = (self.unlike if minus else self.like).text()
        self.sign.setToolTip(plain_tooltip(tr("{chosen}. Click to change it.", chosen=chosen)))
        self.sign.setAccessibleName(tr("{chosen}: change it", chosen=chosen))
        self.frame_button.setVisible(not part.is_words and not part.term.marked)
        self.picture_label.setVisible(not part.is_words)
        self.setProperty("minus", minus)
        self.style().unpolish(self)
        self.style().polish(self)
        self.setAccessibleName(", ".join((_spoken(part), *remarks)))
        if part.term.marked:
            keys = tr("Space: menu. + −: more or fewer like this. Delete: remove.")
        elif part.is_words:
            keys = tr(
                "Space: menu. + −: with or without. Up and down: weight. Enter: change the words. Delete: remove."
            )
        else:
            keys = tr(
                "Space: menu. + −: like this or not. Up and down: weight. Enter: frame a part. Delete: remove."
            )
        self.setToolTip(plain_tooltip(f"{part.term.path or part.label}\n{keys}"))

    def show_picture(self, pixmap: QPixmap | None) -> None:
        ratio = self.devicePixelRatioF()
        if pixmap is None:
            self.picture_label.setPixmap(self._theme.pixmap("open", 20, None, ratio))
        else:
            self.picture_label.setPixmap(fitted(pixmap, CHIP_PX, CHIP_PX, ratio, radius=4))
        self.frame_button.setEnabled(pixmap is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        match event.key():
            case keys.Key_Space:
                self.menu.popup(self.sign.mapToGlobal(self.sign.rect().bottomLeft()))
                self.menu.setActiveAction(self.menu.actions()[0])
            case keys.Key_Plus | keys.Key_Minus:
                self._choose(minus=event.key() == keys.Key_Minus)
            case keys.Key_Up | keys.Key_Down:
                self.weigh_asked.emit(1 if event.key() == keys.Key_Up else -1)
            case keys.Key_Left | keys.Key_Right:
                self.step_asked.emit(1 if event.key() == keys.Key_Right else -1)
            case keys.Key_Return | keys.Key_Enter:
                self._edit()
            case keys.Key_Delete | keys.Key_Backspace:
                self.remove_asked.emit()
            case _:
                super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._edit()

    def _edit(self) -> None:
        if self._part is not None and not self._part.term.marked:  # a marked hit cannot be framed
            self.edit_asked.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Add up the fractions of a step that a touchpad sends."""
        self._turned += event.angleDelta().y()
        steps = int(self._turned / WHEEL_STEP)
        self._turned -= steps * WHEEL_STEP
        if steps:
            self.weigh_asked.emit(steps)
        event.accept()


def _spoken(part: Part) -> str:
    """Return the wording of a chip for screen readers."""
    if part.term.marked:
        wording = (
            tr("Fewer like the photo {name}") if part.term.sign < 0 else tr("More like the photo {name}")
        )
        return wording.format(name=part.label)
    if part.is_words:
        wording = tr("Without the words {words}") if part.term.sign < 0 else tr("With the words {words}")
        return wording.format(words=part.label)
    wording = tr("Without the picture {name}") if part.term.sign < 0 else tr("With the picture {name}")
    return wording.format(name=part.label)

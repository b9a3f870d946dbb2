"""The query, always visible: a chip for each term, a text field, and buttons to add a picture."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import Term
from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import IconButton, WordButton
from cbir_app.base.pictures import Picture, cut
from cbir_app.base.theme import Theme
from cbir_app.base.undo import LineEdit
from cbir_app.query.chip import CHIP_PX, Chip
from cbir_app.query.filters import FilterChips, FilterPopover
from cbir_app.query.suggestions import SuggestionList
from cbir_app.sessions import KINDS, NO_FILTERS, Query, clipboard, read_mime

INVITATION = QT_TR_NOOP("Type words, or drop, paste or open a picture")
MORE = QT_TR_NOOP("Add words or a picture")


class WordField(LineEdit):
    """Field for query text. The window handles the pasting of pictures."""

    left_back = Signal()  # Left or Backspace at the beginning
    left_down = Signal()  # Down: go to the results

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("words")
        self.setFrame(False)
        self.setAcceptDrops(False)  # the window handles drops
        self.setMinimumWidth(220)
        self.setMinimumHeight(CHIP_PX + 7)
        self.setAccessibleName(tr("Words to search for"))
        self.setMaxLength(2000)
        self.suggestions = SuggestionList(self)
        self.suggestions.pointed.connect(self.setAccessibleDescription)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.suggestions.hide()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            pasted = event.matches(QKeySequence.StandardKey.Paste)
            if pasted and picture_on_clipboard():
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at_start = self.cursorPosition() == 0 and not self.hasSelectedText()
        if self.suggestions.isVisible() and self._moves_suggestions(event.key()):
            return
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Backspace) and at_start:
            self.left_back.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.left_down.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self.textEdited.emit("")
        else:
            super().keyPressEvent(event)

    def _moves_suggestions(self, key: int) -> bool:
        """Use a key for the suggestions. Returns False if it means something else."""
        keys = Qt.Key
        match key:
            case keys.Key_Down:
                return self.suggestions.step(1)
            case keys.Key_Up:
                return self.suggestions.step(-1)
            case keys.Key_Return | keys.Key_Enter:
                return self.suggestions.take()
            case keys.Key_Escape:
                self.suggestions.hide()
                return True
        return False


class SearchBar(QFrame):
    open_asked = Signal()
    paste_asked = Signal()
    save_asked = Signal()
    recent_asked = Signal()
    typed = Signal(str)
    committed = Signal()  # Enter: the text becomes a chip
    flip_asked = Signal(int)
    weigh_asked = Signal(int, int)
    edit_asked = Signal(int)
    text_asked = Signal(int)
    remove_asked = Signal(int)
    results_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("queryBar")
        self.setAccessibleName(tr("Search"))
        self._theme = theme
        self._query = Query()
        self._facts: tuple[str, ...] = ()
        self._pictures: dict[Term, Picture] = {}
        self.chips: list[Chip] = []
        self.field = _field()
        self.edit = WordField()
        self._flow = FlowLayout(self.field, stretch_last=True)
        self._flow.setContentsMargins(8, 0, 8, 0)
        self._flow.addWidget(self.edit)
        self.paste_button = WordButton(
            *(theme, "paste", tr("Paste"), self.paste_asked.emit),
            tooltip=tr("Search with the picture on the clipboard"),
        )
        self.filter_button = WordButton(
            *(theme, "filter", tr("Filter"), self.offer_filters),
            tooltip=tr("Narrow the search by date, folder, camera and more"),
        )
        self.filter_button.setAccessibleName(tr("Add a filter"))
        self.filter_menu = QMenu(self.filter_button)
        self.filter_popover = FilterPopover(self)
        self._fill_filter_menu()
        self.open_button = WordButton(
            *(theme, "open", tr("Open…"), self.open_asked.emit),
            tooltip=tr("Search with a picture file"),
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 1, 0, 0)  # aligned with the first line of chips
        self.save_button = IconButton(theme, "heart", on_click=self.save_asked.emit)
        self.recent_button = IconButton(theme, "history", on_click=self.recent_asked.emit)
        self.frame_button = IconButton(theme, "frame", tr("Frame what to look for"))
        self.frame_button.setObjectName("menuButton")
        self.frame_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for tool in (
            *(self.filter_button, self.frame_button, self.recent_button, self.save_button),
            *(self.paste_button, self.open_button),
        ):
            buttons.addWidget(tool, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(buttons)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(10, 2, 10, 2)
        self.rows.setSpacing(6)
        self.rows.addLayout(row)
        self.filter_chips = FilterChips(theme, self.field, self._flow, self.edit)
        self.filter_chips.open_asked.connect(self.filter_popover.open)
        self.filter_chips.step_asked.connect(lambda chip, step: self._step(self.stops().index(chip), step))
        self.edit.textEdited.connect(self.typed)
        self.edit.returnPressed.connect(self.committed)
        self.edit.left_back.connect(lambda: self._step(len(self.stops()), -1))
        self.edit.left_down.connect(self.results_asked)
        self.show_query(Query())

    def show_query(self, query: Query) -> None:
        self._query = query
        had_focus = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        while len(self.chips) > len(query.parts):
            removed_chip = self.chips.pop()
            self._flow.removeWidget(removed_chip)
            removed_chip.hide()
            removed_chip.deleteLater()
        while len(self.chips) < len(query.parts):
            self._add_chip()
        for chip, part in zip(self.chips, query.parts, strict=True):
            chip.show_part(part)
        self._paint_pictures()
        if had_focus is not None and had_focus >= len(self.chips):
            self._step(len(self.chips), -1)
        if self.edit.text() != query.draft:
            self.edit.setText(query.draft)
        self.edit.setPlaceholderText(tr(MORE) if query.parts else tr(INVITATION))
        self._flow.invalidate()
        self.field.updateGeometry()
        self._show_filter_chips()
        self.filter_popover.show_filters(query.filters)
        self.remove_filters.setEnabled(query.set_filters != NO_FILTERS)
        self.save_button.setEnabled(not query.empty)

    def show_facts(self, facts: tuple[str, ...]) -> None:
        """Show phrases of the typed text that were understood as dates or places. Removing one removes the phrase."""
        self._facts = facts
        self._show_filter_chips()

    def _show_filter_chips(self) -> None:
        texts = " ".join(self._query.texts)
        facts = tuple(fact for fact in self._facts if fact in texts)
        self.filter_chips.show_filters(self._query.set_filters, facts)  # the column shows a browsed folder

    def offer_filters(self) -> None:
        """Show the menu of filters."""
        below = self.filter_button.mapToGlobal(QPoint(0, self.filter_button.height() + 2))
        self.filter_menu.popup(below)
        self.filter_menu.setActiveAction(self.filter_menu.actions()[0])

    def _fill_filter_menu(self) -> None:
        for kind, name in KINDS.items():
            action = self.filter_menu.addAction(f"{tr(name)}…")
            action.triggered.connect(partial(self.filter_popover.open, kind, self.filter_button))
        self.filter_menu.addSeparator()
        self.remove_filters = self.filter_menu.addAction(tr("Remove all filters"))
        self.remove_filters.triggered.connect(lambda: self.filter_chips.changed.emit(NO_FILTERS))

    def offer_frames(self, *actions: QAction) -> None:
        """Set the menu of ways to frame: in the query or in a photo, and on the screen."""
        menu = QMenu(self.frame_button)
        menu.addActions(actions)
        self.frame_button.setMenu(menu)

    def show_picture(self, source: Term, picture: Picture | None) -> None:
        """Show the picture of a term. picture : None if there is none"""
        if picture is None:
            self._pictures.pop(source, None)
        else:
            self._pictures[source] = picture
        self._paint_pictures()

    def show_saved(self, saved: bool) -> None:
        """Show on the button that the query is an album or not."""
        if saved:
            self.save_button.change("heart-full", tr("This search is an album"))
        else:
            self.save_button.change("heart")

    def focus(self) -> None:
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    @property
    def typing(self) -> bool:
        return self.edit.hasFocus()

    def _add_chip(self) -> None:
        at = len(self.chips)
        chip = Chip(self._theme, self.field)
        chip.flip_asked.connect(partial(self.flip_asked.emit, at))
        chip.weigh_asked.connect(lambda steps: self.weigh_asked.emit(at, steps))
        chip.edit_asked.connect(partial(self.edit_asked.emit, at))
        chip.text_asked.connect(partial(self.text_asked.emit, at))
        chip.remove_asked.connect(partial(self.remove_asked.emit, at))
        chip.step_asked.connect(lambda step: self._step(at, step))
        self.chips.append(chip)
        self._flow.insert(at, chip)
        chip.show()
        QWidget.setTabOrder(chip, self.edit)

    def stops(self) -> list[QWidget]:
        """Return the chips of the query and of the filters, in order."""
        return [*self.chips, *self.filter_chips.terms]

    def _step(self, at: int, step: int) -> None:
        """Move the focus along the chips, and from the last chip to the field."""
        stops = self.stops()
        if 0 <= at + step < len(stops):
            stops[at + step].setFocus(Qt.FocusReason.TabFocusReason)
        elif at + step >= len(stops) or not stops:
            self.edit.setFocus(Qt.FocusReason.TabFocusReason)

    def _paint_pictures(self) -> None:
        sources = {part.source for part in self._query.parts}
        for old in [source for source in self._pictures if source not in sources]:
            del self._pictures[old]
        for chip, part in zip(self.chips, self._query.parts, strict=False):
            picture = self._pictures.get(part.source)
            chip.show_picture(None if picture is None else cut(picture, part.term.region))


def picture_on_clipboard() -> bool:
    """Return True if the clipboard has a picture or the path of a picture."""
    return read_mime(clipboard(), pasted=True).part is not None


def _field() -> QFrame:
    """Return a frame whose height follows its lines of chips."""
    field = QFrame()
    field.setObjectName("field")
    field.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    field.setSizePolicy(policy)
    return field

"""Keywords to view and to edit: a chip for each, a field for new ones, and suggestions by content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter, QPushButton, QVBoxLayout, QWidget

from cbir.base.types import KeywordSuggestion
from cbir_app.base.flow_layout import chip_cloud
from cbir_app.base.language import number, tr
from cbir_app.base.page import label
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.undo import LineEdit

MAX_LETTERS = 100  # of a keyword on its chip; the tooltip has the whole keyword
SEPARATORS = ",;"


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword, and the number of selected photos that have it."""

    word: str
    photos: int
    selected: int

    @property
    def partial(self) -> bool:
        return self.photos < self.selected


class KeywordField(LineEdit):
    """A field for keywords. Enter, a comma or a semicolon ends a keyword."""

    entered = Signal(object)  # tuple of str
    focused = Signal()
    digit_pressed = Signal(int)  # with Alt
    left = Signal()  # by Escape in an empty field

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(tr("Add a keyword"))
        self.setAccessibleName(tr("Add a keyword to the selected photos"))
        self.setToolTip(tr("Type a keyword and press Enter. Separate several with commas."))
        self.setMaxLength(2000)
        self.completions = QStringListModel(self)
        self._completer = completer = QCompleter(self.completions, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)
        completer.activated.connect(lambda _text: self._enter(), Qt.ConnectionType.QueuedConnection)

    def offer(self, keywords: Iterable[str]) -> None:
        """Set the keywords for completion."""
        words = sorted(set(keywords), key=str.casefold)
        if words != self.completions.stringList():
            self.completions.setStringList(words)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        digit = event.key() - keys.Key_0
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and 1 <= digit <= 9:
            self.digit_pressed.emit(digit)
            return
        if event.key() in (keys.Key_Return, keys.Key_Enter) or (event.text() and event.text() in SEPARATORS):
            self._enter()
        elif event.key() == keys.Key_Escape:
            if not self.text():
                self.left.emit()
            self.clear()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        text = self.text()
        for sign in SEPARATORS:
            text = text.replace(sign, "\n")
        words = tuple(dict.fromkeys(word for line in text.split("\n") if (word := " ".join(line.split()))))
        self.setText("")  # clear() could be undone: undo should remove the keyword, not bring the text back
        if (popup := self._completer.popup()) is not None:
            popup.hide()  # it would take the next Escape
        if words:
            self.entered.emit(words)


class KeywordChips(QWidget):
    add_asked = Signal(object)  # tuple of str
    remove_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._keywords: tuple[Keyword, ...] = ()
        self.chips: list[QPushButton] = []
        self.cloud, self._flow = chip_cloud()
        self.field = KeywordField()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.cloud)
        layout.addWidget(self.field)
        self.field.entered.connect(self.add_asked)
        theme.changed.connect(self._paint)

    def show_keywords(self, keywords: tuple[Keyword, ...]) -> None:
        if keywords == self._keywords:
            return
        focused = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        self._keywords = keywords
        for old in self.chips:
            self._flow.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.chips = [self._make(keyword) for keyword in keywords]
        self.cloud.setVisible(bool(self.chips))
        self._paint()
        if focused is not None:
            following: QWidget = self.chips[min(focused, len(self.chips) - 1)] if self.chips else self.field
            following.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self, keyword: Keyword) -> QPushButton:
        name = keyword.word
        if keyword.partial:
            of = tr("{some} of %Ln photo(s)", "", keyword.selected, some=number(keyword.photos))
            name = f"{keyword.word} ({of})"
        words = keyword.word if len(keyword.word) <= MAX_LETTERS else f"{keyword.word[:MAX_LETTERS]}…"
        push_button = QPushButton(words.replace("&", "&&"), self.cloud)
        push_button.setObjectName("filterChip")
        push_button.setProperty("partial", keyword.partial)
        push_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross follows the keyword
        push_button.setIconSize(QSize(12, 12))
        push_button.setAutoDefault(True)
        push_button.setToolTip(plain_tooltip("\n".join((name, tr("Click to remove it")))))
        push_button.setAccessibleName(tr("Keyword {keyword}: remove it", keyword=name))
        push_button.clicked.connect(lambda _checked=False: self.remove_asked.emit(keyword.word))
        self._flow.addWidget(push_button)
        push_button.show()
        return push_button

    def _paint(self) -> None:
        icon = self._theme.icon("close", self._theme.colours.dim, side_px=12)
        for chip in self.chips:
            chip.setIcon(icon)


MAX_SHOWN = 8  # each has a digit for Alt


class SuggestionChips(QWidget):
    accepted = Signal(object)  # KeywordSuggestion

    def __init__(self) -> None:
        super().__init__()
        self._suggestions: tuple[KeywordSuggestion, ...] = ()
        self.chips: list[QPushButton] = []
        self.cloud, self._flow = chip_cloud()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(label(tr("Suggestions: Alt and the digit add one"), "dim", wrap=True))
        layout.addWidget(self.cloud)
        self.hide()

    def show_suggestions(self, suggestions: Sequence[KeywordSuggestion], photos: int) -> None:
        """Show suggestions for a number of photos; hidden without suggestions."""
        self._suggestions = tuple(suggestions[:MAX_SHOWN])
        for old in self.chips:
            self._flow.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.chips = [
            self._make(at, suggestion, photos) for at, suggestion in enumerate(self._suggestions, start=1)
        ]
        self.setVisible(bool(self.chips))

    def accept(self, digit: int) -> None:
        """Accept the suggestion with a digit, if there is one."""
        if 1 <= digit <= len(self._suggestions):
            self.accepted.emit(self._suggestions[digit - 1])

    def _make(self, at: int, suggestion: KeywordSuggestion, photos: int) -> QPushButton:
        word, fitting = suggestion.word, len(suggestion.photos)
        push_button = QPushButton(f"{at}  {word}".replace("&", "&&"), self.cloud)
        push_button.setObjectName("filterChip")
        push_button.setProperty("partial", True)
        push_button.setAutoDefault(True)
        fits = tr("Suits {some} of %Ln photo(s)", "", photos, some=number(fitting))
        push_button.setToolTip(plain_tooltip("\n".join((fits, tr("Click to add it")))))
        push_button.setAccessibleName(tr("Add the keyword {keyword}", keyword=word))
        push_button.clicked.connect(lambda _checked=False: self.accepted.emit(suggestion))
        self._flow.addWidget(push_button)
        push_button.show()
        return push_button

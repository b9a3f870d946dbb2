"""Keywords suggested by the content of photos: chips, added by a click or by Alt and a digit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from cbir.base.types import KeywordSuggestion
from cbir_app.base.flow_layout import chip_cloud
from cbir_app.base.language import number, tr
from cbir_app.base.page import label
from cbir_app.base.tooltips import plain_tooltip

MAX_SHOWN = 8  # each has a digit for Alt


class SuggestionChips(QWidget):
    accepted = Signal(object)  # KeywordSuggestion

    def __init__(self) -> None:
        super().__init__()
        self._suggestions: tuple[KeywordSuggestion, ...] = ()
        self.chips: list[QPushButton] = []
        self._cloud, self._flow = chip_cloud()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(label(tr("Suggestions: Alt and the digit add one"), "dim", wrap=True))
        layout.addWidget(self._cloud)
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
        made = QPushButton(f"{at}  {word}".replace("&", "&&"), self._cloud)
        made.setObjectName("filterChip")
        made.setProperty("partial", True)
        made.setAutoDefault(True)
        fits = tr("Fits {some} of %Ln photo(s)", "", photos, some=number(fitting))
        made.setToolTip(plain_tooltip("\n".join((fits, tr("Click to add it")))))
        made.setAccessibleName(tr("Add the keyword {keyword}", keyword=word))
        made.clicked.connect(lambda _checked=False: self.accepted.emit(suggestion))
        self._flow.addWidget(made)
        made.show()
        return made

"""Rating, flag, label and keywords of the selected photos, in the right column. A change applies to all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from cbir.base.types import Hit, Metadata
from cbir_app.base.language import tr
from cbir_app.base.page import ElidedLabel, IconButton, label
from cbir_app.base.theme import Theme
from cbir_app.engine import Details
from cbir_app.panels.marks.flags import Flags
from cbir_app.panels.marks.keywords import Keyword, KeywordChips, SuggestionChips
from cbir_app.panels.marks.stars import Stars

MAX_ASKED = 2000  # selected photos with metadata shown here; a change applies to all of them


class MarksPanel(QWidget):
    rated = Signal(int)
    flagged = Signal(str)  # pick, reject or none
    labelled = Signal(str)  # a label; empty for none
    keywords_added = Signal(object)  # tuple of str
    keyword_removed = Signal(str)
    suggestions_wanted = Signal()  # somebody is about to add keywords
    suggestion_accepted = Signal(object)  # KeywordSuggestion

    def __init__(self, details: Details, theme: Theme) -> None:
        super().__init__()
        self._details = details
        self._hits: tuple[Hit, ...] = ()
        self.stars = Stars(theme)
        self.flags = Flags(theme)
        self.remark = ElidedLabel("dim")
        self.keywords = KeywordChips(theme)
        self.suggestions = SuggestionChips()
        self.reach = label("", "dim", wrap=True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.stars)
        row.addWidget(self.remark, 1)
        self.advance = IconButton(theme, "next")
        self.advance.setCheckable(True)
        row.addWidget(self.advance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.reach)
        layout.addLayout(row)
        layout.addWidget(self.flags)
        layout.addWidget(self.keywords)
        layout.addWidget(self.suggestions)
        self.stars.rated.connect(self.rated)
        self.flags.flagged.connect(self.flagged)
        self.flags.labelled.connect(self.labelled)
        self.keywords.add_asked.connect(self.keywords_added)
        self.keywords.remove_asked.connect(self.keyword_removed)
        self.keywords.field.focused.connect(self.suggestions_wanted)
        self.keywords.field.digit_pressed.connect(self.suggestions.accept)
        self.suggestions.accepted.connect(self.suggestion_accepted)
        details.arrived.connect(self._on_details)

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show the marks of photos. Without photos the panel is hidden, so it stays as it is."""
        self._hits = tuple(hits)
        if len(self._hits) > 1:
            self._details.ask(self._hits[:MAX_ASKED])
        self._show()

    def _show(self) -> None:
        sample = self._hits[:MAX_ASKED]
        answers = [self._details.get(hit) for hit in sample]
        details = [metadata for metadata in answers if metadata is not None]
        many = len(self._hits) > 1
        self.reach.setText(tr("For all %Ln photo(s) selected", "", len(self._hits)) if many else "")
        self.reach.setVisible(many)
        marks = [self._details.marks(hit) for hit in sample]
        ratings = {metadata.rating for metadata in marks if metadata.rating is not None}
        self.flags.show_marks({metadata.flag for metadata in marks}, {metadata.label for metadata in marks})
        mixed = len(ratings) > 1
        rating = next(iter(ratings), 0)
        self.stars.show_rating(0 if mixed else rating, mixed=mixed)
        self.remark.setText(tr("different ratings") if mixed else tr("rejected") if rating < 0 else "")
        self.keywords.show_keywords(_keywords(details))

    def _on_details(self) -> None:
        self._show()
        self.keywords.field.offer(self._details.keywords())


def _keywords(details: Sequence[Metadata]) -> tuple[Keyword, ...]:
    """Return all keywords, the most common first, with their numbers of photos. The first spelling counts."""
    spelled: dict[str, str] = {}
    counts: dict[str, int] = {}
    for metadata in details:
        for word in metadata.keywords:
            key = word.casefold()
            spelled.setdefault(key, word)
            counts[key] = counts.get(key, 0) + 1
    order = sorted(counts, key=lambda key: -counts[key])
    return tuple(Keyword(spelled[key], counts[key], len(details)) for key in order)

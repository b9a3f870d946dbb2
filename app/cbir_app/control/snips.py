"""Searches with a part of the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from cbir.base.types import Term
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.notice import Notice
from cbir_app.base.theme import Theme
from cbir_app.query import SearchBar, Snipper
from cbir_app.sessions import Part, SearchSession

LABEL = QT_TR_NOOP("From the screen")


class SnipControl(QObject):
    def __init__(
        self,
        window: QWidget,
        bar: SearchBar,
        search: SearchSession,
        notice: Notice,
        theme: Theme,
        paste: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._bar, self._search, self._notice, self._paste = bar, search, notice, paste
        self._beside = False  # True: the picture is added to the draft text
        self.snipper = Snipper(window, theme)
        self.snipper.taken.connect(self._take)
        self.snipper.refused.connect(self._explain)

    def start(self) -> None:
        self._beside = self._bar.typing
        self._notice.take_back("snip")
        self.snipper.start()

    def _take(self, content: bytes) -> None:
        part = Part(Term(data=content), tr(LABEL))
        (self._search.add if self._beside else self._search.search)(part)

    def _explain(self, why: str) -> None:
        self._notice.say(why, tone="warning", topic="snip", action=tr("Paste"), on_action=self._paste)

"""The selected hits -> right or wrong for the search that is shown, and a notice that says so."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.base.language import tr
from app.base.notice import Notice
from app.control.hits import HitControl
from app.measure import MeasureSession
from app.query import SearchSession, saved_of
from cbir.service import JudgedAnswer


class JudgeControl(QObject):
    measure_asked = Signal()

    def __init__(
        self, hits: HitControl, session: MeasureSession, search: SearchSession, notice: Notice
    ) -> None:
        super().__init__(hits)
        self._hits, self._session, self._search, self._notice = hits, session, search, notice
        session.judged.connect(self._on_judged)
        session.failed.connect(lambda text: notice.say(text, tone="warning", topic="judging"))

    def judge(self, right: bool | None) -> None:
        """Call the selected hits right or wrong for the search; None takes back what was said."""
        asked = saved_of(self._search.query)
        if photos := [hit.photo for hit in self._hits.hits]:
            self._session.judge(asked.terms, asked.labels, photos, right)

    def _on_judged(self, answer: JudgedAnswer) -> None:
        right = tr("%Ln photo(s) right", "", len(answer.right))
        wrong = tr("%Ln wrong", "", len(answer.wrong))
        self._notice.say(
            tr("For this search: {right}, {wrong}.", right=right, wrong=wrong),
            topic="judging",
            action=tr("Measure"),
            on_action=self.measure_asked.emit,
        )

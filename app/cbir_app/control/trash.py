"""The selected hits -> the system's trash, after a question, and back where the trash lets its files be found."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from cbir.base.types import Hit, PhotoId, RestoreReport, Trashed, TrashReport
from cbir.service import Answer, Failure, RestoreAnswer, RestoreRequest, TrashAnswer, TrashRequest
from cbir_app.base.language import tr, with_reason
from cbir_app.base.notice import Notice
from cbir_app.base.question import ask
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import OFFLINE, TRASH
from cbir_app.control.hits import HitControl
from cbir_app.engine import Engine
from cbir_app.sessions import SearchSession


class TrashControl(QObject):
    progressed = Signal(str, int, int)  # what is being done, done, total
    ended = Signal()
    trashed = Signal()
    restored = Signal()  # photos are in the library again

    def __init__(
        self,
        window: QWidget,
        engine: Engine,
        hits: HitControl,
        undo: UndoStack,
        search: SearchSession,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self._hits = window, engine, hits
        self._undo, self._search, self._notice = undo, search, notice

    def ask(self) -> None:
        """Ask whether the selected photos shall go, and say where to."""
        hits = self._hits.hits
        there = tuple(hit for hit in hits if not hit.offline)
        if not there:
            if hits:
                self._notice.say(
                    " ".join((tr("Nothing was moved."), tr(OFFLINE))), tone="warning", topic="trash"
                )
            return
        trash = tr(TRASH)
        if len(there) == 1:
            text = tr("Move “{file}” to the {trash}?", file=there[0].path.name, trash=trash)
        else:
            text = tr("Move %Ln photo(s) to the {trash}?", "", len(there), trash=trash)
        ask(
            *(self._window, "trash"),
            title=tr("Move to the trash"),
            text=text,
            told=_consequence(len(there), len(hits) - len(there)),
            verb=tr("Move to the {trash}", trash=trash),
            act=lambda: self._trash(there),
        )

    def _trash(self, hits: tuple[Hit, ...]) -> None:
        """Ask for it, and show the hits no more: those that could not go come back with the answer."""
        photos = tuple(hit.photo for hit in hits)
        self._search.hide(photos)
        self.trashed.emit()
        said = tr("Moving %Ln photo(s) to the {trash}…", "", len(hits), trash=tr(TRASH))
        self.progressed.emit(said, 0, 0)
        self._engine.request(
            TrashRequest(photos=photos), lambda answer: self._on_trashed(photos, hits, answer)
        )

    def _on_trashed(self, photos: tuple[PhotoId, ...], hits: tuple[Hit, ...], answer: Answer) -> None:
        self.ended.emit()
        if isinstance(answer, Failure):
            self._search.show_again(photos)
            self._notice.say(answer.message, tone="warning", topic="trash")
            return
        if not isinstance(answer, TrashAnswer):
            return
        stayed = {one.path for one in answer.report.problems}
        self._search.show_again({hit.photo for hit in hits if hit.path in stayed})
        self.say_trashed(answer.report)

    def say_trashed(self, report: TrashReport) -> None:
        """Say what is in the trash now, and let it be undone."""
        said = [tr("Nothing was moved.")]
        if report.photos:
            moved = tr(
                "%Ln photo(s) moved to the {trash}. You can get them back from there.",
                "",
                report.photos,
                trash=tr(TRASH),
            )
            said = [moved]
        told = (*report.problems, *report.notes)
        said += [with_reason(one.path.name, one.reason) for one in told[:2]]
        if len(told) > 2:
            said.append(tr("And %Ln other(s).", "", len(told) - 2))
        step = self._record(report.trashed) if report.trashed else None
        self._notice.say(
            " ".join(said),
            tone="warning" if report.problems else "info",
            topic="trash",
            action=tr("Undo") if step is not None else "",
            on_action=lambda: self._undo.undo() if self._undo.last is step else None,
        )

    # ---- and back

    def _record(self, trashed: tuple[Trashed, ...]) -> Step:
        """Take note of what can come back. Doing it again asks anew: the photos have other ids by then."""
        words = tr("moving of %Ln photo(s) to the {trash}", "", len(trashed), trash=tr(TRASH))
        back: list[PhotoId] = []
        step = Step(
            words=words,
            undo=lambda: self._restore(trashed, back),
            redo=lambda: self._trash_again(back),
        )
        self._undo.record(step)
        return step

    def _restore(self, trashed: tuple[Trashed, ...], back: list[PhotoId]) -> None:
        """Back : is given the photos under their new ids"""
        self.progressed.emit(tr("Bringing %Ln photo(s) back…", "", len(trashed)), 0, 0)

        def on_answer(answer: Answer) -> None:
            self.ended.emit()
            if isinstance(answer, RestoreAnswer):
                back[:] = answer.report.photos
                self._say_restored(answer.report)
            elif isinstance(answer, Failure):
                self._notice.say(answer.message, tone="warning", topic="trash")

        self._engine.request(RestoreRequest(trashed=trashed), on_answer)

    def _say_restored(self, report: RestoreReport) -> None:
        said = [tr("%Ln photo(s) are back.", "", len(report.photos))]
        said += [with_reason(one.path.name, one.reason) for one in report.problems[:2]]
        self._notice.say(" ".join(said), tone="warning" if report.problems else "info", topic="trash")
        self._search.show_again(report.photos)
        self.restored.emit()

    def _trash_again(self, back: list[PhotoId]) -> None:
        if photos := tuple(back):
            self._search.hide(photos)
            self._engine.request(
                TrashRequest(photos=photos), lambda answer: self._on_trashed(photos, (), answer)
            )


def _consequence(there: int, absent: int) -> str:
    """Say where files go, and what stays."""
    said = [
        tr(
            "The file(s) go to the {trash} of your system, where you can get them back.",
            "",
            there,
            trash=tr(TRASH),
        )
    ]
    if absent:
        said.append(tr("%Ln photo(s) stay where they are: their drives are not connected.", "", absent))
    return " ".join(said)

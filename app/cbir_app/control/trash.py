"""Moves the selected hits to the system's trash after a question, and restores them if the trash allows it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from cbir.base.types import Hit, PhotoId, RestoreReport, SearchOptions, Trashed, TrashReport, shown_name
from cbir.service import (
    Answer,
    Failure,
    RestoreAnswer,
    RestoreRequest,
    SearchAnswer,
    SearchRequest,
    TrashAnswer,
    TrashRequest,
)
from cbir_app.base.language import tr, with_reason
from cbir_app.base.notice import Notice
from cbir_app.base.question import ask
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import OFFLINE, TRASH
from cbir_app.control.hits import HitControl
from cbir_app.engine import Engine
from cbir_app.sessions import REJECTED_PHOTOS, SearchSession


class TrashControl(QObject):
    progressed = Signal(str, int, int)  # task, done, total
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
        """Ask for confirmation to move the selected photos to the trash."""
        self._ask(self._hits.hits)

    def ask_rejected(self) -> None:
        """Ask for confirmation to move all rejected photos to the trash.

        The library is asked for them first: the ones on screen may have been marked otherwise since.
        """
        options = SearchOptions(listed="date")
        self._engine.request(SearchRequest(terms=REJECTED_PHOTOS.terms, options=options), self._on_rejected)

    def _on_rejected(self, answer: Answer) -> None:
        if isinstance(answer, SearchAnswer) and answer.result.hits:
            self._ask(answer.result.hits)
        elif isinstance(answer, SearchAnswer):
            self._notice.say(tr("No photo is rejected. X rejects the selected photos."), topic="trash")
        elif isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="trash")

    def _ask(self, hits: Sequence[Hit]) -> None:
        online = tuple(hit for hit in hits if not hit.offline)
        if not online:
            if hits:
                self._notice.say(
                    " ".join((tr("Nothing was moved."), tr(OFFLINE))), tone="warning", topic="trash"
                )
            return
        trash = tr(TRASH)
        if len(online) == 1:
            text = tr("Move “{file}” to the {trash}?", file=shown_name(online[0].path), trash=trash)
        else:
            text = tr("Move %Ln photo(s) to the {trash}?", "", len(online), trash=trash)
        ask(
            *(self._window, "trash"),
            title=tr("Move to the trash"),
            text=text,
            details=_consequence(online, len(hits) - len(online)),
            verb=tr("Move to the {trash}", trash=trash),
            act=lambda: self._trash(online),
        )

    def _trash(self, hits: tuple[Hit, ...]) -> None:
        """Request the move and hide the hits; hits that could not be moved are shown again with the answer."""
        photos = tuple(hit.photo for hit in hits)
        self._search.hide(photos)
        self.trashed.emit()
        task = tr("Moving %Ln photo(s) to the {trash}…", "", len(hits), trash=tr(TRASH))
        self.progressed.emit(task, 0, 0)
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
        stayed = {problem.path for problem in answer.report.problems}
        self._search.show_again({hit.photo for hit in hits if hit.path in stayed})
        self.say_trashed(answer.report)

    def say_trashed(self, report: TrashReport) -> None:
        """Report what was moved to the trash, and offer to undo it."""
        sentences = [tr("Nothing was moved.")]
        if report.photos:
            moved = tr(
                "%Ln photo(s) moved to the {trash}. You can get them back from there.",
                "",
                report.photos,
                trash=tr(TRASH),
            )
            sentences = [moved]
        remarks = (*report.problems, *report.notes)
        sentences += [with_reason(shown_name(remark.path), remark.reason) for remark in remarks[:2]]
        if len(remarks) > 2:
            sentences.append(tr("And %Ln other(s).", "", len(remarks) - 2))
        step = self._record(report.trashed) if report.trashed else None
        self._notice.say(
            " ".join(sentences),
            tone="warning" if report.problems else "info",
            topic="trash",
            action=tr("Undo") if step is not None else "",
            on_action=lambda: self._undo.undo() if self._undo.last is step else None,
        )

    # ---- restoring

    def _record(self, trashed: tuple[Trashed, ...]) -> Step:
        """Record a step of undo for photos that can be restored. Redo uses the new ids of the restored photos."""
        words = tr("moving of %Ln photo(s) to the {trash}", "", len(trashed), trash=tr(TRASH))
        restored_ids: list[PhotoId] = []
        step = Step(
            words=words,
            undo=lambda: self._restore(trashed, restored_ids),
            redo=lambda: self._trash_again(restored_ids),
        )
        self._undo.record(step)
        return step

    def _restore(self, trashed: tuple[Trashed, ...], restored_ids: list[PhotoId]) -> None:
        """Restore photos from the trash. restored_ids : filled with their new ids"""
        self._notice.take_back("trash")
        self.progressed.emit(tr("Bringing %Ln photo(s) back…", "", len(trashed)), 0, 0)

        def on_answer(answer: Answer) -> None:
            self.ended.emit()
            if isinstance(answer, RestoreAnswer):
                restored_ids[:] = answer.report.photos
                self._say_restored(answer.report)
            elif isinstance(answer, Failure):
                self._notice.say(answer.message, tone="warning", topic="trash")

        self._engine.request(RestoreRequest(trashed=trashed), on_answer)

    def _say_restored(self, report: RestoreReport) -> None:
        sentences = [tr("%Ln photo(s) are back.", "", len(report.photos))]
        sentences += [
            with_reason(shown_name(problem.path), problem.reason) for problem in report.problems[:2]
        ]
        self._notice.say(
            " ".join(sentences),
            tone="warning" if report.problems else "info",
            topic="trash",
            passing=not report.problems,
        )
        self._search.show_again(report.photos)
        self.restored.emit()

    def _trash_again(self, restored_ids: list[PhotoId]) -> None:
        if photos := tuple(restored_ids):
            self._search.hide(photos)
            self._engine.request(
                TrashRequest(photos=photos), lambda answer: self._on_trashed(photos, (), answer)
            )


def _consequence(online: Sequence[Hit], absent: int) -> str:
    """Return the remark for the question: where the files are moved, and how many photos stay."""
    sentences = [
        tr(
            "The file(s) go to the {trash} of your system, where you can get them back.",
            "",
            len(online),
            trash=tr(TRASH),
        )
    ]
    beside = [hit.beside for hit in online if hit.beside is not None]
    if len(beside) == 1:
        sentences.append(tr("“{file}” is part of the same item and goes with it.", file=beside[0]))
    elif beside:
        sentences.append(tr("%Ln file(s) of the same items go with them.", "", len(beside)))
    if absent:
        sentences.append(tr("%Ln photo(s) stay where they are: their drives are not connected.", "", absent))
    return " ".join(sentences)

"""Maintenance of the library on request: check, back up, forget a folder, learn visual words."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from cbir.base.types import RootInfo
from cbir.service import (
    Answer,
    BackupAnswer,
    BackupRequest,
    CheckAnswer,
    CheckRequest,
    Failure,
    ForgetAnswer,
    ForgetRequest,
    Interim,
    MaintenanceProgress,
)
from cbir_app.base.desktop import among_pictures
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import file_size
from cbir_app.engine import Engine
from cbir_app.sessions import LibrarySession, MaintenanceLog, WordsSession

if TYPE_CHECKING:
    from cbir_app.panels.library import CheckDialog, WordsDialog


class MaintenanceControl(QObject):
    progressed = Signal(str, int, int)  # task, done, total (0: not known)
    ended = Signal()

    def __init__(
        self,
        window: QWidget,
        engine: Engine,
        library: LibrarySession,
        log: MaintenanceLog,
        undo: UndoStack,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self._library, self._notice = window, engine, library, notice
        self.log, self._undo = log, undo
        self._dialog: CheckDialog | None = None
        self.words = WordsSession(engine, library)
        self._words_dialog: WordsDialog | None = None
        self.words.learned.connect(self._on_learned)
        self.words.decided.connect(self._on_decided)

    # ---- check

    def check(self) -> None:
        if self._dialog is None:
            # A modal page of the library is the parent if it is open, so that the focus returns to it.
            parent = QApplication.activeModalWidget() or self._window
            from cbir_app.panels.library import CheckDialog

            self._dialog = CheckDialog(self._start_check, self._library.update_all, parent)
            self._dialog.destroyed.connect(self._forget_dialog)
            self._dialog.open()
            self._dialog.start()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _start_check(self, deep: bool) -> None:
        self.progressed.emit(tr("Checking the library…"), 0, 0)
        self._engine.request(CheckRequest(deep=deep), self._on_checked)

    def _on_checked(self, answer: Answer) -> None:
        self.ended.emit()
        if isinstance(answer, CheckAnswer):
            self.log.note_check(answer.problems)
        if self._dialog is not None and isinstance(answer, CheckAnswer):
            self._dialog.show_problems(answer.problems)
        elif self._dialog is not None and isinstance(answer, Failure):
            self._dialog.show_failure(answer.message)

    # ---- back up

    def choose_backup(self) -> None:
        dialog = QFileDialog(self._window, tr("Back up the library"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        among_pictures(dialog)
        # The engine never overwrites a file: it reports an existing one itself.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setNameFilters([tr("Backups (*.zip)"), tr("All files (*)")])
        dialog.setDefaultSuffix("zip")
        dialog.selectFile(f"cbir {time.strftime('%Y-%m-%d')}.zip")
        dialog.fileSelected.connect(lambda name: self.back_up(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def back_up(self, file: Path) -> None:
        self.progressed.emit(tr("Backing up the library…"), 0, 0)
        self._engine.request(BackupRequest(file=file), self._on_backed_up, self._on_progress)

    def _on_progress(self, news: Interim) -> None:
        if isinstance(news, MaintenanceProgress):
            step = max(1, news.total >> 20)  # in megabytes: a progress bar counts to 2 147 483 647
            self.progressed.emit(tr("Backing up the library…"), min(step, news.done >> 20), step)

    def _on_backed_up(self, answer: Answer) -> None:
        self.ended.emit()
        if isinstance(answer, BackupAnswer):
            self.log.note_backup(answer.file, answer.bytes)
            size = file_size(answer.bytes)
            text = tr("The library is backed up: “{file}”, {size}.", file=answer.file.name, size=size)
            self._notice.say(text, topic="maintenance")
        elif isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="maintenance")

    # ---- forget

    def forget(self, root: RootInfo) -> None:
        """Ask for confirmation, then remove a folder's photos from the library."""
        from cbir_app.panels.library import ask_to_forget

        ask_to_forget(root, lambda: self._forget(root), self._window)

    def _forget(self, root: RootInfo, *, again: bool = False) -> None:
        """Remove a folder's photos. again : called by redo, whose step is recorded already"""
        self.progressed.emit(tr("Forgetting a folder…"), 0, 0)
        request = ForgetRequest(folder=root.path)
        self._engine.request(request, lambda answer: self._on_forgot(root, answer, recorded=again))

    def _record(self, root: RootInfo, name: str) -> None:
        step = Step(
            words=tr("forgetting “{folder}”", folder=name),
            undo=lambda: self._library.add([root.path]),
            redo=lambda: self._forget(root, again=True),
        )
        self._undo.record(step)

    def _on_forgot(self, root: RootInfo, answer: Answer, *, recorded: bool) -> None:
        self.ended.emit()
        self._library.ask()
        if isinstance(answer, ForgetAnswer):
            name = root.path.name or str(root.path)
            if root.online and not recorded:
                self._record(root, name)
            self._notice.say(
                tr(
                    "“{folder}” was forgotten: %Ln photo(s) left the library.", "", answer.photos, folder=name
                ),
                topic="maintenance",
                action=tr("Add it again") if root.online else "",
                on_action=lambda: self._library.add([root.path]),
            )
        elif isinstance(answer, Failure):
            self._notice.say(answer.message, tone="warning", topic="maintenance")

    # ---- own visual words

    def learn_words(self) -> None:
        """Show the cost, the progress or the result of learning visual words from the library's photos."""
        if self._words_dialog is None:
            from cbir_app.panels.library import WordsDialog

            self._words_dialog = WordsDialog(self.words, QApplication.activeModalWidget() or self._window)
            self._words_dialog.destroyed.connect(self._forget_words_dialog)
        self._words_dialog.show()
        self._words_dialog.raise_()

    def _forget_words_dialog(self) -> None:
        self._words_dialog = None

    def _on_learned(self) -> None:
        if self._words_dialog is None:
            self._notice.say(
                tr("New visual words were learned from your photos and compared."),
                topic="words",
                action=tr("Show…"),
                on_action=self.learn_words,
            )

    def _on_decided(self, accepted: bool) -> None:
        text = (
            tr("Searches now use the new visual words.")
            if accepted
            else tr("Searches still use the old visual words.")
        )
        self._notice.say(text, topic="words")

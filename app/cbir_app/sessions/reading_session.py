"""Text recognition (OCR) in photos, on or off for each library, and in a picture of the query. No widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from cbir.base.types import SCRIPTS_READ, LibraryInfo, Term, largest_words
from cbir.service import (
    Answer,
    Failure,
    ReadPictureRequest,
    ReadTextAnswer,
    ReadTextRequest,
    WrittenAnswer,
)
from cbir_app.base.language import tr
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.engine import STOPPED, Engine
from cbir_app.sessions.background_session import BackgroundSession


class ReadingSession(BackgroundSession):
    picture_read = Signal(str)  # the words in the largest letters in a picture of the query; may be empty
    picture_troubled = Signal(str)

    def __init__(self, engine: Engine, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(engine, parent)
        self._preferences = preferences
        self._picture_ticket: int | None = None
        self._far = False  # the library is on another computer
        self.key = ""
        self.on = False
        self.scripts = SCRIPTS_READ  # names of the scripts that are read
        engine.ready.connect(self._on_ready)

    def switch(self, on: bool) -> None:
        """Recognise text in all photos, now and as they are added, or no longer. Saved for each library."""
        self.on = on
        if self.key:
            self._preferences.set_flag(self.key, on)
        if on:
            self.read()
        else:
            self.stop()

    def read(self) -> None:
        """Recognise text in the remaining photos if it is switched on, for example after a run that added photos."""
        if self.on:
            self.start(ReadTextRequest())

    def read_picture(self, term: Term) -> None:
        """Recognise the text in a picture of the query, or in its framed part."""
        if self._far:
            self.picture_troubled.emit(
                tr("Text in your picture can be read only for a library on this computer.")
            )
            return
        if self._picture_ticket is not None:
            self._engine.cancel(self._picture_ticket)
        self._picture_ticket = self._engine.request(ReadPictureRequest(term=term), self._on_picture)

    def _on_picture(self, answer: Answer) -> None:
        self._picture_ticket = None
        if isinstance(answer, WrittenAnswer):
            self.picture_read.emit(largest_words(answer.lines or ()))
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.picture_troubled.emit(answer.message)

    def _on_ready(self, info: LibraryInfo) -> None:
        self._far = bool(info.service)
        self.key = of_library("read text", info.folder)
        self.ticket = None  # the engine of an earlier request is gone
        self.switch(self._preferences.flag(self.key, False))

    def on_end(self, answer: Answer) -> None:
        if isinstance(answer, Failure) and answer.message != tr(STOPPED):
            self.switch(False)  # it would fail again: OCR is not installed, or the disk is full
            self.troubled.emit(answer.message)
        elif isinstance(answer, ReadTextAnswer):
            self.scripts = answer.report.scripts

"""Photos as files for other programs, to drag and to paste. Files of another computer are fetched first.

A drag offers files before they are needed. They are fetched when another program requests them, at the drop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QMetaType, QMimeData, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCursor, QGuiApplication

from cbir.base.types import Hit, LibraryInfo, file_of
from cbir.service import Answer, Failure, OriginalAnswer, OriginalRequest
from cbir_app.base.language import tr

PHOTOS = "application/x-cbir-photos"
"""Ids of photos, for a drag from the results into the query of the same window."""


def name_within(hit: Hit) -> str:
    """The name of a photo in a library on another computer, relative to its indexed folder."""
    return "/".join(hit.path.parts[2:]) or hit.path.name  # after the root, and the name of the service


def files_mime(hits: Sequence[Hit]) -> QMimeData:
    """Return hits for other programs: files, and their paths as text."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file_of(hit.path))) for hit in hits if not hit.offline])
    data.setText("\n".join(str(hit.path) for hit in hits))
    data.setData(PHOTOS, ",".join(str(hit.photo) for hit in hits).encode())
    return data


MAX_DRAGGED = 100  # files fetched for one drop; for more there is the export
WAIT_MS = 120_000
URLS = "text/uri-list"
Ask = Callable[[Any, Callable[[Answer], None]], int]


class Originals(QObject):
    refused = Signal(str)  # why files are missing

    def __init__(self, ask: Ask, parent: QObject | None = None) -> None:
        """Build the source of files. ask : sends a request to the engine"""
        super().__init__(parent)
        self._ask = ask
        self.elsewhere = False  # the library is on another computer
        self._sent = True

    def note(self, info: LibraryInfo) -> None:
        self.elsewhere, self._sent = bool(info.service), info.originals

    def mime(self, hits: Sequence[Hit]) -> QMimeData:
        """Hits for a drag, as files if available."""
        if not self.elsewhere:
            return files_mime(hits)
        if not self._sent:
            self.refused.emit(
                tr("Drop it on the search bar. This service doesn’t send original files to other programs.")
            )
        return FarFiles(hits, self.fetch if self._sent else None)

    def fetch(self, hits: Sequence[Hit]) -> list[Path]:
        """Fetch copies of the files, and return the available ones. Blocks until they have arrived."""
        paths: list[Path] = []
        QGuiApplication.setOverrideCursor(QCursor(Qt.CursorShape.BusyCursor))
        try:
            for hit in hits[:MAX_DRAGGED]:
                answer = self._wait_for(OriginalRequest(photo=hit.photo))
                if isinstance(answer, OriginalAnswer):
                    paths.append(answer.path)
                    continue
                self.refused.emit(
                    answer.message if isinstance(answer, Failure) else tr("It cannot be read now")
                )
                break  # the others would fail as well, each after the same wait
        finally:
            QGuiApplication.restoreOverrideCursor()
        if len(hits) > MAX_DRAGGED:
            self.refused.emit(tr("The first {most} photos were copied. Export the others.", most=MAX_DRAGGED))
        return paths

    def _wait_for(self, request: OriginalRequest) -> Answer | None:
        loop, answers = QEventLoop(), list[Answer]()

        def take(answer: Answer) -> None:
            answers.append(answer)
            loop.quit()

        self._ask(request, take)
        QTimer.singleShot(WAIT_MS, loop, loop.quit)
        if not answers:
            loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        return answers[0] if answers else None


class FarFiles(QMimeData):
    """Photos of a library on another computer, for a drag. fetch : returns their files; None: there are none"""

    def __init__(self, hits: Sequence[Hit], fetch: Callable[[Sequence[Hit]], list[Path]] | None) -> None:
        super().__init__()
        self._hits = [hit for hit in hits if not hit.offline]
        self._fetch = fetch
        self._urls: list[QUrl] | None = None
        self.setText("\n".join(map(name_within, hits)))
        self.setData(PHOTOS, ",".join(str(hit.photo) for hit in hits).encode())

    def formats(self) -> list[str]:
        return [*super().formats(), *([URLS] if self._fetch and self._hits else [])]

    def hasFormat(self, mimetype: str) -> bool:
        return mimetype in self.formats()

    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type) -> Any:  # noqa: N803  # Qt's
        if mimetype != URLS or self._fetch is None:
            return super().retrieveData(mimetype, preferredType)
        if self._urls is None:
            self._urls = [QUrl.fromLocalFile(str(path)) for path in self._fetch(self._hits)]
        return self._urls

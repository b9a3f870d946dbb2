"""Saves a page that proves a match: both pictures, the points that agree, their transform and checksums."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from cbir.base.types import ProofWords
from cbir.service import Answer, Failure, ProofPageAnswer, ProofPageRequest
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.engine import Engine
from cbir_app.results import verdict
from cbir_app.viewer import Pages


class ProofControl(QObject):
    def __init__(self, window: QWidget, engine: Engine, pages: Pages, notice: Notice) -> None:
        super().__init__(window)
        self._window, self._engine, self._pages, self._notice = window, engine, pages, notice
        pages.match_made.connect(lambda: pages.match.proof_asked.connect(self.choose))

    def choose(self) -> None:
        """Ask for the file of the page."""
        match = self._pages.match
        if match.hit is None or match.side is None:
            return
        dialog = QFileDialog(self._window, tr("Save proof"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("html")
        dialog.setNameFilter(tr("Web pages (*.html)"))
        desktop.among_pictures(dialog)
        dialog.selectFile(f"{match.hit.path.stem}.html")
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()

    def save(self, file: Path) -> None:
        """Make the page of the match that is shown, and write it."""
        match = self._pages.match
        hit, side = match.hit, match.side
        if hit is None or side is None:
            return

        def on_answer(answer: Answer) -> None:
            if isinstance(answer, Failure):
                self._notice.say(answer.message, tone="warning", topic="proof")
            elif isinstance(answer, ProofPageAnswer):
                self._write(file, answer.html)

        request = ProofPageRequest(source=side.source, hit=hit, term=side.term, words=_words(verdict(hit)))
        self._engine.request(request, on_answer)

    def _write(self, file: Path, page: str) -> None:
        desktop.save_text(file, page, self._notice, "proof")


def _words(title: str) -> ProofWords:
    """The page's sentences in the language of the window."""
    return ProofWords(
        language=QLocale().bcp47Name(),
        verdict=title,
        title=tr("Two pictures compared"),
        first=tr("Your picture"),
        second=tr("Photo"),
        file=tr("File"),
        folder=tr("Folder"),
        size=tr("Size"),
        points=tr("Agreeing points"),
        strength=tr("Right among hits like this"),
        first_shown=tr("Of your picture, in the photo"),
        second_shown=tr("Of the photo, in your picture"),
        outline=tr("Corners of your picture in the photo, in pixels"),
        transform=tr("Transform from your picture to the photo"),
        deviation=tr("Median distance of the points from it, in pixels"),
        mirrored=tr("Your picture is mirrored."),
        chance=tr("By chance"),
        by_chance=tr(
            "None of {pairs} pairs of photos of different things had {least} agreeing points. So fewer than 1 in "
            "{rare} such pairs has them, with 95 % certainty."
        ),
        unproven=tr("Too few points agree to prove a match."),
        all_points=tr("All agreeing points, in pixels: x and y in your picture, x and y in the photo"),
        made=tr("Made with cbir {version}, {date}"),
    )

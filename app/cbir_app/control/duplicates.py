"""Shows duplicates as pairs to judge, and moves copies to the trash after a question; last copies need a second one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from cbir.base.types import CAUSES, DuplicateSearch, Skipped, TrashPlan
from cbir_app.base.language import tr, with_reason
from cbir_app.base.notice import Notice
from cbir_app.base.question import ask
from cbir_app.base.theme import Theme
from cbir_app.base.wording import TRASH, file_size
from cbir_app.engine import Engine, Thumbnails
from cbir_app.sessions import DuplicateSession, FolderCopies
from cbir_app.viewer import Pages
from cbir_app.viewer.duplicates import DuplicatesPage, receiving

MAX_NAMED = 3


class DuplicateControl(QObject):
    progressed = Signal(str, int, int)  # task, done, total
    ended = Signal()
    flagged = Signal(object, str)  # tuple of LibraryPhoto, and pick, reject or none

    def __init__(
        self,
        window: QWidget,
        engine: Engine,
        session: DuplicateSession,
        pages: Pages,
        thumbnails: Thumbnails,
        theme: Theme,
        notice: Notice,
    ) -> None:
        super().__init__(window)
        self._window, self._engine, self.session = window, engine, session
        self._thumbnails = thumbnails
        self._pages, self._theme, self._notice = pages, theme, notice
        self._page: DuplicatesPage | None = None
        session.progressed.connect(
            lambda done, total: self.progressed.emit(tr("Comparing photos"), done, total)
        )
        session.search_finished.connect(self.ended)
        session.search_failed.connect(lambda _reason: self.ended.emit())  # the page says why
        session.failed.connect(lambda reason: notice.say(reason, tone="warning", topic="duplicates"))

    @property
    def page(self) -> DuplicatesPage:
        if self._page is None:
            self._page = DuplicatesPage(self._engine, self.session, self._thumbnails, self._theme)
            self._page.trash_asked.connect(self.ask_trash)
            self._page.again_asked.connect(self.show)
            self._page.folder_asked.connect(self.ask_folder)
            self._page.flagged.connect(self.flagged)
        return self._page

    def show(self) -> None:
        """Search for duplicates, and show them. A search that is running goes on."""
        page = self.page
        if not self.session.searching:
            self.progressed.emit(tr("Comparing photos"), 0, 0)
            self.session.find(DuplicateSearch(causes=CAUSES))
        page.show_waiting()
        self._pages.open(page)

    def look_again(self) -> None:
        """Search again if the page of duplicates is visible: photos were restored from the trash."""
        if self._page is not None and self._page.isVisible():
            self.session.give_up()  # its comparisons are kept, but it does not know the restored photos
            self.show()

    # ---- the trash

    def ask_trash(self) -> None:
        """Ask for confirmation to move the chosen photos to the trash; last copies among them need a second one."""
        plan = self.session.plan
        last = {photo.path for photo in plan.last}
        sure = [photo for photo in plan.photos if photo.path not in last]
        if not plan.photos:
            if plan.stays:
                self._notice.say(" ".join(_named(plan.stays)), tone="warning", topic="duplicates")
            return
        if not sure:
            self._ask_last()
            return
        size = file_size(sum(photo.bytes_to_free for photo in sure))
        text = tr(
            "Move %Ln photo(s) to the {trash} and free {size}?", "", len(sure), trash=tr(TRASH), size=size
        )
        remarks = [
            tr(
                "Not all of them are copies: a shot of a burst is a photo of its own. You can get them back from there."
            )
            if self.session.goes_without_a_copy()
            else tr("A copy of each stays, with what you added to either. You can get them back from there.")
        ]
        sentences = receiving(plan.receives)
        remarks += sentences[:MAX_NAMED]
        if len(sentences) > MAX_NAMED:
            remarks.append(tr("And %Ln other(s).", "", len(sentences) - MAX_NAMED))
        remarks += _named(plan.beside)
        if last:
            remarks.append(tr("%Ln last copy(s) stay unless you confirm them next.", "", len(last)))
        remarks += _named(plan.stays)

        def move() -> None:
            self.session.trash([photo.photo for photo in sure], last=False)
            if last:
                self._ask_last()

        self._ask(text, " ".join(remarks), tr("Move to the {trash}", trash=tr(TRASH)), move)

    def ask_folder(self, entry: FolderCopies) -> None:
        """Ask for confirmation to move all copies in a folder to the trash; the engine says first what would go."""
        self.session.ask_plan(entry.judged, partial(self._ask_folder, entry))

    def _ask_folder(self, entry: FolderCopies, plan: TrashPlan) -> None:
        last = {photo.path for photo in plan.last}
        sure = [photo for photo in plan.photos if photo.path not in last]
        remarks = [tr("A copy of each stays outside this folder. You can get them back from there.")]
        remarks += receiving(plan.receives)[:MAX_NAMED]
        remarks += _named((*plan.stays, *plan.last, *plan.beside))
        if not sure:
            self._notice.say(" ".join(remarks[1:]), tone="warning", topic="duplicates")
            return
        text = tr(
            "Move %Ln photo(s) in {folder} to the {trash} and free {size}?",
            "",
            len(sure),
            folder=str(entry.folder),
            trash=tr(TRASH),
            size=file_size(sum(photo.bytes_to_free for photo in sure)),
        )
        going = {photo.photo for photo in sure}
        judged = [now for now in entry.judged if now.other in going]
        move = partial(self.session.trash_judged, judged, [photo.photo for photo in sure])
        self._ask(text, " ".join(remarks), tr("Move to the {trash}", trash=tr(TRASH)), move)

    def _ask_last(self) -> None:
        plan = self.session.plan
        last = {photo.path for photo in plan.last}
        going = [photo for photo in plan.photos if photo.path in last]
        text = tr("%Ln photo(s) would have no copy left.", "", len(going))
        self._ask(
            text,
            "\n".join(_named(plan.last)),
            tr("Move the last copies too"),
            lambda: self.session.trash([photo.photo for photo in going], last=True),
        )

    def _ask(self, text: str, details: str, verb: str, act: Callable[[], object]) -> None:
        ask(
            self._window,
            "trash copies",
            title=tr("Duplicates"),
            text=text,
            details=details,
            verb=verb,
            act=act,
        )


def _named(photos: Sequence[Skipped]) -> list[str]:
    """Name the first photos, each with its reason, and count the others."""
    sentences = [with_reason(photo.path.name, photo.reason) for photo in photos[:MAX_NAMED]]
    return (
        [*sentences, tr("And %Ln other(s).", "", len(photos) - MAX_NAMED)]
        if len(photos) > MAX_NAMED
        else sentences
    )

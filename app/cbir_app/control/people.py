"""Shows the page of people, searches for their photos, and erases all faces and names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from cbir.base.types import MarkReport
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.question import ask
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine
from cbir_app.sessions import PeopleSession, Query, SearchSession, part_of_words
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir_app.viewer import PeoplePage


class PeopleControl(QObject):
    def __init__(
        self,
        window: QMainWindow,
        engine: Engine,
        session: PeopleSession,
        search: SearchSession,
        pages: Pages,
        theme: Theme,
        notice: Notice,
    ) -> None:
        super().__init__(pages)
        self._window, self._engine, self._session, self._search = window, engine, session, search
        self._pages, self._theme, self._notice = pages, theme, notice
        self._page: PeoplePage | None = None
        session.names_saved.connect(self._tell_saved)
        session.troubled.connect(lambda text: notice.say(text, tone="warning", topic="people"))

    @property
    def page(self) -> PeoplePage:
        if self._page is None:
            from cbir_app.viewer import PeoplePage

            self._page = PeoplePage(self._engine, self._session, self._theme)
            self._page.photos_asked.connect(self._show_photos)
            self._page.write_asked.connect(self.ask_write)
            self._page.erase_asked.connect(self.ask_erase)
        return self._page

    def show(self) -> None:
        """Show the people in the photos."""
        self._session.ask()
        self._pages.open(self.page)

    def ask_write(self) -> None:
        """Save all names to sidecars after a question."""
        ask(
            self._window,
            "writePeople",
            title=tr("People"),
            text=tr("Save names to XMP sidecar files?"),
            details=tr(
                "Other programs then read who is where in a photo. Your photos are not changed. The names are in the "
                "files from then on, and stay there when faces are erased."
            ),
            verb=tr("Save"),
            act=self._session.save_names,
        )

    def _tell_saved(self, report: MarkReport) -> None:
        sentences = [tr("Names saved for %Ln photo(s).", "", report.sidecars)]
        sentences += [f"{problem.path.name}: {problem.reason}" for problem in report.problems[:1]]
        if len(report.problems) > 1:
            sentences.append(tr("And %Ln other(s).", "", len(report.problems) - 1))
        self._notice.say(" ".join(sentences), tone="warning" if report.problems else "info", topic="people")

    def ask_erase(self) -> None:
        """Erase every face and name after a question."""
        ask(
            self._window,
            "erasePeople",
            title=tr("People"),
            text=tr("Erase all faces and names?"),
            details=tr(
                "Every face, name and correction is removed from this library for good. Backups that you made before "
                "keep theirs: delete them, or make new ones."
            ),
            verb=tr("Erase"),
            act=self._session.erase,
        )

    def _show_photos(self, name: str) -> None:
        quoted = name.replace('"', "")
        part = part_of_words(f'person:"{quoted}"')
        if part is not None:
            self._search.set_query(Query(parts=(part,)))
            self._pages.show_results()

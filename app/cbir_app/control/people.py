"""Shows the page of people, names faces in photos, searches for their photos, and erases all faces and names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from cbir.base.types import Face, FaceId, MarkReport, Person, PersonId, PhotoId, Region, Term, shown_name
from cbir.service import ChangePeopleAnswer
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.question import ask
from cbir_app.base.theme import Theme
from cbir_app.base.undo import Step, UndoStack
from cbir_app.engine import Engine
from cbir_app.sessions import PeopleSession, Query, SearchSession, part_of_words
from cbir_app.viewer import Pages

if TYPE_CHECKING:
    from cbir_app.viewer import PeoplePage


@dataclass(slots=True)
class _Drawn:
    """A face that was drawn by hand. face : its present number, another one after each redo"""

    photo: PhotoId
    box: Region
    name: str
    people: list[PersonId]  # whose face it is, if somebody has the name
    another: bool  # it is of somebody else
    face: FaceId | None = None


class PeopleControl(QObject):
    def __init__(
        self,
        window: QMainWindow,
        engine: Engine,
        session: PeopleSession,
        search: SearchSession,
        pages: Pages,
        theme: Theme,
        undo: UndoStack,
        notice: Notice,
    ) -> None:
        super().__init__(pages)
        self._window, self._engine, self._session, self._search = window, engine, session, search
        self._pages, self._theme, self._notice = pages, theme, notice
        self._undo = undo
        self._steps: list[Step] = []
        self._page: PeoplePage | None = None
        pages.naming_made.connect(lambda: pages.naming.named.connect(self._name_face))
        engine.ready.connect(lambda _info: self._forget_steps())
        session.erased.connect(lambda _names: self._forget_steps())
        session.resembled.connect(self._show_nearest)
        session.unseen.connect(lambda text: notice.say(text, topic="people", passing=True))
        session.names_saved.connect(self._tell_saved)
        session.troubled.connect(lambda text: notice.say(text, tone="warning", topic="people"))

    @property
    def page(self) -> PeoplePage:
        if self._page is None:
            from cbir_app.viewer import PeoplePage

            self._page = PeoplePage(self._engine, self._session, self._theme)
            self._page.photos_asked.connect(self._show_photos)
            self._page.namesake_given.connect(self._ask_namesake)
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
        sentences += [f"{shown_name(problem.path)}: {problem.reason}" for problem in report.problems[:1]]
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

    def show_photos_like(self) -> None:
        """Show the photos of the person in the viewer, in the query's picture, or in the current photo."""
        pages, first = self._pages, self._search.first_picture
        hit = pages.photo.hit if pages.on_photo else pages.results.current_hit()
        if not self._session.state.on:
            self.show()  # it says what people are, and switches them on
        elif first is not None and not pages.on_photo:
            self._session.ask_who(self._search.query.parts[first].term)
        elif hit is not None:
            self._session.ask_who(Term(photo=hit.photo))

    def _show_nearest(self, people: tuple[Person, ...]) -> None:
        if not people:
            self._notice.say(tr("Nobody in the library has a face like this."), topic="people", passing=True)
        elif people[0].name:
            self._show_photos(people[0])
        else:
            self._pages.open(self.page)
            self.page.show_person(people[0])

    def name_faces(self) -> None:
        """Name the faces of the photo in the viewer."""
        self._pages.name_faces(self._session.names)

    def _ask_namesake(self, person: Person, name: str) -> None:
        """Ask if a person or group is one with somebody who has the name already, and name it so."""

        def choose(same: Person | None) -> None:
            if same is None:
                self._session.change("name", people=[person.id], name=name, another=True)
                return
            if person.name:
                self._session.change("name", people=[person.id])
            self._session.change("merge", people=[same.id, person.id])

        self._ask_who(self._session.namesakes(name, but=person.id), choose)

    def _ask_who(self, people: list[Person], choose: Callable[[Person | None], object]) -> None:
        from cbir_app.viewer import ask_namesake

        ask_namesake(self._window, self.page.face_pictures, self._theme, people, choose)

    def _name_face(self, face: Face | None, box: Region, name: str, another: bool) -> None:
        """Name a face that was found, or draw one, after a question if several people have the name.

        face : None to draw it. another : it is of somebody else than those who have the name
        """
        people = [] if another else self._session.namesakes(name)

        def choose(same: Person | None) -> None:
            self._name_face_of(face, box, name, same, another or same is None)

        if len(people) > 1:
            self._ask_who(people, choose)
        else:
            self._name_face_of(face, box, name, people[0] if people else None, another)

    def _name_face_of(
        self, face: Face | None, box: Region, name: str, person: Person | None, another: bool
    ) -> None:
        hit = self._pages.photo.hit
        if hit is None:
            return
        who = [] if person is None else [person.id]
        if face is None:
            drawn = _Drawn(hit.photo, box, name, who, another)
            self._draw_again(drawn, then=lambda: self._record_drawn(drawn))
            return
        again = partial(
            self._session.change, "name face", faces=[face.id], people=who, name=name, another=another
        )
        before = [face.person] if face.person is not None else []
        back = partial(self._session.change, "put back", faces=[face.id], people=before, name=face.name)
        again(then=lambda _answer: self._record(name, back, again))

    def _record_drawn(self, drawn: _Drawn) -> None:
        self._record(drawn.name, partial(self._undraw, drawn), partial(self._draw_again, drawn))

    def _undraw(self, drawn: _Drawn) -> None:
        if drawn.face is not None:
            self._session.change("undraw", faces=[drawn.face])

    def _draw_again(self, drawn: _Drawn, then: Callable[[], object] = lambda: None) -> None:
        def note(answer: ChangePeopleAnswer) -> None:
            drawn.face = answer.face
            then()

        self._session.change(
            "draw",
            photo=drawn.photo,
            box=drawn.box,
            people=drawn.people,
            name=drawn.name,
            another=drawn.another,
            then=note,
        )

    def _record(self, name: str, undo: Callable[[], object], redo: Callable[[], object]) -> None:
        step = Step(words=tr("face of {name}", name=name), undo=undo, redo=redo)
        self._steps.append(step)
        self._undo.record(step)

    def _forget_steps(self) -> None:
        """Drop the steps of another library, and erased names."""
        self._undo.forget(self._steps)
        self._steps = []

    def _show_photos(self, person: Person) -> None:
        quoted = f"#{person.id}" if self._session.namesakes(person.name, but=person.id) else person.name
        quoted = quoted.replace('"', "")
        part = part_of_words(f'person:"{quoted}"')
        if part is not None:
            self._search.set_query(Query(parts=(part,)))
            self._pages.show_results()

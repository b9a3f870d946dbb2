"""The page of people: a grid of faces to name, merge and split, and questions to answer on two keys.

Everybody is shown by one face. Enter opens a person: all faces, to take those out that are somebody else's.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCompleter, QFrame, QHBoxLayout, QLabel, QWidget

from cbir.base.folding import fold
from cbir.base.types import Face, Person
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import button, label, with_key
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.sessions import PeopleSession
from cbir_app.viewer.grid_page import Cell, GridPage
from cbir_app.viewer.small_pictures import FACE_PX, FacePictures

PEOPLE_SENTENCE = QT_TR_NOOP(
    "The program looks for faces in your photos and puts like ones together, on this computer alone; you give the "
    "names. What it stores is in this library and in your backups of it. You can erase all of it at any time."
)
LEAST_FACES = 2  # of a group without a name: a single face is shown once it is in a photo of a person


class PeoplePage(GridPage[Person | Face, Face]):
    """Shows everybody, or the faces of one person."""

    photos_asked = Signal(object)  # of a Person with a name
    namesake_given = Signal(object, str)  # a Person, and a name that somebody else has
    write_asked = Signal()
    erase_asked = Signal()
    place = "people"

    def __init__(
        self, engine: Engine, session: PeopleSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self.face_pictures = FacePictures(engine)
        super().__init__(
            theme,
            tr("People"),
            self.face_pictures,
            icon="person",
            side_px=FACE_PX,
            cell=QSize(132, 148),
            parent=parent,
        )
        self._session = session
        self.person: Person | None = None  # whose faces are shown; None: everybody
        self._hidden = False  # hidden people are shown, too
        self._build_tools()
        self._build_question()
        self.pictures.loaded.connect(lambda _face: self._show_asked_faces())
        session.changed.connect(self.show_people)
        session.faces_arrived.connect(self._show_faces)
        session.progressed.connect(lambda _progress: self._say())
        self.show_people()

    def _build_tools(self) -> None:
        self.add_name(tr("Name the selected person; Enter confirms"), 170)
        self.merge = self.add_tool(
            tr("Same person"), self._merge, tr("Make one person of the selected ones"), "M"
        )
        self.split = self.add_tool(
            tr("Not this person"), self._split, tr("Take the selected faces out"), "Del"
        )
        self.photos = self.add_tool(
            tr("Show photos"), self._show_photos, tr("Search for the photos of this person"), "P"
        )
        self.cover = self.add_tool(
            tr("Use as cover"), self._set_cover, tr("Show the person by the selected face"), "C"
        )
        self.hide_them = self.add_tool(
            tr("Hide"), self._hide, tr("Leave the selected ones out, or show them again")
        )
        self.all_shown = self.add_tool(tr("Show hidden people"), lambda: None, tr("Show hidden people"))
        self.all_shown.setCheckable(True)
        self.all_shown.toggled.connect(self._show_hidden)
        self.write = self.add_tool(
            tr("Save names…"),
            self.write_asked.emit,
            tr("Save names and the places of faces to XMP sidecar files"),
        )
        self.erase = self.add_tool(
            tr("Erase…"), self.erase_asked.emit, tr("Remove every face and name from this library for good")
        )

    def _build_question(self) -> None:
        self.question = QFrame()
        self.question.setObjectName("viewerBar")
        row = QHBoxLayout(self.question)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(10)
        self.faces_asked = [QLabel(), QLabel()]
        for shown in self.faces_asked:
            shown.setFixedSize(56, 56)
            shown.setScaledContents(True)
        self.asked = label("", "headline")
        self.yes = button(tr("Yes"), lambda: self._answer(True), primary=True)
        self.no = button(tr("No"), lambda: self._answer(False))
        for push_button, key in ((self.yes, "Y"), (self.no, "N")):
            push_button.setToolTip(plain_tooltip(with_key(push_button.text(), key)))
            self.press_key(key, push_button)
        row.addWidget(self.faces_asked[0])
        row.addWidget(self.faces_asked[1])
        row.addWidget(self.asked)
        row.addWidget(self.yes)
        row.addWidget(self.no)
        row.addStretch(1)
        self.layout_.insertWidget(self.layout_.indexOf(self.middle), self.question)

    # ---- showing

    def show_people(self) -> None:
        """Show everybody again, or the faces of the person who is open."""
        if self.person is not None:
            present = {person.id: person for person in self._session.people}
            self.person = present.get(self.person.id)
        if self.person is not None:
            self._session.ask_faces(self.person.id)
        else:
            shown = [
                person
                for person in self._session.people
                if (person.name or person.faces >= LEAST_FACES) and (self._hidden or not person.hidden)
            ]
            self.fill([Cell(person, person.cover, _caption(person), _spoken(person)) for person in shown])
        self._show_question()
        self._say()

    def _show_faces(self, faces: tuple[Face, ...]) -> None:
        if self.person is not None:
            total = number(len(faces))
            self.fill(
                [
                    Cell(face, face, "", tr("Face {at} of {total}", at=number(at), total=total))
                    for at, face in enumerate(faces, start=1)
                ]
            )
            self._say()

    def subjects_above(self) -> list[Face]:
        """The faces of the next two questions."""
        return [
            face
            for suggestion in self._session.suggestions[:2]
            for face in (suggestion.person.cover, suggestion.group.cover)
        ]

    def _show_question(self) -> None:
        suggestions = self._session.suggestions if self.person is None else ()
        self.question.setVisible(bool(suggestions))
        if suggestions:
            words = tr("Is this {name}?", name=suggestions[0].person.name)
            self.asked.setText(words)
            self.question.setAccessibleName(words)
            self._show_asked_faces()

    def _show_asked_faces(self) -> None:
        if not self._session.suggestions:
            return
        suggestion = self._session.suggestions[0]
        for shown, face in zip(
            self.faces_asked, (suggestion.person.cover, suggestion.group.cover), strict=True
        ):
            pixmap = self.pictures.get(face) or self.theme.icon("person", side_px=56).pixmap(56, 56)
            shown.setPixmap(pixmap)

    def _say(self) -> None:
        state, person = self._session.state, self.person
        self.title.setText(tr("People") if person is None else person.name or tr("Without a name"))
        remarks = []
        if person is not None:
            remarks.append(tr("%Ln face(s)", "", person.faces))
        elif state.on:
            if state.named or not self.grid.count():
                remarks.append(tr("%Ln named", "people", state.named))
            else:
                remarks.append(tr("Select a face, and type the name."))
            if state.waiting:
                remarks.append(tr("%Ln photo(s) still to look through", "", state.waiting))
        self.remark.setText(" · ".join(remarks))
        if not self.show_message_if_empty():
            return
        if not state.on:
            on = button(tr("Switch on"), lambda: self._session.switch(True), primary=True)
            self.message.show_message("person", tr("Who is in your photos?"), tr(PEOPLE_SENTENCE), on)
        elif state.waiting:
            text = tr("Photos are looked through in the background, while the computer has time.")
            self.message.show_message("person", tr("Looking for faces…"), text)
        else:
            text = tr("No two photos show the same face.")
            self.message.show_message("person", tr("Nobody yet"), text)

    def show_tools(self) -> None:
        entries, on = self.selected(), self._session.state.on
        people = [entry for entry in entries if isinstance(entry, Person)]
        chosen = self.person or (people[0] if len(people) == 1 else None)
        for widget in (self.name, self.photos, self.hide_them):
            widget.setVisible(on)
        for widget in (self.split, self.cover):
            widget.setVisible(on and self.person is not None)
        for widget in (self.merge, self.write, self.erase):
            widget.setVisible(on and self.person is None)
        anybody_hidden = any(person.hidden for person in self._session.people)
        self.all_shown.setVisible(on and self.person is None and (anybody_hidden or self._hidden))
        self.write.setEnabled(bool(self._session.names))
        self.merge.setEnabled(
            len(people) > 1 and len({fold(person.name) for person in people if person.name}) < 2
        )
        self.split.setEnabled(bool(entries))
        self.cover.setEnabled(len(entries) == 1)
        self.photos.setEnabled(chosen is not None and bool(chosen.name))
        hideable = people if self.person is None else [self.person]
        self.hide_them.setEnabled(bool(hideable))
        self.hide_them.setText(
            tr("Show again") if hideable and all(person.hidden for person in hideable) else tr("Hide")
        )
        self.name.setEnabled(chosen is not None)
        if chosen is not None and not self.name.hasFocus():
            self.name.setText(chosen.name)
        completer = QCompleter(list(dict.fromkeys(self._session.names)), self.name)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.name.setCompleter(completer)

    # ---- what a person does

    def open_entry(self, entry: Person | Face) -> None:
        if isinstance(entry, Person):
            self.person = entry
            self.grid.clearSelection()
            self.show_people()

    def show_person(self, person: Person) -> None:
        """Show the faces of a person or group."""
        self.open_entry(person)

    def go_back(self) -> None:
        """Leave the person, then the page."""
        if self.person is None:
            super().go_back()
            return
        self.person = None
        self.grid.clearSelection()
        self.show_people()
        self.home.setFocus()

    def give_name(self) -> None:
        people = (
            [self.person]
            if self.person is not None
            else [entry for entry in self.selected() if isinstance(entry, Person)]
        )
        if people and self._session.namesakes(self.name.text(), but=people[0].id):
            self.namesake_given.emit(people[0], self.name.text().strip())
        elif people:
            self._session.change("name", people=[people[0].id], name=self.name.text())

    def _merge(self) -> None:
        people = [entry.id for entry in self.selected() if isinstance(entry, Person)]
        if len(people) > 1:
            self._session.change("merge", people=people)

    def _split(self) -> None:
        faces = [entry.id for entry in self.selected() if isinstance(entry, Face)]
        if faces:
            self._session.change("split", faces=faces)

    def _set_cover(self) -> None:
        for face in self.selected()[:1]:
            if isinstance(face, Face):
                self._session.change("cover", faces=[face.id])

    def _hide(self) -> None:
        for entry in self.selected() if self.person is None else [self.person]:
            if isinstance(entry, Person):
                self._session.change("show" if entry.hidden else "hide", people=[entry.id])

    def _show_hidden(self, shown: bool) -> None:
        self._hidden = shown
        self.show_people()

    def _show_photos(self) -> None:
        people = [self.person, *(entry for entry in self.selected() if isinstance(entry, Person))]
        named = next((person for person in people if person is not None and person.name), None)
        if named is not None:
            self.photos_asked.emit(named)

    def _answer(self, yes: bool) -> None:
        if self._session.suggestions:
            self._session.answer(self._session.suggestions[0], yes)
            self._rest.start()

    def forget(self) -> None:
        self.person = None
        self.pictures.forget()


def _caption(person: Person) -> str:
    caption = person.name or number(person.photos)
    return tr("{person}, hidden", person=caption) if person.hidden else caption


def _spoken(person: Person) -> str:
    name = person.name or tr("Without a name")
    spoken = f"{name}, {counted(person.photos)}"
    return tr("{person}, hidden", person=spoken) if person.hidden else spoken

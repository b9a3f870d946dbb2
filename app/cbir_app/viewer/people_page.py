"""The page of people: a grid of faces to name, merge and split, and questions to answer on two keys.

Everybody is shown by one face. Enter opens a person: all faces, to take those out that are somebody else's.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from cbir.base.types import Face, Person
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import IconButton, MessagePage, ViewerPage, button, label, with_key
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.sessions import PeopleSession
from cbir_app.viewer.small_pictures import SIDE_PX, FacePictures

PEOPLE_SENTENCE = QT_TR_NOOP(
    "The program looks for faces in your photos and puts like ones together, on this computer alone; you give the "
    "names. What it stores is in this library and in your backups of it. You can erase all of it at any time."
)
LEAST_FACES = 2  # of a group without a name: a single face is shown once it is in a photo of a person
_ENTRY = int(Qt.ItemDataRole.UserRole)
_CELL = QSize(132, 148)
_REST_MS = 60


class PeoplePage(ViewerPage):
    """Shows everybody, or the faces of one person."""

    photos_asked = Signal(str)  # of the person with this name
    write_asked = Signal()
    erase_asked = Signal()
    place = "people"

    def __init__(
        self, engine: Engine, session: PeopleSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, tr("People"), parent=parent)
        self._session = session
        self.person: Person | None = None  # whose faces are shown; None: everybody
        self._hidden = False  # hidden people are shown, too
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._show_pictures)
        self.pictures = FacePictures(engine, self)
        self.pictures.loaded.connect(lambda _face: self._rest.start())
        self.canvas.hide()
        for zoom in self.zooms:
            zoom.hide()
        self._build_tools(theme)
        self._build_question()
        self.grid = QListWidget()
        self.grid.setObjectName("people")
        self.grid.setViewMode(QListWidget.ViewMode.IconMode)
        self.grid.setMovement(QListWidget.Movement.Static)
        self.grid.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.grid.setIconSize(QSize(SIDE_PX, SIDE_PX))
        self.grid.setGridSize(_CELL)
        self.grid.setUniformItemSizes(True)
        self.grid.setWordWrap(False)
        self.grid.setFrameShape(QFrame.Shape.NoFrame)
        self.grid.itemActivated.connect(self._open)
        self.grid.itemSelectionChanged.connect(self._show_tools)
        self.grid.verticalScrollBar().valueChanged.connect(lambda _value: self._rest.start())
        self.message = MessagePage(theme)
        self.middle.addWidget(self.grid, 1)
        self.middle.addWidget(self.message, 1)
        session.changed.connect(self.show_people)
        session.faces_arrived.connect(self._show_faces)
        session.progressed.connect(lambda _progress: self._say())
        self.show_people()

    def _build_tools(self, theme: Theme) -> None:
        self.name = QLineEdit()
        self.name.setAccessibleName(tr("Name"))
        self.name.setPlaceholderText(tr("Name"))
        self.name.setToolTip(plain_tooltip(with_key(tr("Name the selected person; Enter confirms"), "F2")))
        self.name.setFixedWidth(170)
        self.name.returnPressed.connect(self._name)
        self.add_key("F2", self._focus_name)
        self.merge = button(tr("Same person"), self._merge)
        self.merge.setToolTip(plain_tooltip(with_key(tr("Make one person of the selected ones"), "M")))
        self.split = button(tr("Not this person"), self._split)
        self.split.setToolTip(plain_tooltip(with_key(tr("Take the selected faces out"), "Del")))
        self.photos = button(tr("Show photos"), self._show_photos)
        self.photos.setToolTip(plain_tooltip(with_key(tr("Search for the photos of this person"), "P")))
        self.hide_them = button(tr("Hide"), self._hide)
        self.hide_them.setToolTip(plain_tooltip(tr("Leave the selected ones out, or show them again")))
        self.all_shown = IconButton(theme, "history", tr("Show hidden people"))
        self.all_shown.setCheckable(True)
        self.all_shown.toggled.connect(self._show_hidden)
        self.write = button(tr("Save names…"), self.write_asked.emit)
        self.write.setToolTip(plain_tooltip(tr("Save names and the places of faces to XMP sidecar files")))
        self.erase = button(tr("Erase…"), self.erase_asked.emit)
        self.erase.setToolTip(plain_tooltip(tr("Remove every face and name from this library for good")))
        for widget in (
            self.name,
            self.merge,
            self.split,
            self.photos,
            self.hide_them,
            self.all_shown,
            self.write,
            self.erase,
        ):
            self.tools.addWidget(widget)
        self.tools.setSpacing(6)
        for key, push_button in (("M", self.merge), ("Delete", self.split), ("P", self.photos)):
            self.add_key(key, partial(_press, push_button))

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
            self.add_key(key, partial(_press, push_button))
        row.addWidget(self.faces_asked[0])
        row.addWidget(self.faces_asked[1])
        row.addWidget(self.asked)
        row.addWidget(self.yes)
        row.addWidget(self.no)
        row.addStretch(1)
        self.layout_.insertWidget(self.layout_.indexOf(self.middle), self.question)

    # ---- showing

    @property
    def home(self) -> QWidget:
        return self.grid if self.grid.isVisible() else self

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
            self._fill([(person, person.cover, _caption(person), _spoken(person)) for person in shown])
        self._show_question()
        self._say()

    def _show_faces(self, faces: tuple[Face, ...]) -> None:
        if self.person is not None:
            total = number(len(faces))
            self._fill(
                [
                    (face, face, "", tr("Face {at} of {total}", at=number(at), total=total))
                    for at, face in enumerate(faces, start=1)
                ]
            )
            self._say()

    def _fill(self, entries: list[tuple[Person | Face, Face, str, str]]) -> None:
        """Show entries; those that were selected stay so."""
        selected = {entry.id for entry in self._selected()}
        at = self.grid.currentRow()
        self.grid.clear()
        for entry, face, caption, spoken in entries:
            item = QListWidgetItem(caption)
            item.setData(_ENTRY, (entry, face))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            item.setToolTip(plain_tooltip(spoken))
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            item.setIcon(self._icon(face))
            self.grid.addItem(item)
            item.setSelected(entry.id in selected)
        if entries and at >= 0:
            self.grid.setCurrentRow(
                min(at, len(entries) - 1), self.grid.selectionModel().SelectionFlag.NoUpdate
            )
        self._rest.start()
        self._show_tools()

    def _icon(self, face: Face) -> QIcon:
        pixmap = self.pictures.get(face)
        return self.theme.icon("person", side_px=SIDE_PX) if pixmap is None else QIcon(pixmap)

    def _show_pictures(self) -> None:
        """Request the pictures on screen, and show those that have arrived."""
        view = self.grid.viewport().rect()
        faces = [
            face
            for suggestion in self._session.suggestions[:2]
            for face in (suggestion.person.cover, suggestion.group.cover)
        ]
        for at in range(self.grid.count()):
            item = self.grid.item(at)
            if self.grid.visualItemRect(item).intersects(view):
                face: Face = item.data(_ENTRY)[1]
                if (pixmap := self.pictures.get(face)) is not None:
                    item.setIcon(QIcon(pixmap))
                faces.append(face)
        self.pictures.show(faces)
        self._show_asked_faces()

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
            remarks.append(tr("%Ln named", "people", state.named))
            if state.waiting:
                remarks.append(tr("%Ln photo(s) still to look through", "", state.waiting))
        self.remark.setText(" · ".join(remarks))
        empty = not self.grid.count()
        self.grid.setVisible(not empty)
        self.message.setVisible(empty)
        if not empty:
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

    def _show_tools(self) -> None:
        entries, on = self._selected(), self._session.state.on
        people = [entry for entry in entries if isinstance(entry, Person)]
        chosen = self.person or (people[0] if len(people) == 1 else None)
        for widget in (
            self.name,
            self.merge,
            self.split,
            self.photos,
            self.hide_them,
            self.all_shown,
            self.write,
            self.erase,
        ):
            widget.setVisible(on)
        self.write.setEnabled(bool(self._session.names))
        self.split.setVisible(on and self.person is not None)
        self.merge.setVisible(on and self.person is None)
        self.merge.setEnabled(len(people) > 1 and sum(bool(person.name) for person in people) < 2)
        self.split.setEnabled(bool(entries))
        self.photos.setEnabled(chosen is not None and bool(chosen.name))
        self.hide_them.setEnabled(bool(people))
        self.hide_them.setText(
            tr("Show again") if people and all(person.hidden for person in people) else tr("Hide")
        )
        self.name.setEnabled(chosen is not None)
        if chosen is not None and not self.name.hasFocus():
            self.name.setText(chosen.name)
        completer = QCompleter(self._session.names, self.name)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.name.setCompleter(completer)

    def _selected(self) -> list[Person | Face]:
        return [item.data(_ENTRY)[0] for item in self.grid.selectedItems()]

    # ---- what a person does

    def _open(self, item: QListWidgetItem) -> None:
        entry = item.data(_ENTRY)[0]
        if isinstance(entry, Person):
            self.person = entry
            self.grid.clearSelection()
            self.show_people()

    def go_back(self) -> None:
        """Leave the person, then the page."""
        if self.person is None:
            super().go_back()
            return
        self.person = None
        self.grid.clearSelection()
        self.show_people()
        self.home.setFocus()

    def _focus_name(self) -> None:
        if self.name.isEnabled():
            self.name.setFocus()
            self.name.selectAll()

    def _name(self) -> None:
        people = (
            [self.person]
            if self.person is not None
            else [entry for entry in self._selected() if isinstance(entry, Person)]
        )
        if people:
            self._session.change("name", people=[people[0].id], name=self.name.text())
        self.grid.setFocus()

    def _merge(self) -> None:
        people = [entry.id for entry in self._selected() if isinstance(entry, Person)]
        if len(people) > 1:
            self._session.change("merge", people=people)

    def _split(self) -> None:
        faces = [entry.id for entry in self._selected() if isinstance(entry, Face)]
        if faces:
            self._session.change("split", faces=faces)

    def _hide(self) -> None:
        for entry in self._selected():
            if isinstance(entry, Person):
                self._session.change("show" if entry.hidden else "hide", people=[entry.id])

    def _show_hidden(self, shown: bool) -> None:
        self._hidden = shown
        self.show_people()

    def _show_photos(self) -> None:
        people = [self.person, *(entry for entry in self._selected() if isinstance(entry, Person))]
        name = next((person.name for person in people if person is not None and person.name), "")
        if name:
            self.photos_asked.emit(name)

    def _answer(self, yes: bool) -> None:
        if self._session.suggestions:
            self._session.answer(self._session.suggestions[0], yes)
            self._rest.start()

    def forget(self) -> None:
        self.person = None
        self.pictures.forget()


def _press(push_button: QPushButton) -> None:
    if push_button.isVisible() and push_button.isEnabled():
        push_button.click()


def _caption(person: Person) -> str:
    return person.name or number(person.photos)


def _spoken(person: Person) -> str:
    name = person.name or tr("Without a name")
    spoken = f"{name}, {counted(person.photos)}"
    return tr("{person}, hidden", person=spoken) if person.hidden else spoken

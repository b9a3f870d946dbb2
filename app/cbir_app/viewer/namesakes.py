"""A question: which of the people who have a name already is meant, or somebody else?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from cbir.base.types import FaceId, Person
from cbir_app.base.language import tr
from cbir_app.base.page import button, button_row, label
from cbir_app.base.theme import Theme
from cbir_app.base.wording import photos
from cbir_app.viewer.small_pictures import FACE_PX, FacePictures


def ask_namesake(
    parent: QWidget,
    pictures: FacePictures,
    theme: Theme,
    people: Sequence[Person],
    choose: Callable[[Person | None], object],
) -> QDialog:
    """Open the question over a window. choose : called with a person; with None for somebody else"""
    dialog = QDialog(parent)
    dialog.setObjectName("namesakes")
    dialog.setWindowTitle(tr("People"))
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 16, 20, 16)
    layout.setSpacing(14)
    question = tr("Somebody is called {name} already. Is it the same person?", name=people[0].name)
    layout.addWidget(label(question, "headline", wrap=True))
    row = QHBoxLayout()
    row.setSpacing(10)

    def answer(person: Person | None) -> None:
        dialog.accept()
        choose(person)

    def add(person: Person) -> QToolButton:
        face = QToolButton()
        face.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        face.setIconSize(QSize(FACE_PX, FACE_PX))
        face.setText(photos(person.photos))
        face.setAccessibleName(f"{person.name}, {photos(person.photos)}")
        face.clicked.connect(lambda: answer(person))
        row.addWidget(face)
        return face

    faces = {person.cover.id: add(person) for person in people}

    def show_picture(id: FaceId) -> None:
        person = next((person for person in people if person.cover.id == id), None)
        pixmap = None if person is None else pictures.get(person.cover)
        if pixmap is not None:
            faces[id].setIcon(QIcon(pixmap))

    for person in people:
        faces[person.cover.id].setIcon(theme.icon("person", side_px=FACE_PX))
        show_picture(person.cover.id)
    row.addStretch(1)
    layout.addLayout(row)
    same = button(tr("Same person"), lambda: answer(people[0]), primary=True)
    same.setVisible(len(people) == 1)
    other = button(tr("Somebody else"), lambda: answer(None))
    other.setToolTip(tr("Another person of the same name"))
    layout.addLayout(button_row(same, other, button(tr("Cancel"), dialog.reject)))
    pictures.loaded.connect(show_picture)
    dialog.finished.connect(lambda _result: pictures.loaded.disconnect(show_picture))
    dialog.finished.connect(dialog.deleteLater)
    (same if len(people) == 1 else faces[people[0].cover.id]).setFocus()
    dialog.open()
    pictures.show([person.cover for person in people])
    return dialog

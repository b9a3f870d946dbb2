"""People of a library: the switch, the run that finds faces, names and corrections. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from cbir.base.folding import fold
from cbir.base.types import (
    FaceId,
    LibraryInfo,
    PeopleState,
    Person,
    PersonId,
    PersonSuggestion,
    PhotoId,
    Region,
    Term,
)
from cbir.service import (
    Answer,
    ChangePeopleAnswer,
    ChangePeopleRequest,
    ErasePeopleRequest,
    FacesAnswer,
    FacesRequest,
    Failure,
    FindFacesRequest,
    MarkAnswer,
    PeopleAnswer,
    PeopleChange,
    PeopleLikeAnswer,
    PeopleLikeRequest,
    PeopleRequest,
    SwitchPeopleRequest,
    WritePeopleRequest,
)
from cbir_app.engine import Engine
from cbir_app.sessions.background_session import BackgroundSession

_SHOW_EVERY = 25  # photos of a run between two requests for the people found so far


class PeopleSession(BackgroundSession):
    changed = Signal()  # the switch, people or suggestions
    faces_arrived = Signal(object)  # tuple of Face: of the person that was asked for
    names_saved = Signal(object)  # MarkReport: names were written into sidecars
    unseen = Signal(str)  # why nobody can be compared with a picture
    resembled = Signal(object)  # a tuple of Person who look like a face, the nearest first
    erased = Signal(object)  # the names that were erased, a tuple of str

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(engine, parent)
        self.state = PeopleState(on=False)
        self.people: tuple[Person, ...] = ()
        self.suggestions: tuple[PersonSuggestion, ...] = ()
        self._far = False
        self._shown_at = 0
        self._faces_ticket: int | None = None
        engine.ready.connect(self._on_ready)

    @property
    def names(self) -> list[str]:
        return [person.name for person in self.people if person.name]

    def namesakes(self, name: str, but: PersonId | None = None) -> list[Person]:
        """The people with a name, whatever its case and accents."""
        key = fold(name.strip())
        return [
            person for person in self.people if person.name and fold(person.name) == key and person.id != but
        ]

    def ask(self) -> None:
        """Ask for the people; `changed` follows."""
        if not self._far:
            self._engine.request(PeopleRequest(), self._on_people)

    def switch(self, on: bool) -> None:
        """Look for faces in all photos, now and as they are added, or no longer."""
        if not on:
            self.stop()
        self._engine.request(SwitchPeopleRequest(on=on), self._on_switched)

    def erase(self) -> None:
        """Remove every face, vector and name for good."""
        self.stop()
        names = tuple(self.names)
        self._engine.request(ErasePeopleRequest(), lambda answer: self._on_erased(answer, names))

    def save_names(self) -> None:
        """Write all names into the sidecars of their photos; `names_saved` follows."""
        self._engine.request(WritePeopleRequest(), self._on_names_saved)

    def find(self) -> None:
        """Look for faces in the remaining photos if people is on, for example after a run that added photos."""
        if self.state.on and not self._far:
            self.start(FindFacesRequest())

    def ask_faces(self, person: PersonId) -> None:
        """Ask for the faces of a person; `faces_arrived` follows."""
        if self._faces_ticket is not None:
            self._engine.cancel(self._faces_ticket)
        self._faces_ticket = self._engine.request(FacesRequest(person=person), self._on_faces)

    def change(
        self,
        change: PeopleChange,
        *,
        people: Sequence[PersonId] = (),
        faces: Sequence[FaceId] = (),
        name: str = "",
        another: bool = False,
        photo: PhotoId | None = None,
        box: Region | None = None,
        then: Callable[[ChangePeopleAnswer], object] = lambda answer: None,
    ) -> None:
        """Apply a person's correction; `changed` follows. then : called with the answer if it succeeded"""
        request = ChangePeopleRequest(
            change=change,
            people=tuple(people),
            faces=tuple(faces),
            name=name,
            another=another,
            photo=photo,
            box=box,
        )
        self._engine.request(request, lambda answer: self._on_changed(answer, then))

    def answer(self, suggestion: PersonSuggestion, yes: bool) -> None:
        """Answer a suggestion. It goes at once, so that the next can be answered."""
        self.suggestions = tuple(other for other in self.suggestions if other is not suggestion)
        if yes:
            self.change("merge", people=(suggestion.person.id, suggestion.group.id))
        else:
            self.change("refuse", people=(suggestion.group.id, suggestion.person.id))
        self.changed.emit()

    def ask_who(self, picture: Term) -> None:
        """Ask who resembles the largest face of a picture; `resembled` or `unseen` follows."""
        request = PeopleLikeRequest(
            photo=picture.photo, path=picture.path, data=picture.data, region=picture.region
        )
        self._engine.request(request, self._on_resembled)

    def _on_resembled(self, answer: Answer) -> None:
        if isinstance(answer, PeopleLikeAnswer):
            self.resembled.emit(answer.people)
        elif isinstance(answer, Failure):
            self.unseen.emit(answer.message)

    def _on_ready(self, info: LibraryInfo) -> None:
        self._far = bool(info.service)
        self.state, self.people, self.suggestions = PeopleState(on=False), (), ()
        self.ticket = self._faces_ticket = None  # the engine of an earlier request is gone
        self.ask()

    def _on_people(self, answer: Answer) -> None:
        if not isinstance(answer, PeopleAnswer):
            return
        begins = answer.state.on and not self.state.on
        self.state, self.people, self.suggestions = answer.state, answer.people, answer.suggestions
        self.changed.emit()
        if begins:
            self.find()

    def _on_switched(self, answer: Answer) -> None:
        if isinstance(answer, Failure):
            self.troubled.emit(answer.message)
        self.ask()

    def _on_erased(self, answer: Answer, names: tuple[str, ...]) -> None:
        if not isinstance(answer, Failure):
            self.erased.emit(names)
        self._on_switched(answer)

    def _on_changed(self, answer: Answer, then: Callable[[ChangePeopleAnswer], object]) -> None:
        if isinstance(answer, Failure):
            self.troubled.emit(answer.message)
        elif isinstance(answer, ChangePeopleAnswer):
            then(answer)
            self.ask()

    def _on_names_saved(self, answer: Answer) -> None:
        if isinstance(answer, MarkAnswer):
            self.names_saved.emit(answer.report)
        elif isinstance(answer, Failure):
            self.troubled.emit(answer.message)

    def _on_faces(self, answer: Answer) -> None:
        self._faces_ticket = None
        if isinstance(answer, FacesAnswer):
            self.faces_arrived.emit(answer.faces)

    def on_progress(self, done: int) -> None:
        if not 0 <= done - self._shown_at < _SHOW_EVERY:  # below 0: another run
            self._shown_at = done
            self.ask()

    def on_end(self, answer: Answer) -> None:
        self.ask()

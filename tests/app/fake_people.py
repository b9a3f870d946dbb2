"""The people of a fake library: who is there, what was said of them."""

from dataclasses import dataclass, field, replace

from cbir.base.types import (
    Face,
    FaceId,
    FacesReport,
    MarkReport,
    PeopleState,
    Person,
    PersonId,
    PersonSuggestion,
    PhotoId,
)
from cbir.service import (
    ChangePeopleAnswer,
    ChangePeopleRequest,
    ErasePeopleRequest,
    FacesAnswer,
    FacesRequest,
    FindFacesAnswer,
    FindFacesRequest,
    MarkAnswer,
    PeopleAnswer,
    PeopleLikeAnswer,
    PeopleLikeRequest,
    PeopleRequest,
    SwitchPeopleRequest,
    WritePeopleRequest,
)


def face(id, person=None, name="", photo=None):
    return Face(
        id=FaceId(id),
        photo=PhotoId(photo or id),
        box=(200.0 + id, 100.0, 120.0, 120.0),
        person=None if person is None else PersonId(person),
        name=name,
    )


def person(id, name="", faces=3, hidden=False):
    cover = face(id, id, name)
    return Person(id=PersonId(id), name=name, faces=faces, photos=faces, cover=cover, hidden=hidden)


@dataclass
class FakePeople:
    on: bool = False
    waiting: int = 0
    people: tuple[Person, ...] = ()
    asked: tuple[tuple[int, int], ...] = ()  # a person, and the group that may be of that person
    saved: MarkReport = MarkReport(photos=0)  # noqa: RUF009 (frozen)
    changes: list[ChangePeopleRequest] = field(default_factory=list)
    like: tuple[int, ...] = ()  # those who resemble the face in any picture
    looked_for: list[PeopleLikeRequest] = field(default_factory=list)

    def answer(self, request):
        match request:
            case PeopleRequest():
                return self._state()
            case SwitchPeopleRequest():
                self.on = request.on
                return self._state()
            case ErasePeopleRequest():
                self.on, self.people = False, ()
                return self._state()
            case PeopleLikeRequest():
                self.looked_for.append(request)
                return PeopleLikeAnswer(people=tuple(one for one in self.people if one.id in self.like))
            case WritePeopleRequest():
                return MarkAnswer(report=self.saved)
            case FindFacesRequest():
                report = FacesReport(photos=0, faces=0, described=0, skipped=0, waiting=0, cancelled=False)
                return FindFacesAnswer(report=report)
            case FacesRequest(person=None):
                shown = [face(photo, photo, self._name(photo)) for photo in request.photos if self.on]
                return FacesAnswer(faces=tuple(shown))
            case FacesRequest():
                count = next((one.faces for one in self.people if one.id == request.person), 0)
                return FacesAnswer(faces=tuple(face(10 + at, request.person) for at in range(count)))
            case ChangePeopleRequest():
                self.changes.append(request)
                self._change(request)
                return ChangePeopleAnswer(face=FaceId(99) if request.change == "draw" else None)
        return None

    def _name(self, id):
        return next((one.name for one in self.people if one.id == id), "")

    def _state(self):
        by_id = {one.id: one for one in self.people}
        return PeopleAnswer(
            state=PeopleState(
                on=self.on, waiting=self.waiting, named=sum(bool(one.name) for one in self.people)
            ),
            people=self.people if self.on else (),
            suggestions=tuple(
                PersonSuggestion(person=by_id[who], group=by_id[group], distance=0.5)
                for who, group in self.asked
                if self.on and who in by_id and group in by_id
            ),
        )

    def _change(self, request):
        if request.change == "name":
            (id,) = request.people
            self.people = tuple(
                replace(one, name=request.name) if one.id == id else one for one in self.people
            )
        elif request.change in ("merge", "refuse"):
            self.asked = tuple(pair for pair in self.asked if set(pair) != set(request.people))
            if request.change == "merge":
                self.people = tuple(one for one in self.people if one.id not in request.people[1:])
        elif request.change in ("hide", "show"):
            (id,) = request.people
            hidden = request.change == "hide"
            self.people = tuple(replace(one, hidden=hidden) if one.id == id else one for one in self.people)

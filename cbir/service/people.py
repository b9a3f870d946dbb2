"""People: the switch, the search for faces in the background, who is in which photo, and what a person says of it.

No request here is answered to other computers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.errors import CbirError
from cbir.base.types import (
    Face,
    FaceId,
    FacesReport,
    PeopleState,
    Person,
    PersonId,
    PersonSuggestion,
    PhotoId,
    Region,
)
from cbir.service.background import BackgroundProgressed, in_background
from cbir.service.marks import MarkAnswer
from cbir.service.registry import Answer, Call, Declaration, Lane, Request, handles

PeopleChange = Literal[
    "name", "name face", "merge", "split", "refuse", "hide", "show", "cover", "draw", "undraw", "put back"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleAnswer(Answer):
    """people : all of them, hidden ones too. suggestions : the likeliest first"""

    state: PeopleState
    people: tuple[Person, ...] = ()
    suggestions: tuple[PersonSuggestion, ...] = ()


@Declaration(answer=PeopleAnswer, lane=Lane.CATALOG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleRequest(Request):
    """Ask who is in the photos, and which groups may be of somebody with a name."""


@Declaration(answer=PeopleAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchPeopleRequest(Request):
    """Switch people on or off for this library."""

    on: bool


@Declaration(answer=PeopleAnswer, lane=Lane.INDEX, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePeopleRequest(Request):
    """Remove every face, vector and name for good. Waits for a running index run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindFacesAnswer(Answer):
    report: FacesReport


@Declaration(answer=FindFacesAnswer, lane=Lane.FACES, interim=(BackgroundProgressed,), endless=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class FindFacesRequest(Request):
    """Look for faces in all remaining photos, until that is done or the ticket is cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FacesAnswer(Answer):
    """faces : of a person, the newest photos first; or of photos, from left to right in each"""

    faces: tuple[Face, ...]


@Declaration(answer=FacesAnswer, lane=Lane.CATALOG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class FacesRequest(Request):
    """Ask for the faces of a person or group, or of photos."""

    person: PersonId | None = None
    photos: tuple[PhotoId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePeopleAnswer(Answer):
    """person : who has the faces now; None if that is no matter. face : that was drawn"""

    person: PersonId | None = None
    face: FaceId | None = None


@Declaration(answer=ChangePeopleAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePeopleRequest(Request):
    """Name, merge, split, refuse, hide, show again, choose a cover, or draw a face by hand; or undo the last.

    people : to name, hide or show; to merge; for "refuse", the group and the person that it is not; for "name face"
        and "draw", whose face it is, needed for a shared name; for "put back", the one that the face was of before it
        was named, if any, with its name
    another : who is named is somebody else than those who have the name
    faces : to name, to split off, to put back, to undraw, or the cover. photo, box : of a drawn face
    """

    change: PeopleChange
    people: tuple[PersonId, ...] = ()
    faces: tuple[FaceId, ...] = ()
    name: str = ""
    another: bool = False
    photo: PhotoId | None = None
    box: Region | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleLikeAnswer(Answer):
    """people : those and the groups whose faces are like the one that was shown, the nearest first"""

    people: tuple[Person, ...]


@Declaration(answer=PeopleLikeAnswer, lane=Lane.MARKS, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleLikeRequest(Request):
    """Ask who resembles the largest face of a picture: the file at `path`, `data`, or a photo of the library."""

    photo: PhotoId | None = None
    path: Path | None = None
    data: bytes | None = None
    region: Region | None = None


@Declaration(answer=MarkAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class WritePeopleRequest(Request):
    """Write all confirmed names and the places of their faces into the XMP sidecars of their photos."""


@handles(PeopleRequest)
def _people(call: Call, request: PeopleRequest) -> PeopleAnswer:
    people = call.library.people
    return PeopleAnswer(
        state=people.state(), people=tuple(people.all(hidden=True)), suggestions=tuple(people.suggestions())
    )


@handles(SwitchPeopleRequest)
def _switch(call: Call, request: SwitchPeopleRequest) -> PeopleAnswer:
    call.library.people.switch(request.on)
    return PeopleAnswer(state=call.library.people.state())


@handles(ErasePeopleRequest)
def _erase(call: Call, request: ErasePeopleRequest) -> PeopleAnswer:
    call.library.people.erase()
    return PeopleAnswer(state=call.library.people.state())


@handles(FindFacesRequest)
def _find(call: Call, request: FindFacesRequest) -> FindFacesAnswer:
    return FindFacesAnswer(report=in_background(call, call.library.people.read))


@handles(FacesRequest)
def _faces(call: Call, request: FacesRequest) -> FacesAnswer:
    people = call.library.people
    if request.person is not None:
        return FacesAnswer(faces=tuple(people.faces(request.person)))
    by_photo = people.of_photos(request.photos)
    return FacesAnswer(faces=tuple(face for photo in request.photos for face in by_photo[photo]))


# People and faces that a change needs at least. The window always names them; another client may not.
_NEEDED: Mapping[PeopleChange, tuple[int, int]] = {
    "name": (1, 0),
    "name face": (0, 1),
    "merge": (1, 0),
    "split": (0, 1),
    "refuse": (2, 0),
    "hide": (1, 0),
    "show": (1, 0),
    "cover": (0, 1),
    "draw": (0, 0),
    "undraw": (0, 1),
    "put back": (0, 1),
}


@handles(ChangePeopleRequest)
def _change(call: Call, request: ChangePeopleRequest) -> ChangePeopleAnswer:
    people, person, face = call.library.people, None, None
    least_people, least_faces = _NEEDED[request.change]
    if len(request.people) < least_people or len(request.faces) < least_faces:
        raise CbirError("This change needs the people or faces that it is about.")
    first = next(iter(request.people), None)
    match request.change:
        case "name":
            person = people.name(request.people[0], request.name, another=request.another)
        case "name face":
            person = people.name_face(request.faces[0], request.name, person=first, another=request.another)
        case "merge":
            person = people.merge(request.people)
        case "split":
            person = people.split(request.faces)
        case "refuse":
            people.refuse(*request.people[:2])
        case "hide" | "show":
            people.hide(request.people[0], request.change == "hide")
        case "cover":
            people.set_cover(request.faces[0])
        case "draw" if request.photo is not None and request.box is not None:
            drawn = people.draw(
                request.photo, request.box, request.name, person=first, another=request.another
            )
            person, face = drawn.person, drawn.id
        case "undraw":
            people.undraw(request.faces[0])
        case "put back":
            people.put_back(request.faces[0], first, request.name)
    return ChangePeopleAnswer(person=person, face=face)


@handles(PeopleLikeRequest)
def _people_like(call: Call, request: PeopleLikeRequest) -> PeopleLikeAnswer:
    people = call.library.people
    source = request.photo if request.photo is not None else request.data or request.path
    near = people.people_like(source, request.region) if source is not None else {}
    everybody = {person.id: person for person in people.all(hidden=True)}
    return PeopleLikeAnswer(people=tuple(everybody[id] for id in near if id in everybody))


@handles(WritePeopleRequest)
def _write(call: Call, request: WritePeopleRequest) -> MarkAnswer:
    return MarkAnswer(report=call.library.marks.write_people(call.library.people.named_photos()))

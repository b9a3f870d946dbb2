"""People in a library's photos: faces found in the background, grouped, and named by whoever uses the library.

Off until someone switches it on. The catalog alone has the faces: erasing them removes their rows and overwrites the
place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ImageUnreadable, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import (
    BackgroundProgress,
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
from cbir.catalog import PEOPLE, Catalog, PeopleTable, ToRead
from cbir.faces import FaceGroups, GroupingOptions, faces_fingerprint
from cbir.images import DecodeOptions
from cbir.library.background_run import BackgroundRun
from cbir.library.lifetime import Lifetime
from cbir.state import IndexReader, exclusive_write, unlocked_write
from cbir.workers import FaceProcess, FacesOfPicture

_ERASING_PAUSE_S = 0.1
_Result = TypeVar("_Result")
ERASING_ATTEMPTS = 50
_OFF = "People is off in this library. Switch it on first: cbir people on"


class People:
    """The people of one library; methods may be called from several threads.

    Those that change something raise CbirError if a person or face is gone, or the library is read-only.
    """

    def __init__(
        self, layout: Layout, reader: IndexReader, lifetime: Lifetime, limits: DecodeOptions
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._lifetime = lifetime
        self._limits = limits

    # --- the switch ---

    def state(self) -> PeopleState:
        with self._reader.catalog() as catalog:
            return catalog.people.state(faces_fingerprint())

    def switch(self, on: bool) -> None:
        """Let this library look for faces, or stop it. What was found stays, unseen, until it is erased."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(PEOPLE, "on" if on else None)

    def erase(self) -> None:
        """Remove every face, vector and name from the library for good, and switch people off.

        Rows are overwritten, the catalog is written anew, and its log is emptied. Earlier backups keep what they have.
        Raises LibraryLocked during an index run, and CbirError while another program reads the library.
        """
        with exclusive_write(self._layout) as catalog:
            catalog.erase(catalog.people.erase)
            for _ in range(ERASING_ATTEMPTS):
                if catalog.empty_log():
                    return
                time.sleep(_ERASING_PAUSE_S)
        raise CbirError(
            "The faces are removed, but another program is still reading the library, so traces may be left in its "
            "log. Close it, and erase again."
        )

    # --- finding ---

    def read(
        self,
        *,
        progress: Callable[[BackgroundProgress], None] = lambda progress: None,
        cancelled: Callable[[], bool] = lambda: False,
        paused: Callable[[], bool] = lambda: False,
    ) -> FacesReport:
        """Look for faces in all photos in which nobody has looked yet, the newest first.

        paused : called before each photo; the run waits while it returns True
        Raises CbirError if people is off, FacesMissing.
        """
        if not self.state().on:
            raise CbirError(_OFF)

        def stopped() -> bool:
            return self._lifetime.ended or cancelled()

        with self._lifetime.run(), FaceProcess(self._limits) as process:
            return _Run(self._layout, self._reader, process, progress, stopped, paused).run()

    # --- showing ---

    def all(self, *, hidden: bool = False, least: int = 1) -> list[Person]:
        """The people and the groups without a name, named ones first, then those with most faces.

        hidden : also those that were hidden. least : faces of a group without a name
        """
        with self._reader.catalog() as catalog:
            return catalog.people.all(hidden=hidden, least=least) if catalog.people.on else []

    def find(self, name: str) -> PersonId:
        """The person with a name, or the person or group with a number. Raises CbirError, also for a shared name."""
        with self._reader.catalog() as catalog:
            people = catalog.people.namesakes(name)
            if not people and name.isdecimal() and catalog.people.find(PersonId(int(name))) is not None:
                people = [PersonId(int(name))]
        if not people:
            raise CbirError(
                "There is nobody called {0} in this library. List everybody: cbir people list", name
            )
        if len(people) > 1:
            raise CbirError("{0} people are called {1}. Say which one, by number.", len(people), name)
        return people[0]

    def faces(self, person: PersonId) -> list[Face]:
        """The faces of a person or group, the newest photos first."""
        with self._reader.catalog() as catalog:
            return catalog.people.faces_of(person)

    def named_photos(self, person: PersonId | None = None) -> list[PhotoId]:
        """The photos with a confirmed face of a person, or of anybody."""
        with self._reader.catalog() as catalog:
            people = [person] if person is not None else [row.id for row in catalog.people.all(hidden=True)]
            faces = [face for id in people for face in catalog.people.faces_of(id)]
            return list(dict.fromkeys(face.photo for face in faces if face.name and catalog.people.on))

    def of_photos(self, photos: Sequence[PhotoId]) -> dict[PhotoId, list[Face]]:
        """The faces of photos, from left to right; none while people is off."""
        with self._reader.catalog() as catalog:
            return catalog.people.of_photos(photos)

    def suggestions(self, *, top: int = 20) -> list[PersonSuggestion]:
        """Groups without a name that may be of a named person, the likeliest first. They wait for a yes or no."""
        with self._reader.catalog() as catalog:
            if not catalog.people.on:
                return []
            shown = {person.id: person for person in catalog.people.all()}
            groups = _groups(catalog.people, faces_fingerprint(), named=True)
            suggestions = []
            for group in (person for person in shown.values() if not person.name and person.id in groups):
                refused = catalog.people.refusals_of(group.id)
                distances = [
                    (distance, other)
                    for other, distance in groups.distances(group.id).items()
                    if other in shown and shown[PersonId(other)].name and other not in refused
                ]
                if distances and min(distances)[0] < GroupingOptions().may_be:
                    distance, other = min(distances)
                    suggestions.append(
                        PersonSuggestion(person=shown[PersonId(other)], group=group, distance=distance)
                    )
        return sorted(suggestions, key=lambda suggestion: suggestion.distance)[:top]

    def people_like(
        self, source: PhotoId | Path | bytes, region: Region | None = None
    ) -> dict[PersonId, float]:
        """The people and groups whose faces are like the largest face of a picture, with their distances.

        Raises QueryUnusable if there is no face that can be described, ImageUnreadable, PhotoGone.
        """
        path_or_data = source if isinstance(source, (bytes, Path)) else self._reader.find_photo(source).path
        with FaceProcess(self._limits, urgent=True) as process:
            faces = process.submit(path_or_data, region).result().faces
        described = next((face.numbers for face in faces if face.numbers is not None), None)
        if described is None:
            raise QueryUnusable("There is no face in this picture that is large and sharp enough.")
        with self._reader.catalog() as catalog:
            groups = _groups(catalog.people, faces_fingerprint(), named=True)
        groups.put(_ASKED, described, -1)
        near = groups.distances(_ASKED)
        return {
            PersonId(group): distance
            for group, distance in sorted(near.items(), key=lambda entry: entry[1])
            if distance < GroupingOptions().may_be
        }

    # --- what a person says ---

    def name(self, person: PersonId, name: str, *, another: bool = False) -> PersonId:
        """Name a person or group and so confirm its faces. An empty name takes the name away.

        another : this is somebody else than those who have the name. Raises CbirError if somebody has it, and this is
            not said: nobody becomes one person with somebody else by a name.
        """
        return self._say(lambda people: people.name(person, name, another=another))

    def name_face(
        self, face: FaceId, name: str, *, person: PersonId | None = None, another: bool = False
    ) -> PersonId:
        """Name a single face, apart from its group. Returns the person who has it now.

        person : whose face it is; needed if several people have the name. another : it is of none of them
        """
        return self._say(lambda people: people.name_face(face, name, person=person, another=another))

    def merge(self, people: Sequence[PersonId]) -> PersonId:
        """Make one of several people or groups; it has the name among them. Raises CbirError for different names."""
        return self._say(lambda table: table.merge(people))

    def split(self, faces: Sequence[FaceId]) -> PersonId:
        """Take faces out of a person or group: "not this person". Returns their new group."""
        return self._say(lambda people: people.split(faces))

    def refuse(self, group: PersonId, person: PersonId) -> None:
        """Answer a suggestion with no."""
        self._say(lambda people: people.refuse_group(group, person))

    def hide(self, person: PersonId, hidden: bool = True) -> None:
        """Leave a person or group out of lists and suggestions, or show it again."""
        self._say(lambda people: people.hide(person, hidden))

    def set_cover(self, face: FaceId) -> None:
        """Let a face stand for its person."""
        self._say(lambda people: people.set_cover(face))

    def draw(
        self,
        photo: PhotoId,
        box: Region,
        name: str,
        *,
        person: PersonId | None = None,
        another: bool = False,
    ) -> Face:
        """Name a face by hand where none was found, and describe it if it is clear enough.

        A face that was found there gets the name instead.

        box : in pixels of the upright full-resolution picture. person, another : see name_face
        Raises CbirError if it is not in the picture, or there is no name.
        """
        record = self._reader.find_photo(photo)
        left, top, width, height = box
        if (
            width < 1
            or height < 1
            or left + 1 > record.width
            or top + 1 > record.height
            or min(left, top) < 0
        ):
            raise CbirError("There is no such part of this photo. Draw the face inside it.")
        if not name.strip():
            raise CbirError("Give the name of the person.")
        if not self.state().on:
            raise CbirError(_OFF)
        numbers = self._drawn_numbers(record.path, box)

        def draw(people: PeopleTable) -> Face:
            face = people.draw(photo, box, (record.width, record.height), numbers)
            people.name_face(face, name, person=person, another=another)
            return people.face(face)

        return self._say(draw)

    def undraw(self, face: FaceId) -> None:
        """Remove a face that was drawn by hand, with its name. Raises CbirError for a face that was found."""
        self._say(lambda people: people.undraw(face))

    def put_back(self, face: FaceId, person: PersonId | None, name: str) -> None:
        """Undo the naming of a single face. person, name : the person or group that it was of, and the name then"""
        self._say(lambda people: people.put_back(face, person, name))

    def _drawn_numbers(self, path: Path, box: Region) -> NDArray[np.float32] | None:
        """The numbers of the largest face in a drawn box; None if there is none, or the file is away."""
        with FaceProcess(self._limits, urgent=True) as process:
            try:
                faces = process.submit(path, box).result().faces
            except ImageUnreadable:
                return None
        return next((face.numbers for face in faces if face.numbers is not None), None)

    def _say(self, change: Callable[[PeopleTable], _Result]) -> _Result:
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            if not catalog.people.on:
                raise CbirError(_OFF)
            return change(catalog.people)


_ASKED = -1  # a group that no library has


def _groups(people: PeopleTable, finder: str, *, named: bool) -> FaceGroups:
    """The groups of the described faces. named : with named people"""
    stored = people.described(finder, named=named)
    return FaceGroups.of(stored.people, stored.numbers, stored.photos)


class _Run(BackgroundRun[FacesOfPicture]):
    """One run over photos in which nobody has looked for faces."""

    nothing = FacesOfPicture(faces=(), size=(1, 1))

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        process: FaceProcess,
        progress: Callable[[BackgroundProgress], None],
        stopped: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> None:
        super().__init__(layout, reader, process, progress, stopped, paused)
        self._fingerprint = process.fingerprint
        self._groups: FaceGroups | None = None
        self._changes = -1
        self._photos = self._faces = self._described = 0

    def run(self) -> FacesReport:
        self.go_through()
        return FacesReport(
            photos=self._photos,
            faces=self._faces,
            described=self._described,
            skipped=len(self.unreached),
            waiting=self.waiting,
            cancelled=self.cancelled,
        )

    def next_photos(self, catalog: Catalog, limit: int) -> list[ToRead]:
        return catalog.people.to_look_at(self._fingerprint, limit=limit, excluded=self.unreached)

    def count_waiting(self, catalog: Catalog) -> int:
        return catalog.people.state(self._fingerprint).waiting

    def count_done(self) -> int:
        return self._photos + len(self.fresh)

    def store(self, catalog: Catalog, results: list[tuple[ToRead, FacesOfPicture]]) -> None:
        """Store faces and their groups, with what other programs changed meanwhile; nothing once people is off."""
        if not catalog.people.on:
            self.cancelled = True
            return
        for photo, picture in results:
            self._store(catalog, photo, picture)

    def _store(self, catalog: Catalog, photo: ToRead, picture: FacesOfPicture) -> None:
        people = catalog.people
        if self._groups is None or self._changes != people.changes():
            self._groups = _groups(people, self._fingerprint, named=False)
            self._changes = people.changes()
        free = people.store(photo, picture.faces, picture.size, finder=self._fingerprint, named=picture.named)
        if free is None:
            self.unreached.add(photo.photo)  # gone, or changed meanwhile: the next run looks at it
            return
        self._photos += 1
        self._faces += len(picture.faces)
        self._described += sum(face.numbers is not None for face in picture.faces)
        for face, numbers in free:
            self._group(people, self._groups, face, numbers, photo.photo)

    def _group(
        self,
        people: PeopleTable,
        groups: FaceGroups,
        face: FaceId,
        numbers: NDArray[np.float32],
        photo: PhotoId,
    ) -> None:
        """Put a face into its group, and join this with another one that it may have come nearer to."""
        nearest = groups.nearest(numbers, photo, refused=people.refusals(face))
        group = people.new_group() if nearest is None else PersonId(nearest)
        people.assign(face, group)
        groups.put(group, numbers, photo)
        while nearest is not None:
            nearest = groups.joinable(group, refused=people.refusals_of(group))
            if nearest is not None:
                groups.join(group, nearest)
                people.join(group, PersonId(nearest))

    def count_results(self) -> int:
        return self._faces + sum(len(picture.faces) for _, picture in self.fresh)

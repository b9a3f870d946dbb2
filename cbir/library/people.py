"""People in a library's photos: faces found in the background, grouped, and named by whoever uses the library.

Off until someone switches it on. Faces are stored every few photos, so that a stopped or killed run continues where it
ended. Nothing is written but the catalog: erasing means removing rows, and overwriting where they were.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ImageUnreadable, QueryUnusable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import (
    Face,
    FaceId,
    FacesProgress,
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
from cbir.library.lifetime import Lifetime
from cbir.state import IndexReader, exclusive_write, unlocked_write
from cbir.workers import FaceProcess, FacesOfPicture

_AT_ONCE = 64  # photos per query to the catalog
_AHEAD = 2  # photos in the process's queue, so that it never waits
_KEEP_EVERY_S = 5.0
_PAUSE_CHECK_S = 0.2
_Result = TypeVar("_Result")
_ERASING_ATTEMPTS = 50
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
            for _ in range(_ERASING_ATTEMPTS):
                if catalog.empty_log():
                    return
                time.sleep(_PAUSE_CHECK_S / 2)
        raise CbirError(
            "The faces are removed, but another program is still reading the library, so traces may be left in its "
            "log. Close it, and erase again."
        )

    # --- finding ---

    def read(
        self,
        *,
        progress: Callable[[FacesProgress], None] = lambda progress: None,
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
        """The person with a name, or the person or group with a number. Raises CbirError."""
        with self._reader.catalog() as catalog:
            person = catalog.people.named(name)
            if person is None and name.isdecimal() and catalog.people.find(PersonId(int(name))) is not None:
                person = PersonId(int(name))
        if person is None:
            raise CbirError(
                "There is nobody called {0} in this library. List everybody: cbir people list", name
            )
        return person

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

    def people_like(self, source: PhotoId | bytes, region: Region | None = None) -> dict[PersonId, float]:
        """The people and groups whose faces are like the largest face of a picture, with their distances.

        Raises QueryUnusable if there is no face that can be described, ImageUnreadable, PhotoGone.
        """
        path_or_data = source if isinstance(source, bytes) else self._reader.find_photo(source).path
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

    def name(self, person: PersonId, name: str) -> PersonId:
        """Name a person or group and so confirm its faces; the name of another person joins the two.

        An empty name takes the name away. Returns the person who has the faces now.
        """
        return self._say(lambda people: people.name(person, name))

    def name_face(self, face: FaceId, name: str) -> PersonId:
        """Name a single face, apart from its group."""
        return self._say(lambda people: people.name_face(face, name))

    def merge(self, people: Sequence[PersonId]) -> PersonId:
        """Make one of several people or groups; it has the name among them. Raises CbirError for two names."""
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

    def draw(self, photo: PhotoId, box: Region, name: str) -> PersonId:
        """Name a face by hand where none was found. box : in pixels of the upright full-resolution picture"""
        record = self._reader.find_photo(photo)

        def draw(people: PeopleTable) -> PersonId:
            return people.name_face(people.draw(photo, box, (record.width, record.height)), name)

        return self._say(draw)

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


class _Run:
    """One run: photos from the catalog, through the process, and their faces back into the catalog, in groups."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        process: FaceProcess,
        progress: Callable[[FacesProgress], None],
        stopped: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._process = process
        self._progress = progress
        self._stopped, self._paused = stopped, paused
        self._unreached: set[int] = set()
        self._done: list[tuple[ToRead, FacesOfPicture]] = []
        self._kept_at = time.monotonic()
        self._groups: FaceGroups | None = None
        self._changes = -1
        self._photos = self._faces = self._described = 0
        self._total = 0
        self._off = False

    def run(self) -> FacesReport:
        cancelled = False
        while not cancelled and not self._off and (photos := self._next()):
            cancelled = self._look_at_all(photos)
            self._keep()
        return FacesReport(
            photos=self._photos,
            faces=self._faces,
            described=self._described,
            skipped=len(self._unreached),
            waiting=self._waiting(),
            cancelled=cancelled or self._off,
        )

    def _next(self) -> list[ToRead]:
        with self._reader.catalog() as catalog:
            photos = catalog.people.to_look_at(
                self._process.fingerprint, limit=_AT_ONCE, excluded=self._unreached
            )
        self._total = self._photos + self._waiting()
        self._tell()
        return photos

    def _waiting(self) -> int:
        with self._reader.catalog() as catalog:
            return max(0, catalog.people.state(self._process.fingerprint).waiting - len(self._unreached))

    def _look_at_all(self, photos: list[ToRead]) -> bool:
        """Look at the photos. Returns True if the run was stopped."""
        running: deque[tuple[ToRead, Future[FacesOfPicture]]] = deque()
        waiting = deque(photos)
        while (waiting or running) and not self._off:
            if not running:
                self._wait_while_paused()
            while waiting and len(running) < _AHEAD and not (running and self._paused()):
                running.append((waiting[0], self._process.submit(waiting.popleft().path)))
            photo, future = running.popleft()
            while not self._stopped():
                try:
                    faces = future.result(timeout=0.2)
                except TimeoutError:
                    continue
                except UnreadableNow:
                    self._unreached.add(photo.photo)
                except ImageUnreadable:
                    self._done.append((photo, FacesOfPicture(faces=(), size=(1, 1))))
                else:
                    self._done.append((photo, faces))
                break
            else:
                return True
            if time.monotonic() - self._kept_at > _KEEP_EVERY_S:
                self._keep()
            self._tell()
        return False

    def _wait_while_paused(self) -> None:
        if not self._paused():
            return
        self._keep()
        self._tell(paused=True)
        while self._paused() and not self._stopped():
            time.sleep(_PAUSE_CHECK_S)

    def _keep(self) -> None:
        """Store faces and their groups in one transaction, with what other programs changed meanwhile."""
        if self._done:
            with unlocked_write(self._layout) as catalog, catalog.transaction():
                self._off = not catalog.people.on
                for photo, picture in [] if self._off else self._done:
                    self._store(catalog, photo, picture)
        self._done = []
        self._kept_at = time.monotonic()

    def _store(self, catalog: Catalog, photo: ToRead, picture: FacesOfPicture) -> None:
        people = catalog.people
        if self._groups is None or self._changes != people.changes():
            self._groups = _groups(people, self._process.fingerprint, named=False)
            self._changes = people.changes()
        free = people.store(
            photo, picture.faces, picture.size, finder=self._process.fingerprint, named=picture.named
        )
        if free is None:
            self._unreached.add(photo.photo)  # gone, or changed meanwhile: the next run looks at it
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

    def _tell(self, *, paused: bool = False) -> None:
        done = self._photos + len(self._done)
        self._progress(
            FacesProgress(
                done=done,
                total=max(self._total, done),
                faces=self._faces + sum(len(picture.faces) for _, picture in self._done),
                paused=paused,
            )
        )

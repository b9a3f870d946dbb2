"""Faces and people: the tables face, face_photo, person, not_person and kept_face.

A face has a name only because a person gave or confirmed it: a named person holds confirmed faces alone, and all other
faces are in groups without a name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.folding import fold
from cbir.base.types import (
    Face,
    FaceId,
    FoundFace,
    NamedRegion,
    PeopleState,
    Person,
    PersonId,
    PhotoId,
    Region,
)
from cbir.catalog.rows import Table, read_name
from cbir.catalog.written import ToRead

PEOPLE = "people"
"""The setting of libraries with people switched on. Without it, a search sees no face, whatever is stored."""

_CHANGES = "people_changes"  # the setting that counts what persons changed
_SHARE = 65535
_SAME_PLACE = 0.5  # intersection over union of the boxes of one face, found twice
_IN_REGION = 0.6  # share of the smaller of face and region that is common
_LEAST_OF_REGION = 0.15  # area of the smaller beside the larger
_SAME_FACE = 0.5  # distance of the numbers of one face before and after an edit of its picture
_CONTENT = "CASE photo.pixels WHEN '' THEN photo.fingerprint ELSE photo.pixels END"
MOST_LETTERS = 200  # of a name


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFaces:
    """Described faces for the groups. photos, people : (n,) ids. numbers : (n, 128) float32"""

    photos: NDArray[np.int64]
    people: NDArray[np.int64]
    numbers: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Carried:
    """A person's name for a face, or a refusal of one, to be carried to the face that is found again."""

    place: NDArray[np.float64]
    numbers: NDArray[np.float32] | None
    person: PersonId
    refused: bool
    kept: int | None = None  # its row in kept_face
    old: FaceId | None = None  # its face before


class PeopleTable(Table):
    """Faces and people. Changes happen in the caller's transaction."""

    # --- the switch ---

    @property
    def on(self) -> bool:
        return self._count("SELECT count(*) FROM setting WHERE name = ?", PEOPLE) > 0

    def changes(self) -> int:
        """A number that grows with each change that a person made."""
        return self._count(
            "SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM setting WHERE name = ?", _CHANGES
        )

    def _changed(self) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO setting VALUES (?, ?)", (_CHANGES, str(self.changes() + 1))
        )

    def state(self, finder: str) -> PeopleState:
        """Finder : fingerprint of the networks"""
        if not self.has_table("face"):
            return PeopleState(on=False)  # an older catalog that is read-only
        photos = self._count("SELECT count(*) FROM face_photo WHERE finder = ?", finder)
        return PeopleState(
            on=self.on,
            photos=photos,
            waiting=max(0, self._total("searchable", "SELECT count(*) FROM document WHERE live") - photos),
            faces=self._count("SELECT count(*) FROM face"),
            left_out=self._count("SELECT count(*) FROM face WHERE numbers IS NULL"),
            named=self._count("SELECT count(*) FROM person WHERE name IS NOT NULL"),
        )

    # --- finding ---

    def to_look_at(self, finder: str, *, limit: int, excluded: Iterable[int] = ()) -> list[ToRead]:
        """Searchable photos in which these networks have not looked for faces, the newest first."""
        rows = self._connection.execute(
            f"""SELECT photo.id, root.path, photo.path, {_CONTENT} FROM photo JOIN root ON root.id = photo.root_id
            JOIN facet ON facet.photo_id = photo.id LEFT JOIN face_photo ON face_photo.photo_id = photo.id
            WHERE finder IS NOT ? AND document_id IS NOT NULL
                AND photo.id NOT IN (SELECT value FROM json_each(?))
            ORDER BY facet.taken_at DESC, photo.id DESC LIMIT ?""",
            (finder, json.dumps(list(excluded)), limit),
        )
        return [
            ToRead(photo=PhotoId(photo), path=Path(read_name(root), read_name(path)), content=content)
            for photo, root, path, content in rows
        ]

    def look_again(self, photo: PhotoId) -> None:
        """Let faces be looked for once more in a photo if names wait for its content. Its own names stay."""
        if self.has_table("face"):
            self._connection.execute(
                "DELETE FROM face_photo WHERE photo_id = ? AND EXISTS (SELECT 1 FROM kept_face JOIN photo "
                "USING (fingerprint) WHERE photo.id = ?)",
                (photo, photo),
            )

    def store(
        self,
        photo: ToRead,
        faces: Sequence[FoundFace],
        size: tuple[int, int],
        *,
        finder: str,
        named: Sequence[NamedRegion] = (),
    ) -> list[tuple[FaceId, NDArray[np.float32]]] | None:
        """Store the faces of a photo, and give them back the names that a person gave them.

        size : (width, height) that the boxes refer to. named : faces that somebody named in another program
        Returns the described faces that have no person yet; None if the photo is gone or changed meanwhile.
        """
        if (
            not self.on
            or self._count(
                f"SELECT count(*) FROM photo WHERE id = ? AND {_CONTENT} = ?", photo.photo, photo.content
            )
            < 1
        ):
            return None
        carried = [*self._old(photo.photo), *self._kept(photo.photo)]
        old_ids = [
            row[0]
            for row in self._connection.execute("SELECT id FROM face WHERE photo_id = ?", (photo.photo,))
        ]
        free: list[tuple[FaceId, NDArray[np.float32]]] = []
        for face in faces:
            place = _packed_place(face, size)
            packed = None if face.numbers is None else face.numbers.astype(np.float16).tobytes()
            entries = [entry for entry in carried if _is_same(entry, _box_of(place), face.numbers)]
            person = next((entry.person for entry in entries if not entry.refused), None)
            id = self._add(photo.photo, person, face.left_out, place, packed)
            for entry in entries:
                if entry.refused:
                    self._refuse(id, entry.person)
                if entry.kept is not None:
                    self._connection.execute("DELETE FROM kept_face WHERE id = ?", (entry.kept,))
                if entry.old is not None:
                    self._connection.execute("UPDATE person SET cover = ? WHERE cover = ?", (id, entry.old))
                carried.remove(entry)
            region = None if person is not None else _region_of(_box_of(place), named)
            if region is not None and self._may_be_named(id, region.name[:MOST_LETTERS]):
                self.name_face(id, region.name[:MOST_LETTERS])
            elif person is None and face.numbers is not None:
                free.append((id, _unpacked_numbers(_required(packed))))
        # A name is not lost where the networks of a new version miss the face.
        stay = {entry.old for entry in carried if entry.old is not None and not entry.refused}
        for old in old_ids:
            if old in stay:
                self._connection.execute(
                    "UPDATE face SET left_out = 'drawn', numbers = NULL WHERE id = ?", (old,)
                )
            else:
                self._remove(FaceId(old))
        self._connection.execute(
            "INSERT OR REPLACE INTO face_photo VALUES (?, ?, ?, ?)",
            (photo.photo, photo.content, finder, len(faces)),
        )
        self._count_faces(photo.photo)
        return free

    def _may_be_named(self, face: FaceId, name: str) -> bool:
        """True if a name from elsewhere means one person at most, of whom nobody said that the face is not hers."""
        namesakes = self.namesakes(name)
        return len(namesakes) < 2 and not set(namesakes) & set(self.refusals(face))

    def _add(
        self, photo: PhotoId, person: PersonId | None, left_out: str, place: bytes, numbers: bytes | None
    ) -> FaceId:
        row = self._connection.execute(
            "INSERT INTO face (photo_id, person_id, left_out, place, numbers) VALUES (?, ?, ?, ?, ?) RETURNING id",
            (photo, person, left_out, place, numbers),
        ).fetchone()
        return FaceId(row[0])

    def _count_faces(self, photo: PhotoId) -> None:
        """Note the number of faces of a photo, those drawn by hand too."""
        self._connection.execute(
            "UPDATE face_photo SET faces = (SELECT count(*) FROM face WHERE photo_id = ?) WHERE photo_id = ?",
            (photo, photo),
        )

    def _remove(self, face: FaceId) -> None:
        row = self._connection.execute("SELECT person_id FROM face WHERE id = ?", (face,)).fetchone()
        self._connection.execute("DELETE FROM face WHERE id = ?", (face,))
        if row is not None and row[0] is not None:
            self._drop_if_empty(PersonId(row[0]))

    def _old(self, photo: PhotoId) -> Iterator[_Carried]:
        """The names and refusals of the present faces of a photo. Their numbers are of other networks."""
        rows = self._connection.execute(
            """SELECT face.id, place, person_id, 0 FROM face JOIN person ON person.id = person_id
                WHERE photo_id = ? AND name IS NOT NULL
            UNION ALL SELECT face.id, place, not_person.person_id, 1 FROM face JOIN not_person ON face_id = face.id
                WHERE photo_id = ?""",
            (photo, photo),
        ).fetchall()
        for face, place, person, refused in rows:
            yield _Carried(
                place=_box_of(place),
                numbers=None,
                person=PersonId(person),
                refused=bool(refused),
                old=FaceId(face),
            )

    def _kept(self, photo: PhotoId) -> Iterator[_Carried]:
        rows = self._connection.execute(
            "SELECT id, place, numbers, person_id, refused FROM kept_face "
            "WHERE fingerprint = (SELECT fingerprint FROM photo WHERE id = ?) ORDER BY id",
            (photo,),
        ).fetchall()
        for id, place, numbers, person, refused in rows:
            yield _Carried(
                place=_box_of(place),
                numbers=None if numbers is None else _unpacked_numbers(numbers),
                person=PersonId(person),
                refused=bool(refused),
                kept=int(id),
            )

    # --- groups ---

    def described(self, finder: str, *, named: bool) -> StoredFaces:
        """The described faces that have a group. named : also those of people with a name"""
        rows = self._connection.execute(
            "SELECT photo_id, person_id, numbers FROM face "
            "JOIN person ON person.id = person_id JOIN face_photo USING (photo_id) "
            "WHERE numbers IS NOT NULL AND finder = ? AND (? OR name IS NULL) ORDER BY face.id",
            (finder, int(named)),
        ).fetchall()
        photos, people, numbers = zip(*rows, strict=True) if rows else ((), (), ())
        return StoredFaces(
            photos=np.array(photos, np.int64),
            people=np.array(people, np.int64),
            numbers=_unpacked_numbers(b"".join(numbers)).reshape(-1, 128),
        )

    def refusals(self, face: FaceId) -> list[PersonId]:
        """The people and groups of which a face is not."""
        rows = self._connection.execute("SELECT person_id FROM not_person WHERE face_id = ?", (face,))
        return [PersonId(row[0]) for row in rows]

    def refusals_of(self, person: PersonId) -> set[PersonId]:
        """The people and groups of which a face of this group is not, and those of whose faces one is not of it."""
        rows = self._connection.execute(
            """SELECT not_person.person_id FROM not_person JOIN face ON face.id = face_id WHERE face.person_id = ?
            UNION SELECT face.person_id FROM not_person JOIN face ON face.id = face_id
                WHERE not_person.person_id = ? AND face.person_id IS NOT NULL""",
            (person, person),
        )
        return {PersonId(row[0]) for row in rows}

    def new_group(self) -> PersonId:
        row = self._connection.execute("INSERT INTO person (name) VALUES (NULL) RETURNING id").fetchone()
        return PersonId(row[0])

    def assign(self, face: FaceId, person: PersonId | None) -> None:
        """Put a face into a group, or out of all."""
        self._connection.execute("UPDATE face SET person_id = ? WHERE id = ?", (person, face))

    def join(self, person: PersonId, other: PersonId) -> None:
        """Give a person or group the faces of another one, which ends. Refusals go with it."""
        self._connection.execute("UPDATE face SET person_id = ? WHERE person_id = ?", (person, other))
        for table in ("not_person", "kept_face"):
            self._connection.execute(
                f"UPDATE OR IGNORE {table} SET person_id = ? WHERE person_id = ?", (person, other)
            )
        self._connection.execute("DELETE FROM not_person WHERE person_id = ?", (other,))
        # A face that joined is of this person, whatever was said of the group before.
        self._connection.execute(
            "DELETE FROM not_person WHERE person_id = ? AND face_id IN (SELECT id FROM face WHERE person_id = ?)",
            (person, person),
        )
        self._connection.execute("DELETE FROM person WHERE id = ?", (other,))

    def _drop_if_empty(self, person: PersonId) -> None:
        """Remove a group without faces. A named person stays, as its photos may come back."""
        self._connection.execute(
            "DELETE FROM person WHERE id = ? AND name IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM face WHERE person_id = person.id)",
            (person,),
        )

    def _drop_if_unused(self, person: PersonId) -> None:
        """Remove a person or group of whom nothing was ever said but of a face that is no longer theirs."""
        self._connection.execute(
            "DELETE FROM person WHERE id = ? AND NOT EXISTS (SELECT 1 FROM face WHERE person_id = person.id) "
            "AND NOT EXISTS (SELECT 1 FROM kept_face WHERE person_id = person.id) "
            "AND NOT EXISTS (SELECT 1 FROM not_person WHERE person_id = person.id)",
            (person,),
        )

    # --- what a person says ---

    def name(self, person: PersonId, name: str, *, another: bool = False) -> PersonId:
        """Name a person or group, and so confirm its faces. An empty name makes a group of a person again.

        another : somebody else may have the same name. Raises CbirError if somebody has, and this is not said.
        Returns the person: somebody of this name whose photos are all gone is the same.
        """
        tidy = _tidy(name)
        self._require([person])
        namesakes = [] if another else [other for other in self.namesakes(tidy) if other != person]
        if namesakes and self._is_absent(namesakes[0]):
            self._changed()
            self.join(namesakes[0], person)
            return namesakes[0]
        if namesakes:
            raise CbirError(
                "Somebody is called {0} already: number {1}. Merge the two if they are one person, or say that this is "
                "another one.",
                tidy,
                namesakes[0],
            )
        self._changed()
        self._connection.execute("UPDATE person SET name = NULL, key = NULL WHERE id = ?", (person,))
        if tidy:  # the key is of the first of several who share a name
            self._connection.execute(
                "UPDATE person SET name = ?1, key = CASE WHEN EXISTS (SELECT 1 FROM person WHERE key = ?2) "
                "THEN NULL ELSE ?2 END WHERE id = ?3",
                (tidy, fold(tidy), person),
            )
        return person

    def merge(self, people: Sequence[PersonId]) -> PersonId:
        """Make one of several people or groups. It has the first name among them.

        Raises CbirError for two different names.
        """
        distinct = list(dict.fromkeys(people))
        names = self._require(distinct)
        named = [person for person in distinct if names[person]]
        different = [names[person] for person in named if fold(names[person]) != fold(names[named[0]])]
        if different:
            raise CbirError(
                "{0} and {1} are two people. Take the name of one away first.", names[named[0]], different[0]
            )
        first = named[0] if named else distinct[0]
        self._changed()
        for other in distinct:
            if other != first:
                self.join(first, other)
        return first

    def split(self, faces: Sequence[FaceId]) -> PersonId:
        """Take faces out of their person or group into a new group: they are not of that person."""
        rows = self._connection.execute(
            "SELECT id, person_id FROM face WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(faces)),),
        ).fetchall()
        if not rows or len(rows) != len(set(faces)):
            raise CbirError("This face is no longer in the library.")
        self._changed()
        group = self.new_group()
        for face, person in rows:
            self.assign(FaceId(face), group)
            if person is not None:
                self._refuse(FaceId(face), PersonId(person))
        for person in {row[1] for row in rows if row[1] is not None}:
            self._drop_if_empty(PersonId(person))
        return group

    def refuse_group(self, group: PersonId, person: PersonId) -> None:
        """Note that no face of a group is of a person."""
        self._require([group, person])
        self._changed()
        for row in self._connection.execute("SELECT id FROM face WHERE person_id = ?", (group,)).fetchall():
            self._refuse(FaceId(row[0]), person)

    def _refuse(self, face: FaceId, person: PersonId) -> None:
        if self._count("SELECT count(*) FROM person WHERE id = ?", person):
            self._connection.execute("INSERT OR IGNORE INTO not_person VALUES (?, ?)", (face, person))

    def hide(self, person: PersonId, hidden: bool) -> None:
        """Leave a person or group out of lists and suggestions, or show it again."""
        self._require([person])
        self._connection.execute("UPDATE person SET hidden = ? WHERE id = ?", (int(hidden), person))

    def set_cover(self, face: FaceId) -> None:
        """Let a face stand for its person or group. Raises CbirError if it has none."""
        person = self.face(face).person
        if person is None:
            raise CbirError("This face has no person yet. Name it first.")
        self._connection.execute("UPDATE person SET cover = ? WHERE id = ?", (face, person))

    def name_face(
        self, face: FaceId, name: str, *, person: PersonId | None = None, another: bool = False
    ) -> PersonId:
        """Name a single face: it leaves its group, whose other faces may be of somebody else.

        person : whose face it is, whatever the name; needed if several people have the name
        another : it is of somebody else than those who have the name. Returns the person who has the face now.
        """
        before = self.face(face).person
        namesakes = [] if another else self.namesakes(name) if person is None else [person]
        if len(namesakes) > 1:
            raise CbirError("{0} people are called {1}. Say which one, by number.", len(namesakes), name)
        if namesakes:
            self._require(namesakes)
        group = self.new_group()
        self.assign(face, group)
        if before is not None:
            self._drop_if_empty(before)
        if not namesakes:
            return self.name(group, name, another=another)
        self._changed()
        self.join(namesakes[0], group)
        return namesakes[0]

    def draw(
        self, photo: PhotoId, box: Region, size: tuple[int, int], numbers: NDArray[np.float32] | None = None
    ) -> FaceId:
        """Add a face by hand, or return the face that is there already. numbers : (128,) if it is described"""
        place = _packed_place(FoundFace(box=box, points=(), likely=1.0, left_out="drawn", numbers=None), size)
        self._changed()
        rows = self._connection.execute("SELECT id, place FROM face WHERE photo_id = ?", (photo,))
        for id, other in rows.fetchall():
            if _common_share(_box_of(other), _box_of(place)) >= _SAME_PLACE:
                return FaceId(id)
        packed = None if numbers is None else numbers.astype(np.float16).tobytes()
        id = self._add(photo, None, "drawn", place, packed)
        self._count_faces(photo)
        return id

    def undraw(self, face: FaceId) -> None:
        """Remove a face that was drawn by hand. Raises CbirError for a face that was found."""
        stored = self.face(face)
        if stored.left_out != "drawn":
            raise CbirError("This face was not drawn by hand. Take its name away instead.")
        self._changed()
        self._remove(face)
        if stored.person is not None:
            self._drop_if_unused(stored.person)
        self._count_faces(stored.photo)

    def put_back(self, face: FaceId, person: PersonId | None, name: str) -> None:
        """Give a face the person or group that it had before it was named.

        name : that the person had then. A person who is gone, or has another name now, is replaced by a new group.
        """
        before = self.face(face).person
        self._changed()
        present = self._connection.execute(
            "SELECT 1 FROM person WHERE id = ? AND coalesce(name, '') = ?", (person, name)
        ).fetchone()
        self.assign(face, person if person is None or present else self.new_group())
        if before is not None:
            self._drop_if_unused(before)

    def face(self, face: FaceId) -> Face:
        """A stored face. Raises CbirError if it is gone."""
        faces = self._faces("face.id = ?", face)
        if not faces:
            raise CbirError("This face is no longer in the library.")
        return faces[0]

    def erase(self) -> None:
        """Remove every face, vector and name, and switch people off."""
        for table in ("not_person", "kept_face", "face", "face_photo", "person"):
            self._connection.execute(f"DELETE FROM {table}")
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name IN ('person', 'face', 'kept_face')")
        self._connection.execute("DELETE FROM setting WHERE name IN (?, ?)", (PEOPLE, _CHANGES))

    # --- showing ---

    def all(self, *, hidden: bool = False, least: int = 1) -> list[Person]:
        """The people and groups, named ones first, then those with most faces.

        hidden : also those that were hidden. least : faces of a group without a name
        """
        if not self.has_table("face"):
            return []
        rows = self._connection.execute(
            """SELECT person.id, coalesce(name, ''), hidden, cover, count(*), count(DISTINCT photo_id) FROM person
            JOIN face ON face.person_id = person.id GROUP BY person.id
            HAVING (? OR NOT hidden) AND (name IS NOT NULL OR count(*) >= ?)
            ORDER BY name IS NULL, CASE WHEN name IS NULL THEN -count(*) END, person.id""",
            (int(hidden), least),
        ).fetchall()
        rows.sort(key=lambda row: (not row[1], fold(row[1])))
        covers = self._covers([(row[0], row[3]) for row in rows])
        return [
            Person(
                id=PersonId(id),
                name=name,
                faces=int(faces),
                photos=int(photos),
                cover=covers[id],
                hidden=bool(is_hidden),
            )
            for id, name, is_hidden, _, faces, photos in rows
        ]

    def _covers(self, people: Sequence[tuple[int, int | None]]) -> dict[int, Face]:
        chosen = {person: cover for person, cover in people if cover is not None}
        best: dict[int, tuple[bool, bool, float, Face]] = {}
        for face in self._faces(
            "person_id IN (SELECT value FROM json_each(?))", json.dumps([person for person, _ in people])
        ):
            assert face.person is not None
            rank = (chosen.get(face.person) == face.id, not face.left_out, face.box[2] * face.box[3])
            if face.person not in best or rank > best[face.person][:3]:
                best[face.person] = (*rank, face)
        return {person: entry[3] for person, entry in best.items()}

    def find(self, person: PersonId) -> Person | None:
        return next((row for row in self.all(hidden=True) if row.id == person), None)

    def namesakes(self, name: str) -> list[PersonId]:
        """The people with a name, whatever its case and accents; somebody without a face only if nobody else has it."""
        key = fold(_tidy(name))
        rows = self._connection.execute(
            "SELECT id, name, EXISTS (SELECT 1 FROM face WHERE person_id = person.id) FROM person "
            "WHERE name IS NOT NULL ORDER BY id"
        )
        people = [(PersonId(id), present) for id, other, present in rows if fold(other) == key]
        return [id for id, present in people if present] or [id for id, _ in people[:1]]

    def _is_absent(self, person: PersonId) -> bool:
        """True for somebody whose photos are gone. They may come back."""
        return not self._count("SELECT count(*) FROM face WHERE person_id = ?", person)

    def names(self) -> dict[str, int]:
        """The names of people, with the numbers of their photos."""
        if not self.has_table("face"):
            return {}
        return dict(
            self._connection.execute(
                "SELECT name, count(DISTINCT photo_id) FROM person JOIN face ON person_id = person.id "
                f"WHERE name IS NOT NULL AND EXISTS (SELECT 1 FROM setting WHERE name = '{PEOPLE}') "
                "GROUP BY name ORDER BY 2 DESC, name"
            ).fetchall()
        )

    def words(self) -> frozenset[str]:
        """The words of all names, folded."""
        return frozenset(word for name in self.names() for word in fold(name).split())

    def faces_of(self, person: PersonId) -> list[Face]:
        """The faces of a person or group, the newest photos first."""
        return self._faces("person_id = ?", person)

    def of_photos(self, photos: Sequence[PhotoId]) -> dict[PhotoId, list[Face]]:
        """The faces of photos, from left to right."""
        by_photo: dict[PhotoId, list[Face]] = {photo: [] for photo in photos}
        if self.has_table("face") and self.on:
            for face in self._faces(
                "face.photo_id IN (SELECT value FROM json_each(?))", json.dumps(list(photos))
            ):
                by_photo[face.photo].append(face)
        return {photo: sorted(faces, key=lambda face: face.box[0]) for photo, faces in by_photo.items()}

    def _faces(self, condition: str, *values: object) -> list[Face]:
        rows = self._connection.execute(
            f"""SELECT face.id, face.photo_id, place, left_out, person_id, coalesce(name, ''), photo.width, photo.height
            FROM face JOIN photo ON photo.id = face.photo_id JOIN facet ON facet.photo_id = photo.id
            LEFT JOIN person ON person.id = person_id WHERE {condition}
            ORDER BY facet.taken_at DESC, face.photo_id DESC, face.id""",
            values,
        )
        return [
            Face(
                id=FaceId(id),
                photo=PhotoId(photo),
                box=_unpacked_box(place, (width, height)),
                left_out=left_out,
                person=None if person is None else PersonId(person),
                name=name,
            )
            for id, photo, place, left_out, person, name, width, height in rows
        ]

    def confirmed_in(self, photos: Sequence[PhotoId]) -> dict[PhotoId, tuple[str, ...]]:
        """The names that were confirmed in photos."""
        return {
            photo: tuple(dict.fromkeys(face.name for face in faces if face.name))
            for photo, faces in self.of_photos(photos).items()
        }

    def unnamed_in(self, photo: PhotoId) -> tuple[Region, ...]:
        """The boxes of all faces of a photo that have no name, as shares of its sides.

        Raises CbirError while people is off, or if nobody has looked for faces in this photo yet.
        """
        if not self.has_table("face") or not self.on:
            raise CbirError("People is off in this library, so no face can be blurred. Switch it on first.")
        content = self._connection.execute(
            f"SELECT face_photo.content = {_CONTENT} FROM face_photo JOIN photo ON photo.id = photo_id "
            "WHERE photo_id = ?",
            (photo,),
        ).fetchone()
        if content is None or not content[0]:
            raise CbirError(
                "Faces were not looked for in this photo yet, so none can be blurred. Try again later."
            )
        rows = self._connection.execute(
            "SELECT place FROM face LEFT JOIN person ON person.id = person_id WHERE photo_id = ? AND name IS NULL",
            (photo,),
        )
        return tuple(_unpacked_box(place, (1, 1)) for (place,) in rows)

    def _require(self, people: Sequence[PersonId]) -> dict[PersonId, str]:
        """The names of people and groups. Raises CbirError if one is gone."""
        rows = self._connection.execute(
            "SELECT id, coalesce(name, '') FROM person WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(people)),),
        )
        names = {PersonId(id): str(name) for id, name in rows}
        if not people or len(names) < len(set(people)):
            raise CbirError("This person is no longer in the library.")
        return names


def people_sql(condition: str) -> str:
    """Photos in which a person was confirmed, as a condition on the table facet.

    condition : on the person
    """
    return (
        "facet.photo_id IN (SELECT photo_id FROM face JOIN person ON person.id = person_id WHERE name IS NOT NULL "
        f"AND {condition} AND EXISTS (SELECT 1 FROM setting WHERE setting.name = '{PEOPLE}'))"
    )


def counted_sql(condition: str) -> str:
    """Photos by the number of their faces, as a condition on the table facet. condition : on the column faces"""
    return (
        f"facet.photo_id IN (SELECT photo_id FROM face_photo WHERE {condition} "
        f"AND EXISTS (SELECT 1 FROM setting WHERE setting.name = '{PEOPLE}'))"
    )


def _tidy(name: str) -> str:
    tidy = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if len(tidy) > MOST_LETTERS:
        raise CbirError("A name has at most {0} letters.", MOST_LETTERS)
    return tidy


def _packed_place(face: FoundFace, size: tuple[int, int]) -> bytes:
    left, top, width, height = face.box
    corners = [(left, top), (left + width, top + height), *face.points]
    shares = np.array(corners, np.float64) / size
    return np.round(np.clip(shares, 0, 1) * _SHARE).astype("<u2").tobytes()


def _box_of(place: bytes) -> NDArray[np.float64]:
    """Left, top, right and bottom as shares of the picture."""
    return np.frombuffer(place, "<u2", 4).astype(np.float64) / _SHARE


def _unpacked_box(place: bytes, size: tuple[int, int]) -> Region:
    left, top, right, bottom = (_box_of(place) * (*size, *size)).tolist()
    return (left, top, right - left, bottom - top)


def _unpacked_numbers(numbers: bytes) -> NDArray[np.float32]:
    return np.frombuffer(numbers, np.float16).astype(np.float32)


def _required(packed: bytes | None) -> bytes:
    assert packed is not None
    return packed


def _region_of(box: NDArray[np.float64], named: Sequence[NamedRegion]) -> NamedRegion | None:
    """The region around a face, if there is only one: programs draw faces larger than the detector does."""
    around = []
    for region in named:
        left, top, width, height = region.box
        corners = np.array([left, top, left + width, top + height])
        sides = np.minimum(corners[2:], box[2:]) - np.maximum(corners[:2], box[:2])
        common = float(np.prod(np.maximum(sides, 0)))
        smaller, larger = sorted((width * height, float(np.prod(box[2:] - box[:2]))))
        if common > _IN_REGION * smaller and smaller > _LEAST_OF_REGION * larger:
            around.append(region)
    return around[0] if len({region.name for region in around}) == 1 else None


def _is_same(entry: _Carried, box: NDArray[np.float64], numbers: NDArray[np.float32] | None) -> bool:
    """True if a found face is the one about which something was said."""
    if entry.numbers is not None:  # the picture was edited: a place alone may show somebody else now
        return numbers is not None and float(np.linalg.norm(entry.numbers - numbers)) < _SAME_FACE
    return _common_share(entry.place, box) >= _SAME_PLACE


def _common_share(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Intersection over union of two boxes, given by their corners."""
    sides = np.minimum(first[2:], second[2:]) - np.maximum(first[:2], second[:2])
    common = float(np.prod(np.maximum(sides, 0)))
    areas = [float(np.prod(corners[2:] - corners[:2])) for corners in (first, second)]
    return common / max(sum(areas) - common, 1e-12)

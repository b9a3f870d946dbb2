"""Faces in photos, and the people to whom they belong. Empty unless someone switches people on."""

from __future__ import annotations

_CONTENT = "CASE new.pixels WHEN '' THEN new.fingerprint ELSE new.pixels END"
_KEPT = "INSERT INTO kept_face (fingerprint, place, numbers, person_id, refused)"
_NAMED = "SELECT id FROM person WHERE name IS NOT NULL"


def _keep(fingerprint: str, photo: str, numbers: str) -> str:
    """Statements that store what a person said about the faces of a photo, for when its content comes back."""
    return f"""
        {_KEPT} SELECT {fingerprint}, place, {numbers}, person_id, 0 FROM face
            WHERE photo_id = {photo} AND person_id IN ({_NAMED});
        {_KEPT} SELECT {fingerprint}, place, {numbers}, not_person.person_id, 1
            FROM not_person JOIN face ON face.id = face_id
            WHERE photo_id = {photo} AND not_person.person_id IN ({_NAMED});
        DELETE FROM not_person WHERE face_id IN (SELECT id FROM face WHERE photo_id = {photo});
        DELETE FROM face WHERE photo_id = {photo};
        DELETE FROM face_photo WHERE photo_id = {photo};"""


MIGRATION_TO_PEOPLE = f"""
    CREATE TABLE person (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT,                              -- NULL: a group of like faces that nobody named
        key TEXT UNIQUE,                        -- of the name, without case and accents
        hidden INTEGER NOT NULL DEFAULT 0,
        cover INTEGER                           -- the face that stands for the person; NULL: the largest
    );
    -- A face of a named person was confirmed by whoever gave the name or said yes; nothing else names a face.
    CREATE TABLE face (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        photo_id INTEGER NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
        person_id INTEGER REFERENCES person (id),
        left_out TEXT NOT NULL,                 -- why it has no numbers; '': it has
        place BLOB NOT NULL,                    -- box and six key points, 16 bits each, as shares of the picture
        numbers BLOB                            -- 128 of 16 bits
    );
    CREATE INDEX face_of_photo ON face (photo_id, person_id);
    CREATE INDEX face_of_person ON face (person_id, photo_id);
    -- Photos in which faces were looked for.
    CREATE TABLE face_photo (
        photo_id INTEGER PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
        content TEXT NOT NULL,                  -- photo.pixels; where that is not known photo.fingerprint
        finder TEXT NOT NULL,                   -- fingerprint of the networks
        faces INTEGER NOT NULL
    );
    CREATE INDEX face_photo_by_faces ON face_photo (faces);
    CREATE TABLE not_person (
        face_id INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
        person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        PRIMARY KEY (face_id, person_id)
    ) WITHOUT ROWID;
    CREATE INDEX not_person_of_person ON not_person (person_id);
    -- What a person said about faces of photos that are gone, or whose picture changed.
    CREATE TABLE kept_face (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        fingerprint TEXT NOT NULL,              -- of the content that may come back
        place BLOB NOT NULL,
        numbers BLOB,                           -- NULL: the same content has its faces in the same places
        person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        refused INTEGER NOT NULL                -- 1: the face is not of this person
    );
    CREATE INDEX kept_face_by_fingerprint ON kept_face (fingerprint);
    CREATE INDEX kept_face_of_person ON kept_face (person_id);
    CREATE TRIGGER faces_leave BEFORE DELETE ON photo BEGIN {_keep("old.fingerprint", "old.id", "NULL")}
    END;
    CREATE TRIGGER faces_redrawn AFTER UPDATE OF fingerprint, pixels ON photo
    WHEN EXISTS (SELECT 1 FROM face_photo WHERE photo_id = new.id AND content <> {_CONTENT}) BEGIN
        {_keep("new.fingerprint", "new.id", "numbers")}
    END;
    """

"""Things: pairs of contents that show the same thing, communities of them, and a person's names and corrections."""

from __future__ import annotations

from cbir.catalog.schema.flags import photo_words
from cbir.catalog.schema.folded import COPY_FOLDED

THINGS = "thing"
DISMISSED = "thing_dismissed"
PHOTOS_OF_THINGS = "FROM thing_member JOIN photo ON photo.fingerprint = thing_member.fingerprint"
_NAMED = f"""
                || coalesce((
                    SELECT ' ' || name FROM thing_member JOIN {THINGS} ON {THINGS}.id = thing_member.thing
                    JOIN photo AS shown ON shown.fingerprint = thing_member.fingerprint WHERE shown.id = photo.id
                ), '')"""


def _refill(photos: str) -> str:
    """Statements that rewrite the words of photos. photos : SQL that selects their ids"""
    return f"""
        DELETE FROM photo_text WHERE rowid IN ({photos});
        {COPY_FOLDED} WHERE id IN ({photos});"""


def _following(name: str, event: str, row: str) -> str:
    """A trigger that rewrites the words of photos whose content comes to a named thing, or leaves it."""
    return f"""CREATE TRIGGER {name} AFTER {event} ON thing_member
        WHEN (SELECT name FROM {THINGS} WHERE id = {row}.thing) <> '' BEGIN
        {_refill(f"SELECT id FROM photo WHERE fingerprint = {row}.fingerprint")}
    END;"""


MIGRATION_TO_THINGS = f"""
    -- Contents that show the same thing, the smaller fingerprint first.
    CREATE TABLE thing_pair (
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        inliers INTEGER NOT NULL,
        agreement REAL NOT NULL,                -- share of the details that both show, near an agreeing point
        PRIMARY KEY (first, second)
    ) WITHOUT ROWID;
    -- Contents that were compared with the library, by this version of the comparison.
    CREATE TABLE thing_compared (
        fingerprint TEXT PRIMARY KEY,
        version INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE {THINGS} (
        id INTEGER PRIMARY KEY AUTOINCREMENT,   -- no id is used twice
        name TEXT NOT NULL DEFAULT '',          -- by a person; '': none
        icon TEXT NOT NULL,                     -- fingerprint
        chosen INTEGER NOT NULL DEFAULT 0       -- 1: the icon was chosen by a person
    );
    CREATE TABLE thing_member (
        fingerprint TEXT PRIMARY KEY,
        thing INTEGER NOT NULL REFERENCES {THINGS} (id)
    ) WITHOUT ROWID;
    CREATE INDEX thing_member_by_thing ON thing_member (thing);
    -- A person's corrections: contents that show the same thing (1), or different ones (0).
    CREATE TABLE thing_choice (
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        together INTEGER NOT NULL,
        PRIMARY KEY (first, second)
    ) WITHOUT ROWID;

    DROP VIEW photo_words;
    {photo_words(_NAMED)}
    CREATE TRIGGER thing_named AFTER UPDATE OF name ON {THINGS} WHEN new.name <> old.name BEGIN
        {_refill(f"SELECT photo.id {PHOTOS_OF_THINGS} WHERE thing_member.thing = new.id")}
    END;
    {_following("thing_member_added", "INSERT", "new")}
    {_following("thing_member_removed", "DELETE", "old")}
    """

MIGRATION_TO_DISMISSED = f"""
    -- Values that a content lacks, others of its thing have, and a person does not want to be offered again.
    CREATE TABLE {DISMISSED} (
        fingerprint TEXT NOT NULL,
        kind TEXT NOT NULL,
        value TEXT NOT NULL,                    -- a keyword in the form in which keywords are compared
        PRIMARY KEY (fingerprint, kind, value)
    ) WITHOUT ROWID;
    """

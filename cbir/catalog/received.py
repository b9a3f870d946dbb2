"""A photo's own metadata, and those received from copies in the trash -> the effective metadata.

A file's own value is never replaced. A received value counts if the file has none, and keywords are united. A date that
was corrected on the copy counts as long as the file has the uncorrected date.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from cbir.base.types import Metadata, PhotoId, Received, distinct_keywords
from cbir.catalog.rows import has, read_name

RECEIVED_VALUES = tuple(
    value.name for value in fields(Received) if value.name not in ("source", "albums", "judgements")
)
"""The fields of Received that a row stores unchanged."""

_LISTS = ("keywords", "places")


def with_received(own: Metadata, received: Sequence[Received]) -> Metadata:
    """A photo's metadata merged with received ones, earlier ones first."""
    merged = own
    for addition in received:
        if merged.latitude is None and addition.latitude is not None:
            merged = replace(merged, latitude=addition.latitude, longitude=addition.longitude)
        corrected = (
            addition.taken_at is not None
            and addition.corrects is not None
            and addition.corrects == merged.taken_at
        )
        merged = replace(
            merged,
            title=merged.title or addition.title,
            caption=merged.caption or addition.caption,
            keywords=distinct_keywords([*merged.keywords, *addition.keywords]),
            places=merged.places or addition.places,
            rating=merged.rating or (merged.rating if addition.rating is None else addition.rating),
            taken_at=addition.taken_at if corrected else merged.taken_at or addition.taken_at,
        )
    return merged


def received_by(connection: sqlite3.Connection, photo: PhotoId) -> tuple[Received, ...]:
    """Metadata that a photo received from copies in the trash, in the order of receipt."""
    if not has(connection, "handed_over"):
        return ()  # an older catalog that is read-only
    rows = connection.execute(
        "SELECT source, received FROM handed_over WHERE photo_id = ? ORDER BY id", (photo,)
    ).fetchall()
    return tuple(read_received(connection, read_name(source), json.loads(text)) for source, text in rows)


def read_received(connection: sqlite3.Connection, source: str, entry: dict[str, Any]) -> Received:
    values: dict[str, Any] = {
        name: tuple(entry[name]) if name in _LISTS else entry[name]
        for name in RECEIVED_VALUES
        if name in entry
    }
    names = album_names(connection, [*entry.get("albums", {})])
    return Received(
        source=Path(source),
        **values,
        albums=names,
        judgements=len(entry.get("judged", ())),
    )


def album_names(connection: sqlite3.Connection, albums: Sequence[str]) -> tuple[str, ...]:
    rows = connection.execute(
        "SELECT name FROM album WHERE id IN (SELECT value FROM json_each(?)) ORDER BY made_at",
        (json.dumps(albums),),
    )
    return tuple(str(row[0]) for row in rows)

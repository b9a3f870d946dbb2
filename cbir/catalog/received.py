"""A photo's own metadata and what it received from copies in the trash -> the metadata that count.

A file's own value is never replaced: what was received counts where the file has none, keywords are united, and a date
that was corrected on the copy counts for as long as the file says what was corrected.
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
"""The fields of Received that a row keeps as they are."""

_LISTS = ("keywords", "places")


def with_received(own: Metadata, received: Sequence[Received]) -> Metadata:
    """A photo's metadata with what it received, the first of it before the later."""
    merged = own
    for gift in received:
        if merged.latitude is None and gift.latitude is not None:
            merged = replace(merged, latitude=gift.latitude, longitude=gift.longitude)
        corrected = (
            gift.taken_at is not None and gift.corrects is not None and gift.corrects == merged.taken_at
        )
        merged = replace(
            merged,
            title=merged.title or gift.title,
            caption=merged.caption or gift.caption,
            keywords=distinct_keywords([*merged.keywords, *gift.keywords]),
            places=merged.places or gift.places,
            rating=merged.rating or (merged.rating if gift.rating is None else gift.rating),
            taken_at=gift.taken_at if corrected else merged.taken_at or gift.taken_at,
        )
    return merged


def received_by(connection: sqlite3.Connection, photo: PhotoId) -> tuple[Received, ...]:
    """What a photo has from copies in the trash, in the order in which it came."""
    if not has(connection, "handed_over"):
        return ()  # a catalog of before, which may not be written to
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

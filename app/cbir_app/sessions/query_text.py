"""Converts queries to text and back, to remember them from one start to the next."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from cbir.base.types import Filters, PhotoId, Region, Term
from cbir_app.sessions.query import Part, Query, part_of_words

MAX_BYTES = 48 << 10  # of a pasted picture: more does not belong in the preferences
MAX_TOTAL_BYTES = 192 << 10
_LISTS = ("folders", "cameras", "formats", "keywords", "places")


def settled(query: Query) -> Query:
    """Return a query with its draft text as a chip."""
    typed = part_of_words(query.draft)
    parts = query.parts if typed is None else (*query.parts, typed)
    return Query(parts=parts, filters=query.filters)


def write_queries(queries: Sequence[Query]) -> str:
    """Return queries as text, without those whose pasted pictures are too large or exceed the total."""
    entries: list[dict[str, Any]] = []
    room = MAX_TOTAL_BYTES
    for query in queries:
        pasted = sum(len(part.term.data or b"") for part in query.parts)
        if pasted <= min(MAX_BYTES, room):
            room -= pasted
            entries.append(_entry(settled(query)))
    return json.dumps(entries, separators=(",", ":"))


def read_queries(text: str) -> tuple[Query, ...]:
    """Return the queries of a text; empty for text that cannot be read."""
    try:
        return tuple(_query(entry) for entry in json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ()


def _entry(query: Query) -> dict[str, Any]:
    filters = {name: value for name, value in asdict(query.filters).items() if value not in (None, ())}
    return {"parts": [_part_entry(part) for part in query.parts], "filters": filters}


def _part_entry(part: Part) -> dict[str, Any]:
    term = part.term
    entry = {
        "label": part.label,
        "path": None if term.path is None else str(term.path),
        "data": None if term.data is None else base64.b64encode(term.data).decode(),
        "photo": term.photo,
        "text": term.text,
        "region": term.region,
        "sign": None if term.sign > 0 else -1,
        "weight": None if term.weight == 1.0 else term.weight,
        "marked": term.marked or None,
    }
    return {name: value for name, value in entry.items() if value is not None}


def _query(entry: dict[str, Any]) -> Query:
    filters = dict(entry["filters"])
    filters.update({name: tuple(map(str, filters[name])) for name in _LISTS if name in filters})
    return Query(parts=tuple(_part(part) for part in entry["parts"]), filters=Filters(**filters))


def _part(entry: dict[str, Any]) -> Part:
    region = entry.get("region")
    term = Term(
        path=Path(entry["path"]) if "path" in entry else None,
        data=base64.b64decode(entry["data"]) if "data" in entry else None,
        photo=PhotoId(int(entry["photo"])) if "photo" in entry else None,
        text=entry.get("text"),
        region=None if region is None else cast(Region, tuple(float(value) for value in region)),
        sign=-1 if entry.get("sign") == -1 else 1,
        weight=float(entry.get("weight", 1.0)),
        marked=bool(entry.get("marked", False)),
    )
    return Part(term, str(entry["label"]))

"""Metadata as facts for a person: dates, places, stars."""

from __future__ import annotations

from cbir.base.types import DateSource, Hit, Metadata, Received
from cbir_app.base.language import QT_TR_NOOP, number, tr, written
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import OFFLINE, received_values, stars

METADATA = (
    QT_TR_NOOP("Title"),
    QT_TR_NOOP("Caption"),
    QT_TR_NOOP("Taken"),
    QT_TR_NOOP("Camera"),
    QT_TR_NOOP("Lens"),
    QT_TR_NOOP("Place"),
    QT_TR_NOOP("Rating"),
    QT_TR_NOOP("Keywords"),
    QT_TR_NOOP("Received"),
)
"""The names of all `facts`."""


_BY: dict[DateSource, str] = {
    "name": QT_TR_NOOP("{date} (file name)"),
    "file": QT_TR_NOOP("{date} (file date)"),
}


def taken(photo: Metadata | Hit) -> str:
    """Return the date of a photo in the user's own format, with its source if that is not the photo's metadata."""
    date = written(photo.taken_at or "")
    return tr(_BY[photo.dated_by]).format(date=date) if date and photo.dated_by in _BY else date


def tooltip(hit: Hit) -> str:
    """Return the path of a photo's file, its date, and a remark if its drive is disconnected."""
    lines = (str(hit.path), taken(hit), tr(OFFLINE) if hit.offline else "")
    return plain_tooltip("\n".join(line for line in lines if line))


def place(metadata: Metadata) -> str:
    if metadata.places:
        return ", ".join(metadata.places)
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    position = _position(metadata.latitude, metadata.longitude)
    return position if metadata.town is None else f"{metadata.town} ({position})"


def _position(degrees_north: float, degrees_east: float) -> str:
    north, east = number(abs(degrees_north), 4), number(abs(degrees_east), 4)
    latitude = tr("{degrees}° N") if degrees_north >= 0 else tr("{degrees}° S")
    longitude = tr("{degrees}° E") if degrees_east >= 0 else tr("{degrees}° W")
    return f"{latitude.format(degrees=north)}, {longitude.format(degrees=east)}"


def received(gift: Received) -> str:
    return tr("{values} from {file}, in the trash", values=received_values(gift), file=gift.source.name)


def facts(metadata: Metadata) -> tuple[tuple[str, str], ...]:
    """Return names and values of all known facts, the most important first."""
    rated = metadata.rating is not None and metadata.rating != 0
    pairs = (
        ("Title", metadata.title or ""),
        ("Caption", metadata.caption or ""),
        ("Taken", taken(metadata)),
        ("Camera", metadata.camera),
        ("Lens", metadata.lens or ""),
        ("Place", place(metadata)),
        ("Rating", stars(metadata.rating) if rated and metadata.rating is not None else ""),
        ("Keywords", ", ".join(metadata.keywords)),
        ("Received", "\n".join(received(gift) for gift in metadata.received)),
    )
    return tuple((name, value) for name, value in pairs if value)

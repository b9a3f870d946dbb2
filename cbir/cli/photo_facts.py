"""The metadata of a photo, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cbir.base.types import Metadata, exposure_time


def facts(metadata: Metadata) -> Iterator[tuple[str, str]]:
    """Names and values of everything that is known of a photo."""
    if metadata.taken_at:
        by = {"name": " (file name)", "file": " (file date)"}.get(metadata.dated_by or "", "")
        yield "taken", metadata.taken_at + by
    for name, text in (
        ("camera", metadata.camera),
        ("lens", metadata.lens),
        ("exposure", ", ".join(_exposure(metadata))),
        ("title", metadata.title),
        ("headline", metadata.headline),
        ("caption", metadata.caption),
        ("comment", metadata.comment),
        ("people", ", ".join(metadata.people)),
        ("keywords", ", ".join(metadata.keywords)),
        ("label", metadata.label),
        ("flag", metadata.flag),
        ("rating", "" if metadata.rating is None else str(metadata.rating)),
        ("place", ", ".join(metadata.places)),
        ("shows", ", ".join(metadata.places_shown)),
        ("position", _position(metadata)),
        ("near", metadata.town),
        ("creator", metadata.creator),
        ("copyright", metadata.copyright),
    ):
        if text:
            yield name, " ".join(text.split())


def _exposure(metadata: Metadata) -> Iterator[str]:
    if metadata.exposure_s is not None:
        yield f"{exposure_time(metadata.exposure_s)} s"
    if metadata.aperture is not None:
        yield f"f/{metadata.aperture:g}"
    if metadata.iso is not None:
        yield f"ISO {metadata.iso}"
    if metadata.focal_mm is not None:
        yield f"{metadata.focal_mm:g} mm"
    if metadata.focal_35mm is not None:
        yield f"{metadata.focal_35mm} mm on 35 mm film"
    if metadata.flash is not None:
        yield "flash" if metadata.flash else "no flash"


def _position(metadata: Metadata) -> str:
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    return f"{metadata.latitude:.6f}, {metadata.longitude:.6f}"


def photo_json(path: Path, metadata: Metadata | None) -> dict[str, Any]:
    """All fields of a photo's metadata, with those that are unknown; metadata: null for a photo not read yet."""
    if metadata is None:
        return {"path": str(path), "metadata": None}
    values = asdict(metadata) | {"camera": metadata.camera}
    del values["received"]
    return {"path": str(path), "metadata": values}

"""Where a picture's XMP sidecar lies, its bytes, and new values in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cbir.base.storage import replace_content
from cbir.base.waits import waiting
from cbir.metadata.xmp import MAX_XMP_BYTES
from cbir.metadata.xmp_editing import Property, XmpUnclear, edit_xmp

MAX_SIDECAR_BYTES = MAX_XMP_BYTES


def sidecar_names(name: str) -> tuple[str, str]:
    """Both customs, the more exact first: `photo.jpg.xmp` (darktable, digiKam) and `photo.xmp` (Adobe)."""
    return f"{name}.xmp", f"{name.rpartition('.')[0] or name}.xmp"


def read_sidecar(path: Path) -> bytes | None:
    """Read a sidecar; None where it cannot be read or is too large to be one."""
    try:
        with waiting("disk"):
            if not path.is_file():
                return None
            with path.open("rb") as file:
                content = file.read(MAX_SIDECAR_BYTES + 1)
    except OSError:
        return None
    return content if len(content) <= MAX_SIDECAR_BYTES else None


def write_sidecar(picture: Path, values: Mapping[Property, tuple[str, ...]], *, shared: bool) -> Path:
    """Put values into a picture's sidecar, the one that is there or a new `photo.jpg.xmp`. Returns its path.

    shared : a `photo.xmp` belongs to another file of that name too (photo.cr2 beside photo.jpg): it is left as it
        is, and what it says goes into the picture's own
    A sidecar that is there keeps its owner, mode and attributes, and stays a link where it is one.
    Raises XmpUnclear where the sidecar cannot be changed safely, and OSError. The picture itself is only looked at.
    """
    exact, common = (_in_folder(picture.with_name(name)) for name in sidecar_names(picture.name))
    source = next((path for path in (exact, common) if path is not None), None)
    target = source
    if target is None or (target == common != exact and shared):
        target = picture.with_name(sidecar_names(picture.name)[0])
    before = None
    if source is not None and (before := read_sidecar(source)) is None:
        raise XmpUnclear("it cannot be read")
    after = edit_xmp(before, values)
    if after == before and target == source:
        return target
    replace_content(target, after)
    return target


def _in_folder(path: Path) -> Path | None:
    """A file by its name, whatever its capitals."""
    if path.exists():
        return path
    with os.scandir(path.parent) as entries:
        return next((Path(entry.path) for entry in entries if entry.name.lower() == path.name.lower()), None)

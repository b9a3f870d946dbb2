"""Where a picture's XMP sidecar lies, and its bytes."""

from __future__ import annotations

from pathlib import Path

from cbir.metadata.xmp import MAX_XMP_BYTES

MAX_SIDECAR_BYTES = MAX_XMP_BYTES


def sidecar_names(name: str) -> tuple[str, str]:
    """Both customs, the more exact first: `photo.jpg.xmp` (darktable, digiKam) and `photo.xmp` (Adobe)."""
    return f"{name}.xmp", f"{name.rpartition('.')[0] or name}.xmp"


def read_sidecar(path: Path) -> bytes | None:
    """Read a sidecar; None where it cannot be read or is too large to be one."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            content = file.read(MAX_SIDECAR_BYTES + 1)
    except OSError:
        return None
    return content if len(content) <= MAX_SIDECAR_BYTES else None

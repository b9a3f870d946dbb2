"""Where a picture's XMP sidecar lies, its bytes, and new values in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cbir.base.storage import replace_content
from cbir.base.waits import waiting
from cbir.metadata.xmp import MAX_XMP_BYTES, sidecar_extension
from cbir.metadata.xmp_editing import Property, XmpUnclear, edit_xmp

MAX_SIDECAR_BYTES = MAX_XMP_BYTES
_SAME = {"jpeg": "jpg", "tiff": "tif"}


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


def sidecar_for(picture: Path, sidecar: Path | None) -> bytes | None:
    """The bytes of a picture's sidecar; None where there is none, or where it names another file, such as the raw."""
    packet = None if sidecar is None else read_sidecar(sidecar)
    return packet if packet is not None and is_for(picture, sidecar, packet) else None


def is_for(picture: Path, sidecar: Path | None, packet: bytes) -> bool:
    """Whether a sidecar beside a picture is its own, and not of another file of that name alone.

    XMP part 3, 1.1.3; Adobe names the one file in photoshop:SidecarForExtension.
    """
    if sidecar is not None and sidecar.name.lower() == sidecar_names(picture.name)[0].lower():
        return True
    extension = sidecar_extension(packet)
    return extension is None or _same_format(extension, picture.suffix)


def names_its_picture(sidecar: Path, picture: Path) -> bool | None:
    """Whether a sidecar says that it is this picture's; None where it names none."""
    extension = sidecar_extension(read_sidecar(sidecar) or b"")
    return None if extension is None else _same_format(extension, picture.suffix)


def _same_format(extension: str, suffix: str) -> bool:
    first, second = (text.strip().lower().removeprefix(".") for text in (extension, suffix))
    return _SAME.get(first, first) == _SAME.get(second, second)


@dataclass(frozen=True, slots=True, kw_only=True)
class SidecarEdit:
    """A sidecar with new values, not written yet. before : what is there; None: nothing"""

    path: Path
    before: bytes | None
    after: bytes

    def write(self) -> None:
        if self.after != self.before:
            replace_content(self.path, self.after)


def edit_sidecar(picture: Path, values: Mapping[Property, tuple[str, ...]], *, shared: bool) -> SidecarEdit:
    """Put values into a picture's sidecar, the one that is there or a new `photo.jpg.xmp`, without writing it.

    shared : a `photo.xmp` belongs to another file of that name too (photo.cr2 beside photo.jpg): it is left as it
        is, and what it says goes into the picture's own. One that names its file is that file's alone
    Raises XmpUnclear where the sidecar cannot be changed safely, and OSError.
    """
    exact, common = (_in_folder(picture.with_name(name)) for name in sidecar_names(picture.name))
    if common is not None and common != exact and (its_own := names_its_picture(common, picture)) is not None:
        shared, common = not its_own, common if its_own else None
    source = next((path for path in (exact, common) if path is not None), None)
    target = source
    if target is None or (target == common != exact and shared):
        target = picture.with_name(sidecar_names(picture.name)[0])
    there = None
    if source is not None and (there := read_sidecar(source)) is None:
        raise XmpUnclear("it cannot be read")
    return SidecarEdit(path=target, before=there if target == source else None, after=edit_xmp(there, values))


def write_sidecar(picture: Path, values: Mapping[Property, tuple[str, ...]], *, shared: bool) -> Path:
    """Write such an edit. Returns the sidecar's path.

    A sidecar that is there keeps its owner, mode and attributes, and stays a link where it is one. The picture itself
    is only looked at. Raises as edit_sidecar() does.
    """
    edit = edit_sidecar(picture, values, shared=shared)
    edit.write()
    return edit.path


def _in_folder(path: Path) -> Path | None:
    """A file by its name, whatever its capitals."""
    if path.exists():
        return path
    with os.scandir(path.parent) as entries:
        return next((Path(entry.path) for entry in entries if entry.name.lower() == path.name.lower()), None)

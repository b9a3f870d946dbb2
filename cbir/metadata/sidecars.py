"""XMP sidecars of pictures: their names, their bytes, and edits of their values."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cbir.base.liveness import waiting
from cbir.base.messages import Message
from cbir.base.storage import replace_content
from cbir.metadata.xmp import MAX_XMP_BYTES, sidecar_extension
from cbir.metadata.xmp_editing import NamedFaces, Property, XmpUnclear, edit_xmp

MAX_SIDECAR_BYTES = MAX_XMP_BYTES
_SAME = {"jpeg": "jpg", "tiff": "tif"}


def sidecar_names(name: str) -> tuple[str, str]:
    """A sidecar's names by both conventions: `photo.jpg.xmp` (darktable, digiKam), then `photo.xmp` (Adobe)."""
    return f"{name}.xmp", f"{name.rpartition('.')[0] or name}.xmp"


def read_sidecar(path: Path) -> bytes | None:
    """Read a sidecar; None if it cannot be read or is too large."""
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
    """Read a picture's sidecar. None if there is none, or if it belongs to another file, such as the raw file."""
    packet = None if sidecar is None else read_sidecar(sidecar)
    return packet if packet is not None and is_for(picture, sidecar, packet) else None


def is_for(picture: Path, sidecar: Path | None, packet: bytes) -> bool:
    """True if a sidecar belongs to a picture, and not only to a file of the same name in another format.

    XMP part 3, 1.1.3; Adobe names the file's format in photoshop:SidecarForExtension.
    """
    if sidecar is not None and sidecar.name.lower() == sidecar_names(picture.name)[0].lower():
        return True
    extension = sidecar_extension(packet)
    return extension is None or _same_format(extension, picture.suffix)


def names_its_picture(sidecar: Path, picture: Path) -> bool | None:
    """True if a sidecar names this picture's format, False if it names another; None if it names none."""
    extension = sidecar_extension(read_sidecar(sidecar) or b"")
    return None if extension is None else _same_format(extension, picture.suffix)


def _same_format(extension: str, suffix: str) -> bool:
    first, second = (text.strip().lower().removeprefix(".") for text in (extension, suffix))
    return _SAME.get(first, first) == _SAME.get(second, second)


@dataclass(frozen=True, slots=True, kw_only=True)
class SidecarEdit:
    """A sidecar's edit that is not written yet. before : its present content; None if there is no sidecar"""

    path: Path
    before: bytes | None
    after: bytes

    def write(self) -> None:
        if self.after != self.before:
            replace_content(self.path, self.after)


def edit_sidecar(
    picture: Path,
    values: Mapping[Property, tuple[str, ...]],
    *,
    shared: bool,
    faces: NamedFaces | None = None,
) -> SidecarEdit:
    """Edit a picture's sidecar, the present one or a new `photo.jpg.xmp`, without writing it.

    shared : a `photo.xmp` also belongs to another file of that name (photo.cr2 beside photo.jpg). It is left as it
        is, and its content is copied into the picture's own sidecar. If it names a file, it belongs only to that file
    Raises XmpUnclear if the sidecar cannot be changed safely, and OSError.
    """
    exact, common = (_in_folder(picture.with_name(name)) for name in sidecar_names(picture.name))
    if common is not None and common != exact and (its_own := names_its_picture(common, picture)) is not None:
        shared, common = not its_own, common if its_own else None
    source = next((path for path in (exact, common) if path is not None), None)
    target = source
    if target is None or (target == common != exact and shared):
        target = picture.with_name(sidecar_names(picture.name)[0])
    packet = None
    if source is not None and (packet := read_sidecar(source)) is None:
        raise XmpUnclear(Message("it cannot be read"))
    return SidecarEdit(
        path=target, before=packet if target == source else None, after=edit_xmp(packet, values, faces)
    )


def write_sidecar(
    picture: Path,
    values: Mapping[Property, tuple[str, ...]],
    *,
    shared: bool,
    faces: NamedFaces | None = None,
) -> Path:
    """Edit a picture's sidecar and write it. Returns the sidecar's path.

    A present sidecar keeps its owner, mode and attributes, and a link stays a link. The picture itself is never
    written. Raises as edit_sidecar() does.
    """
    edit = edit_sidecar(picture, values, shared=shared, faces=faces)
    edit.write()
    return edit.path


def _in_folder(path: Path) -> Path | None:
    """Find a file by its name, ignoring case."""
    if path.exists():
        return path
    with os.scandir(path.parent) as entries:
        return next((Path(entry.path) for entry in entries if entry.name.lower() == path.name.lower()), None)

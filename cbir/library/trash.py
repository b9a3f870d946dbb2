"""Photos -> the system's trash: the only thing here that ever touches an original, and only on request.

The file goes first and the catalog follows at once, photo by photo. Interrupted in between, the next index run
finds the file gone and does the rest. An index run may go on meanwhile: it takes no photo in again that was known when
it began and is not in the catalog any more. Nothing is ever deleted: where there is no trash the file stays.
A file that the catalog cannot let go, as on a full disk, is put back.
"""

from __future__ import annotations

import errno
import glob
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from cbir.base.disk_room import is_full
from cbir.base.errors import CbirError
from cbir.base.presence import folder_is_there
from cbir.base.storage import flush_folder, size_and_time
from cbir.base.types import PhotoId, Skipped, Trashed, TrashReport
from cbir.catalog import Catalog, PhotoFile
from cbir.images import PICTURE_SUFFIXES

_DENIED = {errno.EACCES, errno.EPERM}
_STAYS = "The disk is full, and it stays."
_STILL_LISTED = (
    "It is in the trash, but the disk is full, and the library still lists it. "
    "Free some space and run cbir index on its folder."
)


def trash_photos(
    catalog: Catalog, photos: Sequence[PhotoId], *, let_go: Callable[[PhotoFile], None] = lambda file: None
) -> TrashReport:
    """Move the files of photos to the trash, with what is theirs beside them; their documents become tombstones.

    let_go : called in the transaction in which the library forgets a photo

    Needs no writer lock. A file that is not there, or is not the one that was indexed, is left alone.
    Raises CbirError where a photo is not in the library: then nothing is moved.
    """
    files = [catalog.files.of_photo(photo) for photo in dict.fromkeys(photos)]
    if None in files:
        raise CbirError("This photo is no longer in the library. Nothing was moved.")
    moved, problems, trashed = 0, [], []
    for photo, file in zip(dict.fromkeys(photos), files, strict=True):
        assert file is not None
        reason = why_not(file.file, file.size, file.mtime_ns) or _to_trash(file.file)
        if reason is not None:
            problems.append(Skipped(path=file.file, reason=reason))
            continue
        kept, sidecars = kept_in_trash(file.file), []
        try:
            with catalog.transaction():
                marks = catalog.marks.of(photo)
                catalog.files.remove(file.root, [file.path])
                let_go(file)
        except BaseException as error:
            back = kept is not None and bring_back(kept, file.file) is None
            if not isinstance(error, sqlite3.Error) or not is_full(error, catalog.path.parent):
                raise
            problems.append(Skipped(path=file.file, reason=_STAYS if back else _STILL_LISTED))
            continue
        moved += 1
        for sidecar in going_with(file.file):
            if (reason := _to_trash(sidecar)) is not None:
                problems.append(Skipped(path=sidecar, reason=reason))
            elif (found := kept_in_trash(sidecar)) is not None:
                sidecars.append((sidecar, found))
        if kept is not None:
            trashed.append(Trashed(path=file.file, kept=kept, marks=marks, sidecars=tuple(sidecars)))
    return TrashReport(photos=moved, problems=tuple(problems), trashed=tuple(trashed))


def going_with(picture: Path) -> list[Path]:
    """The files beside a picture that are its own: `photo.jpg.xmp`, and `photo.xmp` and the edits in `photo.aae`.

    The last two belong to every picture of that name, such as a raw file and its JPEG: they go with the last of them.
    """
    try:
        with os.scandir(picture.parent) as entries:
            names = [entry.name for entry in entries]
    except OSError:
        return []
    stem = _stem(picture.name)
    others = (name for name in names if name != picture.name and _stem(name) == stem)
    shared = any(Path(name).suffix.lower() in PICTURE_SUFFIXES for name in others)
    found = []
    for name in names:
        own = _stem(name) == picture.name and name.lower().endswith(".xmp")
        common = _stem(name) == stem and name.lower().endswith((".xmp", ".aae"))
        if (own or (common and not shared)) and picture.with_name(name).is_file():
            found.append(picture.with_name(name))
    return sorted(found)


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def why_not(file: Path, size: int, mtime_ns: int) -> str | None:
    """A sentence on why a file must not be moved: it may be another one than the user was shown.

    size, mtime_ns : of the file as it was indexed
    """
    gone = "The file is not there now."
    if not folder_is_there(file.parent):
        return gone
    try:
        status = file.stat()
    except OSError:
        return gone
    if size_and_time(status) != (size, mtime_ns):
        return "The file has changed since it was indexed, and stays. Run cbir index on its folder first."
    return None


def _to_trash(path: Path) -> str | None:
    """Move one file; a sentence on why that did not work."""
    from send2trash import TrashPermissionError, send2trash

    try:
        send2trash(os.fspath(path))
        flush_folder(path.parent)  # a power cut must not bring back what the catalog lets go now
    except TrashPermissionError:
        return "There is no trash on its drive that you may use, and it stays."
    except OSError as error:
        if error.errno == errno.EROFS:
            return "Its drive is read-only, and it stays."
        if is_full(error, path.parent):
            return _STAYS
        if error.errno in _DENIED:
            return "Permission to move it was denied, and it stays."
        return f"It cannot be moved to the trash, and stays ({error.strerror or error})."
    return "The system left it where it is." if os.path.lexists(path) else None


def bring_back(kept: Path, path: Path) -> str | None:
    """Move one file out of the trash; a sentence on why that did not work."""
    if os.path.lexists(path):
        return "There is another file in its place now, so it stays in the trash."
    if not kept.is_file():
        return "It is no longer in the trash."
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(kept, path)
        flush_folder(path.parent)
        (kept.parent.parent / "info" / f"{kept.name}.trashinfo").unlink(missing_ok=True)
    except OSError as error:
        return f"It cannot be moved back, and stays in the trash ({error.strerror or error})."
    return None


def kept_in_trash(path: Path) -> Path | None:
    """Where the system's trash keeps what was moved there from a path a moment ago; None where it does not say."""
    if sys.platform == "darwin":
        kept = Path.home() / ".Trash" / path.name
        return kept if kept.is_file() else None
    found = []
    for trash, base in _trashes(path):
        # A name that was there already got a number behind its stem.
        for info in trash.glob(f"info/{glob.escape(path.stem)}*.trashinfo"):
            kept = trash / "files" / info.name.removesuffix(".trashinfo")
            if _origin(info, base) == path and kept.is_file():
                found.append((info.stat().st_mtime_ns, kept))
    return max(found)[1] if found else None


def _trashes(path: Path) -> Iterator[tuple[Path, Path]]:
    """Each trash that may have a file, and what the paths in it are relative to."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    yield data / "Trash", Path("/")
    if hasattr(os, "getuid"):
        top = path.parent
        while top != top.parent and not os.path.ismount(top):
            top = top.parent
        yield top / ".Trash" / str(os.getuid()), top
        yield top / f".Trash-{os.getuid()}", top


def _origin(info: Path, base: Path) -> Path | None:
    """Where a file was, by its .trashinfo."""
    try:
        lines = info.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    quoted = next((line.partition("=")[2] for line in lines if line.startswith("Path=")), None)
    return None if quoted is None else base / unquote(quoted, errors="surrogateescape")

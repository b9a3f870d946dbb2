"""Folders -> the picture files in them, judged by name and first bytes.

A file belongs to the innermost root that holds it. Links to folders are followed once. Libraries are left out, and so
are folders of the system, such as hidden ones and the thumbnails of network drives.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cbir.base.drives import answers
from cbir.base.file_identity import file_id, folder_ids
from cbir.base.messages import Message
from cbir.base.storage import size_and_time
from cbir.base.types import Skipped
from cbir.images import is_of_live_photo, kind_of_file, live_stems, looks_like_picture
from cbir.metadata import sidecar_names

EXCLUDED_FOLDERS = (
    ".*",
    "@eaDir",
    "#recycle",
    "node_modules",
    "__MACOSX",
    "$RECYCLE.BIN",
    "System Volume Information",
    "lost+found",
)
NOT_PHOTOS = ("._*", ".trashed-*", ".pending-*")
"""Files of machines: macOS resource forks, and files in Android's trash or still being written by a camera."""

LIVE = "video of a Live Photo"
"""The kind of a video beside a photo of its name: one item with the photo."""

_LINK_TO_NOTHING = Message("The link points to a file that is not there.")
_NO_ANSWER = Message("The folder cannot be read: its drive does not answer.")
_NO_FILE = Message("It is a device, a pipe or a socket, not a file.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedFile:
    """A picture file.

    path : below the scanned folder's root, with forward slashes
    sidecar : name of the XMP file beside it, empty without one. sidecar_stamp : its size and time
    """

    path: str
    size: int
    mtime_ns: int
    sidecar: str = ""
    sidecar_stamp: str = ""


def scan_folder(
    root: Path,
    folder: Path,
    *,
    exclude_dirs: Collection[str] = (),
    exclude: Collection[str] = (),
    not_entered: Collection[Path] = (),
    is_picture: Callable[[str], bool] = lambda path: False,
    is_mount: Callable[[Path], bool] = lambda folder: False,
    on_skip: Callable[[Skipped], None] = lambda skipped: None,
    on_other: Callable[[str], None] = lambda kind: None,
    on_video: Callable[[ScannedFile], None] | None = None,
) -> Iterator[ScannedFile]:
    """Walk a folder at or below a root, in a stable order.

    exclude_dirs : names or glob patterns of folders to leave out, in addition to EXCLUDED_FOLDERS
    exclude : glob patterns of files and folders to leave out. A pattern with a slash matches the path below the root,
        any other the name
    not_entered : folders to leave out, and links to them: other roots, forgotten folders, the library itself
    is_picture : True for a path below the root that is surely a picture, so that the file is not opened to find out
    is_mount : True if another drive is mounted at a folder; the folder is skipped if the drive does not answer
    on_skip : called for folders and files that cannot be read
    on_other : called with the kind of each video, and of each picture of a format that is not read
    on_video : called with each video instead, except those of Live Photos

    Links to folders are followed, each folder is entered once, and no link leads back up above the root.
    """
    folders_left_out = _matcher((*EXCLUDED_FOLDERS, *exclude_dirs))
    names_left_out = _matcher([*NOT_PHOTOS, *(pattern for pattern in exclude if "/" not in pattern)])
    paths_left_out = _matcher([pattern.strip("/") for pattern in exclude if "/" in pattern])
    entered = set(folder_ids([*root.parents, *not_entered]).values()) - set(folder_ids([folder]).values())
    pending = [folder]
    while pending:
        current = pending.pop()
        if is_mount(current) and not answers(current):
            on_skip(Skipped(path=current, reason=_NO_ANSWER))
            continue
        try:
            id = file_id(current, current.stat())
            if id is None or id in entered:
                continue  # reached a second time, through a link or a mount
            entered.add(id)
            listed = [] if current != root and _is_a_library(current) else _listed(current)
        except OSError as error:
            on_skip(
                Skipped(
                    path=current, reason=Message("The folder cannot be read: {0}.", error.strerror or error)
                )
            )
            continue
        above = "" if current == root else f"{current.relative_to(root).as_posix()}/"
        folders = []
        sidecars = {entry.name.lower(): entry for entry in listed if entry.name.lower().endswith(".xmp")}
        stills = live_stems(entry.name for entry in listed)
        for entry in listed:
            below = above + entry.name
            if names_left_out(entry.name) or paths_left_out(below):
                continue
            try:
                if entry.is_dir():
                    if not folders_left_out(entry.name):
                        folders.append(Path(entry.path))
                elif entry.is_file():
                    if is_picture(below):
                        yield _scanned(entry, below, sidecars)
                    elif (kind := kind_of_file(Path(entry.path))) is not None:
                        if kind.is_read:
                            yield _scanned(entry, below, sidecars)
                        elif kind.name != "video":
                            on_other(kind.name)
                        elif is_of_live_photo(Path(entry.path), stills):
                            on_other(LIVE)
                        elif on_video is not None:
                            on_video(_scanned(entry, below, {}))
                        else:
                            on_other(kind.name)
                elif looks_like_picture(path := Path(entry.path)):
                    on_skip(Skipped(path=path, reason=_NO_FILE if path.exists() else _LINK_TO_NOTHING))
            except OSError as error:
                if not entry.is_symlink() or looks_like_picture(Path(entry.path)):
                    reason = Message("The file cannot be read: {0}.", error.strerror or error)
                    on_skip(Skipped(path=Path(entry.path), reason=reason))
        pending.extend(reversed(folders))


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    """The entries of a folder, sorted by name."""
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)


def _scanned(entry: os.DirEntry[str], path: str, sidecars: Mapping[str, os.DirEntry[str]]) -> ScannedFile:
    """A scanned entry. path : below the root. sidecars : see _sidecar"""
    size, mtime_ns = size_and_time(entry.stat())
    sidecar, stamp = _sidecar(entry.name, sidecars)
    return ScannedFile(path=path, size=size, mtime_ns=mtime_ns, sidecar=sidecar, sidecar_stamp=stamp)


def _sidecar(name: str, sidecars: Mapping[str, os.DirEntry[str]]) -> tuple[str, str]:
    """Name and stamp of the XMP file that belongs to a picture; two empty texts if there is none.

    sidecars : of its folder, by their names in lower case
    """
    if not sidecars:
        return "", ""
    for sidecar_name in sidecar_names(name):
        entry = sidecars.get(sidecar_name.lower())
        if entry is None:
            continue
        try:
            if entry.is_file():
                status = entry.stat()
                return entry.name, f"{status.st_size}:{status.st_mtime_ns}"
        except OSError:
            continue
    return "", ""


def _matcher(patterns: Collection[str]) -> Callable[[str], bool]:
    """A test of names against glob patterns; case-sensitive as file names are on this system."""
    if not patterns:
        return lambda name: False
    expression = re.compile("|".join(fnmatch.translate(os.path.normcase(pattern)) for pattern in patterns))
    return lambda name: expression.match(os.path.normcase(name)) is not None


def enters(
    folder: str, root: Path, *, exclude_dirs: Collection[str] = (), exclude: Collection[str] = ()
) -> bool:
    """True if a scan of a root reaches a folder below it. exclude_dirs, exclude : see scan_folder"""
    left_out = _matcher(
        (*EXCLUDED_FOLDERS, *exclude_dirs, *(pattern for pattern in exclude if "/" not in pattern))
    )
    paths_left_out = _matcher([pattern.strip("/") for pattern in exclude if "/" in pattern])
    below = ""
    for part in PurePosixPath(folder).parts:
        below = f"{below}/{part}".lstrip("/")
        if left_out(part) or paths_left_out(below) or _is_a_library(root / below):
            return False
    return True


def _is_a_library(folder: Path) -> bool:
    """True for the folder of a library, whose thumbnails are no photos."""
    return (folder / "library.json").is_file() and (folder / "catalog.sqlite").is_file()

"""Path -> the file that it names: distinguishes links, mounts and spellings of a file from copies of it.

A file is identified by its device and inode (on Windows: the volume's serial number and the file's index). They are a
first test and no proof, since two mounts of a network share may report two devices, and some file systems invent
inodes. Code that removes a file because a copy exists must open that copy again afterwards.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePath

from cbir.base.drives import answers, folders_there

FileId = tuple[int, int] | str


def file_id(path: Path, status: os.stat_result | None = None) -> FileId | None:
    """Identify the file or folder that a path leads to; None if it does not exist or does not answer.

    status : what path.stat() returned
    """
    try:
        status = status or path.stat()
    except (OSError, ValueError):
        return None
    return id_of(path, status)


def id_of(path: Path, status: os.stat_result) -> FileId:
    """Device and inode; without inodes, the path without links, folded as such file systems compare names."""
    return (status.st_dev, status.st_ino) if status.st_ino else folded(os.path.realpath(path))


def file_ids(paths: Iterable[Path]) -> dict[Path, FileId]:
    """Identify the files that exist. A drive that does not answer delays the caller only briefly."""
    paths = list(dict.fromkeys(paths))
    existing = folders_there(path.parent for path in paths)
    return _ids(path for path in paths if existing[path.parent])


def folder_ids(folders: Iterable[Path]) -> dict[Path, FileId]:
    """Identify folders, as file_ids() does files."""
    return _ids(folder for folder, exists in folders_there(folders).items() if exists)


def _ids(paths: Iterable[Path]) -> dict[Path, FileId]:
    identified = ((path, file_id(path)) for path in paths)
    return {path: id for path, id in identified if id is not None}


def entry_id(path: Path) -> tuple[FileId | Path, str]:
    """Identify a file's name within its folder. All paths to the same folder give the same identity."""
    folder = path.parent
    return folder_ids([folder]).get(folder, folder), path.name


def is_link(path: Path) -> bool:
    """True if a name is a link, so that moving it does not move its target. False on a drive that does not answer."""
    with suppress(OSError, ValueError):
        return answers(path.parent) and path.is_symlink()
    return False


def folded(name: str) -> str:
    """Fold a name as file systems do that ignore case and Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", os.path.normcase(name)).casefold())


def as_listed(folder: Path, below: PurePath) -> PurePath:
    """A path below a folder in the spelling of the folders' own listings, if it exists under another spelling."""
    listed = PurePath()
    for part in below.parts:
        try:
            names = os.listdir(folder / listed)  # noqa: PTH208 (names, and no paths)
        except (OSError, ValueError):
            names = []
        if part not in names:
            alike = [name for name in names if folded(name) == folded(part)]
            id = file_id(folder / listed / part) if alike else None
            same = [name for name in alike if id is not None and file_id(folder / listed / name) == id]
            if id is not None and len(alike) == 1:
                same = (
                    alike  # also with invented inodes: the unlisted name must be the only similar listed one
                )
            part = same[0] if same else part
        listed /= part
    return listed


def spelled(path: Path) -> Path:
    """An absolute path without links, in the spelling of its folders' own listings."""
    real = Path(os.path.realpath(path))
    return Path(real.anchor) / as_listed(Path(real.anchor), real.relative_to(real.anchor))


def is_same(path: Path, other: Path) -> bool:
    """True if two paths lead to the same file or folder, by its identity or by the folders' own spelling."""
    id = file_id(path)
    if id is None or id == file_id(other):
        return id is not None
    return folded(os.path.realpath(path)) == folded(os.path.realpath(other)) and spelled(path) == spelled(
        other
    )

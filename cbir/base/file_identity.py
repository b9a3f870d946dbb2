"""Path -> the file that it names: links, mounts and spellings of one file are told from copies of it.

A file is known by its device and inode (on Windows: the volume's serial number and the file's index). They are a first
test and no proof, since the mounts of one network share may report two devices, and some file systems invent inodes.
Whoever moves a file for the sake of a copy opens that copy again afterwards.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePath

from cbir.base.presence import folders_there

FileId = tuple[int, int] | str


def file_id(path: Path, status: os.stat_result | None = None) -> FileId | None:
    """Identify the file or folder that a path leads to; None where there is none, or it cannot be asked.

    status : what path.stat() returned
    """
    try:
        status = status or path.stat()
    except (OSError, ValueError):
        return None
    return id_of(path, status)


def id_of(path: Path, status: os.stat_result) -> FileId:
    """Device and inode; where a file system has no inodes, the path without links, as such a one compares names."""
    return (status.st_dev, status.st_ino) if status.st_ino else folded(os.path.realpath(path))


def file_ids(paths: Iterable[Path]) -> dict[Path, FileId]:
    """Identify files, without those that are not there. A drive that does not answer holds nobody up for long."""
    paths = list(dict.fromkeys(paths))
    there = folders_there(path.parent for path in paths)
    return _ids(path for path in paths if there[path.parent])


def folder_ids(folders: Iterable[Path]) -> dict[Path, FileId]:
    """Identify folders, as file_ids() does files."""
    return _ids(folder for folder, there in folders_there(folders).items() if there)


def _ids(paths: Iterable[Path]) -> dict[Path, FileId]:
    found = ((path, file_id(path)) for path in paths)
    return {path: id for path, id in found if id is not None}


def entry_id(path: Path) -> tuple[FileId | Path, str]:
    """Identify a name in its folder, whatever leads to the folder: if it moves, it moves for each of these paths."""
    folder = path.parent
    return folder_ids([folder]).get(folder, folder), path.name


def is_link(path: Path) -> bool:
    """Whether a name is a link, so that moving it leaves the file that it leads to."""
    with suppress(OSError, ValueError):
        return path.is_symlink()
    return False


def link_count(path: Path) -> int:
    """How many hard links a file has; 1 where the file system does not say."""
    with suppress(OSError, ValueError):
        return max(1, path.stat().st_nlink)
    return 1


def folded(name: str) -> str:
    """A name as file systems compare it that tell neither upper from lower case nor one Unicode form from another."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", os.path.normcase(name)).casefold())


def as_listed(folder: Path, below: PurePath) -> PurePath:
    """A path below a folder in the spelling in which the folders list it, where it is there in another one."""
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
                same = alike  # also where inodes are invented: what is there without being listed is what is
            part = same[0] if same else part
        listed /= part
    return listed


def spelled(path: Path) -> Path:
    """An absolute path without links, in the spelling in which its folders list it."""
    real = Path(os.path.realpath(path))
    return Path(real.anchor) / as_listed(Path(real.anchor), real.relative_to(real.anchor))


def is_same(path: Path, other: Path) -> bool:
    """Whether two paths lead to one file or folder, by its identity or by how its folders spell them."""
    id = file_id(path)
    if id is None or id == file_id(other):
        return id is not None
    return folded(os.path.realpath(path)) == folded(os.path.realpath(other)) and spelled(path) == spelled(
        other
    )

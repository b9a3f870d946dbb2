"""Folders -> the files in them that look like pictures.

A file belongs to the innermost root that holds it, links to folders are followed once, and folders of machines
(hidden ones, thumbnails of network drives, system folders) are left out.
"""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from cbir.images import looks_like_picture
from cbir.types import Skipped

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedFile:
    """path : below the scanned folder's root, with forward slashes."""

    path: str
    size: int
    mtime_ns: int


def scan(
    root: Path,
    folder: Path,
    *,
    exclude_dirs: Collection[str] = (),
    other_roots: Collection[Path] = (),
    known: Callable[[str], bool] = lambda path: False,
    on_skip: Callable[[Skipped], None] = lambda skipped: None,
) -> Iterator[ScannedFile]:
    """Walk a folder at or below a root, in a stable order.

    exclude_dirs : names or glob patterns of folders to leave out, beside EXCLUDED_FOLDERS
    other_roots : folders that are not entered: roots of their own, and the library itself
    known : files that are pictures for certain, by path below the root: they are not opened to find out
    on_skip : told of folders that cannot be read
    """
    patterns = (*EXCLUDED_FOLDERS, *exclude_dirs)
    elsewhere = {os.path.normcase(path) for path in other_roots}
    entered: set[tuple[int, int]] = set()
    pending = [folder]
    while pending:
        current = pending.pop()
        try:
            status = current.stat()
            if (status.st_dev, status.st_ino) in entered and status.st_ino:
                continue  # reached a second time, through a link
            entered.add((status.st_dev, status.st_ino))
            with os.scandir(current) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            on_skip(Skipped(path=current, reason=f"The folder cannot be read: {error.strerror or error}."))
            continue
        folders = []
        for entry in listed:
            path = Path(entry.path)
            try:
                if entry.is_dir():
                    if not _matches(entry.name, patterns) and os.path.normcase(path) not in elsewhere:
                        folders.append(path)
                    continue
                if not entry.is_file():
                    if entry.is_symlink() and looks_like_picture(path):
                        on_skip(Skipped(path=path, reason="The link points to a file that is not there."))
                    continue
                below = path.relative_to(root).as_posix()
                if known(below) or looks_like_picture(path):
                    status = entry.stat()
                    yield ScannedFile(path=below, size=status.st_size, mtime_ns=status.st_mtime_ns)
            except OSError as error:
                on_skip(Skipped(path=path, reason=f"The file cannot be read: {error.strerror or error}."))
        pending.extend(reversed(folders))


def _matches(name: str, patterns: Collection[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)

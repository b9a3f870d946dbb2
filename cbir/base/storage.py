"""Files that are either complete or absent: atomic writes, private folders, checksums.

A file is written under a temporary name beside its own, flushed to disk, and renamed into place.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import itertools
import os
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

TEMPORARY_PREFIX = ".unfinished-"

_numbers = itertools.count()  # of temporary names in this process: two threads may write the same file


def make_private_folder(folder: Path) -> None:
    """Create a folder and its missing parents, readable only by their owner.

    mkdir alone would create the parents with the umask's mode. On Windows, Python 3.11.10 and later turn this
    mode into an access list with only the owner.
    """
    for missing in reversed([above for above in (folder, *folder.parents) if not above.exists()]):
        missing.mkdir(exist_ok=True, mode=0o700)
    if not folder.is_dir():
        raise FileExistsError(errno.EEXIST, "There is a file of this name", str(folder))


def size_and_time(status: os.stat_result) -> tuple[int, int]:
    """A file's size in bytes, and its modification time in ns since 1970, clamped to the 64 bits of the catalog."""
    return status.st_size, min(max(status.st_mtime_ns, -(1 << 63)), (1 << 63) - 1)


def checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def temporary_name(path: Path) -> Path:
    """A name beside a path, for a file or folder until it is complete. It contains the id of the writing process."""
    return path.with_name(f"{TEMPORARY_PREFIX}{machine_name()}-{os.getpid()}-{next(_numbers)}-{path.name}")


def is_abandoned(path: Path) -> bool:
    """True if an unfinished file certainly belongs to an ended process of this machine."""
    import psutil  # type: ignore[import-untyped]

    own = re.match(rf"{re.escape(TEMPORARY_PREFIX)}{machine_name()}-(\d+)-", path.name)
    return own is not None and not psutil.pid_exists(int(own.group(1)))


def remove_unfinished(path: Path) -> None:
    """Delete a file or folder under a temporary name. All of its content is the program's own."""
    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


def remove_abandoned(folder: Path, ending: str = "") -> None:
    """Delete unfinished files of killed processes of this machine, if the writer lock does not cover them.

    ending : of the names to consider, for a user's folder: unfinished sidecars stay
    """
    for path in folder.glob(f"{TEMPORARY_PREFIX}*{ending}"):
        if is_abandoned(path):
            remove_unfinished(path)


@functools.cache
def machine_name() -> str:
    """The name of the machine or container, within which process ids are unique."""
    name = socket.gethostname()
    with contextlib.suppress(OSError):
        name += str(Path("/proc/self/ns/pid").readlink())
    return hashlib.blake2b(name.encode(), digest_size=4).hexdigest()


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a private file so that a reader sees either nothing, the old content or the new content."""
    with _written_beside(path, data, mode=0o600, durable=durable) as temporary:
        temporary.replace(path)
        if durable:
            flush_folder(path.parent)


def replace_content(path: Path, data: bytes) -> None:
    """Replace the bytes of a user's file atomically, and nothing else; a new file gets the umask's mode.

    A link stays a link: its target is written. Owner, mode, access list (on Linux) and extended attributes stay. If the
    owner cannot be preserved, or the file has several names, the bytes are written into the file itself.
    """
    path = Path(os.path.realpath(path))
    before = path.stat() if path.exists() else None
    with _written_beside(path, data, mode=0o666 if before is None else 0o600, durable=True) as temporary:
        if before is None or (before.st_nlink == 1 and take_on(path, before, temporary)):
            temporary.replace(path)
        else:
            _overwrite(path, data)
            temporary.unlink()  # kept until now as a copy of the new content, in case the writing was interrupted
        flush_folder(path.parent)


def _overwrite(path: Path, data: bytes) -> None:
    """Write into a file, and restore its old content if that fails, as on a full disk."""
    old = path.read_bytes()
    with path.open("r+b") as file:
        try:
            _put(file, data)
        except OSError:
            _put(file, old)
            raise


def _put(file: BinaryIO, data: bytes) -> None:
    file.seek(0)
    file.write(data)
    file.flush()
    file.truncate()
    os.fsync(file.fileno())


def take_on(path: Path, status: os.stat_result, copy: Path) -> bool:
    """Give a copy the owner, mode and attributes of a file. Returns False if the owner cannot be set."""
    copy_status = copy.stat()
    if (copy_status.st_uid, copy_status.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(copy, status.st_uid, status.st_gid)
        except PermissionError:
            return False
    shutil.copystat(path, copy)
    os.utime(copy)  # the content is new
    return True


@contextlib.contextmanager
def _written_beside(path: Path, data: bytes, *, mode: int, durable: bool) -> Iterator[Path]:
    """Write the bytes to a temporary file in the same folder, which is deleted if the block fails."""
    temporary = temporary_name(path)
    try:
        # "x": a link of this name would be followed
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield temporary
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def touch_private(path: Path) -> None:
    """Make an empty private file if there is none; a link is replaced, and its target stays."""
    if path.is_symlink():
        path.unlink()
    path.touch(mode=0o600)


def remove_known(folder: Path, is_known: Callable[[Path], bool]) -> list[Path]:
    """Delete the known files in and below a folder, and known folders that are then empty.

    Anything else may be a person's and stays, as do the targets of links. Returns the unknown paths.
    Known files in use (Windows) stay silently, for the next clean-up.
    """
    remaining: list[Path] = []
    for parent, folders, names in os.walk(folder, topdown=False):
        for path in (Path(parent, name) for name in names):
            if is_known(path):
                with contextlib.suppress(OSError):
                    path.unlink()
            else:
                remaining.append(path)
        for path in (Path(parent, name) for name in folders):
            if not path.is_symlink() and is_known(path):
                with contextlib.suppress(OSError):
                    path.rmdir()
            elif path.is_symlink() or not any(path.iterdir()):
                remaining.append(path)
    with contextlib.suppress(OSError):
        folder.rmdir()
    return sorted(remaining)


def folder_bytes(folder: Path, *, without: Path | None = None) -> int:
    """Bytes of all files below a folder; 0 if it does not exist. without : a folder to skip

    Files that a writer renames or removes meanwhile are left out.
    """
    total = 0
    pending = [os.fspath(folder)]
    while pending:
        with contextlib.suppress(OSError), os.scandir(pending.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if not entry.is_dir(follow_symlinks=False):
                        total += entry.stat().st_size
                    elif Path(entry.path) != without:
                        pending.append(entry.path)
    return total


def open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def flush_folder(folder: Path) -> None:
    """Make a rename durable. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Files that are either whole or not there: atomic writes, private folders, checksums.

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

_numbers = itertools.count()  # of what this process writes: two of its threads may write one file


def make_private_folder(folder: Path) -> None:
    """Create a folder, and those of its parents that are missing, that only its owner can read.

    mkdir alone would give the parents whatever the umask allows. On Windows, Python 3.11.10 and later turn this
    mode into an access list for the owner alone.
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
    """A name beside a path, for what becomes it when it is whole. It says which process writes it."""
    return path.with_name(f"{TEMPORARY_PREFIX}{_machine()}-{os.getpid()}-{next(_numbers)}-{path.name}")


def is_abandoned(path: Path) -> bool:
    """Whether something unfinished is surely of a process of this machine that has ended."""
    import psutil  # type: ignore[import-untyped]

    own = re.match(rf"{re.escape(TEMPORARY_PREFIX)}{_machine()}-(\d+)-", path.name)
    return own is not None and not psutil.pid_exists(int(own.group(1)))


def remove_unfinished(path: Path) -> None:
    """Delete a file or folder under a temporary name. All of it is the program's: nobody else works in there."""
    with contextlib.suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


def remove_abandoned(folder: Path, ending: str = "") -> None:
    """Delete what killed processes of this machine left unfinished where the writer lock does not say whose it is.

    ending : of the names to look at, in a folder of the user's: what was to become a sidecar stays
    """
    for path in folder.glob(f"{TEMPORARY_PREFIX}*{ending}"):
        if is_abandoned(path):
            remove_unfinished(path)


@functools.cache
def _machine() -> str:
    """Name the machine, or the container, in which process ids mean the same."""
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
    """Give a file of the user new bytes, atomically, and keep all else of it; a new one has the umask's mode.

    A link stays one: its target is written. Owner, mode, access list (of Linux) and extended attributes stay. Where
    the owner cannot be kept, or the file has several names, the bytes are written into the file itself.
    """
    path = Path(os.path.realpath(path))
    before = path.stat() if path.exists() else None
    with _written_beside(path, data, mode=0o666 if before is None else 0o600, durable=True) as temporary:
        if before is None or (before.st_nlink == 1 and _take_on(path, before, temporary)):
            temporary.replace(path)
        else:
            _overwrite(path, data)
            temporary.unlink()  # until now it held the new content, whatever interrupted the writing
        flush_folder(path.parent)


def _overwrite(path: Path, data: bytes) -> None:
    """Write into a file; it has its old content again where that fails, as on a full disk."""
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


def _take_on(path: Path, status: os.stat_result, copy: Path) -> bool:
    """Give a copy the owner, mode and attributes of a file; whether it could be given the owner."""
    made = copy.stat()
    if (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.chown(copy, status.st_uid, status.st_gid)
        except PermissionError:
            return False
    shutil.copystat(path, copy)
    os.utime(copy)  # the content is new
    return True


@contextlib.contextmanager
def _written_beside(path: Path, data: bytes, *, mode: int, durable: bool) -> Iterator[Path]:
    """The bytes in a temporary file in the same folder, which goes if the block fails."""
    temporary = temporary_name(path)
    try:
        # a link of this name would be written through
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
    """Make an empty private file where there is none; a link is replaced, and what it leads to stays."""
    if path.is_symlink():
        path.unlink()
    path.touch(mode=0o600)


def remove_known(folder: Path, is_known: Callable[[Path], bool]) -> list[Path]:
    """Delete what is known of a folder and of those below it, and each known folder that is empty then.

    Anything else may be a person's: it stays, and so does what a link leads to. Returns what is not known.
    What is known but in use (Windows) stays without a word: the next one to tidy up gets it.
    """
    left: list[Path] = []
    for parent, folders, names in os.walk(folder, topdown=False):
        for path in (Path(parent, name) for name in names):
            if is_known(path):
                with contextlib.suppress(OSError):
                    path.unlink()
            else:
                left.append(path)
        for path in (Path(parent, name) for name in folders):
            if not path.is_symlink() and is_known(path):
                with contextlib.suppress(OSError):
                    path.rmdir()
            elif path.is_symlink() or not any(path.iterdir()):
                left.append(path)
    with contextlib.suppress(OSError):
        folder.rmdir()
    return sorted(left)


def folder_bytes(folder: Path, *, but: Path | None = None) -> int:
    """Bytes of all files below a folder; 0 where it does not exist. but : a folder that is not entered

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
                    elif Path(entry.path) != but:
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

"""Files that are either whole or not there: atomic writes, checksums, the folder's manifest.

An artifact is a folder of raw arrays with a manifest.json that names its format, what made it, and the size and
checksum of every file, and ends with a checksum of its own. It is built under a temporary name, flushed to disk,
and renamed into place.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import itertools
import json
import os
import re
import shutil
import socket
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cbir.base.errors import ArtifactMismatch

MANIFEST = "manifest.json"
_OWN_CHECKSUM = "checksum"  # of the manifest itself; those that were written before 2026-11-22 have none
_IN_EVERY_MANIFEST = {"kind": str, "format": int, "files": dict}
BLOCK_CHECKSUMS = "blocks.u32"
_BLOCK_BYTES = 4096
TEMPORARY_PREFIX = ".unfinished-"
ARTIFACT_FILES = r"manifest\.json|records|index\.faiss|[a-z]+\.[uif](?:8|16|32|64)"
"""What the files of artifacts are called: the manifest, arrays by their dtype, and what is neither."""


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
            _flush_folder(path.parent)


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
        _flush_folder(path.parent)


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
    file.truncate()
    file.flush()
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
        with open(temporary, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield temporary
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def building_artifact(
    folder: Path,
    about: Mapping[str, Any],
    *,
    large: Sequence[str] = (),
    go_on: Callable[[], None] = lambda: None,
) -> Iterator[Path]:
    """Yield a temporary folder to write arrays into; on success it appears whole, as `folder`.

    about : what the manifest says beside sizes and checksums: kind, format, what made it.
    large : files of which a reader sees little at a time; they get checksums by block, see BlockChecksums
    go_on : called before each file is flushed and read; what it raises leaves nothing behind
    """
    make_private_folder(folder.parent)
    temporary = temporary_name(folder)
    make_private_folder(temporary)
    try:
        yield temporary
        if large:
            write_array(
                temporary / BLOCK_CHECKSUMS, _checksums_of_blocks([temporary / name for name in large])
            )
        files = {}
        for path in sorted(temporary.iterdir()):
            go_on()
            _flush(path)
            files[path.name] = {"bytes": path.stat().st_size, "blake2b": checksum(path)}
        write_atomically(temporary / MANIFEST, sealed_json({**about, "files": files}))
        _flush_folder(temporary)
        temporary.replace(folder)
        _flush_folder(folder.parent)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


class BlockChecksums:
    """Checksums of the blocks of an artifact's large files, each compared once, before what is in it is used.

    To read all of a large file when it is opened would take seconds. May be asked by several threads at once.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], large: Sequence[str]) -> None:
        """Raises ArtifactMismatch where there are more or fewer than the files have blocks.

        An artifact of before 2026-11-22 has none: nothing of it is compared.
        """
        self._folder = folder
        self._files: dict[str, tuple[NDArray[np.uint8], NDArray[np.uint32]]] = {}
        self._unseen: dict[str, NDArray[np.int64]] = {}  # how many blocks before each have not been compared
        if BLOCK_CHECKSUMS not in manifest["files"]:
            return
        verify_checksums(folder, manifest, only=[BLOCK_CHECKSUMS])
        known = np.array(map_array(folder / BLOCK_CHECKSUMS, "<u4"))
        counts = [-(-manifest["files"][name]["bytes"] // _BLOCK_BYTES) for name in large]
        if len(known) != sum(counts):
            name = f"{folder.parent.name}/{folder.name}"
            raise ArtifactMismatch(f"{name} is damaged: its checksums do not fit its files ({folder}).")
        for name, checksums in zip(large, np.split(known, np.cumsum(counts)[:-1]), strict=True):
            data = np.asarray(map_array(folder / name, "u1"))
            self._files[name] = data, checksums
            self._unseen[name] = np.arange(len(checksums) + 1)

    def compare(self, name: str, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> None:
        """Compare the blocks that hold bytes starts[i] ... stops[i] - 1 of a file, unless they have been.

        Raises ArtifactMismatch, naming the artifact, where one has changed.
        """
        if name not in self._files:
            return
        some = stops > starts
        first, end = starts[some] // _BLOCK_BYTES, (stops[some] - 1) // _BLOCK_BYTES + 1
        before = self._unseen[name]
        new = before[first] < before[end]
        if not new.any():
            return
        data, checksums = self._files[name]
        unseen = np.diff(before)
        begun = np.bincount(first[new], minlength=len(before))
        ended = np.bincount(end[new], minlength=len(before))
        blocks = np.flatnonzero(np.cumsum(begun - ended)[:-1] * unseen)
        for block in blocks.tolist():
            if zlib.crc32(data[block * _BLOCK_BYTES : (block + 1) * _BLOCK_BYTES].data) != checksums[block]:
                folder = self._folder
                raise ArtifactMismatch(
                    f"{folder.parent.name}/{folder.name} is damaged: {name} has changed since "
                    f"it was written ({folder})."
                )
        unseen[blocks] = 0
        self._unseen[name] = np.concatenate([[0], np.cumsum(unseen)])


def _checksums_of_blocks(files: Sequence[Path]) -> NDArray[np.uint32]:
    checksums = []
    for path in files:
        with path.open("rb") as file:
            while block := file.read(_BLOCK_BYTES):
                checksums.append(zlib.crc32(block))
    return np.array(checksums, "<u4")


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


def remove_artifact(folder: Path) -> list[Path]:
    """Delete an artifact's own files; returns what else lies in its folder, and stays."""

    def is_known(path: Path) -> bool:
        return path.parent == folder and re.fullmatch(ARTIFACT_FILES, path.name) is not None

    return [folder] if folder.is_symlink() else remove_known(folder, is_known)


def read_manifest(
    folder: Path, *, kind: str, format: int, older: Collection[int] = (), fields: Mapping[str, type]
) -> dict[str, Any]:
    """Read an artifact's manifest and compare the sizes of its files.

    older : formats of before that can be read too
    fields : the type of every field that this kind has beside kind, format and files; numbers are not negative
    Raises ArtifactMismatch, naming the artifact, when its manifest is damaged, a file is missing or has another
    size, or the format differs.
    """
    name = f"{folder.parent.name}/{folder.name}"
    try:
        manifest = read_sealed_json((folder / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        raise ArtifactMismatch(f"{name} has no readable manifest ({folder}).") from error
    if not _fits(manifest, {"kind": str, "format": int}):
        raise ArtifactMismatch(f"{name} has no readable manifest ({folder}).")
    found = (manifest["kind"], manifest["format"])
    if found[0] != kind or found[1] not in (format, *older):
        raise ArtifactMismatch(
            f"{name} is a {found[0]} of format {found[1]}, not a {kind} of format {format}."
        )
    wanted = {**_IN_EVERY_MANIFEST, **fields}
    if manifest.keys() != wanted.keys() or not _fits(manifest, wanted) or not _fit_files(manifest["files"]):
        raise ArtifactMismatch(f"{name} has no readable manifest ({folder}).")
    for file_name, entry in manifest["files"].items():
        path = folder / file_name
        if not path.is_file() or path.stat().st_size != entry["bytes"]:
            raise ArtifactMismatch(
                f"{name} is damaged: {file_name} is missing or has another size ({folder})."
            )
    return manifest


def _fits(entry: Mapping[str, Any], fields: Mapping[str, type]) -> bool:
    """Every field is there and of its very type: true is no number."""
    return all(type(entry.get(name)) is kind for name, kind in fields.items()) and all(
        entry[name] >= 0 for name, kind in fields.items() if kind is int
    )


def _fit_files(files: Mapping[str, Any]) -> bool:
    return all(
        name not in {"", ".", ".."}
        and not set(name) & set("/\\:\0")
        and type(entry) is dict
        and _fits(entry, {"bytes": int, "blake2b": str})
        for name, entry in files.items()
    )


def sealed_json(content: Mapping[str, Any]) -> bytes:
    """An object as JSON, with a checksum of what it says beside its fields."""
    return _canonical(
        {**content, _OWN_CHECKSUM: hashlib.blake2b(_canonical(content), digest_size=16).hexdigest()}
    )


def read_sealed_json(data: bytes) -> dict[str, Any]:
    """What `sealed_json` wrote, or an object of an older program that has no checksum.

    Raises ValueError where it is not JSON, not an object, or not what was written.
    """
    try:
        content = json.loads(data)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(content, dict):
        raise ValueError("it is not an object")
    if content.pop(_OWN_CHECKSUM, None) is not None and sealed_json(content) != data:
        raise ValueError("it has changed since it was written")
    return content


def _canonical(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, indent=1, sort_keys=True).encode()


def verify_checksums(
    folder: Path, manifest: Mapping[str, Any], *, only: Collection[str] | None = None
) -> None:
    """Read every byte of an artifact, or of some of its files.

    Raises ArtifactMismatch when one differs from its manifest.
    """
    for file_name, entry in manifest["files"].items():
        if only is not None and file_name not in only:
            continue
        if checksum(folder / file_name) != entry["blake2b"]:
            raise ArtifactMismatch(
                f"{folder.parent.name}/{folder.name} is damaged: {file_name} has changed since "
                f"it was written ({folder})."
            )


def write_array(path: Path, array: NDArray[Any]) -> None:
    with open(path, "wb", opener=_private_opener) as file:
        file.write(np.ascontiguousarray(array).data)


def map_array(path: Path, dtype: DTypeLike, shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """A read-only memory-mapped array. An empty file is an empty array (it cannot be mapped).

    Raises ArtifactMismatch, naming the artifact, where the file does not hold whole numbers of this type and shape.
    """
    try:
        if path.stat().st_size == 0:
            array: NDArray[Any] = np.zeros(0, dtype) if shape is None else np.zeros(0, dtype).reshape(shape)
            array.setflags(write=False)
            return array
        mapped = np.memmap(path, dtype=dtype, mode="r")
        return mapped if shape is None else mapped.reshape(shape)
    except ValueError as error:
        folder = path.parent
        raise ArtifactMismatch(
            f"{folder.parent.name}/{folder.name} is damaged: {path.name} is not as long as it should be ({folder})."
        ) from error


def new_mapped_array(path: Path, dtype: DTypeLike, length: int) -> NDArray[Any]:
    """A private file of `length` zeros, mapped to be written to.

    Its blocks are reserved first: on a full disk, writing to a mapped hole ends the process instead of raising.
    """
    size = length * np.dtype(dtype).itemsize
    with open(path, "wb", opener=_private_opener) as file:
        if size == 0:
            return np.zeros(0, dtype)
        _reserve(file, size)
    return np.memmap(path, dtype=dtype, mode="r+", shape=(length,))


def _reserve(file: BinaryIO, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        try:
            return os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            if error.errno not in {errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS}:
                raise
    zeros = bytes(min(size, 1 << 20))
    for start in range(0, size, len(zeros)):
        file.write(zeros[: size - start])
    return None


def folder_bytes(folder: Path) -> int:
    """Bytes of all files below a folder; 0 where it does not exist.

    Files that a writer renames or removes meanwhile are left out.
    """
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += Path(parent, name).stat().st_size
    return total


def _private_opener(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    """Make a rename durable. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

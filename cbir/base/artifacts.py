"""Artifacts: folders of raw arrays that are either whole or not there.

An artifact's manifest.json names its format, what made it, and the size and checksum of every file, and ends with a
checksum of its own. An artifact is built under a temporary name, flushed to disk, and renamed into place.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import mmap
import os
import re
import shutil
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cbir.base.errors import ArtifactMismatch
from cbir.base.storage import (
    checksum,
    flush_folder,
    make_private_folder,
    open_private,
    remove_known,
    temporary_name,
    write_atomically,
)

MANIFEST = "manifest.json"
ARTIFACT_FILES = r"manifest\.json|records|index\.faiss|[a-z]+\.[uif](?:8|16|32|64)"
"""What the files of artifacts are called: the manifest, arrays by their dtype, and what is neither."""

BLOCK_CHECKSUMS = "blocks.u32"
_BLOCK_BYTES = 4096
_MIN_BYTES_READ_AHEAD = 1 << 25  # of a file: what is smaller is soon in memory as a whole
_MAX_BYTES_BETWEEN = 1 << 14  # of what is read at once, though not asked for: sooner read than sought

_OWN_CHECKSUM = "checksum"  # of the manifest itself; those that were written before 2026-11-22 have none
_IN_EVERY_MANIFEST = {"kind": str, "format": int, "files": dict}


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
        temporary.replace(folder)
        flush_folder(folder.parent)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _checksums_of_blocks(files: Sequence[Path]) -> NDArray[np.uint32]:
    checksums = []
    for path in files:
        with path.open("rb") as file:
            while block := file.read(_BLOCK_BYTES):
                checksums.append(zlib.crc32(block))
    return np.array(checksums, "<u4")


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
        self._unseen: dict[str, NDArray[np.bool_]] = {}  # blocks that have not been compared
        if BLOCK_CHECKSUMS not in manifest["files"]:
            return
        verify_checksums(folder, manifest, only=[BLOCK_CHECKSUMS])
        known = np.array(map_array(folder / BLOCK_CHECKSUMS, "<u4"))
        counts = [-(-manifest["files"][name]["bytes"] // _BLOCK_BYTES) for name in large]
        if len(known) != sum(counts):
            name = f"{folder.parent.name}/{folder.name}"
            raise ArtifactMismatch(f"{name} is damaged: its checksums do not fit its files ({folder}).")
        for name, checksums in zip(large, np.split(known, np.cumsum(counts)[:-1]), strict=True):
            self._files[name] = map_array(folder / name, "u1"), checksums
            self._unseen[name] = np.ones(len(checksums), bool)

    def compare(self, name: str, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> None:
        """Compare the blocks that hold bytes starts[i] ... stops[i] - 1 of a file, unless they have been.

        The disk is asked for these blocks alone, all at once.
        Raises ArtifactMismatch, naming the artifact, where one has changed.
        """
        if name not in self._files:
            return
        mapped, checksums = self._files[name]
        unseen = self._unseen[name]
        blocks = _blocks_of(starts, stops)
        blocks = np.unique(blocks[unseen[blocks]])
        read_ahead(mapped, blocks * _BLOCK_BYTES, np.minimum((blocks + 1) * _BLOCK_BYTES, mapped.nbytes))
        data = np.asarray(mapped)
        for block in blocks.tolist():
            if zlib.crc32(data[block * _BLOCK_BYTES : (block + 1) * _BLOCK_BYTES].data) != checksums[block]:
                folder = self._folder
                raise ArtifactMismatch(
                    f"{folder.parent.name}/{folder.name} is damaged: {name} has changed since "
                    f"it was written ({folder})."
                )
        unseen[blocks] = False


def _blocks_of(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """The blocks that hold bytes starts[i] ... stops[i] - 1; one that holds some of several comes several times.

    As many numbers as blocks: a large file has more of them than a search could look through each time.
    """
    some = stops > starts
    first = starts[some] // _BLOCK_BYTES
    counts = (stops[some] - 1) // _BLOCK_BYTES + 1 - first
    ends = np.cumsum(counts)
    return np.repeat(first - (ends - counts), counts) + np.arange(int(counts.sum()))


def read_ahead(mapped: NDArray[Any], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> int:
    """Have the disk read bytes starts[i] ... stops[i] - 1 of a large mapped file now, and nothing around them.

    starts, stops : ascending. Returns how many reads that are: what lies close together is one.
    Without it, what is met first is waited for, page by page, and the system reads up to megabytes around each: of a
    file that does not fit in memory, many times what is used. Where no such advice is taken, nothing happens.
    """
    file: mmap.mmap | None = getattr(mapped, "_mmap", None)
    if file is None or mapped.nbytes < _MIN_BYTES_READ_AHEAD or not hasattr(mmap, "MADV_WILLNEED"):
        return 0
    file.madvise(mmap.MADV_RANDOM)
    starts, stops = starts[stops > starts], stops[stops > starts]
    starts = starts // mmap.PAGESIZE * mmap.PAGESIZE
    apart = np.flatnonzero(starts[1:] > stops[:-1] + _MAX_BYTES_BETWEEN)
    begins = [*starts[:1].tolist(), *starts[1:][apart].tolist()]
    ends = [*stops[:-1][apart].tolist(), *stops[-1:].tolist()]
    for begin, end in zip(begins, ends, strict=True):
        file.madvise(mmap.MADV_WILLNEED, begin, end - begin)
    return len(begins)


def read_through(mapped: NDArray[Any]) -> None:
    """Leave it to the system again how a mapped file is read: from its beginning to its end."""
    file: mmap.mmap | None = getattr(mapped, "_mmap", None)
    if file is not None and hasattr(mmap, "MADV_NORMAL"):
        file.madvise(mmap.MADV_NORMAL)


def write_array(path: Path, array: NDArray[Any]) -> None:
    with open(path, "wb", opener=open_private) as file:
        file.write(np.ascontiguousarray(array).data)


def map_array(path: Path, dtype: DTypeLike, shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """A read-only memory-mapped array. An empty file is an empty array (it cannot be mapped).

    Raises ArtifactMismatch, naming the artifact, where the file does not hold whole numbers of this type and shape.
    """
    try:
        empty = path.stat().st_size == 0
        array: NDArray[Any] = np.zeros(0, dtype) if empty else np.memmap(path, dtype=dtype, mode="r")
        array.setflags(write=False)
        return array if shape is None else array.reshape(shape)
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
    with open(path, "wb", opener=open_private) as file:
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


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())

"""Artifacts: folders of raw arrays that are either complete or absent.

An artifact's manifest.json names its format, its origin, and the size and checksum of every file, and ends with a
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
"""Names of the files in artifacts: the manifest, arrays with their dtype, and two special files."""

BLOCK_CHECKSUMS = "blocks.u32"
_BLOCK_BYTES = 4096
_MIN_BYTES_READ_AHEAD = 1 << 25  # of a file: smaller files are soon in memory as a whole
_MAX_BYTES_BETWEEN = 1 << 14  # unrequested bytes inside one read: reading them is faster than seeking

_OWN_CHECKSUM = "checksum"  # of the manifest itself; manifests written before 2026-11-22 have none
_IN_EVERY_MANIFEST = {"kind": str, "format": int, "files": dict}


@contextlib.contextmanager
def building_artifact(
    folder: Path,
    about: Mapping[str, Any],
    *,
    large: Sequence[str] = (),
    go_on: Callable[[], None] = lambda: None,
) -> Iterator[Path]:
    """Yield a temporary folder to write arrays into; on success it appears complete, as `folder`.

    about : manifest fields in addition to sizes and checksums: kind, format, origin
    large : files that are read in small parts; they get checksums by block, see BlockChecksums
    go_on : called before each file is flushed and read; it may raise, and then nothing is left behind
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
            flush(path)
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
    """Delete an artifact's own files. Returns the other files in its folder, which are not deleted."""

    def is_known(path: Path) -> bool:
        return path.parent == folder and re.fullmatch(ARTIFACT_FILES, path.name) is not None

    return [folder] if folder.is_symlink() else remove_known(folder, is_known)


def read_manifest(
    folder: Path, *, kind: str, format: int, older: Collection[int] = (), fields: Mapping[str, type]
) -> dict[str, Any]:
    """Read an artifact's manifest and compare the sizes of its files.

    older : earlier formats that can also be read
    fields : the types of this kind's fields, other than kind, format and files; numbers must not be negative
    Raises ArtifactMismatch, naming the artifact, when its manifest is damaged, a file is missing or has another
    size, or the format differs.
    """
    name = f"{folder.parent.name}/{folder.name}"
    try:
        manifest = read_sealed_json((folder / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        raise ArtifactMismatch("{0} has no readable manifest ({1}).", name, folder) from error
    if not _fits(manifest, {"kind": str, "format": int}):
        raise ArtifactMismatch("{0} has no readable manifest ({1}).", name, folder)
    actual_kind, actual_format = manifest["kind"], manifest["format"]
    if actual_kind != kind or actual_format not in (format, *older):
        raise ArtifactMismatch(
            "{0} is a {1} of format {2}, not a {3} of format {4}.",
            name,
            actual_kind,
            actual_format,
            kind,
            format,
        )
    expected = {**_IN_EVERY_MANIFEST, **fields}
    if (
        manifest.keys() != expected.keys()
        or not _fits(manifest, expected)
        or not _fit_files(manifest["files"])
    ):
        raise ArtifactMismatch("{0} has no readable manifest ({1}).", name, folder)
    for file_name, entry in manifest["files"].items():
        path = folder / file_name
        if not path.is_file() or path.stat().st_size != entry["bytes"]:
            raise ArtifactMismatch(
                "{0} is damaged: {1} is missing or has another size ({2}).", name, file_name, folder
            )
    return manifest


def _fits(entry: Mapping[str, Any], fields: Mapping[str, type]) -> bool:
    """True if every field exists and has exactly its type: true is not a number."""
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
    """An object as JSON, with a checksum of its content as a further field."""
    return _canonical(
        {**content, _OWN_CHECKSUM: hashlib.blake2b(_canonical(content), digest_size=16).hexdigest()}
    )


def read_sealed_json(data: bytes) -> dict[str, Any]:
    """Read an object that `sealed_json` wrote, or that an older program wrote without a checksum.

    Raises ValueError for data that is not JSON, is not an object, or has changed since it was written.
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
    """Read every byte of an artifact, or of the files in `only`, and compare the checksums.

    Raises ArtifactMismatch if a file differs from the manifest.
    """
    for file_name, entry in manifest["files"].items():
        if only is not None and file_name not in only:
            continue
        if checksum(folder / file_name) != entry["blake2b"]:
            raise ArtifactMismatch(
                "{0}/{1} is damaged: {2} has changed since it was written ({3}).",
                folder.parent.name,
                folder.name,
                file_name,
                folder,
            )


class BlockChecksums:
    """Checksums of the blocks of an artifact's large files; each block is compared once, before it is used.

    Reading all of a large file when it is opened would take seconds. May be used by several threads at once.
    """

    def __init__(self, folder: Path, manifest: Mapping[str, Any], large: Sequence[str]) -> None:
        """Map the files and their checksums. Raises ArtifactMismatch if the numbers of checksums and blocks differ.

        Artifacts written before 2026-11-22 have no block checksums and are not compared.
        """
        self._folder = folder
        self._files: dict[str, tuple[NDArray[np.uint8], NDArray[np.uint32]]] = {}
        self._unseen: dict[str, NDArray[np.bool_]] = {}  # blocks that have not been compared
        if BLOCK_CHECKSUMS not in manifest["files"]:
            return
        verify_checksums(folder, manifest, only=[BLOCK_CHECKSUMS])
        all_checksums = np.array(map_array(folder / BLOCK_CHECKSUMS, "<u4"))
        counts = [-(-manifest["files"][name]["bytes"] // _BLOCK_BYTES) for name in large]
        if len(all_checksums) != sum(counts):
            name = f"{folder.parent.name}/{folder.name}"
            raise ArtifactMismatch("{0} is damaged: its checksums do not fit its files ({1}).", name, folder)
        for name, checksums in zip(large, np.split(all_checksums, np.cumsum(counts)[:-1]), strict=True):
            self._files[name] = map_array(folder / name, "u1"), checksums
            self._unseen[name] = np.ones(len(checksums), bool)

    def compare(self, name: str, starts: NDArray[np.int64], stops: NDArray[np.int64]) -> None:
        """Compare the blocks that hold bytes starts[i] ... stops[i] - 1 of a file, except blocks compared before.

        Only these blocks are read from the disk, all at once.
        Raises ArtifactMismatch, naming the artifact, if a block has changed.
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
                    "{0}/{1} is damaged: {2} has changed since it was written ({3}).",
                    folder.parent.name,
                    folder.name,
                    name,
                    folder,
                )
        unseen[blocks] = False


def _blocks_of(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """The blocks that hold bytes starts[i] ... stops[i] - 1; a block that several ranges share comes several times.

    The cost depends on the ranges, not on the file: a search could not go through all blocks of a large file.
    """
    nonempty = stops > starts
    first = starts[nonempty] // _BLOCK_BYTES
    counts = (stops[nonempty] - 1) // _BLOCK_BYTES + 1 - first
    ends = np.cumsum(counts)
    return np.repeat(first - (ends - counts), counts) + np.arange(int(counts.sum()))


def read_ahead(mapped: NDArray[Any], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> int:
    """Make the system read bytes starts[i] ... stops[i] - 1 of a large mapped file now, and nothing around them.

    starts, stops : ascending. Returns the number of reads: ranges close together are read at once.
    Otherwise each page would be waited for at first use, and the system would read up to megabytes around it: for a
    file that does not fit in memory, many times the bytes used. On systems without madvise, nothing happens.
    """
    file: mmap.mmap | None = getattr(mapped, "_mmap", None)
    if file is None or mapped.nbytes < _MIN_BYTES_READ_AHEAD or not hasattr(mmap, "MADV_WILLNEED"):
        return 0
    file.madvise(mmap.MADV_RANDOM)
    starts, stops = starts[stops > starts], stops[stops > starts]
    starts = starts // mmap.PAGESIZE * mmap.PAGESIZE
    gaps = np.flatnonzero(starts[1:] > stops[:-1] + _MAX_BYTES_BETWEEN)
    begins = [*starts[:1].tolist(), *starts[1:][gaps].tolist()]
    ends = [*stops[:-1][gaps].tolist(), *stops[-1:].tolist()]
    for begin, end in zip(begins, ends, strict=True):
        file.madvise(mmap.MADV_WILLNEED, begin, end - begin)
    return len(begins)


def read_through(mapped: NDArray[Any]) -> None:
    """Undo the advice of `read_ahead`: the system again reads a mapped file from its beginning to its end."""
    file: mmap.mmap | None = getattr(mapped, "_mmap", None)
    if file is not None and hasattr(mmap, "MADV_NORMAL"):
        file.madvise(mmap.MADV_NORMAL)


def write_array(path: Path, array: NDArray[Any]) -> None:
    with open(path, "wb", opener=open_private) as file:
        file.write(np.ascontiguousarray(array).data)


def map_array(path: Path, dtype: DTypeLike, shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """A read-only memory-mapped array. An empty file is an empty array (it cannot be mapped).

    Raises ArtifactMismatch, naming the artifact, if the file's size does not fit this type and shape.
    """
    try:
        empty = path.stat().st_size == 0
        array: NDArray[Any] = np.zeros(0, dtype) if empty else np.memmap(path, dtype=dtype, mode="r")
        array.setflags(write=False)
        return array if shape is None else array.reshape(shape)
    except ValueError as error:
        folder = path.parent
        raise ArtifactMismatch(
            "{0}/{1} is damaged: {2} is not as long as it should be ({3}).",
            folder.parent.name,
            folder.name,
            path.name,
            folder,
        ) from error


def new_mapped_array(path: Path, dtype: DTypeLike, length: int) -> NDArray[Any]:
    """A private file of `length` zeros, mapped for writing.

    Its blocks are reserved first: on a full disk, writing to a mapped hole ends the process instead of raising.
    """
    size = length * np.dtype(dtype).itemsize
    with open(path, "wb", opener=open_private) as file:
        if size == 0:
            return np.zeros(0, dtype)
        reserve(file, size)
    return np.memmap(path, dtype=dtype, mode="r+", shape=(length,))


def reserve(file: BinaryIO, size: int) -> None:
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


def flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())

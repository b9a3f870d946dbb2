"""Backup of a library to one file, restore, and moving a library to another place.

A backup is a ZIP archive without compression. It begins with a snapshot of the catalog and ends with a list of all
files and their checksums. Nothing in it is trusted until every byte was compared.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO

from cbir.base.errors import CatalogTooNew, CbirError
from cbir.base.layout import Layout
from cbir.base.storage import (
    TEMPORARY_PREFIX,
    checksum,
    flush_folder,
    make_private_folder,
    remove_abandoned,
    remove_unfinished,
    temporary_name,
)
from cbir.catalog import Catalog
from cbir.state import FORMAT, explain_disk_trouble, is_own, refuse_network, remove_own

CONTENTS = "backup.json"
_UNFINISHED = ".cbir-part"  # suffix of temporary names in the user's folders
_CHUNK = 1 << 20
_LOCAL_HEADER_BYTES = 30  # before a file's name in an archive: PKWARE, APPNOTE.TXT, 4.3.7
# Raised by the standard library for archives that were cut, changed or made by hand.
_NO_BACKUP = (
    zipfile.BadZipFile, zipfile.LargeZipFile, LookupError, ValueError, TypeError, AttributeError, EOFError,
    RuntimeError, OverflowError, struct.error, zlib.error, sqlite3.DatabaseError,
    FileExistsError, NotADirectoryError, IsADirectoryError,
)  # fmt: skip
Progress = Callable[[int, int], None]
"""Called with the bytes done and all bytes."""


def back_up(
    catalog: Catalog, layout: Layout, file: Path, *, progress: Progress = lambda done, total: None
) -> int:
    """Write everything that a library needs into one new file. Returns its size in bytes.

    The caller keeps writers out. The file appears complete or not at all. Raises CbirError if a file of that name
    exists, or there is no room for it.
    """
    if file.exists():
        raise CbirError("There is a file {0} already. Give the backup another name.", file)
    if not file.parent.is_dir():
        raise CbirError("There is no folder {0} to put the backup into.", file.parent)
    if file.absolute().is_relative_to(layout.folder):
        raise CbirError("A backup inside the library would be lost with it. Name a file elsewhere.")
    remove_abandoned(file.parent, _UNFINISHED)
    temporary, scratch = (temporary_name(file.with_name(f"{file.name}{_UNFINISHED}")) for _ in range(2))
    try:
        with explain_disk_trouble(file.parent):
            # beside the backup, under a name that the next backup removes
            make_private_folder(scratch)
            copy = scratch / layout.catalog.name
            catalog.copy_to(copy)
            members = [(layout.catalog.name, copy), *_members(catalog, layout)]
            with open(temporary, "xb", opener=_private) as target:
                _write_archive(target, members, progress)
                target.flush()
                os.fsync(target.fileno())
        temporary.replace(file)
        _make_durable(file.parent)
    finally:
        remove_unfinished(scratch)
        temporary.unlink(missing_ok=True)
    return file.stat().st_size


def restore(file: Path, folder: Path, *, progress: Progress = lambda done, total: None) -> None:
    """Make a library from a backup, in a new or empty folder. It appears complete or not at all.

    Raises CbirError if the folder is not empty or the file is no complete backup, CatalogTooNew if a newer version
    made it.
    """
    folder = Path(os.path.normpath(folder.absolute()))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CbirError("{0} is not empty. Restore into a new or empty folder, named with --library.", folder)
    refuse_network(folder)
    remove_abandoned(folder.parent, _UNFINISHED)
    temporary = temporary_name(folder.with_name(f"{folder.name}{_UNFINISHED}"))
    try:
        with explain_disk_trouble(folder.parent):
            try:
                with file.open("rb") as stream, zipfile.ZipFile(stream) as archive:
                    files = _contents(archive, folder)
                    make_private_folder(temporary)
                    _extract(archive, files, temporary, progress)
            except FileNotFoundError as error:
                raise CbirError("There is no file {0}.", file) from error
            except _NO_BACKUP as error:
                raise CbirError("{0} is not a whole backup of a library ({1}).", file, error) from error
            _put_in_place(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def move_library(catalog: Catalog, layout: Layout, folder: Path) -> None:
    """Put a library in another place; the caller keeps writers out and then removes the old one (`remove_moved`).

    Within a drive its files are linked. Between drives they are copied, and compared before the old ones are deleted.
    Raises CbirError if the place is not empty, or inside the library.
    """
    if layout.on_server:
        raise CbirError(
            "A library on a server cannot be moved. Index your folders into one with ?folder=DIR in its address."
        )
    folder = Path(os.path.normpath(folder.absolute()))
    if folder.is_relative_to(layout.folder):
        raise CbirError("{0} is inside the library itself. Name another place.", folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CbirError("{0} is not empty. Name a new or empty folder.", folder)
    refuse_network(folder)
    remove_abandoned(folder.parent, _UNFINISHED)
    temporary = temporary_name(folder.with_name(f"{folder.name}{_UNFINISHED}"))
    try:
        with explain_disk_trouble(folder.parent):
            make_private_folder(temporary)
            for name, source in _members(catalog, layout):
                link_or_copy(source, temporary / name)
            # marks need no writer lock: their writers wait here, and then see that the library is gone
            with catalog.transaction(), Catalog.open(layout.catalog, writable=False) as snapshot:
                snapshot.copy_to(temporary / layout.catalog.name)
                (temporary / layout.catalog.name).chmod(0o600)
                _put_in_place(temporary, folder)  # durable, before the old library is removed
                layout.format_file.unlink()
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _put_in_place(temporary: Path, folder: Path) -> None:
    """Rename a finished library to its folder, which is missing or empty."""
    for path, _, _ in os.walk(temporary):
        _make_durable(Path(path))
    if folder.exists():
        folder.rmdir()
    temporary.replace(folder)
    _make_durable(folder.parent)


def _make_durable(folder: Path) -> None:
    """Flush the names in a folder against a power cut, if its drive can: some network drives cannot."""
    with contextlib.suppress(OSError):
        flush_folder(folder)


def remove_moved(layout: Layout) -> list[Path]:
    """Delete a library that was moved. The files that mark it as a library go first, and durably.

    Returns the files in its folder that are not the library's. They stay.
    """
    for proof in (layout.format_file, layout.catalog):
        proof.unlink(missing_ok=True)
    _make_durable(layout.folder)
    return remove_own(layout, layout.folder)


def _members(catalog: Catalog, layout: Layout) -> Iterator[tuple[str, Path]]:
    """Archive names and files of a library, except the catalog and files that it does not list."""
    yield layout.format_file.name, layout.format_file
    if layout.searches.is_file():
        yield layout.searches.name, layout.searches
    folders = [layout.segment(row.kind, row.codebook, row.name) for row in catalog.segments.all()]
    for folder in [layout.all_codebooks, *folders, layout.thumbnails]:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and is_own(layout, path) and not path.name.startswith(TEMPORARY_PREFIX):
                yield path.relative_to(layout.folder).as_posix(), path


def _write_archive(target: object, members: list[tuple[str, Path]], progress: Progress) -> None:
    total = sum(path.stat().st_size for _, path in members)
    done = 0
    files = {}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:  # type: ignore[call-overload]
        for name, path in members:
            digest = hashlib.blake2b(digest_size=16)
            size = 0
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o600 << 16
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as member:
                while chunk := source.read(_CHUNK):
                    member.write(chunk)
                    digest.update(chunk)
                    size += len(chunk)
                    progress(done + size, total)
            done += size
            files[name] = {"bytes": size, "blake2b": digest.hexdigest()}
        archive.writestr(CONTENTS, json.dumps({"format": FORMAT, "files": files}, indent=1))


def _contents(archive: zipfile.ZipFile, folder: Path) -> dict[str, tuple[int, str]]:
    """Size and checksum of each file that a backup should contain. Nothing has been written yet.

    A backup is not compressed, and its files share no bytes, so it never unpacks to more than its own size.
    Raises ValueError and others of _NO_BACKUP if this does not hold.
    """
    contents = json.loads(_member(archive, CONTENTS).read())
    if int(contents["format"]) > FORMAT:
        raise CatalogTooNew("A newer version of cbir made this backup. Update cbir to restore it.")
    layout = Layout(folder)
    files = {
        name: (int(about["bytes"]), str(about["blake2b"])) for name, about in dict(contents["files"]).items()
    }
    for needed in (layout.format_file.name, layout.catalog.name):
        if needed not in files:
            raise ValueError(f"it has no {needed}")
    for name, (size, _) in files.items():
        path = folder / PurePosixPath(name)
        if not path.is_relative_to(folder) or not is_own(layout, path):
            raise ValueError(f"it names the place {name}")
        if archive.getinfo(name).file_size != size:
            raise ValueError(f"{name} is not as long as it says")
    end, names = 0, set[str]()
    for entry in sorted(archive.infolist(), key=lambda member: member.header_offset):
        _refuse_unstored(entry)
        if entry.filename in names:
            raise ValueError(f"it has {entry.filename} twice")
        if entry.header_offset < end:
            raise ValueError(f"{entry.filename} overlaps another file")
        names.add(entry.filename)
        end = entry.header_offset + _LOCAL_HEADER_BYTES + entry.file_size
    if end > archive.start_dir:
        raise ValueError("its last file is cut short")
    return files


def _extract(
    archive: zipfile.ZipFile, files: Mapping[str, tuple[int, str]], folder: Path, progress: Progress
) -> None:
    """Write the members of an archive into a new folder, and compare each with its size and checksum."""
    total = sum(size for size, _ in files.values())
    done = 0
    layout = Layout(folder)
    for name, (_, digest) in files.items():
        path = folder / PurePosixPath(name)
        make_private_folder(path.parent)
        with _member(archive, name) as source, open(path, "xb", opener=_private) as target:
            while chunk := source.read(_CHUNK):
                target.write(chunk)
                done += len(chunk)
                if done > total:
                    raise ValueError(f"{name} is longer than it says")
                progress(done, total)
            target.flush()
            os.fsync(target.fileno())
        if checksum(path) != digest:
            raise ValueError(f"{name} is damaged")
    if foreign := Catalog.foreign_parts(layout.catalog):
        raise ValueError(f"its catalog has {foreign[0]}")


def _member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    about = archive.getinfo(name)
    _refuse_unstored(about)
    return archive.open(about)


def _refuse_unstored(entry: zipfile.ZipInfo) -> None:
    if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size:
        raise ValueError(f"{entry.filename} is compressed")
    if entry.header_offset < 0:
        raise ValueError(f"{entry.filename} begins before the file does")


def link_or_copy(source: Path, target: Path) -> None:
    """Link a file if possible, else copy it. A link is safe, as only the catalog is ever changed in place."""
    make_private_folder(target.parent)
    with contextlib.suppress(OSError):
        target.hardlink_to(source)
        return
    with source.open("rb") as source_file, open(target, "xb", opener=_private) as target_file:
        shutil.copyfileobj(source_file, target_file, _CHUNK)
        target_file.flush()
        os.fsync(target_file.fileno())
    if checksum(source) != checksum(target):
        raise CbirError(
            "{0} could not be written without faults: is the disk sound? Nothing was moved.", target
        )


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

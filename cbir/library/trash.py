"""Moves of photos to the system's trash. Only this module ever touches an original, and only on request.

The file moves first and the catalog follows at once, photo by photo. If that is interrupted, the next index run
sees that the file is gone and completes it. An index run may be in progress: it does not add a photo again that the
catalog had when the run began and has no longer. Nothing is ever deleted: without a trash the file stays.
If the catalog cannot remove the photo, as on a full disk, the file is put back.
"""

from __future__ import annotations

import errno
import glob
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from urllib.parse import unquote

from cbir.base.disk_room import is_full
from cbir.base.drives import folder_is_there
from cbir.base.errors import CbirError
from cbir.base.file_identity import entry_id, file_id, file_ids, is_link
from cbir.base.messages import Message
from cbir.base.storage import checksum, flush_folder, size_and_time
from cbir.base.types import PhotoId, Skipped, Trashed, TrashReport, moment_of
from cbir.catalog import Catalog, PhotoFile
from cbir.library.belongings import (
    PICTURE_STAYS,
    RECORDING_STAYS,
    SHARED,
    beside,
    going_with,
    is_recording,
    same_recording,
)

_DENIED = {errno.EACCES, errno.EPERM}
_STAYS = Message("The disk is full, and it stays.")
_STILL_LISTED = Message(
    "It is in the trash, but the disk is full, and the library still lists it. "
    "Free some space and {run} {scan_folder}."
)
_CHANGED = Message("The file has changed since it was indexed, and stays. {Run} {scan_folder} first.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remaining:
    """A file that stays in place of a trashed one. fingerprint : of its indexed content"""

    file: Path
    fingerprint: str

    def is_whole(self) -> bool:
        """True if the file can be opened now and has the compared content."""
        return has_content(self.file, self.fingerprint)


def trash_items(catalog: Catalog, photos: Sequence[PhotoId]) -> TrashReport:
    """Move photos to the trash, a raw file and the JPEG of its shot together (see trash_photos).

    The other file follows once the photo is in the trash, and a note says so. If it stays, a problem says why.
    """
    chosen = set(photos)
    others = {
        other: photo
        for photo in photos
        for other in catalog.photos.one_item_with(photo)
        if other not in chosen
    }
    files = {photo: catalog.files.of_photo(photo) for photo in (*others, *others.values())}
    report = trash_photos(catalog, photos, with_recording=True)
    following = [other for other, photo in others.items() if catalog.files.of_photo(photo) is None]
    if not following:
        return report
    moved = trash_photos(catalog, following)
    notes = [*report.notes, *moved.notes]
    for other in following:
        file, photo = files[other], files[others[other]]
        if file is not None and photo is not None and catalog.files.of_photo(other) is None:
            reason = Message("It is one item with {0}, and is in the trash too.", photo.file.name)
            notes.append(Skipped(path=file.file, reason=reason))
    gone = {file.file for file in files.values() if file is not None}
    return TrashReport(
        photos=report.photos,
        problems=(*report.problems, *moved.problems),
        trashed=(*report.trashed, *moved.trashed),
        notes=tuple(note for note in notes if not _is_settled(note, gone)),
    )


def _is_settled(note: Skipped, gone: Collection[Path]) -> bool:
    """True for a note that a file stays for another one which went as well."""
    return note.reason in (PICTURE_STAYS, SHARED) and (note.path in gone or not os.path.lexists(note.path))


def trash_photos(
    catalog: Catalog,
    photos: Sequence[PhotoId],
    *,
    with_recording: bool = False,
    let_go: Callable[[PhotoFile], None] = lambda file: None,
    instead_of: Mapping[PhotoId, Sequence[Remaining]] = MappingProxyType({}),
) -> TrashReport:
    """Move the files of photos to the trash, with the files that belong to them; their documents become tombstones.

    with_recording : the video of a Live Photo goes along
    let_go : called in the transaction that removes a photo from the library
    instead_of : for photos that go as copies, the files that stay. Before and after the move, at least one of them must
        have its content. Every remaining name in the library must keep its file. Otherwise the photo is put back

    Needs no writer lock. A file that is missing, or differs from the indexed one, is left alone.
    Raises CbirError if a photo is not in the library. Nothing is moved then.
    """
    photo_files = {photo: catalog.files.of_photo(photo) for photo in dict.fromkeys(photos)}
    files = {photo: file for photo, file in photo_files.items() if file is not None}
    if len(files) < len(photo_files):
        raise CbirError("This photo is no longer in the library. Nothing was moved.")
    report = TrashReport(photos=0)
    removed: set[PhotoId] = set()
    stayed: set[PhotoId] = set()
    # Links first: without its file a link looks like a broken one.
    for photo, file in sorted(files.items(), key=lambda entry: not is_link(entry[1].file)):
        if photo in removed:
            report = replace(report, photos=report.photos + 1)
            continue
        names = _Names.of(catalog, photo, file, files.keys() - {photo} - stayed)
        reason = why_not(file.file, file.size, file.mtime_ns)
        if reason is None and photo in instead_of:
            reason = _move_a_copy(file, instead_of[photo], names)
        elif reason is None:
            reason = to_trash(file.file)
        if reason is not None:
            stayed.add(photo)
            report = _with(report, problems=[Skipped(path=file.file, reason=reason)])
            continue
        removed_files = {photo: file, **names.that_went()}
        trash_entry = kept_in_trash(file.file)
        try:
            with catalog.transaction():
                marks = catalog.marks.of(photo)
                for photo_file in removed_files.values():
                    catalog.files.remove(photo_file.root, [photo_file.path])
                    let_go(photo_file)
        except BaseException as error:
            back = put_back(trash_entry, file.file) is None
            if not isinstance(error, sqlite3.Error) or not is_full(error, catalog.path.parent):
                raise
            stayed.add(photo)
            report = _with(
                report, problems=[Skipped(path=file.file, reason=_STAYS if back else _STILL_LISTED)]
            )
            continue
        removed |= removed_files.keys()
        sidecars, problems, staying = _trash_belongings(
            file.file,
            instead_of.get(photo, ()),
            going={photo_file.file for photo_file in files.values()},
            with_recording=with_recording,
        )
        trashed = (
            []
            if trash_entry is None
            else [Trashed(path=file.file, kept=trash_entry, marks=marks, sidecars=sidecars)]
        )
        report = replace(report, photos=report.photos + 1)
        report = _with(report, problems=problems, trashed=trashed, notes=[*names.notes(), *staying])
    return report


def _with(
    report: TrashReport,
    *,
    problems: Sequence[Skipped] = (),
    trashed: Sequence[Trashed] = (),
    notes: Iterable[Skipped] = (),
) -> TrashReport:
    return replace(
        report,
        problems=(*report.problems, *problems),
        trashed=(*report.trashed, *trashed),
        notes=(*report.notes, *notes),
    )


def _trash_belongings(
    picture: Path, remaining: Sequence[Remaining], *, going: Collection[Path], with_recording: bool
) -> tuple[tuple[tuple[Path, Path], ...], list[Skipped], list[Skipped]]:
    """Move the files that belong to a picture, and to no remaining one.

    Returns each file's old and new place, the files that could not be moved, and the files that stay, with reasons.
    """
    moved, problems = [], []
    copies = [copy.file for copy in remaining]
    staying = {file_id(belonging) for copy in copies for belonging in going_with(copy)}
    along, stays = beside(
        picture,
        going={path for path in going if not os.path.lexists(path)},
        copies=copies,
        with_recording=with_recording,
    )
    for belonging in along:
        if file_id(belonging) in staying:
            continue
        if (
            is_recording(belonging)
            and not with_recording
            and not same_recording(belonging, copies, by_content=True)
        ):
            stays.append(Skipped(path=belonging, reason=RECORDING_STAYS))
        elif (reason := to_trash(belonging)) is not None:
            problems.append(Skipped(path=belonging, reason=reason))
        elif (place := kept_in_trash(belonging)) is not None:
            moved.append((belonging, place))
    return tuple(moved), problems, stays


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The library's photos of one content, before a file moves. Names that cannot be read after it were its names.

    file : that moves. link_to : its target if it is a link. others : other photos of the content
    going : the others that go too. same : the others that are the same file, if the system can tell
    one_name : the others that are the same directory entry, reached by another path to its folder
    """

    file: PhotoFile
    link_to: Path | None
    others: Mapping[PhotoId, PhotoFile]
    going: AbstractSet[PhotoId]
    same: Collection[PhotoId]
    one_name: AbstractSet[PhotoId]

    @classmethod
    def of(cls, catalog: Catalog, photo: PhotoId, file: PhotoFile, going: AbstractSet[PhotoId]) -> _Names:
        alike = catalog.files.of_same_content(photo)
        ids = file_ids([file.file, *(other.file for other in alike.values())]) if alike else {}
        others = {id: other for id, other in alike.items() if other.file in ids}
        others_of_file = {id for id, other in others.items() if ids[other.file] == ids.get(file.file)}
        link_to = Path(os.path.realpath(file.file)) if is_link(file.file) else None
        one_name = {id for id in others_of_file if entry_id(others[id].file) == entry_id(file.file)}
        return cls(
            file=file, link_to=link_to, others=others, going=going, same=others_of_file, one_name=one_name
        )

    def that_went(self) -> dict[PhotoId, PhotoFile]:
        """The photos whose names went too: each was the same directory entry, reached by another path."""
        return {photo: other for photo, other in self.others.items() if not os.path.lexists(other.file)}

    def lost(self) -> list[Path]:
        """The names that should stay but now lead to nothing."""
        staying = self.others.keys() - self.going - self.one_name
        return [name for photo in sorted(staying) if not (name := self.others[photo].file).exists()]

    def notes(self) -> Iterator[Skipped]:
        """Notes for the person about the file's other names, after it moved to the trash."""
        name = self.file.file.name
        if self.link_to is not None and self.link_to.exists():
            yield Skipped(
                path=self.file.file, reason=Message("It was a link. Its file stays: {0}", self.link_to)
            )
        for photo, other in self.others.items():
            if photo in self.going:
                continue
            if not os.path.lexists(other.file):
                yield Skipped(
                    path=other.file,
                    reason=Message("It was another name of {0}, and is in the trash too.", name),
                )
            elif not other.file.exists():
                yield Skipped(
                    path=other.file, reason=Message("It is a link to {0}, which is now in the trash.", name)
                )
            elif photo in self.same and self.link_to is None:
                yield Skipped(
                    path=other.file, reason=Message("It is another name of {0}, and keeps the file.", name)
                )


def _move_a_copy(file: PhotoFile, remaining: Sequence[Remaining], names: _Names) -> Message | None:
    """Move a file if a copy of it stays, or put it back. Returns a sentence with the reason if it stays."""
    own = file_id(file.file)
    separate = [copy for copy in remaining if file_id(copy.file) != own]
    if not separate and remaining:
        return Message(
            "It is the same file as {0}: there is nothing to free, and it stays.", remaining[0].file
        )
    if not (whole := [copy for copy in separate if copy.is_whole()]):
        copy_name = remaining[0].file.name if remaining else "its copy"
        return Message(
            "It stays, since {0} cannot be read or has changed since they were compared.", copy_name
        )
    if not has_content(file.file, file.fingerprint):
        return _CHANGED
    if (reason := to_trash(file.file)) is not None:
        return reason
    lost = names.lost()
    if any(copy.is_whole() for copy in whole) and not lost:
        return None
    name = lost[0] if lost else whole[0].file
    if put_back(kept_in_trash(file.file), file.file) is None:
        return Message("{0} could not be read in the trash, so it was put back.", name)
    return Message("{0} cannot be read in the trash. Take it out again.", name)


def has_content(file: Path, fingerprint: str) -> bool:
    """True if a file can be opened now, and has this content to the last byte."""
    try:
        return bool(folder_is_there(file.parent)) and file.is_file() and checksum(file) == fingerprint
    except (OSError, ValueError):
        return False


def put_back(trashed: Path | None, path: Path) -> Message | None:
    """Move a file out of the trash. Returns a sentence with the reason if that fails."""
    if os.path.lexists(path):
        return Message("There is another file in its place now, so it stays in the trash.")
    if trashed is None or not os.path.lexists(trashed):
        return Message("It is no longer in the trash.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(trashed, path)
        flush_folder(path.parent)
        record = trashed.parent.parent / "info" / f"{trashed.name}.trashinfo"
        if sys.platform == "win32":
            record = trashed.with_name(f"$I{trashed.name[2:]}")
        record.unlink(missing_ok=True)
    except OSError as error:
        return Message("It cannot be moved back, and stays in the trash ({0}).", error.strerror or error)
    return None


def why_not(file: Path, size: int, mtime_ns: int) -> Message | None:
    """A sentence with the reason for which a file must not be moved, as it may differ from the file that the user saw.

    size, mtime_ns : of the indexed file
    """
    missing = Message("The file is not there now.")
    if (moment := moment_of(file)) is not None:
        return Message("It is a moment of the video {0}. Delete the video to remove it.", moment.video.name)
    if not folder_is_there(file.parent):
        return missing
    try:
        status = file.stat()
    except OSError:
        return missing
    if size_and_time(status) != (size, mtime_ns):
        return _CHANGED
    return None


def to_trash(path: Path) -> Message | None:
    """Move one file to the trash. Returns a sentence with the reason if that fails."""
    from send2trash import TrashPermissionError, send2trash

    try:
        send2trash(os.fspath(path))
        flush_folder(path.parent)  # a power cut must not bring back a file that the catalog removes now
    except TrashPermissionError:
        return Message("There is no trash on its drive that you may use, and it stays.")
    except OSError as error:
        if error.errno == errno.EROFS:
            return Message("Its drive is read-only, and it stays.")
        if is_full(error, path.parent):
            return _STAYS
        if error.errno in _DENIED:
            return Message("Permission to move it was denied, and it stays.")
        return Message("It cannot be moved to the trash, and stays ({0}).", error.strerror or error)
    return Message("The system left it where it is.") if os.path.lexists(path) else None


def kept_in_trash(path: Path) -> Path | None:
    """The place in the system's trash of a file just moved there from a path; None if it cannot be determined."""
    if sys.platform == "win32":
        return kept_in_recycle_bin(path, Path(path.anchor, "$Recycle.Bin"))
    if sys.platform == "darwin":
        entry = Path.home() / ".Trash" / path.name
        return entry if os.path.lexists(entry) else None
    matches = []
    for trash, base in _trashes(path):
        # If the name is already taken in the trash, a number follows its stem.
        for info in trash.glob(f"info/{glob.escape(path.stem)}*.trashinfo"):
            entry = trash / "files" / info.name.removesuffix(".trashinfo")
            if _origin(info, base) == path and os.path.lexists(entry):
                matches.append((info.stat().st_mtime_ns, entry))
    return max(matches)[1] if matches else None


def kept_in_recycle_bin(path: Path, recycle_bin: Path) -> Path | None:
    """The newest file of a recycle bin that was at a path. Each $I file has the former path of the $R file of its name.

    Layout: version, size and time of 8 bytes each, from version 2 on the path's length in 4 bytes, and the path in
    UTF-16. github.com/libyal/dtformats, "Windows Recycle.Bin file formats".
    """
    matches = []
    for info in recycle_bin.glob("*/$I*"):
        try:
            data = info.read_bytes()
        except OSError:
            continue
        at = 24 if data[:1] == b"\1" else 28
        origin = data[at:].decode("utf-16-le", "surrogatepass").partition("\0")[0]
        entry = info.with_name(f"$R{info.name[2:]}")
        if os.path.normcase(origin) == os.path.normcase(path) and os.path.lexists(entry):
            matches.append((int.from_bytes(data[16:24], "little"), entry))
    return max(matches)[1] if matches else None


def _trashes(path: Path) -> Iterator[tuple[Path, Path]]:
    """Each trash that may have a file, and the base of the relative paths in it."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    yield data / "Trash", Path("/")
    if hasattr(os, "getuid"):
        top = path.parent
        while top != top.parent and not os.path.ismount(top):
            top = top.parent
        yield top / ".Trash" / str(os.getuid()), top
        yield top / f".Trash-{os.getuid()}", top


def _origin(info: Path, base: Path) -> Path | None:
    """The former path of a file, by its .trashinfo."""
    try:
        lines = info.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    quoted = next((line.partition("=")[2] for line in lines if line.startswith("Path=")), None)
    return None if quoted is None else base / unquote(quoted, errors="surrogateescape")

"""Files beside a picture: those that go to the trash with it, and sidecars that take the metadata of a copy.

Settings and descriptions go with their picture. A file that two pictures share goes with the last of them. Videos,
sounds and other pictures of the same name stay, and are reported.

Received metadata are in the catalog first. It keeps each sidecar's old bytes until the copy comes back.
"""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.storage import replace_content
from cbir.base.types import PhotoId, Skipped
from cbir.catalog import Catalog, WrittenSidecar, digest_of
from cbir.duplicates import PhotoRow
from cbir.images import PICTURE_SUFFIXES, is_of_live_photo, live_stems
from cbir.metadata import XmpUnclear, edit_sidecar, names_its_picture, read_sidecar, received_values
from cbir.state import unlocked_write

# By the whole name (`IMG_1.CR2.pp3`) or without the picture's suffix (`IMG_1.pp3`): XMP; edits of Apple, RawTherapee,
# ART, DxO, Capture One, ON1, Nikon, Canon, Exposure, Google's descriptions.
_SETTINGS = frozenset(".xmp .aae .pp3 .arp .dop .cos .on1 .onphoto .nksc .vrd .dr4 .exposurex7 .json".split())
_PROXIES = frozenset((".thm", ".lrv"))  # of a video, if there is one
_RECORDINGS = frozenset(".mov .mp4 .m4v .avi .mts .3gp .wav .m4a .mp3 .aac".split())
_FOLDERS = (
    "CaptureOne/Settings*",
    "NKSC_PARAM",
)  # folders in which programs keep settings, by the whole name
_OF_FOLDERS = (".cos", ".nksc")
_TAKEOUT = re.compile(r"(\.(?P<word>[a-z-]+))?(?P<number>\(\d+\))?\.json", re.IGNORECASE)
_TAKEOUT_WORD = "supplemental-metadata"  # Google shortens it if the name gets too long
_NUMBERED = re.compile(r"(?P<stem>.*)(?P<number>\(\d+\))(?P<suffix>\.[^.]+)")
SHARED = Message("Another photo here has the same name, so it stays.")
PICTURE_STAYS = Message("It is a separate photo, and stays.")
RECORDING_STAYS = Message("It is a recording, and stays.")


class Listings:
    """Names in folders, each folder listed only once."""

    def __init__(self) -> None:
        self._folders: dict[Path, dict[str, list[str]]] = {}

    def names(self, folder: Path, like: str) -> list[str]:
        """The names in a folder with the same beginning as another, up to its first dot or bracket."""
        if folder not in self._folders:
            by_beginning: dict[str, list[str]] = {}
            for name in _listed(folder):
                by_beginning.setdefault(_beginning(name), []).append(name)
            self._folders[folder] = by_beginning
        return self._folders[folder].get(_beginning(like), [])


def going_with(picture: Path) -> list[Path]:
    """The files that go to the trash with a picture."""
    return beside(picture)[0]


def shares_its_name(picture: Path) -> bool:
    """True if another picture has the same name but for the suffix, such as a raw file beside its JPEG."""
    return bool(_namesakes(picture, Listings().names(picture.parent, picture.name)))


def is_recording(path: Path) -> bool:
    """True for a video or a sound, such as a Live Photo's video."""
    return path.suffix.lower() in _RECORDINGS


def same_recording(
    recording: Path, copies: Sequence[Path], *, by_content: bool, listings: Listings | None = None
) -> bool:
    """True if a kept copy has the same recording beside it, by size or by content."""
    listings = listings or Listings()
    return any(
        path != recording
        and _stem(name) == _stem(copy.name)
        and path.suffix.lower() == recording.suffix.lower()
        and _same(path, recording, by_content)
        for copy in copies
        for name in listings.names(copy.parent, copy.name)
        for path in (copy.with_name(name),)
    )


def beside(
    picture: Path,
    *,
    going: Collection[Path] = (),
    copies: Sequence[Path] = (),
    with_recording: bool = False,
    listings: Listings | None = None,
) -> tuple[list[Path], list[Skipped]]:
    """The files that go with a picture, and the files of its name that stay, with the reason.

    going : pictures that go too, so that nothing stays for them
    copies : that stay in its place; if one of them has the same recording beside it, the recording goes
    with_recording : the video of a Live Photo goes
    """
    listings = listings or Listings()
    names = listings.names(picture.parent, picture.name)
    stem = _stem(picture.name)
    pictures = [name for name in _namesakes(picture, names) if picture.with_name(name) not in going]
    has_video = any(_stem(name) == stem and Path(name).suffix.lower() in _RECORDINGS for name in names)
    go: list[Path] = []
    stay = [Skipped(path=picture.with_name(name), reason=PICTURE_STAYS) for name in pictures]
    for name in [*names, *_original_edits(stem)]:
        path, suffix = picture.with_name(name), Path(name).suffix.lower()
        if name == picture.name or not path.is_file():
            continue
        if _is_of(name, picture.name):
            go.append(path)
        elif _stem(name) != stem and name not in _original_edits(stem):
            continue
        elif suffix in _RECORDINGS:
            goes = same_recording(path, copies, by_content=False, listings=listings) or (
                with_recording and is_of_live_photo(path, live_stems([picture.name]))
            )
            if goes and not pictures:
                go.append(path)
            else:
                stay.append(Skipped(path=path, reason=SHARED if pictures else RECORDING_STAYS))
        elif suffix in _SETTINGS or (suffix in _PROXIES and not has_video):
            named = names_its_picture(path, picture) if suffix == ".xmp" else None
            if named or (named is None and not pictures):
                go.append(path)
            elif named is None:
                stay.append(Skipped(path=path, reason=SHARED))
        elif suffix in _PROXIES:
            stay.append(Skipped(path=path, reason=RECORDING_STAYS))
    go += [path for path in _in_folders(picture) if path.is_file()]
    return sorted(go), sorted(stay, key=lambda file: file.path)


def _namesakes(picture: Path, names: Sequence[str]) -> list[str]:
    """Other pictures with the same name but for the suffix."""
    return [
        name
        for name in names
        if name != picture.name
        and _stem(name) == _stem(picture.name)
        and Path(name).suffix.lower() in PICTURE_SUFFIXES
    ]


def _is_of(name: str, picture: str) -> bool:
    """True if a file's name has its picture's whole name: `IMG_1.jpg.xmp`, `IMG_1.jpg.supplemental-metadata.json`."""
    if _stem(name) == picture and Path(name).suffix.lower() in _SETTINGS:
        return True
    if not name.lower().endswith(".json"):
        return False
    for whole, number in _takeout_names(picture):
        match = _TAKEOUT.fullmatch(name[len(whole) :]) if name.startswith(whole) else None
        if match and (match["number"] or "") == number:
            return _TAKEOUT_WORD.startswith((match["word"] or "").lower())
    return False


def _takeout_names(picture: str) -> Iterator[tuple[str, str]]:
    """Names and numbers of a picture in Google's files: the number of `IMG_1(2).jpg` moves, `IMG_1.jpg(2).json`."""
    yield picture, ""
    if match := _NUMBERED.fullmatch(picture):
        yield match["stem"] + match["suffix"], match["number"]


def _original_edits(stem: str) -> list[str]:
    """Apple's second file of edits: `IMG_O1234.AAE` beside `IMG_1234.HEIC`."""
    if not re.fullmatch(r"IMG_\d+", stem, re.IGNORECASE):
        return []
    return [f"{stem[:4]}O{stem[4:]}{suffix}" for suffix in (".aae", ".AAE")]


def _in_folders(picture: Path) -> Iterator[Path]:
    for pattern in _FOLDERS:
        for folder in picture.parent.glob(pattern):
            for suffix in _OF_FOLDERS:
                yield folder / f"{picture.name}{suffix}"


def _same(first: Path, second: Path, by_content: bool) -> bool:
    try:
        if first.stat().st_size != second.stat().st_size:
            return False
        return not by_content or filecmp.cmp(first, second, shallow=False)
    except OSError:
        return False


def _listed(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries]
    except OSError:
        return []


def _beginning(name: str) -> str:
    return re.split(r"[.(]", name, maxsplit=1)[0]


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def write_received(catalog: Catalog, sources: Sequence[Path], staying: Iterable[PhotoRow]) -> list[Skipped]:
    """Write metadata that photos received from files into their sidecars. Returns the failures."""
    problems = []
    for row in staying:
        photo = PhotoId(row.photo)
        metadata = catalog.metadata.of(photo)
        for received in metadata.received if metadata is not None else ():
            if received.by_thing or received.source not in sources or metadata is None:
                continue
            values = received_values(received, metadata)
            if not values:
                continue
            try:
                edit = edit_sidecar(row.file, values, shared=shares_its_name(row.file))
                # stored first: a written sidecar without a record could not be restored
                with catalog.transaction():
                    written = WrittenSidecar(path=edit.path, before=edit.before, digest=digest_of(edit.after))
                    catalog.handed_over.note_sidecar(photo, received.source, written)
                edit.write()
            except XmpUnclear as error:
                problems.append(
                    Skipped(path=row.file, reason=Message("Its sidecar was left as it is: {0}.", error))
                )
            except OSError as error:
                reason = Message("Its sidecar cannot be written: {0}.", error.strerror or error)
                problems.append(Skipped(path=row.file, reason=reason))
    return problems


def return_sidecars(layout: Layout, sources: Sequence[Path]) -> tuple[list[Path], list[Skipped]]:
    """Restore the sidecars that received values of files to their content before.

    Returns the restored ones, and those that were changed since and stay as they are.
    """
    with unlocked_write(layout) as catalog:
        written = catalog.handed_over.sidecars(sources)
    returned, problems = [], []
    for sidecar in written:
        now = read_sidecar(sidecar.path)
        if now == sidecar.before:
            continue
        if now is None or digest_of(now) != sidecar.digest:
            reason = Message("It was changed since, so it keeps what it received.")
            problems.append(Skipped(path=sidecar.path, reason=reason))
            continue
        try:
            if sidecar.before is None:
                sidecar.path.unlink()
            else:
                replace_content(sidecar.path, sidecar.before)
        except OSError as error:
            reason = Message("Its sidecar cannot be written: {0}.", error.strerror or error)
            problems.append(Skipped(path=sidecar.path, reason=reason))
        else:
            returned.append(sidecar.path)
    return returned, problems

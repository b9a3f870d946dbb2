"""A picture -> the files beside it that are its own, and those that stay beside it when it goes to the trash.

Settings and descriptions go with their picture. What two pictures share goes with the last of them; videos, sounds and
other pictures of its name stay, and that is said.
"""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from cbir.base.types import Skipped
from cbir.images import PICTURE_SUFFIXES
from cbir.metadata import names_its_picture

# By the whole name (`IMG_1.CR2.pp3`) or without the picture's suffix (`IMG_1.pp3`): XMP; edits of Apple, RawTherapee,
# ART, DxO, Capture One, ON1, Nikon, Canon, Exposure, Google's descriptions.
_SETTINGS = frozenset(".xmp .aae .pp3 .arp .dop .cos .on1 .onphoto .nksc .vrd .dr4 .exposurex7 .json".split())
_PROXIES = frozenset((".thm", ".lrv"))  # of a video, where there is one
_RECORDINGS = frozenset(".mov .mp4 .m4v .avi .mts .3gp .wav .m4a .mp3 .aac".split())
_FOLDERS = ("CaptureOne/Settings*", "NKSC_PARAM", ".dxo")  # where programs keep settings by the whole name
_TAKEOUT = re.compile(r"\.(?P<word>[a-z-]*)(?P<number>\(\d+\))?\.json", re.IGNORECASE)
_TAKEOUT_WORD = "supplemental-metadata"  # Google cuts it where the name becomes long
_NUMBERED = re.compile(r"(?P<stem>.*)(?P<number>\(\d+\))(?P<suffix>\.[^.]+)")
_SHARED = "Another photo here has the same name, so it stays."
_PICTURE = "It is a photo of its own, and stays."
_RECORDING = "It is a recording, and stays."


def going_with(picture: Path) -> list[Path]:
    """The files that go to the trash with a picture."""
    return _sort(picture, (), ())[0]


def beside(
    picture: Path, *, going: Collection[Path] = (), kept: Sequence[Path] = ()
) -> tuple[list[Path], list[Skipped]]:
    """The files that go with a picture, and those of its name that stay, and why.

    going : pictures that go too, so that nothing stays for them. kept : copies that stay in its place: where one of
    them has the same recording beside it, the recording goes
    """
    return _sort(picture, going, kept)


def same_recording(recording: Path, kept: Sequence[Path], *, by_content: bool) -> bool:
    """Whether a copy has a recording beside it that is the same, by its size or by its content."""
    for other in kept:
        for name in _names(other.parent):
            path = other.with_name(name)
            if path == recording or _stem(name) != _stem(other.name):
                continue
            if Path(name).suffix.lower() == recording.suffix.lower() and _same(path, recording, by_content):
                return True
    return False


def _sort(picture: Path, going: Collection[Path], kept: Sequence[Path]) -> tuple[list[Path], list[Skipped]]:
    names = _names(picture.parent)
    stem = _stem(picture.name)
    pictures = [
        name
        for name in names
        if name != picture.name
        and _stem(name) == stem
        and Path(name).suffix.lower() in PICTURE_SUFFIXES
        and picture.with_name(name) not in going
    ]
    has_video = any(_stem(name) == stem and Path(name).suffix.lower() in _RECORDINGS for name in names)
    go: list[Path] = []
    stay = [Skipped(path=picture.with_name(name), reason=_PICTURE) for name in pictures]
    for name in names:
        path, suffix = picture.with_name(name), Path(name).suffix.lower()
        if name == picture.name or not path.is_file():
            continue
        if _is_of(name, picture.name):
            go.append(path)
        elif _stem(name) != stem and name.lower() != _original_edits(stem):
            continue
        elif suffix in _RECORDINGS:
            if not pictures and same_recording(path, kept, by_content=False):
                go.append(path)
            else:
                stay.append(Skipped(path=path, reason=_SHARED if pictures else _RECORDING))
        elif suffix in _SETTINGS or (suffix in _PROXIES and not has_video):
            named = names_its_picture(path, picture) if suffix == ".xmp" else None
            if named or (named is None and not pictures):
                go.append(path)
            elif named is None:
                stay.append(Skipped(path=path, reason=_SHARED))
    go += [path for path in _in_folders(picture) if path.is_file()]
    return sorted(go), sorted(stay, key=lambda left: left.path)


def _is_of(name: str, picture: str) -> bool:
    """Whether a file names its picture whole: `IMG_1.jpg.xmp`, `IMG_1.jpg.supplemental-metadata.json`."""
    if _stem(name) == picture and Path(name).suffix.lower() in _SETTINGS:
        return True
    if not name.lower().endswith(".json"):
        return False
    for whole, number in _takeout_names(picture):
        found = _TAKEOUT.fullmatch(name[len(whole) :]) if name.startswith(whole) else None
        if found and (found["number"] or "") == number and _TAKEOUT_WORD.startswith(found["word"].lower()):
            return True
    return name.startswith(picture) and name[len(picture) :].lower() == ".json"


def _takeout_names(picture: str) -> Iterator[tuple[str, str]]:
    """Google puts the number of `IMG_1(2).jpg` behind the whole name: `IMG_1.jpg(2).json`."""
    yield picture, ""
    if found := _NUMBERED.fullmatch(picture):
        yield found["stem"] + found["suffix"], found["number"]


def _original_edits(stem: str) -> str:
    """Apple's second file of edits: `IMG_O1234.AAE` beside `IMG_1234.HEIC`."""
    return f"{stem[:4]}O{stem[4:]}.aae".lower() if stem.upper().startswith("IMG_") else ""


def _in_folders(picture: Path) -> Iterator[Path]:
    for pattern in _FOLDERS:
        for folder in picture.parent.glob(pattern):
            for name in _names(folder):
                if _stem(name) == picture.name and Path(name).suffix.lower() in _SETTINGS:
                    yield folder / name


def _same(one: Path, other: Path, by_content: bool) -> bool:
    try:
        if one.stat().st_size != other.stat().st_size:
            return False
        return not by_content or filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def _names(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries]
    except OSError:
        return []


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name

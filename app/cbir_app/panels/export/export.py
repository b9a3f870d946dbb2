"""Copies of photos in a folder or a ZIP file, as the options say. No file is ever overwritten.

The thread copies unchanged files itself. For another size or format it asks for the copy of one photo at a time, as the
window decodes nothing: it emits `requested` with a request, and take() receives the answer.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import re
import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtGui import QImage

from cbir.base.types import CopyRecipe, Hit, file_of, moment_of
from cbir.service import (
    Answer,
    CopyAnswer,
    CopyRequest,
    OriginalAnswer,
    OriginalRequest,
    PictureAnswer,
    PictureRequest,
)
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.pictures import image_of

Format = Literal["", "jpg", "png", "webp", "tif"]
Target = Literal["folder", "zip", "clipboard"]
FORMATS: dict[Format, str] = {
    "": QT_TR_NOOP("As they are"),
    "jpg": "JPEG",
    "png": "PNG",
    "webp": "WebP",
    "tif": "TIFF",
}
LOSSY: tuple[Format, ...] = ("jpg", "webp")
SIZES = (0, 3840, 2560, 2048, 1600, 1200, 800)
"""Offered longer sides in pixels; 0 is the photo's own."""
LEAST_SIDE_PX, MOST_SIDE_PX = 16, 30_000
QUALITY = 92  # of JPEG and WebP: no visible loss beside the original

PLACES = ("name", "date", "number", "folder")
"""Names that a pattern may have in braces."""

_PLACE = re.compile(r"\{(\w+)\}")
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')  # in names, on any system that a copy may go to
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)", re.IGNORECASE)
"""Names that Windows keeps for devices, with any suffix: "Naming Files, Paths, and Namespaces", Microsoft."""
_MOST_BYTES = 240  # of a name: 255 on most file systems, less a number after it


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The choices of an export. format : "" copies files unchanged; all choices but pattern and target need another

    side_px : the longer side at most; 0 is the photo's own. quality : 1 to 100, of LOSSY formats
    positions : copies say where the photos were taken. people : they keep names of people
    blur_faces : faces of those who are not named are blurred
    """

    format: Format = ""
    side_px: int = 0
    quality: int = QUALITY
    positions: bool = True
    people: bool = True
    blur_faces: bool = False
    pattern: str = "{name}"
    target: Target = "folder"


def wrong_place(pattern: str) -> str | None:
    """Return the first unknown name in a pattern's braces."""
    return next((place for place in _PLACE.findall(pattern) if place not in PLACES), None)


def name_of(hit: Hit, at: int, total: int, recipe: Recipe) -> str:
    """Return the name of a copy. Separators that an empty place leaves at either end are removed.

    at : index of the copy, from 0
    """
    values = {
        "name": _stem(hit.path),
        "date": (hit.taken_at or "")[:10].replace(":", "-"),
        "number": str(at + 1).zfill(len(str(total))),
        "folder": hit.path.parent.name,
    }
    filled = _PLACE.sub(lambda match: match[0] if values.get(match[1], match[0]) else "", recipe.pattern)
    stem = _PLACE.sub(lambda match: values.get(match[1], match[0]), filled.strip(" ._-")) or _stem(hit.path)
    format = _format(hit, recipe)
    return safe_name(stem, f".{format}" if format else hit.path.suffix)


def _stem(path: Path) -> str:
    """The name of a photo without its suffix; of a moment, that of the video and the time."""
    moment = moment_of(path)
    return path.stem if moment is None else f"{moment.video.stem} {moment.clock.replace(':', '-')}"


def _format(hit: Hit, recipe: Recipe) -> Format:
    """The format of a copy. A moment has no file to copy unchanged: it becomes a JPEG."""
    return recipe.format or ("" if moment_of(hit.path) is None else "jpg")


def safe_name(stem: str, suffix: str) -> str:
    """Return a name that Windows accepts too: no device, no forbidden sign, no dot or space at the end; not long."""
    stem, suffix = _FORBIDDEN.sub("_", stem), _FORBIDDEN.sub("_", suffix).rstrip(" .")
    if _DEVICES.match(stem):
        stem = f"_{stem}"
    room = _MOST_BYTES - len(os.fsencode(suffix))
    if len(os.fsencode(stem)) > room:
        stem = os.fsencode(stem)[:room].decode("utf-8", "ignore")
    return (stem.rstrip(" .") or "_") + suffix


def numbered(name: str, at: int) -> str:
    """Return the name of a copy whose own name is taken. at : from 2"""
    path = Path(name)
    return f"{path.stem} ({at}){path.suffix}"


Fill = Callable[[BinaryIO], object]


class Place(Protocol):
    """A target for copies."""

    def write(self, name: str, fill: Fill, like: Path) -> Path:
        """Write a copy under its name, or with a number after it. like : the source of its dates"""


class Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, name: str, fill: Fill, like: Path) -> Path:
        at = 1
        while True:
            target = self._folder / (name if at == 1 else numbered(name, at))
            at += 1
            try:
                with target.open("xb") as copy:
                    try:
                        fill(copy)
                    except BaseException:
                        copy.close()
                        target.unlink(missing_ok=True)  # half a file must not pass for the photo
                        raise
            except FileExistsError:
                continue
            with contextlib.suppress(OSError):  # some drives cannot store dates; the copy is complete
                shutil.copystat(like, target)
            return target


class Archive:
    """A ZIP file. Its content is not compressed: pictures are already."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._names: set[str] = set()

    def write(self, name: str, fill: Fill, like: Path) -> Path:
        name = os.fsencode(name).decode("utf-8", "replace")
        at, free_name = 1, name
        while free_name.casefold() in self._names:
            at += 1
            free_name = numbered(name, at)
        content = io.BytesIO()
        fill(content)
        self._names.add(free_name.casefold())
        about = zipfile.ZipInfo.from_file(
            like, free_name, strict_timestamps=False
        )  # ZIP has no dates before 1980
        self._file.writestr(about, content.getvalue())
        return Path(free_name)


class Export(QThread):
    progressed = Signal(int, int)  # done, total
    requested = Signal(object)  # a request; take() gets its answer
    done = Signal(object, object)  # the files written, and messages about the others

    def __init__(
        self,
        hits: Sequence[Hit],
        recipe: Recipe,
        place: Path,
        parent: QObject | None = None,
        *,
        elsewhere: bool = False,
    ) -> None:
        """Prepare an export.

        place : a folder, or the ZIP file to write. elsewhere : the library is on another computer
        """
        super().__init__(parent)
        self._elsewhere = elsewhere
        self._hits, self._recipe, self.place = tuple(hits), recipe, place
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._troubles: list[str] = []
        self.image: QImage | None = None  # the last converted picture

    def take(self, answer: Answer | None) -> None:
        """Take the answer to a request; None: there will be none."""
        self._answers.put(answer)

    def stop(self) -> None:
        """Stop after the current photo, and wait for that."""
        self.requestInterruption()
        self.take(None)
        self.wait()

    def run(self) -> None:
        written: list[Path] = []
        try:
            if self._recipe.target == "zip":
                part = self.place.with_name(f"{self.place.name}.part")
                try:
                    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as file:
                        written = self._write_all(Archive(file))
                    if written:
                        part.replace(self.place)
                finally:
                    part.unlink(missing_ok=True)
            else:
                written = self._write_all(Folder(self.place))
        except OSError as error:
            written = []
            self._troubles.append(f"{self.place.name}: {error.strerror or error}.")
        finally:
            self.done.emit(tuple(written), tuple(self._troubles))

    def _write_all(self, place: Place) -> list[Path]:
        written, total = [], len(self._hits)
        for at, hit in enumerate(self._hits):
            if self.isInterruptionRequested():
                self._troubles.append(tr("Stopped: %Ln were not copied.", "photos", total - at))
                break
            self.progressed.emit(at, total)
            try:
                written.append(self._write(place, hit, name_of(hit, at, total, self._recipe)))
            except OSError as error:
                self._troubles.append(f"{hit.path.name}: {error.strerror or error}.")
        return written

    def _write(self, place: Place, hit: Hit, name: str) -> Path:
        path = self._fetched(hit) if self._elsewhere else hit.path
        try:
            return place.write(
                name,
                self._converted(hit, path) if _format(hit, self._recipe) else _copied(path),
                file_of(path),
            )
        finally:
            if self._elsewhere:
                path.unlink(missing_ok=True)

    def _fetched(self, hit: Hit) -> Path:
        """Return a temporary copy of a photo's file; raises OSError if it is not available."""
        answer = self._ask(OriginalRequest(photo=hit.photo))
        if not isinstance(answer, OriginalAnswer):
            raise OSError(_reason(answer))
        return answer.path

    def _ask(self, request: CopyRequest | PictureRequest | OriginalRequest) -> Answer | None:
        self.requested.emit(request)
        return self._answers.get()

    def _converted(self, hit: Hit, path: Path) -> Fill:
        """Return the writer of a photo in the chosen size and format; raises OSError if there is no such copy."""
        format = _format(hit, self._recipe)
        assert format
        recipe = CopyRecipe(
            format=format,
            side_px=self._recipe.side_px or None,
            quality=self._recipe.quality,
            positions=self._recipe.positions,
            people=self._recipe.people,
            blur_faces=self._recipe.blur_faces,
        )
        photo = CopyRequest(photo=hit.photo, recipe=recipe)
        answer = self._ask(CopyRequest(path=path, recipe=recipe) if self._elsewhere else photo)
        if not isinstance(answer, CopyAnswer):
            raise OSError(_reason(answer))
        if self._recipe.target == "clipboard" and len(self._hits) == 1:
            self.image = self._pixels(hit, path)
        return lambda copy: copy.write(answer.content)

    def _pixels(self, hit: Hit, path: Path) -> QImage | None:
        """Return the picture itself, for programs that paste no file; None if the copy differs from it."""
        if self._recipe.blur_faces:
            return None
        side = self._recipe.side_px or max(hit.size)
        photo = PictureRequest(photo=hit.photo, max_side_px=side)
        answer = self._ask(PictureRequest(path=path, max_side_px=side) if self._elsewhere else photo)
        return image_of(answer) if isinstance(answer, PictureAnswer) else None


def _reason(answer: Answer | None) -> str:
    return getattr(answer, "message", "").rstrip(".") or tr("It cannot be read now")


def _copied(path: Path) -> Fill:
    def fill(copy: BinaryIO) -> None:
        with path.open("rb") as source:
            shutil.copyfileobj(source, copy, 1 << 20)

    return fill

"""Photos -> copies in a folder or a ZIP file, in a thread of its own; no file is ever overwritten.

Files that stay as they are are copied by the thread. For another size or format it asks whoever started it for the
pixels, one photo at a time, since the window decodes nothing: `wanted` says which, take() has the answer.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from PySide6.QtCore import QBuffer, QIODevice, QObject, QThread, Signal
from PySide6.QtGui import QImage

from cbir.base.types import Hit
from cbir.service import Answer, OriginalAnswer, OriginalRequest, PictureAnswer, PictureRequest
from cbir_app.base.language import tr
from cbir_app.base.pictures import image_of
from cbir_app.panels.export.recipe import Recipe, name_of, numbered

QUALITY = 92  # of JPEG and WebP: no loss is seen beside the original
Fill = Callable[[BinaryIO], object]


class Place(Protocol):
    """Where copies go."""

    def write(self, name: str, fill: Fill, like: Path) -> Path:
        """Write a copy under its name, or with a number behind it. like : whose dates it has"""


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
                        target.unlink(missing_ok=True)  # nobody shall take half a file for the photo
                        raise
            except FileExistsError:
                continue
            with contextlib.suppress(OSError):  # some drives cannot set dates; the copy is complete without
                shutil.copystat(like, target)
            return target


class Archive:
    """A ZIP file. Pictures are packed already, so that nothing is compressed once more."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._names: set[str] = set()

    def write(self, name: str, fill: Fill, like: Path) -> Path:
        name = os.fsencode(name).decode("utf-8", "replace")
        at, wanted = 1, name
        while wanted.casefold() in self._names:
            at += 1
            wanted = numbered(name, at)
        content = io.BytesIO()
        fill(content)
        self._names.add(wanted.casefold())
        about = zipfile.ZipInfo.from_file(
            like, wanted, strict_timestamps=False
        )  # ZIP has no dates before 1980
        self._file.writestr(about, content.getvalue())
        return Path(wanted)


class Export(QThread):
    progressed = Signal(int, int)  # done, total
    wanted = Signal(object)  # a request, whose answer take() gets
    done = Signal(object, object)  # the files written, and sentences about the others

    def __init__(
        self,
        hits: Sequence[Hit],
        recipe: Recipe,
        place: Path,
        parent: QObject | None = None,
        *,
        elsewhere: bool = False,
    ) -> None:
        """Place : a folder, or the ZIP file to be written. elsewhere : the files are on another computer"""
        super().__init__(parent)
        self._elsewhere = elsewhere
        self._hits, self._recipe, self.place = tuple(hits), recipe, place
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._troubles: list[str] = []
        self.image: QImage | None = None  # the last one that was converted

    def take(self, answer: Answer | None) -> None:
        """Take the pixels that were wanted; None: there will be none."""
        self._answers.put(answer)

    def stop(self) -> None:
        """Stop after the photo in hand, and wait for that."""
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
                name, self._converted(hit, path) if self._recipe.format else _copied(path), path
            )
        finally:
            if self._elsewhere:
                path.unlink(missing_ok=True)

    def _fetched(self, hit: Hit) -> Path:
        """A copy of a photo's file, which is ours; raises OSError where there is none."""
        answer = self._ask(OriginalRequest(photo=hit.photo))
        if not isinstance(answer, OriginalAnswer):
            raise OSError(_reason(answer))
        return answer.path

    def _ask(self, request: PictureRequest | OriginalRequest) -> Answer | None:
        self.wanted.emit(request)
        return self._answers.get()

    def _converted(self, hit: Hit, path: Path) -> Fill:
        """Return what writes a photo in the wanted size and format; raises OSError where there are no pixels."""
        side = self._recipe.side_px or max(hit.size)
        photo = PictureRequest(photo=hit.photo, max_side_px=side)
        answer = self._ask(PictureRequest(path=path, max_side_px=side) if self._elsewhere else photo)
        if not isinstance(answer, PictureAnswer) or answer.stand_in:
            raise OSError(_reason(answer))
        self.image = image_of(answer)
        encoded = encode(self.image, self._recipe.format)
        return lambda copy: copy.write(encoded)


def _reason(answer: Answer | None) -> str:
    return getattr(answer, "message", "").rstrip(".") or tr("It cannot be read now")


def encode(image: QImage, format_: str) -> bytes:
    """Return a picture as a file's content; raises OSError where that does not work."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    quality = -1 if format_ == "png" else QUALITY
    if not image.save(buffer, format_.upper(), quality):  # type: ignore[call-overload]  # the stubs want bytes
        raise OSError(tr("It cannot be written in this format"))
    return bytes(buffer.data().data())


def _copied(path: Path) -> Fill:
    def fill(copy: BinaryIO) -> None:
        with path.open("rb") as source:
            shutil.copyfileobj(source, copy, 1 << 20)

    return fill

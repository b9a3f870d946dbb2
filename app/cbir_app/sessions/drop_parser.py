"""Turns dropped or pasted data into a part of a query, folders to add, or a sentence that says why it is neither.

Nothing is decoded here: the bytes of a picture are passed to the engine unchanged. Only if another program
offers nothing but a bitmap (Windows, some toolkits), Qt converts it to PNG.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QUrl
from PySide6.QtGui import QGuiApplication, QImage

from cbir.base.types import PhotoId, Term
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.sessions.query import Part

NO_PICTURE_DROPPED = QT_TR_NOOP("What you dropped contains no picture.")
NO_PICTURE_PASTED = QT_TR_NOOP(
    "There is no picture on the clipboard. Copy a picture or a picture file first."
)

ENCODED = ("image/png", "image/jpeg", "image/webp", "image/avif", "image/heic", "image/heif", "image/tiff")
ENCODED_LAST = ("image/bmp", "image/gif")
"""Formats that are often offered beside better ones: GIF has only 256 colours."""

SUFFIXES = frozenset(
    ".jpg .jpeg .jpe .jfif .png .webp .tif .tiff .bmp .dib .gif .heic .heif .hif .avif .jp2 .psd .tga .dds".split()
)
_DATA_URL = re.compile(r"data:image/[\w.+-]+((?:;[\w=.-]+)*),(.*)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ParsedDrop:
    """A part of a query, folders or a web address from dropped or pasted data; or else a sentence that says why not.

    sentence : beside a part it is a remark. address : web address of a possible picture
    """

    part: Part | None = None
    folders: tuple[Path, ...] = ()
    address: str = ""
    sentence: str | None = None


def part_of_file(path: Path) -> Part:
    return Part(Term(path=path), path.name)


def part_of_photo(photo: PhotoId, path: Path) -> Part:
    return Part(Term(photo=photo), path.name)


def clipboard() -> QMimeData:
    """Return the clipboard's contents; empty if the platform has no clipboard or does not share it."""
    data = cast("QMimeData | None", QGuiApplication.clipboard().mimeData())  # missing in the stubs: None
    return QMimeData() if data is None else data


def read_mime(data: QMimeData, *, pasted: bool = False) -> ParsedDrop:
    """Find the picture in dropped or pasted data: local files first, then picture data, an address, a path as text."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if paths:
        return _parse_paths(paths)
    label = tr("Pasted picture") if pasted else tr("Dropped picture")
    encoded = _encoded(data) or _data_url(data) or _bitmap(data)
    if encoded:
        return ParsedDrop(Part(Term(data=encoded), label))
    if address := web_address(data):
        return ParsedDrop(address=address)
    return _parse_text(data) or ParsedDrop(
        sentence=tr(NO_PICTURE_PASTED) if pasted else tr(NO_PICTURE_DROPPED)
    )


def may_hold_picture(data: QMimeData) -> bool:
    """Return whether a drag is worth accepting. Web addresses are: after the drop, a sentence explains them."""
    return (
        data.hasUrls()
        or data.hasText()
        or any(f.startswith("image/") for f in data.formats())
        or data.hasImage()
    )


def _parse_paths(paths: list[Path]) -> ParsedDrop:
    pictures = [path for path in paths if path.suffix.lower() in SUFFIXES]
    if pictures:
        n = len(pictures)
        remark = tr("Searching with the first of %Ln picture(s).", "", n) if n > 1 else None
        return ParsedDrop(part_of_file(pictures[0]), sentence=remark)
    folders = tuple(path for path in paths if os.path.isdir(path))
    if folders:
        return ParsedDrop(folders=folders)
    # The engine decides by the content of the file, not by its name.
    return ParsedDrop(part_of_file(paths[0]))


def _encoded(data: QMimeData) -> bytes | None:
    offered = set(data.formats())
    for name in (*ENCODED, *ENCODED_LAST):
        if name in offered and (content := data.data(name).data()):
            return bytes(content)
    return None


def _data_url(data: QMimeData) -> bytes | None:
    """Return the picture inside a data: address. Image searches on the web use them for their previews."""
    texts = [url.toString(QUrl.ComponentFormattingOption.FullyEncoded) for url in data.urls()] or [
        data.text()
    ]
    for text in texts:
        match = _DATA_URL.fullmatch(text.strip())
        if match is None:
            continue
        content = unquote_to_bytes(match.group(2))
        if ";base64" not in match.group(1).lower():
            return content
        try:
            return base64.b64decode(content)
        except binascii.Error:
            continue
    return None


def _bitmap(data: QMimeData) -> bytes | None:
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QImage):
        return None
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, Qt takes text
    buffer.close()
    return bytes(content.data())  # empty for an image without pixels


def web_address(data: QMimeData) -> str:
    """Return the first web address in dropped or pasted data; empty if there is none."""
    texts = [url.toString(QUrl.ComponentFormattingOption.FullyEncoded) for url in data.urls()]
    texts += [data.text().strip()] if data.hasText() and len(data.text().split()) == 1 else []
    return next((text for text in texts if text.lower().startswith(("http://", "https://"))), "")


def _parse_text(data: QMimeData) -> ParsedDrop | None:
    """Read a path that was copied as text, as from file managers and terminals."""
    text = data.text().strip().strip("'\"") if data.hasText() else ""
    if "\n" in text or len(text) > 4096:
        return None
    path = Path(text)
    exists = path.is_absolute() and (os.path.isfile(path) or os.path.isdir(path))
    return _parse_paths([path]) if exists else None

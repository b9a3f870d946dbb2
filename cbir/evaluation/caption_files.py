"""A folder of captioned photos, or a file of captions -> photos with their captions.

Reads JSON, tab-separated lines, or the captions within the photos, where an XMP sidecar takes precedence.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cbir.base.errors import CbirError
from cbir.images import FileUnreadable, looks_like_picture, read_file
from cbir.metadata import extract, sidecar_for, sidecar_names

_FILES = ("index.json", "captions.json", "captions.tsv")


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionedPhoto:
    """A photo with its captions. captions : at least one"""

    path: Path
    captions: tuple[str, ...]


def load_captioned(place: Path) -> tuple[CaptionedPhoto, ...]:
    """Read a folder's index.json, captions.json or captions.tsv, or such a file itself; paths are relative to it.

    Forms of JSON: {"images": [{"path", "captions": [...]}]}; {"photo.jpg": "caption" or [...]}; COCO's
    {"images": [{"id", "file_name"}], "annotations": [{"image_id", "caption"}]}. Tab-separated lines: path, caption.
    In a folder without such a file, the captions are read from the photos: XMP, IPTC or EXIF.
    Raises CbirError if there is no caption, or a file has another form.
    """
    if not place.exists():
        raise CbirError(f"There is no {place}.")
    files = [place] if place.is_file() else [place / name for name in _FILES if (place / name).is_file()]
    if not files:
        photos = _captions_of_photos(place)
        if not photos:
            raise CbirError(f"{place} has no {' or '.join(_FILES)}, and no photo in it has a caption.")
        return photos
    file = files[0]
    try:
        text = file.read_text(encoding="utf-8-sig")
        entries = (
            _lines(text) if file.suffix.lower() in {".tsv", ".tab", ".txt"} else _entries(json.loads(text))
        )
        photos = tuple(
            CaptionedPhoto(path=file.parent / path, captions=tuple(texts)) for path, texts in entries if texts
        )
        strings = all(isinstance(text, str) for photo in photos for text in photo.captions)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, csv.Error) as error:
        raise CbirError(f"{file} is not a file of captions: see the documentation of its forms.") from error
    if not photos or not strings:
        raise CbirError(f"{file} has no captions.")
    return photos


def _captions_of_photos(folder: Path) -> tuple[CaptionedPhoto, ...]:
    photos = []
    for path in sorted(folder.rglob("*")):
        if not (path.is_file() and looks_like_picture(path)):
            continue
        try:
            metadata = extract(read_file(path).data, _sidecar(path))
        except FileUnreadable:
            continue
        captions = tuple(text for text in (metadata.caption, metadata.title) if text)
        if captions:
            photos.append(CaptionedPhoto(path=path, captions=captions[:1]))
    return tuple(photos)


def _sidecar(path: Path) -> bytes | None:
    contents = (sidecar_for(path, path.with_name(name)) for name in sidecar_names(path.name))
    return next((content for content in contents if content is not None), None)


def _lines(text: str) -> list[tuple[str, list[str]]]:
    """Read lines of path, tab, caption; a path may have several lines. Raises ValueError for another form."""
    captions: dict[str, list[str]] = {}
    for row in csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        if not row:
            continue
        path, caption = row
        captions.setdefault(path, []).append(caption.strip())
    return [(path, [text for text in texts if text]) for path, texts in captions.items()]


def _entries(about: Any) -> list[tuple[str, list[str]]]:
    if isinstance(about, list):
        about = {"images": about}
    if isinstance(about.get("annotations"), list):
        captions: dict[Any, list[str]] = {}
        for entry in about["annotations"]:
            captions.setdefault(entry["image_id"], []).append(entry["caption"])
        return [(image["file_name"], captions.get(image["id"], [])) for image in about["images"]]
    if isinstance(about.get("images"), list):
        return [(image["path"], _listed(image["captions"])) for image in about["images"]]
    return [(path, _listed(texts)) for path, texts in about.items()]


def _listed(texts: Any) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)

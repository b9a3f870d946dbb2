"""Captioned photos, read from files, and a model -> recall of photos by captions, and of captions by photos.

Reads JSON, tab-separated lines, or the captions within the photos, over which an XMP sidecar takes precedence.

measure_recall() searches all photos with every caption and all captions with every photo.
The protocol follows the published figures. Text to image: every caption is a query, and its photo is the only right
answer. Image to text: every photo is a query, and its best-ranked caption counts.
Karpathy and Fei-Fei, "Deep visual-semantic alignments for generating image descriptions", CVPR 2015, section 4.1.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.types import Device, Preprocessing
from cbir.embeddings import InstalledModel, open_image_tower, open_text_tower, prepare
from cbir.images import FileUnreadable, decode, looks_like_picture, read_file
from cbir.metadata import extract, sidecar_for, sidecar_names
from cbir.workers import WorkerPool, grant

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
        raise CbirError("There is no {0}.", place)
    files = [place] if place.is_file() else [place / name for name in _FILES if (place / name).is_file()]
    if not files:
        photos = _captions_of_photos(place)
        if not photos:
            raise CbirError("{0} has no {1}, and no photo in it has a caption.", place, " or ".join(_FILES))
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
        raise CbirError("{0} is not a file of captions: see the documentation of its forms.", file) from error
    if not photos or not strings:
        raise CbirError("{0} has no captions.", file)
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


WORKING_SIDE_PX = 960  # as photos are indexed
CUTOFFS = (1, 5, 10)
_IN_FLIGHT = 64  # prepared pictures that wait for the tower at a time

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallReport:
    """Recall of a model on captioned photos.

    recall : (k, share in [0, 1]) for each of CUTOFFS, text to image. caption_recall : the same, image to text
    unreadable : number of photos left out, with their captions
    """

    photos: int
    captions: int
    recall: tuple[tuple[int, float], ...]
    caption_recall: tuple[tuple[int, float], ...]
    cut: int  # number of captions longer than the model reads
    unreadable: int
    notes: tuple[str, ...] = ()

    @property
    def sum_of_recalls(self) -> float:
        """SumR: all recalls of both directions in percent, 600 at most."""
        return 100 * sum(share for _, share in (*self.recall, *self.caption_recall))


def measure_recall(
    model: InstalledModel,
    photos: Sequence[CaptionedPhoto],
    *,
    device: Device = "auto",
    progress: Progress = lambda *_: None,
) -> RecallReport:
    """Embed all photos and captions, and rank each of the two for the other by cosine.

    Raises CbirError if no photo can be read.
    """
    paths = [photo.path for photo in photos]
    vectors, readable, image_note = embed_pictures(model, paths, device, progress)
    if not readable:
        raise CbirError("None of the captioned photos can be read.")
    texts = [text for row in readable for text in photos[row].captions]
    right = np.repeat(np.arange(len(readable)), [len(photos[row].captions) for row in readable])
    with open_text_tower(model, device) as tower:
        queries, cut = [], 0
        for start in range(0, len(texts), _IN_FLIGHT):
            progress("Reading captions", start, len(texts))
            embedded = tower.encode(texts[start : start + _IN_FLIGHT])
            queries.append(embedded.vectors)
            cut += sum(embedded.cut)
        notes = tuple(note for note in (image_note, tower.note) if note)
    embedded_texts = np.concatenate(queries)
    return RecallReport(
        photos=len(readable),
        captions=len(texts),
        recall=_shares(ranks_of_right(embedded_texts, vectors, right)),
        caption_recall=_shares(ranks_of_captions(vectors, embedded_texts, right)),
        cut=cut,
        unreadable=len(photos) - len(readable),
        notes=notes,
    )


def ranks_of_right(
    queries: NDArray[np.float32], vectors: NDArray[np.float32], right: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The rank, from 1, of each query's right vector among all by inner product; a tie counts against it.

    queries : (q, d). vectors : (n, d). right : (q,) rows of vectors. Returns (q,).
    """
    ranks = np.empty(len(queries), np.intp)
    for start in range(0, len(queries), 1024):
        part = slice(start, start + 1024)
        scores = queries[part] @ vectors.T
        own = scores[np.arange(len(scores)), right[part]]
        ranks[part] = (scores >= own[:, None]).sum(axis=1)
    return ranks


def ranks_of_captions(
    vectors: NDArray[np.float32], texts: NDArray[np.float32], right: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The rank, from 1, of each photo's best caption among all by inner product; a tie counts against it.

    vectors : (n, d) of photos. texts : (m, d). right : (m,) the photo of each text; every photo has one. Returns (n,).
    """
    ranks = np.empty(len(vectors), np.intp)
    for photo, vector in enumerate(vectors):
        scores, own = texts @ vector, right == photo
        ranks[photo] = 1 + (scores[~own] >= scores[own].max()).sum()
    return ranks


def _shares(ranks: NDArray[np.intp]) -> tuple[tuple[int, float], ...]:
    return tuple((k, float(np.mean(ranks <= k))) for k in CUTOFFS)


def prepare_file(source: Path | bytes, preprocessing: Preprocessing) -> NDArray[np.uint8]:
    """Prepare a photo, or an encoded picture, for an image tower. Runs in a worker. Raises ImageUnreadable."""
    data = source if isinstance(source, bytes) else read_file(source).data
    image = decode(data, max_side_px=WORKING_SIDE_PX, grant=grant)
    return prepare(image.pixels, preprocessing)


def embed_pictures(
    model: InstalledModel, pictures: Sequence[Path | bytes], device: Device, progress: Progress
) -> tuple[NDArray[np.float32], list[int], str | None]:
    """Return the vectors of the readable pictures, their rows in `pictures`, and the tower's note."""
    readable: list[int] = []
    parts = [np.zeros((0, model.info.dimension), np.float32)]
    with open_image_tower(model, device) as tower, WorkerPool() as pool:
        for start in range(0, len(pictures), _IN_FLIGHT):
            progress("Reading photos", start, len(pictures))
            part = pictures[start : start + _IN_FLIGHT]
            futures = [pool.submit(prepare_file, source, model.preprocessing) for source in part]
            squares = []
            for row, future in enumerate(futures, start):
                try:
                    squares.append(future.result())
                except ImageUnreadable:
                    continue  # the photo and its captions are left out, and counted
                readable.append(row)
            if squares:
                parts.append(tower.encode(np.stack(squares)))
        note = tower.note
    return np.concatenate(parts), readable, note

"""Captioned photos and a model -> recall of photos by captions, and of captions by photos.

measure_recall() searches all photos with every caption and all captions with every photo.
The protocol follows the published figures. Text to image: every caption is a query, and its photo is the only right
answer. Image to text: every photo is a query, and its best-ranked caption counts.
Karpathy and Fei-Fei, "Deep visual-semantic alignments for generating image descriptions", CVPR 2015, section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.types import Device, Preprocessing
from cbir.embeddings import InstalledModel, open_image_tower, open_text_tower, prepare
from cbir.evaluation.caption_files import CaptionedPhoto
from cbir.images import decode, read_file
from cbir.workers import WorkerPool, grant

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

"""A model and some photos -> its run of a data set, without a library that was indexed with the model.

Two models can thus be compared before either has embedded the whole library: both rank the same photos by cosine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError
from cbir.base.types import Device
from cbir.embeddings import InstalledModel, open_text_tower
from cbir.evaluation.captioned import Progress, embed_pictures
from cbir.evaluation.dataset import Dataset, DocumentNames, Topic
from cbir.evaluation.trec import Run


def run_of_model(
    model: InstalledModel,
    dataset: Dataset,
    photos: Sequence[Path],
    *,
    device: Device = "auto",
    progress: Progress = lambda *_: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Run:
    """Rank photos for every query of one text or one picture. Queries of several terms are left out.

    photos : must include the relevant ones. Raises Cancelled, and CbirError if no query or no photo can be used.
    """

    def step(name: str, done: int, total: int) -> None:
        if cancelled():
            raise Cancelled("It was stopped.")
        progress(name, done, total)

    names = DocumentNames(dataset.root)
    topics = [topic for topic in dataset.topics if single(topic)]
    pictures = {topic.id: source for topic in topics if (source := _picture(topic, names)) is not None}
    texts = {topic.id: text for topic in topics if (text := topic.terms[0].text) is not None}
    vectors, readable, _ = embed_pictures(model, [*photos, *pictures.values()], device, step)
    rows = [row for row in readable if row < len(photos)]
    if not rows or not topics:
        raise CbirError("No search with a single text or picture was judged, or its photos cannot be read.")
    queries: dict[str, NDArray[np.float32]] = {
        topic: vectors[readable.index(len(photos) + number)]
        for number, topic in enumerate(pictures)
        if len(photos) + number in readable
    }
    if texts:
        with open_text_tower(model, device) as tower:
            embedded = tower.encode(list(texts.values())).vectors
        queries |= dict(zip(texts, embedded, strict=True))
    corpus = vectors[: len(rows)]
    documents = [names.of(photos[row]) for row in rows]
    scores = {}
    for topic, query in queries.items():
        similar = (corpus @ query).astype(np.float64)
        order = np.argsort(-similar, kind="stable")
        scores[topic] = {documents[row]: float(similar[row]) for row in order}
    return Run(tag=model.info.name, scores=scores)


def single(topic: Topic) -> bool:
    """True if a topic is one text or one whole picture, which a model alone can answer."""
    return len(topic.terms) == 1 and topic.terms[0].sign > 0 and topic.terms[0].region is None


def _picture(topic: Topic, names: DocumentNames) -> Path | bytes | None:
    term = topic.terms[0]
    if term.photo is not None:
        return None if topic.own is None else names.path(topic.own)
    return term.data if term.path is None else term.path

"""A model and some photos -> the run of a data set by what the model sees, without a library that was indexed by it.

So two models can be compared before one of them has read every photo: both rank the same photos, by cosine.
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
    """Rank some photos for every query of one text or one picture; a query of several terms is left out.

    photos : the right ones among them. Raises Cancelled, and CbirError where there is no such query or photo.
    """

    def step(what: str, done: int, total: int) -> None:
        if cancelled():
            raise Cancelled("It was stopped.")
        progress(what, done, total)

    names = DocumentNames(dataset.root)
    asked = [topic for topic in dataset.topics if single(topic)]
    pictures = {topic.id: source for topic in asked if (source := _picture(topic, names)) is not None}
    texts = {topic.id: text for topic in asked if (text := topic.terms[0].text) is not None}
    vectors, readable, _ = embed_pictures(model, [*photos, *pictures.values()], device, step)
    seen = [row for row in readable if row < len(photos)]
    if not seen or not asked:
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
    corpus = vectors[: len(seen)]
    found = [names.of(photos[row]) for row in seen]
    scores = {}
    for topic, query in queries.items():
        similar = (corpus @ query).astype(np.float64)
        order = np.argsort(-similar, kind="stable")
        scores[topic] = {found[row]: float(similar[row]) for row in order}
    return Run(tag=model.info.name, scores=scores)


def single(topic: Topic) -> bool:
    """Whether it asks with one text or one whole picture, which a model alone can answer."""
    return len(topic.terms) == 1 and topic.terms[0].sign > 0 and topic.terms[0].region is None


def _picture(topic: Topic, names: DocumentNames) -> Path | bytes | None:
    term = topic.terms[0]
    if term.photo is not None:
        return None if topic.own is None else names.path(topic.own)
    return term.data if term.path is None else term.path

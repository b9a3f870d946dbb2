"""Sentences and pictures -> vectors of one space -> the photos that mean the same, and which of them surely do.

A query is one direction: the weighted sum of what its terms mean, each as it differs from the mean of its own
modality where several are combined. What is subtracted is encoded apart and lowers the photos that show it.
Liang et al., "Mind the gap: understanding the modality gap in multi-modal contrastive representation learning",
NeurIPS 2022: texts and pictures lie apart, so that a raw sum of both would be ruled by one of them.
"""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import Device
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import InstalledModel, ModelStore, TextEmbeddings, TextTower, open_text_tower
from cbir.search.calibration import BackgroundScores, pmi_margin, pointwise_mutual_information, z_margin
from cbir.state import OpenedOnce, Snapshot
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, are_unit, build_structure
from cbir.workers import Encoder, Encoders, PictureEmbeddings

MODEL_SETTING = "model"  # in the catalog: the fingerprint of a model that this library has for itself
VECTOR_SETTING = "vectors"  # in the catalog: how its vectors are searched, as JSON
OpenCatalog = Callable[[], AbstractContextManager[Catalog]]
_REACH = 2  # candidates are looked at for what is subtracted, times as many as are asked for
_JUDGED = 100  # hits among which is decided what is strong, though fewer are asked for
_AT_ONCE = 2000  # hits that are compared with all that else could be said, for its memory
_NOTHING_LEFT = 1e-4  # of the sum of the weights: what is shorter is rounding
_MARGIN = 0.5  # spreads by which a photo shows a subtracted term more than most do, before it is lowered


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryEmbedding:
    """What one term means. vector : (d,) float32 of length 1. text : that it was made from, if it was one"""

    vector: NDArray[np.float32]
    kind: Literal["text", "picture"]
    text: str = ""
    sign: int = 1
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticAnswer:
    """Photos that fit, best first.

    documents : (k,) int64. scores : (k,) float32 in (0, 0.5), 0.25 at the line between strong and weak
    strong : (k,) bool
    """

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]
    strong: NDArray[np.bool_]


class SemanticEngine:
    """The models, towers and vectors of one library; methods may be called from several threads."""

    def __init__(
        self, layout: Layout, store: ModelStore, *, device: Device, options: VectorIndexOptions
    ) -> None:
        self._layout = layout
        self._store = store
        self._device = device
        self._options = options
        self._lock = threading.Lock()
        self._loading = ThreadPoolExecutor(1, "text-tower")
        self._tower: tuple[str, Future[TextTower]] | None = None
        self._encoders = Encoders(device)
        self._closed = False
        self._index: tuple[tuple[str, int, VectorIndexOptions], VectorIndex] | None = None
        self._segments = OpenedOnce[str, VectorSegment]()
        self._kept_sentences: tuple[str, NDArray[np.float32]] | None = None

    @property
    def store(self) -> ModelStore:
        return self._store

    def close(self) -> None:
        """End what encodes; what was asked of it raises Cancelled."""
        self._encoders.close()
        with self._lock:
            self._closed = True
            tower, self._tower = self._tower, None
            self._index = None
            self._segments.keep_only(())
        self._loading.shutdown(wait=True, cancel_futures=True)
        if (
            tower is not None
            and tower[1].done()
            and not tower[1].cancelled()
            and tower[1].exception() is None
        ):
            tower[1].result().close()

    # --- which model ---

    def wanted(self, catalog: Catalog) -> InstalledModel | None:
        """The model that photos are encoded with: the library's own choice, else the current one."""
        own = catalog.setting(MODEL_SETTING)
        found = None if own is None else self._store.find_fingerprint(own)
        return found or self._store.current()

    def answering(
        self, vectors: Mapping[str, tuple[SegmentRow, ...]], wanted: InstalledModel | None
    ) -> InstalledModel | None:
        """The model that answers: the wanted one, or while it has not caught up, one that has seen more photos."""
        counts = {model: sum(row.documents for row in rows) for model, rows in vectors.items()}
        best = wanted
        most = counts.get(wanted.info.fingerprint, 0) if wanted is not None else 0
        for fingerprint, documents in counts.items():
            if documents > most and (other := self._store.find_fingerprint(fingerprint)) is not None:
                best, most = other, documents
        return best if most else None

    # --- what terms mean ---

    def load(self, model: InstalledModel) -> None:
        """Begin to load the text tower, so that the first sentence does not wait for it."""
        with self._lock:
            self._text_tower(model)

    def encode_texts(self, model: InstalledModel, texts: Sequence[str]) -> Future[TextEmbeddings]:
        with self._lock:
            tower = self._text_tower(model)
            return self._loading.submit(lambda: tower.result().encode(texts))

    def encode_pictures(
        self, model: InstalledModel, pictures: Sequence[NDArray[np.uint8]]
    ) -> Future[PictureEmbeddings]:
        return self._encoders.encode(model, pictures)

    def encoder(self, model: InstalledModel) -> AbstractContextManager[Encoder]:
        """The process with the model's image tower, for an index run to hold until it is done."""
        return self._encoders.lease(model)

    def _text_tower(self, model: InstalledModel) -> Future[TextTower]:
        """The model's text tower, loading or loaded. The caller holds the lock. Raises Cancelled after close()."""
        if self._closed:
            raise Cancelled("The library was closed.")
        if self._tower is None or self._tower[0] != model.info.fingerprint or _failed(self._tower[1]):
            self._tower = (
                model.info.fingerprint,
                self._loading.submit(open_text_tower, model, self._device),
            )
        return self._tower[1]

    # --- which photos ---

    def index(self, model: InstalledModel, snapshot: Snapshot, catalog: OpenCatalog) -> VectorIndex:
        """The model's vectors, mapped. Raises ArtifactMismatch and FileNotFoundError where a segment is not whole.

        What an earlier snapshot had of them stays as it is, in a graphics card's memory too.
        """
        fingerprint = model.info.fingerprint
        with catalog() as opened:
            options = self.vector_options(opened)
        key = (fingerprint, snapshot.revision, options)
        with self._lock:
            before = self._index
        if before is not None and before[0] == key:
            return before[1]
        rows = snapshot.vectors.get(fingerprint, ())
        segments = [
            self._segments.get(
                row.name, functools.partial(VectorSegment.open, self._layout.vectors(row.codebook, row.name))
            )
            for row in rows
        ]
        index = VectorIndex.open(
            segments,
            deleted=_deleted(segments, snapshot.live),
            options=options,
            cache=self._layout.vector_cache(fingerprint),
            device=self._device,
            before=None if before is None else before[1],
        )
        self._segments.keep_only({row.name for row in rows})
        with self._lock:
            self._index = (key, index)
        return index

    def vector_options(self, catalog: Catalog) -> VectorIndexOptions:
        """How this library's vectors are searched."""
        kept = catalog.setting(VECTOR_SETTING)
        return self._options if kept is None else VectorIndexOptions(**json.loads(kept))

    def build_structure(
        self,
        catalog: Catalog,
        model: InstalledModel,
        *,
        progress: Callable[[float], None] = lambda share: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Train what makes searches over many vectors fast, where it would and is not there. Returns whether it did.

        The caller holds the writer lock. Raises Cancelled.
        """
        options, cache = self.vector_options(catalog), self._layout.vector_cache(model.info.fingerprint)
        rows = [row for row in catalog.segments("vectors") if row.codebook == model.info.fingerprint]
        segments = [VectorSegment.open(self._layout.vectors(row.codebook, row.name)) for row in rows]
        deleted = _deleted(segments, catalog.live_documents())
        index = VectorIndex.open(segments, deleted=deleted, options=options, cache=cache, device=self._device)
        if not index.wants_structure:
            return False
        build_structure(
            segments, cache, deleted=deleted, options=options, progress=progress, cancelled=cancelled
        )
        with catalog.transaction():
            catalog.note_index_change()
        return True

    def answer(
        self,
        index: VectorIndex,
        model: InstalledModel,
        embeddings: Sequence[QueryEmbedding],
        *,
        top: int,
        allowed: NDArray[np.int64] | None,
        nprobe: int | None = None,
    ) -> SemanticAnswer:
        """The photos nearest to what the terms mean. embeddings : at least one of them positive

        What is strong is decided among _JUDGED of them at least, however few are asked for.
        Raises QueryUnusable where the terms cancel each other out.
        """
        query = direction(embeddings, index.mean(), model.text_mean)
        wanted = [embedding for embedding in embeddings if embedding.sign > 0]
        subtracted = [embedding for embedding in embeddings if embedding.sign < 0]
        looked_at = max(top, _JUDGED)
        found = index.search(
            query, looked_at * _REACH if subtracted else looked_at, allowed=allowed, nprobe=nprobe
        )
        photos = len(index) if allowed is None else len(allowed)
        values = BackgroundScores.of(index.sample_scores(query)).z_scores(found.scores)
        strong = self._fit(index, model, wanted, values, found.documents, photos)
        lowest = values[strong].min(initial=np.inf)
        for embedding in subtracted:
            background = BackgroundScores.of(index.sample_scores(embedding.vector))
            shown = background.z_scores(index.scores(embedding.vector[None], found.documents)[0])
            values = values - np.float32(embedding.weight) * np.maximum(shown - _MARGIN, 0)
            strong &= ~self._fit(index, model, [embedding], shown, found.documents, photos)
        strong &= values >= lowest
        order = np.lexsort((found.documents, -values, ~strong))[:top]
        return SemanticAnswer(
            documents=found.documents[order],
            scores=_scores(values[order], strong[order]),
            strong=strong[order],
        )

    def _fit(
        self,
        index: VectorIndex,
        model: InstalledModel,
        embeddings: Sequence[QueryEmbedding],
        z_scores: NDArray[np.float32],
        documents: NDArray[np.int64],
        photos: int,
    ) -> NDArray[np.bool_]:
        """Which of the best photos surely show what is meant: (n,).

        z_scores : (n,) of the photos, for the direction of all terms together
        """
        if any(embedding.kind == "picture" for embedding in embeddings):
            return z_margin(z_scores, photos) >= 0
        # Of several sentences the one decides that says least.
        nats = np.full(len(documents), np.inf, np.float32)
        for start in range(0, len(documents), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            vectors = index.vectors(documents[part])
            others = self._sentences(model) @ vectors.T
            for embedding in embeddings:
                nats[part] = np.minimum(
                    nats[part], pointwise_mutual_information(vectors @ embedding.vector, others, model.scale)
                )
        return pmi_margin(nats, photos) >= 0

    def _sentences(self, model: InstalledModel) -> NDArray[np.float32]:
        with self._lock:
            if self._kept_sentences is None or self._kept_sentences[0] != model.info.fingerprint:
                self._kept_sentences = (model.info.fingerprint, model.sentences())
            return self._kept_sentences[1]


def _scores(values: NDArray[np.float32], strong: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Spreads -> (0, 0.5): above 0.25 for strong hits, below it for the others; a soft sign, which never quite ends."""
    share = 0.5 * (1 + values / (1 + np.abs(values)))
    return np.asarray(0.25 * (strong + share), np.float32)


def direction(
    embeddings: Sequence[QueryEmbedding], picture_mean: NDArray[np.float32], text_mean: NDArray[np.float32]
) -> NDArray[np.float32]:
    """One vector for all positive terms: (d,) float32 of length 1.

    A single term is its own vector, so that photos are ranked by plain cosine. Several are centred, each by the
    mean of its modality, and summed by their weights. Raises QueryUnusable where nothing is left of them.
    """
    wanted = [embedding for embedding in embeddings if embedding.sign > 0]
    if len(wanted) == 1:
        return wanted[0].vector
    means = {"text": text_mean, "picture": picture_mean}
    total = np.sum([one.weight * _unit(one.vector - means[one.kind]) for one in wanted], axis=0)
    if np.linalg.norm(total) < _NOTHING_LEFT * sum(one.weight for one in wanted):
        raise QueryUnusable(
            "The terms of the query cancel each other out. Leave one out, or weight them anew."
        )
    return _unit(total)


def check_query_embeddings(model: InstalledModel, embeddings: Sequence[QueryEmbedding]) -> None:
    """Raise CbirError where the model gave nothing that photos can be compared with."""
    for embedding in embeddings:
        if embedding.vector.shape != (model.info.dimension,):
            raise CbirError(
                f"The model {model.info.name} gave a vector of {embedding.vector.size} numbers instead of "
                f"{model.info.dimension}. Remove the model and install it again."
            )
        if not are_unit(embedding.vector[None]).all():
            if embedding.kind == "picture":
                raise QueryUnusable(
                    f"The model {model.info.name} gives no usable embedding for the picture. Search for another, or "
                    "use another model."
                )
            raise QueryUnusable(
                f"The model {model.info.name} gives no usable embedding for “{embedding.text}”. Use other words, or "
                "another model."
            )


def _deleted(segments: Sequence[VectorSegment], live: NDArray[np.int64]) -> NDArray[np.int64]:
    """The documents in segments that no longer count."""
    listed = [segment.documents for segment in segments]
    return np.setdiff1d(np.concatenate([np.zeros(0, np.int64), *listed]), live)


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(vector))
    return vector if length == 0 else (vector / np.float32(length)).astype(np.float32)


def _failed(future: Future[TextTower]) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)

"""Sentences and pictures -> query embeddings -> the photos nearest to them, and which of them are strong hits.

What is subtracted is embedded apart from the rest and lowers the photos that show it.
"""

from __future__ import annotations

import functools
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import Device, Timings
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import InstalledModel, ModelStore, TextEmbeddings, TextTower, open_text_tower
from cbir.search.calibration import (
    BackgroundScores,
    background_margin,
    background_z_scores,
    pmi_margin,
    pointwise_mutual_information,
    semantic_scores,
    z_margin,
)
from cbir.search.engine import Answer, Candidate, Corpus, Query, Ranking
from cbir.search.feedback import marked_wrong
from cbir.search.query_embeddings import QueryEmbedding, asked_for, direction, embed_query
from cbir.state import OpenedOnce, Snapshot
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, build_structure
from cbir.workers import Encoder, Encoders, PictureEmbeddings

MODEL_SETTING = "model"  # in the catalog: the fingerprint of a model that this library has for itself
VECTOR_SETTING = "vectors"  # in the catalog: how its vectors are searched, as JSON
OpenCatalog = Callable[[], AbstractContextManager[Catalog]]
_OVERSAMPLING = 2  # times as many candidates where a term is subtracted, since some of them sink
_MIN_CALIBRATED = 100  # candidates that are compared with the line to strong hits, though fewer are asked for
_BATCH_SIZE = 2000  # candidates compared with other captions at a time, to bound memory
_SUBTRACTION_MARGIN = 0.5  # z-score for a subtracted term above which a photo is lowered


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
        self._kept_background: tuple[str, NDArray[np.float32]] | None = None

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
        own = catalog.settings.get(MODEL_SETTING)
        found = None if own is None else self._store.find_fingerprint(own)
        return found or self._store.current()

    def why_none(self, wanted: InstalledModel | None) -> str:
        """Why no model answers."""
        if wanted is not None:
            return (
                f"The model {wanted.info.name} has not seen the photos of this library yet. "
                "Index your folders again: cbir index FOLDER"
            )
        offer = next((one for one in self.store.offers() if one.default), None)
        name = "" if offer is None else f", such as {offer.name} ({offer.download_bytes / 1e6:,.0f} MB)"
        return (
            f"Searching by meaning needs a model{name}. See what there is with: cbir models list. "
            "Then install one with: cbir models install NAME"
        )

    @staticmethod
    def what_it_adds(wanted: InstalledModel | None) -> str:
        """What a search for words did without a model, and how to have one."""
        if wanted is None:
            return "Searched names and metadata. Install a model to search by content: cbir models list"
        return (
            f"Searched names and metadata. {wanted.info.name} has not seen the photos yet. "
            "Index your folders again: cbir index FOLDER"
        )

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

    def load_encoder(self, model: InstalledModel) -> None:
        """Begin to load the image tower, so that a picture that is being described does not wait for it."""
        self._encoders.load(model)

    def encode_pictures(
        self, model: InstalledModel, pictures: Sequence[NDArray[np.uint8]]
    ) -> Future[PictureEmbeddings]:
        """What `prepare` made of pictures -> their embeddings."""
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
        kept = catalog.settings.get(VECTOR_SETTING)
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
        rows = [row for row in catalog.segments.all("vectors") if row.codebook == model.info.fingerprint]
        segments = [VectorSegment.open(self._layout.vectors(row.codebook, row.name)) for row in rows]
        deleted = _deleted(segments, catalog.documents.live())
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
        self, query: Query, corpus: Corpus, on_partial: Callable[[Answer], None] = lambda answer: None
    ) -> Answer:
        """Rank the photos nearest to the query embeddings.

        It abstains where it is not asked, and where it cannot answer, with a note; where it alone was asked, it raises
        instead: CbirError, such as QueryUnusable for terms that cancel each other out.
        """
        model = query.model
        if model is None or not query.is_semantic:
            return Answer()
        started = time.perf_counter()
        index = self.index(model, corpus.snapshot, corpus.reader.catalog)
        with corpus.reader.catalog() as catalog:
            seen = len(index) + len(catalog.not_embedded.files(model.info.fingerprint))
        try:
            embeddings, notes = embed_query(query, model, index, corpus)
        except CbirError as error:
            return _abstain(query, error, started)
        try:
            documents, scores, strong = self._nearest(index, model, embeddings, query)
        except QueryUnusable as error:
            return _abstain(query, error, started)
        photos = corpus.find_documents(documents)
        candidates = tuple(
            Candidate(
                found=photos[document], engine="semantic", score=score, likeness=score, strong=is_strong
            )
            for document, score, is_strong in zip(documents, scores, strong, strict=True)
            if document in photos
        )
        weight = sum(embedding.weight for embedding in asked_for(embeddings))
        if seen < corpus.snapshot.photos:
            unseen = corpus.snapshot.photos - seen
            notes = (*notes, f"{unseen} of {corpus.snapshot.photos} photos cannot be found by meaning yet.")
        return Answer(
            rankings=(Ranking(weight=weight, candidates=candidates),),
            refused=marked_wrong(query.terms),
            notes=notes,
            timings=_encoding_since(started),
        )

    def _nearest(
        self, index: VectorIndex, model: InstalledModel, embeddings: Sequence[QueryEmbedding], query: Query
    ) -> tuple[list[int], list[float], list[bool]]:
        """Documents nearest to the embeddings, best first, their scores and whether each is a strong hit.

        embeddings : at least one of them positive
        scores : in (0, 0.5), 0.25 at the line between strong and weak
        At least _MIN_CALIBRATED candidates are compared with the line, however few are asked for.
        Raises QueryUnusable where the terms cancel each other out.
        """
        options, allowed = query.options, query.allowed
        # Nothing is fused with what one engine says alone; another order needs all that it would order.
        alone = options.engine == "semantic" and options.sort == "score"
        top = query.last if alone else query.depth
        vector = direction(embeddings, index.mean(), model.text_mean)
        wanted = asked_for(embeddings)
        subtracted = [one for one in embeddings if one.sign < 0 and not one.marked]
        count = max(top, _MIN_CALIBRATED) * (_OVERSAMPLING if subtracted else 1)
        found = index.search(vector, count, allowed=allowed, nprobe=options.nprobe)
        photos = len(index) if allowed is None else len(allowed)
        z_scores = BackgroundScores.of(index.sample_scores(vector)).z_scores(found.scores)
        strong = self._strong(index, model, wanted, z_scores, found.documents, photos)
        lowest = z_scores[strong].min(initial=np.inf)
        for embedding in subtracted:
            background = BackgroundScores.of(index.sample_scores(embedding.vector))
            shown = background.z_scores(index.scores(embedding.vector[None], found.documents)[0])
            z_scores = z_scores - np.float32(embedding.weight) * np.maximum(shown - _SUBTRACTION_MARGIN, 0)
            strong &= ~self._strong(index, model, [embedding], shown, found.documents, photos)
        strong &= z_scores >= lowest
        order = np.lexsort((found.documents, -z_scores, ~strong))[:top]
        scores = semantic_scores(z_scores[order], strong[order])
        return found.documents[order].tolist(), scores.tolist(), strong[order].tolist()

    def _strong(
        self,
        index: VectorIndex,
        model: InstalledModel,
        embeddings: Sequence[QueryEmbedding],
        z_scores: NDArray[np.float32],
        documents: NDArray[np.int64],
        photos: int,
    ) -> NDArray[np.bool_]:
        """Which of the best photos are strong hits: (n,).

        z_scores : (n,) of the photos, for the direction of all terms together
        """
        if any(embedding.kind == "picture" for embedding in embeddings):
            return z_margin(z_scores, photos) >= 0
        # Of several sentences, the one that fits a photo least decides.
        asked = np.stack([embedding.vector for embedding in embeddings])
        background = self.background(model)
        measured = np.empty((len(asked), len(documents)), np.float32)
        for start in range(0, len(documents), _BATCH_SIZE):
            part = slice(start, start + _BATCH_SIZE)
            vectors = index.vectors(documents[part])
            scores = asked @ vectors.T
            if background is not None:
                measured[:, part] = background_z_scores(scores, asked, background)
                continue
            others = self.sentences(model) @ vectors.T
            for row, of_one in zip(measured[:, part], scores, strict=True):
                row[:] = pointwise_mutual_information(of_one, others, model.scale)
        if background is None or model.strong_z is None:
            return pmi_margin(measured.min(axis=0), photos) >= 0
        strong = np.ones(len(documents), np.bool_)
        for row in measured:
            strong &= background_margin(row, photos, model.strong_z) >= 0
        return strong

    def sentences(self, model: InstalledModel) -> NDArray[np.float32]:
        """(m, d) unit rows: ordinary captions, which a sentence is compared with."""
        with self._lock:
            if self._kept_sentences is None or self._kept_sentences[0] != model.info.fingerprint:
                self._kept_sentences = (model.info.fingerprint, model.sentences())
            return self._kept_sentences[1]

    def background(self, model: InstalledModel) -> NDArray[np.float32] | None:
        """(1 + k, d): how ordinary photos spread, for a model whose line between strong and weak needs it."""
        if model.strong_z is None:
            return None
        with self._lock:
            if self._kept_background is None or self._kept_background[0] != model.info.fingerprint:
                self._kept_background = (model.info.fingerprint, model.background())
            return self._kept_background[1]


def _deleted(segments: Sequence[VectorSegment], live: NDArray[np.int64]) -> NDArray[np.int64]:
    """The documents in segments that no longer count."""
    listed = [segment.documents for segment in segments]
    return np.setdiff1d(np.concatenate([np.zeros(0, np.int64), *listed]), live)


def _failed(future: Future[TextTower]) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)


def _abstain(query: Query, error: CbirError, started: float) -> Answer:
    """A note why this engine does not answer, or the error itself where it alone was asked."""
    if query.options.engine == "semantic":
        raise error
    notes = (f"What the photos mean was not searched: {error}",)
    return Answer(notes=notes, timings=_encoding_since(started))


def _encoding_since(started: float) -> Timings:
    return Timings(encode=(time.perf_counter() - started) * 1000)

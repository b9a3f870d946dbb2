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
from cbir.catalog import Catalog, Found, SegmentRow
from cbir.embeddings import (
    InstalledModel,
    ModelStore,
    TextEmbeddings,
    TextTower,
    documents_of,
    open_text_tower,
    part_regions,
    parts_made_by,
)
from cbir.search.engine import FIRST_PAGE, Answer, Candidate, Corpus, OpenCatalog, Query, Ranking
from cbir.search.feedback import marked_wrong
from cbir.search.nearest import Nearest, PartIndex, StrongLine, nearest_photos
from cbir.search.query_embeddings import asked_for, embed_query
from cbir.state import OpenedOnce, Snapshot
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, build_structure
from cbir.workers import Encoder, Encoders, PictureEmbeddings

MODEL_SETTING = "model"  # in the catalog: the fingerprint of a model that this library has for itself
VECTOR_SETTING = "vectors"  # in the catalog: how its vectors are searched, as JSON
_IndexKey = tuple[int, VectorIndexOptions]  # the snapshot's revision, and how vectors are searched


class SemanticEngine:
    """The models, towers and vectors of one library; methods may be called from several threads."""

    def __init__(
        self, layout: Layout, store: ModelStore, *, device: Device, options: VectorIndexOptions
    ) -> None:
        self._layout = layout
        self._store = store
        self.device = device
        self._options = options
        self._lock = threading.Lock()
        self._loading = ThreadPoolExecutor(1, "text-tower")
        self._tower: tuple[str, Future[TextTower]] | None = None
        self._encoders = Encoders(device)
        self._closed = False
        self._indexes: dict[str, tuple[_IndexKey, VectorIndex]] = {}  # by what made their vectors
        self._parts: PartIndex | None = None
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
            self._indexes, self._parts = {}, None
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
                self._loading.submit(open_text_tower, model, self.device),
            )
        return self._tower[1]

    # --- which photos ---

    def index(self, model: InstalledModel, snapshot: Snapshot, catalog: OpenCatalog) -> VectorIndex:
        """The model's vectors, mapped. Raises ArtifactMismatch and FileNotFoundError where a segment is not whole.

        What an earlier snapshot had of them stays as it is, in a graphics card's memory too.
        """
        return self._open_index(model, model.info.fingerprint, snapshot, catalog)

    def parts(self, model: InstalledModel, snapshot: Snapshot, catalog: OpenCatalog) -> PartIndex | None:
        """The model's vectors of photos' parts; None where no photo has any. Errors as index()."""
        made_by = parts_made_by(model.info.fingerprint)
        if made_by not in snapshot.parts:
            return None
        index = self._open_index(model, made_by, snapshot, catalog)
        with self._lock:
            if self._parts is None or self._parts.index is not index:
                self._parts = PartIndex(index)
            return self._parts

    def _open_index(
        self, model: InstalledModel, made_by: str, snapshot: Snapshot, catalog: OpenCatalog
    ) -> VectorIndex:
        with catalog() as opened:
            options = self.vector_options(opened)
        key = (snapshot.revision, options)
        with self._lock:
            before = self._indexes.get(made_by)
        if before is not None and before[0] == key:
            return before[1]
        rows = (snapshot.vectors.get(made_by) or snapshot.parts.get(made_by)) or ()
        segments = [
            self._segments.get(
                row.name, functools.partial(VectorSegment.open, self._layout.vectors(row.codebook, row.name))
            )
            for row in rows
        ]
        for segment in segments:
            segment.refuse_other_dimension(model.info.dimension)
        index = VectorIndex.open(
            segments,
            deleted=_deleted(segments, snapshot.live, of_parts=made_by in snapshot.parts),
            options=options,
            cache=self._layout.vector_cache(made_by),
            device=self.device,
            before=None if before is None else before[1],
            remote=None if snapshot.mirror is None else snapshot.mirror.vectors(made_by),
        )
        listed = (*snapshot.vectors.values(), *snapshot.parts.values())
        self._segments.keep_only({row.name for rows in listed for row in rows})
        with self._lock:
            self._indexes = {one: kept for one, kept in self._indexes.items() if kept[0] == key}
            self._indexes[made_by] = (key, index)
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
        whole = model.info.fingerprint
        built = [
            self._build_structure(catalog, made_by, progress, cancelled)
            for made_by in (whole, parts_made_by(whole))
        ]
        return any(built)

    def _build_structure(
        self, catalog: Catalog, made_by: str, progress: Callable[[float], None], cancelled: Callable[[], bool]
    ) -> bool:
        options, cache = self.vector_options(catalog), self._layout.vector_cache(made_by)
        rows = [row for row in catalog.segments.all("vectors") if row.codebook == made_by]
        segments = [VectorSegment.open(self._layout.vectors(row.codebook, row.name)) for row in rows]
        of_parts = any(row.options for row in rows)
        deleted = _deleted(segments, catalog.documents.live(), of_parts=of_parts)
        index = VectorIndex.open(segments, deleted=deleted, options=options, cache=cache, device=self.device)
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
            parts = self.parts(model, corpus.snapshot, corpus.reader.catalog)
            nearest = nearest_photos(index, parts, embeddings, query, self._line(model))
        except QueryUnusable as error:
            return _abstain(query, error, started)
        notes = (*notes, *index.notes)
        weight = sum(embedding.weight for embedding in asked_for(embeddings))
        if seen < corpus.snapshot.photos:
            unseen = corpus.snapshot.photos - seen
            notes = (*notes, f"{unseen} of {corpus.snapshot.photos} photos cannot be found by meaning yet.")
        candidates: list[Candidate] = []
        answer = Answer()
        for hits in _pages(nearest):
            if candidates:  # the rest of a thousand takes twice as long as all before it
                on_partial(answer)
            photos = corpus.find_documents([document for document, *_ in hits])
            candidates += [
                _candidate(photos[document], score, strong, part)
                for document, score, strong, part in hits
                if document in photos
            ]
            answer = Answer(
                rankings=(Ranking(weight=weight, candidates=tuple(candidates)),),
                refused=marked_wrong(query.terms),
                notes=notes,
                timings=_encoding_since(started),
            )
        return answer

    def _line(self, model: InstalledModel) -> StrongLine:
        return StrongLine(
            model=model, sentences=lambda: self.sentences(model), background=self.background(model)
        )

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


def _pages(nearest: Nearest) -> list[list[tuple[int, float, bool, int | None]]]:
    """What is nearest: as many as a window shows at once, and the rest where that is much."""
    every = [*zip(nearest.documents, nearest.scores, nearest.strong, nearest.parts, strict=True)]
    first = FIRST_PAGE if len(every) > 2 * FIRST_PAGE else len(every)
    return [page for page in (every[:first], every[first:]) if page] or [[]]


def _candidate(found: Found, score: float, strong: bool, part: int | None) -> Candidate:
    region = None if part is None else part_regions((found.width, found.height))[part]
    return Candidate(found=found, engine="semantic", score=score, likeness=score, strong=strong, part=region)


def _deleted(
    segments: Sequence[VectorSegment], live: NDArray[np.int64], *, of_parts: bool
) -> NDArray[np.int64]:
    """The rows of segments, as they name them, whose documents no longer count."""
    listed = np.concatenate([np.zeros(0, np.int64), *(segment.documents for segment in segments)])
    return np.sort(listed[~np.isin(documents_of(listed) if of_parts else listed, live)])


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

"""The models of a library, their towers, and the vectors of its photos."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import LibraryClosed
from cbir.base.layout import Layout
from cbir.base.messages import Message, sentences
from cbir.base.types import NAMES_SEARCHED, Device
from cbir.catalog import Catalog
from cbir.embeddings import (
    InstalledModel,
    ModelStore,
    TextEmbeddings,
    TextTower,
    documents_of,
    open_text_tower,
    parts_made_by,
)
from cbir.search.meaning.near_photos import PartIndex, StrongLine
from cbir.state import OpenedOnce, Snapshot
from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, build_structure
from cbir.workers import Encoders, PictureEmbeddings, PictureEncoder

MODEL_SETTING = "model"  # in the catalog: the fingerprint of the model that was chosen for this library
VECTOR_SETTING = "vectors"  # in the catalog: options of the search in its vectors, as JSON
_INDEX_AGAIN = Message("Index your folders again: {again}")
_IndexKey = tuple[int, VectorIndexOptions]  # the snapshot's revision, and options of the search


class SemanticEngine:
    """The models, towers and vectors of one library. Its methods may be called from several threads."""

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
        self.indexes: dict[str, tuple[_IndexKey, VectorIndex]] = {}  # by what made their vectors
        self._parts: PartIndex | None = None
        self._segments = OpenedOnce[str, VectorSegment]()
        self._kept_sentences: tuple[str, NDArray[np.float32]] | None = None
        self._kept_background: tuple[str, NDArray[np.float32]] | None = None

    @property
    def store(self) -> ModelStore:
        return self._store

    def close(self) -> None:
        """End the towers. Pending requests raise Cancelled."""
        self._encoders.close()
        with self._lock:
            self._closed = True
            tower, self._tower = self._tower, None
            self.indexes, self._parts = {}, None
            self._segments.keep_only(())
        self._loading.shutdown(wait=True, cancel_futures=True)
        if (
            tower is not None
            and tower[1].done()
            and not tower[1].cancelled()
            and tower[1].exception() is None
        ):
            tower[1].result().close()

    # --- choice of a model ---

    def chosen(self, settings: Mapping[str, str]) -> InstalledModel | None:
        """The model with which photos are encoded: the program's own, the library's choice, or the current one.

        settings : of the library
        """
        if self._store.own is not None:
            return self._store.own
        own = settings.get(MODEL_SETTING)
        chosen = None if own is None else self._store.find_fingerprint(own)
        return chosen or self._store.current()

    def why_none(self, chosen: InstalledModel | None) -> Message:
        """A message on the reason why no model can answer."""
        if chosen is not None:
            unseen = Message("The model {0} has not seen the photos of this library yet.", chosen.info.name)
            return sentences(unseen, _INDEX_AGAIN)
        offer = next((model for model in self.store.offers() if model.default), None)
        name = "" if offer is None else f", such as {offer.name} ({offer.download_bytes / 1e6:,.0f} MB)"
        return sentences(
            Message("Searching by content needs a model{0}.", name),
            Message("Choose one {choose_model}"),
        )

    @staticmethod
    def what_it_adds(model: InstalledModel | None) -> Message:
        """A message for a search for words that had no model, with the way to get one."""
        if model is None:
            return sentences(NAMES_SEARCHED, Message("Install a model to search by content: {models}"))
        unseen = Message("{0} has not seen the photos yet.", model.info.name)
        return sentences(NAMES_SEARCHED, unseen, _INDEX_AGAIN)

    def answering(self, snapshot: Snapshot) -> InstalledModel | None:
        """The model that answers: the chosen one, or another as long as that one has encoded more photos.

        None if no model is installed or none has encoded a photo.
        """
        preferred = self.chosen(snapshot.settings)
        counts = {model: sum(row.documents for row in rows) for model, rows in snapshot.index.vectors.items()}
        best = preferred
        most = counts.get(preferred.info.fingerprint, 0) if preferred is not None else 0
        for fingerprint, documents in counts.items():
            if documents > most and (other := self._store.find_fingerprint(fingerprint)) is not None:
                best, most = other, documents
        return best if most else None

    # --- embeddings of terms ---

    def load(self, model: InstalledModel) -> None:
        """Begin to load the text tower, so that the first sentence need not wait."""
        with self._lock:
            self._text_tower(model)

    def encode_texts(self, model: InstalledModel, texts: Sequence[str]) -> Future[TextEmbeddings]:
        with self._lock:
            tower = self._text_tower(model)
            return self._loading.submit(lambda: tower.result().encode(texts))

    def load_encoder(self, model: InstalledModel) -> None:
        """Begin to load the image tower while a picture is being described."""
        self._encoders.load(model)

    def encode_pictures(
        self, model: InstalledModel, pictures: Sequence[NDArray[np.uint8]]
    ) -> Future[PictureEmbeddings]:
        """Results of `prepare` -> their embeddings."""
        return self._encoders.encode(model, pictures)

    def encoder(self, model: InstalledModel) -> AbstractContextManager[PictureEncoder]:
        """The model's image tower in a process, which an index run holds until it ends."""
        return self._encoders.lease(model)

    def _text_tower(self, model: InstalledModel) -> Future[TextTower]:
        """The model's text tower, loading or loaded. The caller must hold the lock. Raises Cancelled after close()."""
        if self._closed:
            raise LibraryClosed
        if self._tower is None or self._tower[0] != model.info.fingerprint or _failed(self._tower[1]):
            self._tower = (
                model.info.fingerprint,
                self._loading.submit(open_text_tower, model, self.device),
            )
        return self._tower[1]

    # --- vectors of photos ---

    def index(self, model: InstalledModel, snapshot: Snapshot) -> VectorIndex:
        """The model's vectors, mapped. Raises ArtifactMismatch and FileNotFoundError if a segment is not complete.

        Segments of the earlier snapshot are used again, also those in a graphics card's memory.
        """
        return self._open_index(model, model.info.fingerprint, snapshot)

    def parts(self, model: InstalledModel, snapshot: Snapshot) -> PartIndex | None:
        """The model's vectors of photos' parts; None if no photo has any. Errors as for index()."""
        if not snapshot.index.parts:
            return None
        made_by = parts_made_by(model.info.fingerprint)
        if made_by not in snapshot.index.parts:
            return None
        index = self._open_index(model, made_by, snapshot)
        with self._lock:
            if self._parts is None or self._parts.index is not index:
                self._parts = PartIndex(index)
            return self._parts

    def _open_index(self, model: InstalledModel, made_by: str, snapshot: Snapshot) -> VectorIndex:
        mapped, options = snapshot.index, self.vector_options(snapshot.settings)
        key = (mapped.revision, options)
        with self._lock:
            before = self.indexes.get(made_by)
        if before is not None and before[0] == key:
            return before[1]
        rows = (mapped.vectors.get(made_by) or mapped.parts.get(made_by)) or ()
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
            deleted=_deleted(segments, mapped.live, of_parts=made_by in mapped.parts),
            options=options,
            cache=self._layout.vector_cache(made_by),
            device=self.device,
            before=None if before is None else before[1],
            remote=None if mapped.remote is None else mapped.remote.vectors(made_by),
        )
        listed = (*mapped.vectors.values(), *mapped.parts.values())
        self._segments.keep_only({row.name for rows in listed for row in rows})
        with self._lock:
            self.indexes = {maker: entry for maker, entry in self.indexes.items() if entry[0] == key}
            self.indexes[made_by] = (key, index)
        return index

    def vector_options(self, settings: Mapping[str, str]) -> VectorIndexOptions:
        """The options of the search in this library's vectors. settings : of the library"""
        stored = settings.get(VECTOR_SETTING)
        return self._options if stored is None else VectorIndexOptions(**json.loads(stored))

    def build_structure(
        self,
        catalog: Catalog,
        model: InstalledModel,
        *,
        progress: Callable[[float], None] = lambda share: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Train the structure for fast searches, if there are enough vectors and none exists. Returns True if it did.

        The caller must hold the writer lock. Raises Cancelled.
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
        options, cache = self.vector_options(catalog.settings.all()), self._layout.vector_cache(made_by)
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

    def line(self, model: InstalledModel) -> StrongLine:
        """The line between strong and weak hits of sentences."""
        return StrongLine(
            model=model, sentences=lambda: self.sentences(model), background=self.background(model)
        )

    def sentences(self, model: InstalledModel) -> NDArray[np.float32]:
        """(m, d) unit rows: ordinary captions, to be compared with a sentence."""
        with self._lock:
            if self._kept_sentences is None or self._kept_sentences[0] != model.info.fingerprint:
                self._kept_sentences = (model.info.fingerprint, model.sentences())
            return self._kept_sentences[1]

    def background(self, model: InstalledModel) -> NDArray[np.float32] | None:
        """(1 + k, d): mean and spread of ordinary photos, for a model whose line of strong hits needs it; else None."""
        if model.strong_z is None:
            return None
        with self._lock:
            if self._kept_background is None or self._kept_background[0] != model.info.fingerprint:
                self._kept_background = (model.info.fingerprint, model.background())
            return self._kept_background[1]


def _deleted(
    segments: Sequence[VectorSegment], live: NDArray[np.int64], *, of_parts: bool
) -> NDArray[np.int64]:
    """The row names in segments whose documents were deleted."""
    listed = np.concatenate([np.zeros(0, np.int64), *(segment.documents for segment in segments)])
    return np.sort(listed[~np.isin(documents_of(listed) if of_parts else listed, live)])


def _failed(future: Future[TextTower]) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)

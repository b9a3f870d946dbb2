"""The models and the codebook that describe a library's photos, and the options for searching embeddings."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch, CbirError, ModelNotInstalled
from cbir.base.layout import Layout
from cbir.base.types import ModelInfo, PartsCost
from cbir.catalog import IndexedPhoto
from cbir.embeddings import PARTS, InstalledModel, ModelStore
from cbir.indexing import keep_parts, keeps_parts, scan_folder
from cbir.library.info import count_parts
from cbir.search import (
    DETAILS_SETTING,
    LEARNED_SETTING,
    MIN_PHOTOS,
    MODEL_SETTING,
    VECTOR_SETTING,
    Choice,
    Details,
    SemanticEngine,
    learn_keywords,
    learned_keywords,
)
from cbir.state import (
    CodebookShelf,
    CurrentCodebook,
    IndexReader,
    Snapshot,
    exclusive_write,
    remove_own,
    unlocked_write,
)
from cbir.vectors import VectorIndexOptions, bytes_per_vector
from cbir.visual_words import WordUsage, word_usage

_TIMED = 2  # photos whose parts are encoded to estimate the time for others


class LibraryModels:
    """The models and the codebook of one library; methods may be called from several threads."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        shelf: CodebookShelf,
        semantic_engine: SemanticEngine,
        details: Details,
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._shelf = shelf
        self._semantic_engine = semantic_engine
        self._details = details

    @property
    def store(self) -> ModelStore:
        """The installed models, of all libraries."""
        return self._semantic_engine.store

    def current(self) -> ModelInfo | None:
        """The model with which photos of this library are encoded."""
        with self._reader.catalog() as catalog:
            model = self._semantic_engine.chosen(catalog.settings.all())
        return None if model is None else model.info

    def use(self, name: str | None) -> None:
        """Give this library a model of its own, or with None the default model of all libraries.

        Photos are searched by their present vectors until the next index run on their folders.
        Raises ModelNotInstalled.
        """
        fingerprint = None if name is None else self._semantic_engine.store.find(name).info.fingerprint
        with exclusive_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(MODEL_SETTING, fingerprint)

    def keeps_parts(self) -> bool:
        """True if index runs also embed the parts of photos."""
        with self._reader.catalog() as catalog:
            return keeps_parts(catalog)

    def keep_parts(self, keep: bool) -> None:
        """Set if index runs also embed the parts of photos, so that sentences find small things."""
        with unlocked_write(self._layout) as catalog:
            keep_parts(catalog, keep)

    def parts_cost(self, folders: Sequence[Path] = ()) -> PartsCost:
        """Cost of embedding the parts of photos: of photos in folders, or of the library's photos that have none yet.

        Estimated from the time that this computer needs for two photos. Nothing is changed. Raises ModelNotInstalled.
        """
        engine = self._semantic_engine
        with self._reader.catalog() as catalog:
            model = engine.chosen(catalog.settings.all())
            photos = catalog.photos.count()
        if model is None:
            raise ModelNotInstalled(engine.why_none(None))
        if folders:
            photos = sum(1 for folder in folders for _ in scan_folder(folder, folder))
        else:
            photos -= min(photos, count_parts(self._reader.current_index(), model)[0])
        side = model.preprocessing.side_px
        blank = [np.zeros((side, side, 3), np.uint8)] * (_TIMED * PARTS)
        engine.encode_pictures(model, blank[:1]).result()  # load the tower first, outside the timing
        started = time.perf_counter()
        engine.encode_pictures(model, blank).result()
        return PartsCost(
            photos=photos,
            seconds=photos * (time.perf_counter() - started) / _TIMED,
            bytes=photos * PARTS * bytes_per_vector(model.info.dimension),
            model=model.info.name,
        )

    def embeddings(self) -> tuple[ModelInfo, list[IndexedPhoto], NDArray[np.float32]]:
        """The model that answers searches, the photos that it has embedded, and their (n, d) float32 unit vectors.

        Raises ModelNotInstalled if no model is installed, or none has embedded a photo.
        """
        engine = self._semantic_engine
        with self._reader.snapshot() as snapshot:
            model = self._answering(snapshot)
            index = engine.index(model, snapshot)
            by_document = snapshot.catalog.photos.of_documents(np.sort(index.documents()).tolist())
            vectors = index.vectors(np.array(list(by_document), np.int64))
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.finfo(np.float32).tiny)
        return model.info, list(by_document.values()), vectors

    def embed_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, d) float32 vectors of texts in the space of embeddings(). Raises ModelNotInstalled likewise."""
        with self._reader.snapshot() as snapshot:
            model = self._answering(snapshot)
        return self._semantic_engine.encode_texts(model, texts).result().vectors

    def _answering(self, snapshot: Snapshot) -> InstalledModel:
        engine = self._semantic_engine
        model = engine.answering(snapshot)
        if model is None:
            raise ModelNotInstalled(engine.why_none(engine.chosen(snapshot.settings)))
        return model

    def learn_keywords(self) -> Mapping[str, int]:
        """Learn the library's keywords, so that sentences with them find similar photos, too.

        Returns the learned keywords with their numbers of photos. Raises CbirError if no keyword has enough photos.
        """
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            learned = learn_keywords(catalog)
        if not learned:
            raise CbirError(
                "No keyword has {0} photos yet: give some to photos of the same person, pet or place first.",
                MIN_PHOTOS,
            )
        return learned

    def forget_keywords(self) -> None:
        """Undo learn_keywords(), so that keywords have only their meaning for the model again."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(LEARNED_SETTING, None)

    def learned_keywords(self) -> tuple[str, ...]:
        """The learned keywords, the most common first."""
        with self._reader.catalog() as catalog:
            return learned_keywords(catalog.settings.all())

    def use_codebook(self, path: Path | None) -> str:
        """Index photos with another codebook from now on, or with None the shipped one. Returns its fingerprint.

        Photos are searched by their old visual words until the next index run reads them again.
        Raises CbirError if the file is no usable codebook.
        """
        with exclusive_write(self._layout) as catalog:
            try:
                return self._shelf.adopt(catalog, path or self._shelf.shipped_path)
            except ArtifactMismatch as error:
                raise CbirError(
                    "{0} Name a file that cbir codebook train wrote. Nothing was changed.", error
                ) from error

    def word_usage(self) -> WordUsage:
        """Usage of the current codebook's visual words by the photos."""
        current = self.codebook()
        for codebook, index in self._reader.current_index().indexes:
            if codebook.fingerprint == current.fingerprint:
                return word_usage(index, words=len(codebook))
        nothing = np.zeros(0, np.int64)
        return WordUsage(words=current.words, frequencies=nothing, first_seen=nothing)

    def codebook(self) -> CurrentCodebook:
        """The codebook with which new photos are indexed."""
        with self._reader.catalog() as catalog:
            return self._shelf.current_or_shipped(catalog)

    def vector_options(self) -> VectorIndexOptions:
        """The options for searching embeddings."""
        with self._reader.catalog() as catalog:
            return self._semantic_engine.vector_options(catalog.settings.all())

    def set_vector_options(
        self,
        options: VectorIndexOptions | None,
        *,
        progress: Callable[[float], None] = lambda share: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """Set how embeddings are searched from now on; None: by their number.

        Trains the index now if necessary. Raises Cancelled; the search is exact after that.
        """
        if options is not None and options.kind == "trained":
            options = replace(options, exact_up_to=0)  # trained on request, however few there are
        with exclusive_write(self._layout, resumable=True) as catalog:
            with catalog.transaction():
                value = None if options is None else json.dumps(asdict(options))
                catalog.settings.set(VECTOR_SETTING, value)
            codebooks = {row.codebook for row in catalog.segments.all("features")}
            for folder in self._layout.all_caches.glob("*/"):
                if folder.name not in codebooks:  # those are of local descriptors
                    remove_own(self._layout, folder)
            model = self._semantic_engine.chosen(catalog.settings.all())
            if model is not None:
                self._semantic_engine.build_structure(catalog, model, progress=progress, cancelled=cancelled)

    def nndr(self) -> tuple[Choice, str]:
        """The choice of details that are compared for the nearest, and the present state in words."""
        with self._reader.snapshot() as snapshot:
            how = self._details.describe(snapshot.index.codebooks, snapshot.index.photos)
            return self._details.choice(snapshot), how

    def set_nndr(self, choice: Choice, *, cancelled: Callable[[], bool] = lambda: False) -> None:
        """Choose the details that are compared for the nearest: of the whole library, which needs an index of them.

        Makes the index, or removes it. Raises Cancelled; the next index run makes it.
        """
        if self._reader.remote is not None:
            raise CbirError("The details of a library on a server cannot be compared as a whole.")
        with exclusive_write(self._layout, resumable=True) as catalog:
            with catalog.transaction():
                catalog.settings.set(DETAILS_SETTING, None if choice == "auto" else choice)
            codebook = self._shelf.load(self._shelf.current(catalog).fingerprint)
            if not self._details.build(catalog, codebook, cancelled=cancelled):
                self._details.remove_unwanted(catalog, codebook)

    def change_vector_options(
        self, chosen: Mapping[str, object], *, cancelled: Callable[[], bool] = lambda: False
    ) -> None:
        """set_vector_options() with some options replaced. chosen : by the names of VectorIndexOptions

        Raises CbirError if one of them would have no effect, or is impossible for this library's vectors.
        """
        before = self.vector_options()
        options = replace(before, exact_up_to=VectorIndexOptions().exact_up_to)
        options = replace(options, **chosen)  # type: ignore[arg-type]
        of_structure = chosen.keys() - {"kind"}
        if of_structure and options.kind == "exact":
            raise CbirError(
                "{0} has no effect on an exact search. Add: {1}", _options(of_structure), "--kind trained"
            )
        count, dimension = self._embedded()
        if of_structure and options.kind == "auto" and count <= options.exact_up_to:
            raise CbirError(
                "{0} has no effect up to {1} embeddings, which are all compared, and this library has {2}. Add: {3}",
                _options(of_structure),
                f"{options.exact_up_to:,}",
                f"{count:,}",
                "--kind trained",
            )
        if "lists" in chosen and (options.lists or 0) > count > 0:
            raise CbirError("{0} lists are too many for {1} embeddings.", options.lists, count)
        if "dimensions" in chosen and (options.dimensions or 0) > dimension > 0:
            raise CbirError(
                "{0} dimensions are too many: the model's vectors have {1}.", options.dimensions, dimension
            )
        if options.lists is not None and (options.nprobe or 0) > options.lists:
            raise CbirError("{0} lists cannot be searched: there are {1}.", options.nprobe, options.lists)
        self.set_vector_options(options, cancelled=cancelled)

    def _embedded(self) -> tuple[int, int]:
        """Number of vectors in the larger index of the current model, of photos or of parts, and their dimension."""
        with self._reader.snapshot() as snapshot:
            model = self._semantic_engine.answering(snapshot)
            if model is None:
                return 0, 0
            parts = self._semantic_engine.parts(model, snapshot)
            whole = self._semantic_engine.index(model, snapshot)
            return max(len(whole), 0 if parts is None else len(parts.index)), whole.dimension


def _options(names: Collection[str]) -> str:
    return ", ".join(f"--{name}" for name in sorted(names))

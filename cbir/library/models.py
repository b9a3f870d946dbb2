"""A library, its models and its codebook: which ones describe its photos, and how embeddings are searched."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from cbir.base.errors import ArtifactMismatch, CbirError, ModelNotInstalled
from cbir.base.layout import Layout
from cbir.base.types import ModelInfo, PartsCost
from cbir.embeddings import PARTS, ModelStore
from cbir.indexing import keep_parts, keeps_parts, scan_folder
from cbir.library.info import count_parts
from cbir.search import (
    LEARNED_SETTING,
    MIN_PHOTOS,
    MODEL_SETTING,
    VECTOR_SETTING,
    SemanticEngine,
    learn_keywords,
    learned_keywords,
)
from cbir.state import (
    CodebookShelf,
    CurrentCodebook,
    IndexReader,
    exclusive_write,
    remove_own,
    unlocked_write,
)
from cbir.vectors import VectorIndexOptions, bytes_per_vector
from cbir.visual_words import WordUsage, word_usage

_TIMED = 2  # photos whose parts are encoded to say how long others take


class LibraryModels:
    """The models and the codebook of one library; methods may be called from several threads."""

    def __init__(
        self, layout: Layout, reader: IndexReader, shelf: CodebookShelf, semantic_engine: SemanticEngine
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._shelf = shelf
        self._semantic_engine = semantic_engine

    @property
    def store(self) -> ModelStore:
        """The installed models, of all libraries."""
        return self._semantic_engine.store

    def current(self) -> ModelInfo | None:
        """The model that photos of this library are encoded with."""
        with self._reader.catalog() as catalog:
            wanted = self._semantic_engine.wanted(catalog.settings.all())
        return None if wanted is None else wanted.info

    def use(self, name: str | None) -> None:
        """Give this library a model of its own, or None: the one that is current for all.

        Photos keep answering from the vectors they have until the next index of their folders.
        Raises ModelNotInstalled.
        """
        fingerprint = None if name is None else self._semantic_engine.store.find(name).info.fingerprint
        with exclusive_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(MODEL_SETTING, fingerprint)

    def keeps_parts(self) -> bool:
        """Whether index runs embed the parts of photos, too."""
        with self._reader.catalog() as catalog:
            return keeps_parts(catalog)

    def keep_parts(self, keep: bool) -> None:
        """Embed the parts of photos, too, so that sentences find small things; from the next index run on."""
        with unlocked_write(self._layout) as catalog:
            keep_parts(catalog, keep)

    def parts_cost(self, folders: Sequence[Path] = ()) -> PartsCost:
        """What embedding the parts of photos takes: of those in some folders, or of the library's that have none yet.

        By the time that this computer needs for two photos. Nothing is changed. Raises ModelNotInstalled.
        """
        engine = self._semantic_engine
        with self._reader.catalog() as catalog:
            model = engine.wanted(catalog.settings.all())
            photos = catalog.photos.count()
        if model is None:
            raise ModelNotInstalled(engine.why_none(None))
        if folders:
            photos = sum(1 for folder in folders for _ in scan_folder(folder, folder))
        else:
            photos -= min(photos, count_parts(self._reader.current_index(), model)[0])
        side = model.preprocessing.side_px
        blank = [np.zeros((side, side, 3), np.uint8)] * (_TIMED * PARTS)
        engine.encode_pictures(model, blank[:1]).result()  # a tower is loaded once, however much it has to do
        started = time.perf_counter()
        engine.encode_pictures(model, blank).result()
        return PartsCost(
            photos=photos,
            seconds=photos * (time.perf_counter() - started) / _TIMED,
            bytes=photos * PARTS * bytes_per_vector(model.info.dimension),
            model=model.info.name,
        )

    def learn_keywords(self) -> Mapping[str, int]:
        """Let sentences with one of the library's keywords find what its photos show, too.

        Returns the keywords that were learned, with how many photos have each. Raises CbirError where none has enough.
        """
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            learned = learn_keywords(catalog)
        if not learned:
            raise CbirError(
                f"No keyword has {MIN_PHOTOS} photos yet: give some to photos of the same person, pet or place first."
            )
        return learned

    def forget_keywords(self) -> None:
        """Undo learn_keywords(): keywords mean again what the model takes them for."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            catalog.settings.set(LEARNED_SETTING, None)

    def learned_keywords(self) -> tuple[str, ...]:
        """The keywords that were learned, the commonest first."""
        with self._reader.catalog() as catalog:
            return learned_keywords(catalog.settings.all())

    def use_codebook(self, path: Path | None) -> str:
        """Index photos with another codebook from now on, or None: the one of the program. Returns its fingerprint.

        Photos keep answering by their old words until the next index of their folders reads them again.
        Raises ArtifactMismatch where the file is no codebook that can be used.
        """
        with exclusive_write(self._layout) as catalog:
            try:
                return self._shelf.adopt(catalog, path or self._shelf.shipped_path)
            except ArtifactMismatch as error:
                raise CbirError(
                    f"{error} Name a file that cbir codebook train wrote. Nothing was changed."
                ) from error

    def word_usage(self) -> WordUsage:
        """How the photos use the words of the codebook that new ones are indexed with."""
        wanted = self.codebook()
        for codebook, index in self._reader.current_index().indexes:
            if codebook.fingerprint == wanted.fingerprint:
                return word_usage(index, words=len(codebook))
        nothing = np.zeros(0, np.int64)
        return WordUsage(words=wanted.words, frequencies=nothing, first_seen=nothing)

    def codebook(self) -> CurrentCodebook:
        """The one that new photos are indexed with."""
        with self._reader.catalog() as catalog:
            return self._shelf.current_or_shipped(catalog)

    def vector_options(self) -> VectorIndexOptions:
        """How the embeddings are searched."""
        with self._reader.catalog() as catalog:
            return self._semantic_engine.vector_options(catalog.settings.all())

    def set_vector_options(
        self,
        options: VectorIndexOptions | None,
        *,
        progress: Callable[[float], None] = lambda share: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """Search the embeddings in another way from now on; None: as suits their number.

        What has to be trained for it is trained now. Raises Cancelled, after which they are searched exactly.
        """
        if options is not None and options.kind == "trained":
            options = replace(options, exact_up_to=0)  # however few there are: it was asked for
        with exclusive_write(self._layout, resumable=True) as catalog:
            with catalog.transaction():
                kept = None if options is None else json.dumps(asdict(options))
                catalog.settings.set(VECTOR_SETTING, kept)
            remove_own(self._layout, self._layout.all_caches)
            model = self._semantic_engine.wanted(catalog.settings.all())
            if model is not None:
                self._semantic_engine.build_structure(catalog, model, progress=progress, cancelled=cancelled)

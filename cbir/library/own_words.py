"""Visual words learned from a library: learned beside the current ones, tried, then kept or discarded."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import numpy as np

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import DocumentId, PhotoId, WordsPlan
from cbir.library.lifetime import LibraryOptions, Lifetime
from cbir.library.maintenance import LearningOptions, LearningProgress, WordsLearner
from cbir.search import SearchService, SemanticEngine
from cbir.state import CodebookShelf, IndexReader, StagedReader, StagedWords, exclusive_write


class OwnWords:
    """Visual words learned from a library's own photos; methods may be called from several threads."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        shelf: CodebookShelf,
        semantic_engine: SemanticEngine,
        lifetime: Lifetime,
        options: LibraryOptions,
    ) -> None:
        self._layout, self._reader, self._shelf = layout, reader, shelf
        self._semantic_engine, self._lifetime, self._options = semantic_engine, lifetime, options

    def plan(self, options: LearningOptions | None = None) -> WordsPlan:
        """Cost of learning, by timing some photos. Raises CbirError if the photos have too few details."""
        return self._learner(options).plan()

    def learn(
        self,
        options: LearningOptions | None = None,
        *,
        progress: LearningProgress = lambda *_: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """Learn visual words and assign them to all photos, or continue a stopped run. Searches still use the old ones.

        Raises CbirError if it cannot be done, and Cancelled; the finished part stays for the next run.
        """
        with self._lifetime.run():
            self._learner(options).learn(
                progress=progress, cancelled=lambda: self._lifetime.ended or cancelled()
            )

    @contextlib.contextmanager
    def searcher(self) -> Iterator[SearchService]:
        """A search service on the library with its new visual words. Raises CbirError if there are none yet."""
        staged = StagedWords(self._layout)
        if staged.codebook is None:
            raise CbirError("There are no new words yet. Learn them first.")
        with contextlib.closing(StagedReader(self._layout, staged.codebook, staged.batches())) as reader:
            yield SearchService(
                reader,
                self._semantic_engine,
                self._lifetime.workers,
                self._options.search_service,
            )

    def photos_to_try(self, seed: int = 0) -> list[tuple[PhotoId, str]]:
        """The photos with new visual words, in an order drawn by a seed, with the fingerprints of their files."""
        documents = [
            document for batch in StagedWords(self._layout).batches() for document in batch.documents
        ]
        with self._reader.catalog() as catalog:
            records = catalog.photos.of_documents(documents)
        drawn = np.random.default_rng(seed).permutation(np.array(documents, np.int64))
        return [
            (record.photo, record.fingerprint)
            for document in drawn.tolist()
            if (record := records.get(DocumentId(document))) is not None
        ]

    def keep(self, *, progress: LearningProgress = lambda *_: None) -> str:
        """Switch searches to the new visual words, and remove the old ones. Returns the new fingerprint.

        Raises LibraryLocked while photos are being indexed, CbirError if there are no new visual words.
        """
        with exclusive_write(self._layout, resumable=True) as catalog:
            return self._learner(None).keep(catalog, progress=progress)

    def discard(self) -> None:
        """Remove the new visual words; the old ones stay as they are."""
        self._learner(None).discard()

    def _learner(self, options: LearningOptions | None) -> WordsLearner:
        return WordsLearner(self._layout, self._reader, self._shelf, options)

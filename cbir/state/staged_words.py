"""The folder `learning/` of a library -> new visual words that are not in use yet, and trial searches by them.

The folder has a library's layout: codebooks/<fingerprint>.codebook, and for each batch of photos postings/<id> and
features/<id> of the same name. Row i of the features is member i of the postings, so no catalog is needed. A batch with
both parts complete is done. Nothing in this folder is visible in the library.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cbir.base.artifacts import remove_artifact
from cbir.base.cached import cached_property
from cbir.base.errors import ArtifactMismatch
from cbir.base.layout import Layout
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, SegmentRow
from cbir.matching import FeatureStore
from cbir.state.codebooks import CodebookShelf
from cbir.state.reader import IndexReader
from cbir.state.snapshot import MappedIndex, OpenSegments, Places
from cbir.visual_words import Codebook, PostingsSegment


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedBatch:
    """Photos described by the new words. documents : ascending, one for each row of the features

    options : those with which the features were described
    """

    name: str
    documents: tuple[DocumentId, ...]
    options: str


class StagedWords:
    """Words that a library has learned but does not use yet. learned_from : fingerprint of the words that it uses"""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout.learning

    @cached_property
    def codebook(self) -> Codebook | None:
        """The new words. None until they are learned, and if the file is damaged."""
        for path in CodebookShelf(self.layout).paths():
            with contextlib.suppress(ArtifactMismatch):
                return Codebook.load(path)
        return None

    @property
    def learned_from(self) -> str:
        return "" if self.codebook is None else str(self.codebook.about.get("learned_from", ""))

    def batches(self) -> list[StagedBatch]:
        """All batches that are complete and belong to these words."""
        batches: list[StagedBatch] = []
        if self.codebook is None or not self.layout.all_postings.is_dir():
            return batches
        for folder in sorted(self.layout.all_postings.iterdir()):
            with contextlib.suppress(ArtifactMismatch, FileNotFoundError):
                postings = PostingsSegment.open(folder)
                store = FeatureStore.open(self.layout.features(folder.name))
                made_by = {postings.codebook, store.codebook}
                if len(store) == len(postings.members) and made_by == {self.codebook.fingerprint}:
                    documents = tuple(DocumentId(document) for document in postings.members.tolist())
                    batches.append(StagedBatch(name=folder.name, documents=documents, options=store.options))
        return batches

    def tidy(self) -> None:
        """Remove unfinished files of a killed run and damaged ones. No other process may be learning."""
        whole = {batch.name for batch in self.batches()}
        for parent in (self.layout.all_postings, self.layout.all_features):
            for folder in parent.iterdir() if parent.is_dir() else ():
                if folder.name not in whole:
                    remove_artifact(folder)
        for path in CodebookShelf(self.layout).paths():
            if self.codebook is None or path.stem != self.codebook.fingerprint:
                path.unlink()  # also unfinished files: their names end like those of finished ones


class StagedReader(IndexReader):
    """Reads a library as it would be with the new words. Photos that were added since are not found."""

    def __init__(self, layout: Layout, codebook: Codebook, batches: Sequence[StagedBatch]) -> None:
        super().__init__(layout, CodebookShelf(layout.learning))
        self.opened = OpenSegments(layout.learning)
        self._codebook = codebook.fingerprint
        self._batches = batches
        self._staged = {
            document: (batch.name, row) for batch in batches for row, document in enumerate(batch.documents)
        }

    def index_at(self, catalog: Catalog, revision: int) -> MappedIndex:
        with self._lock:
            if self._index is None:
                live = set(catalog.documents.live().tolist())
                self._index = MappedIndex(
                    revision=0,
                    photos=len(live & self._staged.keys()),
                    live=np.zeros(0, np.int64),
                    segments=[
                        SegmentRow(
                            name=batch.name,
                            kind=kind,
                            codebook=self._codebook,
                            options=batch.options,
                            documents=len(batch.documents),
                        )
                        for batch in self._batches
                        for kind in ("postings", "features")
                    ],
                    tombstones=[
                        (document, *place) for document, place in self._staged.items() if document not in live
                    ],
                    opened=self.opened,
                    codebooks=self._shelf.load,
                )
            return self._index

    def _places(self) -> Places:
        return self._staged

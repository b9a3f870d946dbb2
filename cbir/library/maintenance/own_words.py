"""A library's stored descriptors -> its own visual words, which are staged, tried, and then adopted or discarded.

WordsLearner(...).learn(), which continues a stopped run; then keep() or discard(). No photo is read: a stored
descriptor has its coordinates at 4 bits, and the new visual words are in the same coordinates. So the codes stay, and
only visual words and signatures are new. Results are in a separate folder (state/staged_words.py), written without
the library's writer lock, so that photos may be added meanwhile. keep() assigns the new visual words to these photos,
too, and one transaction makes everything visible.
"""

from __future__ import annotations

import contextlib
import datetime
import math
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, LibraryLocked
from cbir.base.layout import Layout, new_segment_name
from cbir.base.messages import Message
from cbir.base.storage import flush_folder, folder_bytes, make_private_folder
from cbir.base.types import OWN_PHOTOS, DocumentId, PhotoFeatures, PhotoId, WordsPlan
from cbir.catalog import Catalog, SegmentRow
from cbir.library.lifetime import LibraryOptions, Lifetime
from cbir.library.maintenance.segments import retire_codebooks
from cbir.matching import FeatureStoreBuilder
from cbir.search import Details, SearchService, SemanticEngine, WordMeanings
from cbir.state import (
    CodebookShelf,
    CurrentCodebook,
    IndexReader,
    StagedReader,
    StagedWords,
    exclusive_write,
    explain_disk_trouble,
    remove_own,
    writer_lock,
)
from cbir.visual_words import Codebook, PostingsSegment, SegmentBuilder, merge_segments, relearn_words

_TIMED_PHOTOS = 16  # assigned to estimate the time for all photos
_TRAINING_COST = 4.4  # of training on a descriptor, relative to assigning it: 143 and 33 us of a processor
_PHOTOS_AT_ONCE = 32  # assigned in one call: 15 MB, and large enough for fast matrix products
_CODEBOOK_BYTES = 2 * 64  # per visual word on the disk
LearningProgress = Callable[[Message, int, int | None], None]
"""Called with the step's name, the amount done, and the total amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningOptions:
    words: int = 65_536
    min_words: int = 4096  # fewer distinguish too little: postings are long, and most of them wrong
    details_per_word: int = 10  # as train_codebook needs
    most_details_per_word: int = 20  # more change little, and take 2 x 256 bytes of memory each
    most_photos: int = 5000  # read for learning; the shipped visual words were learned from 1,954
    batch_photos: int = 512  # the most that a kill loses: some seconds of work
    seed: int = 0


class WordsLearner:
    """Learns visual words for one library, whose photos are read through `reader`."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        shelf: CodebookShelf,
        options: LearningOptions | None = None,
    ) -> None:
        self._layout, self._reader, self._shelf = layout, reader, shelf
        self._options = options or LearningOptions()

    # --- before

    def plan(self) -> WordsPlan:
        """Cost of learning. Raises CbirError if the photos have too few descriptors."""
        current, documents = self._current()
        staged = StagedWords(self._layout)
        learned = staged.codebook if staged.learned_from == current.fingerprint else None
        done = (
            {document for batch in staged.batches() for document in batch.documents}
            if learned is not None
            else set()
        )
        remaining = [document for document, _ in documents if document not in done]
        details, seconds = self._measure(current, [document for document, _ in documents])
        words = (
            len(learned) if learned is not None else self._supported(details * len(documents), len(documents))
        )
        training = 0.0
        if learned is None:
            training = (
                min(details * len(documents), words * self._options.most_details_per_word) * _TRAINING_COST
            )
        return WordsPlan(
            photos=len(documents),
            done=len(documents) - len(remaining),
            words=words,
            learned=learned is not None,
            seconds=seconds * (len(remaining) * details + training),
            bytes=self._bytes_per_photo(current) * len(remaining)
            + (0 if learned else words * _CODEBOOK_BYTES),
            free=shutil.disk_usage(self._layout.folder).free,
        )

    def _current(self) -> tuple[CurrentCodebook, list[tuple[DocumentId, str]]]:
        """The current codebook, and its documents with the options of their features."""
        with self._reader.catalog() as catalog:
            current = self._shelf.current_or_shipped(catalog)
            return current, catalog.documents.made_by(current.fingerprint)

    def _measure(self, current: CurrentCodebook, documents: Sequence[DocumentId]) -> tuple[float, float]:
        """Descriptors per photo, and seconds to assign one, measured on a few photos."""
        codebook = self._shelf.load(current.fingerprint)
        sample = self._features([documents[at] for at in _spread(len(documents), _TIMED_PHOTOS)])
        # Outside the timing, as the first call builds cached structures.
        _reworded(codebook, [features for _, features in sample[:1]])
        started = time.perf_counter()
        _reworded(codebook, [features for _, features in sample])
        details = sum(len(features) for _, features in sample)
        took = time.perf_counter() - started
        return details / max(1, len(sample)), took / max(1, details)

    def _supported(self, details: float, photos: int) -> int:
        """The number of visual words that the descriptors suffice for. Raises CbirError if it is too small."""
        branch = min(
            math.isqrt(self._options.words), math.isqrt(int(details / self._options.details_per_word))
        )
        if branch < math.isqrt(min(self._options.min_words, self._options.words)):
            needed = min(self._options.min_words, self._options.words) * self._options.details_per_word
            raise CbirError(
                "Learning visual words needs {2} details, and the library's {0} photos have {1}. "
                "Add more photos first; until then the present words are better.",
                f"{photos:,}",
                f"{int(details):,}",
                f"{needed:,}",
            )
        return branch * branch

    def _bytes_per_photo(self, current: CurrentCodebook) -> int:
        with self._reader.catalog() as catalog:
            rows = [row for row in catalog.segments.all() if row.codebook == current.fingerprint]
        total = sum(folder_bytes(self._layout.segment(row.kind, row.codebook, row.name)) for row in rows)
        return total // max(1, sum(row.documents for row in rows if row.kind == "features"))

    # --- learning

    def learn(
        self, *, progress: LearningProgress = lambda *_: None, cancelled: Callable[[], bool] = lambda: False
    ) -> StagedWords:
        """Learn the visual words and assign them to all photos, continuing an earlier run.

        Raises CbirError if there are too few descriptors, too little room or another process is learning, and
        Cancelled. The finished part stays.
        """
        with explain_disk_trouble(self._layout.folder), self.alone():
            current, _ = self._current()
            staged = StagedWords(self._layout)
            if staged.codebook is not None and staged.learned_from != current.fingerprint:
                # It was learned from a codebook that is no longer current. Its batches are removed with it.
                staged.layout.codebook(staged.codebook.fingerprint).unlink()
                staged = StagedWords(self._layout)
            staged.tidy()
            plan = self.plan()
            if plan.bytes > plan.free:
                raise CbirError(
                    "The new words need {0} beside the old ones, and the library's disk has {1} "
                    "left. Free some space and begin again. Nothing was changed.",
                    _megabytes(plan.bytes),
                    _megabytes(plan.free),
                )
            if staged.codebook is None:
                self._learn_words(current, staged, plan.words, progress, cancelled)
                staged = StagedWords(self._layout)
            self._assign(staged, progress, cancelled)
        return staged

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        with contextlib.ExitStack() as held:
            make_private_folder(self._layout.learning.folder)
            try:
                held.enter_context(writer_lock(self._layout.learning))
            except LibraryLocked as error:
                raise LibraryLocked(
                    "Another process is learning words for the library {0}. "
                    "Wait until it is done, or stop it; searching works meanwhile.",
                    self._layout.folder,
                ) from error
            yield

    def _learn_words(
        self,
        current: CurrentCodebook,
        staged: StagedWords,
        words: int,
        progress: LearningProgress,
        cancelled: Callable[[], bool],
    ) -> None:
        source = self._shelf.load(current.fingerprint)
        _, documents = self._current()
        rng = np.random.default_rng(self._options.seed)
        chosen = rng.permutation(np.array([document for document, _ in documents]))[
            : self._options.most_photos
        ]
        per_photo = math.ceil(words * self._options.most_details_per_word / max(1, len(chosen)))
        sample = []
        for start in range(0, len(chosen), _PHOTOS_AT_ONCE):
            _go_on(cancelled)
            progress(Message("Collecting details"), start, len(chosen))
            for _, features in self._features(
                [DocumentId(int(document)) for document in chosen[start : start + _PHOTOS_AT_ONCE]]
            ):
                rows = rng.permutation(len(features))[:per_photo]
                sample.append(source.decompress(features.codes[np.sort(rows)]))

        def report(share: float) -> None:
            _go_on(cancelled)
            progress(Message("Learning words"), round(share * 100), 100)

        about = {
            "photos": len(sample),
            "trained_on": [OWN_PHOTOS],
            "features": documents[-1][1],
            "created": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "method": "two-level k-means (FAISS) of stored details, in the projection of the codebook learned from",
            "learned_from": current.fingerprint,
        }
        learned = relearn_words(
            source, np.concatenate(sample), words=words, seed=self._options.seed, about=about, progress=report
        )
        make_private_folder(staged.layout.all_codebooks)
        learned.save(staged.layout.codebook(learned.fingerprint))

    def _assign(self, staged: StagedWords, progress: LearningProgress, cancelled: Callable[[], bool]) -> None:
        """Assign the new visual words to all photos without them, including photos added meanwhile, batch by batch."""
        assert staged.codebook is not None
        done = {document for batch in staged.batches() for document in batch.documents}
        while True:
            with self._reader.catalog() as catalog:
                documents = catalog.documents.made_by(staged.learned_from)
            remaining = [entry for entry in documents if entry[0] not in done]
            if not remaining:
                return
            options = remaining[0][1]
            batch = [document for document, of in remaining if of == options][: self._options.batch_photos]
            progress(Message("Giving photos the new words"), len(documents) - len(remaining), len(documents))
            self._write(staged, staged.codebook, batch, options, cancelled)
            done.update(batch)  # also photos removed meanwhile, so that they are not tried again

    def _write(
        self,
        staged: StagedWords,
        codebook: Codebook,
        documents: Sequence[DocumentId],
        options: str,
        cancelled: Callable[[], bool],
    ) -> None:
        """Write one batch, the features first, so that whoever finds the postings finds the features too."""
        name, size = new_segment_name(), len(codebook)
        postings = SegmentBuilder(words=size, codebook=codebook.fingerprint)
        store = FeatureStoreBuilder(
            words=size, codebook=codebook.fingerprint, options=options, signed=self._layout.on_server
        )
        for start in range(0, len(documents), _PHOTOS_AT_ONCE):
            _go_on(cancelled)
            records = self._features(documents[start : start + _PHOTOS_AT_ONCE])
            new = _reworded(codebook, [features for _, features in records])
            for (document, _), (features, signatures) in zip(records, new, strict=True):
                postings.add(document, features.words, signatures)
                store.add(replace(features, signatures=signatures))
        if len(store):
            store.write(staged.layout.features(name))
            postings.write(staged.layout.postings(name))

    def _features(self, documents: Sequence[DocumentId]) -> list[tuple[DocumentId, PhotoFeatures]]:
        """Stored features of documents, in their order, without documents removed meanwhile."""
        with self._reader.snapshot() as snapshot:
            photos = snapshot.catalog.photos.of_documents(documents)
            present = [document for document in documents if document in photos]
            features = snapshot.features([photos[document] for document in present])
            return [*zip(present, features, strict=True)]

    # --- after

    def keep(self, catalog: Catalog, *, progress: LearningProgress = lambda *_: None) -> str:
        """Replace the old visual words by the new ones. Returns the new fingerprint.

        The caller holds the writer lock. Raises CbirError if there are no new ones, or the library's codebook changed.
        """
        with self.alone():
            staged = StagedWords(self._layout)
            if staged.codebook is None or staged.learned_from != self._shelf.chosen(catalog):
                raise CbirError("There are no new words for the library's present photos. Learn them first.")
            staged.tidy()
            self._assign(staged, progress, lambda: False)
            progress(Message("Putting the new words in place"), 0, None)
            self._put_in_place(catalog, staged, staged.codebook)
        self.discard()
        return staged.codebook.fingerprint

    def _put_in_place(self, catalog: Catalog, staged: StagedWords, codebook: Codebook) -> None:
        batches = staged.batches()
        postings = self._merged(catalog, staged, [batch.name for batch in batches])
        for batch in batches:
            staged.layout.features(batch.name).rename(self._layout.features(batch.name))
        flush_folder(self._layout.all_features)
        self._shelf.copy(staged.layout.codebook(codebook.fingerprint))
        row = partial(SegmentRow, codebook=codebook.fingerprint)
        with catalog.transaction():
            documents = len(PostingsSegment.open(self._layout.postings(postings)).members)
            catalog.segments.add(
                row(name=postings, kind="postings", options=batches[0].options, documents=documents)
            )
            for batch in batches:
                catalog.segments.add(
                    row(
                        name=batch.name,
                        kind="features",
                        options=batch.options,
                        documents=len(batch.documents),
                    )
                )
                rows = [(document, at) for at, document in enumerate(batch.documents)]
                catalog.documents.reword(rows, store=batch.name, postings=postings)
            if catalog.documents.made_by(staged.learned_from):
                raise CbirError(
                    "Some photos have no new words yet. The old words stay; learn the new ones again."
                )
            old = [
                segment.name
                for segment in catalog.segments.all("postings")
                if segment.codebook == staged.learned_from
            ]
            dead = {document for document, _, _ in catalog.documents.deleted()}
            catalog.segments.replace_postings(old, None, left_out=dead)
            self._shelf.choose(catalog, codebook.fingerprint)
        retire_codebooks(catalog, self._layout)

    def _merged(self, catalog: Catalog, staged: StagedWords, names: Sequence[str]) -> str:
        """Merge all postings into one segment of the library, without documents that the catalog no longer has."""
        opened = [PostingsSegment.open(staged.layout.postings(name)) for name in names]
        members = np.concatenate([np.asarray(segment.members, np.int64) for segment in opened])
        forgotten = np.setdiff1d(members, catalog.documents.all())
        name = new_segment_name()
        merge_segments(opened, self._layout.postings(name), deleted=forgotten)
        return name

    def discard_stale(self, catalog: Catalog) -> None:
        """Remove visual words learned from a codebook that is no longer current; the caller holds the writer lock."""
        if self._layout.learning.folder.is_dir():
            learned_from = StagedWords(self._layout).learned_from
            if learned_from and learned_from != self._shelf.chosen(catalog):
                with contextlib.suppress(LibraryLocked):
                    self.discard()

    def discard(self) -> None:
        """Remove the new visual words; the current ones stay. Raises LibraryLocked if another process is learning."""
        if self._layout.learning.folder.is_dir():
            with explain_disk_trouble(self._layout.folder), self.alone():
                pass
            remove_own(self._layout, self._layout.learning.folder)


def _reworded(
    codebook: Codebook, photos: Sequence[PhotoFeatures]
) -> list[tuple[PhotoFeatures, NDArray[np.uint64]]]:
    """Features of photos with visual words of another codebook in the same space, sorted by word, and signatures."""
    if not photos:
        return []
    projected = codebook.decompress(np.concatenate([photo.codes for photo in photos]))
    words = codebook.assign(projected)
    signatures = codebook.sign(projected, words)
    ends = np.cumsum([len(photo) for photo in photos])
    new = []
    for photo, end in zip(photos, ends.tolist(), strict=True):
        rows = slice(end - len(photo), end)
        order = np.argsort(words[rows], kind="stable")
        features = PhotoFeatures(
            words=words[rows][order],
            codes=photo.codes[order],
            xy=photo.xy[order],
            sigma=photo.sigma[order],
            angle=photo.angle[order],
            size=photo.size,
        )
        new.append((features, signatures[rows][order]))
    return new


def _go_on(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise Cancelled(
            "Learning was stopped. Finished work is kept for the next time; searches use the old words."
        )


def _spread(n: int, most: int) -> list[int]:
    """At most `most` of 0 ... n - 1, evenly spread."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).astype(int)).tolist() if n else []


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"


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
        return self.learner(options).plan()

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
            self.learner(options).learn(
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
                Details(self._layout, self._options.device),
                WordMeanings(self._layout, self._semantic_engine),
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
            return self.learner(None).keep(catalog, progress=progress)

    def discard(self) -> None:
        """Remove the new visual words; the old ones stay as they are."""
        self.learner(None).discard()

    def learner(self, options: LearningOptions | None) -> WordsLearner:
        return WordsLearner(self._layout, self._reader, self._shelf, options)

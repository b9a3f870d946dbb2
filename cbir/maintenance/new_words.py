"""A library's stored details -> words of its own, beside those that answer -> in their place, or gone.

WordsLearner(...).learn(), which goes on where it was stopped; then keep() or discard(). No photo is read: a stored
detail is its coordinates at 4 bits, and the new words live in the same coordinates, so that the codes stay what they
are and only words and signatures are new. What is learned lies in a folder of its own (state/staged_words.py), written
without the library's writer lock, so that photos may be added meanwhile; keep() gives them the new words, too, and one
transaction makes all of it visible.
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
from cbir.base.storage import flush_folder, folder_bytes, make_private_folder
from cbir.base.types import OWN_PHOTOS, DocumentId, PhotoFeatures, WordsPlan
from cbir.catalog import Catalog, SegmentRow
from cbir.maintenance.compact import retire_codebooks
from cbir.matching import FeatureStoreBuilder
from cbir.state import (
    CodebookShelf,
    CurrentCodebook,
    IndexReader,
    StagedWords,
    explain_disk_trouble,
    remove_own,
    writer_lock,
)
from cbir.visual_words import Codebook, PostingsSegment, SegmentBuilder, merge_segments, relearn_words

_TIMED_PHOTOS = 16  # whose words are assigned to estimate the time of all
_TRAINING_COST = 4.4  # of a detail that is learned from, in assignments of one: 143 and 33 us of a processor
_PHOTOS_AT_ONCE = 32  # whose details are assigned in one go: 15 MB, and the matrix products are long enough
_CODEBOOK_BYTES = 2 * 64  # of a word on the disk
Progress = Callable[[str, int, int | None], None]
"""Told the step's name, how much of it is done, and of how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningOptions:
    words: int = 65_536
    min_words: int = 4096  # fewer tell too little apart: postings are long, and most of them wrong
    details_per_word: int = 10  # as train_codebook asks for
    most_details_per_word: int = 20  # more take memory, 256 bytes each and as much again, and change little
    most_photos: int = 5000  # that are read to learn from; the shipped words were learned from 1,954
    batch_photos: int = 512  # what a kill loses: some seconds of work
    seed: int = 0


class WordsLearner:
    """Learns words for one library; the library's photos are read through `reader`."""

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
        """What learning would take. Raises CbirError where the photos have too few details."""
        current, documents = self._current()
        staged = StagedWords(self._layout)
        learned = staged.codebook if staged.learned_from == current.fingerprint else None
        done = (
            {one for batch in staged.batches() for one in batch.documents} if learned is not None else set()
        )
        left = [one for one, _ in documents if one not in done]
        details, seconds = self._measure(current, [one for one, _ in documents])
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
            done=len(documents) - len(left),
            words=words,
            learned=learned is not None,
            seconds=seconds * (len(left) * details + training),
            bytes=self._bytes_per_photo(current) * len(left) + (0 if learned else words * _CODEBOOK_BYTES),
            free=shutil.disk_usage(self._layout.folder).free,
        )

    def _current(self) -> tuple[CurrentCodebook, list[tuple[DocumentId, str]]]:
        """The words that answer, and the photos that they made, with the options of their features."""
        with self._reader.catalog() as catalog:
            current = self._shelf.current_or_shipped(catalog)
            return current, catalog.documents.made_by(current.fingerprint)

    def _measure(self, current: CurrentCodebook, documents: Sequence[DocumentId]) -> tuple[float, float]:
        """Details of a photo, and seconds to give one its word, by some photos."""
        codebook = self._shelf.load(current.fingerprint)
        some = self._features([documents[at] for at in _spread(len(documents), _TIMED_PHOTOS)])
        _reworded(codebook, [features for _, features in some[:1]])  # what is made once for all is made here
        started = time.perf_counter()
        _reworded(codebook, [features for _, features in some])
        details = sum(len(features) for _, features in some)
        took = time.perf_counter() - started
        return details / max(1, len(some)), took / max(1, details)

    def _supported(self, details: float, photos: int) -> int:
        """So many words as there are details for. Raises CbirError where that is too few."""
        branch = min(
            math.isqrt(self._options.words), math.isqrt(int(details / self._options.details_per_word))
        )
        if branch < math.isqrt(min(self._options.min_words, self._options.words)):
            wanted = min(self._options.min_words, self._options.words) * self._options.details_per_word
            raise CbirError(
                f"The library's {photos:,} photos have {int(details):,} details, and {wanted:,} are needed to learn "
                "words from. Add more photos first; until then the present words are the better ones."
            )
        return branch * branch

    def _bytes_per_photo(self, current: CurrentCodebook) -> int:
        with self._reader.catalog() as catalog:
            rows = [row for row in catalog.segments.all() if row.codebook == current.fingerprint]
        taken = sum(folder_bytes(self._layout.segment(row.kind, row.codebook, row.name)) for row in rows)
        return taken // max(1, sum(row.documents for row in rows if row.kind == "features"))

    # --- learning

    def learn(
        self, *, progress: Progress = lambda *_: None, cancelled: Callable[[], bool] = lambda: False
    ) -> StagedWords:
        """Learn the words, and give them to all photos; go on with what an earlier run has finished.

        Raises CbirError where there are too few details, too little room or another process that learns, and Cancelled;
        what was finished before that stays.
        """
        with explain_disk_trouble(self._layout.folder), self._alone():
            current, _ = self._current()
            staged = StagedWords(self._layout)
            if staged.codebook is not None and staged.learned_from != current.fingerprint:
                # Of other words, which answer no more. What was made with it goes with it.
                staged.layout.codebook(staged.codebook.fingerprint).unlink()
                staged = StagedWords(self._layout)
            staged.tidy()
            plan = self.plan()
            if plan.bytes > plan.free:
                raise CbirError(
                    f"The new words need {_megabytes(plan.bytes)} beside the old ones, and the disk of the library "
                    f"has {_megabytes(plan.free)} left. Make room on it, then begin again. Nothing was changed."
                )
            if staged.codebook is None:
                self._learn_words(current, staged, plan.words, progress, cancelled)
                staged = StagedWords(self._layout)
            self._assign(staged, progress, cancelled)
        return staged

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        with contextlib.ExitStack() as held:
            make_private_folder(self._layout.learning.folder)
            try:
                held.enter_context(writer_lock(self._layout.learning))
            except LibraryLocked as error:
                raise LibraryLocked(
                    f"Another process is learning words for the library {self._layout.folder}. "
                    "Wait until it is done, or stop it; searching works meanwhile."
                ) from error
            yield

    def _learn_words(
        self,
        current: CurrentCodebook,
        staged: StagedWords,
        words: int,
        progress: Progress,
        cancelled: Callable[[], bool],
    ) -> None:
        source = self._shelf.load(current.fingerprint)
        _, documents = self._current()
        rng = np.random.default_rng(self._options.seed)
        chosen = rng.permutation(np.array([one for one, _ in documents]))[: self._options.most_photos]
        per_photo = math.ceil(words * self._options.most_details_per_word / max(1, len(chosen)))
        sample = []
        for start in range(0, len(chosen), _PHOTOS_AT_ONCE):
            _go_on(cancelled)
            progress("Collecting details", start, len(chosen))
            for _, features in self._features(
                [DocumentId(int(one)) for one in chosen[start : start + _PHOTOS_AT_ONCE]]
            ):
                rows = rng.permutation(len(features))[:per_photo]
                sample.append(source.decompress(features.codes[np.sort(rows)]))

        def report(share: float) -> None:
            _go_on(cancelled)
            progress("Learning words", round(share * 100), 100)

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

    def _assign(self, staged: StagedWords, progress: Progress, cancelled: Callable[[], bool]) -> None:
        """Give the new words to all photos that lack them, those that come meanwhile too, batch by batch."""
        assert staged.codebook is not None
        done = {document for batch in staged.batches() for document in batch.documents}
        while True:
            with self._reader.catalog() as catalog:
                documents = catalog.documents.made_by(staged.learned_from)
            left = [one for one in documents if one[0] not in done]
            if not left:
                return
            options = left[0][1]
            batch = [document for document, of in left if of == options][: self._options.batch_photos]
            progress("Giving photos the new words", len(documents) - len(left), len(documents))
            self._write(staged, staged.codebook, batch, options, cancelled)
            done.update(batch)  # one that went meanwhile is not asked for again

    def _write(
        self,
        staged: StagedWords,
        codebook: Codebook,
        documents: Sequence[DocumentId],
        options: str,
        cancelled: Callable[[], bool],
    ) -> None:
        """One batch: the features first, so that postings of a name say that both are there."""
        name, size = new_segment_name(), len(codebook)
        postings = SegmentBuilder(words=size, codebook=codebook.fingerprint)
        store = FeatureStoreBuilder(
            words=size, codebook=codebook.fingerprint, options=options, signed=self._layout.on_milvus
        )
        for start in range(0, len(documents), _PHOTOS_AT_ONCE):
            _go_on(cancelled)
            some = self._features(documents[start : start + _PHOTOS_AT_ONCE])
            new = _reworded(codebook, [features for _, features in some])
            for (document, _), (features, signatures) in zip(some, new, strict=True):
                postings.add(document, features.words, signatures)
                store.add(replace(features, signatures=signatures))
        if len(store):
            store.write(staged.layout.features(name))
            postings.write(staged.layout.postings(name))

    def _features(self, documents: Sequence[DocumentId]) -> list[tuple[DocumentId, PhotoFeatures]]:
        """What is stored of some photos, in their order, without those that went meanwhile."""
        with self._reader.snapshot() as snapshot:
            photos = snapshot.catalog.photos.of_documents(documents)
            present = [document for document in documents if document in photos]
            features = snapshot.features([photos[document] for document in present])
            return [*zip(present, features, strict=True)]

    # --- after

    def keep(self, catalog: Catalog, *, progress: Progress = lambda *_: None) -> str:
        """Let the new words answer in the place of the old ones, which go. Returns their fingerprint.

        The caller holds the writer lock. Raises CbirError where there are none, or the library changed its words.
        """
        with self._alone():
            staged = StagedWords(self._layout)
            if staged.codebook is None or staged.learned_from != self._shelf.chosen(catalog):
                raise CbirError("There are no new words for the library as it is now. Learn them first.")
            staged.tidy()
            self._assign(staged, progress, lambda: False)
            progress("Putting the new words in place", 0, None)
            self._put_in_place(catalog, staged, staged.codebook)
        self.discard()
        return staged.codebook.fingerprint

    def _put_in_place(self, catalog: Catalog, staged: StagedWords, codebook: Codebook) -> None:
        batches = staged.batches()
        postings = self._merged(catalog, staged, codebook, [batch.name for batch in batches])
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
                one.name for one in catalog.segments.all("postings") if one.codebook == staged.learned_from
            ]
            dead = {document for document, _, _ in catalog.documents.deleted()}
            catalog.segments.replace_postings(old, None, left_out=dead)
            self._shelf.choose(catalog, codebook.fingerprint)
        retire_codebooks(catalog, self._layout)

    def _merged(self, catalog: Catalog, staged: StagedWords, codebook: Codebook, names: Sequence[str]) -> str:
        """All postings as one segment of the library, without documents that its catalog has forgotten."""
        opened = [PostingsSegment.open(staged.layout.postings(name)) for name in names]
        members = np.concatenate([np.asarray(one.members, np.int64) for one in opened])
        forgotten = np.setdiff1d(members, catalog.documents.all())
        name = new_segment_name()
        merge_segments(opened, self._layout.postings(name), deleted=forgotten)
        return name

    def discard_stale(self, catalog: Catalog) -> None:
        """Remove what was learned beside words that the library has changed since; the caller holds the writer lock."""
        if self._layout.learning.folder.is_dir():
            learned_from = StagedWords(self._layout).learned_from
            if learned_from and learned_from != self._shelf.chosen(catalog):
                with contextlib.suppress(LibraryLocked):
                    self.discard()

    def discard(self) -> None:
        """Remove what was learned; the words that answer stay. Raises LibraryLocked where another one is learning."""
        if self._layout.learning.folder.is_dir():
            with explain_disk_trouble(self._layout.folder), self._alone():
                pass
            remove_own(self._layout, self._layout.learning.folder)


def _reworded(
    codebook: Codebook, photos: Sequence[PhotoFeatures]
) -> list[tuple[PhotoFeatures, NDArray[np.uint64]]]:
    """The features of photos by other words of the same space, by ascending word, and their signatures."""
    if not photos:
        return []
    projected = codebook.decompress(np.concatenate([one.codes for one in photos]))
    words = codebook.assign(projected)
    signatures = codebook.sign(projected, words)
    ends = np.cumsum([len(one) for one in photos])
    new = []
    for one, end in zip(photos, ends.tolist(), strict=True):
        here = slice(end - len(one), end)
        order = np.argsort(words[here], kind="stable")
        features = PhotoFeatures(
            words=words[here][order],
            codes=one.codes[order],
            xy=one.xy[order],
            sigma=one.sigma[order],
            angle=one.angle[order],
            size=one.size,
        )
        new.append((features, signatures[here][order]))
    return new


def _go_on(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        raise Cancelled("Learning was stopped. What is done is kept for the next time; the old words answer.")


def _spread(n: int, most: int) -> list[int]:
    """At most so many of 0 ... n - 1, evenly spread."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).astype(int)).tolist() if n else []


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"

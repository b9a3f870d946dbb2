"""Index runs and watches of a library, with its lock, its codebook, its model, and merges."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.errors import Cancelled, CbirError
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import IndexProgress, IndexReport, IndexRequest
from cbir.embeddings.installing import remove_left_models
from cbir.indexing import (
    FolderWatch,
    Indexer,
    IndexingOptions,
    PhotoEncoding,
    WatchOptions,
    keep_moments,
    keep_parts,
    keeps_parts,
)
from cbir.library.lifetime import Lifetime
from cbir.library.maintenance import SMALL, WordsLearner, merge_postings, merge_vectors, retire_codebooks
from cbir.search import Details, SemanticEngine, WordMeanings
from cbir.state import (
    CodebookShelf,
    IndexReader,
    add_old_colors,
    cluster_wing,
    exclusive_write,
    lacks_colors,
    remove_orphans,
    writing_thumbnails,
)
from cbir.workers import PictureEncoder, Workers


class IndexRuns:
    """The index runs of one library, one at a time."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        shelf: CodebookShelf,
        semantic_engine: SemanticEngine,
        lifetime: Lifetime,
        options: IndexingOptions,
        details: Details,
        meanings: WordMeanings,
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._shelf = shelf
        self._semantic_engine = semantic_engine
        self._lifetime = lifetime
        self._options = options
        self._details = details
        self._meanings = meanings

    def run(
        self,
        request: IndexRequest,
        *,
        progress: Callable[[IndexProgress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> IndexReport:
        """See Library.index."""
        if not request.folders:
            raise CbirError("Name at least one folder of photos to index.")

        def stopped() -> bool:
            return self._lifetime.ended or (cancelled is not None and cancelled())

        with contextlib.ExitStack() as held:
            held.enter_context(self._lifetime.run())

            def merge_small() -> None:
                with self._reader.kept_up(catalog):
                    # Few segments also during a run of hours, and after a stopped one.
                    merge_postings(catalog, self._layout, largest=SMALL, cancelled=stopped)

            catalog = held.enter_context(exclusive_write(self._layout, resumable=True))
            if self._reader.remote is not None:
                self._reader.remote.connect(catalog)
            remove_orphans(catalog, self._layout)
            with contextlib.suppress(OSError):
                remove_left_models(self._semantic_engine.store)
            held.enter_context(writing_thumbnails(self._layout))
            codebook = self._shelf.current(catalog)
            model = self._semantic_engine.chosen(catalog.settings.all())
            if request.parts is not None:
                keep_parts(catalog, request.parts)
            if request.videos is not None:
                keep_moments(catalog, request.videos)
            with_parts = keeps_parts(catalog)
            cluster = None if request.workers is None else cluster_wing()
            workers: Workers = (
                self._lifetime.workers()
                if cluster is None or request.workers is None
                else held.enter_context(cluster.workers(request.workers, carried=[codebook.path]))
            )
            encoding = None
            if model is not None:
                encoder: PictureEncoder = held.enter_context(self._semantic_engine.encoder(model))
                if cluster is not None:
                    encoder = cluster.encoder(workers, model, self._semantic_engine.device, encoder)
                encoding = PhotoEncoding(model=model, encoder=encoder, parts=with_parts)
            indexer = Indexer(
                catalog,
                self._layout,
                workers,
                codebook,
                self._options,
                progress=progress or (lambda _: None),
                cancelled=stopped,
                committed=merge_small,
                encoding=encoding,
            )
            report = indexer.run(request)
            held.enter_context(self._reader.kept_up(catalog))
            merge_postings(catalog, self._layout, cancelled=stopped)
            if len(self._shelf.paths()) > 1:
                retire_codebooks(catalog, self._layout)
            WordsLearner(self._layout, self._reader, self._shelf).discard_stale(catalog)
            merge_vectors(
                catalog,
                self._layout,
                current_model=None if model is None else model.info.fingerprint,
                parts=with_parts,
                cancelled=stopped,
            )
            if model is not None and not report.cancelled and self._reader.remote is None:
                with contextlib.suppress(Cancelled):  # searches work without it; the next run builds it
                    self._semantic_engine.build_structure(catalog, model, cancelled=stopped)
            if lacks_colors(self._layout):
                add_old_colors(self._layout, stopped)
            if model is not None and not report.cancelled:
                self._meanings.update(model, catalog, stopped)
            if not report.cancelled and self._reader.remote is None:
                with contextlib.suppress(Cancelled):
                    self._details.build(catalog, self._shelf.load(codebook.fingerprint), cancelled=stopped)
            return report

    def watch(
        self,
        request: IndexRequest,
        *,
        progress: Callable[[IndexProgress], None] | None,
        on_report: Callable[[IndexReport], None],
        on_trouble: Callable[[Message], None],
        queue: Callable[[Callable[[], IndexReport]], IndexReport],
        options: WatchOptions,
    ) -> FolderWatch:
        """See Library.watch."""

        def index(changed: Sequence[Path], cancelled: Callable[[], bool]) -> IndexReport:
            run = replace(request, folders=tuple(changed), named=all(folder in named for folder in changed))
            return queue(lambda: self.run(run, progress=progress, cancelled=cancelled))

        named = [Path(os.path.normpath(folder.absolute())) for folder in request.folders]
        return FolderWatch(
            index,
            lambda: named or self._reader.folders_now(),
            leave_out=[self._layout.folder],
            on_report=on_report,
            on_trouble=on_trouble,
            options=options,
        )

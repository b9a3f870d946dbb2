"""Photo files -> features -> postings and rows: the line from folders to a searchable library.

    scan -> what changed -> workers (decode, describe, encode) -> a batch -> segments on disk -> one transaction

The files of a batch are finished and flushed before the transaction that makes them visible, so that whatever
interrupts a run leaves the photos of all earlier batches and none of half a one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from pathlib import Path

from cbir.base.errors import CbirError, ImageUnreadable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import IndexProgress, IndexReport, Skipped
from cbir.base.volumes import Volumes
from cbir.catalog import Catalog, Root
from cbir.images import DecodeOptions
from cbir.indexing.catch_up import PhotoEncoding, encode_missing
from cbir.indexing.commit import Batch, set_metadata
from cbir.indexing.moves import Job, as_moves, follow_files
from cbir.indexing.plan import Plan, Planner
from cbir.local_features import FeatureOptions
from cbir.state import CurrentCodebook, is_gone
from cbir.workers import EncodingRemarks, IngestedPhoto, SamePicture, WorkerPool, ingest_photo, read_metadata


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexingOptions:
    features: FeatureOptions = field(default_factory=FeatureOptions)
    limits: DecodeOptions = field(default_factory=DecodeOptions)
    commit_after_s: float = 5.0  # photos become searchable this long after they were read, at the latest
    commit_after_photos: int = 512
    queued_per_worker: int = 4  # so that no worker waits while a batch is written
    progress_every_s: float = 0.1


class Indexer:
    """One run over some folders; the caller holds the writer lock.

    progress : told of how far the run is; cancelled : asked whether to stop; committed : called after each batch
    encoding : what the photos are encoded with for typed queries; None where no model is installed
    """

    def __init__(
        self,
        catalog: Catalog,
        layout: Layout,
        pool: WorkerPool,
        codebook: CurrentCodebook,
        options: IndexingOptions,
        *,
        progress: Callable[[IndexProgress], None],
        cancelled: Callable[[], bool],
        committed: Callable[[], object] = lambda: None,
        encoding: PhotoEncoding | None = None,
        volumes: Volumes | None = None,
    ) -> None:
        self._catalog = catalog
        self._layout = layout
        self._pool = pool
        self._codebook = codebook
        self._encoding = encoding
        self._options = options
        self._report_progress = progress
        self._cancelled = cancelled
        self._committed = committed
        self._indexed = 0
        self._same = 0  # files that were written anew and show what they showed
        self._updated = 0
        self._with_frames = 0  # animations, and files of several pages
        self._done = 0
        self._total: int | None = None
        self._searchable = catalog.photo_count()
        self._skipped: list[Skipped] = []
        self._last_report = 0.0
        self._remarks = EncodingRemarks()
        self._batch = self._new_batch()
        self._volumes = volumes or Volumes.now()

    def run(
        self,
        folders: Sequence[Path],
        *,
        exclude_dirs: Collection[str] = (),
        exclude: Collection[str] = (),
        read_again: bool = False,
        named: bool = True,
    ) -> IndexReport:
        """Bring the library up to date with the folders. Raises CbirError where no folder can be used.

        exclude_dirs, exclude : see scan. read_again : index every photo anew, changed or not
        named : the user named the folders: one that was forgotten is taken in again
        """
        planner = Planner(
            self._catalog,
            self._layout,
            self._volumes,
            codebook=self._codebook.fingerprint,
            options=self._options.features.fingerprint,
            exclude_dirs=exclude_dirs,
            exclude=exclude,
            read_again=read_again,
            encoded=None if self._encoding is None else self._encoding.documents(self._catalog, self._layout),
            named=named,
            progress=self._looked_at,
            cancelled=self._cancelled,
        )
        plan = planner.plan(folders)
        self._skipped.extend(plan.skipped)
        moved = removed = 0
        stopped = self._cancelled()
        if not stopped:
            moved, removed = self._follow(plan)
            stopped = self._cancelled()
        self._done = plan.unchanged + len(plan.skipped) + moved - len(plan.unencoded)
        if not stopped:
            removed += self._remove(plan.vanished())
            self._total = self._done + len(plan.jobs) + len(plan.unencoded)
            self._progress(None, force=True)
            stopped = self._ingest(plan.jobs)
            self._commit()
            stopped = stopped or self._read_details(plan.details)
            stopped = stopped or self._encode(plan.unencoded)
            self._forget_gone_roots()
        self._progress(None, force=True)
        return IndexReport(
            indexed=self._indexed,
            unchanged=plan.unchanged + self._same,
            updated=self._updated,
            moved=moved,
            removed=removed,
            skipped=tuple(sorted(self._skipped, key=lambda skipped: skipped.path)),
            cancelled=stopped,
            notes=(
                *plan.all_notes(),
                *_frames_note(self._with_frames),
                *(() if self._encoding is None else self._encoding.notes(self._catalog, self._remarks)),
            ),
        )

    # --- what moved, what went ---

    def _follow(self, plan: Plan) -> tuple[int, int]:
        """Give photos that moved their new places. Returns how many, and how many others made room for them."""
        followed = follow_files(
            self._catalog,
            plan.jobs,
            self._pool,
            self._volumes,
            codebook=self._codebook.fingerprint,
            options=self._options.features.fingerprint,
            vanished={(root.id, path) for root, paths in plan.lost for path in paths},
            cancelled=self._cancelled,
        )
        if not followed:
            return 0, 0
        with self._catalog.transaction():
            # one that went to the trash meanwhile left its copy behind, which is read as a file of its own
            followed = [one for one in followed if self._catalog.photo_file(one.was.photo) is not None]
            replaced = self._catalog.move_photos(as_moves(followed))
        plan.settle(followed)
        return sum(not one.stayed for one in followed), replaced

    def _forget_gone_roots(self) -> None:
        """A folder that was renamed, and all of whose photos were found again elsewhere, is no root any more."""
        for root in self._catalog.roots():
            if is_gone(root, self._volumes) and self._catalog.photo_count(root) == 0:
                with self._catalog.transaction():
                    self._catalog.remove_root(root)

    def _looked_at(self, files: int) -> None:
        self._done = files
        self._progress(None)

    def _remove(self, vanished: Sequence[tuple[Root, list[str]]]) -> int:
        removed = 0
        with self._catalog.transaction():
            for root, paths in vanished:
                removed += self._catalog.remove_files(root, paths)
        self._searchable -= removed
        return removed

    # --- doing it ---

    def _ingest(self, jobs: Sequence[Job]) -> bool:
        """Send files to the workers and collect what comes back. Returns True when it was stopped early."""
        waiting: dict[Future[IngestedPhoto | SamePicture], Job] = {}
        left = iter(jobs)
        depth = self._pool.count * self._options.queued_per_worker
        self._submit(left, waiting, depth)
        while waiting:
            finished, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                job = waiting.pop(future)
                self._collect(job, future)
                self._progress(job.path)
            if self._cancelled():
                for future in waiting:
                    self._pool.cancel_running(future)
                return True
            self._submit(left, waiting, depth)
            options = self._options
            if self._batch.due(photos=options.commit_after_photos, after_s=options.commit_after_s):
                self._commit()
        return False

    def _submit(
        self, left: Iterator[Job], waiting: dict[Future[IngestedPhoto | SamePicture], Job], depth: int
    ) -> None:
        while len(waiting) < depth and (job := next(left, None)) is not None:
            options = self._options
            known = job.state.pixels if job.state is not None and job.state.current and not job.again else ""
            future = self._pool.submit(
                ingest_photo,
                job.path,
                self._codebook.path,
                options.features,
                options.limits,
                job.sidecar,
                known,
                None if self._encoding is None else self._encoding.model.preprocessing,
            )
            waiting[future] = job

    def _collect(self, job: Job, future: Future[IngestedPhoto | SamePicture]) -> None:
        self._done += 1
        try:
            photo = future.result()
        except ImageUnreadable as error:
            if not job.vanished():
                self._fail(job, str(error), lasting=not isinstance(error, UnreadableNow))
        except MemoryError:
            self._fail(job, "There was not enough memory to decode it.", lasting=False)
        except CbirError:
            raise  # no worker can start, or the codebook is damaged: nothing to do with this photo
        except Exception as error:  # one photo never stops a run
            self._fail(job, f"It could not be decoded ({type(error).__name__}: {error}).", lasting=False)
        else:
            if isinstance(photo, SamePicture):
                self._batch.add_same(job, photo)
                self._same += 1
                self._updated += 1
            else:
                self._batch.add(job, photo)
                self._indexed += 1
                self._with_frames += photo.frames > 1

    def _fail(self, job: Job, reason: str, *, lasting: bool) -> None:
        self._skipped.append(Skipped(path=job.path, reason=reason))
        self._batch.add_failure(job, reason, lasting=lasting)

    def _new_batch(self) -> Batch:
        return Batch(
            self._catalog,
            self._layout,
            self._codebook,
            options=self._options.features.fingerprint,
            encoding=self._encoding,
        )

    def _commit(self) -> None:
        """Make what was collected visible."""
        self._remarks += self._batch.commit(stopped=self._cancelled())
        self._committed()
        self._indexed -= self._batch.dropped
        self._searchable = self._catalog.photo_count()
        self._batch = self._new_batch()
        self._progress(None, force=True)

    def _read_details(self, jobs: Sequence[Job]) -> bool:
        """Read the metadata of unchanged photos again, without decoding. Returns True when it was stopped.

        A file that cannot be read now keeps what is known of it, and is asked again by the next run.
        """
        for start in range(0, len(jobs), self._options.commit_after_photos):
            some = jobs[start : start + self._options.commit_after_photos]
            futures = [(job, self._pool.submit(read_metadata, job.path, job.sidecar)) for job in some]
            waiting = {future for _, future in futures}
            while waiting:
                _, waiting = wait(waiting, timeout=0.2)
                if self._cancelled():
                    for future in waiting:
                        self._pool.cancel_running(future)
                    return True
            with self._catalog.transaction():
                for job, future in futures:
                    try:
                        metadata = future.result()
                    except (ImageUnreadable, MemoryError):
                        continue
                    set_metadata(self._catalog, job, metadata)
                    self._updated += 1
        return False

    def _encode(self, jobs: Sequence[Job]) -> bool:
        """Encode photos that today's model has not seen. Returns True when it was stopped."""
        if self._encoding is None or not jobs:
            return False

        def encoded(job: Job) -> None:
            self._done += 1
            self._progress(job.path)

        self._remarks += encode_missing(
            self._catalog,
            self._layout,
            self._pool,
            self._encoding,
            jobs,
            working_side_px=self._options.features.working_side_px,
            limits=self._options.limits,
            batch=self._options.commit_after_photos,
            encoded=encoded,
            cancelled=self._cancelled,
        )
        return self._cancelled()

    def _progress(self, current: Path | None, *, force: bool = False) -> None:
        now = time.monotonic()
        if not force and now - self._last_report < self._options.progress_every_s:
            return
        self._last_report = now
        self._report_progress(
            IndexProgress(
                done=self._done,
                total=self._total,
                searchable=self._searchable,
                current=current,
                skipped=len(self._skipped),
            )
        )


def _frames_note(pictures: int) -> Iterator[str]:
    if pictures:
        some = "1 picture has" if pictures == 1 else f"{pictures} pictures have"
        yield f"{some} several frames or pages: of each, the first was indexed."

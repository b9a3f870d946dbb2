"""Folders -> plan -> moved files -> listed photos -> workers (decode, describe) -> batches -> commits: one index run.

Indexer(...).run(request): Planner.plan, find_moves, list_photos, ingest_photo in the workers, Batch.commit; then
missing metadata and embeddings of indexed photos (catch_up).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from cbir.base.drives import Volumes
from cbir.base.errors import CbirError, ImageUnreadable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import VIDEOS_INDEXED, IndexProgress, IndexReport, IndexRequest, Skipped
from cbir.catalog import Catalog
from cbir.images import DecodeOptions
from cbir.indexing.catch_up import encode_missing, read_details
from cbir.indexing.commit import Batch, EmbeddingKind, PhotoEncoding
from cbir.indexing.listing import list_photos
from cbir.indexing.moves import as_moves, find_moves, plan_after
from cbir.indexing.plan import Job, Lost, Plan, Planner, moments_a_minute
from cbir.indexing.videos import ingest_videos, moved_videos, plan_after_videos
from cbir.local_features import FeatureOptions
from cbir.state import CurrentCodebook, is_gone
from cbir.workers import EncodingRemarks, IngestedPhoto, SamePicture, Workers, ingest_photo, run_all


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexingOptions:
    features: FeatureOptions = field(default_factory=FeatureOptions)
    limits: DecodeOptions = field(default_factory=DecodeOptions)
    commit_after_s: float = 5.0  # photos become searchable this long after they were read, at the latest
    first_commit_after_s: float = 1.0
    list_after_s: float = 0.2  # the person waits to see the first photos; doubled with each commit
    commit_after_photos: int = 512
    queued_per_worker: int = 4  # so that no worker waits while a batch is written
    progress_every_s: float = 0.1


class Indexer:
    """One run over folders; the caller holds the writer lock.

    progress : called with the state of the run; cancelled : returns True to stop; committed : called after each batch
    encoding : of photos for typed queries; None if no model is installed
    """

    def __init__(
        self,
        catalog: Catalog,
        layout: Layout,
        pool: Workers,
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
        self._seen: Mapping[EmbeddingKind, Collection[int]] = {}
        # the same number of pictures waits for the tower, however many a photo has
        self._batch_size = max(
            1, options.commit_after_photos // (1 if encoding is None else encoding.pictures)
        )
        self._options = options
        self._report_progress = progress
        self._cancelled = cancelled
        self._committed = committed
        self._indexed = 0
        self._same = 0  # rewritten files with the same picture
        self._updated = 0
        self._with_frames = 0  # animations, and files of several pages
        self._videos = self._moments = 0  # indexed videos, and frames kept of them
        self._done = 0
        self._total: int | None = None
        self._listed, self._searchable = catalog.photos.count(), catalog.photos.searchable()
        self._skipped: list[Skipped] = []
        self._commits = 0
        self._last_report = 0.0
        self._remarks = EncodingRemarks()
        self._batch = self._new_batch()
        self._volumes = volumes or Volumes.now()

    def run(self, request: IndexRequest) -> IndexReport:
        """Bring the library up to date with the folders. Raises CbirError if no folder can be used."""
        if self._encoding is not None:
            self._seen = self._encoding.seen(self._catalog, self._layout)
        planner = Planner(
            catalog=self._catalog,
            layout=self._layout,
            volumes=self._volumes,
            codebook=self._codebook.fingerprint,
            options=self._options.features.fingerprint,
            request=request,
            encoded=set[int].intersection(*map(set, self._seen.values())) if self._seen else None,
            progress=self._scanned,
            cancelled=self._cancelled,
        )
        plan = planner.plan()
        self._skipped.extend(plan.skipped)
        moved = removed = 0
        stopped = self._cancelled()
        if not stopped:
            plan, moved, removed = self._move(plan)
            stopped = self._cancelled()
        self._done = plan.unchanged + len(plan.skipped) + moved - len(plan.unencoded)
        if not stopped:
            removed += self._remove(plan.lost)
            self._total = self._done + len(plan.jobs) + len(plan.videos) + len(plan.unencoded)
            self._progress(None, force=True)
            jobs = self._list(plan.jobs)
            stopped = self._cancelled() or self._ingest(jobs) or self._ingest_videos(plan.videos)
            self._commit()
            recognised = self._settle()
            moved, removed = moved + recognised, removed - recognised
            self._indexed -= recognised
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
                *_videos_note(self._videos, self._moments),
                *(() if self._encoding is None else self._encoding.notes(self._catalog, self._remarks)),
            ),
            encoded_on=tuple(sorted(self._remarks.devices)),
        )

    # --- moved and removed files ---

    def _move(self, plan: Plan) -> tuple[Plan, int, int]:
        """Store the new places of photos whose files moved.

        Returns the remaining plan, the number of moved photos, and the number of photos that they replaced.
        """
        moments = moved_videos(
            self._catalog,
            plan,
            self._pool,
            codebook=self._codebook.fingerprint,
            options=self._options.features.fingerprint,
            cancelled=self._cancelled,
        )
        if moments:
            with self._catalog.transaction():
                self._catalog.files.move([move for _, move in moments])
            plan = plan_after_videos(plan, moments)
        matches = find_moves(
            self._catalog,
            plan,
            self._pool,
            self._volumes,
            codebook=self._codebook.fingerprint,
            options=self._options.features.fingerprint,
            cancelled=self._cancelled,
        )
        if not matches:
            return plan, 0, 0
        with self._catalog.transaction():
            # if a photo went to the trash meanwhile, its moved file is a remaining copy and is read as a new photo
            moved = [move for move in matches if self._catalog.files.of_photo(move.was.photo) is not None]
            replaced = self._catalog.files.move(as_moves(moved))
        return plan_after(plan, moved), sum(not move.only_touched for move in moved), replaced

    def _forget_gone_roots(self) -> None:
        """Remove roots that are gone, such as renamed folders, if all their photos were found elsewhere."""
        for root in self._catalog.roots.all():
            if is_gone(root, self._volumes) and self._catalog.photos.count(root) == 0:
                with self._catalog.transaction():
                    self._catalog.roots.remove(root)

    def _scanned(self, files: int) -> None:
        self._done = files
        self._progress(None)

    def _remove(self, lost: Sequence[Lost]) -> int:
        removed = 0
        with self._catalog.transaction():
            for lost_paths in lost:
                self._catalog.vanished.note(lost_paths.root, lost_paths.paths)
                removed += self._catalog.files.remove(lost_paths.root, lost_paths.paths)
        self._listed, self._searchable = self._catalog.photos.count(), self._catalog.photos.searchable()
        return removed

    def _settle(self) -> int:
        """Recognise photos that moved and changed, and take back the metadata that returned photos had handed over.

        Returns the number of recognised photos.
        """
        with self._catalog.transaction():
            recognised = self._catalog.vanished.settle()
            for photo in recognised:
                self._catalog.metadata.refresh(photo)
            self._catalog.handed_over.take_back_returned()
        return len(recognised)

    # --- processing ---

    def _list(self, jobs: Sequence[Job]) -> list[Job]:
        """List new files, so that the person sees them before any is extracted. Returns the jobs, now of photos."""

        def committed(photos: int) -> None:
            self._listed += photos
            self._progress(None, force=True)

        return list_photos(
            self._catalog,
            self._layout,
            self._pool,
            jobs,
            limits=self._options.limits,
            commit_after_s=self._options.list_after_s,
            committed=committed,
            cancelled=self._cancelled,
        )

    def _ingest(self, jobs: Sequence[Job]) -> bool:
        """Send files to the workers and collect the results. Returns True if it was stopped early."""
        options = self._options
        preprocessing = None if self._encoding is None else self._encoding.model.preprocessing
        parts = self._encoding is not None and self._encoding.parts
        tasks = (
            (
                job,
                (
                    job.path,
                    self._codebook.path,
                    options.features,
                    options.limits,
                    job.sidecar,
                    job.known_pixels,
                    preprocessing,
                    parts,
                    job.listed,
                ),
            )
            for job in jobs
        )
        for job, future in run_all(
            self._pool,
            ingest_photo,
            tasks,
            cancelled=self._cancelled,
            queued_per_worker=options.queued_per_worker,
        ):
            try:
                self._collect(job, future)
            except CbirError:  # the run cannot continue, but finished photos are stored
                self._commit()
                raise
            self._progress(job.path)
            after_s = options.commit_after_s if self._commits else options.first_commit_after_s
            if self._batch.due(photos=self._batch_size, after_s=after_s):
                self._commit()
        return self._cancelled()

    def _ingest_videos(self, videos: Sequence[Job]) -> bool:
        """Index the videos. Each is committed as a whole. Returns True if it was stopped early."""

        def collect(video: Job, moments: Sequence[tuple[Job, IngestedPhoto]] | CbirError) -> None:
            self._done += 1
            if isinstance(moments, CbirError):
                if not video.vanished():
                    self._fail(video, moments.message, lasting=not isinstance(moments, UnreadableNow))
            else:
                for job, photo in moments:
                    self._batch.add(job, photo)
                self._indexed += len(moments)
                self._moments += len(moments)
                self._videos += 1
            self._commit()

        ingest_videos(
            self._pool,
            videos,
            moments_a_minute=moments_a_minute(self._catalog),
            codebook=self._codebook.path,
            features=self._options.features,
            preprocessing=None if self._encoding is None else self._encoding.model.preprocessing,
            parts=self._encoding is not None and self._encoding.parts,
            collect=collect,
            progress=self._progress,
            cancelled=self._cancelled,
        )
        return self._cancelled()

    def _collect(self, job: Job, future: Future[IngestedPhoto | SamePicture]) -> None:
        self._done += 1
        try:
            photo = future.result()
        except ImageUnreadable as error:
            if not job.vanished():
                self._fail(job, error.message, lasting=not isinstance(error, UnreadableNow))
        except MemoryError:
            self._fail(job, Message("There was not enough memory to decode it."), lasting=False)
        except CbirError:
            raise  # no worker can start, or the codebook is damaged: not the photo's fault
        except Exception as error:  # one photo never stops a run
            self._fail(
                job,
                Message("It could not be decoded ({0}: {1}).", type(error).__name__, error),
                lasting=False,
            )
        else:
            if isinstance(photo, SamePicture):
                self._batch.add_same(job, photo)
                self._same += 1
                self._updated += 1
            else:
                self._batch.add(job, photo)
                self._indexed += 1
                self._with_frames += photo.frames > 1

    def _fail(self, job: Job, reason: Message, *, lasting: bool) -> None:
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
        """Make the collected batch visible."""
        self._remarks += self._batch.commit(stopped=self._cancelled())
        self._committed()
        self._commits += 1
        self._indexed -= self._batch.dropped
        self._listed, self._searchable = self._catalog.photos.count(), self._catalog.photos.searchable()
        self._batch = self._new_batch()
        self._progress(None, force=True)

    def _read_details(self, jobs: Sequence[Job]) -> bool:
        """Read the metadata of unchanged photos again. Returns True if it was stopped."""
        if not jobs:
            return False
        self._updated += read_details(
            self._catalog,
            self._pool,
            jobs,
            batch_size=self._options.commit_after_photos,
            cancelled=self._cancelled,
        )
        return self._cancelled()

    def _encode(self, jobs: Sequence[Job]) -> bool:
        """Encode photos that the current model has not embedded. Returns True if it was stopped."""
        if self._encoding is None or not jobs:
            return False

        def encoded(job: Job) -> None:
            self._done += 1
            self._progress(job.path)

        self._remarks += encode_missing(
            self._pool,
            self._new_batch,
            jobs,
            self._seen,
            preprocessing=self._encoding.model.preprocessing,
            working_side_px=self._options.features.working_side_px,
            limits=self._options.limits,
            batch_size=self._batch_size,
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
                listed=self._listed,
                current=current,
                skipped=len(self._skipped),
            )
        )


def _frames_note(pictures: int) -> Iterator[Message]:
    if pictures:
        subject = Message("1 picture has") if pictures == 1 else Message("{0} pictures have", pictures)
        yield Message("{0} several frames or pages: only the first was indexed.", subject)


def _videos_note(videos: int, moments: int) -> Iterator[Message]:
    if videos:
        yield Message(VIDEOS_INDEXED.template, videos, moments)

"""New files -> workers (header, metadata, thumbnail) -> photos that are listed, before features of any are extracted.

A listed photo is shown, named, marked and found by its name and metadata. Extraction makes it searchable by content, in
another transaction. A file that cannot be listed is left to extraction, which tells why. A run that is stopped leaves
its listed photos; the next run extracts them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.layout import Layout
from cbir.base.types import PhotoId
from cbir.catalog import Catalog, FileState, NewPhoto
from cbir.images import DecodeOptions, KnownContent
from cbir.indexing.commit import write_thumbnail
from cbir.indexing.plan import Job
from cbir.metadata import EXTRACTOR_VERSION
from cbir.workers import AlreadyListed, ListedPhoto, Workers, list_photo, run_all

_PRIORITY = 1  # somebody waits for it, but not as for a query's picture
_MOST_S = 2.0  # between two commits
_MOST_WORKERS = 4  # of the crew for which somebody waits: it is kept, and more would take memory for good


def list_photos(
    catalog: Catalog,
    layout: Layout,
    pool: Workers,
    jobs: Sequence[Job],
    *,
    limits: DecodeOptions,
    commit_after_s: float,
    committed: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> list[Job]:
    """List the files that the catalog does not have. Returns all jobs; those of listed files have their new photos.

    commit_after_s : time from the first photo to its commit, doubled for each later commit
    committed : called after each commit with its number of photos
    """
    listed: dict[tuple[int, str], Job] = {}
    batch: list[tuple[Job, ListedPhoto]] = []
    due = 0.0

    def commit() -> None:
        for job in _commit(catalog, layout, batch):
            listed[job.root.id, job.file.path] = job
        committed(len(batch))
        batch.clear()

    tasks = ((job, (job.path, limits, job.sidecar)) for job in jobs if job.state is None)
    try:
        at_once = None if pool.count <= _MOST_WORKERS else _MOST_WORKERS
        for job, future in run_all(
            pool, list_photo, tasks, cancelled=cancelled, priority=_PRIORITY, at_once=at_once
        ):
            photo = _result(future)
            if photo is None:
                continue
            if not batch:
                due = time.monotonic() + commit_after_s
            batch.append((job, photo))
            if time.monotonic() >= due:
                commit()
                commit_after_s = min(2 * commit_after_s, _MOST_S)
    finally:
        if batch:
            commit()
    return [listed.get((job.root.id, job.file.path), job) for job in jobs]


def _result(future: Future[ListedPhoto]) -> ListedPhoto | None:
    """A listed photo; None for a file that only extraction can judge. Raises CbirError if no worker can start."""
    try:
        return future.result()
    except (ImageUnreadable, MemoryError):
        return None
    except CbirError:
        raise
    except Exception:  # one photo never stops a run
        return None


def _commit(catalog: Catalog, layout: Layout, batch: Sequence[tuple[Job, ListedPhoto]]) -> list[Job]:
    """Write the thumbnails, then list the photos in one transaction. Returns the jobs of the listed photos."""
    for _, photo in batch:
        if photo.thumbnail is not None and not layout.thumbnail(photo.fingerprint).exists():
            write_thumbnail(layout, photo.fingerprint, photo.thumbnail.jpeg)
    with catalog.transaction():
        return [
            _as_listed(job, photo, catalog.documents.list_photo(_new_photo(job, photo)))
            for job, photo in batch
        ]


def _new_photo(job: Job, photo: ListedPhoto) -> NewPhoto:
    return NewPhoto(
        root=job.root.id,
        path=job.file.path,
        size=job.file.size,
        mtime_ns=job.file.mtime_ns,
        fingerprint=photo.fingerprint,
        format=photo.format,
        width=photo.size[0],
        height=photo.size[1],
        metadata=photo.metadata,
        sidecar=job.file.sidecar_stamp,
        extractor=EXTRACTOR_VERSION,
    )


def _as_listed(job: Job, photo: ListedPhoto, id: PhotoId) -> Job:
    """The job of a file that is a photo now, so that its trash is noticed, and nothing is made twice."""
    content = KnownContent(size=job.file.size, mtime_ns=job.file.mtime_ns, fingerprint=photo.fingerprint)
    has_thumbnail = photo.thumbnail is not None and photo.thumbnail.is_final
    return replace(
        job,
        state=FileState(photo=id, size=job.file.size, mtime_ns=job.file.mtime_ns, current=False),
        listed=AlreadyListed(content=content, has_thumbnail=has_thumbnail),
    )

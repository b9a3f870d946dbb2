"""Moved files -> their photos -> a plan for the remaining work.

A file may have been renamed, moved to another folder or root, or merely touched. It is recognised by its content:
files with the size of a missing photo are read, not decoded, and an equal fingerprint identifies the photo. The photo
keeps its id, its index and everything attached to it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from cbir.base.drives import Volumes
from cbir.base.errors import CbirError
from cbir.base.storage import size_and_time
from cbir.base.types import file_of
from cbir.catalog import Catalog, KnownPhoto, Move
from cbir.indexing.plan import Job, Lost, Plan
from cbir.state import is_gone, is_online
from cbir.workers import Workers, WorkersBroken, fingerprint_file, run_all

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedFile:
    """A job whose file has the content of a photo in the catalog. was : the photo at its former place"""

    job: Job
    was: KnownPhoto

    @property
    def only_touched(self) -> bool:
        """True if the file is at its former place, with another time."""
        return (self.was.root, self.was.path) == (self.job.root.id, self.job.file.path)

    @property
    def up_to_date(self) -> bool:
        """True if the photo's index is current, so that the file need not be decoded."""
        return self.was.current and not self.job.again


def find_moves(
    catalog: Catalog,
    plan: Plan,
    pool: Workers,
    volumes: Volumes,
    *,
    codebook: str,
    options: str,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[MovedFile]:
    """Find the jobs whose files are photos that the catalog has at another place, or with another time.

    codebook, options : current ones; photos indexed with others are recognised, but must be read again
    A photo can have moved if its file is no longer at its place, on a connected drive. If the file at its place
    changed, the photo stays with its path, unless another photo of the catalog is there now: then they changed places.
    """
    jobs = plan.jobs
    candidates = catalog.files.of_sizes({job.file.size for job in jobs}, codebook=codebook, options=options)
    # A case-insensitive file system still finds paths that a scan did not find any more.
    lost = {(lost.root.id, path) for lost in plan.lost for path in lost.paths}
    missing = missing_photos(catalog, candidates, volumes, lost)
    sizes = {photo.size for photo in missing}
    jobs_of: dict[str, list[Job]] = defaultdict(list)
    for job, fingerprint in _fingerprints([job for job in jobs if job.file.size in sizes], pool, cancelled):
        jobs_of[fingerprint].append(job)
    if cancelled():
        return []
    photos_of: dict[str, list[KnownPhoto]] = defaultdict(list)
    for photo in missing:
        photos_of[photo.fingerprint].append(photo)
    moved = [
        pair
        for fingerprint, same_content in jobs_of.items()
        for pair in pair_files(same_content, photos_of.get(fingerprint, ()))
    ]
    changed = {(job.root.id, job.file.path) for job in jobs if job.photo is not None}
    return without_copies(moved, changed)


def as_moves(moved: Iterable[MovedFile]) -> list[Move]:
    return [
        Move(
            photo=move.was.photo,
            root=move.job.root.id,
            path=move.job.file.path,
            size=move.job.file.size,
            mtime_ns=move.job.file.mtime_ns,
        )
        for move in moved
    ]


def plan_after(plan: Plan, moved: Sequence[MovedFile]) -> Plan:
    """The remaining plan, once moved files have their new places in the catalog.

    Recognised photos that another codebook indexed are still read again.
    """
    done = {(move.job.root.id, move.job.file.path) for move in moved if move.up_to_date}
    left_places = {(move.was.root, move.was.path) for move in moved}
    photos = {move.was.photo for move in moved if not move.only_touched}

    def still_lost(lost: Lost) -> Lost:
        return replace(
            lost, paths=tuple(path for path in lost.paths if (lost.root.id, path) not in left_places)
        )

    return replace(
        plan,
        jobs=tuple(
            # a file at the former place of a moved photo is another photo
            replace(job, state=None) if job.photo in photos else job
            for job in plan.jobs
            if (job.root.id, job.file.path) not in done
        ),
        lost=tuple(map(still_lost, plan.lost)),
        emptied=tuple(map(still_lost, plan.emptied)),
        unchanged=plan.unchanged + sum(move.only_touched and move.up_to_date for move in moved),
    )


def missing_photos(
    catalog: Catalog, candidates: Sequence[KnownPhoto], volumes: Volumes, lost: Collection[tuple[int, str]]
) -> list[KnownPhoto]:
    """Photos whose file is missing from its place in the catalog, or has changed there."""
    roots = {root.id: root for root in catalog.roots.all()}
    present = {id for id, root in roots.items() if is_online(root, volumes) or is_gone(root, volumes)}
    missing = []
    for photo in candidates:
        if photo.root not in present:
            continue
        if (photo.root, photo.path) in lost:
            missing.append(photo)
            continue
        try:
            status = file_of(roots[photo.root].path / photo.path).stat()
        except (FileNotFoundError, NotADirectoryError):
            missing.append(photo)
        except OSError as error:
            _log.debug("%s says nothing of its photo: %s", photo.path, error)
        else:
            if size_and_time(status) != (photo.size, photo.mtime_ns):
                missing.append(photo)
    return missing


def _fingerprints(
    jobs: Sequence[Job], pool: Workers, cancelled: Callable[[], bool]
) -> Iterator[tuple[Job, str]]:
    """Read files, without decoding them, in the workers."""
    tasks = ((job, (job.path,)) for job in jobs)
    for job, future in run_all(pool, fingerprint_file, tasks, cancelled=cancelled):
        try:
            yield job, future.result()
        except WorkersBroken:
            raise
        except (CbirError, MemoryError) as error:
            _log.debug("%s cannot be read: %s", job.path, error)  # decoding it will tell the user


def pair_files(jobs: Sequence[Job], sources: Sequence[KnownPhoto]) -> Iterator[MovedFile]:
    """Pair files with photos of the same content: by place, then by name and time, by time, by name, then any.

    A renamed file keeps its time, which distinguishes it from a deleted file with equal content.
    """
    left_jobs = sorted(jobs, key=lambda job: (job.root.id, job.file.path))
    remaining = sorted(sources, key=lambda source: (source.root, source.path))
    for criterion in (_same_place, _same_name_and_time, _same_time, _same_name, _anything):
        by_key: dict[object, list[KnownPhoto]] = defaultdict(list)
        for source in reversed(remaining):
            by_key[criterion(source.root, source.path, source.mtime_ns)].append(source)
        rest = []
        for job in left_jobs:
            if fitting := by_key.get(criterion(job.root.id, job.file.path, job.file.mtime_ns)):
                yield MovedFile(job=job, was=fitting.pop())
            else:
                rest.append(job)
        left_jobs = rest
        unpaired = {source.photo for group in by_key.values() for source in group}
        remaining = [source for source in remaining if source.photo in unpaired]


def _same_place(root: int, path: str, mtime_ns: int) -> object:
    return (root, path)


def _same_name_and_time(root: int, path: str, mtime_ns: int) -> object:
    return (PurePosixPath(path).name, mtime_ns)


def _same_time(root: int, path: str, mtime_ns: int) -> object:
    return mtime_ns


def _same_name(root: int, path: str, mtime_ns: int) -> object:
    return PurePosixPath(path).name


def _anything(root: int, path: str, mtime_ns: int) -> object:
    return None


def without_copies(moved: list[MovedFile], changed: set[tuple[int, str]]) -> list[MovedFile]:
    """Leave photos with their path if a program wrote a new version there and kept the old one beside it."""
    while True:
        filled = {(move.job.root.id, move.job.file.path) for move in moved}
        remaining = [
            move
            for move in moved
            if (move.was.root, move.was.path) not in changed or (move.was.root, move.was.path) in filled
        ]
        if len(remaining) == len(moved):
            return remaining
        moved = remaining

"""Files that moved -> the photos that they are -> a plan for what is left to do.

A file may have been renamed, moved to another folder or root, or merely touched. Its content tells: files whose size
a missing photo had are read, not decoded, and an equal fingerprint means that it is that photo. It keeps its id, its
index and all that is attached to it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from cbir.base.errors import CbirError
from cbir.base.storage import size_and_time
from cbir.base.volumes import Volumes
from cbir.catalog import Catalog, KnownPhoto, Move
from cbir.indexing.plan import Job, Lost, Plan
from cbir.state import is_gone, is_online
from cbir.workers import Workers, WorkersBroken, fingerprint_file, run_all

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedFile:
    """A job whose file holds the content of a photo that is known. was : the place that it had before"""

    job: Job
    was: KnownPhoto

    @property
    def only_touched(self) -> bool:
        """It lies where it lay, with another time."""
        return (self.was.root, self.was.path) == (self.job.root.id, self.job.file.path)

    @property
    def up_to_date(self) -> bool:
        """The index of the photo serves as it is: the file need not be decoded."""
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
    """Find the jobs whose files are photos that the catalog knows from elsewhere, or only with another time.

    codebook, options : of today; what others indexed is recognised, and has to be read again all the same
    A photo can have moved when its file is no longer where it was, on a drive that is there. One whose file
    was changed stays with its path, unless that path now holds another known photo: then they changed places.
    """
    jobs = plan.jobs
    known = catalog.files.of_sizes({job.file.size for job in jobs}, codebook=codebook, options=options)
    # A file system that does not tell upper from lower case still finds what a scan no longer found.
    lost = {(lost.root.id, path) for lost in plan.lost for path in lost.paths}
    missing = _missing(catalog, known, volumes, lost)
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
        pair for fingerprint, same in jobs_of.items() for pair in _pair(same, photos_of.get(fingerprint, ()))
    ]
    changed = {(job.root.id, job.file.path) for job in jobs if job.photo is not None}
    return _without_copies(moved, changed)


def as_moves(moved: Iterable[MovedFile]) -> list[Move]:
    return [
        Move(
            photo=one.was.photo,
            root=one.job.root.id,
            path=one.job.file.path,
            size=one.job.file.size,
            mtime_ns=one.job.file.mtime_ns,
        )
        for one in moved
    ]


def plan_after(plan: Plan, moved: Sequence[MovedFile]) -> Plan:
    """The plan for what is left once moved files have their new places in the catalog.

    What another codebook indexed is recognised and still to be read again.
    """
    done = {(one.job.root.id, one.job.file.path) for one in moved if one.up_to_date}
    left = {(one.was.root, one.was.path) for one in moved}
    photos = {one.was.photo for one in moved if not one.only_touched}

    def still_lost(lost: Lost) -> Lost:
        return replace(lost, paths=tuple(path for path in lost.paths if (lost.root.id, path) not in left))

    return replace(
        plan,
        jobs=tuple(
            # what lies now where a photo moved away from is another photo
            replace(job, state=None) if job.photo in photos else job
            for job in plan.jobs
            if (job.root.id, job.file.path) not in done
        ),
        lost=tuple(map(still_lost, plan.lost)),
        emptied=tuple(map(still_lost, plan.emptied)),
        unchanged=plan.unchanged + sum(one.only_touched and one.up_to_date for one in moved),
    )


def _missing(
    catalog: Catalog, known: Sequence[KnownPhoto], volumes: Volumes, lost: Collection[tuple[int, str]]
) -> list[KnownPhoto]:
    """Photos whose file is not, or no longer unchanged, where the catalog says it is."""
    roots = {root.id: root for root in catalog.roots.all()}
    there = {id for id, root in roots.items() if is_online(root, volumes) or is_gone(root, volumes)}
    missing = []
    for photo in known:
        if photo.root not in there:
            continue
        if (photo.root, photo.path) in lost:
            missing.append(photo)
            continue
        try:
            status = (roots[photo.root].path / photo.path).stat()
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
            _log.debug("%s cannot be read: %s", job.path, error)  # decoding it will say so to the user


def _pair(jobs: Sequence[Job], sources: Sequence[KnownPhoto]) -> Iterator[MovedFile]:
    """Pair files with photos of the same content: by place, then by name and time, by time, by name, then any.

    A renamed file keeps its time, which tells it from an equal file that was deleted.
    """
    left_jobs = sorted(jobs, key=lambda job: (job.root.id, job.file.path))
    left = sorted(sources, key=lambda source: (source.root, source.path))
    for same in (_same_place, _same_name_and_time, _same_time, _same_name, _anything):
        by_key: dict[object, list[KnownPhoto]] = defaultdict(list)
        for source in reversed(left):
            by_key[same(source.root, source.path, source.mtime_ns)].append(source)
        rest = []
        for job in left_jobs:
            if fitting := by_key.get(same(job.root.id, job.file.path, job.file.mtime_ns)):
                yield MovedFile(job=job, was=fitting.pop())
            else:
                rest.append(job)
        left_jobs = rest
        kept = {source.photo for some in by_key.values() for source in some}
        left = [source for source in left if source.photo in kept]


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


def _without_copies(moved: list[MovedFile], changed: set[tuple[int, str]]) -> list[MovedFile]:
    """Leave photos with their path where a program wrote a new version and kept the old one beside it."""
    while True:
        filled = {(one.job.root.id, one.job.file.path) for one in moved}
        kept = [
            one
            for one in moved
            if (one.was.root, one.was.path) not in changed or (one.was.root, one.was.path) in filled
        ]
        if len(kept) == len(moved):
            return kept
        moved = kept

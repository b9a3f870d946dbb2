"""Files that moved -> the photos that they are.

A file may have been renamed, moved to another folder or root, or merely touched. Its content tells: files whose size
a missing photo had are read, not decoded, and an equal fingerprint means that it is that photo. It keeps its id, its
index and all that is attached to it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cbir.base.errors import CbirError
from cbir.base.volumes import Volumes
from cbir.catalog import Catalog, FileState, KnownPhoto, Move, Root
from cbir.indexing.scan import ScannedFile
from cbir.state import is_gone, is_online
from cbir.workers import WorkerPool, WorkersBroken, fingerprint_file

_log = logging.getLogger(__name__)
_QUEUED_PER_WORKER = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file that is not what the catalog says: new, changed, or indexed by other options.

    state : what the catalog says of its path. again : it is to be indexed anew whatever it holds
    """

    root: Root
    file: ScannedFile
    path: Path
    state: FileState | None
    again: bool = False

    @property
    def sidecar(self) -> Path | None:
        """The XMP file beside it."""
        return self.path.with_name(self.file.sidecar) if self.file.sidecar else None

    def vanished(self) -> bool:
        """The file was moved or deleted since it was seen: no error, and left to the next run."""
        try:
            self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A job whose file holds the content of a photo that is known. was : the place that it had before."""

    job: Job
    was: KnownPhoto

    @property
    def stayed(self) -> bool:
        """The file was only touched."""
        return (self.was.root, self.was.path) == (self.job.root.id, self.job.file.path)

    @property
    def done(self) -> bool:
        """The index of the photo serves as it is: the file need not be decoded."""
        return self.was.current and not self.job.again


def follow_files(
    catalog: Catalog,
    jobs: Sequence[Job],
    pool: WorkerPool,
    volumes: Volumes,
    *,
    codebook: str,
    options: str,
    vanished: Collection[tuple[int, str]] = (),
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Followed]:
    """Find the jobs whose files are photos that the catalog knows from elsewhere, or only with another time.

    codebook, options : of today; what others indexed is recognised, and has to be read again all the same
    vanished : (id of the root, path) of what a scan no longer found, though a file system that does not tell
        upper from lower case may find it still
    A photo can have moved when its file is no longer where it was, on a drive that is there. One whose file
    was changed stays with its path, unless that path now holds another known photo: then they changed places.
    """
    known = catalog.photos_of_sizes({job.file.size for job in jobs}, codebook=codebook, options=options)
    sources = _missing(catalog, known, volumes, vanished)
    by_size: dict[int, list[KnownPhoto]] = defaultdict(list)
    for source in sources:
        by_size[source.size].append(source)
    asked = [job for job in jobs if job.file.size in by_size]
    contents: dict[str, list[Job]] = defaultdict(list)
    for job, fingerprint in _fingerprints(asked, pool, cancelled):
        contents[fingerprint].append(job)
    if cancelled():
        return []
    followed: list[Followed] = []
    of_content: dict[str, list[KnownPhoto]] = defaultdict(list)
    for source in sources:
        of_content[source.fingerprint].append(source)
    for fingerprint, same in contents.items():
        followed += _pair(same, of_content.get(fingerprint, ()))
    changed = {
        (job.root.id, job.file.path) for job in jobs if job.state is not None and job.state.photo is not None
    }
    return _without_copies(followed, changed)


def as_moves(followed: Iterable[Followed]) -> list[Move]:
    return [
        Move(
            photo=one.was.photo,
            root=one.job.root.id,
            path=one.job.file.path,
            size=one.job.file.size,
            mtime_ns=one.job.file.mtime_ns,
        )
        for one in followed
    ]


def _missing(
    catalog: Catalog, known: Sequence[KnownPhoto], volumes: Volumes, vanished: Collection[tuple[int, str]]
) -> list[KnownPhoto]:
    """Photos whose file is not, or no longer unchanged, where the catalog says it is."""
    roots = {root.id: root for root in catalog.roots()}
    there = {id for id, root in roots.items() if is_online(root, volumes) or is_gone(root, volumes)}
    missing = []
    for photo in known:
        if photo.root not in there:
            continue
        if (photo.root, photo.path) in vanished:
            missing.append(photo)
            continue
        try:
            status = (roots[photo.root].path / photo.path).stat()
        except (FileNotFoundError, NotADirectoryError):
            missing.append(photo)
        except OSError as error:
            _log.debug("%s says nothing of its photo: %s", photo.path, error)
        else:
            if (status.st_size, status.st_mtime_ns) != (photo.size, photo.mtime_ns):
                missing.append(photo)
    return missing


def _fingerprints(
    jobs: Sequence[Job], pool: WorkerPool, cancelled: Callable[[], bool]
) -> Iterator[tuple[Job, str]]:
    """Read files, without decoding them, in the workers."""
    waiting: dict[Future[str], Job] = {}
    left = iter(jobs)
    while not cancelled():
        while len(waiting) < _QUEUED_PER_WORKER * pool.count and (job := next(left, None)) is not None:
            waiting[pool.submit(fingerprint_file, job.path)] = job
        if not waiting:
            return
        finished, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
        for future in finished:
            job = waiting.pop(future)
            try:
                yield job, future.result()
            except WorkersBroken:
                raise
            except (CbirError, MemoryError) as error:
                _log.debug("%s cannot be read: %s", job.path, error)  # decoding it will say so to the user
    for future in waiting:
        pool.cancel_running(future)


def _pair(jobs: Sequence[Job], sources: Sequence[KnownPhoto]) -> Iterator[Followed]:
    """Files and photos of one content, one to one: first those of the same place, then of the same name."""
    left_jobs = sorted(jobs, key=lambda job: (job.root.id, job.file.path))
    left = sorted(sources, key=lambda source: (source.root, source.path))
    for same in (_same_place, _same_name, _anything):
        by_key: dict[object, list[KnownPhoto]] = defaultdict(list)
        for source in reversed(left):
            by_key[same(source.root, source.path)].append(source)
        rest = []
        for job in left_jobs:
            if fitting := by_key.get(same(job.root.id, job.file.path)):
                yield Followed(job=job, was=fitting.pop())
            else:
                rest.append(job)
        left_jobs = rest
        kept = {source.photo for some in by_key.values() for source in some}
        left = [source for source in left if source.photo in kept]


def _same_place(root: int, path: str) -> object:
    return (root, path)


def _same_name(root: int, path: str) -> object:
    return PurePosixPath(path).name


def _anything(root: int, path: str) -> object:
    return None


def _without_copies(followed: list[Followed], changed: set[tuple[int, str]]) -> list[Followed]:
    """Leave photos with their path where a program wrote a new version and kept the old one beside it."""
    while True:
        filled = {(one.job.root.id, one.job.file.path) for one in followed}
        kept = [
            one
            for one in followed
            if (one.was.root, one.was.path) not in changed or (one.was.root, one.was.path) in filled
        ]
        if len(kept) == len(followed):
            return kept
        followed = kept

"""Roots and files that moved -> where they are now.

A drive may come back under another mount point, and a file may have been renamed, moved to another folder or
root, or merely touched. Its content tells: files whose size a missing photo had are read, not decoded, and an
equal fingerprint means that it is that photo. It keeps its id, its index and all that is attached to it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cbir.catalog import Catalog, FileState, KnownPhoto, Move, Root
from cbir.errors import CbirError
from cbir.scanning import ScannedFile
from cbir.volumes import Volumes
from cbir.worker_tasks import fingerprint_file
from cbir.workers import WorkerPool, WorkersBroken

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


# --- roots ---


def is_online(root: Root, volumes: Volumes) -> bool:
    """A root is there, and its folder is not merely the mount point of a drive that is not."""
    try:
        if not root.path.is_dir():
            return False
    except OSError:
        return False
    return not _on_another_volume(root, volumes)


def is_gone(root: Root, volumes: Volumes) -> bool:
    """A root's folder was deleted or renamed: its volume is there, and the folder is not."""
    return not root.path.exists() and root.place is not None and volumes.place(root.path) == root.place


def relocate_roots(catalog: Catalog, volumes: Volumes) -> list[str]:
    """Find roots on drives that are mounted elsewhere now, and note where they are.

    Returns sentences for the user. The caller holds the writer lock.
    """
    notes = []
    with catalog.transaction():
        for root in _lasting_and_offline(catalog, volumes):
            if root.path.is_dir() and not _is_set_aside(root):
                # another drive has taken its mount point: what is there now is not this root
                aside = root.path.with_name(root.path.name + _set_aside_name(root))
                catalog.set_root(root, path=aside, place=root.place)
        taken = {root.path for root in catalog.roots()}
        for root in _lasting_and_offline(catalog, volumes):
            assert root.place is not None
            here = next((folder for folder in volumes.folders(root.place) if folder not in taken), None)
            if here is not None:
                taken.add(here)
                catalog.set_root(root, path=here, place=root.place)
                notes.append(f"The folder {root.path} is at {here} now: its photos were kept.")
    return notes


def _lasting_and_offline(catalog: Catalog, volumes: Volumes) -> list[Root]:
    return [
        root
        for root in catalog.roots()
        if root.place is not None and root.place.lasting and not is_online(root, volumes)
    ]


def folder_now(root: Root, volumes: Volumes) -> Path | None:
    """Where a root is now, perhaps under another mount point; None where its drive is away."""
    if is_online(root, volumes):
        return root.path
    if root.place is None or not root.place.lasting:
        return None
    return next(iter(volumes.folders(root.place)), None)


def note_place(catalog: Catalog, root: Root, volumes: Volumes) -> None:
    """Note on which volume a root lies that was just seen."""
    place = volumes.place(root.path)
    if place != root.place:
        with catalog.transaction():
            catalog.set_root(root, path=root.path, place=place)


def _on_another_volume(root: Root, volumes: Volumes) -> bool:
    if root.place is None or not root.place.lasting:
        return False
    now = volumes.place(root.path)
    return now is not None and now.volume != root.place.volume


def _is_set_aside(root: Root) -> bool:
    return root.path.name.endswith(_set_aside_name(root))


def _set_aside_name(root: Root) -> str:
    return f" (drive {root.place.volume.rpartition(':')[2]})" if root.place is not None else ""


# --- files ---


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

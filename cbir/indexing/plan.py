"""Folders and the catalog -> what an index run has to do: files to read, photos that are no longer there.

Nothing is removed on a guess: a root that is missing or empty as a whole, a folder that cannot be read and a
drive that is unplugged say nothing of their photos.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import Skipped
from cbir.base.volumes import Volumes
from cbir.catalog import Catalog, FileState, Root
from cbir.images import still_needs_package
from cbir.indexing.moves import Followed, Job
from cbir.indexing.scan import ScannedFile, scan_folder
from cbir.metadata import EXTRACTOR_VERSION
from cbir.state import is_online, note_place, relocate_roots


@dataclass(slots=True)
class Plan:
    """What a scan found to do.

    lost : paths, by root, that were not found again
    details : unchanged photos whose metadata is to be read again
    unencoded : unchanged photos that today's model has not seen
    emptied : roots, and folders in them, in which nothing was found at all, so that their photos are kept
    """

    jobs: list[Job] = field(default_factory=list)
    details: list[Job] = field(default_factory=list)
    unencoded: list[Job] = field(default_factory=list)
    lost: list[tuple[Root, list[str]]] = field(default_factory=list)
    emptied: list[tuple[Root, Path, list[str]]] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unchanged: int = 0

    def settle(self, followed: Sequence[Followed]) -> None:
        """Take what was recognised off the lists; what another codebook indexed is still to be read again."""
        done = {(one.job.root.id, one.job.file.path) for one in followed if one.done}
        before = {(one.was.root, one.was.path) for one in followed}
        self.jobs = [job for job in self.jobs if (job.root.id, job.file.path) not in done]
        self.lost = [(root, [p for p in paths if (root.id, p) not in before]) for root, paths in self.lost]
        self.emptied = [
            (root, folder, [p for p in paths if (root.id, p) not in before])
            for root, folder, paths in self.emptied
        ]
        # What is left at the path of a photo that moved away is another one.
        moved = {one.was.photo for one in followed if not one.stayed}
        self.jobs = [
            replace(job, state=None) if job.state is not None and job.state.photo in moved else job
            for job in self.jobs
        ]
        self.unchanged += sum(one.stayed and one.done for one in followed)

    def vanished(self) -> list[tuple[Root, list[str]]]:
        """Photos and failures to remove, by root."""
        return [(root, paths) for root, paths in self.lost if paths]

    def all_notes(self) -> list[str]:
        empty = [
            f"The folder {folder} has no picture any more: is its drive connected? "
            f"Its {len(paths)} photos were kept."
            for _, folder, paths in self.emptied
            if paths
        ]
        return [*self.notes, *empty]


class Planner:
    """Looks at folders for one index run; the caller holds the writer lock.

    codebook, options : of today; photos that others indexed are read again
    encoded : documents that today's model has seen; None where there is no model
    named : the user named the folders: one that was forgotten is taken in again
    progress : told how many files were looked at
    """

    def __init__(
        self,
        catalog: Catalog,
        layout: Layout,
        volumes: Volumes,
        *,
        codebook: str,
        options: str,
        exclude_dirs: Collection[str] = (),
        exclude: Collection[str] = (),
        read_again: bool = False,
        encoded: Collection[int] | None = None,
        named: bool = True,
        progress: Callable[[int], None] = lambda files: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._catalog = catalog
        self._layout = layout
        self._volumes = volumes
        self._codebook = codebook
        self._options = options
        self._exclude_dirs = exclude_dirs
        self._exclude = exclude
        self._read_again = read_again
        self._encoded = encoded
        self._named = named
        self._progress = progress
        self._cancelled = cancelled
        self._plan = Plan()

    def plan(self, folders: Sequence[Path]) -> Plan:
        """Compare folders with the catalog. Raises CbirError where none of them can be used."""
        plan = self._plan
        plan.notes += relocate_roots(self._catalog, self._volumes)
        usable = []
        for folder in _outermost([Path(os.path.normpath(folder.absolute())) for folder in folders]):
            problem = self._why_unusable(folder)
            if problem is None:
                usable.append(folder)
            else:
                plan.notes.append(problem)
        if not usable:
            raise CbirError(" ".join(plan.notes))
        for folder in usable:
            if self._layout.folder.is_relative_to(folder):
                plan.notes.append(
                    f"The library {self._layout.folder} lies inside {folder}: its own files are left out."
                )
            for root, part in self._parts(folder):
                if self._cancelled():
                    return plan
                self._compare(root, part)
        return plan

    def _why_unusable(self, folder: Path) -> str | None:
        if folder.is_relative_to(self._layout.folder):
            return f"{folder} is a part of the library itself. Name a folder of photos."
        return why_unusable(folder)

    def _parts(self, folder: Path) -> list[tuple[Root, Path]]:
        """The roots to scan for a folder, each with the folder to begin at; a new root where it needs one.

        A folder inside one that was forgotten becomes a root of its own: the rest of that one stays out.
        """
        roots = self._catalog.roots()
        folder = _by_its_root(folder, roots)
        holding = [root for root in roots if folder.is_relative_to(root.path)]
        within = [root for root in roots if root.path.is_relative_to(folder) and root.path != folder]
        innermost = max(holding, key=lambda root: len(root.path.parts), default=None)
        if innermost is not None and (excluded := self._excluded_with(innermost, folder)):
            if not self._named:
                return []
            with self._catalog.transaction():
                self._catalog.include_folder(innermost, folder)
            innermost = innermost if excluded == [folder] else None
        if innermost is None:
            with self._catalog.transaction():
                innermost = self._catalog.add_root(folder, self._volumes.place(folder))
        return [(innermost, folder), *((root, root.path) for root in within)]

    def _excluded_with(self, root: Root, folder: Path) -> list[Path]:
        """The folders left out of a root that hold a folder, or are it."""
        return [
            left_out for left_out in self._catalog.excluded_folders(root) if folder.is_relative_to(left_out)
        ]

    def _compare(self, root: Root, folder: Path) -> None:
        """Scan one folder and sort its files into unchanged, to do and lost."""
        plan = self._plan
        problem = why_unusable(folder)
        if problem is None and not is_online(root, self._volumes):
            problem = f"The folder {root.path} lies on another drive than before."
        if problem is not None:
            plan.notes.append(f"{problem} Its photos were kept.")
            return
        note_place(self._catalog, root, self._volumes)
        known = self._catalog.files(root, codebook=self._codebook, options=self._options)
        unreadable: list[Skipped] = []
        seen: set[str] = set()
        for file in self._scan(root, folder, known, unreadable.append):
            seen.add(file.path)
            self._sort(root, file, known.get(file.path))
            if self._cancelled():
                return
            self._progress(plan.unchanged + len(plan.skipped) + len(plan.jobs))
        plan.skipped.extend(unreadable)
        lost = [path for path in known if path not in seen and _below(root, path, folder)]
        lost = [path for path in lost if not _is_below_any(root.path / path, unreadable)]
        if lost and not seen:
            plan.emptied.append((root, folder, lost))
        elif lost:
            plan.lost.append((root, lost))

    def _scan(
        self, root: Root, folder: Path, known: Collection[str], on_skip: Callable[[Skipped], None]
    ) -> Iterator[ScannedFile]:
        others = [other.path for other in self._catalog.roots() if other.path != root.path]
        return scan_folder(
            root.path,
            folder,
            exclude_dirs=self._exclude_dirs,
            exclude=self._exclude,
            not_entered=[*others, *self._catalog.excluded_folders(root), self._layout.folder],
            known=known.__contains__,
            on_skip=on_skip,
        )

    def _sort(self, root: Root, file: ScannedFile, state: FileState | None) -> None:
        same = state is not None and (state.size, state.mtime_ns) == (file.size, file.mtime_ns)
        wanted = self._read_again
        if state is not None and same and state.photo is None and _fails_again(state) and not wanted:
            self._plan.skipped.append(Skipped(path=root.path / file.path, reason=state.reason))
        elif state is not None and same and state.photo is not None and state.current and not wanted:
            self._plan.unchanged += 1
            job = Job(root=root, file=file, path=root.path / file.path, state=state)
            if state.sidecar != file.sidecar_stamp or state.extractor < EXTRACTOR_VERSION:
                self._plan.details.append(job)
            if self._encoded is not None and state.document not in self._encoded:
                self._plan.unencoded.append(job)
        else:
            self._plan.jobs.append(
                Job(root=root, file=file, path=root.path / file.path, state=state, again=wanted)
            )


def _fails_again(state: FileState) -> bool:
    """A file that failed would fail again: by its content, or for a package that is still not installed."""
    return state.lasting or still_needs_package(state.reason)


def why_unusable(folder: Path) -> str | None:
    """A sentence on why a folder cannot be scanned, or None."""
    try:
        if not folder.exists():
            return f"The folder {folder} does not exist. Is its drive connected?"
        if not folder.is_dir():
            return f"{folder} is not a folder. Name the folder that it lies in."
        next(folder.iterdir(), None)
    except OSError as error:
        return f"The folder {folder} cannot be read: {error.strerror or error}."
    return None


def _outermost(folders: Sequence[Path]) -> list[Path]:
    """The folders without those that lie in another of them, in their order."""
    distinct = list(dict.fromkeys(folders))
    return [
        folder
        for folder in distinct
        if not any(folder != other and folder.is_relative_to(other) for other in distinct)
    ]


def _by_its_root(folder: Path, roots: Sequence[Root]) -> Path:
    """A folder of a root by the root's own path: reached through a link, its photos would count twice."""
    if any(folder.is_relative_to(root.path) for root in roots):
        return folder
    real = Path(os.path.realpath(folder))
    for root in roots:
        real_root = Path(os.path.realpath(root.path))
        if real.is_relative_to(real_root):
            return root.path / real.relative_to(real_root)
    return folder


def _below(root: Root, path: str, folder: Path) -> bool:
    return folder == root.path or (root.path / path).is_relative_to(folder)


def _is_below_any(path: Path, unreadable: Sequence[Skipped]) -> bool:
    """A folder that could not be read says nothing of the files in it."""
    return any(path.is_relative_to(skipped.path) for skipped in unreadable)

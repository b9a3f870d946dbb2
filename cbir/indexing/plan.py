"""Folders and the catalog -> the work of an index run: files to read, photos that are gone, roots that are one folder.

Planner(...).plan() makes a Plan of Jobs, which are only read afterwards. Nothing is removed on a guess: photos
are kept if their root is missing or completely empty, their folder cannot be read, or their drive is disconnected.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath, PurePosixPath

from cbir.base.drives import Volumes, answers
from cbir.base.errors import CbirError
from cbir.base.file_identity import is_same
from cbir.base.layout import Layout
from cbir.base.messages import Message, sentences
from cbir.base.types import IndexRequest, PhotoId, Skipped, file_of, moment_of
from cbir.catalog import Catalog, FileState, Merged, Root, merge_root
from cbir.images import REVISED_SUFFIXES, is_video, still_needs_package
from cbir.indexing.scan import LIVE, ScannedFile, enters, scan_folder
from cbir.metadata import EXTRACTOR_VERSION
from cbir.state import as_known, is_online, known_as, note_place, online_roots, relocate_roots
from cbir.workers import AlreadyListed


def merge_roots(
    catalog: Catalog, volumes: Volumes, *, exclude_dirs: Collection[str] = (), exclude: Collection[str] = ()
) -> list[Message]:
    """Merge roots that are one folder by links, mounts or spellings. Each pair has its own transaction.

    exclude_dirs, exclude : see scan_folder. A root stays if a scan of the other would not reach it.
    Returns sentences for the user. The caller holds the writer lock.
    """
    notes: list[Message] = []
    while (pair := _next_pair(catalog, volumes, exclude_dirs, exclude)) is not None:
        outer, inner, below = pair
        with catalog.transaction():
            merged = merge_root(catalog, outer, inner, below)
        notes.append(_note(outer, inner, below, merged))
    return notes


def _next_pair(
    catalog: Catalog, volumes: Volumes, exclude_dirs: Collection[str], exclude: Collection[str]
) -> tuple[Root, Root, PurePosixPath] | None:
    """The root to keep, the root that is the same folder or inside it, and its path below the first."""
    roots = sorted(catalog.roots.all(), key=lambda root: root.id)
    if len(roots) < 2:
        return None
    online = online_roots(roots, volumes)
    connected = [root for root in roots if online[root.path]]
    for inner in reversed(connected):
        for outer in connected:
            if inner.id == outer.id or inner.path.is_relative_to(outer.path):
                continue
            below = _inside(outer, inner, volumes)
            if below is None or (below == PurePosixPath() and outer.id > inner.id):
                continue
            reached = enters(below.as_posix(), outer.path, exclude_dirs=exclude_dirs, exclude=exclude)
            if reached and not _is_left_out(catalog, outer, below):
                return outer, inner, below
    return None


def _inside(outer: Root, inner: Root, volumes: Volumes) -> PurePosixPath | None:
    """The path of one root inside another, determined by file identity; None if it is not inside."""
    for _, below in known_as(inner.path, [outer], volumes):
        if is_same(inner.path, outer.path / below):
            return PurePosixPath(below)
    return None


def _is_left_out(catalog: Catalog, outer: Root, below: PurePosixPath) -> bool:
    """True if the user excluded that folder from the outer root, and named it by its other path."""
    return any((outer.path / below).is_relative_to(folder) for folder in catalog.roots.excluded(outer))


def _note(outer: Root, inner: Root, below: PurePosixPath, merged: Merged) -> Message:
    same = Message("{0} and {1} are one folder", inner.path, outer.path)
    if below != PurePosixPath():
        same = Message("{0} is the folder {1}", inner.path, outer.path / below)
    note = Message(
        "{0}: its photos are in the library once now, with the marks and album places of both.", same
    )
    if merged.rated_twice:
        rated = Message(
            "{0} of them had different stars: those of {1} were kept.", merged.rated_twice, outer.path
        )
        return sentences(note, rated)
    return note


_LEFT_OUT_SETTING = "left out"
_VIDEOS_SETTING = "moments a minute"
_DECODED_ANEW = 3  # photos whose metadata an earlier extractor read were decoded by an earlier version
_SUPERSEDED = (
    "is damaged or of a kind that cannot be read."  # the end of a reason that no decoder gives any more
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file that an index run reads.

    state : the catalog's entry for its path; None for a new path
    again : index it anew even if it has not changed
    listed : data of a new file that the run has already stored; None for other files
    """

    root: Root
    file: ScannedFile
    path: Path
    state: FileState | None
    again: bool = False
    listed: AlreadyListed | None = None

    @property
    def photo(self) -> PhotoId | None:
        """The catalog's photo at its path."""
        return None if self.state is None else self.state.photo

    @property
    def known_pixels(self) -> str:
        """Fingerprint of its indexed pixels; empty if it must be indexed even with the same pixels."""
        return self.state.pixels if self.state is not None and self.state.current and not self.again else ""

    @property
    def sidecar(self) -> Path | None:
        """The XMP file beside it."""
        return self.path.with_name(self.file.sidecar) if self.file.sidecar else None

    def vanished(self) -> bool:
        """True if the file was moved or deleted since the scan. That is no error; the next run handles it."""
        try:
            file_of(self.path).stat()
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Paths of a root that the catalog has and that a scan of one of its folders did not find."""

    root: Root
    folder: Path
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The work that a scan found.

    jobs : files that differ from the catalog: new, changed, or indexed with other options
    videos : videos of which the catalog has no moments, or those of an earlier version
    details : unchanged photos whose metadata must be read again
    unencoded : unchanged photos that the current model has not embedded
    lost : files to remove from the catalog, unless they moved
    emptied : folders without any files, so that their photos are kept
    others : number of files of each kind that is not read, such as videos
    unchanged : number of files that need not be decoded, including `details` and `unencoded`
    """

    jobs: tuple[Job, ...] = ()
    videos: tuple[Job, ...] = ()
    details: tuple[Job, ...] = ()
    unencoded: tuple[Job, ...] = ()
    lost: tuple[Lost, ...] = ()
    emptied: tuple[Lost, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[Message, ...] = ()
    others: Counter[str] = field(default_factory=Counter)
    unchanged: int = 0

    @property
    def scanned_count(self) -> int:
        """Number of scanned files, and of folders that cannot be read."""
        return self.unchanged + len(self.skipped) + len(self.jobs) + len(self.videos)

    def all_notes(self) -> list[Message]:
        empty = [
            Message(
                "The folder {0} no longer has any pictures: is its drive connected? Its {1} "
                "photos were kept.",
                lost.folder,
                len(lost.paths),
            )
            for lost in self.emptied
            if lost.paths
        ]
        return [
            *self.notes,
            *empty,
            *(_other_files(kind, count) for kind, count in sorted(self.others.items())),
        ]


def left_out_patterns(catalog: Catalog) -> tuple[str, ...]:
    """The globs of files and folders that no run reads."""
    stored = catalog.settings.get(_LEFT_OUT_SETTING)
    return () if stored is None else tuple(map(str, json.loads(stored)))


def keep_patterns(catalog: Catalog, patterns: Sequence[str]) -> None:
    catalog.settings.set(_LEFT_OUT_SETTING, json.dumps(patterns) if patterns else None)


def moments_a_minute(catalog: Catalog) -> int:
    """The most frames that are kept of a minute of video; 0 while videos are left out."""
    return int(catalog.settings.get(_VIDEOS_SETTING) or 0)


def keep_moments(catalog: Catalog, a_minute: int) -> None:
    """Set how many frames of a minute of video this and later runs keep; 0 leaves videos out."""
    with catalog.transaction():
        catalog.settings.set(_VIDEOS_SETTING, str(a_minute) if a_minute else None)


def _joined(parts: Sequence[Plan]) -> Plan:
    return Plan(
        jobs=tuple(job for part in parts for job in part.jobs),
        videos=tuple(video for part in parts for video in part.videos),
        details=tuple(job for part in parts for job in part.details),
        unencoded=tuple(job for part in parts for job in part.unencoded),
        lost=tuple(lost for part in parts for lost in part.lost),
        emptied=tuple(lost for part in parts for lost in part.emptied),
        skipped=tuple(skipped for part in parts for skipped in part.skipped),
        notes=tuple(note for part in parts for note in part.notes),
        others=sum((part.others for part in parts), Counter()),
        unchanged=sum(part.unchanged for part in parts),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Planner:
    """Scans folders for one index run; the caller holds the writer lock.

    codebook, options : current ones; photos indexed with others are read again
    encoded : documents that the current model has embedded, with their parts if these are kept; None without a model
    progress : called with the number of scanned files
    """

    request: IndexRequest
    catalog: Catalog
    layout: Layout
    volumes: Volumes
    codebook: str
    options: str
    encoded: Collection[int] | None = None
    progress: Callable[[int], None] = lambda files: None
    cancelled: Callable[[], bool] = lambda: False

    def plan(self) -> Plan:
        """Compare the folders with the catalog. Raises CbirError if none of them can be used.

        If cancelled, the plan has the work that was found until then.
        """
        notes = relocate_roots(self.catalog, self.volumes) + self._merge_roots()
        usable = []
        for folder in _outermost(
            [Path(os.path.normpath(folder.absolute())) for folder in self.request.folders]
        ):
            problem = self._why_unusable(folder)
            if problem is None:
                usable.append(folder)
            else:
                notes.append(problem)
        if not usable:
            raise CbirError(sentences(*notes))
        parts, scanned = [Plan(notes=tuple(notes))], list[tuple[Root, Path]]()
        for folder in usable:
            if self.layout.folder.is_relative_to(folder):
                inside = Message(
                    "The library {0} is inside {1}: its own files are left out.", self.layout.folder, folder
                )
                parts.append(Plan(notes=(inside,)))
            stored_folder = as_known(folder, self.catalog.roots.all(), self.volumes)
            if stored_folder != folder and self.request.named:
                parts.append(Plan(notes=(_same_folder(folder, stored_folder),)))
            parts_to_scan = self._parts(stored_folder)
            parts.append(Plan(notes=tuple(self._merge_roots())))  # a new root may hold another
            remaining = {root.id for root in self.catalog.roots.all()}
            for root, part in parts_to_scan:
                if root.id not in remaining or any(
                    root.id == done.id and part.is_relative_to(before) for done, before in scanned
                ):
                    continue
                scanned.append((root, part))
                if self.cancelled():
                    return _joined(parts)
                self._leave_out(root)
                parts.append(self._compare(root, part, before=sum(done.scanned_count for done in parts)))
        return _joined(parts)

    def _why_unusable(self, folder: Path) -> Message | None:
        if folder.is_relative_to(self.layout.folder):
            return Message("{0} is a part of the library itself. Name a folder of photos.", folder)
        return why_unusable(folder)

    def _parts(self, folder: Path) -> list[tuple[Root, Path]]:
        """The roots to scan for a folder, each with the folder to begin at; adds a new root if necessary.

        A folder inside a forgotten folder becomes a root of its own, as the rest of the forgotten folder stays out.
        """
        roots = self.catalog.roots.all()
        holding = [root for root in roots if folder.is_relative_to(root.path)]
        within = [root for root in roots if root.path.is_relative_to(folder) and root.path != folder]
        innermost = max(holding, key=lambda root: len(root.path.parts), default=None)
        if innermost is not None and (excluded := self._excluded_with(innermost, folder)):
            if not self.request.named:
                return []
            with self.catalog.transaction():
                self.catalog.roots.include(innermost, folder)
            innermost = innermost if excluded == [folder] else None
        if innermost is None:
            with self.catalog.transaction():
                innermost = self.catalog.roots.add(folder, self.volumes.place(folder))
        return [(innermost, folder), *((root, root.path) for root in within)]

    def _merge_roots(self) -> list[Message]:
        """Merge roots that are one folder, or one inside the other through a link or a mount."""
        exclude = [*self.request.exclude, *left_out_patterns(self.catalog)]
        return merge_roots(
            self.catalog, self.volumes, exclude_dirs=self.request.exclude_dirs, exclude=exclude
        )

    def _leave_out(self, root: Root) -> None:
        """Store the exclusions of all later runs in the catalog."""
        folders = [Path(os.path.normpath(folder.absolute())) for folder in self.request.leave_out.folders]
        with self.catalog.transaction():
            for folder in folders:
                if folder != root.path and folder.is_relative_to(root.path):
                    self.catalog.roots.exclude(root, folder)
            if self.request.leave_out.patterns is not None:
                keep_patterns(self.catalog, self.request.leave_out.patterns)

    def _excluded_with(self, root: Root, folder: Path) -> list[Path]:
        """The folders left out of a root that contain a folder, or equal it."""
        return [left_out for left_out in self.catalog.roots.excluded(root) if folder.is_relative_to(left_out)]

    def _compare(self, root: Root, folder: Path, *, before: int) -> Plan:
        """Scan one folder and sort its files into unchanged files, jobs and lost files.

        before : files in the folders before it, for the progress
        """
        problem = why_unusable(folder)
        if problem is None and not is_online(root, self.volumes):
            problem = Message("The folder {0} is on a different drive than before.", root.path)
        if problem is not None:
            return Plan(notes=(Message("{0} Its photos were kept.", problem),))
        note_place(self.catalog, root, self.volumes)
        states = self.catalog.files.states(root, codebook=self.codebook, options=self.options)
        unreadable: list[Skipped] = []
        others: Counter[str] = Counter()
        files: list[ScannedFile] = []
        videos: list[ScannedFile] | None = [] if moments_a_minute(self.catalog) else None
        for file in self._scan(
            root, folder, states, unreadable.append, lambda kind: others.update([kind]), videos
        ):
            files.append(file)
            if self.cancelled():
                return self.sort_files(root, files, states)
            self.progress(before + len(files))
        new_videos = self._sort_videos(root, videos or (), files, states, unreadable)
        present = {file.path for file in (*files, *new_videos)}
        paths = tuple(
            path
            for path in states
            if path not in present
            and _below(root, path, folder)
            and not _is_below_any(root.path / path, unreadable)
        )
        seen = bool(files or videos)
        lost = (Lost(root=root, folder=folder, paths=paths),) if paths else ()
        plan = self.sort_files(root, files, states)
        return replace(
            plan,
            skipped=(*plan.skipped, *unreadable),
            others=others,
            videos=tuple(
                Job(root=root, file=file, path=root.path / file.path, state=states.get(file.path))
                for file in new_videos
            ),
            lost=lost if seen else (),
            emptied=() if seen else lost,
        )

    def _sort_videos(
        self,
        root: Root,
        videos: Sequence[ScannedFile],
        files: list[ScannedFile],
        states: Mapping[str, FileState],
        skipped: list[Skipped],
    ) -> list[ScannedFile]:
        """Add moments of unchanged videos to `files`, repeated failures to `skipped`. Returns the other videos."""
        moments: dict[str, list[str]] = defaultdict(list)
        if videos:
            for path in states:
                if moment_of(PurePosixPath(path)) is not None:
                    moments[path.rpartition("/")[0]].append(path)
        others = []
        for video in videos:
            state, stamp = states.get(video.path), (video.size, video.mtime_ns)
            paths = moments[video.path]
            if paths and all((states[path].size, states[path].mtime_ns) == stamp for path in paths):
                files += [replace(video, path=path) for path in paths]
            elif (
                state is not None
                and (state.size, state.mtime_ns) == stamp
                and state.reason is not None
                and state.lasting
                and not self.request.read_again
            ):
                skipped.append(Skipped(path=root.path / video.path, reason=state.reason))
            else:
                others.append(video)
        return others

    def _scan(
        self,
        root: Root,
        folder: Path,
        states: Mapping[str, FileState],
        on_skip: Callable[[Skipped], None],
        on_other: Callable[[str], None],
        videos: list[ScannedFile] | None,
    ) -> Iterator[ScannedFile]:
        def is_picture(path: str) -> bool:
            state = states.get(path)
            return state is not None and (state.photo is not None or not is_video(root.path / path))

        others = [other.path for other in self.catalog.roots.all() if other.path != root.path]
        return scan_folder(
            root.path,
            folder,
            exclude_dirs=self.request.exclude_dirs,
            exclude=[*self.request.exclude, *left_out_patterns(self.catalog)],
            not_entered=[*others, *self.catalog.roots.excluded(root), self.layout.folder],
            is_picture=is_picture,
            is_mount=self.volumes.is_mount,
            on_skip=on_skip,
            on_other=on_other,
            on_video=None if videos is None else videos.append,
        )

    def sort_files(self, root: Root, files: Sequence[ScannedFile], states: Mapping[str, FileState]) -> Plan:
        """Sort files into repeated failures, unchanged files, and files to read."""
        jobs, details, unencoded, skipped = [], [], [], []
        unchanged = 0

        def job(file: ScannedFile, state: FileState | None) -> Job:
            again = self.request.read_again or (state is not None and _was_misread(file, state))
            return Job(root=root, file=file, path=root.path / file.path, state=state, again=again)

        for file in files:  # most files need no work, so no job is made for them
            state = states.get(file.path)
            is_same = state is not None and (state.size, state.mtime_ns) == (file.size, file.mtime_ns)
            if state is None or not is_same or self.request.read_again:
                jobs.append(job(file, state))
            elif (
                state.photo is None and state.reason is not None and _fails_again(state.reason, state.lasting)
            ):
                skipped.append(Skipped(path=root.path / file.path, reason=state.reason))
            elif state.photo is None or not state.current or _was_misread(file, state):
                jobs.append(job(file, state))
            else:
                unchanged += 1
                if state.sidecar != file.sidecar_stamp or state.extractor < EXTRACTOR_VERSION:
                    details.append(job(file, state))
                if self.encoded is not None and state.document not in self.encoded:
                    unencoded.append(job(file, state))
        return Plan(
            jobs=tuple(jobs),
            details=tuple(details),
            unencoded=tuple(unencoded),
            skipped=tuple(skipped),
            unchanged=unchanged,
        )


def _fails_again(reason: Message, lasting: bool) -> bool:
    """True if a failed file would fail again, for its content or for a package that is still not installed."""
    superseded = reason.template.endswith(_SUPERSEDED) or "large Photoshop" in reason.values
    return (lasting and not superseded) or still_needs_package(reason)


def _was_misread(file: ScannedFile, state: FileState) -> bool:
    """True for a photo of a format of which an earlier version decoded some kinds wrongly."""
    return state.extractor < _DECODED_ANEW and PurePath(file.path).suffix.lower() in REVISED_SUFFIXES


def _other_files(kind: str, count: int) -> Message:
    if kind == "video":
        return Message("Videos left out: {0}.", count)
    if kind == LIVE:
        return Message("Videos of Live Photos, which are one item with their photos: {0}.", count)
    return Message("Files of the format {0} left out, which cannot be read: {1}.", kind, count)


def why_unusable(folder: Path) -> Message | None:
    """A sentence with the reason for which a folder cannot be scanned, or None."""
    if not answers(folder, may_sleep=True):
        return Message("The drive of {0} does not answer. Is it connected?", folder)
    try:
        if not folder.exists():
            return Message("The folder {0} does not exist. Is its drive connected?", folder)
        if not folder.is_dir():
            return Message("{0} is not a folder. Name the folder that contains it.", folder)
        next(folder.iterdir(), None)
    except OSError as error:
        return Message("The folder {0} cannot be read: {1}.", folder, error.strerror or error)
    return None


def _same_folder(folder: Path, stored_folder: Path) -> Message:
    return Message(
        "{0} is the same folder as {1}, which the library has already: its photos count once.",
        folder,
        stored_folder,
    )


def _outermost(folders: Sequence[Path]) -> list[Path]:
    """The folders that are not inside another of them, in their order."""
    distinct = list(dict.fromkeys(folders))
    return [
        folder
        for folder in distinct
        if not any(folder != other and folder.is_relative_to(other) for other in distinct)
    ]


def _below(root: Root, path: str, folder: Path) -> bool:
    return folder == root.path or (root.path / path).is_relative_to(folder)


def _is_below_any(path: Path, unreadable: Sequence[Skipped]) -> bool:
    """True if a path is inside a folder that could not be read."""
    return any(path.is_relative_to(skipped.path) for skipped in unreadable)

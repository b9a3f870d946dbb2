"""Indexing of folders, one run at a time; the library's contents, their coverage, its last check and backup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QDateTime, QObject, Qt, QTimer, Signal

from cbir.base.types import (
    MOMENTS_A_MINUTE,
    NO_EXCLUSIONS,
    OWN_PHOTOS,
    PROCESSOR,
    EngineCoverage,
    Exclusions,
    IndexProgress,
    IndexReport,
    LibraryInfo,
    ModelInfo,
    Problem,
)
from cbir.service import (
    Answer,
    FacetsAnswer,
    FacetsRequest,
    Failure,
    IndexAnswer,
    IndexRequest,
    Interim,
    LibraryAnswer,
    LibraryRequest,
    PlacesAnswer,
    PlacesRequest,
    Progress,
    RetryRequest,
)
from cbir_app.base.language import moment, tr, with_reason
from cbir_app.base.preferences import Preferences, of_library
from cbir_app.base.wording import file_size
from cbir_app.engine import Engine, in_user_words


@dataclass(frozen=True, slots=True)
class Way:
    """A way to find photos. done of total can be found by it; remark : codebook or model in use, or what is missing"""

    words: str
    done: int
    total: int
    remark: str = ""
    tooltip: str = ""
    needs_model: bool = False


def ways(info: LibraryInfo, models: tuple[ModelInfo, ...]) -> tuple[Way, ...]:
    """Return each way with the number of photos that it covers. models : the installed models, for their titles"""
    total = info.photos
    engines = {coverage.engine: coverage for coverage in info.coverage}
    match = engines.get("match")
    rows = [
        Way(
            tr("By a picture"),
            total if match is None else match.photos,
            total,
            _codebook(info),
            _waiting(info),
        )
    ]
    semantic = engines.get("semantic")
    if semantic is None:
        rows.append(Way(tr("By content"), 0, total, tr("needs a model"), needs_model=True))
    else:
        title = next((tr(model.title) for model in models if model.name == semantic.name), semantic.name)
        remark = " · ".join(part for part in (title, _index(semantic)) if part)
        rows.append(Way(tr("By content"), semantic.photos, total, remark, in_user_words(semantic.how)))
    rows.append(Way(tr("By name and metadata"), total, total))
    return tuple(rows)


def _index(semantic: EngineCoverage) -> str:
    """The index that answers a sentence, and its device."""
    if not semantic.device:
        return ""
    if semantic.device != PROCESSOR:
        return tr("exact search on the graphics card")
    return tr("FAISS index on the processor") if semantic.trained else tr("exact search on the processor")


def _codebook(info: LibraryInfo) -> str:
    """The codebook in use, and the number of photos that are still to be indexed with it."""
    name = info.codebook_name
    if name in {"default", OWN_PHOTOS}:
        codebook = tr("standard codebook") if name == "default" else tr("words from your photos")
    else:
        codebook = tr("codebook “{name}”", name=name)
    waiting = tr("%Ln photo(s) to read again", "", info.waiting)
    return f"{codebook} · {waiting}" if info.waiting else codebook


def _waiting(info: LibraryInfo) -> str:
    if not info.waiting:
        return ""
    return tr(
        "These photos were indexed by another codebook or an earlier version. They are found as before; "
        "“Scan for changes” brings them up to date."
    )


REFRESH_MS = 1500
"""Shortest time between two updates of the counts in the side panel during an indexing run."""


PLACES_MS = 400


class LibrarySession(QObject):
    info_changed = Signal(object)  # LibraryInfo
    extracted = Signal()  # listed photos have become searchable
    drives_changed = Signal(object)  # LibraryInfo: only drives were connected or disconnected
    facets_changed = Signal(object)  # Facets
    places_changed = Signal(object)  # Places
    started = Signal()
    progressed = Signal(object)  # IndexProgress
    finished = Signal(object)  # IndexReport
    failed = Signal(str)

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._ticket: int | None = None
        self.waiting: list[Path] = []
        self._retry = False
        self._folders: tuple[Path, ...] = ()  # of the current run
        self.paused: tuple[Path, ...] = ()  # folders that resume() continues with
        self.info_ticket: int | None = None
        self._info_stale = False
        self._facets_ticket: int | None = None
        self._places_ticket: int | None = None
        self._leave_out = NO_EXCLUSIONS  # exclusions of the folders that wait
        self._videos: int | None = None  # chosen; None once the library has it
        self._sizes = False  # the next request measures file sizes
        self.wants_facets = False
        self.info: LibraryInfo | None = None
        self.progress: IndexProgress | None = None
        self._elsewhere = 0  # photos of the library outside the folders that are being indexed
        self.cancelling = False
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self.ask)
        self._places = QTimer(self)
        self._places.setSingleShot(True)
        self._places.setInterval(PLACES_MS)
        self._places.timeout.connect(self._ask_places)
        engine.ready.connect(self._set_info)
        engine.changed.connect(self._on_changed)
        engine.drives_changed.connect(self._on_drives)

    @property
    def running(self) -> bool:
        return self._ticket is not None

    @property
    def photos(self) -> int:
        """Number of photos in the library now, searchable or only listed."""
        photos = 0 if self.info is None else self.info.photos
        return (
            photos if self.progress is None else max(photos, self.progress.listed, self.progress.searchable)
        )

    @property
    def expected(self) -> int:
        """Number of photos in the library at the end of the run, estimated from its progress."""
        total = None if self.progress is None else self.progress.total
        return max(self.photos, self._elsewhere + (total or 0))

    def root_paths(self) -> tuple[Path, ...]:
        """Return the folders of the library on this computer."""
        info = self.info
        return () if info is None or info.service else tuple(root.path for root in info.roots)

    def add(self, folders: Iterable[Path], leave_out: Exclusions = NO_EXCLUSIONS) -> None:
        """Index folders; during a run they wait for its end. leave_out : exclusions for all folders from now on"""
        self.paused = ()
        if leave_out != NO_EXCLUSIONS:
            before = self._leave_out
            patterns = before.patterns if leave_out.patterns is None else leave_out.patterns
            self._leave_out = Exclusions(folders=(*before.folders, *leave_out.folders), patterns=patterns)
        self.waiting += [folder for folder in folders if folder not in self.waiting]
        self._next()

    def update_all(self) -> None:
        """Scan every folder of the library for new, changed and removed photos."""
        if self.info is not None:
            self.add(root.path for root in self.info.roots)

    @property
    def with_videos(self) -> bool:
        """True if videos are indexed, too, from the next run on at the latest."""
        videos = self._videos
        return bool((0 if self.info is None else self.info.moments_a_minute) if videos is None else videos)

    def index_videos(self, on: bool) -> None:
        """Index the videos in the library's folders, too, or remove their frames, from now on."""
        if on != self.with_videos:
            self._videos = MOMENTS_A_MINUTE if on else 0
            self.update_all()

    def retry_skipped(self) -> None:
        """Index again the files that could not be read."""
        self._retry = True
        self._next()

    def pause(self) -> None:
        """Stop after the photos in progress; resume() continues with the same folders."""
        folders = (*self._folders, *self.waiting)
        if self.running and folders:
            self.cancel()
            self.paused = folders

    def resume(self) -> None:
        self.add(self.paused)

    def cancel(self) -> None:
        """Stop after the photos in progress; finished photos stay in the library."""
        self.paused = ()
        self.waiting.clear()
        self._retry = False
        if self._ticket is not None:
            self.cancelling = True
            self._engine.stop(self._ticket)

    def _next(self) -> None:
        if self.running or not (self.waiting or self._retry):
            return
        request: IndexRequest | RetryRequest
        if self._retry:
            folders = () if self.info is None else tuple(root.path for root in self.info.roots)
            request, self._retry = RetryRequest(), False
        else:
            folders, self.waiting = tuple(self.waiting), []
            request = IndexRequest(folders=folders, leave_out=self._leave_out, videos=self._videos)
            self._leave_out = NO_EXCLUSIONS
        self.cancelling = False
        self.progress = None
        self._elsewhere = self._outside(folders)
        self._folders = () if isinstance(request, RetryRequest) else folders
        self._ticket = self._engine.request(request, self._on_answer, self._on_progress)
        self.started.emit()

    def _outside(self, folders: tuple[Path, ...]) -> int:
        """Count the photos of the roots that neither contain nor are contained in one of these folders."""
        roots = () if self.info is None else self.info.roots
        return sum(
            root.photos
            for root in roots
            if not any(
                folder.is_relative_to(root.path) or root.path.is_relative_to(folder) for folder in folders
            )
        )

    def _on_progress(self, answer: Interim) -> None:
        if not isinstance(answer, Progress):
            return
        self.progress = answer.progress
        self.progressed.emit(answer.progress)

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        self.progress = None
        self.cancelling = False
        self.ask()
        if isinstance(answer, IndexAnswer):
            self.finished.emit(answer.report)
        elif isinstance(answer, Failure) and answer.cancelled:
            self.finished.emit(IndexReport(indexed=0, unchanged=0, removed=0, cancelled=True))
        elif isinstance(answer, Failure):
            self.failed.emit(answer.message)
        self._next()

    def _on_changed(self, photos: int) -> None:
        if self.info is not None and not self.info.photos and self.info_ticket is None:
            self.ask()  # the person waits for the first photos
        elif not self._refresh.isActive():
            self._refresh.start()

    def _on_drives(self, online: Mapping[Path, bool]) -> None:
        if self.info is not None:
            roots = (replace(root, online=online.get(root.path, root.online)) for root in self.info.roots)
            self.info = replace(self.info, roots=tuple(roots))
            self.drives_changed.emit(self.info)

    def ask(self, *, sizes: bool = False) -> None:
        """Ask the engine for the library's current contents. sizes : also for the size of its files"""
        self._sizes = self._sizes or sizes
        if self.info_ticket is None:
            request, self._sizes = LibraryRequest(sizes=self._sizes), False
            self.info_ticket = self._engine.request(request, self._on_info)
        else:
            self._info_stale = True  # the pending answer may have been counted before the change

    def _on_info(self, answer: Answer) -> None:
        self.info_ticket = None
        if isinstance(answer, LibraryAnswer):
            self._set_info(answer.info)
            if self._info_stale:
                self._info_stale = False
                self.ask()

    def _set_info(self, info: LibraryInfo) -> None:
        if self._videos is not None and bool(self._videos) == bool(info.moments_a_minute):
            self._videos = None
        before = self.info
        if before is not None and not info.bytes:  # sizes were not measured this time
            info = replace(info, bytes=before.bytes, thumbnail_bytes=before.thumbnail_bytes)
        self.info = info
        self.info_changed.emit(info)
        if before is not None and before.searchable != info.searchable:
            self.extracted.emit()
        self.ask_facets()
        self.ask_places()

    def ask_places(self) -> None:
        """Ask for folders and keywords after a short delay, so that the photos themselves are shown first."""
        if not self._places.isActive():
            self._places.start()

    def _ask_places(self) -> None:
        if self._places_ticket is None:
            self._places_ticket = self._engine.request(PlacesRequest(), self._on_places)

    def _on_places(self, answer: Answer) -> None:
        self._places_ticket = None
        if isinstance(answer, PlacesAnswer):
            self.places_changed.emit(answer.places)

    def ask_facets(self) -> None:
        """Ask for the choices of the filters with their counts, while the filters are visible."""
        if self.wants_facets and self._facets_ticket is None:
            self._facets_ticket = self._engine.request(FacetsRequest(), self._on_facets)

    def _on_facets(self, answer: Answer) -> None:
        self._facets_ticket = None
        if isinstance(answer, FacetsAnswer):
            self.facets_changed.emit(answer.facets)


class MaintenanceLog(QObject):
    """Stored in the preferences for each library, by its folder."""

    changed = Signal()

    def __init__(self, preferences: Preferences, library: LibrarySession) -> None:
        super().__init__(library)
        self._preferences, self._library = preferences, library

    @property
    def checked(self) -> str:
        return self._last("checked", tr("Never checked"))

    @property
    def backed_up(self) -> str:
        return self._last("backed up", tr("Never backed up"))

    def note_check(self, problems: tuple[Problem, ...]) -> None:
        open_problems = sum(not problem.mended for problem in problems)
        mended = len(problems) - open_problems
        if open_problems and mended:
            result = tr(
                "{left} and {repaired}.",
                left=tr("%Ln problem(s) are left", "", open_problems),
                repaired=tr("%Ln problem(s) were repaired", "", mended),
            )
        elif open_problems:
            result = tr("%Ln problem(s) are left.", "", open_problems)
        else:
            result = tr("%Ln problem(s) were repaired.", "", mended) if mended else tr("All is well.")
        self._note("checked", result)

    def note_backup(self, file: Path, size: int) -> None:
        self._note("backed up", tr("“{file}”, {size}.", file=file, size=file_size(size)))

    def _note(self, key: str, result: str) -> None:
        if self._library.info is not None:
            now = QDateTime.currentDateTime().toString(Qt.DateFormat.ISODate)
            self._preferences.set_text(of_library(key, self._library.info.folder), f"{now} {result}")
            self.changed.emit()

    def _last(self, key: str, never: str) -> str:
        if self._library.info is None:
            return never
        time, _, result = self._preferences.text(of_library(key, self._library.info.folder)).partition(" ")
        when = QDateTime.fromString(time, Qt.DateFormat.ISODate)
        return with_reason(moment(when), result) if when.isValid() else never

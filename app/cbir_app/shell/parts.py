"""Parts of the window, from the inside out: sessions, views, controls. cbir_app.shell.wiring creates them."""

from __future__ import annotations

from dataclasses import dataclass

from cbir_app.base.notice import Notice
from cbir_app.base.undo import UndoStack
from cbir_app.control import (
    AlbumControl,
    DuplicateControl,
    EngineControl,
    EvidenceControl,
    ExportControl,
    FilterControl,
    HitControl,
    JudgeControl,
    LibrariesControl,
    LibraryControl,
    MaintenanceControl,
    MarkControl,
    ModelControl,
    OpenWith,
    QueryControl,
    SnipControl,
    TrashControl,
)
from cbir_app.engine import Details, Thumbnails
from cbir_app.panels.library import LibraryPanel, StatusLine
from cbir_app.panels.models import ModelBar
from cbir_app.query import RecentMenu, SearchBar
from cbir_app.results import ResultsPage
from cbir_app.sessions import (
    AlbumCounts,
    AlbumSession,
    DuplicateSession,
    LibrarySession,
    MaintenanceLog,
    MarkSession,
    MeasureSession,
    ModelSession,
    ReadingSession,
    RecentQueries,
    SearchSession,
    WatchSession,
)
from cbir_app.shell.full_screen import FullScreen
from cbir_app.viewer import EvidencePanel, Pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Sessions:
    """Requests to the engine and their answers. No widgets."""

    undo: UndoStack
    library: LibrarySession
    search: SearchSession
    thumbnails: Thumbnails
    details: Details
    watch: WatchSession
    reading: ReadingSession
    marks: MarkSession
    measure: MeasureSession
    duplicates: DuplicateSession
    models: ModelSession
    albums: AlbumSession
    counts: AlbumCounts
    recent: RecentQueries
    maintenance: MaintenanceLog


@dataclass(frozen=True, slots=True, kw_only=True)
class Views:
    """The widgets that the window lays out."""

    bar: SearchBar
    panel: LibraryPanel
    results: ResultsPage
    pages: Pages  # the results, and the viewers over them
    evidence: EvidencePanel
    model_bar: ModelBar
    notice: Notice
    status: StatusLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """Behaviour of actions across sessions and views."""

    query: QueryControl
    snips: SnipControl
    filters: FilterControl
    albums: AlbumControl
    recent: RecentMenu
    hits: HitControl
    marks: MarkControl
    trash: TrashControl
    export: ExportControl
    judging: JudgeControl
    folders: LibraryControl
    duplicates: DuplicateControl
    maintenance: MaintenanceControl
    models: ModelControl
    engine: EngineControl
    evidence: EvidenceControl
    open_with: OpenWith
    libraries: LibrariesControl
    full_screen: FullScreen

"""Parts of the window, from the inside out: sessions, views, controls."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.base.undo import UndoStack
from cbir_app.control import (
    AlbumControl,
    CompletionControl,
    DuplicateControl,
    EngineControl,
    EvidenceControl,
    ExportControl,
    FilterControl,
    HitControl,
    InventoryControl,
    JudgeControl,
    LastPlaceControl,
    LibrariesControl,
    LibraryControl,
    MaintenanceControl,
    MapControl,
    MarkControl,
    ModelControl,
    OpenWith,
    OriginControl,
    PeopleControl,
    ProofControl,
    QueryControl,
    QuerySteps,
    SimilarityControl,
    SnipControl,
    StartControl,
    ThingsControl,
    TrashControl,
)
from cbir_app.engine import Details, Engine, Thumbnails, WordPlaces
from cbir_app.panels.library import LibraryPanel, StatusLine
from cbir_app.panels.models import ModelBar
from cbir_app.query import RecentMenu, SearchBar
from cbir_app.results import ResultsPage, Stacks
from cbir_app.sessions import (
    SIDECARS,
    AlbumCounts,
    AlbumSession,
    CompletionSession,
    DuplicateSession,
    FacetSession,
    LibrarySession,
    MaintenanceLog,
    MarkSession,
    MeasureSession,
    ModelSession,
    OfflineMarks,
    PeopleSession,
    ReadingSession,
    RecentQueries,
    SearchSession,
    ThingsSession,
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
    people: PeopleSession
    things: ThingsSession
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
    last_place: LastPlaceControl
    map: MapControl
    people: PeopleControl
    inventory: InventoryControl
    origin: OriginControl
    proof: ProofControl
    things: ThingsControl
    similarity: SimilarityControl


def build_sessions(engine: Engine, preferences: Preferences, window: QMainWindow) -> Sessions:
    library, search = LibrarySession(engine, window), SearchSession(engine, window)
    thumbnails, details = Thumbnails(engine, window), Details(engine, window)
    watch = WatchSession(engine, preferences, window)
    undo = UndoStack(window)
    albums = AlbumSession(engine, window)
    return Sessions(
        undo=undo,
        library=library,
        search=search,
        thumbnails=thumbnails,
        details=details,
        watch=watch,
        reading=ReadingSession(engine, preferences, window),
        people=PeopleSession(engine, window),
        things=ThingsSession(engine, window),
        marks=MarkSession(engine, details, undo, preferences, window),
        measure=MeasureSession(engine, undo, window),
        duplicates=DuplicateSession(engine, undo, window, sidecars=lambda: preferences.flag(SIDECARS, False)),
        models=ModelSession(engine, window),
        albums=albums,
        counts=AlbumCounts(engine, albums, search, library),
        recent=RecentQueries(engine, search, preferences, undo),
        maintenance=MaintenanceLog(preferences, library),
    )


def build_views(engine: Engine, sessions: Sessions, theme: Theme, preferences: Preferences) -> Views:
    search, details = sessions.search, sessions.details
    bar, notice, panel = SearchBar(theme), Notice(theme), LibraryPanel(theme)
    stacks = Stacks(engine, preferences, search)
    results = ResultsPage(search, sessions.library, sessions.thumbnails, details, theme, preferences, stacks)
    words = WordPlaces(engine, search)
    results.delegate.word_places = words.of
    words.changed.connect(results.view.viewport().update)
    search.query_changed.connect(lambda query: words.look_for(query.texts))
    engine.ready.connect(lambda _info: words.forget())
    sessions.reading.progressed.connect(lambda progress: words.forget() if progress is None else None)
    return Views(
        bar=bar,
        panel=panel,
        results=results,
        pages=Pages(results, search, engine, theme, preferences),
        evidence=EvidencePanel(engine, details, theme),
        model_bar=ModelBar(theme),
        notice=notice,
        status=StatusLine(theme),
    )


def build_controls(
    engine: Engine,
    sessions: Sessions,
    views: Views,
    window: QMainWindow,
    bottom: QWidget,
    theme: Theme,
    preferences: Preferences,
) -> Controls:
    library, search, undo = sessions.library, sessions.search, sessions.undo
    bar, panel, pages, notice = views.bar, views.panel, views.pages, views.notice
    facets = FacetSession(engine, search, library)
    filters = FilterControl(bar, search, library, facets)
    query = QueryControl(window, bar, search, library, sessions.reading, pages, notice)
    hits = HitControl(window, pages, search, notice)
    albums = AlbumControl(
        window, panel, search, sessions.albums, sessions.counts, hits, undo, notice, preferences
    )
    completing = CompletionControl(bar, search, CompletionSession(engine, sessions.recent))
    completing.album_chosen.connect(albums.open_named)
    QuerySteps(undo, search)
    StartControl(engine, views.results, library, search, sessions.recent, sessions.albums)
    OfflineMarks(search, library)
    return Controls(
        query=query,
        snips=SnipControl(window, bar, search, notice, theme, paste=query.paste),
        filters=filters,
        albums=albums,
        recent=RecentMenu(window, engine, sessions.recent, search, theme),
        hits=hits,
        marks=MarkControl(hits, sessions.marks, undo, views.evidence.marks, notice),
        trash=TrashControl(window, engine, hits, undo, search, notice),
        export=ExportControl(window, engine, hits, preferences, notice),
        judging=JudgeControl(hits, sessions.measure, search, notice),
        folders=LibraryControl(window, library, sessions.watch, search, panel, views.status, notice),
        duplicates=DuplicateControl(
            window, engine, sessions.duplicates, pages, sessions.thumbnails, theme, notice
        ),
        maintenance=MaintenanceControl(window, engine, library, sessions.maintenance, undo, notice),
        models=ModelControl(window, sessions.models, views.model_bar, search, library, preferences, notice),
        engine=EngineControl(engine, pages, views.status, notice, preferences),
        evidence=EvidenceControl(views.evidence, views.results, search),
        libraries=LibrariesControl(window, engine, preferences, notice, QMenu(window)),
        open_with=OpenWith(window, hits, notice, QMenu(window)),
        full_screen=FullScreen(window, pages, (window.menuBar(), bar, panel, notice, bottom)),
        map=MapControl(engine, search, sessions.details, undo, pages, theme, notice),
        inventory=InventoryControl(window, engine, hits, search, pages, theme, notice),
        origin=OriginControl(engine, hits, search, pages, theme),
        proof=ProofControl(window, engine, pages, notice),
        people=PeopleControl(window, engine, sessions.people, search, pages, theme, undo, notice),
        things=ThingsControl(engine, sessions.things, search, pages, theme, undo, notice),
        similarity=SimilarityControl(engine, search, albums, pages, theme),
        last_place=LastPlaceControl(engine, search, sessions.albums, views.results, panel, preferences),
    )

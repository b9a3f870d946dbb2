"""Builds the window from its parts, and connects their signals."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker

from cbir.base.types import LibraryInfo
from cbir_app.base.page import ViewerPage
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.base.wording import ONLY_READING
from cbir_app.engine import Engine
from cbir_app.panels.marks import MarksPanel
from cbir_app.results import TileActions, TileMarks
from cbir_app.sessions import REJECTED_PHOTOS
from cbir_app.shell.actions import all_actions, state_of
from cbir_app.shell.main_window import MainWindow
from cbir_app.shell.menus import Actions
from cbir_app.shell.parts import (
    Controls,
    Sessions,
    Views,
    build_controls,
    build_sessions,
    build_views,
)
from cbir_app.shell.window_dialogs import Dialogs


def build_window(engine: Engine, theme: Theme, preferences: Preferences) -> MainWindow:
    """Return the window for an engine, which may start later."""
    window = MainWindow(preferences)
    sessions = build_sessions(engine, preferences, window)
    with theme.unstyled():
        views = build_views(engine, sessions, theme, preferences)
        window.lay_out(sessions, views, theme)
        controls = build_controls(engine, sessions, views, window, window.bottom, theme, preferences)
        dialogs = Dialogs(engine, window, theme, preferences, sessions, views, controls)
        actions = Actions(window, all_actions(window, sessions, views, controls, dialogs, theme))
    window.controls, window.dialogs, window.actions_ = controls, dialogs, actions
    dialogs.choose_scheme, dialogs.key_groups = actions.choose_scheme, actions.groups
    dialogs.all_actions = actions.all
    _connect_window(window, views, controls)
    _connect_search(window, sessions, views, controls)
    _connect_results(window, sessions, views, controls, actions)
    _connect_viewers(sessions, views, controls, actions)
    _offer_on_tiles(views, actions, theme)
    _connect_columns(sessions, views, controls, actions, dialogs)
    _connect_availability(sessions, views, controls, actions)
    window.restore()
    return window


def _connect_window(window: MainWindow, views: Views, controls: Controls) -> None:
    views.results.is_marking = window.is_marking
    window.hits_dropped.connect(controls.hits.add)
    window.dropped.connect(lambda data, on_bar: controls.query.drop(data, add=on_bar))
    window.closing.connect(controls.last_place.store)
    window.closing.connect(controls.export.close)
    window.closing.connect(controls.open_with.close)
    window.closing.connect(controls.libraries.close)
    controls.libraries.named.connect(window.show_library)


def _connect_search(window: MainWindow, sessions: Sessions, views: Views, controls: Controls) -> None:
    search = sessions.search
    search.query_changed.connect(window.show_query)
    search.query_changed.connect(lambda _query: controls.evidence.show_query())
    search.picture_changed.connect(lambda _source, _picture: controls.evidence.show_query())
    search.picture_changed.connect(lambda _source, _picture: views.pages.pictures_changed())
    controls.albums.saved.connect(views.bar.show_saved)
    sessions.marks.marked.connect(lambda _photos: sessions.counts.count_again())
    views.bar.save_asked.connect(controls.albums.save)
    controls.recent.search_asked.connect(views.bar.focus)


def _connect_results(
    window: MainWindow, sessions: Sessions, views: Views, controls: Controls, actions: Actions
) -> None:
    results, message, search = views.results, views.results.message, sessions.search
    results.model.files = controls.export.originals.mime
    controls.export.roots = sessions.library.root_paths
    controls.export.faces_known = lambda: sessions.people.state.on
    tiles = TileMarks(results.view, lambda: not search.query.empty and not search.listed)
    tiles.asked.connect(lambda hit, right: search.teach([hit], right=right))
    message.open_asked.connect(controls.query.open)
    message.folders_asked.connect(controls.folders.choose_folder)
    message.folder_asked.connect(lambda folder: sessions.library.add([folder]))
    message.again_asked.connect(search.again)
    message.restart_asked.connect(controls.engine.restart)
    message.model_asked.connect(controls.models.offer)
    sessions.models.changed.connect(lambda: results.propose(controls.models.first_offer()))
    for everywhere in (message.everywhere_asked, results.bar.everywhere_asked):
        everywhere.connect(search.search_everywhere)
    results.mirror.toggled.connect(actions.mirror.setChecked)
    actions.mirror.toggled.connect(results.mirror.setChecked)
    results.opened.connect(views.pages.show_match)
    results.previewed.connect(views.pages.show_photo)
    results.selected.connect(controls.evidence.show_hit)
    results.selected.connect(controls.marks.show_selection)
    results.selected.connect(controls.evidence.show_query)
    results.selected.connect(window.show_evidence)
    views.pages.switched.connect(window.show_evidence)
    views.pages.switched.connect(lambda: controls.folders.show_page(views.pages.place))
    controls.trash.trashed.connect(views.pages.go_on)
    controls.trash.restored.connect(search.again)
    controls.trash.restored.connect(controls.duplicates.look_again)
    sessions.duplicates.trashed.connect(controls.trash.say_trashed)
    results.bar.trash_asked.connect(actions.trash_rejected.trigger)
    controls.duplicates.flagged.connect(controls.marks.flag_copies)

    def show_rejected_again(_photos: object) -> None:
        """A photo whose rejection was taken back leaves the list of rejected photos."""
        if search.query.terms == REJECTED_PHOTOS.terms:
            search.renew()

    sessions.marks.marked.connect(show_rejected_again)
    controls.marks.rated.connect(lambda: views.pages.step(1) if actions.advance.isChecked() else None)
    views.pages.switched.connect(controls.marks.show_selection)


def _connect_viewers(sessions: Sessions, views: Views, controls: Controls, actions: Actions) -> None:
    """Give the results their menus and keys, and each viewer when it is created."""
    pages, evidence = views.pages, views.evidence

    def equip(viewer: ViewerPage) -> None:
        actions.add_context_menu(viewer.canvas)
        actions.add_mark_keys(viewer)

    def equip_photo() -> None:
        photo = pages.photo
        equip(photo)
        for action, button in zip(("search_hit", "same_thing"), photo.ways, strict=False):
            actions.name(action, button)
        photo.like_asked.connect(actions.search_hit.trigger)
        photo.same_asked.connect(actions.same_thing.trigger)
        photo.frame_asked.connect(pages.frame_photo)
        photo.text_asked.connect(controls.query.search_words)
        photo.naming_asked.connect(controls.people.name_faces)
        photo.offer_naming(sessions.people.state.on)

        def show_people() -> None:
            photo.offer_naming(sessions.people.state.on)
            photo.ask_faces()

        sessions.people.changed.connect(show_people)

    def equip_comparing() -> None:
        actions.add_mark_keys(pages.comparing)
        for pane in pages.comparing.panes:
            actions.add_context_menu(pane.canvas)

    pages.match_made.connect(lambda: equip(pages.match))
    pages.comparing_made.connect(equip_comparing)
    pages.photo_made.connect(equip_photo)

    def equip_culling() -> None:
        controls.marks.add_panel(pages.culling.marks)
        show_advance(pages.culling.marks)

    def show_advance(panel: MarksPanel) -> None:
        """Keep the switch of a panel and its action in the same state."""
        for action, button in (("advance", panel.advance), *panel.flags.flags.items()):
            actions.name(action, button)
        panel.advance.setChecked(actions.advance.isChecked())
        panel.advance.toggled.connect(actions.advance.setChecked)
        actions.advance.toggled.connect(panel.advance.setChecked)

    show_advance(evidence.marks)
    pages.culling_made.connect(equip_culling)
    actions.add_mark_keys(views.results)
    for view in (views.results.view, views.results.list):
        actions.add_context_menu(view)
    views.bar.offer_frames(actions.frame, actions.snip)
    views.bar.recent_asked.connect(actions.recent.trigger)
    evidence.compare_asked.connect(pages.show_match)
    for request, action in (
        (evidence.search_asked, actions.search_hit),
        (evidence.open_asked, actions.open_hit),
        (evidence.reveal_asked, actions.reveal_hit),
        (evidence.copy_asked, actions.copy_paths),
    ):
        request.connect(action.trigger)


def _offer_on_tiles(views: Views, actions: Actions, theme: Theme) -> None:
    """Put two buttons on the tile under the pointer."""
    results = views.results
    tile = TileActions(results.view, results.stacks, theme)
    tile.chosen.connect(results.select)
    tile.stack_asked.connect(results.stacks.toggle)
    for action, button in (("preview", tile.large), ("search_hit", tile.search)):
        actions.name(action, button)
    tile.large_asked.connect(actions.preview.trigger)
    tile.search_asked.connect(actions.search_hit.trigger)


def _connect_columns(
    sessions: Sessions, views: Views, controls: Controls, actions: Actions, dialogs: Dialogs
) -> None:
    panel = views.panel

    def show_limits(info: LibraryInfo) -> None:
        """Show in advance what a library on another computer does not allow."""
        controls.export.originals.note(info)
        controls.marks.allow(ONLY_READING if info.service and info.read_only else "")
        controls.judging.measurable = not info.service

    def show_follow(on: bool) -> None:
        with QSignalBlocker(actions.follow):
            actions.follow.setChecked(on)

    sessions.library.info_changed.connect(show_limits)
    sessions.library.info_changed.connect(lambda _info: sessions.details.forget())
    sessions.library.info_changed.connect(lambda info: sessions.search.show_photos(info.photos))
    sessions.library.extracted.connect(sessions.thumbnails.renew)

    def show_videos(_info: LibraryInfo) -> None:
        with QSignalBlocker(actions.videos):
            actions.videos.setChecked(sessions.library.with_videos)

    sessions.watch.switched.connect(show_follow)
    sessions.library.info_changed.connect(show_videos)
    reading = sessions.reading
    reading.progressed.connect(views.status.show_reading)
    reading.troubled.connect(lambda text: views.notice.say(text, tone="warning", topic="reading"))
    sessions.people.progressed.connect(views.status.show_faces)
    sessions.people.erased.connect(sessions.recent.forget_names)
    for added in (sessions.library.finished, sessions.watch.changed):
        added.connect(lambda _report: reading.read())
        added.connect(lambda _report: sessions.people.find())
    sessions.marks.marked.connect(lambda _photos: sessions.library.ask_places())
    actions.add_context_menu(panel.tree, "on folder")
    actions.add_context_menu(panel.albums, "on album")
    controls.albums.list_wanted.connect(lambda: actions.library_column.setChecked(True))
    for worker in (
        controls.maintenance,
        controls.duplicates,
        controls.export,
        controls.trash,
        controls.libraries,
        controls.things,
        controls.similarity,
    ):
        worker.progressed.connect(views.status.show_task)
        worker.ended.connect(views.status.end_task)
    panel.duplicates_asked.connect(controls.duplicates.show)
    panel.map_asked.connect(controls.map.show)
    panel.people_asked.connect(controls.people.show)
    panel.things_asked.connect(controls.things.show)
    panel.similarity_asked.connect(controls.similarity.show)
    views.status.coverage_asked.connect(dialogs.show_library)
    controls.judging.measure_asked.connect(dialogs.show_measure)
    views.model_bar.others_asked.connect(dialogs.show_models)
    controls.full_screen.changed.connect(actions.full_screen.setChecked)


def _connect_availability(sessions: Sessions, views: Views, controls: Controls, actions: Actions) -> None:
    """Update the actions after every change that may enable or disable them. Connected last, after other updates."""
    search = sessions.search
    for changed in (
        *(search.query_changed, search.picture_changed, search.started, search.finished, search.failed),
        *(controls.engine.stopped, controls.folders.changed, sessions.undo.changed, sessions.recent.changed),
        *(views.results.selected, views.pages.switched),
    ):
        changed.connect(lambda *_: actions.update(state_of(sessions, views)))
    actions.update(state_of(sessions, views))

"""Connects actions to their handlers, and enables and disables them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction

from cbir_app.base.language import tr
from cbir_app.shell.actions import Actions
from cbir_app.shell.main_window import MainWindow
from cbir_app.shell.parts import Controls, Sessions, Views
from cbir_app.shell.window_dialogs import Dialogs

ADVANCE = "next after rating"  # preference
Handler = Callable[[], object]


def connect_actions(
    actions: Actions,
    window: MainWindow,
    sessions: Sessions,
    views: Views,
    controls: Controls,
    dialogs: Dialogs,
) -> None:
    """Connect every action to its handler."""
    for action, handler in (
        *_query_handlers(actions, window, sessions, views, controls),
        *_library_handlers(actions, sessions, controls, dialogs),
        *_photo_handlers(actions, views, controls),
        *_view_handlers(actions, sessions, views, dialogs),
    ):
        action.triggered.connect(lambda _checked=False, handler=handler: handler())
    actions.mirror.toggled.connect(sessions.search.set_mirror)
    actions.follow.toggled.connect(sessions.watch.switch)
    actions.library_column.toggled.connect(views.panel.setVisible)
    actions.evidence_column.toggled.connect(lambda _on: window.show_evidence())
    controls.albums.list_wanted.connect(partial(actions.library_column.setChecked, True))
    actions.advance.toggled.connect(partial(window.preferences.set_flag, ADVANCE))
    actions.filmstrip.toggled.connect(views.pages.show_strip)
    actions.stack.toggled.connect(views.results.stacks.switch)
    actions.full_screen.toggled.connect(controls.full_screen.switch)
    for scheme, action in actions.schemes.items():
        action.triggered.connect(lambda _checked=False, scheme=scheme: dialogs.set_scheme(scheme))


def _query_handlers(
    actions: Actions, window: MainWindow, sessions: Sessions, views: Views, controls: Controls
) -> tuple[tuple[QAction, Handler], ...]:
    search, query, albums = sessions.search, controls.query, controls.albums

    def focus_query() -> None:
        """Go to the search bar; leave a full-screen photo, which hides it."""
        if controls.full_screen.bare:
            views.pages.show_results()
        views.bar.focus()

    return (
        (actions.open_query, query.open),
        (actions.add_query, query.add),
        (actions.paste, query.paste),
        (actions.focus_query, focus_query),
        (actions.frame, views.pages.frame),
        (actions.snip, controls.snips.start),
        (actions.filter, views.bar.offer_filters),
        (actions.save_search, albums.save),
        (actions.open_album, albums.open),
        (actions.rename_album, albums.rename),
        (actions.remove_album, albums.remove),
        (actions.back, search.back),
        (actions.forward, search.forward),
        (actions.recent, lambda: controls.recent.show(views.bar.recent_button)),
        (actions.again, search.again),
        (actions.clear_query, search.clear),
        (actions.quit, window.close),
    )


def _library_handlers(
    actions: Actions, sessions: Sessions, controls: Controls, dialogs: Dialogs
) -> tuple[tuple[QAction, Handler], ...]:
    folders, maintenance = controls.folders, controls.maintenance
    return (
        (actions.open_library, controls.libraries.choose),
        (actions.open_address, controls.libraries.choose_address),
        (actions.new_library, controls.libraries.make),
        (actions.restore_library, controls.libraries.choose_backup),
        (actions.show_library, dialogs.show_library),
        (actions.add_folder, folders.choose_folder),
        (actions.update_library, sessions.library.update_all),
        (actions.measure, dialogs.show_measure),
        (actions.show_skipped, folders.show_skipped),
        (actions.duplicates, controls.duplicates.show),
        (actions.check, maintenance.check),
        (actions.back_up, maintenance.choose_backup),
        (
            actions.only_here,
            lambda: folders.with_folder(lambda folder: controls.filters.only_in(folder.path)),
        ),
        (actions.reveal_folder, folders.reveal_folder),
        (actions.forget, lambda: folders.with_folder(maintenance.forget)),
    )


def _photo_handlers(
    actions: Actions, views: Views, controls: Controls
) -> tuple[tuple[QAction, Handler], ...]:
    hits, marks = controls.hits, controls.marks

    def write_keyword() -> None:
        """Go to the keyword field: below a large photo, else in the right column of the results."""
        if views.pages.on_match or views.pages.on_photo:
            actions.filmstrip.setChecked(True)
            views.pages.culling.write_keyword()
        else:
            views.pages.show_results()
            actions.evidence_column.setChecked(True)
            marks.write_keyword()

    return (
        (actions.compare, views.pages.show_match),
        (actions.preview, views.pages.show_photo),
        (actions.side_by_side, views.pages.show_side_by_side),
        (actions.search_hit, hits.search),
        (actions.same_thing, hits.search_same),
        (actions.add_hit, hits.add),
        (actions.leave_out_hit, hits.leave_out),
        (actions.more_like, partial(hits.teach, right=True)),
        (actions.less_like, partial(hits.teach, right=False)),
        (actions.open_hit, hits.open),
        (actions.reveal_hit, hits.reveal),
        (actions.copy_files, controls.export.copy_files),
        (actions.copy_paths, controls.export.copy_paths),
        (actions.export, controls.export.choose),
        (actions.select_all, views.results.select_all),
        *((action, partial(marks.rate, rating)) for rating, action in enumerate(actions.ratings)),
        (actions.rating_of_file, partial(marks.rate, None)),
        (actions.write_keyword, write_keyword),
        (actions.right, partial(controls.judging.judge, True)),
        (actions.wrong, partial(controls.judging.judge, False)),
        (actions.not_judged, partial(controls.judging.judge, None)),
        (actions.into_album, controls.albums.offer_albums),
        (actions.out_of_album, controls.albums.take_out),
        (actions.trash, controls.trash.ask),
    )


def _view_handlers(
    actions: Actions, sessions: Sessions, views: Views, dialogs: Dialogs
) -> tuple[tuple[QAction, Handler], ...]:
    bar = views.results.bar
    return (
        (actions.undo, sessions.undo.undo),
        (actions.redo, sessions.undo.redo),
        (actions.as_grid, lambda: bar.choose_shape("grid")),
        (actions.as_list, lambda: bar.choose_shape("list")),
        (actions.as_timeline, lambda: bar.choose_shape("timeline")),
        (actions.reverse, bar.reverse.click),
        (actions.unfold, views.results.toggle_fold),
        (actions.open_stack, lambda: views.results.stacks.toggle(views.results.current_hit())),
        (actions.settings, dialogs.show_settings),
        (actions.show_keys, dialogs.show_keys),
        (actions.show_guide, dialogs.show_guide),
        (actions.show_news, dialogs.show_news),
        (actions.show_tour, dialogs.show_tour),
        (actions.about, dialogs.show_about),
    )


def update_actions(actions: Actions, sessions: Sessions, views: Views) -> None:
    """Enable exactly the actions that apply to the current page and selection."""
    search, pages, info = sessions.search, views.pages, sessions.library.info
    hit, folder = pages.current_hit(), views.panel.current_folder()
    for action in (*actions.photo_actions, *actions.rating_actions):
        action.setEnabled(hit is not None)
    for action in actions.judging_actions:
        action.setEnabled(hit is not None and bool(search.query.terms))
    actions.out_of_album.setEnabled(hit is not None and search.query.album is not None)
    for action in (actions.open_hit, actions.open_with, actions.reveal_hit, actions.export):
        action.setEnabled(hit is not None and not hit.offline)
    actions.compare.setEnabled(hit is not None and search.query.has_picture and not pages.on_match)
    actions.show_steps(sessions.undo.last, sessions.undo.next)
    actions.frame.setEnabled(search.picture is not None or pages.on_photo)
    for action in (actions.clear_query, actions.save_search, actions.again):
        action.setEnabled(not search.query.empty)
    actions.back.setEnabled(search.can_go_back)
    actions.forward.setEnabled(search.can_go_forward)
    actions.update_library.setEnabled(info is not None and bool(info.roots))
    actions.show_skipped.setEnabled(info is not None and bool(info.skipped))
    for action in (
        actions.show_library,
        actions.measure,
        actions.duplicates,
        actions.check,
        actions.back_up,
        actions.follow,
    ):
        action.setEnabled(info is not None)
    for action in actions.folder_actions:
        action.setEnabled(folder is not None)
    actions.reveal_folder.setEnabled(folder is not None and folder.online)
    actions.select_all.setEnabled(views.results.shows_hits)
    actions.open_stack.setEnabled(views.results.stacks.has(hit))
    if info is not None and info.service:
        actions.disable_for_service(info)
        tools = views.evidence.tools
        for widget, action in (
            (views.panel.refresh_button, actions.update_library),
            (views.panel.add_button, actions.add_folder),
            (views.bar.save_button, actions.save_search),
            (tools["external"], actions.open_hit),
            (tools["folder"], actions.reveal_hit),
        ):
            if action in actions.refused:
                widget.setEnabled(False)
                widget.setToolTip(tr(actions.refused[action]))

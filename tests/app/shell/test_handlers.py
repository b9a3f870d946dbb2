"""Every action leads where its words say, without a window: a table that is written twice, by two hands."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import pytest

from cbir_app.shell import handlers

QUERIES = {
    "open_query": "controls.query.open",
    "add_query": "controls.query.add",
    "paste": "controls.query.paste",
    "focus_query": "views.bar.focus",
    "frame": "views.pages.frame",
    "snip": "controls.snips.start",
    "filter": "views.bar.offer_filters",
    "save_search": "controls.albums.save",
    "open_album": "controls.albums.open",
    "rename_album": "controls.albums.rename",
    "remove_album": "controls.albums.remove",
    "back": "sessions.search.back",
    "forward": "sessions.search.forward",
    "recent": "controls.recent.show",
    "again": "sessions.search.again",
    "clear_query": "sessions.search.clear",
    "quit": "window.close",
}
LIBRARY = {
    "open_library": "controls.libraries.choose",
    "open_address": "controls.libraries.choose_address",
    "new_library": "controls.libraries.make",
    "restore_library": "controls.libraries.choose_backup",
    "show_library": "dialogs.show_library",
    "add_folder": "controls.folders.choose_folder",
    "update_library": "sessions.library.update_all",
    "measure": "dialogs.show_measure",
    "show_skipped": "controls.folders.show_skipped",
    "duplicates": "controls.duplicates.show",
    "check": "controls.maintenance.check",
    "back_up": "controls.maintenance.choose_backup",
    "only_here": "controls.folders.with_folder",
    "reveal_folder": "controls.folders.reveal_folder",
    "forget": "controls.folders.with_folder",
}
PHOTOS = {
    "compare": "views.pages.show_match",
    "preview": "views.pages.show_photo",
    "side_by_side": "views.pages.show_side_by_side",
    "search_hit": "controls.hits.search",
    "same_thing": "controls.hits.search_same",
    "add_hit": "controls.hits.add",
    "leave_out_hit": "controls.hits.leave_out",
    "more_like": "controls.hits.teach(right=True)",
    "less_like": "controls.hits.teach(right=False)",
    "open_hit": "controls.hits.open",
    "reveal_hit": "controls.hits.reveal",
    "copy_files": "controls.export.copy_files",
    "copy_paths": "controls.export.copy_paths",
    "export": "controls.export.choose",
    "select_all": "views.results.select_all",
    "rating_of_file": "controls.marks.rate(None)",
    "right": "controls.judging.judge(True)",
    "wrong": "controls.judging.judge(False)",
    "not_judged": "controls.judging.judge(None)",
    "into_album": "controls.albums.offer_albums",
    "out_of_album": "controls.albums.take_out",
    "trash": "controls.trash.ask",
}
VIEW = {
    "undo": "sessions.undo.undo",
    "redo": "sessions.undo.redo",
    "as_grid": "views.results.bar.choose_shape('grid')",
    "as_list": "views.results.bar.choose_shape('list')",
    "as_timeline": "views.results.bar.choose_shape('timeline')",
    "reverse": "views.results.bar.reverse.click",
    "unfold": "views.results.toggle_fold",
    "open_stack": "views.results.stacks.toggle",
    "settings": "dialogs.show_settings",
    "show_keys": "dialogs.show_keys",
    "show_guide": "dialogs.show_guide",
    "show_news": "dialogs.show_news",
    "show_tour": "dialogs.show_tour",
    "about": "dialogs.show_about",
}


@pytest.fixture
def world() -> MagicMock:
    made = MagicMock()
    made.actions.ratings = [made.actions.no_star, made.actions.one_star]
    return made


def pairs(world: MagicMock, name: str) -> list[tuple[Any, Any]]:
    parts = {
        "_query_handlers": (world.actions, world.window, world.sessions, world.views, world.controls),
        "_library_handlers": (world.actions, world.sessions, world.controls, world.dialogs),
        "_photo_handlers": (world.actions, world.views, world.controls),
        "_view_handlers": (world.actions, world.sessions, world.views, world.dialogs),
    }
    return list(getattr(handlers, name)(*parts[name]))


def calls(world: MagicMock, handler: Any) -> list[str]:
    """What a handler calls, the last of it with its arguments where they are plain."""
    world.reset_mock()
    handler()
    return [str(call).removeprefix("call.").split("<")[0] for call in world.mock_calls]


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("_query_handlers", QUERIES),
        ("_library_handlers", LIBRARY),
        ("_photo_handlers", PHOTOS),
        ("_view_handlers", VIEW),
    ],
)
def test_an_action_leads_where_its_words_say(world: MagicMock, name: str, table: dict[str, str]) -> None:
    found = {id(action): handler for action, handler in pairs(world, name)}
    for action, target in table.items():
        called = calls(world, found[id(getattr(world.actions, action))])
        wanted = target if "(" in target else f"{target}("
        assert any(one.startswith(wanted) for one in called), f"{action}: {called}"


def test_what_is_done_with_a_folder_is_done_with_the_chosen_one(world: MagicMock) -> None:
    found = {id(action): handler for action, handler in pairs(world, "_library_handlers")}
    world.controls.folders.with_folder.side_effect = lambda act: act(world.folder)
    found[id(world.actions.only_here)]()
    world.controls.filters.only_in.assert_called_once_with(world.folder.path)
    found[id(world.actions.forget)]()
    world.controls.maintenance.forget.assert_called_once_with(world.folder)


def test_a_keyword_is_written_under_a_large_photo_else_in_the_right_column(world: MagicMock) -> None:
    write = {id(action): handler for action, handler in pairs(world, "_photo_handlers")}[
        id(world.actions.write_keyword)
    ]
    for on_match, on_photo in ((True, False), (False, True)):
        world.views.pages.on_match, world.views.pages.on_photo = on_match, on_photo
        called = calls(world, write)
        assert called == ["actions.filmstrip.setChecked(True)", "views.pages.culling.write_keyword()"]
    world.views.pages.on_match = world.views.pages.on_photo = False
    assert calls(world, write) == [
        "views.pages.show_results()",
        "actions.evidence_column.setChecked(True)",
        "controls.marks.write_keyword()",
    ]


def test_digits_rate_by_their_number(world: MagicMock) -> None:
    found = {id(action): handler for action, handler in pairs(world, "_photo_handlers")}
    for rating, action in enumerate(world.actions.ratings):
        found[id(action)]()
        world.controls.marks.rate.assert_called_with(rating)


# ---- what can be done now


def update(world: MagicMock) -> dict[str, bool]:
    """Which actions are enabled, by name."""
    world.reset_mock()
    handlers.update_actions(world.actions, world.sessions, world.views)
    enabled: dict[str, bool] = {}
    for name, action in world.actions._mock_children.items():
        if action.setEnabled.call_args is not None:
            enabled[name] = action.setEnabled.call_args.args[0]
    return enabled


@pytest.fixture
def idle(world: MagicMock) -> MagicMock:
    """A window with an empty query and a library that is not there yet."""
    actions, search, pages = world.actions, world.sessions.search, world.views.pages
    actions.photo_actions, actions.rating_actions = (actions.hit_one,), (actions.mark_one,)
    actions.judging_actions, actions.folder_actions = (actions.judge_one,), (actions.folder_one,)
    search.query.terms, search.query.album, search.query.has_picture, search.query.empty = (
        (),
        None,
        False,
        True,
    )
    search.picture, search.can_go_back, search.can_go_forward = None, False, False
    pages.on_match = pages.on_photo = False
    pages.current_hit.return_value = world.views.panel.current_folder.return_value = None
    world.views.results.shows_hits = False
    world.views.results.stacks.has.return_value = False
    world.sessions.library.info = None
    return world


def test_with_nothing_there_nothing_can_be_done(idle: MagicMock) -> None:
    assert set(update(idle).values()) == {False}


def test_a_photo_that_is_there_can_be_opened_and_one_that_is_away_cannot(idle: MagicMock) -> None:
    hit = idle.views.pages.current_hit.return_value = MagicMock(offline=False)
    of_files = ("open_hit", "open_with", "reveal_hit", "export")
    enabled = update(idle)
    assert all(enabled[name] for name in (*of_files, "hit_one", "mark_one"))
    assert not any(enabled[name] for name in ("judge_one", "out_of_album", "compare"))
    hit.offline = True
    assert [update(idle)[name] for name in (*of_files, "hit_one")] == [False] * 4 + [True]


def test_a_search_can_be_judged_compared_kept_and_left(idle: MagicMock) -> None:
    search = idle.sessions.search
    idle.views.pages.current_hit.return_value = MagicMock(offline=False)
    search.query.terms, search.query.has_picture, search.query.empty = (object(),), True, False
    search.query.album = object()
    search.can_go_back = True
    enabled = update(idle)
    for name in ("judge_one", "compare", "clear_query", "save_search", "again", "back", "out_of_album"):
        assert enabled[name], name
    assert not enabled["forward"] and not enabled["frame"]
    search.can_go_back, search.can_go_forward, search.picture = False, True, object()
    enabled = update(idle)
    assert enabled["forward"] and enabled["frame"] and not enabled["back"]
    idle.views.pages.on_match, search.picture, idle.views.pages.on_photo = True, None, True
    enabled = update(idle)
    assert not enabled["compare"], "it is compared already"
    assert enabled["frame"], "the photo itself"


def test_a_library_can_be_scanned_where_it_has_folders_and_tell_what_it_could_not_read(
    idle: MagicMock,
) -> None:
    info = idle.sessions.library.info = MagicMock(roots=(), skipped=(), service="")
    enabled = update(idle)
    for name in ("show_library", "measure", "duplicates", "check", "back_up", "follow"):
        assert enabled[name], name
    assert not enabled["update_library"] and not enabled["show_skipped"]
    info.roots, info.skipped = (object(),), (object(),)
    enabled = update(idle)
    assert enabled["update_library"] and enabled["show_skipped"]


def test_a_chosen_folder_can_be_shown_while_its_drive_is_there(idle: MagicMock) -> None:
    folder = idle.views.panel.current_folder.return_value = MagicMock(online=True)
    enabled = update(idle)
    assert enabled["folder_one"] and enabled["reveal_folder"]
    folder.online = False
    enabled = update(idle)
    assert enabled["folder_one"] and not enabled["reveal_folder"]


def test_a_service_refuses_buttons_as_well_as_menus(idle: MagicMock) -> None:
    idle.sessions.library.info = MagicMock(roots=(object(),), skipped=(), service="https://nas:8080")
    idle.actions.refused = {idle.actions.add_folder: "It is on another computer."}
    update(idle)
    idle.actions.disable_for_service.assert_called_once_with(idle.sessions.library.info)
    idle.views.panel.add_button.setEnabled.assert_called_once_with(False)
    idle.views.panel.add_button.setToolTip.assert_called_once_with("It is on another computer.")
    idle.views.panel.refresh_button.setEnabled.assert_not_called()

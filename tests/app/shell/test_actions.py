"""The table of actions: where each leads, when it can be done, and the menus that are made of it."""

import ast
from dataclasses import replace
from unittest.mock import MagicMock

import pytest
from PySide6.QtWidgets import QMenu

from cbir_app.base.undo import Step
from cbir_app.sessions import Query
from cbir_app.shell.actions import State, all_actions
from cbir_app.shell.menus import Actions
from tests.app.by_hand import library_of
from tests.app.translations import APP

TARGETS = {
    "open_query": "controls.query.open",
    "add_query": "controls.query.add",
    "paste": "controls.query.paste",
    "focus_query": "views.bar.focus",
    "frame": "views.pages.frame",
    "person_photos": "controls.people.show_photos_like",
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
    "map": "controls.map.show",
    "people": "controls.people.show",
    "things": "controls.things.show",
    "similarity": "controls.similarity.show",
    "inventory": "controls.inventory.show",
    "check": "controls.maintenance.check",
    "back_up": "controls.maintenance.choose_backup",
    "only_here": "controls.folders.with_folder",
    "reveal_folder": "controls.folders.reveal_folder",
    "forget": "controls.folders.with_folder",
    "compare": "views.pages.show_match",
    "preview": "views.pages.show_photo",
    "side_by_side": "views.pages.show_side_by_side",
    "search_hit": "controls.hits.search",
    "same_thing": "controls.hits.search_same",
    "origin": "controls.origin.show",
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
    "pick": "controls.marks.flag('pick')",
    "reject": "controls.marks.flag('reject')",
    "unflag": "controls.marks.flag('none')",
    "label_red": "controls.marks.label('Red')",
    "label_yellow": "controls.marks.label('Yellow')",
    "label_green": "controls.marks.label('Green')",
    "label_blue": "controls.marks.label('Blue')",
    "label_purple": "controls.marks.label('Purple')",
    "no_label": "controls.marks.label('')",
    "rejected": "sessions.search.set_query",
    "trash_rejected": "controls.trash.ask_rejected",
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
    "palette": "dialogs.show_palette",
    "show_guide": "dialogs.show_guide",
    "show_news": "dialogs.show_news",
    "show_tour": "dialogs.show_tour",
    "about": "dialogs.show_about",
}
"""Written twice, by two hands."""
TOGGLED = {
    "mirror": "sessions.search.set_mirror(True)",
    "follow": "sessions.watch.switch(True)",
    "videos": "sessions.library.index_videos(True)",
    "advance": "window.preferences.set_flag('next after rating', True)",
    "stack": "views.results.stacks.switch(True)",
    "library_column": "views.panel.setVisible(True)",
    "evidence_column": "window.show_evidence()",
    "filmstrip": "views.pages.show_strip(True)",
    "full_screen": "controls.full_screen.switch(True)",
}


@pytest.fixture
def world():
    return MagicMock()


@pytest.fixture
def table(world):
    parts = (world.window, world.sessions, world.views, world.controls, world.dialogs, world.theme)
    entries = all_actions(*parts)
    made = {entry.id: entry for entry in entries}
    assert len(made) == len(entries), "two entries have one id"
    return made


def calls(world, act, *told):
    """The calls of an action, the last one with its plain arguments."""
    world.reset_mock()
    act(*told)
    return [str(call).removeprefix("call.").split("<")[0] for call in world.mock_calls]


def test_an_action_leads_where_its_words_say(world, table):
    for name, target in TARGETS.items():
        called = calls(world, table[name].what)
        expected = target if "(" in target else f"{target}("
        assert any(call.startswith(expected) for call in called), f"{name}: {called}"
    for name, target in TOGGLED.items():
        assert calls(world, table[name].toggle, True) == [target]


def test_every_action_does_something(table):
    idle = [entry.id for entry in table.values() if not (entry.what or entry.toggle or entry.opens)]
    assert idle == []
    elsewhere = ("write_keyword", *(f"rate_{stars}" for stars in range(6)))
    schemes = ("scheme_system", "scheme_light", "scheme_dark")
    opening = {entry.id for entry in table.values() if entry.opens}
    assert table.keys() == {*TARGETS, *TOGGLED, *elsewhere, *schemes, *opening}


def test_what_is_done_with_a_folder_is_done_with_the_chosen_one(world, table):
    world.controls.folders.with_folder.side_effect = lambda act: act(world.folder)
    table["only_here"].what()
    world.controls.filters.only_in.assert_called_once_with(world.folder.path)
    table["forget"].what()
    world.controls.maintenance.forget.assert_called_once_with(world.folder)


def test_the_search_bar_comes_back_before_it_is_gone_to(world, table):
    for bare, first in ((True, ["views.pages.show_results()"]), (False, [])):
        world.controls.full_screen.bare = bare
        assert calls(world, table["focus_query"].what) == [*first, "views.bar.focus()"]


def test_a_keyword_is_written_under_a_large_photo_else_in_the_right_column(world, table):
    write = table["write_keyword"].what
    for on_match, on_photo in ((True, False), (False, True)):
        world.views.pages.on_match, world.views.pages.on_photo = on_match, on_photo
        called = calls(world, write)
        assert called == ["window.switch_on('filmstrip')", "views.pages.culling.write_keyword()"]
    world.views.pages.on_match = world.views.pages.on_photo = False
    assert calls(world, write) == [
        "views.pages.show_results()",
        "window.switch_on('evidence_column')",
        "controls.marks.write_keyword()",
    ]


def test_digits_rate_by_their_number(world, table):
    for stars in range(6):
        assert table[f"rate_{stars}"].keys == str(stars)
        assert calls(world, table[f"rate_{stars}"].what) == [f"controls.marks.rate({stars})"]


# ---- what can be done now


def state(**more):
    """A window with an empty query and a library that is not there yet, but for what is told."""
    idle = {
        **dict.fromkeys(("info", "hit", "folder", "last", "following")),
        **dict.fromkeys(("can_go_back", "can_go_forward", "has_picture"), False),
        **dict.fromkeys(("on_match", "on_photo", "shows_hits", "stacked"), False),
    }
    return State(**{"query": Query(), **idle, **more})


def allowed(table, now):
    return {entry.id for entry in table.values() if entry.when.allows(now)}


AT_ANY_TIME = {
    *("open_query", "add_query", "paste", "focus_query", "snip", "mirror", "filter", "recent", "settings"),
    *("quit", "open_album", "rename_album", "remove_album", "open_library", "open_address", "new_library"),
    *("recent_libraries", "restore_library", "add_folder", "advance", "as_grid", "as_list", "as_timeline"),
    *("reverse", "unfold", "stack", "library_column", "evidence_column", "filmstrip", "full_screen"),
    *("scheme_system", "scheme_light", "scheme_dark", "show_guide", "show_keys", "show_tour", "show_news"),
    *("about", "palette"),
}
RATING = {
    *("ratings_menu", "rating_of_file", "pick", "reject", "unflag", "labels_menu", "no_label"),
    *(f"rate_{stars}" for stars in range(6)),
    *(f"label_{color}" for color in ("red", "yellow", "green", "blue", "purple")),
}
JUDGING = {"right", "wrong", "not_judged"}
OF_FILES = {"open_hit", "open_with", "reveal_hit", "export"}
OF_PHOTOS = {
    *("preview", "side_by_side", "search_hit", "same_thing", "add_hit", "leave_out_hit", "more_like"),
    *("less_like", "copy_files", "copy_paths", "write_keyword", "into_album", "judging_menu", "trash"),
    *RATING,
}
OF_A_LIBRARY = {
    *("show_library", "measure", "duplicates", "map", "people", "things", "check", "back_up", "follow"),
    *("inventory", "similarity"),
    *("rejected", "trash_rejected"),
}


def test_with_nothing_there_only_what_needs_nothing_can_be_done(table):
    assert allowed(table, state()) == AT_ANY_TIME


def test_a_photo_that_is_there_can_be_opened_and_one_that_is_away_cannot(table):
    assert allowed(table, state(hit=MagicMock(offline=False))) == AT_ANY_TIME | OF_PHOTOS | OF_FILES
    assert allowed(table, state(hit=MagicMock(offline=True))) == AT_ANY_TIME | OF_PHOTOS


def test_a_search_can_be_judged_compared_kept_and_left(table):
    query = MagicMock(terms=(object(),), has_picture=True, empty=False, album=object())
    now = {"query": query, "hit": MagicMock(offline=True)}
    more = {*JUDGING, "compare", "clear_query", "save_search", "again", "out_of_album"}
    assert allowed(table, state(**now)) == AT_ANY_TIME | OF_PHOTOS | more
    assert allowed(table, state(**now, on_match=True)) == (AT_ANY_TIME | OF_PHOTOS | more) - {"compare"}
    query.album = None
    assert "out_of_album" not in allowed(table, state(**now))


@pytest.mark.parametrize(
    ("told", "more"),
    [
        ({"can_go_back": True}, {"back"}),
        ({"can_go_forward": True}, {"forward"}),
        ({"has_picture": True}, {"frame"}),
        ({"on_photo": True}, {"frame"}),
        ({"shows_hits": True}, {"select_all"}),
        ({"stacked": True}, {"open_stack"}),
        ({"last": Step(words="", undo=list, redo=list)}, {"undo"}),
        ({"following": Step(words="", undo=list, redo=list)}, {"redo"}),
        ({"folder": MagicMock(online=True)}, {"only_here", "reveal_folder", "forget"}),
        ({"folder": MagicMock(online=False)}, {"only_here", "forget"}),
        ({"info": MagicMock(roots=(), skipped=(), service="")}, OF_A_LIBRARY),
        (
            {"info": MagicMock(roots=("/",), skipped=(), service="")},
            OF_A_LIBRARY | {"update_library", "videos"},
        ),
        ({"info": MagicMock(roots=(), skipped=("a",), service="")}, OF_A_LIBRARY | {"show_skipped"}),
    ],
)
def test_each_thing_that_is_there_brings_its_own_actions(table, told, more):
    assert allowed(table, state(**told)) == AT_ANY_TIME | more


HERE = {
    *(
        "add_folder",
        "update_library",
        "follow",
        "videos",
        "duplicates",
        "map",
        "people",
        "person_photos",
        "things",
        "similarity",
        "inventory",
        "show_skipped",
        "check",
        "back_up",
    ),
    "measure",
    "origin",
    *("reveal_folder", "forget", "open_hit", "open_with", "reveal_hit", "trash"),
    "trash_rejected",
}
WRITING = {
    *("write_keyword", "judging_menu", "save_search", "into_album", "out_of_album"),
    *("rename_album", "remove_album", *RATING, *JUDGING),
}
SENDING = {"copy_files", "export"}


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("originals", [False, True])
def test_a_service_allows_less_and_says_why(table, read_only, originals):
    far = MagicMock(
        **{"service": "https://nas:8080", "read_only": read_only, "originals": originals},
        **{"roots": ("/",), "skipped": ("a",)},
    )
    there = {
        "query": MagicMock(terms=(object(),), has_picture=True, empty=False, album=object()),
        "hit": MagicMock(offline=False),
        "folder": MagicMock(online=True),
        **{"can_go_back": True, "can_go_forward": True, "has_picture": True, "shows_hits": True},
        **{"stacked": True, "last": object(), "following": object()},
    }
    refused = {entry.id: entry.when.reason(state(**there, info=far)) for entry in table.values()}
    reasons = (
        (HERE, "The library is on another computer. Its administrator can do this."),
        (WRITING if read_only else (), "Your token or the service is read-only."),
        (() if originals else SENDING, "This service doesn’t send original files."),
    )
    assert {name: why for name, why in refused.items() if why} == {
        name: why for names, why in reasons for name in names
    }
    assert table.keys() - allowed(table, state(**there, info=far)) == {
        name for names, _ in reasons for name in names
    }
    assert not any(entry.when.reason(state()) for entry in table.values()), "nothing to explain here"


def test_a_reason_goes_with_what_it_explains(window):
    actions, heart = window.actions_, window.bar.save_button
    far = replace(library_of(), service="https://nas:8080", read_only=True)
    actions.update(state(info=far))
    assert not actions.remove_album.isEnabled() and actions.remove_album.toolTip().startswith("Your token")
    assert not heart.isEnabled() and heart.toolTip().startswith("Your token")
    actions.update(state(info=replace(far, read_only=False)))
    assert actions.remove_album.isEnabled() and actions.remove_album.toolTip() == "Remove"


def test_the_window_names_no_action_that_is_not_in_the_table(table):
    """Attributes of Actions are looked up while the window runs: mypy does not know them."""
    named = {
        node.attr
        for file in (APP / "shell").glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and (getattr(node.value, "id", "") == "actions" or getattr(node.value, "attr", "") == "actions_")
    }
    own = {name for name in named if hasattr(Actions, name) or name == "groups"}
    assert len(named - own) > 10 and named - own <= table.keys()


# ---- the menus

BAR = """
&Search
    &Open picture…  Ctrl+O
    &Add a picture to the search…  Ctrl+Shift+A
    &Paste picture  Ctrl+V
    Go to the searc&h bar  Ctrl+F, /
    ---
    &Frame a part…  Ctrl+R
    Photos of this perso&n  Ctrl+Alt+P
    Frame a part of the s&creen…  Ctrl+Shift+S
    Find &mirrored pictures too  Ctrl+M
    F&ilter…  Ctrl+L
    Sa&ve as an album  Ctrl+S
    ---
    Previou&s search  Alt+Left
    Ne&xt search  Alt+Right
    Recen&t searches…  Ctrl+H
    Search a&gain  Ctrl+Shift+F
    Clea&r the search  Ctrl+Backspace
    ---
    S&ettings…  Ctrl+,
    &Quit  Ctrl+Q
&Edit
    &Undo  Ctrl+Z, Alt+Backspace, Undo
    &Redo  Ctrl+Shift+Z, Ctrl+Y, Alt+Shift+Backspace, Redo
    ---
    Select &all  Ctrl+A
&Library
    O&pen library…
    Open on anot&her computer…
    &New library…
    Recen&t libraries
    ---
    Library o&verview…  Ctrl+Shift+L
    Mea&sure the searches…
    ---
    &Add folder…  Ctrl+I
    Scan for chan&ges  F5
    &Watch folders for changes
    Inde&x videos too
    ---
    &Duplicates  Ctrl+D
    Map  Ctrl+Shift+M
    People  Ctrl+P
    Similarity map  Ctrl+Shift+Y
    Things  Ctrl+Shift+H
    Inventor&y of a shelf
    Re&jected photos  Ctrl+Shift+I
    Trash rejects…
    Files that could not be &read…
    &Check the library…
    &Back up the library…
    R&estore from a backup…
    ---
    Search &only in this folder
    Show the folder in the file &manager
    &Forget this folder…
&Photo
    &Compare with your picture
    Show &large
    Show selected side &by side  Ctrl+4
    ---
    Mor&e like this  Ctrl+Shift+G
    Fe&wer like this  Ctrl+Shift+B
    ---
    &Search with this photo  Ctrl+Return
    Only the same &thing  Ctrl+T
    Where does it come from?
    &Add to the search  Ctrl+Shift+Return
    Excl&ude photos like this  Ctrl+Shift+-
    ---
    &Open in the default viewer  Ctrl+Shift+O
    Open wit&h
    Show in the &file manager  Ctrl+Shift+R
    ---
    A&dd to album…  Ctrl+Shift+K
    &Not in this album  Ctrl+Shift+X
    ---
    Ratin&g
        ★★★★★  5
        ★★★★  4
        ★★★  3
        ★★  2
        ★  1
        No &star  0
        As the &file says
        ---
        &Pick  P
        Re&ject  X
        &Unflag  U
        ---
        &Next photo after rating  Ctrl+Shift+N
    Color label
        Red  6
        Yellow  7
        Green  8
        Blue  9
        Purple
        ---
        &No label
    Add a &keyword…  Ctrl+K
    For th&is search
        &Right  Ctrl+G
        &Wrong  Ctrl+B
        &Not judged
    ---
    Cop&y  Ctrl+C
    Copy the &path  Ctrl+Shift+C
    Expo&rt…  Ctrl+E
    ---
    &Move to the trash…  Del
&View
    Show as a &grid  Ctrl+1
    Show as a &list  Ctrl+2
    Show by &date  Ctrl+3
    Reverse &order  Ctrl+Shift+D
    ---
    Show or hide what is less likel&y  Ctrl+U
    Stack near-d&uplicates  Ctrl+J
    O&pen or close the stack  Ctrl+Shift+J
    ---
    Library &column  F9
    D&etails column  F10
    Fil&mstrip under a large photo  F8
    &Full screen  F11
    ---
    Same as &system
    L&ight
    Dar&k
&Help
    &Guide  Shift+F1
    Find a &command…  Ctrl+Shift+P
    &Keyboard shortcuts  F1, ?
    Take the &tour
    ---
    &What’s new
    &About cbir
"""
ON_PHOTO = """
&Compare with your picture
Show &large
Show selected side &by side
---
Mor&e like this
Fe&wer like this
---
&Search with this photo
Only the same &thing
Where does it come from?
&Add to the search
Excl&ude photos like this
---
&Open in the default viewer
Open wit&h
Show in the &file manager
---
Cop&y
Copy the &path
Expo&rt…
---
A&dd to album…
&Not in this album
---
Ratin&g
Color label
Add a &keyword…
For th&is search
&Move to the trash…
"""
ON_FOLDER = """
Search &only in this folder
Show the folder in the file &manager
&Forget this folder…
"""
ON_ALBUM = """
&Open
&Rename
Remo&ve
"""


def lines_of(actions, indent=""):
    """A menu as text: a line for each action, with its keys, and those of an inner menu below it."""
    lines = []
    for action in actions:
        keys = ", ".join(key.toString() for key in action.shortcuts())
        text = "---" if action.isSeparator() else f"{action.text()}  {keys}".rstrip()
        lines.append(indent + text)
        if isinstance(menu := action.menu(), QMenu):
            lines += lines_of(menu.actions(), indent + "    ")
    return lines


def test_the_menu_bar_lists_every_action_with_its_keys(window):
    window.controls.open_with.menu.clear()
    assert "\n".join(lines_of(window.menuBar().actions())) == BAR.strip()


@pytest.mark.parametrize(
    ("place", "listed"), [("wall", ON_PHOTO), ("folders", ON_FOLDER), ("albums", ON_ALBUM)]
)
def test_a_context_menu_lists_what_can_be_done_with_a_thing(window, place, listed):
    views = {
        "wall": window.results.view,
        "folders": window.panel.tree,
        "albums": window.panel.albums,
    }
    shown = [line for line in lines_of(views[place].actions()) if not line.startswith(" ")]
    assert [line.partition("  ")[0] for line in shown] == listed.strip().splitlines()


def test_words_with_a_digit_as_their_key_rate_only_on_pages_of_photos(window):
    everywhere = window.actions()
    for page in (window.results, window.pages.match, window.pages.photo, window.pages.comparing):
        assert {*window.actions_.ratings, window.actions_.trash} <= {*page.actions()}
    assert not {*window.actions_.ratings, window.actions_.trash} & {*everywhere}


def test_buttons_are_named_by_their_actions(window):
    bar, marks = window.results.bar, window.evidence.marks
    named = {
        "update_library": window.panel.refresh_button,
        "save_search": window.bar.save_button,
        "reverse": bar.reverse,
        "copy_paths": window.evidence.tools["copy"],
        "advance": marks.advance,
        "pick": marks.flags.flags["pick"],
    }
    for name, button in named.items():
        action = getattr(window.actions_, name)
        words = action.text().replace("&", "")
        assert button.accessibleName() == words
        assert button.toolTip().startswith(words)
        keys = action.shortcut().toString()
        assert f"({keys})" in button.toolTip() if keys else "(" not in button.toolTip()
    assert window.panel.first_folder.text() == "Add folder…"
    window.pages.show_photo()
    assert [way.text() for way in window.pages.photo.ways][:2] == [
        "Search with this photo",
        "Only the same thing",
    ]

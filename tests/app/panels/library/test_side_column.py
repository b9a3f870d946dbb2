"""The side column, alone: its places, its folders with what is below them, its albums and its keywords."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem

from cbir.base.types import Album, AlbumCount, FacetCount, Places, RootInfo
from cbir_app.panels.library import ALL, RECENT, LibraryPanel
from cbir_app.panels.library.albums_panel import BADGE, COUNT, MAX_ROWS, NEW_ROLE, AlbumsPanel
from cbir_app.panels.library.library_panel import DUPLICATES, MAX_KEYWORDS, Place, PlaceTree
from tests.app.by_hand import library_of

TOP = Path("/photos/Holidays")


def library(*roots, photos=100, service=""):
    return replace(library_of(), photos=photos, roots=roots, service=service)


def root(path=TOP, photos=24, *, online=True):
    return RootInfo(path=path, photos=photos, online=online)


def counted(path, photos):
    return FacetCount(value=str(path), photos=photos)


@pytest.fixture
def active(qtbot, under):
    """A window that has the keys."""
    under.resize(300, 600)
    under.show()
    under.activateWindow()
    qtbot.waitUntil(under.isActiveWindow)
    return under


# ---- the column


@pytest.fixture
def panel(active, theme):
    made = LibraryPanel(theme, active)
    made.resize(280, 580)
    made.show()
    return made


def rows(item):
    assert item is not None
    item.setExpanded(True)
    children = (item.child(at) for at in range(item.childCount()))
    return [(child.text(0), child.text(1)) for child in children if child is not None]


def test_an_empty_column_offers_a_first_folder_and_nothing_else(panel):
    panel.show_info(library(photos=0))
    assert panel.first_folder.isVisible()
    hidden = (panel.top, panel.tree, panel.keywords_section)
    assert not any(one.isVisible() for one in hidden)
    assert not panel.refresh_button.isEnabled()
    asked = []
    panel.add_asked.connect(lambda: asked.append("add"))
    panel.update_asked.connect(lambda: asked.append("update"))
    panel.first_folder.click()
    panel.add_button.click()
    panel.show_info(library(root()))
    panel.refresh_button.click()
    assert asked == ["add", "add", "update"]
    assert not panel.first_folder.isVisible() and panel.top.isVisible() and panel.tree.isVisible()


def test_a_library_on_another_computer_is_neither_added_to_nor_searched_for_duplicates(
    panel,
):
    panel.show_info(library(root()))
    assert panel.top.topLevelItemCount() == 7
    panel.show_info(library(root(), service="https://nas:8080"))
    assert panel.top.topLevelItemCount() == 2
    assert not panel.refresh_button.isEnabled()
    panel.show_info(library(service="https://nas:8080"))
    assert not panel.first_folder.isVisible()


def test_each_place_asks_for_itself(panel):
    asked = []
    for name, signal in (
        (ALL, panel.all_asked),
        (RECENT, panel.recent_asked),
        (DUPLICATES, panel.duplicates_asked),
    ):
        signal.connect(lambda name=name: asked.append(name))
    for signal in (panel.folder_opened, panel.keyword_opened):
        signal.connect(asked.append)
    panel.show_info(library(root()))
    panel.show_places(Places(keywords=(counted("boat", 3),)))
    for tree in (panel.top, panel.tree, panel.keywords):
        for at in range(tree.topLevelItemCount()):
            tree.itemClicked.emit(tree.topLevelItem(at), 0)
    assert asked == [ALL, RECENT, DUPLICATES, str(TOP), "boat"]


def test_a_folder_counts_what_is_in_and_below_it(panel):
    panel.show_info(library(root()))
    panel.show_places(
        Places(
            folders=(
                counted(TOP, 2),
                counted(TOP / "b" / "deep", 3),
                counted(TOP / "b", 4),
                counted(TOP / "A", 5),
                counted("/photos/Holidays 2", 7),
            )
        )
    )
    item = panel.tree.topLevelItem(0)
    assert item is not None and (item.text(0), item.text(1)) == ("Holidays", "24")
    assert rows(item) == [("A", "5"), ("b", "7")], "whatever their case"
    inner = item.child(1)
    assert inner is not None and rows(inner) == [("deep", "3")]
    deep = inner.child(0)
    assert deep is not None and str(TOP / "b" / "deep") in deep.toolTip(0)


def test_the_current_folder_is_a_root_or_one_below_with_its_photos(panel):
    assert panel.current_folder() is None
    inner = root(TOP / "b", 7)
    panel.show_info(library(root(), inner))
    panel.show_places(Places(folders=(counted(TOP / "A", 5), counted(TOP / "A" / "deep", 1))))
    assert panel.current_folder() is None
    panel.select(folder=str(TOP))
    assert panel.current_folder() == root()
    panel.select(folder=str(TOP / "A"))
    assert panel.current_folder() == root(TOP / "A", 6)
    panel.select(folder=str(TOP / "b"))
    assert panel.current_folder() == inner, "the nearer root"


def test_a_root_whose_drive_is_away_says_so_and_the_top_of_a_drive_has_a_name(panel):
    panel.show_info(library(root(online=False), root(Path("/"))))
    away, top = (panel.tree.topLevelItem(at) for at in range(2))
    assert away is not None and top is not None
    assert "cannot be reached" in away.toolTip(0) and "cannot be reached" not in top.toolTip(0)
    spoken = away.data(0, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Holidays, 24 photos. The folder cannot be reached now."
    assert top.text(0) == "/"


def test_so_many_keywords_are_shown_and_none_takes_no_room(panel):
    panel.show_places(Places())
    assert panel.keywords_section.isHidden()
    panel.show_places(Places(keywords=tuple(counted(f"word {n}", n) for n in range(MAX_KEYWORDS + 1))))
    assert not panel.keywords_section.isHidden() and not panel.keywords_section.open
    assert panel.keywords.topLevelItemCount() == MAX_KEYWORDS
    panel.select(keyword="word 3")
    assert [item.text(0) for item in panel.keywords.selectedItems()] == ["word 3"]
    panel.select(place=ALL)
    assert panel.keywords.selectedItems() == []


# ---- a tree of places

PLACES = (
    Place(
        "a",
        "A",
        3,
        tip="the first",
        spoken="A, the first",
        below=(Place("a/x", "X", 2), Place("a/y", "Y", 1)),
    ),
    Place("b", "B"),
)


@pytest.fixture
def tree(active, theme):
    made = PlaceTree(theme, "Places", nested=True)
    made.setParent(active)
    made.show()
    made.show_places(PLACES)
    return made


def test_a_row_is_gone_to_by_click_and_by_enter_and_moving_over_it_goes_nowhere(tree):
    told = []
    tree.chosen.connect(told.append)
    tree.itemClicked.emit(tree.topLevelItem(0), 0)
    tree.itemActivated.emit(tree.topLevelItem(1), 0)
    tree.select("a")
    tree.select("b")
    assert told == ["a", "b"]


def test_a_row_says_its_name_and_count_or_what_it_is_told_to(tree):
    first, second = (tree.topLevelItem(at) for at in range(2))
    assert first is not None and second is not None
    assert [one.text(1) for one in (first, second)] == ["3", ""]
    assert [one.toolTip(0) for one in (first, second)] == ["the first", "B"]
    role = Qt.ItemDataRole.AccessibleTextRole
    tree.select("a/x")
    said = [one and one.data(0, role) for one in (first, second, first.child(0))]
    assert said == ["A, the first", "B", "X, 2 photos"]
    shown = QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator
    assert [one.childIndicatorPolicy() == shown for one in (first, second)] == [True, False]


def test_what_was_unfolded_current_and_highlighted_stays_so_when_places_change(tree, theme):
    tree.select("a/x")
    assert tree.value == "a/x"
    kept = tree.topLevelItem(0)
    tree.show_places(PLACES)
    assert tree.topLevelItem(0) is kept, "the same places are not made anew"
    unfolded = tree.height()
    tree.show_places((*PLACES, Place("c", "C")))
    first = tree.topLevelItem(0)
    assert first is not None and first.isExpanded()
    assert tree.value == "a/x" and [item.text(0) for item in tree.selectedItems()] == ["X"]
    assert tree.height() > unfolded, "as tall as its rows"
    tree.select(None)
    assert tree.value == "a/x" and tree.selectedItems() == [], "the keys go on from there"
    theme.changed.emit()
    assert tree.selectedItems() == [] and tree.value == "a/x"
    first = tree.topLevelItem(0)
    assert first is not None
    first.setExpanded(False)
    folded = tree.height()
    assert folded < unfolded
    first.setExpanded(True)
    assert tree.height() > folded and first.childCount() == 2


def test_selecting_tells_nobody(tree):
    told = []
    tree.currentItemChanged.connect(lambda now, _before: told.append(now))
    tree.select("b")
    tree.select("nowhere")
    assert told == [] and tree.selectedItems() == []


# ---- albums

SHIPS, BEST = Album(name="Ships", id="1"), Album(name="Best", id="2")


@pytest.fixture
def albums(active, theme):
    made = AlbumsPanel(theme)
    made.setParent(active)
    made.resize(280, 200)
    made.show()
    made.show_albums((SHIPS, BEST))
    return made


def count(photos, new=0):
    return AlbumCount(photos=photos, new=new)


def first(albums):
    return albums.entries()[0]


@pytest.mark.parametrize(
    ("counted", "text", "spoken"),
    [
        (count(1), "1", "Ships, 1 photo"),
        (count(9_999, 1), "9,999", "Ships, 9,999 photos, 1 new"),
        (count(10_000, 100), "9,999+", "Ships, more than 9,999 photos, 100 new"),
        (None, "", "Ships"),
    ],
)
def test_an_album_says_how_many_photos_it_has_and_how_many_are_new(albums, counted, text, spoken):
    albums.show_counts((counted,))
    item = first(albums)
    assert item.text(COUNT) == text
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole) == spoken
    assert item.data(BADGE, NEW_ROLE) == (0 if counted is None else counted.new)
    assert bool(item.sizeHint(BADGE).width()) is bool(counted and counted.new)


def test_a_badge_has_room_for_its_number_and_so_many_at_most(albums):
    widths = [albums.badge.size_of(new).width() for new in (0, 9, 99, 100, 1000)]
    assert widths == sorted(widths) and widths[0] == 0 and widths[3] == widths[4]
    assert [albums.badge.text_of(new) for new in (99, 100)] == ["99", "99+"]


def test_keys_act_on_the_current_album_and_write_no_other_column(albums):
    told = []
    albums.run_asked.connect(told.append)
    albums.remove_asked.connect(lambda row: told.append(("remove", row)))
    albums.itemClicked.emit(first(albums), 0)
    albums.itemActivated.emit(albums.entries()[1], 0)
    QTest.keyClick(albums, Qt.Key.Key_Delete)
    assert told == [0, 1], "none is current"
    albums.select(1)
    QTest.keyClick(albums, Qt.Key.Key_Delete)
    assert told[2:] == [("remove", 1)]
    assert not albums.edit(albums.model().index(0, COUNT))


def test_a_name_is_written_in_place_and_counts_wait_for_that(qtbot, albums):
    told = []
    albums.rename_asked.connect(lambda row, name: told.append((row, name)))
    albums.show_counts((count(3), count(4)))
    albums.edit_name(7)
    assert albums.findChild(QLineEdit) is None
    albums.edit_name(0)
    assert albums.current_row == 0
    editor = albums.findChild(QLineEdit)
    assert editor is not None
    editor.setText("Boats")
    albums.show_counts((count(5), count(6)))
    assert editor.text() == "Boats" and first(albums).text(COUNT) == "3"
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: told == [(0, "Boats")])
    qtbot.waitUntil(lambda: first(albums).text(COUNT) == "5")


def test_the_list_keeps_its_row_and_its_counts_when_it_is_painted_anew(albums, theme):
    albums.select(1)
    albums.show_counts((count(3), count(4)))
    theme.changed.emit()
    assert albums.current_row == 1 and [item.text(0) for item in albums.selectedItems()] == ["Best"]
    assert [item.text(COUNT) for item in albums.entries()] == ["3", "4"]
    albums.select(None)
    assert albums.selectedItems() == [] and albums.current_row == 1
    theme.changed.emit()
    assert albums.selectedItems() == []
    before = first(albums)
    albums.show_albums((replace(SHIPS, labels=("ship",)), BEST))
    assert first(albums) is before, "their names are the same"
    albums.show_albums((SHIPS,))
    assert albums.current_row == 0
    assert first(albums).text(COUNT) == "", "whose they were is not known"


def test_so_many_albums_are_seen_at_once(albums):
    heights = []
    for number in (1, MAX_ROWS, MAX_ROWS + 1):
        albums.show_albums(tuple(Album(name=str(n), id=str(n)) for n in range(number)))
        heights.append(albums.height())
    assert heights[0] < heights[1] == heights[2]

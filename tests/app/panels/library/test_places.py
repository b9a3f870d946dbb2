"""The left column: places that one click browses, and only the one where one is highlighted."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QTreeWidget, QTreeWidgetItem

from cbir.base.types import FacetCount, Filters, Places, RootInfo
from cbir.service import ForgetRequest
from cbir_app.panels.library.library_panel import VALUE, PlaceTree, root_place
from cbir_app.sessions import part_of_file
from tests.app.handling import button, found, search_requests


@pytest.fixture
def placed(qtbot, make_window, fake, tmp_path):
    """A window on a library with two folders below its root, one of them in the other, and two keywords."""
    below = tmp_path / "Holidays" / "2019"
    fake.script.places = Places(
        folders=(FacetCount(value=str(below), photos=7), FacetCount(value=str(below / "Lisbon"), photos=5)),
        keywords=(FacetCount(value="sea", photos=9), FacetCount(value="red tram", photos=2)),
    )
    window = make_window()
    qtbot.waitUntil(lambda: window.panel.keywords.topLevelItemCount() == 2)
    return window


def item_at(tree, *path):
    """A row by its place among its siblings, from the top down; those above it are unfolded."""
    item = tree.topLevelItem(path[0])
    for at in path[1:]:
        assert item is not None
        item.setExpanded(True)
        item = item.child(at)
    assert item is not None
    return item


def click(tree, *path):
    item = item_at(tree, *path)
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualItemRect(item).center())


def highlighted(window):
    trees = window.panel.findChildren(QTreeWidget)
    return [item.text(0) for tree in trees for item in tree.selectedItems()]


def test_one_click_browses_a_place_and_it_alone_is_highlighted(qtbot, placed, fake, tmp_path):
    panel, search = placed.panel, placed.search
    assert highlighted(placed) == ["All photos"]
    below = tmp_path / "Holidays" / "2019"
    click(panel.tree, 0, 0)
    assert search.query.filters == Filters(folders=(str(below),))
    assert highlighted(placed) == ["2019"]
    qtbot.waitUntil(lambda: placed.results.headline.text() == "2019")
    click(panel.tree, 0, 0, 0)
    assert search.query.filters == Filters(folders=(str(below / "Lisbon"),))
    panel.keywords_section.set_open(True)
    click(panel.keywords, 1)
    assert search.query.filters == Filters(keywords=("red tram",))
    assert highlighted(placed) == ["red tram"]
    click(panel.top, 1)
    qtbot.waitUntil(lambda: search_requests(fake)[-1:] != [] and not search.busy)
    assert highlighted(placed) == ["Recently added"]
    assert placed.results.headline.text() == "Recently added"
    click(panel.top, 0)
    assert highlighted(placed) == ["All photos"]


def test_a_search_leaves_the_place_and_the_counts_add_up(qtbot, placed, picture_file):
    tree = placed.panel.tree
    counts = [item_at(tree, *path).text(1) for path in ((0,), (0, 0), (0, 0, 0))]
    assert counts == ["24", "12", "5"]
    click(placed.panel.tree, 0, 0)
    placed.search.search(part_of_file(picture_file))
    found(qtbot, placed)
    assert highlighted(placed) == []
    assert placed.search.query.filters == Filters()


def test_the_column_is_as_tall_as_what_is_unfolded_and_keeps_it(placed):
    tree = placed.panel.tree
    assert isinstance(tree, PlaceTree)
    folded = tree.height()
    root = item_at(tree, 0)
    root.setExpanded(True)
    assert tree.height() > folded
    unfolded = tree.height()
    placed.panel.show_places(Places(folders=(FacetCount(value=f"{root.data(0, VALUE)}/2020", photos=1),)))
    assert item_at(tree, 0).isExpanded()
    assert item_at(tree, 0, 0).text(0) == "2020"
    assert tree.height() == unfolded


def test_rows_are_made_when_they_are_unfolded_or_gone_to(placed):
    tree = placed.panel.tree
    assert isinstance(tree, PlaceTree)
    root = str(item_at(tree, 0).data(0, VALUE))
    many = [FacetCount(value=f"{root}/{year}/{day}", photos=2) for year in range(10) for day in range(300)]
    placed.panel.show_places(Places(folders=tuple(many)))
    top = item_at(tree, 0)
    assert (top.text(1), top.childCount()) == ("24", 0)
    assert top.childIndicatorPolicy() == QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator
    height = tree.height()
    tree.select(f"{root}/7/299")
    chosen = tree.selectedItems()[0]
    years = [item_at(tree, 0, at) for at in range(10)]
    assert [(year.text(0), year.text(1)) for year in years if year.childCount()] == [("7", "600")]
    assert (chosen.text(0), chosen.text(1), chosen.parent()) == ("299", "2", years[7])
    assert tree.height() > 280 * height
    placed.panel.show_places(Places(folders=tuple(many[1:])))
    assert [item.text(0) for item in tree.selectedItems()] == ["299"]


def test_places_are_reached_and_browsed_by_keyboard(placed, tmp_path):
    tree = placed.panel.tree
    tree.setFocus()
    tree.setCurrentItem(item_at(tree, 0))
    QTest.keyClick(tree, Qt.Key.Key_Right)
    QTest.keyClick(tree, Qt.Key.Key_Down)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert placed.search.query.filters == Filters(folders=(str(tmp_path / "Holidays" / "2019"),))


def test_a_folder_below_a_root_is_searched_alone_and_left_out(qtbot, placed, fake, tmp_path):
    below, actions = tmp_path / "Holidays" / "2019" / "Lisbon", placed.actions_
    click(placed.panel.tree, 0, 0, 0)
    chosen = placed.panel.current_folder()
    assert chosen is not None
    assert (chosen.path, chosen.photos) == (below, 5)
    assert all(action.isEnabled() for action in (actions.only_here, actions.reveal_folder, actions.forget))
    placed.search.clear()
    actions.only_here.trigger()
    assert placed.search.query.filters == Filters(folders=(str(below),))
    actions.forget.trigger()
    box = placed.findChild(QMessageBox)
    assert box is not None
    button(box, "Forget").click()
    qtbot.waitUntil(lambda: ForgetRequest(folder=below) in fake.seen)


def test_folders_come_in_the_order_in_which_a_person_counts(qapp):
    names = ("10 Oktober", "2 Februar", "Zürich", "Österreich", "Oslo", "9 September")
    root = RootInfo(path=Path("/photos"), photos=6, online=True)
    place = root_place(root, [FacetCount(value=str(root.path / name), photos=1) for name in names])
    assert [below.name for below in place.below] == [
        *("2 Februar", "9 September", "10 Oktober", "Oslo", "Österreich", "Zürich")
    ]

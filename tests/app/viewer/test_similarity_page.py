"""The similarity map: shown while it is made, chosen from by a lasso, a name or the view."""

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QPointF, Qt
from PySide6.QtTest import QTest

from cbir.base.resources import resource
from cbir.base.types import PhotoId, SimilarityGroup, SimilarityMap
from cbir.catalog.similarity import area_sql, read_area
from cbir_app.base import language
from cbir_app.viewer import SimilarityPage


def group(id, parent, name, x, y):
    return SimilarityGroup(id=id, parent=parent, name=name, photo=PhotoId(1), photos=3, x=x, y=y)


def similarity_map(arrangement=1):
    """Three photos at the left and three at the right; both are groups, the right one with a name."""
    places = np.array([(0, 0), (1, 0), (0, 1), (50, 30), (51, 30), (50, 31)], np.float32)
    groups = (group(1, None, "", 0, 0), group(2, None, "dog", 50, 30), group(3, 1, "", 0, 0))
    return SimilarityMap(
        arrangement=arrangement,
        photos=np.arange(1, 7),
        places=places,
        group_of=np.array([3, 3, 3, 4, 4, 4]),
        groups=(*groups, group(4, 2, "puppy", 50, 30)),
        waiting=0,
    )


@pytest.fixture
def page(qtbot, engine, theme):
    made = SimilarityPage(engine, theme)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    made.show_map(similarity_map())
    qtbot.waitUntil(lambda: sum(group.count for group in made.map.groups) == 6)
    return made


@pytest.fixture
def german(qapp):
    language.install(qapp, "de", QLocale("de_DE"))
    yield
    language.install(qapp, "en", QLocale.c())


def drag_around(page, corners):
    """Draw along corners of the plane, with the switch on."""
    page.lasso.click()
    places = [page.map.mapFromScene(QPointF(*corner)) for corner in corners]
    viewport = page.map.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(viewport, place)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=places[-1])


def right_half(page):
    x, y = page.map.positions.places[3:].mean(axis=0)
    return [(x - 400, y - 400), (x + 150, y - 400), (x + 150, y + 150), (x - 400, y + 150)]


def test_a_lasso_chooses_the_photos_inside_it(qtbot, page):
    assert not page.album.isEnabled()
    drag_around(page, right_half(page))
    assert page.remark.text().startswith("3 photos chosen")
    with qtbot.waitSignal(page.album_asked) as asked:
        page.album.click()
    assert asked.args == [(4, 5, 6)]
    with qtbot.waitSignal(page.photos_asked) as asked:
        QTest.keyClick(page, Qt.Key.Key_Return)
    area = read_area(asked.args[0])
    assert area.arrangement == 1
    left, top = np.array(area.corners).min(axis=0)
    right, bottom = np.array(area.corners).max(axis=0)
    assert left < 50 and top < 30 and right > 51 and bottom > 31
    assert left > 1
    assert area_sql(area)


def test_a_group_is_chosen_by_its_name(qtbot, page):
    assert [page.names.itemText(row) for row in range(page.names.count())] == ["Groups", "puppy (3)"]
    page.names.setCurrentIndex(1)
    page.names.activated.emit(1)
    assert page.remark.text().startswith("3 photos chosen")
    with qtbot.waitSignal(page.photos_asked) as asked:
        page.show_here.click()
    assert asked.args == ["#4", "puppy"]


def test_without_a_choice_the_photos_in_view_are_shown(qtbot, page):
    with qtbot.waitSignal(page.photos_asked) as asked:
        page.show_here.click()
    assert len(read_area(asked.args[0]).corners) == 4


def test_new_photos_leave_the_part_in_view(qtbot, page):
    page.map.zoom_in()
    before = page.map.view
    page.show_map(similarity_map(), stay=True)
    assert page.map.view == before
    page.map.zoom_in()
    page.show_map(similarity_map(2), stay=True)  # another arrangement
    assert page.map.view != before


def test_the_first_arrangement_tells_how_far_it_is(qtbot, engine, theme):
    page = SimilarityPage(engine, theme)
    qtbot.addWidget(page)
    page.show()
    page.show_progress(30, 120)
    assert page.message.isVisible() and "25 %" in page.message.text.text()
    page.show_map(similarity_map())
    assert page.map.isVisible() and not page.message.isVisible()


def test_the_map_pans_by_keys(page):
    page.map.zoom_by(4)
    before = page.map.horizontalScrollBar().value()
    QTest.keyClick(page.map, Qt.Key.Key_Right)
    assert page.map.horizontalScrollBar().value() > before


def test_names_of_groups_are_in_the_language_of_the_window(german, page):
    assert page.names.itemText(1) == "Welpe (3)"
    page.choose_group(page.map.named[1])
    assert page.chosen[2] == "Welpe"
    assert [group.name for group in page.map.named] == ["Hund", "Welpe"]


@pytest.mark.parametrize("code", ["de", "fr", "it"])
def test_every_common_keyword_has_a_name_of_its_own_in_each_language(qapp, code):
    lines = resource("keywords.txt").read_text(encoding="utf-8").splitlines()
    words = [word for line in lines for word in line.split(", ")]
    language.install(qapp, code, QLocale(code))
    try:
        names = [language.keyword_name(word) for word in words]
        assert language.keyword_name("Lisa's garden") == "Lisa's garden"
    finally:
        language.install(qapp, "en", QLocale.c())
    assert len(set(names)) == len(names)
    listed = resource("keyword_names.tsv").read_text(encoding="utf-8").splitlines()[2:]
    assert [line.split("\t")[0] for line in listed] == words


def test_a_page_without_a_map_has_no_tools_of_one(qtbot, engine, theme):
    page = SimilarityPage(engine, theme)
    qtbot.addWidget(page)
    page.show()
    page.show_progress(1, 3)
    tools = (page.names, page.album, page.show_here, page.lasso, *page.zooms)
    assert not any(tool.isVisible() for tool in tools)
    assert page.remark.text() == ""
    page.show_map(similarity_map())
    assert all(tool.isVisible() for tool in tools)

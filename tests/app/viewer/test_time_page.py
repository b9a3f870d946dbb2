"""A thing through time: its photos laid over one another, stepped through and saved as a film."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.service import FilmRequest, ViewFrameRequest
from tests.app.fake_things import thing


@pytest.fixture(name="page")
def _page(window, fake, qtbot):
    fake.things.things = (thing(1, "Town hall"), thing(2))
    window.controls.things.show()
    grid = window.controls.things.page.grid
    qtbot.waitUntil(lambda: grid.count() == 2)
    grid.setCurrentRow(0)
    QTest.keyClick(grid, Qt.Key.Key_T)
    shown = window.controls.things.time
    qtbot.waitUntil(lambda: shown.views is not None)
    return shown


def test_a_slider_goes_through_the_dates(page, fake, qtbot):
    assert page.title.text() == "Town hall"
    assert page.first.text() == "2010-05-01"
    assert page.last.text() == "2012-05-01"
    qtbot.waitUntil(lambda: "2010-05-01 · 1 0.jpg · 1 photo left out" in page.remark.text())
    QTest.keyClick(page.slider, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: "2011-05-01" in page.remark.text())
    asked = {request.view.photo for request in fake.seen if isinstance(request, ViewFrameRequest)}
    assert asked == {10, 11, 12}, "the next ones are fetched ahead"


def test_a_film_is_saved(page, window, fake, tmp_path, qtbot):
    window.controls.things.save_film(tmp_path / "hall.gif")
    qtbot.waitUntil(lambda: "hall.gif" in window.notice.text.text())
    (request,) = [request for request in fake.seen if isinstance(request, FilmRequest)]
    assert len(request.views.views) == 3


def test_esc_goes_back_to_the_things(page, window, qtbot):
    page.closed.emit()
    qtbot.waitUntil(window.controls.things.page.grid.isVisible)

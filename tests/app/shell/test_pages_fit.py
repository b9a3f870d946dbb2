"""The pages beside the photos at their sizes: all fit in each language, and keys come to all controls."""

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from cbir_app.base import language
from cbir_app.sessions import part_of_file
from tests.app.fit_views import full_engine, pages_beside_the_photos
from tests.app.fits import faults, focusable
from tests.app.handling import found, settle


@pytest.fixture
def fake():
    return full_engine()


@pytest.fixture(params=["en", "de", "fr", "it"])
def spoken(qapp, request):
    locale = QLocale.c() if request.param == "en" else QLocale("it_IT")
    language.install(qapp, request.param, locale)
    yield request.param
    language.install(qapp, "en", QLocale.c())


@pytest.mark.parametrize("size", [(800, 600), (3840, 2160)])
def test_the_pages_beside_the_photos_fit_and_keys_come_to_all_of_them(
    qtbot, spoken, make_window, engine, picture_file, size
):
    window = make_window()
    window.resize(*size)
    qtbot.waitUntil(lambda: window.library.info is not None)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    seen = {}
    for name, act in pages_beside_the_photos(window).items():
        act()
        settle(qtbot, window, engine)
        for _ in range(3):  # a layout in a layout takes a turn of its own
            QApplication.processEvents()
        seen[name] = [
            *faults(window),
            *(f"no key comes to {control.text()}" for control in focusable(window.pages.currentWidget())),
        ]
    assert {name: wrong for name, wrong in seen.items() if wrong} == {}
    assert (window.width(), window.height()) == size, "the window grew beyond what was asked for"

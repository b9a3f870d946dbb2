"""The pages beside the photos at their sizes: all fit in each language, and keys come to all controls."""

import pytest

from tests.app.fit_views import faults_of, full_engine, in_language, pages_beside_the_photos, searched_at
from tests.app.fits import faults, focusable


@pytest.fixture
def fake():
    return full_engine()


@pytest.fixture(params=["en", "de", "fr", "it"])
def spoken(qapp, request):
    with in_language(qapp, request.param) as code:
        yield code


@pytest.mark.parametrize("size", [(800, 600), (3840, 2160)])
def test_the_pages_beside_the_photos_fit_and_keys_come_to_all_of_them(
    qtbot, spoken, make_window, engine, picture_file, size
):
    window = searched_at(size, qtbot, make_window, picture_file)
    assert faults_of(pages_beside_the_photos(window), qtbot, window, engine, _faults_and_keys) == {}
    assert (window.width(), window.height()) == size, "the window grew beyond what was asked for"


def _faults_and_keys(window):
    reached = focusable(window.pages.currentWidget())
    return [*faults(window), *(f"no key comes to {control.text()}" for control in reached)]

"""Libraries whose full text an earlier version made."""

import pytest

from cbir.base.layout import Layout
from cbir.base.types import Filters
from cbir.catalog import Catalog, parse_query
from cbir.catalog.schema.folded import MIGRATION_TO_FOLDED_TEXT
from cbir.state import fold_old_texts, has_old_texts, opening, prepare
from tests.cbir.catalog.old_catalog import catalog_before
from tests.cbir.catalog.test_full_text import Photo, add


@pytest.fixture
def layout(tmp_path, monkeypatch):
    """A library of the version before folded words, with 500 photos."""
    made = Layout(tmp_path / "library")
    prepare(made, create=True, writable=True)
    made.catalog.unlink()
    with catalog_before(MIGRATION_TO_FOLDED_TEXT, made.catalog, monkeypatch) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(tmp_path)
        add(catalog, root, [Photo(path=f"Ёлка{number:05}.jpg") for number in range(500)])
    return made


def found(layout, text):
    with Catalog.open(layout.catalog, writable=False) as catalog:
        return catalog.full_text.count([parse_query(text)], Filters())


def test_opening_folds_the_texts_of_a_small_library(layout):
    prepare(layout, create=False, writable=False)
    assert not has_old_texts(layout)
    assert found(layout, "елка") == 500


def test_what_opening_leaves_is_folded_later_and_continued_after_a_stop(layout, monkeypatch):
    monkeypatch.setattr(opening, "FOLDING_S", 0.0)
    prepare(layout, create=False, writable=False)
    assert has_old_texts(layout) and found(layout, "елка") == 0
    stops = iter((False, True))
    fold_old_texts(layout, lambda: next(stops))
    assert has_old_texts(layout) and found(layout, "елка") == 200, "one step, which is kept"
    fold_old_texts(layout, lambda: False)
    assert not has_old_texts(layout) and found(layout, "елка") == 500

"""Libraries of a version that knew no colours."""

import numpy as np
import pytest

from cbir.base.layout import Layout
from cbir.base.types import COLORS, Image
from cbir.catalog import Catalog
from cbir.catalog.schema.colors import MIGRATION_TO_COLORS
from cbir.images import encode_thumbnail
from cbir.state import add_old_colors, lacks_colors, prepare
from tests.cbir.catalog.old_catalog import catalog_before
from tests.cbir.catalog.test_full_text import Photo, add

PHOTOS = 250


@pytest.fixture
def layout(tmp_path, monkeypatch):
    made = Layout(tmp_path / "library")
    prepare(made, create=True, writable=True)
    made.catalog.unlink()
    with catalog_before(MIGRATION_TO_COLORS, made.catalog, monkeypatch) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(tmp_path)
        add(catalog, root, [Photo(path=f"{number:05}.jpg") for number in range(PHOTOS)])
    prepare(made, create=False, writable=True)
    return made


def with_thumbnails(layout):
    red = Image(pixels=np.full((30, 40, 3), (200, 20, 20), np.uint8), full_size=(40, 30))
    with Catalog.open(layout.catalog, writable=False) as catalog:
        for _, fingerprint in catalog.colors.next(10_000):
            layout.thumbnail(fingerprint).parent.mkdir(parents=True, exist_ok=True)
            layout.thumbnail(fingerprint).write_bytes(encode_thumbnail(red))


def left(layout):
    with Catalog.open(layout.catalog, writable=False) as catalog:
        return catalog.colors.left()


def test_colours_come_from_thumbnails_and_go_on_after_a_stop(layout):
    with_thumbnails(layout)
    assert lacks_colors(layout) and left(layout) == PHOTOS
    stops = iter((False, True))
    add_old_colors(layout, lambda: next(stops))
    assert lacks_colors(layout) and 0 < left(layout) < PHOTOS, "one step, which is kept"
    add_old_colors(layout, lambda: False)
    assert not lacks_colors(layout) and left(layout) == 0
    with Catalog.open(layout.catalog, writable=False) as catalog:
        (counted,) = catalog.facets.count().colors
        assert (counted.value, counted.photos) == ("red", PHOTOS)


def test_a_photo_without_a_thumbnail_does_not_hold_up_the_others(layout):
    add_old_colors(layout, lambda: False)
    assert not lacks_colors(layout) and left(layout) == 0
    with Catalog.open(layout.catalog, writable=False) as catalog:
        assert catalog.facets.count().colors == ()
        shares = catalog.colors.strongest([COLORS[3]], 5)
        assert len(shares) == 5, "they are last, not lost"

"""Colours of photos: fields, names in sentences, order and counts."""

from pathlib import Path

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import COLORS, FacetCount, Filters
from cbir.catalog import colors_named, parse_query, take_apart
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog

NONE = Filters()
SHARES = {
    "tram.jpg": {"red": 200},
    "car one.jpg": {"red": 60, "blue": 90},
    "car two.jpg": {"blue": 200, "red": 3},
    "red rocks.jpg": {"brown": 200},
    "sky.jpg": {"blue": 250},
}


def shares_of(**shares):
    return bytes(shares.get(color, 0) for color in COLORS)


@pytest.fixture(name="catalog")
def _catalog(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, [Photo(path=name) for name in SHARES])
        with opened.transaction():
            photos = {path: opened.photos.find_path(Path("/photos") / path).photo for path in SHARES}
            opened.colors.set((photos[path], shares_of(**shares)) for path, shares in SHARES.items())
        yield opened


def found(catalog, text, filters=NONE):
    words = take_apart(text) if text else None
    nodes = [] if words is None else [*([words.words] if words.words else []), *words.conditions]
    photos = catalog.full_text.in_order(nodes, filters, order="score", backwards=False, top=None)
    records = catalog.photos.find_all(photos)
    return [records[photo].path.name for photo in photos]


def test_a_colour_is_a_field_and_a_filter_and_orders_by_its_share(catalog):
    assert found(catalog, "color:red") == ["tram.jpg", "car one.jpg"]
    assert found(catalog, "colour:rosso car") == ["car one.jpg"]
    assert found(catalog, "", Filters(colors=("blue",))) == ["sky.jpg", "car two.jpg", "car one.jpg"]
    assert found(catalog, "", Filters(colors=("blue", "red"))) == ["car one.jpg"]
    assert found(catalog, "-color:red car") == ["car two.jpg"]


def test_a_colour_word_finds_its_name_first_and_then_what_shows_it(catalog):
    assert found(catalog, "red") == ["red rocks.jpg", "tram.jpg", "car one.jpg"]
    assert found(catalog, "a red car") == ["car one.jpg"]
    assert found(catalog, '"red" car') == []


def test_an_unknown_colour_names_the_colours():
    with pytest.raises(QueryUnusable, match="black, white, grey, red"):
        parse_query("color:dark")
    with pytest.raises(QueryUnusable, match="needs a value"):
        parse_query("color:")


@pytest.mark.parametrize(
    ("text", "colors"),
    [
        ("a red car", ("red",)),
        ("ein rotes Auto", ("red",)),
        ("une voiture rouge", ("red",)),
        ("una macchina rossa", ("red",)),
        ("un coche rojo y negro", ("red", "black")),
        ("une fleur rose dans le jardin", ("pink",)),
        ("a rose in the garden", ()),
        ("color:blue sky", ("blue",)),
        ("not a red car", ()),
        ("-color:red", ()),
        ("title:red", ()),
    ],
)
def test_colours_are_named_in_five_languages(text, colors):
    assert colors_named(text) == colors


def test_the_filters_count_each_colour_and_stay_right(catalog):
    counts = catalog.facets.count().colors
    assert counts == (
        FacetCount(value="red", photos=2),
        FacetCount(value="blue", photos=3),
        FacetCount(value="brown", photos=1),
    )
    photos = [catalog.photos.find_path(Path("/photos") / name).photo for name in SHARES]
    assert catalog.facets.count(photos).colors == counts
    with catalog.transaction():
        catalog.colors.set([(photos[0], shares_of(blue=255))])
    assert [count.photos for count in catalog.facets.count().colors] == [1, 4, 1]
    assert not any("counts" in str(message) for message in catalog.audit.contradictions())


def test_shares_compare_with_the_least_that_is_seen(catalog):
    photo = catalog.photos.find_path(Path("/photos/tram.jpg"))
    assert catalog.colors.shares([photo.photo])[photo.photo][COLORS.index("red")] == pytest.approx(200 / 255)

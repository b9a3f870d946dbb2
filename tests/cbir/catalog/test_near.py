"""near: against a plain comparison of 20,000 positions, poles and the antimeridian among them."""

import contextlib
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import Filters, Metadata
from cbir.catalog import Catalog, parse_query
from cbir.catalog.metadata import read_positions
from cbir.catalog.places import EARTH_RADIUS_KM, all_towns
from tests.cbir.catalog.test_full_text import Photo, add
from tests.cbir.catalog_rows import execute

PHOTOS = 20_000
SPECIAL = [
    (90, 0),
    (-90, 0),
    (0, 180),
    (0, -180),
    (60, 179.9999),
    (60, -179.9999),
    (38.7, -9.1),
    (38.8, -9.2),
]


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory):
    """A catalog of positions alone, written past the triggers that fill the full text; and the positions."""
    rng = np.random.default_rng(7)
    north = np.degrees(np.arcsin(rng.uniform(-1, 1, PHOTOS - len(SPECIAL))))
    at = np.concatenate([np.stack([north, rng.uniform(-180, 180, len(north))], axis=1), SPECIAL])
    with Catalog.open(tmp_path_factory.mktemp("near") / "catalog.sqlite", writable=True) as catalog:
        with contextlib.closing(sqlite3.connect(catalog.path)) as connection, connection:
            connection.execute("DROP TRIGGER metadata_added")
            connection.executemany(
                "INSERT INTO facet (photo_id, document_id, root_id, format, width, height) "
                "VALUES (?, ?, 1, 'JPEG', 1, 1)",
                [(photo, photo) for photo in range(1, PHOTOS + 1)],
            )
            connection.executemany(
                "INSERT INTO metadata (photo_id, extractor, sidecar, latitude, longitude, keywords, places) "
                "VALUES (?, 1, '', ?, ?, '[]', '[]')",
                [(photo, *where) for photo, where in enumerate(at.tolist(), start=1)],
            )
        yield catalog, at


def near(at, latitude, longitude, radius_km):
    north, east = np.radians(at.T)
    turned = np.sin((north - np.radians(latitude)) / 2) ** 2
    turned += np.cos(north) * np.cos(np.radians(latitude)) * np.sin((east - np.radians(longitude)) / 2) ** 2
    away = 2 * EARTH_RADIUS_KM * np.arcsin(np.minimum(1, np.sqrt(turned)))
    return set((np.flatnonzero(away <= radius_km) + 1).tolist())


def circles():
    rng = np.random.default_rng(8)
    places = [*SPECIAL, (89.5, 45), (-89.5, -45), (66.5, 180), (-17, -179.5)]
    placed = [(north, east, radius) for north, east in places for radius in (0.5, 1500, 9990)]
    some = np.round(
        np.stack([rng.uniform(-90, 90, 12), rng.uniform(-180, 180, 12), rng.uniform(1, 3000, 12)]), 3
    )
    return [*placed, *map(tuple, some.T.tolist()), (10, 20, 20_015), (-45, 170, 12_000)]


def test_near_finds_what_a_comparison_with_all_positions_finds(
    everywhere,
):
    catalog, at = everywhere
    sizes = set()
    for latitude, longitude, radius in circles():
        text = f"near:{latitude:.4f},{longitude:.4f}~{radius}km"
        documents = catalog.full_text.allowed_documents([parse_query(text)], Filters())
        assert documents is not None
        expected = near(at, round(latitude, 4), round(longitude, 4), radius)
        assert set(documents.tolist()) == expected, text
        sizes.add(len(expected))
    assert {0, 1} <= sizes and max(sizes) > PHOTOS // 2


def test_a_town_finds_its_photos_in_words_and_as_a_filter(everywhere):
    catalog, at = everywhere
    expected = near(at, 38.725, -9.15, 25)
    assert expected
    for node, filters in (
        (parse_query("near:Lisbon"), Filters()),
        (parse_query('near:"lisboa"~25km'), Filters()),
        (parse_query('near:"Lisbon, Portugal~25km"'), Filters()),
        (parse_query(""), Filters(places=("Lisbon",))),
        (parse_query(""), Filters(places=("Lisbon, Portugal", "0,180~1m"))),
    ):
        documents = catalog.full_text.allowed_documents([node], filters)
        assert documents is not None
        assert set(documents.tolist()) - near(at, 0, 180, 0.001) == expected
    without = catalog.full_text.count([parse_query("-near:Lisbon")], Filters())
    assert without == PHOTOS - len(expected)


@pytest.mark.parametrize("few", [0, 3, 4])
def test_positions_of_some_photos_are_theirs_however_they_are_looked_up(everywhere, monkeypatch, few):
    catalog, at = everywhere
    monkeypatch.setattr("cbir.catalog.metadata.FEW", few)
    photos = np.array([7, 15_000, 700, PHOTOS + 5])
    with contextlib.closing(sqlite3.connect(catalog.path)) as connection:
        found, every = (read_positions(connection, asked) for asked in (photos, None))
    assert {int(photo): (north, east) for photo, north, east in found} == {
        photo: tuple(at[photo - 1]) for photo in (7, 700, 15_000)
    }
    assert len(every) == PHOTOS


def test_positions_are_read_without_the_rows_of_metadata(everywhere):
    """Each row lies on a page of its own: a thousand hits would read a thousand pages for their towns."""
    asked = []
    with contextlib.closing(sqlite3.connect(everywhere[0].path)) as connection:
        connection.set_trace_callback(asked.append)
        read_positions(connection, np.array([5, 3]))
        read_positions(connection, None)
    for statement in (request for request in asked if "latitude" in request):
        plan = [row[3] for row in execute(everywhere[0], f"EXPLAIN QUERY PLAN {statement}")]
        assert any("metadata USING COVERING INDEX" in step for step in plan), plan


def test_a_catalog_of_before_tells_positions_too(everywhere):
    with contextlib.closing(sqlite3.connect(everywhere[0].path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("DROP INDEX metadata_position_of")
        assert read_positions(connection, np.array([5, 3]))[:, 0].tolist() == [3, 5]
        connection.execute("ROLLBACK")


@pytest.mark.parametrize("text", ["near:", "near:qwxz", "near:Lisbon~soon", "near:95,0", 'near:""'])
def test_a_place_that_makes_no_sense_is_a_sentence(text):
    with pytest.raises(QueryUnusable, match="near:"):
        parse_query(text)


def test_an_unfinished_field_behind_words_is_left_out():
    assert parse_query("boat near:") == parse_query("boat")


def test_near_is_a_word_where_no_place_is_meant():
    assert parse_query("near the sea") is not None
    assert parse_query("linear: a movement") is not None


def test_photos_say_their_town_and_towns_are_counted_with_what_lies_near(tmp_path):
    lisbon, sintra, nowhere = (38.71, -9.14), (38.8, -9.38), (0.0, -30.0)
    photos = tuple(
        Photo(path=f"{at}.jpg", metadata=Metadata(latitude=north, longitude=east))
        for at, (north, east) in enumerate((lisbon, lisbon, sintra, nowhere))
    )
    with Catalog.open(tmp_path / "catalog.sqlite", writable=True) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, (*photos, Photo(path="none.jpg")))
        ids = catalog.full_text.in_order([], Filters(), order="added", backwards=True, top=None)
        listing = catalog.photos.listing(ids)
        towns = [hit.town for hit in listing]
        assert towns[:2] == ["Lisbon, Portugal"] * 2 and towns[3:] == [None, None]
        assert towns[2] in {all_towns().label(town) for town in all_towns().find("Sintra, Portugal")}
        found = catalog.photos.towns(ids)
        assert [found.get(photo) for photo in ids] == towns
        assert [getattr(catalog.metadata.of(photo), "town", "") for photo in ids] == towns
        assert [(town.value, town.photos) for town in catalog.facets.count().towns] == [
            ("Lisbon, Portugal", 3),
            (towns[2], 3),
        ]
        assert [(town.value, town.photos) for town in catalog.facets.count(ids[2:]).towns] == [(towns[2], 1)]


def test_the_first_town_of_all_is_one_like_others(tmp_path):
    towns = all_towns()
    there = Photo(
        path="0.jpg",
        metadata=Metadata(latitude=float(towns.latitudes[0]), longitude=float(towns.longitudes[0])),
    )
    with Catalog.open(tmp_path / "catalog.sqlite", writable=True) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        add(catalog, root, (there,))
        (photo,) = ids = catalog.full_text.in_order([], Filters(), order="added", backwards=True, top=None)
        known, (listed,) = catalog.metadata.of(photo), catalog.photos.listing(ids)
        assert known is not None
        assert [known.town, listed.town, *catalog.photos.towns(ids).values()] == [towns.label(0)] * 3
        assert catalog.facets.count().towns[0].value == towns.label(0)

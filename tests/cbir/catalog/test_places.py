"""Towns are found by name and by position, and text typed after `near:` is read as a circle."""

import numpy as np
import pytest

from cbir.base.errors import QueryUnusable
from cbir.catalog.places import (
    CITY_RADIUS_KM,
    DEFAULT_RADIUS_KM,
    EARTH_RADIUS_KM,
    MAX_DISTANCE_KM,
    all_towns,
    distance_km,
    note_on,
    read_circle,
)

POSITIONS = 3_000


def positions():
    """Half of them anywhere on earth, half about towns, and poles and the antimeridian among them; whole hundredths."""
    towns, rng = all_towns(), np.random.default_rng(19)
    some = rng.integers(len(towns), size=POSITIONS // 2)
    north = np.concatenate(
        [
            np.degrees(np.arcsin(rng.uniform(-1, 1, POSITIONS // 2))),
            towns.latitudes[some] + rng.normal(0, 0.2, len(some)),
            [90, -90, 90, 89.99, -89.99, 65, 65, -16.8, -16.8, 0, 0],
        ]
    )
    east = np.concatenate(
        [
            rng.uniform(-180, 180, POSITIONS // 2),
            towns.longitudes[some] + rng.normal(0, 0.2, len(some)),
            [0, 0, 180, -180, 91, 180, -180, 179.99, -179.99, 180, -180],
        ]
    )
    return np.round(np.clip(north, -90, 90), 2), np.round((east + 180) % 360 - 180, 2)


def test_a_position_is_named_after_the_town_that_a_ball_tree_finds():
    neighbors = pytest.importorskip("sklearn.neighbors", reason="the oracle is scikit-learn's ball tree")
    towns = all_towns()
    north, east = positions()
    points = np.radians(np.stack([north, east], axis=1))
    middles = np.radians(np.stack([towns.latitudes, towns.longitudes], axis=1))
    away, nearest = neighbors.BallTree(middles, metric="haversine").query(points)
    expected = np.where(away[:, 0] * EARTH_RADIUS_KM <= MAX_DISTANCE_KM, nearest[:, 0], -1)
    radii = np.minimum(CITY_RADIUS_KM * np.sqrt(towns.populations / 1e6), MAX_DISTANCE_KM) / EARTH_RADIUS_KM
    inside = neighbors.BallTree(points, metric="haversine").query_radius(middles, radii)
    for town in np.lexsort((-np.arange(len(towns)), towns.populations)):  # the largest, named last, stays
        expected[inside[town]] = town
    assert (expected >= 0).sum() > POSITIONS // 3
    found = towns.of_positions(north, east)
    other = np.flatnonzero(found != expected)
    assert (found[other] >= 0).all() and (expected[other] >= 0).all() and len(other) < 20
    for at in other.tolist():  # towns with the same rounded position, or two as far away
        here = (float(north[at]), float(east[at]))
        found_km, expected_km = (
            distance_km(*here, float(towns.latitudes[town]), float(towns.longitudes[town]))
            for town in (found[at], expected[at])
        )
        assert found_km == pytest.approx(expected_km, abs=1e-6)


@pytest.mark.parametrize("few", [0, 1, 2])
def test_few_positions_are_named_too(few):
    towns = all_towns()
    found = towns.of_positions([38.71] * few, [-9.14] * few)
    assert [towns.label(town) for town in found.tolist()] == ["Lisbon, Portugal"] * few


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("lisbon", "Lisbon, Portugal"),
        ("LISBOA", "Lisbon, Portugal"),
        ("Lissabon", "Lisbon, Portugal"),
        ("munchen", "Munich, Germany"),
        ("München", "Munich, Germany"),
        ("New   York", "New York City, New York"),
        ("sao paulo", "São Paulo, Brazil"),
        ("paris", "Paris, France"),
        ("Paris, Texas", "Paris, Texas"),
        ("paris, tx", "Paris, Texas"),
        ("Paris, FR", "Paris, France"),
        ("Saint-Denis, Réunion", "Saint-Denis, Reunion"),
        ("Łódź", "Łódź, Poland"),
    ],
)
def test_a_town_is_found_by_its_names(text, label):
    towns = all_towns()
    assert towns.label(towns.find(text)[0]) == label
    assert towns.find("nowhere at all") == []


@pytest.mark.parametrize(
    ("text", "latitude", "longitude", "radius_km"),
    [
        ("38.7,-9.1", 38.7, -9.1, DEFAULT_RADIUS_KM),
        ("38.7, -9.1~5km", 38.7, -9.1, 5),
        ("38.7000° N, 9.1000° W ~ 300 m", 38.7, -9.1, 0.3),
        ("-33.9;151.2~2mi", -33.9, 151.2, 3.218688),
        ("90,180~99999", 90, 180, 20015.115),
    ],
)
def test_coordinates_and_a_radius_are_read(text, latitude, longitude, radius_km):
    circle = read_circle(text)
    assert (circle.latitude, circle.longitude, circle.town) == (latitude, longitude, None)
    assert circle.radius_km == pytest.approx(radius_km)


def test_a_town_is_read_and_its_beginning_while_it_is_typed():
    lisbon = read_circle("Lisbon")
    assert (lisbon.latitude, lisbon.longitude) == (38.725, -9.15)
    assert read_circle("lisbo~9") == read_circle("Lisbon~9km")
    assert note_on("Lisbon") is None
    assert note_on("lisbo") == "lisbo was understood as Lisbon, Portugal."
    assert note_on("38.7,-9.1") is None
    note = note_on("Springfield")
    assert note is not None and 'near:"Springfield, ' in note
    assert note_on("Porto") is None, "a large town that only another language calls so is not offered"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "needs a place right behind it"),
        ("  ~5km", "needs a place right behind it"),
        ("Portugal", 'Portugal is not a town.*near:"Lisbon~200km"'),
        ("Lisbn", r"There is no known town called Lisbn\. Did you mean Lisbon, Portugal\?"),
        ("qwxz", r"There is no known town called qwxz\. Write near:Lisbon"),
        ("!!", "There is no known town called !!"),
        ("91,0", "91,0 is nowhere on earth"),
        ("0,-181", "0,-181 is nowhere on earth"),
        ("Lisbon~far", "The distance ~far cannot be read. Write near:Lisbon~20km"),
        ("Lisbon~", "cannot be read"),
        ("Lisbon~0km", "cannot be read"),
        ("Lisbon~-5", "cannot be read"),
    ],
)
def test_what_makes_no_sense_is_a_sentence_that_says_what_to_write(text, said):
    with pytest.raises(QueryUnusable, match=said):
        read_circle(text)


def test_a_distance_over_the_antimeridian_and_a_pole_is_short():
    assert distance_km(0, 179.9, 0, -179.9) == pytest.approx(22.239, abs=0.01)
    assert distance_km(89.9, 10, 89.9, -170) == pytest.approx(22.239, abs=0.01)
    assert distance_km(10, 20, 10, 20) == 0
    assert len(all_towns()) > 60_000

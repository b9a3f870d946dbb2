"""The town of a position, against a ball tree; towns by name."""

from __future__ import annotations

import numpy as np
import pytest

from cbir.catalog.places import CITY_RADIUS_KM, EARTH_RADIUS_KM, MAX_DISTANCE_KM, all_towns, distance_km

POSITIONS = 20_000


def positions() -> tuple[np.ndarray, np.ndarray]:
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


def test_a_position_is_named_after_the_town_that_a_ball_tree_finds() -> None:
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
def test_few_positions_are_named_too(few: int) -> None:
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
def test_a_town_is_found_by_its_names(text: str, label: str) -> None:
    towns = all_towns()
    assert towns.label(towns.find(text)[0]) == label
    assert towns.find("nowhere at all") == []

"""What is typed behind near: and what is said where it makes no sense."""

from __future__ import annotations

import pytest

from cbir.base.errors import QueryUnusable
from cbir.catalog.places import DEFAULT_RADIUS_KM, all_towns, distance_km, note_on, read_circle


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
def test_coordinates_and_a_radius_are_read(
    text: str, latitude: float, longitude: float, radius_km: float
) -> None:
    circle = read_circle(text)
    assert (circle.latitude, circle.longitude, circle.town) == (latitude, longitude, None)
    assert circle.radius_km == pytest.approx(radius_km)


def test_a_town_is_read_and_its_beginning_while_it_is_typed() -> None:
    lisbon = read_circle("Lisbon")
    assert (lisbon.latitude, lisbon.longitude) == (38.725, -9.15)
    assert read_circle("lisbo~9") == read_circle("Lisbon~9km")
    assert note_on("Lisbon") is None
    assert note_on("lisbo") == "lisbo is taken for Lisbon, Portugal."
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
        ("Lisbn", r"No town called Lisbn is known\. Did you mean Lisbon, Portugal\?"),
        ("qwxz", r"No town called qwxz is known\. Write near:Lisbon"),
        ("!!", "No town called !! is known"),
        ("91,0", "91,0 is nowhere on earth"),
        ("0,-181", "0,-181 is nowhere on earth"),
        ("Lisbon~far", "The distance ~far cannot be read. Write near:Lisbon~20km"),
        ("Lisbon~", "cannot be read"),
        ("Lisbon~0km", "cannot be read"),
        ("Lisbon~-5", "cannot be read"),
    ],
)
def test_what_makes_no_sense_is_a_sentence_that_says_what_to_write(text: str, said: str) -> None:
    with pytest.raises(QueryUnusable, match=said):
        read_circle(text)


def test_a_distance_over_the_antimeridian_and_a_pole_is_short() -> None:
    assert distance_km(0, 179.9, 0, -179.9) == pytest.approx(22.239, abs=0.01)
    assert distance_km(89.9, 10, 89.9, -170) == pytest.approx(22.239, abs=0.01)
    assert distance_km(10, 20, 10, 20) == 0
    assert len(all_towns()) > 60_000

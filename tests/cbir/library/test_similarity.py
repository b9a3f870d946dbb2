"""The similarity map of a library: places that stay, groups with names, searches in both."""

import cv2
import numpy as np
import pytest

from cbir.base.errors import CbirError, ModelNotInstalled, QueryUnusable
from cbir.base.types import SearchOptions, Term
from cbir.cli import main
from tests.cbir.colour_model import make_colour_model
from tests.docs.schemas import fitting

BGR = {"blue": (220, 40, 30), "red": (30, 30, 220), "green": (40, 200, 40)}
EACH = 12


def draw(folder, colour, numbers):
    folder.mkdir(exist_ok=True)
    for number in numbers:
        rng = np.random.default_rng(number)
        pixels = np.array(BGR[colour]) + rng.normal(0, 25, 3) + rng.normal(0, 25, (96, 128, 3))
        cv2.imwrite(str(folder / f"{colour} {number:02}.png"), np.clip(pixels, 0, 255).astype(np.uint8))


@pytest.fixture(name="photos")
def _photos(tmp_path):
    for colour in BGR:
        draw(tmp_path / "photos", colour, range(EACH))
    return tmp_path / "photos"


@pytest.fixture(name="library")
def _library(make_library, tmp_path, photos):
    make_colour_model(tmp_path / "models" / "colours")
    library = make_library(models=tmp_path / "models")
    library.index([photos])
    return library


def places_of(library):
    similarity = library.similarity.map()
    return dict(zip(similarity.photos.tolist(), similarity.places.tolist(), strict=True))


def colours_of(library, photos):
    return {path.name.split()[0] for path in library.files.paths(photos).values()}


def found(library, text):
    return sorted(library.search([Term(text=text)], SearchOptions(listed="date")).hits.photos.tolist())


def test_photos_that_look_alike_are_neighbours(library):
    assert library.similarity.map().arrangement == 0
    report = library.similarity.update()
    assert (report.arranged, report.placed, report.left, report.photos) == (True, 36, 0, 36)
    places = places_of(library)
    ids, at = list(places), np.array(list(places.values()))
    distances = np.linalg.norm(at[:, None] - at[None], axis=2) + np.diag([np.inf] * len(at))
    alike = [
        len(colours_of(library, [photo, ids[other]])) == 1
        for photo, other in zip(ids, distances.argmin(axis=1), strict=True)
    ]
    assert np.mean(alike) > 0.9


def test_a_new_photo_moves_no_other(library, photos):
    library.similarity.update()
    before = places_of(library)
    draw(photos, "blue", [90])
    library.index([photos])
    assert library.similarity.map().waiting == 1
    report = library.similarity.update()
    assert (report.arranged, report.placed) == (False, 1)
    after = places_of(library)
    assert {photo: after[photo] for photo in before} == before
    assert len(after) == len(before) + 1


def test_a_library_that_has_grown_is_arranged_anew(library, photos):
    library.similarity.update()
    draw(photos, "red", range(40, 52))
    library.index([photos])
    report = library.similarity.update()
    assert (report.arranged, report.photos) == (True, 48)
    assert library.similarity.map().arrangement == 2


def test_a_killed_run_goes_on(library):
    steps = []
    library.similarity.update(
        progress=lambda done, total: steps.append(done), cancelled=lambda: len(steps) >= 300
    )
    assert library.similarity.map().arrangement == 0
    assert library.similarity.update().arranged


def test_copies_of_a_file_share_a_place(library, photos):
    (photos / "again.png").write_bytes((photos / "red 03.png").read_bytes())
    library.index([photos])
    library.similarity.update()
    red = library.find_photos([photos / "again.png", photos / "red 03.png"])
    places = places_of(library)
    assert places[red[0]] == places[red[1]]


def test_a_group_is_named_by_a_keyword_of_the_library(library, photos):
    red = library.find_photos([photos / f"red {number:02}.png" for number in range(4)])
    library.marks.set_keywords(red, add=["red"])
    library.similarity.update()
    named = [group for group in library.similarity.map().groups if group.name == "red"]
    assert named
    assert colours_of(library, library.similarity.photos_of("RED")) == {"red"}
    assert found(library, "map:red") == sorted(library.similarity.photos_of("red"))
    assert found(library, f"map:#{named[0].id}") == sorted(library.similarity.photos_of(f"#{named[0].id}"))


def test_an_area_has_the_photos_inside_it(library):
    library.similarity.update()
    similarity = library.similarity.map()
    x = np.median(similarity.places[:, 0])
    inside = similarity.photos[(similarity.places[:, 0] < x)]
    far = 1000
    corners = f"{-far},{-far}/{x},{-far}/{x},{far}/{-far},{far}"
    assert found(library, f"map:1/{corners}") == sorted(inside.tolist())
    assert found(library, f"map:2/{corners}") == []  # drawn on another arrangement
    # the upper left half of a square, by a diagonal
    above = similarity.photos[similarity.places.sum(axis=1) < 0]
    assert found(library, f"map:1/{-far},{-far}/{far},{-far}/{-far},{far}") == sorted(above.tolist())


def test_an_area_needs_three_corners(library):
    with pytest.raises(QueryUnusable, match="3 to 64 corners"):
        found(library, "map:1/0,0/1,1")


def test_a_group_that_is_not_there_is_named(library):
    library.similarity.update()
    with pytest.raises(CbirError, match="no group"):
        library.similarity.photos_of("submarines")


def test_a_library_without_a_model_says_so(make_library, tmp_path):
    with pytest.raises(ModelNotInstalled):
        make_library(models=tmp_path / "none").similarity.update()


def test_an_empty_library_has_an_empty_map(make_library, tmp_path):
    make_colour_model(tmp_path / "models" / "colours")
    library = make_library(models=tmp_path / "models")
    try:
        report = library.similarity.update()
    except ModelNotInstalled:
        return  # no photo was embedded yet
    assert report.photos == 0


def test_the_command_line_lists_a_group(library, capsys):
    library.similarity.update()
    group = library.similarity.map().groups[-1]
    folder = ["--library", str(library.folder)]
    assert main(["similarity", "show", f"#{group.id}", "--json", *folder]) == 0
    photos = fitting("similarity show", capsys.readouterr().out)["photos"]
    assert len(photos) == group.photos
    assert main(["similarity", "show", f"#{group.id}", *folder]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == photos

"""Promises of a library, whether its index is in its folder or in PostgreSQL."""

import shutil
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from cbir.base.types import Album, Filters, SearchOptions, Term
from cbir.cluster import library_folder
from cbir.evaluation import rotated
from cbir.evaluation.altered import scaled
from cbir.library import Library
from tests.cbir.colour_model import make_colour_model
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS, photo, write_jpeg

KINDS = ("local", pytest.param("postgresql", marks=pytest.mark.long))
NAMES = ("chelsea", "rocket", "coffee", *POSTERS[:3])
MakeLibrary = Callable[..., Library]


@pytest.fixture(name="pictures")
def _pictures(tmp_path):
    write_pictures(tmp_path / "pictures", NAMES)
    return tmp_path / "pictures"


def _address(request, folder):
    server, database = request.getfixturevalue("database")
    return f"postgresql://postgres@127.0.0.1:{server.port}/{database}?folder={folder}"


@pytest.fixture(name="reopen")
def _reopen(request, tmp_path, make_library, tiny_codebook_file):
    """A function that opens the library, made by its first call. changes : of its options"""

    def reopen(**changes):
        if request.param == "local":
            return make_library(**changes)
        library = make_library(library_folder(_address(request, tmp_path / "library")), **changes)
        if not library.photo_count():
            library.models.use_codebook(tiny_codebook_file)
        return library

    return reopen


@pytest.fixture(name="library")
def _library(reopen, pictures):
    with reopen() as library:
        assert library.index([pictures]).indexed == len(NAMES)
        yield library


pytestmark = pytest.mark.parametrize("reopen", KINDS, indirect=True)


def found(result):
    return [hit.path.stem for hit in result.hits if hit.verified]


def test_a_library_is_what_the_contract_says(library):
    promised = library
    assert promised.photo_count() == len(NAMES)
    assert promised.info(sizes=False).photos == len(NAMES)


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_every_picture_finds_itself(library, pictures, weighting):
    options = SearchOptions(engine="match", weighting=weighting)
    for path in sorted(pictures.iterdir()):
        assert found(library.search([Term(path=path)], options))[:1] == [path.stem]


def test_a_turned_picture_finds_its_photo_and_nothing_else(library, tmp_path):
    write_jpeg(tmp_path / "turned.jpg", rotated(photo("chelsea"), 25).pixels)
    assert found(library.search([Term(path=tmp_path / "turned.jpg")])) == ["chelsea"]


def test_a_filter_leaves_only_what_it_names(library, pictures, tmp_path):
    (tmp_path / "others").mkdir()
    shutil.copy(pictures / "rocket.jpg", tmp_path / "others" / "again.jpg")
    library.index([tmp_path / "others"])
    asked = [Term(path=pictures / "rocket.jpg")]
    assert set(found(library.search(asked, SearchOptions(engine="match")))) == {"rocket", "again"}
    within = Filters(folders=(str(tmp_path / "others"),))
    assert found(library.search(asked, SearchOptions(engine="match", filters=within))) == ["again"]


def test_photos_that_come_go_and_change_are_found_as_they_are(library, reopen, pictures, tmp_path):
    write_pictures(pictures, ["astronaut"])
    (pictures / "rocket.jpg").rename(tmp_path / "gone.jpg")
    shutil.copy(pictures / "coffee.jpg", pictures / "chelsea.jpg")
    report = library.index([pictures])
    assert report.removed == 1
    library.close()
    with reopen() as again:
        assert again.photo_count() == len(NAMES)
        assert found(again.search([Term(path=pictures / "astronaut.jpg")])) == ["astronaut"]
        assert found(again.search([Term(path=tmp_path / "gone.jpg")])) == []
        assert set(found(again.search([Term(path=pictures / "coffee.jpg")]))) == {"coffee", "chelsea"}
        again.compact()
        assert set(found(again.search([Term(path=pictures / "coffee.jpg")]))) == {"coffee", "chelsea"}


def test_a_photo_is_forgotten_at_once(library, pictures):
    library.forget(pictures)
    assert library.search([Term(path=pictures / "rocket.jpg")]).hits == ()
    assert library.photo_count() == 0


def test_names_marks_and_albums_answer(library, pictures):
    (photo_id,) = library.find_photos([pictures / "rocket.jpg"])
    library.marks.set_rating([photo_id], 4)
    library.marks.set_keywords([photo_id], add=["moon"])
    assert [hit.path.stem for hit in library.search([Term(text="moon")]).hits] == ["rocket"]
    rated = SearchOptions(engine="match", filters=Filters(min_rating=4))
    assert found(library.search([Term(path=pictures / "rocket.jpg")], rated)) == ["rocket"]
    assert library.thumbnail(photo_id).shape[2] == 3
    assert library.picture(photo=photo_id).pixels.ndim == 3
    assert library.metadata([photo_id])[0] is not None
    with library.files.original(photo_id) as file:
        assert file.read() == (pictures / "rocket.jpg").read_bytes()


def test_a_filter_of_any_kind_leaves_what_the_catalog_lists(library, pictures):
    (rocket,) = library.find_photos([pictures / "rocket.jpg"])
    library.marks.set_rating([rocket], 4)
    library.marks.set_keywords([rocket], add=["moon"])
    kinds = (
        *(Filters(min_rating=4), Filters(keywords=("moon",)), Filters(orientation="landscape")),
        *(Filters(min_megapixels=0.2), Filters(formats=("PNG",)), Filters(folders=("pictures",))),
    )
    for filters in kinds:
        listed = {hit.path.stem for hit in library.search([], SearchOptions(filters=filters)).hits}
        for name in ("rocket", "chelsea"):
            options = SearchOptions(engine="match", filters=filters)
            result = library.search([Term(path=pictures / f"{name}.jpg")], options)
            assert found(result) == [name] * (name in listed), filters
            assert {hit.path.stem for hit in result.hits} <= listed


@pytest.mark.parametrize(
    ("typed", "fit"),
    [
        *(("orientation:portrait", {"upright"}), ("orientation:square", {"square"})),
        *(
            ("format:png", {"square"}),
            ("-format:png", {"rocket", "upright"}),
            ("mp:0.09..1", {"rocket", "square"}),
        ),
        ("mp:>0.09", {"rocket"}),
    ],
)
def test_what_never_changes_of_a_photo_filters_to_the_pixel(library, pictures, typed, fit):
    whole = scaled(photo("rocket"), 480).pixels
    write_jpeg(pictures / "upright.jpg", whole[:, 100:300])
    Image.fromarray(whole[:300, 80:380]).save(pictures / "square.png")
    library.index([pictures])
    asked = [Term(path=pictures / "rocket.jpg"), Term(text=typed)]
    assert set(found(library.search(asked))) == fit


def test_sentences_find_photos_within_filters_and_in_albums(reopen, tmp_path):
    make_colour_model(tmp_path / "models" / "colours")
    colours = {"red": (220, 30, 30), "green": (40, 200, 40), "blue": (30, 40, 220)}
    for number, rgb in enumerate([*colours.values()] * 2):
        pixels = np.full((96, 128, 3), rgb, np.uint8)
        pixels[:20, : 20 + number] = 128
        write_jpeg(tmp_path / "photos" / f"{number}.jpg", pixels)
    with reopen(models=tmp_path / "models") as library:
        library.index([tmp_path / "photos"])

        def named(result):
            return sorted(hit.path.stem for hit in result.hits)

        for place, colour in enumerate(colours):
            asked = [Term(text=colour)]
            best = library.search(asked, SearchOptions(engine="semantic", top=2))
            assert named(best) == [str(place), str(place + 3)]
            (one,) = library.find_photos([tmp_path / "photos" / f"{place + 3}.jpg"])
            library.marks.set_keywords([one], add=["late"])
            late = SearchOptions(engine="semantic", top=1, filters=Filters(keywords=("late",)))
            assert named(library.search(asked, late)) == [str(place + 3)], "the second of all"
        alike = Album(name="Alike", terms=(Term(photo=one),), labels=("",), id="alike")
        chosen = Album(name="Late", terms=(), labels=(), filters=Filters(keywords=("late",)), id="late")
        library.albums.keep([alike, chosen])
        assert "5" in named(library.albums.search("alike"))
        assert named(library.albums.search("late")) == ["3", "4", "5"]
        (other,) = library.find_photos([tmp_path / "photos" / "2.jpg"])
        library.albums.correct("late", {one: False, other: True})
        assert named(library.albums.search("late")) == ["2", "3", "4"]

"""Filters on what never changes of a photo: the answers of a local library."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from cbir.base.types import Filters, SearchOptions, Term
from cbir.cluster import library_folder
from cbir.library import Library
from tests.cbir.colour_model import make_colour_model
from tests.pictures import photo, write_jpeg

pytestmark = pytest.mark.long

Fill = Callable[[Path], Library]
FILTERS = (  # each leaves others: candidates are kept for what was allowed
    *(Filters(orientation="portrait"), Filters(orientation="square"), Filters(formats=("png",))),
    *(Filters(min_megapixels=0.09), Filters(min_megapixels=0.090001), Filters(formats=("jpg", "heic"))),
    Filters(formats=("JPEG",), orientation="landscape", min_megapixels=0.1),
)


@pytest.fixture(name="pictures")
def _pictures(tmp_path):
    """One photo in several shapes and formats, so that each finds all the others."""
    folder = tmp_path / "pictures"
    whole = photo("rocket")[:400, :600]
    write_jpeg(folder / "landscape.jpg", whole)
    write_jpeg(folder / "portrait.jpg", whole[:, 150:450])
    write_jpeg(folder / "square.jpg", whole[50:350, 150:450])  # of 90,000 pixels
    Image.fromarray(whole[:380]).save(folder / "landscape.png")
    Image.fromarray(whole[:, 150:460]).save(folder / "portrait.png")
    return folder


@pytest.fixture(name="fill")
def _fill(make_library, pictures, tmp_path, tiny_codebook_file):
    make_colour_model(tmp_path / "models" / "colours")

    def filled(folder):
        library = make_library(folder, models=tmp_path / "models")
        if not library.photo_count():
            library.models.use_codebook(tiny_codebook_file)
        library.index([pictures], parts=True)
        return library

    return filled


@pytest.fixture(name="far")
def _far(database, tmp_path):
    server, name = database
    return library_folder(f"postgresql://postgres@127.0.0.1:{server.port}/{name}?folder={tmp_path / 'far'}")


def alike(library, pictures, filters):
    options = SearchOptions(engine="match", filters=filters)
    result = library.search([Term(path=pictures / "square.jpg")], options)
    return [(hit.path.name, hit.verified) for hit in result.hits]


def described(library, filters):
    options = SearchOptions(engine="semantic", filters=filters)
    return [(hit.path.name, hit.score) for hit in library.search([Term(text="blue")], options).hits]


def test_answers_are_those_of_a_local_library(pictures, tmp_path, fill, far):
    near, far = fill(tmp_path / "near"), fill(far)
    for filters in FILTERS:
        listed = {hit.path.name for hit in near.search([], SearchOptions(filters=filters)).hits}
        assert listed
        assert {name for name, _ in alike(far, pictures, filters)} == listed, filters
        assert alike(far, pictures, filters) == alike(near, pictures, filters), filters
        assert described(far, filters) == described(near, filters), filters


def test_typed_fields_are_filters_beside_a_picture(pictures, fill, far):
    library = fill(far)
    result = library.search([Term(path=pictures / "square.jpg"), Term(text="format:jpg -orientation:square")])
    assert {hit.path.name for hit in result.hits} == {"landscape.jpg", "portrait.jpg"}


@pytest.mark.parametrize("changing", [{"min_rating": 4}, {"keywords": ("moon",)}, {"folders": ("pictures",)}])
def test_a_filter_that_may_change_is_one_beside_them(pictures, fill, far, changing):
    library = fill(far)
    marked = library.find_photos([pictures / "landscape.jpg", pictures / "portrait.jpg"])
    library.marks.set_rating(marked, 4)
    library.marks.set_keywords(marked, add=["moon"])
    found = alike(library, pictures, Filters(orientation="portrait", formats=("jpg",), **changing))
    assert [name for name, _ in found] == ["portrait.jpg"]


def test_a_photo_in_another_shape_is_found_as_it_is_now(pictures, fill, far):
    fill(far).close()
    write_jpeg(pictures / "landscape.jpg", photo("rocket")[:400, 160:460])
    library = fill(far)
    names = {name for name, _ in alike(library, pictures, Filters(orientation="portrait"))}
    assert names == {"landscape.jpg", "portrait.jpg", "portrait.png"}
    names = {name for name, _ in alike(library, pictures, Filters(orientation="landscape"))}
    assert names == {"landscape.png"}


def test_photos_that_were_deleted_since_take_no_places(pictures, fill, far):
    write_jpeg(pictures / "gone" / "square.jpg", photo("rocket")[50:350, 150:450])
    library = fill(far)
    library.forget(pictures / "gone")  # which the server has until the next run
    names = {name for name, _ in alike(library, pictures, Filters(formats=("jpg",)))}
    assert names == {"landscape.jpg", "portrait.jpg", "square.jpg"}

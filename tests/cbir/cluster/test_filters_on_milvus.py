"""Filters on what never changes of a photo: one request that names none, and the answers of a local library."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cbir.base.types import Filters, SearchOptions, Term
from cbir.cluster import Address, MilvusCollections, library_folder
from cbir.cluster.remote_index import collection_name
from cbir.cluster.traits import FORMAT, ORIENTATION, PIXELS, traits_of
from cbir.embeddings import PARTS
from cbir.library import Library
from tests.cbir.colour_model import make_colour_model
from tests.cbir.inside import reader_of
from tests.extras import needs
from tests.pictures import photo, write_jpeg

pytestmark = pytest.mark.long

needs("pymilvus", "milvus_lite", reason="the extra cluster is not installed")
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


@pytest.fixture(name="lite")
def _lite(tmp_path):
    return library_folder(f"milvus:{tmp_path / 'far'}")


@pytest.fixture(name="asked")
def _asked(monkeypatch):
    """The expressions that Milvus was asked with."""
    from pymilvus import MilvusClient

    asked = []
    search = MilvusClient.search

    def recorded(self, *args, **named):
        asked.append(named["filter"])
        return search(self, *args, **named)

    monkeypatch.setattr(MilvusClient, "search", recorded)
    yield asked


@pytest.fixture
def without_traits():
    """MilvusCollections are made as an earlier version made them, until this is undone."""
    from pymilvus import CollectionSchema

    add = CollectionSchema.add_field

    def of_before(self, field_name, *args, **named):
        return self if field_name in traits_of() else add(self, field_name, *args, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CollectionSchema, "add_field", of_before)
        yield patched


def alike(library, pictures, filters):
    options = SearchOptions(engine="match", filters=filters)
    result = library.search([Term(path=pictures / "square.jpg")], options)
    return [(hit.path.name, hit.verified) for hit in result.hits]


def described(library, filters):
    options = SearchOptions(engine="semantic", filters=filters)
    return [(hit.path.name, hit.score) for hit in library.search([Term(text="blue")], options).hits]


def test_answers_are_those_of_a_local_library(pictures, tmp_path, fill, lite):
    near, far = fill(tmp_path / "near"), fill(lite)
    for filters in FILTERS:
        listed = {hit.path.name for hit in near.search([], SearchOptions(filters=filters)).hits}
        assert listed
        assert {name for name, _ in alike(far, pictures, filters)} == listed, filters
        assert alike(far, pictures, filters) == alike(near, pictures, filters), filters
        assert described(far, filters) == described(near, filters), filters


def test_one_request_names_no_photo(pictures, fill, lite, asked):
    library = fill(lite)
    for filters in FILTERS:
        asked.clear()
        assert alike(library, pictures, filters)
        assert len(asked) == 1
        assert described(library, filters)
        assert len(asked) > 1
        assert not any("document" in expression or not expression for expression in asked), asked


def test_typed_fields_are_asked_for_beside_a_picture(pictures, fill, lite, asked):
    library = fill(lite)
    terms = [Term(path=pictures / "square.jpg"), Term(text="format:jpg -orientation:square")]
    result = library.search(terms)
    assert {hit.path.name for hit in result.hits} == {"landscape.jpg", "portrait.jpg"}
    assert set(asked) == {f'(({FORMAT} == "jpeg") and (not ({ORIENTATION} == 0)))'}


@pytest.mark.parametrize("changing", [{"min_rating": 4}, {"keywords": ("moon",)}, {"folders": ("pictures",)}])
def test_with_a_filter_that_may_change_photos_are_named(pictures, fill, lite, asked, changing):
    library = fill(lite)
    marked = library.find_photos([pictures / "landscape.jpg", pictures / "portrait.jpg"])
    library.marks.set_rating(marked, 4)
    library.marks.set_keywords(marked, add=["moon"])
    found = alike(library, pictures, Filters(orientation="portrait", formats=("jpg",), **changing))
    assert [name for name, _ in found] == ["portrait.jpg"]
    assert asked and all("document" in expression for expression in asked)


def test_a_photo_in_another_shape_is_found_as_it_is_now(pictures, fill, lite):
    fill(lite).close()
    write_jpeg(pictures / "landscape.jpg", photo("rocket")[:400, 160:460])
    library = fill(lite)
    names = {name for name, _ in alike(library, pictures, Filters(orientation="portrait"))}
    assert names == {"landscape.jpg", "portrait.jpg", "portrait.png"}
    names = {name for name, _ in alike(library, pictures, Filters(orientation="landscape"))}
    assert names == {"landscape.png"}


def test_a_collection_of_an_earlier_version_is_filtered_by_names(
    pictures,
    tmp_path,
    fill,
    lite,
    asked,
    without_traits,
):
    for folder in (tmp_path / "near", lite):
        fill(folder).close()
    without_traits.undo()
    write_jpeg(pictures / "later.jpg", photo("rocket")[:390, 150:450])
    near, far = fill(tmp_path / "near"), fill(lite)  # which sends what is new to the collections as they are
    for filters in FILTERS:
        assert alike(far, pictures, filters) == alike(near, pictures, filters), filters
        assert described(far, filters) == described(near, filters), filters
    assert asked and all("document" in expression for expression in asked)
    assert "later.jpg" in dict(alike(far, pictures, Filters(orientation="portrait")))


def test_words_embeddings_and_those_of_parts_all_carry_them(fill, lite):
    reader = reader_of(fill(lite))
    assert reader.remote is not None
    with reader.catalog() as catalog:
        segments = catalog.segments.all()
    sent = {(one.kind, bool(one.options)): one for one in segments if one.kind != "features"}
    assert len(sent) == 3
    for (kind, of_parts), segment in sent.items():
        name, each = collection_name(kind, segment.codebook), PARTS if kind == "vectors" and of_parts else 1
        counted = [
            reader.remote.collections.count(name, condition)
            for condition in (f"{ORIENTATION} == -1", f'{FORMAT} == "png"', f"{PIXELS} == 90000")
        ]
        assert counted == [2 * each, 2 * each, each], name


def test_what_is_sent_can_be_asked_for(tmp_path):
    collections = MilvusCollections(Address(server=None, name="photos"), tmp_path / "milvus.db")
    wide, square = traits_of("JPEG", 4000, 3000), traits_of("camera raw", 70_000, 70_000)
    try:
        for name, dimension, rows in (
            ("words", None, [{1: 3.0}, {1: 2.0}, {1: 1.0}]),
            ("vectors", 2, list(np.array([[3, 0], [2, 0], [1, 0]], np.float32))),
        ):
            collections.make(name, dimension=dimension)
            collections.upsert(name, [1, 2], rows[:2], [wide, square])
            collections.upsert(name, [3], rows[2:])
            for condition, fit in (
                (f'{FORMAT} == "jpeg"', 1),
                (f'not ({FORMAT} == "camera raw")', 2),
                (f"{ORIENTATION} == 1 and {PIXELS} >= 12000000", 1),
                (f"{PIXELS} > 12000000", 1),
                (f"{PIXELS} == {70_000 * 70_000}", 1),
                (f"{ORIENTATION} == -1", 0),
            ):
                assert collections.count(name, condition) == fit, condition
    finally:
        collections.close()


def test_what_was_deleted_takes_no_place(tmp_path):
    collections = MilvusCollections(Address(server=None, name="photos"), tmp_path / "milvus.db")
    traits = [traits_of("PNG", 2, 1)] * 3 + [traits_of("JPEG", 2, 1)]
    expression = f'{FORMAT} == "png"'

    def fitting(top, *among):
        found = collections.nearest_fitting(
            "words", {1: 1.0}, top, expression=expression, among=np.array(among, np.int64)
        )
        return None if found is None else found.tolist()

    try:
        collections.make("words", dimension=None)
        collections.upsert("words", [1, 2, 3, 4], [{1: 9.0}, {1: 8.0}, {1: 7.0}, {1: 10.0}], traits)
        assert fitting(2, 1, 2, 3) == [1, 2]
        assert fitting(4, 2, 3) == [2, 3], "there is no other that fits"
        assert fitting(2, 2, 3) is None, "1 stands where 3 should"
    finally:
        collections.close()


def test_where_what_was_deleted_is_best_photos_are_named(pictures, fill, lite, monkeypatch, asked):
    write_jpeg(pictures / "gone" / "square.jpg", photo("rocket")[50:350, 150:450])
    library = fill(lite)
    library.forget(pictures / "gone")  # which Milvus has until the next run
    monkeypatch.setattr("cbir.cluster.milvus.MOST_FOUND", 2)
    monkeypatch.setattr("cbir.cluster.words.MOST_FOUND", 2)
    assert len(alike(library, pictures, Filters(formats=("jpg",)))) == 2, "as many as Milvus may name"
    assert [("document" in expression) for expression in asked] == [False, True]

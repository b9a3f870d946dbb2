"""FAISS in both kinds of search: by a picture's details in the whole library, and by a sentence."""

from dataclasses import replace

import faiss
import numpy as np
import pytest

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.types import SearchOptions, Term
from cbir.vectors import (
    DescribedPhoto,
    VectorIndexOptions,
    build_descriptor_index,
    find_descriptor_index,
)
from tests.cbir.colour_model import make_colour_model
from tests.cbir.stage_data import write_pictures

NAMES = ("coffee", "chelsea", "rocket", "brick", "china", "gravel")
ALONE = frozenset({"nearest", "mirror", "guided", "learned"})
PICTURE = SearchOptions(engine="match", without=ALONE)


def write_photos(folder):
    write_pictures(folder, NAMES)


def make_models(folder):
    make_colour_model(folder / "colours")


@pytest.fixture(autouse=True)
def nothing_on_the_shortlist(monkeypatch):
    """The first stages compare nothing, as if the right photo had a bad rank."""
    monkeypatch.setattr("cbir.search.results.SHORTLIST", 0)


@pytest.fixture
def picture(pictures):
    return Term(path=sorted(pictures.iterdir())[0])


@pytest.fixture
def calls(monkeypatch):
    """Counts the searches of FAISS' trained indexes, by the kind of index."""
    counts = {"picture": 0, "sentence": 0}
    details, embeddings = faiss.IndexIVFPQ.search_preassigned_c, faiss.IndexIVFScalarQuantizer.search

    def by_details(index, *arguments):
        counts["picture"] += 1
        return details(index, *arguments)

    def by_embeddings(index, *arguments, **options):
        counts["sentence"] += 1
        return embeddings(index, *arguments, **options)

    monkeypatch.setattr(faiss.IndexIVFPQ, "search_preassigned_c", by_details)
    monkeypatch.setattr(faiss.IndexIVFScalarQuantizer, "search", by_embeddings)
    return counts


def verified(library, term, options=PICTURE):
    """The photos that points prove; that the query's own file is among them needs no points."""
    return [hit.path for hit in library.search([term], options).hits if hit.verified and hit.evidence]


def cache_of(library):
    (folder,) = (library.folder / "cache").iterdir()
    return folder


def empty_details(library):
    """Replace the index of details by one of the same photos without details."""
    cache = cache_of(library)
    index = find_descriptor_index(cache, codebook=cache.name)
    nothing = np.zeros(0, np.int64), np.zeros((0, 32), np.uint8)

    class Words:
        centroids = np.zeros((index.lists, 64), np.float32)
        levels = np.zeros((16, 64), np.float32)

    documents = index.documents.tolist()
    for folder in cache.iterdir():
        (folder / "manifest.json").unlink()
    build_descriptor_index(
        documents,
        lambda some: iter([DescribedPhoto(document, *nothing) for document in some]),
        cache,
        Words(),
        codebook=cache.name,
    )


def test_a_picture_asks_faiss_and_loses_its_hit_with_the_index(library, picture, calls):
    assert verified(library, picture) == []
    library.models.set_nndr("library")
    assert calls["picture"] == 0
    assert verified(library, picture) == [picture.path]
    assert calls["picture"] >= 1
    empty_details(library)
    assert verified(library, picture) == []
    assert calls["sentence"] == 0


def test_a_sentence_asks_faiss_and_loses_its_hits_with_the_index(library, calls):
    lists = SearchOptions(engine="semantic", nprobe=2)
    options = VectorIndexOptions(kind="trained", dimensions=None, lists=2, codes="8bit")
    library.models.set_vector_options(options)
    assert len(library.search([Term(text="red")], lists).hits) == len(NAMES)
    assert calls == {"picture": 0, "sentence": 1}
    library.search([Term(text="red")], SearchOptions(engine="semantic"))
    assert calls["sentence"] == 2, "trained on request: at any size"
    ((_, index),) = library.semantic_engine.indexes.values()
    index.reranker.trained.load().remove(np.arange(len(NAMES)))
    assert library.search([Term(text="red")], lists).hits == ()


def test_nothing_asks_faiss_in_a_small_library_unless_told(library, picture, calls):
    library.search([picture], SearchOptions(engine="match"))
    library.search([Term(text="red")], SearchOptions(engine="semantic"))
    assert calls == {"picture": 0, "sentence": 0}
    assert library.models.nndr() == ("auto", "of the shortlist")


def test_a_search_may_leave_the_whole_library_out(library, picture, calls):
    library.models.set_nndr("library")
    assert verified(library, picture, replace(PICTURE, nndr="shortlist")) == []
    assert verified(library, picture, replace(PICTURE, without=ALONE | {"library"})) == []
    assert calls["picture"] == 0
    assert verified(library, picture, replace(PICTURE, nndr="library")) == [picture.path]


def test_asking_for_the_whole_library_without_an_index_says_how_to_make_one(library, picture):
    with pytest.raises(QueryUnusable, match="cbir library vectors --nndr library"):
        library.search([picture], replace(PICTURE, nndr="library"))


@pytest.mark.parametrize("changed", [{"nndr": "library"}, {"nndr_ratio": 0.7}])
def test_options_of_nndr_are_refused_without_a_picture(library, changed):
    with pytest.raises(QueryUnusable, match="compares no pictures"):
        library.search([Term(text="red")], SearchOptions(**changed))


def test_the_index_follows_what_is_chosen_and_indexed(library, pictures, picture):
    library.models.set_nndr("library")
    choice, how = library.models.nndr()
    assert (choice, how.split(",")[0]) == ("library", "of the library: IVF of 256 lists")
    assert "6 photos" in how
    write_pictures(pictures, ("camera", "retina"))
    library.index([pictures])
    assert "8 photos" in library.models.nndr()[1]
    picture.path.unlink()
    library.index([pictures])
    assert verified(library, Term(path=pictures / "rocket.jpg")) != [picture.path]
    library.models.set_nndr("auto")
    assert library.models.nndr() == ("auto", "of the shortlist")
    assert not list((library.folder / "cache").glob("*/*"))


def test_another_choice_for_embeddings_leaves_the_details_alone(library):
    library.models.set_nndr("library")
    library.models.set_vector_options(VectorIndexOptions(kind="exact"))
    assert library.models.nndr()[1].startswith("of the library")


def test_a_damaged_index_of_details_is_reported_by_a_check(library):
    library.models.set_nndr("library")
    (file,) = (library.folder / "cache").rglob("index.faiss")
    file.write_bytes(file.read_bytes()[:-3])
    assert library.check()
    assert library.models.nndr()[1] == "of the shortlist"


def test_a_changed_bit_in_the_index_of_details_costs_no_search(library, picture):
    library.models.set_nndr("library")
    (file,) = (library.folder / "cache").rglob("index.faiss")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    assert verified(library, picture) == []
    with pytest.raises(QueryUnusable, match="no index"):
        library.search([picture], replace(PICTURE, nndr="library"))


def test_a_ratio_is_that_of_all_comparisons_and_is_shown(library, picture, monkeypatch):
    monkeypatch.setattr("cbir.search.results.SHORTLIST", 200)
    usual = library.search([picture], PICTURE).hits[0].evidence[0]
    strict = library.search([picture], replace(PICTURE, nndr_ratio=0.5)).hits[0].evidence[0]
    assert (usual.nndr_ratio, strict.nndr_ratio) == (0.8, 0.5)
    assert strict.inliers <= usual.inliers
    with pytest.raises(CbirError, match="ratio"):
        library.search([picture], replace(PICTURE, nndr_ratio=1.5))


@pytest.mark.parametrize(("photos", "wants"), [(6, False), (9_999, False), (10_000, True), (50_001, False)])
def test_an_index_of_details_is_made_unasked_by_the_number_of_photos(
    library, pictures, monkeypatch, photos, wants
):
    write_pictures(pictures, ("camera",))
    monkeypatch.setattr("cbir.catalog.photos.PhotoTable.count", lambda _: photos)
    library.index([pictures])
    assert library.models.nndr()[1].startswith("of the library") == wants

"""The trained structure of large libraries, made small: training, candidates, re-ranking, what comes and goes."""

import dataclasses
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cbir.base.artifacts import MANIFEST
from cbir.base.errors import ArtifactMismatch, Cancelled
from cbir.vectors import (
    VectorIndex,
    VectorIndexOptions,
    VectorSegment,
    build_structure,
    merge_vector_segments,
)
from cbir.vectors import trained as trained_module
from cbir.vectors.trained import TrainedStructure, find_structure, lists_for, recipe
from tests.cbir.vector_data import (
    MODEL,
    NO_DOCUMENTS,
    plain_search,
    some_documents,
    unit_vectors,
    write_parts,
)
from tests.cbir.vectors.test_vectors import flip_a_bit

DIMENSION, COUNT = 48, 4000
QUICK = VectorIndexOptions(kind="trained", dimensions=24, lists=32, rerank=150)


@pytest.fixture(scope="module")
def vectors():
    return unit_vectors(COUNT, DIMENSION, groups=40)


@pytest.fixture(scope="module")
def documents():
    return some_documents(COUNT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("trained")


@pytest.fixture(scope="module")
def parts(folder, documents, vectors):
    return write_parts(folder, documents, vectors, [0, 1500, COUNT])


@pytest.fixture(scope="module")
def cache(folder, parts):
    """The cache with a structure of all vectors."""
    build_structure(parts, folder / "cache", deleted=NO_DOCUMENTS, options=QUICK)
    return folder / "cache"


def opened(parts, cache, options=QUICK, **rest):
    index = VectorIndex.open(parts, options=options, cache=cache, device="cpu", **rest)
    assert "re-ranked at full dimension and 16 bits" in index.describe()
    return index


def recall(
    index,
    documents,
    vectors,
    *,
    keep=None,
    **search,
):
    """Recall at 10 over 30 queries; what is found has its exact score."""
    shares = []
    for query in unit_vectors(30, DIMENSION, seed=5, groups=40):
        found = index.search(query, 10, **search)
        wanted, _ = plain_search(documents, vectors, query, 10, keep=keep)
        shares.append(len(set(wanted) & set(found.documents.tolist())) / len(wanted))
        rows = np.searchsorted(documents, found.documents)
        assert np.allclose(
            found.scores, vectors[rows].astype(np.float16).astype(np.float32) @ query, atol=1e-5
        )
        assert np.all(found.scores[:-1] >= found.scores[1:])
        assert keep is None or keep[rows].all()
    return float(np.mean(shares))


@pytest.mark.parametrize("codes", ["pq", "8bit"])
@pytest.mark.parametrize(("lists", "dimensions"), [(32, None), (1, 24), (32, 24)])
def test_every_kind_finds_nearly_all_and_scores_it_at_full_precision(
    tmp_path,
    parts,
    documents,
    vectors,
    codes,
    lists,
    dimensions,
):
    options = VectorIndexOptions(
        kind="trained",
        codes=codes,
        lists=lists,
        dimensions=dimensions,
        rerank=150,
    )
    build_structure(parts, tmp_path, deleted=NO_DOCUMENTS, options=options)
    index = opened(parts, tmp_path, options)
    described = index.describe()
    assert ("IVF of 32 lists" in described) == ("IVF" in described) == (lists == 32)
    assert ("PCA to 24 dimensions" in described) == ("PCA" in described) == (dimensions == 24)
    assert recall(index, documents, vectors, nprobe=12) >= 0.95


def test_a_structure_names_no_more_than_is_kept(cache, documents, vectors):
    trained = find_structure(cache, model=MODEL)
    assert trained is not None
    keep = np.zeros(COUNT, bool)
    keep[[5, 1700, 3000]] = True
    named = trained.candidates(vectors[5], 50, nprobe=99, keep=keep)
    assert sorted(named.tolist()) == documents[keep].tolist()


def test_a_structure_of_another_model_is_passed_over(cache):
    (folder,) = cache.iterdir()
    with pytest.raises(ArtifactMismatch, match="of another model"):
        TrainedStructure.open(folder, model="model-b")
    assert find_structure(cache, model="model-b") is None


def test_of_several_structures_the_newest_is_used_and_what_is_none_is_passed_over(cache, tmp_path):
    (folder,) = cache.iterdir()
    for name, since in (("a", 3), ("b", 9), ("c", 6)):
        shutil.copytree(folder, tmp_path / name)
        os.utime(tmp_path / name / MANIFEST, (since, since))
    (tmp_path / "mine").mkdir()
    found = find_structure(tmp_path, model=MODEL)
    assert found is not None and found.folder == tmp_path / "b"
    known = TrainedStructure.open(tmp_path / "b", model=MODEL)
    assert find_structure(tmp_path, model=MODEL, earlier=known) is known
    (tmp_path / "b" / MANIFEST).write_text("{")
    os.utime(tmp_path / "b" / MANIFEST, (9, 9))
    found = find_structure(tmp_path, model=MODEL)
    assert found is not None and found.folder == tmp_path / "c"


def test_a_structure_that_faiss_cannot_read_is_named(cache, monkeypatch):
    import faiss

    def fail(*_):
        raise RuntimeError("no such index")

    monkeypatch.setattr(faiss, "read_index", fail)
    trained = find_structure(cache, model=MODEL)
    assert trained is not None
    with pytest.raises(ArtifactMismatch, match="another version of FAISS"):
        trained.load()


def test_a_structure_is_known_by_all_options_that_it_depends_on():
    changes = [{"dimensions": 12}, {"lists": 16}, {"codes": "8bit"}]
    recipes = {recipe(dataclasses.replace(QUICK, **change)) for change in changes}
    assert len(recipes | {recipe(QUICK)}) == 4
    assert recipe(dataclasses.replace(QUICK, rerank=9)) == recipe(QUICK)


def test_a_round_of_k_means_goes_on_where_the_one_before_ended(monkeypatch):
    starts = []

    def one_round(sample, lists, *, start, **_):
        starts.append(None if start is None else float(start[0]))
        return np.array([len(starts)])

    monkeypatch.setattr(trained_module, "kmeans", one_round)
    trained_module.trained_centroids(np.zeros((1, 1), np.float32), 1, 0, lambda _share: None)
    assert starts == [None, *(float(number) for number in range(1, len(starts)))]
    assert len(starts) == trained_module.ITERATIONS


def test_a_structure_has_no_more_lists_than_vectors(tmp_path):
    few = write_parts(tmp_path, some_documents(40), unit_vectors(40, DIMENSION), [0, 40])
    options = dataclasses.replace(QUICK, lists=100, dimensions=None, codes="8bit")
    build_structure(few, tmp_path / "cache", deleted=NO_DOCUMENTS, options=options)
    trained = find_structure(tmp_path / "cache", model=MODEL)
    assert trained is not None and trained.lists == 40


@pytest.mark.parametrize(("lists", "probes"), [(1, 1), (200, 200), (1024, 256), (4096, 512)])
def test_one_list_in_eight_is_looked_into_but_no_fewer_than_cost_nothing(cache, lists, probes):
    trained = find_structure(cache, model=MODEL)
    assert trained is not None
    trained.lists = lists
    assert trained.probes == probes


def test_without_re_ranking_few_of_the_best_would_be_first(parts, cache, documents, vectors):
    trained = find_structure(cache, model=MODEL)
    assert trained is not None
    shares = []
    for query in unit_vectors(30, DIMENSION, seed=5, groups=40):
        wanted, _ = plain_search(documents, vectors, query, 10)
        named = trained.candidates(query, 10, nprobe=32, keep=None)
        shares.append(len(set(wanted) & set(named.tolist())) / 10)
    assert np.mean(shares) < 0.7
    assert recall(opened(parts, cache), documents, vectors, nprobe=32) >= 0.97


def test_more_probes_find_more(parts, cache, documents, vectors):
    index = opened(parts, cache)
    found = [recall(index, documents, vectors, nprobe=nprobe) for nprobe in (1, 4, 32)]
    assert found[0] < found[1] < found[2]
    assert (
        recall(
            opened(parts, cache, VectorIndexOptions(kind="trained", rerank=150, nprobe=4)), documents, vectors
        )
        == found[1]
    )


def test_a_query_that_is_shifted_against_the_vectors_finds_as_much(parts, cache, documents, vectors):
    offset = 1.5 * unit_vectors(1, DIMENSION, seed=77)[0]
    # more to re-rank: an offset in all directions is half in those that were dropped
    options = VectorIndexOptions(kind="trained", rerank=400)
    index, shares = opened(parts, cache, options), []
    for query in unit_vectors(30, DIMENSION, seed=5, groups=40) + offset:
        wanted, _ = plain_search(documents, vectors, query, 10)
        shares.append(len(set(wanted) & set(index.search(query, 10, nprobe=16).documents.tolist())) / 10)
    assert np.mean(shares) >= 0.95


def test_a_number_of_probes_belongs_to_its_search(parts, cache, vectors):
    index = opened(parts, cache)
    before = index.search(vectors[0], 10).documents.tolist()
    index.search(vectors[0], 10, nprobe=1)
    assert index.search(vectors[0], 10).documents.tolist() == before


def test_searches_side_by_side_do_not_disturb_each_other(parts, cache, documents, vectors):
    index, odd = opened(parts, cache), documents[1::2]
    asked = [
        (query, allowed, nprobe)
        for query in unit_vectors(20, DIMENSION, seed=5, groups=40)
        for allowed in (None, odd)
        for nprobe in (1, 8)
    ]

    def search(one):
        query, allowed, nprobe = one
        found = index.search(query, 10, allowed=allowed, nprobe=nprobe).documents.tolist()
        return found

    alone = [search(request) for request in asked]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search, asked)) == alone


def test_what_came_after_the_training_is_searched_beside_it(folder, parts, cache, documents, vectors):
    new_vectors = unit_vectors(300, DIMENSION, seed=8, groups=40)
    new_documents = documents[-1] + some_documents(300)
    more = parts + write_parts(folder / "new", new_documents, new_vectors, [0, 100, 300])
    index = opened(more, cache)
    assert index.describe().endswith("4,300 vectors, 300 of them searched exactly")
    for row in (0, 150):
        assert index.search(new_vectors[row], 1).documents.tolist() == [new_documents[row]]
    together = np.append(documents, new_documents), np.concatenate([vectors, new_vectors])
    assert recall(index, *together, nprobe=16) >= 0.95
    merge_vector_segments(more, folder / MODEL / "merged", deleted=NO_DOCUMENTS)
    merged = opened([VectorSegment.open(folder / MODEL / "merged")], cache)
    assert merged.describe() == index.describe()
    for query in new_vectors[:5]:
        assert merged.search(query, 20).documents.tolist() == index.search(query, 20).documents.tolist()


def test_what_was_deleted_after_the_training_is_not_found(folder, parts, cache, documents, vectors):
    query = unit_vectors(30, DIMENSION, seed=5, groups=40)[0]
    nearest = plain_search(documents, vectors, query, 200)[
        0
    ]  # all candidates that a search looks at, and more
    deleted = np.unique(np.append(documents[::5], nearest))
    keep = ~np.isin(documents, deleted)
    index = opened(parts, cache, deleted=deleted)
    assert len(index) == np.count_nonzero(keep)
    assert recall(index, documents, vectors, keep=keep, nprobe=16) >= 0.95
    merge_vector_segments(parts, folder / MODEL / "thinned", deleted=deleted)
    thinned = opened([VectorSegment.open(folder / MODEL / "thinned")], cache)
    assert thinned.search(query, 20).documents.tolist() == index.search(query, 20).documents.tolist()


@pytest.mark.parametrize("every", [2, 3, 500])
def test_a_filter_leaves_only_what_it_allows(
    monkeypatch,
    parts,
    cache,
    documents,
    vectors,
    every,
):
    monkeypatch.setattr("cbir.vectors.reranking.MAX_ROWS_FOR_EXACT", 100)
    allowed = documents[::every]
    index, keep = opened(parts, cache), np.isin(documents, allowed)
    assert recall(index, documents, vectors, keep=keep, allowed=allowed) >= 0.95


def test_a_search_for_many_is_exact(parts, cache, documents, vectors):
    query = vectors[17]
    index = opened(parts, cache)
    found = index.search(query, COUNT + 1)
    assert len(index.search(query, COUNT + 1, nprobe=1).documents) < COUNT, "but for lists that are named"
    assert sorted(found.documents.tolist()) == documents.tolist()
    assert np.allclose(found.scores, plain_search(documents, vectors, query, COUNT)[1], atol=1e-5)


def sized(exact_up_to, **other):
    """The options that the shared structure was built by, with another size from which it is used."""
    return dataclasses.replace(QUICK, kind="auto", exact_up_to=exact_up_to, **other)


def test_it_is_used_above_a_size_and_wanted_where_it_is_missing(parts, cache):
    assert not opened(parts, cache, sized(COUNT - 1)).wants_structure
    assert VectorIndex.open(parts, options=sized(COUNT - 1)).wants_structure
    for options in (sized(COUNT), dataclasses.replace(sized(10), kind="exact")):
        index = VectorIndex.open(parts, options=options, cache=cache)
        assert index.describe().startswith("exact")
        assert not index.wants_structure


def test_one_of_other_options_is_used_until_it_is_built_anew(parts, cache):
    assert opened(parts, cache, sized(100, lists=64)).wants_structure
    assert opened(parts, cache, sized(100, dimensions=None)).wants_structure
    assert not opened(parts, cache, sized(100, nprobe=3, rerank=50)).wants_structure


def test_it_is_wanted_anew_when_much_came_after_it(folder, parts, cache):
    new = write_parts(
        folder / "much", some_documents(1200) + 10**6, unit_vectors(1200, DIMENSION, seed=3), [0, 800, 1200]
    )
    assert opened(parts + new, cache, sized(3000)).wants_structure
    assert not opened(parts + new[:1], cache, sized(3000)).wants_structure, "it knows 4000 of the 4800"
    assert not opened(parts + new, cache, sized(5000)).wants_structure, "so many are searched exactly anyway"


def test_a_new_structure_replaces_the_old_one(tmp_path, parts):
    shares = []
    for lists in (8, 16):
        options = VectorIndexOptions(kind="trained", lists=lists, dimensions=16)
        build_structure(parts, tmp_path, deleted=parts[0].documents, options=options, progress=shares.append)
        trained = find_structure(tmp_path, model=MODEL)
        assert trained is not None
        assert (trained.lists, len(trained)) == (lists, COUNT - 1500)
        assert [folder.name for folder in tmp_path.iterdir()] == [trained.folder.name]
    assert shares[-1] == 1
    assert len(shares) > 20


def test_building_can_be_stopped_at_any_step_and_leaves_what_was(tmp_path, parts):
    options = VectorIndexOptions(kind="trained", lists=8, dimensions=16)
    build_structure(parts, tmp_path, deleted=NO_DOCUMENTS, options=options)
    before = [folder.name for folder in tmp_path.iterdir()]
    for calls in range(1, 12):
        left = iter(range(calls))
        with pytest.raises(Cancelled):
            build_structure(
                parts,
                tmp_path,
                deleted=NO_DOCUMENTS,
                options=options,
                cancelled=lambda left=left: next(left, None) is None,
            )
        assert [folder.name for folder in tmp_path.iterdir()] == before


@pytest.mark.parametrize("name", ["index.faiss", "axes.f32", "documents.i64"])
def test_a_damaged_structure_is_not_used(tmp_path, parts, documents, vectors, name):
    build_structure(parts, tmp_path, deleted=NO_DOCUMENTS, options=QUICK)
    [folder] = tmp_path.iterdir()
    flip_a_bit(folder / name)
    with pytest.raises(ArtifactMismatch, match=name):
        TrainedStructure.open(folder, model=MODEL).load()
    index = VectorIndex.open(parts, options=QUICK, cache=tmp_path, device="cpu")
    assert recall(index, documents, vectors) == 1
    assert index.describe().startswith("exact")
    assert not index.trained


def test_a_process_that_has_not_loaded_faiss_scans_and_leaves_the_structure_unread(
    parts, cache, vectors, monkeypatch
):
    def unwanted(*_):
        raise AssertionError("the structure was loaded")

    monkeypatch.setattr("cbir.vectors.compiled.is_loaded", lambda: False)
    index = opened(parts, cache, sized(100))
    assert index.trained
    with monkeypatch.context() as context:
        context.setattr(TrainedStructure, "load", unwanted)
        assert len(index.search(vectors[3], 10).documents) == 10
    monkeypatch.undo()
    known = find_structure(cache, model=MODEL)
    assert known is not None
    index.prepare()
    asked = []

    def candidates(_, query, count, **__):
        asked.append(count)
        return known.documents

    monkeypatch.setattr(TrainedStructure, "candidates", candidates)
    index.search(vectors[3], 10)
    assert asked == [QUICK.rerank]


def test_a_structure_of_another_model_is_not_used(tmp_path, parts, cache):
    assert find_structure(cache, model="model-b") is None
    assert find_structure(tmp_path, model=MODEL) is None


def test_fewer_vectors_than_lists_are_no_obstacle(tmp_path):
    vectors = unit_vectors(20, DIMENSION)
    parts = write_parts(tmp_path, some_documents(20), vectors, [0, 20])
    build_structure(parts, tmp_path / "cache", deleted=NO_DOCUMENTS, options=QUICK)
    index = opened(parts, tmp_path / "cache")
    assert index.search(vectors[4], 1, nprobe=99).documents.tolist() == [some_documents(20)[4]]


def test_the_number_of_lists_grows_with_the_root():
    assert [lists_for(n) for n in (0, 1, 300_000, 1_000_000, 10_000_000)] == [4, 4, 2048, 4096, 16384]


def test_a_structure_that_is_still_the_newest_is_not_read_again(parts, cache, tmp_path):
    known = find_structure(cache, model=MODEL)
    assert known is not None
    assert find_structure(cache, model=MODEL, earlier=known) is known
    build_structure(parts, tmp_path, deleted=NO_DOCUMENTS, options=QUICK)
    newer = find_structure(tmp_path, model=MODEL, earlier=known)
    assert newer is not None
    assert newer is not known

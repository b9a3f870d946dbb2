"""Merged segments of postings and embeddings, and those that go for good."""

import pytest

from cbir.base.errors import Cancelled
from cbir.catalog import Catalog
from cbir.embeddings import parts_made_by
from cbir.library.maintenance.segments import merge_into_one, merge_postings, merge_vectors
from cbir.vectors import VectorSegment
from tests.cbir.library.maintenance.drawn_library import MODEL, DrawnLibrary

OTHER = "07e5" * 5


@pytest.fixture(name="drawn")
def _drawn(tmp_path):
    drawn = DrawnLibrary(tmp_path / "library")
    yield drawn
    drawn.catalog.close()


def merge(drawn, *, wanted=MODEL, parts=True, all_into_one=False):
    merge_vectors(drawn.catalog, drawn.layout, current_model=wanted, parts=parts, all_into_one=all_into_one)


def embedded(drawn, made_by=MODEL):
    """The contents of a model's segments."""
    return [
        VectorSegment.open(drawn.layout.vectors(made_by, row.name)).documents.tolist()
        for row in drawn.listed("vectors")
        if row.codebook == made_by
    ]


# --- postings ---


def test_postings_of_two_codebooks_are_never_written_as_one(drawn):
    for codebook in ("a" * 32, "b" * 32, "a" * 32, "b" * 32):
        drawn.add(2, codebook=codebook)
    assert merge_postings(drawn.catalog, drawn.layout) == 2
    assert sorted((row.codebook[0], row.documents) for row in drawn.listed("postings")) == [
        ("a", 4),
        ("b", 4),
    ]
    assert all(drawn.postings(row).codebook == row.codebook for row in drawn.listed("postings"))


def test_only_postings_up_to_a_size_are_merged_while_others_are_indexed(drawn):
    for count in (2, 2, 3, 3):
        drawn.add(count)
    merge_postings(drawn.catalog, drawn.layout, largest=2)
    assert [row.documents for row in drawn.listed("postings")] == [3, 3, 4]
    merge_postings(drawn.catalog, drawn.layout, largest=3)
    assert [row.documents for row in drawn.listed("postings")] == [4, 6]


@pytest.mark.parametrize(("gone", "left"), [(1, 4), (2, 2)])
def test_postings_are_written_anew_only_where_more_than_a_quarter_is_gone(drawn, gone, left):
    documents = drawn.add(4)
    drawn.remove(*documents[:gone])
    merges = merge_postings(drawn.catalog, drawn.layout)
    (row,) = drawn.listed("postings")
    assert (merges, row.documents) == (int(gone > 1), left)
    assert drawn.postings(row).members.tolist() == documents[4 - left :]


def test_postings_of_which_nothing_is_left_leave_the_list_and_the_disk(drawn):
    drawn.remove(*drawn.add(3))
    assert merge_postings(drawn.catalog, drawn.layout) == 1
    assert drawn.listed("postings") == [] and drawn.on_disk("postings") == set()
    assert drawn.catalog.documents.deleted() == []


def test_nothing_is_written_once_merging_is_stopped_though_nothing_is_left_to_copy(
    drawn,
):
    drawn.remove(*drawn.add(3))
    assert merge_postings(drawn.catalog, drawn.layout, cancelled=lambda: True) == 0
    assert [row.documents for row in drawn.listed("postings")] == [3]


def test_a_merge_says_what_it_holds_and_whose_options_it_has(drawn):
    first, second = drawn.add(3), drawn.add(2)
    drawn.remove(first[0], second[1])
    merge_into_one(drawn.catalog, drawn.layout, drawn.listed("postings"), without=[first[1]])
    (row,) = drawn.listed("postings")
    assert (row.documents, row.options, row.kind) == (2, "o", "postings")
    assert drawn.postings(row).members.tolist() == [first[2], second[0]]
    assert drawn.on_disk("postings") == {row.name}


def test_what_follows_a_merge_becomes_true_together_with_it(drawn):
    drawn.add(1), drawn.add(1)
    before = drawn.listed("postings")

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        merge_into_one(drawn.catalog, drawn.layout, before, and_then=fail)
    assert drawn.listed("postings") == before
    assert drawn.on_disk("postings") >= {row.name for row in before}


def test_a_merge_that_is_stopped_keeps_what_was_there(drawn):
    drawn.add(1), drawn.add(1)
    before = drawn.listed("postings")
    with pytest.raises(Cancelled):
        merge_into_one(drawn.catalog, drawn.layout, before, cancelled=lambda: True)
    assert merge_postings(drawn.catalog, drawn.layout, cancelled=lambda: True) == 0
    assert drawn.listed("postings") == before
    assert drawn.on_disk("postings") == {row.name for row in before}


@pytest.mark.parametrize("kind", ["postings", "vectors"])
def test_what_was_replaced_goes_only_once_no_power_cut_can_bring_it_back_to_the_list(
    drawn, monkeypatch, kind
):
    for _ in range(2):
        drawn.embed(drawn.add(1))
    before = drawn.on_disk(kind)
    there = []

    def note(_catalog):
        there.append(drawn.on_disk(kind) > before)
        return True

    monkeypatch.setattr(Catalog, "checkpoint", note)
    if kind == "postings":
        merge_postings(drawn.catalog, drawn.layout)
    else:
        merge(drawn)
    assert there == [True]
    assert drawn.on_disk(kind).isdisjoint(before)


# --- embeddings ---


def test_embeddings_are_merged_without_those_of_photos_that_are_gone(drawn):
    first, second = drawn.add(2), drawn.add(2)
    drawn.embed(first)
    drawn.embed(second)
    drawn.remove(first[1])
    merge(drawn)
    assert embedded(drawn) == [[first[0], *second]]
    assert [row.documents for row in drawn.listed("vectors")] == [3]
    assert len(drawn.on_disk("vectors")) == 1


def test_embeddings_of_parts_are_merged_without_those_of_photos_that_are_gone(drawn):
    first, second = drawn.add(2), drawn.add(1)
    drawn.embed([*first, *second])
    for some in (first, second):
        drawn.embed(some, parts=True)
    drawn.remove(first[0])
    merge(drawn)
    (row,) = (row for row in drawn.listed("vectors") if row.codebook == parts_made_by(MODEL))
    assert (row.documents, row.options) == (2 * 9, "grid")
    assert [len(keys) for keys in embedded(drawn, parts_made_by(MODEL))] == [2 * 9]


def test_embeddings_of_photos_that_are_all_gone_leave_the_list_and_the_disk(drawn):
    documents = drawn.add(1) + drawn.add(1)
    for document in documents:
        drawn.embed([document])
    drawn.remove(*documents)
    merge(drawn)
    assert drawn.listed("vectors") == [] and drawn.on_disk("vectors") == set()


def test_a_large_segment_of_embeddings_is_merged_with_a_small_one_only_where_it_is_asked(
    drawn,
):
    large, small = drawn.add(5), drawn.add(1)
    drawn.embed(large)
    drawn.embed(small)
    merge(drawn)
    assert embedded(drawn) == [small, large]
    merge(drawn, all_into_one=True)
    assert embedded(drawn) == [[*large, *small]]


@pytest.mark.parametrize("gone", [False, True])
def test_one_segment_of_embeddings_is_written_anew_only_for_photos_that_are_gone(drawn, gone):
    documents = drawn.add(3)
    name = drawn.embed(documents)
    if gone:
        drawn.remove(documents[0])
    merge(drawn)
    assert drawn.on_disk("vectors") == {name}, "not during an index run"
    merge(drawn, all_into_one=True)
    assert embedded(drawn) == [documents[1:] if gone else documents]
    assert (drawn.on_disk("vectors") == {name}) is not gone


def test_two_models_are_merged_each_for_itself(drawn):
    documents = drawn.add(2)
    for model in (MODEL, OTHER):
        for document in documents:
            drawn.embed([document], model=model)
    merge(drawn, wanted=None)
    assert (embedded(drawn), embedded(drawn, OTHER)) == ([documents], [documents])


@pytest.mark.parametrize(("others", "stays"), [(1, False), (2, False), (3, True)])
def test_another_model_answers_as_long_as_it_has_seen_more_photos(drawn, others, stays):
    documents = drawn.add(3)
    for document in documents[:2]:  # in two segments, which count together
        drawn.embed([document])
    for document in documents[:others]:
        drawn.embed([document], model=OTHER)
    drawn.catalog.not_embedded.add(documents[:1], model=OTHER)
    drawn.catalog.not_embedded.add(documents[2:], model=MODEL)
    merge(drawn)
    assert embedded(drawn) == [documents[:2]]
    assert list(drawn.catalog.not_embedded.files(MODEL)) == documents[2:]
    assert bool(embedded(drawn, OTHER)) is stays
    assert bool(drawn.catalog.not_embedded.files(OTHER)) is stays
    assert any(drawn.layout.all_vectors.glob(f"{OTHER}/*")) is stays


def test_a_model_is_not_dropped_for_one_that_has_seen_nothing(drawn):
    documents = drawn.add(1)
    drawn.embed(documents, model=OTHER)
    drawn.catalog.not_embedded.add(documents, model=MODEL)
    merge(drawn)
    assert embedded(drawn, OTHER) == [documents]
    assert drawn.catalog.not_embedded.files(MODEL), "what is known of the model of today stays"


@pytest.mark.parametrize("parts", [True, False])
def test_embeddings_of_parts_stay_where_they_are_wanted_and_by_a_model_that_answers(drawn, parts):
    documents = drawn.add(2)
    drawn.embed(documents)
    drawn.embed(documents[:1], model=OTHER)
    for model in (MODEL, OTHER):
        drawn.embed(documents, model=model, parts=True)
    merge(drawn, parts=parts)
    assert {row.codebook for row in drawn.listed("vectors")} == {
        MODEL,
        *([parts_made_by(MODEL)] if parts else []),
    }


def test_parts_by_the_model_of_today_stay_though_it_has_seen_no_whole_photo_yet(drawn):
    documents = drawn.add(1)
    drawn.embed(documents, model=OTHER)
    drawn.embed(documents, parts=True)
    merge(drawn)
    assert {row.codebook for row in drawn.listed("vectors")} == {OTHER, parts_made_by(MODEL)}


def test_parts_do_not_count_as_photos_that_a_model_has_seen(drawn):
    documents = drawn.add(3)
    drawn.embed(documents)
    drawn.embed(documents[:1], model=OTHER)
    drawn.embed(documents[:1], model=OTHER, parts=True)
    merge(drawn)
    assert {row.codebook for row in drawn.listed("vectors")} == {MODEL}


def test_merging_of_embeddings_that_is_stopped_keeps_what_was_there(drawn):
    for document in drawn.add(2):
        drawn.embed([document])
    before = drawn.on_disk("vectors")
    for answers in ([True], [False, True]):
        merge_vectors(drawn.catalog, drawn.layout, current_model=MODEL, cancelled=iter(answers).__next__)
        assert drawn.on_disk("vectors") == before == {row.name for row in drawn.listed("vectors")}

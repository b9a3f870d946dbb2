"""Compaction: segments joined, copied, deleted and left; records of features come through to the byte."""

from types import SimpleNamespace

import pytest

from cbir.catalog import Catalog
from cbir.library.maintenance import compact_library, segments
from cbir.library.maintenance.segments import retire_codebooks
from cbir.matching import FeatureStore
from cbir.state import CodebookShelf
from tests.cbir.library.maintenance.drawn_library import CODEBOOK, MODEL, DrawnLibrary

OTHER, UNUSED = "0b" * 16, "d0" * 16


@pytest.fixture(name="drawn")
def _drawn(tmp_path, monkeypatch):
    """Photos are indexed with the codebook CODEBOOK."""
    monkeypatch.setattr(
        CodebookShelf, "current", lambda _self, _catalog: SimpleNamespace(fingerprint=CODEBOOK)
    )
    drawn = DrawnLibrary(tmp_path / "library")
    yield drawn
    drawn.catalog.close()


def rewrite(drawn, *answers):
    """The step that is about features. answers : whether it is stopped, as it asks one time after the other"""
    said = iter(answers)
    segments.rewrite_stores(drawn.catalog, drawn.layout, lambda: next(said, False))


def sizes(drawn):
    return [row.documents for row in drawn.listed("features")]


# --- features ---


def test_features_of_small_segments_are_joined_and_stay_what_they_are(drawn):
    documents = drawn.add(2) + drawn.add(3)
    before = drawn.features()
    rewrite(drawn)
    assert sizes(drawn) == [5]
    assert drawn.features() == before
    (row,) = drawn.listed("features")
    store = FeatureStore.open(drawn.layout.features(row.name))
    rows = drawn.catalog.documents.in_store(row.name)
    assert {document: store.sizes[at].tolist() for document, at in rows} == {
        document: [document, 3] for document in documents
    }
    assert (store.codebook, store.options, store.signed) == (CODEBOOK, "o", False)


def test_one_small_segment_of_features_is_left_alone(drawn):
    drawn.add(3)
    before = drawn.listed("features")
    rewrite(drawn)
    assert drawn.listed("features") == before


@pytest.mark.parametrize("large", [3, 4])
def test_features_are_joined_only_below_a_size(drawn, monkeypatch, large):
    monkeypatch.setattr(segments, "SMALL_STORE", large)
    for count in (1, 1, 3):
        drawn.add(count)
    rewrite(drawn)
    assert sizes(drawn) == ([2, 3] if large == 3 else [5])


def test_features_of_photos_that_are_gone_are_left_out_however_large_the_segment(drawn, monkeypatch):
    monkeypatch.setattr(segments, "SMALL_STORE", 0)
    documents = drawn.add(4)
    drawn.add(2)
    drawn.remove(documents[1])
    segments.merge_all(drawn.catalog, drawn.layout, lambda: False)
    before = drawn.features()
    rewrite(drawn)
    assert sizes(drawn) == [2, 3]
    assert drawn.features() == before


def test_features_of_other_options_or_of_another_codebook_are_not_joined(drawn):
    for options, codebook in (("o", CODEBOOK), ("p", CODEBOOK), ("o", OTHER), ("p", CODEBOOK)):
        drawn.add(1, options=options, codebook=codebook)
    before = drawn.features()
    rewrite(drawn)
    assert sizes(drawn) == [1, 1, 2]
    assert drawn.features() == before


@pytest.mark.parametrize("signed", [True, False])
def test_signatures_are_kept_where_all_have_some(drawn, signed):
    documents = drawn.add(2, signed=True) + drawn.add(1, signed=signed)
    whole = drawn.features()
    words = {}
    for row in drawn.listed("features"):
        store = FeatureStore.open(drawn.layout.features(row.name))
        words |= {doc: store.unsigned_record(at) for doc, at in drawn.catalog.documents.in_store(row.name)}
    rewrite(drawn)
    (row,) = drawn.listed("features")
    assert FeatureStore.open(drawn.layout.features(row.name)).signed is signed
    assert drawn.features() == (whole if signed else words)
    assert sorted(words) == documents


def test_features_are_written_by_so_many_photos_at_most(drawn, monkeypatch):
    monkeypatch.setattr(segments, "PHOTOS_PER_STORE", 2)
    drawn.add(3)
    drawn.add(2)
    before = drawn.features()
    rewrite(drawn)
    assert sizes(drawn) == [1, 2, 2]
    assert drawn.features() == before


@pytest.mark.parametrize("answers", [(True,), (False, True), (True, True), (False, False, True)])
def test_features_lie_somewhere_whenever_it_is_stopped(drawn, monkeypatch, answers):
    monkeypatch.setattr(segments, "PHOTOS_PER_STORE", 2)
    for _ in range(5):
        drawn.add(1)
    before = drawn.features()
    rewrite(drawn, *answers, *[True] * 9)
    written = sum(not answer for answer in answers)
    assert sizes(drawn) == sorted([1] * (5 - 2 * written) + [2] * written)
    assert drawn.features() == before


def test_a_segment_of_features_that_no_photo_uses_leaves_the_list(drawn):
    drawn.remove(*drawn.add(1))
    drawn.add(2)
    segments.merge_all(drawn.catalog, drawn.layout, lambda: False)
    rewrite(drawn)
    assert sizes(drawn) == [2]


# --- postings ---


@pytest.mark.parametrize(("gone", "anew"), [(0, False), (1, True)])
def test_one_segment_of_postings_is_written_anew_for_a_single_photo_that_is_gone(drawn, gone, anew):
    documents = drawn.add(9)
    before = drawn.on_disk("postings")
    drawn.remove(*documents[:gone])
    segments.merge_all(drawn.catalog, drawn.layout, lambda: False)
    assert (drawn.on_disk("postings") != before) is anew
    assert [row.documents for row in drawn.listed("postings")] == [9 - gone]


def test_all_postings_of_a_codebook_become_one(drawn):
    for codebook, count in ((CODEBOOK, 9), (OTHER, 1), (CODEBOOK, 1), (OTHER, 1)):
        drawn.add(count, codebook=codebook)
    segments.merge_all(drawn.catalog, drawn.layout, lambda: True)
    assert len(drawn.listed("postings")) == 4
    segments.merge_all(drawn.catalog, drawn.layout, lambda: False)
    assert [(row.codebook, row.documents) for row in drawn.listed("postings")] == [(OTHER, 2), (CODEBOOK, 10)]


# --- what no photo uses ---


def put(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"some")
    return path


def test_small_pictures_go_with_their_photos_and_nothing_of_a_person_does(drawn):
    (document,) = drawn.add(1)
    layout = drawn.layout
    kept = put(layout.thumbnail(f"{document:032x}"))
    gone = [put(layout.thumbnail(name)) for name in ("ab" + 30 * "0", f"{document:02x}" + 30 * "f")]
    theirs = [put(layout.thumbnails / "ab" / "holiday.jpg"), put(layout.thumbnails / "cd" / "notes.txt")]
    emptied, mine = layout.thumbnails / "ef", layout.thumbnails / "mine"
    emptied.mkdir()
    mine.mkdir()
    segments.remove_unused_thumbnails(drawn.catalog, layout)
    assert kept.exists() and all(path.exists() for path in theirs) and mine.exists()
    assert not any(path.exists() for path in (*gone, emptied))


@pytest.mark.parametrize("retire", [True, False])
def test_a_codebook_goes_when_no_segment_of_words_is_made_by_it(drawn, retire):
    (document,) = drawn.add(1, codebook=OTHER)
    drawn.embed([document], model=UNUSED)  # a model of this name is no codebook
    layout = drawn.layout
    kept = [put(layout.codebook(name)) for name in (CODEBOOK, OTHER)]
    kept.append(put(layout.all_codebooks / "mine.codebook"))
    gone = put(layout.codebook(UNUSED))
    work = retire_codebooks if retire else segments.remove_unused_codebooks
    work(drawn.catalog, layout)
    assert all(path.exists() for path in kept) and not gone.exists()


def test_a_codebook_is_retired_with_the_features_that_it_made(drawn):
    drawn.remove(*drawn.add(1, codebook=OTHER))
    drawn.add(1)
    segments.merge_all(drawn.catalog, drawn.layout, lambda: False)
    codebook = put(drawn.layout.codebook(OTHER))
    retire_codebooks(drawn.catalog, drawn.layout)
    assert drawn.on_disk("features") == {row.name for row in drawn.listed("features")}
    assert len(drawn.listed("features")) == 1
    assert not codebook.exists()


# --- all of it ---


def test_a_compacted_library_has_one_segment_of_each_kind_and_says_what_it_takes(drawn):
    documents = drawn.add(3) + drawn.add(1)
    drawn.embed(documents[:3])
    drawn.embed(documents[3:])
    drawn.remove(documents[0])
    leftover = put(drawn.layout.postings("f" * 16) / "manifest.json")
    half = put(drawn.layout.thumbnails / "ab" / ".unfinished-0-1-2-half.jpg")
    unused = put(drawn.layout.thumbnail("ab" + 30 * "0"))
    drawn.catalog.checkpoint()  # as a run leaves it: the log does not count
    report = compact_library(drawn.catalog, drawn.layout)
    for kind in ("postings", "features", "vectors"):
        assert [row.documents for row in drawn.listed(kind)] == [3], kind
        assert drawn.on_disk(kind) == {row.name for row in drawn.listed(kind)}
    assert not any(path.exists() for path in (leftover, half, unused))
    files = [path for path in drawn.layout.folder.rglob("*") if path.is_file()]
    logs = [path for path in files if path.name.endswith(("-wal", "-shm"))]
    assert logs
    took = sum(path.stat().st_size for path in files) - sum(path.stat().st_size for path in logs)
    assert report.bytes_after == took
    assert report.bytes_after < report.bytes_before


def test_compacting_that_is_stopped_packs_and_deletes_nothing_of_the_library(drawn, monkeypatch):
    def fail(_self, *_):
        raise AssertionError("it takes minutes")

    monkeypatch.setattr(Catalog, "shrink", fail)
    for _ in range(2):
        drawn.embed(drawn.add(1))
    unused = put(drawn.layout.thumbnail("ab" + 30 * "0"))
    half = put(unused.with_name(".unfinished-0-1-2-half.jpg"))
    compact_library(drawn.catalog, drawn.layout, cancelled=lambda: True)
    assert unused.exists()
    assert not half.exists(), "that is nobody's"
    for kind in ("postings", "features", "vectors"):
        assert len(drawn.listed(kind)) == 2


def test_a_merge_that_is_stopped_half_way_stops_the_steps_after_it(drawn, monkeypatch):
    monkeypatch.setattr(Catalog, "shrink", lambda _self: None)
    for _ in range(2):
        drawn.add(1)
    asked = 0

    def cancelled():
        nonlocal asked
        asked += 1
        return asked > 1

    compact_library(drawn.catalog, drawn.layout, cancelled=cancelled)
    for kind in ("postings", "features"):
        assert len(drawn.listed(kind)) == 2
        assert drawn.on_disk(kind) == {row.name for row in drawn.listed(kind)}


def test_the_model_is_not_asked_which_embeddings_are_wanted(drawn):
    documents = drawn.add(2)
    for model in (MODEL, OTHER):
        drawn.embed(documents, model=model)
    compact_library(drawn.catalog, drawn.layout)
    assert {row.codebook for row in drawn.listed("vectors")} == {MODEL, OTHER}

"""A check of a library, for each kind of damage: found, mended or only reported."""

import errno
import os
import shutil

import numpy as np
import pytest

from cbir.base.artifacts import building_artifact
from cbir.base.types import Album, Image, Term
from cbir.catalog import Catalog, PageComparison
from cbir.images import encode_thumbnail
from cbir.library.maintenance import check
from cbir.library.maintenance.check import check_library
from cbir.library.maintenance.segments import merge_into_one
from cbir.matching import FeatureStore
from cbir.state import AlbumTable
from cbir.vectors import STRUCTURE
from tests.cbir.catalog_rows import execute
from tests.cbir.library.maintenance.drawn_library import CODEBOOK, MODEL, DrawnLibrary

THUMBNAIL = encode_thumbnail(Image(pixels=np.zeros((8, 8, 3), np.uint8), full_size=(8, 8)))


@pytest.fixture(name="drawn")
def _drawn(tmp_path, monkeypatch):
    """Its codebook is sound, and nobody looks for it."""
    monkeypatch.setattr(check.Check, "codebooks", lambda _self: None)
    drawn = DrawnLibrary(tmp_path / "library")
    yield drawn
    drawn.catalog.close()


def found(drawn, *, mend=True, deep=False, pages=None):
    """The problems other than photos that wait to be read again: the remedies of others tell of these."""
    problems = check_library(
        drawn.catalog,
        drawn.layout,
        pages or PageComparison(),
        mend=mend,
        deep=deep,
        make_thumbnail=lambda _: THUMBNAIL,
    )
    return [problem for problem in problems if "thumbnails" not in problem.what and "waiting" not in problem.what
            and "not searchable" not in problem.what]  # fmt: skip


def cut(folder):
    """Take the last byte of the largest file of an artifact."""
    path = max((path for path in folder.iterdir()), key=lambda path: path.stat().st_size)
    os.truncate(path, path.stat().st_size - 1)


def flip(folder):
    path = max((path for path in folder.iterdir()), key=lambda path: path.stat().st_size)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


# --- the catalog's own bytes ---


def test_a_sound_library_has_no_problem(drawn):
    drawn.embed(drawn.add(3))
    assert found(drawn, deep=True) == []


def test_bytes_of_the_catalog_that_have_changed_are_told_and_their_checksums_stay(drawn, monkeypatch):
    renewed = []
    monkeypatch.setattr(Catalog, "renew_checksums", lambda _self: renewed.append(True))
    changed, damaged = found(drawn, pages=PageComparison(pages=9, changed=2, checksums_damaged=True))
    assert "2 of its 9 pages" in changed.what and not changed.mended
    assert "checksums" in damaged.what and not damaged.mended
    assert "once the catalog is repaired" in damaged.remedy
    assert renewed == []


@pytest.mark.parametrize("mend", [True, False])
def test_damaged_checksums_of_a_sound_catalog_are_written_anew_where_it_may_be_written(
    drawn, monkeypatch, mend
):
    renewed = []
    monkeypatch.setattr(Catalog, "renew_checksums", lambda _self: renewed.append(True))
    (problem,) = found(drawn, pages=PageComparison(pages=9, checksums_damaged=True), mend=mend)
    assert problem.mended is mend is bool(renewed)
    assert ("were rewritten" in problem.remedy) is mend


def test_nothing_else_is_said_of_a_catalog_that_is_damaged(drawn):
    drawn.add(1)
    shutil.rmtree(drawn.layout.all_postings)
    execute(drawn.catalog, "UPDATE photo SET root_id = 99")
    execute(drawn.catalog, "INSERT INTO excluded_folder VALUES (98, 'x')")
    (problem,) = found(drawn, deep=True)
    assert "refers to nothing and " in problem.what and " more." in problem.what
    assert not problem.mended


# --- segments ---


@pytest.mark.parametrize("kind", ["postings", "features", "vectors"])
@pytest.mark.parametrize("mend", [True, False])
def test_a_damaged_segment_leaves_the_list_where_it_may_be_written(drawn, kind, mend):
    documents = drawn.add(2)
    drawn.embed(documents)
    (row,) = drawn.listed(kind)
    flip(drawn.layout.segment(kind, row.codebook, row.name))
    (problem,) = found(drawn, mend=mend)
    assert row.name in problem.what and problem.mended is mend
    assert drawn.listed(kind) == ([] if mend else [row])
    if mend:
        assert "2 photos will be" in problem.remedy
    else:
        assert "Make the library writable" in problem.remedy
    assert drawn.catalog.photos.searchable() == (0 if mend and kind != "vectors" else 2)
    assert drawn.catalog.photos.count() == 2


def test_damaged_embeddings_of_parts_are_counted_as_photos(drawn):
    documents = drawn.add(2)
    drawn.embed(documents)
    name = drawn.embed(documents, parts=True)
    (row,) = (row for row in drawn.listed("vectors") if row.name == name)
    cut(drawn.layout.vectors(row.codebook, name))
    (problem,) = found(drawn)
    assert "2 photos will be encoded again" in problem.remedy
    assert [row.codebook for row in drawn.listed("vectors")] == [MODEL]


def test_damaged_features_take_only_their_own_photos_out_of_the_postings(drawn):
    lost, kept = drawn.add(2), drawn.add(3)
    merge_into_one(drawn.catalog, drawn.layout, drawn.listed("postings"))
    (store, _) = drawn.listed("features")
    flip(drawn.layout.features(store.name))
    (problem,) = found(drawn)
    assert "2 photos will be read again" in problem.remedy
    (postings,) = drawn.listed("postings")
    assert drawn.postings(postings).members.tolist() == kept
    assert drawn.catalog.documents.live().tolist() == kept
    assert not set(lost) & set(drawn.catalog.documents.all().tolist())
    assert found(drawn, deep=True) == []


def test_postings_are_looked_at_before_the_features_that_need_them(drawn):
    drawn.add(2)
    kept = drawn.add(1)
    (_, postings), (_, features) = drawn.listed("postings"), drawn.listed("features")
    flip(drawn.layout.postings(postings.name))
    flip(drawn.layout.features(features.name))
    first, second = found(drawn)
    assert first.mended and postings.name in first.what
    assert second.mended and features.name in second.what
    assert drawn.catalog.documents.live().tolist() == kept
    assert features not in drawn.listed("features"), "no postings had to be written anew for it"


def test_postings_that_do_not_need_damaged_features_are_left_alone(drawn):
    drawn.add(2)
    drawn.add(3, codebook="0b" * 16)
    _, kept = drawn.listed("postings")
    damaged, _ = drawn.listed("features")
    flip(drawn.layout.features(damaged.name))
    (problem,) = found(drawn)
    assert "2 photos will be read again" in problem.remedy
    assert drawn.listed("postings") == [kept]


@pytest.mark.parametrize("kind", ["postings", "vectors"])
def test_a_segment_that_something_else_made_than_the_catalog_says_is_told(drawn, kind):
    drawn.embed(drawn.add(1))
    (row,) = drawn.listed(kind)
    other = "e" * len(row.codebook)
    folder = drawn.layout.segment(kind, row.codebook, row.name)
    ((made_by,),) = execute(
        drawn.catalog, "UPDATE segment SET codebook = ? WHERE kind = ? RETURNING codebook", (other, kind)
    )
    if kind == "vectors":
        shutil.copytree(folder, drawn.layout.vectors(made_by, row.name))
    (problem,) = found(drawn)
    assert ("another codebook" if kind == "postings" else "another model") in problem.what


def test_a_segment_that_the_disk_does_not_give_is_told(drawn, monkeypatch):
    def fail(*_, **__):
        raise OSError(errno.EIO, "Input/output error")

    drawn.add(1)
    monkeypatch.setattr(check, "verify_checksums", fail)
    problems = found(drawn, mend=False)
    assert ["cannot be read: Input/output error" in problem.what for problem in problems] == [True, True]


@pytest.mark.parametrize("mend", [True, False])
def test_a_trained_structure_that_is_damaged_goes_where_it_may_be_written(drawn, mend):
    folder = drawn.layout.vector_cache(MODEL) / "0123456789abcdef"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{", encoding="utf-8")
    (problem,) = found(drawn, mend=mend)
    assert problem.mended is mend
    assert folder.exists() is not mend


def test_a_trained_structure_of_one_flipped_bit_is_made_again(drawn):
    folder = drawn.layout.vector_cache(MODEL) / "0123456789abcdef"
    about = {"model": MODEL, "dimension": 8, "count": 1, "lists": 1, "codes": "8bit", "recipe": ""}
    with building_artifact(folder, {"kind": STRUCTURE[0], "format": STRUCTURE[1], **about}) as temporary:
        (temporary / "index.faiss").write_bytes(bytes(2000))
    assert found(drawn) == []
    flip(folder)
    (problem,) = found(drawn)
    assert problem.mended and not folder.exists()


def test_codebooks_are_those_of_words_and_of_new_photos(tmp_path):
    drawn = DrawnLibrary(tmp_path / "library")
    drawn.embed(drawn.add(1))
    checked = check.Check(drawn.catalog, drawn.layout, mend=False)
    checked.codebooks()
    assert [CODEBOOK in problem.what for problem in checked.problems] == [True]
    drawn.catalog.settings.set("codebook", "f" * 32)
    checked.codebooks()
    assert ["f" * 32 in problem.what for problem in checked.problems] == [False, False, True]
    drawn.catalog.close()


@pytest.mark.parametrize("mend", [True, False])
def test_saved_searches_that_cannot_be_read_are_put_aside_where_it_may_be_written(drawn, mend):
    drawn.layout.searches.write_text("{", encoding="utf-8")
    (problem,) = found(drawn, mend=mend)
    assert drawn.layout.searches.name in problem.what and problem.mended is mend
    assert drawn.layout.searches.exists() is not mend


def test_an_album_that_cannot_be_read_is_named(drawn):
    drawn.catalog.table(AlbumTable).add([Album(name="Old", terms=(Term(text="sea"),), labels=("sea",))])
    execute(drawn.catalog, "UPDATE album SET query = '{'")
    (problem,) = found(drawn)
    assert '"Old"' in problem.what and not problem.mended


# --- the deep check ---


def test_postings_that_hold_other_documents_than_the_catalog_lists_are_dropped(drawn):
    first, _ = drawn.add(2)
    kept = drawn.add(1)
    execute(drawn.catalog, "DELETE FROM document WHERE id = ?", (first,))
    assert found(drawn) == []
    (problem,) = found(drawn, deep=True)
    assert "does not contain the documents" in problem.what and problem.mended
    assert drawn.catalog.documents.live().tolist() == kept


def test_postings_and_features_that_know_another_number_of_words_are_dropped(drawn):
    drawn.add(2)
    execute(drawn.catalog, "UPDATE document SET store_row = 1 - store_row")
    (problem,) = found(drawn, deep=True)
    assert "disagree about document" in problem.what and problem.mended
    assert drawn.listed("postings") == []


def test_postings_and_features_that_know_other_words_are_dropped(drawn, monkeypatch):
    drawn.add(2)
    (row,) = drawn.listed("features")
    words = FeatureStore.words
    monkeypatch.setattr(FeatureStore, "words", lambda store, at: (words(store, at).astype(np.int64) + 1) % 30)
    (problem,) = found(drawn, deep=True)
    assert "does not contain the visual words" in problem.what and problem.mended
    assert drawn.listed("features") == [row]


def test_words_that_the_postings_cannot_have_are_damage_and_no_error(drawn, monkeypatch):
    """As where the catalog names the features that a larger codebook made."""
    drawn.add(1)
    words = FeatureStore.words
    monkeypatch.setattr(FeatureStore, "words", lambda store, at: words(store, at).astype(np.int64) + 30)
    (problem,) = found(drawn, deep=True)
    assert "disagree about document" in problem.what and problem.mended


def test_a_row_that_the_features_do_not_have_is_damage_and_no_error(drawn):
    drawn.add(1)
    execute(drawn.catalog, "UPDATE document SET store_row = 7")
    (problem,) = found(drawn, deep=True)
    assert problem.mended and problem.what.startswith("postings/")


@pytest.mark.parametrize("made", [THUMBNAIL, None], ids=["the photo is there", "its drive is away"])
def test_small_pictures_are_made_again_as_far_as_their_photos_can_be_read(drawn, made):
    first, second, third = drawn.add(3)
    layout = drawn.layout
    names = {document: f"{document:032x}" for document in (first, second, third)}
    for document, content in ((first, THUMBNAIL), (second, b"no picture")):
        layout.thumbnail(names[document]).parent.mkdir(parents=True, exist_ok=True)
        layout.thumbnail(names[document]).write_bytes(content)
    asked = []

    def make(path):
        asked.append(path)
        return made if path.name == f"{second}.jpg" else THUMBNAIL

    checked = check.Check(drawn.catalog, layout, mend=True)
    checked.thumbnails(make)
    assert sorted(path.name for path in asked) == [f"{second}.jpg", f"{third}.jpg"]
    assert layout.thumbnail(names[third]).read_bytes() == THUMBNAIL
    mended, *lost = checked.problems
    assert mended.mended and mended.what.startswith("2 " if made else "1 ")
    assert [problem.what.startswith("1 thumbnails are lost") for problem in lost] == ([] if made else [True])


def test_small_pictures_are_only_counted_where_nothing_may_be_written(drawn):
    drawn.add(2)
    checked = check.Check(drawn.catalog, drawn.layout, mend=False)
    checked.thumbnails(lambda _: THUMBNAIL)
    (problem,) = checked.problems
    assert problem.what.startswith("2 thumbnails are lost") and not problem.mended
    assert not drawn.layout.thumbnails.exists()


def test_listed_photos_are_no_problem_and_need_no_thumbnail(drawn):
    drawn.add(2)
    drawn.catalog.segments.forget(drawn.listed("postings")[0].name)
    assert check_library(drawn.catalog, drawn.layout, PageComparison(), mend=False, deep=True) == []

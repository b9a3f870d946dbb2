"""Each statement on documents, segments and files: what it changes, and that all else stays what it was."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cbir.base.types import NO_DAY, DocumentId, Metadata, PhotoId
from cbir.catalog import SegmentRow, photos
from cbir.catalog.files import Move
from cbir.catalog.photos import day_numbers, narrow
from cbir.catalog.rows import Table
from tests.cbir.catalog.test_catalog import new
from tests.cbir.catalog_rows import execute
from tests.new_catalog import new_catalog


@pytest.fixture(name="catalog")
def _catalog(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        yield catalog


@pytest.fixture(name="root")
def _root(catalog):
    return catalog.roots.add(Path("/photos"))


def add(
    catalog,
    root,
    *paths,
    batch="1",
    codebook="c",
    options="o",
    extractor=0,
):
    """A batch has the features `s1` and the postings `p1`; its first photo has the last row of the features."""
    first = catalog.documents.next_id()
    documents = [
        replace(new(root, path, first + at, len(paths) - 1 - at), extractor=extractor)
        for at, path in enumerate(paths)
    ]
    known = {row.name for row in catalog.segments.all()}
    with catalog.transaction():
        for name, kind in ((f"s{batch}", "features"), (f"p{batch}", "postings")):
            if name not in known:
                catalog.segments.add(segment(name, kind, codebook=codebook, options=options))
        catalog.documents.add(documents, store=f"s{batch}", postings=f"p{batch}")
    return [document.document for document in documents]


def segment(name, kind, *, codebook="c", options="o"):
    return SegmentRow(name=name, kind=kind, codebook=codebook, options=options, documents=9)


def names(catalog, kind=None):
    return sorted(row.name for row in catalog.segments.all(kind))


def photo_of(catalog, document):
    return catalog.photos.of_documents([document])[document].photo


# --- documents ---


def test_a_photo_that_is_indexed_again_says_what_its_file_is_now(catalog, root):
    (first,) = add(catalog, root, "a.jpg")
    photo = photo_of(catalog, first)
    again = replace(
        new(root, "a.jpg", first + 1, fingerprint="g"),
        size=11,
        mtime_ns=21,
        format="PNG",
        width=5,
        height=6,
        pixels="q",
    )
    with catalog.transaction():
        catalog.documents.add([again], store="s1", postings="p1")
    found = catalog.photos.find(photo)
    assert found is not None
    assert (found.fingerprint, found.width, found.height, found.bytes) == ("g", 5, 6, 11)
    state = catalog.files.states(root, codebook="c", options="o")["a.jpg"]
    assert (state.size, state.mtime_ns, state.pixels, state.document) == (11, 21, "q", first + 1)
    assert execute(catalog, "SELECT format FROM photo") == [("PNG",)]


def test_a_photo_without_metadata_waits_for_somebody_to_read_it(catalog, root):
    add(catalog, root, "a.jpg")
    add(catalog, root, "b.jpg", extractor=3)
    assert catalog.metadata.unread() == 1
    states = catalog.files.states(root, codebook="c", options="o")
    assert {path: state.extractor for path, state in states.items()} == {"a.jpg": 0, "b.jpg": 3}


def test_a_document_whose_photo_went_while_it_was_read_is_dead_from_the_first(catalog, root):
    (document,) = add(catalog, root, "a.jpg")
    photo = photo_of(catalog, document)
    dead = DocumentId(document + 1)
    catalog.documents.add_tombstone(dead, photo, store="s1", store_row=4, postings="p1")
    assert catalog.documents.deleted() == [(dead, "s1", 4)]
    assert catalog.documents.in_postings("p1") == [(document, "s1", 0), (dead, "s1", 4)]
    assert catalog.documents.next_id() == dead + 1
    assert catalog.files.states(root, codebook="c", options="o")["a.jpg"].document == document


def test_documents_are_listed_live_or_dead_and_in_their_order(catalog, root):
    first, second, third = add(catalog, root, "a.jpg", "b.jpg", "c.jpg")
    add(catalog, root, "d.jpg", batch="2")
    catalog.files.remove(root, ["b.jpg"])
    assert catalog.documents.live().tolist() == [first, third, 4]
    assert catalog.documents.live(after=first).tolist() == [third, 4]
    assert catalog.documents.all().tolist() == [first, second, third, 4]
    assert catalog.documents.in_store("s1") == [(third, 0), (second, 1), (first, 2)]
    assert catalog.documents.in_postings("p1") == [(first, "s1", 2), (second, "s1", 1), (third, "s1", 0)]
    assert (catalog.documents.deleted_in("p1"), catalog.documents.deleted_in("p2")) == (1, 0)


def test_what_a_codebook_made_is_listed_by_its_options(catalog, root):
    (last,) = add(catalog, root, "a.jpg", batch="1", options="z")
    first, _ = add(catalog, root, "b.jpg", "c.jpg", batch="2", options="o")
    add(catalog, root, "d.jpg", batch="3", codebook="other")
    catalog.files.remove(root, ["c.jpg"])
    assert catalog.documents.made_by("c") == [(first, "o"), (last, "z")]


def test_dead_documents_move_with_the_living(catalog, root):
    """Else postings that hold them would name features that are gone."""
    dead, live, other = add(catalog, root, "a.jpg", "b.jpg", "c.jpg")
    catalog.files.remove(root, ["a.jpg"])
    catalog.documents.move([(dead, 7), (live, 8)], "s2")
    assert catalog.documents.in_store("s2") == [(dead, 7), (live, 8)]
    assert catalog.documents.in_postings("p1") == [(dead, "s2", 7), (live, "s2", 8), (other, "s1", 0)]
    catalog.documents.reword([(dead, 1), (live, 0)], store="s3", postings="p3")
    assert catalog.documents.in_postings("p3") == [(dead, "s3", 1), (live, "s3", 0)]
    assert catalog.documents.in_postings("p1") == [(other, "s1", 0)]


# --- segments ---


def test_segments_are_listed_by_kind_or_all(catalog, root):
    add(catalog, root, "a.jpg")
    catalog.segments.add(segment("v", "vectors"))
    assert names(catalog) == ["p1", "s1", "v"]
    assert names(catalog, "vectors") == ["v"]
    assert catalog.segments.all("features") == [segment("s1", "features")]


def test_a_document_that_died_during_a_merge_stays_as_a_dead_one(catalog, root):
    early, late, live = add(catalog, root, "a.jpg", "b.jpg", "c.jpg")
    catalog.files.remove(root, ["a.jpg", "b.jpg"])
    catalog.segments.replace_postings(["p1"], segment("m", "postings"), left_out=[early, live])
    assert [document for document, _, _ in catalog.documents.deleted()] == [late]
    assert [document for document, _, _ in catalog.documents.in_postings("m")] == [late, live]
    assert names(catalog) == ["m", "s1"]


def test_postings_of_dead_documents_alone_go_without_any_in_their_place(catalog, root):
    documents = add(catalog, root, "a.jpg", "b.jpg")
    (kept,) = add(catalog, root, "c.jpg", batch="2")
    catalog.files.remove(root, ["a.jpg", "b.jpg"])
    catalog.segments.replace_postings(["p1"], None, left_out=documents)
    assert (names(catalog, "postings"), catalog.documents.deleted()) == (["p2"], [])
    assert catalog.documents.all().tolist() == [kept]


def test_segments_of_embeddings_are_replaced_and_no_others_of_their_name(catalog):
    for name, kind in (("a", "vectors"), ("b", "vectors"), ("c", "features")):
        catalog.segments.add(segment(name, kind))
    catalog.segments.replace_vectors(["a", "c"], segment("m", "vectors"))
    assert names(catalog) == ["b", "c", "m"]
    catalog.segments.replace_vectors(["b"], None)
    assert names(catalog) == ["c", "m"]


def test_a_damaged_store_is_forgotten_with_its_documents_and_the_living_are_counted(catalog, root):
    add(catalog, root, "a.jpg", "b.jpg", "c.jpg")
    (kept,) = add(catalog, root, "d.jpg", batch="2")
    catalog.files.remove(root, ["a.jpg"])
    assert catalog.segments.forget("s1") == 2
    assert catalog.documents.all().tolist() == [kept]
    assert names(catalog) == ["p1", "p2", "s2"]


def test_postings_of_a_store_are_those_of_its_dead_too(catalog, root):
    dead, live = add(catalog, root, "a.jpg", "b.jpg")
    catalog.files.remove(root, ["a.jpg"])
    catalog.documents.reword([(live, 0)], store="s1", postings="p2")
    assert sorted(catalog.segments.postings_of_store("s1")) == ["p1", "p2"]
    assert dead


def test_features_that_a_dead_document_needs_stay_on_the_list(catalog, root):
    """Its words are what is taken away from the weights of the index."""
    add(catalog, root, "a.jpg", batch="1")
    (gone,) = add(catalog, root, "b.jpg", batch="2")
    catalog.segments.add(segment("v", "vectors"))
    catalog.files.remove(root, ["a.jpg", "b.jpg"])
    assert catalog.segments.drop_unused_stores() == 0
    catalog.segments.replace_postings(["p2"], None, left_out=[gone])
    assert catalog.segments.drop_unused_stores() == 1
    assert names(catalog) == ["p1", "s1", "v"]


def test_photos_without_an_embedding_are_noted_once_and_listed_by_their_files(catalog, root):
    later, earlier = add(catalog, root, "b.jpg", "a.jpg")
    first = catalog.roots.add(Path("/first"))
    (other,) = add(catalog, first, "z.jpg", batch="2")
    for _ in range(2):
        catalog.not_embedded.add([later, earlier, other], model="m")
    catalog.not_embedded.add([later], model="n")
    files = {other: Path("/first/z.jpg"), earlier: Path("/photos/a.jpg"), later: Path("/photos/b.jpg")}
    assert list(catalog.not_embedded.files("m").items()) == list(files.items())
    catalog.not_embedded.forget("m")
    assert (catalog.not_embedded.files("m"), list(catalog.not_embedded.files("n"))) == ({}, [later])
    catalog.not_embedded.forget()
    assert catalog.not_embedded.files("n") == {}


# --- files ---


def test_the_state_of_a_file_is_that_of_its_last_version_in_its_own_root(catalog, root):
    other = catalog.roots.add(Path("/others"))
    add(catalog, root, "a.jpg", "b.jpg", codebook="old")
    add(catalog, other, "x.jpg", batch="2")
    (document,) = add(catalog, root, "a.jpg", batch="2")
    with catalog.transaction():
        catalog.metadata.set(photo_of(catalog, document), Metadata(), extractor=2, sidecar="stamp")
        for where, path in ((root, "bad.jpg"), (other, "bad too.jpg")):
            catalog.files.add_failure(where, path, size=3, mtime_ns=4, reason="It is cut.", lasting=False)
    states = catalog.files.states(root, codebook="c", options="o")
    assert states.keys() == {"a.jpg", "b.jpg", "bad.jpg"}
    assert (states["a.jpg"].document, states["a.jpg"].current) == (document, True)
    assert (states["a.jpg"].sidecar, states["a.jpg"].extractor) == ("stamp", 2)
    assert (states["b.jpg"].current, states["b.jpg"].sidecar, states["b.jpg"].extractor) == (False, "", 0)
    bad = states["bad.jpg"]
    assert (bad.photo, bad.size, bad.mtime_ns, bad.reason, bad.lasting) == (None, 3, 4, "It is cut.", False)
    assert sorted(catalog.files.paths(root)) == ["a.jpg", "b.jpg", "bad.jpg"]
    assert sorted(catalog.files.paths(other)) == ["bad too.jpg", "x.jpg"]


@pytest.mark.parametrize(("codebook", "options"), [("c", "x"), ("x", "o")])
def test_files_of_a_size_are_those_of_any_root_and_of_today_only_by_codebook_and_options(
    catalog, root, codebook, options
):
    (first,) = add(catalog, root, "a.jpg")
    other = catalog.roots.add(Path("/others"))
    add(catalog, other, "b.jpg", batch="2", codebook=codebook, options=options)
    (again,) = add(catalog, root, "a.jpg", batch="1")
    execute(catalog, "UPDATE photo SET size = 99 WHERE path = 'b.jpg'")
    (one,) = catalog.files.of_sizes([10], codebook="c", options="o")
    assert (one.root, one.path, one.size, one.mtime_ns, one.fingerprint, one.current) == (
        *(root.id, "a.jpg", 10, 20, "f"),
        True,
    )
    (two,) = catalog.files.of_sizes([98, 99], codebook="c", options="o")
    assert (two.root, two.path, two.current) == (other.id, "b.jpg", False)
    assert first < again


def test_a_photo_is_found_at_its_place_in_its_own_root(catalog, root):
    other = catalog.roots.add(Path("/others"))
    (first,) = add(catalog, root, "a.jpg")
    (second,) = add(catalog, other, "a.jpg", batch="2")
    ours, theirs = photo_of(catalog, first), photo_of(catalog, second)
    assert (catalog.files.photo_at(root, "a.jpg"), catalog.files.photo_at(other, "a.jpg")) == (ours, theirs)
    assert catalog.files.photo_at(root, "b.jpg") is None
    file = catalog.files.of_photo(theirs)
    assert file is not None
    assert (file.file, file.root.id, file.size, file.mtime_ns) == (Path("/others/a.jpg"), other.id, 10, 20)
    assert catalog.files.of_photo(PhotoId(99)) is None


def test_a_file_that_was_written_anew_is_noted_of_its_own_photo(catalog, root):
    first, second = add(catalog, root, "a.jpg", "b.jpg")
    catalog.files.update(photo_of(catalog, first), size=7, mtime_ns=8, fingerprint="g")
    assert [catalog.photos.of_documents([one])[one].fingerprint for one in (first, second)] == ["g", "f"]
    states = catalog.files.states(root, codebook="c", options="o")
    assert [(states[path].size, states[path].mtime_ns) for path in ("a.jpg", "b.jpg")] == [(7, 8), (10, 20)]


def test_failures_are_listed_by_path_and_forgotten_one_by_one_or_all(catalog, root):
    first = catalog.roots.add(Path("/first"))
    for where, path in ((root, "b.jpg"), (root, "a.jpg"), (first, "c.jpg")):
        catalog.files.add_failure(where, path, size=1, mtime_ns=2, reason=path, lasting=True)
    paths = [Path("/first/c.jpg"), Path("/photos/a.jpg"), Path("/photos/b.jpg")]
    assert [failure.path for failure in catalog.files.failures()] == paths
    assert catalog.files.remove(root, ["a.jpg"]) == 0, "it was no photo"
    assert [failure.reason for failure in catalog.files.failures()] == ["c.jpg", "b.jpg"]
    catalog.files.forget_failures()
    assert catalog.files.failures() == []


def move_to(catalog, document, root, path):
    return Move(photo=photo_of(catalog, document), root=root.id, path=path, size=5, mtime_ns=6)


def test_photos_may_change_places_with_each_other(catalog, root):
    first, second = add(catalog, root, "a.jpg", "b.jpg")
    moves = [move_to(catalog, first, root, "b.jpg"), move_to(catalog, second, root, "a.jpg")]
    assert catalog.files.move(moves) == 0
    found = catalog.photos.of_documents([first, second])
    assert [found[one].path.name for one in (first, second)] == ["b.jpg", "a.jpg"]


def test_a_photo_that_moves_takes_the_place_of_one_that_does_not(catalog, root):
    other = catalog.roots.add(Path("/others"))
    (moved,) = add(catalog, root, "a.jpg")
    (in_the_way,) = add(catalog, other, "a.jpg", batch="2")
    catalog.files.add_failure(other, "c.jpg", size=1, mtime_ns=2, reason="bad", lasting=True)
    assert catalog.files.move([move_to(catalog, moved, other, "a.jpg")]) == 1
    found = catalog.photos.of_documents([moved, in_the_way])
    assert found.keys() == {moved}
    assert (found[moved].path, found[moved].bytes) == (Path("/others/a.jpg"), 5)
    assert [document for document, _, _ in catalog.documents.deleted()] == [in_the_way]
    assert catalog.files.move([move_to(catalog, moved, other, "c.jpg")]) == 0
    assert catalog.files.failures() == [], "what could not be read there before is this photo now"


# --- photos ---


def test_photos_are_counted_by_root_and_searchable_ones_apart(catalog, root):
    other = catalog.roots.add(Path("/others"))
    add(catalog, root, "a.jpg", "b.jpg")
    add(catalog, other, "c.jpg", batch="2")
    counts = [catalog.photos.count(one) for one in (None, root, other)]
    assert (counts, catalog.photos.searchable()) == ([3, 2, 1], 3)
    add(catalog, root, "a.jpg", batch="3")
    catalog.segments.forget("p1")
    counts = [catalog.photos.count(one) for one in (None, root, other)]
    assert (counts, catalog.photos.searchable()) == ([3, 2, 1], 2)
    execute(catalog, "UPDATE document SET live = 0 WHERE postings = 'p2'")
    assert catalog.photos.searchable() == 1, "a dead document finds nobody's photo"


@pytest.mark.parametrize(("codebook", "options"), [("c", "x"), ("x", "o"), ("x", "x")])
def test_photos_of_other_words_or_other_options_are_counted(catalog, root, codebook, options):
    add(catalog, root, "a.jpg", "b.jpg", "c.jpg", codebook=codebook, options=options)
    add(catalog, root, "d.jpg", batch="2")
    catalog.files.remove(root, ["c.jpg"])
    assert catalog.photos.indexed_otherwise("c", "o") == 2


def test_photos_of_a_root_are_counted_anew_only_where_no_number_is_kept(catalog, root, monkeypatch):
    add(catalog, root, "a.jpg", batch="1")
    add(catalog, root, "b.jpg", batch="2")
    catalog.segments.forget("p1")
    assert catalog.photos.count(root) == 2, "listed photos count"
    execute(catalog, "UPDATE facet_total SET photos = 9 WHERE kind = 'folder'")
    assert catalog.photos.count(root) == 9
    monkeypatch.setattr(Table, "has_table", lambda *_: False)
    assert (catalog.photos.count(root), catalog.photos.count(), catalog.photos.searchable()) == (2, 2, 1)


def test_a_path_is_looked_for_in_every_root_around_it(catalog, root):
    inner = catalog.roots.add(root.path / "2019")
    catalog.roots.add(Path("/others"))
    for where, name, batch in ((root, "a.jpg", "1"), (inner, "b.jpg", "2")):
        add(catalog, where, name, batch=batch)
    for path in (root.path / "a.jpg", inner.path / "b.jpg"):
        found = catalog.photos.find_path(path)
        assert found is not None and found.path == path
    for path in (root.path / "b.jpg", inner.path / "a.jpg", root.path, Path("/elsewhere/a.jpg")):
        assert catalog.photos.find_path(path) is None


def test_a_long_listing_is_read_by_the_piece_and_leaves_out_what_is_gone(catalog, root, monkeypatch):
    monkeypatch.setattr(photos, "LISTED_AT_ONCE", 2)
    documents = add(catalog, root, *(f"{number}.jpg" for number in range(5)))
    ids = [photo_of(catalog, document) for document in documents][::-1]
    catalog.files.remove(root, ["3.jpg"])
    listing = catalog.photos.listing(ids)
    assert [hit.path.name for hit in listing] == ["4.jpg", "2.jpg", "1.jpg", "0.jpg"]
    assert list(catalog.photos.find_all(ids)) == sorted(set(ids) - {ids[1]})


def test_folders_of_one_name_in_two_roots_are_two(catalog, root):
    other = catalog.roots.add(Path("/others"))
    documents = add(catalog, root, "2019/a.jpg") + add(catalog, other, "2019/b.jpg", batch="2")
    listing = catalog.photos.listing([photo_of(catalog, document) for document in documents])
    assert [hit.path for hit in listing] == [Path("/photos/2019/a.jpg"), Path("/others/2019/b.jpg")]


def test_only_a_photo_that_has_a_town_is_told_with_one(catalog, root):
    here, away, nowhere = (photo_of(catalog, one) for one in add(catalog, root, "a.jpg", "b.jpg", "c.jpg"))
    with catalog.transaction():
        for photo, latitude, longitude in ((here, 38.71, -9.14), (away, 48.86, 2.35)):
            catalog.metadata.set(
                photo, Metadata(latitude=latitude, longitude=longitude), extractor=1, sidecar=""
            )
    towns = catalog.photos.towns([nowhere, here, away])
    assert towns.keys() == {here, away}
    assert "Lisbo" in towns[here] and "Paris" in towns[away]
    assert [hit.town for hit in catalog.photos.listing([nowhere, away])] == [None, towns[away]]


def test_numbers_take_as_few_bytes_as_hold_them_all():
    for values, bytes_each in (
        ([], 1),
        ([0, 255], 1),
        ([0, 256], 2),
        ([-1, 100], 1),
        ([-1, 200], 2),
        ([-1, 1 << 16], 4),
    ):
        values_kept = narrow(np.array(values, np.int32))
        assert (values_kept.tolist(), values_kept.itemsize) == (values, bytes_each)


def test_the_day_of_a_date_is_its_first_where_it_says_less_or_what_is_none():
    dates = [b"1970-01-02T03:04:05", b"1970-02", b"1971", b"1970-02-32", b"1970-13-01", b"", b"some day"]
    assert day_numbers(dates).tolist() == [1, 31, 365, 31, 0, NO_DAY, NO_DAY]
    assert day_numbers([dates[0], dates[5]]).tolist() == [1, NO_DAY]

"""Removal of leftovers in a library's folder, and of the photos that a forgotten folder takes along."""

import os

import pytest

from cbir.base.errors import CbirError
from cbir.base.storage import TEMPORARY_PREFIX, temporary_name
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, NewDocument, SegmentRow
from cbir.state import forget_folder, remove_orphans, writing_thumbnails

LISTED, UNLISTED = "0123456789abcdef", "fedcba9876543210"


def put(folder, name="manifest.json"):
    """A file in a folder of a library."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"some")
    return folder / name


def list_segment(catalog, kind, codebook=LISTED):
    with catalog.transaction():
        catalog.segments.add(
            SegmentRow(name=f"{LISTED}", kind=kind, codebook=codebook, options="", documents=0)
        )


# --- leftovers ---


def test_a_fresh_library_has_nothing_to_tidy(layout, writer):
    before = sorted(layout.folder.iterdir())
    assert remove_orphans(writer, layout) == 0
    assert sorted(layout.folder.iterdir()) == before


@pytest.mark.parametrize("kind", ["postings", "features", "vectors"])
def test_a_segment_goes_that_the_catalog_does_not_list(layout, writer, kind):
    list_segment(writer, kind)
    kept, gone = (put(layout.segment(kind, LISTED, name)) for name in (LISTED, UNLISTED))
    assert remove_orphans(writer, layout) == 1
    assert kept.exists()
    assert not gone.parent.exists()


def test_a_segment_in_which_somebody_put_a_file_stays_with_it_and_is_not_counted(layout, writer):
    own, theirs = (put(layout.postings(UNLISTED), name) for name in ("manifest.json", "notes.txt"))
    assert remove_orphans(writer, layout) == 0
    assert theirs.exists() and not own.exists()


def test_a_folder_that_has_no_name_of_a_segment_stays_with_all_that_is_in_it(layout, writer):
    theirs = put(layout.postings("mine"))
    assert remove_orphans(writer, layout) == 0
    assert theirs.exists()


@pytest.mark.skipif(os.name == "nt", reason="only some may make links there")
def test_a_link_stays_that_is_named_as_a_segment(layout, writer, tmp_path):
    theirs = put(tmp_path / "elsewhere")
    layout.all_postings.mkdir()
    layout.postings(UNLISTED).symlink_to(theirs.parent, target_is_directory=True)
    assert remove_orphans(writer, layout) == 0
    assert layout.postings(UNLISTED).is_symlink() and theirs.exists()


def test_a_segment_goes_only_once_no_power_cut_can_bring_it_back_to_the_list(layout, writer, monkeypatch):
    gone = put(layout.postings(UNLISTED))
    there = []

    def note(_catalog):
        there.append(gone.exists())
        return True

    monkeypatch.setattr(Catalog, "checkpoint", note)
    remove_orphans(writer, layout)
    assert there == [True]
    assert not gone.exists()


UNFINISHED = f"{TEMPORARY_PREFIX}0-1-2-name"
PLACES = {
    "postings": f"postings/{UNFINISHED}/manifest.json",
    "features": f"features/{UNFINISHED}/manifest.json",
    "embeddings": f"vectors/{LISTED}/{UNFINISHED}/manifest.json",
    "a trained index": f"cache/{LISTED}/{UNFINISHED}/manifest.json",
    "a codebook": f"codebooks/{UNFINISHED}",
    "the mark of a run": f"thumbnails/{UNFINISHED}",
}


@pytest.mark.parametrize("place", PLACES)
def test_what_was_not_finished_goes_whoever_wrote_it(layout, writer, place):
    path = layout.folder / PLACES[place]
    put(path.parent, path.name)
    assert remove_orphans(writer, layout) == 0, "it never was a segment"
    assert not path.exists()
    assert not list(layout.folder.rglob(f"{TEMPORARY_PREFIX}*"))


@pytest.mark.parametrize("asked", [True, False])
def test_halves_of_small_pictures_are_looked_for_where_it_is_said(layout, writer, asked):
    half = put(layout.thumbnails / "ab", UNFINISHED)
    remove_orphans(writer, layout, thumbnails=asked)
    assert half.exists() is not asked


def test_a_half_written_file_of_a_process_that_lives_stays_beside_the_catalog(layout, writer):
    """Saved searches are written there without the lock."""
    ours = temporary_name(layout.searches)
    theirs = ours.with_name(ours.name.replace(f"-{os.getpid()}-", "-4194999-"))  # more than Linux gives
    for path in (ours, theirs):
        path.touch()
    remove_orphans(writer, layout)
    assert ours.exists() and not theirs.exists()


def test_a_run_that_is_cut_short_leaves_word_that_there_may_be_halves_of_small_pictures(layout, writer):
    half = layout.thumbnails / "ab" / UNFINISHED
    with writing_thumbnails(layout):
        (mark,) = layout.thumbnails.iterdir()
        if os.name != "nt":
            assert mark.stat().st_mode & 0o777 == 0o600
    assert list(layout.thumbnails.iterdir()) == []
    with pytest.raises(ZeroDivisionError), writing_thumbnails(layout):
        put(half.parent, half.name)
        raise ZeroDivisionError
    remove_orphans(writer, layout)
    assert not half.exists()


# --- forgotten folders ---


def add_root(catalog, path, *names):
    """A root with photos."""
    root = catalog.roots.add(path)
    first = catalog.documents.next_id()
    documents = [
        NewDocument(
            root=root.id,
            path=name,
            size=1,
            mtime_ns=1,
            fingerprint=f"{root.id}{name}",
            format="JPEG",
            width=4,
            height=3,
            document=DocumentId(first + row),
            store_row=row,
        )
        for row, name in enumerate(names)
    ]
    with catalog.transaction():
        catalog.documents.add(documents, store="s", postings="p")
    return root


def test_a_root_that_is_forgotten_takes_its_photos_along_and_no_others(writer, tmp_path):
    add_root(writer, tmp_path / "a", "1.jpg", "2.jpg")
    kept = add_root(writer, tmp_path / "a b", "3.jpg")
    assert forget_folder(writer, tmp_path / "a") == 2
    assert [root.path for root in writer.roots.all()] == [kept.path]
    assert writer.photos.count() == 1


def test_a_root_whose_photos_are_gone_already_can_be_forgotten(writer, tmp_path):
    writer.roots.add(tmp_path / "a")
    assert forget_folder(writer, tmp_path / "a") == 0
    assert writer.roots.all() == []


def test_roots_in_a_forgotten_folder_go_with_it(writer, tmp_path):
    add_root(writer, tmp_path / "a" / "b", "1.jpg")
    add_root(writer, tmp_path / "a" / "c", "2.jpg")
    assert forget_folder(writer, tmp_path / "a") == 2
    assert writer.roots.all() == []


@pytest.mark.parametrize("holding", ["outer", "inner"])
def test_a_folder_below_two_roots_is_left_out_of_the_nearer_whichever_has_its_photos(
    writer, tmp_path, holding
):
    names = {"outer": ("b/c/1.jpg", "b/2.jpg"), "inner": ("c/1.jpg", "2.jpg")}
    outer = add_root(writer, tmp_path / "a", *(names["outer"] if holding == "outer" else ()))
    inner = add_root(writer, tmp_path / "a" / "b", *(names["inner"] if holding == "inner" else ()))
    folder = tmp_path / "a" / "b" / "c"
    assert forget_folder(writer, folder) == 1
    assert (writer.roots.excluded(outer), writer.roots.excluded(inner)) == ([], [folder])
    assert writer.photos.count() == 1


def test_a_root_that_is_forgotten_is_left_out_of_the_one_around_it(writer, tmp_path):
    outer = add_root(writer, tmp_path / "a", "1.jpg")
    add_root(writer, tmp_path / "a" / "b", "2.jpg")
    assert forget_folder(writer, tmp_path / "a" / "b") == 1
    assert writer.roots.excluded(outer) == [tmp_path / "a" / "b"]


@pytest.mark.parametrize("name", ["b", "1", "elsewhere/b"])
def test_a_folder_of_which_nothing_is_known_cannot_be_forgotten_and_is_not_left_out_either(
    writer, tmp_path, name
):
    root = add_root(writer, tmp_path / "a", "1.jpg", "bc/2.jpg")
    with pytest.raises(CbirError, match="has no photos from"):
        forget_folder(writer, tmp_path / "a" / name)
    assert (writer.photos.count(), writer.roots.excluded(root)) == (2, [])

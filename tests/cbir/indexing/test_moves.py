"""Renamed, moved, touched and swapped files keep their photo, and so do those of nested roots."""

import os
from pathlib import Path

import pytest

from cbir.base.errors import CbirError
from cbir.base.types import Album, Term
from cbir.catalog import Catalog
from cbir.indexing import scan_folder
from tests.pictures import POSTERS, poster, write_jpeg

pytestmark = pytest.mark.usefixtures("workers")


def write_photos(folder):
    for name in POSTERS[:3]:
        write_jpeg(folder / f"{name}.jpg", poster(name)[::3, ::3].copy())


def rows(library):
    """The catalog's photos: path and document by id."""
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        documents = catalog.photos.of_documents(range(1, 200))
    return {value.photo: (value.path, value.document) for value in documents.values()}


def by_name(library):
    return {path.name: (photo, document) for photo, (path, document) in rows(library).items()}


def test_a_renamed_and_a_moved_file_keep_their_photo_and_are_not_decoded(library, pictures):
    before = by_name(library)
    first, second, third = sorted(pictures.iterdir())
    first.rename(first.with_name("renamed.jpg"))
    (pictures / "deeper").mkdir()
    second.rename(pictures / "deeper" / second.name)
    report = library.index([pictures])
    assert (report.indexed, report.unchanged, report.moved, report.removed) == (0, 1, 2, 0)
    after = by_name(library)
    assert after["renamed.jpg"] == before[first.name]
    assert after[second.name] == before[second.name]
    assert after[third.name] == before[third.name]
    hit = library.search([Term(path=pictures / "renamed.jpg")]).hits[0]
    assert (hit.path, hit.verified) == (pictures / "renamed.jpg", True)


def test_a_whole_tree_moved_to_another_root_keeps_its_photos_though_only_that_is_indexed(
    library, pictures, tmp_path
):
    before = by_name(library)
    other = tmp_path / "other" / "tree"
    other.mkdir(parents=True)
    for path in pictures.iterdir():
        path.rename(other / path.name)
    report = library.index([other])
    assert (report.indexed, report.moved, report.removed) == (0, 3, 0)
    assert by_name(library) == before
    assert {path.parent for path, _ in rows(library).values()} == {other}


def test_a_renamed_root_keeps_its_photos_and_the_old_one_is_forgotten(library, pictures):
    before = by_name(library)
    renamed = pictures.with_name("renamed")
    pictures.rename(renamed)
    assert library.index([renamed]).moved == 3
    assert by_name(library) == before
    assert [root.path for root in library.info().roots] == [renamed]


def test_files_that_change_places_stay_themselves(library, pictures):
    before = by_name(library)
    first, second, third = sorted(pictures.iterdir())
    first.rename(pictures / "aside")
    second.rename(first)
    third.rename(second)
    (pictures / "aside").rename(third)
    report = library.index([pictures])
    assert (report.indexed, report.moved) == (0, 3)
    after = by_name(library)
    assert after == {
        first.name: before[second.name],
        second.name: before[third.name],
        third.name: before[first.name],
    }


def test_a_touched_file_is_not_decoded(library, pictures):
    before = by_name(library)
    for path in pictures.iterdir():
        os.utime(path, (1, 1))
    report = library.index([pictures])
    assert (report.indexed, report.unchanged, report.moved) == (0, 3, 0)
    assert by_name(library) == before
    assert library.index([pictures]).unchanged == 3


def test_a_copy_of_the_old_version_does_not_take_the_photo_with_it(library, pictures):
    before = by_name(library)
    edited = min(pictures.iterdir())
    edited.rename(edited.with_name("backup.jpg"))
    write_jpeg(edited, poster(POSTERS[4])[::3, ::3].copy())
    report = library.index([pictures])
    assert (report.indexed, report.removed) == (2, 0)
    after = by_name(library)
    assert after[edited.name][0] == before[edited.name][0], "the edited file is still the same photo"
    assert after[edited.name][1] != before[edited.name][1], "in another version"


def test_a_copy_is_a_photo_of_its_own(library, pictures):
    original = min(pictures.iterdir())
    (pictures / "copy.jpg").write_bytes(original.read_bytes())
    report = library.index([pictures])
    assert (report.indexed, report.moved, report.unchanged) == (1, 0, 3)
    assert len(rows(library)) == 4


@pytest.mark.parametrize("deleted", [0, 1])
def test_of_two_equal_files_the_one_that_was_renamed_is_known_by_its_time(library, pictures, deleted):
    copies = [pictures / "copy 1.jpg", pictures / "copy 2.jpg"]
    for hour, copy in enumerate(copies):
        copy.write_bytes(min(pictures.iterdir()).read_bytes())
        os.utime(copy, (1_700_000_000 + 3600 * hour,) * 2)
    library.index([pictures])
    before = by_name(library)
    copies[deleted].unlink()
    copies[1 - deleted].rename(pictures / "renamed.jpg")
    library.index([pictures])
    assert by_name(library)["renamed.jpg"] == before[copies[1 - deleted].name]


def test_a_moved_file_that_overwrites_another_photo_replaces_it(library, pictures):
    before = by_name(library)
    first, second, _ = sorted(pictures.iterdir())
    first.replace(second)
    report = library.index([pictures])
    assert (report.indexed, report.moved, report.removed) == (0, 1, 1)
    assert by_name(library)[second.name] == before[first.name]


def copies(library, pictures, *places):
    """Equal files in some places, each an hour older than the one before, and indexed."""
    content = min(pictures.iterdir()).read_bytes() + b"a copy of its own"
    for hour, place in enumerate(places):
        path = pictures / place
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        os.utime(path, (1_700_000_000 - 3600 * hour,) * 2)
    assert library.index([pictures]).indexed == len(places)
    return [pictures / place for place in places]


def test_equal_files_that_move_together_are_told_apart_by_name(library, pictures):
    before, (b, a) = rows(library), copies(library, pictures, "1/b.jpg", "2/a.jpg")
    known = {path: photo for photo, (path, _) in rows(library).items() if photo not in before}
    (pictures / "3").mkdir()
    for touched in (False, True):
        os.utime(b, (a.stat().st_mtime,) * 2)  # their times are the same: only names tell
        library.index([pictures])
        for path in (a, b):
            path.rename(pictures / "3" / path.name)
            if touched:
                os.utime(pictures / "3" / path.name)
        assert library.index([pictures]).moved == 2
        now = {path: photo for photo, (path, _) in rows(library).items() if photo not in before}
        assert now == {pictures / "3" / path.name: photo for path, photo in known.items()}
        for path in (a, b):
            (pictures / "3" / path.name).rename(path)
        library.index([pictures])


def test_a_file_in_its_place_is_itself_though_it_has_the_time_of_an_equal_one_that_is_gone(library, pictures):
    first, second = copies(library, pictures, "first.jpg", "second.jpg")
    before = by_name(library)
    os.utime(first, (second.stat().st_mtime,) * 2)
    second.unlink()
    assert library.index([pictures]).removed == 1
    assert by_name(library)["first.jpg"] == before["first.jpg"]


def test_files_of_one_size_that_change_places_stay_themselves(library, pictures):
    first, second, third = sorted(pictures.iterdir())
    most = max(path.stat().st_size for path in pictures.iterdir()) + 1
    for path in (first, second, third):
        path.write_bytes(path.read_bytes().ljust(most, b"\0"))
    library.index([pictures])
    before = by_name(library)
    first.rename(pictures / "aside")
    second.rename(first)
    (pictures / "aside").rename(second)
    assert library.index([pictures]).moved == 2
    after = by_name(library)
    assert (after[first.name], after[second.name]) == (before[second.name], before[first.name])


def test_versions_that_are_kept_one_behind_the_other_take_no_photo_with_them(library, pictures):
    before = by_name(library)
    newest, older, _ = sorted(pictures.iterdir())
    older.rename(pictures / "oldest.jpg")
    newest.rename(older)
    write_jpeg(newest, poster(POSTERS[4])[::3, ::3].copy())
    assert library.index([pictures]).removed == 0
    after = by_name(library)
    assert [after[path.name][0] for path in (newest, older)] == [
        before[path.name][0] for path in (newest, older)
    ]


@pytest.mark.parametrize("what", ["its drive is away", "its folder cannot be read"])
def test_a_copy_of_a_photo_that_is_out_of_sight_does_not_take_it_away(
    library, pictures, tmp_path, monkeypatch, what
):
    before = by_name(library)
    other = tmp_path / "other"
    other.mkdir()
    original = min(pictures.iterdir())
    (other / "copy.jpg").write_bytes(original.read_bytes())
    if what == "its drive is away":
        pictures.rename(tmp_path / "away")
        monkeypatch.setattr("cbir.indexing.moves.is_gone", lambda root, volumes: False)
    else:
        real = Path.stat

        def stat(path, **how):
            if path == original:
                raise PermissionError(13, "Permission denied")
            return real(path, **how)

        monkeypatch.setattr(Path, "stat", stat)
    report = library.index([other])
    assert (report.moved, report.indexed, report.removed) == (0, 1, 0)
    assert {name: by_name(library)[name] for name in before} == before


def test_a_name_in_other_capitals_is_a_move_where_the_file_system_finds_the_old_one_too(
    library, pictures, monkeypatch
):
    before = by_name(library)
    old = min(pictures.iterdir())
    new = old.rename(old.with_name(old.name.upper()))
    real = Path.stat
    monkeypatch.setattr(Path, "stat", lambda path, **how: real(new if path == old else path, **how))
    report = library.index([pictures])
    assert (report.moved, report.indexed, report.removed) == (1, 0, 0)
    assert by_name(library)[new.name] == before[old.name]


def test_nested_roots_own_each_photo_once(library, pictures):
    outer = pictures.parent
    write_jpeg(outer / "outer.jpg", poster(POSTERS[4])[::3, ::3].copy())
    report = library.index([outer])
    assert (report.indexed, report.unchanged) == (1, 3)
    assert library.index([pictures]).unchanged == 3
    assert {root.path: root.photos for root in library.info().roots} == {outer: 1, pictures: 3}
    for path in pictures.iterdir():
        path.rename(outer / path.name)
    report = library.index([outer])
    assert (report.moved, report.unchanged, report.indexed) == (3, 1, 0)
    assert {root.path: root.photos for root in library.info().roots} == {outer: 4, pictures: 0}


def test_another_library_below_a_root_is_no_photo(tmp_path, library, pictures):
    assert any(library.folder.rglob("*.jpg")), "it has thumbnails"
    assert all(not file.path.startswith("library/") for file in scan_folder(tmp_path, tmp_path))
    report = library.index([tmp_path])
    assert (report.indexed, report.unchanged) == (0, 3)
    assert any("is inside" in note for note in report.notes)
    with pytest.raises(CbirError, match="part of the library itself"):
        library.index([library.folder / "thumbnails"])


# --- moved, and its metadata changed ---


def change_metadata(path, text=b"changed"):
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text + data[2:])


def test_a_photo_that_moved_and_was_changed_at_once_keeps_what_was_set(library, pictures):
    first = sorted(pictures.iterdir())[0]
    photo = library.find_photos([first])
    library.marks.set_rating(photo, 4)
    library.marks.judgements.set([Term(text="boat")], ["boat"], photo, True)
    album = Album(id="ab" * 16, name="Boats", terms=(Term(text="boat"),), labels=("boat",))
    library.albums.keep([album])
    library.albums.correct(album.id, {photo[0]: True})
    moved = first.rename(first.with_name("renamed.jpg"))
    change_metadata(moved)
    report = library.index([pictures])
    assert (report.indexed, report.moved, report.removed) == (0, 1, 0)
    (now,) = library.find_photos([moved])
    assert library.marks.of([now])[0].rating == 4
    assert library.albums.corrections(album.id) == {now: True}
    assert library.marks.judgements.of([Term(text="boat")]) == {now: True}


def test_a_photo_found_in_a_later_run_is_recognised_too(library, pictures, tmp_path):
    first = sorted(pictures.iterdir())[0]
    library.marks.set_rating(library.find_photos([first]), 4)
    (tmp_path / "elsewhere").mkdir()
    moved = first.rename(tmp_path / "elsewhere" / "renamed.jpg")
    change_metadata(moved)
    assert library.index([pictures]).removed == 1
    library.index([moved.parent])
    assert library.marks.of(library.find_photos([moved]))[0].rating == 4


@pytest.mark.parametrize("twice", ["new", "vanished"])
def test_two_photos_that_it_may_be_get_nothing(library, pictures, twice):
    first = sorted(pictures.iterdir())[0]
    second = first.with_name("second.jpg")
    if twice == "vanished":
        second.write_bytes(first.read_bytes())
        change_metadata(second, b"second")
        library.index([pictures])
        library.marks.set_rating(library.find_photos([second]), 2)
    library.marks.set_rating(library.find_photos([first]), 4)
    content = first.read_bytes()
    for path in pictures.glob("*.jpg"):
        if path in (first, second):
            path.unlink()
    for name in ("one.jpg", "two.jpg")[: 2 if twice == "new" else 1]:
        (pictures / name).write_bytes(content)
        change_metadata(pictures / name, name.encode())
        assert library.index([pictures]) if twice == "vanished" else True
    library.index([pictures])
    for name in ("one.jpg", "two.jpg")[: 2 if twice == "new" else 1]:
        assert library.marks.of(library.find_photos([pictures / name]))[0].rating is None

"""Pairing of moved files with their photos: equal ones by place, name and time, and never by a guess."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cbir.base.drives import Mount, Place, Volumes
from cbir.base.types import PhotoId
from cbir.catalog import Catalog, FileState, KnownPhoto, Root
from cbir.indexing.moves import MovedFile, as_moves, missing_photos, pair_files, plan_after, without_copies
from cbir.indexing.plan import Job, Lost, Plan
from cbir.indexing.scan import ScannedFile

FOLDER = Path("/photos")
ROOT, OTHER = Root(id=1, path=FOLDER), Root(id=2, path=Path("/other"))


def job(path, time=0, *, photo=None, root=ROOT, again=False):
    """A file that is to be read. photo : that the catalog has at its path"""
    state = None if photo is None else FileState(photo=PhotoId(photo), size=9, mtime_ns=-1)
    file = ScannedFile(path=path, size=9, mtime_ns=time)
    return Job(root=root, file=file, path=root.path / path, state=state, again=again)


def known(photo, path, time=0, *, root=1, current=True):
    return KnownPhoto(
        photo=PhotoId(photo), root=root, path=path, size=9, mtime_ns=time, fingerprint="f", current=current
    )


def paired(jobs, sources):
    """The photo of each file."""
    return {file.job.file.path: file.was.photo for file in pair_files(jobs, sources)}


@pytest.mark.parametrize(
    ("file", "sources", "photo"),
    [
        (job("a/x.jpg", 5), [known(1, "b/x.jpg", 5), known(2, "a/x.jpg", 4)], 2),  # by place
        (job("a/x.jpg", 5), [known(1, "b/y.jpg", 5), known(2, "c/x.jpg", 5)], 2),  # by name and time
        (job("a/x.jpg", 5), [known(1, "b/x.jpg", 4), known(2, "c/y.jpg", 5)], 2),  # by time
        (job("a/x.jpg", 5), [known(1, "b/y.jpg", 4), known(2, "c/x.jpg", 3)], 2),  # by name
        (job("a/x.jpg", 5), [known(1, "b/y.jpg", 4), known(2, "c/z.jpg", 3)], 1),  # any
    ],
)
def test_of_equal_photos_the_one_that_agrees_most_is_the_file(file, sources, photo):
    for order in (sources, sources[::-1]):
        assert paired([file], order) == {"a/x.jpg": photo}


def test_equal_files_take_equal_photos_in_their_order_and_none_twice():
    jobs = [job("new/c.jpg", 3), job("new/a.jpg", 1), job("new/b.jpg", 2)]
    sources = [known(2, "old/y.jpg", 8), known(1, "old/x.jpg", 9)]
    assert paired(jobs, sources) == {"new/a.jpg": 1, "new/b.jpg": 2}
    elsewhere = known(3, "new/a.jpg", 9, root=2)
    assert paired([job("new/a.jpg", 1)], [known(1, "old/a.jpg", 1), elsewhere]) == {"new/a.jpg": 1}


def test_a_file_that_was_touched_is_up_to_date_unless_it_is_wanted_anew():
    touched = MovedFile(job=job("x.jpg", 5), was=known(1, "x.jpg", 4))
    assert touched.only_touched and touched.up_to_date
    assert not MovedFile(job=job("x.jpg", root=OTHER), was=known(1, "x.jpg")).only_touched
    assert not MovedFile(job=job("y.jpg"), was=known(1, "x.jpg")).only_touched
    assert not MovedFile(job=job("x.jpg", again=True), was=known(1, "x.jpg")).up_to_date
    assert not MovedFile(job=job("x.jpg"), was=known(1, "x.jpg", current=False)).up_to_date


def test_the_new_place_of_a_photo_is_where_its_file_is_now():
    (move,) = as_moves([MovedFile(job=job("new.jpg", 5, root=OTHER), was=known(7, "old.jpg", 4))])
    assert (move.photo, move.root, move.path, move.size, move.mtime_ns) == (7, 2, "new.jpg", 9, 5)


def test_what_moved_is_done_and_what_took_its_place_is_another_photo():
    moved, touched, anew = (
        MovedFile(job=job("new.jpg"), was=known(1, "old.jpg")),
        MovedFile(job=job("same.jpg", 5, photo=2), was=known(2, "same.jpg")),
        MovedFile(job=job("again.jpg", photo=3), was=known(3, "before.jpg", current=False)),
    )
    stale = MovedFile(job=job("stale.jpg", 5, photo=4), was=known(4, "stale.jpg", 4, current=False))
    instead, other = job("old.jpg", photo=1), job("other.jpg", photo=9)
    lost = Lost(root=ROOT, folder=FOLDER, paths=("old.jpg", "gone.jpg"))
    theirs = Lost(root=OTHER, folder=OTHER.path, paths=("old.jpg",))
    plan = Plan(
        jobs=(moved.job, touched.job, anew.job, stale.job, instead, other),
        lost=(lost, theirs),
        emptied=(lost,),
        unchanged=4,
    )
    after = plan_after(plan, [moved, touched, anew, stale])
    assert [one.file.path for one in after.jobs] == ["again.jpg", "stale.jpg", "old.jpg", "other.jpg"]
    assert [one.photo for one in after.jobs] == [None, 4, None, 9]
    assert [one.paths for one in after.lost] == [("gone.jpg",), ("old.jpg",)]
    assert [one.paths for one in after.emptied] == [("gone.jpg",)]
    assert after.unchanged == 5


def test_a_photo_whose_file_was_changed_stays_with_its_path_unless_another_known_one_is_there_now():
    copied = MovedFile(job=job("backup.jpg"), was=known(1, "x.jpg"))
    assert without_copies([copied], {(1, "x.jpg")}) == []
    assert without_copies([copied], set()) == [copied]
    swapped = [
        MovedFile(job=job("y.jpg", photo=2), was=known(1, "x.jpg")),
        MovedFile(job=job("x.jpg", photo=1), was=known(2, "y.jpg")),
    ]
    changed = {(1, "x.jpg"), (1, "y.jpg")}
    assert without_copies(swapped, changed) == swapped
    chain = [MovedFile(job=job("z.jpg"), was=known(1, "y.jpg")), *swapped[:1]]
    assert without_copies(chain, changed) == [], "the last of them was changed where it lay"


def catalog_of(*roots):
    return cast(Catalog, SimpleNamespace(roots=SimpleNamespace(all=lambda: list(roots))))


def test_a_photo_is_missing_where_its_file_is_not_as_it_was(tmp_path):
    root = Root(id=1, path=tmp_path)
    (tmp_path / "same.jpg").write_bytes(bytes(9))
    (tmp_path / "file").write_bytes(b"x")
    time = (tmp_path / "same.jpg").stat().st_mtime_ns
    photos = [
        known(1, "same.jpg", time),
        known(2, "same.jpg", time - 1),
        known(3, "gone.jpg", time),
        known(4, "file/was a folder.jpg", time),
        known(5, "Same.jpg", time),
    ]
    missing = missing_photos(catalog_of(root), photos, Volumes(()), {(1, "same.jpg")})
    assert {one.photo for one in missing} == {1, 2, 3, 4, 5}, "the scan found it under another name"
    missing = missing_photos(catalog_of(root), photos[:4], Volumes(()), set())
    assert {one.photo for one in missing} == {2, 3, 4}


def test_a_photo_that_cannot_be_looked_at_is_not_missing(tmp_path, monkeypatch):
    root = Root(id=1, path=tmp_path)
    stat = Path.stat

    def refuse(path, *, follow_symlinks=True):
        if path.name == "locked.jpg":
            raise PermissionError(13, "Permission denied")
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refuse)
    assert missing_photos(catalog_of(root), [known(1, "locked.jpg")], Volumes(()), set()) == []


def test_on_a_drive_that_is_away_nothing_is_missing_and_in_a_folder_that_was_deleted_all_is(
    tmp_path,
):
    volumes = Volumes([Mount(point=tmp_path, volume="uuid:a")])
    gone = Root(id=1, path=tmp_path / "gone", place=Place(volume="uuid:a", path="/gone"))
    away = Root(id=2, path=tmp_path / "away", place=Place(volume="uuid:b", path="/away"))
    photos = [known(1, "x.jpg", root=1), known(2, "x.jpg", root=2)]
    missing = missing_photos(catalog_of(gone, away), photos, volumes, set())
    assert [one.photo for one in missing] == [1]

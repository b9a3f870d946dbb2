"""One run over a folder: what it counts and says, when it commits, and what the trash does beside it."""

import hashlib
import os
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cbir.base.errors import ImageUnreadable
from cbir.base.types import Metadata
from cbir.indexing import IndexingOptions
from cbir.indexing.moves import find_moves
from cbir.metadata import EXTRACTOR_VERSION
from cbir.workers import SamePicture
from cbir.workers.pool import WorkersBroken
from tests.cbir.catalog_rows import execute
from tests.cbir.indexing.by_hand import counts, no_worker

AT_ONCE = IndexingOptions(progress_every_s=0.0, first_commit_after_s=0.0, commit_after_s=0.0)
SLOW = IndexingOptions(progress_every_s=0.0, first_commit_after_s=3600.0, commit_after_s=3600.0)


def touch(path, seconds=5):
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + seconds * 10**9))


def fingerprint(content):
    return hashlib.sha256(content).hexdigest()


# ---- failures


def test_a_file_fails_with_its_reason_and_is_read_again_only_where_that_may_help(runs):
    reasons = {
        "broken": "The file ends in the middle.",
        "huge": "There was not enough memory to decode it.",
        "locked": "It is in use.",
        "odd": "It could not be decoded (ValueError: what is this).",
    }
    for content in ("odd", "locked", "good", "broken", "huge"):
        runs.write(f"{content}.jpg", content)
    report = runs.index()
    assert counts(report) == {"indexed": 1, "skipped": 4}
    assert [(one.path.stem, one.reason) for one in report.skipped] == list(reasons.items()), "by name"
    assert counts(runs.index()) == {"unchanged": 1, "skipped": 4}
    assert sorted(name for _, name in runs.workers.asked) == ["huge.jpg", "locked.jpg", "odd.jpg"]


def test_a_file_that_vanished_before_it_was_read_is_no_failure(runs):
    runs.write("gone.jpg")
    runs.write("here.jpg")
    runs.workers.before = lambda path: path.unlink() if path.name == "gone.jpg" else None
    assert counts(runs.index()) == {"indexed": 1}
    assert counts(runs.index()) == {"unchanged": 1, "removed": 1}, "it was listed before it vanished"
    assert set(runs.states()) == {"here.jpg"}
    runs.write("gone.jpg")
    runs.index(options=AT_ONCE)
    assert runs.commits == 1, "of nothing there is nothing to commit"


def test_where_no_worker_starts_the_run_ends_and_keeps_what_was_read(runs):
    for name in ("a", "b"):
        runs.write(f"{name}.jpg")
    runs.write("c.jpg", "no worker")
    with pytest.raises(WorkersBroken):
        runs.index(options=IndexingOptions(queued_per_worker=1))
    assert runs.catalog.photos.count() == 2


def test_pictures_of_several_pages_are_counted(runs):
    runs.write("a.jpg", "pages")
    runs.write("b.jpg")
    assert runs.index().notes == ("1 picture has several frames or pages: only the first was indexed.",)
    runs.write("c.jpg", "pages 2")
    runs.write("d.jpg", "pages 3")
    assert runs.index().notes == ("2 pictures have several frames or pages: only the first was indexed.",)
    assert runs.index().notes == ()


# ---- commits and progress


def test_photos_are_committed_in_batches_and_the_rest_at_the_end(runs):
    for n in range(5):
        runs.write(f"{n}.jpg")
    report = runs.index(options=replace(SLOW, commit_after_photos=2))
    assert (counts(report), runs.commits) == ({"indexed": 5}, 3)
    searchable = [one.searchable for one in runs.progress]
    assert sorted(set(searchable)) == [0, 2, 4, 5] and searchable == sorted(searchable)
    assert len(runs.catalog.segments.all("postings")) == 3


def test_the_first_photos_are_searchable_sooner_than_the_others(runs):
    for n in range(4):
        runs.write(f"{n}.jpg")
    runs.index(options=IndexingOptions(first_commit_after_s=0.0, commit_after_s=3600.0))
    assert runs.commits == 2
    for n in range(4, 8):
        runs.write(f"{n}.jpg")
    runs.index(options=IndexingOptions(first_commit_after_s=3600.0, commit_after_s=0.0))
    assert runs.commits == 1
    runs.index(options=AT_ONCE)
    assert runs.commits == 1, "where nothing was read nothing waits"


def test_files_that_fail_are_committed_as_soon_as_photos_are(runs):
    for n in range(2):
        runs.write(f"{n}.jpg", "broken")
    runs.index(options=AT_ONCE)
    assert runs.commits == 3


def test_a_batch_is_due_so_long_after_its_first_file_whatever_that_was(runs, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("cbir.indexing.commit.time", SimpleNamespace(monotonic=lambda: now[0]))
    runs.write("a.jpg")
    (job,) = runs.plan().jobs
    for first in ("failure", "same"):
        batch = runs.batch()
        assert not batch.due(photos=1, after_s=0.0)
        for at in (0.0, 4.0):
            now[0] = 100.0 + at
            if first == "failure":
                batch.add_failure(job, "Broken.", lasting=True)
            else:
                batch.add_same(job, SamePicture(fingerprint="f", metadata=Metadata()))
        for at, due in ((4.9, False), (5.0, True)):
            now[0] = 100.0 + at
            assert batch.due(photos=3, after_s=5.0) is due
        assert batch.due(photos=2, after_s=3600.0)


def test_progress_begins_with_what_is_done_and_ends_with_all(runs):
    for name in ("a", "b", "c"):
        runs.write(f"{name}.jpg")
    runs.write("d.jpg", "broken")
    runs.index()
    (runs.photos / "c.jpg").rename(runs.photos / "renamed.jpg")
    runs.write("e.jpg")
    runs.index()
    known = [one for one in runs.progress if one.total is not None]
    assert (known[0].done, known[0].total) == (4, 5), "two unchanged, one moved, one that fails again"
    assert [one.current.name for one in known if one.current is not None] == ["e.jpg"]
    last = runs.progress[-1]
    assert (last.done, last.total, last.skipped, last.searchable) == (5, 5, 1, 4)
    assert [one.done for one in runs.progress if one.total is None] == [1, 2, 3, 4, 5]


def test_progress_is_told_no_more_often_than_is_asked_for_and_always_at_the_end(runs):
    for n in range(5):
        runs.write(f"{n}.jpg")
    runs.index(options=IndexingOptions(progress_every_s=3600.0))
    assert len(runs.progress) <= 5
    assert (runs.progress[-1].done, runs.progress[-1].searchable) == (5, 5)


def test_a_run_that_is_stopped_keeps_what_it_has_and_removes_nothing(runs):
    for n in range(4):
        runs.write(f"{n}.jpg")
    runs.index()
    (runs.photos / "0.jpg").unlink()
    (runs.photos / "1.xmp").write_text("<x/>", encoding="utf-8")
    report = runs.index(cancelled=lambda: True)
    assert (counts(report), report.cancelled) == ({}, True)
    assert runs.catalog.photos.count() == 4
    for n in range(4, 8):
        runs.write(f"{n}.jpg")
    report = runs.index(cancelled=lambda: bool(runs.workers.asked))
    assert report.cancelled
    assert report.updated == 0, "what comes after is left to the next run"
    assert "read_metadata" not in {name for name, _ in runs.workers.asked}
    assert counts(runs.index())["updated"] == 1


def test_a_run_that_is_stopped_says_so_also_where_nothing_else_was_left_to_do(runs):
    runs.write("a.jpg")
    assert runs.index(cancelled=lambda: bool(runs.workers.asked)).cancelled
    assert not runs.index().cancelled


def test_a_run_that_is_stopped_while_it_looks_for_moves_removes_nothing(runs):
    for n in range(3):
        runs.write(f"{n}.jpg")
    runs.index()
    (runs.photos / "0.jpg").rename(runs.photos / "renamed.jpg")
    (runs.photos / "1.jpg").unlink()
    report = runs.index(cancelled=lambda: ("fingerprint_file", "renamed.jpg") in runs.workers.asked)
    assert report.cancelled
    assert runs.catalog.photos.count() == 3
    assert counts(runs.index()) == {"moved": 1, "removed": 1, "unchanged": 1}


# ---- what was there before


def test_a_sidecar_that_was_there_from_the_beginning_is_read_once(runs):
    runs.write("a.jpg")
    (runs.photos / "a.xmp").write_text("<x/>", encoding="utf-8")
    runs.index()
    assert counts(runs.index()) == {"unchanged": 1}


@pytest.mark.parametrize("pictured", [True, False])
def test_a_file_that_shows_what_it_showed_keeps_its_index_and_its_thumbnail(runs, pictured):
    path = runs.write("a.jpg", "same")
    runs.index()
    document = runs.document("a.jpg")
    before = runs.layout.thumbnail(fingerprint(b"same"))
    if not pictured:
        before.unlink()
    path.write_text("same, with a caption", encoding="utf-8")
    (runs.photos / "a.xmp").write_text("<x/>", encoding="utf-8")
    assert counts(runs.index()) == {"unchanged": 1, "updated": 1}
    assert runs.document("a.jpg") == document
    assert runs.states()["a.jpg"].size == len("same, with a caption")
    photo = runs.catalog.photos.of_documents([document])[document]
    assert photo.fingerprint == fingerprint(b"same, with a caption")
    thumbnail = runs.layout.thumbnail(photo.fingerprint)
    assert thumbnail.exists() is pictured
    assert not pictured or thumbnail.read_bytes() == b"thumbnail of same"
    assert counts(runs.index()) == {"unchanged": 1}
    assert counts(runs.index(read_again=True)) == {"indexed": 1}
    assert runs.document("a.jpg") != document


@pytest.mark.parametrize("content", ["locked", "huge"])
def test_the_metadata_of_a_photo_is_read_again_where_its_sidecar_changed(runs, content):
    for n in range(3):
        runs.write(f"{n}.jpg")
    runs.index()
    for n in range(3):
        (runs.photos / f"{n}.xmp").write_text("<x/>", encoding="utf-8")
    some = IndexingOptions(commit_after_photos=2)
    unreadable = runs.write("1.jpg", content)
    os.utime(unreadable, ns=(0, runs.states()["1.jpg"].mtime_ns))
    with runs.catalog.transaction():
        runs.catalog.files.update(
            runs.states()["1.jpg"].photo or 0,
            size=unreadable.stat().st_size,
            mtime_ns=unreadable.stat().st_mtime_ns,
            fingerprint="f",
        )
    assert counts(runs.index(options=some)) == {"unchanged": 3, "updated": 2}
    assert [name for name, _ in runs.workers.asked] == ["read_metadata"] * 3
    assert [bool(runs.states()[f"{n}.jpg"].sidecar) for n in range(3)] == [True, False, True]
    assert all(state.extractor == EXTRACTOR_VERSION for state in runs.states().values())
    runs.index(options=some)
    assert runs.workers.asked == [("read_metadata", "1.jpg")], "it is asked again"


def test_photos_of_an_earlier_version_are_read_again_and_an_interrupted_run_goes_on(runs):
    for n in range(5):
        runs.write(f"{n}.jpg")
    runs.index()
    earlier = EXTRACTOR_VERSION - 1
    execute(runs.catalog, "UPDATE metadata SET extractor = ? WHERE photo_id <> 3", (earlier,))
    some = IndexingOptions(commit_after_photos=2)
    stopped = runs.index(options=some, cancelled=lambda: len(runs.workers.asked) >= 3)
    assert stopped.cancelled
    left = runs.catalog.metadata.outdated(EXTRACTOR_VERSION)
    assert 0 < left < 4, "what was read stays read"
    assert counts(runs.index(options=some)) == {"unchanged": 5, "updated": left}
    assert runs.catalog.metadata.outdated(EXTRACTOR_VERSION) == 0


def test_what_moved_and_what_is_gone_is_counted_apart(runs):
    for n in range(4):
        runs.write(f"{n}.jpg")
    runs.index()
    (runs.photos / "0.jpg").rename(runs.photos / "renamed.jpg")
    (runs.photos / "1.jpg").unlink()
    touch(runs.photos / "2.jpg")
    before = runs.document("0.jpg")
    assert counts(runs.index()) == {"moved": 1, "removed": 1, "unchanged": 2}
    assert runs.document("renamed.jpg") == before
    assert {one.searchable for one in runs.progress if one.total is not None} == {3}
    (runs.photos / "3.jpg").rename(runs.photos / "2.jpg")
    assert counts(runs.index()) == {"moved": 1, "removed": 1, "unchanged": 1}, "one made room for the other"


def test_a_folder_that_was_renamed_is_forgotten_once_all_its_photos_are_found_again(runs):
    for n in range(2):
        runs.write(f"{n}.jpg")
    runs.index()
    renamed = runs.photos.with_name("renamed")
    runs.photos.rename(renamed)
    (renamed / "1.jpg").rename(renamed.parent / "kept.jpg")
    assert counts(runs.index(renamed)) == {"moved": 1}
    assert [root.path for root in runs.catalog.roots.all()] == [runs.photos, renamed], "one is still its own"
    (renamed.parent / "kept.jpg").rename(renamed / "1.jpg")
    assert counts(runs.index(renamed)) == {"moved": 1, "unchanged": 1}
    assert [root.path for root in runs.catalog.roots.all()] == [renamed]


def test_a_search_for_moves_that_is_stopped_finds_none(runs):
    """Equal files that were not read yet may be better."""
    path = runs.write("a.jpg")
    runs.index()
    path.rename(runs.photos / "b.jpg")
    plan = runs.plan()
    for answers, moves in (([False, False], 1), ([False, True], 0)):
        asked = iter(answers)
        found = find_moves(
            *(runs.catalog, plan, runs.workers, runs.volumes),
            codebook="c",
            options=IndexingOptions().features.fingerprint,
            cancelled=lambda asked=asked: next(asked),
        )
        assert len(found) == moves


@pytest.mark.parametrize("error", [MemoryError(), ImageUnreadable("It is in use.")])
def test_a_file_that_cannot_be_read_has_not_moved_as_far_as_is_known(runs, error):
    path = runs.write("a.jpg")
    runs.write("b.jpg")
    runs.index()
    path.rename(runs.photos / "c.jpg")

    def refuse(_path):
        if runs.workers.asked[-1][0] == "fingerprint_file":
            raise error

    runs.workers.before = refuse
    assert counts(runs.index()) == {"indexed": 1, "removed": 1, "unchanged": 1}


def test_where_no_worker_starts_nothing_is_looked_for_nor_removed(runs):
    path = runs.write("a.jpg")
    runs.write("b.jpg")
    runs.index()
    path.rename(runs.photos / "c.jpg")
    runs.workers.before = no_worker
    with pytest.raises(WorkersBroken):
        runs.index()
    assert runs.catalog.photos.count() == 2


# ---- the trash beside a run


@pytest.mark.parametrize("content", ["another picture", "broken", "same"])
def test_a_photo_that_went_to_the_trash_while_its_file_was_read_stays_away(runs, content):
    path = runs.write("a.jpg", "same")
    runs.write("b.jpg")
    runs.index()
    path.write_text(f"{content}, anew", encoding="utf-8")
    runs.workers.before = lambda read: runs.remove("a.jpg") if read == path else None
    report = runs.index()
    assert report.indexed == 0
    assert runs.catalog.photos.count() == 1
    assert set(runs.states()) == {"b.jpg"}
    runs.workers.before = lambda path: None
    (runs.photos / "b.xmp").write_text("<x/>", encoding="utf-8")
    path.unlink()
    runs.workers.before = lambda _path: runs.remove("b.jpg")
    runs.index()
    assert runs.catalog.photos.count() == 0


def test_a_photo_that_went_to_the_trash_while_moves_were_looked_for_is_read_as_a_new_one(
    runs,
):
    path = runs.write("a.jpg", "picture")
    runs.write("b.jpg")
    runs.index()
    path.rename(runs.photos / "c.jpg")
    runs.workers.before = lambda read: runs.remove("a.jpg") if read.name == "c.jpg" else None
    assert counts(runs.index()) == {"indexed": 1, "unchanged": 1}

"""Photos that are listed before they are read: shown early, left by a stopped run, and not made twice."""

import hashlib
from concurrent.futures import Future

import pytest

from cbir.base.types import Filters, Marks
from cbir.indexing import IndexingOptions
from cbir.metadata import EXTRACTOR_VERSION
from tests.cbir.indexing.by_hand import counts, no_worker

AT_ONCE = IndexingOptions(progress_every_s=0.0, list_after_s=0.0)


def listed_names(runs):
    ids = runs.catalog.full_text.in_order([], Filters(), order="name", backwards=False, top=None)
    return [hit.path.name for hit in runs.catalog.photos.listing(ids)]


def stop_before_reading(runs):
    """Index, and stop once the first file is read: its photos are listed, and none is searchable."""
    return runs.index(cancelled=lambda: bool(runs.workers.asked), options=AT_ONCE)


def test_all_new_photos_are_listed_before_the_first_is_read(runs):
    for name in ("a", "b", "c"):
        runs.write(f"{name}.jpg")
    seen = []
    runs.workers.before = lambda path: seen.append((listed_names(runs), runs.catalog.photos.searchable()))
    runs.index(options=AT_ONCE)
    assert seen[0] == (["a.jpg", "b.jpg", "c.jpg"], 0)
    assert [(step.listed, step.searchable) for step in runs.progress if step.total][-1] == (3, 3)
    assert {step.listed for step in runs.progress if step.total and not step.searchable} >= {1, 2, 3}


def test_a_run_that_is_stopped_leaves_listed_photos_and_the_next_reads_them(runs):
    runs.write("a.jpg", "camera file")
    runs.write("b.jpg", "small picture")
    report = stop_before_reading(runs)
    assert (report.cancelled, listed_names(runs)) == (True, ["a.jpg", "b.jpg"])
    assert (runs.catalog.photos.count(), runs.catalog.photos.searchable()) == (2, 0)
    assert runs.catalog.audit.contradictions() == []
    ids = {name: state.photo for name, state in runs.states().items()}
    metadata = runs.catalog.metadata.of(ids["a.jpg"])
    assert metadata.make == "Listed" and runs.states()["a.jpg"].extractor == EXTRACTOR_VERSION
    assert counts(runs.index()) == {"indexed": 2}
    assert runs.workers.listed == [], "they are listed once"
    assert {name: state.photo for name, state in runs.states().items()} == ids
    assert runs.catalog.photos.searchable() == 2


def thumbnail(runs, content):
    path = runs.layout.thumbnail(hashlib.sha256(content.encode()).hexdigest())
    return path.read_bytes().decode() if path.exists() else None


def test_a_small_picture_keeps_its_thumbnail_and_the_preview_of_a_camera_is_replaced(runs):
    for content in ("camera", "small", "large"):
        runs.write(f"{content}.jpg", content)
    early = {}
    runs.workers.before = lambda path: early.setdefault(path.stem, thumbnail(runs, path.stem))
    runs.index()
    assert early == {"camera": "preview of camera", "small": "preview of small", "large": None}
    assert [thumbnail(runs, content) for content in early] != [None] * 3
    assert thumbnail(runs, "camera") == "thumbnail of camera"
    assert thumbnail(runs, "small") == "preview of small", "made once"
    assert thumbnail(runs, "large") == "thumbnail of large"


def test_the_preview_of_a_copy_does_not_replace_the_thumbnail_of_its_original(runs):
    runs.write("a.jpg", "camera")
    runs.index()
    runs.write("b.jpg", "camera")
    early = []
    runs.workers.before = lambda path: early.append(thumbnail(runs, "camera"))
    runs.index()
    assert early == ["thumbnail of camera"]


def test_metadata_are_read_once_unless_the_file_changed_after_it_was_listed(runs):
    runs.write("a.jpg")
    changing = runs.write("b.jpg")

    def change(path):
        if path == changing and path.read_text() == "b.jpg":
            path.write_text("another")

    runs.workers.before = change
    runs.index()
    made = {name: runs.catalog.metadata.of(state.photo).make for name, state in runs.states().items()}
    assert made == {"a.jpg": "Listed", "b.jpg": "First"}


def test_marks_of_a_listed_photo_stay_when_it_is_read(runs):
    runs.write("a.jpg")
    stop_before_reading(runs)
    with runs.catalog.transaction():
        runs.catalog.marks.set(runs.states()["a.jpg"].photo, Marks(rating=4))
    runs.index()
    assert runs.catalog.marks.of(runs.states()["a.jpg"].photo).rating == 4


def test_a_photo_that_went_to_the_trash_after_it_was_listed_stays_away(runs):
    path = runs.write("a.jpg")
    runs.write("b.jpg")
    runs.workers.before = lambda read: runs.remove("a.jpg") if read == path else None
    assert runs.index().indexed == 1
    assert set(runs.states()) == {"b.jpg"}
    assert runs.catalog.audit.contradictions() == []


def test_a_listed_photo_that_moved_before_it_was_read_keeps_its_id_and_marks(runs):
    path = runs.write("a.jpg")
    stop_before_reading(runs)
    photo = runs.states()["a.jpg"].photo
    with runs.catalog.transaction():
        runs.catalog.marks.set(photo, Marks(rating=5))
    path.rename(runs.photos / "b.jpg")
    assert counts(runs.index()) == {"indexed": 1, "moved": 1}
    assert runs.states()["b.jpg"].photo == photo
    assert runs.catalog.marks.of(photo).rating == 5


def test_a_file_that_turns_out_to_be_broken_is_no_longer_listed(runs):
    path = runs.write("a.jpg")
    runs.workers.before = lambda read: path.write_text("broken")
    report = runs.index()
    assert counts(report) == {"skipped": 1}
    assert runs.catalog.photos.count() == 0
    assert runs.catalog.audit.contradictions() == []


@pytest.mark.parametrize(("workers", "tasks"), [(2, 32), (4, 64), (5, 4), (64, 4)])
def test_a_person_waits_for_the_list_but_no_more_than_four_workers_make_it(runs, workers, tasks):
    for name in range(70):
        runs.write(f"{name}.jpg")
    asked = []

    def never(function, *args, priority=0):
        asked.append((function.__name__, priority > 0))
        return Future()

    runs.workers.submit, runs.workers.count = never, workers
    assert runs.index(cancelled=lambda: bool(asked)).cancelled
    assert asked == [("list_photo", True)] * tasks


def test_where_no_worker_starts_nothing_is_listed_and_the_run_ends(runs):
    runs.write("a.jpg")
    runs.workers.before_listing = no_worker
    with pytest.raises(Exception, match="No worker can be started"):
        runs.index()
    assert runs.catalog.photos.count() == 0


def test_marks_of_a_photo_that_moved_and_was_edited_find_it_even_if_a_run_stopped_after_listing(runs):
    path = runs.write("a.jpg", "same")
    runs.index()
    with runs.catalog.transaction():
        runs.catalog.marks.set(runs.states()["a.jpg"].photo, Marks(rating=5))
    path.unlink()
    runs.write("b.jpg", "same, edited")
    stop_before_reading(runs)
    assert runs.catalog.marks.of(runs.states()["b.jpg"].photo).rating is None, "its pixels are not known yet"
    runs.index()
    assert runs.catalog.marks.of(runs.states()["b.jpg"].photo).rating == 5

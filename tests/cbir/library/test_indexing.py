"""From folders to a searchable library: what a run does and leaves alone, and what it makes of changes."""

import itertools
import os
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

import pytest

from cbir import service
from cbir.base.errors import CbirError
from cbir.base.storage import size_and_time
from cbir.base.types import Exclusions, IndexRequest, SearchOptions, Term
from cbir.library import Library
from cbir.library.trash import why_not
from cbir.local_features import FeatureOptions
from cbir.visual_words import train_codebook
from cbir.workers import WorkerPool
from cbir.workers.tasks import ingest_photo
from tests.cbir.stage_data import describe_some, write_pictures
from tests.pictures import POSTERS, flat, photo, write_jpeg

Make = Callable[..., Library]
NAMES = ("coffee", "chelsea", "rocket", *POSTERS[:3])


@pytest.fixture(name="pictures")
def _pictures(tmp_path):
    folder = tmp_path / "pictures"
    write_pictures(folder, NAMES)
    return folder


def counts(library, *folders, **options):
    report = library.index(folders, **options)
    return report.indexed, report.unchanged, report.removed, len(report.skipped)


def found(library, picture, **options):
    """Search and return name -> score and whether it is verified, in their order."""
    result = library.search([Term(path=picture)], SearchOptions(top=100, **options))
    return {hit.path.name: (round(hit.score, 6), hit.verified) for hit in result.hits}


def touch(path):
    """Give a file another time of change, whatever the clock's steps are."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 2_000_000_000))


def test_a_second_run_opens_no_picture(make_library, pictures, workers):
    library = make_library()
    assert counts(library, pictures) == (6, 0, 0, 0)
    assert workers.submitted.count("ingest_photo") == 6
    workers.submitted.clear()
    assert counts(library, pictures) == (0, 6, 0, 0)
    assert workers.submitted == []


def test_every_picture_is_accounted_for(make_library, pictures):
    (pictures / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 and no more")
    (pictures / "empty.png").touch()
    (pictures / "notes.txt").write_text("not a picture", encoding="utf-8")
    write_jpeg(pictures / "flat.jpg", flat(40, 30))
    library = make_library()
    report = library.index([pictures])
    assert (report.indexed, report.unchanged, report.removed) == (7, 0, 0)
    assert [skipped.path for skipped in report.skipped] == [pictures / "broken.jpg", pictures / "empty.png"]
    assert all(skipped.reason.endswith(".") for skipped in report.skipped)
    assert counts(library, pictures) == (0, 7, 0, 2), "what is damaged is not read again"
    assert [skipped.path for skipped in library.info().skipped] == [
        pictures / "broken.jpg",
        pictures / "empty.png",
    ]


def test_a_changed_picture_is_replaced_and_keeps_its_id(make_library, pictures):
    library = make_library()
    library.index([pictures])
    before = {hit.path.name: hit.photo for hit in library.search([Term(path=pictures / "coffee.jpg")]).hits}
    write_jpeg(pictures / "coffee.jpg", photo("astronaut"))
    touch(pictures / "coffee.jpg")
    assert counts(library, pictures) == (1, 5, 0, 0)
    result = library.search([Term(path=pictures / "coffee.jpg")])
    assert (result.hits[0].path.name, result.hits[0].verified) == ("coffee.jpg", True)
    assert result.hits[0].photo == before["coffee.jpg"]
    old = write_pictures(pictures.parent / "query", ["coffee"])[0]
    assert not any(verified for _, verified in found(library, old).values())


def test_a_damaged_picture_that_is_mended_is_indexed(make_library, pictures):
    good = (pictures / "coffee.jpg").read_bytes()
    (pictures / "coffee.jpg").write_bytes(good[:200])
    library = make_library()
    assert counts(library, pictures) == (5, 0, 0, 1)
    (pictures / "coffee.jpg").write_bytes(good)
    assert counts(library, pictures) == (1, 5, 0, 0)
    assert library.info().skipped == ()


def test_a_picture_of_another_age_is_one_like_any_other(make_library, pictures):
    library, seconds = make_library(), 1 << 34  # the year 2514; some file systems end before
    one, *others = sorted(pictures.iterdir())
    os.utime(one, (seconds, seconds))
    assert counts(library, pictures) == (1 + len(others), 0, 0, 0)
    assert counts(library, pictures) == (0, 1 + len(others), 0, 0)
    renamed = one.rename(one.with_stem("renamed"))
    report = library.index([pictures])
    assert (report.moved, report.removed, report.indexed) == (1, 0, 0)
    assert why_not(renamed, *size_and_time(renamed.stat())) is None, "it may go to the trash"


def test_a_vanished_picture_is_no_longer_found(make_library, pictures):
    library = make_library()
    library.index([pictures])
    copy = (pictures / "coffee.jpg").rename(pictures.parent / "query.jpg")
    assert counts(library, pictures) == (0, 5, 1, 0)
    assert not any(verified for _, verified in found(library, copy).values())
    assert library.info().photos == 5


def test_a_removed_picture_is_as_if_it_had_never_been_there(make_library, pictures, tmp_path):
    one, other = make_library(), make_library(tmp_path / "other")
    one.index([pictures])
    query = (pictures / "coffee.jpg").rename(tmp_path / "query.jpg")
    write_jpeg(pictures / "rocket.jpg", photo("astronaut"))
    touch(pictures / "rocket.jpg")
    one.index([pictures])
    other.index([pictures])
    for weighting, picture in itertools.product(
        ("hamming", "tfidf", "bm25"), (query, pictures / "chelsea.jpg")
    ):
        assert found(one, picture, weighting=weighting) == found(other, picture, weighting=weighting)


def test_batches_and_their_order_change_no_score(make_library, pictures, tmp_path):
    at_once, one_by_one = make_library(), make_library(tmp_path / "other", commit_after_photos=1)
    at_once.index([pictures])
    later = [(path, path.rename(tmp_path / path.name)) for path in sorted(pictures.iterdir())[:3]]
    one_by_one.index([pictures])
    for path, aside in later:
        aside.rename(path)
    one_by_one.index([pictures])
    for picture in sorted(pictures.iterdir()):
        assert found(at_once, picture) == found(one_by_one, picture)


def test_progress_counts_up_and_photos_are_found_while_it_runs(make_library, pictures, tmp_path):
    library = make_library(commit_after_photos=2, progress_every_s=0.0)
    seen = []
    hits = []

    def look(progress):
        if seen and progress.searchable > seen[-1].searchable:
            hits.append(len(library.search([Term(path=pictures / "coffee.jpg")]).hits))
        seen.append(progress)

    library.index([pictures], progress=look)
    assert [progress.done for progress in seen if progress.total is None] == [1, 2, 3, 4, 5, 6]
    done = [progress.done for progress in seen if progress.total is not None]
    assert done == sorted(done)
    assert (seen[-1].done, seen[-1].total, seen[-1].searchable) == (6, 6, 6)
    assert len(hits) >= 2
    assert hits == sorted(hits)


def test_the_first_photos_are_not_kept_waiting_for_the_rest(make_library, pictures):
    library = make_library(first_commit_after_s=0.0, progress_every_s=0.0)
    seen = []
    library.index([pictures], progress=lambda progress: seen.append(progress.searchable))
    assert list(dict.fromkeys(seen))[:2] == [0, 1]


def test_a_cancelled_run_keeps_what_is_finished(make_library, pictures, monkeypatch):
    library = make_library(commit_after_photos=1)
    submit, extractions = WorkerPool.submit, itertools.count()

    def most(self, function, *args, priority=0):
        """Leave the last two photos waiting, however fast the workers are."""
        if function is ingest_photo and next(extractions) >= 4:
            return Future()
        return submit(self, function, *args, priority=priority)

    monkeypatch.setattr(WorkerPool, "submit", most)
    report = library.index([pictures], cancelled=lambda: library.info().searchable >= 2)
    assert report.cancelled
    assert 2 <= report.indexed < 6
    assert (library.info().photos, library.info().searchable) == (6, report.indexed)
    monkeypatch.undo()
    assert counts(library, pictures) == (6 - report.indexed, report.indexed, 0, 0)


def test_listed_photos_are_shown_found_by_name_and_searched_with_and_a_result_says_what_it_covers(
    make_library, pictures
):
    library = make_library(commit_after_photos=1, list_after_s=0.0)
    library.index([pictures], cancelled=lambda: library.info().searchable >= 1)
    info = library.info()
    assert (info.photos, info.unsearched) == (6, 6 - info.searchable)
    listing = library.search([], SearchOptions(listed="name"))
    assert (len(listing.hits), listing.searched, listing.in_library) == (6, 6, 6)
    for hit in listing.hits:
        assert library.metadata([hit.photo])[0] is not None
        assert max(library.thumbnail(hit.photo).shape) <= 256
        named = library.search([Term(text=hit.path.stem)], SearchOptions(engine="metadata"))
        assert [named_hit.path for named_hit in named.hits if named_hit.strong] == [hit.path]
        result = library.search([Term(photo=hit.photo)])
        assert (result.searched, result.in_library) == (info.searchable, 6)
        share = 100 * info.searchable // 6
        assert (
            f"{share} % searched so far: {info.searchable} of 6 photos are ready to search by content."
            in result.notes
        )
    assert library.check(deep=True) == []
    assert library.index([pictures]).indexed == info.unsearched
    assert not any(
        "searched so far" in note for note in library.search([Term(photo=listing.hits[0].photo)]).notes
    )


def test_a_run_that_is_cancelled_at_once_changes_nothing(make_library, pictures):
    library = make_library()
    library.index([pictures])
    (pictures / "coffee.jpg").unlink()
    report = library.index([pictures], cancelled=lambda: True)
    assert report.cancelled
    assert library.info().photos == 6


def test_nested_folders_own_each_photo_once(make_library, tmp_path):
    write_pictures(tmp_path / "all", ["coffee"])
    write_pictures(tmp_path / "all" / "inner", ["chelsea"])
    library = make_library()
    assert counts(library, tmp_path / "all" / "inner") == (1, 0, 0, 0)
    assert counts(library, tmp_path / "all") == (1, 1, 0, 0)
    assert counts(library, tmp_path / "all", tmp_path / "all" / "inner", tmp_path / "all") == (0, 2, 0, 0)
    assert {root.path.name: root.photos for root in library.info().roots} == {"all": 1, "inner": 1}
    assert next(iter(found(library, tmp_path / "all" / "coffee.jpg"))) == "coffee.jpg"
    assert library.info().photos == 2


def test_a_folder_of_a_root_can_be_indexed_alone(make_library, tmp_path):
    write_pictures(tmp_path / "all" / "a", ["coffee"])
    write_pictures(tmp_path / "all" / "b", ["chelsea"])
    library = make_library()
    assert counts(library, tmp_path / "all") == (2, 0, 0, 0)
    write_pictures(tmp_path / "all" / "b", ["rocket"])
    assert counts(library, tmp_path / "all" / "a") == (0, 1, 0, 0)
    assert counts(library, tmp_path / "all" / "b") == (1, 1, 0, 0)
    assert len(library.info().roots) == 1


def test_folders_can_be_left_out(make_library, pictures):
    write_pictures(pictures / "private", ["astronaut"])
    library = make_library()
    assert counts(library, pictures, exclude_dirs=["private"]) == (6, 0, 0, 0)


def test_a_request_says_the_same_as_folders_with_its_fields_beside_them(make_library, pictures):
    library = make_library()
    for asked in (IndexRequest, service.IndexRequest):
        request = asked(folders=(pictures,), exclude=("*",))
        assert library.index(request) == library.index([pictures], exclude=("*",))
    with pytest.raises(TypeError, match="left_out"):
        library.index([pictures], left_out=("*",))
    assert library.photo_count() == 0


def test_what_is_left_out_for_good_stays_out_and_comes_back_when_it_is_named(make_library, pictures):
    write_pictures(pictures / "private", ["astronaut"])
    library = make_library()
    assert counts(library, pictures) == (7, 0, 0, 0)
    leave_out = Exclusions(folders=(pictures / "private",), patterns=("co*",))
    assert counts(library, pictures, leave_out=leave_out) == (0, 5, 2, 0), "what was there leaves"
    assert library.info().left_out == ("co*",)
    assert library.info().roots[0].excluded == (pictures / "private",)
    assert counts(library, pictures) == (0, 5, 0, 0), "every later run knows"
    assert counts(library, pictures / "private") == (1, 0, 0, 0)
    assert counts(library, pictures, leave_out=Exclusions(patterns=())) == (1, 6, 0, 0)
    assert library.info().left_out == ()


def test_the_library_may_lie_among_the_photos(make_library, pictures):
    library = make_library(pictures / "library")
    assert counts(library, pictures) == (6, 0, 0, 0)
    assert counts(library, pictures) == (0, 6, 0, 0), "its thumbnails are no photos"


def test_two_files_of_one_content_are_two_photos(make_library, tmp_path):
    (one,) = write_pictures(tmp_path / "photos", ["coffee"])
    (tmp_path / "photos" / "copy.jpg").write_bytes(one.read_bytes())
    library = make_library()
    assert counts(library, tmp_path / "photos") == (2, 0, 0, 0)
    assert found(library, one) == {
        "coffee.jpg": found(library, one)["copy.jpg"],
        "copy.jpg": found(library, one)["coffee.jpg"],
    }
    assert all(verified for _, verified in found(library, one).values())


@pytest.mark.parametrize("names", [(), ("coffee",), ("coffee", "chelsea")], ids=["none", "one", "two"])
def test_tiny_libraries_index_and_search(make_library, tmp_path, names):
    folder = tmp_path / "photos"
    folder.mkdir()
    write_pictures(folder, names)
    library = make_library()
    assert counts(library, folder) == (len(names), 0, 0, 0)
    (query,) = write_pictures(tmp_path / "query", ["coffee"])
    hits = found(library, query)
    assert [name for name, (_, verified) in hits.items() if verified] == [f"{name}.jpg" for name in names[:1]]


def test_a_better_codebook_is_adopted_photo_by_photo(make_library, pictures, tmp_path):
    """Until all photos are read again, those of the old one still answer."""
    library = make_library()
    library.index([pictures])
    other = tmp_path / "other.codebook"
    train_codebook(describe_some(photo("chelsea"), 1000).descriptors, words=64).save(other)
    fingerprint = library.models.use_codebook(other)
    assert library.info().codebook == fingerprint
    new = write_pictures(pictures / "new", ["astronaut"])[0]
    assert counts(library, pictures / "new") == (1, 0, 0, 0)
    for picture in (pictures / "coffee.jpg", new):
        assert found(library, picture)[picture.name][1], "both codebooks answer side by side"
    assert counts(library, pictures) == (6, 1, 0, 0)
    for picture in (pictures / "coffee.jpg", new):
        assert found(library, picture)[picture.name][1]
    assert counts(library, pictures) == (0, 7, 0, 0)


def test_other_feature_options_read_the_photos_again(make_library, pictures, tmp_path):
    make_library().index([pictures])
    again = make_library(features=FeatureOptions(max_features=300, working_side_px=400))
    assert counts(again, pictures) == (6, 0, 0, 0)
    more = make_library(features=FeatureOptions(max_features=200, working_side_px=400))
    assert counts(more, pictures) == (0, 6, 0, 0), "a smaller budget changes no feature's meaning"


def test_photos_with_features_of_opencv_are_found_and_move_over(make_library, pictures):
    """A run that is stopped leaves both kinds side by side."""
    features = FeatureOptions(max_features=300, working_side_px=400)
    make_library(features=replace(features, implementation="opencv")).index([pictures])
    library = make_library(features=features, queued_per_worker=1, commit_after_photos=1)
    assert library.info().waiting == 6
    assert all(found(library, picture)[picture.name][1] for picture in pictures.iterdir())
    library.index([pictures], cancelled=lambda: library.info().waiting < 6)
    assert 0 < library.info().waiting < 6
    assert all(found(library, picture)[picture.name][1] for picture in pictures.iterdir())
    library.index([pictures])
    assert library.info().waiting == 0
    assert all(found(library, picture)[picture.name][1] for picture in pictures.iterdir())
    assert counts(library, pictures) == (0, 6, 0, 0)


def test_no_folder_at_all_is_refused(make_library):
    with pytest.raises(CbirError, match="at least one folder"):
        make_library().index([])

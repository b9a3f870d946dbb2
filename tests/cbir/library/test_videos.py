"""A video is the folder of its kept frames: indexed, found, moved and left out with its file."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from cbir.base.types import SearchOptions, Term, moment_of
from cbir.catalog.migration import provide_functions
from cbir.catalog.schema import MIGRATIONS
from cbir.catalog.schema.dates import MIGRATION_TO_DATED_MOMENTS
from tests.mp4 import APPLE, keys, with_header
from tests.pictures import write_jpeg
from tests.videos import scene, write_video

RATE = 10.0


def film(path, seeds, seconds=6, codec="mp4v"):
    return write_video(
        path, [scene(seed, 480, 360) for seed in seeds for _ in range(int(seconds * RATE))], codec, RATE
    )


@pytest.fixture(name="folder")
def _folder(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    write_jpeg(folder / "still.jpg", scene(90, 480, 360))
    film(folder / "film.mp4", (1, 2, 3, 4))
    film(folder / "other.avi", (5, 6), codec="MJPG")
    return folder


def first(library, picture):
    return library.search([Term(path=picture)], SearchOptions(top=5)).hits[0]


def test_videos_are_left_out_and_counted_until_they_are_asked_for(make_library, folder):
    library = make_library()
    report = library.index([folder])
    assert report.indexed == 1 and [str(note) for note in report.notes] == ["Videos left out: 2."]
    report = library.index([folder], videos=20)
    assert report.indexed == 6 and [str(note) for note in report.notes] == [
        "Videos indexed: 2. Frames kept: 6."
    ]
    report = library.index([folder])  # from now on
    assert (report.indexed, report.unchanged, report.removed) == (0, 7, 0) and not report.notes
    report = library.index([folder], videos=0)
    assert (report.unchanged, report.removed) == (1, 6)
    assert [str(note) for note in report.notes] == ["Videos left out: 2."]


def test_a_frame_finds_its_video_and_time(make_library, folder, tmp_path):
    library = make_library()
    library.index([folder], videos=20)
    for seed, video, second in ((1, "film.mp4", 0), (3, "film.mp4", 12), (6, "other.avi", 6)):
        noisy = scene(seed, 480, 360) + np.random.default_rng(1).integers(0, 12, (360, 480, 3), np.uint8)
        hit = first(library, write_jpeg(tmp_path / "query.jpg", noisy.astype(np.uint8)))
        assert hit.verified
        moment = moment_of(hit.path)
        assert moment.video == folder / video and abs(moment.ms / 1000 - second) <= 1


def test_the_last_shots_of_a_short_video_are_found_too(make_library, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    shots = [scene(seed, 480, 360) for seed in range(8) for _ in range(int(2 * RATE))]
    write_video(folder / "clip.mp4", [*shots, *[scene(90, 480, 360)] * 4], "mp4v", RATE)
    library = make_library()
    library.index([folder], videos=6)
    for seed, ms in ((6, 12_000), (7, 14_000), (90, 16_000)):  # no key frame shows the last
        hit = first(library, write_jpeg(tmp_path / "query.jpg", scene(seed, 480, 360)))
        assert hit.verified and 0 <= moment_of(hit.path).ms - ms <= 1000, seed


def test_no_more_frames_are_kept_than_asked_for_whatever_a_video_shows(make_library, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    film(folder / "cuts.mp4", range(60), seconds=1)
    library = make_library()
    report = library.index([folder], videos=6)
    assert 8 <= report.indexed <= 14  # eight at once, and six of a minute


def test_a_moved_video_keeps_its_frames_and_nothing_is_read_again(make_library, folder, workers, tmp_path):
    library = make_library()
    library.index([folder], videos=20)
    query = write_jpeg(tmp_path / "query.jpg", scene(3, 480, 360))
    before = first(library, query)
    workers.submitted.clear()
    (folder / "deep").mkdir()
    (folder / "film.mp4").rename(folder / "deep" / "renamed.mp4")
    report = library.index([folder])
    assert (report.indexed, report.removed) == (0, 0)
    assert "ingest_moments" not in workers.submitted
    after = first(library, query)
    assert after.photo == before.photo
    assert after.path == folder / "deep" / "renamed.mp4" / before.path.name


def test_a_changed_video_is_read_again_and_a_deleted_one_takes_its_frames_along(make_library, folder):
    library = make_library()
    library.index([folder], videos=20)
    film(folder / "film.mp4", (7, 8))
    report = library.index([folder])
    assert (report.indexed, report.removed) == (2, 4)
    (folder / "film.mp4").unlink()
    report = library.index([folder])
    assert (report.indexed, report.removed, report.unchanged) == (0, 2, 3)


def test_a_video_that_cannot_be_read_is_named_once_and_tried_again_when_it_changes(
    make_library, folder, workers
):
    (folder / "film.mp4").write_bytes(b"\0\0\0\x18ftypisom\0\0\0\0isomiso2" + bytes(5000))
    library = make_library()
    report = library.index([folder], videos=20)
    assert [(skipped.path.name, str(skipped.reason)) for skipped in report.skipped] == [
        ("film.mp4", "The video is damaged, or of a kind that cannot be read.")
    ]
    workers.submitted.clear()
    assert len(library.index([folder]).skipped) == 1 and not workers.submitted
    film(folder / "film.mp4", (1, 2))
    report = library.index([folder])
    assert report.indexed == 2 and not report.skipped


def test_the_video_of_a_live_photo_is_one_item_with_its_photo(make_library, folder):
    film(folder / "still.MOV", (90,), seconds=2)
    library = make_library()
    report = library.index([folder], videos=20)
    assert report.indexed == 7
    assert "Videos of Live Photos, which are one item with their photos: 1." in [
        str(note) for note in report.notes
    ]
    report = library.index([folder], videos=0)
    assert [str(note) for note in report.notes] == [
        "Videos left out: 2.",
        "Videos of Live Photos, which are one item with their photos: 1.",
    ]


def test_a_moment_is_marked_in_the_library_and_never_goes_to_the_trash_or_among_duplicates(
    make_library, folder
):
    film(folder / "again.mp4", (1, 2, 3, 4))
    library = make_library()
    library.index([folder], videos=20)
    hit = first(library, folder / "film.mp4" / "00h00m12.000s")
    library.marks.set_rating([hit.photo], 4)
    assert library.marks.of([hit.photo])[0].rating == 4
    assert not library.duplicates.find().groups
    trashed = library.trash([hit.photo])
    assert [str(problem.reason) for problem in trashed.problems] == [
        f"It is a moment of the video {moment_of(hit.path).video.name}. Delete the video to remove it."
    ]
    assert (folder / "film.mp4").exists()


def dated(folder):
    return with_header(
        folder / "film.mp4",
        keys(
            {
                APPLE + "creationdate": "2019-07-14T12:30:05+0200",
                APPLE + "location.ISO6709": "+48.8577+002.2950/",
                APPLE + "model": "Telephone",
            }
        ),
    )


def test_moments_have_the_date_the_place_and_the_camera_of_their_video(make_library, folder):
    dated(folder)
    library = make_library()
    library.index([folder], videos=20)
    hits = library.search([Term(text="date:2019-07-14")], SearchOptions(top=10)).hits
    times = {moment_of(hit.path).ms: hit.taken_at for hit in hits}
    assert times[0] == "2019-07-14T12:30:05+02:00" and times[12_000] == "2019-07-14T12:30:17+02:00"
    assert {hit.path.parent.name for hit in hits} == {"film.mp4"} and len(hits) == 4
    assert {hit.dated_by for hit in hits} == {"metadata"}
    assert {tuple(position[1:]) for position in library.positions()} == {(48.8577, 2.295)}
    assert len(library.search([Term(text="camera:telephone")], SearchOptions(top=10)).hits) == 4


def test_a_video_without_a_date_has_that_of_its_name(make_library, tmp_path):
    (tmp_path / "pictures").mkdir()
    film(tmp_path / "pictures" / "VID_20190714_123005.avi", (1, 2), codec="MJPG")
    library = make_library()
    library.index([tmp_path / "pictures"], videos=20)
    hits = library.search([Term(text="date:2019-07-14")], SearchOptions(top=10)).hits
    assert {(hit.taken_at, hit.dated_by) for hit in hits} == {("2019-07-14T12:30:05", "name")}


def test_moments_of_an_older_library_get_their_dates_with_the_next_run(make_library, folder, tmp_path):
    dated(folder)
    library = make_library()
    library.index([folder], videos=20)
    library.close()
    with closing(
        sqlite3.connect(tmp_path / "library" / "catalog.sqlite", isolation_level=None)
    ) as connection:
        provide_functions(connection)
        connection.execute(
            "UPDATE metadata SET taken_at = NULL, latitude = NULL, longitude = NULL, extractor = 4 "
            "WHERE photo_id IN (SELECT id FROM photo WHERE format = 'Video')"
        )
        before = MIGRATIONS.index(MIGRATION_TO_DATED_MOMENTS)
        connection.execute(f"PRAGMA user_version = {before}")
    library = make_library()
    assert not len(library.positions())
    library.index([folder])
    assert len(library.positions()) == 4
    hits = library.search([Term(text="date:2019-07-14")], SearchOptions(top=10)).hits
    assert len(hits) == 4

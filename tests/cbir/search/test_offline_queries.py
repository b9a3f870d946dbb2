"""A photo whose drive is away is a query all the same, and has its preview; and what that costs."""

import numpy as np
import pytest
from typer.testing import CliRunner

from cbir.base.errors import ImageUnreadable, PhotoGone, QueryUnusable
from cbir.base.types import PhotoId, SearchOptions, Term
from cbir.cli.application import application
from cbir.evaluation import rotated
from cbir.evaluation.altered import scaled
from cbir.library import Library
from tests.cbir.stage_data import write_pictures
from tests.pictures import photo, write_jpeg

NAMES = ("chelsea", "rocket", "astronaut")
SIZE = (1200, 800)


@pytest.fixture(name="drive", scope="module")
def _drive(tmp_path_factory):
    """Three photos, a coffee, a turned crop of that, and a mirrored one."""
    folder = tmp_path_factory.mktemp("offline") / "drive"
    write_pictures(folder, NAMES)
    large = scaled(photo("coffee"), max(SIZE)).pixels
    write_jpeg(folder / "coffee.jpg", large)
    write_jpeg(folder / "turned.jpg", rotated(large[100:700, 200:1000], 25).pixels)
    write_jpeg(folder / "mirrored.jpg", np.ascontiguousarray(large[:, ::-1]))
    return folder


@pytest.fixture(name="library", scope="module")
def _library(drive):
    with Library.open(drive.parent / "library", create=True) as library:
        assert library.index([drive]).indexed == len(NAMES) + 3
        yield library


@pytest.fixture(name="unplug")
def _unplug(drive):
    """A function that takes the drive away until the test is over."""
    aside = drive.with_name("in the drawer")
    yield lambda: drive.rename(aside)
    if aside.exists():
        aside.rename(drive)


def search(library, term, **options):
    return library.search([term], SearchOptions(**options))


def verified(result):
    return {hit.path.stem for hit in result.hits if hit.verified}


def photo_at(library, path):
    return search(library, Term(path=path)).hits[0].photo


def test_the_keypoints_of_a_picture_lie_where_its_details_are(library, drive):
    asked = library.keypoints(Term(path=drive / "coffee.jpg"))
    kept = library.keypoints(Term(photo=photo_at(library, drive / "coffee.jpg"), marked=True))
    assert len(asked) > len(kept) > 500, "a query has more"
    away = np.linalg.norm(asked.xy[:, None] - kept.xy, axis=2)
    assert np.mean(away.min(axis=0) < 0.5) > 0.95
    assert kept.sigma.min() > 0 and len(kept.angle) == len(kept)
    part = (400.0, 200.0, 500.0, 400.0)
    x, y = library.keypoints(Term(path=drive / "coffee.jpg", region=part)).xy.T
    assert x.min() >= 400 and x.max() <= 900 and y.min() >= 200 and y.max() <= 600


def test_keypoints_of_a_blank_picture_and_of_a_photo_that_is_gone(library, tmp_path):
    write_jpeg(tmp_path / "blank.jpg", np.full((300, 400, 3), 128, np.uint8))
    assert len(library.keypoints(Term(path=tmp_path / "blank.jpg"))) == 0
    with pytest.raises(PhotoGone, match="no longer in the library"):
        library.keypoints(Term(photo=PhotoId(999), marked=True))
    with pytest.raises(QueryUnusable, match="There is no file"):
        library.keypoints(Term(path=tmp_path / "nothing.jpg"))
    with Library.open(tmp_path / "empty", create=True) as empty:
        assert len(empty.keypoints(Term(path=tmp_path / "blank.jpg"))) == 0


def test_an_offline_photo_finds_what_it_found_with_its_file(library, drive, unplug):
    term = Term(photo=photo_at(library, drive / "coffee.jpg"))
    with_file = search(library, term, own=True)
    assert verified(with_file) == {"coffee", "turned"}
    assert with_file.notes == ()
    unplug()
    without = search(library, term, own=True)
    assert verified(without) == verified(with_file)
    assert all(hit.offline for hit in without.hits)
    assert "its drive is disconnected" in without.notes[0]
    (evidence,) = without.hits[0].evidence
    assert without.hits[0].path.stem == "coffee"
    assert np.abs(evidence.query_xy - evidence.photo_xy).max() < 1


def test_a_name_that_no_file_can_have_is_no_file(library, tmp_path):
    with pytest.raises(QueryUnusable, match="There is no file"):
        library.search([Term(path=tmp_path / ("x" * 300 + ".jpg"))])


def test_a_path_of_an_offline_photo_is_that_photo(library, drive, unplug):
    unplug()
    assert verified(search(library, Term(path=drive / "coffee.jpg"))) == {"coffee", "turned"}
    with pytest.raises(QueryUnusable, match="There is no file"):
        search(library, Term(path=drive / "never.jpg"))


def test_a_part_of_an_offline_photo_is_searched_and_lies_where_it_was_framed(library, drive, unplug):
    x, y, width, height = region = (300.0, 200.0, 600.0, 450.0)
    term = Term(photo=photo_at(library, drive / "coffee.jpg"), region=region)
    unplug()
    result = search(library, term, own=True)
    best = next(hit for hit in result.hits if hit.path.stem == "coffee")
    assert best.verified
    (evidence,) = best.evidence
    assert (evidence.query_xy >= [x - 1, y - 1]).all()
    assert (evidence.query_xy <= [x + width, y + height]).all()
    assert np.abs(evidence.query_xy - evidence.photo_xy).max() < 1
    with pytest.raises(QueryUnusable, match="outside the picture"):
        search(library, Term(photo=term.photo, region=(5000.0, 0.0, 10.0, 10.0)))


def test_an_offline_photo_is_mirrored_when_asked_for(library, drive, unplug):
    term = Term(photo=photo_at(library, drive / "coffee.jpg"))
    assert "mirrored" not in verified(search(library, term)), "another photo of it is found"
    assert "mirrored" in verified(search(library, term, mirror=True))
    unplug()
    found = search(library, term, mirror=True)
    hit = next(hit for hit in found.hits if hit.path.stem == "mirrored")
    assert hit.verified
    assert hit.evidence[0].mirrored


def test_a_file_that_was_removed_is_served_like_one_on_a_drive_that_is_away(library, drive):
    file = drive / "coffee.jpg"
    term = Term(photo=photo_at(library, file))
    aside = file.rename(drive.parent / "aside.jpg")
    try:
        assert verified(search(library, term, own=True)) == {"coffee", "turned"}
    finally:
        aside.rename(file)


def test_an_offline_photo_shows_its_thumbnail_in_place_of_its_file(library, drive, unplug):
    known = photo_at(library, drive / "coffee.jpg")
    thumbnail = library.thumbnail(known)
    unplug()
    for shown in (library.picture(photo=known), library.picture(path=drive / "coffee.jpg")):
        assert shown.stand_in
        assert shown.full_size == SIZE
        assert np.array_equal(shown.pixels, thumbnail)
    part = library.picture(photo=known, region=(0.0, 0.0, 600.0, 400.0))
    assert part.full_size == (600, 400)
    assert part.pixels.shape[:2] == (thumbnail.shape[0] // 2, thumbnail.shape[1] // 2) or part.stand_in
    with pytest.raises(ImageUnreadable):
        library.picture(path=drive / "never.jpg")


@pytest.mark.long
def test_the_command_line_takes_the_path_of_an_offline_photo(library, drive, unplug):
    unplug()
    run = CliRunner().invoke(
        application, ["search", str(drive / "coffee.jpg"), "--library", str(library.folder), "--json"]
    )
    assert run.exit_code == 0, run.output
    assert "turned.jpg" in run.stdout
    assert "its drive is disconnected" in run.stderr
    refused = CliRunner().invoke(
        application, ["search", str(drive / "never.jpg"), "--library", str(library.folder)]
    )
    assert refused.exit_code != 0

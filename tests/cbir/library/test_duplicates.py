"""Duplicates of a library: found with their cause, judged, moved to the trash when that was said."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from cbir.base.errors import CbirError, DiskFull
from cbir.base.layout import Layout
from cbir.base.types import DuplicateSearch, Judged, PhotoId
from cbir.cli import main
from cbir.duplicates import DuplicateTables
from cbir.duplicates.judgement import Finding
from cbir.duplicates.proof import PROOF_VERSION
from cbir.library import Library
from cbir.state import unlocked_write
from tests.cbir.library.test_trash import Trash
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]


@pytest.fixture(name="trash")
def _trash(tmp_path, monkeypatch):
    trash = Trash(tmp_path / "trash")
    monkeypatch.setattr("send2trash.send2trash", trash)
    return trash


def write_photos(folder):
    """Write two photos and five copies of one of them."""
    coffee = photo("coffee")
    original = write_jpeg(folder / "coffee.jpg", coffee, 95)
    data = original.read_bytes()
    (folder / "same.jpg").write_bytes(data)
    (folder / "comment.jpg").write_bytes(data[:2] + b"\xff\xfe\x00\x06seen" + data[2:])
    small = cv2.resize(coffee, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    write_jpeg(folder / "small.jpg", np.asarray(small, np.uint8), 80)
    write_jpeg(folder / "mirrored.jpg", np.ascontiguousarray(coffee[:, ::-1]))
    write_jpeg(folder / "part.jpg", np.ascontiguousarray(coffee[50:350, 100:500]))
    write_jpeg(folder / "rocket.jpg", photo("rocket"))


def causes(report):
    return {copy.photo.path.name: copy.cause for group in report.groups for copy in group.copies}


def ids(library, folder, *names):
    return library.find_photos([folder / name for name in names])


def judge(library, folder, kept, other, verdict):
    first, second = ids(library, folder, kept, other)
    library.duplicates.say([Judged(kept=first, other=second, verdict=verdict)])


def test_identical_files_are_told_before_anything_is_compared(library):
    told, compared = [], []
    report = library.duplicates.find(
        on_more=lambda so_far: told.append((causes(so_far), len(compared))),
        progress=lambda done, total: compared.append(done),
    )
    assert list(told[0][0].values()) == ["identical"]
    assert told[0][1] == 0
    assert set(causes(report).values()) > {"identical"}
    told.clear()
    library.duplicates.find(on_more=lambda so_far: told.append(causes(so_far)))
    assert told[0] == causes(report), "what an earlier search compared is known at once"


COPIES_OF_COFFEE = {
    "same.jpg": "identical",
    "comment.jpg": "same pixels",
    "small.jpg": "re-encoded",
    "mirrored.jpg": "turned",
    "part.jpg": "cropped",
}


def test_every_copy_is_found_with_its_cause_and_the_next_time_nothing_is_compared(library, pictures):
    search = DuplicateSearch(keep=(pictures / "coffee.jpg",))
    first = library.duplicates.find(search)
    assert [group.kept.path.name for group in first.groups] == ["coffee.jpg"]
    assert causes(first) == COPIES_OF_COFFEE
    (part,) = (copy for copy in first.groups[0].copies if copy.cause == "cropped")
    assert part.box == pytest.approx((100, 50, 400, 300), abs=3)
    again = library.duplicates.find(search)
    assert again.groups == first.groups
    assert (again.compared, again.compared_before) == (0, first.compared + first.compared_before)


def test_what_was_said_survives_moved_files_and_a_library_that_is_built_again(library, pictures):
    judge(library, pictures, "coffee.jpg", "small.jpg", "both")
    judge(library, pictures, "coffee.jpg", "comment.jpg", "different")
    (pictures / "small.jpg").rename(pictures / "moved.jpg")
    library.index([pictures])
    library.rebuild()
    search = DuplicateSearch(keep=(pictures / "coffee.jpg",))
    left = causes(library.duplicates.find(search))
    assert not {"moved.jpg", "comment.jpg"} & left.keys()
    judged = library.duplicates.find(DuplicateSearch(keep=search.keep, judged=True))
    assert {copy.photo.path.name: copy.verdict for copy in judged.groups[0].copies if copy.verdict} == {
        "moved.jpg": "both",
        "comment.jpg": "different",
    }


def test_a_file_that_was_to_stay_does_not_go_in_place_of_its_copy_that_is_gone(library, pictures):
    judge(library, pictures, "small.jpg", "same.jpg", "trash")
    (pictures / "same.jpg").unlink()
    library.index([pictures])
    assert library.duplicates.plan_trash().photos == ()  # coffee.jpg has its content, and nobody said that


def test_a_copy_that_comes_after_the_trash_was_cut_off_is_not_taken_for_what_went(
    library, pictures, trash, monkeypatch
):
    judge(library, pictures, "small.jpg", "same.jpg", "trash")

    def stop(folder):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(
            "cbir.library.trash.flush_folder", stop
        )  # the file is in the trash, the photo in the library
        library.duplicates.trash(ids(library, pictures, "same.jpg"))
    assert trash.names() == {"same.jpg"}
    (pictures / "another.jpg").write_bytes((pictures / "coffee.jpg").read_bytes())
    library.index([pictures])
    assert library.duplicates.plan_trash().photos == ()


def test_no_copy_goes_while_the_library_has_no_room_to_say_so(library, pictures, trash, monkeypatch):
    judge(library, pictures, "small.jpg", "same.jpg", "trash")
    (going,) = library.duplicates.plan_trash().photos
    with monkeypatch.context() as patched, pytest.raises(DiskFull):
        patched.setattr("cbir.base.disk_room.has_room", lambda *_: False)
        library.duplicates.trash([going.photo])
    assert trash.names() == set()
    assert library.duplicates.trash([going.photo]).photos == 1


def test_what_was_said_of_one_of_equal_files_follows_it_where_it_moves(library, pictures):
    judge(library, pictures, "coffee.jpg", "same.jpg", "trash")
    (pictures / "same.jpg").rename(pictures / "elsewhere.jpg")
    library.index([pictures])
    assert [photo.path.name for photo in library.duplicates.plan_trash().photos] == ["elsewhere.jpg"]


def test_a_name_in_no_encoding_can_be_said_to_go(library, pictures, trash):
    odd = pictures / os.fsdecode(b"caf\xe9.jpg")
    try:
        odd.write_bytes((pictures / "coffee.jpg").read_bytes())
    except OSError:
        pytest.skip("this file system takes no such name")
    library.index([pictures])
    judge(library, pictures, "coffee.jpg", odd.name, "trash")
    (going,) = library.duplicates.plan_trash().photos
    assert going.path == odd
    assert library.duplicates.trash([going.photo]).photos == 1
    assert library.duplicates.plan_trash().photos == ()


def test_what_was_said_can_be_taken_back(library, pictures):
    judge(library, pictures, "coffee.jpg", "small.jpg", "trash")
    judge(library, pictures, "small.jpg", "coffee.jpg", None)
    assert library.duplicates.plan_trash().photos == ()


def test_only_what_was_said_goes_and_only_that_file_of_equal_ones(library, pictures, trash):
    judge(library, pictures, "coffee.jpg", "same.jpg", "trash")
    plan = library.duplicates.plan_trash()
    assert [photo.path.name for photo in plan.photos] == ["same.jpg"]
    assert plan.last == ()
    everything = ids(library, pictures, "same.jpg", "small.jpg", "rocket.jpg", "coffee.jpg")
    assert library.duplicates.trash(everything).photos == 1
    assert trash.names() == {"same.jpg"}
    assert library.duplicates.plan_trash().photos == ()


def test_the_last_copy_goes_only_when_that_was_said_too(library, pictures, trash):
    judge(library, pictures, "small.jpg", "coffee.jpg", "trash")
    judge(library, pictures, "coffee.jpg", "same.jpg", "trash")
    (pictures / "small.jpg").unlink()  # what was to stay is gone meanwhile
    plan = library.duplicates.plan_trash()
    assert {one.path.name for one in plan.last} == {"coffee.jpg", "same.jpg"}
    going = [photo.photo for photo in plan.photos]
    report = library.duplicates.trash(going)
    assert report.photos == 0
    assert trash.names() == set()
    assert library.duplicates.trash(going, last=True).photos == 2


def test_a_file_that_changed_since_stays_and_so_does_its_only_copy(library, pictures, trash):
    (pictures / "same.jpg").unlink()
    library.index([pictures])
    judge(library, pictures, "coffee.jpg", "small.jpg", "trash")
    write_jpeg(pictures / "coffee.jpg", photo("rocket"))
    plan = library.duplicates.plan_trash()
    assert [one.path.name for one in plan.last] == ["small.jpg"]
    assert "has changed since" in plan.last[0].reason
    assert library.duplicates.trash([plan.photos[0].photo]).photos == 0
    assert trash.names() == set()


def test_stars_and_keywords_of_what_goes_are_given_to_what_stays(library, pictures, trash):
    coffee, same, small = ids(library, pictures, "coffee.jpg", "same.jpg", "small.jpg")
    library.marks.set_rating([small], 4)
    library.marks.set_keywords([small], add=["breakfast"])
    library.marks.set_keywords([coffee], add=["cup"])
    judge(library, pictures, "coffee.jpg", "small.jpg", "trash")
    assert library.duplicates.trash([small]).photos == 1
    known, of_same = library.metadata([coffee, same])
    assert known is not None and of_same is not None
    assert (known.rating, set(known.keywords)) == (4, {"cup", "breakfast"})
    assert (of_same.rating, of_same.keywords) == (4, ("breakfast",)), (
        "an identical copy stays in its place, too"
    )


def test_one_folder_is_compared_with_another(library, pictures):
    card = pictures.parent / "card"
    (card).mkdir()
    (card / "IMG_1.jpg").write_bytes((pictures / "coffee.jpg").read_bytes())
    write_jpeg(card / "IMG_2.jpg", photo("chelsea"))
    library.index([card])
    report = library.duplicates.find(DuplicateSearch(folder=card, against=pictures, causes=("identical",)))
    names = {group.kept.path.parent.name for group in report.groups}
    names |= {copy.photo.path.parent.name for group in report.groups for copy in group.copies}
    assert report.photos == 2
    assert names == {"card", "pictures"}
    with pytest.raises(CbirError, match="no photos in"):
        library.duplicates.find(DuplicateSearch(folder=pictures.parent / "elsewhere"))


def test_kept_folders_are_remembered(library, pictures):
    library.duplicates.keep_folders([pictures / "small.jpg"])
    assert "small.jpg" in {group.kept.path.name for group in library.duplicates.find().groups}
    library.duplicates.keep_folders([])
    assert library.duplicates.kept_folders() == ()


def test_an_unknown_photo_is_refused_and_nothing_of_the_rest_is_kept(library, pictures):
    (coffee, small) = ids(library, pictures, "coffee.jpg", "small.jpg")
    said = [
        Judged(kept=coffee, other=small, verdict="trash"),
        Judged(kept=coffee, other=PhotoId(999), verdict="trash"),
    ]
    with pytest.raises(CbirError, match="no longer in the library"):
        library.duplicates.say(said)
    assert library.duplicates.plan_trash().photos == ()


def test_an_empty_library_and_one_photo_have_no_duplicates(make_library, tmp_path):
    library = make_library()
    assert library.duplicates.find().groups == ()
    write_jpeg(tmp_path / "one" / "coffee.jpg", photo("coffee"))
    library.index([tmp_path / "one"])
    assert library.duplicates.find().groups == ()


def test_the_command_lists_groups_and_moves_what_is_certain(library, pictures, trash, capsys):
    at = ["--library", str(library.folder)]
    library.close()
    assert main(["duplicates", "--json", "--keep", str(pictures / "coffee.jpg"), *at]) == 0
    (group,) = json.loads(capsys.readouterr().out)["groups"]
    assert {Path(copy["path"]).name: copy["cause"] for copy in group["copies"]} == COPIES_OF_COFFEE
    assert main(["duplicates", *at]) == 0
    assert capsys.readouterr().err.startswith("1 group: 1 identical, 1 same pixels")
    assert main(["duplicates", "--cause", "burst", *at]) == 0
    assert capsys.readouterr().err.endswith("No duplicates found.\n")
    keep = ["--keep", str(pictures / "coffee.jpg")]
    assert main(["duplicates", "--trash", "--dry-run", *keep, *at]) == 0
    assert {Path(line.split("\t")[1]).name for line in capsys.readouterr().out.splitlines()} == {
        "same.jpg",
        "comment.jpg",
    }
    assert trash.names() == set()
    assert main(["duplicates", "--trash", "--yes", *keep, *at]) == 0
    assert trash.names() == {"same.jpg", "comment.jpg"}
    assert main(["duplicates", "--cause", "sideways", *at]) == 2


def test_near_duplicates_are_stacked_before_anything_was_compared_and_more_after(library, pictures):
    names = ("rocket.jpg", "small.jpg", "coffee.jpg", "part.jpg", "comment.jpg", "same.jpg")
    _, small, coffee, part, comment, same = photos = ids(library, pictures, *names)
    assert library.duplicates.stacks(photos) == ((small, coffee, comment, same),)
    library.duplicates.find()
    (stack,) = library.duplicates.stacks([coffee, *photos])
    assert set(stack) == {small, coffee, part, comment, same}
    assert stack[0] == coffee, "the first that is asked about stands for the others"


@pytest.mark.parametrize(("marked", "stacks"), [(False, 1), (True, 0)])
def test_photos_that_share_nothing_but_a_mark_are_not_stacked(marked, stacks, make_library, tmp_path):
    names = ("coffee.jpg", "chelsea.jpg", "rocket.jpg")
    for name in names:
        write_jpeg(tmp_path / "photos" / name, photo(name.removesuffix(".jpg")))
    library = make_library()
    library.index([tmp_path / "photos"])
    one, other, third = photos = ids(library, tmp_path / "photos", *names)
    laid_over = Finding(cause="part", detailed=0.2, laid_over=True)
    findings = {(one, other): Finding(cause="edited", detailed=0.6)}
    if marked:
        findings |= {(one, third): laid_over, (other, third): laid_over}
    with unlocked_write(Layout(library.folder)) as catalog, catalog.transaction():
        tables = catalog.table(DuplicateTables)
        contents = {row.photo: row.fingerprint for row in tables.photos()}
        rows = [
            (contents[first], contents[second], found.cause, found.to_json())
            for (first, second), found in findings.items()
        ]
        tables.add_compared(PROOF_VERSION, rows)
    assert len(library.duplicates.stacks(photos)) == stacks
    assert len(library.duplicates.stacks([one, other])) == stacks, "the third tells, though it was not found"


def test_what_lies_in_a_read_only_folder_is_not_in_the_plan_and_the_reason_is_told(
    make_library, tmp_path, trash, monkeypatch
):
    data = write_jpeg(tmp_path / "here" / "coffee.jpg", photo("coffee")).read_bytes()
    card = tmp_path / "card"
    card.mkdir()
    (card / "coffee.jpg").write_bytes(data)
    library = make_library()
    library.index([tmp_path / "here", card])
    judge(library, tmp_path, "here/coffee.jpg", "card/coffee.jpg", "trash")
    card.chmod(0o555)
    if os.access(card, os.W_OK):  # an administrator may write everywhere: the question is put to the system
        may = os.access
        monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != card and may(path, mode))
    plan = library.duplicates.plan_trash()
    assert plan.photos == ()
    (stays,) = plan.stays
    assert stays.path == card / "coffee.jpg"
    assert "read-only" in stays.reason
    report = library.duplicates.trash(ids(library, card, "coffee.jpg"))
    assert report.photos == 0
    assert [problem.reason for problem in report.problems] == [stays.reason]
    card.chmod(0o755)
    monkeypatch.undo()
    assert (card / "coffee.jpg").exists()

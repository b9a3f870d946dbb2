"""Groups: stars around the better copy, no chains."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import LibraryPhoto, PhotoId
from cbir.duplicates.grouping import group, of_causes, reasons, without_settled
from cbir.duplicates.judgement import Finding

WHOLE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def photo(at, **fields):
    known = {"size": (100, 100), "bytes": 1000, "format": "JPEG"}
    known.update(fields)
    return LibraryPhoto(
        photo=PhotoId(at), path=Path(f"/photos/{fields.pop('name', at)}.jpg"), fingerprint=str(at),
        **{name: value for name, value in known.items() if name != "name"},
    )  # fmt: skip


def photos(*made):
    return {one.photo: one for one in made}


def pair(one, other):
    return PhotoId(one), PhotoId(other)


SAME = Finding(cause="re-encoded", outline=WHOLE)


def test_the_photo_with_more_pixels_stands_for_its_group_and_the_reason_is_said():
    known = photos(photo(1), photo(2, size=(200, 200)))
    (found,) = group(known, {pair(1, 2): SAME})
    assert found.kept.photo == 2
    assert [copy.photo.photo for copy in found.copies] == [1]
    assert found.copies[0].why == ("more pixels",)


def test_pixels_count_and_not_one_side_and_a_fiftieth_more_is_no_reason():
    known = photos(photo(1, size=(120, 120)), photo(2, size=(300, 100)))
    (found,) = group(known, {pair(1, 2): SAME})
    assert (found.kept.photo, found.copies[0].why) == (2, ("more pixels",))
    known = photos(photo(1, size=(100, 120)), photo(2, size=(110, 100)))
    (found,) = group(known, {pair(1, 2): SAME})
    assert (found.kept.photo, found.copies[0].why) == (1, ("more pixels",))
    known = photos(photo(1), photo(2, size=(102, 100)))
    (found,) = group(known, {pair(1, 2): SAME})
    assert (found.kept.photo, found.copies[0].why) == (2, ())


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("kept", "other", "more"), [
    ((200, 200), (99, 400), False), ((200, 200), (98, 400), True),
    ((99, 400), (200, 194), True), ((99, 400), (195, 200), False),
])  # fmt: skip
def test_more_pixels_are_a_fiftieth_more_of_them_whatever_the_shape(kept, other, more, turned):
    if turned:
        kept, other = kept[::-1], other[::-1]
    said = reasons(photo(1, size=kept), photo(2, size=other), SAME)
    assert said == (("more pixels",) if more else ())


@pytest.mark.parametrize(
    ("cause", "kept", "other", "said"),
    [
        ("re-encoded", {}, {}, ()),
        ("cropped", {}, {}, ("not cropped",)),
        ("edited", {"has_camera": True}, {}, ("original", "has the camera's data")),
        ("edited", {"has_camera": True}, {"has_camera": True}, ()),
        ("edited", {}, {}, ()),
        ("re-encoded", {"has_camera": True}, {}, ("has the camera's data",)),
        ("re-encoded", {"has_camera": True}, {"has_camera": True}, ()),
        ("re-encoded", {}, {"has_camera": True}, ()),
        ("identical", {"modified_ns": 1}, {"modified_ns": 2}, ("older",)),
        ("identical", {"modified_ns": 2}, {"modified_ns": 2}, ()),
        ("re-encoded", {"modified_ns": 1}, {"modified_ns": 2}, ()),
        ("same pixels", {"bytes": 899}, {}, ("takes less space",)),
        ("same pixels", {"bytes": 900}, {}, ()),
        ("re-encoded", {"bytes": 899}, {}, ()),
        ("re-encoded", {"bytes": 1101}, {}, ("compressed less",)),
        ("re-encoded", {"bytes": 1100}, {}, ()),
        ("re-encoded", {"bytes": 1101, "size": (100, 99)}, {}, ()),
        ("re-encoded", {"bytes": 1101, "format": "WebP"}, {}, ()),
        ("re-encoded", {"format": "PNG"}, {}, ("not compressed",)),
        ("re-encoded", {"format": "PNG"}, {"format": "TIFF"}, ()),
        ("re-encoded", {"companion": True}, {}, ("has its raw file",)),
        ("re-encoded", {"companion": True}, {"companion": True}, ()),
        ("re-encoded", {"rating": 3}, {"rating": 0}, ("has stars or keywords",)),
        ("re-encoded", {"keywords": ("sea",)}, {}, ("has stars or keywords",)),
        ("re-encoded", {"keywords": ("sea",)}, {"rating": 1}, ()),
        ("re-encoded", {"rating": 3}, {"keywords": ("sea",)}, ()),
        ("re-encoded", {}, {}, ()),
    ],
)
def test_why_one_is_kept_is_said(cause, kept, other, said):
    finding = Finding(cause=cause, outline=WHOLE)
    assert reasons(photo(1, **kept), photo(2, **other), finding) == said


WORTH = (
    ("offline", False, True),
    ("size", (110, 110), (100, 100)),
    ("rating", 0, -1),
    ("bytes", 2000, 1000),
    ("companion", True, False),
    ("has_camera", True, False),
    ("facts", 2, 1),
    ("name", "ab", "abc"),
)


@pytest.mark.parametrize("at", range(len(WORTH)))
def test_each_reason_to_keep_a_photo_comes_before_all_weaker_ones(at):
    equal = {name: worse for name, _, worse in WORTH[:at]}
    name, better, worse = WORTH[at]
    one = {**equal, name: better, **{weaker: bad for weaker, _, bad in WORTH[at + 1 :]}}
    other = {**equal, name: worse, **{weaker: good for weaker, good, _ in WORTH[at + 1 :]}}
    for first, second, kept in ((one, other, 1), (other, one, 2)):
        known = photos(photo(1, **{"name": "abcd", **first}), photo(2, **{"name": "abcd", **second}))
        (found,) = group(known, {pair(1, 2): SAME})
        assert found.kept.photo == kept


def test_copies_come_by_their_cause_and_then_by_their_path():
    known = photos(photo(1, facts=1), *(photo(at) for at in (2, 3, 4, 5)))
    same = Finding(cause="identical", outline=WHOLE)
    (found,) = group(known, {pair(5, 1): same, pair(4, 1): SAME, pair(3, 1): SAME, pair(2, 1): same})
    assert [copy.photo.photo for copy in found.copies] == [2, 5, 3, 4]


def test_of_three_files_of_one_time_the_one_that_is_like_both_others_is_kept():
    known = photos(*(photo(at, modified_ns=5) for at in (1, 2, 3)))
    same = Finding(cause="identical", outline=WHOLE)
    (found,) = group(known, {pair(1, 2): same, pair(2, 3): same})
    assert (found.kept.photo, [copy.photo.photo for copy in found.copies]) == (2, [1, 3])


def test_a_photo_whose_likes_have_gone_to_another_group_is_shown_beside_the_nearest_of_them():
    known = photos(photo(1, bytes=3000), photo(2, bytes=2000), photo(3))
    burst = Finding(cause="burst")
    found = group(known, {pair(1, 2): SAME, pair(2, 3): SAME, pair(1, 3): burst})
    groups = {(one.kept.photo, copy.photo.photo, copy.cause) for one in found for copy in one.copies}
    assert groups == {(1, 2, "re-encoded"), (2, 3, "re-encoded"), (1, 3, "burst")}


def test_what_is_like_a_copy_alone_is_not_drawn_into_the_group():
    # 3 is like 2, which is like 1; 1 and 3 are nothing to each other.
    known = photos(photo(1, bytes=3000), photo(2, bytes=2000), photo(3, bytes=1000))
    found = group(known, {pair(1, 2): SAME, pair(2, 3): SAME})
    members = {one.kept.photo: {copy.photo.photo for copy in one.copies} for one in found}
    assert all(not {1, 3} <= {kept, *others} or kept == 2 for kept, others in members.items())
    assert {1, 2, 3} == {photo for kept, others in members.items() for photo in (kept, *others)}


def test_a_crop_never_stands_for_the_photo_that_it_was_cut_from():
    known = photos(photo(1, size=(400, 400), bytes=9000), photo(2))
    crop = Finding(cause="cropped", outline=WHOLE, box=(0, 0, 100, 100), first_inside=False)
    (found,) = group(known, {pair(2, 1): crop})
    assert found.kept.photo == 2
    assert found.copies[0].inside


def test_what_was_unpacked_from_a_compressed_photo_does_not_stand_for_it():
    known = photos(photo(1, name="long name", bytes=1000), photo(2, bytes=9000, format="PNG"))
    (found,) = group(known, {pair(1, 2): Finding(cause="same pixels", outline=WHOLE)})
    assert found.kept.photo == 1
    assert found.copies[0].why == ("takes less space",)
    (found,) = group(known, {pair(1, 2): SAME})
    assert (found.kept.photo, found.copies[0].why) == (2, ("not compressed",))
    known = photos(photo(1, bytes=1000, format="PNG"), photo(2, bytes=9000, format="PNG"))
    (found,) = group(known, {pair(1, 2): SAME})
    assert "not compressed" not in found.copies[0].why


@pytest.mark.parametrize(("cause", "detail"), [("edited", "text"), ("turned", "by 90°")])
def test_of_a_photo_and_its_edit_the_older_file_is_kept_though_the_edit_is_larger(cause, detail):
    edited = Finding(cause=cause, outline=WHOLE, detail=detail)
    known = photos(photo(1, modified_ns=10), photo(2, modified_ns=20, bytes=9000))
    (found,) = group(known, {pair(1, 2): edited})
    assert found.kept.photo == 1
    assert found.copies[0].why == ("older",)
    (found,) = group(known, {pair(1, 2): SAME})
    assert found.kept.photo == 2


@pytest.mark.parametrize(
    ("first_inside", "box", "kept"),
    [(True, (5, 5, 95, 95), 1), (False, (5, 5, 95, 95), 2), (True, None, 2), (False, None, 2)],
)
def test_of_a_photo_and_itself_with_a_border_that_without_is_kept(first_inside, box, kept):
    """Though the other is larger, which decides where nothing tells which holds which."""
    border = Finding(cause="edited", outline=WHOLE, detail="border", box=box, first_inside=first_inside)
    known = photos(photo(1), photo(2, size=(110, 110)))
    (found,) = group(known, {pair(1, 2): border})
    assert found.kept.photo == kept


@pytest.mark.parametrize("cause", ["identical", "same pixels"])
def test_of_two_files_of_the_same_pixels_the_older_one_is_kept(cause):
    same = Finding(cause=cause, outline=WHOLE)
    known = photos(photo(1, modified_ns=10), photo(2, modified_ns=20, bytes=1020))  # a note in it takes bytes
    (found,) = group(known, {pair(1, 2): same})
    assert (found.kept.photo, found.copies[0].why) == (1, ("older",))


def test_of_two_files_that_nothing_tells_apart_the_shorter_name_is_kept_wherever_it_lies():
    known = photos(photo(1, name="2019/07/lake"), photo(2, name="lake (1)"))
    (found,) = group(known, {pair(1, 2): Finding(cause="identical", outline=WHOLE)})
    assert found.kept.photo == 1


def test_of_two_kept_folders_the_first_is_before_the_second():
    known = photos(photo(1, name="best/a"), photo(2, name="good/a", size=(200, 200)))
    keep = [Path("/photos/best"), Path("/photos/good")]
    (found,) = group(known, {pair(1, 2): SAME}, keep=keep)
    assert found.kept.photo == 1
    (found,) = group(known, {pair(1, 2): SAME}, keep=keep[::-1])
    assert found.kept.photo == 2


def test_a_raw_file_is_a_reason_where_the_other_has_none():
    for of_other, why in ((False, ("has its raw file",)), (True, ())):
        known = photos(photo(1, companion=True), photo(2, companion=of_other))
        (found,) = group(known, {pair(1, 2): SAME})
        assert found.kept.photo == 1
        assert found.copies[0].why == why


def test_a_kept_folder_comes_before_all_else():
    known = photos(photo(1, size=(400, 400)), photo(2, name="best/2"))
    (found,) = group(known, {pair(1, 2): SAME}, keep=[Path("/photos/best")])
    assert found.kept.photo == 2


def test_bursts_and_shared_parts_are_groups_of_their_own_and_free_nothing():
    known = photos(*(photo(at) for at in range(1, 5)))
    found = group(
        known, {pair(1, 2): SAME, pair(1, 3): Finding(cause="burst"), pair(1, 4): Finding(cause="part")}
    )
    assert [{copy.cause for copy in one.copies} for one in found] == [{"re-encoded"}, {"burst"}, {"part"}]
    assert [one.bytes_to_free for one in found] == [1000, 0, 0]


def test_groups_are_left_with_the_copies_that_are_wanted_and_go_without_any():
    known = photos(*(photo(at) for at in range(1, 6)))
    crop = Finding(cause="cropped", outline=WHOLE, first_inside=False)
    found = group(
        known,
        {pair(1, 2): SAME, pair(1, 3): crop, pair(4, 5): crop},
        verdicts={pair(1, 2): "both", pair(3, 1): "trash"},
    )

    def left(groups):
        return [(one.kept.photo, [copy.photo.photo for copy in one.copies]) for one in groups]

    assert left(found) == [(1, [2, 3]), (4, [5])]
    assert left(of_causes(found, {"re-encoded"})) == [(1, [2])]
    assert left(of_causes(found, {"cropped"})) == [(1, [3]), (4, [5])]
    assert left(of_causes(found, set())) == []
    assert left(without_settled(found)) == [(1, [3]), (4, [5])]
    assert left(without_settled(of_causes(found, {"re-encoded"}))) == []


def test_no_findings_are_no_groups():
    assert group({}, {}) == ()


# --- richer and poorer files

MORE = replace(SAME, cause="edited", detail="video", first_more=("video",))


@pytest.mark.parametrize("fields", [{}, {"modified_ns": 90}, {"bytes": 9}, {"has_camera": False}])
def test_a_file_that_lost_content_is_never_kept_for_the_richer_one(fields):
    known = photos(
        photo(1, **{"modified_ns": 50, **fields}), photo(2, modified_ns=10, has_camera=True, rating=5)
    )
    (found,) = group(known, {pair(1, 2): MORE})
    (copy,) = found.copies
    assert (found.kept.photo, "has video" in copy.why, copy.is_suggested) == (1, True, True)


def test_where_each_file_has_something_before_the_other_nothing_is_suggested():
    known = photos(photo(1, size=(100, 100)), photo(2, size=(200, 200)))
    (found,) = group(known, {pair(1, 2): replace(MORE, cause="re-encoded")})
    (copy,) = found.copies
    assert (found.kept.photo, copy.why, copy.against) == (1, ("has video",), ("more pixels",))
    assert not copy.is_suggested
    assert found.bytes_to_free == 0


def test_more_pixels_come_before_stars_keywords_and_the_cameras_data():
    worked_on = photo(
        2, size=(372, 279), rating=5, keywords=("sea",), has_camera=True, modified_ns=1, facts=9
    )
    known = photos(photo(1, size=(880, 660), modified_ns=2), worked_on)
    for cause in ("re-encoded", "edited", "turned"):
        (found,) = group(known, {pair(1, 2): replace(SAME, cause=cause, detail="light")})
        assert (found.kept.photo, found.copies[0].is_suggested) == (1, True)


def test_what_stands_beside_a_copy_of_another_group_stands_over_it_where_it_is_the_better_one():
    large, small, largest = photo(1, size=(880, 660)), photo(2, size=(372, 279)), photo(3, size=(900, 700))
    found = group(photos(large, small, largest), {pair(2, 3): SAME, pair(1, 2): SAME})
    assert {(one.kept.photo, copy.photo.photo) for one in found for copy in one.copies} == {(3, 2), (1, 2)}


def test_where_the_richer_file_is_rejected_nothing_is_suggested_and_both_facts_are_told():
    known = photos(photo(1, size=(200, 200), rating=-1), photo(2, rating=3))
    (found,) = group(known, {pair(1, 2): SAME})
    (copy,) = found.copies
    assert (found.kept.photo, copy.is_suggested) == (1, False)
    assert (copy.why, copy.against) == (("more pixels",), ("not rejected",))


def test_nothing_is_suggested_for_two_photos_that_differ_in_a_part():
    known = photos(photo(1, modified_ns=1), photo(2, modified_ns=2))
    (edit,) = group(known, {pair(1, 2): replace(SAME, cause="edited", detail="light, a part of it")})
    (copy,) = edit.copies
    assert (copy.is_suggested, copy.against) == (False, ("differs in a part",))


def test_of_two_files_alike_the_rejected_one_goes():
    known = photos(photo(1, rating=-1, modified_ns=1), photo(2, modified_ns=2))
    (found,) = group(known, {pair(1, 2): replace(SAME, cause="same pixels")})
    assert (found.kept.photo, found.copies[0].is_suggested) == (2, True)


@pytest.mark.parametrize("worked_on", [{"facts": 3}, {"taken_at": "2019-07-14T11:00:00"}])
def test_of_the_same_pixels_the_file_that_was_worked_on_is_kept(worked_on):
    bare = photo(1, modified_ns=1, facts=1, taken_at="2019-07-14T12:00:00")
    known = photos(bare, photo(2, **{"modified_ns": 2, "facts": 1, "taken_at": bare.taken_at, **worked_on}))
    (found,) = group(known, {pair(1, 2): replace(SAME, cause="same pixels")})
    assert found.kept.photo == 2


def test_every_file_of_the_same_bytes_is_told_so_whatever_else_it_is_like():
    known = photos(photo(9, size=(400, 400)), *(photo(at) for at in range(8)))
    equal = replace(SAME, cause="identical")
    found = group(
        known,
        {pair(number, other): equal for number in range(8) for other in range(number)}
        | {pair(at, 9): SAME for at in range(8)},
    )
    causes = Counter(copy.cause for one in found for copy in one.copies)
    assert causes == {"identical": 7, "re-encoded": 1}


def test_shots_of_a_burst_come_as_they_were_taken():
    times = {1: "50.75", 2: "50.10", 3: "50.43"}
    known = photos(
        photo(9, bytes=9000), *(photo(at, taken_at=f"2023-08-13T09:26:{time}") for at, time in times.items())
    )
    (found,) = group(known, {pair(at, 9): Finding(cause="burst") for at in times})
    assert [copy.photo.photo for copy in found.copies] == [2, 3, 1]


def test_documents_of_one_layout_are_shown_and_never_suggested():
    (found,) = group(photos(photo(1), photo(2)), {pair(1, 2): replace(SAME, cause="same layout")})
    assert [copy.is_suggested for copy in found.copies] == [False]
    assert found.bytes_to_free == 0


@pytest.mark.parametrize(("other", "why"), [(False, ("picked",)), (True, ())])
def test_a_pick_is_a_reason_to_keep_a_photo_unless_the_other_is_picked_too(other, why):
    assert reasons(photo(1, pick=True), photo(2, pick=other), SAME) == why

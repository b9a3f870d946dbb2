"""Descriptions of two photos that belong together."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir_app.viewer.duplicates.duplicate_words import against, cause, facts, why
from tests.app.viewer.duplicates.fake_library import copy, photo


@pytest.mark.parametrize(
    ("of", "detail", "said"),
    [
        ("cropped", "", "Cropped"),
        ("turned", "by 90°", "Turned: 90°"),
        ("edited", "light, colour", "Edited: light, colour"),
        ("re-encoded", "mirrored, sharpness", "Compressed again or resized: mirrored, sharpness"),
    ],
)
def test_a_cause_says_what_differs(of, detail, said):
    assert cause(replace(copy(2, of), detail=detail)) == said


def test_reasons_are_named_one_after_the_other():
    assert why(replace(copy(2, "cropped"), why=("not cropped", "more pixels"))) == "not cropped, more pixels"
    assert why(replace(copy(2, "cropped"), why=())) == ""


def test_a_photo_says_its_folder_only_where_the_other_one_is_elsewhere():
    one = photo(1)
    assert facts(one, Path("/photos/2.jpg")) == "1.jpg · 400 × 300 px · 1.00 MB"
    assert facts(one, Path("/copies/2.jpg")) == f"{one.path} · 400 × 300 px · 1.00 MB"


def test_a_photo_says_its_minute_and_that_its_drive_is_away():
    one = replace(photo(1), taken_at="2019-07-14T12:30:05", offline=True)
    assert facts(one, one.path).split(" · ")[3:] == ["2019-07-14 12:30", "Its drive is not connected."]


def test_what_each_file_has_before_the_other_is_named():
    two = replace(copy(2, "re-encoded"), why=("has video",), against=("more pixels", "not rejected"))
    assert why(two) == "has more: video"
    assert against(two) == "more pixels, not rejected, as the other is"


def test_what_an_equal_picture_lost_is_its_detail():
    assert cause(replace(copy(2, "edited"), detail="frames, gain map")) == "Edited: frames, HDR gain map"

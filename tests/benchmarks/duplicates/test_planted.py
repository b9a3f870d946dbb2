"""What is counted of photos that were cleared."""

from __future__ import annotations

from tests.benchmarks.duplicates.planted import counts

TRUTH = {
    "copies": [["a (1)", "a", "the same file"], ["b-crop", "b", "cropped"], ["c-crop", "c", "cropped"]],
    "bursts": [["d", "e"]],
    "files": ["a", "a (1)", "b", "b-crop", "c", "c-crop", "d", "e", "f"],
}


def test_a_copy_is_cleared_by_whichever_of_the_two_went() -> None:
    said = counts(TRUTH, {"a", "b-crop", "c", "c-crop", "d", "e", "f"})
    assert (said["cleared"], said["of"], said["files gone"]) == (2, 3, 2)
    assert said["by kind"] == {
        "the same file": {"copy gone": 1},
        "cropped": {"photo gone, copy kept": 1, "both left": 1},
    }
    assert said["gone without a copy"] == []


def test_what_went_and_left_nothing_is_named() -> None:
    said = counts(TRUTH, {"a", "b", "b-crop", "c", "d"})
    assert said["gone without a copy"] == ["e", "f"]
    assert said["of bursts"] == ["e"]
    both = counts(TRUTH, {"b", "b-crop", "c", "c-crop", "d", "e", "f"})
    assert both["gone without a copy"] == ["a", "a (1)"]

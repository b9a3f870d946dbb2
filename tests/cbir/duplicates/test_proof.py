"""Proof: where two pictures are looked at."""

import numpy as np

from cbir.duplicates.hashes import view_transform
from cbir.duplicates.proof import frames_near


def test_a_guess_that_nearly_fills_the_frame_is_tried_as_the_whole_frame_too():
    for view in range(8):
        off = np.array([[1.02, 0.01, -0.02], [0, 0.98, 0.015], [0, 0, 1]])
        (frame,) = frames_near(off @ view_transform(view))
        assert np.array_equal(frame, view_transform(view))


def test_a_guess_of_a_part_is_not():
    assert frames_near(np.array([[0.8, 0, 0.1], [0, 0.8, 0.1], [0, 0, 1]])) == []

"""Conditions name the rows that a filter leaves: all of them, no others, in few requests."""

from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cbir.cluster import naming
from cbir.cluster.naming import conditions, named_at_once


def named(condition, rows):
    """The rows that fit: these conditions happen to be Python."""
    return [row for row in rows if eval(condition, {}, {"row": row})]


@given(st.sets(st.integers(1, 120)), st.integers(1, 3), st.integers(1, 30))
def test_they_name_each_row_once_and_no_other(rows, most_ranges, most_named):
    ascending = np.array(sorted(rows), np.int64)
    with patch.multiple(naming, MOST_RANGES=most_ranges, MOST_NAMED=most_named):
        made = conditions("row", ascending)
        assert named_at_once(ascending) == (len(made) == 1)
    found = [row for condition in made for row in named(condition, range(130))]
    assert sorted(found) == sorted(rows)
    for condition in made:
        assert condition.count(">=") <= most_ranges
        assert condition.count(",") < most_named


def test_a_folder_of_a_million_photos_is_one_request_and_scattered_ones_are_several():
    folder = np.arange(5_000_000, 6_000_000)
    assert conditions("row", folder) == ["(row >= 5000000 and row <= 5999999)"]
    assert named_at_once(folder)
    scattered = folder[::2]
    assert not named_at_once(scattered)
    assert len(conditions("row", scattered)) == 25
    assert conditions("row", folder[:0]) == ["row in []"]

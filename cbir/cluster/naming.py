"""Rows that a filter leaves -> the conditions that name them to Milvus.

Photos that were indexed together have numbers that follow one another, and so have most that one folder, one journey or
one camera has: a range names thousands of them in the room of one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_NAMED = 20_000  # rows that one request names one by one
MOST_RANGES = 400  # ranges of rows beside them: Milvus parses each of them for every request
_MIN_RANGE = 8  # rows; fewer are named one by one


def named_at_once(rows: NDArray[np.int64]) -> bool:
    """Whether one request names all of some rows, ascending."""
    return _requests(*_ranges_and_rest(rows)) == 1


def conditions(key: str, rows: NDArray[np.int64]) -> list[str]:
    """The conditions of the requests that together name some rows, ascending. key : the field that says the row"""
    ranges, rest = _ranges_and_rest(rows)
    made = []
    for number in range(_requests(ranges, rest)):
        of_these = ranges[number * MOST_RANGES : (number + 1) * MOST_RANGES].tolist()
        named = [f"({key} >= {first} and {key} <= {last})" for first, last in of_these]
        others = rest[number * MOST_NAMED : (number + 1) * MOST_NAMED].tolist()
        if others or not named:
            named.append(f"{key} in {others}")
        made.append(" or ".join(named))
    return made


def _requests(ranges: NDArray[np.int64], rest: NDArray[np.int64]) -> int:
    return max(1, -(-len(ranges) // MOST_RANGES), -(-len(rest) // MOST_NAMED))


def _ranges_and_rest(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n, 2) first and last of the long runs without a gap, and the other rows."""
    begins = np.flatnonzero(np.diff(rows, prepend=rows[:1] - 2) != 1)
    lengths = np.diff(begins, append=len(rows))
    long = lengths >= _MIN_RANGE
    firsts = rows[begins[long]]
    return np.stack([firsts, firsts + lengths[long] - 1], axis=1), rows[~np.repeat(long, lengths)]

"""Rows that a filter leaves -> conditions that name them to Milvus.

Photos that were indexed together have consecutive numbers, and so have most photos of a folder, a journey or a camera.
One range in a condition names thousands of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_NAMED = 20_000  # rows that one request names one by one
MOST_RANGES = 400  # ranges of rows in one request: Milvus parses all of them for every request
_MIN_RANGE = 8  # rows; fewer are named one by one


def named_at_once(rows: NDArray[np.int64]) -> bool:
    """True if one request can name all rows. rows : ascending"""
    return _requests(*_ranges_and_rest(rows)) == 1


def conditions(key: str, rows: NDArray[np.int64]) -> list[str]:
    """Conditions, one per request, that together name all rows. key : the field of a row's number. rows : ascending"""
    ranges, rest = _ranges_and_rest(rows)
    requests = []
    for number in range(_requests(ranges, rest)):
        own_ranges = ranges[number * MOST_RANGES : (number + 1) * MOST_RANGES].tolist()
        terms = [f"({key} >= {first} and {key} <= {last})" for first, last in own_ranges]
        others = rest[number * MOST_NAMED : (number + 1) * MOST_NAMED].tolist()
        if others or not terms:
            terms.append(f"{key} in {others}")
        requests.append(" or ".join(terms))
    return requests


def _requests(ranges: NDArray[np.int64], rest: NDArray[np.int64]) -> int:
    return max(1, -(-len(ranges) // MOST_RANGES), -(-len(rest) // MOST_NAMED))


def _ranges_and_rest(rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Divide rows into long runs without a gap, (n, 2) first and last, and the other rows."""
    begins = np.flatnonzero(np.diff(rows, prepend=rows[:1] - 2) != 1)
    lengths = np.diff(begins, append=len(rows))
    long = lengths >= _MIN_RANGE
    firsts = rows[begins[long]]
    return np.stack([firsts, firsts + lengths[long] - 1], axis=1), rows[~np.repeat(long, lengths)]

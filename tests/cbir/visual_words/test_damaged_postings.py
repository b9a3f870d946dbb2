"""The compiled loops on postings that name a document which is not there: they stop and write nowhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from cbir.visual_words import scoring

WORDS = np.array([0], np.uint32)
FLOATS = np.ones(1, np.float32)
OFFSETS = np.array([0, 2], np.int64)
SIGNATURES = np.zeros(2, np.uint64)
CODED = np.zeros(0, np.uint8), np.zeros(0, np.uint64), 0
ROOM = [np.zeros(3, np.uint32) for _ in range(2)]
LOOPS: dict[str, Callable[[np.ndarray, np.ndarray], int]] = {
    "hamming": lambda rows, out: scoring.add_hamming(
        *(WORDS, SIGNATURES[:1], OFFSETS, rows, *CODED, SIGNATURES, FLOATS, np.ones(65, np.float32)),
        *(24, -1, 1, *ROOM, out, out),
    ),
    "bm25": lambda rows, out: scoring.add_bm25(
        WORDS, FLOATS, OFFSETS, rows, *CODED, np.ones(9, np.float32), ROOM[0], out
    ),
    "tfidf": lambda rows, out: scoring.add_tfidf(WORDS, FLOATS, OFFSETS, rows, *CODED, ROOM[0], out),
    "norms": lambda rows, out: scoring.add_squared_norms(OFFSETS, rows, *CODED, FLOATS, ROOM[0], out),
    "merging": lambda rows, out: scoring.count_kept(
        OFFSETS, rows, *CODED, out, ROOM[0], np.zeros(1, np.int64), 0, 1
    ),
}
KINDS = {"norms": np.float64, "merging": np.int64}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(("row", "stopped"), [(2, 0), (3, 1), (4, 1), (2**32 - 1, 1)])
def test_a_loop_stops_at_the_first_document_that_is_not_there(loop: str, row: int, stopped: int) -> None:
    memory = np.zeros(9, KINDS.get(loop, np.float32))
    assert LOOPS[loop](np.array([1, row], np.uint32), memory[:3]) == stopped
    assert not memory[3:].any(), "nothing is written behind the last"

"""The comparison of new words with old ones: what it counts, what it recommends, and what it leaves out."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from cbir.base.errors import Cancelled, CbirError
from cbir.base.types import Hit, PhotoId, Preview, SearchOptions, SearchResult, Timings
from cbir.evaluation import try_words

PHOTOS = [(PhotoId(number), f"name {number}") for number in range(1, 21)]


class Searcher:
    """Finds the photo that was read last unless it is one of those that it misses."""

    read: ClassVar[list[PhotoId]] = []

    def __init__(self, missed=(), unreadable=()):
        self._missed, self._unreadable = missed, unreadable
        self.asked = []

    def picture(self, *, photo, max_side_px):
        self.read.append(photo)
        pixels = np.full((90, 120, 3), photo, np.uint8)  # its number is all that it shows
        return Preview(pixels=pixels, full_size=(120, 90), stand_in=photo in self._unreadable)

    def search(
        self,
        terms,
        options=SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled=lambda: False,
    ):
        (term,) = terms
        assert term.data is not None
        self.asked.append(term.data)
        hits = self.rank(term)
        return SearchResult(hits=hits, searched=20, took_ms=Timings())

    def rank(self, term, options=SearchOptions()):  # noqa: B008 (frozen)
        photo = self.read[-1]
        shown = PhotoId(99) if photo in self._missed else photo
        return (
            Hit(
                rank=1,
                photo=shown,
                path=Path("x.jpg"),
                score=1.0,
                kind="same thing",
                size=(1, 1),
                fingerprint="",
                engines=(),
            ),
        )


def test_new_words_are_recommended_where_they_find_more_than_chance_explains():
    old, new = Searcher(missed=range(1, 11)), Searcher()
    trial = try_words(PHOTOS, old, new, most=20)
    assert (trial.photos, trial.copies, trial.differing) == (20, 120, 60)
    rows = {row.measure: row for row in trial.rows}
    assert (rows["first"].before, rows["first"].after) == (0.5, 1.0)
    assert 0.2 < rows["first"].low < 0.5 < rows["first"].high < 0.8
    assert trial.better
    assert old.asked == new.asked  # the same copies
    assert len(old.asked) == 120


@pytest.mark.parametrize("missed", [(), (1,), range(1, 11)], ids=["nothing", "one photo", "ten"])
def test_the_old_words_are_recommended_where_the_new_ones_find_as_much_or_less(missed):
    trial = try_words(PHOTOS, Searcher(), Searcher(missed), most=20)
    assert not trial.better
    assert trial.differing == 6 * len(missed)


def test_one_photo_more_may_be_chance():
    assert not try_words(PHOTOS, Searcher(missed=(3,)), Searcher(), most=20).better


def test_photos_that_cannot_be_read_are_left_out_and_copies_are_the_same_each_time():
    first, again = Searcher(unreadable=range(15, 21)), Searcher(unreadable=range(15, 21))
    assert try_words(PHOTOS, first, Searcher(), most=18).photos == 14
    try_words(PHOTOS, again, Searcher(), most=18)
    assert first.asked == again.asked
    with pytest.raises(CbirError, match="None of the library's folders is there now"):
        try_words(PHOTOS, Searcher(unreadable=range(1, 21)), Searcher(), most=5)


def test_it_can_be_stopped():
    with pytest.raises(Cancelled, match="The comparison was stopped"):
        try_words(PHOTOS, Searcher(), Searcher(), most=5, cancelled=lambda: True)

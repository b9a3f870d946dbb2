"""Use of visual words, against plain counting, and by the command line."""

import json
import math

import numpy as np
import pytest

from cbir.visual_words import WordUsage, spaced, word_usage
from tests.cbir.stage_data import draw_words
from tests.cbir.visual_words.test_scoring import VOCABULARY, write_index


@pytest.mark.parametrize("deleted", [(), (1, 4)], ids=["all", "without two"])
def test_the_counts_are_those_of_a_plain_loop(tmp_path, deleted):
    rng = np.random.default_rng(5)
    photos = {document: draw_words(rng, int(rng.integers(0, 12)), VOCABULARY) for document in range(1, 13)}
    parts = [
        {d: p for d, p in photos.items() if d % 3 == part} for part in range(3)
    ]  # no segment is before another
    usage = word_usage(write_index(tmp_path, parts, {d: photos[d] for d in deleted}), words=VOCABULARY)
    left = [set(photos[document].words.tolist()) for document in sorted(photos) if document not in deleted]
    counts = sorted((sum(word in photo for photo in left) for word in set().union(*left)), reverse=True)
    assert usage.frequencies.tolist() == counts
    assert usage.first_seen.tolist() == [len(set().union(*left[: n + 1])) for n in range(len(left))]
    assert (usage.photos, usage.used, usage.words) == (len(left), len(counts), VOCABULARY)


def test_entropy_is_that_of_evenly_used_words_and_of_one():
    def of(frequencies):
        return WordUsage(
            words=64, frequencies=np.array(frequencies, np.int64), first_seen=np.ones(1, np.int64)
        )

    assert of([7] * 32).entropy_bits == pytest.approx(5)
    assert of([9]).entropy_bits == 0
    assert of([]).entropy_bits == 0
    assert of([]).zipf_exponent is None
    assert of([]).heaps_exponent is None


def test_exponents_are_those_of_power_laws():
    ranks = np.arange(1, 20_001)
    usage = WordUsage(
        words=20_000,
        frequencies=(1e7 / ranks).astype(np.int64),
        first_seen=np.rint(50 * np.arange(1, 5001) ** 0.6).astype(np.int64),
    )
    assert usage.zipf_exponent == pytest.approx(1, abs=0.01)
    assert usage.heaps_exponent == pytest.approx(0.6, abs=0.01)


@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_places_are_spaced_from_one_end_to_the_other(n):
    places = spaced(n).tolist()
    assert places == sorted(set(places))
    assert len(places) <= 40
    assert not n or (places[0], places[-1]) == (1, n)


def test_an_index_without_photos_uses_no_word(tmp_path):
    usage = word_usage(write_index(tmp_path, []), words=VOCABULARY)
    assert (usage.used, usage.photos, usage.entropy_bits) == (0, 0, 0.0)
    assert not math.isnan(usage.entropy_bits)
    assert json.dumps(usage.frequencies.tolist()) == "[]"

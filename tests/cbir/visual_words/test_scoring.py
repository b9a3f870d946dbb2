"""The three scorings against plain loops, straight from their formulas; then their properties."""

import math
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cbir.base.types import DocumentId
from cbir.visual_words import InvertedIndex, PostingsSegment, ScoringOptions, SegmentBuilder, merge_segments
from tests.cbir.stage_data import Words, draw_words

VOCABULARY = 40
WEIGHTINGS = ("hamming", "tfidf", "bm25")
SOME = settings(max_examples=30, deadline=None)


def write_index(folder, segments, deleted=None):
    """Build an index of some photos, by document, in several segments; `deleted` are among them."""
    opened = []
    for number, photos in enumerate(segments):
        builder = SegmentBuilder(words=VOCABULARY, codebook="drawn")
        for document in sorted(photos):
            builder.add(DocumentId(document), photos[document].words, photos[document].signatures)
        path = folder / f"{number}-{len(list(folder.iterdir()))}"
        builder.write(path)
        opened.append(PostingsSegment.open(path))
    gone = deleted or {}
    return InvertedIndex(
        opened,
        words=VOCABULARY,
        deleted=np.array(sorted(gone), np.uint32),
        deleted_words=[np.unique(gone[document].words) for document in sorted(gone)],
    )


def scores(index, query, weighting):
    options = ScoringOptions(weighting=weighting)
    found = index.search(query.words, query.signatures, top=1000, options=options)
    return dict(zip(found.documents.tolist(), found.scores.tolist(), strict=True))


class Oracle:
    """The scores by the formulas, photo by photo and word by word, without deleted photos."""

    def __init__(self, photos):
        self.photos = photos
        self.n = len(photos)
        self.df = Counter(word for photo in photos.values() for word in set(photo.words.tolist()))

    def idf(self, word):
        return math.log((self.n + 1) / self.df[word]) if self.df[word] else 0.0

    def hamming(self, query, photo, root=math.sqrt):
        options = ScoringOptions()
        total = 0.0
        for word, signature in zip(query.words.tolist(), query.signatures.tolist(), strict=True):
            votes = 0.0
            for other, other_signature in zip(photo.words.tolist(), photo.signatures.tolist(), strict=True):
                distance = (signature ^ other_signature).bit_count()
                if word == other and distance <= options.hamming_cut:
                    votes += math.exp(-((distance / options.hamming_sigma) ** 2))
            total += self.idf(word) ** 2 * root(votes)
        return total / math.sqrt(max(len(photo.words), 1))

    def tfidf(self, query, photo):
        def vector(words):
            return {w: (1 + math.log(tf)) * self.idf(w) for w, tf in Counter(words.words.tolist()).items()}

        q, d = vector(query), vector(photo)
        dot = sum(value * d.get(word, 0.0) for word, value in q.items())
        norms = math.hypot(*q.values()) * math.hypot(*d.values())
        return dot / norms if norms else 0.0

    def bm25(self, query, photo):
        options = ScoringOptions()
        average = sum(len(other.words) for other in self.photos.values()) / self.n
        total = 0.0
        tf = Counter(photo.words.tolist())
        for word, query_tf in Counter(query.words.tolist()).items():
            if not tf[word]:
                continue
            idf = math.log(1 + (self.n - self.df[word] + 0.5) / (self.df[word] + 0.5))
            length = 1 - options.b + options.b * len(photo.words) / average
            total += query_tf * idf * tf[word] * (options.k1 + 1) / (tf[word] + options.k1 * length)
        return total

    def scores(self, query, weighting):
        score = {"hamming": self.hamming, "tfidf": self.tfidf, "bm25": self.bm25}[weighting]
        found = {document: score(query, photo) for document, photo in self.photos.items()}
        return {document: value for document, value in found.items() if value > 0}


def drawn(seed, count, most=30):
    """Draw photos of 0 to `most` features under document ids with gaps."""
    rng = np.random.default_rng(seed)
    ids = np.cumsum(rng.integers(1, 4, count))
    return {int(document): draw_words(rng, int(rng.integers(0, most + 1)), VOCABULARY) for document in ids}


def split(photos, parts, seed):
    rng = np.random.default_rng(seed)
    owner = {document: int(rng.integers(0, parts)) for document in photos}
    return [{d: words for d, words in photos.items() if owner[d] == part} for part in range(parts)]


def same(actual, expected):
    return actual.keys() == expected.keys() and all(
        actual[document] == pytest.approx(expected[document], rel=2e-4, abs=1e-6) for document in expected
    )


@SOME
@pytest.mark.parametrize("weighting", WEIGHTINGS)
@given(seed=st.integers(0, 10_000), count=st.integers(0, 12), parts=st.integers(1, 4), gone=st.integers(0, 6))
def test_scores_are_those_of_a_plain_loop_over_the_photos_that_are_there(weighting, seed, count, parts, gone):
    photos = drawn(seed, count)
    deleted = dict(list(photos.items())[: min(gone, count)])
    there = {document: words for document, words in photos.items() if document not in deleted}
    query = draw_words(np.random.default_rng(seed + 1), 25, VOCABULARY)
    with tempfile.TemporaryDirectory() as folder:
        index = write_index(Path(folder), split(photos, parts, seed), deleted)
        assert index.photos == len(there)
        actual = scores(index, query, weighting)
        assert same(actual, Oracle(there).scores(query, weighting) if there else {})


@pytest.fixture(name="photos", scope="module")
def _photos():
    return drawn(seed=77, count=30, most=60)


@pytest.fixture(name="query", scope="module")
def _query():
    return draw_words(np.random.default_rng(5), 50, VOCABULARY)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_a_deleted_photo_is_as_if_it_had_never_been_there(photos, query, tmp_path, weighting):
    deleted = {document: photos[document] for document in list(photos)[::3]}
    there = {document: words for document, words in photos.items() if document not in deleted}
    with_tombstones = scores(write_index(tmp_path, [photos], deleted), query, weighting)
    without = scores(write_index(tmp_path, [there]), query, weighting)
    assert without
    assert same(with_tombstones, without)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_cutting_into_segments_and_merging_them_changes_no_score(photos, query, tmp_path, weighting):
    whole = scores(write_index(tmp_path, [photos]), query, weighting)
    parts = split(photos, 3, seed=1)
    assert scores(write_index(tmp_path, parts), query, weighting) == whole
    assert scores(write_index(tmp_path, parts[::-1]), query, weighting) == whole
    segments = write_index(tmp_path, parts).segments
    merge_segments(segments, tmp_path / "merged", deleted=np.zeros(0, np.int64))
    merged = InvertedIndex(
        [PostingsSegment.open(tmp_path / "merged")],
        words=VOCABULARY,
        deleted=np.zeros(0, np.uint32),
        deleted_words=[],
    )
    assert scores(merged, query, weighting) == whole


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_merging_without_the_deleted_changes_no_score(photos, query, tmp_path, weighting):
    gone = {document: photos[document] for document in list(photos)[1::4]}
    before = write_index(tmp_path, split(photos, 3, seed=2), gone)
    merge_segments(before.segments, tmp_path / "merged", deleted=np.array(sorted(gone), np.int64))
    after = InvertedIndex(
        [PostingsSegment.open(tmp_path / "merged")],
        words=VOCABULARY,
        deleted=np.zeros(0, np.uint32),
        deleted_words=[],
    )
    assert after.photos == before.photos == len(photos) - len(gone)
    assert same(scores(after, query, weighting), scores(before, query, weighting))


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_the_numbers_of_the_photos_do_not_matter(photos, query, tmp_path, weighting):
    renamed = {1000 - document: words for document, words in photos.items()}
    expected = scores(write_index(tmp_path, [photos]), query, weighting)
    actual = scores(write_index(tmp_path, [renamed]), query, weighting)
    assert actual == {1000 - document: score for document, score in expected.items()}


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_the_order_of_the_query_rows_does_not_matter(photos, query, tmp_path, weighting):
    index = write_index(tmp_path, [photos])
    order = np.random.default_rng(0).permutation(len(query.words))
    shuffled = Words(words=query.words[order], signatures=query.signatures[order])
    assert same(scores(index, shuffled, weighting), scores(index, query, weighting))


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("count", [1, 2, 25])
def test_a_photo_finds_itself_first(tmp_path, weighting, count):
    rng = np.random.default_rng(9)
    photos = {document: draw_words(rng, 40, VOCABULARY) for document in range(1, count + 1)}
    index = write_index(tmp_path, [photos])
    for document, words in photos.items():
        found = scores(index, words, weighting)
        assert next(iter(found)) == document


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_two_copies_in_a_library_of_two_are_both_found(tmp_path, weighting):
    """A word that all photos have tells them not apart, and yet it is all that there is."""
    words = draw_words(np.random.default_rng(2), 30, VOCABULARY)
    found = scores(write_index(tmp_path, [{1: words, 2: words}]), words, weighting)
    assert list(found) == [1, 2]
    assert found[1] == found[2]


def test_the_scaled_score_of_a_photo_with_itself_is_about_one(tmp_path):
    rng = np.random.default_rng(4)
    photos = {
        d: Words(np.arange(d, d + 12, dtype=np.uint32), draw_words(rng, 12, 99).signatures)
        for d in (1, 9, 20)
    }
    index = write_index(tmp_path, [photos])
    weightings = ("hamming", "tfidf")
    for weighting in weightings:
        found = index.search(
            photos[9].words,
            photos[9].signatures,
            top=1,
            options=ScoringOptions(weighting=weighting),
        )
        assert found.documents.tolist() == [9]
        assert found.scores[0] * found.scale == pytest.approx(1, abs=1e-4)


def test_a_signature_one_bit_beyond_the_cut_does_not_count(tmp_path):
    cut = ScoringOptions().hamming_cut
    words = np.array([3], np.uint32)
    photos = {
        1: Words(words, np.array([(1 << cut) - 1], np.uint64)),
        2: Words(words, np.array([(1 << (cut + 1)) - 1], np.uint64)),
        3: Words(np.array([4], np.uint32), np.array([0], np.uint64)),
    }
    index = write_index(tmp_path, [photos])
    assert list(scores(index, Words(words, np.array([0], np.uint64)), "hamming")) == [1]
    assert list(scores(index, Words(words, np.array([2**64 - 1], np.uint64)), "hamming")) == []


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_repeating_a_feature_counts_less_each_time(tmp_path, weighting):
    """Burstiness: a fence of nine posts is not nine times the evidence of one."""
    signature = np.array([7], np.uint64)
    rest = np.arange(10, 20, dtype=np.uint32)
    photos = {
        1: Words(np.append(np.repeat(np.uint32(3), 1), rest), np.repeat(signature, 11)),
        2: Words(np.append(np.repeat(np.uint32(3), 9), rest[:2]), np.repeat(signature, 11)),
        3: Words(np.full(11, 30, np.uint32), np.repeat(signature, 11)),
        4: Words(np.full(11, 31, np.uint32), np.repeat(signature, 11)),
    }
    found = scores(write_index(tmp_path, [photos]), Words(np.array([3], np.uint32), signature), weighting)
    if weighting == "tfidf":  # its norm grows as well: a photo of little else than the word is the word
        assert found.keys() == {1, 2}
    else:
        assert found[1] < found[2] < 4 * found[1]


def test_without_the_root_repeated_features_count_in_full(tmp_path):
    photos = drawn(11, 20)
    index = write_index(tmp_path, [photos])
    query = draw_words(np.random.default_rng(12), 25, VOCABULARY)
    options = ScoringOptions(burstiness=False)
    found = index.search(query.words, query.signatures, top=1000, options=options)
    oracle = Oracle(photos)
    ours = dict(zip(found.documents.tolist(), found.scores.tolist(), strict=True))
    expected = {document: oracle.hamming(query, photo, root=float) for document, photo in photos.items()}
    assert ours == pytest.approx({document: value for document, value in expected.items() if value > 0})
    assert any(value != pytest.approx(oracle.hamming(query, photos[d])) for d, value in ours.items())

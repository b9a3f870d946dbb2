"""The index as a whole: the best `top`, ties, and nothing to find. Scores are held in test_scoring.py."""

import numpy as np
import pytest

from cbir.base.errors import ArtifactMismatch
from cbir.base.types import DocumentId
from cbir.visual_words import (
    InvertedIndex,
    PostingsSegment,
    ScoringOptions,
    SegmentBuilder,
    add_up,
    inverted_index,
)
from cbir.visual_words.inverted_index import highest_rows
from tests.cbir.stage_data import Words, draw_words

VOCABULARY = 50
EMPTY = Words(words=np.zeros(0, np.uint32), signatures=np.zeros(0, np.uint64))


def index_of(folder, *photos, deleted=()):
    """Index photos as documents 1, 2, ... in one segment."""
    builder = SegmentBuilder(words=VOCABULARY, codebook="drawn")
    for document, photo in enumerate(photos, start=1):
        builder.add(DocumentId(document), photo.words, photo.signatures)
    builder.write(folder)
    return InvertedIndex(
        [PostingsSegment.open(folder)],
        words=VOCABULARY,
        deleted=np.array(deleted, np.uint32),
        deleted_words=[np.unique(photos[document - 1].words) for document in deleted],
    )


@pytest.fixture(name="photos", scope="module")
def _photos():
    rng = np.random.default_rng(0)
    photos = [draw_words(rng, 30, VOCABULARY) for _ in range(40)]
    return [*photos, photos[7], photos[7]]  # documents 8, 41 and 42 are copies


def test_a_shorter_list_is_the_head_of_a_longer_one(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    query = photos[7]
    everything = index.search(query.words, query.signatures, top=1000)
    assert len(everything.documents) > 20
    for top in (1, 2, 3, 10, len(everything.documents), len(everything.documents) + 1):
        some = index.search(query.words, query.signatures, top=top)
        assert some.documents.tolist() == everything.documents[:top].tolist()
        assert some.scores.tolist() == everything.scores[:top].tolist()


def test_scores_descend_and_equal_ones_go_by_document(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    found = index.search(photos[7].words, photos[7].signatures, top=100)
    assert found.documents[:3].tolist() == [8, 41, 42]
    assert (np.diff(found.scores) <= 0).all()
    assert (found.scores > 0).all()


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_nothing_is_found_by_nothing_in_nothing(tmp_path, weighting):
    options = ScoringOptions(weighting=weighting)
    some = draw_words(np.random.default_rng(1), 5, VOCABULARY)
    for number, (index, query) in enumerate(
        [
            (index_of(tmp_path / "a"), some),
            (index_of(tmp_path / "b", EMPTY), some),
            (index_of(tmp_path / "c", EMPTY, EMPTY), EMPTY),
            (index_of(tmp_path / "d", some), EMPTY),
            (index_of(tmp_path / "e", some, deleted=(1,)), some),
            (
                InvertedIndex([], words=VOCABULARY, deleted=np.array([3], np.uint32), deleted_words=[]),
                some,
            ),
        ]
    ):
        found = index.search(query.words, query.signatures, top=10, options=options)
        assert len(found.documents) == len(found.scores) == 0, number
        assert found.documents.dtype == np.uint32


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_one_feature_finds_the_one_photo_that_has_it(tmp_path, weighting):
    one, two = (Words(np.array([word], np.uint32), np.array([word], np.uint64)) for word in (3, 4))
    index = index_of(tmp_path / "s", one, two, EMPTY)
    found = index.search(two.words, two.signatures, top=10, options=ScoringOptions(weighting=weighting))
    assert found.documents.tolist() == [2]
    assert index.photos == 3


def test_a_search_alters_neither_query_nor_index(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    words, signatures = photos[3].words.copy(), photos[3].signatures.copy()
    first = index.search(words, signatures, top=50)
    again = index.search(words, signatures, top=50)
    assert np.array_equal(words, photos[3].words)
    assert np.array_equal(signatures, photos[3].signatures)
    assert np.array_equal(first.scores, again.scores)


@pytest.mark.parametrize("size", [0, 1, 2, 127, 128, 20_000, 40_000])
@pytest.mark.parametrize("top", [1, 7, 200])
def test_the_highest_scores_are_those_of_a_full_sort(size, top):
    rng = np.random.default_rng(size + top)
    for scores in (
        rng.gamma(2, size=size).astype(np.float32),
        rng.integers(0, 4, size).astype(np.float32),  # many equal ones
        np.where(rng.random(size) < 0.001, rng.random(size), 0).astype(
            np.float32
        ),  # most photos share nothing
    ):
        document = rng.permutation(size).astype(np.uint32)
        rows = (row for row in range(size) if scores[row] > 0)
        order = sorted(rows, key=lambda row: (-scores[row], document[row]))
        assert highest_rows(scores, document, top).tolist() == order[:top]


@pytest.mark.parametrize("rooted", [True, False])
def test_what_features_add_up_to_is_the_score(photos, tmp_path, rooted):
    index = index_of(tmp_path / "s", *photos, deleted=(3,))
    query, options = photos[7], ScoringOptions(burstiness=rooted)
    found = index.search(query.words, query.signatures, top=100, options=options)
    scores = dict(zip(found.documents.tolist(), found.scores.tolist(), strict=True))
    assert len(scores) > 20
    for document, theirs in enumerate(photos, start=1):
        added, near = add_up(index, query.words, query.signatures, document, options)
        score = float(added.sum()) / np.sqrt(len(theirs.words))
        assert score == pytest.approx(scores.get(document, 0.0 if document != 3 else score), rel=1e-5)
        for word, which in near.items():
            ours = query.signatures[query.words == word].tolist()
            kept = [
                any((int(one) ^ int(other)).bit_count() <= options.hamming_cut for other in ours)
                for one in theirs.signatures[theirs.words == word].tolist()
            ]
            assert which.tolist() == kept
    nothing, near = add_up(index, query.words, query.signatures, 999, options)
    assert not nothing.any() and near == {}
    assert len(add_up(index, EMPTY.words, EMPTY.signatures, 1, options)[0]) == 0


@pytest.mark.parametrize("burstiness", [True, False])
@pytest.mark.parametrize("cuts", [(16, 28), (28, 16), (20, 20)])
def test_two_cuts_in_one_pass_find_what_two_passes_find(photos, tmp_path, cuts, burstiness):
    index = index_of(tmp_path / "s", *photos, deleted=(3,))
    allowed = np.arange(1, 40)
    ways = [
        (top, ScoringOptions(hamming_cut=cut, burstiness=burstiness))
        for top, cut in zip((5, 100), cuts, strict=True)
    ]
    for query in photos[:10]:
        together = index.search_each(query.words, query.signatures, ways, allowed=allowed)
        for (top, options), found in zip(ways, together, strict=True):
            alone = index.search(query.words, query.signatures, top=top, options=options, allowed=allowed)
            assert found.documents.tolist() == alone.documents.tolist()
            assert found.scores.tolist() == alone.scores.tolist()
            assert found.scale == alone.scale


def test_ways_that_differ_in_more_than_their_cut_are_all_answered(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    query = photos[7]
    ways = [
        (9, ScoringOptions(weighting="bm25")),
        (9, ScoringOptions(hamming_sigma=8.0)),
        (9, ScoringOptions()),
    ]
    for number in (2, 3):
        found = index.search_each(query.words, query.signatures, ways[-number:])
        alone = [
            index.search(query.words, query.signatures, top=top, options=options)
            for top, options in ways[-number:]
        ]
        assert [one.scores.tolist() for one in found] == [one.scores.tolist() for one in alone]


def test_a_query_reads_so_many_postings_at_most_those_of_its_rarest_words(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    query = photos[7]
    (segment,) = index.segments
    counts = np.diff(segment.offsets)
    distinct = np.unique(query.words)
    whole = int(counts[distinct].sum())
    assert index.rare_enough(query.words, whole).all()
    for most in (whole - 1, whole // 2, int(counts[distinct].min())):
        rare = index.rare_enough(query.words, most)
        kept, left = np.unique(query.words[rare]), np.unique(query.words[~rare])
        assert not np.isin(kept, left).any(), "a word is read for all of its features or for none"
        assert counts[kept].sum() <= most < counts[kept].sum() + counts[left].min()
        assert counts[kept].max() <= counts[left].min()
        options = ScoringOptions(most_postings=most)
        found = index.search(query.words, query.signatures, top=9, options=options)
        alone = index.search(query.words[rare], query.signatures[rare], top=9)
        assert found.documents.tolist() == alone.documents.tolist()
        assert found.scores.tolist() == alone.scores.tolist()
        document = int(found.documents[0])
        order = np.argsort(query.words, kind="stable")
        added, _ = add_up(index, query.words[order], query.signatures[order], document, options)
        length = len(photos[document - 1].words)
        assert np.isclose(added.sum() / np.sqrt(length), found.scores[0]), (
            "what explains the score is that score"
        )
    assert not index.rare_enough(query.words, 0).any()
    assert not len(
        index.search(query.words, query.signatures, top=9, options=ScoringOptions(most_postings=0)).documents
    )


def test_only_photos_that_count_are_found_whatever_documents_are_allowed(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos, deleted=(41,))
    query = photos[7]
    allowed = np.array([8, 41, 42, 43, 1 << 40])  # one is dead, and two came after this snapshot
    found = index.search(query.words, query.signatures, top=9, allowed=allowed)
    assert found.documents.tolist() == [8, 42]
    assert len(index.search(query.words, query.signatures, top=9, allowed=allowed[3:]).documents) == 0


def test_of_several_ways_the_one_that_reads_most_says_how_much_is_read(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    query = photos[7]
    ways = [(9, ScoringOptions()), (9, ScoringOptions(weighting="bm25", most_postings=1))]
    first, _ = index.search_each(query.words, query.signatures, ways)
    alone = index.search(query.words, query.signatures, top=9)
    assert first.scores.tolist() == alone.scores.tolist()


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_what_a_word_counts_for_goes_with_the_words_that_are_read(photos, tmp_path, weighting):
    index = index_of(tmp_path / "s", *photos)
    query = photos[7]
    emphasis = (1 + query.words % 5).astype(np.float32)
    most = int(np.diff(index.segments[0].offsets)[np.unique(query.words)].sum()) // 2
    rare = index.rare_enough(query.words, most)
    assert 0 < rare.sum() < len(rare)
    options = ScoringOptions(weighting=weighting, most_postings=most)
    found = index.search(query.words, query.signatures, top=9, options=options, emphasis=emphasis)
    alone = index.search(
        query.words[rare],
        query.signatures[rare],
        top=9,
        options=ScoringOptions(weighting=weighting),
        emphasis=emphasis[rare],
    )
    assert found.scores.tolist() == alone.scores.tolist()
    plain = index.search(query.words, query.signatures, top=9, options=options)
    assert found.scores.tolist() != plain.scores.tolist()


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_a_part_of_an_index_scores_its_photos_as_the_whole_does(photos, tmp_path, weighting):
    """As where a server names the candidates: only their postings are at hand."""
    longer = [draw_words(np.random.default_rng(7), 90, VOCABULARY), *photos[1:]]  # the mean length is another
    whole = index_of(tmp_path / "whole", *longer, deleted=(3,))
    few = {document: photos[document - 1] for document in (2, 8, 9)}
    builder = SegmentBuilder(words=VOCABULARY, codebook="drawn")
    for document, photo in few.items():
        builder.add(DocumentId(document), photo.words, photo.signatures)
    builder.write(tmp_path / "part")
    none = np.zeros(0, np.uint32)
    part = InvertedIndex(
        [PostingsSegment.open(tmp_path / "part")],
        words=VOCABULARY,
        deleted=none,
        deleted_words=[],
        whole=whole,
    )
    assert part.photos == whole.photos == len(photos) - 1
    options, query = ScoringOptions(weighting=weighting), photos[7]
    found = part.search(query.words, query.signatures, top=9, options=options)
    allowed = np.array(list(few))
    all_of_them = whole.search(query.words, query.signatures, top=9, options=options, allowed=allowed)
    assert found.documents.tolist() == all_of_them.documents.tolist()
    assert found.scores == pytest.approx(all_of_them.scores)


def test_frequencies_are_told_and_not_lent(photos, tmp_path):
    index = index_of(tmp_path / "s", *photos)
    told = index.document_frequencies
    told[:] = 0
    assert index.document_frequencies.any()


def test_a_damaged_posting_far_from_the_query_is_found_where_all_are_read(tmp_path):
    """The length of a tf-idf vector is that of all its words."""
    rng = np.random.default_rng(0)
    photos = [draw_words(rng, 300, VOCABULARY) for _ in range(60)]
    index_of(tmp_path / "s", *photos)
    path = tmp_path / "s" / "rows.u8"
    assert path.stat().st_size > 3 * 4096
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    none = np.zeros(0, np.uint32)
    index = InvertedIndex(
        [PostingsSegment.open(tmp_path / "s")], words=VOCABULARY, deleted=none, deleted_words=[]
    )
    query = np.zeros(1, np.uint32), np.zeros(1, np.uint64)
    assert len(index.search(*query, top=9, options=ScoringOptions(hamming_cut=64)).documents)
    with pytest.raises(ArtifactMismatch, match=r"rows\.u8 has changed"):
        index.search(*query, top=9, options=ScoringOptions(weighting="tfidf"))


def test_a_large_query_is_shared_among_threads_and_a_small_one_is_not(photos, tmp_path, monkeypatch):
    index = index_of(tmp_path / "s", *photos)
    query = photos[7]
    expected = index.search(query.words, query.signatures, top=50)
    monkeypatch.setattr(inverted_index, "usable_cores", lambda: 3)
    shared = []
    threads = inverted_index.loop_threads

    def count():
        shared.append(1)
        return threads()

    monkeypatch.setattr(inverted_index, "loop_threads", count)
    index.search(query.words, query.signatures, top=50)
    assert shared == []
    monkeypatch.setattr(inverted_index, "MIN_VISITS_FOR_THREADS", 0)
    found = index.search(query.words, query.signatures, top=50)
    assert shared == [1]
    assert found.documents.tolist() == expected.documents.tolist()
    assert found.scores == pytest.approx(expected.scores)

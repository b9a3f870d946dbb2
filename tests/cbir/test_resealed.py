"""Numbers that cannot be, under checksums that fit: each format refuses them itself, with a sentence."""

import numpy as np
import pytest

from cbir.base.errors import ArtifactMismatch
from cbir.base.types import DocumentId, PhotoFeatures, SearchOptions, Term
from cbir.matching import FeatureStore, FeatureStoreBuilder
from cbir.vectors import VectorSegment, write_vector_segment
from cbir.visual_words import PostingsSegment, SegmentBuilder
from tests.pictures import photo, write_jpeg
from tests.resealed import alter

WORDS, PHOTOS, POINTS = 64, 5, 40


def huge(numbers):
    return np.full_like(numbers, np.iinfo(numbers.dtype).max)


def last(value):
    """Another last number."""
    return lambda numbers: np.concatenate([numbers[:-1], np.array([value], numbers.dtype)])


@pytest.fixture(name="postings")
def _postings(tmp_path):
    chance = np.random.default_rng(1)
    builder = SegmentBuilder(words=WORDS, codebook="book")
    for document in range(1, PHOTOS + 1):
        words = np.sort(chance.integers(0, WORDS, POINTS)).astype(np.uint32)
        builder.add(DocumentId(document), words, chance.integers(0, 1 << 63, POINTS).astype(np.uint64))
    builder.write(tmp_path / "postings" / "0123456789abcdef")
    PostingsSegment.open(tmp_path / "postings" / "0123456789abcdef").verify()
    return tmp_path / "postings" / "0123456789abcdef"


@pytest.fixture(name="features")
def _features(tmp_path):
    chance = np.random.default_rng(2)
    builder = FeatureStoreBuilder(words=WORDS, codebook="book", options="")
    for _ in range(PHOTOS):
        builder.add(
            PhotoFeatures(
                words=np.sort(chance.integers(0, WORDS, POINTS)).astype(np.uint32),
                codes=np.zeros((POINTS, 32), np.uint8),
                xy=chance.uniform(0, 200, (POINTS, 2)).astype(np.float32),
                sigma=np.full(POINTS, 2, np.float32),
                angle=np.zeros(POINTS, np.float32),
                size=(200, 200),
            )
        )
    builder.write(tmp_path / "features" / "0123456789abcdef")
    FeatureStore.open(tmp_path / "features" / "0123456789abcdef").verify()
    return tmp_path / "features" / "0123456789abcdef"


@pytest.fixture(name="vectors")
def _vectors(tmp_path):
    rows = np.random.default_rng(3).normal(size=(PHOTOS, 16)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    folder = tmp_path / "vectors" / "model" / "0123456789abcdef"
    write_vector_segment(folder, np.arange(PHOTOS), rows, model="model")
    VectorSegment.open(folder).verify()
    return folder


@pytest.mark.parametrize(
    ("name", "dtype", "change"),
    [
        ("offsets.i64", "<i8", huge),
        ("offsets.i64", "<i8", lambda numbers: numbers[::-1]),
        ("offsets.i64", "<i8", last(-1)),
        ("members.u32", "<u4", lambda numbers: numbers[::-1]),
        ("members.u32", "<u4", lambda numbers: numbers * 0),
        ("frequencies.u32", "<u4", huge),
        ("frequencies.u32", "<u4", lambda numbers: numbers * 0),
        ("lengths.u32", "<u4", huge),
        ("lengths.u32", "<u4", last(0)),
    ],
)
def test_postings_whose_small_numbers_cannot_be_are_refused_when_they_are_opened(
    postings, name, dtype, change
):
    alter(postings, name, dtype, change)
    with pytest.raises(ArtifactMismatch, match="postings/0123456789abcdef is damaged"):
        PostingsSegment.open(postings)


@pytest.mark.parametrize(
    ("name", "dtype", "change"),
    [
        ("rows.u8", "u1", huge),
        ("rows.u8", "u1", lambda numbers: numbers[::-1]),
        ("buckets.u64", "<u8", lambda numbers: numbers * 0),
        ("frequencies.u32", "<u4", lambda numbers: np.minimum(numbers, 1)),
        (
            "lengths.u32",
            "<u4",
            lambda numbers: numbers + np.array([1, -1, 0, 0, 0], np.int8).astype(np.uint32),
        ),
    ],
)
def test_postings_that_contradict_their_small_numbers_are_seen_by_a_check(postings, name, dtype, change):
    alter(postings, name, dtype, change)
    with pytest.raises(ArtifactMismatch, match="postings/0123456789abcdef is damaged"):
        PostingsSegment.open(postings).verify()


def test_postings_of_another_number_of_words_than_their_codebook_are_refused(postings):
    with pytest.raises(ArtifactMismatch, match="it has 64 words, and its codebook 63"):
        PostingsSegment.open(postings).refuse_other_words(63)


@pytest.mark.parametrize("read", [FeatureStore.read, FeatureStore.words])
@pytest.mark.parametrize(
    "words", [np.arange(POINTS) + WORDS, np.arange(POINTS)[::-1]], ids=["foreign", "falling"]
)
def test_words_that_are_not_in_the_codebook_or_do_not_ascend_are_refused_when_they_are_read(
    features, words, read
):
    alter(features, "records", "<u2", lambda numbers: np.concatenate([words, numbers[POINTS:]]))
    store = FeatureStore.open(features)
    for act in (lambda: read(store, 0), store.verify):
        with pytest.raises(ArtifactMismatch, match="features/0123456789abcdef is damaged"):
            act()


@pytest.mark.parametrize("change", [huge, lambda numbers: numbers[::-1], lambda numbers: numbers // 2])
def test_offsets_that_do_not_fit_the_records_are_refused(features, change):
    alter(features, "offsets.u64", "<u8", change)
    with pytest.raises(ArtifactMismatch, match="its offsets do not fit its records"):
        FeatureStore.open(features)


def test_a_photo_without_a_width_is_refused_and_points_outside_of_one_are_seen_by_a_check(
    features,
):
    alter(features, "sizes.u16", "<u2", lambda numbers: numbers // 2)
    with pytest.raises(ArtifactMismatch, match="points of row 0 lie outside of it"):
        FeatureStore.open(features).verify()
    alter(features, "sizes.u16", "<u2", lambda numbers: numbers * 0)
    with pytest.raises(ArtifactMismatch, match="is damaged"):
        FeatureStore.open(features)


@pytest.mark.parametrize(
    ("name", "dtype", "change"),
    [
        ("documents.i64", "<i8", lambda numbers: -numbers),
        ("documents.i64", "<i8", huge),
        ("quantiser.f32", "<f4", lambda numbers: numbers * np.nan),
        ("quantiser.f32", "<f4", lambda numbers: numbers * 0 - 1),
    ],
)
def test_vectors_whose_small_numbers_cannot_be_are_refused_when_they_are_opened(vectors, name, dtype, change):
    alter(vectors, name, dtype, change)
    with pytest.raises(ArtifactMismatch, match="model/0123456789abcdef is damaged"):
        VectorSegment.open(vectors)


@pytest.mark.parametrize(
    ("name", "dtype", "change"),
    [
        ("vectors.f16", "<f2", lambda numbers: numbers * 3),
        ("vectors.f16", "<f2", lambda numbers: np.full_like(numbers, np.nan)),
        ("codes.u8", "u1", huge),
    ],
)
def test_vectors_and_codes_that_cannot_be_are_seen_by_a_check(vectors, name, dtype, change):
    alter(vectors, name, dtype, change)
    with pytest.raises(ArtifactMismatch, match="model/0123456789abcdef is damaged"):
        VectorSegment.open(vectors).verify()
    with pytest.raises(ArtifactMismatch, match="16 numbers, and its model's 32"):
        VectorSegment.open(vectors).refuse_other_dimension(32)


def test_a_library_with_a_resealed_segment_says_what_to_do_and_mends_itself(make_library, tmp_path):
    pictures = tmp_path / "pictures"
    write_jpeg(pictures / "coffee.jpg", photo("coffee"))
    library = make_library()
    library.index([pictures])
    (segment,) = (library.folder / "postings").iterdir()
    alter(segment, "frequencies.u32", "<u4", huge)
    library.close()
    library = make_library()
    with pytest.raises(ArtifactMismatch, match=r"is damaged.*To mend the library, run: cbir library check"):
        library.search([Term(path=pictures / "coffee.jpg")], SearchOptions(engine="match"))
    assert [problem.mended for problem in library.check()][:1] == [True]
    library.index([pictures])
    assert library.check(deep=True) == []
    assert library.search([Term(path=pictures / "coffee.jpg")]).hits[0].verified

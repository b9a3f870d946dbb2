"""Library-wide NNDR, against the rule as a plain loop over decompressed descriptors."""

import numpy as np
import pytest

from cbir.base.errors import ArtifactMismatch
from cbir.vectors import (
    DescribedPhoto,
    LibraryNndrOptions,
    build_descriptor_index,
    find_descriptor_index,
)
from tests.cbir.vectors.test_inverted_file import D, decompressed, drawn_codes

CODEBOOK = "0123456789abcdef"


class Words:
    """Eight words in two cells."""

    branch = 4

    def __init__(self):
        rng = np.random.default_rng(5)
        self.coarse = rng.normal(0, 20, (2, D)).astype(np.float32)
        self.centroids = np.repeat(self.coarse, 4, axis=0) + rng.normal(0, 10, (8, D)).astype(np.float32)
        self.levels = np.sort(rng.normal(0, 20, (16, D)).astype(np.float32), axis=0)

    def of(self, vectors):
        return ((vectors[:, None] - self.centroids[None]) ** 2).sum(axis=2).argmin(axis=1)


WORDS = Words()
ALL = LibraryNndrOptions(nprobe=8, max_ratio=0.8)


def photos_of(codes_of):
    return {
        document: DescribedPhoto(document, WORDS.of(decompressed(codes, WORDS.levels)), codes)
        for document, codes in codes_of.items()
    }


def indexed(tmp_path, photos):
    build_descriptor_index(
        sorted(photos),
        lambda documents: iter([photos[document] for document in documents]),
        tmp_path,
        WORDS,
        codebook=CODEBOOK,
    )
    return find_descriptor_index(tmp_path, codebook=CODEBOOK)


def votes(index, query, live, options=ALL):
    won = index.vote(query, WORDS, live=np.array(sorted(live), np.int64), options=options)
    return dict(zip(won.documents.tolist(), won.votes.tolist(), strict=True))


def plain_votes(photos, query, max_ratio):
    """The nearest of all; the second nearest of another photo."""
    vectors = np.concatenate([decompressed(photo.codes, WORDS.levels) for photo in photos.values()])
    owners = np.concatenate([[photo.document] * len(photo.codes) for photo in photos.values()])
    counts = dict.fromkeys(photos, 0)
    for row in query.astype(np.float64):
        distances = np.sqrt(((vectors - row) ** 2).sum(axis=1))
        first = int(distances.argmin())
        if distances[first] < max_ratio * distances[owners != owners[first]].min():
            counts[int(owners[first])] += 1
    return {
        document: count / np.sqrt(len(photos[document].codes)) for document, count in counts.items() if count
    }


@pytest.fixture(scope="module")
def photos():
    return photos_of({document: drawn_codes(30 + document, seed=document) for document in (3, 7, 8, 20)})


@pytest.fixture(scope="module")
def query(photos):
    rng = np.random.default_rng(9)
    near = [decompressed(photo.codes[:20], WORDS.levels) for photo in photos.values()]
    return np.concatenate(near).astype(np.float32) + rng.normal(0, 12, (80, D)).astype(np.float32)


@pytest.mark.parametrize("ratio", [0.5, 0.8, 0.95])
def test_votes_are_those_of_a_plain_loop(tmp_path, photos, query, ratio):
    found = votes(indexed(tmp_path, photos), query, photos, LibraryNndrOptions(nprobe=8, max_ratio=ratio))
    assert found == pytest.approx(plain_votes(photos, query, ratio))
    assert sum(found.values()) > 0


def test_fewer_words_find_fewer_neighbours(tmp_path, photos, query):
    index = indexed(tmp_path, photos)
    counts = [
        sum(votes(index, query, photos, LibraryNndrOptions(nprobe=n, max_ratio=0.8)).values()) for n in (1, 8)
    ]
    assert counts[0] != counts[1]


def test_deleted_photos_neither_win_nor_disturb(tmp_path, photos, query):
    live = {document: photo for document, photo in photos.items() if document != 7}
    assert votes(indexed(tmp_path, photos), query, live) == pytest.approx(plain_votes(live, query, 0.8))


def test_a_library_of_one_photo_gets_no_votes(tmp_path, photos, query):
    index = indexed(tmp_path, photos)
    assert votes(index, query, [7]) == {}
    assert votes(index, query, []) == {}
    assert votes(index, query[:0], photos) == {}


def test_a_photo_that_repeats_a_point_is_looked_past(tmp_path):
    point = drawn_codes(1)
    photos = photos_of({1: np.repeat(point, 40, axis=0), 2: drawn_codes(20, seed=4)})
    assert set(votes(indexed(tmp_path, photos), decompressed(point, WORDS.levels), photos)) == {1}


def test_two_copies_of_a_photo_silence_each_other(tmp_path):
    codes = drawn_codes(20)
    photos = photos_of({1: codes, 2: codes})
    assert votes(indexed(tmp_path, photos), decompressed(codes, WORDS.levels), photos) == {}


def test_an_index_that_is_extended_is_one_that_was_built_at_once(tmp_path, photos, query):
    """New photos have the highest numbers."""
    few = {document: photos[document] for document in (3, 7)}
    indexed(tmp_path / "grown", few)
    read = []

    def note(documents):
        read.extend(documents)
        return iter([photos[document] for document in documents])

    build_descriptor_index(sorted(photos), note, tmp_path / "grown", WORDS, codebook=CODEBOOK)
    grown = find_descriptor_index(tmp_path / "grown", codebook=CODEBOOK)
    assert read == [8, 20]
    assert votes(grown, query, photos) == votes(indexed(tmp_path / "new", photos), query, photos)
    assert len(list((tmp_path / "grown").glob("*/"))) == 1


def test_an_index_without_its_deleted_photos_is_built_anew(tmp_path, photos, query):
    indexed(tmp_path, photos)
    left = {document: photo for document, photo in photos.items() if document != 3}
    index = indexed(tmp_path, left)
    assert index.documents.tolist() == [7, 8, 20]
    assert votes(index, query, left) == pytest.approx(plain_votes(left, query, 0.8))


def test_a_damaged_index_is_not_read_by_faiss(tmp_path, photos, query):
    index = indexed(tmp_path, photos)
    file = index.folder / "index.faiss"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(ArtifactMismatch, match=r"index\.faiss"):
        votes(index, query, photos)
    assert find_descriptor_index(tmp_path, codebook="another") is None

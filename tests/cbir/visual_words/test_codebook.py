"""Words, signatures and codes against FAISS and plain loops; the file against damage; training."""

import json
import zipfile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cbir import vectors
from cbir.base.errors import ArtifactMismatch, CbirError
from cbir.local_features import describe
from cbir.matching import kernels
from cbir.state import shipped_codebook
from cbir.visual_words import Codebook, train_codebook
from tests.pictures import photo

MORE = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(name="descriptors", scope="module")
def _descriptors():
    """Descriptors that the codebook never saw."""
    return describe(photo("chelsea")).descriptors


def test_with_all_centroids_probed_words_are_the_nearest_of_an_exhaustive_search(tiny_codebook, descriptors):
    projected = tiny_codebook.project(descriptors)
    words = tiny_codebook.assign(projected, probes=len(tiny_codebook.coarse))
    distance, _ = vectors.nearest(projected, tiny_codebook.centroids)
    ours = ((projected - tiny_codebook.centroids[words]) ** 2).sum(axis=1)
    assert np.allclose(ours, distance, rtol=1e-4)


def test_the_fast_assigner_nearly_always_agrees_with_the_exhaustive_one(
    descriptors,
):
    codebook = Codebook.load(shipped_codebook())
    projected = codebook.project(descriptors)
    _, exact = vectors.nearest(projected, codebook.centroids)
    assert (codebook.assign(projected) == exact).mean() > 0.9


@pytest.mark.parametrize(
    ("where", "mask"), [("compression", 4), ("flags", 1), ("flags", 32), ("version", 128)]
)
def test_a_damaged_zip_header_is_damage_and_not_an_error_of_ours(saved, tmp_path, where, mask):
    """zipfile calls such files encrypted, or made by a version to come."""
    directory = saved.rindex(b"PK\x01\x02")
    place = directory + {"version": 6, "flags": 8, "compression": 10}[where]
    path = tmp_path / "damaged"
    path.write_bytes(saved[:place] + bytes([saved[place] ^ mask]) + saved[place + 1 :])
    with pytest.raises(ArtifactMismatch, match="damaged"):
        Codebook.load(path)


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_few_rows_are_encoded_as_they_are_among_many(tiny_codebook, descriptors, rows):
    few, many = tiny_codebook.encode(descriptors[:rows]), tiny_codebook.encode(descriptors)
    assert few.words.dtype == np.uint32
    assert few.signatures.dtype == np.uint64
    assert few.codes.shape == (rows, 32)
    assert np.array_equal(few.words, many.words[:rows])
    assert np.array_equal(few.signatures, many.signatures[:rows])
    assert np.array_equal(few.codes, many.codes[:rows])


def test_the_order_of_descriptors_does_not_matter(tiny_codebook, descriptors):
    order = np.random.default_rng(3).permutation(len(descriptors))
    encoded, shuffled = tiny_codebook.encode(descriptors), tiny_codebook.encode(descriptors[order])
    # another order is another blocking of the matrix product: a tie may fall to the other side
    assert (encoded.words[order] == shuffled.words).mean() > 0.995
    assert (encoded.codes[order] == shuffled.codes).mean() > 0.995


def test_a_signature_says_on_which_side_of_its_words_medians_a_descriptor_lies(tiny_codebook, descriptors):
    projected = tiny_codebook.project(descriptors[:40])
    words = tiny_codebook.assign(projected)
    for row, signature in enumerate(tiny_codebook.sign(projected, words)):
        for bit in range(64):
            value = float(projected[row].astype(np.float64) @ tiny_codebook.rotation[bit].astype(np.float64))
            median = float(tiny_codebook.medians[words[row], bit] * tiny_codebook.steps[1])
            if abs(value - median) > 1e-2:
                assert bool(int(signature) >> bit & 1) == (value > median)


def test_a_word_splits_its_descriptors_in_halves(tiny_codebook):
    seen = describe(photo("astronaut")).descriptors
    encoded = tiny_codebook.encode(seen)
    bits = np.unpackbits(encoded.signatures.view(np.uint8).reshape(len(seen), 8), axis=1)
    assert 0.4 < bits.mean() < 0.6


def test_a_code_names_the_nearest_level_of_every_coordinate(tiny_codebook, descriptors):
    projected = tiny_codebook.project(descriptors[:30])
    codes = tiny_codebook.compress(projected)
    for row in range(30):
        for coordinate in range(64):
            byte = int(codes[row, coordinate // 2])
            level = byte >> 4 if coordinate % 2 else byte & 15
            distance = np.abs(tiny_codebook.levels[:, coordinate] - projected[row, coordinate])
            assert distance[level] == pytest.approx(distance.min(), abs=1e-3)


def test_a_code_comes_back_as_its_levels_and_again_as_the_same_code(tiny_codebook, descriptors):
    projected = tiny_codebook.project(descriptors)
    codes = tiny_codebook.compress(projected)
    restored = tiny_codebook.decompress(codes)
    assert np.array_equal(tiny_codebook.compress(restored), codes)
    assert np.array_equal(kernels.decompress(codes, tiny_codebook.levels), restored)
    error = np.linalg.norm(restored - projected, axis=1)
    assert np.median(error) < 0.2 * np.median(np.linalg.norm(projected, axis=1))


def test_a_saved_codebook_is_the_same_and_is_written_the_same(tiny_codebook, tmp_path):
    tiny_codebook.save(tmp_path / "a")
    loaded = Codebook.load(tmp_path / "a")
    loaded.save(tmp_path / "b")
    assert loaded.fingerprint == tiny_codebook.fingerprint
    assert loaded.about["trained_on"] == tiny_codebook.about["trained_on"]
    assert np.array_equal(loaded.words, tiny_codebook.words)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_the_shipped_codebook_is_whole_and_small_enough():
    codebook = Codebook.load(shipped_codebook())
    assert len(codebook) == 65_536
    assert shipped_codebook().stat().st_size <= 16 << 20


@pytest.fixture(name="saved", scope="module")
def _saved(tiny_codebook, tmp_path_factory):
    path = tmp_path_factory.mktemp("codebook") / "tiny"
    tiny_codebook.save(path)
    return path.read_bytes()


@MORE
@given(place=st.integers(0, 2**20), at_the_end=st.booleans(), mask=st.integers(1, 255))
def test_a_flipped_byte_is_found_or_harmless(tiny_codebook, saved, tmp_path, place, at_the_end, mask):
    # half of the places at the end of the file, where the zip's own tables lie
    place = len(saved) - 1 - place % 900 if at_the_end else place % len(saved)
    path = tmp_path / "flipped"
    path.write_bytes(saved[:place] + bytes([saved[place] ^ mask]) + saved[place + 1 :])
    try:
        codebook = Codebook.load(path)
    except ArtifactMismatch as error:
        assert str(path) in str(error)
    else:
        assert codebook.fingerprint == tiny_codebook.fingerprint


@MORE
@given(share=st.floats(0, 0.9999))
def test_a_truncated_codebook_is_refused(saved, tmp_path, share):
    path = tmp_path / "short"
    path.write_bytes(saved[: int(len(saved) * share)])
    with pytest.raises(ArtifactMismatch, match="damaged"):
        Codebook.load(path)


def test_a_missing_codebook_is_named(tmp_path):
    with pytest.raises(ArtifactMismatch, match=r"There is no codebook at .*nowhere"):
        Codebook.load(tmp_path / "nowhere")


def test_training_is_repeatable_and_better_than_drawing_words(descriptors):
    descriptors = descriptors[:400]
    one, two = (train_codebook(descriptors, words=16, seed=5) for _ in range(2))
    assert one.fingerprint == two.fingerprint
    projected = one.project(descriptors)
    drawn = projected[np.random.default_rng(0).choice(len(projected), 16, replace=False)]
    trained_error = vectors.nearest(projected, one.centroids)[0].mean()
    assert trained_error < vectors.nearest(projected, drawn)[0].mean()


@pytest.mark.long
def test_words_are_as_near_as_those_of_scikit_learns_mini_batches(descriptors):
    from sklearn.cluster import MiniBatchKMeans

    descriptors = descriptors[:600]
    ours = train_codebook(descriptors, words=64)
    projected = ours.project(descriptors)
    reference = MiniBatchKMeans(64, random_state=0, batch_size=1024, n_init=3).fit(projected)
    assert vectors.nearest(projected, ours.centroids)[0].mean() < 1.1 * reference.inertia_ / len(projected)


def test_too_few_descriptors_are_refused_in_a_sentence(descriptors):
    with pytest.raises(CbirError, match="15 descriptors are too few for 16 words"):
        train_codebook(descriptors[:15], words=16)
    with pytest.raises(CbirError, match="0 descriptors are too few"):
        train_codebook(descriptors[:0], words=1)


def test_as_many_descriptors_as_words_and_equal_descriptors_still_train(
    descriptors,
):
    for rows in (descriptors[:4], np.repeat(descriptors[:1], 40, axis=0)):
        codebook = train_codebook(rows, words=4)
        encoded = codebook.encode(rows)
        assert len(codebook) == 4
        assert np.isfinite(codebook.centroids).all()
        assert encoded.words.max() < 4


def test_kmeans_of_no_more_vectors_than_centroids_returns_the_vectors():
    rows = np.eye(3, 8, dtype=np.float32)
    assert np.array_equal(vectors.kmeans(rows, 3, iterations=2, seed=0), rows)
    assert np.array_equal(vectors.kmeans(rows[:2], 3, iterations=2, seed=0), rows[[0, 1, 0]])


def test_a_codebook_that_does_not_fit_its_fingerprint_is_refused(tiny_codebook, tmp_path):
    tiny_codebook.save(tmp_path / "whole")
    with zipfile.ZipFile(tmp_path / "whole") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(members["manifest.json"])
    members["manifest.json"] = json.dumps({**about, "fingerprint": "0" * len(about["fingerprint"])}).encode()
    with zipfile.ZipFile(tmp_path / "other", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(ArtifactMismatch, match="does not fit its checksum"):
        Codebook.load(tmp_path / "other")

"""Features by photo on disk: what is read back is what was added, as finely as the format says."""

import json
import math
import os
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cbir.base.errors import ArtifactMismatch
from cbir.base.storage import checksum
from cbir.base.types import PhotoFeatures
from cbir.matching import FeatureStore, FeatureStoreBuilder


def drawn(n, seed=0, words=65_536):
    rng = np.random.default_rng(seed)
    return PhotoFeatures(
        words=np.sort(rng.integers(0, words, n).astype(np.uint32)),
        codes=rng.integers(0, 256, (n, 32), dtype=np.uint8),
        xy=rng.uniform(0, 959, (n, 2)).astype(np.float32),
        sigma=np.exp2(rng.uniform(-0.9, 8, n)).astype(np.float32),
        angle=rng.uniform(0, 2 * np.pi, n).astype(np.float32),
        size=(960, 640),
    )


def stored(folder, *photos, words=65_536):
    builder = FeatureStoreBuilder(words=words, codebook="drawn", options="plain")
    for row, photo in enumerate(photos):
        assert builder.add(photo) == row
    assert len(builder) == len(photos)
    builder.write(folder)
    return FeatureStore.open(folder)


def assert_near(actual, expected):
    assert np.array_equal(actual.words, expected.words)
    assert np.array_equal(actual.codes, expected.codes)
    assert actual.size == expected.size
    assert actual.words.dtype == np.uint32
    assert actual.xy.dtype == actual.sigma.dtype == actual.angle.dtype == np.float32
    if len(expected):
        assert np.abs(actual.xy - expected.xy).max() <= 1 / 64 + 1e-3
        assert np.abs(np.log2(actual.sigma / expected.sigma)).max() <= 1 / 48 + 1e-3
        turn = np.abs((actual.angle - expected.angle + np.pi) % (2 * np.pi) - np.pi)
        assert turn.max() <= math.pi / 256 + 1e-3
        assert (actual.angle >= 0).all()
        assert (actual.angle < 2 * np.pi).all()


@settings(max_examples=30, deadline=None)
@given(rows=st.lists(st.integers(0, 40), max_size=5), seed=st.integers(0, 1000))
def test_features_come_back_as_finely_as_the_format_says(rows, seed):
    photos = [drawn(n, seed + i) for i, n in enumerate(rows)]
    with tempfile.TemporaryDirectory() as folder:
        store = stored(Path(folder, "s"), *photos)
        for row in reversed(range(len(photos))):
            assert_near(store.read(row), photos[row])


@pytest.mark.parametrize("words", [65_536, 70_000])
def test_signatures_are_kept_where_they_are_asked_for(tmp_path, words):
    rng = np.random.default_rng(0)
    photos = [
        replace(drawn(n, n, words), signatures=rng.integers(0, 2**64, n, dtype=np.uint64)) for n in (0, 3, 8)
    ]
    builder = FeatureStoreBuilder(words=words, codebook="drawn", options="plain", signed=True)
    for photo in photos:
        builder.add(photo)
    with pytest.raises(ValueError, match="signatures of every photo"):
        builder.add(drawn(3))
    builder.write(tmp_path / "signed")
    signed, plain = FeatureStore.open(tmp_path / "signed"), stored(tmp_path / "plain", *photos, words=words)
    for row, photo in enumerate(photos):
        read = signed.read(row)
        assert_near(read, photo)
        assert photo.signatures is not None
        assert np.array_equal(read.signatures, photo.signatures)
        assert plain.read(row).signatures is None
        assert np.array_equal(signed.words(row), photo.words)
        assert signed.unsigned_record(row) == plain.record(row) == plain.unsigned_record(row)


def test_many_photos_are_read_in_the_order_that_is_asked(tmp_path):
    photos = [drawn(seed % 5, seed) for seed in range(150)]
    store = stored(tmp_path / "s", *photos)
    rows = [*range(149, -1, -2), 7, 7]
    for row, read in zip(rows, store.read_all(rows), strict=True):
        assert_near(read, photos[row])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_photos_of_few_features(tmp_path, n):
    store = stored(tmp_path / "s", drawn(n), drawn(3, seed=1))
    assert len(store.read(0)) == n
    assert store.read(0).codes.shape == (n, 32)
    assert_near(store.read(1), drawn(3, seed=1))


def test_a_store_of_no_photos(tmp_path):
    assert stored(tmp_path / "s").offsets.tolist() == [0]


def test_a_codebook_of_more_words_than_two_bytes_count_keeps_them_apart(tmp_path):
    photo = drawn(20, words=200_000)
    assert photo.words.max() > 65_535
    assert_near(stored(tmp_path / "s", photo, words=200_000).read(0), photo)
    last = PhotoFeatures(
        words=np.array([65_535], np.uint32),
        codes=photo.codes[:1],
        xy=photo.xy[:1],
        sigma=photo.sigma[:1],
        angle=photo.angle[:1],
        size=(2, 2),
    )
    assert stored(tmp_path / "t", last).read(0).words.tolist() == [65_535]


def test_what_the_format_cannot_hold_becomes_the_nearest_that_it_can(tmp_path):
    photo = PhotoFeatures(
        words=np.zeros(3, np.uint32),
        codes=np.zeros((3, 32), np.uint8),
        xy=np.array([[-0.3, 0], [2047.9, 9999], [5, 5]], np.float32),
        sigma=np.array([0, 1e6, 1], np.float32),
        angle=np.array([2 * np.pi - 1e-4, 2 * np.pi, 0], np.float32),
        size=(3000, 40),
    )
    found = stored(tmp_path / "s", photo).read(0)
    assert found.xy[0].tolist() == [0, 0]
    assert found.xy[1] == pytest.approx([2047.9, 65_535 / 32], abs=0.02)
    assert found.sigma[0] == 0.5
    assert np.isfinite(found.sigma).all()
    assert found.angle.tolist() == [0, 0, 0]


def test_a_store_takes_40_bytes_a_feature(tmp_path):
    """2 for the word, 6 for the geometry, 32 for the code: 1,000 features are 40 kB of the 64 allowed."""
    stored(tmp_path / "s", drawn(1000))
    assert (tmp_path / "s" / "records").stat().st_size == 1000 * (2 + 6 + 32)


@pytest.mark.parametrize("name", ["records", "offsets.u64", "sizes.u16", "checks.u32"])
def test_damage_is_named(tmp_path, name):
    stored(tmp_path / "features" / "abc", drawn(5))
    path = tmp_path / "features" / "abc" / name
    os.truncate(path, path.stat().st_size - 1)
    with pytest.raises(ArtifactMismatch, match=rf"features/abc is damaged: {name}"):
        FeatureStore.open(tmp_path / "features" / "abc")


def test_records_that_are_cut_after_opening_are_named_too(tmp_path):
    store = stored(tmp_path / "features" / "abc", drawn(5), drawn(5, seed=1))
    os.truncate(tmp_path / "features" / "abc" / "records", 300)
    assert_near(store.read(0), drawn(5))
    with pytest.raises(ArtifactMismatch, match="features/abc is damaged: row 1"):
        store.read(1)
    (tmp_path / "features" / "abc" / "records").unlink()
    with pytest.raises(ArtifactMismatch, match="features/abc is damaged: records"):
        store.read(0)


@pytest.mark.parametrize("name", ["records", "offsets.u64", "sizes.u16", "checks.u32", "manifest.json"])
def test_every_flipped_bit_is_found_before_a_wrong_feature_is_given(tmp_path, name):
    folder = tmp_path / "features" / "abc"
    stored(folder, drawn(3), drawn(2, seed=1))
    sound = (folder / name).read_bytes()
    for bit in range(0, len(sound) * 8, 3):
        broken = bytearray(sound)
        broken[bit // 8] ^= 1 << bit % 8
        (folder / name).write_bytes(broken)
        with pytest.raises(ArtifactMismatch, match="features/abc"):
            store = FeatureStore.open(folder)
            for row in range(len(store)):
                store.read(row)


def without_checksums(folder, **files):
    """Put other content into a store, as a program before checksums of records and manifests left it."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    del manifest["checksum"]
    del manifest["files"]["checks.u32"]
    (folder / "checks.u32").unlink()
    for name, content in files.items():
        path = next(path for path in folder.iterdir() if path.stem == name)
        path.write_bytes(content)
        manifest["files"][path.name] = {"bytes": len(content), "blake2b": checksum(path)}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def test_a_store_of_a_program_without_checksums_of_records_is_read(tmp_path):
    stored(tmp_path / "s", drawn(3))
    without_checksums(tmp_path / "s")
    assert_near(FeatureStore.open(tmp_path / "s").read(0), drawn(3))


@pytest.mark.parametrize(
    "offsets",
    [[0, 200], [40, 120, 200], [0, 160, 120], [0, 120, 240], [0, 120, 120], [0, 1 << 60, 200], []],
    ids=["few", "late", "backwards", "beyond", "short", "far away", "none"],
)
def test_offsets_that_do_not_fit_the_records_are_refused_on_opening(tmp_path, offsets):
    folder = tmp_path / "features" / "abc"
    stored(folder, drawn(3), drawn(2))
    without_checksums(folder, offsets=np.array(offsets, "<u8").tobytes())
    with pytest.raises(ArtifactMismatch, match="features/abc is damaged: its offsets do not fit"):
        FeatureStore.open(folder)


@pytest.mark.parametrize("row", [-1, 2, 1 << 40])
def test_a_row_that_is_not_there_is_a_sentence(tmp_path, row):
    store = stored(tmp_path / "features" / "abc", drawn(3), drawn(2))
    with pytest.raises(ArtifactMismatch, match=f"features/abc has no row {row}"):
        store.read(row)


def test_features_that_were_read_cannot_alter_the_store(tmp_path):
    store = stored(tmp_path / "s", drawn(5))
    store.read(0).xy[:] = 0
    assert_near(store.read(0), drawn(5))

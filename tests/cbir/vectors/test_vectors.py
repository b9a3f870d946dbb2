"""Segments of vectors, and exact search over them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cbir.base.artifacts import MANIFEST, read_sealed_json, sealed_json
from cbir.base.errors import ArtifactMismatch, Cancelled
from cbir.vectors import (
    VectorIndex,
    VectorIndexOptions,
    VectorSegment,
    merge_vector_segments,
    write_vector_segment,
)
from tests.cbir.vector_data import (
    MODEL,
    NO_DOCUMENTS,
    plain_search,
    some_documents,
    unit_vectors,
    write_parts,
)

DIMENSION = 48


def assert_same_as_plain(
    index,
    documents,
    vectors,
    *,
    keep=None,
    **search,
):
    for seed in range(4):
        query = 3 * unit_vectors(1, vectors.shape[1], seed=100 + seed)[0]  # of no particular length
        for top in (1, 10, 300):
            found = index.search(query, top, **search)
            wanted, scores = plain_search(documents, vectors, query, top, keep=keep)
            assert found.documents.tolist() == wanted
            assert np.allclose(found.scores, scores, atol=1e-5)


@pytest.fixture
def plain_scan(monkeypatch):
    """As in a process that has not loaded FAISS."""
    monkeypatch.setattr("cbir.vectors.compiled.is_loaded", lambda: False)


@pytest.fixture
def faiss_scan(monkeypatch):
    """Let FAISS scan even the smallest segment."""
    import faiss  # noqa: F401

    monkeypatch.setattr("cbir.vectors.scanning.MIN_ROWS_FOR_FAISS", 1)


@pytest.fixture
def threaded_scan(faiss_scan, monkeypatch):
    """Divide even the smallest segment among threads."""
    monkeypatch.setattr("cbir.vectors.scanning.MIN_ROWS_FOR_A_THREAD", 3)
    monkeypatch.setattr("os.cpu_count", lambda: 4)


class TestSegments:
    @pytest.mark.parametrize("n", [0, 1, 2, 700])
    def test_what_is_written_is_read_at_half_precision(self, tmp_path, n):
        documents, vectors = some_documents(n), unit_vectors(n, DIMENSION)
        [segment] = write_parts(tmp_path, documents, vectors, [0, n])
        assert segment.model == MODEL
        assert segment.dimension == DIMENSION
        assert np.array_equal(segment.documents, documents)
        assert np.array_equal(segment.vectors, vectors.astype(np.float16))

    def test_a_code_errs_by_no_more_than_the_segment_says(self, tmp_path):
        vectors = unit_vectors(500, DIMENSION)
        vectors[:, 3] = 0  # a dimension that never varies
        vectors[:, 7] *= 9  # and one that varies far more
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        [segment] = write_parts(tmp_path, some_documents(500), vectors, [0, 500])
        decoded = segment.centre + segment.step * (segment.codes.astype(np.float32) - 128)
        errors = np.linalg.norm(segment.vectors.astype(np.float32) - decoded, axis=1)
        assert 0.5 * segment.error < errors.max() <= segment.error < 0.02

    def test_the_arrays_are_mapped_and_cannot_be_written(self, tmp_path):
        [segment] = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        for array in (segment.vectors, segment.codes, segment.documents):
            assert isinstance(array.base, np.memmap)
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0

    @pytest.mark.parametrize("length", [0.0, 0.9, np.nan, np.inf])
    def test_vectors_that_are_not_of_unit_length_are_refused(self, tmp_path, length):
        vectors = unit_vectors(5, DIMENSION)
        vectors[3] *= length
        with np.errstate(invalid="ignore"), pytest.raises(ValueError, match="row 3"):
            write_vector_segment(tmp_path / "a", some_documents(5), vectors, model=MODEL)
        assert not (tmp_path / "a").exists()

    def test_documents_must_ascend_and_fit_the_vectors(self, tmp_path):
        vectors = unit_vectors(3, DIMENSION)
        for documents in ([1, 3, 2], [1, 1, 2], [1, 2]):
            with pytest.raises(ValueError, match="documents"):
                write_vector_segment(tmp_path / "a", np.array(documents, np.int64), vectors, model=MODEL)

    @pytest.mark.parametrize("name", ["documents.i64", "vectors.f16", "codes.u8", "quantiser.f32", MANIFEST])
    def test_a_file_that_is_cut_short_is_named(self, tmp_path, name):
        [segment] = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        folder = segment.folder
        del segment  # Windows cuts no file that is mapped
        (folder / name).write_bytes((folder / name).read_bytes()[:-8])
        with pytest.raises(ArtifactMismatch, match=f"{MODEL}/0-9"):
            VectorSegment.open(folder)

    @pytest.mark.parametrize("name", ["documents.i64", "quantiser.f32"])
    def test_a_flipped_bit_in_a_small_file_is_found_when_it_is_opened(self, tmp_path, name):
        [segment] = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        folder = segment.folder
        del segment
        flip_a_bit(folder / name)
        with pytest.raises(ArtifactMismatch, match=name):
            VectorSegment.open(folder)

    @pytest.mark.parametrize("name", ["vectors.f16", "codes.u8"])
    def test_a_flipped_bit_in_a_large_file_is_found_by_a_check(self, tmp_path, name):
        [segment] = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        segment.verify()
        folder = segment.folder
        del segment
        flip_a_bit(folder / name)
        with pytest.raises(ArtifactMismatch, match=name):
            VectorSegment.open(folder).verify()

    @pytest.mark.parametrize("name", ["vectors.f16", "codes.u8", "blocks.u32"])
    def test_no_flipped_bit_changes_what_is_found(self, tmp_path, name):
        vectors = unit_vectors(300, DIMENSION)
        [segment] = write_parts(tmp_path, some_documents(300), vectors, [0, 300])
        folder = segment.folder
        del segment
        for _ in range(3):
            flip_a_bit(folder / name)
            with pytest.raises(ArtifactMismatch, match=f"{MODEL}/0-300 is damaged: {name}"):
                VectorIndex.open([VectorSegment.open(folder)]).search(vectors[7], 300)
            flip_a_bit(folder / name)
        assert len(VectorIndex.open([VectorSegment.open(folder)]).search(vectors[7], 300).documents) == 300

    def test_codes_that_have_changed_are_no_background(self, tmp_path):
        vectors = unit_vectors(3000, DIMENSION)
        [segment] = write_parts(tmp_path, some_documents(3000), vectors, [0, 3000])
        folder = segment.folder
        del segment
        codes = (folder / "codes.u8").read_bytes()
        (folder / "codes.u8").write_bytes(codes[::-1])
        with pytest.raises(ArtifactMismatch, match=r"codes\.u8"):
            VectorIndex.open([VectorSegment.open(folder)]).sample_scores(vectors[7], size=500)

    def test_vectors_of_a_program_without_checksums_of_blocks_are_read(self, tmp_path):
        [segment] = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        (segment.folder / "blocks.u32").unlink()
        manifest = json.loads((segment.folder / MANIFEST).read_text())
        del manifest["checksum"], manifest["files"]["blocks.u32"]
        (segment.folder / MANIFEST).write_text(json.dumps(manifest))
        assert np.array_equal(VectorSegment.open(segment.folder).rows(np.arange(9)), segment.vectors)

    @pytest.mark.parametrize(
        "change", [{"count": 8}, {"dimension": 24}, {"format": 99}, {"kind": "postings"}]
    )
    def test_a_manifest_that_does_not_fit_the_arrays_is_refused(self, tmp_path, change):
        [segment] = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        manifest = segment.folder / MANIFEST
        manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))
        with pytest.raises(ArtifactMismatch, match=f"{MODEL}/0-9"):
            VectorSegment.open(segment.folder)

    def test_a_merge_equals_one_segment_of_what_is_left(self, tmp_path):
        documents, vectors = some_documents(600), unit_vectors(600, DIMENSION)
        mixed = np.random.default_rng(1).permutation(600)
        first, second = np.sort(mixed[:250]), np.sort(mixed[250:])  # documents of both lie between each other
        opened = []
        for name, rows in (("a", first), ("b", second)):
            write_vector_segment(tmp_path / MODEL / name, documents[rows], vectors[rows], model=MODEL)
            opened.append(VectorSegment.open(tmp_path / MODEL / name))
        deleted = documents[::3]
        merge_vector_segments(opened, tmp_path / MODEL / "merged", deleted=deleted)
        left = ~np.isin(documents, deleted)
        write_vector_segment(tmp_path / MODEL / "once", documents[left], vectors[left], model=MODEL)
        merged, once = (VectorSegment.open(tmp_path / MODEL / name) for name in ("merged", "once"))
        for array in ("documents", "vectors", "codes", "centre", "step", "error"):
            assert np.array_equal(getattr(merged, array), getattr(once, array)), array

    def test_a_merge_that_is_stopped_leaves_nothing(self, tmp_path):
        parts = write_parts(tmp_path, some_documents(20), unit_vectors(20, DIMENSION), [0, 10, 20])
        with pytest.raises(Cancelled):
            merge_vector_segments(
                parts, tmp_path / MODEL / "merged", deleted=NO_DOCUMENTS, cancelled=lambda: True
            )
        assert sorted(path.name for path in (tmp_path / MODEL).iterdir()) == ["0-10", "10-20"]

    def test_segments_of_two_models_are_neither_merged_nor_searched_together(self, tmp_path):
        [a] = write_parts(tmp_path, some_documents(3), unit_vectors(3, DIMENSION), [0, 3])
        write_vector_segment(tmp_path / "b", some_documents(3) + 50, unit_vectors(3, DIMENSION), model="b")
        b = VectorSegment.open(tmp_path / "b")
        with pytest.raises(ValueError, match="models"):
            merge_vector_segments([a, b], tmp_path / "c", deleted=NO_DOCUMENTS)
        with pytest.raises(ArtifactMismatch, match="models"):
            VectorIndex.open([a, b])


@pytest.mark.parametrize("scan", ["plain_scan", "faiss_scan", "threaded_scan"])
class TestExactSearch:
    @pytest.fixture(autouse=True)
    def _scan(self, scan, request):
        request.getfixturevalue(scan)

    @pytest.mark.parametrize("n", [1, 2, 900])
    def test_equals_a_plain_loop(self, tmp_path, n):
        documents, vectors = some_documents(n), unit_vectors(n, DIMENSION)
        index = VectorIndex.open(write_parts(tmp_path, documents, vectors, [0, n]), device="cpu")
        assert (len(index), index.dimension) == (n, DIMENSION)
        assert_same_as_plain(index, documents, vectors)

    def test_several_segments_equal_one(self, tmp_path):
        documents, vectors = some_documents(900), unit_vectors(900, DIMENSION)
        parts = write_parts(tmp_path, documents, vectors, [0, 1, 1, 400, 900])
        assert_same_as_plain(VectorIndex.open(parts, device="cpu"), documents, vectors)

    def test_deleted_documents_are_not_found(self, tmp_path):
        documents, vectors = some_documents(900), unit_vectors(900, DIMENSION)
        parts = write_parts(tmp_path, documents, vectors, [0, 300, 900])
        deleted = np.concatenate([documents[:300:2], documents[300:320], [10**12]])
        index = VectorIndex.open(parts, deleted=deleted, device="cpu")
        left = ~np.isin(documents, deleted)
        assert len(index) == np.count_nonzero(left)
        assert_same_as_plain(index, documents, vectors, keep=left)

    @pytest.mark.parametrize("every", [1, 2, 40, 899])
    def test_a_filter_leaves_only_what_it_allows(self, tmp_path, every):
        documents, vectors = some_documents(900), unit_vectors(900, DIMENSION)
        parts = write_parts(tmp_path, documents, vectors, [0, 300, 900])
        deleted, allowed = documents[100:200], np.append(documents[::every], 10**12)
        index = VectorIndex.open(parts, deleted=deleted, device="cpu")
        keep = np.isin(documents, allowed) & ~np.isin(documents, deleted)
        assert_same_as_plain(index, documents, vectors, keep=keep, allowed=allowed)

    def test_equal_vectors_come_in_the_order_of_their_documents(self, tmp_path):
        documents, vectors = some_documents(2000), unit_vectors(2000, DIMENSION)
        vectors[5::2] = vectors[5]  # far more of them than a scan brings at first
        parts = write_parts(tmp_path, documents, vectors, [0, 333, 2000])
        found = VectorIndex.open(parts, device="cpu").search(vectors[5], 40)
        assert found.documents.tolist() == documents[5::2][:40].tolist()
        assert len(set(found.scores.tolist())) == 1

    def test_coarse_codes_cost_time_and_no_hit(self, tmp_path):
        # One dimension in which a single vector stands out makes the steps of its codes as wide as the rest varies.
        documents, vectors = some_documents(900), unit_vectors(900, DIMENSION)
        vectors[:, 0] /= 1000
        vectors[7] = np.eye(DIMENSION)[0]
        vectors[8] = -vectors[7]
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        index = VectorIndex.open(write_parts(tmp_path, documents, vectors, [0, 900]), device="cpu")
        for query in (vectors[7], vectors[20] + 100 * vectors[7]):
            found = index.search(query, 20)
            assert found.documents.tolist() == plain_search(documents, vectors, query, 20)[0]


class TestIndex:
    def test_an_index_of_nothing_finds_nothing(self, tmp_path):
        parts = write_parts(tmp_path, NO_DOCUMENTS, np.zeros((0, DIMENSION), np.float32), [0, 0])
        for segments in ([], parts):
            index = VectorIndex.open(segments)
            query = np.ones(index.dimension, np.float32)
            assert len(index) == 0
            assert len(index.search(query, 5).documents) == 0
            assert len(index.sample_scores(query)) == 0
            assert index.scores(query[None], np.array([4])).tolist() == [[-np.inf]]
            assert not index.mean().any()
            index.prepare()

    def test_all_deleted_or_nothing_allowed_finds_nothing(self, tmp_path):
        documents, vectors = some_documents(9), unit_vectors(9, DIMENSION)
        parts = write_parts(tmp_path, documents, vectors, [0, 9])
        assert len(VectorIndex.open(parts, deleted=documents).search(vectors[0], 5).documents) == 0
        assert len(VectorIndex.open(parts).search(vectors[0], 5, allowed=NO_DOCUMENTS).documents) == 0
        assert len(VectorIndex.open(parts).search(vectors[0], 0).documents) == 0

    def test_a_query_of_another_dimension_is_refused_with_what_to_do(self, tmp_path):
        parts = write_parts(tmp_path, some_documents(9), unit_vectors(9, DIMENSION), [0, 9])
        index = VectorIndex.open(parts)
        query = np.ones(64, np.float32)
        for ask in (lambda: index.search(query, 1), lambda: index.sample_scores(query)):
            with pytest.raises(ArtifactMismatch, match=r"64 numbers.* 48\. Index the library again"):
                ask()

    def test_scores_of_given_documents(self, tmp_path):
        documents, vectors = some_documents(300), unit_vectors(300, DIMENSION)
        parts = write_parts(tmp_path, documents, vectors, [0, 100, 300])
        index = VectorIndex.open(parts, deleted=documents[:1])
        queries = unit_vectors(3, DIMENSION, seed=9)
        asked = np.array([documents[250], documents[3], 10**12, documents[0], documents[99]])
        scores = index.scores(queries, asked)
        stored = vectors.astype(np.float16).astype(np.float32)
        assert np.allclose(scores[:, [0, 1, 4]], queries @ stored[[250, 3, 99]].T, atol=1e-6)
        assert np.isneginf(scores[:, [2, 3]]).all()
        found = index.search(queries[0], 300)
        assert np.array_equal(index.scores(queries[:1], found.documents)[0], found.scores)

    @pytest.mark.parametrize("scan", ["plain_scan", "faiss_scan"])
    def test_the_first_are_exact_and_the_others_nearly(self, tmp_path, request, scan):
        request.getfixturevalue(scan)
        documents, vectors = some_documents(3000), unit_vectors(3000, DIMENSION)
        index = VectorIndex.open(write_parts(tmp_path, documents, vectors, [0, 1000, 3000]))
        query = unit_vectors(1, DIMENSION, seed=9)[0]
        whole, found = index.search(query, 400), index.search(query, 400, exact=20)
        assert np.array_equal(found.documents[:20], whole.documents[:20])
        assert np.array_equal(found.scores[:20], whole.scores[:20])
        assert not np.array_equal(found.scores, whole.scores)
        assert np.abs(found.scores - whole.scores).max() < 6e-3
        assert len(np.intersect1d(found.documents, whole.documents)) > 390
        everything = index.search(query, 400, exact=1000)
        assert np.array_equal(everything.documents, whole.documents)
        assert np.array_equal(everything.scores, whole.scores)

    def test_the_code_of_the_farthest_value_stands_for_all_of_it(self, tmp_path):
        vectors = np.concatenate([np.eye(DIMENSION), -np.eye(DIMENSION)]).astype(np.float32)
        documents = np.arange(len(vectors))
        index = VectorIndex.open(write_parts(tmp_path, documents, vectors, [0, len(vectors)]))
        scores = index.scores(vectors[:1], documents[:1], by_codes=True)
        assert scores[0, 0] == pytest.approx(1, abs=1e-4)

    def test_scores_by_codes_read_no_vector(self, tmp_path):
        documents, vectors = some_documents(3000), unit_vectors(3000, DIMENSION)
        [segment] = write_parts(tmp_path, documents, vectors, [0, 3000])
        index, query = VectorIndex.open([segment]), unit_vectors(1, DIMENSION, seed=9)
        true = index.scores(query, documents)[0]
        best = np.argsort(-true)[:100]
        page = 4096 // (2 * DIMENSION) + 1  # rows whose checksum is one
        row = next(row for row in np.argsort(true).tolist() if np.abs(best - row).min() > page)
        path = segment.folder / "vectors.f16"
        data = bytearray(path.read_bytes())
        data[row * 2 * DIMENSION] ^= 1
        path.write_bytes(bytes(data))
        index = VectorIndex.open([VectorSegment.open(segment.folder)])
        assert np.abs(index.scores(query, documents, by_codes=True)[0] - true).max() < 6e-3
        assert len(index.search(query[0], 3000, exact=5).documents) == 3000
        with pytest.raises(ArtifactMismatch):
            index.search(query[0], 3000)

    def test_the_stored_vectors_of_documents(self, tmp_path):
        documents, vectors = some_documents(30), unit_vectors(30, DIMENSION)
        index = VectorIndex.open(
            write_parts(tmp_path, documents, vectors, [0, 10, 30]), deleted=documents[2:3]
        )
        stored, deleted, unknown = index.vectors(np.array([documents[20], documents[2], 10**12]))
        assert np.array_equal(stored, vectors[20].astype(np.float16).astype(np.float32))
        assert not deleted.any()
        assert not unknown.any()

    def test_the_background_is_drawn_once_from_what_counts(self, tmp_path):
        documents, vectors = some_documents(8000), unit_vectors(8000, DIMENSION)
        query = vectors[0]
        true = vectors @ query
        vectors[4000:, :] = query  # deleted below: they would lift the background
        parts = write_parts(tmp_path, documents, vectors, [0, 1000, 8000])
        index = VectorIndex.open(parts, deleted=documents[4000:])
        everything = index.sample_scores(query, size=4000)
        assert np.allclose(np.sort(everything), np.sort(true[:4000]), atol=0.02)
        sample = index.sample_scores(query, size=1000)
        assert 700 < len(sample) < 1300
        assert abs(sample.mean() - everything.mean()) < 0.02
        assert np.count_nonzero(sample > 0.9) <= 1  # none of the deleted
        assert np.array_equal(sample, index.sample_scores(query, size=1000))
        assert np.array_equal(
            sample, VectorIndex.open(parts, deleted=documents[4000:]).sample_scores(query, 1000)
        )

    def test_the_mean_leaves_the_deleted_out(self, tmp_path):
        documents, vectors = some_documents(500), unit_vectors(500, DIMENSION, groups=3)
        index = VectorIndex.open(
            write_parts(tmp_path, documents, vectors, [0, 200, 500]), deleted=documents[::4]
        )
        left = np.arange(500) % 4 > 0
        assert np.allclose(index.mean(), vectors[left].mean(axis=0), atol=1e-4)

    def test_says_what_it_is(self, tmp_path):
        parts = write_parts(tmp_path, some_documents(1234), unit_vectors(1234, 8), [0, 1234])
        index = VectorIndex.open(parts, device="cpu")
        assert index.describe() == "exact on the processor, 1,234 vectors, 8-bit scan scored at 16 bits"
        assert not index.wants_structure
        assert VectorIndex.open(parts, options=VectorIndexOptions(exact_up_to=1000)).wants_structure

    def test_a_first_search_imports_nothing_heavy(self, tmp_path):
        write_parts(tmp_path, some_documents(3000), unit_vectors(3000, DIMENSION), [0, 3000])
        code = (
            "import sys\nfrom pathlib import Path\nimport numpy as np\n"
            "from cbir.vectors import VectorIndex, VectorSegment\n"
            f"index = VectorIndex.open([VectorSegment.open(Path({str(tmp_path / MODEL / '0-3000')!r}))])\n"
            f"query = np.ones({DIMENSION}, np.float32)\n"
            "print(len(index.search(query, 10).documents), len(index.search(query, 10).documents))\n"
            "print([name for name in ('faiss', 'torch', 'sklearn', 'numba') if name in sys.modules])\n"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert ran.stdout.split("\n")[:2] == ["10 10", "[]"]


def flip_a_bit(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def test_an_index_takes_over_what_an_earlier_one_holds_of_the_same_segments(tmp_path):
    """Into a graphics card's memory a segment is copied once."""
    documents, vectors = some_documents(60), unit_vectors(60, DIMENSION)
    first, second, third = write_parts(tmp_path, documents, vectors, [0, 20, 40, 60])
    before = VectorIndex.open([first, second])
    after = VectorIndex.open([second, third], deleted=documents[:25], before=before)
    assert after.scans[0] is before.scans[1]
    assert after.scans[1] is not before.scans[0]
    fresh = VectorIndex.open([second, third], deleted=documents[:25])
    for query in vectors[:5]:
        assert np.array_equal(after.search(query, 10).documents, fresh.search(query, 10).documents)


def test_a_manifest_that_counts_otherwise_than_its_arrays_is_damage(tmp_path):
    (segment,) = write_parts(tmp_path, some_documents(4), unit_vectors(4, 16), [0, 4])
    path = segment.folder / MANIFEST
    about = read_sealed_json(path.read_bytes())
    path.write_bytes(sealed_json({**about, "dimension": 8, "count": 4}))
    with pytest.raises(ArtifactMismatch, match=r"is damaged: quantiser\.f32"):
        VectorSegment.open(segment.folder)


def test_a_document_of_two_segments_is_not_merged_into_one(tmp_path):
    segments = []
    for name in ("a", "b"):
        (segment,) = write_parts(tmp_path / name, np.array([1, 2]), unit_vectors(2, 16), [0, 2])
        segments.append(segment)
    with pytest.raises(ValueError, match="in two segments"):
        merge_vector_segments(segments, tmp_path / "merged", deleted=NO_DOCUMENTS)
    merge_vector_segments([segments[0]], tmp_path / "merged", deleted=NO_DOCUMENTS)


def test_what_was_written_through_a_map_is_flushed(tmp_path, monkeypatch):
    flushed = []
    flush = np.memmap.flush

    def note(mapped):
        flushed.append(Path(str(mapped.filename)).name)
        flush(mapped)

    monkeypatch.setattr(np.memmap, "flush", note)
    write_parts(tmp_path, some_documents(4), unit_vectors(4, 16), [0, 4])
    assert sorted(flushed) == ["codes.u8", "vectors.f16"]

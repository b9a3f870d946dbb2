"""Trained indexes on a graphics card, with FAISS' index for processors in its place."""

import numpy as np
import pytest

from cbir.vectors import VectorIndex, VectorIndexOptions, build_structure, card, kmeans, nearest
from cbir.vectors.inverted_file import InvertedFile
from tests.cbir.vector_data import NO_DOCUMENTS, some_documents, unit_vectors, write_parts

D = 16


class FakeCard:
    """FAISS' names for a card: copies stay where they are, and fail as a card does."""

    def __init__(self, monkeypatch, *, free=1 << 40):
        import faiss

        self.fails_with, self.searches = "", 0
        card.resources.cache_clear()
        monkeypatch.setattr(faiss, "get_num_gpus", lambda: 1)
        monkeypatch.setattr(faiss, "StandardGpuResources", object, raising=False)
        monkeypatch.setattr(faiss, "get_gpu_memory_info", lambda _: (free, free), raising=False)
        monkeypatch.setattr(faiss, "index_cpu_to_gpu", self.copy, raising=False)

    def copy(self, resources, device, index):
        self.index, self.resources = index, resources
        return self

    def search(self, queries, count, *, params):
        self.searches += 1
        if self.fails_with == "overflow":
            return np.full((len(queries), count), np.inf, np.float32), np.zeros(
                (len(queries), count), np.int64
            )
        if self.fails_with:
            raise RuntimeError(self.fails_with)
        return self.index.search(queries, count, params=params)


def trained(codes="8bit", count=300):
    vectors = unit_vectors(count, D)
    index = InvertedFile.train(vectors, vectors[:8].copy(), codes)
    index.add(vectors)
    index.ready_for_queries()
    return index, vectors


@pytest.mark.parametrize("kept", [1, 2])
def test_a_card_answers_as_the_processor(monkeypatch, kept):
    fake = FakeCard(monkeypatch)
    index, vectors = trained()
    keep = None if kept == 1 else np.arange(len(vectors)) % kept == 0
    expected = [index.search(vectors[:5], 10, nprobe=n, keep=keep) for n in (1, 8)]
    assert index.move_to_card() == ""
    assert np.array_equal([index.search(vectors[:5], 10, nprobe=n, keep=keep) for n in (1, 8)], expected)
    assert fake.searches == 2


@pytest.mark.parametrize(
    "fault", ["CUDA out of memory", "no kernel image is available", "device lost", "overflow"]
)
def test_the_processor_answers_when_the_card_fails(monkeypatch, fault):
    fake = FakeCard(monkeypatch)
    index, vectors = trained()
    expected = index.search(vectors[:5], 10, nprobe=8)
    index.move_to_card()
    fake.fails_with = fault
    for _ in range(2):
        assert np.array_equal(index.search(vectors[:5], 10, nprobe=8), expected)
    assert fake.searches == (2 if fault == "overflow" else 1), "a card that failed is not asked again"


def test_an_index_that_does_not_fit_stays_with_the_processor(monkeypatch):
    FakeCard(monkeypatch, free=300 * (D + 8))  # half of it may be used
    assert "memory" in trained()[0].move_to_card()


def test_4_bit_codes_stay_with_the_processor(monkeypatch):
    FakeCard(monkeypatch)
    assert "4-bit" in trained("pq")[0].move_to_card()


def test_without_a_card_the_processor_searches():
    index, vectors = trained()
    assert "no graphics card" in index.move_to_card()
    assert index.search(vectors[:1], 1, nprobe=8).tolist() == [[0]]


def test_all_indexes_share_the_resources_of_a_card(monkeypatch):
    fake = FakeCard(monkeypatch)
    used = []
    for _ in range(2):
        trained()[0].move_to_card()
        used.append(fake.resources)
    assert used[0] is used[1]


def test_details_are_searched_on_a_card_by_whole_numbers(monkeypatch):
    fake = FakeCard(monkeypatch)
    rng = np.random.default_rng(0)
    levels = np.sort(rng.normal(0, 20, (16, D)).astype(np.float32), axis=0)
    codes = rng.integers(0, 256, (400, D // 2)).astype(np.uint8)
    centroids = rng.normal(0, 20, (8, D)).astype(np.float32)
    index = InvertedFile.of_levels(8, levels)
    index.add_codes(np.arange(400), rng.integers(0, 8, 400), codes)
    queries = rng.normal(0, 20, (40, D)).astype(np.float32)
    distances, rows = index.search_in(queries, np.tile(np.arange(8), (40, 1)), 3)
    assert index.move_to_card(levels=levels, centroids=centroids) == ""
    on_card = index.search_in(queries, np.tile(np.arange(8), (40, 1)), 3)
    assert fake.searches == 1
    assert (on_card[1][:, 0] == rows[:, 0]).mean() > 0.9
    assert np.allclose(on_card[0], distances, rtol=0.03)
    fake.fails_with = "device lost"
    again = index.search_in(queries, np.tile(np.arange(8), (40, 1)), 3)
    assert np.array_equal(again[1], rows)


def test_a_library_that_asks_for_a_trained_index_has_it_searched_on_the_card(monkeypatch, tmp_path):
    documents, vectors = some_documents(400), unit_vectors(400, D)
    parts = write_parts(tmp_path, documents, vectors, [0, 400])
    options = VectorIndexOptions(kind="trained", exact_up_to=0, lists=4, codes="8bit", dimensions=None)
    build_structure(parts, tmp_path / "cache", deleted=NO_DOCUMENTS, options=options)

    def search(device):
        index = VectorIndex.open(parts, options=options, cache=tmp_path / "cache", device=device)
        return index.search(vectors[3], 10).documents.tolist(), [str(note) for note in index.notes]

    on_processor = search("cpu")
    fake = FakeCard(monkeypatch)
    assert search("auto") == on_processor
    assert fake.searches == 1
    monkeypatch.setattr("faiss.get_num_gpus", lambda: 0)
    hits, notes = search("cuda")
    assert hits == on_processor[0]
    assert any("no graphics card" in note.lower() for note in notes)


def test_k_means_and_words_use_a_card_for_large_work_and_survive_its_faults(monkeypatch):
    FakeCard(monkeypatch)
    monkeypatch.setattr("cbir.vectors.clustering.MIN_PRODUCTS_FOR_CARD", 0)
    asked = []

    def fail(*_):
        asked.append(1)
        raise RuntimeError("CUDA error: out of memory")

    monkeypatch.setattr("faiss.knn_gpu", fail, raising=False)
    vectors = unit_vectors(60, D)
    assert nearest(vectors[:7], vectors)[1].tolist() == list(range(7))
    assert asked == [1]
    monkeypatch.setattr("faiss.Kmeans", lambda *_, gpu, **__: fail() if gpu else Trained())
    assert kmeans(vectors, 3, iterations=1, seed=0) == "by the processor"


class Trained:
    centroids = "by the processor"

    def train(self, *_, **__):
        pass

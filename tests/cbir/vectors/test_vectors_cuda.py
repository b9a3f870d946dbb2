"""The graphics card's scan, on tensors of the processor: there is no card where tests run."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from cbir.vectors import VectorIndex, VectorIndexOptions, VectorSegment, cuda
from cbir.vectors.scanning import Scan
from tests.cbir.vector_data import some_documents, unit_vectors, write_parts
from tests.cbir.vectors.test_vectors import assert_same_as_plain

DIMENSION, COUNT = 48, 900


@pytest.fixture
def parts(tmp_path: Path) -> list[VectorSegment]:
    return write_parts(tmp_path, some_documents(COUNT), unit_vectors(COUNT, DIMENSION), [0, 1, 400, COUNT])


def torch_on_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="searching on a GPU needs the extra `models`")
    monkeypatch.setattr(cuda, "has_cuda", lambda: True)
    original = cuda.TorchScan
    monkeypatch.setattr(cuda, "TorchScan", lambda segment, _: original(segment, "cpu"))


def faiss_on_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let FAISS's names for a card stand for its index for processors, at half precision as on a card."""
    import faiss

    class Config:
        useFloat16 = False  # noqa: N815

    def make(resources: object, dimension: int, config: Config) -> object:
        assert config.useFloat16
        return faiss.IndexScalarQuantizer(
            dimension, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
        )

    monkeypatch.setattr(faiss, "get_num_gpus", lambda: 1)
    monkeypatch.setattr(faiss, "StandardGpuResources", object, raising=False)
    monkeypatch.setattr(faiss, "GpuIndexFlatConfig", Config, raising=False)
    monkeypatch.setattr(faiss, "GpuIndexFlatIP", make, raising=False)


CARDS = {"torch": torch_on_the_processor, "faiss": faiss_on_the_processor}


@pytest.mark.parametrize("card", CARDS)
def test_answers_are_exact(monkeypatch: pytest.MonkeyPatch, parts: list[VectorSegment], card: str) -> None:
    CARDS[card](monkeypatch)
    documents, vectors = some_documents(COUNT), unit_vectors(COUNT, DIMENSION)
    deleted, allowed = documents[50:300], documents[::2]
    index = VectorIndex.open(
        parts, deleted=deleted, device="cuda", options=VectorIndexOptions(exact_up_to=10)
    )
    assert index.describe() == f"exact on {index.device}, 650 vectors, 16 bits"
    assert index.device.startswith("the graphics card")
    assert not index.wants_structure
    assert not index.notes
    left = ~np.isin(documents, deleted)
    assert_same_as_plain(index, documents, vectors, keep=left)
    assert_same_as_plain(index, documents, vectors, keep=left & np.isin(documents, allowed), allowed=allowed)
    assert_same_as_plain(VectorIndex.open(parts, device="cuda"), documents, vectors)


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("CUDA out of memory. Tried to allocate 2.00 GiB", "has too little free memory"),
        ("CUDA driver version is insufficient for CUDA runtime version", "could not be used"),
    ],
)
@pytest.mark.parametrize("card", CARDS)
def test_a_card_that_fails_is_replaced_by_the_processor_with_a_note(
    monkeypatch: pytest.MonkeyPatch, parts: list[VectorSegment], card: str, said: str, note: str
) -> None:
    CARDS[card](monkeypatch)

    def full(*_: object) -> Scan:
        raise RuntimeError(said)

    monkeypatch.setattr(cuda, "TorchScan", full)
    monkeypatch.setattr(cuda, "FaissGpuScan", full)
    index = VectorIndex.open(parts, device="cuda")
    assert note in index.notes[0]
    assert index.describe().endswith("8-bit scan scored at 16 bits")
    assert_same_as_plain(index, some_documents(COUNT), unit_vectors(COUNT, DIMENSION))


def test_a_card_that_fails_in_a_search_costs_no_answer(
    monkeypatch: pytest.MonkeyPatch, parts: list[VectorSegment]
) -> None:
    torch_on_the_processor(monkeypatch)
    index = VectorIndex.open(parts, device="cuda")
    calls = []

    def full(*_: object, **__: object) -> object:
        calls.append(1)
        raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 MiB")

    monkeypatch.setattr("torch.tensor", full)
    assert_same_as_plain(index, some_documents(COUNT), unit_vectors(COUNT, DIMENSION))
    assert calls


def test_asking_for_a_card_where_there_is_none_says_so(
    monkeypatch: pytest.MonkeyPatch, parts: list[VectorSegment]
) -> None:
    monkeypatch.setattr(cuda, "has_cuda", lambda: False)
    assert "No graphics card" in VectorIndex.open(parts, device="cuda").notes[0]
    for device in ("auto", "cpu"):
        assert VectorIndex.open(parts, device=device).notes == ()


def test_a_card_is_used_unasked_for_many_vectors_alone(
    monkeypatch: pytest.MonkeyPatch, parts: list[VectorSegment]
) -> None:
    torch_on_the_processor(monkeypatch)
    assert VectorIndex.open(parts).describe().endswith("8-bit scan scored at 16 bits")
    monkeypatch.setattr(cuda, "_MIN_ROWS_FOR_GPU", 100)
    assert "graphics card" in VectorIndex.open(parts).describe()
    assert VectorIndex.open(parts, device="cpu").describe().endswith("8-bit scan scored at 16 bits")
    monkeypatch.delitem(sys.modules, "torch")  # as in a process that has not imported it
    assert VectorIndex.open(parts).describe().endswith("8-bit scan scored at 16 bits")


def test_without_a_driver_torch_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "has_driver", lambda: False)
    monkeypatch.setitem(sys.modules, "torch", None)  # importing it would fail
    assert not cuda.has_cuda()

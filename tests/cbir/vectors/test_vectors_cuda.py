"""The graphics card's scan, on tensors of the processor, and on a card where there is one."""

import subprocess
import sys

import numpy as np
import pytest

from cbir.vectors import VectorIndex, VectorIndexOptions, cuda
from tests.cbir.vector_data import some_documents, unit_vectors, write_parts
from tests.cbir.vectors.test_vectors import assert_same_as_plain

DIMENSION, COUNT = 48, 900


@pytest.fixture
def parts(tmp_path):
    return write_parts(tmp_path, some_documents(COUNT), unit_vectors(COUNT, DIMENSION), [0, 1, 400, COUNT])


def torch_on_the_processor(monkeypatch):
    pytest.importorskip("torch", reason="searching on a GPU needs the extra `models`")
    monkeypatch.setattr(cuda, "has_cuda", lambda: True)
    original = cuda.TorchScan
    monkeypatch.setattr(cuda, "TorchScan", lambda segment, _: original(segment, "cpu"))


def faiss_on_the_processor(monkeypatch):
    """Let FAISS's names for a card stand for its index for processors, at half precision as on a card."""
    import faiss

    class Config:
        useFloat16 = False  # noqa: N815

    def make(resources, dimension, config):
        assert config.useFloat16
        return faiss.IndexScalarQuantizer(
            dimension, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
        )

    monkeypatch.setattr(faiss, "get_num_gpus", lambda: 1)
    monkeypatch.setattr(faiss, "StandardGpuResources", object, raising=False)
    monkeypatch.setattr(faiss, "GpuIndexFlatConfig", Config, raising=False)
    monkeypatch.setattr(faiss, "GpuIndexFlatIP", make, raising=False)


def a_card(_):
    if not cuda.has_cuda():
        pytest.skip("there is no graphics card that torch can use")


CARDS = {"torch": torch_on_the_processor, "faiss": faiss_on_the_processor, "card": a_card}


@pytest.mark.parametrize("card", CARDS)
def test_answers_are_exact(monkeypatch, parts, card):
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


@pytest.mark.parametrize("card", CARDS)
def test_candidates_are_wrong_by_less_than_they_say_and_nothing_better_is_left_out(
    monkeypatch, tmp_path, card
):
    CARDS[card](monkeypatch)
    vectors = unit_vectors(COUNT, DIMENSION)
    vectors[COUNT // 2 :] = vectors[: COUNT // 2]  # ties
    (segment,) = write_parts(tmp_path, np.arange(COUNT), vectors, [0, COUNT])
    (scan,) = VectorIndex.open([segment], device="cuda").scans
    for row, kept in ((3, 1), (COUNT - 1, 2), (70, 3)):
        keep = None if kept == 1 else np.arange(COUNT) % kept == 0
        there = np.ones(COUNT, bool) if keep is None else keep
        right = segment.vectors.astype(np.float64) @ vectors[row]
        for wanted in (1, 30, int(there.sum()), COUNT):
            found = scan.candidates(vectors[row], wanted, keep)
            assert len(set(found.rows.tolist())) == len(found.rows) == min(wanted, there.sum())
            assert there[found.rows].all()
            assert np.abs(found.scores - right[found.rows]).max() < found.error < 0.03
            left = there.copy()
            left[found.rows] = False
            assert (right[left] < found.floor + found.error).all() and left.any() == (found.floor > -np.inf)


def test_the_error_of_a_card_is_that_of_half_precision_and_not_of_codes(monkeypatch, parts):
    """Else most searches of large libraries would scan all vectors twice."""
    torch_on_the_processor(monkeypatch)
    query = unit_vectors(1, DIMENSION)[0]
    scan = VectorIndex.open(parts, device="cuda").scans[-1]
    by_codes = VectorIndex.open(parts, device="cpu").scans[-1].candidates(query, 10, None).error
    assert scan.candidates(query, 10, None).error < by_codes / 2

    def fails(*_):
        raise RuntimeError("CUDA error: unspecified launch failure")

    monkeypatch.setattr(scan, "scan_on_card", fails)
    assert scan.candidates(query, 10, None).error == by_codes


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("CUDA out of memory. Tried to allocate 2.00 GiB", "has too little free memory"),
        ("CUDA driver version is insufficient for CUDA runtime version", "could not be used"),
    ],
)
@pytest.mark.parametrize("card", ["torch", "faiss"])
def test_a_card_that_fails_is_replaced_by_the_processor_with_a_note(monkeypatch, parts, card, said, note):
    CARDS[card](monkeypatch)

    def full(*_):
        raise RuntimeError(said)

    monkeypatch.setattr(cuda, "TorchScan", full)
    monkeypatch.setattr(cuda, "FaissGpuScan", full)
    index = VectorIndex.open(parts, device="cuda")
    assert note in index.notes[0]
    assert index.describe().endswith("8-bit scan scored at 16 bits")
    assert_same_as_plain(index, some_documents(COUNT), unit_vectors(COUNT, DIMENSION))


def test_a_card_that_fails_in_a_search_costs_no_answer(monkeypatch, parts):
    torch_on_the_processor(monkeypatch)
    index = VectorIndex.open(parts, device="cuda")
    calls = []

    def full(*_, **__):
        calls.append(1)
        raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 MiB")

    with monkeypatch.context() as patched:
        patched.setattr("torch.tensor", full)
        assert_same_as_plain(index, some_documents(COUNT), unit_vectors(COUNT, DIMENSION))
        assert calls
        assert index.notes == (
            "The graphics card has too little free memory. The search ran on the processor.",
        )
    assert_same_as_plain(index, some_documents(COUNT), unit_vectors(COUNT, DIMENSION))
    assert not index.notes, "it has memory again"


def test_a_card_that_torch_was_not_built_for_is_known_before_the_first_search(monkeypatch, parts):
    torch_on_the_processor(monkeypatch)

    def no_code(*_, **__):
        raise RuntimeError("CUDA error: no kernel image is available for execution on the device")

    monkeypatch.setattr("torch.tensor", no_code)
    index = VectorIndex.open(parts, device="cuda")
    assert index.notes == ("The graphics card could not be used. The search ran on the processor.",)
    assert index.device == "the processor"


def test_asking_for_a_card_where_there_is_none_says_so(monkeypatch, parts):
    monkeypatch.setattr(cuda, "has_cuda", lambda: False)
    assert "No graphics card" in VectorIndex.open(parts, device="cuda").notes[0]
    for device in ("auto", "cpu"):
        assert VectorIndex.open(parts, device=device).notes == ()


def test_a_card_is_used_unasked_for_many_vectors_alone(monkeypatch, parts):
    torch_on_the_processor(monkeypatch)
    assert VectorIndex.open(parts).describe().endswith("8-bit scan scored at 16 bits")
    monkeypatch.setattr(cuda, "MIN_ROWS_FOR_GPU", 100)
    assert "graphics card" in VectorIndex.open(parts).describe()
    assert VectorIndex.open(parts, device="cpu").describe().endswith("8-bit scan scored at 16 bits")
    monkeypatch.delitem(sys.modules, "torch")  # as in a process that has not imported it
    assert VectorIndex.open(parts).describe().endswith("8-bit scan scored at 16 bits")


def test_without_a_driver_torch_is_not_imported(monkeypatch):
    monkeypatch.setattr(cuda, "has_driver", lambda: False)
    monkeypatch.setitem(sys.modules, "torch", None)  # importing it would fail
    assert not cuda.has_cuda()


FAULTS = """
import subprocess
import sys
from pathlib import Path
import numpy as np, torch
from cbir.vectors import VectorIndex, VectorSegment
from tests.cbir.vector_data import unit_vectors
segments = [VectorSegment.open(folder) for folder in map(Path, sys.argv[2:])]
queries = unit_vectors(5, segments[0].dimension, seed=9)
plain = VectorIndex.open(segments, device="cpu")
def same(index):
    for query in queries:
        right, found = plain.search(query, 20), index.search(query, 20)
        assert np.array_equal(right.documents, found.documents) and np.array_equal(right.scores, found.scores)
if sys.argv[1] == "full":
    held = []
    for size in (1 << 30, 1 << 26, 1 << 21):
        try:
            while True:
                held.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
        except torch.cuda.OutOfMemoryError:
            pass
index = VectorIndex.open(segments, device="cuda")
same(index)
print(index.device, *index.notes)
if sys.argv[1] == "gone":
    torch.zeros(3, device="cuda")[torch.tensor([7], device="cuda")]  # ends all that this process has on the card
    same(index)
    print(index.device, *index.notes)
"""


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (
            "full",
            "the processor The graphics card has too little free memory. The search ran on the processor.\n",
        ),
        (
            "gone",
            "the graphics card\n"
            "the graphics card The graphics card could not be used. The search ran on the processor.\n",
        ),
    ],
)
def test_a_card_that_is_full_or_lost_costs_no_answer(monkeypatch, parts, fault, said):
    a_card(monkeypatch)
    command = [sys.executable, "-c", FAULTS, fault, *(str(segment.folder) for segment in parts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == said, done.stderr
    assert done.returncode == 0, done.stderr

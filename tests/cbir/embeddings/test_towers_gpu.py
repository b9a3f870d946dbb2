"""Towers on a GPU: what is planted on the CPU's tensors, and what needs a card and is skipped without one."""

import copy
import importlib.util
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from cbir.embeddings import ModelStore, TextEmbeddings, devices, open_image_tower, open_text_tower
from cbir.embeddings.devices import GpuUnavailable
from cbir.embeddings.installing import import_checkpoint
from cbir.embeddings.towers import towers
from cbir.embeddings.types import unit_rows
from tests.cbir.embeddings.test_encoders import LEAST_FROM_FILES, SHIPPED, TEXTS, cosines, squares_of
from tests.cbir.tiny_model import SHALLOW, write_checkpoint
from tests.pictures import photo


@pytest.fixture
def card():
    import torch

    if not torch.cuda.is_available():
        pytest.skip("there is no GPU that torch can use")


def test_a_machine_without_a_gpu_says_so_and_runs_on_the_cpu(model, monkeypatch):
    monkeypatch.setattr(towers, "why_no_cuda", lambda _: "There is no GPU here.")
    with open_text_tower(model, "cuda") as asked, open_text_tower(model, "auto") as free:
        assert asked.device == free.device == "cpu"
        assert asked.note == "There is no GPU here. The model runs on the CPU." and free.note is None
        assert asked.encode(["a cat"]).vectors.shape == (1, 512)
    with open_image_tower(model, "auto") as tower:
        assert (tower.device, tower.note) == ("cpu", None)


def test_a_card_runs_a_model_with_weights_where_torch_and_open_clip_are(model, tmp_path, monkeypatch):
    (tmp_path / "weights.safetensors").touch()
    with_weights = replace(model, folder=tmp_path)
    monkeypatch.setattr(devices, "gpu_count", lambda: 1)
    assert devices.why_no_cuda(with_weights) is None
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "open_clip" else find_spec(name)
    )
    assert str(devices.why_no_cuda(with_weights)).startswith("A GPU needs torch and open_clip.")


def test_a_gpu_embeds_as_the_cpu_does(card, model):
    squares = squares_of([photo(name) for name in SHIPPED], model.preprocessing)
    with open_image_tower(model, "auto") as tower, open_text_tower(model, "cuda") as texts:
        assert (tower.device, tower.note, texts.device, texts.note) == ("cuda", None, "cuda", None)
        pictures, sentences = tower.encode(squares), texts.encode(TEXTS).vectors
        many = tower.encode(
            np.tile(squares, (100, 1, 1, 1))
        )  # more than one batch, with a short one at the end
    with open_image_tower(model, "cpu") as tower, open_text_tower(model, "cpu") as texts:
        right = tower.encode(squares)
        assert cosines(pictures, right).min() > LEAST_FROM_FILES
        assert cosines(many, np.tile(right, (100, 1))).min() > LEAST_FROM_FILES
        assert cosines(sentences, texts.encode(TEXTS).vectors).min() > LEAST_FROM_FILES


def test_what_overflows_in_half_precision_is_computed_again_on_the_gpu(card, reference, tmp_path):
    state = {name: tensor.clone() for name, tensor in reference.model.state_dict().items()}
    state["visual.proj"] *= 1e6  # embeddings of some hundred thousand, which unit rows do not show
    loud = copy.deepcopy(reference.model)
    loud.load_state_dict(state)
    path = write_checkpoint(loud, tmp_path / "loud.safetensors")
    model = import_checkpoint(ModelStore(tmp_path / "models"), path, architecture=SHALLOW)
    squares = squares_of([photo(name) for name in SHIPPED], model.preprocessing)
    with open_image_tower(model, "cuda") as tower, open_image_tower(model, "cpu") as of_cpu:
        found = tower.encode(squares)
        assert (tower.device, tower.note) == ("cuda", None)
        assert cosines(found, of_cpu.encode(squares)).min() > LEAST_FROM_FILES


def test_rows_that_are_not_finite_are_computed_again_in_single_precision(
    monkeypatch,
):
    from cbir.embeddings.towers.torch_towers import TorchTower

    pictures = np.arange(6, dtype=np.uint8).reshape(3, 2)
    asked = []

    def run(_, module, inputs):
        asked.append((module, inputs.tolist()))
        rows = unit_rows(inputs.astype(np.float32) + 1)
        if module == "half":
            rows[1] = np.nan
        return rows

    tower = TorchTower.__new__(TorchTower)
    vars(tower).update(device="cuda", _module="half", _single="single")
    monkeypatch.setattr(TorchTower, "run", run)
    expected = unit_rows(np.array([[1, 2], [3, 4], [5, 6]], np.float32))
    np.testing.assert_array_equal(tower.encode_rows(pictures), expected)
    assert asked == [("half", pictures.tolist()), ("single", [[2, 3]])]


def test_torch_scales_rows_to_unit_length_as_unit_rows_does():
    import torch

    from cbir.embeddings.towers.torch_towers import TorchTower

    rows = np.random.default_rng(0).standard_normal((40, 24)).astype(np.float32)
    rows[1], rows[2, 3], rows[3, 5], rows[4], rows[5] = 0, np.inf, np.nan, 1e30, 1e-30
    tower = TorchTower.__new__(TorchTower)
    vars(tower).update(
        device="cpu",
        _model=SimpleNamespace(info=SimpleNamespace(dimension=24)),
        _loaded=lambda inputs, _: torch.from_numpy(inputs),
    )
    module = torch.nn.Identity()
    module.register_parameter("of its type", torch.nn.Parameter(torch.zeros(1)))
    np.testing.assert_allclose(tower.run(module, rows), unit_rows(rows), rtol=1e-6)


def test_a_gpu_that_is_gone_can_still_be_given_up(monkeypatch):
    import torch

    from cbir.embeddings.towers.torch_towers import TorchTower

    def gone():
        raise RuntimeError("CUDA error: an illegal memory access was encountered")

    monkeypatch.setattr(torch.cuda, "empty_cache", gone)
    tower = TorchTower.__new__(TorchTower)
    tower.device = "cuda"
    tower.close()


class FullGpu:
    """A tower whose GPU is full from the second batch on."""

    device = "cuda"
    note = None

    def __init__(self):
        self.batches, self.closed = 0, False

    def encode(self, batch):
        self.batches += 1
        if self.batches > 1:
            raise GpuUnavailable("The GPU has no free memory for the model.")
        vectors = np.ones((len(batch), 512), np.float32)
        return vectors if isinstance(batch, np.ndarray) else TextEmbeddings(vectors=vectors, cut=(False,))

    def close(self):
        self.closed = True


def test_a_gpu_that_fills_up_is_given_up_in_the_middle(model, monkeypatch):
    full = FullGpu()
    monkeypatch.setattr(towers, "why_no_cuda", lambda _: None)
    monkeypatch.setattr(towers, "image_tower_on_gpu", lambda _: full)
    squares = np.zeros((2, 224, 224, 3), np.uint8)
    with open_image_tower(model, "auto") as tower:
        said = [(tower.device, tower.note)]
        tower.encode(squares)
        vectors = tower.encode(squares)
        said.append((tower.device, tower.note))
    assert full.closed
    assert said == [
        ("cuda", None),
        ("cpu", "The GPU has no free memory for the model. The model runs on the CPU."),
    ]
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_gpu_that_is_full_from_the_start_is_not_used(model, monkeypatch):
    def refuse(_):
        raise GpuUnavailable("The GPU has no free memory for the model.")

    monkeypatch.setattr(towers, "why_no_cuda", lambda _: None)
    monkeypatch.setattr(towers, "text_tower_on_gpu", refuse)
    with open_text_tower(model, "cuda") as tower:
        assert tower.device == "cpu" and "no free memory" in str(tower.note)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("CUDA out of memory. Tried to allocate 2.00 GiB", "no free memory"),
        ("CUDA error: out of memory", "no free memory"),
        ("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", "no free memory"),
        ("CUDA error: no kernel image is available for execution on the device", "torch that is installed"),
        ("CUDA error: unspecified launch failure", "cannot run the model now"),
    ],
)
def test_what_cuda_and_its_libraries_raise_is_a_reason_to_use_the_cpu(said, reason):
    from cbir.embeddings.towers.torch_towers import gpu_errors

    with pytest.raises(GpuUnavailable, match=reason), gpu_errors():
        raise RuntimeError(said)
    with pytest.raises(RuntimeError), gpu_errors("cpu"):
        raise RuntimeError(said)


def test_what_torch_raises_for_a_full_gpu_is_such_an_error():
    import torch

    assert issubclass(torch.cuda.OutOfMemoryError, RuntimeError)


GONE = """
import sys
from pathlib import Path
import numpy as np, torch
from cbir.embeddings import open_image_tower, open_model_folder
from tests.cbir.tiny_model import tiny_architectures
squares = np.random.default_rng(0).integers(0, 256, (20, 224, 224, 3), np.uint8)
with tiny_architectures(Path(sys.argv[2])):
    with open_image_tower(open_model_folder(Path(sys.argv[1])), "auto") as tower:
        before = tower.encode(squares)
        assert (tower.device, tower.note) == ("cuda", None)
        torch.zeros(3, device="cuda")[torch.tensor([7], device="cuda")]  # ends all that this process has on the card
        after = tower.encode(squares)
        print(tower.device, tower.note)
assert (before * after).sum(axis=1).min() > 0.999
"""


def test_a_card_that_is_lost_in_the_middle_is_given_up(card, model, tmp_path):
    command = [sys.executable, "-c", GONE, str(model.folder), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "cpu The GPU cannot run the model now. The model runs on the CPU.\n", done.stderr
    assert done.returncode == 0, done.stderr

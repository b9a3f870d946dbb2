"""Graphs that ship without weights are open_clip's, whatever habit a published file has; a fault in them is found."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.embeddings import ModelStore
from cbir.embeddings.installing.install import read_scalar, write_weights
from cbir.embeddings.shipped_graphs import GRAPHS, make_head, read_graph, read_head
from cbir.embeddings.shipping import build_graphs, prove_graphs
from tests.cbir.embeddings.graph_faults import FAULTS
from tests.cbir.tiny_model import architectures, published_as, seeded_model

ROOT = Path(__file__).resolve().parents[3]
BATCHED = "batch-norm-two-tower"
CONFIG = {
    "embed_dim": 24,
    "custom_text": True,
    "init_logit_bias": -10,
    "vision_cfg": {"image_size": 32, "layers": [1, 1, 1, 1], "width": 8, "patch_size": None},
    "text_cfg": {
        "context_length": 20,
        "vocab_size": 96,
        "width": 32,
        "heads": 2,
        "layers": 2,
        "no_causal_mask": True,
        "pool_type": "last",
        "norm_kwargs": {"eps": 1e-6},
        "act_kwargs": {"approximate": "tanh"},
    },
}
ASKED = [
    name for name in FAULTS if name != "another eps of one normalisation of pictures"
]  # its tower has none


@pytest.fixture(scope="module", autouse=True)
def _architecture(tmp_path_factory):
    """A residual network with batch norm, and a text tower of its own without a causal mask."""
    with (
        architectures(tmp_path_factory.mktemp("architecture"), {BATCHED: CONFIG}),
        published_as("seven", "someone/tiny", BATCHED),
    ):
        yield


@pytest.fixture(scope="module")
def graph(_architecture, tmp_path_factory):
    return build_graphs(BATCHED, "seven", tmp_path_factory.mktemp("graphs") / "tiny")


@pytest.fixture(scope="module")
def state(_architecture):
    """The weights of a trained model, as open_clip names them."""
    return dict(seeded_model(BATCHED).state_dict())


def save(state, path):
    from safetensors.torch import save_file

    save_file({name: tensor.contiguous().clone() for name, tensor in state.items()}, path)
    return path


def test_the_graphs_are_open_clips_with_any_weights_and_are_made_alike_twice(graph, tmp_path):
    proof = prove_graphs(graph)
    assert proof.holds and proof.cosine > 0.999999999
    again = build_graphs(BATCHED, "seven", tmp_path)
    for path in graph.folder.iterdir():
        assert path.read_bytes() == (again.folder / path.name).read_bytes()
        assert path.stat().st_size < 100_000, "no weights"


@pytest.mark.parametrize(
    "fault", [*ASKED[:3], *(pytest.param(fault, marks=pytest.mark.long) for fault in ASKED[3:])]
)
def test_a_fault_in_the_graphs_is_found(fault, tmp_path):
    assert not prove_graphs(build_graphs(BATCHED, "seven", tmp_path, before_export=FAULTS[fault])).holds


HABITS = {
    "as it is": lambda state: state,
    "half precision": lambda state: {name: _cast(tensor, "float16") for name, tensor in state.items()},
    "bfloat16": lambda state: {name: _cast(tensor, "bfloat16") for name, tensor in state.items()},
    "double precision": lambda state: {name: _cast(tensor, "float64") for name, tensor in state.items()},
    "wrapped": lambda state: {f"module.{name}": tensor for name, tensor in state.items()},
    "text tower not apart": lambda state: {
        name.removeprefix("text."): tensor for name, tensor in state.items()
    },
    "scale in a list": lambda state: {**state, "logit_scale": state["logit_scale"].reshape(1)},
    "position ids": lambda state: {**state, "text.embeddings.position_ids": _integers(20)},
}


def _cast(tensor, dtype):
    import torch

    return tensor.to(getattr(torch, dtype)) if tensor.is_floating_point() else tensor


def _integers(count):
    import torch

    return torch.arange(count)[None]


@pytest.mark.parametrize("habit", HABITS)
def test_published_files_of_all_habits_become_the_same_weights_file(habit, graph, state, tmp_path):
    from safetensors.numpy import load_file

    target = tmp_path / "weights.safetensors"
    write_weights(save(HABITS[habit](state), tmp_path / "x.safetensors"), graph, target, name="tiny")
    rounding = {"half precision": "float16", "bfloat16": "bfloat16"}.get(habit, "float32")
    found = load_file(target)
    assert list(read_head(target)) == list(graph.tensors()) and found.keys() == state.keys()
    for name, tensor in state.items():
        np.testing.assert_array_equal(found[name], _cast(_cast(tensor, rounding), "float32").numpy())
    assert target.read_bytes().startswith(graph.head())
    assert read_scalar(target, "logit_scale") == pytest.approx(float(state["logit_scale"]), rel=5e-3)


def _without(state, name):
    return {other: tensor for other, tensor in state.items() if other != name}


WRONG = {
    "missing": (
        lambda state: _without(state, "text.ln_final.bias"),
        "text.ln_final.bias is missing, one of 1",
    ),
    "left over": (
        lambda state: {**state, "head.weight": state["text.ln_final.bias"]},
        "which has no head.weight, one of 1 too many",
    ),
    "shape": (
        lambda state: {**state, "text.ln_final.bias": state["text.ln_final.bias"][:-1]},
        "text.ln_final.bias has the shape 31, not 32",
    ),
    "type": (
        lambda state: {**state, "text.ln_final.bias": state["text.ln_final.bias"].long()},
        "text.ln_final.bias has numbers of the type I64",
    ),
    "not finite": (
        lambda state: {**state, "text.ln_final.bias": state["text.ln_final.bias"] / 0},
        "text.ln_final.bias has numbers that are not finite",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_of_other_tensors_is_refused_in_a_sentence(wrong, graph, state, tmp_path):
    change, said = WRONG[wrong]
    path = save(change(state), tmp_path / "x.safetensors")
    with pytest.raises(CbirError, match=said):
        write_weights(path, graph, tmp_path / "weights.safetensors", name="tiny")


@pytest.mark.parametrize("damage", ["cut", "longer", "head", "empty", "a huge head"])
def test_a_damaged_file_is_refused_in_a_sentence(damage, graph, state, tmp_path):
    path = save(state, tmp_path / "x.safetensors")
    whole = path.read_bytes()
    content = {
        "cut": whole[:-8],
        "longer": whole + b"12345678",
        "head": whole.replace(b"data_offsets", b"data_offset!", 1),
        "empty": b"",
        "a huge head": b"\xff" * 8 + whole[8:],
    }[damage]
    path.write_bytes(content)
    with pytest.raises(CbirError, match="cut off, damaged or not a safetensors file"):
        write_weights(path, graph, tmp_path / "weights.safetensors", name="tiny")


def test_a_head_is_as_long_with_any_numbers_and_the_library_reads_it(tmp_path):
    from safetensors.numpy import load_file

    head = make_head([("a", "F32", (2, 3)), ("b", "F32", ()), ("c", "F32", (0, 4))])
    assert len(head) % 4096 == 0
    path = tmp_path / "x.safetensors"
    path.write_bytes(head + np.arange(7, dtype=np.float32).tobytes())
    assert {name: array.shape for name, array in load_file(path).items()} == {
        "a": (2, 3),
        "b": (),
        "c": (0, 4),
    }
    assert {name: tensor.shape for name, tensor in read_head(path).items()} == {
        "a": (2, 3),
        "b": (),
        "c": (0, 4),
    }


def test_every_offer_has_its_graphs_and_they_stay_small():
    offers = ModelStore().offers()
    for offer in offers:
        graph = read_graph(GRAPHS / offer.name)
        assert (graph.architecture, graph.parameters) == (offer.architecture, offer.parameters)
        assert graph.weights_file.endswith(".safetensors") and graph.repository
        length = sum(tensor.length for tensor in graph.tensors().values())
        assert offer.disk_bytes <= length < 1.01 * offer.disk_bytes
    assert {path.name for path in GRAPHS.iterdir() if path.is_dir()} == {offer.name for offer in offers}
    assert sum(path.stat().st_size for path in GRAPHS.rglob("*") if path.is_file()) < 3_000_000


def test_installing_imports_none_of_the_packages_that_training_needs(tmp_path):
    """In a process that cannot import them, the offered models' towers are put together as far as their weights."""
    code = f"""
import sys
for name in ("torch", "open_clip", "onnx", "onnxscript", "safetensors", "timm"):
    sys.modules[name] = None
from pathlib import Path
from cbir.base.errors import CbirError
from cbir.embeddings import ModelStore
from cbir.embeddings.installing import install_model
Path({str(tmp_path)!r}, "open_clip_model.safetensors").write_bytes(b"x" * 100)
try:
    install_model(ModelStore(Path({str(tmp_path / "models")!r})), "vit-b-32", source=Path({str(tmp_path)!r}))
except CbirError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=ROOT, check=True
    )
    assert "not a safetensors file" in done.stdout

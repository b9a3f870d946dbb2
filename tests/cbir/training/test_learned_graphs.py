"""`cbir models learned-features` on drawn weights of the published shapes: graphs that run, or a sentence."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from cbir.base.errors import CbirError
from cbir.base.learned_graphs import FEATURES_GRAPH, MATCHER_GRAPH
from cbir.base.onnx_session import open_session
from cbir.cli.models import application
from cbir.training import make_learned_features
from tests.docs.schemas import fitting
from tests.extras import needs

needs("torch", reason="training needs the extra `models`")
WIDTH = 96
CONVOLUTIONS = {
    "block1": ((4, 1, 3), (8, 4, 3), (8, 8, 3), (24, 8, 3)),
    "block2": ((24, 24, 3), (24, 24, 3)),
    "block3": ((64, 24, 3), (64, 64, 3), (64, 64, 1)),
    "block4": ((64, 64, 3),) * 3,
    "block5": ((128, 64, 3), (128, 128, 3), (128, 128, 3), (64, 128, 1)),
    "block_fusion": ((64, 64, 3), (64, 64, 3)),
    "heatmap_head": ((64, 64, 1), (64, 64, 1)),
    "keypoint_head": ((64, 64, 1),) * 3,
}
PLAIN = {
    "skip1.1": (24, 1),
    "block_fusion.2": (64, 64),
    "heatmap_head.2": (1, 64),
    "keypoint_head.3": (65, 64),
}


def backbone():
    import torch

    torch.manual_seed(0)
    state = {}
    for block, shapes in CONVOLUTIONS.items():
        for number, (outputs, inputs, side) in enumerate(shapes):
            name = f"{block}.{number}.layer"
            state[f"{name}.0.weight"] = (
                torch.randn(outputs, inputs, side, side) / (inputs * side * side) ** 0.5
            )
            state[f"{name}.1.running_mean"], state[f"{name}.1.running_var"] = (
                torch.zeros(outputs),
                torch.ones(outputs),
            )
    for name, (outputs, inputs) in PLAIN.items():
        state[f"{name}.weight"] = torch.randn(outputs, inputs, 1, 1) / inputs**0.5
        state[f"{name}.bias"] = torch.zeros(outputs)
    return state


def matcher():
    import torch

    state = {"posenc.Wr.weight": torch.randn(WIDTH // 2, 2)}

    def linear(name, outputs, inputs):
        state[f"{name}.weight"], state[f"{name}.bias"] = (
            torch.randn(outputs, inputs) / inputs**0.5,
            torch.zeros(outputs),
        )

    linear("input_proj", WIDTH, 64)
    for block, parts in (
        ("self_attn", {"Wqkv": 3, "out_proj": 1}),
        ("cross_attn", {"to_qk": 1, "to_v": 1, "to_out": 1}),
    ):
        for part, factor in parts.items():
            linear(f"transformers.0.{block}.{part}", factor * WIDTH, WIDTH)
        linear(f"transformers.0.{block}.ffn.0", 2 * WIDTH, 2 * WIDTH)
        linear(f"transformers.0.{block}.ffn.3", WIDTH, 2 * WIDTH)
        state[f"transformers.0.{block}.ffn.1.weight"] = torch.ones(2 * WIDTH)
        state[f"transformers.0.{block}.ffn.1.bias"] = torch.zeros(2 * WIDTH)
    linear("log_assignment.0.matchability", 1, WIDTH)
    linear("log_assignment.0.final_proj", WIDTH, WIDTH)
    return {f"matcher.{name}": value for name, value in state.items()}


@pytest.fixture(name="weights")
def _weights(tmp_path):
    import torch

    folder = tmp_path / "weights"
    folder.mkdir()
    torch.save(backbone(), folder / "xfeat.pt")
    torch.save(matcher(), folder / "xfeat-lighterglue.pt")
    return folder


def outputs(folder):
    random = np.random.default_rng(0)
    grey = random.uniform(0, 255, (1, 1, 64, 96)).astype(np.float32)
    features = open_session(folder / FEATURES_GRAPH, threads=1).run(None, {"grey": grey})
    points = {
        "query_places": random.uniform(-1, 1, (7, 2)).astype(np.float32),
        "query_descriptors": features[2][0, :, :7, 0].T.copy(),
        "photo_places": random.uniform(-1, 1, (5, 2)).astype(np.float32),
        "photo_descriptors": features[2][0, :, :5, 1].T.copy(),
    }
    return [*features, *open_session(folder / MATCHER_GRAPH, threads=1).run(None, points)]


def test_the_command_writes_graphs_that_run_and_sixteen_bits_change_little(weights, tmp_path):
    folder, exact = tmp_path / "graphs", tmp_path / "exact"
    run = CliRunner().invoke(
        application, ["learned-features", str(weights), "-o", str(folder), "--json"], catch_exceptions=False
    )
    told = fitting("models learned-features", run.stdout)
    assert told["bytes"] == sum((folder / name).stat().st_size for name in (FEATURES_GRAPH, MATCHER_GRAPH))
    make_learned_features(weights, exact, bits=32)
    assert [value.shape for value in outputs(folder)] == [
        *((1, 1, 64, 96), (1, 1, 8, 12), (1, 64, 8, 12)),
        *((7,), (5,), (7,)),
    ]
    likely, reliability, descriptors, *_ = outputs(folder)
    assert all(values.min() >= 0 and values.max() <= 1 for values in (likely, reliability))
    assert np.allclose(np.linalg.norm(descriptors, axis=1), 1, atol=1e-5)
    for value, truth in zip(outputs(folder), outputs(exact), strict=True):
        assert np.allclose(value, truth, atol=0.02)
    about = json.loads((folder / "provenance.json").read_bytes())
    assert about["bits"] == 16 and str(tmp_path) not in about["command"]


def test_missing_and_other_weights_are_told(weights, tmp_path):
    import torch

    with pytest.raises(CbirError, match=r"has no xfeat\.pt and no xfeat-lighterglue\.pt"):
        make_learned_features(tmp_path, tmp_path / "graphs")
    torch.save({"some.weight": torch.zeros(3)}, weights / "xfeat.pt")
    with pytest.raises(CbirError, match="not those of XFeat"):
        make_learned_features(weights, tmp_path / "graphs")
    (weights / "xfeat.pt").write_bytes(b"nothing")
    with pytest.raises(CbirError, match="not a checkpoint"):
        make_learned_features(weights, tmp_path / "graphs")

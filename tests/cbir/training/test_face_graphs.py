"""`cbir models faces` on drawn weights of dlib's shapes, written as dlib writes them: the graph is the network."""

import struct

import numpy as np
import pytest
from typer.testing import CliRunner

from cbir.base.errors import CbirError
from cbir.base.onnx_session import open_session
from cbir.cli.models import application
from cbir.training import FACE_SOURCES, WrittenGraphs, make_face_graphs
from cbir.training.faces import describer_graph
from tests.docs.schemas import fitting
from tests.extras import needs

needs("torch", "onnx", reason="the graphs are written by the extra `models`")
LEVELS = ((32, 3), (64, 4), (128, 3), (256, 3), (256, 1))


def packed(number):
    content = number.to_bytes((number.bit_length() + 7) // 8 or 1, "little")
    return bytes([len(content)]) + content


def layer(kind, values, outputs, before=b""):
    shape = b"".join(packed(side) for side in (2, values.size, 1, 1, 1))
    return b"\x01" + bytes([len(kind)]) + kind + before + shape + values.tobytes() + packed(outputs)


def drawn_layers():
    """Convolutions with their scale and shift, in the order of dlib's network; then the last matrix."""
    random = np.random.default_rng(3)
    shapes = [(32, 3, 7)]
    inputs = 32
    for outputs, blocks in LEVELS:
        for _ in range(blocks):
            shapes += [(outputs, inputs, 3), (outputs, outputs, 3)]
            inputs = outputs
    layers = []
    for outputs, inputs, side in shapes:
        kernel = random.normal(0, (2 / (inputs * side * side)) ** 0.5, (outputs, inputs, side, side))
        bias, gamma, beta = random.normal(0, 0.1, outputs), random.uniform(0.5, 1, outputs), np.zeros(outputs)
        layers.append([array.astype(np.float32) for array in (kernel, bias, gamma, beta)])
    return layers, random.normal(0, 0.1, (256, 128)).astype(np.float32)


def dat_file(layers, last):
    parts = [b"\x01\x01loss_metric_2"]
    for kernel, bias, gamma, beta in layers:
        parts.append(layer(b"con_4", np.concatenate([kernel.ravel(), bias]), len(bias)))
        parts.append(layer(b"affine_", np.concatenate([gamma, beta]), len(beta)))
    parts.append(layer(b"fc_2", last.ravel(), 0, before=packed(128) + packed(256)))
    return b"".join(parts)


def oracle(layers, last, faces):
    """dlib's network in torch, layer by layer, as its example describes it."""
    import torch
    from torch.nn import functional

    rest = iter([[torch.from_numpy(array) for array in arrays] for arrays in layers])

    def convolution(planes, stride):
        kernel, bias, gamma, beta = next(rest)
        padding = kernel.shape[2] // 2 if stride == 1 else 0
        planes = functional.conv2d(planes, kernel, bias, stride, padding)
        return planes * gamma[:, None, None] + beta[:, None, None]

    def sum_of(first, second):
        shape = [max(sides) for sides in zip(first.shape, second.shape, strict=True)]
        total = torch.zeros(shape)
        for planes in (first, second):
            total[: planes.shape[0], : planes.shape[1], : planes.shape[2], : planes.shape[3]] += planes
        return total

    mean = torch.tensor([122.782, 117.001, 104.298])[:, None, None]
    planes = (torch.from_numpy(faces) - mean) / 256
    planes = functional.max_pool2d(convolution(planes, 2).relu(), 3, 2)
    for level, (_, blocks) in enumerate(LEVELS):
        for block in range(blocks):
            halved = level > 0 and block == 0
            added = convolution(convolution(planes, 2 if halved else 1).relu(), 1)
            planes = sum_of(functional.avg_pool2d(planes, 2) if halved else planes, added).relu()
    return (planes.mean(dim=(2, 3)) @ torch.from_numpy(last)).numpy()


@pytest.mark.parametrize(("bits", "error"), [(32, 1e-4), (8, 0.05)])
def test_the_written_graph_computes_what_dlib_does(tmp_path, bits, error):
    layers, last = drawn_layers()
    path = tmp_path / "describer.onnx"
    path.write_bytes(describer_graph(dat_file(layers, last), bits).model().SerializeToString())
    faces = np.random.default_rng(5).integers(0, 256, (2, 3, 150, 150)).astype(np.float32)
    (numbers,) = open_session(path, threads=1).run(None, {"faces": faces})
    right = oracle(layers, last, faces)
    assert np.abs(numbers - right).max() < error * np.abs(right).max()


def test_a_folder_without_the_weights_is_told_what_it_lacks(tmp_path):
    with pytest.raises(CbirError, match=r"has no face_detection_full_range\.tflite and no dlib_face"):
        make_face_graphs(tmp_path, tmp_path / "graphs")


@pytest.mark.parametrize("content", [b"", b"\x1c\x00\x00\x00TFL3" + bytes(64), struct.pack("<I", 1 << 30)])
def test_other_weights_are_refused_in_one_sentence(tmp_path, content):
    for name in FACE_SOURCES:
        (tmp_path / name).write_bytes(content)
    said = CliRunner().invoke(application, ["faces", str(tmp_path), "-o", str(tmp_path / "graphs")])
    assert isinstance(said.exception, CbirError)
    assert str(said.exception).endswith("are not those of BlazeFace and dlib's face network.")
    assert not list((tmp_path / "graphs").glob("*.onnx"))


def test_the_command_says_what_it_wrote(tmp_path, monkeypatch):
    made = WrittenGraphs(folder=tmp_path, parameters=7, bytes=9)
    monkeypatch.setattr("cbir.training.make_face_graphs", lambda *_, **__: made)
    run = CliRunner().invoke(application, ["faces", str(tmp_path), "-o", str(tmp_path), "--json"])
    assert fitting("models faces", run.stdout) == {"folder": str(tmp_path), "parameters": 7, "bytes": 9}

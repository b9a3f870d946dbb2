"""A model that a person can check: a picture means its mean colour, a sentence the colours that it names.

Two real towers in ONNX of a few hundred bytes, in the folder format of every model. The constant fourth number
stands for what all pictures, and all sentences, have in common.
"""

from types import MappingProxyType

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

from cbir.base.types import Preprocessing
from cbir.embeddings import Tokenizing
from cbir.embeddings.model_folder import ModelDescription, write_description

SIDE_PX = 16
CONTEXT = 8
TEXT_OFFSET = np.array([0, 0, 0, -0.5], np.float32)
COLOURS = {
    "red": (1, -1, -1),
    "green": (-1, 1, -1),
    "blue": (-1, -1, 1),
    "yellow": (1, 1, -1),
    "white": (1, 1, 1),
    "black": (-1, -1, -1),
}


def make_colour_model(
    folder,
    *,
    name="colours",
    picture_offset=0.5,
    blue_through=None,
    words_of=MappingProxyType({}),
):
    """Write the model into a new folder.

    picture_offset : another one is another model
    blue_through : an operator of ONNX that alone decides what a picture means, from how blue it is, 0 to 2. A picture
        without any blue is a vector of zeros to Relu, and not finite to Reciprocal
    words_of : more words, and what the tower gives for each
    """
    folder.mkdir(parents=True)
    words = ["[PAD]", "[UNK]", *COLOURS, *words_of]
    table = np.zeros((len(words), 4), np.float32)
    for row, colour in enumerate(COLOURS.values(), start=2):
        table[row, :3] = colour
    for row, vector in enumerate(words_of.values(), start=2 + len(COLOURS)):
        table[row] = np.array(vector) - TEXT_OFFSET
    means = [
        helper.make_node("GlobalAveragePool", ["pixels"], ["means"]),
        helper.make_node("Flatten", ["means"], ["flat"], axis=1),
    ]
    pixels = ("pixels", TensorProto.FLOAT, ["n", 3, SIDE_PX, SIDE_PX])
    if blue_through is None:
        lift, common = np.eye(3, 4, dtype=np.float32), np.array([[0, 0, 0, picture_offset]], np.float32)
        nodes = [
            helper.make_node("MatMul", ["flat", "lift"], ["colour"]),
            helper.make_node("Add", ["colour", "common"], ["embedding"]),
        ]
        _save(folder / "image.onnx", [*means, *nodes], pixels, {"lift": lift, "common": common})
    else:
        blue = np.zeros((3, 4), np.float32)
        blue[2, 2] = 1
        nodes = [
            helper.make_node("Add", ["flat", "one"], ["positive"]),
            helper.make_node(blue_through, ["positive"], ["seen"]),
            helper.make_node("MatMul", ["seen", "blue"], ["embedding"]),
        ]
        _save(folder / "image.onnx", [*means, *nodes], pixels, {"one": np.ones(1, np.float32), "blue": blue})
    _save(
        folder / "text.onnx",
        [
            helper.make_node("Gather", ["table", "tokens"], ["each"]),
            helper.make_node("ReduceSum", ["each", "axis"], ["colour"], keepdims=0),
            helper.make_node("Add", ["colour", "common"], ["embedding"]),
        ],
        ("tokens", TensorProto.INT64, ["n", CONTEXT]),
        {
            "table": table,
            "axis": np.array([1], np.int64),
            "common": TEXT_OFFSET[None],
        },
    )
    tokenizer = Tokenizer(WordLevel({word: row for row, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return write_description(
        folder,
        ModelDescription(
            name=name,
            title="Colours",
            architecture="colours",
            dimension=4,
            context_tokens=CONTEXT,
            preprocessing=Preprocessing(
                side_px=SIDE_PX, fit="squash", interpolation="bilinear", mean=(0.5,) * 3, std=(0.5,) * 3
            ),
            tokenizing=Tokenizing(pad_id=0, clean="lower"),
        ),
        np.array([np.array([*c, -0.5]) / np.linalg.norm([*c, -0.5]) for c in COLOURS.values()], np.float32),
    )


def _save(
    path,
    nodes,
    source,
    constants,
):
    name, kind, shape = source
    graph = helper.make_graph(
        nodes,
        "tower",
        [helper.make_tensor_value_info(name, kind, shape)],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["n", 4])],
        [numpy_helper.from_array(value, key) for key, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, path)

"""Published weights -> the two networks that an alignment joins: EfficientNet-Lite and a sentence encoder.

EfficientNet: layer sizes come from the weights, so all five Lite networks can be loaded. Batch norm is folded into the
convolutions. Tan and Le, "EfficientNet: rethinking model scaling for convolutional neural networks", ICML 2019; the
Lite networks have ReLU6, and no squeeze and excitation.

BERT has the weight names of `transformers`. It is written out here because it then exports to plain operations. The
mean of the last layer's rows represents the text.
Devlin et al., "BERT", NAACL 2019; Wang et al., "MiniLM", NeurIPS 2020.

Importing this module loads torch.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from cbir.base.types import Preprocessing

LITE2_PREPROCESSING = Preprocessing(
    side_px=260,
    fit="squash",  # people search for things at the edges of a photo, too
    interpolation="bicubic",
    mean=(127 / 255,) * 3,
    std=(128 / 255,) * 3,
)
_BATCH_NORM_EPSILON = 1e-3  # of batch norm, as these weights were trained
_HALVING_STAGES = (1, 2, 3, 5)


class EfficientNetLite(nn.Module):
    """Map (n, 3, side, side) float32, normalised, to (n, f) features and (n, classes) probabilities.

    Features are the means of the last channels, then the means and deviations of the channels of each stage. The
    latter have colours and textures, which the last channels have lost. groups : number of features of each kind
    state : the published weights, by the names of efficientnet-lite-pytorch
    """

    def __init__(self, state: Mapping[str, Tensor]) -> None:
        super().__init__()
        count = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("_blocks."))
        widths = [state[f"_blocks.{block}._project_conv.weight"].shape[0] for block in range(count)]
        stages = [block for block in range(count) if block == 0 or widths[block] != widths[block - 1]]
        halving = {stages[stage] for stage in _HALVING_STAGES}
        self.stem = _Convolution(state, "_conv_stem", "_bn0", stride=2)
        self.blocks = nn.Sequential(
            *(_Block(state, f"_blocks.{block}.", 2 if block in halving else 1) for block in range(count))
        )
        self.head = _Convolution(state, "_conv_head", "_bn1")
        classes, width = state["_fc.weight"].shape
        self.classes = nn.Linear(width, classes)
        self.classes.load_state_dict({"weight": state["_fc.weight"], "bias": state["_fc.bias"]})
        self.last_of_stage = frozenset([*(first - 1 for first in stages[1:]), count - 1])
        self.groups = (width, 2 * sum(widths[block] for block in self.last_of_stage))
        self.requires_grad_(False)

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        planes = self.stem(pixels)
        means, deviations = [], []
        for number, block in enumerate(self.blocks):
            planes = block(planes)
            if number in self.last_of_stage:
                mean = planes.mean(dim=(2, 3))
                means.append(mean)
                deviations.append(((planes * planes).mean(dim=(2, 3)) - mean * mean).clamp(min=0).sqrt())
        last = self.head(planes).mean(dim=(2, 3))
        return torch.cat([last, *means, *deviations], dim=1), self.classes(last).softmax(dim=1)


class _Convolution(nn.Module):
    """A convolution padded as TensorFlow does, with its batch norm folded in."""

    def __init__(
        self,
        state: Mapping[str, Tensor],
        name: str,
        norm: str,
        *,
        stride: int = 1,
        depthwise: bool = False,
        linear: bool = False,
    ) -> None:
        super().__init__()
        factor = state[f"{norm}.weight"] / torch.sqrt(state[f"{norm}.running_var"] + _BATCH_NORM_EPSILON)
        self.weight = nn.Parameter(state[f"{name}.weight"] * factor[:, None, None, None])
        self.bias = nn.Parameter(state[f"{norm}.bias"] - state[f"{norm}.running_mean"] * factor)
        self.stride = stride
        self.groups = len(self.weight) if depthwise else 1
        self.linear = linear

    def forward(self, planes: Tensor) -> Tensor:
        kernel = self.weight.shape[2]
        (top, bottom), (left, right) = (self._padding(int(side), kernel) for side in planes.shape[2:])
        padding = (top, left)
        if padding != (bottom, right):
            planes = functional.pad(planes, (left, right, top, bottom))
            padding = (0, 0)
        result = functional.conv2d(planes, self.weight, self.bias, self.stride, padding, groups=self.groups)
        return result if self.linear else result.clamp(0, 6)

    def _padding(self, side: int, kernel: int) -> tuple[int, int]:
        """Padding before and after, so that the output has a pixel for every `stride` of the input."""
        total = max((math.ceil(side / self.stride) - 1) * self.stride + kernel - side, 0)
        return total // 2, total - total // 2


class _Block(nn.Module):
    """An inverted residual: widened, convolved by channel, narrowed."""

    def __init__(self, state: Mapping[str, Tensor], prefix: str, stride: int) -> None:
        super().__init__()
        widened = f"{prefix}_expand_conv.weight" in state
        parts = [_Convolution(state, f"{prefix}_expand_conv", f"{prefix}_bn0")] if widened else []
        parts += [
            _Convolution(state, f"{prefix}_depthwise_conv", f"{prefix}_bn1", stride=stride, depthwise=True),
            _Convolution(state, f"{prefix}_project_conv", f"{prefix}_bn2", linear=True),
        ]
        self.parts = nn.Sequential(*parts)
        first = parts[0].weight.shape
        inputs = first[1] if widened else first[0]
        self.adds = stride == 1 and inputs == parts[-1].weight.shape[0]

    def forward(self, planes: Tensor) -> Tensor:
        result: Tensor = self.parts(planes)
        return planes + result if self.adds else result


PAD = "[PAD]"
_SPECIAL = (PAD, "[UNK]", "[CLS]", "[SEP]")
_CONTINUED = "##"  # prefix of a piece that continues a word
_LAYER_NORM_EPSILON = 1e-12
_HEAD_WIDTH = 32  # of MiniLM with 384 numbers a row


def smaller_vocabulary(tokenizer: bytes) -> tuple[bytes, list[int]]:
    """Reduce a WordPiece tokenizer.json to English sentences about photos: no other scripts, no long numbers.

    Whole words stay, because the pieces of a missing word mean little. Returns the file's content, and the old id of
    each new id.
    """
    about: dict[str, Any] = json.loads(tokenizer)
    vocabulary: dict[str, int] = about["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.__getitem__)
    plain_pieces = [*_SPECIAL, *filter(_is_plain, pieces)]
    numbers = {piece: number for number, piece in enumerate(plain_pieces)}
    about["model"]["vocab"] = numbers
    about["added_tokens"] = [
        {**token, "id": numbers[token["content"]]}
        for token in about["added_tokens"]
        if token["content"] in numbers
    ]
    for name, special in about["post_processor"].get("special_tokens", {}).items():
        special["ids"] = [numbers[name]]
    about["truncation"] = about["padding"] = None
    return json.dumps(about, ensure_ascii=False).encode(), [vocabulary[piece] for piece in plain_pieces]


def _is_plain(piece: str) -> bool:
    word = piece.removeprefix(_CONTINUED)
    return piece.isascii() and not piece.startswith("[") and (word.isalpha() or len(word) <= 2)


class SentenceEncoder(nn.Module):
    """Map (n, length) int64 tokens, 0 after their end, to (n, t): the mean of the last layer's rows.

    weights : by the names of `transformers`. rows : for each token of the smaller vocabulary, its row in the weights
    at_depths : give the means at so many depths side by side, from the words' own rows on, each of length 1. 1: the
        last alone
    """

    def __init__(self, weights: Mapping[str, Tensor], rows: list[int], at_depths: int = 1) -> None:
        super().__init__()
        words = weights["embeddings.word_embeddings.weight"][rows]
        self.words = nn.Embedding(len(words), words.shape[1], _weight=words)
        kinds = weights["embeddings.token_type_embeddings.weight"][0]
        self.places = nn.Parameter(weights["embeddings.position_embeddings.weight"] + kinds)
        self.norm = _norm(weights, "embeddings.LayerNorm")
        count = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
        self.layers = nn.ModuleList(_Layer(weights, f"encoder.layer.{layer}.") for layer in range(count))
        self.depths = [round(depth * count / max(at_depths - 1, 1)) for depth in range(at_depths)]
        self.requires_grad_(False)

    def forward(self, tokens: Tensor) -> Tensor:
        real = (tokens != 0).float()
        mask = (real - 1.0)[:, None, None, :] * 1e4
        rows = self.norm(self.words(tokens) + self.places[: tokens.shape[1]])
        at_depths = [rows]
        for layer in self.layers:
            at_depths.append(layer(at_depths[-1], mask))
        if len(self.depths) == 1:
            return self._mean(at_depths[-1], real)
        means = [self._mean(at_depths[depth], real) for depth in self.depths]
        return torch.cat([nn.functional.normalize(mean, dim=1) for mean in means], dim=1)

    @staticmethod
    def _mean(rows: Tensor, real: Tensor) -> Tensor:
        mean: Tensor = (rows * real[..., None]).sum(1) / real.sum(1, keepdim=True).clamp(min=1.0)
        return mean


class _Layer(nn.Module):
    def __init__(self, weights: Mapping[str, Tensor], prefix: str) -> None:
        super().__init__()
        self.query, self.key, self.value = (
            _linear(weights, f"{prefix}attention.self.{name}") for name in ("query", "key", "value")
        )
        self.join = _linear(weights, f"{prefix}attention.output.dense")
        self.between = _norm(weights, f"{prefix}attention.output.LayerNorm")
        self.widen = _linear(weights, f"{prefix}intermediate.dense")
        self.narrow = _linear(weights, f"{prefix}output.dense")
        self.after = _norm(weights, f"{prefix}output.LayerNorm")

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        query, key, value = (self._split(part(rows)) for part in (self.query, self.key, self.value))
        scores = query @ key.transpose(2, 3) / math.sqrt(_HEAD_WIDTH) + mask
        attended = (torch.softmax(scores, dim=-1) @ value).transpose(1, 2).flatten(2)
        rows = self.between(rows + self.join(attended))
        result: Tensor = self.after(rows + self.narrow(nn.functional.gelu(self.widen(rows))))
        return result

    def _split(self, rows: Tensor) -> Tensor:
        """Split rows into heads: (n, length, d) -> (n, heads, length, width of a head)."""
        return rows.view(rows.shape[0], rows.shape[1], -1, _HEAD_WIDTH).transpose(1, 2)


def _linear(weights: Mapping[str, Tensor], name: str) -> nn.Linear:
    outputs, inputs = weights[f"{name}.weight"].shape
    layer = nn.Linear(inputs, outputs)
    layer.load_state_dict({part: weights[f"{name}.{part}"] for part in ("weight", "bias")})
    return layer


def _norm(weights: Mapping[str, Tensor], name: str) -> nn.LayerNorm:
    norm = nn.LayerNorm(len(weights[f"{name}.weight"]), eps=_LAYER_NORM_EPSILON)
    norm.load_state_dict({part: weights[f"{name}.{part}"] for part in ("weight", "bias")})
    return norm

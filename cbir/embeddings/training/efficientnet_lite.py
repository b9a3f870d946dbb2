"""Published weights of EfficientNet-Lite -> a network for features, early ones too, and class probabilities.

Sizes are read off the weights, so that each of the five networks fits. Batch norm is folded into the convolutions.
Tan and Le, "EfficientNet: rethinking model scaling for convolutional neural networks", ICML 2019; the Lite networks
have ReLU6, and no squeeze and excitation. Importing this loads torch.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

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
_EPSILON = 1e-3  # of batch norm, as these weights were trained
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
        factor = state[f"{norm}.weight"] / torch.sqrt(state[f"{norm}.running_var"] + _EPSILON)
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

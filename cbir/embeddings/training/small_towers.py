"""Two small towers, and a vocabulary made from their training captions.

The image tower adds its position to every cell, because captions say "on the left". The text tower is a transformer
of two layers. Together they have about half a million parameters and train from scratch on two cores in minutes.
Importing this loads torch.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import torch
from torch import Tensor, nn

from cbir.base.types import Preprocessing

PAD, UNKNOWN, START, END = "[PAD]", "[UNK]", "[START]", "[END]"
PAD_ID = 0
CONTEXT_TOKENS = 40
SMALL_PREPROCESSING = Preprocessing(
    side_px=64, fit="squash", interpolation="bicubic", mean=(0.5, 0.5, 0.5), std=(0.25, 0.25, 0.25)
)


def make_tokenizer(captions: Iterable[str], *, least: int = 1) -> str:
    """Build the tokenizer.json of a vocabulary of whole words, most frequent first.

    least : times that a word must occur; all rarer and unseen words share one token
    """
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    splitter = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation("removed")]
    )
    counts: Counter[str] = Counter()
    for caption in captions:
        counts.update(word for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(caption)))
    words = sorted((word for word, count in counts.items() if count >= least), key=lambda w: (-counts[w], w))
    vocabulary = {word: index for index, word in enumerate((PAD, UNKNOWN, START, END, *words))}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = splitter
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{START} $A {END}", special_tokens=[(name, vocabulary[name]) for name in (START, END)]
    )
    return tokenizer.to_str()


class SmallImageTower(nn.Module):
    """Map (n, 3, side, side) float32, normalised, to (n, dimension).

    Every cell of the last grid is described by the same weights, with its position as further channels, and the cells
    are pooled. So a shape learned on the left is recognised on the right. The mean counts, the maximum detects.
    """

    def __init__(
        self, dimension: int = 128, *, side_px: int = 64, channels: int = 16, described: int = 192
    ) -> None:
        super().__init__()
        # Max pooling, not strides, as small shapes differ in single pixels. Pooling before normalisation gives the
        # same result for a quarter of the work.
        self.cells = nn.Sequential(
            *_convolution(3, channels, halve=True),
            *_convolution(channels, 2 * channels, halve=True),
            *_convolution(2 * channels, 4 * channels, halve=True),
            *_convolution(4 * channels, 8 * channels),
        )
        steps = torch.linspace(-1, 1, side_px // 8)
        down, right = torch.meshgrid(steps, steps, indexing="ij")
        self.places: Tensor
        self.register_buffer("places", torch.stack([right, down, right * right, down * down])[None])
        self.describe = nn.Sequential(
            *_convolution(8 * channels + 4, described, kernel=1),
            *_convolution(described, described, kernel=1),
        )
        # With a linear map alone, "three" could only lie further in the direction of "two".
        self.project = nn.Sequential(
            nn.Linear(2 * described, described, bias=False),
            nn.BatchNorm1d(described),
            nn.ReLU(inplace=True),
            nn.Linear(described, dimension),
        )

    def forward(self, pixels: Tensor) -> Tensor:
        cells = self.cells(pixels)
        described = self.describe(torch.cat([cells, self.places.expand(cells.shape[0], -1, -1, -1)], 1))
        embedded: Tensor = self.project(
            torch.cat([described.mean(dim=(2, 3)), described.amax(dim=(2, 3))], dim=1)
        )
        return embedded


class SmallTextTower(nn.Module):
    """Map (n, context) int64 to (n, dimension)."""

    def __init__(
        self,
        words: int,
        dimension: int = 128,
        *,
        context: int = CONTEXT_TOKENS,
        width: int = 128,
        layers: int = 2,
        heads: int = 4,
    ) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.positions = nn.Parameter(torch.randn(context, width) * 0.1)
        nn.init.normal_(self.words.weight, std=0.5)
        self.blocks = nn.ModuleList(_Block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.project = nn.Linear(width, dimension)

    def forward(self, tokens: Tensor) -> Tensor:
        real = (tokens != PAD_ID).float()
        hidden = self.words(tokens) + self.positions[: tokens.shape[1]]
        mask = (real - 1.0)[:, None, None, :] * 1e4
        for block in self.blocks:
            hidden = block(hidden, mask)
        mean = (self.norm(hidden) * real[..., None]).sum(1) / real.sum(1, keepdim=True).clamp(min=1.0)
        projected: Tensor = self.project(mean)
        return projected


class _Block(nn.Module):
    """A layer of a transformer, normalised first (Xiong et al., ICML 2020), written out so that it exports plainly."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before = nn.LayerNorm(width)
        self.mix = nn.Linear(width, 3 * width)
        self.join = nn.Linear(width, width)
        self.between = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 2 * width)
        self.narrow = nn.Linear(2 * width, width)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        length, width = hidden.shape[1], hidden.shape[2]
        mixed = self.mix(self.before(hidden)).reshape(-1, length, 3, self.heads, width // self.heads)
        query, key, value = mixed.permute(2, 0, 3, 1, 4).unbind(0)
        scores = query @ key.transpose(2, 3) / math.sqrt(width // self.heads) + mask
        attended = (torch.softmax(scores, dim=-1) @ value).transpose(1, 2).reshape(-1, length, width)
        hidden = hidden + self.join(attended)
        result: Tensor = hidden + self.narrow(nn.functional.gelu(self.widen(self.between(hidden))))
        return result


def _convolution(inputs: int, outputs: int, *, kernel: int = 3, halve: bool = False) -> tuple[nn.Module, ...]:
    return (
        nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False),
        *((nn.MaxPool2d(2),) if halve else ()),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )

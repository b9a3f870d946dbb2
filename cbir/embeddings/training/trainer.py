"""Captioned pictures + two modules + a loss -> trained modules, epoch by epoch.

The loop does not depend on the modules: the small towers and open_clip's are trained alike. Importing this loads
torch.

InfoNCE is implemented here. The other losses come from pytorch-metric-learning and are applied in both directions:
pictures among texts and texts among pictures.
Margin: Hadsell et al., CVPR 2006. Triplets: Schroff et al., "FaceNet", CVPR 2015 (semi-hard); Hermans et al., "In
defense of the triplet loss", 2017 (batch hard). Multi-similarity: Wang et al., CVPR 2019. InfoNCE: van den Oord et
al., 2018, with CLIP's learned temperature; several right answers: Khosla et al., NeurIPS 2020.
"""

from __future__ import annotations

import io
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cbir.base.errors import Cancelled, CbirError
from cbir.base.extras import how_to_install
from cbir.base.storage import write_atomically
from cbir.base.types import Preprocessing
from cbir.embeddings.training.checkpoints import Position, load_checkpoint, save_checkpoint
from cbir.embeddings.training.data import (
    CaptionedPictures,
    EpochRecord,
    LossName,
    Tokenize,
    TokenTable,
    TrainingOptions,
    TrainingProgress,
    TrainingResult,
)

START_SCALE = 1 / 0.07  # CLIP's
MAX_SCALE = 100.0  # CLIP's: more makes training unstable
TRIPLET_MARGIN = 0.2  # FaceNet's, here of cosines
NEGATIVE_COSINE = 0.3  # ContrastiveLoss stops pushing apart below it


class InfoNce(nn.Module):
    """Cross-entropy of each caption choosing its picture among those of the step, and each picture its caption."""

    def __init__(self) -> None:
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(math.log(START_SCALE)))

    def forward(self, images: Tensor, texts: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss.

        images, texts : (n, d) unit rows
        labels : (n,); all pictures with the label of a text are right answers, with equal shares
        """
        logits = self.log_scale.exp().clamp(max=MAX_SCALE) * texts @ images.T
        right = (labels[:, None] == labels[None, :]).float()
        right = right / right.sum(1, keepdim=True)
        both = nn.functional.cross_entropy(logits, right) + nn.functional.cross_entropy(logits.T, right)
        return both / 2

    @property
    def scale(self) -> float:
        return float(self.log_scale.detach().exp().clamp(max=MAX_SCALE))


class MetricLoss(nn.Module):
    """A loss of pytorch-metric-learning, with the miner that chooses its pairs or triplets."""

    def __init__(self, loss: nn.Module, miner: Any | None) -> None:
        super().__init__()
        self.loss = loss
        self.miner = miner

    def forward(self, images: Tensor, texts: Tensor, labels: Tensor) -> Tensor:
        return (self._one_way(images, texts, labels) + self._one_way(texts, images, labels)) / 2

    def _one_way(self, queries: Tensor, answers: Tensor, labels: Tensor) -> Tensor:
        # A copy: with the same labels object the library takes answers for the queries, and pairs none with its own.
        answer_labels = labels.clone()
        chosen = None if self.miner is None else self.miner(queries, labels, answers, answer_labels)
        value: Tensor = self.loss(queries, labels, chosen, ref_emb=answers, ref_labels=answer_labels)
        return value

    @property
    def scale(self) -> float:
        return START_SCALE


def make_loss(name: LossName) -> InfoNce | MetricLoss:
    """Build a loss by its name. Raises CbirError if it needs a library that is not installed."""
    if name == "infonce":
        return InfoNce()
    try:
        from pytorch_metric_learning import distances, losses, miners
    except ImportError as error:
        raise CbirError(
            "The loss {0} needs pytorch-metric-learning. {1}", name, how_to_install("train")
        ) from error
    cosine = distances.CosineSimilarity()
    if name == "margin":
        return MetricLoss(
            losses.ContrastiveLoss(pos_margin=1.0, neg_margin=NEGATIVE_COSINE, distance=cosine), None
        )
    if name == "multi-similarity":
        return MetricLoss(
            losses.MultiSimilarityLoss(alpha=2, beta=50, base=0.5), miners.MultiSimilarityMiner(0.1)
        )
    triplets = losses.TripletMarginLoss(margin=TRIPLET_MARGIN, distance=cosine)
    if name == "triplet":
        miner = miners.TripletMarginMiner(TRIPLET_MARGIN, type_of_triplets="semihard", distance=cosine)
        return MetricLoss(triplets, miner)
    return MetricLoss(triplets, miners.BatchHardMiner(distance=cosine))


CHECKPOINT = "checkpoint.safetensors"
_SAVE_EVERY_S = 120.0
_MEASURED_BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Towers:
    """Two modules that give vectors of one dimension, and the preparation of their inputs.

    image : (n, 3, side, side) float32, normalised -> (n, d). text : (n, context) int64 -> (n, d)
    pad_id : fills the context after the tokens. trimmed : the text module also reads a shorter context
    """

    image: nn.Module
    text: nn.Module
    tokenize: Tokenize
    preprocessing: Preprocessing
    pad_id: int = 0
    trimmed: bool = False


def train(
    towers: Towers,
    trained: CaptionedPictures,
    held_out: CaptionedPictures,
    options: TrainingOptions,
    *,
    folder: Path,
    resume: bool = False,
    progress: Callable[[TrainingProgress], None] = lambda _: None,
    stopping: Callable[[], bool] = lambda: False,
) -> TrainingResult:
    """Train the modules of `towers` in place.

    folder : existing folder for the checkpoint, which is saved after every epoch and before stopping
    resume : continue from the checkpoint in folder, if there is one
    Raises Cancelled, after saving, if stopping() returns True; ArtifactMismatch if the checkpoint belongs to another
    training; CbirError if the loss is no longer a number.
    """
    return _Run(towers, trained, held_out, options, folder / CHECKPOINT).run(
        resume=resume, progress=progress, stopping=stopping
    )


class _Run:
    """One training: the modules, their optimizer and the data."""

    def __init__(
        self,
        towers: Towers,
        trained: CaptionedPictures,
        held_out: CaptionedPictures,
        options: TrainingOptions,
        checkpoint: Path,
    ) -> None:
        if len(trained) < 2 or not len(held_out):
            raise CbirError("Training needs at least two pictures with captions, and one that is held out.")
        torch.manual_seed(options.seed)
        if options.threads is not None:
            torch.set_num_threads(options.threads)
        self.towers, self.trained, self.held_out, self.options = towers, trained, held_out, options
        self.checkpoint = checkpoint
        self.made_by = f"{options.fingerprint} {trained.fingerprint} {held_out.fingerprint}"
        self.loss: InfoNce | MetricLoss = make_loss(options.loss)
        self.device = _device(options)
        self.model = nn.ModuleDict({"image": towers.image, "text": towers.text, "loss": self.loss})
        # Channels last is twice as fast on a CPU, and no slower on a GPU.
        self.model.to(self.device)
        self.model.to(memory_format=torch.channels_last)
        self.optimizer = _optimizer(self.model, self.loss, options)
        self.tokens = TokenTable.of(trained, towers.tokenize)
        self.lesson_tokens = [towers.tokenize(lesson.captions) for lesson in trained.lessons]
        self.held_out_tokens = TokenTable.of(held_out, towers.tokenize)
        self.steps = max(1, len(trained) // options.batch)
        self.mean = torch.tensor(towers.preprocessing.mean, device=self.device).view(1, 3, 1, 1) * 255
        self.std = torch.tensor(towers.preprocessing.std, device=self.device).view(1, 3, 1, 1) * 255
        self.best: dict[str, Tensor] = {}

    def run(
        self, *, resume: bool, progress: Callable[[TrainingProgress], None], stopping: Callable[[], bool]
    ) -> TrainingResult:
        position = Position()
        if resume and self.checkpoint.exists():
            position, self.best = load_checkpoint(
                self.checkpoint, self.model, self.optimizer, made_by=self.made_by
            )
        while position.epoch < self.options.epochs and not self._has_stalled(position):
            position = self._epoch(position, progress, stopping)
            self._save(position)
        chosen = position.best if self.options.patience is not None else len(position.history) - 1
        if self.best and chosen != len(position.history) - 1:
            self.model.load_state_dict(self.best)
        self.model.eval()
        return TrainingResult(
            history=position.history,
            kept=chosen,
            stopped_early=position.epoch < self.options.epochs,
            scale=self.loss.scale,
        )

    def _has_stalled(self, position: Position) -> bool:
        patience = self.options.patience
        return patience is not None and position.epoch - 1 - position.best >= patience and position.best >= 0

    def _epoch(
        self, position: Position, progress: Callable[[TrainingProgress], None], stopping: Callable[[], bool]
    ) -> Position:
        options, epoch = self.options, position.epoch
        size = min(options.batch, len(self.trained))
        steps = self.trained.steps(
            size,
            np.random.default_rng((options.seed, epoch)),
            simple_only=epoch < options.simple_until * options.epochs,
            alike_share=options.alike_share if epoch >= options.alike_after * options.epochs else 0.0,
        )
        started = saved = time.perf_counter()
        before, loss_sum, rate = position.seconds, position.loss_sum, 0.0
        self.model.train()
        for step in range(position.step, self.steps):
            progress_now = replace(
                position, step=step, loss_sum=loss_sum, seconds=before + time.perf_counter() - started
            )
            if stopping():
                self._save(progress_now)
                raise Cancelled(
                    "The training was stopped. What it learned so far is kept: --resume continues from there."
                )
            if time.perf_counter() - saved > _SAVE_EVERY_S:
                self._save(progress_now)
                saved = time.perf_counter()
            rate = self._set_rate(epoch * self.steps + step)
            # Ascending rows read a mapped file forwards.
            rows = np.sort(steps[step])
            loss = self._step(
                rows, np.random.default_rng((options.seed, epoch, step)), self._lesson(epoch, step)
            )
            loss_sum += loss
            last = position.history[-1] if position.history else None
            progress(
                TrainingProgress(
                    epoch=epoch, epochs=options.epochs, step=step + 1, steps=self.steps, loss=loss, last=last
                )
            )
        held_out_loss, recall_1, recall_5 = self._measure()
        record = EpochRecord(
            epoch=epoch,
            loss=loss_sum / self.steps,
            held_out_loss=held_out_loss,
            recall_1=recall_1,
            recall_5=recall_5,
            learning_rate=rate,
            seconds=before + time.perf_counter() - started,
        )
        return self._after(position, record)

    def _after(self, position: Position, record: EpochRecord) -> Position:
        """The position at the beginning of the next epoch. Keeps the weights if they are the best so far."""
        best = position.best
        if self.options.patience is not None:
            previous = position.history[best] if best >= 0 else None
            if previous is None or (record.recall_1, -record.held_out_loss) > (
                previous.recall_1,
                -previous.held_out_loss,
            ):
                best = record.epoch
                self.best = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        return Position(epoch=record.epoch + 1, history=(*position.history, record), best=best)

    def _lesson(self, epoch: int, step: int) -> int | None:
        """Draw the lesson of a step; None for whole captions."""
        options, lessons = self.options, self.trained.lessons
        done = (epoch + step / self.steps) / (options.lessons_until * options.epochs or 1)
        rng = np.random.default_rng((options.seed, epoch, step, 0x1E550))
        if not lessons or rng.random() >= options.lessons_first * max(0.0, 1 - done):
            return None
        return int(rng.integers(len(lessons)))

    def _step(self, rows: NDArray[np.int64], rng: np.random.Generator, lesson: int | None) -> float:
        pixels = self._vary(self._pixels(self.trained.pictures[rows]), rng)
        if lesson is None:
            tokens = self._tokens(self.tokens.one_each(rows, rng))
            labels = torch.from_numpy(self.trained.labels[rows]).to(self.device)
        else:
            tokens = self._tokens(self.lesson_tokens[lesson][rows])
            labels = torch.from_numpy(self.trained.lessons[lesson].labels[rows]).to(self.device)
        images = nn.functional.normalize(self.model["image"](pixels), dim=1)
        texts = nn.functional.normalize(self.model["text"](tokens), dim=1)
        loss = self.loss(images, texts, labels)
        if not torch.isfinite(loss):
            raise CbirError(
                "The training diverged: its loss is no longer a number. Try a lower learning rate."
            )
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        return float(loss.detach())

    def _pixels(self, squares: NDArray[np.uint8]) -> Tensor:
        # A permuted view of (n, side, side, 3) is already channels last.
        pixels = torch.from_numpy(np.ascontiguousarray(squares)).to(self.device).permute(0, 3, 1, 2)
        normalised: Tensor = (pixels.float() - self.mean) / self.std
        return normalised

    def _tokens(self, tokens: NDArray[np.int64]) -> Tensor:
        if self.towers.trimmed:
            used = np.flatnonzero((tokens != self.towers.pad_id).any(axis=0))
            tokens = tokens[:, : int(used[-1]) + 1 if len(used) else 1]
        return torch.from_numpy(np.ascontiguousarray(tokens)).to(self.device)

    def _vary(self, pixels: Tensor, rng: np.random.Generator) -> Tensor:
        """Vary light and position a little. Never mirror: the caption's left and right would be wrong."""
        light, shift = self.options.light, self.options.shift_px
        if light:
            gain = 1 + light * rng.uniform(-1, 1, (len(pixels), 1, 1, 1))
            offset = 2 * light * rng.uniform(-1, 1, (len(pixels), 1, 1, 1))
            gain_offset = torch.from_numpy(np.stack([gain, offset]).astype(np.float32)).to(self.device)
            pixels = pixels * gain_offset[0] + gain_offset[1]
        if shift:
            down, right = (int(value) for value in rng.integers(-shift, shift + 1, 2))
            side = pixels.shape[-1]
            pixels = nn.functional.pad(pixels, (shift,) * 4, mode="replicate")
            pixels = pixels[..., shift + down : shift + down + side, shift + right : shift + right + side]
        return pixels.contiguous(memory_format=torch.channels_last)

    @torch.no_grad()
    def _measure(self) -> tuple[float, float, float]:
        """Loss, and text-to-image recall at 1 and 5 among the held-out pictures, with every caption as a query."""
        self.model.eval()
        images = self._embedded(
            "image", len(self.held_out), lambda a, b: self._pixels(self.held_out.pictures[a:b])
        )
        texts = self._embedded(
            "text",
            len(self.held_out_tokens.tokens),
            lambda a, b: self._tokens(self.held_out_tokens.tokens[a:b]),
        )
        labels = self.held_out.labels
        owner = np.repeat(np.arange(len(self.held_out)), np.diff(self.held_out_tokens.starts))
        right = [np.flatnonzero(labels == labels[row]) for row in range(len(labels))]
        ranks = text_to_image_ranks(texts.cpu().numpy(), images.cpu().numpy(), [right[row] for row in owner])
        loss, batches = 0.0, 0
        for start in range(0, len(images), self.options.batch):
            rows = np.arange(start, min(start + self.options.batch, len(images)))
            if len(rows) < 2 and batches:
                continue
            first = torch.from_numpy(self.held_out_tokens.starts[rows]).to(self.device)
            loss += float(
                self.loss(images[rows], texts[first], torch.from_numpy(labels[rows]).to(self.device))
            )
            batches += 1
        return loss / batches, recall_at(ranks, 1), recall_at(ranks, 5)

    def _embedded(self, tower: str, number: int, read: Callable[[int, int], Tensor]) -> Tensor:
        parts = [
            self.model[tower](read(start, min(start + _MEASURED_BATCH, number)))
            for start in range(0, number, _MEASURED_BATCH)
        ]
        return nn.functional.normalize(torch.cat(parts), dim=1)

    def _set_rate(self, step: int) -> float:
        """Set the learning rate of a step and return it: linear warm-up, then half a cosine down to zero."""
        total = self.options.epochs * self.steps
        warm = max(1, round(self.options.warm_up * total))
        share = (
            (step + 1) / warm
            if step < warm
            else 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, total - warm)))
        )
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.learning_rate * share * group["factor"]
        return self.options.learning_rate * share

    def _save(self, position: Position) -> None:
        save_checkpoint(
            self.checkpoint, self.model, self.optimizer, position, made_by=self.made_by, best=self.best
        )


def _optimizer(model: nn.Module, loss: nn.Module, options: TrainingOptions) -> torch.optim.AdamW:
    """AdamW without decay of gains, biases and the temperature, and with a higher rate for the temperature.

    At the common rate the temperature would move by only a few percent in a small model's few hundred steps.
    """
    temperature = {id(parameter) for parameter in loss.parameters()}
    free = [p for p in model.parameters() if p.requires_grad and id(p) not in temperature]
    return torch.optim.AdamW(
        [
            {"params": [p for p in free if p.ndim > 1], "weight_decay": options.weight_decay, "factor": 1.0},
            {"params": [p for p in free if p.ndim <= 1], "weight_decay": 0.0, "factor": 1.0},
            {
                "params": list(loss.parameters()),
                "weight_decay": 0.0,
                "factor": options.temperature_factor,
            },
        ],
        lr=options.learning_rate,
        betas=(0.9, 0.98),
    )


def _device(options: TrainingOptions) -> torch.device:
    has_gpu = torch.cuda.is_available()
    if options.device == "cuda" and not has_gpu:
        raise CbirError("There is no GPU here that torch can use. Train with --device cpu.")
    return torch.device("cuda" if has_gpu and options.device != "cpu" else "cpu")


def text_to_image_ranks(
    texts: NDArray[np.float32],
    images: NDArray[np.float32],
    right: Sequence[NDArray[np.int64]] | NDArray[np.int64],
) -> NDArray[np.int64]:
    """The rank, from 1, of each text's best right picture.

    texts : (m, d), images : (n, d), unit rows. right : for each text, the row or rows of its pictures
    Ties count against the right picture, so that a model with equal scores for all pictures gets no credit.
    """
    ranks = np.empty(len(texts), np.int64)
    for row, text in enumerate(texts):
        scores = images @ text
        answers = np.atleast_1d(right[row])
        wrong = np.ones(len(images), bool)
        wrong[answers] = False
        ranks[row] = 1 + np.count_nonzero(scores[wrong] >= scores[answers].max())
    return ranks


def recall_at(ranks: NDArray[np.int64], k: int) -> float:
    """Share of the texts that have a right picture among the first k; 0.0 without texts."""
    return float((ranks <= k).mean()) if len(ranks) else 0.0


def plot_history(history: Sequence[EpochRecord], path: Path, *, title: str) -> None:
    """Plot losses and held-out recall by epoch, side by side, as PNG."""
    # Not pyplot, which would choose a window system and keep every figure.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    losses, recalls = figure.subplots(1, 2)
    epochs = [record.epoch + 1 for record in history]
    losses.plot(epochs, [record.loss for record in history], marker=".", label="trained")
    losses.plot(epochs, [record.held_out_loss for record in history], marker=".", label="held out")
    recalls.plot(epochs, [record.recall_1 for record in history], marker=".", label="R@1")
    recalls.plot(epochs, [record.recall_5 for record in history], marker=".", label="R@5")
    recalls.set_ylim(0, 1)
    for axes, name in ((losses, "loss"), (recalls, "text to image, held out")):
        axes.set(xlabel="epoch", ylabel=name)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
        axes.legend()
    figure.suptitle(title)
    encoded = io.BytesIO()
    figure.savefig(encoded, format="png", dpi=100)
    write_atomically(path, encoded.getvalue())

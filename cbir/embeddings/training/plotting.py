"""The history of a training -> a picture of its losses and its recall."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from cbir.base.storage import write_atomically
from cbir.embeddings.training.options import EpochRecord


def plot_history(history: Sequence[EpochRecord], path: Path, *, title: str) -> None:
    """Write a PNG: the losses on the left, the held-out recall on the right, by epoch."""
    # Not pyplot: it would choose a window system and keep every figure.
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

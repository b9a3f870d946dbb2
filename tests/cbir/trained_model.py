"""A small model that the real command trains from nothing, and held-out scenes to measure models on."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.demo.scenes import Scene, caption, draw_scenes, render, split_groups
from cbir.embeddings import InstalledModel, open_image_tower, open_model_folder, open_text_tower, prepare
from cbir.evaluation import encode_jpeg
from cbir.images import decode
from tests.docs.schemas import fitting

SEED = 20261120  # of the training in tests
SHIPPED_SEED = 1  # of the shipped model's split; its manifest names it too
# The shipped model had 12,000 pictures and 24 epochs: a miniature proves the command, not the model made with it.
PICTURES, EPOCHS, BATCH = 1200, 6, 128
PHOTO_SIDE_PX = 256
TRAIN = (sys.executable, "-m", "cbir", "models", "train", "--json")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedInTests:
    """report : what the command printed with --json"""

    model: InstalledModel
    report: dict[str, Any]
    seed: int = SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A model's measurements of held-out scenes, with one caption and one photo of each."""

    scenes: tuple[Scene, ...]
    captions: tuple[str, ...]
    texts: NDArray[np.float32]
    images: NDArray[np.float32]


def train_small_model(folder):
    """Run `cbir models train --scenes` on a miniature of the shipped model's training set."""
    done = train_command(
        *("--scenes", "--seed", str(SEED), "--device", "cpu", "-o", str(folder)),
        *("--pictures", str(PICTURES), "--epochs", str(EPOCHS), "--batch", str(BATCH)),
    )
    return TrainedInTests(model=open_model_folder(folder), report=fitting("models train", done.stdout))


NEEDED = ("torch", "matplotlib")


def train_command(*arguments, check=True):
    done = subprocess.run(
        [*TRAIN, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def photo_of(scene, rng, *, side_px=PHOTO_SIDE_PX):
    """A scene as a JPEG file, as the demo has them."""
    return encode_jpeg(render(scene, rng, side_px=side_px), 88)


def scene_photos(seed, number, *, of, part, shuffle=0):
    """Distinct scenes of one part of a seed's split: each with a full caption, and a generator to render it by.

    shuffle : another number gives other scenes of the same part, worded and drawn otherwise
    """
    parts = {"trained": 1, "development": 2, "held_out": 3}
    groups = getattr(split_groups(seed), part)
    rng = np.random.default_rng((seed, parts[part], of, shuffle, 0xFA))
    for scene in draw_scenes(groups, number, group_count=of, rng=rng):
        yield scene, caption(scene, rng), rng


def measure(model, seed, number, *, of, shuffle=0):
    """Render held-out scenes as JPEG files, and embed them and their captions as a library does."""
    scenes, captions, squares = [], [], []
    for scene, told, rng in scene_photos(seed, number, of=of, part="held_out", shuffle=shuffle):
        image = decode(photo_of(scene, rng), max_side_px=960)
        scenes.append(scene)
        captions.append(told)
        squares.append(prepare(image.pixels, model.preprocessing))
    with open_text_tower(model, "cpu") as text, open_image_tower(model, "cpu") as image_tower:
        return Measured(
            scenes=tuple(scenes),
            captions=tuple(captions),
            texts=text.encode(captions).vectors,
            images=image_tower.encode(np.stack(squares)),
        )


def recall_at_1(measured, chosen=None):
    """Share of the captions whose own photo comes first among all photos; a tie is a miss."""
    scores = measured.texts @ measured.images.T
    own = np.diag(scores).copy()
    np.fill_diagonal(scores, -np.inf)
    hits = own > scores.max(1)
    return float(hits[list(chosen)].mean() if chosen is not None else hits.mean())

"""A seed -> scenes for training, scenes for choosing, and scenes for reporting.

The groups are dealt first, so that no held-out picture shows anything that training showed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Preprocessing
from cbir.demo.scenes import (
    Scene,
    Split,
    caption,
    draw_scenes,
    partial_caption,
    property_caption,
    render,
    split_groups,
)
from cbir.embeddings.towers import prepare
from cbir.embeddings.training import CaptionedPictures, Lesson, TrainingOptions

SCENE_OPTIONS = TrainingOptions(epochs=8, batch=256, learning_rate=3e-3, patience=None)
"""Options for the small model that learns scenes in about three minutes on two cores."""

SINGLES, PAIRS = 7000, 5000  # trained pictures with one group and with two
PICTURES = SINGLES + PAIRS
HELD_OUT = 160  # development pictures for the plot's recall, half with one group and half with two
CAPTIONS_EACH = 4
PARTIAL = 0.25  # of the captions leave something out
_LESSON_PROPERTIES = (*("shape", "shape count", "shape size count") * 2, "colour place")
LESSONS = tuple(frozenset(properties.split()) for properties in _LESSON_PROPERTIES)
"""Sets of properties that the first lessons tell apart, one set per lesson."""
_SIDES_PX = (64, 80, 96, 128)  # scenes are rendered at several sizes, so that edges vary in sharpness


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneData:
    """Pictures of one seed. trained and development share no group with the split's held-out part."""

    trained: CaptionedPictures
    development: CaptionedPictures
    split: Split


def scene_data(
    seed: int,
    preprocessing: Preprocessing,
    *,
    singles: int = SINGLES,
    pairs: int = PAIRS,
    progress: Callable[[str, int, int | None], None] = lambda *_: None,
) -> SceneData:
    """Render all pictures of a training: the same for the same seed on every machine with the same OpenCV."""
    split = split_groups(seed)
    rng = np.random.default_rng((seed, 1))
    scenes = (
        *draw_scenes(split.trained, singles, group_count=1, rng=rng, distinct=False),
        *draw_scenes(split.trained, pairs, group_count=2, rng=rng),
    )
    trained = replace(
        _pictures(scenes, rng, preprocessing, progress=progress),
        lessons=tuple(_lesson(scenes, properties, rng) for properties in LESSONS),
    )
    development_rng = np.random.default_rng((seed, 2))
    half = HELD_OUT // 2
    measured = (
        *draw_scenes(split.development, half, group_count=1, rng=development_rng),
        *draw_scenes(split.development, HELD_OUT - half, group_count=2, rng=development_rng),
    )
    development = _pictures(measured, development_rng, preprocessing, captions_each=1, partial=0.0)
    return SceneData(trained=trained, development=development, split=split)


def _lesson(scenes: Sequence[Scene], properties: frozenset[str], rng: np.random.Generator) -> Lesson:
    """Captions of these properties, and labels. A plural also tells that there are several, even without a count."""
    values = [
        tuple(
            sorted(
                (*(str(getattr(group, name)) for name in sorted(properties)), group.count > 1)
                for group in scene.groups
            )
        )
        for scene in scenes
    ]
    return Lesson(
        captions=tuple(property_caption(scene, properties, rng) for scene in scenes), labels=_numbered(values)
    )


def _numbered(keys: Sequence[Any]) -> NDArray[np.int64]:
    """Number keys from 0, equal keys alike: (n,)."""
    numbers = {key: number for number, key in enumerate(sorted(set(keys)))}
    return np.array([numbers[key] for key in keys], np.int64)


def _pictures(
    scenes: Sequence[Scene],
    rng: np.random.Generator,
    preprocessing: Preprocessing,
    *,
    captions_each: int = CAPTIONS_EACH,
    partial: float = PARTIAL,
    progress: Callable[[str, int, int | None], None] = lambda *_: None,
) -> CaptionedPictures:
    pictures, captions = [], []
    for done, scene in enumerate(scenes):
        side_px = int(_SIDES_PX[rng.integers(len(_SIDES_PX))])
        pictures.append(prepare(render(scene, rng, side_px=side_px), preprocessing))
        wordings = [partial_caption if rng.random() < partial else caption for _ in range(captions_each)]
        captions.append(tuple(wording(scene, rng) for wording in wordings))
        if done % 100 == 0:
            progress("Rendering scenes", done, len(scenes))
    return CaptionedPictures(
        simple=np.array([len(scene.groups) == 1 for scene in scenes]),
        alike=_numbered([tuple((group.place, group.colour) for group in scene.groups) for scene in scenes]),
        pictures=np.stack(pictures),
        captions=tuple(captions),
        labels=_numbered(scenes),
    )

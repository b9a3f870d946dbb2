"""Captioned pictures + a student model -> training -> a model's folder with its history.

<folder>/           the model, as `cbir models import` takes it
<folder>/training/  checkpoint, history.json, history.png, and the photos' pixels while they are needed
"""

from __future__ import annotations

import datetime
import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cbir.base.errors import CbirError
from cbir.base.extras import how_to_install
from cbir.base.storage import make_private_folder, write_atomically
from cbir.embeddings import InstalledModel, need_model_packages
from cbir.embeddings.training import (
    CaptionedPictures,
    TrainingOptions,
    TrainingProgress,
    TrainingResult,
    split_held_out,
)
from cbir.training.photos import CaptionedFile, photo_data
from cbir.training.scenes import PICTURES, SINGLES, scene_data

if TYPE_CHECKING:
    from cbir.embeddings.training import Student

SMALL_OPTIONS = TrainingOptions(epochs=40, batch=256, learning_rate=2e-3, patience=6, light=0.15, shift_px=2)
"""Options for a small model that learns captioned photos from scratch."""

FURTHER_OPTIONS = TrainingOptions(
    epochs=10, batch=64, learning_rate=1e-5, weight_decay=0.1, patience=3, light=0.05
)
"""Options for training an installed model further: gently, or it forgets (Wortsman et al., CVPR 2022)."""

WORK, HISTORY, PLOT = "training", "history.json", "history.png"

Progress = Callable[[str, int, int | None], None]
"""Called with the step's name, the amount done, and the total."""
Stopping = Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainedModel:
    """A trained model, its history and its plot.

    photos : number learned from. held_out : number measured on after every epoch. unreadable : number left out
    """

    model: InstalledModel
    result: TrainingResult
    photos: int
    held_out: int
    unreadable: int
    plot: Path


def train_on_scenes(
    folder: Path,
    options: TrainingOptions,
    *,
    pictures: int = PICTURES,
    name: str = "scenes",
    command: str = "",
    demo: bool = False,
    resume: bool = False,
    progress: Progress = lambda *_: None,
    stopping: Stopping = lambda: False,
) -> TrainedModel:
    """Train a small model on rendered scenes, from scratch.

    folder : made if missing. pictures : number of scenes rendered to learn from
    demo : marks the model as the demo's own. command : noted in the model as its origin
    Raises Cancelled if stopping() returns True, CbirError if a package is missing or the folder holds something else.
    """
    _need_packages()
    from cbir.embeddings.training import SMALL_PREPROCESSING, small_student

    work = _work_folder(folder)
    singles = round(pictures * SINGLES / PICTURES)
    data = scene_data(
        options.seed, SMALL_PREPROCESSING, singles=singles, pairs=pictures - singles, progress=progress
    )
    captions = _all_captions(data.trained)
    student = small_student(captions, name=name, title="Small model of rendered scenes", seed=options.seed)
    student = replace(
        student,
        description=replace(student.description, demo=demo, licence="Apache-2.0", languages="English"),
    )
    made_from = {
        "command": command,
        "data": f"{len(data.trained)} rendered scenes of {len(data.split.trained)} combinations;"
        f" {len(data.split.held_out)} combinations were never shown",
    }
    notes = ["It knows rendered scenes and their words, and nothing about photos."] if demo else []
    result = _learn(student, data.trained, data.development, options, work, resume, progress, stopping)
    return _publish(student, data.trained, data.development, options, result, folder, made_from, notes=notes)


def train_on_captions(
    files: Sequence[CaptionedFile],
    folder: Path,
    options: TrainingOptions,
    *,
    name: str,
    base: InstalledModel | None = None,
    held_out: float = 0.1,
    command: str = "",
    resume: bool = False,
    progress: Progress = lambda *_: None,
    stopping: Stopping = lambda: False,
) -> TrainedModel:
    """Train a model on captioned photos: base further, or a small model from scratch if base is None.

    held_out : share of the photos to measure on, chosen by the seed
    Raises the errors of train_on_scenes().
    """
    _need_packages()
    if len(files) < 3:
        raise CbirError("Training needs at least three photos with captions, one of which is held out.")
    from cbir.embeddings.training import small_student, student_of

    work = _work_folder(folder)
    training_rows, held_out_rows = split_held_out(np.arange(len(files)), held_out, options.seed)
    if base is None:
        captions = [caption for row in training_rows for caption in files[row].captions]
        student = small_student(captions, name=name, title=name, seed=options.seed)
    else:
        student = student_of(base, name=name, title=f"{base.info.title}, trained further")
    preprocessing = student.towers.preprocessing
    pixels = (work / "trained.u8", work / "held-out.u8")
    try:
        parts = [
            photo_data(
                [files[row] for row in rows], preprocessing, path, progress=progress, stopping=stopping
            )
            for rows, path in zip((training_rows, held_out_rows), pixels, strict=True)
        ]
        (trained, lost), (measured, more_lost) = parts
        result = _learn(student, trained, measured, options, work, resume, progress, stopping)
        made_from = {"command": command, "data": f"{len(trained)} captioned photos"}
        if base is not None:
            made_from["base"] = f"{base.info.name} {base.info.fingerprint}"
        done = _publish(
            student, trained, measured, options, result, folder, made_from, unreadable=lost + more_lost
        )
    finally:
        del parts
        for path in pixels:
            path.unlink(missing_ok=True)
    return done


def _learn(
    student: Student,
    trained: CaptionedPictures,
    held_out: CaptionedPictures,
    options: TrainingOptions,
    work: Path,
    resume: bool,
    progress: Progress,
    stopping: Stopping,
) -> TrainingResult:
    from cbir.embeddings.training import train

    def show(now: TrainingProgress) -> None:
        recall = "" if now.last is None else f", R@1 {now.last.recall_1:.3f}"
        done = now.epoch * now.steps + now.step
        progress(f"Epoch {now.epoch + 1}, loss {now.loss:.2f}{recall}", done, now.epochs * now.steps)

    return train(
        student.towers,
        trained,
        held_out,
        options,
        folder=work,
        resume=resume,
        progress=show,
        stopping=stopping,
    )


def _publish(
    student: Student,
    trained: CaptionedPictures,
    held_out: CaptionedPictures,
    options: TrainingOptions,
    result: TrainingResult,
    folder: Path,
    made_from: dict[str, str],
    *,
    notes: Sequence[str] = (),
    unreadable: int = 0,
) -> TrainedModel:
    """Write the history, its plot and the model's folder."""
    from cbir.embeddings.training import plot_history, publish

    work = folder / WORK
    history = [asdict(record) for record in result.history]
    best = result.history[result.kept]
    write_atomically(work / HISTORY, json.dumps({"kept": result.kept, "epochs": history}, indent=1).encode())
    plot_history(result.history, work / PLOT, title=f"{student.description.name}, {options.loss}")
    provenance = {
        **made_from,
        "seed": str(options.seed),
        "options": f"{options.loss}, {len(history)} epochs of {len(trained)} pictures, batch {options.batch},"
        f" learning rate {options.learning_rate:g}",
        "held_out": f"R@1 {best.recall_1:.3f} on {len(held_out)} pictures after epoch {result.kept + 1}",
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "versions": f"Python {platform.python_version()}, "
        + ", ".join(
            f"{package} {version(package)}" for package in ("torch", "numpy", "opencv-python-headless")
        ),
    }
    model = publish(
        student, folder, _all_captions(trained), provenance=provenance, scale=result.scale, notes=notes
    )
    return TrainedModel(
        model=model,
        result=result,
        photos=len(trained),
        held_out=len(held_out),
        unreadable=unreadable,
        plot=work / PLOT,
    )


def _work_folder(folder: Path) -> Path:
    """Make the folder for the training's own files. The model's folder must be empty, or hold a model or a training."""
    own = {"model.json", WORK}
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not own & set(_names(folder)))):
        raise CbirError("{0} contains something other than a model. Give another folder.", folder)
    make_private_folder(folder / WORK)
    return folder / WORK


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def _all_captions(data: CaptionedPictures) -> list[str]:
    return [caption for captions in data.captions for caption in captions]


def _need_packages() -> None:
    need_model_packages("Training runs in torch.")
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise CbirError("Training draws its history with matplotlib. {0}", how_to_install("train"))

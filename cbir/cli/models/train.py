"""`cbir models train` and `cbir models align`: models made from captioned pictures."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import result, result_json, say, step_progress, stop_on_interrupt
from cbir.cli.models.models import ModelsOption
from cbir.cli.terms import JsonOption

if TYPE_CHECKING:
    from cbir.embeddings import InstalledModel
    from cbir.embeddings.training import TrainingOptions
    from cbir.training import TrainedModel


DEMO = "demo"  # the name of the model that comes with the program
Loss = Literal["infonce", "margin", "triplet", "triplet-hard", "multi-similarity"]

OutputOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FOLDER", file_okay=False, help="The model's folder.")
]
_CaptionsArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[CAPTIONS.json]...",
        help="Files that say which photo has which captions.",
        show_default=False,
    ),
]
_ScenesOption = Annotated[
    bool, typer.Option("--scenes", help="Train on rendered scenes; this needs no captions file.")
]
_PicturesOption = Annotated[
    int | None,
    typer.Option(
        "--pictures",
        metavar="N",
        min=100,
        help="Render N scenes to learn from; fewer are learned sooner and less well. Default: 12000.",
        show_default=False,
    ),
]
_BaseOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="NAME",
        help="Train this installed model further. Default: a small model from scratch.",
        show_default=False,
    ),
]
_NameOption = Annotated[
    str | None,
    typer.Option(
        "--name", metavar="NAME", help="The model's name. Default: the folder's name.", show_default=False
    ),
]
_LossOption = Annotated[Loss, typer.Option("--loss", help="The loss to minimise.")]
_EpochsOption = Annotated[
    int | None,
    typer.Option("--epochs", metavar="N", min=1, help="How often each photo is seen.", show_default=False),
]
_BatchOption = Annotated[
    int | None,
    typer.Option("--batch", metavar="N", min=2, help="Photos in one step.", show_default=False),
]
_RateOption = Annotated[
    float | None,
    typer.Option("--rate", metavar="RATE", min=0, help="The highest learning rate.", show_default=False),
]
_PatienceOption = Annotated[
    int | None,
    typer.Option(
        "--patience",
        metavar="N",
        min=0,
        help="Stop after N epochs without a better recall and keep the best one; 0: never stop early.",
        show_default=False,
    ),
]
_HeldOutOption = Annotated[
    float,
    typer.Option(
        "--held-out", metavar="SHARE", min=0.001, max=0.9, help="The share of the photos to measure on."
    ),
]
_SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="Random seed; it also decides what is held out.")
]
_DeviceOption = Annotated[Literal["auto", "cpu", "cuda"], typer.Option("--device", help="What trains.")]
_ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Continue a training that was stopped in this folder.")
]


def train(
    output: OutputOption,
    captions: _CaptionsArgument = None,
    scenes: _ScenesOption = False,
    pictures: _PicturesOption = None,
    base: _BaseOption = None,
    name: _NameOption = None,
    loss: _LossOption = "infonce",
    epochs: _EpochsOption = None,
    batch: _BatchOption = None,
    rate: _RateOption = None,
    patience: _PatienceOption = None,
    held_out: _HeldOutOption = 0.1,
    seed: _SeedOption = 0,
    device: _DeviceOption = "auto",
    resume: _ResumeOption = False,
    models: ModelsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train a model on captioned photos, or on rendered scenes, and write it to a folder.

    `cbir models import FOLDER` installs the result. Ctrl-C stops and keeps what was learned; --resume continues.
    """
    from cbir.embeddings import ModelStore
    from cbir.training import FURTHER_OPTIONS, PICTURES, SCENE_OPTIONS, SMALL_OPTIONS

    if bool(captions) == scenes:
        raise CbirError("Give either captions files or --scenes.")
    if scenes and base is not None:
        raise CbirError("--scenes trains a small model from scratch. Leave out --from.")
    if captions and pictures is not None:
        raise CbirError("--pictures says how many scenes are rendered. Leave it out, or give --scenes.")
    defaults = SCENE_OPTIONS if scenes else SMALL_OPTIONS if base is None else FURTHER_OPTIONS
    options = _options(
        defaults,
        loss=loss,
        epochs=epochs,
        batch=batch,
        rate=rate,
        patience=patience,
        seed=seed,
        device=device,
    )
    trained = _train(
        captions or [],
        output,
        options,
        pictures=pictures or PICTURES,
        name=name or output.resolve().name.lower(),
        base=None if base is None else ModelStore(models).find(base),
        held_out=held_out,
        resume=resume,
    )
    _print(trained, as_json=as_json)


def _train(
    captions: list[Path],
    output: Path,
    options: TrainingOptions,
    *,
    pictures: int,
    name: str,
    base: InstalledModel | None,
    held_out: float,
    resume: bool,
) -> TrainedModel:
    from rich.progress import TimeElapsedColumn, TimeRemainingColumn

    from cbir.evaluation import load_captioned
    from cbir.training import CaptionedFile, train_on_captions, train_on_scenes

    columns = (TimeElapsedColumn(), TimeRemainingColumn())
    with stop_on_interrupt() as stopping, step_progress("Preparing", *columns) as show:
        if not captions:
            return train_on_scenes(
                output,
                options,
                pictures=pictures,
                name=name,
                command=command_line(),
                demo=name == DEMO,
                resume=resume,
                progress=show,
                stopping=stopping,
            )
        files = [
            CaptionedFile(path=photo.path, captions=photo.captions)
            for path in captions
            for photo in load_captioned(path)
        ]
        return train_on_captions(
            files,
            output,
            options,
            name=name,
            base=base,
            held_out=held_out,
            command=command_line(),
            resume=resume,
            progress=show,
            stopping=stopping,
        )


def _options(
    defaults: TrainingOptions,
    *,
    loss: Loss,
    epochs: int | None,
    batch: int | None,
    rate: float | None,
    patience: int | None,
    seed: int,
    device: Literal["auto", "cpu", "cuda"],
) -> TrainingOptions:
    """The defaults, overridden by the options of the command line."""
    from dataclasses import replace

    return replace(
        defaults,
        loss=loss,
        epochs=epochs or defaults.epochs,
        batch=batch or defaults.batch,
        learning_rate=rate or defaults.learning_rate,
        patience=defaults.patience if patience is None else patience or None,
        seed=seed,
        device=device,
    )


def command_line() -> str:
    """The typed command without the folders of absolute paths, which are private."""
    shown = [Path(word).name if Path(word).is_absolute() else word for word in sys.argv[1:]]
    return " ".join(["cbir", *shown])


def _print(trained: TrainedModel, *, as_json: bool) -> None:
    best = trained.result.history[trained.result.kept]
    fields = {
        **_about(trained.model),
        "parameters": trained.model.parameters,
        "bytes": trained.model.info.bytes,
        "photos": trained.photos,
        "held_out": trained.held_out,
        "epochs": len(trained.result.history),
        "kept_epoch": trained.result.kept + 1,
        "recall_1": round(best.recall_1, 4),
        "recall_5": round(best.recall_5, 4),
        "seconds": round(sum(record.seconds for record in trained.result.history), 1),
        "plot": str(trained.plot),
    }
    show_trained(fields, trained.unreadable, as_json=as_json)


def _about(model: InstalledModel) -> dict[str, object]:
    info = model.info
    return {
        "folder": str(model.folder),
        "name": info.name,
        "fingerprint": info.fingerprint,
        "dimension": info.dimension,
    }


def show_trained(fields: Mapping[str, object], unreadable: int, *, as_json: bool) -> None:
    """Print the trained model: one JSON object, or a line for each value. unreadable : photos that took no part"""
    if unreadable:
        photos = "photo" if unreadable == 1 else "photos"
        say(f"{unreadable} {photos} could not be read and did not take part.")
    if as_json:
        result_json(fields)
        return
    for name, value in fields.items():
        result(f"{name}\t{value}")


def align(
    output: OutputOption,
    captions: Annotated[
        list[Path],
        typer.Argument(metavar="CAPTIONS...", help="Folders of captioned photos, or files of captions."),
    ],
    networks: Annotated[
        Path,
        typer.Option("--networks", metavar="FOLDER", file_okay=False, help="The published networks' files."),
    ],
    noisy: Annotated[
        list[Path] | None,
        typer.Option(
            "--noisy",
            metavar="CAPTIONS",
            help="More captions, of lower quality: they count less.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="The model's name. Default: the folder's name."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Decides which photos are measured together.")
    ] = 0,
    as_json: JsonOption = False,
) -> None:
    """Fit an image network to a sentence encoder, and write the model to a folder.

    Some hundred captions are enough, and take a minute. The built-in model was made this way.
    `cbir models import FOLDER` installs the result.
    """
    from cbir.evaluation import load_captioned
    from cbir.training import CaptionedFile, train_built_in

    def read(places: list[Path]) -> list[CaptionedFile]:
        return [
            CaptionedFile(path=photo.path, captions=photo.captions)
            for place in places
            for photo in load_captioned(place)
        ]

    with stop_on_interrupt() as stopping, step_progress("Preparing") as show:
        aligned = train_built_in(
            read(captions),
            read(noisy or []),
            networks,
            output,
            name=name or output.resolve().name.lower(),
            seed=seed,
            command=command_line(),
            progress=show,
            stopping=stopping,
        )
    shown = {
        **_about(aligned.model),
        "bytes": aligned.model.info.bytes,
        "captions": aligned.photos,
        "measured": aligned.measured,
        **{f"recall_{k}": round(share, 4) for k, share in aligned.recall},
    }
    show_trained(shown, aligned.unreadable, as_json=as_json)


def languages(
    output: OutputOption,
    captions: Annotated[
        list[Path],
        typer.Argument(
            metavar="CAPTIONS...", help="Folders or files of English captions; their photos are not read."
        ),
    ],
    teacher: Annotated[
        Path,
        typer.Option(
            "--teacher", metavar="FOLDER", file_okay=False, help="The model whose text tower reads English."
        ),
    ],
    sources: Annotated[
        Path,
        typer.Option("--sources", metavar="FOLDER", file_okay=False, help="The published encoder and texts."),
    ],
    strong_z: Annotated[
        float | None,
        typer.Option(
            "--strong",
            metavar="Z",
            help="The z-score of a strong hit. Default: the teacher's.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Decides the order of the lessons.")
    ] = 0,
    as_json: JsonOption = False,
) -> None:
    """Give a model a text tower for many languages. Photos keep their embeddings.

    The built-in model was made this way, from a model of `cbir models align`.
    """
    from cbir.embeddings import open_model_folder
    from cbir.evaluation import load_captioned
    from cbir.training import teach_languages

    texts = [text for place in captions for photo in load_captioned(place) for text in photo.captions]
    with stop_on_interrupt() as stopping, step_progress("Preparing") as show:
        taught = teach_languages(
            open_model_folder(teacher),
            texts,
            sources,
            output,
            strong_z=strong_z,
            seed=seed,
            command=command_line(),
            progress=show,
            stopping=stopping,
        )
    shown = {
        **_about(taught.model),
        "bytes": taught.model.info.bytes,
        "lessons": taught.lessons,
        "agreement": round(taught.agreement, 4),
    }
    show_trained(shown, 0, as_json=as_json)

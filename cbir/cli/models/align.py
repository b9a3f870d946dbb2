"""`cbir models align`: a small model that understands sentences, from captions and two published networks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.models.train import OutputOption, command_line, show_trained
from cbir.cli.options import JsonOption
from cbir.cli.progress import step_progress, stop_on_interrupt


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

    Some hundred captions are enough, and take a minute. The built-in model was made so. `cbir models import FOLDER`
    installs the result.
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
        made = train_built_in(
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
        "folder": str(made.model.folder),
        "name": made.model.info.name,
        "fingerprint": made.model.info.fingerprint,
        "dimension": made.model.info.dimension,
        "bytes": made.model.info.bytes,
        "captions": made.photos,
        "measured": made.measured,
        **{f"recall_{k}": round(share, 4) for k, share in made.recall},
    }
    show_trained(shown, made.unreadable, as_json=as_json)

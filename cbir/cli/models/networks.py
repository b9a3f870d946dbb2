"""`cbir models faces` and `cbir models learned-features`: graphs made from published weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.cli.console import result, result_json
from cbir.cli.models.train import command_line
from cbir.cli.terms import JsonOption

if TYPE_CHECKING:
    from cbir.training import WrittenGraphs

_WeightsArgument = Annotated[
    Path, typer.Argument(metavar="WEIGHTS", file_okay=False, help="Folder of the published weights.")
]
_OutputOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FOLDER", file_okay=False, help="The graphs' folder.")
]


def faces(
    weights: _WeightsArgument,
    output: _OutputOption,
    photos: Annotated[
        list[Path] | None,
        typer.Option(
            "--photos",
            metavar="FOLDER",
            file_okay=False,
            help="Photos of many people: also write typical faces, the means of theirs.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write the networks for faces (BlazeFace and dlib's ResNet) as ONNX graphs.

    The files that come with the program were made by this command.
    """
    from cbir.training import make_face_graphs, write_typical_faces

    made = make_face_graphs(weights, output, command=command_line())
    if photos:
        write_typical_faces(photos, output)
    _tell(made, as_json=as_json)


def learned_features(
    weights: _WeightsArgument,
    output: _OutputOption,
    as_json: JsonOption = False,
) -> None:
    """Write the networks of the learned features (XFeat and LighterGlue) as ONNX graphs.

    The graphs that come with the program were made so.
    """
    from cbir.training import make_learned_features

    made = make_learned_features(weights, output, command=command_line())
    _tell(made, as_json=as_json)


def _tell(made: WrittenGraphs, *, as_json: bool) -> None:
    shown = {"folder": str(made.folder), "parameters": made.parameters, "bytes": made.bytes}
    if as_json:
        result_json(shown)
        return
    for name, value in shown.items():
        result(f"{name}\t{value}")

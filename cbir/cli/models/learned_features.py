"""`cbir models learned-features`: the graphs of the learned features, made from published weights."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.console import result, result_json
from cbir.cli.models.train import command_line
from cbir.cli.terms import JsonOption


def learned_features(
    weights: Annotated[
        Path, typer.Argument(metavar="WEIGHTS", file_okay=False, help="Folder of the published weights.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", file_okay=False, help="The graphs' folder.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Write the networks of the learned features (XFeat and LighterGlue) as ONNX graphs.

    The graphs that come with the program were made so.
    """
    from cbir.training import make_learned_features

    made = make_learned_features(weights, output, command=command_line())
    shown = {"folder": str(made.folder), "parameters": made.parameters, "bytes": made.bytes}
    if as_json:
        result_json(shown)
        return
    for name, value in shown.items():
        result(f"{name}\t{value}")

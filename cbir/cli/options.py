"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cbir.base.types import Device

LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        envvar="CBIR_LIBRARY",
        file_okay=False,
        show_default=False,
        help="The library's folder. Without it: the user's own library.",
    ),
]

DeviceOption = Annotated[
    Device, typer.Option("--device", help="What runs the model: auto takes a GPU where there is one.")
]

JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object to stdout.")]

ExcludeDirOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude-dir",
        metavar="NAME",
        help="Leave out folders of this name, wherever they are. May be given again.",
    ),
]

ExcludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude",
        metavar="GLOB",
        help="Leave out what fits, by name (*.png) or by path (scans/*). May be given again.",
    ),
]

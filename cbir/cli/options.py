"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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

JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object to stdout.")]

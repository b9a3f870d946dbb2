"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from cbir.base.types import Device


def _library_folder(context: typer.Context, text: str | None) -> Path | None:
    if text is None or context.resilient_parsing:
        return None
    if text.startswith("milvus:"):
        from cbir.cluster import library_folder

        return library_folder(text, at_end=context.call_on_close)
    if text.startswith(("https:", "http:")):
        from cbir.service import service_folder

        if context.info_name != "gui":
            raise typer.BadParameter(
                f"{text} is a library on another computer. The window opens it: cbir gui --library {text}"
            )
        return service_folder(text, os.environ.get("CBIR_TOKEN", ""))
    if os.path.isfile(text):
        raise typer.BadParameter(f"Directory '{text}' is a file.")
    return Path(text)


LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        envvar="CBIR_LIBRARY",
        parser=str,
        callback=_library_folder,
        show_default=False,
        help="The library's folder, or milvus://HOST:PORT/NAME; for the window, https://HOST too. "
        "Default: your own library.",
    ),
]

DeviceOption = Annotated[
    Device, typer.Option("--device", help="Where models run: auto uses a GPU if there is one.")
]

JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object to stdout.")]

ExcludeDirOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude-dir",
        metavar="NAME",
        help="Skip folders with this name, wherever they are. Can be repeated.",
    ),
]

ExcludeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude",
        metavar="GLOB",
        help="Skip files that match a name (*.png) or a path (scans/*). Can be repeated.",
    ),
]

"""`cbir models graphs`: rebuild the graphs that the program ships for its offered models, from open_clip."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import result, say


def graphs(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Where to write them: resources/cbir_resources/graphs", show_default=False
        ),
    ],
    names: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="Only this model. Can be repeated.")
    ] = None,
) -> None:
    """Make the graphs of the offered models from open_clip and check them against it. For building the program.

    Takes minutes, and four times the weights in memory. The same versions give the same bytes.
    """
    from cbir.embeddings import ModelStore, need_model_packages
    from cbir.embeddings.shipping import build_graphs, prove_graphs, write_merges

    need_model_packages("Graphs are made by open_clip.")
    folder.mkdir(parents=True, exist_ok=True)
    write_merges(folder)
    offers = [offer for offer in ModelStore().offers() if not names or offer.name in names]
    for offer in offers:
        say(f"{offer.name}: {offer.architecture}")
        graph = build_graphs(offer.architecture, offer.weights, folder / offer.name)
        gc.collect()
        proof = prove_graphs(graph)
        size = sum(path.stat().st_size for path in graph.folder.iterdir())
        result(
            f"{offer.name}\t{size / 1e3:.0f} kB\tcosine {proof.cosine:.10f}\tfarthest {proof.distance:.1e}"
        )
        if not proof.holds:
            raise CbirError(f"The graphs of {offer.name} are not open_clip's {offer.architecture}.")

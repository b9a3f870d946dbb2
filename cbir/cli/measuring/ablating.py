"""`cbir ablate`: the worth of each ingredient of the search on queries with known answers, and its cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import Cancelled
from cbir.base.types import EngineName, SearchOptions
from cbir.cli.console import result, result_json, say, step_progress, stop_on_interrupt
from cbir.cli.measuring.evaluating import (
    EXIT_INTERRUPTED,
    AlphaOption,
    DatasetArgument,
    QrelsOption,
    open_dataset,
)
from cbir.cli.terms import DeviceOption, JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.base.types import Device
    from cbir.evaluation import Dataset, Outcome, Worth

_EngineOption = Annotated[
    EngineName, typer.Option("--engine", help="Which engine searches; auto measures their fusion too.")
]
_MarginOption = Annotated[
    float,
    typer.Option("--margin", metavar="M", min=0.0001, max=0.5, help="Smaller losses do not matter."),
]
_LimitOption = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=2, help="Use only N queries, evenly spread, for a quick look."),
]


def ablate(
    dataset: DatasetArgument = None,
    qrels: QrelsOption = None,
    engine: _EngineOption = "match",
    margin: _MarginOption = 0.01,
    alpha: AlphaOption = 0.05,
    limit: _LimitOption = None,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """Leave out each ingredient of the search in turn, and say what that changes.

    Each line is an ingredient, a measure, its mean with and without the ingredient, the difference and where it lies,
    p, whether it is safe to say that the ingredient does no harm, the power of that, and the milliseconds it takes.
    """
    from cbir.evaluation import ABLATION_MEASURES, worth

    data_set = open_dataset(dataset, qrels, library)
    if limit is not None and limit < len(data_set.topics):
        spread = (number * len(data_set.topics) // limit for number in range(limit))
        data_set = replace(data_set, topics=tuple(data_set.topics[number] for number in spread))
    outcomes = _ask(library, device, data_set, SearchOptions(top=100, engine=engine))
    rows = [
        row for measure in ABLATION_MEASURES for row in worth(outcomes, measure, margin=margin, alpha=alpha)
    ]
    if as_json:
        result_json([asdict(row) for row in rows])
        return
    for line in _lines(rows):
        result(line)
    first = rows[0].no_loss
    say(
        f"{first.n} queries of {data_set.name}. p is that of the randomisation test, corrected for all ingredients "
        f"(Holm). No harm: the difference is above -{margin:g} with {1 - alpha:.0%}; power: how often these queries "
        "would show that of an ingredient that changes nothing."
    )


def _ask(folder: Path | None, device: Device, dataset: Dataset, options: SearchOptions) -> list[Outcome]:
    from cbir.evaluation import ablate as ask
    from cbir.evaluation import ways
    from cbir.library import Library, LibraryOptions

    outcomes: list[Outcome] = []
    with (
        stop_on_interrupt() as stopping,
        Library.open(folder, options=LibraryOptions(device=device)) as library,
        step_progress(f"Searching {dataset.name}") as show,
    ):
        library.start()
        compared_ways = ways(options, fused=options.engine == "auto" and library.models.current() is not None)

        def progress(done: int, total: int) -> None:
            show("Stopping" if stopping() else f"Searching {dataset.name}", done, total)

        try:
            outcomes += ask(library, dataset, compared_ways, progress=progress, cancelled=stopping)
        except Cancelled as error:
            say("Stopped: nothing can be said before every query was asked. --limit asks fewer.")
            raise typer.Exit(EXIT_INTERRUPTED) from error
    return outcomes


def _lines(rows: Sequence[Worth]) -> list[str]:
    lines = ["without\tmeasure\twith it\twithout it\tdifference\tfrom\tto\tp\tno harm\tpower\tms"]
    for row in rows:
        compared, no_loss = row.comparison, row.no_loss
        numbers = (compared.difference, *compared.interval)
        lines.append(
            "\t".join(
                (
                    row.name,
                    row.measure,
                    f"{compared.mean_b:.4f}",
                    f"{compared.mean_a:.4f}",
                    *(f"{number:+.4f}" for number in numbers),
                    f"{row.p:.4f}",
                    "yes" if no_loss.shown else f"not shown, needs {no_loss.needed} queries",
                    f"{no_loss.power:.2f}",
                    f"{row.extra_ms:+.0f}",
                )
            )
        )
    return lines

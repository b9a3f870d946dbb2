"""Broken input for every parser of the program: `python -m tests.benchmarks.fuzz_parsers --seconds 3600`.

So much processor time for each of them, by a seed: nothing is raised that its callers do not catch, and memory does not
grow. With `--journal FILE`, each parser goes on where its last run ended, and the table adds all runs up.
"""

from __future__ import annotations

import gc
import json
import random
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.fuzzing.parsers import PARSERS, try_parser

_GROWTH_LIMIT_MB = 64.0  # over a whole run, after the first tenth of it


@dataclass(slots=True)
class _Run:
    parser: str
    seconds: float = 0.0
    attempts: int = 0
    surprises: list[str] = field(default_factory=list)
    growth_mb: float = 0.0


def main() -> None:
    arguments_of = parser(__doc__ or "", data=False)
    arguments_of.add_argument("--seconds", type=float, default=3600, help="of the processor, for each parser")
    arguments_of.add_argument("--seed", default="parsers")
    arguments_of.add_argument("--parsers", nargs="+", choices=PARSERS, default=list(PARSERS))
    arguments_of.add_argument(
        "--journal", type=Path, help="a file that keeps what was tried, for a later run"
    )
    arguments = arguments_of.parse_args()
    runs = _kept(arguments.journal)
    for name in arguments.parsers:
        before = sum(run.parser == name for run in runs)
        run = _run(name, random.Random(f"{arguments.seed} {name} {before}"), arguments.seconds)
        progress(
            f"{name}: {run.attempts} attempts, {len(run.surprises)} surprises, {run.growth_mb:.0f} MB more"
        )
        runs.append(run)
        if arguments.journal:
            with arguments.journal.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps(asdict(run)) + "\n")
    publish("fuzz-parsers", "Broken input for every parser", [_table(runs)], write=arguments.write)


def _run(name: str, chance: random.Random, seconds: float) -> _Run:
    run = _Run(name)
    started, settled = time.process_time(), 0.0
    while run.seconds < seconds:
        error = try_parser(PARSERS[name], chance)
        run.attempts += 1
        run.seconds = time.process_time() - started
        if not settled and run.seconds > seconds / 10:
            settled = _memory_mb()
        if error is not None:
            run.surprises.append(f"{name}: {type(error).__name__}: {error} {' '.join(error.__notes__)[:200]}")
    run.growth_mb = _memory_mb() - settled
    return run


def _kept(journal: Path | None) -> list[_Run]:
    if journal is None or not journal.exists():
        return []
    return [_Run(**json.loads(line)) for line in journal.read_text(encoding="utf-8").splitlines()]


def _table(runs: list[_Run]) -> Table:
    rows = []
    for name in dict.fromkeys(run.parser for run in runs):
        of_it = [run for run in runs if run.parser == name]
        surprises, growth = sum(len(run.surprises) for run in of_it), max(run.growth_mb for run in of_it)
        rows.append(
            (
                name,
                f"{sum(run.seconds for run in of_it):,.0f}",
                f"{sum(run.attempts for run in of_it):,}",
                str(surprises),
                f"{growth:.0f}",
                verdict(not surprises and growth < _GROWTH_LIMIT_MB),
            )
        )
    return Table(
        columns=(
            "parser",
            "processor s",
            "attempts",
            "raised what nobody catches",
            "MB more at the end",
            "holds",
        ),
        rows=tuple(rows),
        notes=(
            f"{len(runs):,} runs, each with a seed of its own; memory is that of the run that grew most.",
            *[surprise for run in runs for surprise in run.surprises][:20],
        ),
    )


def _memory_mb() -> float:
    gc.collect()
    return float(psutil.Process().memory_info().rss) / 1e6


if __name__ == "__main__":
    main()

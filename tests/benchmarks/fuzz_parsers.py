"""Broken input for every parser of the program: `python -m tests.benchmarks.fuzz_parsers --seconds 3600`.

So much processor time for each of them, by a seed: nothing is raised that its callers do not catch, and memory does not
grow. An hour for each is a day: what is tried adds up in tests/fuzzing/so_far.json, each run under a seed of its own.
`--afresh` begins anew.
"""

from __future__ import annotations

import gc
import json
import random
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from cbir.base.storage import replace_content
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.fuzzing.parsers import PARSERS, try_parser

MEASURES = (
    "cbir/metadata",
    "cbir/images",
    "cbir/catalog",
    "cbir/service",
    "cbir/server",
    "tests/fuzzing/parsers.py",
)

_GROWTH_LIMIT_MB = 64.0  # over a whole run, after the first tenth of it


_SO_FAR = Path(__file__).parent.parent / "fuzzing" / "so_far.json"


@dataclass(slots=True)
class _Tried:
    """The trials of one parser. growth_mb : of the run that grew most"""

    runs: int = 0
    seconds: float = 0.0
    attempts: int = 0
    surprises: list[str] = field(default_factory=list)
    growth_mb: float = 0.0


def main():
    arguments_of = parser(__doc__ or "", data=False)
    arguments_of.add_argument("--seconds", type=float, default=3600, help="of the processor, for each parser")
    arguments_of.add_argument("--parsers", nargs="+", choices=PARSERS, default=list(PARSERS))
    arguments_of.add_argument("--afresh", action="store_true", help="forget what was tried so far")
    arguments = arguments_of.parse_args()
    known = {} if arguments.afresh else json.loads(_SO_FAR.read_text(encoding="utf-8"))
    tried = {name: _Tried(**known.get(name, {})) for name in PARSERS}
    for name in arguments.parsers:
        _try(name, tried[name], arguments.seconds)
        kept = {one: asdict(what) for one, what in tried.items()}
        replace_content(_SO_FAR, (json.dumps(kept, indent=1) + "\n").encode())
    publish(
        "fuzz-parsers",
        "Broken input for every parser",
        [_table(tried)],
        write=arguments.write,
        measures=MEASURES,
    )


def _try(name, tried, seconds):
    chance = random.Random(f"{name} {tried.runs}")
    started, spent, settled, attempts = time.process_time(), 0.0, 0.0, 0
    before, in_workers, looked = _worker_seconds(), dict[int, float](), 0.0
    while spent < seconds:
        error = try_parser(PARSERS[name], chance)
        attempts += 1
        if time.monotonic() - looked > 1.0:  # asking the system takes longer than most attempts
            in_workers |= {pid: cpu_s - before.get(pid, 0.0) for pid, cpu_s in _worker_seconds().items()}
            looked = time.monotonic()
        spent = time.process_time() - started + sum(in_workers.values())
        if not settled and spent > seconds / 10:
            settled = _memory_mb()
        if error is not None:
            tried.surprises.append(
                f"{name}: {type(error).__name__}: {error} {' '.join(error.__notes__)[:200]}"
            )
    grown = _memory_mb() - settled
    tried.runs += 1
    tried.seconds += spent
    tried.attempts += attempts
    tried.growth_mb = max(tried.growth_mb, grown)
    progress(f"{name}: {attempts} attempts, {len(tried.surprises)} surprises so far, {grown:.0f} MB more")


def _table(tried):
    rows = tuple(
        (
            name,
            f"{one.seconds:,.0f}",
            f"{one.attempts:,}",
            str(len(one.surprises)),
            f"{one.growth_mb:.0f}",
            verdict(not one.surprises and one.growth_mb < _GROWTH_LIMIT_MB) if one.attempts else "–",
        )
        for name, one in tried.items()
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
        rows=rows,
        notes=(
            "Of all runs so far, each under a seed of its own; memory is that of the run that grew most.",
            *[surprise for value in tried.values() for surprise in value.surprises][:20],
        ),
    )


def _worker_seconds():
    """The processor time of each worker process that is there, such as those which read a person's picture."""
    spent = {}
    for worker in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            times = worker.cpu_times()
            spent[worker.pid] = times.user + times.system
    return spent


def _memory_mb():
    gc.collect()
    return float(psutil.Process().memory_info().rss) / 1e6


if __name__ == "__main__":
    main()

"""Broken input for every parser of the program: `python -m tests.benchmarks.fuzz_parsers --seconds 3600`.

So long for each of them, by a seed: nothing is raised that its callers do not catch, and memory does not grow.
"""

from __future__ import annotations

import gc
import random
import time

import psutil  # type: ignore[import-untyped]

from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.fuzzing.parsers import PARSERS, try_parser

_GROWTH_LIMIT_MB = 64.0  # over the whole run, after the first tenth of it


def main() -> None:
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--seconds", type=float, default=3600, help="for each parser")
    parsed.add_argument("--seed", default="parsers")
    parsed.add_argument("--parsers", nargs="+", choices=PARSERS, default=list(PARSERS))
    arguments = parsed.parse_args()
    rows, told = [], []
    for name in arguments.parsers:
        chance = random.Random(f"{arguments.seed} {name}")
        started = time.monotonic()
        attempts, surprises, settled = 0, 0, 0.0
        while (spent := time.monotonic() - started) < arguments.seconds:
            error = try_parser(PARSERS[name], chance)
            attempts += 1
            if not settled and spent > arguments.seconds / 10:
                settled = _memory_mb()
            if error is not None:
                surprises += 1
                told.append(f"{name}: {type(error).__name__}: {error} {' '.join(error.__notes__)[:200]}")
        growth = _memory_mb() - settled
        holds = not surprises and growth < _GROWTH_LIMIT_MB
        rows.append((name, f"{attempts:,}", str(surprises), f"{growth:.0f}", verdict(holds)))
        progress(f"{name}: {attempts} attempts, {surprises} surprises, {growth:.0f} MB more")
    table = Table(
        columns=("parser", "attempts", "raised what nobody catches", "MB more at the end", "holds"),
        rows=tuple(rows),
        notes=(f"{arguments.seconds:g} s each.", *told[:20]),
    )
    publish("fuzz-parsers", "Broken input for every parser", [table], write=arguments.write)


def _memory_mb() -> float:
    gc.collect()
    return float(psutil.Process().memory_info().rss) / 1e6


if __name__ == "__main__":
    main()

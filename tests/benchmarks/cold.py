"""Waiting times of a person with 660 photos: `python -m tests.benchmarks.cold --data DATA`.

Whole processes for the command line, from start to exit, and the same query in a running process. Every
median is of processes that found their files in the disk cache, after one run that does not count (it may
compile).
"""

import os
import subprocess
import sys

from cbir.base.types import SearchOptions, Term
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import median_ms, parser, progress, publish, thinned, times_ms, verdict
from tests.evaluation.ground_truth import load_queries
from tests.source_tree import python_path

MEASURES = ("cbir/cli", "cbir/library", "cbir/search", "cbir/indexing")

PROCESSES = 7
WARM_QUERIES = 40


def main():
    parsed = parser(__doc__ or "", work="the library")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    queries = [query.path for query in thinned(load_queries(data / "covers"), WARM_QUERIES)]
    with work_folder(arguments.work) as work:
        folder = Libraries(work, data).main()
        progress("second index")
        again_ms = median_ms(
            lambda: _cbir("index", data / "covers" / "Reference", data / "distractors", "--library", folder),
            PROCESSES,
        )
        progress("cold search")
        turns = iter([queries[0], *queries])
        cold_ms = median_ms(lambda: _cbir("search", next(turns), "--library", folder), PROCESSES)
        progress("warm search")
        warm_ms, took = _warm(folder, queries)
    rows = (
        _row("second `cbir index` of 660 unchanged photos, as a process", 1500, again_ms),
        _row("cold `cbir search` of 660 photos, as a process", 2000, cold_ms),
        _row("the same query in a running process", 300, warm_ms),
    )
    table = Table(
        columns=("what", "asked, ms", "median, ms", "holds"),
        rows=rows,
        notes=(f"The warm query takes {took} (medians of {len(queries)} queries, ms).",),
    )
    publish("cold", "Waiting at 660 photos", [table], write=arguments.write, measures=MEASURES)


def _warm(folder, queries):
    """Median wall time of a query in a process that has answered some, and what it was spent on."""
    steps = {}
    with Library.open(folder) as library:
        turns = iter(queries)  # each once: a picture that was described lately is not described again

        def ask():
            took = library.search([Term(path=next(turns))], SearchOptions()).took_ms
            for step in ("decode", "features", "words", "score", "verify"):
                steps.setdefault(step, []).append(getattr(took, step))

        times = times_ms(ask, len(queries) - 3, warm_up=3)
    parts = ", ".join(f"{step} {_median(values[3:]):.0f}" for step, values in steps.items())
    return _median(times), parts


def _cbir(*arguments):
    """Run the command line in a process of its own; an error of it is ours."""
    paths = os.pathsep.join(filter(None, (python_path(), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-m", "cbir", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"cbir {arguments[0]} failed with {done.returncode}:\n{done.stderr}")


def _median(values):
    return sorted(values)[len(values) // 2]


def _row(what, asked_ms, measured_ms):
    return what, f"{asked_ms:.0f}", f"{measured_ms:.0f}", verdict(measured_ms < asked_ms)


if __name__ == "__main__":
    main()

"""What measuring costs beside the searches: `python -m tests.benchmarks.evaluate_cost --work DIR`.

The queries of covers/ as `cbir evaluate` asks them: the run is kept in a file and scored. What the searches take of the
processor, their workers included, is set against what everything together takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from cbir.base.types import SearchOptions, SearchResult, Term
from cbir.evaluation import Dataset, figures_of, load_dataset, record_run, tag_of
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, parser, progress, publish, thinned, verdict

ALLOWED = 1.1
OPTIONS = SearchOptions(top=1000, engine="match")


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the library in this folder")
    parsed.add_argument("--limit", type=int, help="ask at most so many queries: a quick look")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, data)
        dataset = load_dataset(data / "covers")
        dataset = replace(dataset, topics=tuple(thinned(dataset.topics, arguments.limit)))
        run = work / "cost.run"
        run.unlink(missing_ok=True)
        with libraries.open(libraries.main()) as library:
            searching, measuring = _measured(library, dataset, run)
    ratio = measuring / searching
    table = Table(
        columns=("queries", "searches alone, CPU s", "through evaluate, CPU s", "ratio", "allowed", "passed"),
        rows=(
            (
                str(len(dataset.topics)),
                f"{searching:.1f}",
                f"{measuring:.1f}",
                f"{ratio:.3f}",
                f"{ALLOWED:g}",
                verdict(ratio <= ALLOWED),
            ),
        ),
    )
    publish("evaluate-cost", "What measuring costs", [table], write=arguments.write)


class _Timed:
    """A library whose searches add up what they take of the processor."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.took_s = 0.0

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = OPTIONS,
        *,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> SearchResult:
        before = _processor_s()
        found = self._library.search(terms, options, cancelled=cancelled)
        self.took_s += _processor_s() - before
        return found

    def knows(self, path: Path) -> bool:
        return self._library.knows(path)


def _measured(library: Library, dataset: Dataset, run: Path) -> tuple[float, float]:
    """Processor seconds of the searches alone, and with all that measures them."""
    library.search(dataset.topics[-1].terms, OPTIONS)  # what loads once is loaded
    timed, before = _Timed(library), _processor_s()
    photos = library.search([], SearchOptions(listed="name")).hits
    tag = tag_of(OPTIONS, (bytes(hit.path) for hit in photos))
    answered = record_run(timed, dataset, OPTIONS, run, tag=tag, progress=_tell)
    figures_of(dataset, answered)
    return timed.took_s, _processor_s() - before


def _tell(done: int, total: int) -> None:
    if done % 50 == 0:
        progress(f"{done} of {total} queries")


def _processor_s() -> float:
    """Of this process and its workers."""
    here = psutil.Process()
    times = [each.cpu_times() for each in (here, *here.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


if __name__ == "__main__":
    main()

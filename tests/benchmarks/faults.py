"""Planted faults: `python -m tests.benchmarks.faults --faults 300`.

The named ones, and others drawn by a seed from the syntax of the modules of tests/planting/chosen.py: one at a time, in
a copy of the tree, of the nearest tests those that come to its line run. A fault that no test notices survives.
`--seconds` ends the drawing; the table says how many ran. With `--journal FILE`, a later run plants no fault again that
was noticed before: it tries the others, and goes on.
"""

import contextlib
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.planting.chosen import HARMLESS, MODULES, NAMED
from tests.planting.faults import draw
from tests.planting.plant import Plant, Result

MEASURES = ("app", "cbir", "tests/planting")

NOTICED_SHARE = 0.95


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--faults", type=int, default=300, help="drawn ones, shared among the modules")
    parsed.add_argument("--seconds", type=float, default=float("inf"), help="draw no more after so long")
    parsed.add_argument("--seed", default="faults")
    parsed.add_argument("--journal", type=Path, help="a file that keeps what was noticed, for a later run")
    arguments = parsed.parse_args()
    each = -(-arguments.faults // len(MODULES))
    drawn = [
        draw(module, random.Random(f"{arguments.seed} {module}"), each, tests)
        for module, tests in MODULES.items()
    ]
    # As many of each module, whatever the number that is asked for.
    turns = [faults[turn] for turn in range(each) for faults in drawn if turn < len(faults)]
    ended = time.monotonic() + arguments.seconds
    journal = _Journal(arguments.journal)
    counts = Counter()
    survivors = []
    order = list(MODULES)
    # What survived once comes first: there may be a test for it now. Then by module, as each keeps a process warm.
    faults = sorted(
        (*NAMED, *turns[: arguments.faults]),
        key=lambda fault: (
            not journal.survived(fault),
            order.index(fault.module) if fault.module in order else len(order),
        ),
    )
    modules = {fault.module for fault in faults}
    covered = arguments.journal.with_name(f"{arguments.journal.name}.covered") if arguments.journal else None
    plant = None  # only where something is left to plant: a copy of the tree, and its processes
    with contextlib.ExitStack() as held:
        for fault in faults:
            result = journal.result(fault)
            again = result is None or (result.verdict == "survived" and not _why(fault))
            if again and time.monotonic() < ended:
                if plant is None:
                    folder = Path(held.enter_context(tempfile.TemporaryDirectory()), "tree")
                    plant = held.enter_context(Plant(folder, modules, covered))
                result = plant.run(fault)
                journal.keep(fault, result)
            if result is None:
                continue
            counts[result.verdict] += 1
            if result.verdict == "survived":
                survivors.append(_row(fault))
            progress(
                f"{counts.total()}: {fault.module}, {fault.what}: {result.verdict} {result.by or result.said}"
            )
    noticed = (counts.total() - counts["survived"]) / max(1, counts.total())
    harmless = sum(bool(row[-1]) for row in survivors)
    real = (counts.total() - counts["survived"]) / max(1, counts.total() - harmless)
    checks = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("faults planted", str(len(NAMED) + arguments.faults), str(counts.total()), "–"),
            ("noticed", f"{NOTICED_SHARE:.0%}", f"{noticed:.1%}", verdict(noticed >= NOTICED_SHARE)),
            ("unnoticed and harmless, each for its reason", "–", str(harmless), "–"),
            ("noticed of those that are not harmless", "–", f"{real:.1%}", "–"),
        ),
    )
    listed = Table(
        columns=("survivor", "what it says", "in place of", "why it may live"),
        rows=tuple(survivors) or (("none", "–", "–", "–"),),
    )
    publish("faults", "Planted faults", [checks, listed], write=arguments.write, measures=MEASURES)


def _row(fault):
    return fault.module, fault.what, fault.old.partition("\n")[0][:60], _why(fault)


def _why(fault):
    return HARMLESS.get((fault.module, fault.becomes), "")


class _Journal:
    """Results of earlier runs, a line of JSON each; none without a file."""

    def __init__(self, file):
        self._file = file
        kept = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        self._results = {name: Result(*result) for name, *result in map(json.loads, kept)}

    def result(self, fault):
        return self._results.get(self._name(fault))

    def survived(self, fault):
        result = self.result(fault)
        return result is not None and result.verdict == "survived"

    def keep(self, fault, result):
        if self._file is not None:
            line = [self._name(fault), result.verdict, result.by, result.said]
            with self._file.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps(line) + "\n")

    @staticmethod
    def _name(fault):
        return json.dumps([fault.module, fault.line or fault.what, fault.old, fault.new, fault.start])


if __name__ == "__main__":
    main()

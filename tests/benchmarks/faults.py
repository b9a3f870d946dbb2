"""Planted faults: `python -m tests.benchmarks.faults --faults 500`.

The named ones, and others drawn by a seed from the syntax of all modules, as many from each: one at a time, in a copy
of the tree, with the tests nearest to its module up to the first that fails. A fault that none notices survives.
`--seconds` ends the drawing; the table says how many ran. With `--journal FILE`, a later run plants no fault again that
was noticed before: it tries the others, and goes on.
"""

import contextlib
import itertools
import json
import random
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.planting.chosen import HARMLESS, NAMED
from tests.planting.faults import draw
from tests.planting.nearest import modules, nearest_to
from tests.planting.plant import Plant, Result

MEASURES = ("app", "cbir", "tests/planting")

NOTICED_SHARE = 0.95


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--faults", type=int, default=500, help="drawn ones, shared among the modules")
    parsed.add_argument("--seconds", type=float, default=float("inf"), help="draw no more after so long")
    parsed.add_argument("--seed", default="faults")
    parsed.add_argument("--journal", type=Path, help="a file that keeps what was noticed, for a later run")
    arguments = parsed.parse_args()
    ended = time.monotonic() + arguments.seconds
    journal = _Journal(arguments.journal)
    counts = Counter()
    survivors = []
    with contextlib.ExitStack() as held:
        plant = None  # only where something is left to plant: a copy of the tree, and a process
        # Those not planted yet come first, then those that survived: there may be a test for them now.
        faults = (*NAMED, *_drawn(arguments.seed, arguments.faults))
        for fault in sorted(faults, key=lambda fault: journal.result(fault) is not None):
            result = journal.result(fault)
            again = result is None or (result.verdict == "survived" and not _why(fault))
            if again and time.monotonic() < ended:
                plant = plant or held.enter_context(
                    Plant(Path(held.enter_context(tempfile.TemporaryDirectory()), "tree"))
                )
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


def _drawn(seed, count):
    """The same for the same seed: one of each module, then a second, and so on; shuffled, as a run may end early."""
    by_module = [draw(module, random.Random(f"{seed} {module}"), count) for module in modules()]
    turns = (faults[turn] for turn in range(count) for faults in by_module if turn < len(faults))
    faults = [
        replace(fault, tests=nearest_to(fault.module, fault.number))
        for fault in itertools.islice(turns, count)
    ]
    random.Random(seed).shuffle(faults)
    return faults


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

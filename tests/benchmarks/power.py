"""The power is cut: `python -m tests.benchmarks.power --cuts 600`.

Every kind of write is recorded by strace, call by call, SQLite's among them. Moments are drawn from a seed; for each a
disk is made up that a power cut may leave: all that was written until then, only what was flushed, or some of it in
another order, with torn files (tests/power_cut.py). Then the library is opened, checked and written to again.
"""

import random
import tempfile
from collections import Counter
from pathlib import Path

from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.kill_scenarios import ACTIONS, prepare, shared_pool
from tests.power_cut import HOWS
from tests.power_rounds import cut_round, expect, measure_cuts

MEASURES = ("cbir/base", "cbir/catalog", "cbir/library", "cbir/state")


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument(
        "--cuts", type=int, default=600, help="power cuts in all, shared among the kinds of write"
    )
    parsed.add_argument("--seed", default="power")
    parsed.add_argument("--writes", nargs="+", choices=ACTIONS, default=ACTIONS, help="the kinds of write")
    arguments = parsed.parse_args()
    rows, told = [], []
    with tempfile.TemporaryDirectory() as work, shared_pool() as pool:
        for action in arguments.writes:
            scenario = prepare(action, Path(work) / action, pool)
            cuts = expect(measure_cuts(scenario, Path(work) / "log"), pool)
            chance = random.Random(f"{arguments.seed} {action}")
            hows = Counter()
            bad = 0
            for state in cuts.recording.states(chance, arguments.cuts // len(arguments.writes)):
                problems = cut_round(cuts, state, pool)
                hows[state.how] += 1
                bad += bool(problems)
                told += [
                    f"{action}, after call {state.after}, {state.how}: {problem}" for problem in problems
                ]
            calls = len(cuts.recording.ops)
            rows.append(
                (
                    action,
                    str(calls),
                    *(str(hows[how]) for how in dict.fromkeys(HOWS)),
                    str(bad),
                    verdict(not bad),
                )
            )
            progress(f"{action}: {bad} bad of {hows.total()}")
    table = Table(
        columns=("write", "calls recorded", *dict.fromkeys(HOWS), "bad", "holds"),
        rows=tuple(rows),
        notes=tuple(told[:40]),
    )
    publish("power", "Power cuts", [table], write=arguments.write, measures=MEASURES)


if __name__ == "__main__":
    main()

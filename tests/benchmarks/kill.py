"""Killed at random moments: `python -m tests.benchmarks.kill --moments 200`.

Every kind of write is interrupted by SIGKILL of its whole process group at moments drawn from a seed. Half of the kills
are shared among all of them and come after a random while; the other half among those that merge, before or after one
of the calls within a merge that reach the disk. tests/kill_rounds.py says what is looked at afterwards.
"""

import random
import tempfile
from pathlib import Path

from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.kill_rounds import Nursery, kill_round, measure
from tests.kill_scenarios import ACTIONS, MERGING, prepare, shared_pool

MEASURES = ("cbir/base", "cbir/catalog", "cbir/library", "cbir/state", "cbir/indexing")


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument(
        "--moments", type=int, default=200, help="kills in all, shared among the kinds of write"
    )
    parsed.add_argument("--seed", default="kill")
    parsed.add_argument("--writes", nargs="+", choices=ACTIONS, default=ACTIONS, help="the kinds of write")
    arguments = parsed.parse_args()
    rows = []
    told = []
    with tempfile.TemporaryDirectory() as work, Nursery() as nursery, shared_pool() as pool:
        for number, action in enumerate(arguments.writes):
            prepared = prepare(action, Path(work) / action, pool)
            scenario = measure(
                prepared, Path(work) / "round", nursery, pool, merges=action in MERGING, times=2
            )
            shares = [("at any moment", (arguments.moments // 2 + number) // len(arguments.writes))]
            if action in MERGING:
                merging = [name for name in arguments.writes if name in MERGING]
                shares.append(
                    ("within a merge", (arguments.moments // 2 + merging.index(action)) // len(merging))
                )
            for when, count in shares:
                chance = random.Random(f"{arguments.seed} {action} {when}")
                rounds = [
                    kill_round(
                        scenario,
                        Path(work) / "round",
                        nursery,
                        pool,
                        chance,
                        in_merge=when == "within a merge",
                    )
                    for _ in range(count)
                ]
                told += [
                    f"{action} {at}: {problem}" for at, one in enumerate(rounds) for problem in one.problems
                ]
                rows.append(_row(action, when, scenario, rounds))
                progress(
                    f"{action}, {when}: {sum(bool(one.problems) for one in rounds)} of {count} with problems"
                )
    table = Table(
        columns=(
            "write",
            "killed",
            "takes, ms",
            "kills",
            "before its end",
            "photos kept",
            "largest difference of a score",
            "holds",
        ),
        rows=tuple(rows),
        notes=tuple(told)
        or (
            "After every kill the library opened, `check --deep` found nothing, and no photo, mark, original or "
            "file of a person's was lost.",
        ),
    )
    publish("kill", "Killed at random moments", [table], write=arguments.write, measures=MEASURES)
    if told:
        raise SystemExit(1)


def _row(action, when, scenario, rounds):
    kept = sorted({one.kept for one in rounds})
    return (
        action,
        when,
        f"{scenario.took_s * 1000:.0f}",
        str(len(rounds)),
        str(sum(one.struck for one in rounds)),
        f"{kept[0]} to {kept[-1]}" if kept else "–",
        f"{max((one.score_difference for one in rounds), default=0):.1e}",
        verdict(not any(one.problems for one in rounds)),
    )


if __name__ == "__main__":
    main()

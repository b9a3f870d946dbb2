"""Killed at random moments: `python -m tests.benchmarks.kill --moments 200`.

Every kind of write is interrupted by SIGKILL of its whole process group at moments drawn from a seed; see
tests/kill_rounds.py for what is looked at afterwards.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.kill_rounds import ACTIONS, Nursery, Round, kill_round, prepare, shared_pool


def main() -> None:
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument(
        "--moments", type=int, default=200, help="kills in all, shared among the kinds of write"
    )
    parsed.add_argument("--seed", default="kill")
    arguments = parsed.parse_args()
    rows = []
    told: list[str] = []
    with tempfile.TemporaryDirectory() as work, Nursery() as nursery, shared_pool() as pool:
        for number, action in enumerate(ACTIONS):
            scenario = prepare(action, Path(work) / action, nursery, pool)
            chance = random.Random(f"{arguments.seed} {action}")
            moments = (arguments.moments + number) // len(ACTIONS)
            rounds = []
            for turn in range(moments):
                rounds.append(kill_round(scenario, Path(work) / "round", nursery, pool, chance))
                told += [f"{action} {turn}: {problem}" for problem in rounds[-1].problems]
            progress(f"{action}: {sum(bool(one.problems) for one in rounds)} of {moments} with problems")
            rows.append(_row(action, scenario.took_s, rounds))
    table = Table(
        columns=(
            "write",
            "takes, ms",
            "kills",
            "before its end",
            "photos kept",
            "largest difference of a score",
            "holds",
        ),
        rows=tuple(rows),
        notes=tuple(told) or ("After every kill the library opened and `check --deep` found nothing.",),
    )
    publish("kill", "Killed at random moments", [table], write=arguments.write)
    if told:
        raise SystemExit(1)


def _row(action: str, took_s: float, rounds: list[Round]) -> tuple[str, ...]:
    kept = sorted({one.kept for one in rounds})
    return (
        action,
        f"{took_s * 1000:.0f}",
        str(len(rounds)),
        str(sum(one.struck for one in rounds)),
        f"{kept[0]} to {kept[-1]}" if kept else "–",
        f"{max((one.score_difference for one in rounds), default=0):.1e}",
        verdict(not any(one.problems for one in rounds)),
    )


if __name__ == "__main__":
    main()

"""One flipped bit in every kind of file of a library: `python -m tests.benchmarks.flips`.

The bits are drawn from a seed. After each one a copy of the library is searched and checked; see tests/flip_rounds.py.
"""

import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.flip_rounds import build, flip_round
from tests.kill_scenarios import shared_pool

MEASURES = ("cbir/base", "cbir/catalog", "cbir/library", "cbir/state")

SEEN_SHARE = 0.99
_AT_ONCE = 4  # kinds of file: most of a round is waiting


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--flips", type=int, default=20, help="in each kind of file")
    parsed.add_argument("--seed", default="flips")
    parsed.add_argument("--kind", default="", help="only kinds of file whose name has this in it")
    arguments = parsed.parse_args()
    with (
        tempfile.TemporaryDirectory() as work,
        shared_pool() as pool,
        ThreadPoolExecutor(_AT_ONCE) as threads,
    ):
        original = build(Path(work), pool)
        kinds = [kind for kind in original.files if arguments.kind in kind]

        def flip_all(kind):
            chance = random.Random(f"{arguments.seed} {kind}")
            folder = Path(work) / f"round {kinds.index(kind)}"
            rounds = [
                flip_round(original, chance.choice(original.files[kind]), folder, pool, chance)
                for _ in range(arguments.flips)
            ]
            progress(f"{kind}: {_cells(rounds)}")
            for one in rounds:
                if not _holds([one]):
                    progress(f"  {one}")
            return rounds

        rounds = dict(zip(kinds, threads.map(flip_all, kinds), strict=True))
    everything = [one for some in rounds.values() for one in some]
    columns = ("file", "flips", "seen by `check --deep`", "tracebacks", "other hits without a word", "holds")
    rows = [(f"`{kind}`", *_cells(some), verdict(_holds(some))) for kind, some in rounds.items()]
    rows.append(("all", *_cells(everything), verdict(_holds(everything))))
    notes = tuple(f"Not as asked: {one.where}." for one in everything if not _holds([one]))
    publish(
        "flips",
        "One flipped bit",
        [Table(columns=columns, rows=tuple(rows), notes=notes)],
        write=arguments.write,
        measures=MEASURES,
    )
    if not _holds(everything):
        raise SystemExit(1)


def _cells(rounds):
    seen, broke, other = (
        sum(one.seen for one in rounds),
        sum(bool(one.tracebacks) for one in rounds),
        sum(one.other_hits for one in rounds),
    )
    return str(len(rounds)), str(seen), str(broke), str(other)


def _holds(rounds):
    return (
        sum(one.seen for one in rounds) >= SEEN_SHARE * len(rounds)
        and not any(one.tracebacks for one in rounds)
        and not any(one.other_hits for one in rounds)
    )


if __name__ == "__main__":
    main()

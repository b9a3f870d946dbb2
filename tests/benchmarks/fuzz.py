"""Broken files in every format: `python -m tests.benchmarks.fuzz --files 2000`.

A seeded fuzzer mutates healthy pictures (tests/mutations.py); `cbir index` has to account for every one.
"""

import collections
import tempfile
from pathlib import Path

from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, publish, verdict
from tests.index_run import index_files
from tests.mutations import write_mutated

MEASURES = ("cbir/images", "cbir/workers")

PSS_LIMIT_MB = 1500


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--files", type=int, default=2000)
    parsed.add_argument("--seed", default="fuzz")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work:
        files = write_mutated(Path(work) / "files", arguments.files, arguments.seed)
        run = index_files(files, Path(work) / "files", Path(work) / "library")
        by_format = collections.Counter(path.name.partition(".")[2] for path in files)
        kept = collections.Counter(path.name.partition(".")[2] for path in run.indexed)
        died = [f"{path.name}: {reason}" for path, reason in run.skipped.items() if "decoder" in reason]
    checks = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("exit code", "0", str(run.exit_code), verdict(run.exit_code == 0)),
            ("files unaccounted for", "0", str(len(run.unaccounted)), verdict(not run.unaccounted)),
            ("files both indexed and skipped", "0", str(len(run.twice)), verdict(not run.twice)),
            ("problems that `check --deep` finds", "0", str(len(run.problems)), verdict(not run.problems)),
            (
                "peak memory, sum of PSS, MB",
                f"{PSS_LIMIT_MB}",
                f"{run.pss_mb:.0f}",
                verdict(run.pss_mb < PSS_LIMIT_MB),
            ),
            ("seconds", "–", f"{run.took_s:.0f}", "–"),
        ),
        notes=(f"{len(died)} files ended their decoder's process: {'; '.join(died[:10]) or 'none'}.",),
    )
    formats = Table(
        columns=("format", "files", "indexed all the same", "skipped with a reason"),
        rows=tuple(
            (suffix, str(count), str(kept[suffix]), str(count - kept[suffix]))
            for suffix, count in sorted(by_format.items())
        ),
    )
    publish(
        "fuzz",
        f"{arguments.files} mutated files",
        [checks, formats],
        write=arguments.write,
        measures=MEASURES,
    )


if __name__ == "__main__":
    main()

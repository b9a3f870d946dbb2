"""Planted faults: `python -m tests.benchmarks.faults --faults 300`.

The named ones, and others drawn by a seed from the syntax of the modules below: one at a time, in a copy of the tree,
the nearest tests run. A fault that no test notices survives. `--seconds` ends the drawing; the table says how many ran.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.planted_faults import NAMED, Plant, draw

MODULES: dict[str, tuple[str, ...]] = {
    "cbir/base/artifacts.py": ("tests/cbir/base/test_storage.py",),
    "cbir/base/storage.py": ("tests/cbir/base/test_storage.py",),
    "cbir/catalog/rows.py": ("tests/cbir/catalog",),
    "cbir/catalog/page_checksums.py": ("tests/cbir/catalog/test_page_checksums.py",),
    "cbir/images/bands.py": ("tests/cbir/images/test_bands.py",),
    "cbir/images/png.py": ("tests/cbir/images/test_bands.py",),
    "cbir/images/jpeg_xl.py": ("tests/cbir/images/test_jpeg_xl.py",),
    "cbir/images/jpeg.py": ("tests/cbir/images/test_images.py",),
    "cbir/images/header.py": ("tests/cbir/images/test_images.py", "tests/cbir/images/test_bands.py"),
    "cbir/indexing/scan.py": ("tests/cbir/indexing/test_scan.py",),
    "cbir/matching/nndr.py": ("tests/cbir/matching/test_nndr.py", "tests/cbir/matching/test_matcher.py"),
    "cbir/search/fusion.py": ("tests/cbir/search/test_fusion.py",),
    "cbir/state/saved_searches.py": ("tests/cbir/state/test_saved_searches.py",),
    "cbir/visual_words/scoring.py": ("tests/cbir/visual_words/test_scoring.py",),
    "cbir/workers/queueing.py": ("tests/cbir/workers/test_queueing.py",),
    "app/base/undo.py": ("tests/app/base",),
    "app/engine/client.py": ("tests/app/engine/test_engine.py",),
    "app/query/query_text.py": ("tests/app/query/test_recent.py",),
}
NOTICED_SHARE = 0.95


def main() -> None:
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--faults", type=int, default=300, help="drawn ones, shared among the modules")
    parsed.add_argument("--seconds", type=float, default=float("inf"), help="draw no more after so long")
    parsed.add_argument("--seed", default="faults")
    arguments = parsed.parse_args()
    each = -(-arguments.faults // len(MODULES))
    drawn = [
        draw(module, random.Random(f"{arguments.seed} {module}"), each, tests)
        for module, tests in MODULES.items()
    ]
    # One of each module by turns, so that an early end leaves out none of them.
    turns = [faults[turn] for turn in range(each) for faults in drawn if turn < len(faults)]
    ended = time.monotonic() + arguments.seconds
    counts: Counter[str] = Counter()
    survivors = []
    with tempfile.TemporaryDirectory() as work:
        plant = Plant(Path(work) / "tree")
        for fault in (*NAMED, *turns[: arguments.faults]):
            if time.monotonic() > ended:
                break
            result = plant.run(fault)
            counts[result] += 1
            if result == "survived":
                survivors.append((fault.module, fault.what, fault.old.partition("\n")[0][:60]))
            progress(f"{counts.total()}: {fault.module}, {fault.what}: {result}")
    noticed = (counts.total() - counts["survived"]) / max(1, counts.total())
    checks = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("faults planted", str(len(NAMED) + arguments.faults), str(counts.total()), "–"),
            ("noticed", f"{NOTICED_SHARE:.0%}", f"{noticed:.1%}", verdict(noticed >= NOTICED_SHARE)),
        ),
    )
    listed = Table(
        columns=("survivor", "what it says", "in place of"), rows=tuple(survivors) or (("none", "–", "–"),)
    )
    publish("faults", "Planted faults", [checks, listed], write=arguments.write)


if __name__ == "__main__":
    main()

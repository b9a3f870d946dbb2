"""Planted faults: `python -m tests.benchmarks.faults --faults 300`.

The named ones, and others drawn by a seed from the syntax of the modules below: one at a time, in a copy of the tree,
the nearest tests run. A fault that no test notices survives. `--seconds` ends the drawing; the table says how many ran.
With `--journal FILE`, a later run plants no fault again that was noticed before: it tries the others, and goes on.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.planted_faults import NAMED, Fault, Plant, Verdict, draw

_BASE = (
    "tests/cbir/base/test_kept_files.py",
    "tests/cbir/base/test_block_checksums.py",
    "tests/cbir/base/test_storage.py",
)
MODULES: dict[str, tuple[str, ...]] = {
    "cbir/base/artifacts.py": _BASE,
    "cbir/base/storage.py": _BASE,
    "cbir/catalog/rows.py": ("tests/cbir/catalog",),
    "cbir/catalog/page_checksums.py": ("tests/cbir/catalog/test_page_checksums.py",),
    "cbir/images/bands.py": ("tests/cbir/images/test_bands.py",),
    "cbir/images/png.py": ("tests/cbir/images/test_bands.py",),
    "cbir/images/jpeg_xl.py": ("tests/cbir/images/test_headers.py", "tests/cbir/images/test_jpeg_xl.py"),
    "cbir/images/jpeg.py": ("tests/cbir/images/test_jpeg_markers.py", "tests/cbir/images/test_images.py"),
    "cbir/images/header.py": (
        "tests/cbir/images/test_headers.py",
        "tests/cbir/images/test_images.py",
        "tests/cbir/images/test_bands.py",
    ),
    "cbir/indexing/scan.py": ("tests/cbir/indexing/test_scan.py",),
    "cbir/matching/nndr.py": ("tests/cbir/matching/test_nndr.py", "tests/cbir/matching/test_matcher.py"),
    "cbir/search/fusion.py": ("tests/cbir/search/test_fusion.py",),
    "cbir/state/saved_searches.py": ("tests/cbir/state/test_saved_searches.py",),
    "cbir/visual_words/scoring.py": (
        "tests/cbir/visual_words/test_damaged_postings.py",
        "tests/cbir/visual_words/test_scoring.py",
    ),
    "cbir/workers/queueing.py": ("tests/cbir/workers/test_queueing.py",),
    "app/base/undo.py": ("tests/app/base",),
    "app/engine/client.py": ("tests/app/engine/test_engine.py",),
    "app/query/query_text.py": ("tests/app/query/test_recent.py",),
}
NOTICED_SHARE = 0.95
# Why a survivor may live: no answer, file or message differs. By module, line and what comes into it.
HARMLESS: dict[tuple[str, str, str], str] = {
    ("cbir/base/artifacts.py", "self._unseen[name] = np.arange(len(checksums) + 1)", "2"): (
        "one block more, in which no byte lies"
    ),
    (
        "cbir/images/header.py",
        "max_bytes: int = 512 << 20  # a telephone's largest HEIF, of 48 megapixels",
        "513",
    ): ("a limit chosen by hand, a fifth of a percent higher"),
    ("cbir/images/header.py", "check_size((max(width, 1), max(height, 1)), options)", "2"): (
        "a side of no pixel counts as two against a limit of millions"
    ),
    (
        "cbir/images/jpeg_xl.py",
        "is_jpeg, info, pixels, profile, _ = Decoder(num_threads=0)(data)  # the pool already uses every core",
        "1",
    ): "the same pixels, by another thread",
    ("cbir/images/jpeg_xl.py", "return data[:64]", "65"): "a byte more than a header can have",
    (
        "cbir/workers/queueing.py",
        "queued_per_worker: int = 16,",
        "17",
    ): "one task more waits, with the same result",
}


def main() -> None:
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
    # One of each module by turns, so that an early end leaves out none of them.
    turns = [faults[turn] for turn in range(each) for faults in drawn if turn < len(faults)]
    ended = time.monotonic() + arguments.seconds
    journal = _Journal(arguments.journal)
    counts: Counter[str] = Counter()
    survivors = []
    with tempfile.TemporaryDirectory() as work, Plant(Path(work) / "tree") as plant:
        # What survived once comes first: there may be a test for it now.
        for fault in sorted((*turns[: arguments.faults], *NAMED), key=journal.survived, reverse=True):
            result = journal.verdict(fault)
            if result != "noticed" and time.monotonic() < ended:
                result = plant.run(fault)
                journal.keep(fault, result)
            if result is None:
                continue
            counts[result] += 1
            if result == "survived":
                survivors.append(_row(fault))
            progress(f"{counts.total()}: {fault.module}, {fault.what}: {result}")
    noticed = (counts.total() - counts["survived"]) / max(1, counts.total())
    harmless = sum(bool(row[-1]) for row in survivors)
    checks = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("faults planted", str(len(NAMED) + arguments.faults), str(counts.total()), "–"),
            ("noticed", f"{NOTICED_SHARE:.0%}", f"{noticed:.1%}", verdict(noticed >= NOTICED_SHARE)),
            ("unnoticed and harmless, each for its reason", "–", str(harmless), "–"),
        ),
    )
    listed = Table(
        columns=("survivor", "what it says", "in place of", "why it may live"),
        rows=tuple(survivors) or (("none", "–", "–", "–"),),
    )
    publish("faults", "Planted faults", [checks, listed], write=arguments.write)


def _row(fault: Fault) -> tuple[str, ...]:
    why = HARMLESS.get((fault.module, fault.line, fault.new), "")
    return fault.module, fault.what, fault.old.partition("\n")[0][:60], why


class _Journal:
    """Verdicts of earlier runs, a line of JSON each; none without a file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        kept = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        self._verdicts: dict[str, Verdict] = dict(map(json.loads, kept))

    def verdict(self, fault: Fault) -> Verdict | None:
        return self._verdicts.get(self._name(fault))

    def survived(self, fault: Fault) -> bool:
        return self.verdict(fault) == "survived"

    def keep(self, fault: Fault, verdict: Verdict) -> None:
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps([self._name(fault), verdict]) + "\n")

    @staticmethod
    def _name(fault: Fault) -> str:
        return json.dumps([fault.module, fault.line or fault.what, fault.old, fault.new, fault.start])


if __name__ == "__main__":
    main()

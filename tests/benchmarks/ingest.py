"""Indexing with everything included: `python -m tests.benchmarks.ingest --data DATA`.

The rate of Library.index() over camera/ and distractors/, from an empty folder to the committed library
(processes started, files hashed, thumbnails written, postings and catalog on disk), beside what the cores
could do if nothing but decoding, SIFT and the assignment of words took time: that work for the same photos in
one thread, times the number of cores.
"""

import shutil
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from threadpoolctl import threadpool_limits

from cbir.images import decode, read_file
from cbir.library import Library
from cbir.local_features import FeatureOptions, describe
from tests.benchmarks.libraries import open_codebook
from tests.benchmarks.records import Table
from tests.benchmarks.report import cores, counted, parser, progress, publish, thinned, verdict
from tests.evaluation.ground_truth import pictures_in

MEASURES = ("cbir/indexing", "cbir/workers", "cbir/images", "cbir/local_features", "cbir/visual_words")

FOLDERS = ("camera", "distractors")
SHARE_ASKED = 0.90
REPEATS = 5


def main():
    parsed = parser(__doc__ or "", limit="photos of each folder")
    parsed.add_argument("--repeats", type=int, default=REPEATS, help=f"of both, in turns; default: {REPEATS}")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory(prefix="cbir-benchmark-", ignore_cleanup_errors=True) as scratch:
        folders = [
            _some_of(arguments.data.resolve() / name, Path(scratch) / name, arguments.limit)
            for name in FOLDERS
        ]
        paths = [path for folder in folders for path in pictures_in(folder)]
        # Warms the disk cache and whatever is compiled, and brings the library's copy of the codebook.
        warm = Path(scratch) / "warm"
        _indexed_s(_some_of(folders[1], Path(scratch) / "few", 4), warm)
        codebook = open_codebook(warm)
        whole, parts = [], []
        for turn in range(arguments.repeats):
            whole.append(_indexed_s(*folders, Path(scratch) / f"library {turn}"))
            parts.append(_serial_s(paths, codebook))
            progress(f"indexed in {whole[-1]:.1f} s, one thread's work {parts[-1]:.1f} s")
    index_s, serial_s = float(np.median(whole)), float(np.median(parts))
    # Turn by turn, so that a machine that slows down in between slows down both.
    share = float(np.median([part / (cores() * took) for part, took in zip(parts, whole, strict=True)]))
    table = Table(
        columns=("what", "s", "photos/s"),
        rows=(
            (f"index, everything included, {cores()} cores", f"{index_s:.1f}", f"{len(paths) / index_s:.1f}"),
            ("decode + SIFT + words, one thread", f"{serial_s:.1f}", f"{len(paths) / serial_s:.1f}"),
            (
                f"share of {cores()} cores x the latter: {share:.3f}, asked {SHARE_ASKED:.2f}",
                "holds:",
                verdict(share >= SHARE_ASKED),
            ),
        ),
        notes=(f"{len(paths)} photos of {' and '.join(FOLDERS)}; medians of {arguments.repeats} turns.",),
    )
    publish("ingest", "Indexing", [table], write=arguments.write, measures=MEASURES)


def _indexed_s(*folders_and_library):
    """Seconds from an empty library to all photos of the folders committed."""
    *folders, library = folders_and_library
    started = time.perf_counter()
    with Library.open(library, create=True, writable=True) as opened:
        report = opened.index(folders)
    took_s = time.perf_counter() - started
    if report.skipped:
        raise SystemExit(f"{report.skipped[0].path} was skipped: {report.skipped[0].reason}")
    return took_s


def _serial_s(paths, codebook):
    """Seconds for decoding, describing and assigning all photos in this thread alone."""
    threads, options = cv2.getNumThreads(), FeatureOptions()
    cv2.setNumThreads(1)
    try:
        with threadpool_limits(1):
            started = time.perf_counter()
            for path in counted("serial", paths, every=200):
                pixels = decode(read_file(path).data, max_side_px=options.working_side_px).pixels
                codebook.encode(describe(pixels, options).descriptors)
            return time.perf_counter() - started
    finally:
        cv2.setNumThreads(threads)


def _some_of(folder, copy, limit):
    """The folder itself, or a folder with copies of some of its photos."""
    if limit is None:
        return folder
    copy.mkdir()
    for path in thinned(pictures_in(folder), limit):
        shutil.copyfile(path, copy / path.name)
    return copy


if __name__ == "__main__":
    main()

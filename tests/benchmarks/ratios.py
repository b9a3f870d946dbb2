"""CPU time of what a search is made of, beside another program's: `python -m tests.benchmarks.ratios`, 1 minute.

Ratios of CPU times hold on a busy machine and, roughly, on another one. --check ends with 1 if one has grown to more
than MOST times the recorded one. `.ci/long` runs it, so that nothing becomes slower unseen between two measurements.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
import threadpoolctl

from cbir.base.types import DocumentId
from cbir.library import Library
from cbir.local_features import FeatureOptions, describe
from cbir.matching import match_nndr
from cbir.state import shipped_codebook
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment, ScoringOptions, SegmentBuilder
from tests.benchmarks.records import Table, load, path_of
from tests.benchmarks.report import on_one_core, parser, progress, publish
from tests.pictures import photo, photo_file
from tests.source_tree import python_path

MEASURES = (
    "cbir/cli",
    "cbir/local_features",
    "cbir/loops",
    "cbir/matching",
    "cbir/search",
    "cbir/visual_words",
)
MOST = 1.3
ROUNDS = 5
PHOTOS = 20_000
WORDS = 4_096  # of the drawn photos and their query, so that lists are as long as those of 300,000 photos
COLUMNS = ("what", "beside", "ours, CPU ms", "the other's", "ratio")


def main():
    arguments = parser(__doc__, data=False)
    arguments.add_argument("--check", action="store_true", help="compare with the record")
    arguments = arguments.parse_args()
    rows = tuple(
        (what, beside, f"{ours:.2f}", f"{other:.2f}", f"{ours / other:.3f}")
        for what, beside, ours, other in (*on_one_core(in_this_process), *as_processes())
    )
    recorded = (
        {row[0]: float(row[-1]) for row in load(path_of("ratios")).tables[0].rows} if arguments.check else {}
    )
    publish(
        "ratios",
        "CPU time beside others",
        [Table(columns=COLUMNS, rows=rows)],
        write=arguments.write,
        measures=MEASURES,
    )
    slower = [row[0] for row in rows if float(row[-1]) > MOST * recorded.get(row[0], np.inf)]
    for what in slower:
        progress(f"{what}: more than {MOST} times the recorded ratio of {recorded[what]}")
    raise SystemExit(bool(slower))


def in_this_process():
    return [*_in_this_process()]


def _in_this_process():
    """Rows of what, beside what, and the CPU times in ms; on one core."""
    cv2.setNumThreads(1)
    with threadpoolctl.threadpool_limits(1), tempfile.TemporaryDirectory() as folder:
        pixels = cv2.resize(photo("astronaut"), (960, 960), interpolation=cv2.INTER_CUBIC)
        options, grey = FeatureOptions(max_features=900), cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        sift = cv2.SIFT.create(900)
        yield (
            "features, 900",
            "OpenCV's SIFT",
            *_side_by_side(lambda: describe(pixels, options), lambda: sift.detectAndCompute(grey, None)),
        )
        codebook = Codebook.load(shipped_codebook())
        projected = codebook.project(describe(pixels, FeatureOptions(max_features=2_000)).descriptors)
        some = codebook.centroids[::16].T.copy()
        yield (
            "visual words, 2,000",
            "a product with a sixteenth of them",
            *_side_by_side(lambda: codebook.assign(projected), lambda: (projected @ some).argmax(axis=1)),
        )
        half = len(projected) // 2
        query, other = projected[:half].copy(), projected[half:].copy()
        matcher = cv2.BFMatcher(cv2.NORM_L2)
        yield (
            "nearest pairs, 1,000 by 1,000",
            "OpenCV's BFMatcher",
            *_side_by_side(lambda: match_nndr(query, other), lambda: matcher.knnMatch(query, other, k=2)),
        )
        yield from _scoring(Path(folder))


def _scoring(folder):
    rng = np.random.default_rng(0)
    drawn = rng.integers(WORDS, size=(PHOTOS, 200), dtype=np.uint32)
    signatures = rng.integers(1 << 63, size=drawn.shape, dtype=np.uint64)
    builder = SegmentBuilder(words=WORDS, codebook="drawn")
    for number, (words, signs) in enumerate(zip(drawn, signatures, strict=True), start=1):
        builder.add(DocumentId(number), words, signs)
    builder.write(folder / "postings")
    index = InvertedIndex(
        [PostingsSegment.open(folder / "postings")],
        words=WORDS,
        deleted=np.zeros(0, np.uint32),
        deleted_words=[],
    )
    query = rng.choice(WORDS, 1_000, replace=False).astype(np.uint32)
    signs = rng.integers(1 << 63, size=len(query), dtype=np.uint64)
    order = np.argsort(drawn, axis=None, kind="stable")
    bounds = np.searchsorted(drawn.ravel()[order], np.arange(WORDS + 1))
    photos = (order // drawn.shape[1]).astype(np.int64)

    def bincount():
        rows = np.concatenate([photos[bounds[word] : bounds[word + 1]] for word in query])
        return np.bincount(rows, np.ones(len(rows), np.float32), PHOTOS)

    for weighting in ("bm25", "hamming"):
        options = ScoringOptions(weighting=weighting)
        yield (
            f"{weighting}, {PHOTOS:,} photos",
            "NumPy's bincount of the same lists",
            *_side_by_side(
                lambda options=options: index.search(query, signs, top=200, options=options), bincount
            ),
        )


def as_processes():
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # commands as users run them
    imports = [sys.executable, "-c", "import numpy, cv2, faiss, onnxruntime"]
    with tempfile.TemporaryDirectory() as folder:
        with Library.open(Path(folder), create=True, writable=True) as library:
            library.index([photo_file("astronaut").parent])
        search = [sys.executable, "-m", "cbir", "search", "--library", folder]
        for what, command in (
            ("cbir --version", [sys.executable, "-m", "cbir", "--version"]),
            ("cbir library info", [sys.executable, "-m", "cbir", "library", "info", "--library", folder]),
            ("cbir search of a word", [*search, "--engine", "metadata", "rocket"]),
            ("cbir search of a sentence", [*search, "a rocket at night"]),
            ("cbir search of a picture", [*search, str(photo_file("rocket"))]),
        ):
            ours, other = _side_by_side(
                lambda command=command: _run(command), lambda: _run(imports), _of_children
            )
            yield f"`{what}`, a process", "import numpy, cv2, faiss, onnxruntime", ours, other


def _run(command):
    environment = {**os.environ, "PYTHONPATH": python_path()}
    subprocess.run(
        command, env=environment, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _side_by_side(ours, other, clock=time.process_time):
    """The least CPU time of each in ms, by turns, after a call that may compile."""
    least = [np.inf, np.inf]
    for number in range(ROUNDS + 1):
        for way, work in enumerate((ours, other)):
            started = clock()
            work()
            if number:
                least[way] = min(least[way], (clock() - started) * 1e3)
    return least


if __name__ == "__main__":
    main()

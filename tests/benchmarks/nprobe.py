"""Sentences by ever more lists, through the command line: `python -m tests.benchmarks.nprobe --work DIR --write`.

A library of drawn photos whose embeddings are drawn from those of real ones, as in million.sentences. Each search is a
process of its own, which would compare every vector if it were not told a number of lists.
"""

import json
import os
import statistics
import subprocess
import sys
import time

import numpy as np

from cbir.embeddings import built_in_model, open_text_tower
from cbir.evaluation import load_captioned
from cbir.vectors import VectorIndex, VectorIndexOptions
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.million.sentences import _segments, drawn_library, real_embeddings
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, publish, thinned

MEASURES = ("cbir/vectors", "cbir/cli/search.py")

PROBES = (1, 4, 16, 64, 256, 512)
TOP = 10
IN_PROCESS, TIMES = 100, 4  # hits, and rounds over the sentences, in a process that keeps running


def main():
    parsed = parser(__doc__ or "", work="the library, 60 MB,", limit="sentences")
    parsed.add_argument("--photos", type=int, nargs="+", default=[30_000], help="sizes")
    parsed.set_defaults(limit=6)
    arguments = parsed.parse_args()
    del os.environ["CBIR_BUILT_IN_MODEL"]
    data = arguments.data.resolve()
    sentences = thinned([photo.captions[0] for photo in load_captioned(data / "captioned")], arguments.limit)
    with work_folder(arguments.work) as work:
        rows = []
        for photos in arguments.photos:
            folder = work / f"{photos}"
            real = None if folder.exists() else real_embeddings(work / "embedded", data / "distractors")
            rows += measured(drawn_library(folder, photos, real), photos, sentences)
    table = Table(
        columns=(
            "photos, lists searched",
            "recall@10 of the exact answer",
            "a process of its own, ms of CPU",
            "ms of CPU in one that runs",
        ),
        rows=tuple(rows),
        notes=(
            f"{len(sentences)} sentences. The index as it is trained unasked: IVF, PCA to 128, 4-bit codes.",
        ),
    )
    publish("nprobe", "Lists of the trained index", [table], write=arguments.write, measures=MEASURES)


def measured(library, photos, sentences):
    exact = [ask(library, sentence) for sentence in sentences]
    in_process = times_in_process(library, sentences)
    cpu = statistics.median(took for _, took in exact)
    rows = [(f"{photos:,}, exact (not told)", "1.00", f"{cpu:.0f}", f"{in_process[None]:.2f}")]
    for nprobe in PROBES:
        found = [ask(library, sentence, "--nprobe", str(nprobe)) for sentence in sentences]
        shares = [
            len(set(hits) & set(right)) / len(right)
            for (hits, _), (right, _) in zip(found, exact, strict=True)
        ]
        cpu = statistics.median(took for _, took in found)
        rows.append(
            (f"{photos:,}, {nprobe}", f"{np.mean(shares):.2f}", f"{cpu:.0f}", f"{in_process[nprobe]:.2f}")
        )
    return rows


def ask(library, sentence, *options):
    """Paths of the hits, and milliseconds of CPU of the process."""
    command = [*(sys.executable, "-m", "cbir", "search", "--engine", "semantic", "-t", str(TOP), "--json")]
    before = os.times()
    answer = subprocess.run(
        [*command, "--library", str(library), *options, "--", sentence], capture_output=True, check=True
    )
    after = os.times()
    took_s = after.children_user + after.children_system - before.children_user - before.children_system
    return [hit["path"] for hit in json.loads(answer.stdout)["hits"]], took_s * 1000


def times_in_process(library, sentences):
    """Milliseconds of CPU of a search of the vectors, by the number of lists; None: exact."""
    segments = _segments(library)
    (cache,) = (library / "cache").iterdir()
    with open_text_tower(built_in_model(), "cpu") as tower:
        queries = np.asarray(tower.encode(list(sentences)).vectors)
    exact = VectorIndex.open(segments, options=VectorIndexOptions(kind="exact"), device="cpu")
    trained = VectorIndex.open(
        segments, options=VectorIndexOptions(kind="trained", exact_up_to=0), cache=cache, device="cpu"
    )
    took = {}
    for nprobe in (None, *PROBES):
        index, each = (exact if nprobe is None else trained), []
        index.prepare()
        for query in np.repeat(queries, TIMES, axis=0):
            started = time.thread_time()
            index.search(query, IN_PROCESS, nprobe=nprobe)
            each.append((time.thread_time() - started) * 1000)
        took[nprobe] = statistics.median(each)
    return took


if __name__ == "__main__":
    main()

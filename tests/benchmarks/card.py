"""A graphics card beside the processor: `python -m tests.benchmarks.card`.

The image tower of a ViT-B-32 with random weights, from prepared pictures to embeddings on the processor's side, beside
a bare loop of the same network over tensors that are on the card already. Exact search among drawn unit vectors, beside
what the same card does in the same run: copy its own memory, and multiply the same matrix in plain torch.
"""

from __future__ import annotations

import functools
import gc
import statistics
import subprocess
import tempfile
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from cbir.base.artifacts import BlockChecksums
from cbir.embeddings import ModelStore, open_image_tower
from cbir.embeddings.installing import import_checkpoint
from cbir.vectors import VectorIndex, VectorSegment
from cbir.workers import Encoder, PictureEmbeddings
from tests.benchmarks.records import Table
from tests.benchmarks.report import cores, parser, progress, publish, times_ms, verdict
from tests.cbir.tiny_model import seeded_towers, write_checkpoint

MEASURES = ("cbir/vectors", "cbir/embeddings")

ARCHITECTURE = "ViT-B-32"
DIMENSION, DRAWN_AT_ONCE = 512, 500_000
TOP, QUERIES, CANDIDATES = 100, 16, 254
ROUNDS, BATCHES = 5, 16
ASKED_OF_LOOP, ASKED_OF_MEMORY = 0.9, 0.8
STEP = 0.3 / 127  # of the codes: no number of ten million unit vectors is larger than 0.3


def main():
    arguments = _arguments()
    import torch

    if not torch.cuda.is_available():
        raise SystemExit("There is no graphics card that torch can use.")
    card = Card.measured()
    tables = [card.table()]
    if arguments.tower:
        with tempfile.TemporaryDirectory() as work:
            tables.append(towers(installed(Path(work))))
    tables += [scans(rows, card) for rows in arguments.rows]
    publish("card", "A graphics card", tables, write=arguments.write, measures=MEASURES)


def _arguments():
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--rows", type=int, nargs="*", default=[1_000_000, 10_000_000], help="of vectors")
    arguments.add_argument("--no-tower", dest="tower", action="store_false", help="measure searches alone")
    return arguments.parse_args()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """copied : bytes a second, read and written, of a copy within its memory"""

    name: str
    driver: str
    copied: float

    @classmethod
    def measured(cls):
        import torch

        half = torch.empty(1 << 31, dtype=torch.float16, device="cuda").normal_()
        there = torch.empty_like(half)
        copy_s = on_card_ms(lambda: there.copy_(half)) / 1000
        return cls(
            name=torch.cuda.get_device_name(),
            driver=_driver(),
            copied=4 * half.numel() / copy_s,
        )

    def table(self):
        import torch

        return Table(
            columns=("card", "driver", "torch", "copy within its memory"),
            rows=(
                (
                    *(self.name, self.driver, torch.__version__),
                    f"{self.copied / 1e12:.2f} TB/s, read and written",
                ),
            ),
        )


def _driver():
    asked = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()[0]


def on_card_ms(work, repeats=20):
    """Median time of one call on the card, by its own clock, after three that do not count."""
    import torch

    event = torch.cuda.Event
    for _ in range(3):
        work()
    times = []
    for _ in range(repeats):
        began, ended = (event(enable_timing=True) for _ in range(2))
        began.record()
        work()
        ended.record()
        ended.synchronize()
        times.append(began.elapsed_time(ended))
    return statistics.median(times)


# --- the image tower ---


def installed(work):
    progress(f"install {ARCHITECTURE} with random weights")
    checkpoint = write_checkpoint(seeded_towers(ARCHITECTURE).model, work / "seeded.safetensors")
    return import_checkpoint(ModelStore(work / "models"), checkpoint, architecture=ARCHITECTURE)


def towers(model):
    import torch

    side = model.preprocessing.side_px
    rng = np.random.default_rng(0)
    squares = rng.integers(0, 256, (256 * BATCHES, side, side, 3), np.uint8)
    shapes = np.stack([_shapes(side, rng) for _ in range(64)])
    planes = torch.randn(256, 3, side, side, device="cuda").half()
    bare = seeded_towers(ARCHITECTURE).image.half().to("cuda")
    rows = []
    with open_image_tower(model, "cuda") as tower, open_image_tower(model, "cpu") as of_cpu:
        if tower.note:
            raise SystemExit(tower.note)
        for batch in (256, 16):
            progress(f"towers, {batch} pictures at a time")
            some = squares if batch == 256 else squares[:1024]

            def loop(batch=batch, some=some):
                with torch.inference_mode():
                    for _ in range(0, len(some), batch):
                        bare(planes[:batch])
                torch.cuda.synchronize()

            def ours(batch=batch, some=some):
                for start in range(0, len(some), len(some) if batch == 256 else batch):
                    tower.encode(some[start : start + (len(some) if batch == 256 else batch)])

            bare_s, ours_s = in_turns(loop, ours)
            share = bare_s / ours_s
            rows += [
                (
                    f"bare loop, {batch} at a time, fp16, tensors on the card",
                    _each(len(some), bare_s),
                    "",
                    "",
                ),
                (
                    f"the tower, {batch} at a time, from prepared pictures",
                    *(_each(len(some), ours_s), f"{share:.2f} of the loop"),
                    f"{ASKED_OF_LOOP}: {verdict(share >= ASKED_OF_LOOP)}" if batch == 256 else "",
                ),
            ]
        progress("the process that encodes, and the processor")
        rows.append(("the process that encodes, 16 at a time", _each(*_by_process(model, squares)), "", ""))
        cpu_s = statistics.median(times_ms(lambda: of_cpu.encode(squares[:64]), 3)) / 1000
        rows.append((f"the processor, {cores()} cores", _each(64, cpu_s), "", ""))
        right, found = of_cpu.encode(shapes), tower.encode(shapes)
        least = float(np.einsum("nd,nd->n", right.astype(np.float64), found).min())
        rows.append(
            (
                "least cosine with the processor's, the tower",
                f"{least:.6f}",
                f"scores off by ≤ {np.abs(right @ right.T - found @ found.T).max():.6f}",
                f".999: {verdict(least >= 0.999)}",
            )
        )
    return Table(
        title=f"{ARCHITECTURE}'s image tower, random weights",
        columns=("way", "pictures/s", "", "asked"),
        rows=tuple(rows),
        notes=(
            f"Medians of {ROUNDS} rounds in turns. “From prepared pictures”: {side} × {side} × 3 bytes each in "
            "ordinary memory, normalised on the card, unit rows in ordinary memory.",
        ),
    )


def _shapes(side, rng):
    pixels = cv2.resize(rng.integers(0, 256, (5, 5, 3)).astype(np.uint8), (side, side))
    for _ in range(8):
        centre, colour = rng.integers(0, side, 2).tolist(), rng.integers(0, 256, 3).tolist()
        cv2.circle(pixels, centre, int(rng.integers(5, side // 3)), colour, -1)
    return np.asarray(pixels, np.uint8)


def in_turns(*ways):
    """Median seconds of each way, taken in turns after one call of each that does not count."""
    took = [[] for _ in ways]
    for turn in range(ROUNDS + 1):
        for way, times in zip(ways, took, strict=True):
            started = time.perf_counter()
            way()
            if turn:
                times.append(time.perf_counter() - started)
    return [statistics.median(times) for times in took]


def _each(count, seconds):
    return f"{count / seconds:,.0f}"


def _by_process(model, squares):
    """Pictures, and seconds for them, by the process that encodes for an index run, which has some batches waiting."""
    count, waiting = 1024, deque[Future[PictureEmbeddings]]()
    with Encoder(model.folder, "cuda") as encoder:
        encoder.load().result()
        encoder.submit(list(squares[:16])).result()
        started = time.perf_counter()
        for start in range(0, count, 16):
            waiting.append(encoder.submit(list(squares[start : start + 16])))
            if len(waiting) > 4:
                waiting.popleft().result()
        for future in waiting:
            future.result()
        return count, time.perf_counter() - started


# --- exact search ---


class Unchecked(BlockChecksums):
    """Checksums for arrays that are in no file: nothing is compared."""

    def __init__(self):
        pass

    def compare(self, name, starts, stops):
        pass


def drawn_segment(count):
    """Unit vectors in all directions, drawn and coded on the card."""
    import torch

    generator = torch.Generator("cuda").manual_seed(0)
    vectors, codes = np.empty((count, DIMENSION), np.float16), np.empty((count, DIMENSION), np.uint8)
    longest = 0.0
    for start in range(0, count, DRAWN_AT_ONCE):
        chunk = slice(start, min(start + DRAWN_AT_ONCE, count))
        drawn = torch.randn(chunk.stop - start, DIMENSION, generator=generator, device="cuda")
        rows = torch.nn.functional.normalize(drawn).half()
        levels = (rows.float() / STEP).round().clamp(-127, 127)
        longest = max(longest, float((rows.float() - levels * STEP).norm(dim=1).max()))
        torch.from_numpy(vectors[chunk]).copy_(rows)
        torch.from_numpy(codes[chunk]).copy_((levels + 128).to(torch.uint8))
    return VectorSegment(
        folder=Path(),
        model="drawn",
        documents=np.arange(count, dtype=np.int64),
        vectors=vectors,
        codes=codes,
        centre=np.zeros(DIMENSION, np.float32),
        step=np.full(DIMENSION, STEP, np.float32),
        error=longest * 1.0001,
        checksums=Unchecked(),
    )


def scans(count, card):
    import faiss  # noqa: F401  the processor's scan is that of a process that has searched before
    import torch

    progress(f"{count:,} vectors")
    segment = drawn_segment(count)
    gc.collect()
    torch.cuda.empty_cache()
    queries = np.random.default_rng(1).standard_normal((QUERIES, DIMENSION)).astype(np.float32)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    started = time.perf_counter()
    index = VectorIndex.open([segment], device="cuda")
    loaded_s = time.perf_counter() - started
    if index.notes:
        raise SystemExit(" ".join(index.notes))
    matrix_bytes = 2 * count * DIMENSION

    def row(name, ms, *, asked=False):
        share = matrix_bytes / (ms / 1000) / card.copied
        judged = f"{ASKED_OF_MEMORY}: {verdict(share >= ASKED_OF_MEMORY)}" if asked else ""
        return name, f"{ms:.2f}", f"{1000 / ms:,.0f}", f"{share:.2f}", judged

    scan = index._scans[0]
    vectors, asked = scan._vectors, torch.from_numpy(queries).half().to("cuda")
    rows = [
        row("plain torch: the product of the matrix and a query", on_card_ms(_cycling(asked, vectors.mv))),
        row(
            f"the card's scan, best {CANDIDATES}",
            _ms(_cycling(queries, lambda query: scan.candidates(query, CANDIDATES, None))),
            asked=True,
        ),
    ]
    cpu = VectorIndex.open([segment], device="cpu")
    filters = _filters(count)
    answers = []
    for name, deleted, allowed in filters:
        on_card = VectorIndex.open([segment], deleted=deleted, device="cuda", before=index)
        on_cpu = VectorIndex.open([segment], deleted=deleted, device="cpu", before=cpu)
        for where, one, repeats in (("the card", on_card, 2 * QUERIES), ("the processor", on_cpu, 8)):
            work = _cycling(queries, functools.partial(one.search, top=TOP, allowed=allowed))
            ms = _ms(work, repeats)
            rows.append((f"search, {where}, {name}", f"{ms:.2f}", f"{1000 / ms:,.0f}", "", ""))
        found = [
            [one.search(query, TOP, allowed=allowed) for one in (on_card, on_cpu)] for query in queries[:4]
        ]
        answers += [_same(*pair) for pair in found]
    return Table(
        title=f"{count:,} unit vectors × {DIMENSION}, 16 bits, the best {TOP}",
        columns=("what", "ms", "queries/s", "share of the copy's bandwidth", "asked"),
        rows=(
            *rows,
            (
                f"answers equal to the processor's: {sum(answers)} of {len(answers)}",
                "",
                "",
                "",
                verdict(all(answers)),
            ),
        ),
        notes=(
            f"One query at a time, medians. The share counts the matrix once, {matrix_bytes / 1e9:.2f} GB. The "
            f"processor's scan reads 8-bit codes with {cores()} cores. Loading the card: {loaded_s:.1f} s, "
            f"{matrix_bytes / 1e9 / loaded_s:.1f} GB/s.",
        ),
    )


def _filters(count):
    """Name, deleted documents, allowed documents."""
    every, none = np.arange(count, dtype=np.int64), np.zeros(0, np.int64)
    yield "all", none, None
    yield "1 % deleted", every[::100], None
    yield "half allowed", none, every[::2]
    yield "1 in 1,000 allowed", none, every[::1000]


def _same(a, b):
    return np.array_equal(a.documents, b.documents) and np.array_equal(a.scores, b.scores)


def _cycling(items, work):
    """Work for the next of the items at each call."""
    turn = iter(range(1 << 30))
    return lambda: work(items[next(turn) % len(items)])


def _ms(work, repeats=4 * QUERIES):
    return statistics.median(times_ms(work, repeats, warm_up=3))


if __name__ == "__main__":
    main()

"""The towers against plain open_clip on this CPU: `python -m tests.benchmarks.encoders --data DATA`.

Random weights of a fixed seed serve: they take the same time and the same memory as trained ones, and their
embeddings differ from photo to photo. Times of both sides are taken in turns, so that a busy moment meets both.
What is asked is judged where both have the same batch and the same cores.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings import InstalledModel, ModelStore, open_image_tower, open_text_tower
from cbir.embeddings.installing import import_checkpoint, remove_model
from cbir.embeddings.towers import normalise
from cbir.evaluation import load_captioned
from cbir.evaluation.captioned import prepare_file, ranks_of_right
from tests.benchmarks.report import Table, cores, counted, parser, progress, publish, thinned, verdict
from tests.cbir.tiny_model import seeded_towers, write_checkpoint
from tests.source_tree import python_path

if TYPE_CHECKING:
    from cbir.embeddings.towers import Towers

ROOT = Path(__file__).resolve().parents[2]
ARCHITECTURE = "ViT-B-32"
SENTENCE = "a red boat at dusk on a calm lake"
LONG = "a photo of a very long walk through the old town, " * 8
ROUNDS = 8
PROCESSES = 5
BATCH = 16
PARITY_PICTURES = 8
TIMES_ASKED = 1.8  # as fast as torch


def main() -> None:
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        progress("install with random weights")
        installed = _install(ARCHITECTURE, folder)
        tables = [_speed(installed), _processes(installed)]
        if arguments.ranking:
            tables.append(_ranking(installed, arguments.data, arguments.photos))
        del installed
        if arguments.architectures:
            tables.append(_architectures(folder))
    publish("encoders", "Sentences and pictures to vectors", tables, write=arguments.write)


def _arguments() -> argparse.Namespace:
    arguments = parser(__doc__ or "")
    arguments.add_argument("--photos", type=int, help="rank at most so many captioned photos")
    arguments.add_argument("--no-ranking", dest="ranking", action="store_false", help="leave the ranking out")
    arguments.add_argument(
        "--no-architectures", dest="architectures", action="store_false", help="leave the other models out"
    )
    return arguments.parse_args()


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """The same weights twice: installed, and in torch. checkpoint : their file"""

    model: InstalledModel
    towers: Towers
    checkpoint: Path


def _install(architecture: str, folder: Path) -> Installed:
    towers = seeded_towers(architecture)
    checkpoint = write_checkpoint(towers.model, folder / f"{architecture}.safetensors")
    model = import_checkpoint(
        ModelStore(folder / "models"),
        checkpoint,
        architecture=architecture,
        name=architecture.lower(),
        tokenizer=stand_in(folder),
    )
    return Installed(model=model, towers=towers, checkpoint=checkpoint)


def stand_in(folder: Path) -> Path:
    """A tokenizer.json for architectures whose own would have to be downloaded."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = {"<pad>": 0, "<eos>": 1, "<unk>": 2, **{word: 3 + i for i, word in enumerate(SENTENCE.split())}}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder / "tokenizer.json"


def _speed(installed: Installed) -> Table:
    """Milliseconds of one picture and of one sentence, both sides on all cores."""
    import torch
    from open_clip import tokenize

    torch.set_num_threads(cores())
    model, towers = installed.model, installed.towers
    squares = np.random.default_rng(1).integers(0, 256, (BATCH, towers.side_px, towers.side_px, 3), np.uint8)
    planes = torch.from_numpy(normalise(squares, model.preprocessing))
    rows = []

    def plain(tower: Any, batch: Any) -> Callable[[], object]:
        def run() -> object:
            with torch.inference_mode():
                return torch.nn.functional.normalize(tower(batch), dim=-1)

        return run

    with (
        open_image_tower(model, "cpu") as images,
        open_text_tower(model, "cpu") as texts,
    ):
        visual, encode_text = towers.model.visual, towers.model.encode_text
        one, many = plain(visual, planes[:1]), plain(visual, planes)
        loop, together, single = (lambda: images.encode(squares)), many, (lambda: images.encode(squares[:1]))
        ours, theirs = _in_turns(loop, one)
        rows.append(
            _speed_row(
                f"picture: ours {BATCH} at once as indexing does, open_clip in a loop",
                ours / BATCH,
                theirs,
                None,
            )
        )
        ours, theirs = _in_turns(loop, together)
        rows.append(_speed_row(f"picture, both {BATCH} at once", ours / BATCH, theirs / BATCH, TIMES_ASKED))
        ours, theirs = _in_turns(single, one)
        rows.append(_speed_row("picture, both one at a time", ours, theirs, TIMES_ASKED))
        for name, text in (("sentence of 9 words", SENTENCE), ("text that fills the context", LONG)):
            ours, theirs = _in_turns(
                lambda text=text: texts.encode([text]),  # type: ignore[misc]
                plain(encode_text, tokenize([text])),
            )
            rows.append(_speed_row(name, ours, theirs, None))
    return Table(
        title=f"{ARCHITECTURE} on the CPU, one item, best of {ROUNDS}",
        columns=("what", "ONNX Runtime, ms", "torch, 32 bits, ms", "times as fast", "asked", "holds"),
        rows=tuple(rows),
        notes=(
            f"{cores()} cores for both sides. Ours includes the normalisation of 8-bit pixels and the tokenizer,"
            " torch's neither. A sentence is read without its padding, which changes nothing in a causal tower.",
        ),
    )


def _speed_row(what: str, ours_ms: float, plain_ms: float, asked: float | None) -> tuple[str, ...]:
    ratio = plain_ms / ours_ms
    return (
        what,
        f"{ours_ms:.1f}",
        f"{plain_ms:.1f}",
        f"{ratio:.2f}",
        "–" if asked is None else f"{asked:.1f}",
        verdict(None if asked is None else ratio >= asked),
    )


def _in_turns(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """Best wall times in milliseconds of two calls that take turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(ROUNDS + 2):
        for work, kept in zip((first, second), times, strict=True):
            started = time.perf_counter()
            work()
            if turn >= 2:
                kept.append((time.perf_counter() - started) * 1000)
    return min(times[0]), min(times[1])


_OURS = """
import json, sys
from pathlib import Path
from cbir.embeddings import open_text_tower
from cbir.embeddings.model_folder import open_model_folder
with open_text_tower(open_model_folder(Path(sys.argv[1])), "cpu") as tower:
    tower.encode([sys.argv[2]])
    for number in range(int(sys.argv[3])):
        tower.encode([f"{sys.argv[2]} {number}", sys.argv[2] * 40])
    import psutil
    print(json.dumps(psutil.Process().memory_info().rss))
"""

_PLAIN = """
import sys
import open_clip, torch
model = open_clip.create_model("ViT-B-32", pretrained=sys.argv[1]).eval()
tokens = open_clip.get_tokenizer("ViT-B-32")([sys.argv[2]])
with torch.inference_mode():
    model.encode_text(tokens, normalize=True)
"""


def _processes(installed: Installed) -> Table:
    """Whole processes: from their start to the first embedding, and the memory of one that holds a text tower."""
    ours_s, plain_s = [], []
    for _ in range(PROCESSES + 1):
        ours_s.append(_run(_OURS, str(installed.model.folder), SENTENCE, "0")[0])
        plain_s.append(_run(_PLAIN, str(installed.checkpoint), SENTENCE)[0])
    ours, plain = statistics.median(ours_s[1:]), statistics.median(plain_s[1:])
    rss = int(_run(_OURS, str(installed.model.folder), SENTENCE, "50")[1])
    return Table(
        title=f"Processes, median of {PROCESSES} with a warm disk",
        columns=("what", "measured", "asked", "holds"),
        rows=(
            ("process start to the first embedding of a sentence, ours", f"{ours:.2f} s", "–", "–"),
            ("the same: import open_clip, load the weights, encode", f"{plain:.2f} s", "–", "–"),
            ("times as fast", f"{plain / ours:.1f}", "3.0", verdict(plain / ours >= 3)),
            (
                "memory of a process that holds the text tower, after 101 texts",
                f"{rss / 1e6:.0f} MB",
                "600 MB",
                verdict(rss < 600e6),
            ),
        ),
    )


def _run(code: str, *arguments: str) -> tuple[float, str]:
    """Seconds that a process took, and what it printed."""
    paths = os.pathsep.join(filter(None, (python_path(), os.environ.get("PYTHONPATH"))))
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return time.perf_counter() - started, done.stdout


def _ranking(installed: Installed, data: Path, limit: int | None) -> Table:
    """All captioned photos ranked for each first caption, ours against torch's embeddings of the same pixels."""
    import torch
    from open_clip import tokenize

    photos = list(thinned(load_captioned(data / "captioned"), limit))
    model, towers = installed.model, installed.towers
    squares = np.stack(
        [prepare_file(photo.path, model.preprocessing) for photo in counted("decode", photos, 500)]
    )
    captions = [photo.captions[0] for photo in photos]
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as texts:
        parts = [squares[start : start + BATCH] for start in range(0, len(squares), BATCH)]
        pictures = np.concatenate([images.encode(part) for part in counted("ours", parts, 20)])
        queries = texts.encode(captions).vectors
    with torch.inference_mode():
        planes = (
            torch.from_numpy(normalise(part, model.preprocessing)) for part in counted("torch", parts, 20)
        )
        plain = np.concatenate([_unit(towers.image(plane).numpy()) for plane in planes])
        wanted = np.concatenate(
            [
                _unit(towers.text(tokenize(captions[start : start + BATCH])).numpy())
                for start in range(0, len(captions), BATCH)
            ]
        )
    least = float((pictures * plain).sum(axis=1).min()), float((queries * wanted).sum(axis=1).min())
    ours, theirs = queries @ pictures.T, wanted @ plain.T
    noise = 4 * float(np.abs(ours - theirs).max())
    same, swapped = _compare_orders(theirs, ours)
    right = np.arange(len(photos))
    ranks = ranks_of_right(queries, pictures, right), ranks_of_right(wanted, plain, right)
    return Table(
        title=f"{len(photos)} captioned photos ranked for {len(captions)} captions, against brute force in open_clip",
        columns=("what", "measured"),
        rows=(
            ("least cosine, pictures and texts", f"{least[0]:.7f} and {least[1]:.7f}"),
            ("captions whose whole ranking is the same", f"{same} of {len(captions)}"),
            ("largest difference of two scores that are ranked the other way", f"{swapped:.1e}"),
            ("four times the largest difference of one score", f"{noise:.1e}"),
            (
                "captions whose photo has the same rank",
                f"{int((ranks[0] == ranks[1]).sum())} of {len(captions)}",
            ),
        ),
    )


def _compare_orders(wanted: NDArray[np.float32], found: NDArray[np.float32]) -> tuple[int, float]:
    """How many rows rank the same, and by how much the wanted scores of pairs in another order differ at most."""
    same, swapped = 0, 0.0
    for right, ours in zip(wanted, found, strict=True):
        in_our_order = right[np.argsort(-ours, kind="stable")]
        same += bool((np.argsort(-ours, kind="stable") == np.argsort(-right, kind="stable")).all())
        behind = np.maximum.accumulate(in_our_order[::-1])[::-1]
        swapped = max(swapped, float((behind - in_our_order).max()))
    return same, swapped


def _architectures(folder: Path) -> Table:
    """Every architecture that is offered: parity from tensors, sizes and times."""
    rows = []
    folder = folder / "offered"  # one of them is installed already, beside this folder
    folder.mkdir()
    for offer in ModelStore().offers():
        progress(f"install {offer.architecture} with random weights")
        started = time.perf_counter()
        installed = _install(offer.architecture, folder)
        made_s = time.perf_counter() - started
        rows.append(_architecture_row(offer.name, installed, made_s))
        remove_model(ModelStore(folder / "models"), installed.model.info.name)
        installed.checkpoint.unlink()
        del installed
    return Table(
        title="The models that are offered, with random weights",
        columns=(
            "model",
            "runs in",
            "least cosine to torch, pictures",
            "texts",
            "picture, ms",
            "sentence, ms",
            "memory of the text tower",
            "on disk",
            "made ready in",
        ),
        rows=tuple(rows),
        notes=("SigLIP's own tokenizer has to be downloaded: a stand-in took its place.",),
    )


def _architecture_row(name: str, installed: Installed, made_s: float) -> tuple[str, ...]:
    import torch

    model, towers = installed.model, installed.towers
    rng = np.random.default_rng(4)
    squares = rng.integers(0, 256, (PARITY_PICTURES, towers.side_px, towers.side_px, 3), np.uint8)
    texts = [SENTENCE, LONG, "", "a boat"]
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as sentences:
        pictures, queries = images.encode(squares), sentences.encode(texts).vectors
        tokens = sentences._tokenizer.encode(texts)[0]  # type: ignore[attr-defined]
        picture_ms = _median_of_five(lambda: images.encode(squares)) / PARITY_PICTURES
        sentence_ms = _median_of_five(lambda: sentences.encode([SENTENCE]))
    with torch.inference_mode():
        plain = _unit(towers.image(torch.from_numpy(normalise(squares, model.preprocessing))).numpy())
        padded = np.pad(tokens, ((0, 0), (0, model.info.context_tokens - tokens.shape[1])))
        encode_text: Any = towers.model.encode_text
        wanted = _unit(encode_text(torch.from_numpy(padded)).numpy())
    rss = int(_run(_OURS, str(model.folder), SENTENCE, "5")[1])
    return (
        name,
        model.info.runtime,
        f"{float((pictures * plain).sum(axis=1).min()):.7f}",
        f"{float((queries * wanted).sum(axis=1).min()):.7f}",
        f"{picture_ms:.0f}",
        f"{sentence_ms:.0f}",
        f"{rss / 1e6:.0f} MB",
        f"{model.info.bytes / 1e6:.0f} MB",
        f"{made_s:.0f} s",
    )


def _median_of_five(work: Callable[[], object]) -> float:
    times = []
    for _ in range(6):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times[1:])


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


if __name__ == "__main__":
    main()

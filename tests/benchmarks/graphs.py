"""Models without torch, against open_clip: `python -m tests.benchmarks.graphs --plain PYTHON`.

PYTHON is one of a plain installation, which has no torch: models are installed and run there, from a server on this
machine that answers as the hub does. open_clip makes the weights, random ones of a fixed seed, and what its own model
makes of the same photos and sentences, in processes of this Python.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import ModelOffer
from cbir.embeddings import ModelStore
from cbir.embeddings.shipped_graphs import GRAPHS, read_graph
from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.cbir.hub_server import hub_server
from tests.source_tree import python_path

ROOT = Path(__file__).resolve().parents[2]
COUNT = 64
ASKED_COSINE = 0.999999
ASKED_SECONDS = 10.0
ASKED_MEMORY = 1.3
ASKED_DISK = 1.05
TIE = 1e-6
HABITS = {
    "vit-b-32": ("fp32", "fp16", "bf16", "module.", "custom text, scale [1], position ids"),
    "siglip2-b-32": ("fp32",),
    "siglip2-b-16": ("fp32",),
    "mobileclip-s2": ("fp32",),
}
Embedded = dict[str, NDArray[np.float32]]


def main() -> None:
    arguments = _arguments()
    offers = [offer for offer in ModelStore().offers() if not arguments.only or offer.name in arguments.only]
    if arguments.proof:
        publish("graphs", "Models without PyTorch", [_proofs(offers)], write=arguments.write)
    if arguments.faults:
        publish("graph-faults", "Faults in graphs", [_faults(offers)], write=arguments.write)
    if arguments.plain is not None:
        for offer, table in _installs(offers, arguments):
            heading = f"{offer.title}, installed without PyTorch"
            publish(f"installed-{offer.name}", heading, [table], write=arguments.write)


def _arguments() -> argparse.Namespace:
    arguments = parser(__doc__ or "")
    arguments.add_argument("--plain", type=Path, help="the Python of a plain installation")
    arguments.add_argument("--only", nargs="*", default=(), help="these models alone")
    arguments.add_argument("--no-proof", dest="proof", action="store_false", help="leave the proofs out")
    arguments.add_argument("--no-faults", dest="faults", action="store_false", help="plant no faults")
    return arguments.parse_args()


def _proofs(offers: list[ModelOffer]) -> Table:
    """How far each model's graphs are from open_clip, one process for each: memory is given back."""
    rows = []
    for offer in offers:
        progress(f"proof of {offer.name}")
        proof = _run(sys.executable, "proof", offer.name)
        shipped = sum(path.stat().st_size for path in (GRAPHS / offer.name).iterdir())
        rows.append(
            (
                offer.name,
                f"{shipped / 1e3:.0f}",
                f"{proof['cosine']:.12f}",
                f"{proof['distance']:.1e}",
                f"{ASKED_COSINE}",
                verdict(proof["cosine"] >= ASKED_COSINE),
            )
        )
    total = sum(path.stat().st_size for path in GRAPHS.rglob("*") if path.is_file())
    return Table(
        title="Shipped graphs against open_clip, with random weights",
        columns=("model", "shipped, kB", "least cosine", "farthest unit rows", "asked", "holds"),
        rows=tuple(rows),
        notes=(
            "Four pictures of noise and four texts of all lengths, with ordinary weights and with faint ones, where"
            f" the eps of every normalisation counts. All graphs and CLIP's byte pairs: {total / 1e3:.0f} kB.",
        ),
    )


def _faults(offers: list[ModelOffer]) -> Table:
    """Which planted faults the proof finds in each model."""
    from tests.cbir.embeddings.graph_faults import FAULTS

    found: dict[str, dict[str, str]] = {}
    for offer in offers:
        progress(f"faults in {offer.name}")
        found[offer.name] = _run(sys.executable, "faults", offer.name)
    rows = [(fault, *(found[offer.name][fault] for offer in offers)) for fault in FAULTS]
    return Table(
        title="Faults planted in the graphs: the distance that the proof finds",
        columns=("fault", *(offer.name for offer in offers)),
        rows=tuple(rows),
        notes=("Farther than 1e-05 is refused. – : the architecture has nothing of the kind.",),
    )


def _installs(offers: list[ModelOffer], arguments: argparse.Namespace) -> Iterator[tuple[ModelOffer, Table]]:
    """Install each model from each kind of file; a table for each, since all of them take long."""
    photos = sorted((arguments.data / "distractors").glob("*.jpg"))[:COUNT]
    sentences = _sentences(arguments.data)
    for offer in offers:
        rows: list[tuple[str, ...]] = []
        for habit in HABITS[offer.name]:
            progress(f"install {offer.name}, {habit}")
            with tempfile.TemporaryDirectory() as work:
                rows.append(_install(offer, habit, Path(work), photos, sentences, arguments.plain))
        yield offer, _installed_table(rows)


def _installed_table(rows: list[tuple[str, ...]]) -> Table:
    return Table(
        title=f"Installed from a mirror by a Python without torch; {COUNT} photos and {COUNT} sentences",
        columns=(
            "published as",
            "beyond the download, s",
            "asked",
            "peak memory / weights",
            "asked",
            "disk / download in 32 bits",
            "asked",
            "least cosine to open_clip",
            "asked",
            "rankings equal",
            "holds",
        ),
        rows=tuple(rows),
        notes=(
            "Random weights of a fixed seed. The tokenizer of SigLIP is a stand-in on both sides: its own cannot be had"
            f" here. Rankings of all {COUNT} photos for each sentence; ties are cosines within {TIE:g}.",
        ),
    )


def _install(
    offer: ModelOffer, habit: str, work: Path, photos: list[Path], sentences: list[str], plain: Path
) -> tuple[str, ...]:
    asked = {"photos": [str(path) for path in photos], "sentences": sentences}
    (work / "asked.json").write_text(json.dumps(asked), encoding="utf-8")
    _run(sys.executable, "reference", offer.name, habit, str(work))
    graph = read_graph(GRAPHS / offer.name)
    files = {f"{graph.repository}/{graph.weights_file}": (work / "published.safetensors").read_bytes()}
    if graph.tokenizer_repository:
        files[f"{graph.tokenizer_repository}/tokenizer.json"] = (work / "tokenizer.json").read_bytes()
    (work / "published.safetensors").unlink()
    with hub_server(files) as (_, address):
        done = _run(str(plain), "install", offer.name, str(work), endpoint=address)
    files.clear()
    _run(str(plain), "embed", offer.name, str(work))
    ours, theirs = (dict(np.load(work / f"{name}.npz")) for name in ("ours", "theirs"))
    cosine = min(float(np.einsum("nd,nd->n", ours[k], theirs[k], dtype=np.float64).min()) for k in ours)
    equal = _equal_rankings(ours, theirs)
    seconds, memory = done["beyond_s"], done["peak_bytes"] / done["weights_bytes"]
    disk = done["disk_bytes"] / (4 * offer.parameters)
    small = offer.name == "vit-b-32"
    holds = cosine >= ASKED_COSINE and equal and memory <= ASKED_MEMORY and disk <= ASKED_DISK
    return (
        habit,
        f"{seconds:.1f}",
        f"{ASKED_SECONDS:.0f}" if small else "–",
        f"{memory:.2f}",
        f"{ASKED_MEMORY}",
        f"{disk:.3f}",
        f"{ASKED_DISK}",
        f"{cosine:.9f}",
        f"{ASKED_COSINE}",
        "yes" if equal else "no",
        verdict(holds and (not small or seconds <= ASKED_SECONDS)),
    )


def _equal_rankings(ours: Embedded, theirs: Embedded) -> bool:
    """Whether photos are ranked alike for every sentence, but for ties."""
    scores, wanted = (found["sentences"] @ found["photos"].T for found in (ours, theirs))
    for mine, other in zip(scores, wanted, strict=True):
        order = np.argsort(-mine, kind="stable")
        if (np.diff(other[order]) > TIE).any():
            return False
    return True


def _sentences(data: Path) -> list[str]:
    index = json.loads((data / "captioned" / "index.json").read_text(encoding="utf-8"))
    captions = [caption for image in index["images"] for caption in image["captions"]]
    return [str(caption) for caption in captions[:COUNT]]


def _run(python: str, what: str, *rest: str, endpoint: str = "") -> dict[str, Any]:
    """Let a process of its own do one step; it says its figures as a line of JSON."""
    environment = {**os.environ, "PYTHONPATH": python_path(), "HF_ENDPOINT": endpoint}
    done = subprocess.run(
        [python, "-m", "tests.benchmarks.graph_steps", what, *rest],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment,
        check=True,
    )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


if __name__ == "__main__":
    main()

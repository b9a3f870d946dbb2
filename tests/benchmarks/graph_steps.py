"""The steps of tests/benchmarks/graphs.py that run in processes of their own: some with torch, some without."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cbir.base.types import InstallProgress, ModelOffer
from cbir.embeddings import ModelStore
from cbir.embeddings.shipped_graphs import GRAPHS, read_graph

if TYPE_CHECKING:
    from cbir.embeddings.towers import Towers

SEED = 7


def proof(name: str) -> dict[str, Any]:
    """Compare what is shipped with open_clip."""
    from cbir.embeddings.shipping import prove_graphs

    found = prove_graphs(read_graph(GRAPHS / name))
    return {"cosine": found.cosine, "distance": found.distance}


def faults(name: str) -> dict[str, Any]:
    """Make the graphs with one fault after the other in them, and compare them with open_clip."""
    from cbir.embeddings.shipping import build_graphs, prove_graphs
    from tests.cbir.embeddings.graph_faults import FAULTS, NoPlaceError

    offer, said = _offer(name), {}
    for fault, plant in FAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                graph = build_graphs(offer.architecture, offer.weights, Path(folder), before_export=plant)
            except NoPlaceError:
                said[fault] = "–"
                continue
            found = prove_graphs(graph)
        said[fault] = f"{found.distance:.1e}" if not found.holds else f"**not found** ({found.distance:.1e})"
    return said


def reference(name: str, habit: str, work: str) -> dict[str, Any]:
    """Publish random weights in one of the habits, and embed with open_clip's model of them."""
    import torch
    from PIL import Image
    from safetensors.torch import save_file

    from cbir.embeddings.shipping.build import randomise
    from cbir.embeddings.towers import build_towers
    from tests.benchmarks.encoders import stand_in

    folder, graph = Path(work), read_graph(GRAPHS / name)
    stand_in(folder)
    towers = build_towers(graph.architecture, None)
    randomise(towers, SEED)
    published = _published(towers, habit)
    save_file(published, folder / "published.safetensors")
    with torch.no_grad():
        for own, tensor in towers.model.state_dict().items():  # what rounding left of them
            rounded = {"fp16": torch.float16, "bf16": torch.bfloat16}.get(habit)
            if rounded is not None and tensor.is_floating_point():
                towers.model.state_dict()[own].copy_(tensor.to(rounded).float())
    asked = json.loads((folder / "asked.json").read_text(encoding="utf-8"))
    transform = _transform(graph.preprocessing)
    rows: list[Any] = []
    model: Any = towers.model
    with torch.inference_mode():
        for path in asked["photos"]:
            with Image.open(path) as picture:
                pixels = transform(picture.convert("RGB"))[None]
            rows.append(model.encode_image(pixels, normalize=True).numpy())
        tokens: Any = torch.from_numpy(_tokens(name, folder, asked["sentences"]))
        sentences = np.concatenate(
            [model.encode_text(part, normalize=True).numpy() for part in tokens.split(16)]
        )
    np.savez(folder / "theirs.npz", photos=np.concatenate(rows), sentences=sentences)
    return {}


def install(name: str, work: str) -> dict[str, Any]:
    """Install from the mirror that the environment names."""
    from cbir.embeddings.installing import install_model

    without = [package for package in ("torch", "open_clip", "onnx") if _is_there(package)]
    if without:
        raise SystemExit(f"This Python is none of a plain installation: it has {', '.join(without)}.")
    store, arrived = ModelStore(Path(work) / "models"), 0.0

    def note(state: InstallProgress) -> None:
        nonlocal arrived
        if state.step.startswith("Downloading"):
            arrived = time.perf_counter()

    model = install_model(store, name, progress=note)
    ended = time.perf_counter()
    return {
        "beyond_s": ended - arrived,
        "peak_bytes": _peak_bytes(),
        "weights_bytes": (model.folder / "weights.safetensors").stat().st_size,
        "disk_bytes": sum(path.stat().st_size for path in store.folder.rglob("*") if path.is_file()),
    }


def embed(name: str, work: str) -> dict[str, Any]:
    """Embed the same photos and sentences with the installed model."""
    from PIL import Image

    from cbir.embeddings import open_image_tower, open_text_tower, prepare

    folder = Path(work)
    asked = json.loads((folder / "asked.json").read_text(encoding="utf-8"))
    model = ModelStore(folder / "models").find(name)
    squares = []
    for path in asked["photos"]:
        with Image.open(path) as picture:
            squares.append(prepare(np.asarray(picture.convert("RGB")), model.preprocessing))
    with open_image_tower(model, "cpu") as images, open_text_tower(model, "cpu") as texts:
        photos, sentences = images.encode(np.array(squares)), texts.encode(asked["sentences"]).vectors
    np.savez(folder / "ours.npz", photos=photos, sentences=sentences)
    return {}


def _published(towers: Towers, habit: str) -> dict[str, Any]:
    import torch

    dtype = {"fp16": torch.float16, "bf16": torch.bfloat16}.get(habit, torch.float32)
    state = {
        name: tensor.to(dtype).clone() if tensor.is_floating_point() else tensor.clone()
        for name, tensor in towers.model.state_dict().items()
    }
    if habit == "module.":
        return {f"module.{name}": tensor for name, tensor in state.items()}
    if habit.startswith("custom text"):
        parts = ("text_projection", "positional_embedding", "token_embedding", "transformer", "ln_final")
        state = {f"text.{name}" if name.startswith(parts) else name: tensor for name, tensor in state.items()}
        state["logit_scale"] = state["logit_scale"].reshape(1)
        state["text.embeddings.position_ids"] = torch.arange(77)[None]
    return state


def _transform(preprocessing: Any) -> Any:
    from open_clip import image_transform

    return image_transform(
        preprocessing.side_px,
        is_train=False,
        mean=preprocessing.mean,
        std=preprocessing.std,
        interpolation=preprocessing.interpolation,
        resize_mode={"crop": "shortest", "squash": "squash"}[preprocessing.fit],
    )


def _tokens(name: str, folder: Path, sentences: list[str]) -> Any:
    """open_clip's own tokens; where its tokenizer cannot be had, those of the stand-in."""
    from tokenizers import Tokenizer

    graph = read_graph(GRAPHS / name)
    if graph.tokenizer_repository is None:
        from open_clip import get_tokenizer

        return get_tokenizer(graph.architecture)(sentences).numpy()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokens = np.zeros((len(sentences), graph.context_tokens), np.int64)
    from cbir.embeddings.towers.tokenizing import clean

    for row, sentence in zip(tokens, sentences, strict=True):
        ids = tokenizer.encode(clean(sentence, graph.cleaning)).ids[: graph.context_tokens]
        row[: len(ids)] = ids
    return tokens


def _peak_bytes() -> int:
    """The most memory that this process held: getrusage's would be its parent's where that held more."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def _is_there(package: str) -> bool:
    from importlib.util import find_spec

    return find_spec(package) is not None


def _offer(name: str) -> ModelOffer:
    return next(offer for offer in ModelStore().offers() if offer.name == name)


if __name__ == "__main__":
    steps = {"proof": proof, "faults": faults, "reference": reference, "install": install, "embed": embed}
    print(json.dumps(steps[sys.argv[1]](*sys.argv[2:])))  # type: ignore[operator]

"""Whether heat maps name what a score comes from, and how long they take: `python -m tests.benchmarks.heat_maps`.

On rendered scenes with the demo's model, and on captioned photos with the built-in one: deletion and insertion beside
maps of chance and of a bump in the middle, which says what most photos look like. The sanity check is Adebayo and
others', "Sanity checks for saliency maps", NeurIPS 2018: a map that a network with shuffled weights gives, too, shows
the photo and not what the model goes by.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import HeatMap
from cbir.embeddings import (
    InstalledModel,
    ModelStore,
    built_in_model,
    demo_model,
    open_image_tower,
    open_text_tower,
    prepare,
)
from cbir.evaluation import compare, load_captioned
from cbir.evaluation.captioned import prepare_file
from cbir.images import decode
from cbir.scenes import draw_scenes, split_groups
from cbir.search import draw_heat_map
from tests.benchmarks.report import Table, counted, parser, progress, publish, thinned
from tests.benchmarks.semantic import install
from tests.cbir.trained_model import SHIPPED_SEED, photo_of
from tests.evaluation.heat_maps import deleted_and_inserted

PLACES = 8
COARSE, FINE = 9, 58  # windows
ASKED_S = {COARSE: 1.0, FINE: 5.0}
ROUNDS = 3
CAPTIONS = 5  # of the photos that report; those with one train
Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]
Rows = list[tuple[str, ...]]
Score = Callable[[Sequence[Pixels] | Pixels], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A picture as the tower reads it, and a sentence that is true of it. left : where that is, as far as known"""

    square: Pixels
    sentence: str
    left: bool | None = None


def scenes(model: InstalledModel, count: int) -> list[Shown]:
    """One thing on the left, another one on the right, from what the model was never shown."""
    rng = np.random.default_rng(52)
    groups = split_groups(SHIPPED_SEED).held_out
    aside = [group for group in groups if group.place in ("left", "right")]
    made: list[Shown] = []
    for scene in draw_scenes(aside, 40 * count, of=2, rng=rng):
        first, second = scene.groups
        if {first.place, second.place} != {"left", "right"} or first.colour == second.colour:
            continue
        asked = scene.groups[int(rng.integers(2))]
        pixels = decode(photo_of(scene, rng), max_side_px=512).pixels
        sentence = f"{asked.colour} {asked.shape}"
        square = prepare(pixels, model.preprocessing)
        made.append(Shown(square=square, sentence=sentence, left=asked.place == "left"))
        if len(made) == count:
            break
    return made


def captioned(model: InstalledModel, data: Path, count: int) -> list[Shown]:
    five = [one for one in load_captioned(data / "captioned") if len(one.captions) == CAPTIONS]
    photos = thinned(five, count)
    return [
        Shown(square=prepare_file(one.path, model.preprocessing), sentence=one.captions[0]) for one in photos
    ]


@contextmanager
def shuffled(model: InstalledModel) -> Iterator[InstalledModel]:
    """The same image tower with the weights of each layer in another order."""
    import onnx
    from onnx import numpy_helper

    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "model"
        shutil.copytree(model.folder, copy)
        graph = onnx.load(str(copy / "image.onnx"))
        for weights in graph.graph.initializer:
            values = numpy_helper.to_array(weights)
            if values.dtype.kind == "f" and values.ndim > 1:
                mixed = rng.permutation(values.ravel()).reshape(values.shape)
                weights.CopyFrom(numpy_helper.from_array(mixed, weights.name))
        onnx.save(graph, str(copy / "image.onnx"))
        yield replace(model, folder=copy)


def maps_of(shown: Shown, score: Score) -> tuple[Map, Map]:
    """The coarse and the fine map."""
    told: list[HeatMap] = []
    draw_heat_map(shown.square, (0.0, 0.0, 1.0, 1.0), score, lambda scores: scores, on_map=told.append)
    return told[0].drops, told[-1].drops


def _checked(name: str, model: InstalledModel, shown: Sequence[Shown]) -> tuple[Rows, Rows]:
    """Rows of deletion and insertion, and of the sanity check."""
    rng = np.random.default_rng(1)
    gained: dict[str, list[float]] = {}
    alike, found, found_by_chance = [], 0, 0
    middle = -np.hypot(*(np.indices((PLACES, PLACES)) - (PLACES - 1) / 2))
    with (
        shuffled(model) as mixed,
        open_text_tower(model, "cpu") as texts,
        open_image_tower(model, "cpu") as images,
        open_image_tower(mixed, "cpu") as other,
    ):
        for one in counted(name, shown, 10):
            text = texts.encode([one.sentence]).vectors[0]

            def score(
                squares: Sequence[Pixels] | Pixels, text: NDArray[np.float32] = text
            ) -> NDArray[np.float32]:
                return np.asarray(images.encode(np.stack(list(squares))) @ text)

            def of_other(
                squares: Sequence[Pixels] | Pixels, text: NDArray[np.float32] = text
            ) -> NDArray[np.float32]:
                return np.asarray(other.encode(np.stack(list(squares))) @ text)

            coarse, fine = maps_of(one, score)
            by_other = maps_of(one, of_other)[1]
            orders = {
                "fine": fine,
                "coarse": coarse,
                "chance": rng.random((PLACES, PLACES)),
                "middle": middle,
            }
            orders["shuffled weights"] = by_other
            for kind, order in orders.items():
                deleted, inserted = deleted_and_inserted(one.square, order, score)
                gained.setdefault(kind, []).append(inserted - deleted)
            alike.append(_rank_correlation(fine, by_other))
            if one.left is not None:
                found += _is_left(fine) == one.left
                found_by_chance += _is_left(by_other) == one.left
    base = np.array(gained["chance"])
    rows: Rows = []
    for kind, values in gained.items():
        tested = compare(base, np.array(values))
        low, high = tested.interval
        against = "" if kind == "chance" else f"{low:+.3f} to {high:+.3f}, p {tested.p_randomisation:.4f}"
        rows.append((name, kind, str(len(values)), f"{np.mean(values):.3f}", against))
    sided = sum(one.left is not None for one in shown)
    side = (f"{found} of {sided}", f"{found_by_chance} of {sided}") if sided else ("–", "–")
    return rows, [(name, f"{np.mean(alike):+.3f}", f"{np.std(alike):.3f}", *side)]


def _is_left(heat: Map) -> bool:
    return int(heat.max(axis=0).argmax()) < PLACES // 2


def _rank_correlation(a: Map, b: Map) -> float:
    """Spearman's."""
    ranks = np.stack([np.argsort(np.argsort(each.ravel())) for each in (a, b)])
    return float(np.asarray(np.corrcoef(ranks))[0, 1])


def _timed(work: Path) -> list[tuple[str, ...]]:
    """ViT-B-32 with random weights: seconds until the coarse and until the fine map."""
    model = ModelStore(install(work)).current()
    assert model is not None
    square = np.random.default_rng(0).integers(0, 256, (model.preprocessing.side_px,) * 2 + (3,), np.uint8)
    took: dict[int, list[tuple[float, float]]] = {COARSE: [], FINE: []}
    with open_image_tower(model, "cpu") as images:
        text = images.encode(square[None])[0]
        for _ in range(ROUNDS):
            started, cpu = time.perf_counter(), time.process_time()

            def note(heat: HeatMap, started: float = started, cpu: float = cpu) -> None:
                if heat.covered in took:
                    took[heat.covered].append((time.perf_counter() - started, time.process_time() - cpu))

            draw_heat_map(
                square,
                (0.0, 0.0, 1.0, 1.0),
                lambda squares: images.encode(np.stack(squares)),
                lambda vectors: vectors @ text,
                on_map=note,
            )
    return [
        (
            f"{windows} windows",
            f"{ASKED_S[windows]:.0f}",
            f"{min(wall for wall, _ in them):.2f}",
            f"{min(cpu for _, cpu in them):.2f}",
        )
        for windows, them in took.items()
    ]


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--photos", type=int, default=40, help="of each kind")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)
    demo, built_in = demo_model(), built_in_model()
    assert demo is not None and built_in is not None
    kinds = (
        ("scenes, demo's model", demo, scenes(demo, arguments.photos)),
        ("captioned photos, built-in model", built_in, captioned(built_in, data, arguments.photos)),
    )
    gains, sanity = [], []
    for name, model, shown in kinds:
        of_gains, of_sanity = _checked(name, model, shown)
        gains += of_gains
        sanity += of_sanity
    progress("ViT-B-32")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        timed = _timed(Path(folder) / "models")
    tables = [
        Table(
            columns=("pictures", "map", "n", "insertion − deletion", "beyond chance, 95 %"),
            rows=tuple(gains),
            notes=(
                "The mean score while the photo comes place by place, the hottest first, less that while it goes, "
                "where the whole photo scores 1 and its mean colour 0. Middle: near the middle first. Options were "
                "tried on 24 other scenes and 20 other photos.",
            ),
        ),
        Table(
            columns=(
                *("pictures", "rank correlation with the map of shuffled weights", "its deviation"),
                *("right side", "right side, shuffled weights"),
            ),
            rows=tuple(sanity),
        ),
        Table(
            columns=("ViT-B-32, random weights", "asked, s", "measured, s", "CPU s"),
            rows=tuple(timed),
            notes=(f"The best of {ROUNDS}, on two cores beside other work.",),
        ),
    ]
    publish("heat-maps", "Heat maps of sentences", tables, write=arguments.write)


if __name__ == "__main__":
    main()

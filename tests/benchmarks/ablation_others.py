"""What RootSIFT, the third look and fusion are worth: `python -m tests.benchmarks.ablation_others --work DIR`.

The queries of tests.benchmarks.ablation. RootSIFT needs a codebook and libraries of its own, and so has SIFT: both
codebooks are trained here, from the same keypoints of the same photos. Fusion is with the model that comes with the
program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.types import SearchOptions
from cbir.evaluation import ALL, Dataset, Outcome, Way
from cbir.library import Library
from cbir.local_features import without_root
from cbir.visual_words import train_codebook
from tests.benchmarks.ablation import HOW_TO_READ, SETS, TOP, outcomes_of, tables_of
from tests.benchmarks.codebook import descriptors_of
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import parser, progress, publish, thinned
from tests.evaluation.ground_truth import pictures_in

TRAINING_PHOTOS = 950
WORDS = 65_536
FUSED = SearchOptions(top=TOP)
FUSION = (
    Way(name=ALL, options=FUSED),
    Way(name="third look, at the files", options=replace(FUSED, without=frozenset({"photos"}))),
    Way(name="fusion with other engines", options=replace(FUSED, engine="match")),
)
# The third look describes files by options of its own, with RootSIFT.
STORED = SearchOptions(top=TOP, engine="match", without=frozenset({"photos"}))
NOTE = (
    "Fusion: pictures as queries, by the same thing and by likeness in the built-in model. RootSIFT: codebooks of "
    f"{WORDS:,} words from {TRAINING_PHOTOS} photos of training/ each, both without the third look; thresholds were "
    "chosen for RootSIFT."
)

Ask = Callable[[str, Dataset, int | None], list[Outcome]]


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep libraries and outcomes in this folder")
    parsed.add_argument(
        "--limit", type=int, help="ask at most so many queries of each set; 0: tell what is there"
    )
    arguments = parsed.parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # the fusion is with this one
    data = arguments.data.resolve()
    tables, counts = [], []
    with work_folder(arguments.work) as work:
        for what, ask in (("fusion", _fusion(work, data)), ("RootSIFT", _root(work, data))):
            found = {name: ask(name, dataset(data), arguments.limit) for name, (dataset, _) in SETS.items()}
            tables += [replace(table, title=f"{what}: {table.title}") for table in tables_of(found)]
            counts += [f"{len({one.topic for one in outcomes})}" for outcomes in found.values()]
    progress(f"queries of each set: {', '.join(counts)}")
    tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, HOW_TO_READ, NOTE))
    publish("ablation-others", "Ablation of RootSIFT and fusion", tables, write=arguments.write)


def _fusion(work: Path, data: Path) -> Ask:
    folder = work / "with model"
    folder.mkdir(exist_ok=True)
    libraries = Libraries(folder, data)

    def ask(name: str, dataset: Dataset, limit: int | None) -> list[Outcome]:
        with libraries.open(_everything(libraries)) as library:
            return outcomes_of(work / f"fusion {name}.jsonl", dataset, [(library, FUSION)], limit)

    return ask


def _everything(libraries: Libraries) -> Path:
    """One library of all photos: three sets of each arm would be indexed otherwise, and each is a distractor too."""
    data = libraries.data
    folders = [data / "covers" / "Reference", data / "objects", data / "hard" / "reference"]
    return libraries.built("everything", folders, start=libraries.distractors())


def _root(work: Path, data: Path) -> Ask:
    made = {}
    for root in (True, False):
        folder = work / ("root" if root else "no root")
        folder.mkdir(exist_ok=True)
        made[root] = folder, folder / "trained.codebook"
    if not all(file.exists() for _, file in made.values()):
        photos = thinned(pictures_in(data / "training"), TRAINING_PHOTOS)
        described = descriptors_of("photos to train on", photos)
        for root, (_, file) in made.items():
            progress(f"training {file.parent.name}")
            train_codebook(described if root else without_root(described), words=WORDS).save(file)
    both = {root: Libraries(folder, data, root=root, codebook=file) for root, (folder, file) in made.items()}

    def ask(name: str, dataset: Dataset, limit: int | None) -> list[Outcome]:
        folders = {root: _everything(libraries) for root, libraries in both.items()}
        with both[True].open(folders[True]) as rooted, both[False].open(folders[False]) as plain:
            asked: list[tuple[Library, Sequence[Way]]] = [
                (rooted, [Way(name=ALL, options=STORED)]),
                (plain, [Way(name="RootSIFT", options=STORED)]),
            ]
            return outcomes_of(work / f"root {name}.jsonl", dataset, asked, limit)

    return ask


if __name__ == "__main__":
    main()

"""Searches for "A without B": the share of the first ten hits that show B.

    python -m tests.benchmarks.without [../shared/data/captioned/index.json]

60 pairs of shapes and colours in 600 rendered scenes of two groups that the demo's model did not learn from; then, with
the folder, up to 30 pairs of things in captioned/five, whose captions say what a photo shows. Chance is the share of B
among the photos of A.
"""

import json
import os
import random
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cbir.base.types import SearchOptions, Term
from cbir.demo.scenes import COLOURS, SHAPES, draw_scenes, render, split_groups
from cbir.embeddings import BUILT_IN, DEMO
from cbir.evaluation import encode_jpeg
from cbir.library import Library
from tests.benchmarks.report import parser

DEPTH = 10
PLURALS = {"cross": "crosses"}
SCENES, SCENE_PAIRS = 600, 60
MOST_PAIRS, LEAST_WITH, LEAST_WITHOUT = 30, 4, 7  # photos of A with B, and without
AGREEING = 2  # captions of five that name B
PEOPLE = """man men woman women people person persons boy boys girl girls child children kid kids player players family
    guy guys lady ladies baby crowd skier skiers surfer surfers skateboarder batter rider riders couple someone group
    pedestrians toddler"""
PLACES = {
    "street": "street road city intersection",
    "beach": "beach ocean shore sand",
    "kitchen": "kitchen stove oven refrigerator",
    "bathroom": "bathroom toilet sink restroom",
    "animals": "dog dogs cat cats horse horses cow cows sheep elephant elephants giraffe giraffes zebra zebras bear "
    "bears bird birds",
    "snow": "snow snowy",
    "food": "food pizza sandwich cake donut donuts vegetables fruit meal",
    "water": "water ocean sea lake river",
    "a field": "field grass grassy",
    "a room": "room bedroom kitchen bathroom living",
    "a train": "train trains",
    "a table": "table tables",
    "vehicles": "car cars bus buses truck trucks train trains motorcycle motorcycles",
    "outdoors": "street field beach park grass snow",
    "sports": "tennis baseball skateboard surfboard skis frisbee soccer snowboard",
}
THINGS = {
    "people": PEOPLE,
    "cars": "car cars truck trucks vehicle vehicles taxi van",
    "trees": "tree trees forest wooded",
    "water": "water ocean sea lake river wave waves",
    "grass": "grass grassy field lawn",
    "table": "table tables desk counter",
    "dogs": "dog dogs puppy",
    "a bench": "bench benches",
    "buses": "bus buses",
    "a laptop": "laptop laptops computer computers",
    "snow": "snow snowy",
    "a building": "building buildings tower",
    "a bed": "bed beds",
    "a toilet": "toilet toilets",
    "food": "food pizza sandwich cake plate donut donuts vegetables fruit meal",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Shares of the first ten hits. chance : of B among the photos of A"""

    shows: float
    of_a_alone: float
    chance: float
    right: float


def measure(library, first, second, with_a, with_b):
    """The outcome of one pair. with_a, with_b : names of the photos that show A and B"""

    def hits(text):
        found = library.search([Term(text=text)], SearchOptions(top=DEPTH)).hits
        return [hit.path.name for hit in found]

    without, alone = hits(f"{first} without {second}"), hits(first)
    return Outcome(
        shows=_share(without, with_b),
        of_a_alone=_share(alone, with_b),
        chance=len(with_a & with_b) / len(with_a),
        right=_share(without, with_a),
    )


def _share(names, right):
    return sum(name in right for name in names) / max(1, len(names))


def scenes(folder):
    """Outcomes on rendered scenes."""
    rng = np.random.default_rng(55)
    drawn = draw_scenes(split_groups(0).held_out, SCENES, group_count=2, rng=rng)
    shown = {}
    (folder / "scenes").mkdir()
    for number, scene in enumerate(drawn):
        name = f"{number:04}.jpg"
        (folder / "scenes" / name).write_bytes(encode_jpeg(render(scene, rng), 92))
        shown[name] = {
            word
            for group in scene.groups
            for word in (group.colour, PLURALS.get(group.shape, f"{group.shape}s"))
        }
    words = [*COLOURS, *(PLURALS.get(shape, f"{shape}s") for shape in SHAPES)]
    pairs = [(first, second) for first in words for second in words if first != second]
    random.Random(55).shuffle(pairs)
    with Library.open(folder / "library", create=True) as library:
        library.models.use(DEMO)
        library.index([folder / "scenes"])
        for first, second in pairs[:SCENE_PAIRS]:
            of = [{name for name, words in shown.items() if word in words} for word in (first, second)]
            yield first, second, measure(library, first, second, *of)


def captioned(index, folder):
    """Outcomes on captioned/five."""
    captions = {
        index.parent / entry["path"]: [set(re.findall("[a-z]+", line.lower())) for line in entry["captions"]]
        for entry in json.loads(index.read_text(encoding="utf-8"))["images"]
        if entry["path"].startswith("five")
    }

    def showing(words, least=1):
        wanted = set(words.split())
        return {
            path.name
            for path, lines in captions.items()
            if sum(bool(wanted & line) for line in lines) >= least
        }

    pairs = []
    for first, words in PLACES.items():
        for second, others in THINGS.items():
            both = showing(words) & showing(others)
            enough = len(both) >= LEAST_WITH and len(showing(words) - showing(others)) >= LEAST_WITHOUT
            if enough and not set(words.split()) & set(others.split()):
                pairs.append((first, second))
    random.Random(4).shuffle(pairs)
    with Library.open(folder / "captioned", create=True) as library:
        library.models.use(BUILT_IN)
        library.index([index.parent / "five"])
        for first, second in pairs[:MOST_PAIRS]:
            of_a, of_b = showing(PLACES[first]), showing(THINGS[second], AGREEING)
            yield first, second, measure(library, first, second, of_a, of_b)


def summary(outcomes):
    """Means over pairs, as a row."""
    return [
        str(len(outcomes)),
        *(
            f"{np.mean([getattr(outcome, name) for outcome in outcomes]):.3f}"
            for name in ("shows", "of_a_alone", "chance", "right")
        ),
    ]


def main():
    arguments = parser(__doc__)
    arguments.add_argument("index", nargs="?", type=Path)
    chosen = arguments.parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        kinds = {"rendered scenes": list(scenes(folder))}
        if chosen.index is not None:
            kinds["captioned/five"] = list(captioned(chosen.index, folder))
    for kind, rows in kinds.items():
        for first, second, outcome in rows:
            print(f"{kind}: {first} without {second}: {outcome}")
        print(kind, *summary([outcome for *_, outcome in rows]))


if __name__ == "__main__":
    main()

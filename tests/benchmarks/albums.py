"""Albums through random additions, moves, deletions and corrections: `python -m tests.benchmarks.albums`.

After every step each album is compared with searching anew plus the hand's in and out, and what is new in it with what
was there when it was opened (tests/album_rounds.py). Photos are rendered: each is another view of one of five posters.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

import numpy as np

from cbir.base.types import Album, Filters, Term
from cbir.demo.posters import POSTERS, poster
from cbir.evaluation import encode_jpeg
from cbir.evaluation.views import scaled
from cbir.library import Library
from tests.album_rounds import Rounds
from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.cbir.stage_data import small_options

SHEETS = [scaled(poster(name), 360).pixels for name in POSTERS[:5]]


def view(number: int) -> bytes:
    """The poster number % 5, cut and lit in a way of its own; every third is wide."""
    rng = np.random.default_rng(number)
    sheet = SHEETS[number % 5]
    x, y = rng.integers(0, 30, 2)
    cut = sheet[y : y + (150 if number % 3 == 0 else 320), x : x + 220]
    return encode_jpeg(np.clip(cut * rng.uniform(0.75, 1.1), 0, 255).astype(np.uint8), 85)


def albums_of(library: Library, rounds: Rounds) -> list[Album]:
    """One of each kind: by a picture, learned, by words, by filters, by hand."""
    paths = [item.path for item in rounds.items if item.path is not None]
    first, again, other = library.find_photos([paths[0], paths[5], paths[1]])
    learned = (Term(photo=first), Term(photo=again, marked=True), Term(photo=other, sign=-1, marked=True))
    return [
        Album(name="by a picture", terms=(Term(photo=first),), labels=("",), id="picture"),
        Album(name="learned from + and −", terms=learned, labels=("", "", ""), id="learned"),
        Album(name="by words", terms=(Term(text="boat"),), labels=("boat",), id="words"),
        Album(name="by filters", filters=Filters(orientation="landscape", folders=("trips",)), id="filters"),
        Album(name="by hand", id="hand"),
    ]


def main() -> None:
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--steps", type=int, default=200)
    parsed.add_argument("--minutes", type=float, default=60, help="begin no step after so long")
    parsed.add_argument("--seed", default="albums")
    arguments = parsed.parse_args()
    told: list[str] = []
    began = time.process_time()
    with (
        tempfile.TemporaryDirectory() as work,
        Library.open(Path(work) / "library", create=True, options=small_options()) as library,
    ):
        rounds = Rounds(library, Path(work) / "photos", view, (), random.Random(arguments.seed))
        rounds.begin(12)
        rounds.keep(albums_of(library, rounds))
        compared = largest = 0
        until = time.monotonic() + 60 * arguments.minutes
        for at in range(arguments.steps):
            if time.monotonic() > until:
                break
            kind = rounds.step()
            told += [f"step {at}, {kind}: {problem}" for problem in rounds.problems(counted=at % 10 == 9)]
            compared += len(rounds.albums)
            largest = max(largest, sum(item.path is not None for item in rounds.items))
            if at % 20 == 19:
                progress(f"{at + 1} of {arguments.steps} steps, {len(told)} differences")
    done = sum(rounds.steps.values())
    steps = ", ".join(f"{count} {kind}" for kind, count in sorted(rounds.steps.items()))
    table = Table(
        columns=("steps asked", "steps", "photos", "comparisons", "differences asked", "measured", "holds"),
        rows=(
            (
                "200",
                str(done),
                f"12 to {largest}",
                str(compared),
                "0",
                str(len(told)),
                verdict(not told and done >= 200),
            ),
        ),
        notes=(
            f"Steps: {steps}. Albums: {', '.join(album.name for album in rounds.albums)}. "
            f"{time.process_time() - began:.0f} s of this process.",
            *told,
        ),
    )
    publish("albums", "Albums, step by step", [table], write=arguments.write)
    if told:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

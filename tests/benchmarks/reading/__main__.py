"""What is written in photos: what it costs to read, what is read, and what is found by it."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from pathlib import Path

import numpy as np

from cbir.base.resources import resource
from cbir.base.types import TextLine
from cbir.catalog.written import fold
from cbir.images import decode
from cbir.ocr import ReadingOptions, TextReader
from tests.benchmarks.reading import cost, covers, lasting
from tests.benchmarks.reading.pages import pictures
from tests.benchmarks.report import Table, counted, parser, publish

_RESOURCES = resource("")
_PARTS = ("covers", "pages", "sides", "glance", "typed", "looks", "lasting")


def main() -> None:
    arguments = parser(__doc__ or "")
    arguments.add_argument("--only", choices=_PARTS, nargs="*", default=_PARTS)
    arguments.add_argument(
        "--kept", type=Path, help="a folder that keeps what was read and indexed of the covers between runs"
    )
    arguments.add_argument("--dense-font", type=Path, help="a font with Chinese and Japanese signs")
    arguments.add_argument("--photos", type=int, default=100_000, help="of the typed searches")
    arguments.add_argument("--kills", type=int, default=30, help="of reading runs")
    arguments.add_argument(
        "--library", type=Path, help="a large one, to look for the same things in; it is written to"
    )
    given = arguments.parse_args()
    os.environ["CBIR_BUILT_IN_MODEL"] = ""
    tables: list[Table] = []
    if "covers" in given.only:
        reader = TextReader()

        def read(path: Path) -> tuple[TextLine, ...]:
            image = decode(path.read_bytes(), max_side_px=ReadingOptions().picture_side_px)
            return reader.read(image.pixels, image.full_size).lines

        words = sorted(set(re.findall(r"\b[a-z]{5,9}\b", (_RESOURCES / "keywords.txt").read_text("utf-8"))))
        tables += covers.measure(given.data, read, words, given.kept)
    if "pages" in given.only:
        tables.append(pages(given.dense_font))
    if "sides" in given.only:
        tables.append(cost.sides(given.data, photos=25))
    if "glance" in given.only:
        tables.append(cost.glances(given.data, photos=140))
    if "typed" in given.only:
        typed = cost.typed(given.photos)
        publish("typed", "Typed words, written in photos", [typed], write=given.write)
    if "looks" in given.only and given.library is not None:
        tables.append(cost.looks(given.library, photos=40))
    if "lasting" in given.only:
        tables += lasting.robust(given.data, kills=given.kills)
    if tables:
        publish("reading", "What is written in photos", tables, write=given.write)


def pages(dense_font: Path | None) -> Table:
    """Recall of the words of rendered pictures, by condition."""
    reader = TextReader()
    shares: dict[str, list[float]] = defaultdict(list)
    for one in counted("rendered pictures", list(pictures(dense_font))):
        text = " ".join(line.text for line in reader.read(one.pixels, one.pixels.shape[1::-1]).lines)
        read = "".join(re.findall(r"\w+", fold(text)))
        shares[one.condition].append(float(np.mean([fold(word) in read for word in one.words])))
    missing = (
        () if dense_font else ("Chinese and Japanese were left out: no font with their signs was given.",)
    )
    return Table(
        title="Words read on rendered pictures, 960 x 720 px",
        columns=("condition", "share of words"),
        rows=tuple((condition, f"{np.mean(values):.3f}") for condition, values in shares.items()),
        notes=("28 px, upright, dark on light, where nothing else is said; ten pictures each.", *missing),
    )


if __name__ == "__main__":
    main()

"""Covers found by the title that is typed and written on them: `python -m tests.benchmarks.reading --work DIR`.

The covers with an even number; the odd ones chose the options. --work keeps what was read and indexed, which takes
minutes.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from cbir.base.folding import fold
from cbir.base.layout import Layout
from cbir.base.resources import resource
from cbir.base.types import SearchOptions, Term, TextLine
from cbir.images import decode
from cbir.library import Library
from cbir.ocr import ReadingOptions, TextReader
from cbir.state import exclusive_write
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import counted, parser, publish, thinned

MEASURES = ("cbir/ocr", "cbir/catalog/written.py", "cbir/search/stages/recognised_text.py")

WAYS = ("as typed", "and misread", "and elsewhere")
CAMERAS = ("Canon", "Droid", "E63", "Palm")
RANDOM_WORDS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    path: Path
    strong: bool


def main():
    parsed = parser(__doc__ or "", work="the texts and the library", limit="photos of each folder")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    numbers = [
        number for number in cover_titles() if arguments.limit is None or int(number) <= arguments.limit
    ]
    covers = [data / "covers" / place / f"{at}.jpg" for place in ("Reference", *CAMERAS) for at in numbers]
    others = thinned(sorted((data / "distractors").glob("*.jpg")), arguments.limit)
    with work_folder(arguments.work) as folder:
        read = remembering(folder / "read.json")
        texts = {path: read(path) for path in counted("reading", [*covers, *others])}
        names = copied([*covers, *others], folder / "photos")
        with Library.open(folder / "library", create=True) as library:
            library.index([folder / "photos"])
            fill(library, {name: texts[path] for name, path in names.items()})
            searches = Searches(library, names)
            tables = [found_by_title(searches, numbers, len(others)), words_found(searches, texts)]
    publish("reading", "What is written in photos", tables, write=arguments.write, measures=MEASURES)


def cover_titles():
    """Titles of all covers by their number, of three digits."""
    lines = Path(__file__).with_name("cover_titles.txt").read_text(encoding="utf-8").splitlines()
    return {line[:3]: line[4:] for line in lines}


def reporting(numbers):
    return [number for number in numbers if int(number) % 2 == 0]


def remembering(file):
    """A reader that remembers in a file what it read."""
    texts = json.loads(file.read_text()) if file.exists() else {}
    reader = TextReader()

    def read(path):
        key = "/".join(path.parts[-3:])
        if key not in texts:
            image = decode(path.read_bytes(), max_side_px=ReadingOptions().picture_side_px)
            texts[key] = [asdict(line) for line in reader.read(image.pixels, image.full_size).lines]
            if len(texts) % 20 == 0:
                file.write_text(json.dumps(texts))
        return tuple(
            TextLine(
                text=line["text"],
                quad=tuple((x, y) for x, y in line["quad"]),
                confidence=line["confidence"],
                spans=tuple((first, last) for first, last in line["spans"]),
            )
            for line in texts[key]
        )

    return read


def copied(files, folder):
    """Copies named by numbers, so that no folder's or file's name is found."""
    folder.mkdir(exist_ok=True)
    names = {f"{at:05}.jpg": file for at, file in enumerate(files, start=1)}
    for name, file in names.items():
        if not (folder / name).exists():
            shutil.copyfile(file, folder / name)
    return names


def fill(library, texts):
    with exclusive_write(Layout(library.folder)) as catalog, catalog.transaction():
        catalog.written.forget()
        for photo in catalog.written.to_read("benchmark", limit=len(texts)):
            catalog.written.set(photo, texts[photo.path.name], reader="benchmark")


class Searches:
    """Typed searches, each done once; their processor time."""

    def __init__(self, library, names):
        self._library, self._names = library, names
        self._hits = {}
        self.times_ms = {False: [], True: []}

    def hits(self, text, way, *, strong=False):
        """Paths of the hits; strong: only these. As typed, hits by misread words are left out."""
        hits = self._search(text, way == "and elsewhere")
        return [hit.path for hit in hits if hit.strong or not (strong or way == "as typed")]

    def _search(self, text, again):
        if (text, again) not in self._hits:
            started = time.process_time()
            options = SearchOptions(engine="metadata", top=50, look_again=again)
            hits = self._library.search([Term(text=text)], options).hits
            self.times_ms[again].append((time.process_time() - started) * 1000)
            self._hits[text, again] = [
                Hit(path=self._names[hit.path.name], strong=hit.strong) for hit in hits
            ]
        return self._hits[text, again]


def found_by_title(searches, numbers, others):
    asked = {number: title for number, title in cover_titles().items() if number in reporting(numbers)}
    rows = [
        (name, goal, *(recall(searches, asked, places, top, way) for way in WAYS))
        for name, goal, places, top in (
            ("references, R@1", "≥ .90", ("Reference",), 1),
            ("references, R@10", "", ("Reference",), 10),
            ("phone photos, R@10 of four", "≥ .80", CAMERAS, 10),
        )
    ]
    took = {
        again: f"{np.percentile(ms, 50):.0f} / {np.percentile(ms, 95):.0f}"
        for again, ms in searches.times_ms.items()
    }
    return Table(
        title="Titles of covers, typed",
        columns=("what", "asked", *WAYS),
        rows=tuple(rows),
        notes=(
            f"{len(numbers)} covers, {len(CAMERAS) * len(numbers)} phone photos of them and {others} other photos, "
            "indexed and read. The third way is what the window does: it also looks for photos of the same things.",
            f"Processor ms of a search, median / p95: {took[False]}; with photos of the same things {took[True]}.",
        ),
    )


def recall(searches, asked, places, top, way):
    shares = []
    for number, title in asked.items():
        hits = searches.hits(title, way)
        if top == 1:  # among the photos of this place
            hits = [path for path in hits if path.parent.name == places[0]]
        right = {(place, number) for place in places} & {(path.parent.name, path.stem) for path in hits[:top]}
        shares.append(len(right) / len(places))
    return f"{float(np.mean(shares)):.3f}"


def words_found(searches, texts):
    keywords = resource("keywords.txt").read_text("utf-8")
    vocabulary = sorted(set(re.findall(r"\b[a-z]{5,9}\b", keywords)))
    written = {
        word for lines in texts.values() for line in lines for word in re.findall(r"[a-z]+", fold(line.text))
    }
    starts = {word[:4] for word in written}
    absent = [word for word in vocabulary if word[:4] not in starts]
    absent = [str(word) for word in np.random.default_rng(23).choice(absent, RANDOM_WORDS, replace=False)]
    titles = cover_titles()
    there = sorted({w for at in reporting(list(titles)) for w in re.findall(r"[a-z]{4,}", fold(titles[at]))})
    ways = WAYS[1:]

    def with_hits(way, *, strong):
        return str(sum(bool(searches.hits(word, way, strong=strong)) for word in absent))

    return Table(
        title="Words",
        columns=("what", "asked", *ways),
        rows=(
            (
                f"{RANDOM_WORDS} words in no photo: with a strong hit",
                "0",
                *(with_hits(way, strong=True) for way in ways),
            ),
            ("of these with any hit, unsure", "", *(with_hits(way, strong=False) for way in ways)),
            (
                f"precision at 5 of {len(there)} words of titles, covers and their photos alone",
                "",
                *(precision(searches, there, way) for way in ways),
            ),
        ),
        notes=(
            "A hit is right where the word is in the title; another print on a cover that has it counts as wrong.",
        ),
    )


def precision(searches, words, way):
    precisions = []
    for word in words:
        numbers = {
            number
            for number, title in cover_titles().items()
            if any(part.startswith(word) for part in re.findall(r"[a-z]+", fold(title)))
        }
        hits = searches.hits(word, way, strong=True)
        hits = [path for path in hits if path.parent.name != "distractors"][:5]
        if hits:
            precisions.append(np.mean([path.stem in numbers for path in hits]))
    return f"{np.mean(precisions):.3f} ({len(precisions)} found)" if precisions else "– (0 found)"


if __name__ == "__main__":
    main()

"""Titles of covers -> the covers and phone photos of them, by what is written there; words that are in no photo."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Term, TextLine
from cbir.catalog.written import fold
from cbir.library import Library
from cbir.state import exclusive_write
from tests.benchmarks.report import Table

Read = Callable[[Path], tuple[TextLine, ...]]
CAMERAS = ("Canon", "Droid", "E63", "Palm")
_RANDOM_WORDS = 100
Way = Literal["as typed", "and misread", "and elsewhere"]
WAYS: tuple[Way, ...] = ("as typed", "and misread", "and elsewhere")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hit:
    path: Path
    strong: bool


def titles(*, report: bool) -> dict[str, str]:
    """Of covers by their number: the even ones report, the odd ones choose options."""
    lines = Path(__file__).with_name("cover_titles.txt").read_text(encoding="utf-8").splitlines()
    return {line[:3]: line[4:] for line in lines if (int(line[:3]) % 2 == 0) == report}


def cached(read: Read, file: Path) -> Read:
    """The same reader, which remembers what it read in a file."""
    known: dict[str, list[dict[str, Any]]] = json.loads(file.read_text()) if file.exists() else {}

    def remembering(path: Path) -> tuple[TextLine, ...]:
        key = "/".join(path.parts[-3:])
        if key not in known:
            known[key] = [asdict(line) for line in read(path)]
            if len(known) % 20 == 0:
                file.write_text(json.dumps(known))
        return tuple(
            TextLine(
                text=line["text"],
                quad=tuple((x, y) for x, y in line["quad"]),  # type: ignore[arg-type]
                confidence=line["confidence"],
                spans=tuple((first, last) for first, last in line["spans"]),
            )
            for line in known[key]
        )

    return remembering


def measure(data: Path, read: Read, words: Sequence[str], kept: Path | None) -> list[Table]:
    """Two tables: titles by their words, and words that are or are not written anywhere.

    kept : a folder that keeps what was read and indexed between runs, which takes minutes
    """
    covers, others = data / "covers", sorted((data / "distractors").glob("*.jpg"))
    files = [covers / place / f"{at:03}.jpg" for place in ("Reference", *CAMERAS) for at in range(1, 101)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = kept or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        read = cached(read, folder / "read.json")
        texts = {path: read(path) for path in (*files, *others)}
        names = _copied([*files, *others], folder / "photos")
        with Library.open(folder / "library", create=True) as library:
            library.index([folder / "photos"])
            _fill(library, {name: texts[path] for name, path in names.items()})
            return _measure(_Searches(library, names), texts, words)


def _copied(files: Sequence[Path], folder: Path) -> dict[str, Path]:
    """Copies by numbers, so that no folder's or file's name is to be found."""
    folder.mkdir(exist_ok=True)
    names = {f"{at:05}.jpg": file for at, file in enumerate(files, start=1)}
    for name, file in names.items():
        if not (folder / name).exists():
            shutil.copyfile(file, folder / name)
    return names


def _fill(library: Library, texts: Mapping[str, tuple[TextLine, ...]]) -> None:
    with exclusive_write(Layout(library.folder)) as catalog, catalog.transaction():
        catalog.written.forget()
        for wanted in catalog.written.to_read("benchmark", limit=len(texts)):
            catalog.written.set(wanted, texts[wanted.path.name], reader="benchmark")


class _Searches:
    """Typed searches, each done once; their processor time."""

    def __init__(self, library: Library, names: Mapping[str, Path]) -> None:
        self._library, self._names = library, names
        self._known: dict[tuple[str, bool], list[_Hit]] = {}
        self.times_ms: dict[bool, list[float]] = {False: [], True: []}

    def hits(self, text: str, way: Way, top: int = 50) -> list[Path]:
        return [hit.path for hit in self._found(text, way == WAYS[2]) if way != WAYS[0] or hit.strong][:top]

    def strong(self, text: str, way: Way) -> list[Path]:
        return [hit.path for hit in self._found(text, way == WAYS[2]) if hit.strong]

    def _found(self, text: str, again: bool) -> list[_Hit]:
        if (text, again) not in self._known:
            started = time.process_time()
            options = SearchOptions(engine="metadata", top=50, look_again=again)
            hits = self._library.search([Term(text=text)], options).hits
            self.times_ms[again].append((time.process_time() - started) * 1000)
            self._known[text, again] = [
                _Hit(path=self._names[hit.path.name], strong=hit.strong) for hit in hits
            ]
        return self._known[text, again]


def _measure(
    searches: _Searches, texts: Mapping[Path, tuple[TextLine, ...]], words: Sequence[str]
) -> list[Table]:
    halves = (True, False)
    rows = [
        (name, asked, *(_recall(searches, titles(report=half), places, top, way) for half in halves for way in WAYS))
        for name, asked, places, top in (
            ("references, R@1", "≥ .90", ("Reference",), 1),
            ("references, R@10", "", ("Reference",), 10),
            ("phone photos, R@10 of four", "≥ .80", CAMERAS, 10),
        )
    ]  # fmt: skip
    took = {
        again: f"{np.percentile(ms, 50):.0f} / {np.percentile(ms, 95):.0f}"
        for again, ms in searches.times_ms.items()
    }
    found = Table(
        title="Titles of covers, typed",
        columns=(
            "what",
            "asked",
            *(f"{half}: {way}" for half in ("half that reports", "half that chooses") for way in WAYS),
        ),
        rows=tuple(rows),
        notes=(
            f"{len(texts)} photos, indexed and read: 100 covers, 400 phone photos of them and "
            f"{len(texts) - 500} others. The third way is what the window does, the look at photos of the same things.",
            f"Processor ms of a search, median / p95: {took[False]}, with the look {took[True]}.",
        ),
    )
    return [found, _words(searches, texts, words)]


def _recall(searches: _Searches, asked: Mapping[str, str], places: Sequence[str], top: int, way: Way) -> str:
    shares = []
    for number, title in asked.items():
        hits = searches.hits(title, way)
        if top == 1:  # among the photos of this place
            hits = [path for path in hits if path.parent.name == places[0]]
        shares.append(sum(_is(hits[:top], place, number) for place in places) / len(places))
    return f"{float(np.mean(shares)):.3f}"


def _is(hits: Sequence[Path], place: str, number: str) -> bool:
    return any(path.parent.name == place and path.stem == number for path in hits)


def _words(searches: _Searches, texts: Mapping[Path, tuple[TextLine, ...]], words: Sequence[str]) -> Table:
    draw = np.random.default_rng(23)
    written = {
        word for lines in texts.values() for line in lines for word in re.findall(r"[a-z]+", fold(line.text))
    }
    absent = [w for w in words if len(w) >= 4 and not any(other.startswith(w[:4]) for other in written)]
    absent = [str(word) for word in draw.choice(absent, _RANDOM_WORDS, replace=False)]
    there = sorted({w for t in titles(report=True).values() for w in re.findall(r"[a-z]{4,}", fold(t))})
    ways = WAYS[1:]
    return Table(
        title="Words",
        columns=("what", "asked", *ways),
        rows=(
            (
                f"{_RANDOM_WORDS} words in no photo: with a strong hit",
                "0",
                *(str(sum(bool(searches.strong(word, way)) for word in absent)) for way in ways),
            ),
            (
                "of these with any hit, unsure",
                "",
                *(str(sum(bool(searches.hits(word, way)) for word in absent)) for way in ways),
            ),
            (
                f"precision at 5 of {len(there)} words of titles, covers and their photos alone",
                "",
                *(_precision(searches, there, way) for way in ways),
            ),
        ),
        notes=(
            "A hit is right where the word is in the title; another print on a cover that has it counts as wrong.",
        ),
    )


def _precision(searches: _Searches, words: Sequence[str], way: Way) -> str:
    precisions = []
    for word in words:
        numbers = {
            number
            for half in (True, False)
            for number, title in titles(report=half).items()
            if any(part.startswith(word) for part in re.findall(r"[a-z]+", fold(title)))
        }
        hits = [path for path in searches.strong(word, way) if path.parent.name != "distractors"][:5]
        if hits:
            precisions.append(np.mean([path.stem in numbers for path in hits]))
    return f"{np.mean(precisions):.3f} ({len(precisions)} found)"

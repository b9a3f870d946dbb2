"""Titles of covers -> the covers and phone photos of them, by what is written there; words that are in no photo."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import DocumentId, SearchOptions, Term, TextLine
from cbir.catalog import NewDocument
from cbir.catalog.written import fold
from cbir.library import Library
from cbir.state import exclusive_write
from tests.benchmarks.report import Table

Read = Callable[[Path], tuple[TextLine, ...]]
CAMERAS = ("Canon", "Droid", "E63", "Palm")
_RANDOM_WORDS = 100


def titles(*, report: bool) -> dict[str, str]:
    """Of covers by their number: the even ones report, the odd ones choose options."""
    lines = Path(__file__).with_name("cover_titles.txt").read_text(encoding="utf-8").splitlines()
    return {line[:3]: line[4:] for line in lines if (int(line[:3]) % 2 == 0) == report}


def cached(read: Read, file: Path) -> Read:
    """The same reader, which remembers what it read in a file: five hundred photos take minutes."""
    known: dict[str, list[tuple[str, float]]] = json.loads(file.read_text()) if file.exists() else {}

    def remembering(path: Path) -> tuple[TextLine, ...]:
        key = "/".join(path.parts[-3:])
        if key not in known:
            known[key] = [(line.text, line.confidence) for line in read(path)]
            if len(known) % 20 == 0:
                file.write_text(json.dumps(known))
        corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        return tuple(TextLine(text=text, quad=corners, confidence=sure) for text, sure in known[key])

    return remembering


def measure(data: Path, read: Read, words: Sequence[str]) -> list[Table]:
    """Two tables: titles by their words, and words that are or are not written anywhere."""
    covers, others = data / "covers", sorted((data / "distractors").glob("*.jpg"))
    files = [covers / place / f"{at:03}.jpg" for place in ("Reference", *CAMERAS) for at in range(1, 101)]
    texts = {path: read(path) for path in (*files, *others)}
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "library", create=True) as library,
    ):
        _fill(library, data, texts)
        rows = [
            ("references, R@1", "≥ .90", *_recalls(library, ("Reference",), 1)),
            ("references, R@10", "", *_recalls(library, ("Reference",), 10)),
            ("phone photos, R@10 of four", "≥ .80", *_recalls(library, CAMERAS, 10)),
        ]
        found = Table(
            title="Titles of covers, typed",
            columns=(
                "what",
                "asked",
                "half that reports",
                "half that chooses",
                "reports, words as typed alone",
            ),
            rows=tuple(rows),
            notes=(f"{len(texts)} photos: 100 covers, 400 phone photos of them and {len(others)} others.",),
        )
        return [found, _words(library, texts, words)]


def _fill(library: Library, data: Path, texts: Mapping[Path, tuple[TextLine, ...]]) -> None:
    """Photos that were read and not indexed: only their text is asked for."""
    with exclusive_write(Layout(library.folder)) as catalog, catalog.transaction():
        root = catalog.roots.add(data)
        documents = [
            NewDocument(
                root=root.id,
                path=f"{at:05}.jpg",  # no folder's or file's name is to be found
                size=1,
                mtime_ns=1,
                fingerprint=str(path),
                format="JPEG",
                width=1,
                height=1,
                document=DocumentId(at),
                store_row=at,
                extractor=1,
            )
            for at, path in enumerate(texts, start=1)
        ]
        catalog.documents.add(documents, store="none", postings="none")
        for wanted in catalog.written.to_read("benchmark", limit=len(texts)):
            catalog.written.set(wanted, texts[Path(wanted.content)], reader="benchmark")


def _search(library: Library, text: str, top: int) -> list[tuple[str, bool]]:
    """Fingerprints of the hits, which are their paths here, and whether each is strong."""
    found = library.search([Term(text=text)], SearchOptions(engine="metadata", top=top))
    return [(hit.fingerprint, hit.strong) for hit in found.hits]


def _recalls(library: Library, places: Sequence[str], top: int) -> tuple[str, str, str]:
    """Of the half that reports, of the one that chooses, and of the first by words as they were typed alone."""
    return (
        f"{_recall(library, titles(report=True), places, top, loosely=True):.3f}",
        f"{_recall(library, titles(report=False), places, top, loosely=True):.3f}",
        f"{_recall(library, titles(report=True), places, top, loosely=False):.3f}",
    )


def _recall(
    library: Library, asked: Mapping[str, str], places: Sequence[str], top: int, *, loosely: bool
) -> float:
    shares = []
    for number, title in asked.items():
        hits = [path for path, strong in _search(library, title, 50) if loosely or strong]
        if top > 1:
            hits = hits[:top]
            shares.append(sum(_is(hits, place, number) for place in places) / len(places))
        else:  # among the photos of this place
            hits = [path for path in hits if Path(path).parent.name == places[0]][:1]
            shares.append(float(_is(hits, places[0], number)))
    return float(np.mean(shares))


def _is(hits: Sequence[str], place: str, number: str) -> bool:
    return any(Path(path).parent.name == place and Path(path).stem == number for path in hits)


def _words(library: Library, texts: Mapping[Path, tuple[TextLine, ...]], words: Sequence[str]) -> Table:
    draw = np.random.default_rng(23)
    written = {
        word for lines in texts.values() for line in lines for word in re.findall(r"[a-z]+", fold(line.text))
    }
    absent = [w for w in words if len(w) >= 4 and not any(other.startswith(w[:4]) for other in written)]
    absent = [str(word) for word in draw.choice(absent, _RANDOM_WORDS, replace=False)]
    answers = [_search(library, word, 10) for word in absent]
    strong = sum(any(sure for _, sure in answer) for answer in answers)
    there = sorted({w for t in titles(report=True).values() for w in re.findall(r"[a-z]{4,}", fold(t))})
    precisions = []
    for word in there:
        numbers = {
            number
            for half in (True, False)
            for number, title in titles(report=half).items()
            if any(part.startswith(word) for part in re.findall(r"[a-z]+", fold(title)))
        }
        hits = [path for path, sure in _search(library, word, 50) if sure and "distractors" not in path][:5]
        if hits:
            precisions.append(np.mean([Path(path).stem in numbers for path in hits]))
    return Table(
        title="Words",
        columns=("what", "asked", "measured"),
        rows=(
            (f"{_RANDOM_WORDS} words in no photo: with a strong hit", "0", str(strong)),
            ("of these with any hit, unsure", "", str(sum(bool(answer) for answer in answers))),
            (
                f"precision at 5 of {len(there)} words of titles, covers and their photos alone",
                "",
                f"{np.mean(precisions):.3f} ({len(precisions)} found)",
            ),
        ),
        notes=(
            "A hit is right where the word is in the title; another print on a cover that has it counts as wrong.",
        ),
    )

"""What reading costs by stage, by the detector's side, and what the first glance spares; memory; typed search."""

from __future__ import annotations

import re
import resource
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import DocumentId, Filters, Image, SearchOptions, Term, TextLine
from cbir.catalog import Catalog, NewDocument, parse_query, wanted_words
from cbir.catalog.written import fold
from cbir.images import decode
from cbir.library import Library
from cbir.ocr import DetectionOptions, Page, ReadingOptions, TextReader
from cbir.search.stages.metadata import HEAD, typed_words
from cbir.state import exclusive_write
from tests.benchmarks.reading.covers import titles
from tests.benchmarks.report import Table, counted

SIDES = ((640, 320), (736, 320), (960, 320), (640, 0))
_BASELINE = "RapidOCR 3.10, its defaults"
_LINES = 5  # of four words each: 20 words a photo
_THINGS = 3  # that a look takes up


def sides(data: Path, *, photos: int) -> Table:
    """Recall of titles' words and CPU time by the detector's side. The readers take turns at each picture."""
    readers: dict[str, _Reader] = {}
    if (baseline := _rapidocr()) is not None:
        readers[_BASELINE] = _Reader(baseline)
    for side, glance in SIDES:
        name = f"detector {side} px, " + (f"glance {glance} px" if glance else "no glance")
        options = ReadingOptions(detection=DetectionOptions(side_px=side), glance_side_px=glance)
        readers[name] = _Reader(TextReader(options=options, threads=1))
    chosen = f"detector {DetectionOptions().side_px} px, glance {ReadingOptions().glance_side_px} px"
    rows = _compared(data, readers, "chooses", photos)
    some = {name: reader.anew() for name, reader in readers.items() if name in (_BASELINE, chosen)}
    rows += _compared(data, some, "reports", photos)
    return Table(
        title="Cost of reading a cover or a phone photo of one",
        columns=(
            "reader",
            "half that",
            "CPU ms",
            "share (asked: ≤ .6)",
            "glance ms",
            "detect ms",
            "turn ms",
            "recognise ms",
            "words of titles read",
            "share (asked: ≥ .97)",
        ),
        rows=tuple(rows),
        notes=(
            f"{2 * photos} pictures of each half, one thread; words may be run together. The shares are of "
            f"{_BASELINE}. Photos are read as in the row of {chosen}.",
        ),
    )


class _Reader:
    """A reader with its times and what it found of titles."""

    def __init__(self, read: Callable[[Image], str] | TextReader) -> None:
        self._read = read
        self.pages: list[Page] = []
        self.cpu_s = 0.0
        self.found = self.wanted = 0

    def anew(self) -> _Reader:
        return _Reader(self._read)

    def read(self, image: Image, title: str) -> None:
        started = time.process_time()
        if isinstance(self._read, TextReader):
            self.pages.append(self._read.read(image.pixels, image.full_size))
            text = " ".join(line.text for line in self.pages[-1].lines)
        else:
            text = self._read(image)
        self.cpu_s += time.process_time() - started
        squeezed = "".join(re.findall(r"\w+", fold(text)))
        words = [word for word in re.findall(r"\w+", fold(title).replace("'", "")) if len(word) > 1]
        self.found += sum(word in squeezed for word in words)
        self.wanted += len(words)


def _compared(data: Path, readers: dict[str, _Reader], half: str, photos: int) -> list[tuple[str, ...]]:
    asked = titles(report=half == "reports")
    files = [
        (number, data / "covers" / place / f"{number}.jpg")
        for number in list(asked)[:photos]
        for place in ("Reference", "Droid")
    ]
    for reader in readers.values():  # not the networks' loading
        reader.anew().read(_decoded(files[0][1]), "")
    for number, file in counted(f"pictures of the half that {half}", files, every=10):
        image = _decoded(file)
        for reader in readers.values():
            reader.read(image, asked[number])
    base = readers.get(_BASELINE)
    rows = []
    for name, reader in readers.items():
        stages = [
            f"{np.mean([getattr(page, f'{stage}_ms') for page in reader.pages]):.0f}" if reader.pages else ""
            for stage in ("glance", "detect", "turn", "recognise")
        ]
        shares = [
            "" if base is None or base is reader else f"{share:.3f}"
            for share in (
                reader.cpu_s / max(base.cpu_s if base else 0.0, 1e-9),
                reader.found / max(base.found if base else 0, 1),
            )
        ]
        cpu, recall = f"{reader.cpu_s / len(files) * 1000:.0f}", f"{reader.found / reader.wanted:.3f}"
        rows.append((name, half, cpu, shares[0], *stages, recall, shares[1]))
    return rows


def glances(data: Path, *, photos: int) -> Table:
    """What the glance leaves out of unrelated photos, and which words it loses by that."""
    files = sorted((data / "distractors").glob("*.jpg"))
    files = files[:: max(1, len(files) // photos)]
    with_glance = TextReader(options=ReadingOptions(), threads=1)
    without = TextReader(options=ReadingOptions(glance_side_px=0), threads=1)
    spared = lost = whole = 0
    cpu = {"with": 0.0, "without": 0.0}
    for file in counted("distractors", files):
        image = _decoded(file)
        started = time.process_time()
        page = with_glance.read(image.pixels, image.full_size)
        between = time.process_time()
        full = without.read(image.pixels, image.full_size)
        cpu["with"] += between - started
        cpu["without"] += time.process_time() - between
        words = sum(len(line.text.split()) for line in full.lines)
        whole += words
        spared += page.glanced_only
        lost += words if page.glanced_only else 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Table(
        title="The first glance, on unrelated photos",
        columns=("what", "measured"),
        rows=(
            ("photos read no further", f"{spared} of {len(files)}"),
            ("words lost by that", f"{lost} of {whole}"),
            ("CPU ms a photo with it", f"{cpu['with'] / len(files) * 1e3:.0f}"),
            ("CPU ms a photo without it", f"{cpu['without'] / len(files) * 1e3:.0f}"),
            ("peak memory of the process with both readers", f"{peak:.0f} MB"),
        ),
    )  # fmt: skip


def typed(photos: int) -> Table:
    """Milliseconds of typed searches in a catalog of many photos with 20 words each."""
    draw = np.random.default_rng(5)
    letters = np.array(list("etaoinshrdlucmfwypvbgkjqxz"))
    vocabulary = np.array(["".join(draw.choice(letters, length)) for length in draw.integers(3, 11, 60_000)])
    ranks = 1 / np.arange(1, len(vocabulary) + 1)
    with (
        tempfile.TemporaryDirectory() as folder,
        Catalog.open(Path(folder) / "c.sqlite", writable=True) as catalog,
    ):
        with catalog.transaction():
            root = catalog.roots.add(Path("/photos"))
        for start in range(1, photos + 1, 10_000):
            _add(catalog, root.id, range(start, min(start + 10_000, photos + 1)), vocabulary, ranks, draw)
        rows = []
        kinds: tuple[tuple[str, Callable[[], str]], ...] = (
            ("a rare word", lambda: str(draw.choice(vocabulary[20_000:]))),
            ("the commonest words", lambda: str(draw.choice(vocabulary[:20]))),
            ("a word misread", lambda: _slip(str(draw.choice(vocabulary[1000:])), draw)),
            ("three words", lambda: " ".join(draw.choice(vocabulary, 3))),
            ("three of the commonest words", lambda: " ".join(draw.choice(vocabulary[:20], 3))),
            ("written:", lambda: "written:" + str(draw.choice(vocabulary))),
        )
        for kind, make in kinds:
            texts = iter([make() for _ in range(62)])
            strict = _cpu_ms(lambda texts=texts: _strict(catalog, next(texts)), 30)  # type: ignore[misc]
            loose = _cpu_ms(lambda texts=texts: _loose(catalog, next(texts)), 30)  # type: ignore[misc]
            rows.append(
                (kind, *(f"{np.percentile(times, at):.1f}" for times in (strict, loose) for at in (50, 95)))
            )
    return Table(
        title=f"Typed searches in {photos:,} photos with 20 words each",
        columns=("typed", "as typed, CPU ms (p50)", "p95", "and misread, CPU ms (p50)", "p95"),
        rows=tuple(rows),
    )  # fmt: skip


def looks(folder: Path, *, photos: int) -> Table:
    """What a look for photos of the same things costs. folder : a library that may be written to"""
    asked = [f"zanzibar{at:03}" for at in range(photos)]
    with Library.open(folder) as library:
        count = library.info().photos
        with exclusive_write(Layout(folder)) as catalog, catalog.transaction():
            waiting = catalog.written.to_read("benchmark", limit=count)
            apart = waiting[:: max(1, len(waiting) // (_THINGS * photos))]
            for word, wanted in zip(_THINGS * asked, apart, strict=False):
                corners = ((200.0, 200.0), (400.0, 200.0), (400.0, 300.0), (200.0, 300.0))
                line = TextLine(text=word, quad=corners, confidence=0.9)
                catalog.written.set(wanted, [line], reader="benchmark")
        rows = []
        for name, again in (("first answer", False), ("with the look", True)):
            options = SearchOptions(engine="metadata", top=50, look_again=again)
            find = partial(library.search, options=options)
            texts = iter([asked[0], *asked])
            times = _cpu_ms(lambda find=find, texts=texts: find([Term(text=next(texts))]), photos)  # type: ignore[misc]
            rows.append((name, *(f"{np.percentile(times, at):.0f}" for at in (50, 95)), f"{max(times):.0f}"))
    return Table(
        title=f"A typed word that is written in three of {count:,} photos, which show different things",
        columns=("what", "CPU ms (p50)", "p95", "most"),
        rows=tuple(rows),
        notes=(f"{photos} words. At most three things are looked for.",),
    )


def _cpu_ms(work: Callable[[], object], repeats: int) -> list[float]:
    """Processor times of single calls in milliseconds, after one that does not count."""
    work()
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append((time.process_time() - started) * 1000)
    return times


def _strict(catalog: Catalog, text: str) -> int:
    found = catalog.full_text.search([parse_query(text)], Filters(), top=200)
    catalog.written.prominence([one.photo for one in found[:HEAD]], wanted_words(text))
    return len(found)


def _loose(catalog: Catalog, text: str) -> int:
    node = parse_query(text)
    found = _strict(catalog, text)
    if found >= 200:
        return found
    return len(catalog.search_loosely(typed_words([node]), (), Filters(), top=60))


def _slip(word: str, draw: np.random.Generator) -> str:
    at = int(draw.integers(0, len(word)))
    return word[:at] + "x" + word[at + 1 :]


def _add(
    catalog: Catalog,
    root: int,
    ids: range,
    vocabulary: np.ndarray[tuple[int], np.dtype[np.str_]],
    ranks: np.ndarray[tuple[int], np.dtype[np.float64]],
    draw: np.random.Generator,
) -> None:
    documents = [
        NewDocument(
            root=root, path=f"{at}.jpg", size=1, mtime_ns=1, fingerprint=f"f{at}", format="JPEG", width=1, height=1,
            document=DocumentId(at), store_row=0, extractor=1,
        )
        for at in ids
    ]  # fmt: skip
    words = draw.choice(vocabulary, (len(documents), _LINES * 4), p=ranks / ranks.sum())
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    with catalog.transaction():
        catalog.documents.add(documents, store="s", postings="p")
        for wanted in catalog.written.to_read("benchmark", limit=len(documents)):
            row = words[int(wanted.content[1:]) - ids[0]]
            lines = [
                TextLine(text=" ".join(row[at : at + 4]), quad=quad, confidence=0.9)
                for at in range(0, len(row), 4)
            ]
            catalog.written.set(wanted, lines, reader="benchmark")


def _decoded(file: Path) -> Image:
    return decode(file.read_bytes(), max_side_px=ReadingOptions().picture_side_px)


def _rapidocr() -> Callable[[Image], str] | None:
    """RapidOCR's own program with all that it does by itself; None where its other packages are not installed."""
    try:
        from rapidocr import RapidOCR
    except ImportError:
        return None
    engine = RapidOCR(
        params={"Global.log_level": "critical", "EngineConfig.onnxruntime.intra_op_num_threads": 1}
    )
    return lambda image: " ".join(
        getattr(engine(np.ascontiguousarray(image.pixels[:, :, ::-1])), "txts", None) or ()
    )

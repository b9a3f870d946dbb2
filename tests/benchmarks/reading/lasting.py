"""Reading that is killed, finds the disk full or a model missing; odd pictures, and the memory of its process."""

from __future__ import annotations

import io
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import DocumentId, SearchOptions, Term, TextLine
from cbir.catalog import NewDocument
from cbir.catalog.written import fold
from cbir.library import Library
from cbir.ocr import find_models
from cbir.state import exclusive_write
from cbir.workers import ReadingProcess
from tests.benchmarks.report import Table, counted, verdict
from tests.cbir.written_pages import page

_MEMORY_MB = 600
_PAGES = 90
_FULL_MB = 6  # of the small disk
_WORDS = [
    f"{first}{last}" for first in "bakel dorim fuson galet hirun".split() for last in "ab eg id om ur".split()
]


def robust(data: Path, *, kills: int) -> list[Table]:
    """Three tables: memory by what was read, kills, and what else may go wrong."""
    return [_memory(data), _killed(kills), _refused()]


# ---- memory and odd pictures


def _memory(data: Path) -> Table:
    files = sorted((data / "covers" / "Droid").glob("*.jpg"))[:20]
    typed = " ".join(_WORDS[at % len(_WORDS)] + str(at) for at in range(10_000)).split()
    pictures: tuple[tuple[str, list[bytes | Path], list[str]], ...] = (
        ("20 phone photos", list(files), []),
        ("1 x 1", [_coded(Image.new("RGB", (1, 1)))], []),
        ("letters below each other, 40 px", [_coded(_stacked("PLATFORM"))], ["platform"]),
        ("10,000 words on one page, 5,000 x 7,000 px", [_coded(_dense(typed, 5000, 7000, 22))], typed),
        ("250 words on one page, 1,280 x 960 px", [_coded(_dense(typed[:250], 1280, 960, 16))], typed[:250]),
        ("200 megapixels, JPEG", [_coded(_large())], ["platform", "bakerloo"]),
        ("200 megapixels, PNG", [_coded(_large(), "PNG")], ["platform", "bakerloo"]),
    )
    rows = []
    with ReadingProcess() as process:
        for name, sources, words in pictures:
            started, problem, read = time.perf_counter(), "", ""
            for source in sources:
                try:
                    lines = process.submit(source).result()
                    read += fold(" ".join(line.text for line in lines)) + " "
                except CbirError as error:
                    problem = str(error)
            took_s = time.perf_counter() - started
            squeezed = "".join(re.findall(r"\w+", read))
            share = f"{np.mean([word in squeezed for word in words]):.3f}" if words else ""
            (pid,) = process.process_ids
            peak, now = _weighs(pid)
            rows.append((name, f"{peak:.0f}", f"{now:.0f}", f"{took_s:.1f}", share, problem))
    most = max(float(row[1]) for row in rows)
    rows.append((f"the most (asked: ≤ {_MEMORY_MB})", f"{most:.0f}", "", "", "", verdict(most <= _MEMORY_MB)))
    return Table(
        title="The process that reads: memory, and odd pictures",
        columns=(
            "read one after another",
            "RSS so far, most, MB",
            "PSS after it, MB",
            "s",
            "words read",
            "said",
        ),
        rows=tuple(rows),
    )


def _weighs(pid: int) -> tuple[float, float]:
    """MB: the most that was resident, and its share of memory now."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    found = [re.search(r"VmHWM:\s+(\d+)", status), re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)]
    peak, now = (int(match[1]) / 1024 if match else 0.0 for match in found)
    return peak, now


def _coded(picture: Image.Image, kind: str = "JPEG") -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, quality=90, compress_level=1)
    return stream.getvalue()


def _stacked(word: str) -> Image.Image:
    picture = Image.new("RGB", (320, 640), (240, 240, 230))
    for at, letter in enumerate(word):
        ImageDraw.Draw(picture).text(
            (150, 60 + 60 * at), letter, fill=0, font=ImageFont.load_default(size=40)
        )
    return picture


def _dense(words: list[str], width: int, height: int, size_px: int) -> Image.Image:
    picture = Image.new("RGB", (width, height), (250, 250, 245))
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(size=size_px)
    left, top = size_px, size_px
    for word in words:
        long = round(draw.textlength(word + " ", font=font)) + 2
        if left + long > width - size_px:
            left, top = size_px, top + round(1.5 * size_px)
        draw.text((left, top), word, fill=(20, 20, 20), font=font)
        left += long
    return picture


def _large() -> Image.Image:
    picture = Image.new("RGB", (20_000, 10_000), (230, 230, 220))
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(size=900)
    draw.text((3000, 3000), "Platform nine", fill=0, font=font)
    draw.text((3000, 6000), "Bakerloo", fill=0, font=font)
    return picture


# ---- killed


def _library(folder: Path, pages: int) -> Path:
    """Photos of one word each, known to a library and not read."""
    photos = folder / "photos"
    photos.mkdir(parents=True)
    for at in range(pages):
        Image.fromarray(page(_word(at), "and more")).save(photos / f"{at:03}.jpg")
    library = folder / "library"
    Library.open(library, create=True).close()
    with exclusive_write(Layout(library)) as catalog, catalog.transaction():
        root = catalog.roots.add(photos)
        documents = [
            NewDocument(
                root=root.id, path=path.name, size=path.stat().st_size, mtime_ns=path.stat().st_mtime_ns,
                fingerprint=path.stem, format="JPEG", width=640, height=640,
                document=DocumentId(at), store_row=at, extractor=1,
            )
            for at, path in enumerate(sorted(photos.iterdir()), start=1)
        ]  # fmt: skip
        catalog.documents.add(documents, store="none", postings="none")
    return library


def _word(at: int) -> str:
    return _WORDS[at % len(_WORDS)] + "klmnpr"[at // len(_WORDS)]


def _killed(kills: int) -> Table:
    chance = random.Random("reading")
    with tempfile.TemporaryDirectory() as folder:
        library = _library(Path(folder), _PAGES)
        before: dict[int, str] = {}
        lost = changed = again = struck = rounds_with_news = 0
        for _ in counted("kills", range(kills), every=10):
            process = _start(library)
            time.sleep(chance.uniform(1.5, 9.0))
            struck += process.poll() is None
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            now, queued = _kept(library)
            lost += len(before.keys() - now.keys())
            changed += sum(now.get(photo) != words for photo, words in before.items() if photo in now)
            again += len(now.keys() & queued)
            rounds_with_news += len(now) > len(before)
            before = now
            if len(before) > 0.9 * _PAGES:  # begin anew: there is little left to be interrupted
                with Library.open(library) as opened:
                    opened.text.forget()
                before = {}
        process = _start(library)
        code = process.wait()
        with Library.open(library) as opened:
            report = opened.text.read()
            found = [len(_hits(opened, _word(at))) for at in range(_PAGES)]
        _kept(library)
    rows = (
        (f"kills (of {kills}) that struck while it read", "", f"{struck}"),
        ("of these after which more was kept than before", "", f"{rounds_with_news}"),
        ("photos whose text was kept and then lost", "0", f"{lost}"),
        ("photos whose kept text changed", "0", f"{changed}"),
        ("photos kept and to be read once more", "0", f"{again}"),
        (
            "photos skipped for ever, after one undisturbed run",
            "0",
            f"{report.read + report.waiting} (exit {code})",
        ),
        (
            f"of {_PAGES} words found in exactly one photo",
            f"{_PAGES}",
            f"{sum(count == 1 for count in found)}",
        ),
    )
    return Table(
        title="Killed while it reads",
        columns=("what", "asked", "measured"),
        rows=rows,
        notes=(
            "SIGKILL to `cbir read` and its process, at moments drawn from a seed; after each, the catalog's pages and "
            "its full text are checked.",
        ),
    )


def _start(library: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cbir", "read", "--library", str(library)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _kept(library: Path) -> tuple[dict[int, str], set[int]]:
    """What was read of each photo, and the photos that are to be read; raises where the catalog is damaged."""
    with exclusive_write(Layout(library)) as catalog:
        connection = catalog.written._connection
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.execute("INSERT INTO photo_text (photo_text) VALUES ('integrity-check')")
        queued = catalog.written.to_read(find_models().fingerprint, limit=10**6)
        rows = dict(connection.execute("SELECT photo_id, lines FROM reading").fetchall())
    return rows, {int(one.photo) for one in queued}


def _hits(library: Library, word: str) -> set[str]:
    hits = library.search([Term(text=f"written:{word}")], SearchOptions(engine="metadata")).hits
    return {hit.path.name for hit in hits if hit.strong}


# ---- refused


def _refused() -> Table:
    rows = [_without_a_model(), _many_words()]
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder) / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={_FULL_MB}m", "tmpfs", str(disk)],
            capture_output=True,
            check=False,
        )
        if mounted.returncode:
            rows.append(("a full disk", "not measured: no small disk can be made here"))
        else:
            try:
                rows.append(("a full disk", _full(disk)))
            finally:
                subprocess.run(["umount", "--lazy", str(disk)], capture_output=True, check=False)
    return Table(title="Reading that cannot go on", columns=("what", "then"), rows=tuple(rows))


def _without_a_model() -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "rapidocr"
        (package / "models").mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "models" / find_models().detector.name).write_bytes(find_models().detector.read_bytes())
        library = _library(Path(folder), 1)
        code, said = _run(library, PYTHONPATH=os.pathsep.join((folder, os.environ.get("PYTHONPATH", ""))))
        with exclusive_write(Layout(library)) as catalog:
            _, _, waits = catalog.written.counts(find_models().fingerprint)
    return "without the recogniser", f"exit {code}: {said.replace(folder, '')} {waits} of 1 photo waits."


def _many_words() -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        library = _library(Path(folder), 1)
        quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        lines = [TextLine(text=f"word{at} and so", quad=quad, confidence=0.9) for at in range(10_000)]
        with exclusive_write(Layout(library)) as catalog, catalog.transaction():
            (wanted,) = catalog.written.to_read("benchmark", limit=1)
            catalog.written.set(wanted, lines, reader="benchmark")
        with Library.open(library) as opened:
            started = time.process_time()
            found = [bool(_hits(opened, f"word{at}")) for at in (1, 5000, 9999)]
            took = (time.process_time() - started) / 3 * 1000
    return "a page of which 10,000 lines were read", f"{sum(found)} of 3 words found, CPU ms each: {took:.0f}"


def _full(disk: Path) -> str:
    library = _library(disk, 30)
    filler = disk / "filler"
    free = os.statvfs(disk)
    filler.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - 100_000)))
    code, said = _run(library)
    filler.unlink()
    kept, _ = _kept(library)
    code_after, _ = _run(library)
    after, queued = _kept(library)
    return (
        f"exit {code}: {said.replace(str(disk), '')} {len(kept)} of 30 kept. With room again: exit {code_after}, "
        f"{len(after)} of 30 read, {len(queued)} waiting."
    )


def _run(library: Path, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "cbir", "read", "--library", str(library)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if line.strip()]
    return done.returncode, said[-1].strip() if said else ""

"""Libraries and pictures as they are before a write that is going to be killed, and what they must still hold after.

prepare() makes those of one kind of write; lay_out() copies them for one round, a person's files among them.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import numpy as np

from cbir.base.layout import Layout
from cbir.base.storage import checksum
from cbir.base.types import Judged, SearchOptions, Term
from cbir.catalog import Catalog
from cbir.catalog.schema import MIGRATIONS
from cbir.library import Library
from cbir.state import shipped_codebook
from cbir.workers import WorkerPool, warm_up
from tests.kill_nursery import OLD_MARK, OPTIONS, pictures_in
from tests.pictures import POSTERS, photo, poster, write_jpeg

ACTIONS = (
    *("create", "index", "update", "merge", "delete", "forget", "compact", "migrate"),
    *("move", "backup", "restore", "rebuild", "marks", "learn", "copies"),
)
MERGING = ("index", "merge", "compact", "rebuild")
"""The writes that merge: they are killed within that, too."""

PHOTOS = 12
FOREIGN = (
    "notes.txt",
    "postings/notes.txt",
    "features/mine/1.jpg",
    "thumbnails/mine.jpg",
    "cache/notes.txt",
    "learning/notes.txt",
)
"""A person's files in a library's folder."""

SIDECAR = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:mine="http://example.org/mine/" mine:note="precious"/></rdf:RDF></x:xmpmeta>
"""

Hits = list[tuple[str, float, bool]]
Marks = dict[str, tuple[int | None, tuple[str, ...]]]
"""Rating and keywords by file name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A library's information and its answers to two queries."""

    photos: int
    marks: Marks
    hits: tuple[Hits, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One kind of write.

    folder : with the library before it, and its pictures. expected : after it was not interrupted
    took_s : how long it took then. moments : within its merges at which it can be killed
    """

    action: str
    folder: Path
    expected: Found
    took_s: float = 0.0
    moments: int = 0

    @property
    def pictures(self):
        return self.folder / "pictures"

    def lay_out(self, folder):
        """Copy what the write begins with, and put the pictures as they were. Returns checksums of a person's files."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder / "before", folder)
        (folder / "beside.txt").write_text("precious")
        shutil.rmtree(self.pictures, ignore_errors=True)
        shutil.copytree(self.folder / "originals", self.pictures)
        precious = [folder / "beside.txt", *(path for path in self.pictures.rglob("*") if path.is_file())]
        if (folder / "library").exists():
            for name in FOREIGN:
                path = folder / "library" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"precious {name}")
                precious.append(path)
        return {path: checksum(path) for path in precious}


@contextmanager
def shared_pool():
    with WorkerPool(1, initializer=warm_up, initargs=((shipped_codebook(),),)) as pool:
        yield pool


def prepare(action, folder, pool):
    """A library as it is before a write; what is expected after it, and how long it takes, is not known yet."""
    pictures, before = folder / "pictures", folder / "before"
    before.mkdir(parents=True)
    library = before / "library"
    write_pictures(pictures)
    if action == "copies":
        for path in pictures_in(pictures):
            data = path.read_bytes()
            copy = path.with_name(f"copy {path.name}")
            copy.write_bytes(data[:2] + b"\xff\xfe\x00\x06copy" + data[2:])
    if action != "create":
        Library.open(library, create=True, options=OPTIONS, pool=pool).close()
    if action not in {"create", "index"}:
        unmerged = (
            mock.patch("cbir.library.index_runs.merge_postings")
            if action in {"merge", "compact"}
            else mock.MagicMock()
        )
        with unmerged, Library.open(library, options=OPTIONS, pool=pool) as opened:
            opened.index([pictures])
            _mark(opened, pictures)
            if action == "copies":
                _judge_copies(opened, pictures)
            if action == "compact":
                _change(pictures)
                opened.index([pictures])
            if action == "restore":
                opened.back_up(before / "backup")
    if action == "restore":
        shutil.rmtree(library)
    if action in {"update", "delete"}:
        _change(pictures, only_deletions=action == "delete")
    if action == "migrate":
        make_old(library / "catalog.sqlite")
    if action == "marks":
        (pictures / "6.jpg.xmp").write_text(SIDECAR)
    shutil.copytree(pictures, folder / "originals")
    several = np.hstack([poster(name)[:600:3, :600:3] for name in POSTERS[:3]])
    write_jpeg(folder / "several.jpg", several)
    return Scenario(action=action, folder=folder, expected=Found(photos=0, marks={}, hits=()))


def look(library, scenario):
    """Ask a library what it holds."""
    layout = Layout(library.folder)
    with Catalog.open(layout.catalog, writable=False) as catalog:
        names = {
            value.photo: value.path.name for value in catalog.photos.of_documents(range(1, 1000)).values()
        }
        marks = {
            name: (catalog.marks.of(photo).rating, catalog.marks.of(photo).added)
            for photo, name in names.items()
        }
    queries = (scenario.folder / "several.jpg", scenario.folder / "originals" / "9.jpg")
    hits = []
    for query in queries:
        found = library.search([Term(path=query)], SearchOptions(top=PHOTOS))
        hits.append([(str(hit.path), hit.score, hit.verified) for hit in found.hits])
    return Found(photos=library.info().photos, marks=marks, hits=tuple(hits))


def _mark(library, pictures):
    photos = library.find_photos(pictures_in(pictures))
    library.marks.set_rating(photos, OLD_MARK[0])
    library.marks.set_keywords(photos, add=[OLD_MARK[1]])


def _judge_copies(library, pictures):
    """Name each copy, and say that all of them shall go."""
    copies = [path for path in pictures_in(pictures) if path.name.startswith("copy ")]
    for path in copies:
        kept, other = library.find_photos([path.with_name(path.name.removeprefix("copy ")), path])
        library.marks.set_keywords([other], add=[keyword_of_copy(path)])
        library.duplicates.say([Judged(kept=kept, other=other, verdict="trash")])


def keyword_of_copy(path):
    return f"said of {path.stem.removeprefix('copy ')}"


def make_old(catalog):
    """Turn a catalog into one that the first version of the program wrote."""
    old = catalog.with_suffix(".old")
    old.unlink(missing_ok=True)
    connection = sqlite3.connect(old, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(MIGRATIONS[0])
    connection.execute("ATTACH ? AS new", (str(catalog),))
    names = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in connection.execute(names).fetchall():
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({name})"))
        connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
    connection.execute("DELETE FROM main.sqlite_sequence")
    connection.execute(
        "INSERT INTO main.sqlite_sequence SELECT * FROM new.sqlite_sequence "
        "WHERE name IN ('root', 'photo', 'document')"
    )
    connection.execute("PRAGMA user_version = 1")
    connection.execute("DETACH new")
    connection.close()
    for path in catalog.parent.glob(f"{catalog.stem}.*"):
        if path != old:
            path.unlink()
    old.replace(catalog)


def write_pictures(folder):
    """Small pictures with detail: a poster or a photo each, cut and turned so that none is like another."""
    sources = [poster(name) for name in POSTERS[:3]] + [photo(name) for name in ("coffee", "rocket", "china")]
    for number in range(PHOTOS):
        pixels = np.rot90(sources[number % 6], number // 6)[number::3, ::3]
        parent = folder / "some" if number < 4 else folder
        write_jpeg(parent / f"{number}.jpg", np.ascontiguousarray(pixels[:220, :220]))


def _change(folder, *, only_deletions=False):
    """Delete three, and unless told otherwise change two, add one, move one."""
    for name in ("some/1.jpg", "4.jpg", "5.jpg"):
        (folder / name).unlink()
    if only_deletions:
        return
    for number, name in enumerate(("some/2.jpg", "6.jpg", "new.jpg")):
        pixels = photo("astronaut")[100 * number :: 2, 60 * number :: 2]
        write_jpeg(folder / name, np.ascontiguousarray(pixels[:220, :220]))
    (folder / "7.jpg").rename(folder / "some" / "moved.jpg")

"""A library, one flipped bit in one of its files -> what searches and a check say of it.

build() makes a library with every kind of file; flip_round() copies it, flips a bit, asks and checks the copy.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import traceback
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.types import Album, Filters, SearchOptions, Term
from cbir.library import Library
from cbir.vectors import VectorIndexOptions
from tests.kill_nursery import OPTIONS
from tests.kill_scenarios import write_pictures

_TRAINED = VectorIndexOptions(kind="trained", exact_up_to=4, lists=2, codes="8bit", dimensions=16)
_OPTIONS = replace(OPTIONS, vectors=_TRAINED)
LEFT_OUT = re.compile(r"writer\.(lock|json)|.*-(wal|shm)")
"""The lock and who holds it say nothing of the photos; SQLite's log and its index go when the last one closes."""
_ID = re.compile(r"[0-9a-f]{16,}")

Answers = list[tuple[tuple[str, ...], tuple[tuple[str, float, bool], ...]]]
"""Of each search the notes, and path, score and verdict of its hits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """A library before any flip. files : relative paths by kind. answers : of its searches"""

    folder: Path
    query: Path
    files: dict[str, tuple[str, ...]]
    answers: Answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The outcome of one flip.

    where : file, byte and bit. seen : the check said something. tracebacks : what was no sentence
    other_hits : a search gave other hits than before without a word
    """

    where: str
    seen: bool
    other_hits: bool
    tracebacks: tuple[str, ...]


def build(folder, pool):
    """A library of drawn pictures with postings, features, embeddings, a trained structure and albums."""
    pictures, library = folder / "pictures", folder / "library"
    write_pictures(pictures)
    with Library.open(library, create=True, options=_OPTIONS, pool=pool) as opened:
        opened.models.use("demo")
        opened.index([pictures])
        photo = opened.search([Term(text="jpg")]).hits[0].photo
        opened.marks.set_rating([photo], 4)
        best = Album(name="best", filters=Filters(min_rating=4), id="2")
        opened.albums.keep([Album(name="boats", terms=(Term(text="boat"),), labels=("boat",), id="1"), best])
        opened.albums.correct("1", {photo: True})
        query = pictures / "7.jpg"
        answers = ask(opened, query)
        assert opened.check(deep=True) == []
    files = defaultdict(list)
    for path in sorted(library.rglob("*")):
        name = path.relative_to(library).as_posix()
        if path.is_file() and path.stat().st_size and not LEFT_OUT.fullmatch(path.name):
            files[kind_of(name)].append(name)
    return Original(
        folder=library,
        query=query,
        files={kind: tuple(names) for kind, names in sorted(files.items())},
        answers=answers,
    )


def kind_of(name):
    """A file's place in a library, whatever its segment, model or content is called."""
    return re.sub(r"thumbnails/../", "thumbnails/", _ID.sub("*", name))


def ask(library, query):
    """The answers before and after a flip: by picture, by name, by meaning, by rating, and the albums."""
    options = SearchOptions(top=50)
    results = [
        library.search([Term(path=query)], options),
        library.search([Term(text="name:jpg")], options),
        library.search([Term(text="a red circle")], options),
        library.search([], replace(options, filters=Filters(min_rating=4))),
    ]
    library.info()
    albums = tuple(
        (f"{album} {library.albums.corrections(album.id)}", 0.0, True) for album in library.albums.all()
    )
    return [*map(_answer, results), ((), albums)]


def _answer(result):
    hits = tuple((str(hit.path), round(hit.score, 5), hit.verified) for hit in result.hits)
    return result.notes, hits


def flip_round(original, name, folder, pool, chance):
    """Flip a bit of the file `name` in two copies of a library below `folder`: search one, check the other."""
    asked, checked = folder / "asked", folder / "checked"
    shutil.copytree(original.folder, asked)
    byte, bit = flip(asked / name, chance)
    shutil.copytree(asked, checked)
    tracebacks = []
    other_hits, seen = False, True
    with _sentences_only(tracebacks), Library.open(asked, options=_OPTIONS, pool=pool) as library:
        other_hits = any(
            now[1] != before[1] and not set(now[0]) - set(before[0])
            for now, before in zip(ask(library, original.query), original.answers, strict=True)
        )
    with _sentences_only(tracebacks), Library.open(checked, options=_OPTIONS, pool=pool) as library:
        seen = library.check(deep=True) != []
    shutil.rmtree(folder)
    return Round(
        where=f"{name}, bit {bit} of byte {byte}",
        seen=seen,
        other_hits=other_hits,
        tracebacks=tuple(tracebacks),
    )


@contextlib.contextmanager
def _sentences_only(tracebacks):
    """A CbirError has told what is wrong; note what is raised and is no sentence."""
    try:
        yield
    except CbirError:
        pass
    except Exception:
        tracebacks.append(traceback.format_exc(limit=-3))


def flip(path, chance):
    """Flip one bit of a file, in the catalog of a page that is not free. Returns its byte and bit."""
    content = bytearray(path.read_bytes())
    free, page_bytes = free_pages(path) if path.suffix == ".sqlite" else (frozenset[int](), 1)
    while True:
        byte, bit = chance.randrange(len(content)), chance.randrange(8)
        if byte // page_bytes + 1 not in free:
            break
    content[byte] ^= 1 << bit
    path.write_bytes(content)
    return byte, bit


def free_pages(catalog):
    """Pages that a database does not use, counted from 1, and the bytes of one. SQLite's file format, 1.5."""
    with contextlib.closing(sqlite3.connect(f"{catalog.as_uri()}?immutable=1", uri=True)) as connection:
        page_bytes = int(connection.execute("PRAGMA page_size").fetchone()[0])
    data = catalog.read_bytes()
    free = set()
    trunk = int.from_bytes(data[32:36], "big")
    while trunk:
        at = (trunk - 1) * page_bytes
        count = int.from_bytes(data[at + 4 : at + 8], "big")
        leaves = data[at + 8 : at + 8 + 4 * count]
        free |= {trunk, *(int.from_bytes(leaves[i : i + 4], "big") for i in range(0, len(leaves), 4))}
        trunk = int.from_bytes(data[at : at + 4], "big")
    return frozenset(free), page_bytes

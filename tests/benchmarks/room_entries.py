"""Transitions between rooms while a query is answered: `python -m tests.benchmarks.room_entries`.

A library of 30 covers is open and has answered the same query before, so that nothing is loaded for the first time. In
every thread of the asking process each call of a function is noted; an entry is a call of a function in another room
than the one called before it. `base`, the shelf of types and files that every room uses, and `loops`, through which
compiled code is called, are left out. Read transactions of the catalog, each of which sees a moment of its own, and SQL
statements are counted beside.

    python -m tests.benchmarks.room_entries --of TREE       counts in another checkout too, such as one before a change
    python -m tests.benchmarks.room_entries --pairs         prints how often each room was entered from each, too

Without the shared photos the covers are drawn.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.source_tree import python_path

ROOT = Path(__file__).resolve().parents[2]
COVERS = ROOT.parent / "shared" / "data" / "covers"
PHOTOS = 30
QUERIES = ("picture", "text")
TYPED = "a man with a gun"
_SHELVES = frozenset({"base", "errors", "loops", "types", "__main__"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """One answered query. pairs : "from to" -> entries"""

    entries: int
    opened: int
    statements: int
    pairs: dict[str, int] = field(default_factory=dict)


def room_of(frame):
    """The room of the function that runs in a frame; None outside of cbir and on the shelf."""
    package, _, below = str(frame.f_globals.get("__name__", "")).partition(".")
    room = below.partition(".")[0]
    return None if package != "cbir" or not room or room in _SHELVES else room


@contextmanager
def entered():
    """Record, for each thread, the rooms of the functions that are called within the block, in their order."""
    calls = collections.defaultdict(list)

    def note(frame, event, _):
        if event == "call" and (room := room_of(frame)) is not None:
            calls[threading.get_ident()].append(room)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


@contextmanager
def statements():
    """Record the SQL statements that connections to a catalog execute within the block."""
    from cbir.catalog.rows import Connection

    executed = []
    execute = Connection.execute

    def note(connection, *statement):
        executed.append(str(statement[0]))
        return execute(connection, *statement)

    Connection.execute = note
    try:
        yield executed
    finally:
        Connection.execute = execute


def count(library, term, *options):
    """The transitions of one search for a term in an open library."""
    library.search([term], *options)
    with statements() as executed, entered() as calls:
        library.search([term], *options)
    stays = [[room for room, _ in itertools.groupby(rooms)] for rooms in calls.values()]
    pairs = collections.Counter(" ".join(pair) for rooms in stays for pair in itertools.pairwise(rooms))
    return Count(
        entries=sum(map(len, stays)),
        opened=executed.count("BEGIN"),
        statements=len(executed),
        pairs=dict(pairs.most_common()),
    )


def covers(folder):
    """Put 30 covers into a folder; returns a photo of one of them."""
    folder.mkdir()
    if COVERS.is_dir():
        for path in sorted((COVERS / "Reference").iterdir())[:PHOTOS]:
            shutil.copy(path, folder)
        return COVERS / "Canon" / "002.jpg"
    import cv2
    import numpy as np

    rng = np.random.default_rng(0)
    for number in range(PHOTOS):
        noise = cv2.GaussianBlur(rng.integers(0, 256, (480, 360, 3), dtype=np.uint8), (0, 0), 3)
        cv2.imwrite(str(folder / f"{number:03}.jpg"), cv2.normalize(noise, noise, 0, 255, cv2.NORM_MINMAX))
    picture = cv2.imread(str(folder / "002.jpg"))
    assert picture is not None
    query = folder.parent / "query.jpg"
    cv2.imwrite(str(query), cv2.resize(picture, None, fx=0.8, fy=0.8))
    return query


@contextmanager
def running_library(work):
    """Yield a library of the covers, with the model that is shipped, and a photo of one of them."""
    from cbir.library import Library

    picture = covers(work / "covers")
    with Library.open(work / "library", create=True) as library:
        library.index([work / "covers"])
        library.start()
        yield library, picture


def count_all(work):
    """Count in the tree that is imported."""
    from cbir.base.types import Term

    with running_library(work) as (library, picture):
        terms = (Term(path=picture), Term(text=TYPED))
        return {name: count(library, term) for name, term in zip(QUERIES, terms, strict=True)}


def count_in(tree):
    """Count in a checkout, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-P", __file__, "--count"],
        env={**os.environ, "PYTHONPATH": python_path(tree)},
        cwd=tree,
        capture_output=True,
        check=True,
        text=True,
    )
    return {name: Count(**values) for name, values in json.loads(run.stdout.splitlines()[-1]).items()}


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--of", type=Path, metavar="TREE", help="another checkout, shown as the one before")
    parser.add_argument("--pairs", action="store_true", help="print each pair of rooms, too")
    parser.add_argument("--count", action="store_true", help=argparse.SUPPRESS)
    parsed = parser.parse_args(arguments)
    if parsed.count:
        with tempfile.TemporaryDirectory() as work:
            print(json.dumps({name: asdict(counted) for name, counted in count_all(Path(work)).items()}))
        return

    from tests.benchmarks.records import Table, markdown

    trees = {"now": ROOT} if parsed.of is None else {"before": parsed.of.resolve(), "now": ROOT}
    counted = {when: count_in(tree) for when, tree in trees.items()}
    rows = tuple(
        (name, when, str(of[name].entries), str(of[name].opened), str(of[name].statements))
        for name in QUERIES
        for when, of in counted.items()
    )
    table = Table(columns=("query", "tree", "room entries", "catalog opened", "SQL statements"), rows=rows)
    print(markdown(table))
    if parsed.pairs:
        for when, of in counted.items():
            for name in QUERIES:
                print(f"\n{name}, {when}:", json.dumps(of[name].pairs, indent=1))


if __name__ == "__main__":
    main()

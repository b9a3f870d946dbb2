"""Rooms that a photo being indexed and a query being answered pass through: `python -m tests.benchmarks.walk`.

The real command line indexes one photo, up to the end of its commit, and searches for it, in a real library that has
another photo already. Workers' tasks run in this process, so that one trace sees the whole way. Counted are functions
and methods, each at its first call, so that loops and polling do not lengthen the walk. Special methods are left out,
and so is base, the shelf of types and files that every room uses.

A stay is a stretch of calls within one room. A return is a stay in a room that was stayed in before. A climb is a stay
on a higher floor than the one before it. A call up is a function called by one of a lower floor: as no import leads up,
a callback such as the progress.

    python -m tests.benchmarks.walk --of TREE    traces another checkout too, such as one before the rooms
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_DESIGN = ROOT / "docs" / "design.md"
_SHELF = "base"
# Where each module of the flat tree, before the rooms, went.
_MODULES_BEFORE = {
    "base": "errors layout storage types volumes",
    "indexing": "batching following indexing planning reencoding scanning watching",
    "library": "curating library modelling trashing",
    "maintenance": "backups checking compacting merging",
    "search": "asking calibration fusing queries ranking searching semantics text_search",
    "service": "messages service",
    "state": "care codebooks generation locking opening reading saved_searches",
    "training": "model_training training",
    "workers": "encoding worker_tasks workers",
}
_ROOM_OF = {module: room for room, modules in _MODULES_BEFORE.items() for module in modules.split()}


def floors() -> dict[str, int]:
    """The floor of each room, the lowest first, as the contract in pyproject.toml says."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(
        contract["layers"] for contract in contracts["contracts"] if contract.get("containers") == ["cbir"]
    )
    return {
        room.strip(): floor
        for floor, layer in enumerate(reversed(layers), start=1)
        for room in layer.split("|")
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """caller : the room of the function that called this one, if that counts"""

    room: str
    caller: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Walk:
    """The first calls of functions, in their order."""

    calls: tuple[Call, ...]

    def since(self, name: str) -> Walk:
        """The part that begins with a function."""
        return Walk(self.calls[[call.name for call in self.calls].index(name) :])

    @property
    def stays(self) -> list[str]:
        return [room for room, _ in itertools.groupby(call.room for call in self.calls)]

    def calls_up(self, floor: dict[str, int]) -> list[str]:
        return [
            f"{call.caller} -> {call.room}: {call.name}"
            for call in self.calls
            if call.caller in floor and floor[call.caller] < floor[call.room]
        ]

    def counts(self, floor: dict[str, int]) -> tuple[int, int, int, int, int]:
        """Rooms, stays, returns, climbs, calls up."""
        stays = self.stays
        rooms = len(set(stays))
        climbs = sum(floor[to] > floor[of] for of, to in itertools.pairwise(stays))
        return rooms, len(stays), len(stays) - rooms, climbs, len(self.calls_up(floor))


def room_of(frame: FrameType) -> str | None:
    """The room of the function that runs in a frame; None where it is not one that counts."""
    parts = str(frame.f_globals.get("__name__", "")).split(".")
    code = frame.f_code
    if parts[0] != "cbir" or len(parts) < 2 or not code.co_flags & inspect.CO_OPTIMIZED:  # a class's body
        return None
    if code.co_name.startswith(("<", "__")):
        return None
    room = _ROOM_OF.get(parts[1], parts[1])
    return None if room == _SHELF else room


@contextlib.contextmanager
def traced(floor: dict[str, int], last: str) -> Iterator[list[Call]]:
    """Record what is called within the block until a function ends, in all threads that it starts."""
    calls: list[Call] = []
    seen: set[CodeType] = set()
    ended = False

    def profile(frame: FrameType, event: str, _: Any) -> None:
        nonlocal ended
        code = frame.f_code
        ended = ended or (event == "return" and code.co_qualname == last)
        if ended or event != "call" or code in seen or (room := room_of(frame)) not in floor:
            return
        seen.add(code)
        above = frame.f_back
        while above is not None and room_of(above) is None:
            above = above.f_back
        caller = None if above is None else room_of(above)
        calls.append(Call(room=room, caller=caller, name=code.co_qualname))

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def submit_here(_: object, function: Callable[..., Any], *args: Any, priority: int = 0) -> Future[Any]:
    """Run a worker's task in this process."""
    future: Future[Any] = Future()
    try:
        future.set_result(function(*args))
    except Exception as error:
        future.set_exception(error)
    return future


def trace(work: Path, floor: dict[str, int]) -> dict[str, list[Call]]:
    """Walk both ways through the tree that is imported; the command of each, and what it called."""
    import cv2
    import numpy as np

    from cbir.cli import main as command
    from cbir.workers import WorkerPool

    WorkerPool.submit = submit_here  # type: ignore[method-assign, assignment]
    rng = np.random.default_rng(0)
    for name in ("before", "photo"):
        (work / name).mkdir()
        noise = rng.integers(0, 256, (480, 640, 3), dtype=np.uint8)
        cv2.imwrite(str(work / name / f"{name}.png"), cv2.GaussianBlur(noise, (0, 0), 4) * 2)
    library = ["--library", str(work / "library")]
    walks = {}
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        command(["index", str(work / "before"), *library])
        for last, arguments in (
            ("Batch.commit", ["index", str(work / "photo")]),
            ("main", ["search", str(work / "photo" / "photo.png")]),
        ):
            with traced(floor, last) as walks[arguments[0]]:
                code = command([*arguments, *library])
            if code:
                raise RuntimeError(f"cbir {arguments[0]} ended with {code}")
    return walks


def walks_of(tree: Path) -> dict[str, Walk]:
    """Trace a checkout in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    run = subprocess.run(
        [sys.executable, "-P", __file__, "--trace"],
        env=environment,
        cwd=tree,
        capture_output=True,
        check=True,
    )
    found = {
        command: Walk(tuple(Call(**call) for call in calls))
        for command, calls in json.loads(run.stdout).items()
    }
    return {
        "`cbir index`, to the commit": found["index"],
        "of it, the run": found["index"].since("Indexer.run"),
        "`cbir search`": found["search"],
        "of it, the search": found["search"].since("Library.search"),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--of", type=Path, metavar="TREE", help="another checkout, shown as the one before")
    parser.add_argument("--write", action="store_true", help="put the table into docs/design.md")
    parser.add_argument("--stays", action="store_true", help="print each stay and each call up, too")
    parser.add_argument("--trace", action="store_true", help=argparse.SUPPRESS)
    parsed = parser.parse_args(arguments)
    floor = floors()
    if parsed.trace:
        with tempfile.TemporaryDirectory() as work:
            walks = trace(Path(work), floor)
            print(json.dumps({name: [asdict(call) for call in calls] for name, calls in walks.items()}))
        return

    from tests.benchmarks.report import Table, markdown, with_section

    trees = {"now": ROOT} if parsed.of is None else {"before": parsed.of.resolve(), "now": ROOT}
    found = {when: walks_of(tree) for when, tree in trees.items()}
    rows = tuple(
        (name, when, *map(str, walked[name].counts(floor)))
        for name in found["now"]
        for when, walked in found.items()
    )
    table = Table(columns=("walk", "tree", "rooms", "stays", "returns", "climbs", "calls up"), rows=rows)
    print(markdown(table))
    if parsed.stays:
        for when, walked in found.items():
            for name, walk in walked.items():
                print(f"\n{name}, {when}: {' '.join(walk.stays)}", *walk.calls_up(floor), sep="\n  ")
    if parsed.write:
        text = _DESIGN.read_text(encoding="utf-8")
        _DESIGN.write_text(with_section(text, "walks", markdown(table)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

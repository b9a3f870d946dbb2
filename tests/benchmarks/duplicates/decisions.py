"""500 random decisions about copies, with kills between: `python -m tests.benchmarks.duplicates.decisions`.

A person, drawn from a seed, says what becomes of pairs, empties what was said into a real trash, and meanwhile moves,
changes and adds files. The library's process is killed at random moments of its work. After every step its catalog is
read with plain SQL and every file is looked for: what was said is there, what is gone was said to go and is in the
trash, and a copy of it stays unless the second question was answered.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import Judged, Verdict
from cbir.library import Library, LibraryOptions
from tests.benchmarks.report import Table, parser, progress, publish, verdict
from tests.pictures import write_jpeg

DECISIONS = 500
CONTENTS, FILES_EACH = 24, 4
KILLED = 0.2  # of the steps that say or trash
OPTIONS = LibraryOptions(workers=1)
_FORK = multiprocessing.get_context("fork")  # a process that is killed has nothing to import first

Step = Literal["say", "trash", "last", "index"]


@dataclass(slots=True)
class Said:
    """What was said of two files, as they were then: which stays, which goes, and what of them."""

    kept: str  # content
    other: str
    file: Path  # the other one, wherever it is now
    verdict: Verdict


@dataclass(slots=True)
class Outcome:
    steps: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    trashed: int = 0
    held_back: int = 0  # last copies that stayed until the second question was answered
    problems: list[str] = field(default_factory=list)


class Person:
    """Somebody with photos and copies of them, who decides at random, and what must hold meanwhile."""

    def __init__(self, work: Path, chance: random.Random) -> None:
        self._chance, self._photos, self._library = chance, work / "photos", work / "library"
        self._trash = work / "Trash" / "files"
        self._contents = {number: _picture(number, chance) for number in range(CONTENTS)}
        self.outcome = Outcome()
        self._said: dict[frozenset[Path], Said] = {}
        self._there: dict[Path, bytes] = {}  # as it was indexed
        self._fingerprints: dict[str, str] = {}  # of contents
        self._added = 0
        for number in self._contents:
            for _ in range(FILES_EACH):
                self._add(number)
        self._process = Process(self._library)
        self._do("index", [self._photos], kill=False)

    def decide(self, decisions: int) -> Outcome:
        """Say so many things, with all that comes between."""
        try:
            while self.outcome.steps["say"] < decisions and not self.outcome.problems:
                step = self._chance.random()
                if len(self._there) < CONTENTS:
                    self._live()
                elif step < 0.8:
                    self._say()
                elif step < 0.92:
                    self._empty("trash")
                elif step < 0.96:
                    self._empty("last")
                else:
                    self._live()
        finally:
            self._process.kill()
        return self.outcome

    # ---- steps

    def _say(self) -> None:
        one, other = self._chance.sample(sorted(self._there), 2)
        said = self._chance.choice(("trash", "trash", "trash", "both", "different", None))
        key = frozenset((one, other))
        done = self._do("say", [one, other, said])
        now = None
        if said is not None:
            now = Said(_name(self._there[one]), _name(self._there[other]), other, said)  # type: ignore[arg-type]
        self.outcome.steps["say"] += 1
        if done or self._is_kept(now, key):  # what was cut off was said, or it is as before
            self._forget(key)
            if now is not None:
                self._said[key] = now
        self._look()

    def _forget(self, key: frozenset[Path]) -> None:
        """What was said of two contents before is replaced, whatever files it was said of, unless files are meant."""
        self._said.pop(key, None)
        contents = {_name(self._there[file]) for file in key}
        for other, said in list(self._said.items()):
            by_file = said.verdict == "trash" or said.kept == said.other
            if {said.kept, said.other} == contents and (not by_file or said.file in key):
                del self._said[other]

    def _empty(self, step: Step) -> None:
        """Ask for some photos to go, whether that was said of them or not."""
        asked = [file for file in sorted(self._there) if self._chance.random() < 0.5]
        self._do(step, asked)
        self.outcome.steps["trash"] += 1
        gone = [file for file in self._there if not file.exists()]
        self._account(gone, asked, last=step == "last")
        if step == "trash":
            self.outcome.held_back += sum(
                file.exists()
                and any(said.file == file and said.verdict == "trash" for said in self._said.values())
                for file in asked
            )
        self._look()

    def _account(self, gone: Sequence[Path], asked: Sequence[Path], *, last: bool) -> None:
        in_trash = (
            {file.read_bytes() for file in self._trash.glob("*.jpg")} if self._trash.exists() else set()
        )
        for file in gone:
            said = [one for one in self._said.values() if one.file == file and one.verdict == "trash"]
            content = self._there[file]
            if file not in asked or not said:
                self._problem(f"{file.name} went, and nobody had said that it shall")
            if content not in in_trash:
                self._problem(f"{file.name} is gone, and not in the trash")
            stays = {_name(content), *(one.kept for one in said)}
            if not last and not any(
                file.exists() and _name(file.read_bytes()) in stays for file in self._there
            ):
                self._problem(f"{file.name} was a last copy, and went without the second question")
        for file in gone:
            del self._there[file]
        # What was said of one that is gone is done; that another goes in favour of it still holds, and is asked twice.
        self._said = {
            key: one
            for key, one in self._said.items()
            if one.file not in gone and (one.verdict == "trash" or not key & set(gone))
        }
        self.outcome.trashed += len(gone)

    def _live(self) -> None:
        """Files move, change and come; then they are indexed."""
        changed = self._chance.choice(sorted(self._there))
        changed.write_bytes(self._contents[self._chance.choice(sorted(self._contents))] + b" ")
        # what it was is not there any more, so that it must not go before it is indexed, whatever was said
        self._empty("trash")
        if not changed.exists():
            self._problem(f"{changed.name} had changed since, and went")
        self._there.pop(changed, None)
        changed.unlink(missing_ok=True)
        self._said = {key: one for key, one in self._said.items() if one.file != changed}
        # Each of another content: of two equal files that moved, nobody can say which is which.
        of_content = {_name(content): file for file, content in sorted(self._there.items())}
        for file in self._chance.sample(sorted(of_content.values()), min(3, len(of_content))):
            moved = file.with_name(f"moved-{self._added}-{file.name[-12:]}")
            self._added += 1
            file.rename(moved)
            self._there[moved] = self._there.pop(file)
            for key, said in list(self._said.items()):
                if file in key:
                    del self._said[key]
                    said.file = moved if said.file == file else said.file
                    self._said[frozenset(moved if one == file else one for one in key)] = said
        self._do("index", [self._photos])
        self._do("index", [self._photos], kill=False)
        for _ in range(max(FILES_EACH, CONTENTS * FILES_EACH // 2 - len(self._there))):
            self._add(self._chance.choice(sorted(self._contents)))
        self._do("index", [self._photos], kill=False)
        self._look()

    def _add(self, number: int) -> None:
        file = self._photos / f"{number:02}-{self._added:05}.jpg"
        self._added += 1
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_bytes(self._contents[number])
        self._there[file] = self._contents[number]

    # ---- what must hold

    def _look(self) -> None:
        """Everything that was said is kept, and every file is there that did not go."""
        lost = [key for key, said in self._said.items() if not self._is_kept(said, key)]
        if lost:
            said = self._said[lost[0]]
            self._problem(f"{len(lost)} decisions are lost, such as “{said.verdict}” of {said.file.name}")
        for file in self._there:
            if not file.exists():
                self._problem(f"{file.name} is gone")

    def _is_kept(self, said: Said | None, key: frozenset[Path]) -> bool:
        """Whether the catalog has it; None: whether it has nothing of these two files."""
        with closing(sqlite3.connect(Layout(self._library).catalog)) as connection:
            rows = connection.execute(
                "SELECT photo.root_id || '/' || photo.path, root.path || '/' || photo.path, photo.fingerprint "
                "FROM photo JOIN root ON root.id = photo.root_id"
            ).fetchall()
            kept = connection.execute("SELECT kept, other, path, verdict FROM duplicate_verdict").fetchall()
        places = {Path(file): place for place, file, _ in rows}
        self._fingerprints |= {
            _name(self._there[Path(file)]): fingerprint
            for _, file, fingerprint in rows
            if Path(file) in self._there
        }
        if said is None:
            contents = [self._fingerprints.get(_name(self._there[file])) for file in key]
            here = {"", *(places[file] for file in key if file in places)}
            return not any({row[0], row[1]} == set(contents) and row[2] in here for row in kept)
        by_file = said.verdict == "trash" or said.kept == said.other
        wanted = places.get(said.file) if by_file else ""
        contents = [self._fingerprints.get(said.kept), self._fingerprints.get(said.other)]
        return any(
            {row[0], row[1]} == set(contents)
            and (row[2].removeprefix("//"), row[3]) == (wanted, said.verdict)
            for row in kept
        )

    def _problem(self, text: str) -> None:
        self.outcome.problems.append(text)

    def _do(self, step: Step, asked: Sequence[Any], *, kill: bool = True) -> bool:
        """Have the library's process do it; False where it was killed meanwhile."""
        killing = kill and self._chance.random() < KILLED
        if self._process.do(step, asked, self._chance.random() if killing else None):
            return True
        self.outcome.kills[step] += 1
        self._process = Process(self._library)
        return False


class Process:
    """A process that has the library open and does as it is told."""

    took_s: ClassVar[dict[str, float]] = defaultdict(lambda: 0.05)  # by the kind of step, as of late

    def __init__(self, library: Path) -> None:
        self._end, theirs = _FORK.Pipe()
        self._process = _FORK.Process(target=_obey, args=(library, theirs))
        self._process.start()
        theirs.close()
        self._end.recv()

    def do(self, step: Step, asked: Sequence[Any], moment: float | None) -> bool:
        """moment : at which share of the usual time to kill it; None: not at all"""
        started = time.perf_counter()
        self._end.send((step, asked))
        if moment is not None and not self._end.poll(moment * 1.2 * self.took_s[step]):
            self.kill()
            return False
        if (problem := self._end.recv()) is not None:
            raise SystemExit(f"{step}: {problem}")
        self.took_s[step] = 0.7 * self.took_s[step] + 0.3 * (time.perf_counter() - started)
        return True

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.join()
        self._end.close()


def _obey(library: Path, end: Connection) -> None:
    os.setsid()
    with Library.open(library, create=True, options=OPTIONS) as opened:
        end.send("ready")
        while True:
            step, asked = end.recv()
            try:
                _obey_once(opened, step, asked)
            except Exception as error:  # whatever it is, it is told
                end.send(repr(error))
            else:
                end.send(None)


def _obey_once(library: Library, step: Step, asked: Sequence[Any]) -> None:
    match step:
        case "index":
            report = library.index(list(asked))
            if report.skipped:
                raise RuntimeError(f"{report.skipped[0].path.name} was skipped: {report.skipped[0].reason}")
        case "say":
            kept, other = library.find_photos([asked[0]])[0], library.find_photos([asked[1]])[0]
            library.duplicates.say([Judged(kept=kept, other=other, verdict=asked[2])])
        case _:
            library.duplicates.trash(library.find_photos(list(asked)), last=step == "last")


def _picture(number: int, chance: random.Random) -> bytes:
    rng = np.random.default_rng(chance.randrange(1 << 30))
    coarse = rng.integers(0, 255, (9, 12, 3), dtype=np.uint8)
    with tempfile.TemporaryDirectory() as folder:
        return write_jpeg(
            Path(folder) / "one.jpg", np.kron(coarse, np.ones((16, 16, 1), np.uint8))
        ).read_bytes()


def _name(content: bytes) -> str:
    """What stands for a content: copies of one are the same bytes."""
    from hashlib import sha1

    return sha1(content).hexdigest()


# ---- what is said where it cannot be done


def sentences(work: Path) -> Iterable[tuple[str, str]]:
    """What a person reads where a photo that was said to go cannot, or its copy is not there."""
    for what in (
        "the drive of what goes is away",
        "the drive of what stays is away",
        "it changed since",
        "it is gone",
    ):
        folder = work / what.replace(" ", "-")
        for drive in ("here", "there"):
            write_jpeg(folder / drive / "photo.jpg", np.full((64, 64, 3), 99, np.uint8))
        with Library.open(folder / "library", create=True, options=OPTIONS) as library:
            library.index([folder / "here"])
            library.index([folder / "there"])
            kept, other = (
                library.find_photos([folder / name / "photo.jpg"])[0] for name in ("here", "there")
            )
            library.duplicates.say([Judged(kept=kept, other=other, verdict="trash")])
            match what:
                case "the drive of what goes is away":
                    (folder / "there").rename(folder / "away")
                case "the drive of what stays is away":
                    (folder / "here").rename(folder / "away")
                case "it changed since":
                    (folder / "there" / "photo.jpg").write_bytes(b"other")
                case _:
                    (folder / "there" / "photo.jpg").unlink()
            plan = library.duplicates.plan_trash()
            moved = library.duplicates.trash([other]).photos
            said = " ".join(one.reason for one in (*plan.stays, *plan.last))
            yield what, f"{said} ({moved} moved)"


def main() -> None:
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--decisions", type=int, default=DECISIONS)
    arguments.add_argument("--seed", default="decisions")
    parsed = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # The trash is the home's where the home is on the photos' own file system.
        os.environ |= {"HOME": str(work), "XDG_DATA_HOME": str(work)}
        outcome = Person(work, random.Random(parsed.seed)).decide(parsed.decisions)
        progress(f"{outcome.steps}, killed {outcome.kills}")
        told = list(sentences(work / "words"))
    steps, kills = outcome.steps, outcome.kills
    lost = [one for one in outcome.problems if "decision" in one.lower()]
    unsaid = [one for one in outcome.problems if one not in lost and "last copy" not in one]
    last = [one for one in outcome.problems if "last copy" in one]
    table = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=(
            ("decisions lost", "0", f"{len(lost)} of {steps['say']}", verdict(not lost)),
            (
                "gone though nobody said so",
                "0",
                f"{len(unsaid)} of {outcome.trashed} gone",
                verdict(not unsaid),
            ),
            ("last copies gone without the second question", "0", str(len(last)), verdict(not last)),
        ),
        notes=(
            f"{steps['say']} decisions, the trash emptied {steps['trash']} times, with {sum(kills.values())} kills: "
            + ", ".join(f"{count} in {step}" for step, count in sorted(kills.items()))
            + ". Files moved, changed and came meanwhile. After every step the catalog was read with plain SQL.",
            *outcome.problems[:5],
        ),
    )
    words = Table(title="What is said where it cannot be done", columns=("where", "said"), rows=tuple(told))
    publish(
        "duplicate decisions",
        "Decisions about duplicates, killed at random",
        [table, words],
        write=parsed.write,
    )
    if outcome.problems:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

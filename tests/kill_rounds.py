"""A library, killed at a moment of a write -> is it whole, is every photo, mark and file there, does it go on.

measure() runs a write undisturbed; kill_round() starts it again in a process group of its own, kills the group at a
random moment, or at one within a merge, and looks at what is left.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from cbir.base.layout import Layout
from cbir.base.storage import checksum
from cbir.base.types import SearchOptions, Term
from cbir.library import Library
from cbir.library.maintenance import restore
from tests.kill_nursery import NEW_MARK, OLD_MARK, OPTIONS, learn, pictures_in
from tests.kill_scenarios import keyword_of_copy, look
from tests.source_tree import python_path

_GROUP_ENDS_S = 10.0
_ROOT = Path(__file__).resolve().parent.parent
Words = list[tuple[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The outcome of one kill. struck : the write had not ended. problems : sentences; none when all is well.

    kept : photos that were there at once. searchable : those of them that were more than listed
    """

    struck: bool
    kept: int
    searchable: int
    score_difference: float
    problems: tuple[str, ...]


class Nursery:
    """The process that children are forked from. trash : where the photos go that they throw away"""

    def __init__(self):
        self._data = tempfile.TemporaryDirectory()
        self.trash = Path(self._data.name) / "Trash" / "files"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kill_nursery"],
            cwd=_ROOT,
            # The trash is the home's where the home is on the photos' own file system.
            env={
                **os.environ,
                "PYTHONPATH": python_path(),
                "HOME": self._data.name,
                "XDG_DATA_HOME": self._data.name,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._hear("warm")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._data.cleanup()

    def run(
        self,
        action,
        library,
        pictures,
        *,
        kill_after_s=None,
        in_merges=False,
        moment=None,
        kill_at=None,
    ):
        """Let a child write; kill it, with all of its group, after a while or when it has come to a moment of a merge.

        kill_at : a word and a number: it is killed once it says the word with that number or a higher one

        Returns what it said, "done" among it unless it was killed before, and how long it was there.
        """
        assert self._process.stdin is not None
        asked = {"action": action, "library": str(library), "pictures": str(pictures)}
        self._process.stdin.write(json.dumps({**asked, "in_merges": in_merges, "moment": moment}) + "\n")
        self._process.stdin.flush()
        child = self._hear("ready")
        started = time.perf_counter()
        words = []
        if kill_after_s is not None:
            time.sleep(kill_after_s)
            _kill_group(child)
        while not words or words[-1][0] != "ended":
            words.append(self._line())
            word, number = words[-1]
            if word == "moment" or (kill_at is not None and word == kill_at[0] and number >= kill_at[1]):
                _kill_group(child)
        if kill_after_s is not None or moment is not None or kill_at is not None:
            _wait_for_group(child)
        return words, time.perf_counter() - started

    def _hear(self, word):
        heard, process = self._line()
        if heard != word:
            raise RuntimeError(f"the nursery said {heard}, not {word}")
        return process

    def _line(self):
        assert self._process.stdout is not None
        word, _, number = self._process.stdout.readline().strip().partition(" ")
        if not word:
            raise RuntimeError("the nursery died")
        return word, int(number)


def _kill_group(group):
    with suppress(ProcessLookupError):  # it has ended already
        os.killpg(group, signal.SIGKILL)


def _wait_for_group(group):
    """Wait until nobody of a killed process group runs any more.

    Its leader has ended, but a worker that was being started may take a moment longer to die, and holds what it was
    forked with until then: the lock, too.
    """
    deadline = time.monotonic() + _GROUP_ENDS_S
    while time.monotonic() < deadline and any(_runs_in(group, process) for process in psutil.process_iter()):
        time.sleep(0.005)


def _runs_in(group, process):
    try:
        return os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE
    except (ProcessLookupError, psutil.NoSuchProcess):
        return False


def measure(scenario, folder, nursery, pool, *, merges, times=1):
    """Let the write run to its end, and once more to count its moments within merges; see what there is then.

    times : how often it runs; the quickest counts, for the first of all may compile what it needs
    """
    took_s = float("inf")
    for _ in range(times):
        scenario.lay_out(folder)
        took_s = min(took_s, nursery.run(scenario.action, folder / "library", scenario.pictures)[1])
    with Library.open(place_of(scenario, folder), options=OPTIONS, pool=pool) as library:
        expected = look(library, scenario)
    moments = 0
    if merges:
        scenario.lay_out(folder)
        words, _ = nursery.run(scenario.action, folder / "library", scenario.pictures, in_merges=True)
        moments = dict(words)["moments"]
    return replace(scenario, expected=expected, took_s=took_s, moments=moments)


def place_of(scenario, folder):
    return folder / ("moved" if scenario.action == "move" else "library")


def kill_round(
    scenario,
    folder,
    nursery,
    pool,
    chance,
    *,
    in_merge=False,
    kill_at=None,
):
    """Kill one write at a moment of its time, of its merges, or at a word (see Nursery.run), and see what is left."""
    precious = scenario.lay_out(folder)
    library = folder / "library"
    if in_merge:
        moment = chance.randrange(scenario.moments)
        words, _ = nursery.run(scenario.action, library, scenario.pictures, in_merges=True, moment=moment)
        while (
            "done" in dict(words) and moment > 0
        ):  # how much there is to merge depends on how fast photos came
            moment //= 2
            precious = scenario.lay_out(folder)
            words, _ = nursery.run(scenario.action, library, scenario.pictures, in_merges=True, moment=moment)
    elif kill_at is not None:
        words, _ = nursery.run(scenario.action, library, scenario.pictures, kill_at=kill_at)
    else:
        after_s = chance.uniform(0, scenario.took_s)
        words, _ = nursery.run(scenario.action, library, scenario.pictures, kill_after_s=after_s)
    after = Aftermath(scenario, folder, pool)
    after.look(words, nursery.trash, precious)
    lost = [path for path, content in precious.items() if not path.is_file() or checksum(path) != content]
    after.problems += [f"{path} is lost or changed" for path in lost]
    left = [path for path in folder.glob(".unfinished-*") if path.name.endswith(".cbir-part")]
    after.problems += [f"{path} stays" for path in left]
    shutil.rmtree(folder)
    return Round(
        struck="done" not in dict(words),
        kept=after.kept,
        searchable=after.searchable,
        score_difference=after.difference,
        problems=tuple(after.problems),
    )


def places(library):
    """The photos of a library by their paths."""
    return {hit.path: hit.photo for hit in library.search([], SearchOptions(listed="name")).hits}


class Aftermath:
    """The result of one killed write, examined and then finished. kept : photos that were there at once"""

    def __init__(self, scenario, folder, pool):
        self._scenario, self._folder, self._pool = scenario, folder, pool
        self._library = folder / "library"
        self.kept = self.searchable = 0
        self.difference = 0.0
        self.problems = []

    def look(self, words, trash, precious):
        match self._scenario.action:
            case "move":
                self.move()
            case "backup":
                self.backup()
            case "restore":
                self.restore()
            case "marks":
                self.marks(words, trash, precious)
            case "copies":
                self.copies(trash, precious)
            case _:
                self.write()

    def write(self):
        """A write within one library: it is whole, and done again it comes to the same end."""
        self._see(self._library, self._again)

    def move(self):
        """One of both places holds the whole library, or both do."""
        moved = self._folder / "moved"
        if not Layout(moved).format_file.exists():
            self._see(self._library, lambda library: None)
            with Library.open(self._library, options=OPTIONS, pool=self._pool) as library:
                library.move(moved)
        elif Layout(self._library).format_file.exists():
            self._see(self._library, lambda library: None)
        self._see(moved, lambda library: None)

    def backup(self):
        """The library is whole; the backup is whole or not there."""
        file = self._folder / "backup"

        def again(library):
            if not file.exists():
                library.back_up(file)

        self._see(self._library, again)
        restore(file, self._folder / "restored")
        self._see(self._folder / "restored", lambda library: None)

    def restore(self):
        """The library is whole or not there."""
        if not self._library.exists():
            restore(self._folder / "backup", self._library)
        self._see(self._library, lambda library: None)

    def marks(self, words, trash, precious):
        """Every mark that was said to be set is there, no other is lost, and no file or sidecar is."""
        said = {(word, number) for word, number in words}
        pictures = self._scenario.pictures
        names = [path.name for path in pictures_in(self._scenario.folder / "originals")]
        originals = {
            content
            for path, content in precious.items()
            if path.suffix == ".jpg" and pictures in path.parents
        }
        for path in [path for path in precious if pictures in path.parents]:
            del precious[path]  # its folder may be the trash now
        with Library.open(self._library, options=OPTIONS, pool=self._pool) as library:
            self._whole(library, "after the kill")
            self.kept = library.info().photos
            library.index([pictures])
            self._whole(library, "after the second run")
            found = look(library, self._scenario)
        there = [*pictures.rglob("*"), *(trash.iterdir() if trash.exists() else ())]
        contents = {checksum(path) for path in there if path.is_file() and not path.name.startswith(".")}
        self.problems += [f"a photo is lost: {content}" for content in originals - contents]
        for number, name in enumerate(names):
            at_hand = any(
                path.name == name and path.is_relative_to(self._scenario.pictures) for path in there
            )
            if at_hand != (name in found.marks):
                self.problems.append(f"{name}: file there {at_hand}, in the library {name in found.marks}")
            if ("trashed", number) in said and at_hand:
                self.problems.append(f"{name} was thrown away and is back")
            if name in found.marks:
                self._check_mark(name, found.marks[name], said, number)
        for path in there:
            if path.suffix == ".xmp" and not path.name.startswith("."):
                self._check_sidecar(path, precious=path.name == "6.jpg.xmp")

    def copies(self, trash, precious):
        """Whatever was said of a copy is said of it, or of the photo that stays, and of one of them alone."""
        pictures = self._scenario.pictures
        originals = {
            content
            for path, content in precious.items()
            if path.suffix == ".jpg" and pictures in path.parents
        }
        for path in [path for path in precious if pictures in path.parents and path.name.startswith("copy ")]:
            del precious[path]  # its folder may be the trash now
        with Library.open(self._library, options=OPTIONS, pool=self._pool) as library:
            self._whole(library, "after the kill")
            self.kept = library.info().photos
            library.index([pictures])
            self._whole(library, "after the second run")
            for kept in (path for path in pictures_in(pictures) if not path.name.startswith("copy ")):
                copy = kept.with_name(f"copy {kept.name}")
                there = [path for path in (kept, copy) if path.exists()]
                known = library.metadata(library.find_photos(there))
                said = [
                    path.name
                    for path, metadata in zip(there, known, strict=True)
                    if metadata is not None and keyword_of_copy(copy) in metadata.keywords
                ]
                if said != [there[-1].name]:
                    self.problems.append(f"{keyword_of_copy(copy)} is known of {said}, files there: {there}")
        files = [*pictures.rglob("*"), *(trash.iterdir() if trash.exists() else ())]
        contents = {checksum(path) for path in files if path.is_file() and not path.name.startswith(".")}
        self.problems += [f"a photo is lost: {content}" for content in originals - contents]
        for path in pictures.rglob("*.xmp"):
            if not path.name.startswith("."):
                self._check_sidecar(path, precious=False)

    def _check_mark(self, name, mark, said, number):
        rating, keywords = mark
        if rating != NEW_MARK[0] and (("rated", number) in said or rating != OLD_MARK[0]):
            self.problems.append(f"{name} is rated {rating}")
        if OLD_MARK[1] not in keywords or (("named", number) in said and NEW_MARK[1] not in keywords):
            self.problems.append(f"{name} has the keywords {keywords}")

    def _check_sidecar(self, path, *, precious):
        content = path.read_text(encoding="utf-8")
        try:
            ET.fromstring(content)
        except ET.ParseError as error:
            self.problems.append(f"{path.name} is not whole: {error}")
        if precious and "precious" not in content:
            self.problems.append(f"{path.name} lost what a person wrote")

    def _see(self, folder, again):
        create = self._scenario.action == "create"  # it may be that nothing is there yet
        with Library.open(folder, create=create, options=OPTIONS, pool=self._pool) as library:
            self._whole(library, "after the kill")
            self._see_states(library)
            before = places(library)
            again(library)
            self._whole(library, "after the second run")
            after = places(library)
            if self._scenario.action in {"create", "index"} and any(
                after.get(path) != photo for path, photo in before.items()
            ):
                self.problems.append(f"photos are not the same after the second run: {before}, then {after}")
            self._compare(look(library, self._scenario))

    def _see_states(self, library):
        """Every photo is listed with all that this means; the searchable ones are all that a picture finds."""
        info = library.info()
        self.kept, self.searchable = info.photos, info.searchable
        listing = library.search([], SearchOptions(listed="name")).hits
        if len(listing) != info.photos:
            self.problems.append(f"{len(listing)} photos are shown, not {info.photos}")
        if None in library.metadata([hit.photo for hit in listing]):
            self.problems.append("a photo is listed without its metadata")
        for hit in listing:
            library.thumbnail(hit.photo)
        found = library.search([Term(path=self._scenario.folder / "several.jpg")], SearchOptions(top=99))
        if (found.searched, found.in_library) != (info.searchable, info.photos):
            self.problems.append(f"{found.searched} of {found.in_library} photos were searched, not {info}")

    def _whole(self, library, when):
        self.problems += [f"{when}: {problem.what}" for problem in library.check(deep=True)]

    def _again(self, library):
        pictures, action = self._scenario.pictures, self._scenario.action
        if action == "forget":
            if library.info().photos > self._scenario.expected.photos:
                library.forget(pictures / "some")
            return
        if action == "compact":
            library.compact()
        if action == "learn":
            learn(library)
        report = library.rebuild() if action == "rebuild" else library.index([pictures])
        self.problems += [f"{skipped.path.name} was skipped: {skipped.reason}" for skipped in report.skipped]

    def _compare(self, found):
        expected = self._scenario.expected
        if found.photos != expected.photos:
            self.problems.append(f"{found.photos} photos after the second run, not {expected.photos}")
        if found.marks != expected.marks:
            self.problems.append(f"other marks: {found.marks} instead of {expected.marks}")
        for now, then in zip(found.hits, expected.hits, strict=True):
            if [(name, proof) for name, _, proof in now] != [(name, proof) for name, _, proof in then]:
                self.problems.append(f"other hits: {now} instead of {then}")
                continue
            scores = [abs(a[1] - b[1]) for a, b in zip(now, then, strict=True)]
            self.difference = max([self.difference, *scores])
        if self.difference > 1e-6:
            self.problems.append(f"scores differ by {self.difference:g}")

"""Commands on a disk with so little room left -> do searches answer, is what is said true, is nothing half done.

    python -m tests.full_disk_rounds [--free 0 16 32 64 256] [--everything]

Linux, as root: the library and its photos lie on a small file system of their own. With --everything, so do the home,
the caches and the folder for temporary files. Each command is run as a person runs it; then the disk is
enlarged, and what is there is compared with what was there before.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.base.storage import checksum
from cbir.base.types import Album, Term
from cbir.library import Library, LibraryOptions
from tests.pictures import POSTERS, photo, poster, write_jpeg
from tests.source_tree import python_path

LARGE = "64m"
SEARCHES = (
    "search by name",
    "search by picture",
    "search by sentence",
    "info",
    "album list",
    "album show",
    "check",
    "keywords",
)
WRITES = (
    "rate",
    "keyword",
    "album create",
    "trash",
    "index",
    "forget",
    "compact",
    "duplicates",
    "backup",
    "backup elsewhere",
    "people on",
    "people name",
    "people draw",
    "people write",
    "people off",
    "people erase",
)
_FULL = re.compile(
    r"The disk that holds \S+ is full\. Free some space"
    r"(; nothing was changed| and try again; what was done so far is kept)\."
)
_FAULTS = (
    "Traceback",
    "fault of the program",
    "Exception ignored",
    "move the library folder away",
    "disk I/O error",
)
_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The outcome of one command on a full disk. problems : sentences; none when all is well"""

    command: str
    free_kb: int
    status: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The state of a library and its photos: marks by file name, albums, the files in their places, and the faces.

    faces : the file and the name of each, once people is on
    """

    marks: Mapping[str, tuple[int | None, tuple[str, ...]]]
    albums: tuple[str, ...]
    files: Mapping[str, str]
    faces: tuple[tuple[str, str], ...]


class SmallDisk:
    """A file system in memory, as small as it is told to be."""

    def __init__(self, folder):
        self.folder = folder

    def leave(self, free_kb):
        """Leave so much room, beside what is there."""
        status = os.statvfs(self.folder)
        used = (status.f_blocks - status.f_bfree) * status.f_frsize
        self._resize(str(used + free_kb * 1024))

    def enlarge(self):
        self._resize(LARGE)

    def _resize(self, size):
        subprocess.run(["mount", "-o", f"remount,size={size}", str(self.folder)], check=True)


@contextmanager
def small_disk(folder):
    """A small disk as long as the block lasts; None where this system does not let anybody mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={LARGE}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def make_original(folder, place):
    """A library and its photos, made in the place where rounds put them, and kept elsewhere."""
    pictures = place / "pictures"
    for name in POSTERS[:3]:
        write_jpeg(pictures / f"{name}.jpg", poster(name))
    write_jpeg(pictures / "more" / "coffee.jpg", photo("coffee"))
    shutil.copy(pictures / f"{POSTERS[0]}.jpg", pictures / "copy.jpg")
    write_jpeg(pictures / "astronaut.jpg", photo("astronaut"))
    with Library.open(place / "library", create=True, options=LibraryOptions(workers=1)) as library:
        library.index([pictures])
        library.people.switch(True)
        library.people.read()
        library.people.name(library.people.all()[0].id, "Zoe")
        write_jpeg(pictures / "late.jpg", photo("astronaut")[:, 40:])  # in which nobody has looked for faces
        library.index([pictures])
        library.albums.keep([Album(name="Kept", terms=(Term(text="jpg"),), labels=("jpg",), id="1")])
    for path in place.iterdir():
        shutil.move(path, folder / path.name)


def full_round(command, free_kb, original, disk, *, everything=False):
    """Lay out a library, fill the disk, run one command, and see."""
    disk.enlarge()
    for path in disk.folder.iterdir():
        shutil.rmtree(path)
    shutil.copytree(original, disk.folder, dirs_exist_ok=True, copy_function=shutil.copy2)
    library, pictures = disk.folder / "library", disk.folder / "pictures"
    before = _state(library, pictures)
    if command == "index":
        write_jpeg(disk.folder / "pictures" / "new.jpg", poster(POSTERS[4]))
        before = replace(before, files=_files(pictures))
    with tempfile.TemporaryDirectory() as elsewhere:
        home = disk.folder / "home" if everything else Path(elsewhere) / "home"
        home.mkdir()
        disk.leave(free_kb)
        done = _run(_arguments(command, disk.folder, Path(elsewhere)), library, home)
        disk.enlarge()
        problems = [
            *_untrue(command, done),
            *_half_done(command, done, library, pictures, before, Path(elsewhere)),
        ]
    return Round(command=command, free_kb=free_kb, status=done.returncode, problems=tuple(problems))


def _arguments(command, disk, elsewhere):
    pictures = disk / "pictures"
    first, second = pictures / f"{POSTERS[0]}.jpg", pictures / f"{POSTERS[1]}.jpg"
    match command:
        case "search by name":
            return ["search", first.stem, "--engine", "metadata"]
        case "search by picture":
            return ["search", str(first)]
        case "search by sentence":
            return ["search", "a cup of coffee"]
        case "info" | "check" | "compact":
            return ["library", command]
        case "album list":
            return ["album", "list"]
        case "album show":
            return ["album", "show", "Kept"]
        case "keywords":
            return ["keyword", str(first)]
        case "rate":
            return ["rate", str(first), str(second), "4"]
        case "keyword":
            return ["keyword", str(first), str(second), "--add", "blue"]
        case "album create":
            return ["album", "create", "Cups", "coffee"]
        case "trash":
            return ["trash", str(first), str(second), "--yes"]
        case "index":
            return ["index", str(pictures)]
        case "forget":
            return ["library", "forget", str(pictures / "more")]
        case "duplicates":
            return ["duplicates"]
        case "backup":
            return ["library", "backup", str(disk / "saved.cbir")]
        case "people name":
            return ["people", "name", "Zoe", "Ada"]
        case "people draw":
            return ["people", "draw", str(first), "10,10,60,60", "Bo"]
        case "people erase":
            return ["people", "erase", "--yes"]
        case "people on" | "people off" | "people write":
            return command.split()
        case _:
            return ["library", "backup", str(elsewhere / "saved.cbir")]


def _run(arguments, library, home):
    environment = {
        **os.environ,
        "PYTHONPATH": python_path(),
        "CBIR_LIBRARY": str(library),
        "HOME": str(home),
        **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE", "STATE")},
        "TMPDIR": str(home),
    }
    return subprocess.run(
        [sys.executable, "-m", "cbir", *arguments],
        env=environment, cwd=_ROOT, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


def _untrue(command, done):
    """Whatever is wrong with what the command says, and with its exit code."""
    text = done.stdout + done.stderr
    for fault in _FAULTS:
        if fault in text:
            yield f"it says: {text[-1500:]}"
            return
    if command in SEARCHES and done.returncode != 0:
        yield f"no answer ({done.returncode}): {text[-600:]}"
    if command in WRITES and done.returncode not in (0, 1) and not _FULL.search(text):
        yield f"it does not say that the disk is full ({done.returncode}): {text[-600:]}"
    if command == "backup elsewhere" and done.returncode != 0:
        yield f"a backup on another disk needs no room here: {text[-600:]}"
    if command == "duplicates" and "copy.jpg" not in done.stdout:
        yield f"duplicates are not told: {text[-600:]}"
    if command.startswith("search by") and done.returncode == 0 and not done.stdout.strip():
        yield "an empty answer"


def _half_done(
    command,
    done,
    library,
    pictures,
    before,
    elsewhere,
):
    """Whatever is not as it was, though the command says that it changed nothing; and what is damaged."""
    with Library.open(library, options=LibraryOptions(workers=1)) as opened:
        yield from (f"check: {problem.what}" for problem in opened.check(deep=True))
    after = _state(library, pictures)
    changed = after != before
    failed = done.returncode == 2
    if failed and changed and "nothing was changed" in done.stderr:
        yield f"it changed something: {before} -> {after}"
    if not changed and not failed and command in {"rate", "keyword", "album create", "forget"}:
        yield f"nothing was done, and it ended with {done.returncode}: {done.stderr}"
    for name in before.files:
        if (
            (name in after.files) != (Path(name).name in after.marks)
            and Path(name).name in before.marks
            and command != "forget"
        ):
            yield f"{name}: there {name in after.files}, in the library {Path(name).name in after.marks}"
    rated = {marks for name, marks in after.marks.items() if after.marks[name] != before.marks.get(name)}
    if command in {"rate", "keyword"} and changed and len(rated) != 1:
        yield "one of two photos was marked"
    if command == "people erase" and (after.faces if done.returncode == 0 else after.faces != before.faces):
        yield f"some faces are erased, or left: {after.faces}"
    if command == "people name" and changed == failed:
        yield f"{after.faces}, and it ended with {done.returncode}"
    if not set(before.faces) <= set(after.faces) and not command.startswith("people"):
        yield f"faces are lost: {before.faces} -> {after.faces}"
    if command.startswith("backup"):
        saved = [*library.parent.glob("saved.cbir"), *elsewhere.glob("saved.cbir")]
        if bool(saved) != (done.returncode == 0):
            yield f"{saved} is there, and it ended with {done.returncode}"
    unfinished = [
        path for path in library.parent.rglob(".unfinished-*") if path.is_relative_to(library.parent)
    ]
    if unfinished:
        yield f"{unfinished} stays"


def _state(library, pictures):
    with (
        Library.open(library, options=LibraryOptions(workers=1)) as opened,
        opened.reader.catalog() as catalog,
    ):
        paths = [path for path in pictures.rglob("*.jpg") if catalog.photos.find_path(path)]
        found = {path.name: catalog.photos.find_path(path) for path in paths}
        marks = {}
        for name, photo_found in found.items():
            assert photo_found is not None
            given = catalog.marks.of(photo_found.photo)
            marks[name] = (given.rating, tuple(given.added))
    with Library.open(library, options=LibraryOptions(workers=1)) as opened:
        albums = tuple(album.name for album in opened.albums.all())
        shown = opened.people.of_photos([there.photo for there in found.values() if there is not None])
        names = {there.photo: name for name, there in found.items() if there is not None}
        faces = sorted((names[face.photo], face.name) for of_photo in shown.values() for face in of_photo)
    return State(marks, albums, _files(pictures), tuple(faces))


def _files(pictures):
    return {path.relative_to(pictures).as_posix(): checksum(path) for path in pictures.rglob("*.jpg")}


def main():
    parsed = argparse.ArgumentParser(description=__doc__)
    parsed.add_argument("--free", type=int, nargs="+", default=[0, 16, 32, 64, 256], help="KB")
    parsed.add_argument("--command", default="", help="only commands whose name has this in it")
    parsed.add_argument(
        "--everything", action="store_true", help="the home and temporary files lie there, too"
    )
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work, small_disk(Path(work) / "disk") as disk:
        if disk is None:
            raise SystemExit("This system does not let you mount a small disk.")
        original = Path(work) / "original"
        original.mkdir()
        make_original(original, disk.folder)
        bad = count = 0
        for command in (*SEARCHES, *WRITES):
            for free_kb in arguments.free if arguments.command in command else ():
                one = full_round(command, free_kb, original, disk, everything=arguments.everything)
                count += 1
                bad += bool(one.problems)
                print(
                    f"{one.command:20} {one.free_kb:4} KB  exit {one.status}",
                    *one.problems,
                    sep="\n    ",
                    flush=True,
                )
        print(f"{count} rounds, {bad} with problems")
        if bad:
            raise SystemExit(1)


if __name__ == "__main__":
    main()

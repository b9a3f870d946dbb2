"""Links, mounts, spellings, causes and random decisions: `python -m tests.identity_rounds [DECISIONS [SEED]]`.

After each decision, and before anything is restored, every content that existed is readable by at least one path
outside the trash, and every name that a library has and was not told to move still leads to its content. Some decisions
are blind: every path is a file of its own then, as on a network share that is mounted twice, and only opening what
stays tells.

With root's rights it runs in a mount namespace of its own and mounts one folder under several names.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import numpy as np

from cbir import service
from cbir.base.types import COPIES, Judged, PhotoId
from cbir.evaluation import encode_jpeg, read_pixels
from cbir.library import Library, restore_photos

PICTURES = 8
FOLDERS = ("2019", "2020/May", "Album")
ADDITIONS = ("copy", "comment", "encode", "symlink", "symlink", "hard link", "hard link", "folder link")
DECISIONS = ("pair", "advice", "all", "alone", "command")
KINDS = (*ADDITIONS, *4 * ("pair", "advice"), *2 * ("all", "alone"), "command")


def picture(number):
    """A picture that resembles no other: blocks of colour."""
    chance = np.random.default_rng(number)
    pixels = np.full((192, 256, 3), 255, np.uint8)
    for _ in range(120):
        x, y, width, height = chance.integers((0, 0, 4, 4), (250, 186, 50, 50))
        pixels[y : y + height, x : x + width] = chance.integers(0, 256, 3)
    return pixels


def with_comment(jpeg, text):
    """The same pixels in other bytes: a comment behind the first marker."""
    return jpeg[:2] + b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text + jpeg[2:]


def path_alone(path, _status):
    """The identity of before: a path is a file."""
    return str(path)


@dataclass
class Rounds:
    """mirrors : other names of the folder `photos`, beside it. run : the command line, in this process"""

    library: Library
    folder: Path
    chance: random.Random
    mirrors: Sequence[Path] = ()
    run: Callable[[Sequence[str]], object] | None = None
    blind_share: float = 0.25
    steps: Counter[str] = field(default_factory=Counter)
    moved: int = 0
    put_back: int = 0
    problems: list[str] = field(default_factory=list)
    _pictures: dict[bytes, int] = field(default_factory=dict)
    _made: int = 0
    _blind: bool = False

    def begin(self):
        for folder in (self.photos, self.folder / "backup"):
            for name in FOLDERS:
                (folder / name).mkdir(parents=True, exist_ok=True)
        for _ in range(PICTURES):
            self._add_picture()
        for _ in range(2 * PICTURES):
            self._add(self.chance.choice(ADDITIONS[:-1]))
        self._index()

    @property
    def photos(self):
        return self.folder / "photos"

    def step(self):
        """Do one thing. Whatever is lost by it is in `problems`."""
        if len(self._names()) < 3 * PICTURES:
            for _ in range(PICTURES):
                self._add(self.chance.choice(ADDITIONS[:-1]))
            self._index()
        kind = self.chance.choice(KINDS)
        self._blind = kind in DECISIONS and self.chance.random() < self.blind_share
        self._do(kind)
        kind = f"blind {kind}" if self._blind else kind
        self.steps[kind] += 1
        return kind

    @contextmanager
    def _sight(self):
        """Around what is asked of the library: every path is a file of its own where a decision is blind."""
        with patch("cbir.base.file_identity.id_of", path_alone) if self._blind else nullcontext():
            yield

    @property
    def decisions(self):
        return sum(times for kind, times in self.steps.items() if kind.split()[-1] in DECISIONS)

    def _do(self, kind):
        match kind:
            case "pair":
                self._decide(self._any_pairs())
            case "advice":
                self._decide(self._advised(1))
            case "all":
                self._decide(self._advised(99))
            case "alone":
                self._trash_alone()
            case "command":
                self._command()
            case _:
                self._add(kind)
                self._index()

    # ---- decisions

    def _any_pairs(self):
        """Pairs of photos of one picture, whatever anything says of them."""
        by_picture = {}
        for photo, path in self._indexed().items():
            if (number := self._picture_at(path)) is not None:
                by_picture.setdefault(number, []).append(photo)
        some = [photos for photos in by_picture.values() if len(photos) > 1]
        judged = []
        for photos in self.chance.sample(some, min(len(some), 2)):
            kept, *others = self.chance.sample(photos, self.chance.randint(2, len(photos)))
            judged += [Judged(kept=kept, other=other, verdict="trash") for other in others]
        return judged

    def _advised(self, most):
        """Copies as a search for duplicates shows them."""
        with self._sight():
            report = self.library.duplicates.find()
        pairs = [
            Judged(kept=group.kept.photo, other=copy.photo.photo, verdict="trash")
            for group in report.groups
            for copy in group.copies
            if copy.cause in COPIES
        ]
        return self.chance.sample(pairs, min(most, len(pairs)))

    def _decide(self, judged):
        if not judged:
            return
        before, asked = self._alive(), {one.other for one in judged}
        names = {photo: path for photo, path in self._indexed().items() if path.exists()}
        with self._sight():
            if self.chance.random() < 0.5:
                self.library.duplicates.say(judged)
                report = self.library.duplicates.trash(sorted(asked), sidecar=self.chance.random() < 0.5)
            else:  # as the window and a service ask
                call = service.Call(self.library)
                service.answer(call, service.JudgeCopiesRequest(judged=tuple(judged)))
                request = service.TrashCopiesRequest(photos=tuple(sorted(asked)), last=False)
                answer = service.answer(call, request)
                report = answer.report
        self._look(before, f"{len(judged)} said")
        going = {_entry(path) for photo, path in names.items() if photo in asked}
        for path in names.values():
            if _entry(path) not in going and not path.exists():
                self.problems.append(f"{path} leads to nothing, and nobody said that it shall go")
        self._count(report)

    def _trash_alone(self):
        """A person throws photos away: what goes with them is said."""
        indexed = {photo: path for photo, path in self._indexed().items() if path.exists()}
        asked = self.chance.sample(sorted(indexed), min(len(indexed), self.chance.randint(1, 3)))
        before = self._alive()
        with self._sight():
            report = self.library.trash(asked)
        told = {note.path for note in (*report.notes, *report.problems)}
        went = [path for photo, path in indexed.items() if not path.exists() and photo not in asked]
        if not self._blind:  # else nobody can tell
            self.problems += [f"{path} went, and nobody said so" for path in went if path not in told]
        self.moved += report.photos
        self._restore(report)
        self._look(before, "thrown away and restored")

    def _command(self):
        if self.run is None:
            return self._decide(self._advised(99))
        before = self._alive()
        keep = self.chance.choice([*self._folders(), *self.mirrors])
        cause = self.chance.choice([(), ("--cause", "re-encoded", "--cause", "identical")])
        arguments = ["duplicates", "--trash", "-y", "--keep", str(keep), *cause]
        with self._sight():
            self.run([*arguments, "--library", str(self.library.folder)])
        self._look(before, " ".join(arguments))
        return None

    def _count(self, report):
        self.moved += report.photos
        self.put_back += sum("put back" in problem.reason for problem in report.problems)
        if self.chance.random() < 0.3:
            self._restore(report)

    def _restore(self, report):
        restored = restore_photos(self.library, report.trashed)
        self.problems += [f"not restored: {problem.path}: {problem.reason}" for problem in restored.problems]

    # ---- what there is

    def _look(self, before, what):
        self.problems += [f"picture {number} is lost: {what}" for number in sorted(before - self._alive())]

    def _alive(self):
        """The pictures that can be read by some path."""
        found = {self._picture_at(path) for path in self._names()}
        return {number for number in found if number is not None}

    def _picture_at(self, path):
        try:
            return self._pictures.get(path.read_bytes())
        except OSError:
            return None

    def _names(self):
        return sorted(
            path for folder in self._folders()[:2] for path in folder.rglob("*.jpg") if path.is_file()
        )

    def _folders(self):
        top = [self.photos, self.folder / "backup"]
        return [*top, *(folder / name for folder in top for name in FOLDERS)]

    def _indexed(self):
        query = """SELECT photo.id, root.path, photo.path FROM photo JOIN root ON root.id = root_id
            JOIN document ON photo_id = photo.id WHERE live"""
        with closing(sqlite3.connect(self.library.folder / "catalog.sqlite")) as catalog:
            return {PhotoId(photo): Path(root, path) for photo, root, path in catalog.execute(query)}

    def _index(self):
        folders = [self.photos, self.folder / "backup"]
        if self.mirrors and self.chance.random() < 0.5:
            folders.append(self.chance.choice(self.mirrors))
        self.library.index(self.chance.sample(folders, len(folders)))

    # ---- what comes

    def _add_picture(self):
        number = self._made
        self._made += 1
        self._write(encode_jpeg(picture(number), 92), number)

    def _add(self, kind):
        source = self.chance.choice(self._names())
        data = source.read_bytes()
        number = self._pictures[data]
        if kind == "copy":
            self._write(data, number)
        elif kind == "comment":
            self._write(with_comment(data, str(self._made).encode()), number)
        elif kind == "encode":
            self._write(encode_jpeg(read_pixels(source), self.chance.choice((80, 85))), number)
        elif kind == "symlink":
            place = self._place()
            place.symlink_to(self.chance.choice((source, Path(os.path.relpath(source, place.parent)))))
        elif kind == "hard link":
            os.link(source.resolve(), self._place())
        elif kind == "folder link":
            place = self._place().with_suffix("")
            place.symlink_to(self.chance.choice(self._folders()), target_is_directory=True)
        self._made += 1

    def _write(self, data, number):
        self._pictures[data] = number
        self._place().write_bytes(data)

    def _place(self):
        self._made += 1
        return self.chance.choice(self._folders()) / f"IMG_{self._made:05}.jpg"


def _entry(path):
    """A name in its folder, whatever link or mount leads to the folder."""
    folder = path.parent.stat()
    return folder.st_dev, folder.st_ino, path.name


def main(decisions=500, seed=50):
    from cbir.cli import main as run
    from tests.cbir.stage_data import small_options

    mounted = "--mounted" in sys.argv
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("unshare") and not mounted:
        command = [
            "unshare",
            "-m",
            sys.executable,
            "-m",
            "tests.identity_rounds",
            str(decisions),
            str(seed),
            "--mounted",
        ]
        return subprocess.run(command, check=False).returncode
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        os.environ["XDG_DATA_HOME"] = str(folder / "data")  # before send2trash is imported
        (folder / "photos" / "2020").mkdir(parents=True)
        mirrors = []
        (folder / "link").symlink_to(folder / "photos", target_is_directory=True)
        mirrors.append(folder / "link")
        if mounted:
            for name, part in (("mirror", "."), ("PHOTOS", "."), ("part", "2020")):
                (folder / name).mkdir()
                subprocess.run(["mount", "--bind", folder / "photos" / part, folder / name], check=True)
                mirrors.append(folder / name)

        def in_process(arguments):
            with (
                Path(os.devnull).open("w") as nothing,
                patch("sys.stdout", nothing),
                patch("sys.stderr", nothing),
            ):
                return run(list(arguments))

        with Library.open(folder / "library", create=True, options=small_options()) as library:
            rounds = Rounds(library, folder, random.Random(seed), mirrors, in_process)
            rounds.begin()
            while rounds.decisions < decisions and not rounds.problems:
                rounds.step()
                if sum(rounds.steps.values()) % 25 == 0:
                    print(f"{rounds.decisions} decisions, {rounds.moved} moved", file=sys.stderr, flush=True)
        if mounted:
            for mirror in mirrors[1:]:
                subprocess.run(["umount", mirror], check=True)
    print(
        f"seed {seed}: {rounds.decisions} decisions, {rounds.moved} moved, {rounds.put_back} put back: {rounds.steps}"
    )
    print("\n".join(rounds.problems) or "nothing lost")
    return bool(rounds.problems)


if __name__ == "__main__":
    sys.exit(main(*(int(given) for given in sys.argv[1:3])))

"""The libraries that the benchmarks measure, built once in a work folder through the public API."""

import contextlib
import shutil
import tempfile
import time
from pathlib import Path

from cbir.library import Library, LibraryOptions
from cbir.visual_words import Codebook, PostingsSegment
from tests.benchmarks.report import progress

_FINISHED = "finished"


@contextlib.contextmanager
def work_folder(path):
    """The folder of the user's choice, kept, or a temporary one, removed."""
    if path is not None:
        path.mkdir(parents=True, exist_ok=True)
        yield path.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="cbir-benchmark-", ignore_cleanup_errors=True) as folder:
        yield Path(folder).resolve()


class Libraries:
    """Named libraries in one work folder: built when first asked for, and found again by a later run."""

    def __init__(self, work, data):
        self.work, self.data = work, data
        self.options = LibraryOptions()

    def open(self, folder):
        """A library that was built here, asked with the features it was built with."""
        return Library.open(folder, options=self.options)

    def main(self):
        """covers/Reference and all distractors: the 660 photos of the issue."""
        return self.built("main", [self.data / "covers" / "Reference"], start=self.distractors())

    def objects(self):
        return self.built("objects", [self.data / "objects"], start=self.distractors())

    def distractors(self):
        return self.built("distractors", [self.data / "distractors"])

    def built(self, name, folders, *, start=None):
        """A library of these folders, added to a copy of the library `start` where that is given."""
        folder, mark = self.work / name, self.work / f"{name}.{_FINISHED}"
        if mark.exists():
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        if start is not None:
            shutil.copytree(start, folder)
        started = time.perf_counter()
        with Library.open(folder, create=True, writable=True, options=self.options) as library:
            report = library.index(folders)
        took_s = time.perf_counter() - started
        if report.skipped:
            first = report.skipped[0]
            raise SystemExit(f"{name}: {len(report.skipped)} skipped; {first.path.name}: {first.reason}")
        progress(f"{name}: {report.indexed} photos indexed in {took_s:.1f} s")
        mark.touch()
        return folder


def open_codebook(library):
    """The library's own copy of its codebook; it must have one only."""
    (path,) = (library / "codebooks").iterdir()
    return Codebook.load(path)


def open_segments(library):
    """The library's postings."""
    folders = sorted(path for path in (library / "postings").iterdir() if not path.name.startswith("."))
    return [PostingsSegment.open(folder) for folder in folders]

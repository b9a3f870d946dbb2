"""A folder of doubtful files -> one real `cbir index`: what became of every file, and the memory it took."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from cbir.catalog import Catalog
from cbir.library import Library
from tests.source_tree import python_path


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRun:
    """The result of `cbir index` for some files.

    unaccounted : neither indexed nor listed with a reason. twice : both
    pss_mb : highest sum over all processes of the run, each shared page counted once; 0 where it is not known
    """

    exit_code: int
    indexed: frozenset[Path]
    skipped: dict[Path, str]
    unaccounted: tuple[Path, ...]
    twice: tuple[Path, ...]
    problems: tuple[str, ...]
    took_s: float
    pss_mb: float
    stderr: str


def index_files(files, folder, library):
    """Index a folder in a process of its own and ask the library afterwards about every one of the files."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "cbir", "index", str(folder), "--library", str(library), "--json"],
        env={**os.environ, "PYTHONPATH": python_path()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    peak = _Peak(process.pid)
    with peak:
        out, err = process.communicate()
    took_s = time.perf_counter() - started
    skipped = {}
    if process.returncode == 0:
        skipped = {Path(entry["path"]): str(entry["reason"]) for entry in json.loads(out)["skipped"]}
    with Catalog.open(library / "catalog.sqlite", writable=False) as catalog:
        indexed = frozenset(path for _, path in catalog.files.fingerprints())
    with Library.open(library) as opened:
        problems = tuple(problem.what for problem in opened.check(deep=True))
    return IndexRun(
        exit_code=process.returncode,
        indexed=indexed,
        skipped=skipped,
        unaccounted=tuple(sorted(file for file in files if file not in indexed and file not in skipped)),
        twice=tuple(sorted(indexed & skipped.keys())),
        problems=problems,
        took_s=took_s,
        pss_mb=peak.mb,
        stderr=err.decode(errors="replace"),
    )


class _Peak:
    """Samples the memory of a process and all its children while it is entered."""

    def __init__(self, process, every_s=0.1):
        self.mb = 0.0
        self._process = process
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *_):
        self._ended.set()
        self._thread.join()

    def _sample(self):
        while not self._ended.wait(self._every_s):
            with contextlib.suppress(psutil.Error, AttributeError):  # only Linux counts shared pages once
                self.mb = max(self.mb, tree_pss_mb(psutil.Process(self._process)))


def tree_pss_mb(process):
    """The memory of a process and its children; shared pages count by their share."""
    total = 0
    for member in (process, *process.children(recursive=True)):
        try:
            total += int(member.memory_full_info().pss)
        except psutil.Error:
            continue  # it has just ended
    return total / 1e6

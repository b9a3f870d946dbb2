"""Processes that are about to be killed: `python -m tests.kill_nursery`, asked over stdin, a line each.

It imports everything once and forks for each request, so that a round takes a fraction of a second. A child
leads a process group of its own, with its worker in it, says `ready` and its process id, does what was asked and
says `done`.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from cbir.indexing import IndexingOptions
from cbir.library import Library, LibraryOptions
from cbir.types import DocumentId
from cbir.visual_words import PostingsSegment, SegmentBuilder, merge_segments

OPTIONS = LibraryOptions(workers=1, indexing=IndexingOptions(commit_after_photos=2))
"""Many small commits, so that there are many moments to be killed at."""


def do(action: str, library: Path, pictures: Path) -> None:
    """One of the writes of a library, as a caller of the library would do it."""
    with Library.open(library, create=action == "create", options=OPTIONS) as opened:
        if action in {"create", "index", "update"}:
            opened.start()
        say("ready", os.getpid())
        if action == "compact":
            opened.compact()
        elif action == "forget":
            opened.forget(pictures / "some")
        elif action != "migrate":
            opened.index([pictures])


def migrate(library: Path) -> None:
    """The one action whose work is in opening."""
    say("ready", os.getpid())
    Library.open(library, options=OPTIONS).close()


def say(word: str, process: int) -> None:
    sys.stdout.write(f"{word} {process}\n")
    sys.stdout.flush()


def warm_up() -> None:
    """Compile or load the loops that merge, before there are children to do it again."""
    with tempfile.TemporaryDirectory() as folder:
        segments = []
        for number in (1, 2):
            builder = SegmentBuilder(words=4, codebook="none")
            builder.add(DocumentId(number), np.zeros(1, np.uint32), np.zeros(1, np.uint64))
            builder.write(Path(folder) / str(number))
            segments.append(PostingsSegment.open(Path(folder) / str(number)))
        merge_segments(segments, Path(folder) / "merged", deleted=np.zeros(3, np.bool_))


def main() -> None:
    warm_up()
    say("warm", os.getpid())
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            say("ended", child)
            continue
        os.setsid()
        if asked["action"] == "migrate":
            migrate(Path(asked["library"]))
        else:
            do(asked["action"], Path(asked["library"]), Path(asked["pictures"]))
        say("done", os.getpid())
        os._exit(0)


if __name__ == "__main__":
    main()

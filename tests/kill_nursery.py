"""Processes that are about to be killed: `python -m tests.kill_nursery`, asked over stdin, a line each.

It imports everything once and forks for each request, so that a round takes a fraction of a second. A child
leads a process group of its own, with its worker in it, says `ready` and its process id, does what was asked and
says `done`. What it says meanwhile: each mark that it was told is set, and the moment within a merge at which it
stops to be killed.
"""

import io
import json
import os
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from cbir.base.types import OWN_PHOTOS, DocumentId
from cbir.indexing import IndexingOptions
from cbir.library import Library, LibraryOptions
from cbir.library.maintenance import LearningOptions, restore, segments
from cbir.visual_words import PostingsSegment, SegmentBuilder, merge_segments

OPTIONS = LibraryOptions(workers=1, indexing=IndexingOptions(commit_after_photos=2, list_after_s=0.0))
"""Many small commits, so that there are many moments to be killed at."""

OLD_MARK, NEW_MARK = (1, "before"), (5, "said")
"""Rating and keyword of photos before and after the action `marks`."""

_MERGES = {
    function.__code__
    for function in (segments.merge_into_one, segments.merge_vectors_into_one, segments.write_store)
}
_WRITES = frozenset("open replace rename mkdir unlink rmdir fsync posix_fallocate chmod link".split())


class MergeMoments:
    """A profiler that counts the moments within merges: before and after each call that reaches the disk.

    stop_at : the number of the one at which this process says so and waits to be killed
    """

    def __init__(self, stop_at):
        self.count = 0
        self._stop_at = stop_at
        self._depth = 0

    def __call__(self, frame, event, argument):
        if event in {"call", "return"}:
            if frame.f_code in _MERGES:
                self._depth += 1 if event == "call" else -1
        elif self._depth and _reaches_disk(argument):
            if self.count == self._stop_at:
                say("moment", self.count)
                time.sleep(3600)
            self.count += 1


def _reaches_disk(function):
    owner = getattr(function, "__self__", None)
    if getattr(owner, "__name__", "") in {"posix", "_io"}:
        return function.__name__ in _WRITES
    return isinstance(owner, sqlite3.Connection | io.FileIO | io.BufferedIOBase)


def do(action, library, pictures):
    """One of the writes of a library, as a caller of the library would do it."""
    if action in {"migrate", "restore"}:
        say("ready", os.getpid())
        if action == "restore":
            restore(library.with_name("backup"), library)
        else:
            Library.open(library, options=OPTIONS).close()
        return
    with Library.open(library, create=action == "create", options=OPTIONS) as opened:
        if action in {"create", "index", "update", "rebuild"}:
            opened.start()
        say("ready", os.getpid())
        match action:
            case "compact":
                opened.compact()
            case "forget":
                opened.forget(pictures / "some")
            case "move":
                opened.move(library.with_name("moved"))
            case "backup":
                opened.back_up(library.with_name("backup"))
            case "rebuild":
                opened.rebuild()
            case "marks":
                mark(opened, pictures)
            case "copies":
                plan = opened.duplicates.plan_trash()
                opened.duplicates.trash([photo.photo for photo in plan.photos], sidecar=True)
            case "learn":
                learn(opened)
            case _:
                opened.index([pictures], progress=say_states)


def say_states(progress):
    """Say how many photos are listed before the first is searchable, then how many are searchable."""
    if progress.total is not None:
        state, photos = (
            ("searchable", progress.searchable) if progress.searchable else ("listed", progress.listed)
        )
        say(state, photos)


def learn(library):
    """Give the library words of its own, unless it has them."""
    if library.info(sizes=False).codebook_name != OWN_PHOTOS:
        library.words.learn(LearningOptions(words=64, batch_photos=2))
        library.words.keep()


def mark(library, pictures):
    """Rate every photo, name it, and throw every fourth away; say so each time."""
    rating, keyword = NEW_MARK
    for number, path in enumerate(pictures_in(pictures)):
        photos = library.find_photos([path])
        library.marks.set_rating(photos, rating, sidecar=number % 2 == 0)
        say("rated", number)
        library.marks.set_keywords(photos, add=[keyword], sidecar=number % 2 == 0)
        say("named", number)
        if number % 4 == 3:
            library.trash(photos)
            say("trashed", number)


def pictures_in(folder):
    return sorted(folder.rglob("*.jpg"))


def say(word, number):
    sys.stdout.write(f"{word} {number}\n")
    sys.stdout.flush()


def warm_up():
    """Compile or load the loops that merge, before there are children to do it again."""
    with tempfile.TemporaryDirectory() as folder:
        postings = []
        for number in (1, 2):
            builder = SegmentBuilder(words=4, codebook="none")
            builder.add(DocumentId(number), np.zeros(1, np.uint32), np.zeros(1, np.uint64))
            builder.write(Path(folder) / str(number))
            postings.append(PostingsSegment.open(Path(folder) / str(number)))
        merge_segments(postings, Path(folder) / "merged", deleted=np.zeros(0, np.int64))


def main():
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
        moments = MergeMoments(asked["moment"])
        if asked["in_merges"]:
            sys.setprofile(moments)
        do(asked["action"], Path(asked["library"]), Path(asked["pictures"]))
        sys.setprofile(None)
        say("moments", moments.count)
        say("done", os.getpid())
        os._exit(0)


if __name__ == "__main__":
    main()

"""Marks and trash while photos are indexed: `python -m tests.benchmarks.marks`.

Twice 660 photos (covers/Reference and distractors/, copied, since some go to a trash) are indexed into a new library by
a real engine in a process of its own. First four threads send marks in random order through its pipe: what catalog and
sidecars say at the end is compared with the marks done one after the other in the order in which they were sent. Then
a person sits at the real window, offscreen: digits rate tiles, some photos go to the trash, and the same search is
repeated all the while. A key's time ends when its tile was painted with the new stars; every painting of every tile is
compared with what was pressed last, so that a rating that flips back, or a trashed photo that does, is counted. Linux.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cbir import service
from cbir.base.layout import Layout
from cbir.base.types import Filters, Marks, Metadata, PhotoId
from cbir.catalog import Catalog, change_keywords
from cbir.library import Library
from cbir.metadata import extract
from tests.benchmarks.report import Table, parser, progress, publish, thinned, verdict

if TYPE_CHECKING:
    from cbir.base.types import Hit
    from cbir_app.shell import MainWindow

MARKS = 1000
THREADS = 4
FIRST_PHOTOS = 40  # that can be searched when the marks begin
KEY_MS = 100.0
TRASH_S = 2.0
PRESS_EVERY_MS = 60
TRASH_EVERY_MS = 4000
SEARCH_EVERY_MS = 1500
PATIENCE_S = 900.0
TILES = 8  # that a person rates: they are all seen
WORDS = ("boat", "cover", "night", "street", "sea", "red")

Mark = service.RateRequest | service.KeywordRequest


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--photos", type=int, help="index only so many of the photos")
    parsed.add_argument("--marks", type=int, default=MARKS, help="marks that the threads send")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    pictures = sorted([*(data / "covers" / "Reference").glob("*.jpg"), *(data / "distractors").glob("*.jpg")])
    chosen = thinned(pictures, arguments.photos)
    rows = []
    with tempfile.TemporaryDirectory(prefix="cbir-benchmark-", ignore_cleanup_errors=True) as folder:
        for name, measure in (("threads", from_threads), ("window", at_the_window)):
            progress(f"{name}: copying {len(chosen)} photos")
            work = Path(folder).resolve() / name
            for picture in chosen:
                target = work / "photos" / picture.parent.name / picture.name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(picture, target)
            rows += measure(work, arguments.marks)
    columns = ("while photos are indexed", "asked", "measured", "holds")
    title = f"{len(chosen)} photos, {arguments.marks} marks"
    publish("marks", "Marks and trash during an import", [Table(columns=columns, rows=tuple(rows), title=title)],
            write=arguments.write)  # fmt: skip


Row = tuple[str, str, str, str]


# ---- four threads


@dataclass
class Sender:
    """Sends marks through one pipe from several threads, and remembers in which order they went in."""

    connection: Any
    sent: list[Mark] = field(default_factory=list)
    sent_at: dict[int, float] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, request: Mark) -> None:
        with self.lock:
            ticket = len(self.sent) + 100
            self.sent.append(request)
            self.sent_at[ticket] = time.perf_counter()
            self.connection.send((ticket, request))


def from_threads(work: Path, marks: int) -> list[Row]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    engine = context.Process(target=service.serve, args=(theirs, work / "library"))
    engine.start()
    theirs.close()
    ours.send((1, service.IndexRequest(folders=(work / "photos",))))
    sender = Sender(ours)
    threads: list[threading.Thread] = []
    answered: dict[int, float] = {}
    refused: list[str] = []
    ended_at = 0.0
    while not ended_at or len(answered) < marks:
        if not ours.poll(PATIENCE_S):
            raise SystemExit("The engine says nothing any more.")
        ticket, answer = ours.recv()
        now = time.perf_counter()
        if ticket == 1 and not isinstance(answer, service.Interim):
            ended_at = now
            if not threads:
                raise SystemExit("The run ended before a photo could be marked.")
        elif ticket in sender.sent_at:
            answered[ticket] = now
            if not isinstance(answer, service.MarkAnswer):
                refused.append(str(answer))
        if not threads and isinstance(answer, service.LibraryChanged) and answer.photos >= FIRST_PHOTOS:
            threads = _begin(sender, work / "library", marks)
    for thread in threads:
        thread.join()
    during = sum(at <= ended_at for at in sender.sent_at.values())
    ours.send((0, service.Shutdown()))
    engine.join()
    for sentence in refused[:3]:
        progress(f"refused: {sentence}")
    wrong, wrong_sidecars, photos = _compare(work / "library", sender.sent)
    waits_ms = np.array([answered[ticket] - at for ticket, at in sender.sent_at.items()]) * 1000
    return [
        ("marks of four threads, sent before the run ended", str(marks), str(during), verdict(during == marks)),
        ("marks that were refused", "0", str(len(refused)), verdict(not refused)),
        (f"photos, of {photos}, that do not say what was said last", "0", str(wrong), verdict(wrong == 0)),
        ("sidecars that do not say it", "0", str(wrong_sidecars), verdict(wrong_sidecars == 0)),
        ("ms from the asking to the library's answer, median and p99", "–",
         f"{np.median(waits_ms):.0f}, {np.percentile(waits_ms, 99):.0f}", verdict(None)),
    ]  # fmt: skip


def _begin(sender: Sender, library: Path, marks: int) -> list[threading.Thread]:
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        photos = sorted(
            found.photo for found in catalog.photos.of_documents(catalog.documents.live().tolist()).values()
        )
    progress(f"threads: {marks} marks on {len(photos)} photos")

    def send(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(marks // THREADS + (seed < marks % THREADS)):
            sender.send(_any_mark(rng, photos))
            time.sleep(rng.random() * 0.03)

    threads = [threading.Thread(target=send, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    return threads


def _any_mark(rng: random.Random, photos: Sequence[PhotoId]) -> Mark:
    """A rating or keywords for some photos; those with even numbers have sidecars, all of whose marks go there."""
    one = rng.choice(photos)
    some = tuple(dict.fromkeys((one, *(photo for photo in rng.choices(photos, k=2) if photo % 2 == one % 2))))
    if rng.random() < 0.6:
        return service.RateRequest(
            photos=some, rating=rng.choice((None, 0, 1, 2, 3, 4, 5)), sidecar=one % 2 == 0
        )
    add, remove = rng.sample(WORDS, 2)
    return service.KeywordRequest(photos=some, add=(add,), remove=(remove,), sidecar=one % 2 == 0)


def _compare(library: Path, sent: Sequence[Mark]) -> tuple[int, int, int]:
    """Photos and sidecars that are not as if the marks had been done one by one; and how many photos were marked."""
    wanted: dict[PhotoId, Marks] = {}
    wrong_sidecars = 0
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        for request in sent:
            for photo in request.photos:
                before = wanted.get(photo, Marks())
                if isinstance(request, service.RateRequest):
                    wanted[photo] = Marks(rating=request.rating, added=before.added, removed=before.removed)
                else:
                    file = catalog.metadata.of_file(photo) or Metadata()
                    wanted[photo] = change_keywords(file, before, request.add, request.remove)
        for photo in {photo for request in sent if request.sidecar for photo in request.photos}:
            place = catalog.files.of_photo(photo)
            assert place is not None
            beside = extract(b"", place.file.with_name(f"{place.file.name}.xmp").read_bytes())
            kinds = {type(one) for one in sent if photo in one.photos}
            known = catalog.metadata.of(photo) or Metadata()
            wrong = service.RateRequest in kinds and beside.rating != wanted[photo].rating
            wrong |= service.KeywordRequest in kinds and set(beside.keywords) != set(known.keywords)
            wrong_sidecars += wrong
    with Library.open(library) as opened:
        photos = list(wanted)
        wrong_photos = sum(
            wanted[photo] != found for photo, found in zip(photos, opened.marks.of(photos), strict=True)
        )
    return wrong_photos, wrong_sidecars, len(wanted)


# ---- a person at the window


class Person:
    """Rates what is seen, throws some away, and searches again and again; looks at every painting of every tile."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._rng = window, random.Random(5)
        delegate = window.results.delegate
        self._rating, delegate._rating = delegate._rating, self._look
        window.results.model.modelReset.connect(self._look_for_trashed)
        window.controls.trash.ended.connect(self._on_trashed)
        self.pressed: dict[PhotoId, int] = {}
        self.trashed: dict[PhotoId, Path] = {}
        self.key_s: list[float] = []
        self.trash_s: list[float] = []
        self.paintings = self.flips = self.came_back = 0
        self._waiting: tuple[PhotoId, float] | None = None  # pressed, and not painted yet
        self._trashing: tuple[Path, float] | None = None

    def press(self) -> None:
        """Press a digit on one of the first tiles, once the last one was painted."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        results = self._window.results
        row = self._rng.randrange(max(1, min(len(results.model.hits), TILES)))
        if self._waiting is not None or row >= len(results.model.hits):
            return
        if not self._window.isActiveWindow():  # a desktop gives a window its keys back when a dialog closes
            self._window.activateWindow()
            return
        results.select(row)
        photo, stars = results.model.hits[row].photo, self._rng.randint(1, 5)
        self.pressed[photo] = stars
        self._waiting = photo, time.perf_counter()
        QTest.keyClick(results.view, Qt.Key(Qt.Key.Key_0.value + stars))

    def trash(self) -> None:
        """Throw the last hit away, and confirm it."""
        from PySide6.QtWidgets import QMessageBox

        hits = self._window.results.model.hits
        if self._trashing is not None or len(hits) <= TILES:
            return
        self._window.results.select(len(hits) - 1)
        self._window.controls.trash.ask()
        box = self._window.findChild(QMessageBox, "trash")
        assert isinstance(box, QMessageBox)
        self.trashed[hits[-1].photo] = hits[-1].path
        self._trashing = hits[-1].path, time.perf_counter()
        next(one for one in box.buttons() if box.buttonRole(one) == box.ButtonRole.AcceptRole).click()
        self._look_for_trashed()
        self._window.results.select(0)

    @property
    def answered(self) -> bool:
        return self._trashing is None and self._window.controls.marks._marks.waiting == 0

    def _on_trashed(self) -> None:
        if self._trashing is not None and not self._trashing[0].exists():
            self.trash_s.append(time.perf_counter() - self._trashing[1])
        self._trashing = None

    def _look(self, hit: Hit) -> int | None:
        """What the delegate paints of a hit."""
        shown, wanted = self._rating(hit), self.pressed.get(hit.photo)
        self.paintings += 1
        self.flips += wanted is not None and shown != wanted
        if self._waiting is not None and self._waiting[0] == hit.photo and shown == wanted:
            self.key_s.append(time.perf_counter() - self._waiting[1])
            self._waiting = None
        return shown

    def _look_for_trashed(self) -> None:
        self.came_back += sum(hit.photo in self.trashed for hit in self._window.results.model.hits)


def at_the_window(work: Path, _marks: int) -> list[Row]:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["XDG_DATA_HOME"] = str(work / "data")  # where the trash is, and not the user's own
    from PySide6.QtCore import QTimer

    from tests.benchmarks.window_probe import open_window

    app, engine, window = open_window(work / "library")
    person: list[Person] = []
    timers: list[QTimer] = []

    def every(interval_ms: int, act: Callable[[], object]) -> None:
        timer = QTimer(window)
        timer.setInterval(interval_ms)
        timer.timeout.connect(act)
        timer.start()
        timers.append(timer)

    def begin(photos: int) -> None:
        if not person and photos >= FIRST_PHOTOS:
            progress(f"window: {photos} photos can be searched")
            person.append(Person(window))
            window.search.set_filters(Filters(formats=("JPEG",)))
            every(PRESS_EVERY_MS, person[0].press)
            every(TRASH_EVERY_MS, person[0].trash)
            every(SEARCH_EVERY_MS, window.search.again)

    def end(_report: object) -> None:
        for timer in timers:
            timer.stop()
        every(100, lambda: app.quit() if not person or person[0].answered else None)

    engine.changed.connect(begin)
    window.library.finished.connect(end)
    window.library.failed.connect(lambda text: sys.exit(f"The photos could not be added: {text}"))
    engine.ready.connect(lambda _info: window.library.add([work / "photos"]))
    engine.start()
    app.exec()
    window.close()
    engine.close()
    if not person or not person[0].key_s or not person[0].trash_s:
        raise SystemExit("The run ended before a photo could be marked and one trashed.")
    return _told(person[0], work / "library")


def _told(person: Person, library: Path) -> list[Row]:
    with Library.open(library) as opened:
        kept = [photo for photo in person.pressed if photo not in person.trashed]
        wrong = sum(
            marks.rating != person.pressed[photo]
            for photo, marks in zip(kept, opened.marks.of(kept), strict=True)
        )
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        there = {path for _, path in catalog.files.fingerprints()}
    again = sum(path in there or path.exists() for path in person.trashed.values())
    key_ms, trash_s = np.array(person.key_s) * 1000, np.array(person.trash_s)
    slowest = np.percentile(key_ms, 99)
    return [
        (f"ms from the key to the stars on the tile, {len(key_ms)} keys: median", "–",
         f"{np.median(key_ms):.0f}", verdict(None)),
        ("the same: p99", f"{KEY_MS:.0f}", f"{slowest:.0f}", verdict(bool(slowest <= KEY_MS))),
        (f"s from the confirmation to the file in the trash, longest of {len(trash_s)}", f"{TRASH_S:.0f}",
         f"{trash_s.max():.2f}", verdict(bool(trash_s.max() <= TRASH_S))),
        (f"paintings, of {person.paintings}, with other stars than were pressed last", "0", str(person.flips),
         verdict(person.flips == 0)),
        ("trashed photos that a search showed again", "0", str(person.came_back), verdict(person.came_back == 0)),
        ("trashed photos that are in the library or their folder at the end", "0", str(again), verdict(again == 0)),
        (f"photos, of {len(kept)}, that do not say what was pressed last", "0", str(wrong), verdict(wrong == 0)),
    ]  # fmt: skip


if __name__ == "__main__":
    main()

"""The wall of a library of 100,000 photos of mixed shapes, through the real engine: `python -m tests.benchmarks.wall`.

With --library it is the wall of a library that is there, such as one of a million photos by tests.benchmarks.million.

A window on Qt's offscreen platform, painted by the processor, and the engine in its own process: what comes through the
pipe, when it is seen, how long the window is held, what it weighs. The photos are small noise, and their small pictures
are made while one scrolls.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

MEASURES = ("app/cbir_app/results", "app/cbir_app/engine", "cbir/catalog", "cbir/service")

PHOTOS = 100_000
SHAPES = ((4000, 3000), (3000, 4000), (6000, 4000), (4000, 2250), (3000, 3000), (9000, 3000), (2000, 3000))
SIZES = ((800, 600), (1100, 740), (1290, 820), (2560, 1440))
FRAMES = 300
MEMORY_MB, COLUMNS_MB, SHARE = 200.0, 2.5, 0.75
FIRST_MS, RESIZE_MS, FRAME_MS, HELD_MS = 100.0, 50.0, 16.0, 50.0
MILLION = {"memory": 300.0, "first": 200.0, "columns": 25.0}  # asked of more, up to a million
INSIDE, START = "--inside", "--start"
STARTS = 5


def main():
    from tests.benchmarks.drawn_catalog import fill, link_files
    from tests.benchmarks.report import parser, progress, publish

    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--photos", type=int, default=PHOTOS, help=f"default: {PHOTOS}")
    parsed.add_argument("--work", type=Path, help="make the files below this folder, or use what is there")
    parsed.add_argument("--library", type=Path, help="the wall of this library, as it is")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        work = arguments.work or Path(kept)
        library, photos = arguments.library or work / "library", work / "photos"
        if not library.exists():
            work.mkdir(parents=True, exist_ok=True)
            fill(library, photos, link_files(photos, arguments.photos))
            give_shapes(library)
        progress("the window")
        measured = in_a_process(INSIDE, library)
        starts = [measured, *(in_a_process(START, library) for _ in range(STARTS - 1))]
        for key in ("first", "all", "all_held"):
            measured[key] = [start[key] for start in starts]
    million = measured["photos"] > PHOTOS
    heading = f"The wall of a library of {measured['photos']:,} photos"
    asked = MILLION if million else {}
    publish(
        "wall-drawn" if million else "wall",
        heading,
        tables(measured, **asked),
        write=arguments.write,
        measures=MEASURES,
    )


def in_a_process(what, library):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.benchmarks.wall", what, str(library)]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    measured = json.loads(told.splitlines()[-1])
    return measured


def give_shapes(library):
    """Let the catalog's photos be of mixed shapes: the facets follow by themselves."""
    from cbir.base.layout import Layout
    from cbir.catalog import Catalog

    with Catalog.open(Layout(library).catalog, writable=True) as catalog, catalog.transaction():
        connection = catalog._connection
        for at, (width, height) in enumerate(SHAPES):
            connection.execute(
                "UPDATE photo SET width = ?, height = ? WHERE id % ? = ?", (width, height, len(SHAPES), at)
            )


def tables(measured, *, memory=MEMORY_MB, first=FIRST_MS, columns=COLUMNS_MB):
    from tests.benchmarks.records import Table
    from tests.benchmarks.report import verdict

    def row(what, asked, value, unit):
        held = "–" if asked is None else verdict(value <= asked)
        return what, "–" if asked is None else f"{asked:,g} {unit}", f"{value:,.1f} {unit}", held

    rows = [
        row("all photos through the pipe, as columns", columns, measured["columns"] / 1e6, "MB"),
        row("with them: names, dates and fingerprints, packed", None, measured["texts"] / 1e6, "MB"),
        row("from a click on “All photos” to the first page painted", first, measured["browse"], "ms"),
        row(f"the same at the start, median of {STARTS}", first, median(measured["first"]), "ms"),
        row("the same at the slowest of them", None, max(measured["first"]), "ms"),
        row("from the open library to all photos, median", None, median(measured["all"]), "ms"),
        row("longest turn of the loop meanwhile, median", HELD_MS, median(measured["all_held"]), "ms"),
        row("the longest of them all", None, max(measured["all_held"]), "ms"),
        *(
            row(f"order by {key}: longest turn of the loop", HELD_MS, held, "ms")
            for key, (held, _) in measured["orders"].items()
        ),
        *(
            row(f"order by {key}: until it is seen", None, took, "ms")
            for key, (_, took) in measured["orders"].items()
        ),
        row("another width, work of the window's thread, median", RESIZE_MS, measured["resize"], "ms"),
        row("a frame that scrolls by a third of a page, work, p95", FRAME_MS, measured["steps"], "ms"),
        row("a frame after a jump anywhere, work, p95", FRAME_MS, measured["jumps"], "ms"),
        row("the window's process before the first photo, RSS", None, measured["empty_mb"], "MB"),
        row("with all photos listed and scrolled through, most RSS", memory, measured["most_mb"], "MB"),
    ]
    shares = tuple(
        (f"{width} × {height}", f"{share:.0%}", verdict(share >= SHARE) if width >= 1290 else "–")
        for (width, height), share in zip(SIZES, measured["shares"], strict=True)
    )
    return [
        Table(columns=("what", "asked", "measured", "holds"), rows=tuple(rows)),
        Table(
            title="Share of the window that photos get, all photos shown",
            columns=("window", "share", f"{SHARE:.0%} or more"),
            rows=shares,
        ),
    ]


class Loop:
    """Turns the event loop by hand and keeps the longest turn."""

    def __init__(self):
        self.longest_ms = 0.0

    def until(self, condition, most_s=120.0):
        """Returns the milliseconds that it took."""
        from PySide6.QtWidgets import QApplication

        began = time.perf_counter()
        self.longest_ms = 0.0
        while not condition():
            turn = time.perf_counter()
            QApplication.processEvents()
            self.longest_ms = max(self.longest_ms, (time.perf_counter() - turn) * 1000)
            if time.perf_counter() - began > most_s:
                raise TimeoutError("The window did not come to what was waited for.")
            time.sleep(0.0005)
        return (time.perf_counter() - began) * 1000

    def rest(self, s):
        end = time.perf_counter() + s
        self.until(lambda: time.perf_counter() > end)


def inside(library, *, start_alone):
    """Measure, in a process that holds nothing but the window, and print one line of JSON."""
    import psutil
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from cbir.base.types import Listing
    from cbir.service import serve
    from cbir_app.base.language import install
    from cbir_app.base.preferences import Preferences
    from cbir_app.base.theme import Theme
    from cbir_app.engine import Engine, engine_process
    from cbir_app.shell import build_window

    app = QApplication(sys.argv[:1])
    install(app, "en")
    settings = library.with_suffix(".ini")
    settings.unlink(missing_ok=True)
    preferences = Preferences(QSettings(str(settings), QSettings.Format.IniFormat))
    engine = Engine(engine_process(serve, library))
    window = build_window(engine, Theme(app, "light"), preferences)
    window.resize(1290, 820)
    window.show()
    process, loop = psutil.Process(), Loop()
    engine.ready.connect(
        lambda _info: window.watch.switch(False)
    )  # it would look through all folders meanwhile
    engine.start()
    loop.until(lambda: window.library.info is not None)
    empty = process.memory_info().rss
    first = loop.until(lambda: window.results.view.laid.rows > 0 and window.results.shows_hits)
    rest = loop.until(lambda: not window.search.busy)
    measured = {"first": first, "all": first + rest, "all_held": loop.longest_ms}
    if start_alone:
        print(json.dumps(measured), flush=True)
        window.close()
        engine.close()
        return
    listing = window.search.result.hits if window.search.result is not None else ()
    assert isinstance(listing, Listing)
    measured["photos"] = len(listing)
    measured["columns"], measured["texts"] = listing.nbytes, listing.texts.nbytes
    loop.rest(3.0)  # until the engine has warmed up
    measured["orders"] = {key: order(window, loop, key) for key in ("size", "folder", "camera", "taken")}
    measured["browse"] = browse(window, loop)
    widths = iter((1200, 1250, 1300, 1220, 1180, 1290))
    measured["resize"] = worked_ms(lambda: window.resize(next(widths), 820), 6)[3]
    measured |= scroll(window, loop)
    measured["empty_mb"] = empty / 2**20
    measured["most_mb"] = max(process.memory_info().rss, measured.pop("rss")) / 2**20
    measured["shares"] = [share(window, loop, *size) for size in SIZES]
    print(json.dumps(measured), flush=True)
    window.close()
    engine.close()


def order(window, loop, key):
    """Order all photos by a key; returns how long the window was held, and when they were seen."""
    before, began = window.search.result, time.perf_counter()
    window.results.bar.choose_sort_key(key)
    held = (time.perf_counter() - began) * 1000
    took = loop.until(lambda: window.search.result is not before)
    return max(held, loop.longest_ms), took


def browse(window, loop):
    """Go to a folder and back to all photos; returns when the first of them are painted, the median of five times."""
    assert window.library.info is not None
    took = []
    root = max(window.library.info.roots, key=lambda root: root.photos)
    for _ in range(5):
        window.search.browse(folder=str(root.path / "018"))
        loop.until(lambda: not window.search.busy)
        began = time.perf_counter()
        window.search.clear()
        loop.until(lambda: window.results.view.laid.rows > 0)
        loop.rest(0)  # its frame
        took.append((time.perf_counter() - began) * 1000)
        loop.until(lambda: not window.search.busy)
    return sorted(took)[2]


def worked_ms(act, times):
    """The work of the window's thread for each act, with the frame after it, ascending."""
    from PySide6.QtWidgets import QApplication

    took = []
    for _ in range(times):
        began = time.thread_time()
        act()
        QApplication.processEvents()
        took.append((time.thread_time() - began) * 1000)
    return sorted(took)


def scroll(window, loop):
    """The late frames while one scrolls, and the most memory after small pictures came all over the library."""
    import psutil

    bar, rng, most = window.results.view.verticalScrollBar(), random.Random(5), 0
    page = bar.pageStep()
    for at in range(60):  # small pictures come, some thousand of them
        bar.setValue(bar.maximum() * at // 60)
        loop.rest(0.15)
        most = max(most, psutil.Process().memory_info().rss)
    steps = iter(range(FRAMES))
    stepped = worked_ms(lambda: bar.setValue(next(steps) * page // 3), FRAMES)
    jumped = worked_ms(lambda: bar.setValue(rng.randint(0, bar.maximum())), FRAMES)
    late = FRAMES * 95 // 100
    return {"steps": stepped[late], "jumps": jumped[late], "rss": most}


def share(window, loop, width, height):
    """The wall's share of a window of some size."""
    window.resize(width, height)
    loop.rest(0.3)
    wall = window.results.gallery.size()
    return wall.width() * wall.height() / (window.width() * window.height())


if __name__ == "__main__":
    if sys.argv[1:2] in ([INSIDE], [START]):
        inside(Path(sys.argv[2]), start_alone=sys.argv[1] == START)
    else:
        main()

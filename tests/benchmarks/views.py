"""How long the views of 100,000 hits take to paint and to rearrange: `python -m tests.benchmarks.views`.

Painted by the processor into a window of 1290 by 820 (Qt's offscreen platform), as on a machine without a graphics
card. Every small picture is there, and is scaled when it is first seen; a frame scrolls by a third of a page, or
jumps anywhere. Times are those that the processor spends in the window's thread: what else the machine does is left
out, and on an idle machine they are what one waits.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings, QSize
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from cbir.base.types import Hit, Metadata, PhotoId, SearchResult, Term, Timings
from cbir.service import PictureAnswer
from cbir_app.base.language import install
from cbir_app.base.pictures import Picture
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine, Thumbnails
from cbir_app.results.result_sections import by_month
from cbir_app.results.result_table import RowDelegate
from cbir_app.results.sort_keys import SortKey, arrange
from cbir_app.shell import MainWindow, build_window
from cbir_app.viewer.match_view import MatchView, Side
from cbir_app.viewer.overlay import warped
from tests.app.fake_engine import FakeEngine, Script, hit, in_thread
from tests.app.fake_photos import evidence_of, paint
from tests.benchmarks.report import Table, parser, publish, verdict

ROWS = 100_000
FRAMES = 300
FRAME_MS = 16.0
SIZE = (1290, 820)
PICTURES = 64


class Painted(Thumbnails):
    """Has the small picture of every hit."""

    def fill(self) -> None:
        self._all = [pixmap_of(paint(seed, (256, 171))) for seed in range(PICTURES)]

    def get(self, hit: Hit) -> QPixmap | None:
        return self._all[hit.photo % PICTURES]


def pixmap_of(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> QPixmap:
    height, width = pixels.shape[:2]
    return QPixmap.fromImage(
        QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
    )


def hits(count: int) -> tuple[Hit, ...]:
    """Hits of 25 years in any order, the first hundred verified; one of a hundred has no date."""
    rng = random.Random(3)
    first = hit(1, True, Path("/photos"))
    plain = replace(first, verified=False, evidence=(), strong=True)
    made = []
    for n in range(1, count + 1):
        date = f"{rng.randint(2000, 2024)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}T12:00:00"
        one = first if n <= 100 else plain
        made.append(
            replace(
                *(one,),
                rank=n,
                photo=PhotoId(n),
                path=Path(f"/photos/{rng.randint(0, 99)}/IMG_{rng.randint(0, 9999):04}.jpg"),
                taken_at=date if n % 100 else None,
                size=(rng.randint(800, 6000), rng.randint(800, 4000)),
            )
        )
    return tuple(made)


def frames_ms(view: QAbstractScrollArea, places: Iterator[int]) -> tuple[float, float]:
    """Median and 95th percentile of the time from a scroll to its painted frame."""
    times = []
    for place in places:
        started = time.thread_time()
        view.verticalScrollBar().setValue(place)
        QApplication.processEvents()
        times.append((time.thread_time() - started) * 1000)
    return float(np.median(times)), float(np.percentile(times, 95))


def steps(view: QAbstractScrollArea) -> Iterator[int]:
    page = view.viewport().height()
    return (page * n // 3 for n in range(FRAMES))


def jumps(view: QAbstractScrollArea) -> Iterator[int]:
    rng = random.Random(5)
    return (rng.randint(0, view.verticalScrollBar().maximum()) for _ in range(FRAMES))


def once_ms(act: Callable[[], object], times: int = 3) -> float:
    """Median of some runs."""
    took = []
    for _ in range(times):
        started = time.thread_time()
        act()
        QApplication.processEvents()
        took.append((time.thread_time() - started) * 1000)
    return float(np.median(took))


def painting(window: MainWindow) -> Table:
    rows = []
    page = window.results
    for shape, name in (("grid", "grid"), ("timeline", "timeline by date"), ("list", "list with columns")):
        page.bar.choose_shape(shape)  # type: ignore[arg-type]
        QApplication.processEvents()
        for kind, places in (("a third of a page on", steps), ("a jump anywhere", jumps)):
            middle, late = frames_ms(page.hits_view, places(page.hits_view))
            rows.append(
                (
                    f"{name}, {kind}",
                    f"{FRAME_MS:.0f}",
                    f"{middle:.1f}",
                    f"{late:.1f}",
                    verdict(late < FRAME_MS),
                )
            )
    return Table(
        title=f"Scrolling {ROWS:,} hits",
        columns=("what", "asked, ms", "median", "p95", "holds"),
        rows=tuple(rows),
    )


def arranging(window: MainWindow, shown: tuple[Hit, ...]) -> Table:
    page = window.results
    rows = [
        (
            "group by month or year",
            f"{once_ms(lambda: by_month(arrange(shown, 'taken', lambda _: None))):.0f}",
        )
    ]
    sort_keys: tuple[SortKey, ...] = ("taken", "name", "size", "folder")
    for sort_key in sort_keys:
        page.bar.choose_shape("grid")
        page.bar.choose_sort_key("best")
        rows.append(
            (
                f"grid in the order of {sort_key}",
                f"{once_ms(partial(page.bar.choose_sort_key, sort_key), 1):.0f}",
            )
        )
    page.bar.choose_sort_key("best")
    rows.append(("select all", f"{once_ms(page.select_all):.0f}"))
    rows.append(("list the selected hits", f"{once_ms(page.selected_hits):.0f}"))
    return Table(title=f"Rearranging {ROWS:,} hits", columns=("what", "ms"), rows=tuple(rows))


def overlaying(engine: Engine, theme: Theme, preferences: Preferences) -> Table:
    """A query and a photo of 1600 pixels, the size in which the window compares them."""
    query = pixmap_of(paint(1, (1600, 1067)))
    one = replace(hit(1, True, Path("/photos")), evidence=(evidence_of(1),))
    view = MatchView(engine, theme, preferences)
    view.resize(*SIZE)
    view.show()
    source, picture = Term(path=Path("query.jpg")), Picture(query, (900, 600))
    view.show_hit(one, [Side(term=0, source=source, label="query", picture=picture, region=None)])
    view._on_picture(PictureAnswer(pixels=paint(2, (1600, 1067)), full_size=(900, 600)))
    view.show_over(True)
    assert view.overlay is not None
    corners = np.array([[200, 100], [1400, 180], [1350, 900], [150, 860]], np.float32)
    rows = [
        ("warp the query onto its place", f"{once_ms(lambda: warped(query, corners, QSize(1600, 1067))):.0f}")
    ]
    for at, name in enumerate(("fade", "wipe", "difference")):
        view.blends.setCurrentIndex(at)
        times = [
            once_ms(partial(view.slider.setValue, value), 1)
            for value in (*range(0, 100, 2), *range(99, 0, -2))
        ]
        rows.append((f"a frame while the slider moves: {name}, p95", f"{np.percentile(times, 95):.1f}"))
    view.close()
    return Table(title="The query over the hit", columns=("what", "ms"), rows=tuple(rows))


def main() -> None:
    arguments = parser(__doc__ or "", data=False).parse_args()
    app = QApplication(sys.argv[:1])
    install(app, "en")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        preferences = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        theme = Theme(app, "light")
        engine = Engine(in_thread(FakeEngine(Script()), folder))
        window = build_window(engine, theme, preferences)
        painted = Painted(engine, window)
        painted.fill()
        page = window.results
        rows = page.list.itemDelegate()
        assert isinstance(rows, RowDelegate)
        for user in (page.view, page.delegate, page.list, rows):
            user._thumbnails = painted
        window.results.details._known = AllKnown()
        window.resize(*SIZE)
        window.show()
        shown = hits(ROWS)
        window.search.result = SearchResult(hits=shown, took_ms=Timings(), searched=ROWS)
        window.results.refresh()
        QApplication.processEvents()
        tables = [painting(window), arranging(window, shown), overlaying(engine, theme, preferences)]
        window.close()
        engine.close()
    publish("views", "The window's views at 100,000 hits", tables, write=arguments.write)


class AllKnown(dict[PhotoId, Metadata]):
    """Metadata of every photo."""

    def __missing__(self, photo: PhotoId) -> Metadata:
        return Metadata(make="Canon", model="EOS 5D", rating=int(photo) % 6)

    def get(self, photo: PhotoId, default: object = None) -> Metadata:
        return self[photo]

    def __contains__(self, photo: object) -> bool:
        return True


if __name__ == "__main__":
    main()

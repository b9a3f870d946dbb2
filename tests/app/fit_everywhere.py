"""Every view at every size, scale, scheme and language: `python -m tests.app.fit_everywhere`.

Says what is cut off, lies outside or over something else, and what share of the window photos get. A process for each
scale, since Qt takes it at its start. test_fits.py asks the quick part: two sizes and both languages at one scale.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from app.base import language
from app.base.language import Language
from app.base.preferences import Preferences, Scheme
from app.base.theme import Theme
from app.engine import Engine
from app.export import Recipe
from app.export.dialog import ExportDialog
from app.library import AddFoldersDialog
from app.query import part_of_file
from app.shell import MainWindow, build_window
from app.shell.guide_dialog import GuideDialog
from app.shell.tour import Tour
from cbir.base.types import Filters
from tests.app.fake_engine import FakeEngine, Script, in_thread
from tests.app.fits import faults

SCALES = ("1", "1.5", "2")
SIZES = ((800, 600), (1290, 820), (2560, 1440))
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LANGUAGES: tuple[tuple[Language, str], ...] = (
    *(("en", "C"), ("de", "de_DE")),
    *(("fr", "fr_FR"), ("it", "it_IT")),
)
WAIT_S = 60.0


def views(window: MainWindow) -> dict[str, Callable[[], object]]:
    """What is done to see each view of a window with matches, one after the other."""
    bar, actions = window.results.bar, window.actions_

    def side_by_side() -> None:
        window.pages.show_results()
        window.pages.show_side_by_side()

    return {
        "matches": lambda: None,
        "unfolded": window.results.toggle_fold,
        "list": lambda: bar.choose_shape("list"),
        "by date": lambda: bar.choose_shape("timeline"),
        "wall": lambda: bar.choose_shape("grid"),
        "left column": lambda: actions.library_column.setChecked(True),
        "details": lambda: actions.evidence_column.setChecked(True),
        "notice": lambda: window.notice.say("Something was copied, and something else was not.", topic="t"),
        "photo": window.pages.show_photo,
        "match": window.pages.show_match,
        "side by side": side_by_side,
    }


def overlays(window: MainWindow) -> dict[str, Callable[[], QWidget]]:
    """What lies over the window, or beside it, and is looked at alone."""
    popover = window.bar.filter_popover

    def opened(kind: str) -> QWidget:
        window.pages.show_results()
        popover.open(kind, window.bar.filter_button)  # type: ignore[arg-type]
        return popover

    def adding() -> QWidget:
        popover.close()
        dialog = AddFoldersDialog(lambda _folders, _leave_out: None, ("*.tmp.jpg",), window)
        for name in ("Pictures", "Pictures of a long summer by the sea"):
            dialog.folders.add(Path("/home/me") / name)
        dialog.show()
        return dialog

    def exporting() -> QWidget:
        dialog = ExportDialog(window.results.model.hits[:2], Recipe(), lambda _recipe: None, window)
        dialog.show()
        return dialog

    def touring() -> QWidget:
        popover.close()
        window.dialogs.show_tour()
        (tour,) = window.findChildren(Tour)
        return tour

    def reading() -> QWidget:
        window.dialogs.show_guide()
        (dialog,) = window.findChildren(GuideDialog)
        return dialog

    return {
        "tour": touring,
        "guide": reading,
        "export": exporting,
        **{f"filter: {kind}": lambda kind=kind: opened(kind) for kind in popover.pages},  # type: ignore[misc]
        "add folders": adding,
    }


class Walk:
    """The window of one scheme and language, at all sizes."""

    def __init__(self, theme: Theme, folder: Path) -> None:
        (folder / "query.jpg").write_bytes(b"\xff\xd8")
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self._picture = folder / "query.jpg"
        self._engine = Engine(in_thread(FakeEngine(Script()), folder))
        self.window = build_window(self._engine, theme, Preferences(settings))
        self.window.show()
        self._engine.start()
        _until(lambda: self.window.library.info is not None)

    def close(self) -> None:
        self.window.close()
        self._engine.close(1.0)
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def share(self, size: tuple[int, int]) -> float:
        """What part of the window photos get when it opens."""
        window = self.window
        window.actions_.evidence_column.setChecked(False)
        window.search.clear()
        window.resize(*size)
        _until(lambda: window.results.shows_hits and not window.status.isVisible())
        _rest()
        wall = window.results.gallery.size()
        return wall.width() * wall.height() / (window.width() * window.height())

    def look(self, size: tuple[int, int]) -> Iterator[tuple[str, list[str]]]:
        """Each view's name and faults."""
        window = self.window
        window.resize(*size)
        window.search.search(
            part_of_file(self._picture),
        )
        _until(lambda: window.results.shows_hits and not window.search.busy)
        window.search.set_filters(Filters(taken_from="2019-07-04", taken_to="2019-07-09", min_rating=3))
        _until(lambda: not window.search.busy)
        for name, act in views(window).items():
            act()
            _rest()
            yield name, faults(window)
        window.notice.hide()
        for name, show in overlays(window).items():
            shown = show()
            _rest()
            inside = shown.isWindow() or window.rect().contains(shown.geometry())
            yield name, [*faults(shown), *([] if inside else ["it lies outside of the window"])]
            shown.close()
        window.pages.show_results()
        _rest()
        if (window.width(), window.height()) != size:
            yield "size", [f"the window has {window.width()}x{window.height()}"]


def _until(state: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_S
    while not state():
        QApplication.processEvents()
        if time.monotonic() > end:
            raise TimeoutError("the window did not come to the state that was waited for")
        time.sleep(0.005)


def _rest() -> None:
    for _ in range(3):
        QApplication.processEvents()


def look_at_scale(scale: str) -> int:
    """Look at everything in this process, which has a scale. Returns the number of faults."""
    app = QApplication(sys.argv[:1])
    wrong = looked = 0
    for speech, place in LANGUAGES:
        language.install(app, speech, QLocale.c() if place == "C" else QLocale(place))
        for scheme in SCHEMES:
            theme = Theme(app, scheme)
            with tempfile.TemporaryDirectory() as folder:
                walk = Walk(theme, Path(folder))
                shares = {size: walk.share(size) for size in SIZES}
                for size in SIZES:
                    for name, found in walk.look(size):
                        looked += 1
                        wrong += len(found)
                        for fault in found:
                            print(
                                f"x{scale} {size[0]}x{size[1]} {scheme} {speech} {name}: {fault}", flush=True
                            )
                walk.close()
            said = ", ".join(f"{w}x{h} {share:.0%}" for (w, h), share in shares.items())
            print(f"x{scale} {scheme} {speech}: photos get {said}", flush=True)
    print(f"x{scale}: {looked} views looked at, {wrong} faults", flush=True)
    return wrong


def main() -> None:
    """Look at each scale in a process of its own; ends with 1 where something is wrong."""
    if len(sys.argv) > 1:
        raise SystemExit(look_at_scale(sys.argv[1]) > 0)
    bad = 0
    for scale in SCALES:
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "QT_SCALE_FACTOR": scale}
        command = [sys.executable, "-m", "tests.app.fit_everywhere", scale]
        bad += subprocess.run(command, env=environment, check=False).returncode
    raise SystemExit(bad > 0)


if __name__ == "__main__":
    main()

"""Every view at every size, scale, scheme and language: `python -m tests.app.fit_everywhere [SCALE]`.

Says what is cut off, lies outside or over something else, and what share of the window photos get. A process for each
scale, since Qt takes it at its start. test_fits.py asks the quick part: two sizes and four languages at one scale.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings
from PySide6.QtWidgets import QApplication, QDialog

from cbir.base.types import Filters
from cbir_app.base import language
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine
from cbir_app.sessions import part_of_file
from cbir_app.shell import build_window
from tests.app.fake_engine import in_thread
from tests.app.fit_views import dialogs, full_engine, messages, more_views, overlays, top_dialog, views
from tests.app.fits import faults
from tests.app.handling import at_rest

SCALES = ("1", "1.5", "2")
SIZES = ((800, 600), (1290, 820), (2560, 1440), (3840, 2160))
SCHEMES = ("light", "dark")
LANGUAGES = (
    *(("en", "C"), ("de", "de_DE")),
    *(("fr", "fr_FR"), ("it", "it_IT")),
)
WAIT_S = 600.0  # for a machine that has other work


class Walk:
    """A window of one scheme, language and size."""

    def __init__(self, theme, folder, size):
        self._picture = folder / "query.jpg"
        self._picture.write_bytes(b"\xff\xd8")
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self._fake = full_engine()
        self._engine = Engine(in_thread(self._fake, folder))
        self._size = size
        self.window = build_window(self._engine, theme, Preferences(settings))
        self.window.resize(*size)
        self.window.show()
        self._engine.start()
        _until(lambda: self.window.library.info is not None)

    def close(self):
        self.window.close()
        self._engine.close(1.0)
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def share(self):
        """The share of the window that photos get when it opens."""
        window = self.window
        _until(lambda: window.results.shows_hits and not window.status.isVisible())
        _until(window.model_bar.isVisible)
        window.model_bar.hide()  # it offers to go on with a download
        self._rest()
        wall = window.results.gallery.size()
        return wall.width() * wall.height() / (window.width() * window.height())

    def look(self):
        """Each view's name and faults."""
        window = self.window
        window.setUpdatesEnabled(False)  # what is painted has no part in it, and took four fifths of the time
        window.search.search(part_of_file(self._picture))
        _until(lambda: window.results.shows_hits and not window.search.busy)
        window.search.set_filters(Filters(taken_from="2019-07-04", taken_to="2019-07-09", min_rating=3))
        _until(lambda: not window.search.busy)
        yield from self._in_window({**views(window), **more_views(window)})
        for name, show in overlays(window).items():
            yield name, self._over(show())
        for name, act in dialogs(window).items():
            act()
            self._rest()
            yield name, self._over(top_dialog())
            for left in window.findChildren(QDialog):
                left.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        window.pages.show_results()
        yield from self._in_window(messages(window, self._fake, self._picture))
        if (window.width(), window.height()) != self._size:
            yield "size", [f"the window has {window.width()}x{window.height()}"]

    def _in_window(self, acts):
        for name, act in acts.items():
            act()
            self._rest()
            yield name, faults(self.window)

    def _over(self, shown):
        """Look at what lies over the window, or beside it, and close it."""
        self._rest()
        inside = shown.isWindow() or self.window.rect().contains(shown.geometry())
        found = [*faults(shown), *([] if inside else ["it lies outside of the window"])]
        shown.close()
        return found

    def _rest(self):
        _until(lambda: at_rest(self.window, self._engine))
        for _ in range(3):  # a layout in a layout takes a turn of its own
            QApplication.processEvents()


def _until(state):
    end = time.monotonic() + WAIT_S
    while not state():
        QApplication.processEvents()
        if time.monotonic() > end:
            raise TimeoutError("the window did not come to the state that was waited for")
        time.sleep(0.005)


def look_at_scale(scale):
    """Look at everything in this process, which has a scale. Returns the number of faults."""
    app = QApplication(sys.argv[:1])
    wrong, names, looked = 0, set[str](), 0
    for speech, place in LANGUAGES:
        language.install(app, speech, QLocale.c() if place == "C" else QLocale(place))
        for scheme in SCHEMES:
            theme = Theme(app, scheme)
            shares = []
            for size in SIZES:
                at = f"{size[0]}x{size[1]}"
                with tempfile.TemporaryDirectory() as folder:
                    walk = Walk(theme, Path(folder), size)
                    shares.append(f"{at} {walk.share():.0%}")
                    for name, found in walk.look():
                        names.add(name)
                        looked += 1
                        wrong += len(found)
                        for fault in found:
                            print(f"x{scale} {at} {scheme} {speech} {name}: {fault}", flush=True)
                    walk.close()
            print(f"x{scale} {scheme} {speech}: photos get {', '.join(shares)}", flush=True)
    print(f"x{scale}: {len(names)} views, {looked} looks, {wrong} faults", flush=True)
    return wrong


def main():
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

"""Starts the program: language, theme and engine. cbir_app.shell.wiring builds the objects of the window.

    python -m cbir_app --library DIR [FILE]

Qt is imported inside main(), because the spawned process of the engine imports this module too.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

AGAIN_MS = 200
UNSEEN_MS = 1000  # start the engine after this delay if the window is not painted, for example minimised
# For the pixmaps of paint_borders(): a 4K screen full of matches, at two pixels per point, takes 33 MB.
BORDERS_KB = 64 << 10

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication

    from cbir.base.types import IndexReport
    from cbir_app.shell import MainWindow


class Filling(Protocol):
    """Creates a library and its pictures while the window is already open; see `cbir demo`."""

    folders: tuple[Path, ...]
    query: Path

    def ready(self) -> bool:
        """Return True if the library exists and its folders may be added."""

    def growing(self) -> bool:
        """Return True while pictures are being created."""


def main(
    library: Path,
    *,
    query: Path | None = None,
    index: tuple[Path, ...] = (),
    filling: Filling | None = None,
) -> int:
    """Show the window on a library until it is closed; returns the exit code.

    query : a picture to search with at once
    index : folders to add at once
    filling : pictures that are still being created; they are added as they arrive, then the query is searched
    """
    gc.disable()  # objects made at the start stay alive; collecting them again and again takes 1/20 of the start
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPixmapCache
    from PySide6.QtWidgets import QApplication

    from cbir.service import serve
    from cbir_app.base.language import install
    from cbir_app.base.preferences import Preferences
    from cbir_app.base.theme import Theme
    from cbir_app.engine import Engine, engine_process
    from cbir_app.sessions import part_of_file
    from cbir_app.shell import TITLE, SingleInstance, build_window, hand_over

    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("cbir")
    app.setApplicationDisplayName(TITLE)
    app.setDesktopFileName("io.github.cbir.Cbir")  # the name in installers/linux
    QPixmapCache.setCacheLimit(BORDERS_KB)
    if not index and hand_over(library, query):
        return 0  # the open window takes over
    preferences = Preferences()
    install(app, preferences.language)
    theme = Theme(app, preferences.scheme)
    engine = Engine(engine_process(serve, library))
    window = build_window(engine, theme, preferences)
    instance = SingleInstance(library)
    instance.speak_for(window)
    release = _quit_on_interrupt(app)

    def begin() -> None:
        """Start the engine once the window is visible: earlier it would delay the first frame."""
        instance.listen()
        if filling is not None and not filling.ready():
            if filling.growing():
                QTimer.singleShot(AGAIN_MS, begin)
            else:
                app.quit()  # it was refused; the caller reports the reason
        elif not engine.started:
            gc.freeze()
            gc.enable()
            engine.start()

    window.painted.connect(begin)
    QTimer.singleShot(UNSEEN_MS, begin)
    window.show()
    if index:
        window.library.add(index)
    if filling is not None:
        fill(window, filling)
    else:
        window.dialogs.offer_tour()
    if query is not None:
        window.search.search(part_of_file(query))
    code = app.exec()
    instance.close()
    engine.close()
    release()
    return code


def fill(window: MainWindow, filling: Filling) -> None:
    """Add the folders repeatedly while pictures arrive, then search."""
    from PySide6.QtCore import QTimer

    from cbir_app.sessions import part_of_file

    complete = False

    def on_finished(report: IndexReport) -> None:
        nonlocal complete
        if complete or report.cancelled:
            window.library.finished.disconnect(on_finished)
            window.results.select(0)  # otherwise the first photo stays selected, far below the hits
            window.search.search(part_of_file(filling.query))
            return
        complete = not filling.growing()
        QTimer.singleShot(AGAIN_MS, lambda: window.library.add(filling.folders))

    window.library.finished.connect(on_finished)
    window.library.add(filling.folders)


def _quit_on_interrupt(app: QCoreApplication) -> Callable[[], None]:
    """Let Ctrl-C in the terminal close the window; returns a function that restores the former handler.

    Python runs no handler while Qt waits, so a socket wakes Qt. The handler itself does nothing: it may run during
    painting, when the window must not close.
    """
    import signal
    import socket

    from PySide6.QtCore import QSocketNotifier

    woken, waker = socket.socketpair()
    waker.setblocking(False)
    former_fd = signal.set_wakeup_fd(waker.fileno())
    former = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: app.quit() if signal.SIGINT in woken.recv(64) else None)

    def release() -> None:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(former_fd)
        signal.signal(signal.SIGINT, former)
        woken.close()
        waker.close()

    return release


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m cbir_app", description="Find a photo by a picture.")
    parser.add_argument("--library", type=Path, required=True, help="the library's folder")
    parser.add_argument("file", type=Path, nargs="?", help="a picture to search with at once")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    arguments = _parse(sys.argv[1:])
    sys.exit(main(arguments.library, query=arguments.file))

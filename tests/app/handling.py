"""A hand on the window: drop a file, wait for hits, find a button."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton

from cbir.service import SearchRequest, WatchRequest
from tests.app.fake_engine import is_for_something

LONGEST_DELAY_MS = 500  # what stays longer, such as a notice, is no delay
REAL_WAIT_MS = 100_000  # for processes that start and index
PNG = b"\x89PNG\r\n\x1a\n"


def drop(window, data, place=None):
    """Drop data on a place of the window, or on its middle, as the platform does."""
    middle = QPoint(window.width() // 2, window.height() // 2) if place is None else place
    no = Qt.KeyboardModifier.NoModifier
    left = Qt.MouseButton.LeftButton
    either = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(middle, either, data, left, no)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    assert enter.dropAction() == Qt.DropAction.CopyAction
    dropped = QDropEvent(QPointF(middle), either, data, left, no)
    QApplication.sendEvent(window, dropped)
    assert dropped.isAccepted()


def urls(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) if isinstance(p, Path) else QUrl(p) for p in paths])
    return data


def found(qtbot, window):
    """Wait for the hits of a search by picture."""
    search = window.search
    qtbot.waitUntil(
        lambda: bool(window.results.model.hits) and search.picture is not None and not search.busy
    )


def settle(qtbot, root, engine):
    """Wait until nothing is under way."""
    qtbot.waitUntil(lambda: at_rest(root, engine))


def at_rest(root, engine):
    """True if no answer of the engine is pending, and no short delay of a window or a view runs."""
    timers = root.findChildren(QTimer)
    delays = (timer for timer in timers if timer.isSingleShot() and timer.interval() <= LONGEST_DELAY_MS)
    owed = (value for value in engine.pending.values() if not isinstance(value.request, WatchRequest))
    return not any(owed) and not any(timer.isActive() for timer in delays)


def search_requests(fake):
    """The searches that a person asked for."""
    return [
        request for request in fake.seen if isinstance(request, SearchRequest) and is_for_something(request)
    ]


def button(window, text):
    buttons = [b for b in window.findChildren(QPushButton) if b.text() == text and b.isVisibleTo(window)]
    assert buttons, f"no button {text!r}"
    return buttons[-1]


def delays(part):
    """The delays of a session or a view: how long it rests before it asks, for example."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    return [timer for timer in part.findChildren(QTimer, options=direct) if timer.isSingleShot()]


def hasten(part, interval_ms=5):
    """Shorten the delays of a session or a view."""
    for timer in delays(part):
        timer.setInterval(interval_ms)


def resting(part):
    """True while a delay of a session or a view is running."""
    return any(timer.isActive() for timer in delays(part))


def rest(part):
    """Let the running delays of a session or a view pass. Returns whether there were any."""
    running = [timer for timer in delays(part) if timer.isActive()]
    for timer in running:
        timer.stop()
        timer.timeout.emit()
    return bool(running)


class Driver:
    """A window on the real engine, with the waits that its processes need on a busy machine."""

    def __init__(self, window, qtbot):
        self.window, self._bot = window, qtbot

    def until(self, condition):
        self._bot.waitUntil(condition, timeout=REAL_WAIT_MS)

    def index(self, folder, *, photos):
        """Add a folder, after which the library has so many photos."""
        failures = []
        self.window.library.failed.connect(failures.append)
        self.window.library.add([folder])
        self.until(lambda: not self.window.library.running)
        assert failures == []
        library = self.window.library
        self.until(lambda: library.info_ticket is None and library.info.searchable == photos)

    def search(self, part):
        self.window.search.search(part)
        self.done()

    def done(self):
        self.until(lambda: not self.window.search.busy)

    def idle(self):
        self.until(lambda: not (self.window.library.running or self.window.search.busy))

    def names(self):
        """The file names of the hits."""
        return [hit.path.name for hit in self.window.results.model.hits]

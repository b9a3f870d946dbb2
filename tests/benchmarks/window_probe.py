"""The real window, told what to do, that measures itself: `python -m tests.benchmarks.window_probe HOW ...`.

One line of JSON on stdout for each measure; `tests.benchmarks.window` starts it and reads them. Qt is imported inside
the functions, and nothing heavier at all: the engine's process imports this module once more, and what this process
weighs is what the window weighs.
"""

import json
import random
import sys
import time
from pathlib import Path

SCROLL_MS = 40
SEARCH_MS = 1500
LETTER_MS = 120
SHAPE_MS = 6000
WORDS = ("red boat", "people in the street", "a white dog", "old house", "DVD cover")
SHAPES = ("grid", "timeline", "list")
# Of Linux: nanoseconds at work, nanoseconds in the queue, turns.
SCHEDULED = Path("/proc/thread-self/schedstat")


def tell(**measured):
    print(json.dumps(measured), flush=True)


# ---- the first paint


def start(library):
    """Start as a user does, tell when the first frame is on its way, and leave when the library is open."""
    from PySide6.QtWidgets import QApplication

    import cbir_app.shell

    build = cbir_app.shell.build_window

    def build_and_tell(engine, theme, preferences):
        window = build(engine, theme, preferences)

        def tell_painted():
            tell(painted_at=time.monotonic(), worked_s=time.process_time())
            if window.library.info is not None:
                tell_open()
            else:
                window.library.info_changed.connect(lambda _info: tell_open())

        def tell_open():
            tell(open_at=time.monotonic(), photos=window.library.photos)
            QApplication.quit()

        window.painted.connect(tell_painted)
        return window

    cbir_app.shell.build_window = build_and_tell
    from cbir_app.__main__ import main as window

    window(library)


# ---- a person at work while photos are added


class Pulse:
    """Times at which the event loop came round, with this thread's time at work and in wait for a core until then.

    Every millisecond if it can.
    """

    def __init__(self):
        from PySide6.QtCore import Qt, QTimer

        self.at_s = []
        self.worked_s = []
        self.queued_s = []
        self.doing = []
        self.what = "waiting"
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._beat)

    def start(self):
        self._timer.start()

    def stop(self):
        self._timer.stop()

    def _beat(self):
        self.at_s.append(time.perf_counter())
        self.worked_s.append(time.thread_time())
        self.queued_s.append(queued_s())
        self.doing.append(self.what)
        self.what = "waiting"


def queued_s():
    """Seconds that this thread was ready and no core was free; 0 where the system does not say."""
    try:
        return int(SCHEDULED.read_text(encoding="ascii").split()[1]) / 1e9
    except OSError:
        return 0.0


class Person:
    """Searches by words and by pictures, scrolls, and looks at the hits in all shapes."""

    def __init__(self, window, pictures, pulse):
        self._window, self._pictures, self._pulse = window, pictures, pulse
        self._rng = random.Random(7)
        self._turn = self._shape = 0
        self._letters = iter(())
        self.scrolls = 0
        self.searches = 0
        self._timers = [
            self._every(SCROLL_MS, "scrolling", self._scroll),
            self._every(SEARCH_MS, "searching", self._search),
            self._every(LETTER_MS, "typing", self._type),
            self._every(SHAPE_MS, "another shape", self._reshape),
        ]
        window.search.finished.connect(lambda _result: self._count())

    def start(self):
        for timer in self._timers:
            timer.start()

    def stop(self):
        for timer in self._timers:
            timer.stop()

    def _every(self, interval_ms, what, act):
        from PySide6.QtCore import QTimer

        def acting():
            self._pulse.what = what
            act()

        timer = QTimer(self._window)
        timer.setInterval(interval_ms)
        timer.timeout.connect(acting)
        return timer

    def _count(self):
        self._pulse.what = "showing hits"
        self.searches += 1

    def _scroll(self):
        bar = self._window.results.hits_view.verticalScrollBar()
        if bar.maximum() > 0:
            self.scrolls += 1
            bar.setValue(0 if bar.value() >= bar.maximum() else bar.value() + bar.pageStep() // 5)

    def _search(self):
        from cbir_app.sessions import part_of_file

        self._turn += 1
        if self._turn % 2:
            self._letters = iter(())
            self._window.search.search(part_of_file(self._rng.choice(self._pictures)))
        else:
            self._window.search.clear()
            words = self._rng.choice(WORDS)
            self._letters = iter([words[:end] for end in range(1, len(words) + 1)])

    def _type(self):
        typed = next(self._letters, None)
        if typed is not None:
            self._window.search.type(typed)

    def _reshape(self):
        self._shape += 1
        self._window.results.bar.choose_shape(SHAPES[self._shape % len(SHAPES)])


def busy(library, pictures, folders):
    """Index folders into a new library with a person at work, and tell every beat of the event loop."""
    app, engine, window = open_window(library)
    pulse = Pulse()
    person = Person(window, sorted(path for path in pictures.iterdir() if path.suffix == ".jpg"), pulse)
    began = []

    def begin():
        began.append(time.perf_counter())
        window.library.add(folders)
        pulse.start()
        person.start()

    def end(_report):
        pulse.stop()
        person.stop()
        app.quit()

    engine.ready.connect(lambda _info: begin())
    window.library.finished.connect(end)
    window.library.failed.connect(lambda text: sys.exit(f"The photos could not be added: {text}"))
    engine.start()
    app.exec()
    tell(
        at_s=pulse.at_s,
        worked_s=pulse.worked_s,
        queued_s=pulse.queued_s,
        doing=pulse.doing,
        searches=person.searches,
        scrolls=person.scrolls,
        took_s=time.perf_counter() - began[0],
    )
    window.close()
    engine.close()


def open_window(library):
    """The window as `cbir_app.__main__` makes it, with settings that are thrown away."""
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from cbir.service import serve
    from cbir_app.base.language import install
    from cbir_app.base.preferences import Preferences
    from cbir_app.base.theme import Theme
    from cbir_app.engine import Engine, engine_process
    from cbir_app.shell import build_window

    app = QApplication(sys.argv[:1])
    install(app)
    settings = library.with_suffix(".ini")
    preferences = Preferences(QSettings(str(settings), QSettings.Format.IniFormat))
    engine = Engine(engine_process(serve, library))
    window = build_window(engine, Theme(app, "light"), preferences)
    window.show()
    return app, engine, window


def main(words):
    how, library = words[0], Path(words[1])
    if how == "start":
        start(library)
    else:
        busy(library, Path(words[2]), [Path(word) for word in words[3:]])


if __name__ == "__main__":
    main(sys.argv[1:])

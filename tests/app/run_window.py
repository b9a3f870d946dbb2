"""The window as a program that tells what it does: `python -m tests.app.run_window DIR [real] [parts]`.

On the fake engine, for which DIR may hold script.json; or on the real one, with DIR as its library. With `parts` it
tells where its parts are, too (see window_parts.py).
"""

import sys
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication

from cbir_app.base.language import install
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine, engine_process
from cbir_app.shell import build_window
from tests.app import fake_engine
from tests.app.window_parts import PartsTeller


def main(folder, *, real, parts):
    from cbir.service import serve

    app = QApplication(sys.argv[:1])
    install(app, "en")
    preferences = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    engine = Engine(engine_process(serve if real else fake_engine.serve, folder))
    window = build_window(engine, Theme(app, "light"), preferences)

    def on_query(query):
        for term in query.terms:
            print("query", term.path, None if term.data is None else len(term.data), flush=True)

    def on_result(result):
        print("result", result.verified, flush=True)
        QTimer.singleShot(300, tell_places)

    def tell_places():
        """Say where on the screen the first hit and the query bar are."""
        view, field = window.results.view, window.bar.field
        cell = view.visualRect(window.results.model.index(0, 0)).center()
        for name, place in (
            ("hit", view.viewport().mapToGlobal(cell)),
            ("bar", field.mapToGlobal(field.rect().center())),
        ):
            print(name, place.x(), place.y(), flush=True)

    if parts:
        PartsTeller(window, engine)
    window.search.query_changed.connect(on_query)
    window.search.finished.connect(on_result)
    engine.ready.connect(lambda _info: print("ready", flush=True))
    window.setGeometry(0, 0, 900, 700)
    window.show()
    engine.start()
    code = app.exec()
    engine.close()
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), real="real" in sys.argv[2:], parts="parts" in sys.argv[2:]))

"""A window at rest -> a line of JSON: each part that a pointer can press, by its name, and where on the screen it is.

For a hand in another process, which has nothing but a mouse: it reads where to press, and sees by the names what came
of it, since they say what stands to be seen: "4 of 5 stars", "edge at 80".
"""

import json

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QMenu, QMenuBar, QWidget

from cbir_app.panels.marks import Stars
from tests.app.handling import at_rest

EVERY_MS = 40
Part = tuple[str, QPoint]


class PartsTeller(QObject):
    """Tells the parts whenever they have changed and nothing is under way. It looks twice, so that none is moving."""

    def __init__(self, window, engine):
        super().__init__(window)
        self._window, self._engine = window, engine
        self._seen = self._told = ""
        timer = QTimer(self)
        timer.setInterval(EVERY_MS)
        timer.timeout.connect(self._tell)
        timer.start()

    def _tell(self):
        if not at_rest(self._window, self._engine):
            return
        places = {name: (place.x(), place.y()) for name, place in parts(self._window)}
        told, self._seen = self._seen, json.dumps(places)
        if told == self._seen != self._told:
            self._told = told
            print("parts", told, flush=True)


def parts(window):
    headline = window.results.headline
    yield f"headline {headline.text()}", headline.mapToGlobal(headline.rect().center())
    yield from _photos(window)
    yield from _edge(window)
    for top in QApplication.topLevelWidgets():
        if not top.isVisible():
            continue
        if isinstance(top, QMenu):
            yield from _actions(top, "item")
        for widget in top.findChildren(QWidget):
            if widget.isVisible() and widget.window() is top and widget.isEnabled():
                yield from _controls(widget)


def _photos(window):
    view, model = window.results.view, window.results.model
    if view.isVisible():
        for row, hit in enumerate(model.hits):
            tile = view.visualRect(model.index(row, 0)).center()
            yield f"photo {hit.path.name}", view.viewport().mapToGlobal(tile)


def _edge(window):
    """Tell the edge of a wipe, and where it would be four fifths to the right."""
    match = window.pages.match
    if match.isVisible() and match.overlay is not None and match.blends.currentData() == "wipe":
        reach, canvas = match.overlay.reach, match.canvas
        for name, x in (
            (f"edge at {match.slider.value()}", match.overlay.edge),
            ("place of 80", reach.left() + 0.8 * reach.width()),
        ):
            place = canvas.mapFromScene(QPointF(x, reach.center().y()))
            yield name, canvas.viewport().mapToGlobal(place)


def _controls(widget):
    middle = widget.mapToGlobal(widget.rect().center())
    if isinstance(widget, QMenuBar):
        yield from _actions(widget, "menu")
    elif isinstance(widget, QAbstractButton):
        yield f"button {_plain(widget.text()) or widget.accessibleName()}", middle
    elif isinstance(widget, QComboBox):
        yield f"list {widget.accessibleName()}", middle
        rows = widget.view()
        if rows.isVisible():
            for row in range(widget.count()):
                place = rows.visualRect(widget.model().index(row, 0)).center()
                yield f"row {widget.itemText(row)}", rows.viewport().mapToGlobal(place)
    elif isinstance(widget, Stars):
        name = f"{widget.value()} of {widget.maximum()} stars"
        yield name, middle
        step = widget.width() / widget.maximum()
        for star in range(widget.maximum()):
            place = QPoint(round((star + 0.5) * step), widget.height() // 2)
            yield f"star {star + 1}", widget.mapToGlobal(place)


def _actions(bar, kind):
    for action in bar.actions():
        if action.isVisible() and action.isEnabled() and action.text():
            yield f"{kind} {_plain(action.text())}", bar.mapToGlobal(bar.actionGeometry(action).center())


def _plain(text):
    return text.replace("&", "")

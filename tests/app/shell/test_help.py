"""The Help menu: the guide, what is new, and the tour of a first start."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from cbir_app.shell.help_dialogs import CHANGES, GUIDE, NEWS, GuideDialog, NewsDialog, document
from cbir_app.shell.tour import CARDS, SEEN, Tour
from tests.app.handling import button

ROOT = Path(__file__).resolve().parents[3]


def test_what_the_help_menu_shows_is_in_the_wheel_and_so_is_what_it_links_to():
    with (ROOT / "pyproject.toml").open("rb") as file:
        shipped = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for source, target in shipped.items():
        assert (ROOT / source).is_file() and target == f"cbir_resources/help/{Path(source).name}"
        assert document(Path(source).name) == ROOT / source
    names = {Path(source).name for source in shipped}
    assert {GUIDE, CHANGES} <= names
    guide = (ROOT / "docs" / GUIDE).read_text(encoding="utf-8")
    linked = {link for link in re.findall(r"\]\(([^)#]+)", guide) if "//" not in link}
    assert {link for link in linked if not link.startswith("../resources/cbir_resources/")} <= names
    assert all((ROOT / "docs" / link).resolve().is_file() for link in linked)


def test_the_guide_goes_to_headings_links_and_words(qtbot, window):
    window.actions_.show_guide.trigger()
    dialog = window.findChild(GuideDialog)
    assert isinstance(dialog, GuideDialog)
    qtbot.waitUntil(dialog.isVisible)
    titles = [dialog.contents.item(at).text().strip() for at in range(dialog.contents.count())]
    assert titles[0] == "Guide" and "The window" in titles
    bar = dialog.text.verticalScrollBar()
    there = bar.value()
    assert there > 0 and dialog.contents.currentRow() == titles.index("The window")
    assert dialog.text.textCursor().block().text() == "The window"
    first_line = QPoint(20, 14)
    assert dialog.text.cursorForPosition(first_line).block().text() == "The window"
    dialog.finder.setText("filmstrip OR nothing like it")
    QTest.keyClick(dialog.finder, Qt.Key.Key_Return)
    assert dialog.missed.text() == "Not found" and bar.value() == there
    dialog.finder.setText("sidecar")
    QTest.keyClick(dialog.finder, Qt.Key.Key_Return)
    assert dialog.missed.text() == "" and dialog.text.textCursor().selectedText().casefold() == "sidecar"
    dialog.text.anchorClicked.emit(QUrl("reference.md#query-syntax"))
    assert dialog.text.textCursor().block().text() == "Query syntax"
    assert dialog.contents.item(0).text() == "Reference of the command line"
    dialog.text.anchorClicked.emit(QUrl("../resources/cbir_resources/towns-NOTICE.md"))
    assert "GeoNames" in dialog.text.toPlainText()


def test_news_are_short_and_lead_to_all_changes(qtbot, window):
    window.actions_.show_news.trigger()
    news = window.findChild(NewsDialog)
    assert isinstance(news, NewsDialog) and news.windowTitle() == "What’s new"
    said = {widget.text() for widget in news.findChildren(QLabel)}
    assert said == {words for entry in NEWS for words in entry}
    QTest.mouseClick(button(news, "All changes"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.findChild(NewsDialog) is None)
    changes = window.findChild(GuideDialog)
    assert isinstance(changes, GuideDialog) and "1.0.0" in changes.text.toPlainText()


def test_a_new_user_is_taken_around_once_the_first_photos_are_there(qtbot, window):
    info = window.library.info
    assert info is not None
    window.dialogs.offer_tour()
    window.library.info_changed.emit(replace(info, photos=0))
    assert window.findChild(Tour) is None
    window.library.info_changed.emit(replace(info, photos=24))
    tour = window.findChild(Tour)
    assert isinstance(tour, Tour)
    qtbot.waitUntil(tour.isVisible)
    seen = []
    for _ in CARDS:
        seen.append(tour.title.text())
        assert tour.accessibleName() == tour.title.text()
        assert window.rect().contains(tour.geometry())
        assert tour.go_on.hasFocus() == bool(seen[1:]), "nobody asked for the first card"
        QTest.keyClick(tour.go_on, Qt.Key.Key_Return)
    assert seen == [title for title, _ in CARDS] and len(CARDS) <= 4
    qtbot.waitUntil(lambda: window.findChild(Tour) is None)
    window.library.info_changed.emit(replace(info, photos=24))
    assert window.findChild(Tour) is None and window.preferences.flag(SEEN, False)


def test_escape_and_skip_end_the_tour_and_the_menu_starts_it_again(qtbot, window):
    for end in ("escape", "skip"):
        window.actions_.show_tour.trigger()
        window.actions_.show_tour.trigger()
        (tour,) = window.findChildren(Tour)
        qtbot.waitUntil(tour.isVisible)
        if end == "escape":
            QTest.keyClick(tour, Qt.Key.Key_Escape)
        else:
            QTest.mouseClick(tour.skip, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.findChild(Tour) is None)
    assert window.preferences.flag(SEEN, False)

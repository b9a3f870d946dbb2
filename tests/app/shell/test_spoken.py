"""The window in another language: nothing of it stays English, and it works from right to left too."""

import re

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QMenuBar,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItemIterator,
    QWidget,
)

from cbir.base.messages import Message
from cbir.base.types import Filters, Problem
from cbir_app.base import language
from cbir_app.base.language import LANGUAGES, tr
from cbir_app.engine.client import GAVE_UP
from cbir_app.results.results_bar import SHAPES
from cbir_app.sessions import part_of_file
from tests.app.handling import settle
from tests.app.translations import APP


class Pseudo(QTranslator):
    """Translates every text that it is asked for into brackets, as if into a language of its own."""

    def translate(self, context, text, disambiguation=None, n=-1):
        return f"⟦{text}⟧"

    def isEmpty(self):
        return False


@pytest.fixture
def pseudo(qapp):
    for old in qapp.findChildren(QTranslator):
        qapp.removeTranslator(old)
    translator = Pseudo(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)
    translator.deleteLater()
    language.install(qapp, "en", QLocale.c())


def texts_of(root):
    """The texts that a window shows, speaks, and explains in tooltips, each with its place."""
    for widget in (root, *root.findChildren(QWidget)):
        where = f"{type(widget).__name__} {widget.objectName()}"
        for what in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()):
            yield where, what
        if widget.isWindow():
            yield where, widget.windowTitle()
        if isinstance(widget, QLabel | QAbstractButton):
            yield where, widget.text()
        elif isinstance(widget, QLineEdit):
            yield where, widget.placeholderText()
        elif isinstance(widget, QGroupBox):
            yield where, widget.title()
        elif isinstance(widget, QComboBox):
            for at in range(widget.count()):
                yield where, widget.itemText(at)
                yield where, str(widget.itemData(at, Qt.ItemDataRole.ToolTipRole) or "")
        elif isinstance(widget, QListWidget):
            yield from ((where, widget.item(at).text()) for at in range(widget.count()))
        elif isinstance(widget, QTabWidget):
            for at in range(widget.count()):
                yield where, widget.tabText(at)
        elif isinstance(widget, QTreeWidget):
            yield from (("header", widget.headerItem().text(at)) for at in range(widget.columnCount()))
            items = QTreeWidgetItemIterator(widget)
            while (item := items.value()) is not None:
                yield from ((where, item.text(at)) for at in range(widget.columnCount()))
                yield from ((where, item.toolTip(at)) for at in range(widget.columnCount()))
                items += 1
    for action in root.findChildren(QAction):
        yield "action", action.text()


MONTHS = "|".join(QLocale.c().monthName(month) for month in range(1, 13))
ALLOWED = re.compile(
    rf"\S*[/\\]\S*|\w+\.jpg|{MONTHS}"  # files; Qt's calendar speaks as the system does
    r"|\b(?:cbir|English|Deutsch|Français|Italiano|Ctrl|Shift|Alt|Return|Enter|Backspace|PgUp|PgDown|Del|Esc|F\d+)\b"
)
"""Names, which are the same in every language, and keys as Qt spells them."""

OF_THE_FAKE = re.compile(
    r"\b(?:Holidays|boat|sea|50 mm|Canon EOS 5D|Lisbon|Porto|Portugal|109 languages|MIT|CC-BY-NC-4|Research only)\b"
    r"|ViT-B-32 \(LAION-2B\)|SigLIP 2 B-32-256|Apache-2\.0|The file ends in the middle of the picture\."
)
"""What the fake engine calls its folders, cameras, places and models, and says of a file."""

WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


def untranslated(text):
    """Return what of a text stands outside the brackets and is a word."""
    depth, rest = 0, []
    for sign in text.replace("\u200b", ""):
        depth += (sign == "⟦") - (sign == "⟧")
        rest.append(sign if depth == 0 else " ")
    shown = OF_THE_FAKE.sub(" ", "".join(rest))
    return " ".join(WORD.findall(ALLOWED.sub(" ", shown)))


def left_in_english(root):
    return sorted({f"{where}: {rest}" for where, text in texts_of(root) if (rest := untranslated(text))})


def results(qtbot, window, picture):
    window.search.search(part_of_file(picture))
    qtbot.waitUntil(lambda: bool(window.results.model.hits) and window.search.picture is not None)
    window.results.select(0)
    settle(qtbot, window, window.controls.engine.engine)
    return window


def no_hits(qtbot, window, picture):
    window.search.search(part_of_file(picture.with_name("gone.jpg")))
    qtbot.waitUntil(lambda: not window.search.busy)
    return window


def words(qtbot, window, picture):
    results(qtbot, window, picture)
    window.search.type("boat")
    window.search.commit()
    window.search.set_filters(
        Filters(
            folders=("/p",),
            taken_from="2019",
            taken_to="2020",
            min_rating=3,
            orientation="square",
            min_megapixels=2.5,
        )
    )
    window.controls.albums.save()
    window.controls.marks.rate(4)
    window.bar.filter_popover.pages.show_kind("date")  # created on first use
    settle(qtbot, window, window.controls.engine.engine)
    return window


def viewer(name):
    def show(qtbot, window, picture):
        results(qtbot, window, picture)
        getattr(window.pages, name)()
        settle(qtbot, window, window.controls.engine.engine)
        return window

    return show


def dialog(show):
    def open_it(qtbot, window, picture):
        qtbot.waitUntil(lambda: window.model_session.answered)
        target = window
        for name in show.split("."):
            target = getattr(target, name)
        assert callable(target)
        before = set(QApplication.topLevelWidgets())
        target()
        settle(qtbot, window, window.controls.engine.engine)
        return next(
            widget for widget in QApplication.topLevelWidgets() if widget not in before and widget.isVisible()
        )

    return open_it


def check(qtbot, window, picture):
    shown = dialog("controls.maintenance.check")(qtbot, window, picture)
    settle(qtbot, window, window.controls.engine.engine)
    return shown


def trash(qtbot, window, picture):
    results(qtbot, window, picture)
    return dialog("controls.trash.ask")(qtbot, window, picture)


def offer(qtbot, window, picture):
    qtbot.waitUntil(lambda: window.model_session.answered)
    window.search.type("boat sea")
    qtbot.waitUntil(lambda: window.model_bar.offering)
    return window


def recent(qtbot, window, picture):
    results(qtbot, window, picture)
    window.controls.recent.fill()
    return window


def no_engine(qtbot, window, picture):
    window.controls.engine.engine.lost.emit(tr(GAVE_UP), False)
    return window


def tour(_qtbot, window, _picture):
    window.dialogs.show_tour()
    return window


STATES = {
    "empty": lambda _qtbot, window, _picture: window,
    "results": results,
    "no hits": no_hits,
    "words and filters": words,
    "match": viewer("show_match"),
    "photo": viewer("show_photo"),
    "frame": viewer("show_frame"),
    "a model is offered": offer,
    "recent queries": recent,
    "no engine": no_engine,
    "keys": dialog("dialogs.show_keys"),
    "tour": tour,
    "library": dialog("dialogs.show_library"),
    "settings": dialog("dialogs.show_settings"),
    "skipped": dialog("controls.folders.show_skipped"),
    "check": check,
    "trash": trash,
}


@pytest.mark.parametrize("state", STATES)
def test_no_text_of_the_window_is_left_in_english(
    qtbot,
    pseudo,
    fake,
    make_window,
    picture_file,
    state,
):
    fake.script.problems = (
        Problem(what=Message("They were made again."), remedy=Message("The file is empty.")),
    )
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    window.show_library("")  # its folder is named by pytest
    shown = STATES[state](qtbot, window, picture_file)
    assert sum(bool(text) for _, text in texts_of(shown)) > 4
    assert left_in_english(shown) == []


def test_a_text_that_nobody_translates_would_be_seen(qtbot, pseudo):
    page = QLabel("Hard-coded words")
    page.setToolTip(tr("Close"))
    qtbot.addWidget(page)
    assert left_in_english(page) == ["QLabel : Hard coded words"]


def test_the_window_starts_in_italian(qtbot, italian, make_window, picture_file):
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert [action.text().replace("&", "") for action in window.menuBar().actions()] == [
        *("Cerca", "Modifica", "Libreria", "Foto", "Visualizza", "Aiuto")
    ]
    results(qtbot, window, picture_file)
    assert window.results.headline.text() == "7 corrispondenze"
    assert "foto in" in window.evidence.facts["Search"].text()
    name = QAccessible.queryAccessibleInterface(window.bar.edit).text(QAccessible.Text.Name)
    assert name == "Parole da cercare"


@pytest.mark.parametrize("code", LANGUAGES)
def test_menus_have_letters_of_their_own_in_each_language(qtbot, qapp, italian, make_window, code):
    language.install(qapp, code, QLocale.c())
    window = make_window()
    menus = [entry.menu() for entry in window.menuBar().actions()]
    for holder in (window.menuBar(), *menus):
        assert isinstance(holder, QMenu | QMenuBar)
        texts = [action.text() for action in holder.actions()]
        letters = [found.group(1).lower() for text in texts if (found := re.search(r"&(\w)", text))]
        assert len(letters) == len(set(letters)), texts


def test_from_right_to_left_the_window_works(qtbot, qapp, make_window, picture_file):
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        window = make_window()
        qtbot.waitUntil(lambda: window.library.info is not None)
        results(qtbot, window, picture_file)
        assert window.panel.mapTo(window, window.panel.rect().center()).x() > window.width() // 2
        for show in ("show_match", "show_photo", "show_frame", "show_results"):
            getattr(window.pages, show)()
            assert not window.grab().isNull()
        for shape in SHAPES:
            window.results.bar.choose_shape(shape)
            assert not window.grab().isNull()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_main_installs_the_language_before_anything_is_shown():
    source = (APP / "__main__.py").read_text(encoding="utf-8")
    assert source.index("install(app, preferences.language)") < source.index("Theme(app")

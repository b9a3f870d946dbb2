"""Names are shown as they are, in every view: no picture that a name mentions is loaded, no letter becomes a key."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint
from PySide6.QtGui import QAction, QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsView,
    QLabel,
    QMenu,
    QMessageBox,
    QToolTip,
    QWidget,
)

from cbir.base.types import Album, FacetCount, Metadata, Places, Skipped
from cbir_app.base.notice import Notice
from cbir_app.base.question import ask
from cbir_app.sessions import part_of_file
from tests.app import fake_engine
from tests.app.fit_views import dialogs, full_engine, more_views, overlays, top_dialog, views
from tests.app.handling import found, settle

EVIL = '<img src="file:///e.png"><b>x</b>&amp;&R\u202eD'
NAME = "<img src='e.png'><b>x<∕b>&amp;&R\u202eD"  # a file's name: it has no slash
BROKEN = f"{NAME}\nsecond line"


@pytest.fixture
def fake(monkeypatch):
    """An engine whose photos, folders, keywords, albums and sentences all have such names."""
    hit_of, metadata_of = fake_engine.hit, fake_engine.metadata_of

    def hit(n, verified, library):
        made = hit_of(n, verified, library)
        return replace(made, path=library / NAME / f"{n} {BROKEN if n % 2 else NAME}.jpg", offline=n == 3)

    def metadata(photo):
        said = dict.fromkeys(("title", "caption", "camera", "lens", "creator", "copyright"), EVIL)
        fields = {name: words for name, words in said.items() if name in Metadata.__dataclass_fields__}
        return replace(metadata_of(photo) or Metadata(), keywords=(EVIL, NAME), places=(EVIL,), **fields)

    monkeypatch.setattr(fake_engine, "hit", hit)
    monkeypatch.setattr(fake_engine, "metadata_of", metadata)
    made = full_engine()
    named = (FacetCount(value=EVIL, photos=3), FacetCount(value=NAME, photos=2))
    made.script.places = Places(
        keywords=named, folders=tuple(replace(one, value=f"/{NAME}") for one in named)
    )
    made.collection.learned = (EVIL, NAME)
    (group,) = made.collection.duplicates
    copy = group.copies[0]
    evil = replace(copy.photo, path=Path("/") / NAME / f"{NAME}.jpg")
    made.collection.duplicates = (
        replace(group, kept=replace(group.kept, path=evil.path), copies=(replace(copy, photo=evil),)),
    )
    stays = (Skipped(path=evil.path, reason=EVIL),)
    made.collection.plan = replace(made.collection.plan, photos=(evil,), stays=stays, last=stays)
    made.albums.albums.append(Album(name=EVIL)) if isinstance(made.albums.albums, list) else None
    return made


@pytest.fixture
def full(qtbot, make_window, picture_file, engine):
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    window.search.search(part_of_file(picture_file.rename(picture_file.with_name(f"{NAME}.jpg"))))
    found(qtbot, window)
    settle(qtbot, window, engine)
    yield window


def as_shown(text):
    """The visible text of a tooltip; a picture in it is one odd sign."""
    if not Qt.mightBeRichText(text):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


def rendered(text):
    """True if a tooltip renders a name as rich text: Qt interprets its tags, and a person does not see them."""
    shown = as_shown(text)
    return "￼" in shown or (Qt.mightBeRichText(text) and "<img" not in shown and "img" in text)


def rows_of(model, parent=None):
    parent = QModelIndex() if parent is None else parent
    for row in range(min(30, model.rowCount(parent))):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
            index = model.index(row, column, parent)
            yield index
            if not column and not parent.isValid():
                yield from rows_of(model, index)


def faults():
    """Whatever of all windows would render a name, or make a key of one of its letters."""
    found = []
    for widget in QApplication.allWidgets():
        name = f"{type(widget).__name__} {widget.objectName()}"
        if rendered(widget.toolTip()):
            found.append(f"{name} tooltip {widget.toolTip()!r}")
        if isinstance(widget, QLabel):
            rich = widget.textFormat() in (Qt.TextFormat.RichText, Qt.TextFormat.MarkdownText)
            auto = widget.textFormat() == Qt.TextFormat.AutoText and Qt.mightBeRichText(widget.text())
            if rich or auto:
                found.append(f"{name} {widget.text()!r}")
        if isinstance(widget, QAbstractButton) and is_key(widget.text()):
            found.append(f"{name} key {widget.text()!r}")
        models = [widget.model()] if isinstance(widget, QAbstractItemView | QComboBox) else []
        for model in models:
            found += [
                f"{name} row {index.data(Qt.ItemDataRole.ToolTipRole)!r}"
                for index in (rows_of(model) if model is not None else ())
                if rendered(str(index.data(Qt.ItemDataRole.ToolTipRole) or ""))
            ]
        if isinstance(widget, QGraphicsView):
            found += [f"{name} item" for item in widget.items() if rendered(item.toolTip())]
        for action in widget.actions() if isinstance(widget, QMenu) else ():
            found += [f"menu {action.text()!r}"] * (is_key(action.text()) or rendered(action.toolTip()))
    return found


def is_key(text):
    """True if a character of the name became the key of a button or an entry."""
    return ("<img" in text or "amp;" in text) and "&amp;" in text.replace("&&", "")


def test_the_check_sees_what_it_looks_for(qtbot):
    widget, menu = QWidget(), QMenu()
    for made in (widget, menu):
        qtbot.addWidget(made)
    widget.setToolTip(NAME)
    label = QLabel(EVIL, widget)
    menu.addAction(NAME)
    assert label.textFormat() == Qt.TextFormat.AutoText
    seen = " ".join(faults())
    assert "QWidget  tooltip" in seen and "QLabel" in seen and "menu" in seen


def test_every_view_shows_names_as_they_are(qtbot, full, engine):
    seen = {}
    for name, act in {**views(full), **more_views(full)}.items():
        act()
        settle(qtbot, full, engine)
        seen[name] = faults()
    for name, act in overlays(full).items():
        act()
        seen[name] = faults()
    assert {name: wrong for name, wrong in seen.items() if wrong} == {}


def test_every_dialog_shows_names_as_they_are(qtbot, full, engine):
    seen = {}
    for name, act in dialogs(full).items():
        if name == "trash of duplicates":
            full.controls.duplicates.show()
            settle(qtbot, full, engine)
        act()
        settle(qtbot, full, engine)
        seen[name] = faults()
        top_dialog().close()
    assert {name: wrong for name, wrong in seen.items() if wrong} == {}


def test_menus_and_questions_show_names_as_they_are(qtbot, full, engine):
    full.search.type(EVIL)
    full.search.commit()
    settle(qtbot, full, engine)
    full.search.clear()
    settle(qtbot, full, engine)
    full.controls.recent.show(full.bar.recent_button)
    assert any("<img" in action.text() for action in full.controls.recent.menu.actions())
    full.controls.marks.add_keywords([f"2 {NAME}"])
    qtbot.waitUntil(lambda: NAME.replace("&", "&&") in full.actions_.undo.text())
    box = ask(full, "q", title=EVIL, text=EVIL, details=EVIL, verb="Move", act=lambda: None)
    full.notice.say(EVIL, topic="t")
    assert full.findChild(Notice).text.text() == EVIL
    assert faults() == []
    assert [widget.text() for widget in box.findChildren(QLabel) if "<img" in widget.text()] == [EVIL] * 2
    assert box.icon() == QMessageBox.Icon.Question
    full.controls.recent.menu.close()
    box.close()


def test_the_tooltips_of_the_strip_and_of_undo_are_plain(qtbot, full, engine):
    full.pages.show_photo()
    settle(qtbot, full, engine)
    strip = full.pages.culling.strip
    middle = strip.rect().center()
    QApplication.sendEvent(
        strip, QHelpEvent(QHelpEvent.Type.ToolTip, middle, strip.mapToGlobal(QPoint(3, 3)))
    )
    assert "<img" in as_shown(QToolTip.text())
    QToolTip.hideText()
    for action in full.findChildren(QAction):
        assert not rendered(action.toolTip())

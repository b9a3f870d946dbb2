"""The dialogs of the Help menu: the documentation, the keyboard shortcuts, the news, and about the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
    QKeySequence,
    QShortcut,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from cbir.base.folding import fold
from cbir.base.resources import resource
from cbir.base.types import Finding
from cbir.service import Answer, Failure, SelfTestAnswer, SelfTestRequest
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label, scrolled
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine, in_user_words

# ---- the guide and other documents

GUIDE, CHANGES = "guide.md", "CHANGELOG.md"
CONTENTS_PX = 230
_LINKED = "../resources/cbir_resources/"  # prefix of links to resources in the documentation
_CONTENTS_DEPTH = 3  # levels of headings


def document(name: str) -> Path:
    """Return a document's path: among the resources of an installed program, else in its checkout."""
    installed = resource("help") / name
    checkout = resource("").parent.parent
    places = (installed, checkout / "docs" / name, checkout / name)
    return next((place for place in places if place.is_file()), installed)


class GuideDialog(QDialog):
    """A window beside the main window, for reading while trying. Links between documents open in the same dialog."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, heading: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._file = Path()
        self._headings: list[QTextBlock] = []
        self.contents = QListWidget()
        self.contents.setAccessibleName(tr("Contents"))
        self.contents.setFixedWidth(CONTENTS_PX)
        self.contents.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.contents.setSpacing(2)
        self.contents.currentRowChanged.connect(self._go_to_heading)
        self.text = QTextBrowser()
        self.text.setAccessibleName(title)
        self.text.setOpenLinks(False)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.anchorClicked.connect(self._follow)
        self.text.document().setDocumentMargin(16)
        self.finder = QLineEdit()
        self.finder.setPlaceholderText(tr("Find in this text"))
        self.finder.setAccessibleName(tr("Find in this text"))
        self.finder.setClearButtonEnabled(True)
        self.finder.returnPressed.connect(self._find)
        self.missed = label("", "dim")
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.finder.setFocus)
        close = button(tr("Close"), self.close)
        close.setAutoDefault(False)  # Enter finds
        columns = QHBoxLayout()
        columns.addWidget(self.contents)
        columns.addWidget(self.text, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.finder, 1)
        foot.addWidget(self.missed)
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addLayout(columns, 1)
        layout.addLayout(foot)
        self.resize(980, 720)
        self.read(document(name), heading)
        self.text.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Go to the heading again: the text is wrapped only now, when its width is known."""
        super().showEvent(event)
        self._go_to_heading(self.contents.currentRow())

    def read(self, file: Path, heading: str = "") -> None:
        """Show a document from its beginning or from a heading. heading : as in links, such as `the-window`"""
        if file != self._file:
            self._file = file
            self.text.setMarkdown(file.read_text(encoding="utf-8"))
            self._read_blocks()
        names = [_anchor(block.text()) for block in self._headings]
        self.contents.setCurrentRow(names.index(heading) if heading in names else 0)

    def _read_blocks(self) -> None:
        """List the headings, and let lines of code wrap like other lines."""
        self.contents.clear()
        self._headings = []
        block = self.text.document().begin()
        while block.isValid():
            form = block.blockFormat()
            if form.nonBreakableLines():
                form.setNonBreakableLines(False)
                QTextCursor(block).setBlockFormat(form)
            level = form.headingLevel()
            if 0 < level <= _CONTENTS_DEPTH:
                self._headings.append(block)
                entry = QListWidgetItem("   " * (level - 1) + block.text())
                entry.setToolTip(plain_tooltip(block.text()))
                self.contents.addItem(entry)
            block = block.next()

    def _go_to_heading(self, row: int) -> None:
        if not 0 <= row < len(self._headings):
            return
        bar = self.text.verticalScrollBar()
        layout = self.text.document().documentLayout()
        bar.setValue(round(layout.blockBoundingRect(self._headings[row]).top()) - 8 if row else 0)
        self.text.setTextCursor(QTextCursor(self._headings[row]))
        if row == 0:
            bar.setValue(0)

    def _find(self) -> None:
        """Go to the next occurrence of the text; after the last one, to the first."""
        words = self.finder.text().strip()
        success = not words or self.text.find(words)
        if not success:
            before, bar = self.text.textCursor(), self.text.verticalScrollBar()
            position = bar.value()
            self.text.moveCursor(QTextCursor.MoveOperation.Start)
            success = self.text.find(words)
            if not success:
                self.text.setTextCursor(before)
                bar.setValue(position)
        self.missed.setText("" if success else tr("Not found"))

    def _follow(self, url: QUrl) -> None:
        if url.scheme():
            QDesktopServices.openUrl(url)
            return
        name = url.path()
        if not name:
            return self.read(self._file, url.fragment())
        shipped = name.startswith(_LINKED)
        file = resource(name.removeprefix(_LINKED)) if shipped else document(Path(name).name)
        if file.is_file():
            self.read(file, url.fragment())


def _anchor(heading: str) -> str:
    """Return the name of a heading in links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


# ---- the keyboard shortcuts

Rows = list[tuple[str, str]]  # wording, key

IN_THE_RESULTS: Rows = [
    (QT_TR_NOOP("Move between photos"), QT_TR_NOOP("Arrows")),
    (QT_TR_NOOP("Select more"), QT_TR_NOOP("Shift+Arrows")),
    (QT_TR_NOOP("Show your picture beside the photo"), QT_TR_NOOP("Enter")),
    (QT_TR_NOOP("Show the photo large"), QT_TR_NOOP("Space")),
    (QT_TR_NOOP("Rate the selected photos"), QT_TR_NOOP("0 to 5")),
    (QT_TR_NOOP("Pick, reject, unflag them"), "P   X   U"),
    (QT_TR_NOOP("Previous, next section"), QT_TR_NOOP("Ctrl+PgUp, Ctrl+PgDown")),
    (QT_TR_NOOP("Larger, smaller pictures"), QT_TR_NOOP("Ctrl++, Ctrl+−")),
]
IN_THE_QUERY: Rows = [
    (QT_TR_NOOP("To the chips, and between them"), QT_TR_NOOP("Left, Right")),
    (QT_TR_NOOP("What can be done with it"), QT_TR_NOOP("Space")),
    (QT_TR_NOOP("With it or without it"), "+   −"),
    (QT_TR_NOOP("More or less weight"), QT_TR_NOOP("Up, Down")),
    (QT_TR_NOOP("Frame it, or change its words"), QT_TR_NOOP("Enter")),
    (QT_TR_NOOP("Remove it"), QT_TR_NOOP("Del")),
]
IN_WORDS: Rows = [
    (QT_TR_NOOP("One or the other"), "cat OR dog"),
    (QT_TR_NOOP("Just these words, in this order"), '"red boat"'),
    (QT_TR_NOOP("Without it"), "-scan"),
    (QT_TR_NOOP("When it was taken"), "taken:2019   after:2019-06"),
    (QT_TR_NOOP("Where it was taken"), "near:Lisbon   near:38.7,-9.1~5km"),
    (QT_TR_NOOP("With what, and where it is"), "camera:fuji   folder:scans"),
    (QT_TR_NOOP("How it was exposed"), "iso:>800   f:<2.8   shutter:1/250   focal:24..70   lens:macro"),
    (QT_TR_NOOP("Who is in it, and who took it"), "person:anna   creator:lee"),
    (QT_TR_NOOP("How many stars"), "rating:>=4"),
    (QT_TR_NOOP("Picked photos, a color label"), "flag:pick   label:red"),
    (QT_TR_NOOP("What kind of picture"), "format:raw   mp:>=12"),
]
IN_A_PICTURE: Rows = [
    (QT_TR_NOOP("Zoom in, out, fit, actual size"), "+   −   F   Z"),
    (QT_TR_NOOP("Rate the photo"), QT_TR_NOOP("0 to 5")),
    (QT_TR_NOOP("Pick, reject, unflag it"), "P   X   U"),
    (QT_TR_NOOP("Previous, next photo"), QT_TR_NOOP("PgUp, PgDown, arrows")),
    (QT_TR_NOOP("Lines between matching points"), "L"),
    (QT_TR_NOOP("Lay your picture over the photo"), "O"),
    (QT_TR_NOOP("Details that photos are compared by"), "K"),
    (QT_TR_NOOP("Visual words that both share"), "W"),
    (QT_TR_NOOP("Where your words were found"), "H"),
    (QT_TR_NOOP("Show less, more of your picture"), "[   ]"),
    (QT_TR_NOOP("Switch between photo and your picture"), QT_TR_NOOP("Space")),
    (QT_TR_NOOP("About the photo"), "I"),
    (QT_TR_NOOP("Move or size the frame"), QT_TR_NOOP("Arrows, Shift+Arrows")),
    (QT_TR_NOOP("Back to the results"), QT_TR_NOOP("Esc")),
]


TITLES = (
    *(QT_TR_NOOP("Search"), QT_TR_NOOP("Edit"), QT_TR_NOOP("Library"), QT_TR_NOOP("Photo")),
    *(QT_TR_NOOP("View"), QT_TR_NOOP("Help")),
)
"""The menu titles, for translators. The dialog takes them from the menu bar."""


class KeysDialog(QDialog):
    """The keys by where they work, and a field that leaves those with the typed words."""

    def __init__(self, groups: Mapping[str, Sequence[QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        menus = {title: key_rows(actions) for title, actions in groups.items()}
        view = [*menus.pop("View", []), *menus.pop("Help", [])]
        typed = (QT_TR_NOOP("In the text"), _translated(IN_WORDS))
        columns = (
            (
                ("Search", menus.pop("Search", [])),
                (QT_TR_NOOP("In the search bar"), _translated(IN_THE_QUERY)),
            ),
            (
                ("Photo", menus.pop("Photo", [])),
                (QT_TR_NOOP("In the results"), _translated(IN_THE_RESULTS)),
                typed,
            ),
            (("View", view), (QT_TR_NOOP("In a picture"), _translated(IN_A_PICTURE)), *menus.items()),
        )
        body = QWidget()
        across = QHBoxLayout(body)
        across.setContentsMargins(0, 0, 8, 0)
        across.setSpacing(30)
        self._groups: list[_Group] = []
        for column in columns:
            shown, grid = _column(column)
            self._groups += shown
            across.addLayout(grid)
        self.finder = QLineEdit()
        self.finder.setPlaceholderText(tr("Find a key, or what it does"))
        self.finder.setAccessibleName(tr("Find a key, or what it does"))
        self.finder.setClearButtonEnabled(True)
        self.finder.textChanged.connect(self._filter)
        self.missed = label(tr("Not found"), "dim")
        self.missed.hide()
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        scroll.setAccessibleName(tr("Keyboard shortcuts"))
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(14)
        layout.addWidget(self.finder)
        layout.addWidget(self.missed)
        layout.addWidget(scroll, 1)
        layout.addLayout(button_row(close))
        content = body.sizeHint()
        screen = self.screen().availableSize()
        self.resize(
            min(content.width() + 64, screen.width()), min(content.height() + 140, screen.height() - 60)
        )
        self.finder.setFocus()

    def _filter(self, typed: str) -> None:
        """Show the rows that contain every typed word, and the headings above them."""
        words = fold(typed).split()
        shown = 0
        for group in self._groups:
            rows = 0
            for text, widgets in group.rows:
                matches = all(word in text for word in words)
                rows += matches
                for widget in widgets:
                    widget.setVisible(matches)
            group.heading.setVisible(rows > 0)
            shown += rows
        self.missed.setVisible(not shown)


def _translated(rows: Rows) -> Rows:
    return [(tr(words), tr(key)) for words, key in rows]


def key_rows(actions: Sequence[QAction], menu: str = "") -> Rows:
    """Return the actions that have a key, without the variable part of their texts, such as the step after "Undo".

    menu : prefix for the actions of a submenu. Actions with a digit as their key are listed elsewhere.
    """
    rows = []
    for action in actions:
        words = action.text().replace("&", "").partition(":")[0].rstrip("…")
        if isinstance(inner := action.menu(), QMenu):
            rows += key_rows(inner.actions(), f"{words} › ")
        elif (key := _keys(action)) and not key.isdigit():
            rows.append((menu + words, key))
    return rows


def _keys(action: QAction) -> str:
    """Return the key of an action, with its other keys that are single characters."""
    first, *others = [
        keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()
    ] or [""]
    return "   ".join([first, *(key for key in others if len(key) == 1)])


@dataclass(frozen=True, slots=True)
class _Group:
    """Keys under a heading. rows : the folded text of each, and its widgets"""

    heading: QWidget
    rows: list[tuple[str, tuple[QWidget, QWidget]]]


def _column(groups: Sequence[tuple[str, Rows]]) -> tuple[list[_Group], QVBoxLayout]:
    column, made = QVBoxLayout(), []
    column.setSpacing(8)
    for title, rows in groups:
        group = _Group(label(tr(title), "section"), [])
        made.append(group)
        column.addWidget(group.heading)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        for at, (words, key) in enumerate(rows):
            keycap = label(key, "keycap")
            meaning = label(words)
            grid.addWidget(keycap, at, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(meaning, at, 1)
            group.rows.append((fold(f"{tr(title)} {words} {key}"), (keycap, meaning)))
        column.addLayout(grid)
        column.addSpacing(10)
    column.addStretch(1)
    return made, column


# ---- the news

NEWS = (
    (
        QT_TR_NOOP("Rate and sort out"),
        QT_TR_NOOP(
            "Stars, keywords and the trash work on a large photo too, with a strip of its neighbours. Undo brings "
            "photos back from the trash."
        ),
    ),
    (
        QT_TR_NOOP("Compare"),
        QT_TR_NOOP(
            "Two to four photos stand side by side and zoom together. Your picture can be wiped over a match."
        ),
    ),
    (
        QT_TR_NOOP("Places"),
        QT_TR_NOOP(
            "Type near:Lisbon, or filter by place. By date, photos are grouped by the towns where "
            "they were taken. Nothing is looked up on the internet."
        ),
    ),
    (
        QT_TR_NOOP("More like this, fewer like this"),
        QT_TR_NOOP("Mark photos that are right or wrong, and the search learns what you are looking for."),
    ),
    (
        QT_TR_NOOP("Duplicates"),
        QT_TR_NOOP(
            "Finds copies and says how they differ. Judge them pair by pair, and move the ones "
            "you choose to the trash."
        ),
    ),
    (
        QT_TR_NOOP("Export"),
        QT_TR_NOOP("Choose size, format and names, and a folder, a ZIP file or the clipboard."),
    ),
    (
        QT_TR_NOOP("Four languages"),
        QT_TR_NOOP("English, German, French and Italian: choose yours in the settings."),
    ),
)
NEWS_PX = 560, 520


class NewsDialog(QDialog):
    """Dialog with the news. on_all : shows the changelog"""

    def __init__(self, on_all: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What’s new"))
        self._on_all = on_all
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        for title, text in NEWS:
            column.addWidget(label(tr(title), "section"))
            column.addWidget(label(tr(text), wrap=True))
            column.addSpacing(10)
        column.addStretch(1)
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(14)
        layout.addWidget(scrolled(body), 1)
        layout.addLayout(button_row(close, before=[button(tr("All changes"), self._show_all, flat=True)]))
        self.resize(*NEWS_PX)
        close.setFocus()

    def _show_all(self) -> None:
        self.close()
        self._on_all()


# ---- about the program

_WORKS = {True: QT_TR_NOOP("works"), None: QT_TR_NOOP("absent"), False: QT_TR_NOOP("does not work")}
_PARTS = (
    *(QT_TR_NOOP("Compiled loops"), QT_TR_NOOP("Camera raw"), QT_TR_NOOP("Visual words")),
    *(QT_TR_NOOP("Built-in model (ONNX Runtime)"), QT_TR_NOOP("Translations"), QT_TR_NOOP("Window (Qt)")),
    QT_TR_NOOP("Graphics card"),
)
"""The engine's names of the parts, for translators. All other parts are named after libraries and formats."""


class AboutDialog(QDialog):
    def __init__(self, engine: Engine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About cbir"))
        self._engine = engine
        self._ticket: int | None = None
        self.findings = QGridLayout()
        self.findings.setHorizontalSpacing(14)
        self.findings.setVerticalSpacing(5)
        self.findings.setColumnStretch(2, 1)
        self.test = button(tr("Test this installation"), self._ask)
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(10)
        layout.addWidget(label("cbir", "title"))
        layout.addWidget(label(tr("Version {version}", version=version("cbir")), "dim"))
        layout.addWidget(
            label(tr("Find photos by a picture or by words. Everything happens on this computer."), wrap=True)
        )
        layout.addWidget(label(tr("Apache License 2.0. Qt and PySide6 are under the LGPL 3."), "dim"))
        layout.addWidget(label(tr("Names of towns: GeoNames (geonames.org), CC BY 4.0."), "dim"))
        layout.addLayout(self.findings)
        layout.addStretch(1)
        layout.addLayout(button_row(close, before=[self.test]))
        self.setMinimumWidth(620)
        self.finished.connect(self._leave)
        close.setFocus()

    def _ask(self) -> None:
        self.test.setEnabled(False)
        self.test.setText(tr("Testing…"))
        self._ticket = self._engine.request(SelfTestRequest(), self._on_answer)

    def _leave(self) -> None:
        if self._ticket is not None:
            self._engine.cancel(self._ticket)

    def _on_answer(self, answer: Answer) -> None:
        self._ticket = None
        self.test.hide()
        if isinstance(answer, Failure):
            self.findings.addWidget(label(answer.message, wrap=True), 0, 0, 1, 3)
        elif isinstance(answer, SelfTestAnswer):
            for row, finding in enumerate(answer.findings):
                self._show(row, finding)

    def _show(self, row: int, finding: Finding) -> None:
        top = Qt.AlignmentFlag.AlignTop
        self.findings.addWidget(label(tr(finding.name)), row, 0, top)
        self.findings.addWidget(label(tr(_WORKS[finding.works]), "dim"), row, 1, top)
        self.findings.addWidget(label(in_user_words(finding.words), wrap=True), row, 2)

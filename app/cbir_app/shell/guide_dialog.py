"""The documentation in a window of its own: the guide, what it links to, and all changes."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
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
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from cbir.base.resources import resource
from cbir_app.base.language import tr
from cbir_app.base.page import button, label
from cbir_app.base.tooltips import plain_tooltip

GUIDE, CHANGES = "guide.md", "CHANGELOG.md"
CONTENTS_PX = 230
_LINKED = "../resources/cbir_resources/"  # in links of the documentation
_CONTENTS_DEPTH = 3  # levels of headings


def document(name: str) -> Path:
    """A text of the documentation: beside the resources of an installed program, else in its checkout."""
    installed = resource("help") / name
    checkout = resource("").parent.parent
    places = (installed, checkout / "docs" / name, checkout / name)
    return next((place for place in places if place.is_file()), installed)


class GuideDialog(QDialog):
    """Beside the window, so that one reads and tries at once. Links between the documents stay in here."""

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
        """Go to the heading again: the text has its width only now, and with that its lines."""
        super().showEvent(event)
        self._go_to_heading(self.contents.currentRow())

    def read(self, file: Path, heading: str = "") -> None:
        """Show a document from its beginning, or from a heading on, as links name them: `the-window`."""
        if file != self._file:
            self._file = file
            self.text.setMarkdown(file.read_text(encoding="utf-8"))
            self._read_blocks()
        names = [_anchor(block.text()) for block in self._headings]
        self.contents.setCurrentRow(names.index(heading) if heading in names else 0)

    def _read_blocks(self) -> None:
        """List the headings, and let lines of code wrap like all others."""
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
                item = QListWidgetItem("   " * (level - 1) + block.text())
                item.setToolTip(plain_tooltip(block.text()))
                self.contents.addItem(item)
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
        """Go to the next place that has the words, and from the last one to the first."""
        words = self.finder.text().strip()
        found = not words or self.text.find(words)
        if not found:
            before, bar = self.text.textCursor(), self.text.verticalScrollBar()
            there = bar.value()
            self.text.moveCursor(QTextCursor.MoveOperation.Start)
            found = self.text.find(words)
            if not found:
                self.text.setTextCursor(before)
                bar.setValue(there)
        self.missed.setText("" if found else tr("Not found"))

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
    """A heading as links name it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")

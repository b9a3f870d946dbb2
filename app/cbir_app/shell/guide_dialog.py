"""The documentation in a window of its own: the guide, linked documents and all changes."""

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

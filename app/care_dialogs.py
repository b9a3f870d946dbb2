"""The library's health: what a check found, what was mended, and what to do about the rest."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QMessageBox,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.page import button, label
from app.wording import count, photos
from cbir.types import Problem, RootInfo

QUICK = "Every file of the index is read and compared with its checksum. What can be mended is mended."
DEEP = "Each photo's part of the index is compared with the catalog as well. This takes longer."


class CheckDialog(QDialog):
    """Asks for a check, quick or thorough, and shows what it found."""

    def __init__(
        self,
        on_check: Callable[[bool], object],
        on_update: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Check the library")
        self.resize(640, 190)
        self._on_check = on_check
        self.headline = label("", "headline", wrap=True)
        self.remark = label("", "dim", wrap=True)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName("Checking")
        self.list = QTreeWidget()
        self.list.setAccessibleName("What was found")
        self.list.setHeaderLabels(["", "What", "What to do"])
        self.list.setRootIsDecorated(False)
        self.list.setWordWrap(True)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.deep = button("Check thoroughly", lambda: self.start(deep=True))
        self.deep.setToolTip(DEEP)
        self.update_button = button("Look for new and changed photos", on_update)
        self.update_button.setToolTip("Reads again what is missing from the index (F5)")
        buttons = QHBoxLayout()
        buttons.addWidget(self.deep)
        buttons.addWidget(self.update_button)
        buttons.addStretch(1)
        buttons.addWidget(button("Close", self.close, primary=True))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(10)
        for part in (self.headline, self.remark, self.busy):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addStretch(0)
        layout.addLayout(buttons)

    def start(self, *, deep: bool = False) -> None:
        self.headline.setText("Checking…")
        self.remark.setText(DEEP if deep else QUICK)
        self._show(busy=True, listed=False)
        self._on_check(deep)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        self.list.clear()
        for problem in problems:
            state = "Mended" if problem.mended else "Open"
            item = QTreeWidgetItem([state, problem.what, "" if problem.mended else problem.remedy])
            for column in (1, 2):
                item.setToolTip(column, item.text(column))
            self.list.addTopLevelItem(item)
        left = sum(not problem.mended for problem in problems)
        if not problems:
            self.headline.setText("All is well")
            self.remark.setText("Nothing is missing and nothing is damaged.")
        elif not left:
            self.headline.setText(f"{count(len(problems), 'problem', 'problems')} found and mended")
            self.remark.setText("There is nothing left to do.")
        else:
            self.headline.setText(f"{count(left, 'problem', 'problems')} left")
            self.remark.setText("Your photos are not touched by this: only the index over them.")
        self._show(busy=False, listed=bool(problems))

    def show_failure(self, message: str) -> None:
        self.headline.setText("The library could not be checked")
        self.remark.setText(message)
        self._show(busy=False, listed=False)

    def _show(self, *, busy: bool, listed: bool) -> None:
        self.update_button.setVisible(listed)
        self.busy.setVisible(busy)
        self.list.setVisible(listed)
        if listed:
            self.resize(max(720, self.width()), max(340, self.height()))
        self.deep.setEnabled(not busy)


def ask_to_forget(root: RootInfo, on_yes: Callable[[], object], parent: QWidget) -> QMessageBox:
    """Ask before the photos of a folder leave the library."""
    name = root.path.name or str(root.path)
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("Forget this folder")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"Forget “{name}”?")
    said = (
        f"Its {photos(root.photos)} leave the library and are no longer found. The files stay where they are."
    )
    if not root.online:
        said += " Its drive is not connected: the folder can be added again only once it is."
    box.setInformativeText(said)
    forget = box.addButton("Forget", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    forget.clicked.connect(lambda _checked=False: on_yes())
    box.open()
    return box

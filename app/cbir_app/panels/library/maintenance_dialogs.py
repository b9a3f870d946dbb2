"""The library's health: the results of a check, repairs, and remedies for the rest."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QMessageBox,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import Problem, RootInfo
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.base.question import ask
from cbir_app.base.tooltips import plain_tooltip

QUICK = QT_TR_NOOP(
    "Every file of the index is read and compared with its checksum. What can be mended is mended."
)
DEEP = QT_TR_NOOP("Each photo's part of the index is compared with the catalog as well. This takes longer.")


class CheckDialog(QDialog):
    """Starts a check, quick or thorough, and shows the result."""

    def __init__(
        self,
        on_check: Callable[[bool], object],
        on_update: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Check the library"))
        self.resize(640, 190)
        self._on_check = on_check
        self.headline = label("", "headline", wrap=True)
        self.remark = label("", "dim", wrap=True)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Checking"))
        self.list = QTreeWidget()
        self.list.setAccessibleName(tr("What was found"))
        self.list.setHeaderLabels(["", tr("What"), tr("What to do")])
        self.list.headerItem().setData(0, Qt.ItemDataRole.AccessibleTextRole, tr("State"))
        self.list.setRootIsDecorated(False)
        self.list.setWordWrap(True)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.deep = button(tr("Check thoroughly"), lambda: self.start(deep=True))
        self.deep.setToolTip(tr(DEEP))
        self.update_button = button(tr("Scan for changes"), on_update)
        self.update_button.setToolTip(tr("Reads what is missing from the index (F5)"))
        close = button(tr("Close"), self.close, primary=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(10)
        for part in (self.headline, self.remark, self.busy):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addStretch(0)
        layout.addLayout(button_row(close, before=[self.deep, self.update_button]))

    def start(self, *, deep: bool = False) -> None:
        self.headline.setText(tr("Checking…"))
        self.remark.setText(tr(DEEP) if deep else tr(QUICK))
        self._show(busy=True, listed=False)
        self._on_check(deep)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        self.list.clear()
        for problem in problems:
            state = tr("Mended") if problem.mended else tr("Open", "a problem")
            entry = QTreeWidgetItem([state, problem.what, "" if problem.mended else problem.remedy])
            for column in (1, 2):
                entry.setToolTip(column, plain_tooltip(entry.text(column)))
            self.list.addTopLevelItem(entry)
        unmended = sum(not problem.mended for problem in problems)
        if not problems:
            self.headline.setText(tr("All is well"))
            self.remark.setText(tr("Nothing is missing and nothing is damaged."))
        elif not unmended:
            self.headline.setText(tr("%Ln problem(s) found and mended", "", len(problems)))
            self.remark.setText(tr("There is nothing left to do."))
        else:
            self.headline.setText(tr("%Ln problem(s) left", "", unmended))
            self.remark.setText(tr("Your photos are not touched by this: only the index over them."))
        self._show(busy=False, listed=bool(problems))

    def show_failure(self, message: str) -> None:
        self.headline.setText(tr("The library could not be checked"))
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
    """Ask before the photos of a folder are removed from the library."""
    name = root.path.name or str(root.path)
    consequences = [
        tr(
            "Its %Ln photo(s) leave the library and are no longer found. The files stay where they are.",
            "",
            root.photos,
        )
    ]
    consequences.append(tr("It comes back when it is added again."))
    if not root.online:
        consequences.append(tr("Its drive is not connected: the folder can be added again only once it is."))
    return ask(
        *(parent, "forget"),
        title=tr("Forget this folder"),
        text=tr("Forget “{folder}”?", folder=name),
        told=" ".join(consequences),
        verb=tr("Forget"),
        act=on_yes,
    )

"""The library's health: the results of a check, repairs, remedies for the rest, and files that could not be read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
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

from cbir.base.types import Problem, RootInfo, Skipped
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.base.question import ask
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import in_user_words

QUICK = QT_TR_NOOP(
    "Every file of the index is read and compared with its checksum. Damage is repaired where possible."
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
            state = tr("Repaired") if problem.mended else tr("Open", "a problem")
            entry = QTreeWidgetItem([state, problem.what, "" if problem.mended else problem.remedy])
            for column in (1, 2):
                entry.setToolTip(column, plain_tooltip(entry.text(column)))
            self.list.addTopLevelItem(entry)
        unmended = sum(not problem.mended for problem in problems)
        if not problems:
            self.headline.setText(tr("All is well"))
            self.remark.setText(tr("Nothing is missing and nothing is damaged."))
        elif not unmended:
            self.headline.setText(tr("%Ln problem(s) found and repaired", "", len(problems)))
            self.remark.setText(tr("There is nothing left to do."))
        else:
            self.headline.setText(tr("%Ln problem(s) left", "", unmended))
            self.remark.setText(tr("This concerns only the index. Your photos are untouched."))
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
    consequences.append(tr("Add it again to bring it back."))
    if not root.online:
        consequences.append(tr("Its drive is not connected. Connect it before you add the folder again."))
    return ask(
        *(parent, "forget"),
        title=tr("Forget this folder"),
        text=tr("Forget “{folder}”?", folder=name),
        details=" ".join(consequences),
        verb=tr("Forget"),
        act=on_yes,
    )


ROW_PX = 28


class SkippedDialog(QDialog):
    """Every skipped file with its reason. Not modal: the window stays usable."""

    def __init__(
        self, skipped: tuple[Skipped, ...], on_retry: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Files that could not be read"))
        self.resize(860, 420)
        self._skipped = skipped
        self.list = QTreeWidget()
        self.list.setAccessibleName(tr("Files that could not be read"))
        self.list.setHeaderLabels([tr("File"), tr("Reason"), tr("Folder")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAlternatingRowColors(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        rows = []
        for file in skipped:
            reason = in_user_words(file.reason)
            row = QTreeWidgetItem([file.path.name, reason, str(file.path.parent)])
            row.setSizeHint(0, QSize(0, ROW_PX))
            row.setToolTip(0, plain_tooltip(str(file.path)))
            row.setToolTip(1, plain_tooltip(reason))
            rows.append(row)
        self.list.addTopLevelItems(rows)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.setColumnWidth(0, 180)
        self.list.setColumnWidth(2, 190)
        buttons = QHBoxLayout()
        self.retry = button(tr("Try again"), self._retry)
        self.retry.setToolTip(tr("Read these files again, for example after installing a missing decoder"))
        self._on_retry = on_retry
        buttons.addWidget(self.retry)
        buttons.addWidget(button(tr("Copy the list"), self.copy))
        buttons.addStretch(1)
        buttons.addWidget(button(tr("Close"), self.close, primary=True))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(10)
        summary = tr(
            "%Ln file(s) are not in the library. The files themselves were not touched.", "", len(skipped)
        )
        layout.addWidget(label(summary, wrap=True))
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)

    def _retry(self) -> None:
        self._on_retry()
        self.close()

    def copy(self) -> None:
        text = "\n".join(f"{file.path}\t{in_user_words(file.reason)}" for file in self._skipped)
        QGuiApplication.clipboard().setText(text)

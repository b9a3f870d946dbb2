"""The list of files that could not be read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import Skipped
from cbir_app.base.language import tr
from cbir_app.base.page import button, label
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import in_user_words

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
        self.retry.setToolTip(tr("Read these files once more, as after a missing decoder was installed"))
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

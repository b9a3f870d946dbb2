"""The dialog for an address and a token, which opens a library on another computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from cbir.base.errors import CbirError
from cbir.service import service_folder
from cbir_app.base.language import tr
from cbir_app.base.page import button, button_row, label
from cbir_app.engine import in_user_words


class AddressDialog(QDialog):
    """Asks for address and token. then : called with the folder of the service, once the address is valid"""

    def __init__(self, then: Callable[[Path], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._then = then
        self.setWindowTitle(tr("Open a library on another computer"))
        self.setMinimumWidth(440)
        self.address = _field(tr("Address"), "https://photos.example.org")
        self.token = _field(tr("Token"))
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.trouble = label("", "warning", wrap=True)
        self.trouble.hide()
        self.open_button = button(tr("Open"), self._accept, primary=True)
        self.open_button.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 16)
        layout.setSpacing(8)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetMinimumSize)
        for title, field in ((tr("Address:"), self.address), (tr("Token:"), self.token)):
            name = label(title)
            name.setBuddy(field)
            layout.addWidget(name)
            layout.addWidget(field)
        hint = tr(
            "The service's administrator gives you both. The token is kept in a file that only "
            "you can read; leave it empty to use the previous one."
        )
        layout.addWidget(label(hint, "dim", wrap=True))
        layout.addWidget(self.trouble)
        layout.addSpacing(6)
        layout.addLayout(button_row(button(tr("Cancel"), self.reject), self.open_button))
        self.address.textChanged.connect(self._update)
        self._update()

    def _update(self) -> None:
        self.trouble.hide()
        self.open_button.setEnabled(bool(self.address.text().strip()))

    def _accept(self) -> None:
        address = self.address.text().strip()
        try:
            folder = service_folder(address if "://" in address else f"https://{address}", self.token.text())
        except (CbirError, OSError) as error:
            self.trouble.setText(in_user_words(error.message if isinstance(error, CbirError) else str(error)))
            self.trouble.show()
            self.adjustSize()
            return
        self.accept()
        self._then(folder)


def _field(name: str, example: str = "") -> QLineEdit:
    field = QLineEdit()
    field.setAccessibleName(name)
    field.setPlaceholderText(example)
    return field

"""The address of a library on another computer."""

from cbir_app.panels.library import AddressDialog


def test_without_an_address_nothing_can_be_opened(qtbot):
    dialog = AddressDialog(lambda _folder: None)
    qtbot.addWidget(dialog)
    assert not dialog.open_button.isEnabled()
    dialog.address.setText("photos.example.org")
    assert dialog.open_button.isEnabled()
    dialog.address.setText("  ")
    assert not dialog.open_button.isEnabled()

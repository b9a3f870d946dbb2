"""The device for models that a person chose in the window, for programs without a window, such as `cbir watch`."""

from __future__ import annotations

from cbir.base.errors import CbirError
from cbir.base.layout import user_folder
from cbir.base.storage import write_atomically
from cbir.base.types import Device

_FILE = "device"


def chosen_device() -> Device:
    """The chosen device; "auto" if nothing was chosen, or the choice cannot be read."""
    try:
        text = (user_folder("data") / _FILE).read_text("utf-8")
    except (OSError, UnicodeDecodeError, CbirError):
        return "auto"
    return "cpu" if text.strip() == "cpu" else "auto"


def choose_device(device: Device) -> None:
    """Store a choice. Raises OSError, and CbirError if the user has no home folder."""
    folder = user_folder("data")
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / _FILE, device.encode())

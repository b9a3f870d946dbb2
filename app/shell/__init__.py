"""The main window: every room's parts laid out, its menus, dialogs and keys."""

from app.shell.main_window import TITLE, MainWindow
from app.shell.single_instance import SingleInstance, hand_over, instance_name

__all__ = [
    "SingleInstance",
    "MainWindow",
    "TITLE",
    "hand_over",
    "instance_name",
]

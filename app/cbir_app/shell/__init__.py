"""Sessions, views and controls -> the main window: built and wired, its menus, dialogs and keys."""

from app.shell.main_window import TITLE, MainWindow
from app.shell.single_instance import SingleInstance, hand_over, instance_name
from app.shell.wiring import build_window

"""Sessions, views and controls -> the main window: built and wired, its menus, dialogs and keys."""

from cbir_app.shell.main_window import TITLE, MainWindow
from cbir_app.shell.single_instance import SingleInstance, hand_over, instance_name
from cbir_app.shell.wiring import build_window

"""The main window, built and wired from sessions, views and controls: its menus, dialogs and keys."""

from cbir_app.shell.main_window import TITLE, MainWindow
from cbir_app.shell.single_instance import SingleInstance, hand_over, instance_name
from cbir_app.shell.wiring import build_window

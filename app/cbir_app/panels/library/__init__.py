"""The library -> its panel, its page, its state: folders, coverage, what was skipped, maintenance."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.panels.library.add_dialog import AddFoldersDialog
    from cbir_app.panels.library.address_dialog import AddressDialog
    from cbir_app.panels.library.library_dialog import LibraryDialog, LibraryWishes
    from cbir_app.panels.library.library_panel import ALL, RECENT, LibraryPanel
    from cbir_app.panels.library.library_session import LibrarySession
    from cbir_app.panels.library.maintenance_dialogs import CheckDialog, ask_to_forget
    from cbir_app.panels.library.maintenance_log import MaintenanceLog
    from cbir_app.panels.library.reading_session import ReadingSession
    from cbir_app.panels.library.skipped_dialog import SkippedDialog
    from cbir_app.panels.library.status_line import StatusLine
    from cbir_app.panels.library.watch_session import WatchSession
    from cbir_app.panels.library.words_dialog import WordsDialog
    from cbir_app.panels.library.words_session import WordsSession

__getattr__ = lazy_door(
    __name__,
    {
        "add_dialog": ("AddFoldersDialog",),
        "address_dialog": ("AddressDialog",),
        "library_dialog": ("LibraryDialog", "LibraryWishes"),
        "library_panel": ("LibraryPanel", "ALL", "RECENT"),
        "library_session": ("LibrarySession",),
        "maintenance_dialogs": ("CheckDialog", "ask_to_forget"),
        "maintenance_log": ("MaintenanceLog",),
        "reading_session": ("ReadingSession",),
        "skipped_dialog": ("SkippedDialog",),
        "status_line": ("StatusLine",),
        "watch_session": ("WatchSession",),
        "words_dialog": ("WordsDialog",),
        "words_session": ("WordsSession",),
    },
)

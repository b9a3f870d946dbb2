"""The library -> its panel, its page, its state: folders, coverage, what was skipped, maintenance."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from app.library.add_dialog import AddFoldersDialog
    from app.library.address_dialog import AddressDialog
    from app.library.library_dialog import LibraryDialog, LibraryWishes
    from app.library.library_panel import ALL, RECENT, LibraryPanel
    from app.library.library_session import LibrarySession
    from app.library.maintenance_dialogs import CheckDialog, ask_to_forget
    from app.library.maintenance_log import MaintenanceLog
    from app.library.reading_session import ReadingSession
    from app.library.skipped_dialog import SkippedDialog
    from app.library.status_line import StatusLine
    from app.library.watch_session import WatchSession
    from app.library.words_dialog import WordsDialog
    from app.library.words_session import WordsSession

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

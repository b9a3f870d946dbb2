"""Panels of the library: folders, albums, coverage, skipped files, maintenance."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.panels.library.add_dialog import AddFoldersDialog
    from cbir_app.panels.library.address_dialog import AddressDialog
    from cbir_app.panels.library.library_dialog import LibraryDialog, LibraryWishes
    from cbir_app.panels.library.library_panel import ALL, RECENT, LibraryPanel
    from cbir_app.panels.library.maintenance_dialogs import CheckDialog, SkippedDialog, ask_to_forget
    from cbir_app.panels.library.status_line import StatusLine
    from cbir_app.panels.library.words_dialog import WordsDialog

__getattr__ = lazy_door(
    __name__,
    {
        "add_dialog": ("AddFoldersDialog",),
        "address_dialog": ("AddressDialog",),
        "library_dialog": ("LibraryDialog", "LibraryWishes"),
        "library_panel": ("ALL", "RECENT", "LibraryPanel"),
        "maintenance_dialogs": ("CheckDialog", "SkippedDialog", "ask_to_forget"),
        "status_line": ("StatusLine",),
        "words_dialog": ("WordsDialog",),
    },
)

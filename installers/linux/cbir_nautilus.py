"""Find with cbir, in the context menu of GNOME's file manager. Needs python3-nautilus."""

import locale
import subprocess

from gi.repository import GObject, Nautilus

ITALIAN = (locale.getlocale()[0] or "").startswith("it")


class CbirMenu(GObject.GObject, Nautilus.MenuProvider):
    def get_file_items(self, *arguments):
        files = arguments[-1]  # Nautilus 3 passes its window before
        if len(files) != 1 or files[0].is_directory() or not files[0].get_mime_type().startswith("image/"):
            return []
        item = Nautilus.MenuItem(
            name="Cbir::find",
            label="Trova con cbir" if ITALIAN else "Find with cbir",
            icon="io.github.cbir.Cbir",
        )
        item.connect("activate", self._find, files[0].get_location().get_path())
        return [item]

    def _find(self, _item, path):
        subprocess.Popen(["cbir", "gui", path], start_new_session=True)

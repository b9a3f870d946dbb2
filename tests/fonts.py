"""The fonts that windows measure and paint with in tests: DejaVu, which matplotlib ships, whatever the desktop has."""

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

PREFIX = "cbir-fonts-"
CONFIGURATION = """<fontconfig>
<dir>{folder}</dir>
<cachedir>{folder}/cache</cachedir>
<alias binding="same"><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


def bring_fonts():
    """Let fontconfig read these fonts in place of the system's, in the programs that tests start, too.

    Call it before Qt is imported. Without matplotlib, or elsewhere than on Linux, windows have the fonts of the system.
    """
    matplotlib = importlib.util.find_spec("matplotlib")
    inherited = Path(os.environ.get("FONTCONFIG_FILE", "")).parent.name.startswith(
        PREFIX
    )  # by a process of xdist
    if inherited or sys.platform != "linux" or matplotlib is None or matplotlib.origin is None:
        return
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for font in Path(matplotlib.origin).parent.glob("mpl-data/fonts/ttf/DejaVuSans*.ttf"):
        (folder / font.name).symlink_to(font)
    file = folder / "fonts.conf"
    file.write_text(CONFIGURATION.format(folder=folder), encoding="utf-8")
    os.environ["FONTCONFIG_FILE"] = str(file)

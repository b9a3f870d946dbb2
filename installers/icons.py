"""resources/cbir_resources/icons/cbir.svg -> PNGs of all sizes, an .ico for Windows and an .icns for macOS."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main(source: Path, target: Path) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PIL import Image
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _app = QGuiApplication([])
    renderer = QSvgRenderer(str(source))
    target.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        image.save(str(target / f"{size}.png"))
    with Image.open(target / "256.png") as picture:
        picture.save(target / "cbir.ico", sizes=[(size, size) for size in SIZES if size <= 256])
    with Image.open(target / "512.png") as picture:
        picture.save(target / "cbir.icns")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

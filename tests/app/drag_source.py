"""Another program to drag from: `python -m tests.app.drag_source KIND FILE X Y`, KIND file or browser.

As a browser it offers what browsers do: the web address, and the encoded picture.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    def __init__(self, kind, file):
        super().__init__("drag me")
        self._kind, self._file = kind, file
        self._pressed = None

    def mousePressEvent(self, event):
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event):
        if self._pressed is None:
            return
        moved = (event.position().toPoint() - self._pressed).manhattanLength()
        if moved < QApplication.startDragDistance():
            return
        self._pressed = None
        data = QMimeData()
        if self._kind == "file":
            data.setUrls([QUrl.fromLocalFile(str(self._file))])
        else:
            data.setUrls([QUrl("https://example.org/boat.png")])
            data.setData("image/png", self._file.read_bytes())
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction)


def main(kind, file, x, y):
    app = QApplication(sys.argv[:1])
    source = Source(kind, Path(file))
    source.setWindowTitle("drag source")
    source.setAlignment(Qt.AlignmentFlag.AlignCenter)
    source.setGeometry(int(x), int(y), 160, 120)
    source.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))

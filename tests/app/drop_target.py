"""Another program to drop on: `python -m tests.app.drop_target X Y` tells the files that are let go over it."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel


class Target(QLabel):
    def __init__(self):
        super().__init__("drop here")
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event):
        event.acceptProposedAction()

    def dropEvent(self, event):
        event.acceptProposedAction()
        print(
            "dropped",
            event.dropAction().name,
            *(url.toLocalFile() for url in event.mimeData().urls()),
            flush=True,
        )


def main(x, y):
    app = QApplication(sys.argv[:1])
    target = Target()
    target.setWindowTitle("drop target")
    target.setAlignment(Qt.AlignmentFlag.AlignCenter)
    target.setGeometry(int(x), int(y), 200, 160)
    target.show()
    print("ready", flush=True)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))

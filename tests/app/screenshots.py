"""Screenshots of every state of the window, with the real engine on the demo's pictures.

    python -m tests.app.screenshots OUT_DIR [LANGUAGE]

On a display of its own (Xvfb), so that all come out alike. The pictures may be shown: those of
resources/cbir_resources/pictures, with dates, and with the positions of places that their titles name.
"""

import hashlib
import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image as PillowImage
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEventLoop,
    QIODevice,
    QItemSelectionModel,
    QLocale,
    QMimeData,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSettings,
    Qt,
    QTimer,
    QUrl,
)
from PySide6.QtGui import (
    QColor,
    QCursor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QImage,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from cbir.base.types import Filters, Term
from cbir.demo import build_demo
from cbir.service import serve
from cbir_app.base.language import LANGUAGES, install, tr
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine, engine_process
from cbir_app.panels.export import ExportDialog
from cbir_app.panels.library import CheckDialog, LibraryDialog, SkippedDialog
from cbir_app.sessions import Part, Query, part_of_file
from cbir_app.shell import build_window
from cbir_app.shell.help_dialogs import KeysDialog
from cbir_app.shell.settings import SettingsDialog
from tests.app.virtual_desktop import ROOT, Desktop, missing
from tests.app.virtual_desktop import SIZE as SCREEN

SIZE = (1290, 820)
STORY_PX = 810  # width of the animation
WAIT_S = 120.0
PLACES = {
    "china": (39.9996, 116.2672),  # the Tower of Buddhist Incense in the Summer Palace
    "rocket": (28.5620, -80.5772),  # Cape Canaveral
    "coffee": (45.5117, -73.5717),  # Montreal
    "sunset": (43.0167, -2.4333),
    "alps": (45.9237, 6.8694),
    "sheep": (52.3, 1.6),  # Suffolk
}
INSIDE = "--inside"


class Studio:
    """A window, and what waits for it and takes its picture."""

    def __init__(self, out, folder):
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.out = out
        self.folder = folder
        self.theme = Theme(app, "light")

    def open(self, library):
        settings = QSettings(str(self.folder / "settings.ini"), QSettings.Format.IniFormat)
        settings.clear()
        engine = Engine(engine_process(serve, library))
        window = build_window(engine, self.theme, Preferences(settings))
        window.resize(*SIZE)
        window.show()
        window.activateWindow()
        engine.start()
        self.until(lambda: window.library.info is not None)
        return engine, window

    def until(self, condition):
        for _ in range(int(WAIT_S * 50)):
            if condition():
                return
            self.rest(20)
        raise TimeoutError("the window did not come to the state that was waited for")

    def rest(self, ms=500):
        loop = QEventLoop()
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def search(self, window, path):
        window.search.search(part_of_file(path))
        self.settle(window)

    def settle(self, window):
        self.until(lambda: not window.search.busy)
        self.rest(1200)

    def take(self, widget, name):
        """Save as a PNG of 256 colours: a third of the size, and no eye tells."""
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        widget.grab().toImage().save(buffer, "PNG")
        image = PillowImage.open(io.BytesIO(content.data())).convert("RGB")
        image.quantize(256, kmeans=1, dither=PillowImage.Dither.FLOYDSTEINBERG).save(
            self.out / f"{name}.png", optimize=True
        )
        print(f"{name}.png {(self.out / f'{name}.png').stat().st_size // 1024} KB", flush=True)


def take_all(out, folder):
    studio = Studio(out, folder)
    demo = build_demo(folder / "demo")
    (demo.pictures / "unfinished download.jpg").write_bytes(demo.query.read_bytes()[:300])
    engine, window = studio.open(folder / "library")
    give_dates(demo.pictures)
    studio.rest()
    studio.take(window, "empty")
    take_indexing(studio, window, demo)
    take_results(studio, window, demo)
    take_pages(studio, window)
    take_story(studio, window, demo)
    window.close()
    engine.close()


def take_indexing(studio, window, demo):
    window.library.add([demo.pictures])
    studio.until(lambda: window.library.progress is not None and window.library.progress.searchable >= 8)
    studio.search(window, demo.query)
    studio.take(window, "indexing")
    studio.until(lambda: not window.library.running)
    window.notice.hide()


def take_results(studio, window, demo):
    studio.search(window, demo.query)  # once more below: by then everything is warm
    window.search.clear()
    studio.settle(window)
    studio.take(window, "wall")
    studio.theme.set_scheme("dark")
    studio.rest()
    studio.take(window, "wall-dark")
    studio.theme.set_scheme("light")
    window.resize(800, 600)
    studio.rest()
    studio.take(window, "small")
    window.resize(*SIZE)
    studio.search(window, demo.query)
    studio.take(window, "results")
    window.actions_.evidence_column.setChecked(True)
    studio.rest()
    studio.take(window, "details")
    window.actions_.evidence_column.setChecked(False)
    studio.theme.set_scheme("dark")
    studio.rest()
    studio.take(window, "results-dark")
    take_list(studio, window)
    take_timeline(studio, window)
    take_words(studio, window, demo)
    window.pages.show_match()
    studio.rest(800)
    studio.take(window, "match-dark")
    studio.theme.set_scheme("light")
    studio.rest()
    studio.take(window, "match")
    take_over(studio, window)
    window.pages.show_photo()
    studio.rest(800)
    studio.take(window, "photo")
    window.pages.show_frame()
    width, height = (
        window.pages.framing.canvas.sceneRect().width(),
        window.pages.framing.canvas.sceneRect().height(),
    )
    window.pages.framing.frame_canvas.set_frame(
        QRectF(0.03 * width, 0.42 * height, 0.3 * width, 0.48 * height)
    )
    studio.rest()
    studio.take(window, "frame")
    window.pages.show_results()
    take_snip(studio, window, demo)
    window.dialogs.show_keys()
    studio.rest()
    dialog = window.findChild(KeysDialog)
    assert dialog is not None
    studio.take(dialog, "keys")
    dialog.close()
    window.controls.folders.show_skipped()
    studio.rest()
    skipped = window.findChild(SkippedDialog)
    assert skipped is not None
    studio.take(skipped, "skipped")
    skipped.close()
    take_marks(studio, window)
    take_compared(studio, window)
    take_care(studio, window, demo)
    foreign = studio.folder / "stranger.png"
    PillowImage.fromarray(mosaic()).save(foreign)
    studio.search(window, foreign)
    studio.take(window, "nothing-matches")
    broken = studio.folder / "broken.jpg"
    broken.write_bytes(b"\xff\xd8 not a picture")
    studio.search(window, broken)
    studio.take(window, "failure")


def take_list(studio, window):
    window.results.bar.choose_shape("list")
    window.results.list.selectAll()
    studio.rest()
    studio.take(window, "list-dark")
    studio.theme.set_scheme("light")
    studio.rest()
    studio.take(window, "list")
    studio.theme.set_scheme("dark")
    window.results.bar.choose_shape("grid")


def take_timeline(studio, window):
    window.results.bar.choose_shape("timeline")
    studio.rest(1200)
    studio.take(window, "timeline-dark")
    studio.theme.set_scheme("light")
    studio.rest()
    studio.take(window, "timeline")
    studio.theme.set_scheme("dark")
    window.results.bar.choose_shape("grid")


def take_over(studio, window):
    """The query over the hit, half of it wiped away."""
    match = window.pages.match
    match.over_button.setChecked(True)
    match.blends.setCurrentIndex(1)
    studio.rest()
    studio.take(window, "match-over")
    match.over_button.setChecked(False)


def take_snip(studio, window, demo):
    """A part of the screen, on which another program shows a picture."""
    page = QLabel()
    with PillowImage.open(demo.query) as image:
        pixels = np.ascontiguousarray(image.convert("RGB").resize((900, 900)))
    page.setPixmap(QPixmap.fromImage(QImage(pixels.data, 900, 900, 2700, QImage.Format.Format_RGB888).copy()))
    page.setWindowTitle("Another program")
    page.showFullScreen()
    studio.rest()
    window.actions_.snip.trigger()
    studio.until(lambda: bool(window.controls.snips.snipper.overlays))
    overlay = window.controls.snips.snipper.overlays[0]
    studio.rest()
    QTest.mousePress(overlay, Qt.MouseButton.LeftButton, pos=QPoint(10, 290))
    QTest.mouseMove(overlay, QPoint(320, 740))
    studio.rest()
    studio.take(overlay, "snip")
    QTest.keyClick(overlay, Qt.Key.Key_Escape)
    page.close()
    studio.rest()


def take_marks(studio, window):
    """Three photos with a rating and keywords, and the question before the trash."""
    window.actions_.evidence_column.setChecked(True)
    window.results.select(0)
    for row in range(1, 3):
        view = window.results.view
        view.selectionModel().select(
            window.results.model.index(row, 0), QItemSelectionModel.SelectionFlag.Select
        )
    window.controls.marks.rate(4)
    window.controls.marks.add_keywords(("Beijing", "for the wall"))
    studio.rest(800)
    studio.take(window, "marks")
    window.controls.trash.ask()
    studio.rest()
    box = window.findChild(QMessageBox, "trash")
    assert box is not None
    studio.take(box, "trash")
    box.reject()
    window.notice.hide()
    window.actions_.evidence_column.setChecked(False)


def take_compared(studio, window):
    """Three photos side by side, and the question of how to export them."""
    window.actions_.side_by_side.trigger()
    studio.rest(1200)
    studio.take(window, "compare")
    window.pages.show_results()
    window.actions_.export.trigger()
    studio.rest()
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    studio.take(dialog, "export")
    dialog.close()


def take_care(studio, window, demo):
    """A check, and the library without its drive."""
    window.controls.maintenance.check()
    dialog = window.findChild(CheckDialog)
    assert dialog is not None
    studio.until(lambda: dialog.headline.text() != tr("Checking…"))
    studio.take(dialog, "check")
    dialog.close()
    window.dialogs.show_library()
    studio.rest()
    overview = window.findChild(LibraryDialog)
    assert overview is not None
    studio.take(overview, "library")
    overview.close()
    away = demo.pictures.with_name("unplugged")
    demo.pictures.rename(away)
    window.library.ask()
    studio.search(window, demo.query)
    studio.take(window, "offline")
    away.rename(demo.pictures)
    window.library.ask()


def take_words(studio, window, demo):
    """Words alone, in the dark; then chips of all kinds, in the light. Ends with the query, in the dark."""
    window.search.clear()
    window.bar.focus()
    window.search.type("two dogs looking out of a window")
    studio.settle(window)
    studio.take(window, "words-dark")
    studio.theme.set_scheme("light")
    window.search.search(part_of_file(demo.query))
    studio.settle(window)
    window.search.set_region((80.0, 160.0, 380.0, 380.0))
    window.search.add(Part(Term(text="pictures"), "pictures"))
    window.search.add(Part(Term(text="blurred", sign=-1), "blurred"))
    window.search.weigh(1, 1)
    studio.settle(window)
    studio.take(window, "chips")
    window.search.search(part_of_file(demo.query))
    window.search.set_filters(Filters(orientation="landscape", formats=("jpeg",), min_megapixels=0.2))
    window.bar.filter_popover.open("date", window.bar.filter_button)
    studio.settle(window)
    studio.take(window, "filters")
    studio.theme.set_scheme("dark")
    window.bar.filter_popover.open("format", window.bar.filter_chips.terms[0])
    studio.settle(window)
    studio.take(window, "filters-dark")
    window.bar.filter_popover.close()
    window.controls.albums.save()
    window.search.set_query(Query(draft="boats in a harbour"))
    window.controls.albums.save()
    window.notice.hide()
    studio.settle(window)
    studio.take(window, "saved-dark")
    window.dialogs.show_settings()
    studio.rest()
    settings = window.findChild(SettingsDialog)
    assert settings is not None
    studio.take(settings, "settings-dark")
    settings.show_models()
    studio.rest()
    studio.take(settings, "models-dark")
    settings.close()
    window.search.clear()
    studio.search(window, demo.query)


def take_pages(studio, window):
    """Duplicates, both maps and a photo being culled, in the light and in the dark."""
    window.search.clear()
    studio.settle(window)
    window.actions_.duplicates.trigger()
    studio.until(lambda: not window.controls.duplicates.session.searching)
    studio.rest(1500)
    take_both(studio, window, "duplicates")
    window.actions_.map.trigger()
    studio.until(lambda: window.pages.place == "map")
    studio.rest(2500)
    take_both(studio, window, "map")
    window.actions_.similarity.trigger()
    studio.until(lambda: window.pages.place == "similarity")
    studio.rest(8000)
    take_both(studio, window, "similarity")
    window.pages.show_results()
    studio.rest()
    for row, (flag, stars) in enumerate((("pick", 5), ("reject", None), ("pick", 3))):
        window.results.select(row)
        window.controls.marks.flag(flag)
        if stars:
            window.results.select(row)
            window.controls.marks.rate(stars)
        studio.rest(400)
    window.results.select(0)
    window.pages.show_photo()
    studio.rest(1200)
    take_both(studio, window, "culling")
    window.pages.show_results()
    window.notice.hide()


def take_both(studio, window, name):
    for scheme in ("light", "dark"):
        studio.theme.set_scheme(scheme)
        studio.rest(800)
        studio.take(window, name if scheme == "light" else f"{name}-dark")
    studio.theme.set_scheme("light")
    studio.rest()


def take_story(studio, window, demo):
    """A snapshot is dropped on the window, and the matches come with their proof: an animation."""
    window.search.clear()
    studio.settle(window)
    window.results.select(0)
    story = Story(window, demo.query)
    story.take(1300)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(demo.query))])
    copy, left, no_keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    path = [QPoint(1250 - 90 * n, 780 - 60 * n) for n in range(7)]
    QApplication.sendEvent(window, QDragEnterEvent(path[0], copy, mime, left, no_keys))
    for place in path:
        QApplication.sendEvent(window, QDragMoveEvent(place, copy, mime, left, no_keys))
        studio.rest(60)
        story.take(130 if place != path[-1] else 500, place)
    QApplication.sendEvent(window, QDropEvent(QPointF(path[-1]), copy, mime, left, no_keys))
    studio.settle(window)
    story.take(1900)
    window.results.select(0)
    window.pages.show_match()
    studio.rest(1200)
    story.take(3000)
    window.pages.show_results()
    story.save(studio.out / "drop-to-proof.webp")


class Story:
    """Frames of the window, with the picture that is dragged and a pointer."""

    def __init__(self, window, query):
        self._window = window
        self._query = QImage(str(query)).scaledToWidth(190, Qt.TransformationMode.SmoothTransformation)
        self._frames, self._times = [], []

    def take(self, ms, pointer=None):
        image = self._window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        if pointer is not None:
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(0.85)
            painter.drawImage(QRect(pointer + QPoint(6, 8), self._query.size()), self._query)
            painter.setOpacity(1)
            corners = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
            arrow = QPolygonF([QPointF(x, y) for x, y in corners])
            painter.setPen(QPen(QColor("white"), 1))
            painter.setBrush(QColor("black"))
            painter.drawPolygon(arrow.translated(QPointF(pointer)))
            painter.end()
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")
        frame = PillowImage.open(io.BytesIO(content.data())).convert("RGB")
        height = frame.height * STORY_PX // frame.width
        self._frames.append(frame.resize((STORY_PX, height), PillowImage.Resampling.LANCZOS))
        self._times.append(ms)

    def save(self, path):
        first, *others = self._frames
        first.save(
            path, save_all=True, append_images=others, duration=self._times, loop=0, quality=70, method=6
        )
        print(f"{path.name} {path.stat().st_size // 1024} KB", flush=True)


def give_dates(folder):
    """Let the photos have been taken in eight years, the copies before the others; one in nine says nothing."""
    photos = [file for file in folder.rglob("*.jpg") if file.stat().st_size > 1000]
    photos.sort(key=lambda file: (file.parent != folder, hashlib.sha256(file.name.encode()).digest()))
    for n, file in enumerate(photos):
        if n % 9 == 8:
            continue
        with PillowImage.open(file) as image:
            exif = image.getexif()
            if file.stem in PLACES:
                latitude, longitude = PLACES[file.stem]
                gps = exif.get_ifd(0x8825)
                gps[1], gps[2] = "N" if latitude >= 0 else "S", (abs(latitude), 0.0, 0.0)
                gps[3], gps[4] = "E" if longitude >= 0 else "W", (abs(longitude), 0.0, 0.0)
            month, day = 1 + n * 7 % 12, 1 + n * 11 % 28
            exif.get_ifd(0x8769)[0x9003] = (
                f"{2024 - n * 8 // len(photos)}:{month:02}:{day:02} 12:{n % 60:02}:00"
            )
            image.save(file, quality="keep", exif=exif)


def mosaic():
    """Return a picture like no other: tiles with discs of random colours, (480, 640, 3) uint8."""
    rng = np.random.default_rng(5)
    picture = np.zeros((480, 640, 3), np.uint8)
    y, x = np.mgrid[0:40, 0:40]
    for top in range(0, 480, 40):
        for left in range(0, 640, 40):
            disc = (y - rng.integers(8, 32)) ** 2 + (x - rng.integers(8, 32)) ** 2 < rng.integers(30, 260)
            tile = np.where(disc[..., None], rng.integers(90, 255, 3), rng.integers(10, 190, 3))
            picture[top : top + 40, left : left + 40] = tile
    return picture


def main(out, language):
    if missing():
        print(f"Please install: {', '.join(missing())}")
        return 2
    out.mkdir(parents=True, exist_ok=True)
    with Desktop() as desktop:
        command = [sys.executable, "-m", "tests.app.screenshots", INSIDE, str(out.absolute()), language]
        return subprocess.run(command, cwd=ROOT, env=desktop.environment, check=False).returncode


def main_inside(out, language):
    app = QApplication(sys.argv[:1])
    install(app, language, QLocale.c())  # whatever this machine's own is
    QCursor.setPos(SCREEN[0] - 1, SCREEN[1] - 1)  # so that nothing is pointed at
    folder = Path(tempfile.gettempdir()) / "cbir-screenshots"  # it is seen in the pictures: always the same
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        take_all(out, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    del app
    return 0


if __name__ == "__main__":
    inside = sys.argv[1] == INSIDE
    asked = sys.argv[2 if inside else 1 :]
    spoken = next((code for code in LANGUAGES if code in asked[1:]), "en")
    sys.exit((main_inside if inside else main)(Path(asked[0]), spoken))

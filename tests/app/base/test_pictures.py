"""Pictures of the engine as Qt paints them."""

from PySide6.QtGui import QColor, QPixmap

from cbir_app.base.pictures import fitted


def test_rounded_corners_are_transparent(qapp):
    pixmap = QPixmap(60, 40)
    pixmap.fill(QColor("red"))
    image = fitted(pixmap, 30, 20, 1.0, radius=8).toImage()
    assert [image.pixelColor(x, y).alpha() for x in (0, 29) for y in (0, 19)] == [0] * 4
    assert image.pixelColor(15, 10) == QColor("red")

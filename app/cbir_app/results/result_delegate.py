"""The delegate that paints a hit as a tile of the wall: the photo from edge to edge, and marks over it.

A match has an outline around the part that agrees, and dots for the strength of its evidence. A line of signs shows
stars, flag and label. The name appears under the pointer and on the tile with the keyboard focus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from cbir.base.types import Hit, Metadata, PhotoId, Quad, Region, moment_of, shown_name
from cbir_app.base.evidence import agreeing_part, best_evidence, is_graded
from cbir_app.base.mark_signs import paint_plate, paint_signs, signs_width
from cbir_app.base.pictures import paint_borders, paint_filling
from cbir_app.base.theme import MARK, Theme
from cbir_app.engine import Thumbnails
from cbir_app.results.result_model import HIT_ROLE, NO_MARKS

BADGE_PX = 22
STRENGTH = QSize(34, 15)  # the dots on their plate
DOT_PX, DOT_STEP_PX = 6, 9
NEW_PX = 13
STACK_PX = 46  # width of a badge with a number
INSET_PX = 6
NAME_PX = 46  # height of the shade behind a name
NARROW_PX = 70  # a narrower tile has no room for a name


def stack_badge(tile: QRect, hit: Hit) -> QRect:
    """The place of a stack's badge in a tile: at the right, below the strength."""
    below = (STRENGTH.height() + 4) * is_graded(hit)
    corner = tile.topRight() + QPoint(-INSET_PX - STACK_PX, INSET_PX + below)
    return QRect(corner, QSize(STACK_PX, BADGE_PX))


class ResultDelegate(QStyledItemDelegate):
    """Paints hits as tiles.

    marks : a photo's rating, flag and label, as far as they are known
    stacked : number of photos in a photo's stack; 0 within an open stack
    word_places : places of the typed terms in a photo's recognised text: the corners of each, in its pixels
    """

    def __init__(
        self,
        thumbnails: Thumbnails,
        theme: Theme,
        parent: QObject | None = None,
        marks: Callable[[Hit], Metadata] = lambda _hit: NO_MARKS,
        stacked: Callable[[PhotoId], int] = lambda _photo: 1,
    ) -> None:
        super().__init__(parent)
        self._thumbnails, self._marks, self._stacked = thumbnails, marks, stacked
        self._theme = theme
        self.word_places: Callable[[PhotoId], Sequence[Quad]] = lambda _photo: ()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return option.rect.size()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        hit: Hit | None = index.data(HIT_ROLE)
        if hit is None:
            return
        tile: QRect = option.rect
        state: QStyle.StateFlag = option.state
        states = QStyle.StateFlag
        painter.save()
        self._paint_picture(painter, tile, hit)
        pointed_at = state & (states.State_Selected | states.State_MouseOver)
        if hit.verified and (outline := agreeing_part(best_evidence(hit), hit.size)):
            paint_borders(painter, tile, hit.size, [outline], 2.0)
        elif hit.part is not None and not hit.verified and (hit.strong or pointed_at):
            self._paint_part(painter, tile, hit.size, hit.part)
        if not hit.verified and (words := self.word_places(hit.photo)):
            paint_borders(painter, tile, hit.size, words, 1.5)  # typed terms in recognised text
        if is_graded(hit):
            self._paint_strength(painter, tile, hit.level)
        signs = ["eject"] * hit.offline + ["play"] * (moment_of(hit.path) is not None)
        for at, icon in enumerate(signs):
            corner = tile.topLeft() + QPoint(INSET_PX + (BADGE_PX + 4) * at, INSET_PX)
            self._paint_badge(painter, corner, icon)
        if hit.new:
            self._paint_new(painter, tile, len(signs))
        if hit.beside is not None and tile.width() >= NARROW_PX:
            self._paint_beside(painter, tile, hit, hit.beside)
        if (stacked := self._stacked(hit.photo)) != 1:
            self._paint_stack(painter, stack_badge(tile, hit), stacked)
        named = state & (states.State_MouseOver | states.State_HasFocus) and tile.width() >= NARROW_PX
        marks = self._marks(hit)
        if named:
            self._paint_name(painter, tile, hit, signs_width(painter, marks))
        self._paint_marks(painter, tile, marks, shaded=bool(named))
        if state & (states.State_Selected | states.State_HasFocus):
            self._paint_frame(painter, tile)
        painter.restore()

    def _paint_picture(self, painter: QPainter, tile: QRect, hit: Hit) -> None:
        ratio = painter.device().devicePixelRatioF()
        pixmap = self._thumbnails.covering(hit, tile.size(), ratio)
        if pixmap is not None:
            painter.setOpacity(0.45 if hit.offline else 1.0)
            paint_filling(painter, tile, pixmap)
            painter.setOpacity(1.0)
            return
        painter.fillRect(tile, QColor(self._theme.colours.well))
        if self._thumbnails.is_missing(hit):
            icon = self._theme.pixmap("warning", 22, self._theme.colours.dim, ratio)
            painter.drawPixmap(tile.center() - QPoint(11, 11), icon)

    def _paint_strength(self, painter: QPainter, tile: QRect, level: int) -> None:
        """Draw three dots, as many filled as the level says, on a plate that is dark in both schemes."""
        inset = min(INSET_PX, max(0, tile.width() - STRENGTH.width()) // 2)
        plate = QRectF(QRect(tile.topRight() - QPoint(inset + STRENGTH.width() - 1, -inset), STRENGTH))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 190))
        painter.drawRoundedRect(plate, plate.height() / 2, plate.height() / 2)
        for at in range(3):
            filled = at < level
            painter.setPen(Qt.PenStyle.NoPen if filled else QPen(QColor("#e6e6e6"), 1.2))
            painter.setBrush(QColor(MARK) if filled else Qt.BrushStyle.NoBrush)
            centre = plate.center() + QPointF((at - 1) * DOT_STEP_PX, 0)
            radius = DOT_PX / 2 if filled else DOT_PX / 2 - 0.6
            painter.drawEllipse(centre, radius, radius)

    def _paint_part(self, painter: QPainter, tile: QRect, size: tuple[int, int], part: Region) -> None:
        """Outline the part that fits the query text best. Dashed, because it is a guess and no proof."""
        x, y, width, height = part
        across, down = tile.width() / size[0], tile.height() / size[1]
        outline = QRectF(tile.x() + x * across, tile.y() + y * down, width * across, height * down)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, style in (
            (QColor(0, 0, 0, 110), Qt.PenStyle.SolidLine),
            (QColor(MARK), Qt.PenStyle.DashLine),
        ):
            painter.setPen(QPen(colour, 1.5, style))
            painter.drawRect(outline.adjusted(1, 1, -1, -1))

    def _paint_badge(self, painter: QPainter, corner: QPoint, icon: str) -> None:
        colours = self._theme.colours
        badge = QRect(corner, QSize(BADGE_PX, BADGE_PX))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.raised))
        painter.drawEllipse(QRectF(badge))
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(corner + QPoint(4, 4), self._theme.pixmap(icon, 14, colours.text, ratio))

    def _paint_new(self, painter: QPainter, tile: QRect, signs: int) -> None:
        """Mark a hit that is new in the album: a dot in the accent colour, with a rim against any photo.

        signs : number of badges at its left
        """
        colours = self._theme.colours
        left = tile.left() + INSET_PX + (BADGE_PX + 4) * signs
        dot = QRectF(left, tile.top() + INSET_PX, NEW_PX, NEW_PX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.base), 2))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(dot)

    def _paint_beside(self, painter: QPainter, tile: QRect, hit: Hit, beside: str) -> None:
        """Name the kind of the file that is one item with the photo, such as +DNG."""
        colours = self._theme.colours
        kind = f"+{beside.rpartition('.')[2].upper()}"
        left = tile.left() + INSET_PX + (BADGE_PX + 4) * hit.offline + (NEW_PX + 4) * hit.new
        plate = QRect(
            left, tile.top() + INSET_PX, painter.fontMetrics().horizontalAdvance(kind) + 14, BADGE_PX
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(QRectF(plate), BADGE_PX / 2, BADGE_PX / 2)
        painter.setPen(QColor(colours.text))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, kind)

    def _paint_stack(self, painter: QPainter, badge: QRect, photos: int) -> None:
        """Paint a stack's sign with its number of photos. Photos of an open stack have the sign alone."""
        colours, ratio = self._theme.colours, painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.raised))
        if not photos:
            badge = badge.adjusted(STACK_PX - BADGE_PX, 0, 0, 0)
        painter.drawRoundedRect(QRectF(badge), BADGE_PX / 2, BADGE_PX / 2)
        painter.drawPixmap(
            badge.topLeft() + QPoint(4, 4), self._theme.pixmap("copy", 14, colours.text, ratio)
        )
        if photos:
            painter.setPen(QColor(colours.text))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(badge.adjusted(0, 0, -7, 0), flags, str(photos))

    def _paint_name(self, painter: QPainter, tile: QRect, hit: Hit, signs: int) -> None:
        """Write the name at the lower edge, on a shade that works on any photo. signs : width of the photo's signs"""
        shade = QRect(tile.left(), tile.bottom() + 1 - NAME_PX, tile.width(), NAME_PX)
        gradient = QLinearGradient(QPointF(shade.topLeft()), QPointF(shade.bottomLeft()))
        gradient.setColorAt(0.0, QColor(0, 0, 0, 0))
        gradient.setColorAt(0.55, QColor(0, 0, 0, 165))
        gradient.setColorAt(1.0, QColor(0, 0, 0, 200))
        painter.fillRect(shade & tile, gradient)
        painter.setPen(QColor("#ffffff"))
        metrics = painter.fontMetrics()
        line = self._last_line(painter, tile)
        if signs and (beside := line.width() - signs - 8) > NARROW_PX:
            line.setWidth(beside)
        name = metrics.elidedText(shown_name(hit.path), Qt.TextElideMode.ElideMiddle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, name)

    def _paint_marks(self, painter: QPainter, tile: QRect, marks: Metadata, *, shaded: bool) -> None:
        """Paint flag, label and stars at the lower right, on a plate of their own unless a name's shade is there.

        If there is no room for both, the name wins. A narrow tile has a number and one star.
        """
        line = self._last_line(painter, tile)
        width = signs_width(painter, marks)
        if not width or (shaded and line.width() - width - 8 <= NARROW_PX):
            return
        short = width > line.width()
        width = min(signs_width(painter, marks, short=short), line.width())
        line.setLeft(line.right() + 1 - width)
        if not shaded:
            paint_plate(painter, line)
        paint_signs(painter, line, marks, self._theme, "#ffffff", short=short)

    @staticmethod
    def _last_line(painter: QPainter, tile: QRect) -> QRect:
        height = painter.fontMetrics().height()
        return QRect(tile.left() + 9, tile.bottom() - 5 - height, tile.width() - 18, height)

    def _paint_frame(self, painter: QPainter, tile: QRect) -> None:
        """Frame a selected tile. A line in the ground colour inside separates the accent from any photo."""
        colours = self._theme.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, inset, width in ((colours.base, 3, 2), (colours.accent, 1, 3)):
            pen = QPen(QColor(colour), width, j=Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(QRectF(tile).adjusted(inset - 0.5, inset - 0.5, -inset - 0.5, -inset - 0.5))

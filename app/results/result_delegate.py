"""One hit -> one cell: thumbnail, name, and the badge or score that says how sure the engine is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.base.confidence import best_evidence
from app.base.dates import day
from app.base.language import tr
from app.base.theme import Theme
from app.base.wording import score
from app.engine import Thumbnails
from app.filters import stars
from app.results.result_layout import TEXT_PX
from app.results.result_model import HIT_ROLE
from cbir.base.types import Hit

PAD_PX = 8
GAP_PX = 8  # between the points and the score


class ResultDelegate(QStyledItemDelegate):
    """rating : how many stars a photo has, as far as that is known"""

    def __init__(
        self,
        thumbnails: Thumbnails,
        theme: Theme,
        parent: QObject | None = None,
        rating: Callable[[Hit], int | None] = lambda _hit: None,
    ) -> None:
        super().__init__(parent)
        self._thumbnails, self._rating = thumbnails, rating
        self._theme = theme
        self.dates = False  # when a photo was taken stands where its score does

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return option.rect.size()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        hit: Hit | None = index.data(HIT_ROLE)
        if hit is None:
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = rect.adjusted(2, 2, -2, -2)
        self._paint_card(painter, card, state)
        area = card.adjusted(PAD_PX, PAD_PX, -PAD_PX, PAD_PX - TEXT_PX + 4)
        self._paint_picture(painter, area, hit)
        text = QRect(area.left() + 1, area.bottom() + 6, area.width() - 2, TEXT_PX)
        self._paint_text(painter, text, hit)
        painter.restore()

    def _paint_card(self, painter: QPainter, card: QRect, state: QStyle.StateFlag) -> None:
        colours = self._theme.colours
        selected = bool(state & QStyle.StateFlag.State_Selected)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if not selected and not focused and not state & QStyle.StateFlag.State_MouseOver:
            return
        pen = QPen(Qt.PenStyle.NoPen)
        if selected or focused:
            pen = QPen(QColor(colours.accent if focused else colours.accent_line), 2 if focused else 1)
        painter.setPen(pen)
        painter.setBrush(QColor(colours.accent_soft if selected else colours.hover))
        painter.drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 8, 8)

    def _paint_picture(self, painter: QPainter, area: QRect, hit: Hit) -> None:
        ratio = painter.device().devicePixelRatioF()
        pixmap = self._thumbnails.fitted(hit, area.size(), ratio)
        if pixmap is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.colours.well))
            painter.drawRoundedRect(QRectF(area), 5, 5)
            if self._thumbnails.is_missing(hit):
                icon = self._theme.pixmap(
                    "warning", 22, self._theme.colours.dim, painter.device().devicePixelRatioF()
                )
                painter.drawPixmap(area.center() - QPoint(11, 11), icon)
            return
        size = pixmap.deviceIndependentSize()
        x = area.left() + (area.width() - size.width()) / 2
        y = area.top() + (area.height() - size.height()) / 2
        if hit.offline:
            painter.setOpacity(0.45)
        painter.drawPixmap(QRectF(x, y, size.width(), size.height()), pixmap, QRectF(pixmap.rect()))
        painter.setOpacity(1.0)
        if hit.offline:
            self._paint_offline(painter, QPoint(round(x) + 6, round(y) + 6))

    def _paint_offline(self, painter: QPainter, corner: QPoint) -> None:
        """Mark a photo whose drive is not there."""
        colours = self._theme.colours
        painter.setPen(QPen(QColor(colours.line)))
        painter.setBrush(QColor(colours.raised))
        badge = QRect(corner, QSize(24, 24))
        painter.drawRoundedRect(QRectF(badge), 6, 6)
        icon = self._theme.pixmap("eject", 16, colours.text, painter.device().devicePixelRatioF())
        painter.drawPixmap(badge.topLeft() + QPoint(4, 4), icon)

    def _paint_text(self, painter: QPainter, text: QRect, hit: Hit) -> None:
        colours = self._theme.colours
        metrics = painter.fontMetrics()
        line = metrics.height()
        name = metrics.elidedText(hit.path.name, Qt.TextElideMode.ElideMiddle, text.width())
        painter.setPen(QColor(colours.text))
        # Letters of another font, such as Chinese, may be taller than the line: they are centred on it, and not cut.
        upper = QRect(text.left(), text.top(), text.width(), line)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        painter.drawText(upper, flags, name)
        below = QRect(text.left(), text.top() + line + 2, text.width(), line)
        small = QFont(painter.font())
        small.setPointSizeF(max(7.0, small.pointSizeF() * 0.9))
        evidence = best_evidence(hit)
        taken = 0  # of the line's width
        if hit.verified and evidence is not None:
            icon = self._theme.pixmap("check", 14, colours.accent_text, painter.device().devicePixelRatioF())
            painter.drawPixmap(below.left(), below.top() + (line - 14) // 2, icon)
            small.setWeight(QFont.Weight.DemiBold)
            painter.setFont(small)
            painter.setPen(QColor(colours.accent_text))
            points = tr("%Ln point(s)", "", evidence.inliers)
            painter.drawText(below.adjusted(18, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, points)
            taken = 18 + painter.fontMetrics().horizontalAdvance(points) + GAP_PX
        painter.setPen(QColor(colours.dim))
        small.setWeight(QFont.Weight.Normal)
        painter.setFont(small)
        side = Qt.AlignmentFlag.AlignRight if hit.verified else Qt.AlignmentFlag.AlignLeft
        room = below.width() - taken
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter | side, self._remark(hit, painter, room))

    def _remark(self, hit: Hit, painter: QPainter, room_px: int) -> str:
        """Return what stands beside the points: stars, and the score in words where there is room, or as a number."""
        value = score(hit.score) if hit.score else ""
        choices = [tr("score {score}", score=value), value] if value else []
        if self.dates:
            choices = [day(hit.taken_at)]
        if rating := self._rating(hit):
            choices = [*(f"{stars(rating)}  {text}" for text in choices), stars(rating)]
        metrics = painter.fontMetrics()
        return next((text for text in choices if metrics.horizontalAdvance(text) <= room_px), "")

"""The page of offers: keywords, titles, captions and positions that photos of a thing lack and others of it have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from cbir.base.types import Offer, OfferKind
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import MessagePage, ViewerPage, button, with_key
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.sessions import ThingsSession

_OFFERS, _EVIDENCE = int(Qt.ItemDataRole.UserRole), int(Qt.ItemDataRole.UserRole) + 1
_ROW_PX, _INSET_PX = 50, 14
_VALUES: dict[OfferKind, str] = {
    "keyword": QT_TR_NOOP("Keyword “{value}”"),
    "title": QT_TR_NOOP("Title “{value}”"),
    "caption": QT_TR_NOOP("Caption “{value}”"),
    "position": QT_TR_NOOP("Position {value}"),
}


@dataclass(frozen=True, slots=True)
class OfferRow:
    """One value for all photos that lack it. offers : at least one, of one thing, kind and text"""

    offers: tuple[Offer, ...]

    @property
    def value(self) -> str:
        first = self.offers[0]
        given = tr("to %Ln photo(s)", "", len({offer.photo for offer in self.offers}))
        return f"{tr(_VALUES[first.kind], value=first.text)} · {given}"

    @property
    def evidence(self) -> str:
        """The sources, the fewest points that agree, and the doubt of a position."""
        sources = dict.fromkeys(offer.source_path.name for offer in self.offers)
        least = min(offer.points for offer in self.offers)
        parts = [tr("from {file}", file=", ".join(sources))]
        parts.append(tr("at least %Ln point(s) agree", "", least) if least else tr("same file"))
        if self.offers[0].kind == "position":
            doubts = [offer.doubt_m for offer in self.offers if offer.doubt_m is not None]
            parts.append(
                tr("may be {distance} off", distance=f"{number(round(max(doubts)))} m")
                if doubts
                else tr("accuracy unknown")
            )
        return " · ".join(parts)


def rows_of(offers: tuple[Offer, ...]) -> list[OfferRow]:
    rows: dict[tuple[int, str, str], list[Offer]] = {}
    for offer in offers:
        rows.setdefault((offer.thing, offer.kind, offer.text), []).append(offer)
    return [OfferRow(tuple(values)) for values in rows.values()]


class OffersPage(ViewerPage):
    place = "things"
    accepted = Signal(object)  # tuple of Offer
    dismissed = Signal(object, bool)  # tuple of Offer; False: offer them again

    def __init__(self, session: ThingsSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Details of the same thing"), parent=parent)
        self._session = session
        self.title.setText(tr("Details of the same thing"))
        self.hide_picture()
        self.accept = button(tr("Accept"), self._accept, primary=True)
        self.accept.setToolTip(
            plain_tooltip(with_key(tr("Give the selected values to the photos"), tr("Enter")))
        )
        self.dismiss = button(tr("Dismiss"), partial(self._dismiss, dismissed=True))
        self.dismiss.setToolTip(
            plain_tooltip(with_key(tr("Do not offer the selected values to these photos again"), tr("Del")))
        )
        self.again = button(tr("Offer again"), partial(self._dismiss, dismissed=False))
        self.add_key("Del", lambda: self._dismiss(dismissed=not session.showing_dismissed))
        self.shown = button(
            tr("Dismissed"), lambda: session.show_dismissed(self.shown.isChecked()), flat=True
        )
        self.shown.setCheckable(True)
        self.shown.setToolTip(plain_tooltip(tr("Show the offers that you dismissed")))
        for tool in (self.shown, self.again, self.dismiss, self.accept):
            self.tools.addWidget(tool)
        self.tools.setSpacing(6)
        self.list = QListWidget()
        self.list.setObjectName("list")
        self.list.setAccessibleName(tr("Offers"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setItemDelegate(_OfferDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.itemSelectionChanged.connect(self._show_tools)
        self.list.activated.connect(lambda _index: self._accept())
        self.message = MessagePage(theme)
        self.middle.addWidget(self.list, 1)
        self.middle.addWidget(self.message, 1)
        session.offered.connect(self.show_offers)
        self.show_offers()

    @property
    def home(self) -> QWidget:
        return self.list if self.list.isVisible() else self

    def show_offers(self) -> None:
        offers = self._session.offers
        at = max(0, self.list.currentRow())
        self.list.clear()
        for row in rows_of(offers or ()):
            item = QListWidgetItem(row.value)
            item.setData(_OFFERS, row.offers)
            item.setData(_EVIDENCE, row.evidence)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row.value}, {row.evidence}")
            item.setToolTip(plain_tooltip("\n".join(str(offer.path) for offer in row.offers[:20])))
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(min(at, self.list.count() - 1))
        self.list.setVisible(bool(offers))
        self.message.setVisible(not offers)
        if offers is None:
            self.message.show_message("shared", tr("Looking for details to share…"), "")
        elif not offers and self._session.showing_dismissed:
            self.message.show_message("shared", tr("Nothing dismissed"), "")
        elif not offers:
            text = tr("Photos of a thing have the same keywords, titles, captions and positions.")
            self.message.show_message("shared", tr("Nothing to share"), text)
        self.remark.setText(tr("%Ln offer(s)", "", self.list.count()) if offers else "")
        self._show_tools()

    def _show_tools(self) -> None:
        shown, dismissed = bool(self._session.offers), self._session.showing_dismissed
        self.shown.setChecked(dismissed)
        for tool, fits in (
            (self.accept, not dismissed),
            (self.dismiss, not dismissed),
            (self.again, dismissed),
        ):
            tool.setVisible(shown and fits)
            tool.setEnabled(bool(self.list.selectedItems()))

    def _selected(self) -> tuple[Offer, ...]:
        return tuple(offer for item in self.list.selectedItems() for offer in item.data(_OFFERS))

    def _accept(self) -> None:
        if (offers := self._selected()) and not self._session.showing_dismissed:
            self.accepted.emit(offers)

    def _dismiss(self, *, dismissed: bool) -> None:
        if offers := self._selected():
            self.dismissed.emit(offers, dismissed)


class _OfferDelegate(QStyledItemDelegate):
    """Draws a value, and its evidence in a second line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, _ROW_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        drawn = QStyleOptionViewItem(option)
        self.initStyleOption(drawn, index)
        value, drawn.text = drawn.text, ""
        widget = drawn.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, drawn, painter, widget)
        lines = drawn.rect.adjusted(_INSET_PX, 6, -_INSET_PX, -6)
        half = lines.height() // 2
        painter.save()
        font = QFont(drawn.font)
        painter.setPen(drawn.palette.color(QPalette.ColorRole.Text))
        self._draw_line(painter, QRect(lines.left(), lines.top(), lines.width(), half), value)
        font.setPointSizeF(0.92 * font.pointSizeF())
        painter.setFont(font)
        painter.setOpacity(0.72)
        below = QRect(lines.left(), lines.top() + half, lines.width(), half)
        self._draw_line(painter, below, str(index.data(_EVIDENCE)))
        painter.restore()

    @staticmethod
    def _draw_line(painter: QPainter, place: QRect, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)

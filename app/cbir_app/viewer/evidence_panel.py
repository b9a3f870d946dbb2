"""The right column: the reasons for a hit, with numbers that a person can check."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from cbir.base.types import FoundBy, Hit, Region, Term, file_of, shown_name
from cbir.service import (
    Answer,
    PictureAnswer,
    PictureRequest,
    ReasonsAnswer,
    ReasonsRequest,
    ThumbnailRequest,
)
from cbir_app.base.evidence import (
    Corners,
    agreeing_part,
    best_evidence,
    by_filters,
    by_words,
    by_writing,
    is_copy,
    is_marked,
    was_compared,
)
from cbir_app.base.flow_layout import chip_cloud
from cbir_app.base.language import QT_TR_NOOP, number, percent, tr
from cbir_app.base.page import IconButton, button, label, rule
from cbir_app.base.pictures import Picture, cut, picture_of
from cbir_app.base.section import Section
from cbir_app.base.theme import MARK, Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import OFFLINE, PART, megapixels, score
from cbir_app.engine import Details, Engine
from cbir_app.panels.marks import MarksPanel
from cbir_app.results import dots, facts, strength, summary
from cbir_app.viewer.fact_grid import FactGrid
from cbir_app.viewer.reasons import (
    ENGINES,
    SHARES,
    field_sentence,
    placed,
    share_of,
    word_figures,
    words_shown,
)

PREVIEW_SIDE_PX = 640
PREVIEW_DELAY_MS = 120  # a held arrow key requests no picture until it rests
PREVIEW_HEIGHT = 148
METADATA = (
    QT_TR_NOOP("Title"),
    QT_TR_NOOP("Caption"),
    QT_TR_NOOP("People"),
    QT_TR_NOOP("Taken"),
    QT_TR_NOOP("Camera"),
    QT_TR_NOOP("Lens"),
    QT_TR_NOOP("Exposure"),
    QT_TR_NOOP("Focal length"),
    QT_TR_NOOP("Place"),
    QT_TR_NOOP("Received"),
)
FACTS = (
    QT_TR_NOOP("File"),
    QT_TR_NOOP("Folder"),
    QT_TR_NOOP("Size"),
    *METADATA,
)
FIGURES = (
    QT_TR_NOOP("Rank"),
    QT_TR_NOOP("Score"),
    QT_TR_NOOP("Placed"),
    *ENGINES.values(),
    QT_TR_NOOP("Search"),
)
STAGE_NOTES: dict[FoundBy, str] = {
    "nearest": QT_TR_NOOP("Found at a second look: the details most like your picture’s are in this photo."),
    "mirror": QT_TR_NOOP("Found at a second look, with your picture mirrored."),
    "guided": QT_TR_NOOP("Found at a second look: a few points agreed, and led to the others."),
    "whole": QT_TR_NOOP("Both pictures look the same all over."),
    "learned": QT_TR_NOOP("Found by a closer comparison of both files."),
    "hits": QT_TR_NOOP("Found by searching again with the best matches."),
}
"""Explanations for hits of the later stages."""


class Preview(QWidget):
    """A picture fitted into its place, with an outline in the picture's full-resolution coordinates."""

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self.shown_pixmap: QPixmap | None = None
        self.full_size = (1, 1)
        self.outline: Corners = []

    def sizeHint(self) -> QSize:
        return QSize(220, PREVIEW_HEIGHT)

    def show_picture(
        self,
        pixmap: QPixmap | None,
        full_size: tuple[int, int] = (1, 1),
        outline: Corners | None = None,
    ) -> None:
        """Show a picture, or an empty place. outline : of what agrees, in pixels of the original"""
        self.shown_pixmap, self.full_size, self.outline = pixmap, full_size, outline or []
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if self.shown_pixmap is None or self.shown_pixmap.isNull():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.colours.well))
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
            painter.end()
            return
        size = self.shown_pixmap.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, (self.height() - size.height()) / 2, size.width(), size.height())
        place.moveLeft((self.width() - size.width()) / 2)
        painter.drawPixmap(place, self.shown_pixmap, QRectF(self.shown_pixmap.rect()))
        if self.outline:
            x_scale, y_scale = size.width() / self.full_size[0], size.height() / self.full_size[1]
            painter.setClipRect(place)
            painter.setPen(QPen(QColor(MARK), 2))
            corners = [
                QPointF(place.left() + x * x_scale, place.top() + y * y_scale) for x, y in self.outline
            ]
            painter.drawPolygon(QPolygonF(corners))
        painter.end()


class CoverageBar(QWidget):
    """A thin bar: the share of the query that a photo shows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._share = 0.0
        self.setFixedHeight(6)
        self.setAccessibleName(tr("How much of your picture was found"))

    def show_share(self, share: float) -> None:
        self._share = min(1.0, max(0.0, share))
        self.setAccessibleDescription(percent(self._share))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.line))
        painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
        painter.setBrush(QColor(self._theme.colours.accent))
        painter.drawRoundedRect(QRectF(0, 0, self.width() * self._share, self.height()), 3, 3)
        painter.end()


class EvidencePanel(QFrame):
    compare_asked = Signal()
    open_asked = Signal()
    reveal_asked = Signal()
    copy_asked = Signal()
    search_asked = Signal()

    def __init__(self, engine: Engine, details: Details, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidePanel")
        self.setAccessibleName(tr("Why this photo is here"))
        self._engine, self._details = engine, details
        details.arrived.connect(self._show_details)
        self.ticket: int | None = None
        self._reasons_ticket: int | None = None
        self._terms: tuple[Term, ...] = ()
        self.hit: Hit | None = None
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(PREVIEW_DELAY_MS)
        self._delay.timeout.connect(self._ask)
        self._build(theme)
        self.show_hit(None)

    def _build(self, theme: Theme) -> None:
        self.query_preview = Preview(tr("Your picture"), theme)
        self.photo_preview = Preview(tr("The selected photo"), theme)
        self.verdict = label("", "big", wrap=True)
        self.strength = label("", "value", wrap=True)
        self.why = label("", "dim", wrap=True)
        self.words = label("", "", wrap=True)
        self.words.setAccessibleName(tr("What each of your words adds"))
        self.coverage = CoverageBar(theme)
        self._grid = FactGrid(FACTS)
        self._figures = FactGrid(FIGURES)
        self.facts = self._grid.values | self._figures.values
        self.details = Section(theme, tr("Details"), self._figures)
        self.details.set_open(False)
        self.marks = MarksPanel(self._details, theme)
        self.empty = label(tr("Select a photo to see why it is here."), "dim", wrap=True)
        self.body = QWidget()
        inside = QVBoxLayout(self.body)
        inside.setContentsMargins(14, 10, 14, 14)
        inside.setSpacing(7)
        self._query_title = label(tr("Your picture"), "section")
        inside.addWidget(self._query_title)
        inside.addWidget(self.query_preview)
        inside.addSpacing(4)
        inside.addWidget(label(tr("Selected photo"), "section"))
        inside.addWidget(self.photo_preview)
        inside.addSpacing(6)
        for part in (self.verdict, self.strength, self.coverage, self.why, self.words):
            inside.addWidget(part)
        inside.addSpacing(6)
        inside.addWidget(self._build_actions(theme))
        inside.addSpacing(2)
        inside.addWidget(rule())
        inside.addSpacing(2)
        inside.addWidget(self.marks)
        inside.addSpacing(4)
        inside.addWidget(self._grid)
        inside.addWidget(self.details)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(
            Qt.FocusPolicy.TabFocus
        )  # a click on a star must not take the keys from the photos
        scroll.setWidget(self.body)
        scroll.setAccessibleName(tr("Why this photo is here"))
        self.facts_area = scroll
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.empty.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self.empty, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(scroll, 1)

    def _build_actions(self, theme: Theme) -> QWidget:
        cloud, actions = chip_cloud()
        actions.setSpacing(2)
        self.compare = button(tr("Compare"), self.compare_asked.emit, primary=True)
        self.compare.setToolTip(tr("Show your picture beside this photo (Enter)"))
        actions.addWidget(self.compare)
        self.tools: dict[str, IconButton] = {}
        for icon, signal in (
            ("search", self.search_asked),
            ("external", self.open_asked),
            ("folder", self.reveal_asked),
            ("copy", self.copy_asked),
        ):
            self.tools[icon] = IconButton(theme, icon, on_click=signal.emit)
            actions.addWidget(self.tools[icon])
        return cloud

    def show_query(self, picture: Picture | None, region: Region | None, *, pictured: bool) -> None:
        """Show the query's picture. pictured : the query has one, even if it has not arrived yet"""
        for part in (self._query_title, self.query_preview, self.compare):
            part.setVisible(pictured)
        self.query_preview.show_picture(None if picture is None else cut(picture, region))

    def show_hit(self, hit: Hit | None, terms: tuple[Term, ...] = ()) -> None:
        """Show a hit and its evidence. terms : typed terms of the query"""
        self._give_up()
        self.hit, self._terms = hit, terms
        self.words.setVisible(False)
        self.facts_area.setVisible(hit is not None)
        self.empty.setVisible(hit is None)
        self.photo_preview.show_picture(None)
        if hit is None:
            return
        evidence = best_evidence(hit)
        proved = (hit.verified or by_writing(hit)) and evidence is not None
        scored = not by_filters(hit)  # otherwise the photo is listed, not ranked
        self.verdict.setText(summary(hit))
        self.verdict.setVisible(scored)
        grade = strength(hit)
        self.strength.setText(f"{dots(hit)}  {grade}")
        self.strength.setAccessibleName(grade)
        self.strength.setVisible(bool(grade))
        reasons = (explain(hit) if scored else "", tr(OFFLINE) if hit.offline else "")
        self.why.setText(" ".join(filter(None, reasons)))
        self.why.setVisible(any(reasons))
        self.coverage.setVisible(proved and evidence is not None and evidence.via is None)
        self.coverage.show_share(0.0 if evidence is None else evidence.coverage)
        for name, value in (
            ("File", shown_name(hit.path) + ("" if hit.beside is None else f" + {hit.beside}")),
            ("Folder", str(file_of(hit.path).parent)),
            ("Size", megapixels(hit.size)),
        ):
            self._grid.show_fact(name, value)
        self.details.setVisible(scored)
        for name, value in (
            ("Rank", number(hit.rank) if scored else ""),
            ("Score", score(hit.score) if scored else ""),
            ("Placed", placed(evidence)),
            *((name, share_of(hit, engine) if scored else "") for engine, name in ENGINES.items()),
        ):
            self._figures.show_fact(name, value)
        self._show_details()
        self._delay.start()

    def show_search(self, text: str) -> None:
        """Show the number of searched photos and the time among the figures."""
        self._figures.show_fact("Search", text)

    def _show_details(self) -> None:
        """Show the metadata that has arrived."""
        metadata = None if self.hit is None else self._details.get(self.hit)
        values = dict(facts(metadata)) if metadata is not None else {}
        for name in METADATA:
            self._grid.show_fact(name, values.get(name, ""))

    def _give_up(self) -> None:
        self._delay.stop()
        for ticket in (self.ticket, self._reasons_ticket):
            if ticket is not None:
                self._engine.cancel(ticket)
        self.ticket = self._reasons_ticket = None

    def _ask(self) -> None:
        if self.hit is not None:
            self._details.ask([self.hit])
            photo = self.hit.photo
            large = PictureRequest(photo=photo, max_side_px=PREVIEW_SIDE_PX)
            small = ThumbnailRequest(photo=photo)  # from the library, even without the drive
            self.ticket = self._engine.request(small if self.hit.offline else large, self._on_picture)
            if self._terms and any(rank.engine in ("semantic", "metadata") for rank in self.hit.engines):
                request = ReasonsRequest(terms=self._terms, photo=photo)
                self._reasons_ticket = self._engine.request(request, self._on_reasons)

    def _on_picture(self, answer: Answer) -> None:
        self.ticket = None
        if isinstance(answer, PictureAnswer) and self.hit is not None:
            picture = picture_of(answer)
            outline = agreeing_part(best_evidence(self.hit), self.hit.size)
            if not outline and not self.hit.verified and self.hit.part is not None:
                x, y, width, height = self.hit.part
                outline = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            self.photo_preview.show_picture(picture.pixmap, self.hit.size, outline)

    def _on_reasons(self, answer: Answer) -> None:
        self._reasons_ticket = None
        if not isinstance(answer, ReasonsAnswer) or self.hit is None:
            return  # the photo is useful without reasons
        by_content = any(rank.engine == "semantic" for rank in self.hit.engines)
        parts = [field_sentence(field) for field in answer.fields]
        shares = answer.shares if by_content else ()
        parts += filter(None, [words_shown(shares)])
        self.words.setText("\n".join(parts))
        figures = f"{tr(SHARES)}\n\n{word_figures(shares)}" if shares else ""
        self.words.setToolTip(plain_tooltip(figures))
        self.words.setVisible(bool(parts))


def explain(hit: Hit) -> str:
    """Return the meaning of the numbers."""
    evidence = best_evidence(hit)
    if is_marked(hit):
        return tr("Your picture itself does not confirm it. It is here because you marked it.")
    if by_writing(hit):
        return tr("The words were read in the other photo. The points around them agree in both.")
    if by_words(hit):
        if not hit.strong:
            return tr("Found by file name, folder or metadata, for some of your words.")
        return tr("Found by file name, folder or metadata.")
    if is_copy(hit):
        return tr("Its file has the same contents as your picture.")
    if hit.verified and evidence is not None and evidence.via is not None:
        if evidence.found_by == "hits":
            return tr("Your picture itself does not confirm it: its points agree with those of two matches.")
        return tr(
            "Your picture itself does not confirm it: its points agree with those of a photo you marked."
        )
    if hit.verified and evidence is not None:
        share = tr("{share} of your picture is in this photo.", share=percent(evidence.coverage))
        around = "" if evidence.proof == "same" else tr("The rest differs.")
        stage = tr(STAGE_NOTES[evidence.found_by]) if evidence.found_by in STAGE_NOTES else ""
        return " ".join(filter(None, (share, around, stage)))
    if hit.kind == "possibly":
        if evidence is None:
            return tr("No points agree. Compare both pictures to be sure.")
        return tr("%Ln point(s) agree. Compare both pictures to be sure.", "", evidence.inliers)
    if not was_compared(hit):
        closer = (
            tr("It is closer to your search than other photos are.") if hit.strong else tr("Barely matches.")
        )
        return closer if hit.part is None else f"{closer} {tr(PART)}"
    return tr("It shares details with your picture, but too few points agree in place, size and angle.")

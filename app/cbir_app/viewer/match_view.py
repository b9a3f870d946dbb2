"""The page of a match: query and hit side by side, joined by lines, or one over the other, with the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGraphicsPathItem,
    QGraphicsPolygonItem,
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QWidget,
)

from cbir.base.types import Evidence, Hit, Region, Term, shown_name
from cbir.service import Answer, Failure, PictureAnswer, PictureRequest, ThumbnailRequest
from cbir_app.base.evidence import best_evidence, is_copy
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import ElidedLabel, ShareSlider, ViewerPage, button, with_key
from cbir_app.base.pictures import Picture, picture_of
from cbir_app.base.preferences import CALM, Preferences
from cbir_app.base.theme import Theme
from cbir_app.base.wording import GONE, OFFLINE, points_agree
from cbir_app.engine import Engine
from cbir_app.results import verdict
from cbir_app.viewer.fact_grid import Figures
from cbir_app.viewer.layers import ChangesLayer, KeypointLayer, Place, SharedWordsLayer, stored
from cbir_app.viewer.match_scene import GAP, HEIGHT, Blend, Match, MatchScene, Overlay
from cbir_app.viewer.reasons import figures

__all__ = ["GAP", "HEIGHT", "MatchView", "Side"]

SIDE_PX = 1600
BLENDS: dict[Blend, tuple[str, str]] = {
    "fade": (QT_TR_NOOP("Fade"), QT_TR_NOOP("From the photo to your picture")),
    "wipe": (
        QT_TR_NOOP("Wipe"),
        QT_TR_NOOP("Your picture left of an edge, the photo to its right: drag the edge"),
    ),
    "difference": (QT_TR_NOOP("Difference"), QT_TR_NOOP("Black areas are the same in both")),
}
MAX_SHARE = 100  # of the slider
SHARE_STEP = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The query's side of a comparison. term : the index of source. region : the searched part"""

    term: int
    source: Term
    label: str
    picture: Picture | None
    region: Region | None


class MatchView(ViewerPage):
    """Shows a hit beside a picture of the query. If several pictures have evidence, one can be chosen."""

    proof_asked = Signal()

    def __init__(
        self, engine: Engine, theme: Theme, preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, tr("Your picture beside the photo"), steps=True, parent=parent)
        self._engine, self._preferences = engine, preferences
        self._ticket: int | None = None
        self._sides: tuple[Side, ...] = ()
        self._term = 0
        self._photo: Picture | None = None
        self.hit: Hit | None = None
        self._stand_in = False  # the picture is the library's thumbnail
        self._shared = ""  # the number of shared visual words
        self._changed = ""  # the number of changes
        self._scene = MatchScene(self.canvas, self._moves, self)
        self._build_tools()
        self.figures = Figures(tr("The parts of the score"))
        self.layout_.addWidget(self.figures)
        self._show_tools()

    def _build_tools(self) -> None:
        self.terms = QComboBox()
        self.terms.setAccessibleName(tr("Picture to compare with"))
        self.terms.activated.connect(lambda at: self._choose(self._sides[at].term))
        self._lines_button = self.toggle("lines", tr("Lines between matching points"), "L")
        self._lines_button.setChecked(self._preferences.flag("match lines", True))
        self._lines_button.toggled.connect(self._show_lines)
        self.over_button = self.toggle("overlay", tr("Lay your picture over the photo"), "O")
        self.over_button.setChecked(self._preferences.flag("match over", False))
        self.over_button.toggled.connect(self._on_over)
        self.blends = QComboBox()
        self.blends.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.blends.setAccessibleName(tr("Way to lay your picture over the photo"))
        for blend, (words, tooltip) in BLENDS.items():
            self.blends.addItem(tr(words), blend)
            self.blends.setItemData(self.blends.count() - 1, tr(tooltip), Qt.ItemDataRole.ToolTipRole)
        self.blends.currentIndexChanged.connect(lambda _at: self._show_blend())
        self.slider = ShareSlider(tr("How much of your picture shows"))
        self.slider.setToolTip(tr("How much of your picture shows ([ and ], or Space to switch)"))
        self.slider.setRange(0, MAX_SHARE)
        self.slider.setSingleStep(SHARE_STEP)
        self.slider.setPageStep(4 * SHARE_STEP)
        self.slider.setValue(MAX_SHARE // 2)
        self.slider.valueChanged.connect(lambda _value: self._show_blend())
        self.over_tools = QWidget()
        over = QHBoxLayout(self.over_tools)
        over.setContentsMargins(0, 0, 6, 0)
        over.setSpacing(7)
        self.end_labels = (ElidedLabel("dim"), ElidedLabel("dim"))
        for part in (self.blends, self.end_labels[0], self.slider, self.end_labels[1]):
            over.addWidget(part)
        self.points_button = self.toggle("points", tr("Details that photos are compared by"), "K")
        self.points_button.toggled.connect(lambda _shown: self._draw_points())
        self.keypoints = KeypointLayer(self._engine, self.canvas)
        self._words_button = self.toggle("shared", tr("Visual words that both share"), "W")
        self._words_button.toggled.connect(lambda _shown: self._draw_words())
        self.words = SharedWordsLayer(self._engine, self.canvas)
        self.words.told.connect(self._tell_words)
        self.changes_button = self.toggle("changed", tr("Mark what only one of the two pictures has"), "C")
        self.changes_button.toggled.connect(lambda _shown: self._draw_changes())
        self.changes = ChangesLayer(self._engine, self.canvas)
        self.changes.told.connect(self._tell_changes)
        self.proof_button = button(tr("Proof…"), self.proof_asked.emit, flat=True)
        self.proof_button.setToolTip(
            with_key(tr("Save a page with both pictures, the points that agree, and checksums"), "S")
        )
        self.add_key("S", self._ask_for_proof)
        for tool in (
            self.over_tools,
            self.terms,
            self.over_button,
            self._lines_button,
            self.points_button,
            self._words_button,
            self.changes_button,
            self.proof_button,
        ):
            self.tools.addWidget(tool)
        self.add_key("[", lambda: self.slider.setValue(self.slider.value() - SHARE_STEP))
        self.add_key("]", lambda: self.slider.setValue(self.slider.value() + SHARE_STEP))
        self.canvas.tapped.connect(self._flip)
        self._show_blend()

    # ---- for tests and the evidence panel

    @property
    def lines(self) -> QGraphicsPathItem | None:
        return self._scene.lines

    @property
    def outline(self) -> QGraphicsPolygonItem | None:
        return self._scene.outline

    @property
    def query_part(self) -> QGraphicsPolygonItem | None:
        return self._scene.query_part

    @property
    def overlay(self) -> Overlay | None:
        return self._scene.overlay

    # ---- showing

    def show_hit(self, hit: Hit, sides: Sequence[Side], term: int | None = None) -> None:
        """Show a hit beside a picture of the query, by default the one with the best evidence.

        sides : the pictures of the query with evidence in the hit, or the first picture if there is none
        """
        self._give_up()
        self.hit, self._photo, self._stand_in = hit, None, hit.offline
        best = best_evidence(hit)
        self._sides = tuple(sides)
        self._term = term if term is not None else best.term if best is not None else -1
        large = PictureRequest(photo=hit.photo, max_side_px=SIDE_PX)
        small = ThumbnailRequest(photo=hit.photo)
        self._ticket = self._engine.request(small if hit.offline else large, self._on_picture)
        self._show_terms()
        self._show_tools()
        self._say()
        self._scene.clear()

    def set_sides(self, sides: Sequence[Side]) -> None:
        """Take pictures of the query that arrived later."""
        before = self.side
        self._sides = tuple(sides)
        if self.hit is not None and before != self.side:
            self._say()
            self._draw()

    def forget(self) -> None:
        self._give_up()
        self.hit = self._photo = None
        self._scene.clear()

    def show_lines(self, shown: bool) -> None:
        self._lines_button.setChecked(shown)

    @property
    def evidence(self) -> Evidence | None:
        """The evidence for the chosen picture of the query."""
        if self.hit is None:
            return None
        return next((evidence for evidence in self.hit.evidence if evidence.term == self._term), None)

    @property
    def side(self) -> Side | None:
        first = self._sides[0] if self._sides else None
        return next((side for side in self._sides if side.term == self._term), first)

    @property
    def match(self) -> Match | None:
        """The compared pair, once both pictures have arrived."""
        side = self.side
        if side is None or side.picture is None or self._photo is None:
            return None
        return Match(query=side.picture, photo=self._photo, region=side.region, evidence=self.evidence)

    def _give_up(self) -> None:
        self.keypoints.forget()
        self.words.forget()
        self.changes.forget()
        if self._ticket is not None:
            self._engine.cancel(self._ticket)
            self._ticket = None

    def _choose(self, term: int) -> None:
        self._term = term
        self._say()
        self._draw()

    def _show_terms(self) -> None:
        with QSignalBlocker(self.terms):
            self.terms.clear()
            self.terms.addItems([side.label for side in self._sides])
            at = next((at for at, side in enumerate(self._sides) if side.term == self._term), 0)
            self.terms.setCurrentIndex(at)
        self.terms.setVisible(len(self._sides) > 1)

    def _say(self) -> None:
        """Show the evidence in words and numbers."""
        if self.hit is None:
            return
        evidence, match = self.evidence, self.match
        unproven = verdict(self.hit) if is_copy(self.hit) else tr("No points agree")
        self.title.setText(unproven if evidence is None else points_agree(evidence.inliers))
        why = OFFLINE if self.hit.offline else GONE
        offline = f" · {tr(why)}" if self.hit.offline or self._stand_in else ""
        parts = (self._changed, self._shared, verdict(self.hit), f"{shown_name(self.hit.path)}{offline}")
        self.remark.setText(" · ".join(filter(None, parts)))
        deviation_px = None if match is None else match.deviation_px
        self.figures.show_figures(figures(self.hit, evidence, deviation_px=deviation_px))

    def _on_picture(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, PictureAnswer):
            self._stand_in |= answer.stand_in
            # The points refer to the photo's own size, even if a thumbnail replaces it.
            self._photo = replace(
                picture_of(answer), full_size=self.hit.size if self.hit else answer.full_size
            )
            self._say()
            self._draw()
        elif isinstance(answer, Failure):
            self.remark.setText(answer.message)

    def _draw(self) -> None:
        match = self.match
        self.keypoints.forget()
        self.words.forget()
        self.changes.forget()
        if match is None:
            self._scene.clear()
        elif self.over:
            lines = self._lines_button.isChecked()
            side, via = self.side, None if match.evidence is None else match.evidence.via
            names = tr("Your picture") if side is None or via is None else side.label, tr("Photo")
            self._scene.draw_over(
                match, self._blend, self._share, lines=lines, names=names, on_share=self._on_share
            )
        else:
            self._scene.draw_beside(match, lines=self._lines_button.isChecked())
        self._draw_points()
        self._draw_words()
        self._draw_changes()
        self._show_tools()

    def _draw_points(self) -> None:
        """Draw the keypoints of both pictures. Not with one over the other, where only matching points are useful."""
        self.keypoints.forget()
        match, side = self.match, self.side
        if (
            self.points_button.isChecked()
            and match is not None
            and side is not None
            and self.hit is not None
            and not self.over
        ):
            self.keypoints.draw(side.source, scale=HEIGHT / match.query.full_size[1])
            left = self._scene.photo_left
            self.keypoints.draw(stored(self.hit.photo), left=left, scale=HEIGHT / match.photo.full_size[1])

    def _draw_words(self) -> None:
        """Draw the most important shared visual words, each with its number on both sides."""
        self.words.forget()
        self._tell_words("")
        match, side, hit = self.match, self.side, self.hit
        if self._words_button.isChecked() and match and side and hit and not self.over:
            query = Place(0.0, HEIGHT / match.query.full_size[1])
            photo = Place(self._scene.photo_left, HEIGHT / match.photo.full_size[1])
            source = replace(side.source, region=side.region)
            mirrored = match.evidence is not None and match.evidence.mirrored
            self.words.draw(source, hit.photo, query, photo, mirrored=mirrored)

    def _draw_changes(self) -> None:
        """Draw boxes around what only one of the pictures has; in the photo alone if one lies over the other."""
        self.changes.forget()
        self._tell_changes("")
        match, side, hit, evidence = self.match, self.side, self.hit, self.evidence
        if self.changes_button.isChecked() and match and side and hit and evidence and self._is_aligned:
            query = None if self.over else Place(0.0, HEIGHT / match.query.full_size[1])
            photo = Place(self._scene.photo_left, HEIGHT / match.photo.full_size[1])
            self.changes.draw(side.source, hit, evidence.term, query, photo)

    def _tell_changes(self, words: str) -> None:
        self._changed = words
        self.changes_button.setAccessibleDescription(words)
        self._say()

    def _tell_words(self, words: str) -> None:
        self._shared = words
        self._words_button.setAccessibleDescription(words)
        self._say()

    def _moves(self) -> bool:
        """True if animation is allowed by the system and the user, and the view is visible."""
        hint = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        return hint > 0 and self.isVisible() and not self._preferences.flag(CALM, False)

    # ---- tools

    @property
    def over(self) -> bool:
        """True if the query is laid over the photo, which needs a known outline."""
        match = self.match
        placed = match is None or match.landed is not None
        return self.over_button.isChecked() and placed

    @property
    def _blend(self) -> Blend:
        return cast(Blend, self.blends.currentData())

    @property
    def _share(self) -> float:
        return self.slider.value() / MAX_SHARE

    def _on_over(self, over: bool) -> None:
        self._preferences.set_flag("match over", over)
        self._draw()

    def _show_tools(self) -> None:
        match = self.match
        placed = match is None or match.landed is not None
        self.over_button.setEnabled(placed)
        self.over_button.setToolTip(
            tr("Lay your picture over the photo (O)")
            if placed
            else tr("The position of your picture in this photo is unknown")
        )
        self.over_tools.setVisible(self.over)
        self.proof_button.setEnabled(self._has_proof)
        self.changes_button.setEnabled(self._is_aligned)

    @property
    def _is_aligned(self) -> bool:
        """True if the pictures can be compared pixel by pixel. A photo that led to the hit has a file of its own."""
        evidence = self.evidence
        return (
            self._has_proof and evidence is not None and evidence.via is None and evidence.outline is not None
        )

    @property
    def _has_proof(self) -> bool:
        return self.hit is not None and self.hit.verified and self.side is not None

    def _ask_for_proof(self) -> None:
        if self._has_proof:
            self.proof_asked.emit()

    def _on_share(self, share: float) -> None:
        self.slider.setValue(round(share * MAX_SHARE))

    def _show_blend(self) -> None:
        # A wipe's slider follows its edge, with the query on the left.
        ends = (
            (tr("Your picture"), tr("Photo")) if self._blend == "wipe" else (tr("Photo"), tr("Your picture"))
        )
        for end, words in zip(self.end_labels, ends, strict=True):
            end.setText(words)
        if self._scene.overlay is not None:
            self._scene.overlay.show_blend(self._blend, self._share)

    def _flip(self) -> None:
        """Switch between the photo alone and the query alone, which makes differences obvious."""
        if self.over:
            self.slider.setValue(0 if self.slider.value() > MAX_SHARE // 2 else MAX_SHARE)

    def _show_lines(self, shown: bool) -> None:
        self._preferences.set_flag("match lines", shown)
        self._scene.show_lines(shown)

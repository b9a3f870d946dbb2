"""The page of duplicates: a pair side by side or one over the other, and the keys for a person's decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from cbir.base.types import ASIDE, Copy, DuplicateGroup, Evidence, LibraryPhoto
from cbir.service import Answer, Failure, PictureAnswer, PictureRequest
from cbir_app.base.flow_layout import FlowLayout
from cbir_app.base.language import number, tr, with_reason
from cbir_app.base.page import (
    ElidedCombo,
    ElidedLabel,
    IconButton,
    MessagePage,
    ShareSlider,
    ViewerPage,
    button,
    label,
    rule,
    with_key,
)
from cbir_app.base.pictures import Picture, picture_of
from cbir_app.base.theme import Theme
from cbir_app.base.wording import TRASH, megabytes
from cbir_app.engine import Engine
from cbir_app.sessions import DuplicateSession
from cbir_app.viewer import Match, MatchScene
from cbir_app.viewer.duplicates.duplicate_words import CAUSES, against, cause, facts, receiving, why

if TYPE_CHECKING:
    from cbir_app.viewer import Blend

SIDE_PX = 1600
MAX_SHARE = 100
SHARE_STEP = 5
SCROLLBAR_PX = 24
CAUSES_PX = 220  # width of the list of causes; opened, it shows the longest in full


class DuplicatesPage(ViewerPage):
    """Shows the session's current pair. The smaller or cropped photo is on the left."""

    trash_asked = Signal()
    flagged = Signal(object, str)  # tuple of LibraryPhoto, and pick, reject or none
    again_asked = Signal()  # repeat the search for duplicates

    def __init__(
        self, engine: Engine, session: DuplicateSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, tr("Duplicates"), steps=True, parent=parent)
        self._engine, self._session = engine, session
        self._tickets: list[int] = []
        self.pictures: dict[int, Picture] = {}
        self._blend: Blend | None = None  # None: side by side
        self._stop: QPushButton | None = None  # during the search
        self.match_scene = MatchScene(self.canvas, lambda: False, self)
        self._build_tools(theme)
        self._build_foot()
        self.message = MessagePage(theme)
        self.message.hide()
        self.middle.addWidget(self.message, 1)
        self.step_asked.connect(session.step)
        self.canvas.tapped.connect(self._blink)
        session.search_finished.connect(self._show_causes)
        session.trashed.connect(lambda _report: self._show_causes())
        for signal in (session.search_finished, session.moved):
            signal.connect(self.show_pair)
        session.trashed.connect(lambda _report: self.show_pair())
        session.judged.connect(self._say)
        session.progressed.connect(self._show_progress)
        session.search_failed.connect(self._show_failure)

    def _build_tools(self, theme: Theme) -> None:
        self.slider = ShareSlider(tr("How much of the left photo shows"))
        self.slider.setRange(0, MAX_SHARE)
        self.slider.setSingleStep(SHARE_STEP)
        self.slider.setValue(MAX_SHARE // 2)
        self.slider.valueChanged.connect(lambda _value: self._show_blend())
        self.causes = ElidedCombo()
        self.causes.setAccessibleName(tr("Which duplicates are shown"))
        self.causes.setToolTip(with_key(tr("Which duplicates are shown"), "C"))
        self.causes.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.causes.setMaximumWidth(CAUSES_PX)
        self.causes.activated.connect(lambda _at: self._choose_cause())
        self.add_key("C", self.next_cause)
        self.tools.addWidget(self.causes)
        self.tools.addWidget(self.slider)
        self.way_buttons: dict[Blend | None, IconButton] = {}
        ways: tuple[tuple[Blend | None, str, str, str], ...] = (
            (None, "compare", tr("Side by side"), "S"),
            ("wipe", "overlay", tr("Wipe from one to the other"), "W"),
            ("difference", "lines", tr("Difference: black areas are the same"), "D"),
            ("fade", "mirror", tr("Blink: Space changes between the two"), ""),
        )
        for blend, icon, words, key in ways:
            icon_button = IconButton(theme, icon, words, partial(self.show_way, blend), key)
            icon_button.setCheckable(True)
            if key:
                self.add_key(key, partial(self.show_way, blend))
            self.way_buttons[blend] = icon_button
            self.tools.addWidget(icon_button)
        self.add_key("[", lambda: self.slider.setValue(self.slider.value() - SHARE_STEP))
        self.add_key("]", lambda: self.slider.setValue(self.slider.value() + SHARE_STEP))
        self.add_key("Down", partial(self._session.step_group, 1))
        self.add_key("Up", partial(self._session.step_group, -1))

    def _build_foot(self) -> None:
        """Build the foot: facts of each photo, the choices, and the photos chosen for the trash so far."""
        self._foot = foot = QFrame()
        foot.setObjectName("viewerBar")
        self.left, self.right = ElidedLabel(), ElidedLabel()
        self.right.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.advice = label("", "dim", wrap=True)
        self.going = label("", "dim")
        names = QHBoxLayout()
        names.addWidget(self.left, 1)
        names.addWidget(self.right, 1)
        self.says = [
            self._say_button(words, key, act)
            for words, key, act in (
                ("", "T", partial(self._session.say, "trash")),
                ("", "Shift+T", partial(self._session.say, "trash", swapped=True)),
                (tr("Keep both"), "B", partial(self._session.say, "both")),
                (tr("Not a duplicate"), "N", partial(self._session.say, "different")),
            )
        ]
        self.empty = button(tr("Move to the {trash}…", trash=tr(TRASH)), self.trash_asked.emit)
        self.add_key("Del", self.empty.click)
        self.add_key("P", self._pick)
        self.add_key("X", self._reject)
        self.add_key("U", self._unflag)
        end = QWidget()
        last = QHBoxLayout(end)
        last.setContentsMargins(0, 0, 0, 0)
        last.addStretch(1)
        last.addWidget(self.going)
        last.addWidget(self.empty)
        row = FlowLayout(spacing=8, stretch_last=True)
        for widget in (*self.says, end):
            row.addWidget(widget)
        inside = QVBoxLayout(foot)
        inside.setContentsMargins(12, 8, 12, 10)
        inside.setSpacing(7)
        inside.addLayout(names)
        inside.addWidget(self.advice)
        inside.addLayout(row)
        self.layout_.addWidget(rule())
        self.layout_.addWidget(foot)

    def _say_button(self, words: str, key: str, act: Callable[[], object]) -> QPushButton:
        push_button = button(with_key(words, key), act)
        push_button.setAccessibleName(words)
        push_button.setFocusPolicy(
            Qt.FocusPolicy.TabFocus
        )  # the next Space must blink, and not repeat the choice for the next pair
        self.add_key(key, act)
        return push_button

    def _pick(self) -> None:
        """Pick the photo that T leaves."""
        if (pair := self._session.current) is not None:
            self.flagged.emit((pair[0].kept,), "pick")

    def _reject(self) -> None:
        """Reject the photo that T trashes."""
        if (pair := self._session.current) is not None:
            self.flagged.emit((pair[1].photo,), "reject")

    def _unflag(self) -> None:
        """Take back the flags of both photos."""
        if (pair := self._session.current) is not None:
            self.flagged.emit(self._sides(*pair), "none")

    # ---- showing

    def forget(self) -> None:
        """Drop the pictures, and stop comparing."""
        self._give_up()
        self._session.give_up()
        self.match_scene.clear()

    def show_waiting(self) -> None:
        """Show the progress, and offer the pairs found so far: many photos take long."""
        self.match_scene.clear()
        self.title.setText(tr("Looking for duplicates…"))
        self.remark.setText("")
        text = tr("The likeliest pairs are compared first. The rest follows when you open Duplicates again.")
        self._stop = button(tr("Show what was found so far"), self._session.stop, primary=True)
        self._stop.setEnabled(False)
        self.message.show_message("copy", self.title.text(), text, self._stop)
        self.causes.clear()  # so that its key has no effect meanwhile
        self.causes.hide()
        self._show_message(True)
        self._draw()
        self._say()

    def _show_causes(self) -> None:
        """List the causes that occur, each with its number of pairs."""
        counts = self._session.causes
        copies = counts.total() - sum(counts[name] for name in ASIDE)
        self.causes.clear()
        self.causes.addItem(tr("All causes ({count})", count=number(copies)), None)
        for name, words in CAUSES.items():
            if counts[name]:
                self.causes.addItem(f"{tr(words)} ({number(counts[name])})", name)
        self.causes.setCurrentIndex(max(0, self.causes.findData(self._session.cause)))
        self.causes.setVisible(self.causes.count() > 1)
        self.causes.view().setMinimumWidth(self.causes.view().sizeHintForColumn(0) + SCROLLBAR_PX)

    def _choose_cause(self) -> None:
        self._session.choose(self.causes.currentData())
        self.canvas.setFocus()  # for the next decision by key

    def next_cause(self) -> None:
        if self.causes.count():
            self.causes.setCurrentIndex((self.causes.currentIndex() + 1) % self.causes.count())
            self._choose_cause()

    def show_pair(self) -> None:
        """Request the pictures of the session's current pair."""
        self._stop = None
        self._give_up()
        self.match_scene.clear()
        self.pictures = {}
        pair = self._session.current
        if pair is None:
            self._show_nothing()
        else:
            self._show_message(False)
            for photo in self._sides(*pair):
                request = PictureRequest(photo=photo.photo, max_side_px=SIDE_PX)
                self._tickets.append(self._engine.request(request, partial(self._on_picture, photo)))
        self._say()

    def _show_nothing(self) -> None:
        """Show that there is no pair, with a way back."""
        self.title.setText(tr("Duplicates"))
        self.remark.setText("".join(self._uncompared()))
        text = tr("Copies, crops and edits of one photo appear here.")
        if freed := self._session.freed:
            text = tr("{size} freed", size=megabytes(freed))
        back = button(tr("Back to your photos"), self.closed.emit, primary=True)
        self.message.show_message("copy", tr("No duplicates found"), text, back)
        self._show_message(True)
        self._draw()

    def _show_failure(self, message: str) -> None:
        self._stop = None
        self.title.setText(tr("Duplicates"))
        self.remark.setText("")
        retry = button(tr("Try again"), self.again_asked.emit, primary=True)
        back = button(tr("Back to your photos"), self.closed.emit)
        self.message.show_message("copy", tr("Can’t look for duplicates"), message, retry, back)
        self._show_message(True)

    def _show_message(self, shown: bool) -> None:
        plan = self._session.plan
        self.canvas.setHidden(shown)
        self.message.setVisible(shown)
        self._foot.setVisible(not shown or bool(plan.photos or plan.stays))

    def show_way(self, blend: Blend | None) -> None:
        """Show the photos side by side, or one over the other."""
        self._blend = blend
        if blend == "difference":
            self.slider.setValue(MAX_SHARE)
        self._draw()

    def _sides(self, group: DuplicateGroup, copy: Copy) -> tuple[LibraryPhoto, LibraryPhoto]:
        """The photo that is part of the other, and the other one."""
        return (copy.photo, group.kept) if copy.inside else (group.kept, copy.photo)

    def _give_up(self) -> None:
        for ticket in self._tickets:
            self._engine.cancel(ticket)
        self._tickets = []

    def _on_picture(self, photo: LibraryPhoto, answer: Answer) -> None:
        if isinstance(answer, PictureAnswer):
            picture = picture_of(answer)
            self.pictures[photo.photo] = Picture(picture.pixmap, photo.size)
            self._draw()
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.remark.setText(answer.message)

    @property
    def match(self) -> Match | None:
        """The compared pair, once both pictures have arrived."""
        if (pair := self._session.current) is None:
            return None
        left, right = self._sides(*pair)
        if left.photo not in self.pictures or right.photo not in self.pictures:
            return None
        two = self.pictures[left.photo], self.pictures[right.photo]
        return Match(query=two[0], photo=two[1], region=None, evidence=_evidence(pair[1], left, right))

    def _draw(self) -> None:
        match = self.match
        placed = match is not None and match.landed is not None
        blend = self._blend if placed else None
        for way, icon_button in self.way_buttons.items():
            icon_button.setChecked(way == blend)
            icon_button.setEnabled(way is None or placed)
        self.slider.setVisible(blend is not None)
        if match is None:
            return
        if blend is None:
            self.match_scene.draw_beside(match, lines=False)
        else:
            names = tr("Left photo"), tr("Right photo")
            self.match_scene.draw_over(
                match, blend, self._share, lines=False, names=names, on_share=self._on_share
            )

    @property
    def _share(self) -> float:
        return self.slider.value() / MAX_SHARE

    def _on_share(self, share: float) -> None:
        self.slider.setValue(round(share * MAX_SHARE))

    def _show_blend(self) -> None:
        if self.match_scene.overlay is not None and self._blend is not None:
            self.match_scene.overlay.show_blend(self._blend, self._share)

    def _blink(self) -> None:
        """Switch between the two photos, in the same place."""
        if self._blend != "fade":
            self.show_way("fade")
        self.slider.setValue(0 if self.slider.value() > MAX_SHARE // 2 else MAX_SHARE)

    # ---- wording

    def _show_progress(self, done: int, total: int) -> None:
        if self._stop is not None and not self._stop.isEnabled():
            self._stop.setEnabled(True)
        self.remark.setText(tr("{done} of {total} pairs", done=number(done), total=number(total)))

    def _say(self) -> None:
        pair, plan = self._session.current, self._session.plan
        for push_button in self.says:
            push_button.setVisible(pair is not None)
        self.empty.setEnabled(bool(plan.photos or plan.stays))
        going = tr("%Ln photo(s) to go, {size}", "", len(plan.photos), size=megabytes(plan.bytes))
        freed = tr("{size} freed", size=megabytes(self._session.freed))
        stuck = tr("%Ln photo(s) cannot go now", "", len(plan.stays))
        parts = [going] * bool(plan.photos) + [stuck] * bool(plan.stays) + [freed] * bool(self._session.freed)
        self.going.setText(" · ".join(parts))
        if pair is None:
            for line in (self.left, self.right, self.advice):
                line.setText("")
            return
        left, right = self._sides(*pair)
        names = (tr("Trash the left one"), tr("Trash the right one"))
        for push_button, words, key in zip(
            self.says, names if left is pair[1].photo else names[::-1], ("T", "Shift+T"), strict=False
        ):
            push_button.setText(with_key(words, key))
            push_button.setAccessibleName(words)
        self.left.setText(facts(left, right.path))
        self.right.setText(facts(right, left.path))
        self.title.setText(cause(pair[1]))
        place = tr("{at} of {all}", at=number(self._session.at + 1), all=number(len(self._session.pairs)))
        to_judge = self._session.left
        progress = tr("%Ln to judge", "", to_judge) if to_judge else tr("all judged")
        self.remark.setText(" · ".join((place, progress, *self._uncompared())))
        self.advice.setText(self._advice(*pair))
        self.setAccessibleDescription(f"{self.title.text()}. {self.advice.text()}")

    def _uncompared(self) -> list[str]:
        pairs = self._session.uncompared
        return [tr("%Ln pair(s) not compared yet", "", pairs)] if pairs else []

    def _advice(self, group: DuplicateGroup, copy: Copy) -> str:
        judgement = self._session.verdict
        if judgement is not None and judgement.verdict == "trash":
            trashed = copy.photo if judgement.other == copy.photo.photo else group.kept
            choice = tr("You chose: {file} goes to the {trash}.", file=trashed.path.name, trash=tr(TRASH))
            return " ".join([choice, *receiving(self._session.plan.receives, trashed.path)])
        if judgement is not None:
            return (
                tr("You chose: keep both.")
                if judgement.verdict == "both"
                else tr("You chose: not a duplicate.")
            )
        if copy.against:
            return self._both_facts(group, copy)
        if not copy.is_suggested:
            return tr("Two separate photos: nothing is suggested.")
        suggestion = tr("Keep {file}", file=group.kept.path.name)
        reasons = why(copy)
        return f"{with_reason(suggestion, reasons) if reasons else suggestion}."

    def _both_facts(self, group: DuplicateGroup, copy: Copy) -> str:
        """The advantages of each of two photos, when neither is better."""
        sides = ((group.kept, why(copy)), (copy.photo, against(copy)))
        facts = [
            tr("{file}: {reasons}", file=photo.path.name, reasons=reasons)
            for photo, reasons in sides
            if reasons
        ]
        return " ".join([tr("Look before you choose."), *(f"{fact}." for fact in facts)])


def _evidence(copy: Copy, left: LibraryPhoto, right: LibraryPhoto) -> Evidence | None:
    """The corners of the left photo in the right one, in the form of a match's evidence."""
    if copy.outline is None:
        return None
    import numpy as np

    outline = np.array(copy.outline, np.float32)
    if not copy.inside:  # the outline is the copy's place in the kept photo, so invert it
        from cbir_app.viewer import homography, project

        width, height = map(float, right.size)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        back = homography(outline, corners)
        if back is None:
            return None
        width, height = map(float, left.size)
        own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        outline = project(back, own).astype(np.float32)
    nothing = np.zeros((0, 2), np.float32)
    return Evidence(
        term=0, inliers=0, coverage=0.0, outline=outline - 0.5, query_xy=nothing, photo_xy=nothing
    )

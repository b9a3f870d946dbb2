"""The page of duplicates: a grid of groups, or a pair side by side or one over the other, and keys to decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from cbir.base.types import ASIDE, Copy, DuplicateGroup, Evidence, LibraryPhoto, Verdict
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
from cbir_app.base.wording import TRASH, file_size, time_left
from cbir_app.engine import Engine, Thumbnails
from cbir_app.sessions import DuplicateSession, is_offered
from cbir_app.viewer import Match, MatchScene
from cbir_app.viewer.duplicates.duplicate_words import CAUSES, against, cause, facts, receiving, why
from cbir_app.viewer.duplicates.groups_view import GroupsView

if TYPE_CHECKING:
    from cbir_app.viewer import Blend

SIDE_PX = 1600
MAX_SHARE = 100
SHARE_STEP = 5
SCROLLBAR_PX = 24
MAX_FOLDERS = 20
CAUSES_PX = 220  # width of the list of causes; opened, it shows the longest in full


class DuplicatesPage(ViewerPage):
    """Shows the groups as a grid, or the current pair large. The smaller or cropped photo is on the left."""

    trash_asked = Signal()
    folder_asked = Signal(object)  # FolderCopies: trash the copies in this folder
    flagged = Signal(object, str)  # tuple of LibraryPhoto, and pick, reject or none
    again_asked = Signal()  # repeat the search for duplicates
    place = "duplicates"

    def __init__(
        self,
        engine: Engine,
        session: DuplicateSession,
        thumbnails: Thumbnails,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, tr("Duplicates"), steps=True, parent=parent)
        self._engine, self._session = engine, session
        self._large = False  # one pair is shown, and not the groups
        self._failed = False
        self._tickets: list[int] = []
        self.pictures: dict[int, Picture] = {}
        self._pair_shown: tuple[DuplicateGroup, Copy] | None = None
        self._blend: Blend | None = None  # None: side by side
        self.match_scene = MatchScene(self.canvas, lambda: False, self)
        self._build_tools(theme)
        self._build_foot()
        self.message = MessagePage(theme)
        self.message.hide()
        self.middle.addWidget(self.message, 1)
        self.groups = GroupsView(thumbnails, theme, session.verdict_on)
        self.groups.opened.connect(self.show_large)
        self.groups.chosen.connect(lambda _group: self._say())
        self.middle.addWidget(self.groups, 1)
        self.step_asked.connect(self._step)
        self.canvas.tapped.connect(self._blink)
        for more in (session.search_finished, session.grew):
            more.connect(self._show_found)
        session.trashed.connect(lambda _report: self._show_found())
        session.moved.connect(self._show_moved)
        session.judged.connect(self._say)
        session.judged.connect(self.groups.groups_.refresh)
        session.progressed.connect(lambda _done, _total: self._show_remark())
        session.search_failed.connect(self._show_failure)
        self._show_mode()

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
        self.canvas.installEventFilter(self)
        self.pause = button("", self._pause, flat=True)
        self.tools.insertWidget(0, self.pause)

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
                ("", "T", partial(self._say_here, "trash")),
                ("", "Shift+T", partial(self._say_here, "trash", swapped=True)),
                (tr("Keep both"), "B", partial(self._say_here, "both")),
                (tr("Not a duplicate"), "N", partial(self._say_here, "different")),
            )
        ]
        self.folders = button(tr("Copies in a folder…"), self._offer_folders)
        self._folder_menu = QMenu(self)
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
        for widget in (*self.says, self.folders, end):
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

    @property
    def _here(self) -> tuple[LibraryPhoto | None, tuple[LibraryPhoto, ...]]:
        """The photo that would stay after T, and those that would go: of the pair, or of the current group."""
        if not self._large:
            group = self.groups.current
            copies = () if group is None else tuple(copy.photo for copy in group.copies if copy.is_suggested)
            return None if group is None else group.kept, copies
        pair = self._session.current
        return (None, ()) if pair is None else (pair[0].kept, (pair[1].photo,))

    def _pick(self) -> None:
        """Pick the photo that would stay after T."""
        if (stays := self._here[0]) is not None:
            self.flagged.emit((stays,), "pick")

    def _reject(self) -> None:
        """Reject the photos that would go with T."""
        if copies := self._here[1]:
            self.flagged.emit(copies, "reject")

    def _unflag(self) -> None:
        """Take back the flags of all of them."""
        stays, copies = self._here
        if stays is not None:
            self.flagged.emit((stays, *copies), "none")

    # ---- the groups and the pair

    @property
    def home(self) -> QWidget:
        if not self.message.isHidden():
            return self
        return self.canvas if self._large else self.groups

    def go_back(self) -> None:
        """Leave the pair for the groups, and the groups for the photos."""
        if self._large:
            self.show_groups()
        else:
            super().go_back()

    def show_groups(self) -> None:
        """Show the groups, at the group of the pair that was shown."""
        self._give_up()
        self.match_scene.clear()
        self._large = False
        if (pair := self._session.current) is not None:
            self.groups.select_group(pair[0])
        self._show_mode()
        self.groups.setFocus()
        self._say()

    def show_large(self, group: DuplicateGroup | None = None) -> None:
        """Show the pairs of a group large, one after the other. group : None for the current pair"""
        self._large = True
        self._show_mode()
        if group is not None:
            self._session.open_group(group)
        else:
            self.show_pair()
        self.canvas.setFocus()

    def _show_mode(self) -> None:
        """Show the groups, the pair or the message, and the tools of each."""
        message = not (self._session.pairs and not self._failed)
        large = self._large and not message
        self.message.setVisible(message)
        self.groups.setVisible(not self._large and not message)
        self.canvas.setVisible(large)
        for widget in (*self.way_buttons.values(), *self.zooms, self.slider, self.left, self.right):
            widget.setVisible(large)
        self.folders.setVisible(not self._large and not message)
        plan = self._session.plan
        self._foot.setVisible(not message or bool(plan.photos or plan.stays))

    def _step(self, by: int) -> None:
        if self._large:
            self._session.step(by)
        else:
            self.groups.step(by)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows up and down go to another group while a pair is shown."""
        if watched is self.canvas and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if by is not None and not event.modifiers():
                self._session.step_group(by)
                return True
        return super().eventFilter(watched, event)

    def _say_here(self, verdict: Verdict, *, swapped: bool = False) -> None:
        """Give a verdict on the pair that is shown, or on all pairs of the current group."""
        if self._large:
            self._session.say(verdict, swapped=swapped)
        elif not swapped and (group := self.groups.current) is not None:
            self._session.say_of_group(group, verdict)
            self.groups.step(1)

    def _offer_folders(self) -> None:
        """List folders with copies of photos elsewhere."""
        menu = self._folder_menu
        menu.clear()
        for entry in self._session.folders()[:MAX_FOLDERS]:
            words = tr(
                "%Ln copy(s) in {folder}, {size}",
                "",
                len(entry.judged),
                folder=str(entry.folder).replace("&", "&&"),
                size=file_size(entry.bytes),
            )
            menu.addAction(words, partial(self.folder_asked.emit, entry))
        if not menu.actions():
            menu.addAction(tr("No folder has copies of photos elsewhere.")).setEnabled(False)
        menu.popup(self.folders.mapToGlobal(self.folders.rect().topLeft()))

    # ---- showing

    def forget(self) -> None:
        """Drop the pictures. The search goes on."""
        self._give_up()
        self.match_scene.clear()
        self._large = False
        self._show_mode()

    def show_waiting(self) -> None:
        """Show that the search has begun. The groups of an earlier one stay."""
        self._failed = False
        if not self._session.pairs:
            text = tr("Identical files come first, then what was compared. You can use the window meanwhile.")
            self.message.show_message("copy", tr("Looking for duplicates…"), text)
            self.causes.clear()  # so that its key has no effect meanwhile
            self.causes.hide()
        self._show_mode()
        self._say()

    def _show_found(self) -> None:
        """Show the groups that are known now; a pair that is shown stays."""
        self._failed = False
        self._show_causes()
        self.groups.show_groups(self._session.groups)
        if not self._session.pairs and not self._session.searching:
            self._show_nothing()
        shown = self._pair_shown
        self._show_mode()
        if self._large and shown != self._session.current:
            self.show_pair()
        else:
            self._say()

    def _show_moved(self) -> None:
        if self._large:
            self.show_pair()
        elif (pair := self._session.current) is not None:
            self.groups.show_groups(self._session.groups)
            self.groups.select_group(pair[0])
            self._say()

    def _pause(self) -> None:
        """Pause the search, or let it go on."""
        if self._session.searching:
            self.pause.setEnabled(False)
            self._session.stop()
        else:
            self.again_asked.emit()

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
        self.home.setFocus()  # for the next decision by key

    def next_cause(self) -> None:
        if self.causes.count():
            self.causes.setCurrentIndex((self.causes.currentIndex() + 1) % self.causes.count())
            self._choose_cause()

    def show_pair(self) -> None:
        """Request the pictures of the session's current pair."""
        self._give_up()
        self.match_scene.clear()
        self.pictures = {}
        pair = self._pair_shown = self._session.current
        self._show_mode()
        if pair is None:
            self._show_nothing()
        else:
            for photo in self._sides(*pair):
                request = PictureRequest(photo=photo.photo, max_side_px=SIDE_PX)
                self._tickets.append(self._engine.request(request, partial(self._on_picture, photo)))
        self._say()

    def _show_nothing(self) -> None:
        """Show that there is no pair, with a way back."""
        self._large = False
        text = tr("Copies, crops and edits of one photo appear here.")
        if freed := self._session.freed:
            text = tr("{size} freed", size=file_size(freed))
        back = button(tr("Back to your photos"), self.closed.emit, primary=True)
        self.message.show_message("copy", tr("No duplicates found"), text, back)
        self._show_mode()
        self._draw()

    def _show_failure(self, message: str) -> None:
        self._failed, self._large = True, False
        self.causes.hide()
        retry = button(tr("Try again"), self.again_asked.emit, primary=True)
        back = button(tr("Back to your photos"), self.closed.emit)
        self.message.show_message("copy", tr("Can’t look for duplicates"), message, retry, back)
        self._show_mode()
        self._say()

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
        self.slider.setVisible(blend is not None and self._large)
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

    def _show_remark(self) -> None:
        """Show how far the search is, or how far the person is."""
        session = self._session
        parts: list[str] = []
        if self._large and session.pairs:
            parts.append(tr("{at} of {all}", at=number(session.at + 1), all=number(len(session.pairs))))
        elif session.pairs:
            parts.append(tr("%Ln group(s)", "", len(session.groups)))
        if session.pairs:
            parts.append(tr("%Ln pair(s) to judge", "", session.left) if session.left else tr("all judged"))
        progress = session.progress
        if progress is not None:
            parts.append(
                tr("{done} of {total} pairs", done=number(progress.done), total=number(progress.total))
            )
            if (seconds := progress.seconds_left) is not None:
                parts.append(time_left(seconds))
        else:
            parts += self._uncompared()
        self.remark.setText(" · ".join(parts))
        self.pause.setText(tr("Pause") if session.searching else tr("Continue"))
        self.pause.setEnabled(not session.searching or progress is not None)
        self.pause.setVisible(session.searching or bool(session.uncompared))

    def _say(self) -> None:
        pair, plan = self._session.current, self._session.plan
        for at, push_button in enumerate(self.says):
            push_button.setVisible(pair is not None and (self._large or at != 1))
        self._show_remark()
        self.empty.setEnabled(bool(plan.photos or plan.stays))
        going = tr("%Ln photo(s) to go, {size}", "", len(plan.photos), size=file_size(plan.bytes))
        freed = tr("{size} freed", size=file_size(self._session.freed))
        stuck = tr("%Ln photo(s) cannot go now", "", len(plan.stays))
        parts = [going] * bool(plan.photos) + [stuck] * bool(plan.stays) + [freed] * bool(self._session.freed)
        self.going.setText(" · ".join(parts))
        if pair is None or not self._large:
            self._say_of_groups()
            return
        left, right = self._sides(*pair)
        names = (tr("Trash the left one"), tr("Trash the right one"))
        self.says[0].setEnabled(True)
        for push_button, words, key in zip(
            self.says, names if left is pair[1].photo else names[::-1], ("T", "Shift+T"), strict=False
        ):
            push_button.setText(with_key(words, key))
            push_button.setAccessibleName(words)
        self.left.setText(facts(left, right.path))
        self.right.setText(facts(right, left.path))
        for push_button, words, key in zip(
            self.says[2:], (tr("Keep both"), tr("Not a duplicate")), ("B", "N"), strict=True
        ):
            push_button.setText(with_key(words, key))
            push_button.setAccessibleName(words)
        self.title.setText(cause(pair[1]))
        self.advice.setText(self._advice(*pair))
        self.setAccessibleDescription(f"{self.title.text()}. {self.advice.text()}")

    def _say_of_groups(self) -> None:
        """Word the foot for the current group."""
        searching = self._session.searching and not self._session.pairs
        self.title.setText(tr("Looking for duplicates…") if searching else tr("Duplicates"))
        for line in (self.left, self.right):
            line.setText("")
        group = self.groups.current
        copies = 0 if group is None else sum(map(is_offered, group.copies))
        names = (tr("Trash %Ln copy(s)", "", copies), "", tr("Keep all"), tr("Not duplicates"))
        for push_button, words, key in zip(self.says, names, ("T", "", "B", "N"), strict=True):
            push_button.setText(with_key(words, key))
            push_button.setAccessibleName(words)
        self.says[0].setEnabled(copies > 0)
        self.advice.setText("" if group is None else self._advice_on(group, copies))

    def _advice_on(self, group: DuplicateGroup, copies: int) -> str:
        """Say which photo of a group stays."""
        if not copies:
            return tr("Look at the pairs large before you choose.")
        suggestion = tr("Keep {file}", file=group.kept.path.name)
        reasons = why(next(filter(is_offered, group.copies)))
        return f"{with_reason(suggestion, reasons) if reasons else suggestion}."

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

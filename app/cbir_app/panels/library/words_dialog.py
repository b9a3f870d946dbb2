"""The dialog “Learn from my photos…”: purpose and cost, progress, result, and the decision."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import WordsPlan, WordsTrial, WordsTrialRow
from cbir.service import WordsProgress
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.base.wording import file_size
from cbir_app.engine import in_user_words
from cbir_app.sessions import WordsSession

WHAT_IT_DOES = QT_TR_NOOP(
    "Learns visual words from the details of your own photos. Meanwhile, searches use the present "
    "ones. Then altered copies of some photos are searched for with both, and you choose. Your "
    "photos, stars and keywords stay as they are."
)
MEASURES = {
    "first": QT_TR_NOOP("The photo comes first"),
    "proven": QT_TR_NOOP("It is confirmed as the same"),
    "words": QT_TR_NOOP("It comes first by visual words alone"),
}


class WordsDialog(QDialog):
    """Follows the session: learning continues while the dialog is closed."""

    def __init__(self, session: WordsSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Learn from my photos"))
        self.resize(600, 380)
        self._session = session
        self.headline = label("", "headline", wrap=True)
        self.remark = label("", "", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of learning"))
        self.table = QTreeWidget()
        self.table.setAccessibleName(tr("Before and after"))
        self.table.setHeaderLabels([tr("Altered copies"), tr("Before"), tr("After"), tr("Difference")])
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.learn = button(tr("Learn"), session.learn, primary=True)
        self.pause = button(tr("Pause"), session.pause)
        self.discard = button(tr("Discard"), session.discard)
        self.discard.setToolTip(tr("Stops and removes what was learned; the present visual words stay"))
        self.keep_old = button(tr("Keep the old words"), lambda: session.decide(keep=False))
        self.keep_new = button(tr("Keep the new words"), lambda: session.decide(keep=True))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(10)
        layout.addWidget(self.headline)
        layout.addWidget(label(tr(WHAT_IT_DOES), "dim", wrap=True))
        for part in (self.remark, self.bar, self.table):
            layout.addWidget(part)
        layout.addStretch(1)
        choices = (self.discard, self.pause, self.keep_old, self.keep_new, self.learn)
        layout.addLayout(button_row(*choices, before=[button(tr("Close"), self.close)]))
        session.changed.connect(self._show)
        session.progressed.connect(self._show_progress)
        session.ask()
        self._show()

    def _show(self) -> None:
        session, plan, trial = self._session, self._session.plan, self._session.trial
        working = session.learning or session.deciding
        begun = plan is not None and (plan.learned or plan.done > 0)
        open_trial = trial is not None and not working
        self.headline.setText(self._headline(begun=begun))
        if trial is not None:
            summary = _verdict(trial)
            self._fill(trial)
        else:
            summary = _takes(plan) if plan is not None else ""
        self.remark.setText(session.failure or summary)
        self.bar.setVisible(working)
        self.bar.setRange(0, 0)
        self.table.setVisible(trial is not None)
        self.learn.setVisible(trial is None and not working)
        self.learn.setEnabled(plan is not None)
        self.learn.setText(tr("Continue") if begun else tr("Learn"))
        self.pause.setVisible(session.learning)
        self.discard.setVisible(session.learning or (begun and trial is None and not working))
        for choice in (self.keep_old, self.keep_new):
            choice.setVisible(open_trial)
            recommended = trial is not None and trial.better == (choice is self.keep_new)
            choice.setProperty("primary", recommended)
            choice.style().unpolish(choice)
            choice.style().polish(choice)

    def _headline(self, *, begun: bool) -> str:
        session = self._session
        if session.learning or session.deciding:
            return tr("Learning from your photos…") if session.learning else tr("One moment…")
        if session.trial is not None:
            better = session.trial.better
            return tr("The new words find more") if better else tr("The new words do not find more")
        return tr("Learning is paused") if begun else tr("Learn visual words from your photos")

    def _show_progress(self, news: WordsProgress) -> None:
        self.remark.setText(in_user_words(news.step))
        self.bar.setRange(0, news.total or 0)
        self.bar.setValue(news.done)

    def _fill(self, trial: WordsTrial) -> None:
        self.table.clear()
        for row in trial.rows:
            texts = [tr(MEASURES[row.measure]), _percent(row.before), _percent(row.after), _difference(row)]
            self.table.addTopLevelItem(QTreeWidgetItem(texts))


def _takes(plan: WordsPlan) -> str:
    """Return the remaining work and its cost."""
    sentences = [tr("{words} words from %Ln photo(s).", "", plan.photos, words=number(plan.words))]
    if plan.learned:
        sentences.append(tr("%Ln photo(s) have them already.", "", plan.done))
    minutes = max(1, round(plan.seconds / 60))
    sentences.append(
        tr(
            "Takes about %Ln minute(s), plus the comparison, and {disk} of disk space ({free} free).",
            "",
            minutes,
            disk=file_size(plan.bytes, digits=0),
            free=file_size(plan.free, digits=0),
        )
    )
    return " ".join(sentences)


def _verdict(trial: WordsTrial) -> str:
    tried = tr(
        "%Ln altered copies of {photos} photos were searched for.",
        "",
        trial.copies,
        photos=number(trial.photos),
    )
    if trial.better:
        sentences = [tried, tr("More photos come first than chance explains: keep the new words.")]
    else:
        differ = tr("%Ln of them gave a different result.", "", trial.differing)
        sentences = [tried, differ, tr("The difference may be chance: keep the old words.")]
    return " ".join(sentences)


def _difference(row: WordsTrialRow) -> str:
    return tr("{low} to {high} points", low=_signed(row.low), high=_signed(row.high))


def _percent(share: float) -> str:
    return tr("{share} %", share=number(share * 100, 1))


def _signed(share: float) -> str:
    sign = "+" if share > 0 else "−" if share < 0 else ""
    return f"{sign}{number(abs(share) * 100, 1)}"

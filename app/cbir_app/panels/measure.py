"""The quality of the user's own searches, and the comparison of two ways to search."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import LearnedOrder
from cbir.service import MeasureAnswer, MeasuredRow, Setting
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import button, label
from cbir_app.base.theme import Theme
from cbir_app.sessions import MeasureSession, ModelSession

WHAT_FOR = QT_TR_NOOP(
    "Mark hits right or wrong while you search: Photo › For this search. Here your searches are "
    "repeated, and you see how often they find the right photos and whether another way finds "
    "more."
)
WAYS: tuple[tuple[str, Setting], ...] = (
    (QT_TR_NOOP("Standard"), Setting(learned_order=False)),
    (QT_TR_NOOP("In the learned order"), Setting(learned_order=True)),
    (QT_TR_NOOP("Only the same thing"), Setting(engine="match")),
    (QT_TR_NOOP("Only the same thing, words by BM25"), Setting(engine="match", weighting="bm25")),
    (
        QT_TR_NOOP("Only the same thing, words by BM25, k1 = 2 (repeated words count more)"),
        Setting(engine="match", weighting="bm25", k1=2.0),
    ),
    (
        QT_TR_NOOP("Only the same thing, words by BM25, b = 0 (rich photos are not held back)"),
        Setting(engine="match", weighting="bm25", b=0.0),
    ),
    (QT_TR_NOOP("Searched again with the first hits (pseudo-feedback)"), Setting(expand=True)),
    (QT_TR_NOOP("Only the same thing, words by tf-idf"), Setting(engine="match", weighting="tfidf")),
    (QT_TR_NOOP("Only the same thing, NNDR 0.7 (fewer matches)"), Setting(engine="match", nndr_ratio=0.7)),
    (QT_TR_NOOP("Only the same thing, NNDR 0.9 (more matches)"), Setting(engine="match", nndr_ratio=0.9)),
    (QT_TR_NOOP("Only by content"), Setting(engine="semantic")),
    (QT_TR_NOOP("Only names and metadata"), Setting(engine="metadata")),
)
MEASURES = {
    "Success@1": QT_TR_NOOP("A right photo comes first"),
    "P@5": QT_TR_NOOP("Right photos among the first five"),
    "AP": QT_TR_NOOP("Average precision"),
    "nDCG@10": QT_TR_NOOP("nDCG of the first ten"),
}
FEATURES = {
    "match": QT_TR_NOOP("same thing"),
    "metadata": QT_TR_NOOP("names and metadata"),
    "semantic": QT_TR_NOOP("content"),
    "strength": QT_TR_NOOP("strength"),
}
"""The features that are fused, in the order of their weights: cbir/search/learned_order.py."""
DECIDES = "AP"  # fixed in advance, before the results are known
SIGNIFICANT = 0.05


class Plot(QWidget):
    """An SVG picture, scaled to the available room."""

    def __init__(self) -> None:
        super().__init__()
        self._drawing = QSvgRenderer(self)
        self.setMinimumSize(300, 200)
        self.setAccessibleName(tr("Precision at each level of recall"))

    def show_svg(self, svg: str) -> None:
        self._drawing.load(svg.encode())
        self.setVisible(bool(svg))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._drawing.isValid():
            size = self._drawing.defaultSize().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
            painter = QPainter(self)
            self._drawing.render(painter, QRectF(left, top, size.width(), size.height()))
            painter.end()


class MeasureDialog(QDialog):
    """Follows the session: a measurement continues while the dialog is closed."""

    def __init__(
        self, session: MeasureSession, models: ModelSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Measure"))
        self.resize(620, 640)
        self._session, self._models, self._theme = session, models, theme
        self.first, self.second = QComboBox(), QComboBox()
        ways = QGridLayout()
        for row, (words, box) in enumerate(
            ((tr("Way to &search:"), self.first), (tr("Compare &with:"), self.second))
        ):
            name = label(words)
            name.setTextFormat(Qt.TextFormat.AutoText)
            name.setBuddy(box)
            box.setAccessibleName(words.replace("&", "").rstrip(":"))
            ways.addWidget(name, row, 0)
            ways.addWidget(box, row, 1)
        ways.setColumnStretch(1, 1)
        self.start = button(tr("Measure"), self._start, primary=True)
        self.stop = button(tr("Stop"), session.cancel)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the measurement"))
        room = self.bar.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(room)
        work = QHBoxLayout()
        for part, stretch in ((self.bar, 1), (self.stop, 0), (self.start, 0)):
            work.addWidget(part, stretch)
        self.learn = button(tr("&Learn from judged hits"), session.learn)
        self.use_order = QCheckBox(tr("Search in the learned &order"))
        self.use_order.clicked.connect(session.ask_order)
        learning = QHBoxLayout()
        learning.addWidget(self.use_order, 1)
        learning.addWidget(self.learn)
        self.learned = label("", "dim", wrap=True)
        self.verdict = label("", wrap=True)
        self.table = QTreeWidget()
        self.table.setAccessibleName(tr("Figures"))
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setMaximumHeight(150)
        self.plot = Plot()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(10)
        layout.addWidget(label(tr(WHAT_FOR), "dim", wrap=True))
        layout.addLayout(ways)
        layout.addLayout(work)
        layout.addLayout(learning)
        layout.addWidget(self.learned)
        layout.addWidget(self.verdict)
        layout.addWidget(self.table)
        layout.addWidget(self.plot, 1)
        layout.addStretch(0)
        session.changed.connect(self._show)
        session.progressed.connect(self._show_progress)
        models.changed.connect(self._offer_ways)
        self._offer_ways()
        self._show()
        session.ask_order()

    def _offer_ways(self) -> None:
        """List the ways to search and the installed models. The choice is kept."""
        ways = [(tr(words), setting) for words, setting in WAYS]
        ways += [
            (tr("Model {model}, on a sample of the photos", model=tr(model.title)), Setting(model=model.name))
            for model in self._models.installed
        ]
        for box, offered in ((self.first, ways), (self.second, [(tr("Nothing"), None), *ways])):
            chosen = box.currentText()
            box.clear()
            for words, setting in offered:
                box.addItem(words, setting)
            box.setCurrentIndex(max(0, box.findText(chosen)))

    def _start(self) -> None:
        self._session.measure(self.first.currentData(), self.second.currentData(), dark=self._theme.dark)

    def _show(self) -> None:
        session, answer = self._session, self._session.answer
        self.start.setEnabled(not session.busy)
        self.learn.setEnabled(not session.busy)
        self.use_order.setEnabled(session.order is not None)
        self.use_order.setChecked(session.order is not None and session.order.on)
        self.learned.setText(_words_of_order(session.order, session.tried))
        self.stop.setEnabled(session.busy)
        self.bar.setVisible(session.busy)
        self.bar.setRange(0, 0)
        self.table.setVisible(answer is not None)
        self.plot.show_svg("" if answer is None else answer.plot)
        if answer is None:
            self.verdict.setText(tr("Searching…") if session.busy else session.failure)
            return
        self.verdict.setText(self._words_of(answer))
        self._fill(answer.rows)

    def _show_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _words_of(self, answer: MeasureAnswer) -> str:
        sentences = [tr("%Ln search(es) with right photos.", "", answer.searches)]
        if answer.sample is not None:
            sentences.append(tr("Models ranked a sample of %Ln photo(s).", "", answer.sample))
        row = next(row for row in answer.rows if row.measure == DECIDES)
        if row.p is not None and row.second is not None:
            p = number(row.p, 3)
            if row.p >= SIGNIFICANT:
                sentences.append(
                    tr("The difference may be chance (p = {p}). More judged searches tell more.", p=p)
                )
            elif row.second > row.first:
                sentences.append(tr("The second way is better, by more than chance (p = {p}).", p=p))
            else:
                sentences.append(tr("The first way is better, by more than chance (p = {p}).", p=p))
        return " ".join(sentences)

    def _fill(self, rows: tuple[MeasuredRow, ...]) -> None:
        compared = rows[0].second is not None
        titles = [tr("Measure"), tr("First"), tr("Second"), tr("Difference")]
        self.table.clear()
        self.table.setColumnCount(4 if compared else 2)
        self.table.setHeaderLabels(titles if compared else [titles[0], tr("Value")])
        for row in rows:
            texts = [tr(MEASURES[row.measure]), number(row.first, 3)]
            if row.second is not None and row.low is not None and row.high is not None:
                between = tr("{low} to {high}", low=_signed(row.low), high=_signed(row.high))
                texts += [number(row.second, 3), between]
            self.table.addTopLevelItem(QTreeWidgetItem(texts))
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)


def _words_of_order(order: LearnedOrder | None, tried: LearnedOrder | None) -> str:
    """Say how good the order of the library is, or the one that was just tried."""
    shown = tried or order
    if shown is None:
        return tr("Judged hits can teach how much each way to search counts in this library.")
    figures = tr(
        "nDCG of the first ten on searches that did not teach it: {after} instead of {before} (p = {p}).",
        after=number(shown.after, 3),
        before=number(shown.before, 3),
        p=number(shown.p, 3),
    )
    if order is None:
        return figures + " " + tr("That may be chance, so nothing changes. More judged searches tell more.")
    weights = [
        f"{tr(FEATURES[name])} {number(weight, 2)}"
        for name, weight in zip(FEATURES, order.weights, strict=True)
    ]
    return figures + " " + tr("Weights: {weights}.", weights=", ".join(weights))


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{number(abs(value), 3)}"

"""The export dialog: format, size, names and target of the copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import Hit
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.panels.export.export import (
    FORMATS,
    LEAST_SIDE_PX,
    MOST_SIDE_PX,
    SIZES,
    Recipe,
    Target,
    name_of,
    wrong_place,
)

TARGETS: dict[Target, str] = {
    "folder": QT_TR_NOOP("A folder"),
    "zip": QT_TR_NOOP("A ZIP file"),
    "clipboard": QT_TR_NOOP("The clipboard"),
}


class ExportDialog(QDialog):
    """Asks how to export. on_export : called with the chosen Recipe. faces : True to offer blurring faces"""

    def __init__(
        self,
        hits: Sequence[Hit],
        recipe: Recipe,
        on_export: Callable[[Recipe], object],
        parent: QWidget | None = None,
        *,
        faces: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export %Ln photo(s)", "", len(hits)))
        self.setMinimumWidth(420)
        self._hits, self._on_export = hits, on_export
        self.formats = _choice(tr("File format"), [tr(words) for words in FORMATS.values()])
        self.formats.setCurrentIndex(list(FORMATS).index(recipe.format))
        sizes = [tr("{side} px", side=number(side)) if side else tr("Full size") for side in SIZES]
        self.sizes = _choice(tr("Longer side"), sizes)
        self.sizes.setEditable(True)
        self.sizes.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.sizes.setToolTip(tr("Choose, or type a number of pixels"))
        if recipe.side_px in SIZES:
            self.sizes.setCurrentIndex(SIZES.index(recipe.side_px))
        else:
            self.sizes.setEditText(tr("{side} px", side=number(recipe.side_px)))
        self.quality = QSpinBox()
        self.quality.setAccessibleName(tr("Quality"))
        self.quality.setRange(1, 100)
        self.quality.setValue(recipe.quality)
        self.quality.setToolTip(tr("Of JPEG and WebP: 92 shows no loss, 80 makes smaller files"))
        self.positions = QCheckBox(tr("Say where the photos were taken"))
        self.positions.setChecked(recipe.positions)
        self.people = QCheckBox(tr("Keep the names of people"))
        self.people.setToolTip(tr("Also among the keywords; titles and captions stay as they are"))
        self.people.setChecked(recipe.people)
        self.blur = QCheckBox(tr("Blur the faces of those who are not named"), self)
        self.blur.setVisible(faces)
        self.blur.setChecked(recipe.blur_faces and faces)
        self.names = QLineEdit(recipe.pattern)
        self.names.setAccessibleName(tr("Name pattern"))
        self.names.setToolTip(tr("Placeholders are filled in: {name}, {date}, {number}, {folder}"))
        self.names.setMaxLength(200)
        self.targets = _choice(tr("Export to"), [tr(words) for words in TARGETS.values()])
        self.targets.setCurrentIndex(list(TARGETS).index(recipe.target))
        self.example = label("", "dim", wrap=True)
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for words, field in (
            (tr("Files"), self.formats),
            (tr("Longer side"), self.sizes),
            (tr("Quality"), self.quality),
            ("", self.positions),
            ("", self.people),
            *((("", self.blur),) if faces else ()),
            (tr("Names"), self.names),
            (tr("To"), self.targets),
        ):
            form.addRow(label(words), field)
        self.start = button(tr("Export"), self._accept, primary=True)
        self.start.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(22, 18, 22, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(self.example)
        layout.addLayout(button_row(button(tr("Cancel"), self.close), self.start))
        self.formats.currentIndexChanged.connect(lambda _at: self._on_format())
        self.sizes.currentTextChanged.connect(lambda _text: self._on_size())
        self.quality.valueChanged.connect(lambda _value: self._convert())
        for choice in (self.positions, self.people, self.blur):
            choice.toggled.connect(lambda _on: self._convert())
        self.names.textChanged.connect(lambda _text: self._show())
        self._show()

    @property
    def recipe(self) -> Recipe:
        file_format = list(FORMATS)[self.formats.currentIndex()]
        return Recipe(
            format=file_format,
            side_px=(self._side or 0) if file_format else 0,
            quality=self.quality.value(),
            positions=self.positions.isChecked(),
            people=self.people.isChecked(),
            blur_faces=self.blur.isChecked(),
            pattern=self.names.text().strip() or "{name}",
            target=list(TARGETS)[self.targets.currentIndex()],
        )

    @property
    def _side(self) -> int | None:
        """The chosen longer side in pixels; 0 for the original size, None if the text is not a size."""
        text = self.sizes.currentText()
        if text == self.sizes.itemText(0):
            return 0
        digits = "".join(sign for sign in text if sign.isdecimal())
        rest = "".join(sign for sign in text.replace("px", "") if not sign.isdecimal()).strip(
            " .,’'\u202f\xa0"
        )
        side = int(digits) if digits and not rest and len(digits) <= 6 else -1
        return side if LEAST_SIDE_PX <= side <= MOST_SIDE_PX else None

    def _convert(self) -> None:
        """Choose JPEG if no format is chosen. An unconverted file keeps its size, quality and metadata."""
        if not list(FORMATS)[self.formats.currentIndex()]:
            self.formats.setCurrentIndex(list(FORMATS).index("jpg"))
        self._show()

    def _on_size(self) -> None:
        if self._side:
            self._convert()
        else:
            self._show()

    def _on_format(self) -> None:
        if not list(FORMATS)[self.formats.currentIndex()]:
            choices = (self.sizes, self.positions, self.people, self.blur)
            blockers = [QSignalBlocker(choice) for choice in choices]
            self.sizes.setCurrentIndex(0)
            self.positions.setChecked(True)
            self.people.setChecked(True)
            self.blur.setChecked(False)
            for blocker in blockers:
                blocker.unblock()
        self._show()

    def _show(self) -> None:
        """Show the name of the first file, or the fault in the name pattern or in the size."""
        recipe = self.recipe
        wrong = wrong_place(recipe.pattern)
        self.start.setEnabled(wrong is None and self._side is not None)
        if self._side is None:
            self.example.setText(
                tr(
                    "The longer side is {least} to {most} pixels.",
                    least=number(LEAST_SIDE_PX),
                    most=number(MOST_SIDE_PX),
                )
            )
            return
        places = tr("{name}, {date}, {number} and {folder}")
        if wrong is not None:
            self.example.setText(
                tr("“{wrong}” is not a placeholder. Use {places}.", wrong=wrong, places=places)
            )
            return
        lines = [tr("Example: {name}", name=name_of(self._hits[0], 0, len(self._hits), recipe))]
        if recipe.format:
            lines.append(tr("Copies keep date, texts, keywords and marks. Their colors are sRGB."))
        self.example.setText(" · ".join(lines))

    def _accept(self) -> None:
        recipe = self.recipe
        self.close()
        self._on_export(recipe)


def _choice(name: str, words: Sequence[str]) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.addItems(list(words))
    return box

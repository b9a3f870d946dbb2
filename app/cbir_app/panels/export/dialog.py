"""The choices of an export: files, size, names and target."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from cbir.base.types import Hit
from cbir_app.base.language import QT_TR_NOOP, number, tr
from cbir_app.base.page import button, button_row, label
from cbir_app.panels.export.export import FORMATS, SIZES, Recipe, Target, name_of, wrong_place

TARGETS: dict[Target, str] = {
    "folder": QT_TR_NOOP("A folder"),
    "zip": QT_TR_NOOP("A ZIP file"),
    "clipboard": QT_TR_NOOP("The clipboard"),
}


class ExportDialog(QDialog):
    """Asks how to export. on_export : called with the chosen Recipe"""

    def __init__(
        self,
        hits: Sequence[Hit],
        recipe: Recipe,
        on_export: Callable[[Recipe], object],
        parent: QWidget | None = None,
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
        self.sizes.setCurrentIndex(SIZES.index(recipe.side_px) if recipe.side_px in SIZES else 0)
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
        self.formats.currentIndexChanged.connect(lambda _at: self._show())
        self.names.textChanged.connect(lambda _text: self._show())
        self._show()

    @property
    def recipe(self) -> Recipe:
        chosen = list(FORMATS)[self.formats.currentIndex()]
        return Recipe(
            format=chosen,
            side_px=SIZES[self.sizes.currentIndex()] if chosen else 0,
            pattern=self.names.text().strip() or "{name}",
            target=list(TARGETS)[self.targets.currentIndex()],
        )

    def _show(self) -> None:
        """Show the name of the first file, or the fault in the name pattern."""
        recipe = self.recipe
        self.sizes.setEnabled(bool(recipe.format))
        wrong = wrong_place(recipe.pattern)
        self.start.setEnabled(wrong is None)
        places = tr("{name}, {date}, {number} and {folder}")
        if wrong is not None:
            self.example.setText(
                tr("“{wrong}” is not a placeholder. Use {places}.", wrong=wrong, places=places)
            )
            return
        lines = [tr("Example: {name}", name=name_of(self._hits[0], 0, len(self._hits), recipe))]
        if recipe.format:
            lines.append(tr("Copies in another format have no metadata."))
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

"""Sections of equal cells -> where each row lies, by arithmetic: 100,000 rows cost no layout per row.

Coordinates are those of the whole content: the viewport's plus what was scrolled.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize

from app.results.result_sections import HEADER_PX, PlacedSection, Section

TEXT_PX = 62  # of a cell's height, below the picture and around it
PICTURE_ASPECT = 0.76  # between the usual 4:3 and a little room for upright ones
MARGIN_PX = 14


class ResultLayout:
    """Built for a width, then only read. Sections without rows take no place."""

    def __init__(self, sections: tuple[Section, ...], width_px: int, least_px: int) -> None:
        width = max(1, width_px - 2 * MARGIN_PX)
        self.columns = max(1, width // least_px)
        cell_width = min(width // self.columns, 2 * least_px)
        self.cell_size = QSize(cell_width, round((cell_width - 20) * PICTURE_ASPECT) + TEXT_PX)
        top = 0 if any(section.title for section in sections[:1]) else MARGIN_PX // 2
        placed = []
        for section in sections:
            if not section.rows:
                continue
            cells_top = top + (HEADER_PX if section.title else 0)
            lines = -(-section.rows // self.columns)
            bottom = cells_top + lines * self.cell_size.height() + MARGIN_PX // 2
            placed.append(PlacedSection(section, top, cells_top, lines, bottom))
            top = bottom
        self.placed = tuple(placed)
        self.height = top
        self._firsts = [one.section.first for one in placed]
        self._tops = [one.top for one in placed]

    def cell(self, row: int) -> QRect:
        """The cell of a row; empty for a row that is in no section."""
        placed = self.section_of(row)
        if placed is None:
            return QRect()
        line, column = divmod(row - placed.section.first, self.columns)
        x = MARGIN_PX + column * self.cell_size.width()
        return QRect(QPoint(x, placed.cells_top + line * self.cell_size.height()), self.cell_size)

    def section_of(self, row: int) -> PlacedSection | None:
        at = bisect_right(self._firsts, row) - 1
        if at < 0 or row >= self.placed[at].section.first + self.placed[at].section.rows:
            return None
        return self.placed[at]

    def section_at(self, y: int) -> PlacedSection | None:
        """The section that a height lies in, the first or the last one beyond them."""
        at = max(0, bisect_right(self._tops, y) - 1)
        return self.placed[at] if self.placed else None

    def sections_between(self, top: int, bottom: int) -> Iterator[PlacedSection]:
        """Sections that touch the content between two heights, in order."""
        for at in range(max(0, bisect_right(self._tops, top) - 1), len(self.placed)):
            if self.placed[at].top > bottom:
                return
            yield self.placed[at]

    def rows_between(self, top: int, bottom: int) -> Iterator[int]:
        """Rows whose cells touch the content between two heights, in order."""
        height = self.cell_size.height()
        for placed in self.sections_between(top, bottom):
            first_line = max(0, (top - placed.cells_top) // height)
            last_line = min(placed.lines - 1, (bottom - placed.cells_top) // height)
            if last_line < first_line:
                continue
            first = placed.section.first
            stop = min(first + placed.section.rows, first + (last_line + 1) * self.columns)
            yield from range(first + first_line * self.columns, stop)

    def next_line(self, row: int, step: int) -> int:
        """The row above or below, in the same column, also across the line between two sections."""
        placed = self.section_of(row)
        if placed is None:
            return row
        line, column = divmod(row - placed.section.first, self.columns)
        if not 0 <= line + step < placed.lines:
            at = self.placed.index(placed) + step
            if not 0 <= at < len(self.placed):
                return row
            placed = self.placed[at]
            line = -1 if step > 0 else placed.lines
        last = placed.section.rows - 1
        return placed.section.first + min(last, (line + step) * self.columns + column)

    def next_section(self, row: int, step: int) -> int:
        """The first row of the section after, or of this one and then of the one before."""
        placed = self.section_of(row)
        if placed is None:
            return row
        if step < 0 and row > placed.section.first:
            return placed.section.first
        at = self.placed.index(placed) + step
        return self.placed[at].section.first if 0 <= at < len(self.placed) else row

"""Shapes of photos in sections -> a wall of justified rows: edge to edge, each row as tall as its photos need.

A line takes photos until one more would be farther from filling it than one less. Where a line that begins with each
photo would end is found for all photos at once, and the lines are then a walk along that: 100,000 photos take some
milliseconds, so that any change lays out all of them.
Coordinates are those of the whole content: the viewport's plus what was scrolled.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractItemView

from app.results.result_sections import HEADER_PX, PlacedSection, Section

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray

GAP_PX = 4  # between photos, and around them
MIN_ASPECT, MAX_ASPECT = 0.4, 4.0  # a strip beyond it is cut on the wall, and whole everywhere else
TALLEST = 1.4  # of a row, in wanted heights: a line of few photos does not fill the window
SECTION_GAP_PX = 10
KEPT_LINES = 400  # whose photos have their places worked out


class ResultLayout:
    """Built for a width, then only read.

    aspects : (n,) width to height of every row. height_px : that lines come near to
    """

    def __init__(
        self,
        sections: Sequence[Section],
        aspects: NDArray[np.float32] | Sequence[float] = (),
        width_px: int = 1,
        height_px: int = 180,
    ) -> None:
        self.width, self.line_height = max(1, width_px), height_px
        self.placed: tuple[PlacedSection, ...] = ()
        self.height = 0
        self._firsts: list[int] = []  # of each line: its first row, its top, its height
        self._tops: list[int] = []
        self._heights: list[int] = []
        self._edges: dict[int, list[tuple[int, int]]] = {}  # of lines that were looked at
        self._section_firsts: list[int] = []
        self._section_tops: list[int] = []
        if filled := [section for section in sections if section.rows]:
            self._place(filled, aspects)
        self._place_folded([section for section in sections if section.folded])

    def _place(self, sections: list[Section], aspects: NDArray[np.float32] | Sequence[float]) -> None:
        import numpy as np

        room = self.width - GAP_PX
        starts = np.array([section.first for section in sections])
        rows = int(sections[-1].first + sections[-1].rows)
        # what a photo takes of a line, its gap included, in pixels at the wanted height
        wanted = np.clip(np.asarray(aspects, np.float64)[:rows], MIN_ASPECT, MAX_ASPECT)
        counts = np.diff([*starts, rows])
        of = np.repeat(np.arange(len(sections)), counts)
        tall = np.array([section.scale * self.line_height for section in sections])
        takes = wanted * tall[of] + GAP_PX
        ends = np.cumsum(takes)
        # Of a line that began with each photo: the first photo of the next one, so that it comes nearest to its room.
        target = ends - takes + room
        after = np.searchsorted(ends, target)
        over = ends[np.minimum(after, rows - 1)] - target
        after += over < target - np.where(after > 0, ends[after - 1], 0.0)
        after = np.clip(after, np.arange(rows) + 1, np.repeat(np.append(starts[1:], rows), counts))
        new = np.array(_chain(memoryview(after)))
        counts = np.diff(np.append(new, rows))
        sums = np.add.reduceat(wanted, new)
        fitting = (room - counts * GAP_PX) / sums
        # The last line of a section ends where its photos do.
        last = np.append(of[new[1:]] != of[new[:-1]], True)
        short = np.add.reduceat(takes, new) < room * 0.8
        most = tall[of[new]]
        fitting = np.where(last & short, np.minimum(fitting, most), fitting)
        heights = np.maximum(24, np.minimum(fitting, TALLEST * most)).astype(np.int64)
        self._place_lines(sections, of[new], heights)
        self._aspects, self._rows = wanted.astype(np.float32), rows
        self._firsts, self._heights = new.tolist(), heights.tolist()

    def _place_lines(
        self, sections: list[Section], of: NDArray[np.int64], heights: NDArray[np.int64]
    ) -> None:
        import numpy as np

        # Pixels above a line: those of the lines before it, and of the headers up to its section.
        above = np.array([HEADER_PX if section.title else GAP_PX for section in sections])
        first_of = np.searchsorted(of, np.arange(len(sections)))
        extra = np.cumsum(above + np.where(np.arange(len(sections)) > 0, SECTION_GAP_PX, 0))
        stacked = np.cumsum(heights + GAP_PX)
        tops = stacked - heights - GAP_PX + extra[of]
        self._tops = tops.tolist()
        section_tops = tops[first_of] - above
        lines = np.diff([*first_of, len(of)])
        last = first_of + lines - 1
        bottoms = tops[last] + heights[last] + GAP_PX + SECTION_GAP_PX
        self.placed = tuple(
            PlacedSection(section, int(top), int(top + room), int(count), int(bottom))
            for section, top, room, count, bottom in zip(
                sections, section_tops, above, lines, bottoms, strict=True
            )
        )
        self.height = int(bottoms[-1])
        self._section_firsts = [one.section.first for one in self.placed]
        self._section_tops = [one.top for one in self.placed]

    def _place_folded(self, sections: Sequence[Section]) -> None:
        """Set the headers of what is folded away below the rest."""
        for section in sections:
            top, self.height = self.height, self.height + HEADER_PX
            self.placed += (PlacedSection(section, top, self.height, 0, self.height),)
            self._section_firsts.append(section.first)
            self._section_tops.append(top)

    @property
    def rows(self) -> int:
        """How many rows have a place."""
        return self._rows if self._firsts else 0

    def cell(self, row: int) -> QRect:
        """The cell of a row; empty for a row that is in no section."""
        if not 0 <= row < self.rows:
            return QRect()
        line = bisect_right(self._firsts, row) - 1
        edges = self._edges.get(line)
        if edges is None:
            if len(self._edges) > KEPT_LINES:
                self._edges.clear()
            edges = self._edges[line] = self._edges_of(line)
        left, right = edges[row - self._firsts[line]]
        return QRect(left, self._tops[line], right - left, self._heights[line])

    def _edges_of(self, line: int) -> list[tuple[int, int]]:
        """Where each photo of a line begins and ends."""
        height, x, made = self._heights[line], float(GAP_PX), []
        rows = self._rows_of_lines(line, line + 1)
        for aspect in self._aspects[rows.start : rows.stop].tolist():
            made.append((round(x), round(x + aspect * height)))
            x += aspect * height + GAP_PX
        if abs(x - self.width) < 4 + len(made):  # rounding leaves some pixels at the right of a full line
            made[-1] = (made[-1][0], self.width - GAP_PX)
        return made

    def section_of(self, row: int) -> PlacedSection | None:
        at = bisect_right(self._section_firsts, row) - 1
        return self.placed[at] if 0 <= row < self.rows else None

    def section_at(self, y: int) -> PlacedSection | None:
        """The section that a height lies in, the first or the last one beyond them."""
        at = max(0, bisect_right(self._section_tops, y) - 1)
        return self.placed[at] if self.placed else None

    def sections_between(self, top: int, bottom: int) -> Iterator[PlacedSection]:
        """Sections that touch the content between two heights, in order."""
        for at in range(max(0, bisect_right(self._section_tops, top) - 1), len(self.placed)):
            if self.placed[at].top > bottom:
                return
            yield self.placed[at]

    def rows_between(self, top: int, bottom: int) -> range:
        """Rows of the lines that touch the content between two heights, in order."""
        first = max(0, bisect_right(self._tops, top) - 1)
        if first < len(self._tops) and self._tops[first] + self._heights[first] < top:
            first += 1
        stop = bisect_right(self._tops, bottom)
        return self._rows_of_lines(first, stop) if first < stop else range(0)

    def _rows_of_lines(self, first: int, stop: int) -> range:
        return range(self._firsts[first], self._firsts[stop] if stop < len(self._firsts) else self._rows)

    def row_at(self, x: int, y: int) -> int | None:
        """The row at a place of the content."""
        return next((row for row in self.rows_between(y, y) if self.cell(row).contains(x, y)), None)

    def next_line(self, row: int, step: int) -> int:
        """The row nearest above or below."""
        line = bisect_right(self._firsts, row) - 1 + step
        if not 0 <= line < len(self._firsts):
            return row
        middle = self.cell(row).center().x()
        return min(
            self._rows_of_lines(line, line + 1), key=lambda one: abs(self.cell(one).center().x() - middle)
        )

    def moved(self, row: int, action: QAbstractItemView.CursorAction, page_px: int) -> int:
        """Where a key goes from a row; -1: no row is current. page_px : what Page Up and Page Down go by"""
        actions = QAbstractItemView.CursorAction
        if row < 0 or action == actions.MoveHome:
            return 0
        if action == actions.MoveEnd:
            return self.rows - 1
        if action in (actions.MoveLeft, actions.MovePrevious):
            return row - 1
        if action in (actions.MoveRight, actions.MoveNext):
            return row + 1
        paging = action in (actions.MovePageUp, actions.MovePageDown)
        down = action in (actions.MoveDown, actions.MovePageDown)
        for _ in range(max(1, page_px // self.line_height) if paging else 1):
            row = self.next_line(row, 1 if down else -1)
        return row

    def next_section(self, row: int, step: int) -> int:
        """The first row of the section after, or of this one and then of the one before."""
        placed = self.section_of(row)
        if placed is None:
            return row
        if step < 0 and row > placed.section.first:
            return placed.section.first
        at = self.placed.index(placed) + step
        return self.placed[at].section.first if 0 <= at < len(self.placed) else row


def _chain(after: memoryview[int]) -> list[int]:
    """The first rows of lines: from row 0 on, each the row after the line that begins with the one before.

    after : looked at in place, because most of it is never read: as a list it costs more than the rest of the layout
    """
    made, row = [], 0
    while row < len(after):
        made.append(row)
        row = after[row]
    return made

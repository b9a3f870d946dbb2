"""Shapes of photos in sections -> a wall of justified rows: edge to edge, each row as tall as its photos need.

A line takes photos until one more would be farther from filling it than one less. Where a line that begins with each
photo would end is found for many photos at once, and the lines are then a walk along that: 100,000 photos take some
milliseconds. What lies beyond the first of them is laid out when it is asked for, or by work(), so that a million
hold nobody up; until then the height of the whole is an estimate.
Coordinates are those of the whole content: the viewport's plus what was scrolled.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractItemView

from cbir_app.results.result_sections import HEADER_PX, PlacedSection, Section

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray

GAP_PX = 4  # between photos, and around them
MIN_ASPECT, MAX_ASPECT = 0.4, 4.0  # a strip beyond it is cut on the wall, and whole everywhere else
TALLEST = 1.4  # of a row, in wanted heights: a line of few photos does not fill the window
SECTION_GAP_PX = 10
KEPT_LINES = 400  # whose photos have their places worked out
AT_ONCE = 1 << 16  # rows that are laid out in one go


class Shapes(Protocol):
    """How much wider than tall rows are, by slices of them."""

    def __getitem__(self, rows: slice, /) -> Sequence[float]: ...


class ResultLayout:
    """Built for a width, then only read; reading lays out what is not yet.

    height_px : that lines come near to
    """

    def __init__(
        self,
        sections: Sequence[Section],
        aspects: Shapes = (),
        width_px: int = 1,
        height_px: int = 180,
    ) -> None:
        self.width, self.line_height = max(1, width_px), height_px
        self.placed: list[PlacedSection] = []  # the last one grows while its photos are laid out
        self.rows = 0  # that have a place, or will have one
        self._aspects = aspects
        self._firsts = array("i")  # of each line: its first row, its top, its height
        self._tops = array("i")
        self._heights = array("h")
        self._edges: dict[int, list[tuple[int, int]]] = {}  # of lines that were looked at
        self._folded = [section for section in sections if section.folded]
        self._sections = [section for section in sections if section.rows]
        self._laid = 0  # rows that are laid out
        self._bottom = 0  # of what is laid out
        if self._sections:
            self._prepare()
            self.work()
        else:
            self._place_folded()

    def _prepare(self) -> None:
        import numpy as np

        self.rows = self._sections[-1].first + self._sections[-1].rows
        self._starts = np.array([section.first for section in self._sections])
        self._talls = np.array([section.scale * self.line_height for section in self._sections])
        # Pixels of the header above the first line of a section.
        self._above = np.array([HEADER_PX if section.title else GAP_PX for section in self._sections])
        narrowest = MIN_ASPECT * float(self._talls.min()) + GAP_PX
        self._most = int(self.width / narrowest) + 2  # photos of a line

    @property
    def complete(self) -> bool:
        return self._laid == self.rows

    @property
    def height(self) -> int:
        """Of all rows; while some are still to be laid out, what they come to if they are like the others."""
        return self._bottom if self.complete else round(self._bottom * self.rows / self._laid)

    def work(self) -> None:
        """Lay out more rows, where some are left."""
        if not self.complete:
            self._place()

    def _reach(self, row: int) -> None:
        while self._laid <= row and not self.complete:
            self._place()

    def _reach_height(self, y: int) -> None:
        while self._bottom - SECTION_GAP_PX <= y and not self.complete:
            self._place()

    def _place(self) -> None:
        """Lay out the next lines: whole ones, of one section or many."""
        import numpy as np

        first, room = self._laid, self.width - GAP_PX
        stop = min(self.rows, first + AT_ONCE + self._most)
        # What a photo takes of a line, its gap included, in pixels at the wanted height.
        wanted = self._wanted(first, stop)
        edges = np.append(self._starts, self.rows)
        some = slice(*np.searchsorted(edges, [first, stop - 1], side="right") - [1, 0])
        begins = np.maximum(edges[some], first) - first
        ends_of = np.minimum(edges[1:][some], stop) - first
        counts = ends_of - begins
        takes = wanted * np.repeat(self._talls[some], counts) + GAP_PX
        ends = np.concatenate([[0.0], np.cumsum(takes)])
        # Of a line that began with each photo: the first photo of the next one, so that it comes nearest to its room.
        target = ends[:-1] + room
        after = np.searchsorted(ends, target)
        after = np.minimum(after, len(wanted), out=after)
        # ends[after - 1] < target <= ends[after]
        after -= ends[after] + ends[after - 1] >= 2 * target
        after = np.clip(after, np.arange(1, len(wanted) + 1), np.repeat(ends_of, counts))
        whole = len(wanted) if stop == self.rows else AT_ONCE
        new, self._laid = _chain(after.data, whole)
        self._laid += first
        self._place_lines(new, wanted[: self._laid - first], takes[: self._laid - first], some, begins)

    def _place_lines(
        self,
        new: NDArray[np.intp],
        wanted: NDArray[np.float64],
        takes: NDArray[np.float64],
        some: slice,
        begins: NDArray[np.intp],
    ) -> None:
        """Give lines their heights and tops. new : where they begin. some : the sections; begins : where they do"""
        import numpy as np

        room, first = self.width - GAP_PX, self._laid - len(wanted)
        counts = np.diff(np.append(new, len(wanted)))
        fitting = (room - counts * GAP_PX) / np.add.reduceat(wanted, new)
        line_of = np.searchsorted(new, begins)  # the first line of each section
        lines = np.diff(np.append(line_of, len(new)))
        line_of, lines, chosen = (
            line_of[lines > 0],
            lines[lines > 0],
            np.arange(some.start, some.stop)[lines > 0],
        )
        # The last line of a section ends where its photos do.
        last = line_of + lines - 1
        if self._laid not in (self.rows, self._starts[min(chosen[-1] + 1, len(self._starts) - 1)]):
            last = last[:-1]
        short = (np.add.reduceat(takes, new) < room * 0.8)[last]
        most = np.repeat(self._talls[chosen], lines)
        fitting[last[short]] = np.minimum(fitting, most)[last[short]]
        heights = np.maximum(24, np.minimum(fitting, TALLEST * most)).astype(np.int64)
        # Pixels above a line: those of the lines before it, and of the header where it begins a section.
        above = np.zeros(len(new), np.int64)
        opens = self._starts[chosen] >= first
        above[line_of[opens]] = self._above[chosen[opens]]
        gaps = np.where(chosen > 0, SECTION_GAP_PX, 0)
        above[line_of[opens]] += gaps[opens]
        start = self._bottom - SECTION_GAP_PX if self._tops else 0
        bottoms = start + np.cumsum(above + heights + GAP_PX)
        tops = bottoms - heights - GAP_PX
        self._firsts.frombytes((first + new).astype(np.int32).tobytes())
        self._tops.frombytes(tops.astype(np.int32).tobytes())
        self._heights.frombytes(heights.astype(np.int16).tobytes())
        self._bottom = int(bottoms[-1]) + SECTION_GAP_PX
        section_bottoms = (bottoms[line_of + lines - 1] + SECTION_GAP_PX).tolist()
        for at, line, count, bottom in zip(
            chosen.tolist(), line_of.tolist(), lines.tolist(), section_bottoms, strict=True
        ):
            self._place_section(at, int(tops[line]), count, bottom)
        if self.complete:
            self._place_folded()

    def _place_section(self, at: int, cells_top: int, lines: int, bottom: int) -> None:
        """Note so many more lines of a section."""
        if at < len(self.placed):
            before = self.placed[at]
            self.placed[at] = replace(before, lines=before.lines + lines, bottom=bottom)
        else:
            top = cells_top - int(self._above[at])
            self.placed.append(PlacedSection(self._sections[at], top, cells_top, lines, bottom))

    def _place_folded(self) -> None:
        """Set the headers of what is folded away below the rest."""
        for section in self._folded:
            top, self._bottom = self._bottom, self._bottom + HEADER_PX
            self.placed.append(PlacedSection(section, top, self._bottom, 0, self._bottom))

    def _wanted(self, first: int, stop: int) -> NDArray[np.float64]:
        """How wide rows are in heights."""
        import numpy as np

        return np.clip(np.asarray(self._aspects[first:stop], np.float64), MIN_ASPECT, MAX_ASPECT)

    def cell(self, row: int) -> QRect:
        """The cell of a row; empty for a row that is in no section."""
        if not 0 <= row < self.rows:
            return QRect()
        self._reach(row)
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
        for aspect in self._wanted(rows.start, rows.stop).tolist():
            made.append((round(x), round(x + aspect * height)))
            x += aspect * height + GAP_PX
        if abs(x - self.width) < 4 + len(made):  # rounding leaves some pixels at the right of a full line
            made[-1] = (made[-1][0], self.width - GAP_PX)
        return made

    def section_of(self, row: int) -> PlacedSection | None:
        if not 0 <= row < self.rows:
            return None
        self._reach(row)
        return self.placed[bisect_right(self.placed, row, key=lambda one: one.section.first) - 1]

    def section_at(self, y: int) -> PlacedSection | None:
        """The section that a height lies in, the first or the last one beyond them."""
        return self.placed[self._section_at(y)] if self.placed else None

    def _section_at(self, y: int) -> int:
        self._reach_height(y + HEADER_PX)
        return max(0, bisect_right(self.placed, y, key=lambda one: one.top) - 1)

    def sections_between(self, top: int, bottom: int) -> Iterator[PlacedSection]:
        """Sections that touch the content between two heights, in order."""
        self._reach_height(bottom + HEADER_PX)
        for at in range(self._section_at(top), len(self.placed)):
            if self.placed[at].top > bottom:
                return
            yield self.placed[at]

    def foldable_at(self, y: int, top: int) -> bool:
        """Whether a height is on a title that can be folded, where that is or pinned to the top of what is seen."""
        return any(
            placed.section.folded is not None
            and (0 <= y - placed.top < HEADER_PX or (placed.top < top and y - top < HEADER_PX))
            for placed in self.sections_between(y, y)
        )

    def rows_between(self, top: int, bottom: int) -> range:
        """Rows of the lines that touch the content between two heights, in order."""
        self._reach_height(bottom)
        first = max(0, bisect_right(self._tops, top) - 1)
        if first < len(self._tops) and self._tops[first] + self._heights[first] < top:
            first += 1
        stop = bisect_right(self._tops, bottom)
        return self._rows_of_lines(first, stop) if first < stop else range(0)

    def _rows_of_lines(self, first: int, stop: int) -> range:
        return range(self._firsts[first], self._firsts[stop] if stop < len(self._firsts) else self._laid)

    def row_at(self, x: int, y: int) -> int | None:
        """The row at a place of the content."""
        return next((row for row in self.rows_between(y, y) if self.cell(row).contains(x, y)), None)

    def next_line(self, row: int, step: int) -> int:
        """The row nearest above or below."""
        self._reach(min(self.rows - 1, row + self._most * 2))  # the line below, too
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
        self._reach(placed.section.first + placed.section.rows)
        at = bisect_right(self.placed, row, key=lambda one: one.section.first) - 1 + step
        return self.placed[at].section.first if 0 <= at < len(self.placed) else row


def _chain(after: memoryview[int], whole: int) -> tuple[NDArray[np.intp], int]:
    """The first rows of lines: from row 0 on, each the row after the line that begins with the one before.

    after : looked at in place, because most of it is never read: as a list it costs more than the rest of the layout
    whole : lines that begin before it are wanted. Returns the row after the last of them, too.
    """
    import numpy as np

    made, row = array("q"), 0
    while row < whole:
        made.append(row)
        row = after[row]
    return np.frombuffer(made, np.int64).astype(np.intp, copy=False), row

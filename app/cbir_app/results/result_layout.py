"""A wall of justified rows for photos in sections: edge to edge, each row as tall as its photos need.

A line takes another photo as long as that brings it closer to the full width. For every photo, the end of a line that
begins with it is computed, for many photos at once. The lines are then a walk along these ends: 100,000 photos take
some milliseconds. Only the first of them are laid out at the start. The rest follows on request or by work(), so a
million photos do not block the window. Until then the total height is an estimate.
Coordinates refer to the whole content: the viewport's plus the scroll offset.
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

if TYPE_CHECKING:  # numpy would delay the window's first frame
    import numpy as np
    from numpy.typing import NDArray

GAP_PX = 4  # between photos, and around them
MIN_ASPECT, MAX_ASPECT = 0.4, 4.0  # a more extreme strip is cut on the wall, and whole everywhere else
TALLEST = 1.4  # of a line, in target heights: a line of few photos does not fill the window
SECTION_GAP_PX = 10
KEPT_LINES = 400  # lines with cached photo edges
AT_ONCE = 1 << 16  # rows per layout step


class Shapes(Protocol):
    """Aspect ratios of rows (width / height), by slices."""

    def __getitem__(self, rows: slice, /) -> Sequence[float]: ...


class ResultLayout:
    """The layout for one width. Reading extends it on demand.

    height_px : target height of lines
    """

    def __init__(
        self,
        sections: Sequence[Section],
        aspects: Shapes = (),
        width_px: int = 1,
        height_px: int = 180,
    ) -> None:
        self.width, self.line_height = max(1, width_px), height_px
        self.placed: list[PlacedSection] = []  # the last one grows while its photos are being laid out
        self.rows = 0  # in sections that are not folded, whether laid out yet or not
        self._aspects = aspects
        self._firsts = array("i")  # the first row of each line; then its top and its height
        self._tops = array("i")
        self._heights = array("h")
        self._edges: dict[int, list[tuple[int, int]]] = {}  # cache, by line
        self._folded = [section for section in sections if section.folded]
        self._sections = [section for section in sections if section.rows]
        self._laid = 0  # rows laid out so far
        self._bottom = 0  # of the rows laid out so far
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
        self._most = int(self.width / narrowest) + 2  # photos per line

    @property
    def complete(self) -> bool:
        return self._laid == self.rows

    @property
    def height(self) -> int:
        """The height of all rows. Until the layout is complete, an estimate from the rows laid out so far."""
        return self._bottom if self.complete else round(self._bottom * self.rows / self._laid)

    def work(self) -> None:
        """Lay out more rows, unless the layout is complete."""
        if not self.complete:
            self._place()

    def _reach(self, row: int) -> None:
        while self._laid <= row and not self.complete:
            self._place()

    def _reach_height(self, y: int) -> None:
        while self._bottom - SECTION_GAP_PX <= y and not self.complete:
            self._place()

    def _place(self) -> None:
        """Lay out the next lines: whole lines, of one section or more."""
        import numpy as np

        first, room = self._laid, self.width - GAP_PX
        stop = min(self.rows, first + AT_ONCE + self._most)
        # Width of a photo in its line, its gap included, in pixels at the target height.
        aspects = self._clipped_aspects(first, stop)
        edges = np.append(self._starts, self.rows)
        span = slice(*np.searchsorted(edges, [first, stop - 1], side="right") - [1, 0])
        begins = np.maximum(edges[span], first) - first
        ends_of = np.minimum(edges[1:][span], stop) - first
        counts = ends_of - begins
        takes = aspects * np.repeat(self._talls[span], counts) + GAP_PX
        ends = np.concatenate([[0.0], np.cumsum(takes)])
        # after[i]: the first photo behind a line that begins with photo i, so that the line comes closest to its room.
        target = ends[:-1] + room
        after = np.searchsorted(ends, target)
        after = np.minimum(after, len(aspects), out=after)
        # ends[after - 1] < target <= ends[after]
        after -= ends[after] + ends[after - 1] >= 2 * target
        after = np.clip(after, np.arange(1, len(aspects) + 1), np.repeat(ends_of, counts))
        whole = len(aspects) if stop == self.rows else AT_ONCE
        new, self._laid = _chain(after.data, whole)
        self._laid += first
        self._place_lines(new, aspects[: self._laid - first], takes[: self._laid - first], span, begins)

    def _place_lines(
        self,
        new: NDArray[np.intp],
        aspects: NDArray[np.float64],
        takes: NDArray[np.float64],
        span: slice,
        begins: NDArray[np.intp],
    ) -> None:
        """Give lines their heights and tops.

        new : their first rows. span : the sections. begins : the sections' first rows
        """
        import numpy as np

        room, first = self.width - GAP_PX, self._laid - len(aspects)
        counts = np.diff(np.append(new, len(aspects)))
        fitting = (room - counts * GAP_PX) / np.add.reduceat(aspects, new)
        line_of = np.searchsorted(new, begins)  # the first line of each section
        lines = np.diff(np.append(line_of, len(new)))
        line_of, lines, chosen = (
            line_of[lines > 0],
            lines[lines > 0],
            np.arange(span.start, span.stop)[lines > 0],
        )
        # The last line of a section ends with the section's photos.
        last = line_of + lines - 1
        if self._laid not in (self.rows, self._starts[min(chosen[-1] + 1, len(self._starts) - 1)]):
            last = last[:-1]
        short = (np.add.reduceat(takes, new) < room * 0.8)[last]
        most = np.repeat(self._talls[chosen], lines)
        fitting[last[short]] = np.minimum(fitting, most)[last[short]]
        heights = np.maximum(24, np.minimum(fitting, TALLEST * most)).astype(np.int64)
        # Pixels above a line: the lines before it, and the header if it begins a section.
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
        """Add lines to a section."""
        if at < len(self.placed):
            before = self.placed[at]
            self.placed[at] = replace(before, lines=before.lines + lines, bottom=bottom)
        else:
            top = cells_top - int(self._above[at])
            self.placed.append(PlacedSection(self._sections[at], top, cells_top, lines, bottom))

    def _place_folded(self) -> None:
        """Place the headers of folded sections below the rest."""
        for section in self._folded:
            top, self._bottom = self._bottom, self._bottom + HEADER_PX
            self.placed.append(PlacedSection(section, top, self._bottom, 0, self._bottom))

    def _clipped_aspects(self, first: int, stop: int) -> NDArray[np.float64]:
        """Aspect ratios of rows, clipped to the range of the wall."""
        import numpy as np

        return np.clip(np.asarray(self._aspects[first:stop], np.float64), MIN_ASPECT, MAX_ASPECT)

    def cell(self, row: int) -> QRect:
        """The cell of a row; empty for a row without a section."""
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
        """The left and right edge of each photo of a line."""
        height, x, edges = self._heights[line], float(GAP_PX), []
        rows = self._rows_of_lines(line, line + 1)
        for aspect in self._clipped_aspects(rows.start, rows.stop).tolist():
            edges.append((round(x), round(x + aspect * height)))
            x += aspect * height + GAP_PX
        if abs(x - self.width) < 4 + len(edges):  # rounding leaves some pixels at the right of a full line
            edges[-1] = (edges[-1][0], self.width - GAP_PX)
        return edges

    def section_of(self, row: int) -> PlacedSection | None:
        if not 0 <= row < self.rows:
            return None
        self._reach(row)
        return self.placed[bisect_right(self.placed, row, key=lambda placed: placed.section.first) - 1]

    def section_at(self, y: int) -> PlacedSection | None:
        """The section at a height. Above all sections the first one, below them the last one."""
        return self.placed[self._section_at(y)] if self.placed else None

    def _section_at(self, y: int) -> int:
        self._reach_height(y + HEADER_PX)
        return max(0, bisect_right(self.placed, y, key=lambda placed: placed.top) - 1)

    def sections_between(self, top: int, bottom: int) -> Iterator[PlacedSection]:
        """Sections that touch the content between two heights, in order."""
        self._reach_height(bottom + HEADER_PX)
        for at in range(self._section_at(top), len(self.placed)):
            if self.placed[at].top > bottom:
                return
            yield self.placed[at]

    def foldable_at(self, y: int, top: int) -> bool:
        """True if a height is on a foldable title, in its own place or pinned to the top of the view."""
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
        """The row at a point of the content."""
        return next((row for row in self.rows_between(y, y) if self.cell(row).contains(x, y)), None)

    def next_line(self, row: int, step: int) -> int:
        """The row nearest above or below."""
        self._reach(min(self.rows - 1, row + self._most * 2))  # the line below, too
        line = bisect_right(self._firsts, row) - 1 + step
        if not 0 <= line < len(self._firsts):
            return row
        middle = self.cell(row).center().x()
        return min(
            self._rows_of_lines(line, line + 1), key=lambda other: abs(self.cell(other).center().x() - middle)
        )

    def moved(self, row: int, action: QAbstractItemView.CursorAction, page_px: int) -> int:
        """The row that a key moves to; -1: no row is current. page_px : height of a page for Page Up and Page Down"""
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
        """The first row of the next section; backwards, of this section and then of the previous one."""
        placed = self.section_of(row)
        if placed is None:
            return row
        if step < 0 and row > placed.section.first:
            return placed.section.first
        self._reach(placed.section.first + placed.section.rows)
        at = bisect_right(self.placed, row, key=lambda other: other.section.first) - 1 + step
        return self.placed[at].section.first if 0 <= at < len(self.placed) else row


def _chain(after: memoryview[int], whole: int) -> tuple[NDArray[np.intp], int]:
    """The first rows of lines, from row 0 on, and the row after the last line.

    after : for a line beginning with each row, the first row of the next line. It is not copied to a list: most of it
    is never read, and a list would cost more than the rest of the layout
    whole : stop before a line that begins here or later
    """
    import numpy as np

    firsts, row = array("q"), 0
    while row < whole:
        firsts.append(row)
        row = after[row]
    return np.frombuffer(firsts, np.int64).astype(np.intp, copy=False), row

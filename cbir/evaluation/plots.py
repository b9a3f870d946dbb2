"""Figures -> plots as SVG: precision at each level of recall, and the gain of each query.

SVG needs no package, the window can show it, and it prints well in a paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from cbir.evaluation.metrics import LEVELS

_WIDTH, _HEIGHT = 480, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 32, 44
_DASHES = ("none", "6 4", "2 3", "8 3 2 3")  # lines can be told apart without colours, too


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Colours in CSS notation. lines : of the runs, in turn; Okabe and Ito, "Color universal design", 2008"""

    paper: str = "white"
    ink: str = "#222222"
    grid: str = "#dddddd"
    lines: tuple[str, ...] = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def curve_plot(curves: Sequence[tuple[str, NDArray[np.float64]]], palette: Palette = Palette()) -> str:
    """Plot interpolated precision over recall. curves : (name, (11,)) of each run"""
    marks = []
    for number, (name, values) in enumerate(curves):
        colour = palette.lines[number % len(palette.lines)]
        points = " ".join(
            f"{_x(level):.1f},{_y(value):.1f}" for level, value in zip(LEVELS, values, strict=True)
        )
        dash = _DASHES[number % len(_DASHES)]
        marks.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        y = _HEIGHT - _BOTTOM - 12 - 16 * (len(curves) - 1 - number)
        marks.append(
            f'<line x1="{_LEFT + 10}" y1="{y - 4}" x2="{_LEFT + 38}" y2="{y - 4}" stroke="{colour}" '
            f'stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        marks.append(_text(_LEFT + 44, y, name, palette))
    ticks = [(value, f"{value:g}") for value in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
    axes = [*_rows([(_y(value), text) for value, text in ticks], palette)]
    axes += [_text(_x(value), _HEIGHT - _BOTTOM + 16, text, palette, "middle") for value, text in ticks]
    title = _text(_LEFT, 20, "Precision", palette)
    below = _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, "Recall", palette, "middle")
    return _picture([*axes, title, below, *marks], "Precision at each level of recall", palette)


def difference_plot(name: str, difference: NDArray[np.float64], palette: Palette = Palette()) -> str:
    """Plot the gain of each query, best first. name : of the measure. difference : (n,)"""
    ordered = np.sort(difference)[::-1]
    reach = max(float(np.abs(ordered).max(initial=0)), 0.01)
    height = _HEIGHT - _TOP - _BOTTOM
    middle, half = _TOP + height / 2, height / 2
    step = (_WIDTH - _LEFT - _RIGHT) / max(len(ordered), 1)
    bars = []
    for number, value in enumerate(ordered.tolist()):
        if value:
            top, tall = min(middle, middle - half * value / reach), abs(half * value / reach)
            colour = palette.lines[0 if value > 0 else 1]
            bars.append(
                f'<rect x="{_LEFT + number * step:.2f}" y="{top:.1f}" width="{max(step * 0.9, 0.5):.2f}" '
                f'height="{tall:.1f}" fill="{colour}"/>'
            )
    rows = _rows([(middle - half, f"+{reach:.2g}"), (middle, "0"), (middle + half, f"−{reach:.2g}")], palette)
    better, worse = int((difference > 0).sum()), int((difference < 0).sum())
    title = _text(_LEFT, 20, f"{name}, second run less first", palette)
    below = _text(
        (_LEFT + _WIDTH - _RIGHT) / 2,
        _HEIGHT - 12,
        f"{len(ordered)} queries: {better} better, {worse} worse",
        palette,
        "middle",
    )
    return _picture([*rows, title, below, *bars], f"{name}: {better} better, {worse} worse", palette)


def _x(value: float) -> float:
    return _LEFT + value * (_WIDTH - _LEFT - _RIGHT)


def _y(value: float) -> float:
    return _HEIGHT - _BOTTOM - value * (_HEIGHT - _TOP - _BOTTOM)


def _rows(rows: Sequence[tuple[float, str]], palette: Palette) -> list[str]:
    """Lines across the plot, each with its label."""
    return [
        part
        for y, text in rows
        for part in (
            f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}" stroke="{palette.grid}"/>',
            _text(_LEFT - 8, y + 4, text, palette, "end"),
        )
    ]


def _text(x: float, y: float, text: str, palette: Palette, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="sans-serif" font-size="12" fill="{palette.ink}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _picture(parts: Sequence[str], title: str, palette: Palette) -> str:
    lines = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img">\n<title>{escape(title)}</title>\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{palette.paper}"/>\n{lines}\n</svg>\n'
    )

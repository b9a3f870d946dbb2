"""A poster's name -> its pixels: shapes and lettering, the same for the same name on every machine.

No two posters share a word or a layout, so that nothing but a copy of one is a true match for it.
"""

from __future__ import annotations

import numpy as np
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from cbir.evaluation.views import Pixels, generator_for

_WORDS = {
    "poster harbour": "HARBOUR NIGHTS boats lanterns mackerel brass quay",
    "poster orchard": "ORCHARD FAIR apples cider wicker plums ladders",
    "poster railway": "Railway Museum signals steam whistles platform tickets",
    "poster glacier": "GLACIER WALK crevasse ropes ridge thaw moraine",
    "poster theatre": "Little Theatre puppets velvet masks overture prompts",
    "poster market": "MARKET SQUARE pottery honey linen chestnuts rye",
    "poster comet": "Comet Watch telescope eclipse zenith orbit dusk",
    "poster kites": "KITE DAY ribbons gusts meadow spools bamboo",
    "poster jazz": "Jazz Cellar saxophone bebop quartet midnight encore",
    "poster chess": "CHESS CLUB gambit rook castling endgame pawns",
}

POSTERS = tuple(_WORDS)
"""The names of all posters."""

_SIZE = (600, 840)


def poster(name: str) -> Pixels:
    """Render the poster of this name: (840, 600, 3) uint8 RGB."""
    rng = generator_for("poster", name)
    words = _WORDS[name].split()
    title, small = words[:2], words[2:]
    pale = tuple(int(value) for value in rng.integers(185, 250, 3))
    dark = tuple(int(value) for value in rng.integers(10, 90, 3))
    paper, ink = (pale, dark) if rng.random() < 0.6 else (dark, pale)
    canvas = PillowImage.new("RGB", _SIZE, paper)
    draw = ImageDraw.Draw(canvas)
    _draw_shapes(draw, rng)
    _draw_lettering(draw, rng, (title, small), paper=paper, ink=ink)
    return np.asarray(canvas, np.uint8).copy()


def _draw_shapes(draw: ImageDraw.ImageDraw, rng: np.random.Generator) -> None:
    """Some forty discs, bars and triangles over the middle of the sheet."""
    for _ in range(40):
        colour = tuple(int(value) for value in rng.integers(20, 240, 3))
        x, y = int(rng.integers(20, _SIZE[0] - 60)), int(rng.integers(190, 620))
        width, height = int(rng.integers(20, 130)), int(rng.integers(20, 130))
        kind = int(rng.integers(0, 3))
        if kind == 0:
            draw.ellipse((x, y, x + width, y + height), fill=colour)
        elif kind == 1:
            draw.rectangle((x, y, x + width, y + height // 3), fill=colour)
        else:
            corners = rng.integers(0, 120, (3, 2))
            draw.polygon([(x + int(dx), y + int(dy)) for dx, dy in corners], fill=colour)


def _draw_lettering(
    draw: ImageDraw.ImageDraw,
    rng: np.random.Generator,
    words: tuple[list[str], list[str]],
    *,
    paper: tuple[int, ...],
    ink: tuple[int, ...],
) -> None:
    """The title above; below, lines of small words in an order of their own."""
    title, small = words
    for line, word in enumerate(title):
        # Pillow brings this typeface itself, so that a poster does not depend on the system's.
        font = ImageFont.load_default(size=int(rng.integers(62, 84)))
        draw.text((30 + int(rng.integers(0, 40)), 14 + 84 * line), word, fill=ink, font=font)
    draw.rectangle((20, 690, _SIZE[0] - 20, _SIZE[1] - 20), fill=paper, outline=ink, width=3)
    font = ImageFont.load_default(size=26)
    for line in range(4):
        order = [small[int(index)] for index in rng.permutation(len(small))]
        number = int(rng.integers(100, 999))
        draw.text((36, 696 + 30 * line), f"{number} {' '.join(order)}"[:44], fill=ink, font=font)

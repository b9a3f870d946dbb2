"""Pictures with writing on them, and what the real reader read there: once for all tests of a session."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont


def page(*lines, size_px=40, side_px=640, angle=0.0, dark=False):
    """Lines below each other, in the font that comes with Pillow: (side, side, 3) uint8.

    size_px : of the letters. angle : in degrees, counter-clockwise. dark : light letters on a dark page
    """
    paper, ink = ((40, 40, 60), (240, 240, 220)) if dark else ((245, 240, 230), (20, 30, 40))
    picture = Image.new("RGB", (side_px, side_px), paper)
    font = ImageFont.load_default(size=size_px)
    draw = ImageDraw.Draw(picture)
    top = (side_px - 1.6 * size_px * len(lines)) / 2
    for at, line in enumerate(lines):
        left = (side_px - draw.textlength(line, font=font)) / 2
        draw.text((left, top + 1.6 * size_px * at), line, fill=ink, font=font)
    if angle:
        picture = picture.rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=paper)
    return np.asarray(picture)

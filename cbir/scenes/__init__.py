"""A small world with a sentence for everything in it: combinations -> captions and rendered pictures.

For learning from, for measuring on, and for the demo: its pictures are drawn here and its sentences are true by
construction, so that a search by words can be tried, trained and judged without a photo of anybody.
"""

from cbir.scenes.captions import caption, partial_caption, property_caption
from cbir.scenes.combinations import (
    COLOURS,
    COUNTS,
    PLACES,
    SHAPES,
    SIZES,
    Group,
    Scene,
    Split,
    draw_scenes,
    every_group,
    split_groups,
)
from cbir.scenes.rendering import render

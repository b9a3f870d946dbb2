"""A small world of coloured shapes: combinations -> captions and rendered pictures.

Used for training, for measuring, and for the demo. The pictures are drawn here and the captions are true by
construction, so that text search can be tried, trained and judged without anybody's photos.
"""

from cbir.demo.scenes.captions import (
    COLOURS,
    COUNTS,
    PLACES,
    SHAPES,
    SIZES,
    Group,
    Scene,
    Split,
    caption,
    draw_scenes,
    every_group,
    partial_caption,
    property_caption,
    split_groups,
)
from cbir.demo.scenes.rendering import render

"""Altered copies of photos, and how often a caption finds its photo.

The demo makes its copies here, and `cbir models check` measures a model. tests/evaluation has what only the
benchmarks measure with.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.evaluation.altered import blurred, crop, lit, rotated, text_band, tilted
    from cbir.evaluation.caption_files import load_captioned
    from cbir.evaluation.captioned import RecallReport, measure_recall
    from cbir.evaluation.views import Pixels, View, encode_jpeg, generator_for, read_pixels, resized

__getattr__ = lazy_door(
    __name__,
    {
        "altered": ("blurred", "crop", "lit", "rotated", "text_band", "tilted"),
        "caption_files": ("load_captioned",),
        "captioned": ("RecallReport", "measure_recall"),
        "views": ("Pixels", "View", "encode_jpeg", "generator_for", "read_pixels", "resized"),
    },
)

"""Ground truth, altered copies and metrics: how well a search does, in numbers.

Nothing here knows a particular data set beyond the layout of its files, and nothing here prints: the
benchmarks and the command line do.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.evaluation.altered import blurred, crop, lit, rotated, text_band
    from cbir.evaluation.captioned import RecallReport, load_captioned, measure_recall
    from cbir.evaluation.hard_views import tilted
    from cbir.evaluation.views import Pixels, View, encode_jpeg, generator_for, read_pixels, resized

__all__ = [
    "Pixels",
    "RecallReport",
    "View",
    "blurred",
    "crop",
    "encode_jpeg",
    "generator_for",
    "lit",
    "load_captioned",
    "measure_recall",
    "read_pixels",
    "resized",
    "rotated",
    "text_band",
    "tilted",
]

__getattr__ = lazy_door(
    __name__,
    {
        "altered": (
            "blurred",
            "crop",
            "lit",
            "rotated",
            "text_band",
        ),
        "captioned": (
            "RecallReport",
            "load_captioned",
            "measure_recall",
        ),
        "hard_views": ("tilted",),
        "views": (
            "Pixels",
            "View",
            "encode_jpeg",
            "generator_for",
            "read_pixels",
            "resized",
        ),
    },
)

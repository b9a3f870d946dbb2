"""OCR: pixels -> lines of recognised text, with their position and confidence.

TextReader(find_models()).read(pixels, full_size). The networks come from the package rapidocr (PP-OCR), which an
installation may lack.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.ocr.detection import DetectionOptions
    from cbir.ocr.models import (
        ReaderMissing,
        ReadingModels,
        find_models,
    )
    from cbir.ocr.reader import Page, ReadingOptions, TextReader

__getattr__ = lazy_door(
    __name__,
    {
        "detection": ("DetectionOptions",),
        "models": (
            "ReaderMissing",
            "ReadingModels",
            "find_models",
        ),
        "reader": ("Page", "ReadingOptions", "TextReader"),
    },
)

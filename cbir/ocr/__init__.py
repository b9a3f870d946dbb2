"""OCR: pixels -> lines of recognised text, with their position and confidence.

TextReader(find_models()).read(pixels, full_size). The networks come from the package rapidocr (PP-OCR), which an
installation may lack.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.ocr.detection import DetectionOptions
    from cbir.ocr.models import (
        FURTHER,
        ReaderMissing,
        ReadingModels,
        find_models,
        reading_is_installed,
        scripts_read,
    )
    from cbir.ocr.reader import Page, ReadingOptions, TextReader

__getattr__ = lazy_door(
    __name__,
    {
        "detection": ("DetectionOptions",),
        "models": (
            "FURTHER",
            "ReaderMissing",
            "ReadingModels",
            "find_models",
            "reading_is_installed",
            "scripts_read",
        ),
        "reader": ("Page", "ReadingOptions", "TextReader"),
    },
)

"""The networks of the package rapidocr on disk, and their fingerprint.

Only the package's files are used: its own code would download missing models.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import CbirError

VERSION = 2  # of the processing after the networks: raising it repeats OCR for all photos
PACKAGE = "rapidocr"


class ReaderMissing(CbirError):
    """OCR is not installed, or its files are damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingModels:
    """Three ONNX files: detect lines, tell which way up they are, recognise them. fingerprint : of all three"""

    detector: Path
    turner: Path
    recogniser: Path

    @property
    def fingerprint(self) -> str:
        return file_fingerprint(self)


def find_models() -> ReadingModels:
    """Find the networks of the installed package. Raises ReaderMissing with a sentence that says what to do."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ReaderMissing(
            "Reading text in photos needs the package rapidocr, which is not installed."
            ' `pip install "cbir[ocr]"` installs it.'
        )
    folder = Path(spec.origin).parent / "models"
    paths = [_newest(folder, part) for part in ("det", "cls", "rec")]
    missing = [part for part, path in zip(("det", "cls", "rec"), paths, strict=True) if path is None]
    detector, turner, recogniser = paths
    if detector is None or turner is None or recogniser is None:
        raise ReaderMissing(
            "The package rapidocr in {0} lacks its models ({1})."
            ' Install it again: `pip install --force-reinstall "cbir[ocr]"`.',
            folder.parent,
            ", ".join(missing),
        )
    return ReadingModels(detector=detector, turner=turner, recogniser=recogniser)


def reading_is_installed() -> bool:
    """True if text in photos can be recognised here."""
    try:
        find_models()
    except ReaderMissing:
        return False
    return True


def _newest(folder: Path, part: str) -> Path | None:
    return max(folder.glob(f"*_{part}_*.onnx"), default=None, key=lambda path: path.name)


@functools.lru_cache(maxsize=4)
def file_fingerprint(models: ReadingModels) -> str:
    digest = hashlib.blake2b(f"{VERSION}".encode(), digest_size=16)
    for path in (models.detector, models.turner, models.recogniser):
        digest.update(path.read_bytes())
    return digest.hexdigest()

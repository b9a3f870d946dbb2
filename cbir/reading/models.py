"""Where the package rapidocr keeps its networks, and how they are known again.

Only its files are used: its own code would load what is missing from the network.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import CbirError

_VERSION = 2  # of what is made of the networks' outputs: counted up, all photos are read again
_PACKAGE = "rapidocr"


class ReaderMissing(CbirError):
    """What reads text in photos is not installed, or damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingModels:
    """Three ONNX files: where lines are, which way up they are, and what they say. fingerprint : of all three"""

    detector: Path
    turner: Path
    recogniser: Path

    @property
    def fingerprint(self) -> str:
        return _fingerprint(self)


def find_models() -> ReadingModels:
    """The networks of the installed package. Raises ReaderMissing with a sentence that says what to do."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ReaderMissing(
            "Reading text in photos needs the package rapidocr, which is not installed."
            ' `pip install "cbir[ocr]"` installs it.'
        )
    folder = Path(spec.origin).parent / "models"
    found = [_newest(folder, part) for part in ("det", "cls", "rec")]
    missing = [part for part, path in zip(("det", "cls", "rec"), found, strict=True) if path is None]
    detector, turner, recogniser = found
    if detector is None or turner is None or recogniser is None:
        raise ReaderMissing(
            f"The package rapidocr in {folder.parent} lacks its models ({', '.join(missing)})."
            ' Install it again: `pip install --force-reinstall "cbir[ocr]"`.'
        )
    return ReadingModels(detector=detector, turner=turner, recogniser=recogniser)


def reading_is_installed() -> bool:
    """Whether text in photos can be read here."""
    try:
        find_models()
    except ReaderMissing:
        return False
    return True


def _newest(folder: Path, part: str) -> Path | None:
    return max(folder.glob(f"*_{part}_*.onnx"), default=None, key=lambda path: path.name)


@functools.lru_cache(maxsize=4)
def _fingerprint(models: ReadingModels) -> str:
    digest = hashlib.blake2b(f"{_VERSION}".encode(), digest_size=16)
    for path in (models.detector, models.turner, models.recogniser):
        digest.update(path.read_bytes())
    return digest.hexdigest()

"""The networks of the package rapidocr on disk, and their fingerprint.

Only the package's files are used: its own code would download missing models.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.extras import how_to_install, how_to_repair
from cbir.base.types import SCRIPTS_READ

VERSION = 4  # of the processing after the networks: raising it repeats OCR for all photos
PACKAGE = "rapidocr"

FURTHER = {
    "Cyrillic": ("eslav_", "cyrillic_"),
    "Greek": ("el_",),
    "Korean": ("korean_",),
    "Arabic": ("arabic_",),
    "Devanagari": ("devanagari_",),
    "Thai": ("th_",),
}
"""Further scripts, and how the files of their recognisers begin, as RapidOCR names PP-OCR's."""

LETTERS_OF = {
    **{name: (name.upper(),) for name in FURTHER},
    "Korean": ("HANGUL",),
}
"""The letters of each further script, as the first word of their Unicode names."""


class ReaderMissing(CbirError):
    """OCR is not installed, or its files are damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingModels:
    """ONNX files: detect lines, tell which way up they are, recognise them.

    further : recognisers of further scripts, by a name of FURTHER. fingerprint : of all files
    """

    detector: Path
    turner: Path
    recogniser: Path
    further: Mapping[str, Path] = field(default_factory=dict, hash=False)

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts that are read."""
        return (*SCRIPTS_READ, *self.further)

    @property
    def fingerprint(self) -> str:
        return file_fingerprint(self)


def find_models() -> ReadingModels:
    """Find the networks of the installed package. Raises ReaderMissing with a sentence that says what to do."""
    spec = importlib.util.find_spec(PACKAGE)
    # Its folder is enough: an installed program brings the networks without the code.
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    folder = Path(places[0], "models") if places else None
    if spec is None or folder is None or (spec.origin is None and not folder.is_dir()):
        raise ReaderMissing(
            "Reading text in photos needs the package rapidocr, which is not installed. {0}",
            how_to_install("ocr"),
        )
    paths = [_newest(folder, f"*_{part}_*.onnx") for part in ("det", "cls")]
    paths.append(_newest(folder, "PP-OCR*_rec_*.onnx") or _newest(folder, "ch_*_rec_*.onnx"))
    missing = [part for part, path in zip(("det", "cls", "rec"), paths, strict=True) if path is None]
    detector, turner, recogniser = paths
    if detector is None or turner is None or recogniser is None:
        raise ReaderMissing(
            "The package rapidocr in {0} lacks its models ({1}). {2}",
            folder.parent,
            ", ".join(missing),
            how_to_repair("ocr"),
        )
    further = {
        script: path
        for script, names in FURTHER.items()
        for path in (next(filter(None, (_newest(folder, f"{name}*_rec_*.onnx") for name in names)), None),)
        if path is not None
    }
    return ReadingModels(detector=detector, turner=turner, recogniser=recogniser, further=further)


def _newest(folder: Path, pattern: str) -> Path | None:
    return max(folder.glob(pattern), default=None, key=lambda path: path.name)


@functools.lru_cache(maxsize=4)
def file_fingerprint(models: ReadingModels) -> str:
    digest = hashlib.blake2b(f"{VERSION}".encode(), digest_size=16)
    for path in (models.detector, models.turner, models.recogniser, *models.further.values()):
        digest.update(path.read_bytes())
    return digest.hexdigest()

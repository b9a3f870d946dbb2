"""The codebooks that a library keeps, and the one that comes with the program."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import resources
from cbir.catalog import Catalog
from cbir.layout import Layout
from cbir.storage import make_private_folder, write_atomically
from cbir.visual_words import Codebook

_CURRENT = "codebook"  # the catalog's setting
SHIPPED = "default.codebook"


def shipped_codebook() -> Path:
    """The file of the codebook in resources/."""
    return Path(resources.__file__).parent / SHIPPED


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentCodebook:
    """The codebook that new photos are indexed with."""

    path: Path
    fingerprint: str
    words: int


class CodebookShelf:
    """A library's own copies, loaded once each. Segments name theirs, so that several may be in use."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lock = threading.Lock()
        self._loaded: dict[str, Codebook] = {}

    @property
    def shipped_path(self) -> Path:
        return shipped_codebook()

    def paths(self) -> list[Path]:
        """The files of all copies."""
        return sorted(self._layout.all_codebooks.glob("*.codebook"))

    def load(self, fingerprint: str) -> Codebook:
        """A codebook of this library. Raises ArtifactMismatch where its file is missing or damaged."""
        with self._lock:
            if fingerprint not in self._loaded:
                self._loaded[fingerprint] = Codebook.load(self._layout.codebook(fingerprint))
            return self._loaded[fingerprint]

    def current(self, catalog: Catalog) -> CurrentCodebook:
        """The codebook of new photos; a library without one adopts the shipped one. The caller writes alone."""
        fingerprint = catalog.setting(_CURRENT)
        if fingerprint is None:
            fingerprint = self.adopt(catalog, self.shipped_path)
        codebook = self.load(fingerprint)
        return CurrentCodebook(
            path=self._layout.codebook(fingerprint), fingerprint=fingerprint, words=len(codebook)
        )

    def current_or_shipped(self, catalog: Catalog) -> CurrentCodebook:
        """What `current` would be, without writing."""
        fingerprint = catalog.setting(_CURRENT)
        path = self.shipped_path if fingerprint is None else self._layout.codebook(fingerprint)
        codebook = Codebook.load(path) if fingerprint is None else self.load(fingerprint)
        return CurrentCodebook(path=path, fingerprint=codebook.fingerprint, words=len(codebook))

    def adopt(self, catalog: Catalog, path: Path) -> str:
        """Copy a codebook into the library and make it the one of new photos."""
        codebook = Codebook.load(path)
        own = self._layout.codebook(codebook.fingerprint)
        if not own.exists():
            make_private_folder(own.parent)
            write_atomically(own, path.read_bytes())
        with catalog.transaction():
            catalog.set_setting(_CURRENT, codebook.fingerprint)
        return codebook.fingerprint

"""The codebooks that a library keeps, and the one that comes with the program."""

from __future__ import annotations

import functools
import logging
import threading
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import ArtifactMismatch
from cbir.base.layout import Layout
from cbir.base.resources import resource
from cbir.base.storage import make_private_folder, write_atomically
from cbir.catalog import Catalog
from cbir.visual_words import Codebook, read_about

_CURRENT = "codebook"  # the catalog's setting
SHIPPED = "default.codebook"

log = logging.getLogger(__name__)


def load_codebook(path: Path, fingerprint: str) -> Codebook:
    """Read the codebook with a fingerprint. Raises ArtifactMismatch if the file is damaged or another codebook."""
    codebook = Codebook.load(path)
    if codebook.fingerprint != fingerprint:
        raise ArtifactMismatch("The codebook {0} is another one: {1}.", path, codebook.fingerprint)
    return codebook


def shipped_codebook() -> Path:
    """The file of the codebook in resources/."""
    return resource(SHIPPED)


def trained_on(codebook: Codebook) -> tuple[str, ...]:
    """The names of the folders with which a codebook was trained, according to its file."""
    named = codebook.about.get("trained_on")
    return tuple(map(str, named)) if isinstance(named, list) else ()


@functools.cache
def _shipped_fingerprint() -> str:
    return str(read_about(shipped_codebook())["fingerprint"])


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentCodebook:
    """The codebook for new photos. name : for a person. created : ISO 8601 date; "" if unknown"""

    path: Path
    fingerprint: str
    words: int
    name: str
    created: str = ""


class CodebookShelf:
    """A library's own copies of codebooks, each loaded once. Several may be in use: segments name theirs."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lock = threading.Lock()
        self._loaded: dict[str, tuple[Path, Codebook]] = {}

    @property
    def shipped_path(self) -> Path:
        return shipped_codebook()

    def paths(self) -> list[Path]:
        """The files of all copies."""
        return sorted(self._layout.all_codebooks.glob("*.codebook"))

    def load(self, fingerprint: str) -> Codebook:
        """A codebook of this library. If the library's copy is damaged, the program's own file is used.

        Raises ArtifactMismatch if its file is missing or damaged and the program has no copy.
        """
        return self._load(fingerprint)[1]

    def path(self, fingerprint: str) -> Path:
        """The file that `load` reads. Errors as there."""
        return self._load(fingerprint)[0]

    def _load(self, fingerprint: str) -> tuple[Path, Codebook]:
        with self._lock:
            if fingerprint not in self._loaded:
                path = self._layout.codebook(fingerprint)
                try:
                    self._loaded[fingerprint] = path, load_codebook(path, fingerprint)
                except ArtifactMismatch as error:
                    try:
                        shipped = load_codebook(self.shipped_path, fingerprint)
                    except ArtifactMismatch:
                        raise error from None
                    log.warning("%s The program's own copy is used. cbir library check mends it.", error)
                    self._loaded[fingerprint] = self.shipped_path, shipped
            return self._loaded[fingerprint]

    def restore(self, fingerprint: str) -> bool:
        """Replace a damaged or missing copy by the program's own file. Returns False if that is another codebook."""
        try:
            load_codebook(self.shipped_path, fingerprint)
        except ArtifactMismatch:
            return False
        own = self._layout.codebook(fingerprint)
        make_private_folder(own.parent)
        write_atomically(own, self.shipped_path.read_bytes())
        return True

    def chosen(self, catalog: Catalog) -> str | None:
        """The fingerprint of the codebook for new photos; None if the library has none yet."""
        return catalog.settings.get(_CURRENT)

    def current(self, catalog: Catalog) -> CurrentCodebook:
        """The codebook for new photos. A library without one adopts the shipped one. The caller must hold the lock."""
        fingerprint = self.chosen(catalog)
        if fingerprint is None:
            fingerprint = self.adopt(catalog, self.shipped_path)
        return _as_current(*self._load(fingerprint))

    def current_or_shipped(self, catalog: Catalog) -> CurrentCodebook:
        """The codebook that `current` would return, without writing."""
        fingerprint = self.chosen(catalog)
        path = self.shipped_path
        path, codebook = (path, Codebook.load(path)) if fingerprint is None else self._load(fingerprint)
        return _as_current(path, codebook)

    def adopt(self, catalog: Catalog, path: Path) -> str:
        """Copy a codebook into the library and choose it for new photos. The caller must hold the writer lock.

        Raises ArtifactMismatch if the file cannot be used.
        """
        fingerprint = self.copy(path)
        with catalog.transaction():
            self.choose(catalog, fingerprint)
        return fingerprint

    def copy(self, path: Path) -> str:
        """Copy a codebook into the library without choosing it. See `adopt`."""
        codebook = Codebook.load(path)
        own = self._layout.codebook(codebook.fingerprint)
        data = path.read_bytes()
        if not own.exists() or own.read_bytes() != data:
            make_private_folder(own.parent)
            write_atomically(own, data)
        return codebook.fingerprint

    def choose(self, catalog: Catalog, fingerprint: str) -> None:
        """Choose one of the library's codebooks for new photos, in the caller's transaction."""
        catalog.settings.set(_CURRENT, fingerprint)


def _as_current(path: Path, codebook: Codebook) -> CurrentCodebook:
    name = codebook.fingerprint
    if codebook.fingerprint == _shipped_fingerprint():
        name = "default"
    elif folders := trained_on(codebook):
        name = ", ".join(folders)
    return CurrentCodebook(
        path=path,
        fingerprint=codebook.fingerprint,
        words=len(codebook),
        name=name,
        created=str(codebook.about.get("created", "")),
    )

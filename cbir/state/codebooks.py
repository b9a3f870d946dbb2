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
    """Read the codebook of this fingerprint. Raises ArtifactMismatch where the file is damaged or another one."""
    codebook = Codebook.load(path)
    if codebook.fingerprint != fingerprint:
        raise ArtifactMismatch("The codebook {0} is another one: {1}.", path, codebook.fingerprint)
    return codebook


def shipped_codebook() -> Path:
    """The file of the codebook in resources/."""
    return resource(SHIPPED)


def trained_on(codebook: Codebook) -> tuple[str, ...]:
    """The names of the folders that a codebook was trained on, as far as its file says."""
    named = codebook.about.get("trained_on")
    return tuple(map(str, named)) if isinstance(named, list) else ()


@functools.cache
def _shipped_fingerprint() -> str:
    return str(read_about(shipped_codebook())["fingerprint"])


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentCodebook:
    """The codebook that new photos are indexed with. name : for a person. created : its day, ISO 8601, if it says"""

    path: Path
    fingerprint: str
    words: int
    name: str
    created: str = ""


class CodebookShelf:
    """A library's own copies, loaded once each. Segments name theirs, so that several may be in use."""

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
        """A codebook of this library; the program's own file serves where the library's copy of it is damaged.

        Raises ArtifactMismatch where its file is missing or damaged and the program has no other.
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
        """Write the program's own file over a damaged or missing copy. Returns whether it is the one."""
        try:
            load_codebook(self.shipped_path, fingerprint)
        except ArtifactMismatch:
            return False
        own = self._layout.codebook(fingerprint)
        make_private_folder(own.parent)
        write_atomically(own, self.shipped_path.read_bytes())
        return True

    def chosen(self, catalog: Catalog) -> str | None:
        """The fingerprint of the codebook of new photos; None in a library that has none yet."""
        return catalog.settings.get(_CURRENT)

    def current(self, catalog: Catalog) -> CurrentCodebook:
        """The codebook of new photos; a library without one adopts the shipped one. The caller writes alone."""
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
        """Copy a codebook into the library and make it the one of new photos. The caller writes alone.

        Raises ArtifactMismatch where the file is none that can be used.
        """
        fingerprint = self.copy(path)
        with catalog.transaction():
            self.choose(catalog, fingerprint)
        return fingerprint

    def copy(self, path: Path) -> str:
        """Take a codebook into the library, to be chosen; as `adopt`."""
        codebook = Codebook.load(path)
        own = self._layout.codebook(codebook.fingerprint)
        data = path.read_bytes()
        if not own.exists() or own.read_bytes() != data:
            make_private_folder(own.parent)
            write_atomically(own, data)
        return codebook.fingerprint

    def choose(self, catalog: Catalog, fingerprint: str) -> None:
        """Make a codebook that the library has the one of new photos, in the caller's transaction."""
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

"""Paths in a library's folder."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.errors import CbirError


def default_folder() -> Path:
    """The default library: in the platform's folder for a user's data."""
    return user_folder("data") / "library"


def user_folder(kind: Literal["data", "cache"]) -> Path:
    """The platform's folder for a user's data or caches. Raises CbirError if the user has no home folder."""
    import platformdirs

    find = platformdirs.user_data_path if kind == "data" else platformdirs.user_cache_path
    try:
        return find("cbir", appauthor=False)
    except RuntimeError as error:
        raise CbirError("You have no home folder here. Set the environment variable HOME to one.") from error


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths of one library. Nothing here touches the disk."""

    folder: Path

    @property
    def format_file(self) -> Path:
        return self.folder / "library.json"

    @property
    def catalog(self) -> Path:
        return self.folder / "catalog.sqlite"

    @property
    def catalog_checksums(self) -> Path:
        return self.catalog.with_suffix(".checksums")

    @property
    def server_note(self) -> Path:
        """The file with the address of the library's server, if its index outgrew the folder."""
        return self.folder / "server.json"

    @property
    def milvus_note(self) -> Path:
        """The file that earlier versions put beside a library whose index was on Milvus."""
        return self.folder / "milvus.json"

    @property
    def service_note(self) -> Path:
        """The file with the address of a service, in a folder that represents a library on another computer."""
        return self.folder / "service.json"

    @property
    def on_server(self) -> bool:
        return self.server_note.exists()

    @property
    def searches(self) -> Path:
        return self.folder / "searches.json"

    @property
    def lock(self) -> Path:
        return self.folder / "writer.lock"

    @property
    def lock_holder(self) -> Path:
        return self.folder / "writer.json"

    @property
    def all_codebooks(self) -> Path:
        return self.folder / "codebooks"

    @property
    def all_postings(self) -> Path:
        return self.folder / "postings"

    @property
    def all_features(self) -> Path:
        return self.folder / "features"

    @property
    def all_vectors(self) -> Path:
        return self.folder / "vectors"

    @property
    def thumbnails(self) -> Path:
        return self.folder / "thumbnails"

    @property
    def all_caches(self) -> Path:
        return self.folder / "cache"

    @property
    def learning(self) -> Layout:
        """The folder in which the library learns its own codebook. It has a library's layout, without a catalog."""
        return Layout(self.folder / "learning")

    def codebook(self, fingerprint: str) -> Path:
        return self.all_codebooks / f"{fingerprint}.codebook"

    def postings(self, name: str) -> Path:
        return self.all_postings / name

    def features(self, name: str) -> Path:
        return self.all_features / name

    def vectors(self, model: str, name: str) -> Path:
        return self.all_vectors / model / name

    def segment(self, kind: str, made_by: str, name: str) -> Path:
        """A segment of any kind. made_by : codebook or model"""
        match kind:
            case "postings":
                return self.postings(name)
            case "features":
                return self.features(name)
            case "vectors":
                return self.vectors(made_by, name)
        raise ValueError(f"there are no segments of the kind {kind}")

    def vector_cache(self, model: str) -> Path:
        """The folder of a trained index over a model's embeddings; it can be rebuilt from them."""
        return self.all_caches / model

    def thumbnail(self, fingerprint: str) -> Path:
        return self.thumbnails / fingerprint[:2] / f"{fingerprint}.jpg"


def new_segment_name() -> str:
    """A name that no other segment has, in this library or in a copy of it."""
    return uuid.uuid4().hex[:16]

"""Contents of a library: the photo of a file, photos by root and by engine, bytes, and skipped files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from cbir.base.drives import Volumes, answers
from cbir.base.errors import ArtifactMismatch, CbirError
from cbir.base.file_identity import entry_id
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.storage import folder_bytes, size_and_time
from cbir.base.types import EngineCoverage, LibraryInfo, PhotoId, RootInfo, Skipped
from cbir.catalog import Catalog
from cbir.embeddings import PARTS, InstalledModel, parts_made_by
from cbir.indexing import keeps_parts, left_out_patterns, moments_a_minute, why_refused
from cbir.local_features import FeatureOptions
from cbir.search import SemanticEngine
from cbir.state import CodebookShelf, IndexReader, MappedIndex, Snapshot, known_as, online_roots
from cbir.vectors import bytes_per_vector


def find_photo(catalog: Catalog, path: Path) -> PhotoId:
    """The photo of a file, by any of its names: through a link or a mount, or in another spelling.

    Raises CbirError if there is none.
    """
    named, roots = Path(os.path.normpath(path.absolute())), catalog.roots.all()
    for root in sorted(roots, key=lambda root: -len(root.path.parts)):
        if named.is_relative_to(root.path):
            photo = catalog.files.photo_at(root, named.relative_to(root.path).as_posix())
            if photo is not None:
                return photo
    for root, below in known_as(named, roots, Volumes.now()):
        if (photo := catalog.files.photo_at(root, below)) is not None:
            return photo
    if (photo := _in_linked_folder(catalog, named)) is not None:
        return photo
    raise CbirError("{0} is not a photo of the library. To add its folder, {run}: {add}", path)


def _in_linked_folder(catalog: Catalog, path: Path) -> PhotoId | None:
    """The photo at a path that leads through another link than the scan took to the photo's folder."""
    try:
        status = path.stat() if answers(path.parent) else None
    except (OSError, ValueError):
        status = None
    if status is None:
        return None
    size, mtime_ns = size_and_time(status)
    same = [file for file in catalog.files.like(size, mtime_ns) if file[1].name == path.name]
    entries = {other: entry_id(other) for other in (path, *(file[1] for file in same))} if same else {}
    return next((photo for photo, other in same if entries[other] == entries[path]), None)


def describe_library(
    layout: Layout,
    reader: IndexReader,
    shelf: CodebookShelf,
    semantic_engine: SemanticEngine,
    features: FeatureOptions,
    *,
    sizes: bool,
) -> LibraryInfo:
    """See Library.info."""
    volumes = Volumes.now()
    with reader.snapshot() as snapshot:
        catalog = snapshot.catalog
        known_roots = catalog.roots.all()
        online = online_roots(known_roots, volumes)
        roots = tuple(
            RootInfo(
                path=root.path,
                photos=catalog.photos.count(root),
                online=online[root.path],
                excluded=tuple(catalog.roots.excluded(root)),
            )
            for root in known_roots
        )
        segments = len(catalog.segments.all())
        photos, searchable = catalog.photos.count(), catalog.photos.searchable()
        skipped = tuple(catalog.files.failures())
        codebook = shelf.current_or_shipped(catalog)
        waiting = catalog.photos.indexed_otherwise(codebook.fingerprint, features.fingerprint)
        left_out = left_out_patterns(catalog)
        parts, moments = keeps_parts(catalog), moments_a_minute(catalog)
        model = semantic_engine.answering(snapshot) or semantic_engine.chosen(snapshot.settings)
        with_parts, parts_bytes = (0, 0) if model is None else count_parts(snapshot.index, model)
        coverage = _coverage(reader, semantic_engine, snapshot, model, searchable, codebook.fingerprint)
    return LibraryInfo(
        folder=layout.folder,
        photos=photos,
        unsearched=photos - searchable,
        roots=roots,
        codebook=codebook.fingerprint,
        words=codebook.words,
        codebook_name=codebook.name,
        codebook_created=codebook.created,
        waiting=waiting,
        left_out=left_out,
        segments=segments,
        bytes=folder_bytes(layout.folder, without=layout.thumbnails) if sizes else 0,
        thumbnail_bytes=folder_bytes(layout.thumbnails) if sizes else 0,
        skipped=skipped,
        coverage=coverage,
        keeps_parts=parts,
        with_parts=min(photos, with_parts),
        parts_bytes=parts_bytes,
        moments_a_minute=moments,
    )


def count_parts(index: MappedIndex, model: InstalledModel) -> tuple[int, int]:
    """Photos whose parts a model has embedded, including those that wait for cleanup, and the bytes."""
    rows = sum(row.documents for row in index.parts.get(parts_made_by(model.info.fingerprint), ()))
    return rows // PARTS, rows * bytes_per_vector(model.info.dimension)


def _coverage(
    reader: IndexReader,
    semantic_engine: SemanticEngine,
    snapshot: Snapshot,
    model: InstalledModel | None,
    searchable: int,
    codebook: str,
) -> tuple[EngineCoverage, ...]:
    """Number of photos that each engine can find; the semantic engine only with a model. model : the answering model"""
    remote_name = "" if reader.remote is None else reader.remote.describe()
    match = EngineCoverage(engine="match", photos=searchable, name=codebook, how=remote_name)
    if model is None:
        return (match,)
    rows = snapshot.index.vectors.get(model.info.fingerprint, ())
    try:
        index = semantic_engine.index(model, snapshot)
        semantic = EngineCoverage(
            engine="semantic",
            photos=len(index),
            name=model.info.name,
            how=index.describe(),
            trained=index.trained,
            device=index.device,
        )
    except (ArtifactMismatch, FileNotFoundError):  # a search reports the problem; this only counts
        semantic = EngineCoverage(
            engine="semantic",
            photos=sum(row.documents for row in rows),
            name=model.info.name,
            how=Message("not readable now: see {check}"),
        )
    refused = snapshot.catalog.not_embedded.files(model.info.fingerprint).values()
    skipped = tuple(Skipped(path=path, reason=why_refused(model.info.name)) for path in refused)
    return match, replace(semantic, skipped=skipped)

"""What keeps a library sound: removing leftovers, and finding and mending damage.

The caller holds the writer lock wherever something is written.
"""

from __future__ import annotations

import shutil

from cbir.catalog import Catalog, SegmentRow
from cbir.errors import ArtifactMismatch
from cbir.layout import Layout
from cbir.matching import feature_store
from cbir.storage import TEMPORARY_PREFIX, read_manifest, verify_checksums
from cbir.types import Problem
from cbir.visual_words import Codebook, segments


def remove_orphans(catalog: Catalog, layout: Layout) -> int:
    """Delete segments that the catalog does not list: of interrupted runs, and replaced by merges.

    On Windows a folder that a reader still maps cannot be deleted; a later run will. Returns how many went.
    """
    listed = {segment.name for segment in catalog.segments()}
    removed = 0
    for parent in (layout.all_postings, layout.all_features):
        if not parent.is_dir():
            continue
        for folder in parent.iterdir():
            if folder.name not in listed:
                shutil.rmtree(folder, ignore_errors=True)
                removed += not folder.exists()
    for parent in (layout.folder, layout.all_codebooks):
        for path in parent.glob(f"{TEMPORARY_PREFIX}*"):
            path.unlink(missing_ok=True)
    return removed


def check_library(catalog: Catalog, layout: Layout, *, mend: bool) -> list[Problem]:
    """Read every byte of segments and codebooks. With `mend`, photos of damaged ones are forgotten, to be read again."""
    problems = []
    for segment in catalog.segments():
        trouble = _trouble(segment, layout)
        if trouble is None:
            continue
        if not mend:
            remedy = "Make the library writable and run: cbir library check"
            problems.append(Problem(what=trouble, remedy=remedy))
            continue
        photos = _forget(catalog, segment)
        remedy = f"Run cbir index on your folders: {photos} photos will be read again."
        problems.append(Problem(what=trouble, remedy=remedy, mended=True))
    for codebook in sorted({segment.codebook for segment in catalog.segments()}):
        try:
            Codebook.load(layout.codebook(codebook))
        except ArtifactMismatch as error:
            remedy = f"Copy the codebook {codebook} from a backup, or move the library away and index again."
            problems.append(Problem(what=str(error), remedy=remedy))
    return problems


def _trouble(segment: SegmentRow, layout: Layout) -> str | None:
    if segment.kind == "postings":
        folder, kind, format = layout.postings(segment.name), segments.KIND, segments.FORMAT
    else:
        folder, kind, format = layout.features(segment.name), feature_store.KIND, feature_store.FORMAT
    try:
        verify_checksums(folder, read_manifest(folder, kind=kind, format=format))
    except ArtifactMismatch as error:
        return str(error)
    except OSError as error:
        return f"{segment.kind}/{segment.name} cannot be read: {error.strerror or error} ({folder})."
    return None


def _forget(catalog: Catalog, segment: SegmentRow) -> int:
    """Drop a damaged segment, and with a features segment the postings that cannot do without it."""
    with catalog.transaction():
        names = [segment.name]
        if segment.kind == "features":
            names += catalog.postings_of_store(segment.name)
        return sum(catalog.forget_segment(name) for name in names)



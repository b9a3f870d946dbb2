"""Merging of roots that are one folder, or one inside another, under different names; verdicts and marks are joined."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

from cbir.base.drives import Volumes
from cbir.base.file_identity import is_same
from cbir.catalog import Catalog, Merged, Root, merge_root
from cbir.indexing.scan import enters
from cbir.state import known_as, online_roots


def merge_roots(
    catalog: Catalog, volumes: Volumes, *, exclude_dirs: Collection[str] = (), exclude: Collection[str] = ()
) -> list[str]:
    """Merge roots that links, mounts or spellings made two. Each pair has its transaction; a later run does the rest.

    exclude_dirs, exclude : see scan_folder. A root stays if a scan of the other would not reach it.
    Returns sentences for the user. The caller holds the writer lock.
    """
    notes: list[str] = []
    while (pair := _next_pair(catalog, volumes, exclude_dirs, exclude)) is not None:
        outer, inner, below = pair
        with catalog.transaction():
            merged = merge_root(catalog, outer, inner, below)
        notes.append(_note(outer, inner, below, merged))
    return notes


def _next_pair(
    catalog: Catalog, volumes: Volumes, exclude_dirs: Collection[str], exclude: Collection[str]
) -> tuple[Root, Root, PurePosixPath] | None:
    """The root to keep, the root that is the same folder or inside it, and its path below the first."""
    roots = sorted(catalog.roots.all(), key=lambda root: root.id)
    if len(roots) < 2:
        return None
    online = online_roots(roots, volumes)
    connected = [root for root in roots if online[root.path]]
    for inner in reversed(connected):
        for outer in connected:
            if inner.id == outer.id or inner.path.is_relative_to(outer.path):
                continue
            below = _inside(outer, inner, volumes)
            if below is None or (below == PurePosixPath() and outer.id > inner.id):
                continue
            reached = enters(below.as_posix(), outer.path, exclude_dirs=exclude_dirs, exclude=exclude)
            if reached and not _is_left_out(catalog, outer, below):
                return outer, inner, below
    return None


def _inside(outer: Root, inner: Root, volumes: Volumes) -> PurePosixPath | None:
    """The path of one root inside another, determined by file identity; None if it is not inside."""
    for _, below in known_as(inner.path, [outer], volumes):
        if is_same(inner.path, outer.path / below):
            return PurePosixPath(below)
    return None


def _is_left_out(catalog: Catalog, outer: Root, below: PurePosixPath) -> bool:
    """True if the user excluded that folder from the outer root, and named it by its other path."""
    return any((outer.path / below).is_relative_to(folder) for folder in catalog.roots.excluded(outer))


def _note(outer: Root, inner: Root, below: PurePosixPath, merged: Merged) -> str:
    same = f"{inner.path} and {outer.path} are one folder"
    if below != PurePosixPath():
        same = f"{inner.path} is the folder {outer.path / below}"
    note = f"{same}: its photos are in the library once now, with the marks and album places of both."
    if merged.rated_twice:
        note += f" {merged.rated_twice} of them had different stars: those of {outer.path} were kept."
    return note

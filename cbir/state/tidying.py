"""Keep a library tidy: recognise its own files, remove leftovers, and forget folders.

The caller holds the writer lock.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from cbir.base.artifacts import ARTIFACT_FILES
from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.storage import (
    TEMPORARY_PREFIX,
    make_private_folder,
    remove_abandoned,
    remove_known,
    remove_unfinished,
    touch_private,
)
from cbir.catalog import Catalog

_UNFINISHED = rf"{re.escape(TEMPORARY_PREFIX)}[^/]+"
_WRITING = f"{TEMPORARY_PREFIX}writing"
_NAME = r"[0-9a-f]{16,64}"  # of codebooks, models, thumbnails and segments
_ARTIFACT = rf"(?:postings|features|(?:vectors|cache)/{_NAME})/(?:{_NAME}|{_UNFINISHED})"
_OWN = re.compile(
    rf"""
    learning | (?:learning/)? (?:
    (?:library|searches|writer|server)\.json | writer\.lock | catalog\.(?:sqlite(?:-wal|-shm|-journal)?|checksums)
    | codebooks (?:/{_NAME}\.codebook)?
    | thumbnails (?:/[0-9a-f]{{2}} (?:/{_NAME}\.jpg)?)?
    | postings | features | (?:vectors|cache) (?:/{_NAME})? | cache/{_NAME}/words-{_NAME}\.npz
    | {_ARTIFACT} (?:/(?:{ARTIFACT_FILES}))?
    | (?:codebooks/ | thumbnails/(?:[0-9a-f]{{2}}/)? | {_ARTIFACT}/)? {_UNFINISHED}
    )
    """,
    re.VERBOSE,
)


def is_own(layout: Layout, path: Path) -> bool:
    """True if a file or folder below a library's has a name that the library itself gives at this place.

    Anything else belongs to somebody else, and is neither copied nor deleted with the library.
    """
    return _OWN.fullmatch(path.relative_to(layout.folder).as_posix()) is not None


def remove_own(layout: Layout, folder: Path) -> list[Path]:
    """Delete the library's own files in one of its folders. Returns the files of others, which stay."""
    return remove_known(folder, lambda path: is_own(layout, path))


@contextlib.contextmanager
def writing_thumbnails(layout: Layout) -> Iterator[None]:
    """Context for writing thumbnails. Unfinished ones are looked for only if this was interrupted."""
    make_private_folder(layout.thumbnails)
    mark = layout.thumbnails / _WRITING
    touch_private(mark)
    yield
    mark.unlink(missing_ok=True)


def remove_orphans(catalog: Catalog, layout: Layout, *, thumbnails: bool = False) -> int:
    """Delete segments that the catalog does not list: leftovers of interrupted runs, and segments that were merged.

    They stay while somebody reads an older snapshot of the catalog, which may list them, or while a reader on Windows
    maps them. A later run then deletes them. Returns the number of deleted segments.
    thumbnails : look for unfinished thumbnails even if no run was interrupted, which lists all thumbnails
    """
    # Before the log is folded, a power cut could bring back a catalog that lists the segments deleted here.
    unread = catalog.checkpoint()
    listed = {segment.name for segment in catalog.segments.all()}
    removed = 0
    for parent in (layout.all_postings, layout.all_features, *layout.all_vectors.glob("*/")):
        if not unread or not parent.is_dir():
            continue
        for folder in parent.iterdir():
            in_use = folder.name in listed or folder.name.startswith(TEMPORARY_PREFIX)
            if not in_use and is_own(layout, folder) and not folder.is_symlink():
                remove_own(layout, folder)
                removed += not folder.exists()
    deeper = [layout.all_vectors, layout.all_caches]
    if thumbnails or (layout.thumbnails / _WRITING).exists():
        deeper.append(layout.thumbnails)
    locked = (layout.all_postings, layout.all_features, layout.all_codebooks, layout.thumbnails)
    for parent in (*locked, *(folder for above in deeper for folder in above.glob("*/"))):
        for path in parent.glob(f"{TEMPORARY_PREFIX}*"):
            remove_unfinished(path)  # only a holder of the lock writes here, and it has ended
    remove_abandoned(layout.folder)  # here, saved searches are written without the lock
    return removed


def forget_folder(catalog: Catalog, folder: Path) -> int:
    """Take the photos of a folder, a root or below one, out of the library. Returns their number.

    If the folder is below a root, the root leaves it out from now on, until the user indexes this folder by name.
    Raises CbirError if the library has nothing of the folder.
    """
    roots = catalog.roots.all()
    inside = [root for root in roots if root.path.is_relative_to(folder)]
    around = [root for root in roots if folder.is_relative_to(root.path) and root.path != folder]
    forgotten, is_indexed = 0, bool(inside)
    with catalog.transaction():
        for root in inside:
            forgotten += catalog.files.remove(root, catalog.files.paths(root))
            catalog.roots.remove(root)
        for root in around:
            below = folder.relative_to(root.path).as_posix() + "/"
            paths = [path for path in catalog.files.paths(root) if path.startswith(below)]
            is_indexed = is_indexed or bool(paths)
            forgotten += catalog.files.remove(root, paths)
        if is_indexed and around:
            catalog.roots.exclude(max(around, key=lambda root: len(root.path.parts)), folder)
    if not is_indexed:
        raise CbirError("The library has no photos from {0}. {folders} lists its folders.", folder)
    return forgotten

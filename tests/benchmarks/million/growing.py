"""The real library of 660 photos, grown by drawn ones: libraries of many sizes with what a real one has on the disk.

Each grows from the largest smaller one that leaves the segments in the order that merging keeps. Segments are shared
by hard links; catalogs are copies. Drawn photos have files, which are links to a few, metadata, postings, and the
stored features of a real photo of something else; they have no small pictures, and no embeddings.
"""

import os
import random
import shutil
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, SegmentRow
from tests.benchmarks.drawn_catalog import draw_document, link_files
from tests.benchmarks.libraries import open_segments
from tests.benchmarks.million.drawing import Pool
from tests.benchmarks.report import progress

_GROWTH = 4  # a segment is left alone that is three times as large as all smaller ones
_ROWS_AT_ONCE = 20_000


def grown_libraries(real, sizes):
    """A library of each size, as an earlier run left it or anew."""
    made = {}
    for photos in sorted(sizes):
        folder, mark = real.parent / f"million {photos}", real.parent / f"million {photos}.finished"
        if not mark.exists():
            shutil.rmtree(folder, ignore_errors=True)
            start = max((size for size in made if size * _GROWTH <= photos), default=None)
            _grow(real, real if start is None else made[start], folder, photos)
            mark.touch()
        made[photos] = folder
    return made


def files_of(folder):
    """The folder of the files by which a library was grown."""
    return folder.with_name(f"{folder.name} files")


def _grow(real, start, folder, photos):
    shutil.copytree(start, folder, copy_function=_link_or_copy)
    layout = Layout(folder)
    shutil.rmtree(files_of(folder), ignore_errors=True)
    below = files_of(folder) / "photos"
    with Catalog.open(layout.catalog, writable=True) as catalog:
        lenders = [found for found in _all(real) if "distractors" in found.path.parts]
        first, count = catalog.documents.next_id(), photos - catalog.photos.count()
        below.mkdir(parents=True)
        paths = link_files(below, count)
        pool = Pool.of(open_segments(real))
        (options,) = {segment.options for segment in catalog.segments.all("postings")}
        postings = SegmentRow(
            name=new_segment_name(), kind="postings", codebook=pool.codebook, options=options, documents=count
        )
        pool.draw(layout.postings(postings.name), first_document=first, photos=count)
        progress(f"{count:,} photos drawn")
        with catalog.transaction():
            catalog.segments.add(postings)
        _add_rows(catalog, lenders, first, below, paths, postings.name)
    progress(f"{photos:,} photos written")


def _link_or_copy(source, target):
    """Share a file that never changes between both libraries."""
    if Path(source).name.startswith(("catalog", "writer", "library")):
        shutil.copy2(source, target)
    else:
        os.link(source, target)


def _all(library):
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        return list(catalog.photos.of_documents(range(1, catalog.documents.next_id())).values())


def _add_rows(catalog, lenders, first, below, paths, postings):
    draw = random.Random(len(paths))
    with catalog.transaction():
        root = catalog.roots.add(below)
    for start in range(0, len(paths), _ROWS_AT_ONCE):
        by_store = defaultdict(list)
        for number, path in enumerate(paths[start : start + _ROWS_AT_ONCE], first + start):
            lender = draw.choice(lenders)
            document = draw_document(root, below, path, DocumentId(number), lender.store_row, draw)
            by_store[lender.store].append(
                replace(document, fingerprint=f"{number:064x}", width=lender.width, height=lender.height)
            )
        with catalog.transaction():
            for store, documents in by_store.items():
                catalog.documents.add(documents, store=store, postings=postings)
        if start % 100_000 == 0:
            progress(f"  {start:,} rows")

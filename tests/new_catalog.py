"""New catalogs by the hundred: one is made, with all of its migrations, and the others are copies of it."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from cbir.catalog import Catalog


def new_catalog(path: Path) -> Catalog:
    """Open a catalog that is not there yet. To make one takes 40 ms."""
    for suffix, content in _files():
        with path.with_suffix(suffix).open("xb") as file:
            file.write(content)
    return Catalog.open(path, writable=True)


@functools.cache
def _files() -> tuple[tuple[str, bytes], ...]:
    with tempfile.TemporaryDirectory() as folder:
        Catalog.open(Path(folder, "new.sqlite"), writable=True).close()
        return tuple((path.suffix, path.read_bytes()) for path in sorted(Path(folder).iterdir()))

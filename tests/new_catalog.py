"""New catalogs for tests, copied from one that is made once: making one runs all migrations, for 40 ms."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from cbir.catalog import Catalog


def new_catalog(path: Path) -> Catalog:
    """Create a catalog and open it for writing. Raises FileExistsError where there is one."""
    for suffix, content in _files():
        with path.with_suffix(suffix).open("xb") as file:
            file.write(content)
    return Catalog.open(path, writable=True)


@functools.cache
def _files() -> tuple[tuple[str, bytes], ...]:
    with tempfile.TemporaryDirectory() as folder:
        Catalog.open(Path(folder, "new.sqlite"), writable=True).close()
        return tuple((path.suffix, path.read_bytes()) for path in sorted(Path(folder).iterdir()))

"""New catalogs for tests, copied from one that is made once: making one runs all migrations, for 40 ms."""

import functools
import tempfile
from pathlib import Path

from cbir.catalog import Catalog


def new_catalog(path):
    """Create a catalog and open it for writing. Raises FileExistsError where there is one."""
    for suffix, content in _files():
        with path.with_suffix(suffix).open("xb") as file:
            file.write(content)
    return Catalog.open(path, writable=True)


@functools.cache
def _files():
    with tempfile.TemporaryDirectory() as folder:
        Catalog.open(Path(folder, "new.sqlite"), writable=True).close()
        return tuple((path.suffix, path.read_bytes()) for path in sorted(Path(folder).iterdir()))

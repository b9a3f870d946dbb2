"""Wings: parts of the program that the core uses through a Protocol and never imports.

The entry point of a program imports a wing's package, which registers itself here before a library is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

cluster: Callable[[], Any] | None = None
"""Loads the wing for PostgreSQL and Dask, a `cbir.state.Cluster`; None in a program without it."""

"""Wings: parts of the program that the core uses through a Protocol and never imports.

Whatever starts the program imports a wing's package, which hands itself in here before a library is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

cluster: Callable[[], Any] | None = None
"""Loads the wing for Milvus and Dask, a `cbir.state.Cluster`; None in a program without it."""

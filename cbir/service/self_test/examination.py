"""Checks, one after another, each in a worker -> findings as they come.

A library that crashes takes its worker with it, and fails only its own check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cbir.base.types import Finding
from cbir.service.self_test import checks
from cbir.workers import WorkerPool

_CPU_S = 180.0  # of all cores: each check loads a library
_IDLE_S = 120.0  # it may wait for a graphics card

CHECKS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("cbir", checks.program),
    ("Compiled loops", checks.compiled_loops),
    ("OpenCV", checks.opencv),
    ("FAISS", checks.faiss_search),
    ("HEIC", checks.heic),
    ("AVIF", checks.avif),
    ("Camera raw", checks.camera_raw),
    ("Visual words", checks.codebook),
    ("Built-in model (ONNX Runtime)", checks.built_in),
    ("Translations", checks.translations),
    ("Window (Qt)", checks.window),
    ("Graphics card", checks.graphics_card),
)


def examine() -> Iterator[Finding]:
    """Try every part of the program on this computer."""
    with WorkerPool(1, cpu_s=_CPU_S, idle_s=_IDLE_S, worker_bytes=None) as pool:
        for name, check in CHECKS:
            try:
                yield Finding(name=name, works=True, words=pool.submit(check).result())
            except checks.LeftOut as absent:
                yield Finding(name=name, works=None, words=str(absent))
            except Exception as error:  # any error of a library is the finding
                yield Finding(name=name, works=False, words=str(error) or type(error).__name__)

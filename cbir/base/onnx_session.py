"""An ONNX file -> a session of ONNX Runtime on the CPU, with the program's common settings."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.cores import usable_cores

if TYPE_CHECKING:
    import onnxruntime

_QUIET = 3  # onnxruntime's own lines on stderr: only errors


def open_session(
    path: Path, *, threads: int | None = None, arena: bool = True
) -> onnxruntime.InferenceSession:
    """Load a graph.

    threads : None: one for each core
    arena : keep the memory of activations until the session is closed. Without it, each run asks the system for its
        pages again: half of the processor time of the face detector, two fifths of a small image tower's, a sixth of
        the text reader's
    Raises one of `onnx_errors()`.
    """
    # Set before its import, which otherwise creates an identifier of this computer and a queue of events to send.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = _QUIET
    options.intra_op_num_threads = threads or usable_cores()
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = arena
    # Spinning threads would take cores from the decoding workers; while these ran, a sentence took twice as long.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@functools.cache
def onnx_errors() -> tuple[type[Exception], ...]:
    """The exceptions of ONNX Runtime, which have no common base class."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = (
        "Fail InvalidArgument InvalidGraph InvalidProtobuf ModelLoaded NoModel NoSuchFile NotImplemented"
        " RuntimeException"
    )
    return tuple(getattr(state, name) for name in names.split() if hasattr(state, name))

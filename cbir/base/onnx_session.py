"""An ONNX file -> a session of ONNX Runtime on the CPU, set up as every part of the program wants it."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.cores import usable_cores

if TYPE_CHECKING:
    import onnxruntime

_QUIET = 3  # onnxruntime's own lines on stderr: errors alone


def open_session(path: Path, *, threads: int | None = None) -> onnxruntime.InferenceSession:
    """Load a graph. threads : None is one for each core. Raises one of `onnx_errors()`."""
    # Before its import, which else makes an identifier of this computer and a queue of events to be sent.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = _QUIET
    options.intra_op_num_threads = threads or usable_cores()
    options.inter_op_num_threads = 1
    # Activations are a few megabytes: allocating them anew costs less than the arena holds for ever.
    options.enable_cpu_mem_arena = False
    # Waiting threads would burn the cores that the workers decode on: beside them a sentence took twice as long.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@functools.cache
def onnx_errors() -> tuple[type[Exception], ...]:
    """What ONNX Runtime raises: classes of its own without a common base."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    names = (
        "Fail InvalidArgument InvalidGraph InvalidProtobuf ModelLoaded NoModel NoSuchFile NotImplemented"
        " RuntimeException"
    )
    return tuple(getattr(state, name) for name in names.split() if hasattr(state, name))

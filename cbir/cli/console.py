"""The two streams: results on stdout, everything else on stderr.

Results are written as they are: rich would wrap a long path and widen a tab, and no script could read them.
"""

from __future__ import annotations

import json
import os
import sys
from io import TextIOWrapper


def prepare_streams() -> None:
    """Let every path and every sign of a sentence be printed, whatever the console or the pipe.

    A pipe on Windows would use an old code page. A file name on Linux need not be UTF-8: its bytes come out
    as they are, so that another program can open what is printed.
    """
    errors = "backslashreplace" if os.name == "nt" else "surrogateescape"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def result(line: str) -> None:
    """Write one line of the result to stdout."""
    sys.stdout.write(line + "\n")


def result_json(value: object) -> None:
    """Write one JSON object to stdout; ASCII only, so that a file name that is not UTF-8 survives too."""
    result(json.dumps(value, indent=2, allow_nan=False))


def say(sentence: str) -> None:
    """Tell the user something that is not part of the result: on stderr."""
    sys.stdout.flush()
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def result_is_watched() -> bool:
    """Say whether a person, not a program, reads the result."""
    return sys.stdout.isatty()

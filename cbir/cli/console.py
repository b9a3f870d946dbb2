"""The two streams: results on stdout, everything else on stderr.

Programs get results unchanged: rich would wrap long paths and widen tabs, and no script could read them.
Terminals get no control characters, since a file name may contain a line break or an escape sequence.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from io import TextIOWrapper
from pathlib import Path

_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # of Unicode's bidi algorithm


def prepare_streams() -> None:
    """Make every path and every character printable, on any console or pipe.

    A pipe on Windows would use an old code page. A file name on Linux need not be UTF-8: its bytes are written
    unchanged, so that another program can open the printed path.
    """
    _open_closed()
    errors = "backslashreplace" if os.name == "nt" else "surrogateescape"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _open_closed() -> None:
    """Open the null device in place of standard streams that the caller closed.

    Otherwise the next opened file would get the number of stderr, and a C library's warnings would be written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free number
            os.set_inheritable(opened, True)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def result(line: str) -> None:
    """Write one line of the result to stdout."""
    sys.stdout.write((printable(line) if result_is_watched() else line) + "\n")


def result_json(value: object) -> None:
    """Write one JSON object to stdout; ASCII only, so that file names that are not UTF-8 survive."""
    sys.stdout.write(json.dumps(value, indent=2, allow_nan=False) + "\n")


def say(sentence: str) -> None:
    """Write a sentence for the user to stderr: anything that is not part of the result."""
    sys.stdout.flush()
    sys.stderr.write(printable(sentence) + "\n")
    sys.stderr.flush()


def printable(line: str) -> str:
    """Escape characters that move the cursor, start a line or turn the writing direction, and undecodable bytes."""
    return "".join(_escaped(character) if _acts(character) else character for character in line)


def _acts(character: str) -> bool:
    kind = unicodedata.category(character)
    return (
        (kind == "Cc" and character != "\t")
        or kind in ("Cs", "Zl", "Zp")
        or unicodedata.bidirectional(character) in _DIRECTIONS
    )


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # a byte of a name that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def result_is_watched() -> bool:
    """True if a person, not a program, reads the result."""
    return sys.stdout.isatty()

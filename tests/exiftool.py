"""exiftool, the oracle of what a picture's metadata says (Debian: libimage-exiftool-perl)."""

import atexit
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

PROGRAM = shutil.which("exiftool")

needs_exiftool = pytest.mark.skipif(
    PROGRAM is None, reason="exiftool is not installed (Debian: libimage-exiftool-perl)"
)


@cache
def _started():
    """exiftool, which stays for the next command: starting Perl takes longer than all that it is asked here."""
    assert PROGRAM is not None
    process = subprocess.Popen(
        [PROGRAM, "-stay_open", "True", "-@", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
    )
    atexit.register(process.communicate, "-stay_open\nFalse\n")
    return process


def run(*arguments):
    """The output of exiftool. Not for `-q`, with which it does not report that it is ready."""
    process = _started()
    assert process.stdin is not None and process.stdout is not None
    lines = ("-charset", "filename=utf8", *map(str, arguments))
    assert "-q" not in lines and not any("\n" in line for line in lines), "an argument a line, and no -q"
    process.stdin.write("\n".join((*lines, "-execute\n")))
    process.stdin.flush()
    said = []
    for line in process.stdout:
        if line == "{ready}\n":
            return "".join(said)
        said.append(line)
    raise AssertionError("exiftool has ended")


def write_tags(file, tags):
    """Set tags such as `XMP:Rating=3` in place."""
    run("-overwrite_original", *(f"-{tag}" for tag in tags), file)


def read_tags(*files):
    """All tags by `group:name`, numbers as numbers, of files and of all files below folders."""
    rows = json.loads(run("-json", "-n", "-G1", "-a", "-r", *files) or "[]")
    return {Path(row["SourceFile"]): row for row in rows}

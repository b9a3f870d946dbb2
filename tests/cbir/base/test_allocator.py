"""Freed memory goes back to the system."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries keep less")

COLUMNS = """
import sys
from pathlib import Path
from cbir.base.allocator import give_back_large_blocks

def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20

if sys.argv[1] == "give back":
    give_back_large_blocks()
bytearray(30 << 20)
columns, small = [], []
for _ in range(20):
    columns.append(bytearray(4 << 20))
    small.append(bytes(200_000))  # what is in use above them
before = resident_mb()
del columns
print(before - resident_mb())
"""


def freed_mb(choice):
    command = [sys.executable, "-c", COLUMNS, choice]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_large_blocks_go_back_to_the_system_when_they_are_freed():
    assert freed_mb("keep") < 20
    assert freed_mb("give back") > 70

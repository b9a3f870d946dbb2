"""Loops in Python -> machine code, compiled once for a computer and loaded without numba."""

from cbir.loops.loop import Loop, array, compiled
from cbir.loops.machine_code import X86, look_at_tile, place_of_code, popcount

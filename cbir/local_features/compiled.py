"""How the loops of this room are compiled.

Multiply and add become one instruction where the processor has it; sums keep their order, so that a picture has the
same features whatever the width of its vectors. Compiled once for a computer, then loaded from numba's cache.
"""

from __future__ import annotations

import numba

VECTOR = (
    16  # float32 of the widest one: a short row is read on to a multiple of it, so that no pixel goes alone
)
compiled = numba.njit(cache=True, nogil=True, fastmath={"contract"}, error_model="numpy")

"""Many short texts in compressed blocks -> a row of texts at a time."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

_BLOCK_ROWS = 64  # larger blocks hardly save space, and take longer to open
_LEVEL = 1  # higher ones save little for twice the time
_OPEN_BLOCKS = 64
_MOST_BYTES = 1 << 22  # of a block, which may come from another computer


@dataclass(frozen=True, slots=True)
class PackedTexts:
    """Rows of equally many fields, without NUL, deflated in blocks. The most recently used blocks stay open."""

    fields: int
    blocks: tuple[bytes, ...]

    @classmethod
    def of(cls, fields: int, rows: Sequence[tuple[bytes, ...]]) -> Self:
        blocks = []
        for at in range(0, len(rows), _BLOCK_ROWS):
            columns = zip(*rows[at : at + _BLOCK_ROWS], strict=True)  # texts of one kind are alike
            blocks.append(zlib.compress(b"\0".join(map(b"\0".join, columns)), _LEVEL))
        return cls(fields, tuple(blocks))

    def __getitem__(self, row: int) -> tuple[bytes, ...]:
        return _opened(self.blocks[row // _BLOCK_ROWS], self.fields)[row % _BLOCK_ROWS]

    def column(self, field: int) -> Iterator[bytes]:
        """One field of every row."""
        return (row[field] for block in self.blocks for row in _opened(block, self.fields))

    @property
    def nbytes(self) -> int:
        return sum(map(len, self.blocks))


@lru_cache(_OPEN_BLOCKS)
def _opened(block: bytes, fields: int) -> tuple[tuple[bytes, ...], ...]:
    opener = zlib.decompressobj()
    texts = opener.decompress(block, _MOST_BYTES).split(b"\0")
    if not opener.eof:
        raise ValueError("this block has no end, or is too large")
    rows = len(texts) // fields
    return tuple(zip(*(texts[at * rows : (at + 1) * rows] for at in range(fields)), strict=True))

"""Many photos as columns of numbers and packed texts -> whole hits, one at a time.

A hundred thousand hits as objects take 150 MB and a second to cross a pipe. As columns they take 2 MB, their packed
texts another 3 MB, and some milliseconds. A hit is made when its row is requested, and is not stored.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self, overload

from cbir.base.folding import fold
from cbir.base.types.photo import DATE_SOURCES, PhotoId
from cbir.base.types.result import EngineRank, Evidence, Hit, SearchResult

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_DIGITS = re.compile(r"([0-9]+)")
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


NO_DAY = -(1 << 31)
UNDATED = 255


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Listing(Sequence[Hit]):
    """Photos chosen by filters, in order. Rows of all arrays are photos.

    photos : (n,) int32, their ids. sizes : (n, 2) integers, upright width and height
    days : (n,) int32 since 1970-01-01, NO_DAY if unknown
    texts : name, taken_at and fingerprint. text_of : (n,) integers, rows of texts
    dated_by : (n,) uint8, index in DATE_SOURCES of the source of taken_at, or UNDATED
    towns : names. town_of : (n,) integers, indices of towns; -1 for a photo without a position near any
    folders : paths. folder_of : (n,) integers, indices of folders. offline : indices of unreachable folders
    new : photos of an album that were added since it was last opened
    evidence : of photos that show the same thing as a photo in which typed words are written
    beside_of : (n,) integers, rows of texts, of raw files that are one item with the photos; -1 for none
    """

    photos: NDArray[np.int32]
    sizes: NDArray[np.integer]
    days: NDArray[np.int32]
    text_of: NDArray[np.integer]
    folder_of: NDArray[np.integer]
    dated_by: NDArray[np.uint8]
    town_of: NDArray[np.integer]
    texts: PackedTexts
    folders: tuple[str, ...]
    towns: tuple[str, ...] = ()
    offline: frozenset[int] = frozenset()
    new: frozenset[PhotoId] = frozenset()
    evidence: tuple[tuple[PhotoId, Evidence], ...] = ()
    beside_of: NDArray[np.integer] | None = None

    def __len__(self) -> int:
        return len(self.photos)

    @overload
    def __getitem__(self, at: int) -> Hit: ...
    @overload
    def __getitem__(self, at: slice) -> Listing: ...
    def __getitem__(self, at: int | slice) -> Hit | Listing:
        if isinstance(at, slice):
            return self.take(at)
        row = range(len(self.photos))[at]
        name, taken_at, fingerprint = self.texts[int(self.text_of[row])]
        folder = int(self.folder_of[row])
        width, height = self.sizes[row].tolist()
        return Hit(
            rank=row + 1,
            photo=PhotoId(int(self.photos[row])),
            path=Path(self.folders[folder], os.fsdecode(name)),
            score=0.0,
            size=(width, height),
            fingerprint=fingerprint.decode(),
            engines=(EngineRank(engine="metadata", rank=row + 1, score=0.0),),
            offline=folder in self.offline,
            taken_at=taken_at.decode() or None,
            town=None if self.town_of[row] < 0 else self.towns[self.town_of[row]],
            dated_by=None if self.dated_by[row] == UNDATED else DATE_SOURCES[self.dated_by[row]],
            kind="looks similar",
            strength=1.0,
            evidence=tuple(evidence for photo, evidence in self.evidence if photo == self.photos[row]),
            new=int(self.photos[row]) in self.new,
            beside=self._beside(row),
        )

    def _beside(self, row: int) -> str | None:
        if self.beside_of is None or self.beside_of[row] < 0:
            return None
        return os.fsdecode(self.texts[int(self.beside_of[row])][0])

    def __iter__(self) -> Iterator[Hit]:
        return (self[row] for row in range(len(self)))

    @property
    def nbytes(self) -> int:
        """Bytes of the columns, without the texts."""
        columns = (
            self.photos,
            self.sizes,
            self.days,
            self.text_of,
            self.folder_of,
            self.dated_by,
            self.town_of,
        )
        return sum(column.nbytes for column in columns)

    def take(self, rows: slice | NDArray[np.intp] | Sequence[int]) -> Listing:
        """The rows with these numbers, in the given order."""
        return replace(
            self,
            photos=self.photos[rows],
            sizes=self.sizes[rows],
            days=self.days[rows],
            text_of=self.text_of[rows],
            folder_of=self.folder_of[rows],
            dated_by=self.dated_by[rows],
            town_of=self.town_of[rows],
            beside_of=None if self.beside_of is None else self.beside_of[rows],
        )

    def without(self, photos: Collection[PhotoId]) -> Listing:
        return self.take((~self._among(photos)).nonzero()[0])

    def rows_of(self, photos: Collection[PhotoId]) -> list[int]:
        """Rows of photos, ascending; photos that are not listed are left out."""
        rows: list[int] = self._among(photos).nonzero()[0].tolist()
        return rows

    def _among(self, photos: Collection[PhotoId]) -> NDArray[np.bool_]:
        import numpy as np

        return np.isin(self.photos, list(photos))

    def with_offline(self, away: Callable[[str], bool]) -> Listing:
        """A listing that marks the folders that are unreachable now; itself if nothing changed."""
        offline = frozenset(at for at, folder in enumerate(self.folders) if away(folder))
        return self if offline == self.offline else replace(self, offline=offline)


def without_photos(result: SearchResult, photos: Collection[PhotoId]) -> SearchResult:
    """A result without these photos, for example photos on their way to the trash."""
    if not photos:
        return result
    remaining: Sequence[Hit]
    if isinstance(result.hits, Listing):
        remaining = result.hits.without(photos)
    else:
        remaining = tuple(hit for hit in result.hits if hit.photo not in photos)
    removed = len(result.hits) - len(remaining)
    total = None if result.total is None else result.total - removed
    searched, in_library = (max(0, photos - removed) for photos in (result.searched, result.in_library))
    return replace(result, hits=remaining, searched=searched, in_library=in_library, total=total)


def natural_key(name: str) -> tuple[str | int, ...]:
    """A sort key that puts IMG_9 before IMG_10, and Ä beside A: text and numbers in turn, text first."""
    parts = _DIGITS.split(fold(name))
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))

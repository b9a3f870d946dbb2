"""Photos -> one process that recognises the text in them -> lines of text.

Its networks take some 300 MB, and half a second of one core for each photo. While it works through all photos of a
library, nobody waits for it, and it yields to everything else.
"""

from __future__ import annotations

import functools
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Self

from cbir.base.cores import give_way, usable_cores
from cbir.base.liveness import waiting
from cbir.base.types import TextLine
from cbir.images import DecodeOptions, decode, read_file
from cbir.workers.pool import WorkerPool
from cbir.workers.process import grant

if TYPE_CHECKING:
    from cbir.ocr import TextReader

_CPU_S = 300.0  # of all cores together: a page of a thousand lines takes a minute
_NICER = 10  # added to the niceness of all workers


class ReadingProcess:
    """The networks that recognise text, in a process that starts with the first photo.

    urgent : somebody waits for the text. Raises ReaderMissing if the networks are not installed.
    """

    def __init__(
        self,
        limits: DecodeOptions = DecodeOptions(),  # noqa: B008 (frozen)
        *,
        urgent: bool = False,
    ) -> None:
        from cbir.ocr import find_models

        models = find_models()
        self.fingerprint, self.scripts = models.fingerprint, models.scripts
        self._limits = limits
        self._priority = int(urgent)
        self._pool = WorkerPool(1, cpu_s=_CPU_S, initializer=None if urgent else _give_way_to_workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, source: Path | bytes) -> Future[tuple[TextLine, ...]]:
        """Recognise the text of one picture. The future raises ImageUnreadable, ReaderMissing or WorkerDied."""
        return self._pool.submit(read_picture, source, self._limits, priority=self._priority)

    def close(self) -> None:
        """End the process at once; submitted pictures raise Cancelled."""
        self._pool.close()

    @property
    def process_ids(self) -> tuple[int, ...]:
        return self._pool.process_ids


def _give_way_to_workers() -> None:
    give_way(_NICER, to_everybody=True)


def read_picture(source: Path | bytes, limits: DecodeOptions) -> tuple[TextLine, ...]:
    """Recognise the text of one picture, in the process that holds the networks."""
    from cbir.ocr import ReadingOptions

    data = source if isinstance(source, bytes) else read_file(source).data
    image = decode(data, max_side_px=ReadingOptions().picture_side_px, options=limits, grant=grant)
    return _reader().read(image.pixels, image.full_size).lines


@functools.cache
def _reader() -> TextReader:
    from cbir.ocr import TextReader

    with waiting("disk"):
        return TextReader(threads=max(1, usable_cores() // 2))

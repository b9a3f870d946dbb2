"""Photos -> one process that finds the faces in them.

Its networks take some 150 MB, and a tenth of a second of one core for each photo. A run over a whole library yields to
everything else, since nobody waits for it.
"""

from __future__ import annotations

import functools
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from cbir.base.cores import give_way
from cbir.base.liveness import waiting
from cbir.base.types import FoundFace, NamedRegion, Region
from cbir.images import DecodeOptions, decode, decode_region, read_file
from cbir.metadata import named_faces
from cbir.workers.pool import WorkerPool
from cbir.workers.process import grant

if TYPE_CHECKING:
    from cbir.faces import FaceFinder

_CPU_S = 60.0  # a photo takes a tenth of a second
_NICER = 10  # added to the niceness of all workers


@dataclass(frozen=True, slots=True, kw_only=True)
class FacesOfPicture:
    """The faces of one picture.

    faces : the largest first. size : (width, height) that their boxes refer to. named : regions of another program
    """

    faces: tuple[FoundFace, ...]
    size: tuple[int, int]
    named: tuple[NamedRegion, ...] = ()


class FaceProcess:
    """The networks for faces, in a process that starts with the first photo.

    urgent : a person waits for it. Raises FacesMissing if the networks are not there.
    """

    def __init__(
        self,
        limits: DecodeOptions = DecodeOptions(),  # noqa: B008 (frozen)
        *,
        urgent: bool = False,
    ) -> None:
        from cbir.faces import faces_fingerprint

        self.fingerprint = faces_fingerprint()
        self._limits = limits
        self._urgent = urgent
        self._pool = WorkerPool(1, cpu_s=_CPU_S, initializer=None if urgent else _give_way_to_workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, source: Path | bytes, region: Region | None = None) -> Future[FacesOfPicture]:
        """Find the faces of one picture, or of a part of it. The future raises ImageUnreadable or WorkerDied."""
        return self._pool.submit(
            find_faces, source, region, self._limits, self._urgent, priority=int(self._urgent)
        )

    def close(self) -> None:
        """End the process at once; submitted pictures raise Cancelled."""
        self._pool.close()

    @property
    def process_ids(self) -> tuple[int, ...]:
        return self._pool.process_ids


def _give_way_to_workers() -> None:
    give_way(_NICER, to_everybody=True)


def find_faces(
    source: Path | bytes, region: Region | None, limits: DecodeOptions, asked: bool = False
) -> FacesOfPicture:
    """Find the faces of one picture, in the process that holds the networks.

    asked : the picture is a query, so doubtful faces are described too
    """
    from cbir.faces import FindingOptions

    data = source if isinstance(source, bytes) else read_file(source).data
    side_px = FindingOptions().picture_side_px
    if region is None:
        image = decode(data, max_side_px=side_px, options=limits, grant=grant)
    else:
        image = decode_region(data, region, side_px, options=limits, grant=grant)
    named = () if region is not None or isinstance(source, bytes) else named_faces(source, data)
    return FacesOfPicture(
        faces=_finder(asked).find(image.pixels, image.full_size), size=image.full_size, named=named
    )


@functools.cache
def _finder(asked: bool) -> FaceFinder:
    from cbir.faces import FaceFinder, FindingOptions

    options = FindingOptions(min_likelihood=0) if asked else FindingOptions()
    with waiting("disk"):
        return FaceFinder(options, threads=1)

"""Pictures to show, and what the library knows of a photo."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cbir.base.types import Marks, Metadata, PhotoId, PictureKeypoints, Region, Term
from cbir.service.bounds import MOST_DESCRIBED, Most

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class ThumbnailRequest:
    """Ask for the library's own thumbnail of one photo (longer side 256 px)."""

    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRequest:
    """Ask for a picture to look at: a photo of the library, a file, or encoded bytes; decoded in a worker.

    max_side_px : the longer side is scaled down to at most this
    """

    photo: PhotoId | None = None
    path: Path | None = None
    data: bytes | None = None
    region: Region | None = None
    max_side_px: int = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureAnswer:
    """pixels : (h, w, 3) uint8 RGB, contiguous. full_size : (width, height) of the upright original

    stand_in : it is the library's thumbnail, because the photo's file cannot be read
    """

    pixels: NDArray[np.uint8]
    full_size: tuple[int, int]
    stand_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalRequest:
    """Ask for a photo's file, to copy it; of a library on another computer it is fetched."""

    photo: PhotoId


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalAnswer:
    """path : of the file. fetched : it is a copy, whose owner is whoever asked; what is left goes with the engine"""

    path: Path
    fetched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypointsRequest:
    """Ask for the details that a picture is compared by; of a marked photo, for those that are stored of it."""

    term: Term


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypointsAnswer:
    keypoints: PictureKeypoints


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataRequest:
    photos: Annotated[tuple[PhotoId, ...], Most(MOST_DESCRIBED)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataAnswer:
    """One for each photo that was asked for.

    metadata : None where nothing is known; what the user set here is in it
    marks : what the user set here alone
    """

    metadata: tuple[Metadata | None, ...]
    marks: tuple[Marks, ...] = ()


Request = ThumbnailRequest | PictureRequest | OriginalRequest | KeypointsRequest | MetadataRequest
Answer = PictureAnswer | OriginalAnswer | KeypointsAnswer | MetadataAnswer

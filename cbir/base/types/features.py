"""Local features of a picture, in the form for the index and the matcher: rows ascend by visual word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the window's first frame does not wait for it
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryFeatures:
    """Features of a query picture, for the index and the matcher. Rows ascend by visual word.

    words : (n,) uint32. signatures : (n,) uint64. projected : (n, 64) float32 descriptors
    xy : (n, 2) float32, working-image pixels. sigma : (n,) float32, pixels. angle : (n,) float32, radians
    size : (width, height) of the working image. scale : working pixels per full-resolution pixel
    emphasis : (n,) float32, weight of each feature in the ranking; None: 1 each
    """

    words: NDArray[np.uint32]
    signatures: NDArray[np.uint64]
    projected: NDArray[np.float32]
    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]
    size: tuple[int, int]
    scale: float
    emphasis: NDArray[np.float32] | None = None

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureKeypoints:
    """Keypoints by which a picture is compared.

    xy : (n, 2) float32, pixels of the upright picture at full resolution. sigma : (n,) float32, the same.
    angle : (n,) float32, radians, clockwise from the right
    """

    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.xy)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFeatures:
    """Features of a photo of the library, as stored: rows ascend by visual word.

    words : (n,) uint32. codes : (n, 32) uint8 compact descriptors; the rest as in QueryFeatures
    signatures : (n,) uint64; None if they are stored only in the postings and not by photo
    """

    words: NDArray[np.uint32]
    codes: NDArray[np.uint8]
    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]
    size: tuple[int, int]
    signatures: NDArray[np.uint64] | None = None

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedFeatures:
    """Keypoints and descriptors of one working image, best keypoint first.

    xy : (n, 2) float32, working-image pixels. scores : (n,) float32. descriptors : (n, 64) float32, unit rows
    size : (width, height) of the working image
    turn : quarter turns counterclockwise in which the picture was described; xy and size are of the picture itself
    """

    xy: NDArray[np.float32]
    scores: NDArray[np.float32]
    descriptors: NDArray[np.float32]
    size: tuple[int, int]
    turn: int = 0

    def __post_init__(self) -> None:
        n = len(self.xy)
        if (self.xy.shape, self.scores.shape, self.descriptors.shape) != ((n, 2), (n,), (n, 64)):
            raise ValueError(
                f"features of unequal length: {self.xy.shape}, {self.scores.shape}, {self.descriptors.shape}"
            )
        for array in (self.xy, self.scores, self.descriptors):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.xy)

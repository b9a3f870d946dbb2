"""Working image -> scale space -> keypoints -> selection of keypoints -> orientations -> RootSIFT descriptors.

Lowe, "Distinctive image features from scale-invariant keypoints", IJCV 60(2), 2004: the modules scale_space, extrema,
refinement, orientation and descriptor follow its sections 3 to 6. Unlike in Lowe's paper, keypoints are selected before
they are described.
"""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.local_features.features import FeatureOptions, Features, empty_features, spread, without_root
from cbir.local_features.own import describe_by

_DEFAULTS = FeatureOptions()
EXTREMA_ROOM = 1 << 14  # for the extrema of a picture; it grows if necessary
_KEPT_BYTES = 256 << 20  # largest memory for levels that is reused for the next picture
_FIRST_CONTRAST = 0.5  # threshold before refinement, as a share of a keypoint's least contrast; as in OpenCV


def describe(pixels: NDArray[np.uint8], options: FeatureOptions = _DEFAULTS, *, threads: int = 1) -> Features:
    """Detect keypoints, keep the best in every part of the picture, and describe them.

    pixels : (h, w, 3) uint8 RGB or (h, w) uint8 grey, already at working size
    threads : number for the descriptors of the implementation "cbir"; the features do not depend on it
    Returns at most `options.max_features` features; none for a picture without texture or under 3 px.
    """
    grey = pixels if pixels.ndim == 2 else cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    if min(height, width) < 3:
        return empty_features((width, height))
    if options.detector:
        return describe_by(options.detector, np.asarray(grey, np.uint8), options.max_features)
    if options.implementation == "opencv":
        from cbir.local_features.opencv import describe_grey

        features = describe_grey(np.asarray(grey, np.uint8), options)
    else:
        scales = ScaleSpace(np.asarray(grey, np.uint8), options)
        features = scales.describe(options.max_features, threads)
    if options.root:
        return features
    return replace(features, descriptors=without_root(features.descriptors))


def load_kernels() -> None:
    """Load the compiled loops before their first use. On a new computer, they are compiled first for some seconds."""
    from cbir.local_features.descriptor import describe_patches
    from cbir.local_features.orientation import find_directions
    from cbir.local_features.refinement import refine
    from cbir.local_features.scale_space import build_levels

    for loop in (build_levels, refine, find_directions, describe_patches):
        loop.load()


class ScaleSpace:
    """The levels of one picture and all its keypoints. `describe` makes features of the best ones.

    grey : (h, w) uint8
    A thread can use one scale space at a time: the next one reuses its memory.
    """

    def __init__(self, grey: NDArray[np.uint8], options: FeatureOptions) -> None:
        from cbir.local_features.refinement import KEYPOINT, refine
        from cbir.local_features.scale_space import build, plan_levels

        height, width = grey.shape
        layers = options.octave_layers
        plan = plan_levels(
            height,
            width,
            octave_layers=layers,
            sigma=options.sigma,
            magnification=options.magnification,
        )
        contrast = options.contrast_threshold / layers * 255
        self._options = options
        self._size = (width, height)
        self._octaves = plan.octaves
        first = plan.octaves[0] if len(plan.octaves) else np.ones(1, plan.octaves.dtype)[0]
        self._magnification = np.array([first["width"] / width, first["height"] / height], np.float32)
        self._levels, extrema = _workspace(plan.pixels)
        extrema, count = build(
            np.ascontiguousarray(grey), self._levels, plan, _FIRST_CONTRAST * contrast, extrema
        )
        keypoints = np.empty(count, KEYPOINT)
        if count:
            count = refine(
                self._levels,
                plan.octaves,
                layers,
                extrema,
                count,
                contrast,
                options.edge_threshold,
                keypoints,
            )
        _, first = np.unique(keypoints["sample"][:count], return_index=True)
        self._keypoints = keypoints[first]

    def describe(self, max_features: int, threads: int = 1) -> Features:
        """The best features in every part of the picture. A keypoint with several directions makes several features."""
        from cbir.local_features.descriptor import describe_all
        from cbir.local_features.orientation import orient

        options, keypoints = self._options, self._keypoints
        if not len(keypoints):
            return empty_features(self._size)
        # A magnified pixel is half as wide, so the centre of the first one is a quarter of a pixel further out.
        of_octave = np.exp2(keypoints["octave"].astype(np.float32))
        magnified = np.stack([keypoints["x"] * of_octave, keypoints["y"] * of_octave], axis=1)
        xy = (magnified + np.float32(0.5)) / self._magnification - np.float32(0.5)
        pixel = of_octave / np.float32(options.magnification)
        order = spread(
            xy, keypoints["contrast"], self._size, options.cells, max_features + options.surplus_features
        )
        how = (self._levels, self._octaves, options.octave_layers, options.sigma, keypoints[order])
        rows, turns = orient(*how, max_features)
        descriptors = describe_all(*how, rows, turns, threads)
        selection = order[rows]
        scale = options.sigma * np.exp2(keypoints["scale"][selection] / options.octave_layers)
        return Features(
            xy=xy[selection],
            sigma=np.asarray(scale * pixel[selection], np.float32),
            angle=turns * np.float32(2 * np.pi),
            descriptors=descriptors,
            size=self._size,
        )


class _Workspace(threading.local):
    """Memory that a thread reuses for its next picture, because the system clears new memory page by page."""

    levels: NDArray[np.float32] | None = (
        None  # default of the class; an attribute of the instance is the thread's own
    )


_thread_memory = _Workspace()


def _workspace(pixels: int) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    levels = _thread_memory.levels
    if levels is None or len(levels) < pixels:
        _thread_memory.levels = None  # free it before the larger one is allocated
        levels = np.empty(pixels, np.float32)
        if levels.nbytes <= _KEPT_BYTES:
            _thread_memory.levels = levels
    return levels, np.empty((EXTREMA_ROOM, 4), np.int32)


def forget_workspace() -> None:
    """Free the memory that this thread keeps. Call it unless another picture follows at once."""
    _thread_memory.levels = None

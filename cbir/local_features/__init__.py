"""Local features: working image -> DoG keypoints -> SIFT -> RootSIFT, 8 bits.

`describe(pixels, options)` is the entry point. Every later stage reads `Features`. `learned_features(pixels, options)`
describes what SIFT cannot decide with a small network.
"""

from cbir.local_features.features import (
    PHOTO_FEATURES,
    QUERY_FEATURES,
    FeatureOptions,
    Features,
    Implementation,
    empty_features,
    mirrored,
    root_sift,
    without_root,
)
from cbir.local_features.learned import CLOSER, GLANCE, LearnedOptions, learned_features
from cbir.local_features.own import Detector, detector_name
from cbir.local_features.sift import describe, forget_workspace, load_kernels

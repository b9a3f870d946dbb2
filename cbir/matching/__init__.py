"""Matching: shortlist -> NNDR -> geometry -> verified."""

from cbir.matching.alignment import (
    Matrix,
    Pixels,
    corners_of,
    in_pixels,
    in_shares,
    laid_over,
    linear_at,
    moved,
    overlap_of,
    refined,
    refined_shares,
    scale_of,
    side_of,
)
from cbir.matching.changes import ChangedBox, ChangedPart, ChangeOptions, changed_parts
from cbir.matching.feature_store import FEATURES, FeatureStore, FeatureStoreBuilder, read_features
from cbir.matching.geometry import (
    NOTHING,
    GeometryOptions,
    Keypoints,
    Points,
    Verification,
    outline,
    project,
    verify,
)
from cbir.matching.guided import GuidedOptions, grow, verify_guided
from cbir.matching.ink import FINE_PX, compare_ink, is_page_in, noise_in_common
from cbir.matching.learned import Glance, LearnedMatchOptions, glance, match_learned, verify_learned
from cbir.matching.matcher import (
    MatchOptions,
    PairCache,
    Shortlist,
    count_votes,
    count_votes_of_each,
    one_core_each,
    verify_photo,
)
from cbir.matching.nearest import NearestOptions, vote_nearest
from cbir.matching.nndr import NndrOptions, match_nndr
from cbir.matching.proof import ProofOptions, Reach, evidence_of, evidence_of_each, reach_of, weigh
from cbir.matching.whole import STAMP_PX, WholeMatch, compare_whole, stamp


def load_kernels() -> None:
    """Load the compiled loops ahead of their first use."""
    from cbir.matching import kernels, nearest, nndr

    kernels.load()
    nearest.load()
    nndr.load()

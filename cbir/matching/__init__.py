"""Matching: shortlist -> NNDR -> geometry -> verified."""

from cbir.matching.feature_store import FEATURES, FeatureStore, FeatureStoreBuilder
from cbir.matching.geometry import GeometryOptions, Verification, coverage, outline, project, verify
from cbir.matching.guided import GuidedOptions, verify_guided
from cbir.matching.matcher import (
    MatchOptions,
    Shortlist,
    count_votes,
    load_kernels,
    verify_photo,
)
from cbir.matching.nndr import NndrOptions, match_nndr

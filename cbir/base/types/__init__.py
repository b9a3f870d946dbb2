"""Value types that cross the border of a stage, by subject.

All are frozen; arrays are made read-only by whoever builds them. Coordinates are (x, y), the origin is the
centre of the top left pixel, x to the right, y down, and pictures are upright (EXIF orientation applied).
"""

from cbir.base.types.features import PhotoFeatures, QueryFeatures
from cbir.base.types.library import (
    EngineCoverage,
    Finding,
    IndexProgress,
    IndexReport,
    LibraryInfo,
    MarkReport,
    Problem,
    RootInfo,
    Skipped,
    TrashReport,
)
from cbir.base.types.listing import NO_DAY, UNDATED, Listing, without_photos
from cbir.base.types.model import Device, InstallProgress, ModelInfo, ModelOffer, Preprocessing
from cbir.base.types.photo import (
    DATE_SOURCES,
    DateSource,
    DocumentId,
    Image,
    KeywordSuggestion,
    Marks,
    Metadata,
    Orientation,
    PhotoId,
    Preview,
    Region,
)
from cbir.base.types.query import (
    EngineName,
    FacetCount,
    Facets,
    Filters,
    ListOrder,
    Places,
    SavedSearch,
    SearchOptions,
    SortKey,
    Term,
    Weighting,
)
from cbir.base.types.result import EngineRank, Evidence, Hit, SearchResult, Timings

__all__ = [
    "DATE_SOURCES",
    "UNDATED",
    "DateSource",
    "Device",
    "DocumentId",
    "EngineCoverage",
    "Finding",
    "EngineName",
    "EngineRank",
    "Evidence",
    "FacetCount",
    "Facets",
    "Filters",
    "Hit",
    "Image",
    "IndexProgress",
    "IndexReport",
    "InstallProgress",
    "KeywordSuggestion",
    "LibraryInfo",
    "ListOrder",
    "Listing",
    "MarkReport",
    "Marks",
    "Metadata",
    "ModelInfo",
    "ModelOffer",
    "NO_DAY",
    "Orientation",
    "PhotoFeatures",
    "PhotoId",
    "Places",
    "Preprocessing",
    "Preview",
    "Problem",
    "QueryFeatures",
    "Region",
    "RootInfo",
    "SavedSearch",
    "SearchOptions",
    "SearchResult",
    "Skipped",
    "SortKey",
    "Term",
    "Timings",
    "TrashReport",
    "Weighting",
    "without_photos",
]

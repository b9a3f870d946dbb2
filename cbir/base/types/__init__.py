"""Value types that are passed between stages, by subject.

All are frozen; the code that builds them makes arrays read-only. Coordinates are (x, y), the origin is the
centre of the top left pixel, x to the right, y down, and pictures are upright (EXIF orientation applied).
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.base.types.duplicate import (
        ASIDE,
        CAUSES,
        COPIES,
        Cause,
        Copy,
        DuplicateGroup,
        DuplicateReport,
        DuplicateSearch,
        HandOver,
        Judged,
        LibraryPhoto,
        TrashPlan,
        Verdict,
    )
    from cbir.base.types.features import PhotoFeatures, PictureKeypoints, QueryFeatures
    from cbir.base.types.keywords import distinct_keywords, keyword_key
    from cbir.base.types.library import (
        NO_EXCLUSIONS,
        EngineCoverage,
        Exclusions,
        Finding,
        IndexProgress,
        IndexReport,
        LibraryInfo,
        MarkReport,
        PartsCost,
        Problem,
        RestoreReport,
        RootInfo,
        Skipped,
        Trashed,
        TrashReport,
    )
    from cbir.base.types.listing import NO_DAY, UNDATED, Listing, PackedTexts, without_photos
    from cbir.base.types.model import Device, InstallProgress, ModelInfo, ModelOffer, Preprocessing
    from cbir.base.types.names import natural_key
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
        Received,
        Region,
    )
    from cbir.base.types.query import (
        Album,
        AlbumCount,
        EngineName,
        FacetCount,
        Facets,
        Filters,
        Ingredient,
        JudgedQuery,
        ListOrder,
        Places,
        SavedSearch,
        SearchOptions,
        SortKey,
        Term,
        Weighting,
    )
    from cbir.base.types.reason import FieldMatch, HeatMap, SharedWord, SharedWords, TextField, WordShare
    from cbir.base.types.result import (
        PROOFS,
        AlbumPhotos,
        EngineRank,
        Evidence,
        FoundBy,
        Hit,
        Looking,
        Proof,
        SearchResult,
        Timings,
        Via,
        asked_for,
    )
    from cbir.base.types.text import (
        Point,
        Quad,
        ReadingProgress,
        ReadingReport,
        TextLine,
        largest_words,
    )
    from cbir.base.types.words import OWN_PHOTOS, WordsPlan, WordsTrial, WordsTrialRow

__getattr__ = lazy_door(
    __name__,
    {
        "duplicate": (
            "ASIDE",
            "CAUSES",
            "COPIES",
            "Cause",
            "Copy",
            "DuplicateGroup",
            "DuplicateReport",
            "DuplicateSearch",
            "HandOver",
            "Judged",
            "LibraryPhoto",
            "TrashPlan",
            "Verdict",
        ),
        "features": ("PhotoFeatures", "PictureKeypoints", "QueryFeatures"),
        "keywords": ("distinct_keywords", "keyword_key"),
        "library": (
            "NO_EXCLUSIONS",
            "EngineCoverage",
            "Exclusions",
            "Finding",
            "IndexProgress",
            "IndexReport",
            "LibraryInfo",
            "MarkReport",
            "PartsCost",
            "Problem",
            "RestoreReport",
            "RootInfo",
            "Skipped",
            "TrashReport",
            "Trashed",
        ),
        "listing": ("NO_DAY", "UNDATED", "Listing", "PackedTexts", "without_photos"),
        "model": ("Device", "InstallProgress", "ModelInfo", "ModelOffer", "Preprocessing"),
        "names": ("natural_key",),
        "photo": (
            "DATE_SOURCES",
            "DateSource",
            "DocumentId",
            "Image",
            "KeywordSuggestion",
            "Marks",
            "Metadata",
            "Orientation",
            "PhotoId",
            "Preview",
            "Received",
            "Region",
        ),
        "query": (
            "Album",
            "AlbumCount",
            "EngineName",
            "FacetCount",
            "Facets",
            "Filters",
            "Ingredient",
            "JudgedQuery",
            "ListOrder",
            "Places",
            "SavedSearch",
            "SearchOptions",
            "SortKey",
            "Term",
            "Weighting",
        ),
        "reason": ("FieldMatch", "HeatMap", "SharedWord", "SharedWords", "TextField", "WordShare"),
        "result": (
            "PROOFS",
            "AlbumPhotos",
            "EngineRank",
            "Evidence",
            "FoundBy",
            "Hit",
            "Looking",
            "Proof",
            "SearchResult",
            "Timings",
            "Via",
            "asked_for",
        ),
        "text": ("Point", "Quad", "ReadingProgress", "ReadingReport", "TextLine", "largest_words"),
        "words": ("OWN_PHOTOS", "WordsPlan", "WordsTrial", "WordsTrialRow"),
    },
)

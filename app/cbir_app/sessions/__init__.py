"""State of the window, without widgets: the library, the query, the marks and the work in progress."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir_app.sessions.album_session import AlbumCounts, AlbumSession, query_of, saved_of
    from cbir_app.sessions.completion_session import CompletionSession
    from cbir_app.sessions.drop_parser import (
        SUFFIXES,
        ParsedDrop,
        clipboard,
        may_hold_picture,
        part_of_file,
        part_of_photo,
        read_mime,
        web_address,
    )
    from cbir_app.sessions.duplicate_session import DuplicateSession, FolderCopies, is_offered
    from cbir_app.sessions.facet_session import FacetSession
    from cbir_app.sessions.filters import (
        KINDS,
        NO_FILTERS,
        Counts,
        ExposureKind,
        FacetCounts,
        FilterChip,
        Kind,
        color_name,
        exposure_words,
        filter_chips,
        flag_name,
        format_name,
        is_date,
        least_stars,
        near,
        orientation_name,
    )
    from cbir_app.sessions.library_session import LibrarySession, MaintenanceLog, Way, ways
    from cbir_app.sessions.mark_session import SIDECARS, Marked, MarkSession
    from cbir_app.sessions.measure_session import MeasureSession
    from cbir_app.sessions.model_session import ModelSession
    from cbir_app.sessions.offline_marks import OfflineMarks
    from cbir_app.sessions.people_session import PeopleSession
    from cbir_app.sessions.query import REJECTED_PHOTOS, Part, Query, part_of_words
    from cbir_app.sessions.reading_session import ReadingSession
    from cbir_app.sessions.recent import RecentQueries, read_queries, write_queries
    from cbir_app.sessions.search_session import SearchSession
    from cbir_app.sessions.things_session import ThingsSession
    from cbir_app.sessions.watch_session import WatchSession
    from cbir_app.sessions.words_session import WordsSession

__getattr__ = lazy_door(
    __name__,
    {
        "album_session": ("AlbumCounts", "AlbumSession", "query_of", "saved_of"),
        "library_session": ("LibrarySession", "MaintenanceLog", "Way", "ways"),
        "completion_session": ("CompletionSession",),
        "drop_parser": (
            "SUFFIXES",
            "ParsedDrop",
            "clipboard",
            "may_hold_picture",
            "part_of_file",
            "part_of_photo",
            "read_mime",
            "web_address",
        ),
        "duplicate_session": ("DuplicateSession", "FolderCopies", "is_offered"),
        "facet_session": ("FacetSession",),
        "filters": (
            "KINDS",
            "ExposureKind",
            "exposure_words",
            "flag_name",
            "NO_FILTERS",
            "Counts",
            "FacetCounts",
            "FilterChip",
            "Kind",
            "filter_chips",
            "format_name",
            "is_date",
            "least_stars",
            "near",
            "color_name",
            "orientation_name",
        ),
        "mark_session": ("SIDECARS", "MarkSession", "Marked"),
        "measure_session": ("MeasureSession",),
        "model_session": ("ModelSession",),
        "offline_marks": ("OfflineMarks",),
        "people_session": ("PeopleSession",),
        "things_session": ("ThingsSession",),
        "query": ("REJECTED_PHOTOS", "Part", "Query", "part_of_words"),
        "reading_session": ("ReadingSession",),
        "recent": ("RecentQueries", "read_queries", "write_queries"),
        "search_session": ("SearchSession",),
        "watch_session": ("WatchSession",),
        "words_session": ("WordsSession",),
    },
)

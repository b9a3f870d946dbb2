"""What is dropped, pasted, framed or typed -> a query of chips -> a search and its answer."""

from cbir_app.query.album_counts import AlbumCounts
from cbir_app.query.album_session import AlbumSession, query_of, saved_of
from cbir_app.query.drop_parser import (
    SUFFIXES,
    ParsedDrop,
    clipboard,
    may_hold_picture,
    part_of_file,
    part_of_photo,
    read_mime,
    web_address,
)
from cbir_app.query.facet_session import FacetSession
from cbir_app.query.frame_view import FrameView
from cbir_app.query.offline_marks import OfflineMarks
from cbir_app.query.query import Part, Query, part_of_words
from cbir_app.query.recent import RecentQueries
from cbir_app.query.recent_menu import RecentMenu
from cbir_app.query.search_bar import SearchBar
from cbir_app.query.search_session import SearchSession
from cbir_app.query.snipping import Snipper
from cbir_app.query.web_picture import WebPicture

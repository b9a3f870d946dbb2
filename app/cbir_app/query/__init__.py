"""What is dropped, pasted, framed or typed -> a query of chips -> a search and its answer."""

from app.query.album_counts import AlbumCounts
from app.query.album_session import AlbumSession, query_of, saved_of
from app.query.drop_parser import (
    SUFFIXES,
    ParsedDrop,
    clipboard,
    may_hold_picture,
    part_of_file,
    part_of_photo,
    read_mime,
    web_address,
)
from app.query.facet_session import FacetSession
from app.query.frame_view import FrameView
from app.query.offline_marks import OfflineMarks
from app.query.query import Part, Query, part_of_words
from app.query.recent import RecentQueries
from app.query.recent_menu import RecentMenu
from app.query.search_bar import SearchBar
from app.query.search_session import SearchSession
from app.query.snipping import Snipper
from app.query.web_picture import WebPicture

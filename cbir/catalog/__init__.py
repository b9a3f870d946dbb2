"""The catalog: SQLite tables of photos, roots, documents, segments and failures."""

from cbir.catalog.catalog import Catalog, FileState, Found, NewDocument, SegmentRow
from cbir.catalog.full_text import Matched
from cbir.catalog.moves import KnownPhoto, Move
from cbir.catalog.query import Node, parse_query
from cbir.catalog.roots import Root

__all__ = [
    "Catalog",
    "FileState",
    "Found",
    "KnownPhoto",
    "Matched",
    "Move",
    "NewDocument",
    "Node",
    "Root",
    "SegmentRow",
    "parse_query",
]

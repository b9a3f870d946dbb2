"""The catalog: SQLite tables of photos, roots, documents, segments and failures."""

from cbir.catalog.catalog import Catalog, FileState, Found, NewDocument, Root, SegmentRow

__all__ = ["Catalog", "FileState", "Found", "NewDocument", "Root", "SegmentRow"]

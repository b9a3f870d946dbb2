"""An open library's reader, for tests of snapshots and of what runs leave in them."""


def reader_of(library):
    """The reader that a library's searches share: its snapshot and its read transactions."""
    return library._reader


def vectors_of(library):
    """The vector indexes that a library's searches have open."""
    return [index for _, index in library._semantic_engine.indexes.values()]

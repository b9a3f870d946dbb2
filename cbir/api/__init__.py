"""The Python interface: queries of any form -> hits that show themselves. `import cbir` offers these names."""

from cbir.api.hits import FoundPhoto, Hits
from cbir.api.library import Embeddings, Library, changes, open_library
from cbir.api.query import Query, terms_of
from cbir.embeddings import FunctionEncoder as Encoder
from cbir.local_features import Detector, Features, root_sift

__all__ = [
    "Detector",
    "Embeddings",
    "Encoder",
    "Features",
    "FoundPhoto",
    "Hits",
    "Library",
    "Query",
    "changes",
    "open_library",
    "root_sift",
    "terms_of",
]

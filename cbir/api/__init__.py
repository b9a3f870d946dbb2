"""The Python interface: queries of any form -> hits that show themselves. `import cbir` offers these names."""

from cbir.api.hits import FoundPhoto, Hits
from cbir.api.library import Embeddings, Library, open_library
from cbir.api.query import Query, terms_of

__all__ = ["Embeddings", "FoundPhoto", "Hits", "Library", "Query", "open_library", "terms_of"]

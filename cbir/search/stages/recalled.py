"""A photo that was found -> what is stored of it, as a term to search with."""

from __future__ import annotations

from cbir.base.types import QueryFeatures
from cbir.catalog import Found
from cbir.search.query import DescribedTerm, recall_features
from cbir.state import Snapshot


def recalled_term(photo: Found, snapshot: Snapshot, term: int = 0) -> DescribedTerm:
    """A hit as a query, upright; without features of the codebooks that it is not indexed with.

    term : of the query, that the photo stands for
    """
    store, _ = snapshot.stored(photo)
    (stored,), size = snapshot.features([photo]), (photo.width, photo.height)
    features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]] = {
        codebook.fingerprint: (
            recall_features(stored, codebook, max(stored.size) / max(size))
            if codebook.fingerprint == store.codebook
            else None,
            None,
        )
        for codebook, _ in snapshot.index.indexes
    }
    return DescribedTerm(
        term=term, sign=1, weight=1.0, marked=True, features=features, full_size=size, offset=(0.0, 0.0)
    )

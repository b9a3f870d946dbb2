"""A query and its hits -> why each of them is there: shared visual words, shares of words, a heat map, fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.types import FieldMatch, HeatMap, PhotoId, SharedWords, Term, WordShare
from cbir.embeddings import part_regions, prepare
from cbir.library.previews import Previews
from cbir.search import (
    SearchService,
    SemanticEngine,
    draw_heat_map,
    open_score,
    seen_region,
    share_words,
    wait_for_encoding,
)
from cbir.state import IndexReader

_LOOKED_AT_PX = 1024  # of a photo's longer side: models see 200 to 400
Cancelled = Callable[[], bool]
_Result = TypeVar("_Result")


class Reasons:
    """Says of one library's hits why they are hits; methods may be called from several threads."""

    def __init__(
        self,
        reader: IndexReader,
        semantic_engine: SemanticEngine,
        search_service: SearchService,
        previews: Previews,
    ) -> None:
        self._reader = reader
        self._semantic_engine = semantic_engine
        self._search_service = search_service
        self._previews = previews

    def shared_words(
        self,
        term: Term,
        photo: PhotoId,
        *,
        top: int = 20,
        mirrored: bool = False,
        cancelled: Cancelled = lambda: False,
    ) -> SharedWords:
        """The visual words that a query picture and a photo share, those that count most first.

        mirrored : the picture as a mirror shows it, as Evidence may say
        """
        return self._search_service.with_described(
            term,
            lambda described, snapshot: share_words(
                described.terms[0], snapshot.find_photo(photo), snapshot, top=top, mirrored=mirrored
            ),
            cancelled=cancelled,
        )

    def word_shares(
        self, terms: Sequence[Term], photos: Sequence[PhotoId], *, cancelled: Cancelled = lambda: False
    ) -> Mapping[PhotoId, tuple[WordShare, ...]]:
        """What each word of the texts among some terms adds to the score of each photo; see WordShare.

        Nothing of a photo that the model has not seen, nor where nothing is described that a photo should show.
        Raises ModelNotInstalled where no model answers.
        """
        if not photos:
            return {}
        with self._reader.snapshot() as snapshot:
            documents = [snapshot.find_photo(photo).document for photo in photos]
            score = open_score(self._semantic_engine, terms, snapshot, cancelled)
            if score is None:
                return {}
            views = score.views(documents)
            shares = zip(photos, views, score.shares(views), strict=True)
            return {photo: of_photo for photo, seen, of_photo in shares if seen.any()}

    def heat_map(
        self,
        terms: Sequence[Term],
        photo: PhotoId,
        *,
        on_map: Callable[[HeatMap], None] = lambda heat: None,
        cancelled: Cancelled = lambda: False,
    ) -> HeatMap:
        """Where in a photo, or in the part that found it, its score for the texts among some terms comes from.

        on_map : given a coarse map first, then finer ones. The photo is looked at anew; where its file is out of reach,
            its thumbnail.
        Raises QueryUnusable where the texts describe nothing, ModelNotInstalled, ImageUnreadable and Cancelled.
        """
        with self._reader.snapshot() as snapshot:
            score = open_score(self._semantic_engine, terms, snapshot, cancelled)
            if score is None:
                raise QueryUnusable(
                    "Only a description can be looked for in parts of a photo. Search with words for what it shows."
                )
            model, scored = score.model, score.whole()

            def encode(squares: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
                encoded = wait_for_encoding(self._semantic_engine.encode_pictures(model, squares), cancelled)
                if not np.isfinite(encoded.vectors).all():
                    raise CbirError(f"The model {model.info.name} gives no usable embedding for this photo.")
                return encoded.vectors

            self._semantic_engine.load_encoder(model)
            found = snapshot.find_photo(photo)
            part = score.best_part(found.document)
            region = None if part is None else part_regions((found.width, found.height))[part]
            kept = score.views([found.document])[:, 0]
            seen = self._previews.picture(photo, None, None, region, _LOOKED_AT_PX, cancelled)
            left, top = (0.0, 0.0) if region is None else region[:2]
            x, y, width, height = seen_region(seen.full_size, model.preprocessing)
            return draw_heat_map(
                prepare(seen.pixels, model.preprocessing),
                (left + x, top + y, width, height),
                encode,
                # What is covered in a part leaves the whole photo, by which what is not wanted is judged, as it is.
                lambda vectors: scored(vectors[:, None], vectors if part is None else kept),
                on_map=on_map,
                cancelled=cancelled,
            )

    def fields(
        self, terms: Sequence[Term], photos: Sequence[PhotoId]
    ) -> Mapping[PhotoId, tuple[FieldMatch, ...]]:
        """The fields of names and metadata in which words of the texts among some terms stand."""
        typed = [term.text for term in terms if term.text is not None and term.sign > 0]
        with self._reader.catalog() as catalog:
            found = {photo: catalog.full_text.fields_with(typed, photo) for photo in photos}
        return {photo: fields for photo, fields in found.items() if fields}

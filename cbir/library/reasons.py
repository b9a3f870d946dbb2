"""A query and its hits -> the reasons for each hit: shared visual words, shares of typed terms, a heat map, fields."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.folding import fold
from cbir.base.types import COLORS, FieldMatch, HeatMap, PersonId, PhotoId, SharedWords, Term, WordShare
from cbir.catalog import colors_named
from cbir.embeddings import part_regions, prepare
from cbir.library.previews import Previews
from cbir.search import (
    SearchService,
    SemanticEngine,
    corrected,
    draw_heat_map,
    open_score,
    seen_region,
    share_words,
    wait_for_encoding,
)
from cbir.state import IndexReader

_LETTERS = re.compile(r"\w+")
_NUMBERED = re.compile(r"#(\d+)")  # a person
_HEAT_MAP_PX = 1024  # of a photo's longer side: models use 200 to 400
Cancelled = Callable[[], bool]
_Result = TypeVar("_Result")


class Reasons:
    """Explanations of one library's hits; methods may be called from several threads."""

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
        """The visual words that a query picture and a photo share, the most important first.

        mirrored : use the mirrored picture, see Evidence
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
        """Share of each word of the query text in the score of each photo; see WordShare.

        Omits photos that the model has not embedded. Empty if the text describes nothing that a photo should show.
        Raises ModelNotInstalled if no model answers.
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
            return {photo: of_photo for photo, has_parts, of_photo in shares if has_parts.any()}

    def heat_map(
        self,
        terms: Sequence[Term],
        photo: PhotoId,
        *,
        on_map: Callable[[HeatMap], None] = lambda heat: None,
        cancelled: Cancelled = lambda: False,
    ) -> HeatMap:
        """Origin of a photo's score for the query text, in the photo or in its best part.

        on_map : called with a coarse map first, then finer ones
        The photo is decoded anew; its thumbnail is used if its file is out of reach.
        Raises QueryUnusable if the text describes nothing, ModelNotInstalled, ImageUnreadable and Cancelled.
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
                    raise CbirError(
                        "The model {0} gives no usable embedding for this photo.", model.info.name
                    )
                return encoded.vectors

            self._semantic_engine.load_encoder(model)
            record = snapshot.find_photo(photo)
            part = score.best_part(record.document)
            region = None if part is None else part_regions((record.width, record.height))[part]
            whole_view = score.views([record.document])[:, 0]
            picture = self._previews.picture(photo, None, None, region, _HEAT_MAP_PX, cancelled)
            left, top = (0.0, 0.0) if region is None else region[:2]
            x, y, width, height = seen_region(picture.full_size, model.preprocessing)
            return draw_heat_map(
                prepare(picture.pixels, model.preprocessing),
                (left + x, top + y, width, height),
                encode,
                # Covering a part does not change the whole photo, which is scored for the unwanted terms.
                lambda vectors: scored(vectors[:, None], vectors if part is None else whole_view),
                on_map=on_map,
                cancelled=cancelled,
            )

    def fields(
        self, terms: Sequence[Term], photos: Sequence[PhotoId]
    ) -> Mapping[PhotoId, tuple[FieldMatch, ...]]:
        """The fields of names and metadata that contain words of the query text, and the colours that it names."""
        with self._reader.catalog() as catalog:
            terms, _ = corrected(terms, catalog, names_alone=True)
            typed = [term.text for term in terms if term.text is not None and term.sign > 0]
            model = self._semantic_engine.chosen(catalog.settings.all())
            meanings = {} if model is None else self._search_service.meanings.searched(model)
            matches = {photo: catalog.full_text.fields_with(typed, photo, meanings) for photo in photos}
            colors = dict.fromkeys(itertools.chain.from_iterable(map(colors_named, typed)))
            for photo, shares in catalog.colors.shares(photos).items() if colors else ():
                shown = ((color, shares[COLORS.index(color)]) for color in colors)
                matches[photo] += tuple(
                    FieldMatch(field="color", words=(color,), text=f"{share:.0%}")
                    for color, share in shown
                    if share
                )
            if catalog.people.on:
                typed_words = {word for text in typed for word in _LETTERS.findall(fold(text))}
                numbers = {PersonId(int(number)) for text in typed for number in _NUMBERED.findall(text)}
                typed_words |= {
                    word
                    for person in map(catalog.people.find, numbers)
                    if person is not None
                    for word in fold(person.name).split()
                }
                for photo, names in catalog.people.confirmed_in(photos).items():
                    asked = [name for name in names if typed_words & set(fold(name).split())]
                    matches[photo] += tuple(
                        FieldMatch(field="people", words=(name,), text=name) for name in asked
                    )
        return {photo: fields for photo, fields in matches.items() if fields}

"""Judgements of hits as right or wrong, made by a person while searching. The library is measured by them.

They are stored in the catalog, and so in its backups, and need no lock. A photo that leaves the library takes its
judgements along, and brings them back: they wait for its content, as marks do.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import JudgedQuery, PhotoId, Term
from cbir.state import IndexReader, read_term, term_entry, unlocked_write

RIGHT, WRONG = 1, 0


class Judgements:
    """The judgements of one library; methods may be called from several threads."""

    def __init__(self, layout: Layout, reader: IndexReader) -> None:
        self._layout = layout
        self._reader = reader

    def set(
        self, terms: Sequence[Term], labels: Sequence[str], photos: Sequence[PhotoId], right: bool | None
    ) -> None:
        """Judge photos right or wrong for a search; None takes that back. labels : a text for each term

        Raises CbirError if there are no terms, or a photo is not in the library.
        """
        if not terms:
            raise CbirError("Search for something first: a photo is right or wrong for a search.")
        grade = None if right is None else RIGHT if right else WRONG
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            if any(catalog.files.of_photo(photo) is None for photo in photos):
                raise CbirError("This photo is no longer in the library.")
            catalog.judgements.set(_key(terms), json.dumps(list(labels)), photos, grade)

    def of(self, terms: Sequence[Term]) -> dict[PhotoId, bool]:
        """The judged photos of one search."""
        with self._reader.catalog() as catalog:
            return {photo: grade > WRONG for photo, grade in catalog.judgements.of(_key(terms)).items()}

    def all(self) -> list[JudgedQuery]:
        """Every search with a judged hit, the oldest first."""
        with self._reader.catalog() as catalog:
            stored = [
                (tuple(map(read_term, json.loads(terms))), tuple(json.loads(labels)), grades)
                for terms, labels, grades in catalog.judgements.all()
            ]
            photos = {photo for _, _, grades in stored for photo in grades}
            photos |= {term.photo for terms, _, _ in stored for term in terms if term.photo is not None}
            paths = {photo: record.path for photo, record in catalog.photos.find_all(sorted(photos)).items()}
        return [
            JudgedQuery(
                terms=terms,
                labels=labels,
                grades=tuple((paths[photo], grade) for photo, grade in grades.items() if photo in paths),
                own=next((paths.get(term.photo) for term in terms if term.photo is not None), None),
            )
            for terms, labels, grades in stored
        ]


def _key(terms: Sequence[Term]) -> str:
    """Key text of a search, the same for equal terms."""
    return json.dumps([term_entry(term) for term in terms], sort_keys=True)

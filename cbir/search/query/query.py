"""A query as the stages read it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from cbir.base.types import SearchOptions, Term
from cbir.catalog import Node
from cbir.embeddings import InstalledModel, TextEmbeddings
from cbir.search.query.parse import TypedText

FIRST_PAGE = 100  # hits that are shown before the others: more than a window shows at once
SHORTLIST = 200  # candidates that each engine proposes at least, and that are verified


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """text : its typed terms. model : of the semantic engine; None where it is not asked

    embeddings : of the descriptions in `text`, being computed
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    text: TypedText
    cancelled: Callable[[], bool]
    model: InstalledModel | None = None
    embeddings: Future[TextEmbeddings] | None = None

    @property
    def has_pictures(self) -> bool:
        return any(term.text is None for term in self.terms)

    @property
    def compares_pictures(self) -> bool:
        """The match engine has something to look for."""
        return self.has_pictures and self.options.engine != "semantic"

    @property
    def is_semantic(self) -> bool:
        """The semantic engine has something to look for."""
        return self.model is not None and (
            any(term.text is None and term.sign > 0 for term in self.terms)
            or any(sentence.sign > 0 for sentence in self.text.sentences)
        )

    @property
    def is_for_catalog_alone(self) -> bool:
        """The catalog can answer it: neither index nor workers are needed."""
        return not self.has_pictures and not self.is_semantic

    @property
    def is_for_list(self) -> bool:
        """All photos that fit are listed, in an order that the catalog knows."""
        return self.options.listed is not None and self.is_for_catalog_alone and len(self.text.ranked) <= 1

    @property
    def conditions(self) -> list[Node]:
        """All that the catalog is asked for, beside the filters."""
        return [*(words for _, words in self.text.ranked), *self.text.demanded]

    @property
    def last(self) -> int:
        """The number of hits up to the end of the page."""
        return self.options.skip + self.options.top

    @property
    def depth(self) -> int:
        """The number of candidates that an engine proposes for fusion."""
        return max(SHORTLIST, self.last)

"""The catalog's tables, as a list of migrations that only ever grows."""

from cbir.catalog.schema.colors import (
    COLORS_COUNTED,
    MIGRATION_TO_COLORS,
    TO_COLOR,
    has_color_sql,
    least_share,
    share_sql,
)
from cbir.catalog.schema.dates import MIGRATION_TO_DATED_MOMENTS, MIGRATION_TO_DATES
from cbir.catalog.schema.exposure import (
    BANDS,
    EXPOSURES,
    EXPOSURES_COUNTED,
    MIGRATION_TO_EXPOSURE,
    NIGHTS,
    band_sql,
)
from cbir.catalog.schema.flags import (
    FLAGS,
    LABELLED,
    LABELS,
    MIGRATION_TO_FLAGS,
    MIGRATION_TO_STARS,
    STARRED,
)
from cbir.catalog.schema.folded import COPY_FOLDED, MIGRATION_TO_FOLDED_TEXT, MIGRATION_TO_VOCABULARY, TO_FOLD
from cbir.catalog.schema.handed_over import MIGRATION_TO_HANDED_OVER
from cbir.catalog.schema.people import MIGRATION_TO_PEOPLE
from cbir.catalog.schema.said import (
    MIGRATION_TO_ALBUMS,
    MIGRATION_TO_DUPLICATES,
    MIGRATION_TO_JUDGEMENTS,
    MIGRATION_TO_KEPT_JUDGEMENTS,
    MIGRATION_TO_PLACED_VERDICTS,
    MIGRATION_TO_POSITIONS,
    MIGRATION_TO_POSITIONS_OF_PHOTOS,
    MIGRATION_TO_VERDICTS_OF_FILES,
    POSITIONS_OF_PHOTOS,
    photo_in_terms,
)
from cbir.catalog.schema.similarity import MIGRATION_TO_SIMILARITY
from cbir.catalog.schema.tables import MIGRATION_TO_MESSAGES, MIGRATIONS_TO_STEMS
from cbir.catalog.schema.things import (
    DISMISSED,
    MIGRATION_TO_DISMISSED,
    MIGRATION_TO_THINGS,
    PHOTOS_OF_THINGS,
    THINGS,
)
from cbir.catalog.schema.totals import FACETS_COUNTED, MIGRATION_TO_FACET_TOTALS, MIGRATION_TO_TOTALS
from cbir.catalog.schema.written import MIGRATION_TO_CJK, MIGRATION_TO_WRITTEN_TEXT

__all__ = [
    "BANDS",
    "COLORS_COUNTED",
    "COPY_FOLDED",
    "DISMISSED",
    "EXPOSURES",
    "EXPOSURES_COUNTED",
    "FACETS_COUNTED",
    "FLAGS",
    "LABELLED",
    "LABELS",
    "MIGRATIONS",
    "NIGHTS",
    "PHOTOS_OF_THINGS",
    "POSITIONS_OF_PHOTOS",
    "STARRED",
    "THINGS",
    "TO_COLOR",
    "TO_FOLD",
    "band_sql",
    "has_color_sql",
    "least_share",
    "photo_in_terms",
    "share_sql",
]

MIGRATIONS: tuple[str, ...] = (
    *MIGRATIONS_TO_STEMS,
    MIGRATION_TO_DATES,
    MIGRATION_TO_DUPLICATES,
    MIGRATION_TO_JUDGEMENTS,
    MIGRATION_TO_WRITTEN_TEXT,
    MIGRATION_TO_KEPT_JUDGEMENTS,
    MIGRATION_TO_PLACED_VERDICTS,
    MIGRATION_TO_VERDICTS_OF_FILES,
    MIGRATION_TO_POSITIONS,
    MIGRATION_TO_ALBUMS,
    MIGRATION_TO_TOTALS,
    MIGRATION_TO_FACET_TOTALS,
    MIGRATION_TO_POSITIONS_OF_PHOTOS,
    MIGRATION_TO_CJK,
    MIGRATION_TO_HANDED_OVER,
    MIGRATION_TO_MESSAGES,
    MIGRATION_TO_EXPOSURE,
    MIGRATION_TO_FOLDED_TEXT,
    MIGRATION_TO_VOCABULARY,
    MIGRATION_TO_COLORS,
    MIGRATION_TO_FLAGS,
    MIGRATION_TO_PEOPLE,
    MIGRATION_TO_THINGS,
    MIGRATION_TO_STARS,
    MIGRATION_TO_DISMISSED,
    MIGRATION_TO_SIMILARITY,
    MIGRATION_TO_DATED_MOMENTS,
)

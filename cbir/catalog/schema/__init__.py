"""The catalog's tables, as a list of migrations that only ever grows."""

from cbir.catalog.schema.dates import MIGRATION_TO_DATES
from cbir.catalog.schema.said import (
    MIGRATION_TO_DUPLICATES,
    MIGRATION_TO_JUDGEMENTS,
    MIGRATION_TO_KEPT_JUDGEMENTS,
    MIGRATION_TO_PLACED_VERDICTS,
    MIGRATION_TO_POSITIONS,
    MIGRATION_TO_VERDICTS_OF_FILES,
)
from cbir.catalog.schema.tables import MIGRATIONS_TO_STEMS
from cbir.catalog.schema.written import MIGRATION_TO_WRITTEN_TEXT

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
)

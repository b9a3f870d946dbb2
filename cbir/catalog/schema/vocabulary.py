"""The words of the full text as a table, for suggestions of a spelling."""

from __future__ import annotations

MIGRATION_TO_VOCABULARY = """
    -- A view of photo_text's own index: it stores nothing.
    CREATE VIRTUAL TABLE text_word USING fts5vocab (photo_text, 'col');
"""

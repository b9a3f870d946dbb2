"""Reasons of failures as templates and values."""

from __future__ import annotations

MIGRATION_TO_MESSAGES = """
    -- The reason is JSON now: a list of a message's template and values, or a plain sentence. The sentences of earlier
    -- versions stay plain, in English; the next index run tries their files again, and keeps messages.
    UPDATE failure SET reason = json_quote(reason), lasting = 0;
"""

"""`--explain [text|json|FILE.png]` -> the requested form; text without a value."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from cbir.base.errors import QueryUnusable

OPTION = "--explain"
_FORMS = ("text", "json")
_SUFFIXES = (".png", ".jpg", ".jpeg")


class ExplainedCommand(TyperCommand):
    """A command whose option needs no value, as in `cbir search --explain photo.jpg`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_form(args))


def with_form(arguments: Sequence[str]) -> list[str]:
    """Add the form `text` after an option without a form: the word after it is then the query."""
    given: list[str] = []
    for at, argument in enumerate(arguments):
        if argument == "--":
            return [*given, *arguments[at:]]
        given.append(argument)
        following = arguments[at + 1] if at + 1 < len(arguments) else ""
        if argument == OPTION and not _is_form(following):
            given.append("text")
    return given


def _is_form(text: str) -> bool:
    return text in _FORMS or (_is_picture(text) and not os.path.exists(text))


def as_form(text: str) -> str | Path:
    """`text`, `json`, or the picture to write. Raises QueryUnusable for anything else, and for an existing file."""
    if text in _FORMS:
        return text
    if not _is_picture(text):
        raise QueryUnusable(f"--explain writes text, json, or a picture such as reasons.png: not {text}")
    if os.path.exists(text):
        raise QueryUnusable(f"{text} is there already and is not overwritten. Name a new file.")
    if not os.path.isdir(Path(text).absolute().parent):
        raise QueryUnusable(f"There is no folder {Path(text).absolute().parent} to write the picture to.")
    return Path(text)


def _is_picture(text: str) -> bool:
    return text.lower().endswith(_SUFFIXES) and not text.startswith("-")

"""An extension of griffe: a docstring in the project's form -> Markdown, with a line for each parameter."""

from __future__ import annotations

import re
from typing import Any

import griffe

_FIELD = re.compile(r"(?:(?<=^)|(?<=\. )|(?<=\n))(\w+(?:, \w+)*) : ")


class Lines(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, loader: Any, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = in_lines(obj.docstring.value)


def in_lines(text: str) -> str:
    """Return a docstring whose fields, such as `create : make it`, are a list, with "Raises" after it."""
    first, *rest = text.split("\n\n")
    paragraphs = [first]
    for paragraph in rest:
        if paragraph.startswith(("    ", ">>>")):
            paragraphs.append(paragraph)
            continue
        joined = re.sub(r"\n +", " ", paragraph)
        marked = _FIELD.sub(r"\n- **\1**: ", re.sub(r"\n(Raises|Returns|The generator) ", r"\n\n\1 ", joined))
        paragraphs.append(re.sub(r"\n\n(?=- )", "\n", marked.strip()))
    return "\n\n".join(paragraphs)

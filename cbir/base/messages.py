"""Messages to people: a template and its values.

The command line prints a message as it is, in English. The window translates its template. Code that depends on a
message compares templates: nothing reads a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

MESSAGE_HEADER = "Cbir-Message"  # of an HTTP refusal: its message for a window, as to_json() makes it
_PLACE = re.compile(r"\{(\w+)\}")

COMMANDS: Mapping[str, str] = {
    "run": "run",
    "Run": "Run",
    "add": "cbir index FOLDER",
    "again": "cbir index FOLDER",
    "scan": "cbir index on your folders",
    "scan_folder": "cbir index on its folder",
    "check": "cbir library check",
    "check_deep": "cbir library check --deep",
    "restore": "cbir library restore",
    "folders": "cbir library info",
    "models": "cbir models list",
}
"""What a person does next, by its name in a template, as commands of the terminal. The window has its own menus."""


class Message(str):
    """A sentence for a person. As a str it is the English of the command line.

    template : has {0}, {1} and so on for the values, and the names of COMMANDS, such as {check}
    values : plain text, such as a name, a number or another program's own words, or further messages
    """

    __slots__ = ("template", "values")
    template: str
    values: tuple[str, ...]

    def __new__(cls, template: str, *values: object) -> Message:
        """Values : any objects; an error with a message stands for its message, anything else for its text"""
        if isinstance(template, Message) and not values:
            return template
        texts = tuple(map(_text, values))
        message = super().__new__(cls, filled(filled(template, COMMANDS), numbered(texts)))
        message.template, message.values = str(template), texts
        return message

    def __reduce__(self) -> tuple[type[Message], tuple[str, ...]]:
        return Message, (self.template, *self.values)


def filled(template: str, texts: Mapping[str, str]) -> str:
    """A template with texts in its places. Other places, and braces within the texts, stay as they are."""
    return _PLACE.sub(lambda place: texts.get(place[1], place[0]), template)


def numbered(texts: Iterable[str]) -> dict[str, str]:
    """Texts by the names of the places {0}, {1} and so on."""
    return {str(n): text for n, text in enumerate(texts)}


def sentences(*parts: str) -> Message:
    """Several sentences in a row. Empty ones are left out."""
    parts = tuple(filter(None, parts))
    return Message(" ".join(f"{{{n}}}" for n in range(len(parts))), *parts)


def without_steps(message: str) -> str:
    """A message without its sentences that name a step of COMMANDS; one that consists of nothing else is unchanged."""
    return _without_steps(message) or message


def _without_steps(message: str) -> str:
    if not isinstance(message, Message):
        return message
    if any(place in COMMANDS for place in _PLACE.findall(message.template)):
        return ""
    values = tuple(map(_without_steps, message.values))
    if values == message.values:
        return message
    if not _PLACE.sub("", message.template).strip():  # sentences in a row
        return sentences(*values)
    return Message(message.template, *values) if all(values) else ""


def to_json(text: str) -> object:
    """Plain values for a text that may be a message: the text alone, or a list of its template and its values."""
    return [text.template, *map(to_json, text.values)] if isinstance(text, Message) else text


def from_json(plain: object) -> str:
    """The text that to_json() made plain. Raises ValueError for anything else."""
    match plain:
        case str():
            return plain
        case [str(template), *values]:
            return Message(template, *map(from_json, values))
    raise ValueError("this is no message")


def _text(value: object) -> str:
    if not isinstance(value, Message):
        value = getattr(value, "message", value)  # of an error
    return value if isinstance(value, Message) else str(value)

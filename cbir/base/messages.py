"""Messages to people: a template and its values.

The command line prints a message as it is, in English. The window translates its template. Code that depends on a
message compares templates: nothing reads a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

MESSAGE_HEADER = "Cbir-Message"  # of an HTTP refusal: its message for a window, as to_json() makes it
_MOST_LETTERS = 1 << 20  # that values may take in a message of another computer: places can repeat them
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
    "listed": "`cbir models list` shows those",
    "installs": "`cbir models install {0}` installs it",
    "choose_model": "with: cbir models list. Then install one with: cbir models install NAME",
}
"""Next steps for a person, by their names in templates, as commands of the terminal. The window names its menus."""


class Message(str):
    """A sentence for a person. As a str it is the English of the command line.

    template : has {0}, {1} and so on for the values, and the names of COMMANDS, such as {check}
    values : plain text, such as a name, a number or another program's own words, or further messages
    """

    __slots__ = ("template", "values")
    template: str
    values: tuple[str, ...]

    def __new__(cls, template: str, *values: object) -> Message:
        """Make a message of values: an error with a message stands for its message, anything else for its text."""
        if isinstance(template, Message) and not values:
            return template
        texts = tuple(map(_text, values))
        if template == "{0}" and len(texts) == 1 and isinstance(texts[0], Message):
            return texts[0]
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


def parts(text: str) -> Iterator[Message]:
    """The message and all messages within it. Nothing for plain text, as an older service sends."""
    if isinstance(text, Message):
        yield text
        for value in text.values:
            yield from parts(value)


def sentences(*texts: str) -> Message:
    """Several sentences in a row. Empty ones are left out."""
    texts = tuple(filter(None, texts))
    return Message(" ".join(f"{{{n}}}" for n in range(len(texts))), *texts)


def without_steps(message: Message) -> Message:
    """A message without its parts that name a step of COMMANDS; one that has no other part is unchanged."""
    left = _without_steps(message)
    return left if isinstance(left, Message) and left else message


def _without_steps(text: str) -> str:
    if not isinstance(text, Message):
        return text
    if any(place in COMMANDS for place in _PLACE.findall(text.template)):
        return ""
    values = tuple(map(_without_steps, text.values))
    if values == text.values:
        return text
    in_a_row = not _PLACE.sub("", text.template).strip()
    return sentences(*values) if in_a_row else Message(text.template, *values)


def to_json(text: str) -> object:
    """A text that may be a message as JSON: the text alone, or a list of its template and its values."""
    if not isinstance(text, Message):
        return text
    if text.template == "{0}" and text.values:
        return text.values[0]
    return [text.template, *map(to_json, text.values)]


def from_json(plain: object) -> Message:
    """The message of a to_json(). Raises ValueError for anything else."""
    return Message("{0}", _from_json(plain))


def _from_json(plain: object) -> str:
    match plain:
        case str():
            return plain
        case [str(template), *values]:
            texts = tuple(map(_from_json, values))
            if template.count("{") * max(map(len, texts), default=0) > _MOST_LETTERS:
                raise ValueError("this message is too long")
            return Message(template, *texts)
    raise ValueError("this is no message")


def _text(value: object) -> str:
    if not isinstance(value, Message):
        value = getattr(value, "message", value)  # of an error
    return value if isinstance(value, Message) else str(value)

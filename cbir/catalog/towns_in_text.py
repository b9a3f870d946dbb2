"""Names of towns in a typed sentence: `near Lisbon`, `in Venedig`, `castle munich`."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from cbir.base.folding import fold
from cbir.base.resources import resource
from cbir.catalog.places import all_towns

_TOWN = r"(?P<place>[^\W\d_][\w'’-]*(?:\s+[^\W\d_][\w'’-]*){0,2})"
_NEAR = re.compile(
    rf"""(?<![\w:])(?:near|close\ to|around|nahe|in\ der\ nähe\ von|près\ de|autour\ de|vicino\ ad?|cerca\ de)\s+
    {_TOWN}""",
    re.VERBOSE | re.IGNORECASE,
)
_IN = re.compile(rf"(?<![\w:])(?:in|at|from|aus|bei|à|en)\s+{_TOWN}", re.IGNORECASE)
_IN_CAPITALS = re.compile(rf"(?<![\w:])(?:of|von|de|di|da|a)\s+(?=[^\W\d_a-zß-öø-ÿ]){_TOWN}")
"""Small words that may as well precede anything else, such as an Italian `a`."""
_BARE = re.compile(rf"(?<![\w:])(?={_TOWN})\w")
_LEAST_BARE = 4  # letters of a town without a small word before it
_ALSO_PEOPLE = frozenset(
    """anna sofia victoria charlotte florence jackson austin grace lincoln washington chester nancy valencia mobile nice
    reading split tours cork essen""".split()
)
"""Names of towns that mean something or somebody else as well, as many things do."""
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TownInText:
    """A town with its small words, from `start` to `end`. sure : they say that it is a place"""

    start: int
    end: int
    name: str
    sure: bool

    @property
    def near(self) -> str:
        """The query for photos taken near it."""
        return f'near:"{self.name}"'

    @property
    def near_or_named(self) -> str:
        """The query for photos taken near it, or with its name in their texts."""
        return f'({self.near} OR "{self.name}")'  # quoted: Porto is no port


def towns_in(text: str) -> list[TownInText]:
    """The towns that a text may name, in any language, the surest first. They may overlap."""
    towns: list[TownInText] = []
    for pattern in (_NEAR, _IN, _IN_CAPITALS, _BARE):
        for match in pattern.finditer(text):
            words, bare = match["place"].split(), pattern is _BARE
            for length in range(len(words), 0, -1):
                name = " ".join(words[:length]).rstrip("'’-")
                if (bare and not _is_town_alone(name)) or not all_towns().find(name):
                    continue
                end = match.start("place") + match["place"].index(words[length - 1]) + len(words[length - 1])
                start = match.start("place") if bare else match.start()
                towns.append(TownInText(start=start, end=end, name=name, sure=pattern is _NEAR))
                break
    return towns


def _is_town_alone(name: str) -> bool:
    folded = fold(name)
    return len(folded) >= _LEAST_BARE and folded not in _ALSO_PEOPLE and folded not in _names_of_things()


@functools.cache
def _names_of_things() -> frozenset[str]:
    """Words for what photos show, in several languages, folded."""
    files = ("words.txt", "keywords.txt", "synonyms.txt", "forms.txt")
    texts = (resource(name).read_text(encoding="utf-8") for name in files)
    return frozenset(
        word if word.isascii() else fold(word) for text in texts for word in _WORD.findall(text.lower())
    )

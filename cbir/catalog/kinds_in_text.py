"""Kinds of photos in a typed sentence, as queries: `vertical photos`, `screenshots`, `videos of the dog`, `5 stars`.

A phrase that names both a kind and a thing, such as `portrait` or `landscape`, is a kind only beside a word such as
`format`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PHOTOS = r"(?:photos?|pictures?|images?|pics?|shots?|fotos?|fotografien?|bild(?:er)?|aufnahmen?|immagini?|im[aá]genes)"
_SHAPE = r"(?:format|orientation|mode|formato|orientaci[oó]n|orientamento)"
_OF = r"(?:\s+(?:of|with|von|mit|de|d[’']|avec|di|con|del|de la))?"
_SCREENSHOTS = (
    "screenshot",
    "bildschirmfoto",
    '"screen shot"',
    '"capture d\'écran"',
    "schermata",
    '"captura de pantalla"',
)
_KINDS = tuple(
    (re.compile(rf"(?<![\w:.-])(?:{pattern})(?![\w:])", re.IGNORECASE), field)
    for pattern, field in (
        (
            rf"(?:vertical(?:es|i|e)?|upright|hochkant(?:ige)?)\s+{_PHOTOS}|{_PHOTOS}\s+(?:verticales?|verticali|verticale)"
            rf"|(?:in\s+|im\s+|en\s+)?(?:portrait|vertical)\s+{_SHAPE}|(?:en\s+|in\s+)?{_SHAPE}\s+(?:portrait|verticale?)"
            rf"|(?:im\s+|in\s+)?hochformat|hochkant",
            "orientation:portrait",
        ),
        (
            rf"horizontal(?:es|i|e)?\s+{_PHOTOS}|{_PHOTOS}\s+(?:horizontales?|orizzontali|orizzontale)"
            rf"|(?:in\s+|im\s+|en\s+)?(?:landscape|horizontal)\s+{_SHAPE}"
            rf"|(?:en\s+|in\s+)?{_SHAPE}\s+(?:paysage|orizzontale|horizontal)|(?:im\s+|in\s+)?querformat",
            "orientation:landscape",
        ),
        (
            rf"(?<!town\s)(?<!city\s)(?<!market\s)square\s+{_PHOTOS}|quadratische\s+{_PHOTOS}|{_PHOTOS}\s+(?:carr[ée]e?s|quadrate|cuadradas)",
            "orientation:square",
        ),
        (
            rf"(?:videos?|vid[ée]os?|filmati|filmato|movies|clips){_OF}",
            "format:video",
        ),
        (
            r"screen[\s-]?shots?|bildschirmfotos?|captures?\s+d[’']?\s?[ée]cran|schermat[ea]|capturas?\s+de\s+pantalla",
            f"({' OR '.join(f'name:{name} OR keyword:{name}' for name in _SCREENSHOTS)})",
        ),
        (
            r"(?:(?:with|mit|avec|con)\s+)?(?:more\s+than|mehr\s+als|plus\s+de|più\s+di|más\s+de)\s+(?P<value>\d)\s+"
            r"(?:people|persons|faces|personen|menschen|leuten?|personnes|persone|personas)",
            "people:>{value}",
        ),
        (
            rf"group\s+{_PHOTOS}|gruppen(?:fotos?|bild(?:er)?)|{_PHOTOS}\s+d[ei]\s+grupp?[eo]|{_PHOTOS}\s+de\s+groupe",
            "people:>=4",
        ),
        (r"gifs", "format:gif"),
        (r"iso\s+(?P<value>\d{2,6})", "iso:{value}"),
        (
            r"(?P<value>[1-5])[\s-]*(?:stars?|sternen?|[ée]toiles?|stell[ea]|estrellas?)(?:\s+(?:photos?|fotos?|bilder))?"
            r"(?!\s+(?:h[oô]tel|restaurant|ristorante|general))",
            "rating:{value}",
        ),
        (
            rf"(?:my\s+)?favou?rites?(?:\s+{_PHOTOS})?|lieblings(?:fotos?|bilder)|favoriten|(?:{_PHOTOS}\s+)?(?:favorites|pr[ée]f[ée]r[ée]e?s|preferit[ei]|favorit[ao]s)",
            "(flag:pick OR rating:5)",
        ),
        (r"(?:with|mit|avec|con)\s+(?:the\s+|le\s+|el\s+|il\s+)?(?:flash|blitz(?:licht)?)", "flash:yes"),
        (r"(?:without|no|ohne|sans|senza|sin)\s+(?:flash|blitz(?:licht)?)", "flash:no"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindInText:
    """A phrase from `start` to `end`. field : the query for its photos"""

    start: int
    end: int
    field: str


def kinds_in(text: str) -> Iterator[KindInText]:
    """The kinds of photos that a text names. They may overlap."""
    for pattern, field in _KINDS:
        for match in pattern.finditer(text):
            value = match.groupdict().get("value", "")
            yield KindInText(start=match.start(), end=match.end(), field=field.replace("{value}", value))

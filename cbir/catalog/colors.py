"""Colours: the shares that photos have of them, and their names in the languages of queries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import COLORS, Color, PhotoId
from cbir.catalog.rows import Table
from cbir.catalog.schema import TO_COLOR, least_share, share_sql
from cbir.catalog.small_words import bare, language_of

_NAMES: dict[str, dict[Color, str]] = {
    "en": {
        "black": "black",
        "white": "white",
        "grey": "grey gray",
        "red": "red reddish",
        "orange": "orange",
        "yellow": "yellow",
        "green": "green",
        "blue": "blue",
        "purple": "purple violet",
        "pink": "pink",
        "brown": "brown",
    },
    "de": {
        "black": "schwarz schwarze schwarzer schwarzes schwarzen schwarzem",
        "white": "weiß weiss weiße weißer weißes weißen weißem weisse weisser weisses weissen weissem",
        "grey": "grau graue grauer graues grauen grauem",
        "red": "rot rote roter rotes roten rotem",
        "orange": "orangefarben orangefarbene orangefarbener orangefarbenes orangefarbenen",
        "yellow": "gelb gelbe gelber gelbes gelben gelbem",
        "green": "grün grüne grüner grünes grünen grünem",
        "blue": "blau blaue blauer blaues blauen blauem",
        "purple": "lila violett violette violetter violettes violetten",
        "pink": "rosa rosafarben rosafarbene",
        "brown": "braun braune brauner braunes braunen braunem",
    },
    "fr": {
        "black": "noir noire noirs noires",
        "white": "blanc blanche blancs blanches",
        "grey": "gris grise grises",
        "red": "rouge rouges",
        "orange": "orange",
        "yellow": "jaune jaunes",
        "green": "vert verte verts vertes",
        "blue": "bleu bleue bleus bleues",
        "purple": "violet violette violets violettes mauve",
        "pink": "rose roses",
        "brown": "marron brun brune bruns brunes",
    },
    "it": {
        "black": "nero nera neri nere",
        "white": "bianco bianca bianchi bianche",
        "grey": "grigio grigia grigi grigie",
        "red": "rosso rossa rossi rosse",
        "orange": "arancione arancioni",
        "yellow": "giallo gialla gialli gialle",
        "green": "verde verdi",
        "blue": "blu azzurro azzurra azzurri azzurre",
        "purple": "viola",
        "pink": "rosa",
        "brown": "marrone marroni",
    },
    "es": {
        "black": "negro negra negros negras",
        "white": "blanco blanca blancos blancas",
        "grey": "gris grises",
        "red": "rojo roja rojos rojas",
        "orange": "naranja anaranjado anaranjada",
        "yellow": "amarillo amarilla amarillos amarillas",
        "green": "verde verdes",
        "blue": "azul azules",
        "purple": "morado morada morados moradas violeta",
        "pink": "rosa rosado rosada",
        "brown": "marrón marrones",
    },
}
_LANGUAGES: dict[str, dict[str, Color]] = {
    language: {bare(word): color for color, words in colors.items() for word in words.split()}
    for language, colors in _NAMES.items()
}
_IN_ANY = {word: color for words in _LANGUAGES.values() for word, color in words.items()}
_MEANS_OTHERS = frozenset(("rose", "roses", "viola", "brune", "violets", "naranja"))
"""Names that mean something else, too: flowers, an instrument, a fruit. They are colours only in their own language."""


def color_names() -> Iterable[str]:
    """The names of colours in all languages, folded."""
    return _IN_ANY.keys()


def is_color(word: str) -> bool:
    """True if a word is the name of a colour."""
    return color_named(word) is not None


def color_named(text: str) -> Color | None:
    """The colour with a name, in any of the languages."""
    return _IN_ANY.get(bare(text))


def colors_in(words: Sequence[str]) -> dict[str, Color]:
    """The names of colours among the words of a sentence, as typed."""
    languages = language_of(words)
    named: dict[str, Color] = {}
    for word in words:
        own = next((_LANGUAGES[language].get(bare(word)) for language in sorted(languages)), None)
        color = own or (None if bare(word) in _MEANS_OTHERS else color_named(word))
        if color is not None:
            named[word] = color
    return named


class ColorTable(Table):
    """The shares of colours in photos, a byte each."""

    def set(self, rows: Iterable[tuple[PhotoId, bytes]]) -> None:
        """Set the shares of photos, in the order of COLORS; those of photos that are gone are dropped."""
        self._connection.executemany(
            "INSERT INTO color SELECT id, ? FROM photo WHERE id = ? "
            "ON CONFLICT (photo_id) DO UPDATE SET shares = excluded.shares",
            [(shares, photo) for photo, shares in rows],
        )

    def shown(self, documents: NDArray[np.int64], colors: Sequence[Color]) -> NDArray[np.float32]:
        """The share of each photo's rarest requested colour, relative to the least visible share; 1 where unknown.

        documents : (n,) live ones. Returns (n,)
        """
        rows = self._connection.execute(
            "SELECT document.id, shares FROM document JOIN color USING (photo_id) WHERE live AND shares <> x'' "
            "AND document.id IN (SELECT value FROM json_each(?))",
            (json.dumps(documents.tolist()),),
        )
        places = [(COLORS.index(color), least_share(color)) for color in colors]
        lowest = {document: min(shares[at] / least for at, least in places) for document, shares in rows}
        return np.array([lowest.get(document, 1.0) for document in documents.tolist()], np.float32)

    def shares(self, photos: Sequence[PhotoId]) -> dict[PhotoId, tuple[float, ...]]:
        """The shares of all COLORS in photos, without the photos whose colours are unknown."""
        rows = self._connection.execute(
            "SELECT photo_id, shares FROM color WHERE shares <> x'' "
            "AND photo_id IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(photos)),),
        )
        return {PhotoId(photo): tuple(share / 255 for share in shares) for photo, shares in rows}

    def strongest(self, colors: Sequence[Color], top: int) -> NDArray[np.int64]:
        """The live documents of the photos with the largest shares of all the colours."""
        rows = self._connection.execute(
            f"SELECT document_id FROM color JOIN facet USING (photo_id) WHERE document_id IS NOT NULL "
            f"ORDER BY {least_of(colors)} DESC LIMIT ?",
            (top,),
        )
        return np.fromiter((row[0] for row in rows), np.int64)

    def left(self) -> int:
        """Number of searchable photos whose colours are not known yet."""
        if not self.has_table("color"):
            return self._total("searchable", "SELECT count(*) FROM document WHERE live")
        if self._connection.execute("SELECT 1 FROM setting WHERE name = ?", (TO_COLOR,)).fetchone() is None:
            return 0
        return self._count(
            "SELECT count(*) FROM facet WHERE document_id IS NOT NULL "
            "AND photo_id NOT IN (SELECT photo_id FROM color)"
        )

    def next(self, limit: int) -> list[tuple[PhotoId, str]]:
        """Photos of an earlier version without colours, the newest first, and their fingerprints."""
        return [
            (PhotoId(photo), fingerprint)
            for photo, fingerprint in self._connection.execute(
                "SELECT photo.id, fingerprint FROM photo JOIN facet ON photo_id = photo.id "
                "WHERE photo.id < (SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?) "
                "AND document_id IS NOT NULL AND photo.id NOT IN (SELECT photo_id FROM color) "
                "ORDER BY photo.id DESC LIMIT ?",
                (TO_COLOR, limit),
            )
        ]

    def note_reached(self, photo: PhotoId | None) -> None:
        """Note the last photo of next() whose colours were set; None if there is no further one."""
        if photo is None:
            self._connection.execute("DELETE FROM setting WHERE name = ?", (TO_COLOR,))
        else:
            self._connection.execute("UPDATE setting SET value = ? WHERE name = ?", (str(photo), TO_COLOR))


def least_of(colors: Sequence[Color], shares: str = "shares") -> str:
    """The smallest of the shares of colours, as SQL."""
    parts = [share_sql(color, shares) for color in colors]
    return parts[0] if len(parts) == 1 else f"min({', '.join(parts)})"

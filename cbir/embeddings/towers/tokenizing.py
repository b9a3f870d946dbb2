"""Texts -> the tokens of a text tower, by the tokenizer.json that installation writes.

Cleaning follows open_clip's order of steps; the model's tokenizer.json splits the text into tokens.

CLIP's byte pairs come with the program: Radford et al., 2021, MIT licence, as open_clip ships them.
"""

from __future__ import annotations

import html
import json
import lzma
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch, CbirError
from cbir.base.resources import resource
from cbir.embeddings.model_folder import TOKENIZER, Cleaning, InstalledModel, Tokenizing

if TYPE_CHECKING:
    import tokenizers


_UNKNOWN = "<unk>"  # SentencePiece's token for an unknown character; vocabularies of whole words use another
_SHORT = 500  # most characters of a text for which PieceTokenizer builds a small tokenizer
_LONGEST = 100_000  # characters that are cleaned: cleaning a whole pasted book for 77 tokens would waste time
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


class TextTokenizer:
    """A model's tokenizer. Immutable, so that threads may share it."""

    def __init__(self, model: InstalledModel) -> None:
        self._tokenizer = _open(model.folder / TOKENIZER)
        self._context = model.info.context_tokens
        self._pad_id = model.tokenizing.pad_id
        self._clean = model.tokenizing.clean
        self._trim = model.tokenizing.trim
        self._unknown: int | None = self._tokenizer.token_to_id(_UNKNOWN)

    def encode(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], tuple[bool, ...]]:
        """Return (n, length) int64 tokens, and (n,) True for each text that was cut.

        length is the model's context, or the length of the longest text if the tower reads shorter contexts.
        A cut text keeps its last token, which for these models marks the end and carries the embedding.
        """
        tokens = np.full((len(texts), self._context), self._pad_id, np.int64)
        cut, length = [], 1
        for row, text in zip(tokens, texts, strict=True):
            ids = self._tokenizer.encode(clean(text[:_LONGEST], self._clean)).ids
            cut.append(len(ids) > self._context or len(text) > _LONGEST)
            if len(ids) > self._context:
                ids = [*ids[: self._context - 1], ids[-1]]
            row[: len(ids)] = ids
            length = max(length, len(ids))
        return tokens[:, :length] if self._trim else tokens, tuple(cut)

    def unknown_words(self, text: str) -> tuple[tuple[str, ...], bool]:
        """The words whose letters or signs the vocabulary lacks, and True if the text has no other words."""
        if self._unknown is None:
            return (), False
        words = tuple(dict.fromkeys(clean(text[:_LONGEST], self._clean).split()))
        if self._unknown not in self._tokenizer.encode(" ".join(words)).ids:
            return (), False
        unknown = tuple(filter(self._is_unknown, words))
        others = (word for word in words if word not in unknown)
        return unknown, bool(unknown) and not any(map(_has_letters, others))

    def _is_unknown(self, word: str) -> bool:
        tokens = self._tokenizer.encode(word, add_special_tokens=False)
        pieces = (
            piece for piece, token in zip(tokens.tokens, tokens.ids, strict=True) if token != self._unknown
        )
        return self._unknown in tokens.ids and not any(map(_has_letters, pieces))


def _has_letters(piece: str) -> bool:
    """True if a piece is more than punctuation and SentencePiece's mark for the start of a word."""
    return any(unicodedata.category(char)[0] in "LNS" for char in piece.replace("▁", ""))


class _Tokens(Protocol):
    """A tokenized text. ids : numbers of the tokens in the model's vocabulary"""

    @property
    def ids(self) -> list[int]: ...

    @property
    def tokens(self) -> list[str]: ...


class _Splitter(Protocol):
    """Splits a text into tokens: a tokenizers.Tokenizer, or PieceTokenizer."""

    def encode(self, sequence: str, *, add_special_tokens: bool = ...) -> _Tokens: ...

    def token_to_id(self, token: str) -> int | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pieces:
    ids: list[int]
    tokens: list[str]


class PieceTokenizer:
    """A unigram tokenizer that is built anew for each text, from the pieces of the vocabulary that the text contains.

    The tokens are the same as with the whole vocabulary. A sentence needs a hundred of its 85,000 pieces, and building
    all would add 0.13 s to a search that takes less than 1 s. A text above _SHORT uses the whole vocabulary.
    """

    def __init__(self, path: Path, described: dict[str, Any]) -> None:
        self._path = path
        self._whole: tokenizers.Tokenizer | None = None
        self._described = described
        self._scored: list[tuple[str, float]] = described["model"]["vocab"]
        self._ids = {piece: at for at, (piece, _) in enumerate(self._scored)}
        self._longest = max(map(len, self._ids), default=0)
        # The special tokens keep their numbers, so the text's pieces come after them. The worst piece is always
        # included, because the score of an unknown character depends on it.
        numbers = [described["model"]["unk_id"]]
        numbers += [
            at for token in described["post_processor"]["special_tokens"].values() for at in token["ids"]
        ]
        worst = min(range(len(self._scored)), key=lambda at: self._scored[at][1])
        self._always = [*range(max(numbers) + 1), worst]
        self._splitting = self._with_pieces(self._always)

    @staticmethod
    def can_read(described: dict[str, Any]) -> bool:
        """True for a unigram vocabulary without added tokens, which would be matched before normalisation."""
        model, post = described["model"], described["post_processor"] or {}
        is_plain = model["type"] == "Unigram" and not described["added_tokens"]
        return is_plain and "special_tokens" in post and not model.get("byte_fallback")

    def token_to_id(self, token: str) -> int | None:
        return self._ids.get(token)

    def encode(self, sequence: str, *, add_special_tokens: bool = True) -> _Tokens:
        if len(sequence) > _SHORT:
            self._whole = self._whole or load_tokenizer(self._path)
            return self._whole.encode(sequence, add_special_tokens=add_special_tokens)
        normal, split = self._splitting.normalizer, self._splitting.pre_tokenizer
        words = [word for word, _ in split.pre_tokenize_str(normal.normalize_str(sequence))]
        inside = {
            self._ids.get(word[start:end])
            for word in words
            for start in range(len(word))
            for end in range(start + 1, min(start + self._longest, len(word)) + 1)
        }
        used = [*self._always, *sorted({at for at in inside if at is not None}.difference(self._always))]
        tokens = self._with_pieces(used).encode(sequence, add_special_tokens=add_special_tokens)
        return _Pieces(ids=[used[at] for at in tokens.ids], tokens=tokens.tokens)

    def _with_pieces(self, used: Sequence[int]) -> tokenizers.Tokenizer:
        """Build a tokenizer with these pieces only, numbered in this order."""
        from tokenizers import Tokenizer

        model = {**self._described["model"], "vocab": [self._scored[at] for at in used]}
        return Tokenizer.from_str(
            json.dumps({**self._described, "model": model, "truncation": None, "padding": None})
        )


def _open(path: Path) -> _Splitter:
    """Open a tokenizer.json. Raises ArtifactMismatch."""
    try:
        described = json.loads(path.read_text(encoding="utf-8"))
        if PieceTokenizer.can_read(described):
            return PieceTokenizer(path, described)
    except Exception as error:  # a damaged file may contain anything, and the library raises plain exceptions
        raise ArtifactMismatch("{0} is not a tokenizer that can be read.", path) from error
    return load_tokenizer(path)


def load_tokenizer(path: Path) -> tokenizers.Tokenizer:
    """Read a tokenizer.json. Its own cutting and padding are switched off: TextTokenizer cuts and pads.

    Raises ArtifactMismatch.
    """
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises nothing more precise
        raise ArtifactMismatch("{0} is not a tokenizer that can be read.", path) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def clean(text: str, mode: Cleaning) -> str:
    """Make a text ready for its tokenizer as open_clip's function of the same name does."""
    if not text.isascii():  # replaces unpaired surrogates, which could not be encoded later
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if mode == "none":
        return text
    text = html.unescape(html.unescape(_mend(text))).strip()
    if mode == "canonicalize":
        return " ".join(text.replace("_", " ").translate(_WITHOUT_PUNCTUATION).lower().split())
    text = " ".join(text.split())
    return text.lower() if mode == "lower" else text


def _mend(text: str) -> str:
    """Apply ftfy's repairs, as in the training of these models: curly quotes, ligatures, wide letters, mojibake.

    ftfy leaves printable ASCII without entities unchanged, so it is not loaded for such a text. Most queries are.
    """
    if text.isascii() and text.isprintable() and "&" not in text:
        return text
    import ftfy

    mended: str = ftfy.fix_text(text)
    return mended


# open_clip's SimpleTokenizer.pat without the special tokens, which are matched before the text is split.
_WORDS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+)"

_WORD_END = "</w>"
MERGES = "clip-merges.txt.xz"  # in resources/cbir_resources/graphs


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenizerPlan:
    """Tokenizer of an architecture. hub : repository of its tokenizer.json; None if open_clip ships the vocabulary"""

    hub: str | None
    clean: Cleaning
    context_tokens: int


def plan_tokenizer(architecture: str, config: dict[str, Any]) -> TokenizerPlan:
    """Read from open_clip's configuration how an architecture prepares its texts.

    Raises CbirError if it needs the transformers library.
    """
    text = config["text_cfg"]
    options = dict(text.get("tokenizer_kwargs", {}))
    hub = text.get("hf_tokenizer_name") or None
    cleaning = options.pop("clean", "whitespace" if hub else "lower")
    options.pop("reduction_mask", None)  # shortens texts in training; here a long text is cut
    if "hf_model_name" in text or text.get("tokenizer_mode") or options or cleaning not in get_args(Cleaning):
        raise CbirError(
            "The architecture {0} prepares its texts in a way that cbir does not support. Import "
            "the model as a folder of ONNX towers instead.",
            architecture,
        )
    if hub is None and "siglip" in architecture.lower():
        raise CbirError(
            "open_clip names no tokenizer file for {0}. Import the model as a folder of ONNX towers instead.",
            architecture,
        )
    return TokenizerPlan(hub=hub, clean=cleaning, context_tokens=int(text.get("context_length", 77)))


def write_clip_tokenizer(folder: Path, cleaning: Cleaning) -> Tokenizing:
    """Write CLIP's own tokenizer.json."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, processors

    packed = resource(f"graphs/{MERGES}").read_bytes()
    pairs = [tuple(line.split(" ")) for line in lzma.decompress(packed).decode().splitlines()]
    merges = [(first, second) for first, second in pairs]
    start, end = "<start_of_text>", "<end_of_text>"
    letters = _letters()
    tokens = [
        *letters,
        *(letter + _WORD_END for letter in letters),
        *map("".join, merges),
        start,
        end,
    ]
    vocabulary = {token: number for number, token in enumerate(tokens)}
    tokenizer = Tokenizer(
        models.BPE(vocab=vocabulary, merges=merges, end_of_word_suffix=_WORD_END, fuse_unk=False)
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_WORDS), behavior="removed", invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [AddedToken(token, normalized=False, special=True) for token in (start, end)]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}",
        special_tokens=[(start, vocabulary[start]), (end, vocabulary[end])],
    )
    (folder / TOKENIZER).write_text(tokenizer.to_str(pretty=True), encoding="utf-8", newline="\n")
    return Tokenizing(pad_id=0, clean=cleaning)


def _letters() -> list[str]:
    """A letter for each byte, in CLIP's order: printable bytes come first and keep their own letter."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    return [chr(byte) for byte in printable] + [chr(256 + place) for place in range(256 - len(printable))]


def write_foreign_tokenizer(
    folder: Path, tokenizer_json: bytes, tokenizer_config: bytes | None, cleaning: Cleaning
) -> Tokenizing:
    """Write tokenizer.json from a downloaded one, or from one beside a checkpoint.

    tokenizer_config : the tokenizer_config.json that belongs to it. As in the transformers library, this file decides
        if start and end tokens are added, and which token pads
    Raises CbirError if they cannot be read.
    """
    from tokenizers import Tokenizer, processors

    try:
        tokenizer = Tokenizer.from_str(tokenizer_json.decode())
        about = json.loads(tokenizer_config) if tokenizer_config else {}
        if not isinstance(about, dict):
            raise ValueError("a configuration is an object")
    except Exception as error:  # the tokenizers library raises nothing more precise
        raise CbirError("The model's tokenizer.json or tokenizer_config.json cannot be read.") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if "add_bos_token" in about or "add_eos_token" in about:
        ends = [
            _token(about, name)
            for name, flag in (("bos_token", "add_bos_token"), ("eos_token", "add_eos_token"))
            if about.get(flag)
        ]
        first = [ends[0]] if about.get("add_bos_token") else []
        last = [ends[-1]] if about.get("add_eos_token") else []
        tokenizer.post_processor = processors.TemplateProcessing(
            single=[*first, "$A", *last],
            special_tokens=[(token, _id_of(tokenizer, token)) for token in {*first, *last}],
        )
    (folder / TOKENIZER).write_text(tokenizer.to_str(pretty=True), encoding="utf-8", newline="\n")
    pad = _token(about, "pad_token") if about.get("pad_token") else None
    return Tokenizing(pad_id=_id_of(tokenizer, pad) if pad else 0, clean=cleaning)


def _token(about: dict[str, Any], name: str) -> str:
    """Read a token from tokenizer_config.json: a string, or an object with the string as content."""
    token = about.get(name)
    return str(token["content"]) if isinstance(token, dict) else str(token)


def _id_of(tokenizer: Any, token: str) -> int:
    number = tokenizer.token_to_id(token)
    if number is None:
        raise CbirError(
            "The model's tokenizer.json has no token {0}, which its tokenizer_config.json names.", token
        )
    return int(number)

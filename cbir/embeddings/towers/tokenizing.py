"""Texts -> the tokens that a text tower reads, equal to those of open_clip's tokenizers, without importing it.

Cleaning follows open_clip's order of steps; the model's tokenizer.json splits the text into tokens.
"""

from __future__ import annotations

import html
import string
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ArtifactMismatch
from cbir.embeddings.model_folder import TOKENIZER, Cleaning, InstalledModel

if TYPE_CHECKING:
    import tokenizers

_LONGEST = 100_000  # characters: cleaning all of a pasted book for 77 tokens would waste time
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


class TextTokenizer:
    """A model's tokenizer. Immutable, so that threads may share it."""

    def __init__(self, model: InstalledModel) -> None:
        self._tokenizer = load_tokenizer(model.folder / TOKENIZER)
        self._context = model.info.context_tokens
        self._pad_id = model.tokenizing.pad_id
        self._clean = model.tokenizing.clean
        self._trim = model.tokenizing.trim

    def encode(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], tuple[bool, ...]]:
        """Return (n, length) int64 tokens, and for each text True if it had to be cut.

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


def load_tokenizer(path: Path) -> tokenizers.Tokenizer:
    """Read a tokenizer.json. Its own cutting and padding are switched off: TextTokenizer cuts and pads.

    Raises ArtifactMismatch.
    """
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises nothing more precise
        raise ArtifactMismatch(f"{path} is not a tokenizer that can be read.") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def clean(text: str, mode: Cleaning) -> str:
    """Make a text ready for its tokenizer as open_clip's function of the same name does."""
    if not text.isascii():  # half of a surrogate pair cannot be encoded later
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

    Most query texts are printable ASCII without an entity, which ftfy leaves unchanged: it is then not loaded.
    """
    if text.isascii() and text.isprintable() and "&" not in text:
        return text
    import ftfy

    mended: str = ftfy.fix_text(text)
    return mended

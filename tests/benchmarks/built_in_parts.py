"""What each part of the built-in model adds: `python -m tests.benchmarks.built_in --networks FOLDER`, see there.

All that could choose between parts is cross-validated on captioned/one. captioned/five is opened when that is done and
printed, and reports.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.embeddings.training import (
    AlignmentOptions,
    LockedNetworks,
    Pairs,
    align,
    cross_validated_ranks,
)
from cbir.evaluation import load_captioned
from cbir.evaluation.captioned import ranks_of_right
from cbir.training import CaptionedFile
from cbir.training.built_in import (
    ENCODER,
    NETWORK,
    NOISY_WEIGHT,
    TOKENIZER,
    caption_pairs,
    class_names,
    joined,
)
from tests.benchmarks.built_in_use import DRAWS, interval
from tests.benchmarks.report import Table, progress

_AMONG = (1, 5, 10)
_NOTHING_LEARNED = 1e9  # as a ridge: no map explains as much


class WholeWords(LockedNetworks):
    """Reads a word that its vocabulary has in parts alone as one that it does not know."""

    @cached_property
    def _words(self) -> dict[int, str]:
        return {number: word for word, number in json.loads(self.tokenizer)["model"]["vocab"].items()}

    def tokens(self, text: str) -> list[int]:
        found: list[int] = []
        unknown = next(number for number, word in self._words.items() if word == "[UNK]")
        for number in super().tokens(text):
            if self._words[number].startswith("##"):
                found[-1] = unknown
            else:
                found.append(number)
        return found


def parts(networks: Path, data: Path) -> Iterator[Table]:
    """What each part adds, on captions that the others taught nothing of; then what all give on captioned/five."""
    known, exact = (_networks(networks, compact=compact) for compact in (True, False))
    one, noisy = _captioned(data, "captioned", "one"), _captioned(data, "captioned_noisy", "captioned_noisy")
    names, groups = known.read(class_names()), known.image.groups
    clean = _pairs(known, one)
    both = joined(clean, _pairs(known, noisy, NOISY_WEIGHT))
    progress("reading by whole words")
    whole_words = _networks(networks, compact=True, of=WholeWords)
    by_words = replace(
        both, texts=whole_words.read([text for file in (*one, *noisy) for text in file.captions])
    )
    exact_both = joined(_pairs(exact, one), _pairs(exact, noisy, NOISY_WEIGHT))
    exact_names = exact.read(class_names())
    late = replace(both, features=both.features[:, : groups[0]])
    plain = AlignmentOptions()
    rows = []
    for name, learned, read, kinds, options in (
        ("all", both, names, groups, plain),
        (
            "the names of classes alone",
            both,
            names,
            groups,
            replace(plain, names_share=1.0, ridge=_NOTHING_LEARNED),
        ),
        ("captions alone", both, names, groups, replace(plain, names_share=0.0, names_weight=0.0)),
        ("without the noisy captions", clean, names, groups, plain),
        ("without parts of words", by_words, whole_words.read(class_names()), groups, plain),
        ("without the early features", late, names, groups[:1], plain),
        ("without flattening the space of texts", both, names, groups, replace(plain, flattening=1e6)),
        ("with 32 bits in place of few", exact_both, exact_names, groups, plain),
    ):
        progress(name)
        asked = np.arange(len(clean.weights))
        ranks, _ = cross_validated_ranks(learned, read, kinds, asked, options=options)
        rows.append((name, *(_said(ranks[:, None] <= k) for k in _AMONG)))
    columns = ("what", *(f"R@{k}" for k in _AMONG))
    yield Table(
        title="What each part adds, cross-validated on captioned/one",
        columns=columns,
        rows=tuple(rows),
        notes=(
            f"{len(clean.weights)} captions, each among its 200 photos, measured by what the other four fifths taught. "
            f"In brackets the 95 % interval over photos, {DRAWS} draws.",
        ),
    )
    five = _captioned(data, "captioned", "five")
    reported = []
    for name, used, taught, read in (
        ("all", known, both, names),
        ("all, with 32 bits", exact, exact_both, exact_names),
    ):
        fitted, seen = align(taught, read, groups), _pairs(used, five)
        each = len(seen.weights) // len(five)
        pictures = fitted.pictures(seen.features[::each], seen.probabilities[::each])
        ranks = ranks_of_right(fitted.texts(seen.texts), pictures, np.repeat(np.arange(len(five)), each))
        reported.append((name, *(_said(ranks.reshape(len(five), each) <= k) for k in _AMONG)))
    yield Table(
        title="Reported on captioned/five, after everything was chosen",
        columns=columns,
        rows=tuple(reported),
        notes=(f"{sum(len(file.captions) for file in five)} captions among {len(five)} photos.",),
    )


def _networks(folder: Path, *, compact: bool, of: type[LockedNetworks] = LockedNetworks) -> LockedNetworks:
    return of(folder, network=NETWORK, encoder=ENCODER, tokenizer=TOKENIZER, compact=compact)


def _captioned(data: Path, folder: str, kind: str) -> list[CaptionedFile]:
    return [
        CaptionedFile(path=photo.path, captions=photo.captions)
        for photo in load_captioned(data / folder)
        if photo.path.parent.name == kind
    ]


def _pairs(networks: LockedNetworks, files: Sequence[CaptionedFile], weight: float = 1.0) -> Pairs:
    with tempfile.TemporaryDirectory() as kept:
        found, lost = caption_pairs(
            networks,
            files,
            Path(kept),
            weight,
            lambda step, done, of: progress(f"{step}, {done} of {of}"),
            lambda: False,
        )
    assert not lost
    return found


def _said(right: NDArray[np.bool_]) -> str:
    """right : (photos, captions of each)"""
    of_photos = right.mean(axis=1)
    low, high = interval(of_photos)
    return f"{of_photos.mean():.3f} ({low:.3f} to {high:.3f})"

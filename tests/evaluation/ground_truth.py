"""A folder of photos -> its queries and what is relevant to each.

load_queries() reads the `index.json` of a folder, load_true_pairs() the pairs that were judged by eye, half_of() splits
names into two fixed halves.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.evaluation import DocumentNames, load_dataset

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One query picture and the photos that show the same thing, the query itself left out.

    group : what the figures are broken down by, such as the camera; "" where there is nothing to break down
    """

    path: Path
    relevant: frozenset[Path]
    group: str = ""


@dataclass(frozen=True, slots=True)
class TruePairs:
    """Pairs of photos, by file name, that truly share something: a printed thing, a place or a scene."""

    pairs: frozenset[frozenset[str]]

    def share(self, a, b):
        return frozenset((a, b)) in self.pairs

    def __len__(self):
        return len(self.pairs)


def load_queries(folder):
    """The picture queries of a folder's index.json; see cbir.evaluation.load_dataset. Raises CbirError."""
    dataset = load_dataset(folder)
    names = DocumentNames(dataset.root)
    return tuple(
        Query(
            path=topic.terms[0].path,
            relevant=frozenset(map(names.path, topic.grades)),
            group=topic.group,
        )
        for topic in dataset.topics
        if topic.terms[0].path is not None
    )


def load_true_pairs(path):
    """Read {"pairs": [{"a", "b", "share"}]} and keep those that share something. Raises CbirError."""
    entries = _read(path).get("pairs")
    if not isinstance(entries, list):
        raise CbirError(f"{path} has no list of pairs.")
    try:
        return TruePairs(frozenset(frozenset((e["a"], e["b"])) for e in entries if e["share"]))
    except (KeyError, TypeError) as error:
        raise CbirError(f"{path}: a pair needs `a`, `b` and `share`.") from error


def half_of(name):
    """A where the crc32 of the file name is even: the half to choose options on. B is for reporting."""
    return "B" if zlib.crc32(name.encode()) % 2 else "A"


def pictures_in(folder):
    """The pictures directly in a folder, sorted by name. Raises CbirError where there is no such folder."""
    if not folder.is_dir():
        raise CbirError(f"The folder {folder} does not exist.")
    return tuple(sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES))


def only_half(paths, half):
    return tuple(path for path in paths if half_of(path.name) == half)


def _read(path):
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CbirError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CbirError(f"{path} is not valid JSON.") from error
    if not isinstance(content, dict):
        raise CbirError(f"{path} is not a JSON object.")
    return content

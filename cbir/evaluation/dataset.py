"""A folder or a file -> queries and, for each, the right photos.

load_dataset() reads a folder's index.json, a folder with queries beside photos, captioned photos, or TREC's topics and
judgements. A photo's document name is its path relative to the data set, with blanks as %20, since fields of TREC's
files are separated by blanks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from cbir.base.errors import CbirError
from cbir.base.types import JudgedQuery, Term
from cbir.evaluation.captioned import load_captioned
from cbir.evaluation.trec import read_qrels, read_topics
from cbir.images import looks_like_picture

_BLANK = re.compile(r"[\s%]")
_QUERY_FOLDERS, _PHOTO_FOLDERS = ("query", "queries"), ("reference", "photos")


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One query of a data set.

    id : without blanks. grades : of judged photos by document name, 0 for a wrong photo; a topic may have no answer
    own : the query's own photo, which does not count as an answer. group : for figures by group; "" for none
    """

    id: str
    terms: tuple[Term, ...]
    grades: Mapping[str, int]
    own: str | None = None
    group: str = ""

    @property
    def has_answer(self) -> bool:
        return any(grade > 0 and photo != self.own for photo, grade in self.grades.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Queries with known answers. root : folder that document names are relative to"""

    name: str
    root: Path
    topics: tuple[Topic, ...]

    def documents(self) -> set[str]:
        """All judged photos."""
        return {photo for topic in self.topics for photo in topic.grades}


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """Document names of photos, cached, since resolving a path accesses the disk."""

    root: Path
    _names: dict[Path, str] = field(default_factory=dict)

    def of(self, path: Path) -> str:
        name = self._names.get(path)
        if name is None:
            whole = path.resolve()
            relative = whole.relative_to(self.root) if whole.is_relative_to(self.root) else whole
            name = self._names[path] = _BLANK.sub(lambda blank: quote(blank[0]), relative.as_posix())
        return name

    def path(self, name: str) -> Path:
        """The file of a document."""
        return self.root / unquote(name)


def load_dataset(place: Path, *, qrels: Path | None = None) -> Dataset:
    """Read a data set.

    place : one of
        - a folder with index.json: {"queries": [{"query", "relevant": [...]}]}, or captions as in captioned.py
        - a folder with query/ and reference/ (or queries/ and photos/). The right photo has the query's name; several
          right photos are in a folder of that name
        - a folder with topics.* and qrels.*
        - a file of TREC topics
    qrels : TREC judgements, for a file of topics
    Raises CbirError if there is none of these, or its content is wrong.
    """
    place = place.resolve()
    if not place.exists():
        raise CbirError("There is no {0}.", place)
    if place.is_file():
        return _trec(place, qrels or _beside(place.parent, "qrels"))
    if qrels is not None:
        raise CbirError("--qrels goes with a file of topics, and {0} is a folder.", place)
    if (place / "index.json").is_file():
        return _indexed(place)
    if any(place.glob("topics*")):
        return _trec(_beside(place, "topics"), _beside(place, "qrels"))
    for queries, photos in zip(_QUERY_FOLDERS, _PHOTO_FOLDERS, strict=True):
        if (place / queries).is_dir() and (place / photos).is_dir():
            return _folder_pair(place, place / queries, place / photos)
    raise CbirError(
        "{0} is not a data set: it needs an index.json, the folders query and reference, or the "
        "files topics.tsv and qrels.txt. docs/evaluation.md describes them.",
        place,
    )


def judged_dataset(queries: Iterable[JudgedQuery], folder: Path) -> Dataset:
    """Make a data set of searches that a person judged while searching. folder : the library's

    Raises CbirError if no photo was called right.
    """
    names = DocumentNames(folder.resolve())
    topics = tuple(
        Topic(
            id=str(number),
            terms=query.terms,
            grades={names.of(path): grade for path, grade in query.grades},
            own=None if query.own is None else names.of(query.own),
        )
        for number, query in enumerate(queries, start=1)
    )
    if not any(topic.has_answer for topic in topics):
        raise CbirError("No photo is marked right for a search yet, so there is nothing to measure.")
    return Dataset(name="your searches", root=names.root, topics=topics)


def _checked(root: Path, topics: Iterable[Topic]) -> Dataset:
    all_topics = tuple(topics)
    ids: set[str] = set()
    for topic in all_topics:
        if topic.id in ids:
            raise CbirError("{0} has the query {1} twice.", root, topic.id)
        ids.add(topic.id)
    if not all_topics:
        raise CbirError("{0} has no queries.", root)
    if not any(topic.has_answer for topic in all_topics):
        raise CbirError("{0} marks no photo as right, so there is nothing to measure.", root)
    return Dataset(name=root.name, root=root, topics=all_topics)


def _picture_topic(names: DocumentNames, query: Path, right: Iterable[Path], group: str = "") -> Topic:
    own = names.of(query)
    return Topic(
        id=own,
        terms=(Term(path=query),),
        grades={names.of(path): 1 for path in right},
        own=own,
        group=group,
    )


def _indexed(folder: Path) -> Dataset:
    file = folder / "index.json"
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise CbirError("{0} cannot be read as JSON ({1}).", file, error) from error
    about: dict[str, Any] = content if isinstance(content, dict) else {}
    if "queries" not in about:
        return _captioned(folder)
    names, topics = DocumentNames(folder), []
    for entry in about["queries"]:
        try:
            query, right = folder / entry["query"], [folder / name for name in entry["relevant"]]
            group = str(entry.get("camera") or entry.get("kind") or "")
        except (LookupError, TypeError, AttributeError) as error:
            raise CbirError("{0}: a query needs `query` and `relevant`.", file) from error
        missing = next((path for path in (query, *right) if not path.is_file()), None)
        if missing is not None:
            raise CbirError("{0} names {1}, which is not there.", file, missing)
        topics.append(_picture_topic(names, query, right, group))
    return _checked(folder, topics)


def _captioned(folder: Path) -> Dataset:
    names = DocumentNames(folder)
    return _checked(
        folder,
        (
            Topic(
                id=f"{names.of(photo.path)}#{number}",
                terms=(Term(text=caption),),
                grades={names.of(photo.path): 1},
                group=photo.path.parent.name,
            )
            for photo in load_captioned(folder)
            for number, caption in enumerate(photo.captions, start=1)
        ),
    )


def _folder_pair(root: Path, queries: Path, photos: Path) -> Dataset:
    names = DocumentNames(root)
    right: dict[str, list[Path]] = {}
    for path in _pictures(photos):
        below = path.relative_to(photos)
        right.setdefault(below.parts[0] if len(below.parts) > 1 else below.stem, []).append(path)
    return _checked(
        root, (_picture_topic(names, query, right.get(query.stem, ())) for query in _pictures(queries))
    )


def _pictures(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and looks_like_picture(path))


def _trec(topics: Path, qrels: Path) -> Dataset:
    root, names = topics.parent, DocumentNames(topics.parent)
    texts, judged = read_topics(topics), read_qrels(qrels)
    unknown = next((topic for topic in judged if topic not in texts), None)
    if unknown is not None:
        raise CbirError(
            "{0} judges photos for the topic {1}, which {2} does not have.", qrels, unknown, topics.name
        )

    def topic(number: str, text: str) -> Topic:
        picture = root / text
        is_file = looks_like_picture(picture)
        if is_file and not picture.is_file():
            raise CbirError("{0} names {1}, which is not there.", topics, picture)
        return Topic(
            id=number,
            terms=(Term(path=picture) if is_file else Term(text=text),),
            grades=judged.get(number, {}),
            own=names.of(picture) if is_file else None,
        )

    return _checked(root, (topic(number, text) for number, text in texts.items()))


def _beside(folder: Path, kind: str) -> Path:
    paths = sorted(path for path in folder.glob(f"{kind}*") if path.is_file())
    if not paths:
        raise CbirError("There is no {0} file in {1}: name one such as {2}.txt.", kind, folder, kind)
    return paths[0]

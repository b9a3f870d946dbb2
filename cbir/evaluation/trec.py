"""TREC's topics, judgements and runs <-> files.

Topics: <top> with <num> and <title>, or a number, a tab and the query on each line. Judgements (qrels): topic, 0,
document, grade. A run: topic, Q0, document, rank, score, tag. Fields are separated by blanks. trec_eval, README.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.storage import write_atomically

_TOP = re.compile(r"<top>(.*?)</top>", re.DOTALL | re.IGNORECASE)
_NUM = re.compile(r"<num>\s*(?:Number:)?\s*([^\s<]+)", re.IGNORECASE)
_TITLE = re.compile(r"<title>\s*(?:Topic:)?\s*([^<]+)", re.IGNORECASE)

UNJUDGED = -1  # grade of a photo without a judgement: trec_eval, README


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Results of a search for all topics. tag : its name. scores : by topic and document; higher is better"""

    tag: str
    scores: Mapping[str, Mapping[str, float]]


def read_topics(file: Path) -> dict[str, str]:
    """Queries by number, in the file's order. Raises CbirError."""
    text = _read(file)
    if "<top>" in text.lower():
        matches = [(_NUM.search(top), _TITLE.search(top)) for top in _TOP.findall(text)]
        pairs = [(num[1], title[1].strip()) for num, title in matches if num and title]
        if len(pairs) < len(matches):
            raise CbirError("{0}: each <top> needs a <num> and a <title>.", file)
    else:
        pairs = []
        for number, line in _lines(text):
            topic, tab, query = line.partition("\t")
            if not tab or not topic.strip() or not query.strip():
                raise CbirError("{0}, line {1}: a topic is a number, a tab and the query.", file, number)
            pairs.append((topic.strip(), query.strip()))
    topics = dict(pairs)
    if len(topics) < len(pairs):
        raise CbirError("{0} has the same topic twice.", file)
    if not topics:
        raise CbirError("{0} has no topics.", file)
    return topics


def read_qrels(file: Path) -> dict[str, dict[str, int]]:
    """Grades by topic and document, without UNJUDGED ones. Raises CbirError."""
    grades: dict[str, dict[str, int]] = {}
    for number, line in _lines(_read(file)):
        try:
            topic, _, document, grade = line.split()
            topic_grades, value = grades.setdefault(topic, {}), int(grade)
            if value != UNJUDGED and topic_grades.setdefault(document, value) != value:
                raise CbirError(
                    "{0}, line {1}: {2} has two grades for topic {3}.", file, number, document, topic
                )
        except ValueError as error:
            raise CbirError(
                "{0}, line {1}: a judgement is a topic, 0, a document and a grade.", file, number
            ) from error
    if not any(grades.values()):
        raise CbirError("{0} has no judgements.", file)
    return grades


def read_run(file: Path) -> Run:
    """Read a run. Raises CbirError, also if a topic has a document or a rank twice."""
    return parse_run(_read(file), str(file))


def parse_run(text: str, name: str) -> Run:
    scores: dict[str, dict[str, float]] = {}
    ranks: set[tuple[str, int]] = set()
    tag = ""
    for number, line in _lines(text):
        try:
            topic, _, document, rank_text, score_text, tag = line.split()
            rank, score = int(rank_text), float(score_text)
        except ValueError as error:
            raise CbirError(
                "{0}, line {1}: a run has a topic, Q0, a document, a rank, a score and a tag.", name, number
            ) from error
        topic_scores = scores.setdefault(topic, {})
        if document in topic_scores:
            raise CbirError("{0}, line {1}: topic {2} has {3} twice.", name, number, topic, document)
        if (topic, rank) in ranks:
            raise CbirError(
                "{0}, line {1}: topic {2} has two documents at rank {3}.", name, number, topic, rank
            )
        if math.isnan(score):
            raise CbirError("{0}, line {1}: {2} is not a score.", name, number, score_text)
        ranks.add((topic, rank))
        topic_scores[document] = score
    if not scores:
        raise CbirError("{0} is an empty run.", name)
    return Run(tag=tag, scores=scores)


def run_lines(topic: str, scores: Mapping[str, float], tag: str) -> str:
    """One topic's part of a run. scores : best first, as scores_of() makes them"""
    return "".join(
        f"{topic} Q0 {document} {rank} {score:.6f} {tag}\n"
        for rank, (document, score) in enumerate(scores.items(), start=1)
    )


def write_qrels(file: Path, judged: Iterable[tuple[str, Mapping[str, int]]]) -> None:
    """Write the grades of topics; an empty file if there are none. Raises OSError."""
    text = "".join(
        f"{topic} 0 {document} {grade}\n" for topic, grades in judged for document, grade in grades.items()
    )
    write_atomically(file, encoded(text))


def encoded(text: str) -> bytes:
    """Encode as UTF-8; bytes of a name that is not UTF-8 are restored."""
    return text.encode("utf-8", "surrogateescape")


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig", "surrogateescape")
    except OSError as error:
        raise CbirError("{0} cannot be read: {1}.", file, error.strerror or error) from error


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # Not splitlines(), which would split a file name at characters such as U+2028.
    return (
        (number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), start=1) if line.strip()
    )

"""Strength of hits against the share of right ones, and places lost by fusion: `python -m tests.benchmarks.strength`.

The constants of cbir/search/calibration.py and judging.py were chosen on hard/ and half A of the distractors; covers/,
objects/ and half B report. Every query goes through the whole search, with the built-in model, as a user's does.
Answers are kept in --work, so that a run that was interrupted goes on.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from cbir.base.types import HIT_KINDS, SearchOptions, Term
from cbir.evaluation import read_pixels
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.records import PAGE, Table
from tests.benchmarks.report import parser, progress, publish, thinned
from tests.evaluation.altered_copies import KINDS, altered_copy
from tests.evaluation.ground_truth import load_queries, load_true_pairs, only_half, pictures_in

MEASURES = ("cbir/search", "cbir/matching")
JUDGED = 20  # hits of each query
TOP = 200
BIN = 100  # least number of hits
CLASSES = {"bookcovers": "cover", "dvdcovers": "cover", "food": "food", "cars": "car", "animals": "animal"}
# By eye: photos of covers/ with another cover in the background, or of an artwork that is on another cover, too; and of
# hard/ with another part of the same building.
BACKGROUND = {
    "Canon/037": ("038", "040", "049"),
    "Canon/056": ("057",),
    "Canon/030": ("dvdcovers265_mission_impossible",),
    "Droid/030": ("dvdcovers265_mission_impossible",),
    "E63/030": ("dvdcovers265_mission_impossible",),
    "Palm/030": ("dvdcovers265_mission_impossible",),
    "Palm/001": ("002",),
    "Palm/002": ("003",),
    "Palm/003": ("004", "005"),
    "Palm/005": ("007",),
    "Palm/006": ("008",),
    "Palm/007": ("008", "028"),
    "Palm/008": ("009", "010"),
    "Palm/009": ("010",),
    "Palm/016": ("017",),
    "Palm/017": ("018",),
    "Palm/023": ("024", "028"),
    "Palm/024": ("025",),
    "Palm/025": ("026", "028"),
    "Palm/026": ("028",),
    "Palm/028": ("029",),
    "Palm/037": ("038",),
    "Palm/048": ("049",),
    "Palm/049": ("050",),
    "query/landmark_063": ("landmark_071",),
    "query/landmark_071": ("landmark_063",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A query. name : of its photo. term : None for the library's own photo. without : leave the relevant ones out"""

    name: str
    term: Term | None
    relevant: frozenset[str] = frozenset()
    without: bool = False


class Judged(NamedTuple):
    """A hit whose kind can be judged."""

    kind: str
    strength: float
    right: bool
    ranks: dict[str, int]  # by engine


class Outcome(NamedTuple):
    """match_first, first : the right photo is first for the match engine alone, and in the fused list"""

    query: str
    hits: tuple[Judged, ...]
    match_first: bool
    first: bool


def main():
    arguments = parser(__doc__ or "", work="the libraries", limit="queries of each set").parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # the model that comes with the program takes part
    data = arguments.data.resolve()
    pairs = load_true_pairs(data / "distractors" / "true_pairs.json")
    with work_folder(arguments.work) as work:
        outcomes = {}
        for name, (folder, queries) in _sets(Libraries(work, data), data).items():
            asked = thinned(queries, arguments.limit)
            answers = answers_of(folder, asked, partial(_judge, pairs), work / "strength" / f"{name}.jsonl")
            outcomes[name] = list(map(_outcome, answers))
    reported = {name: found for name, found in outcomes.items() if "(fitted)" not in name}
    every = [outcome for value in reported.values() for outcome in value]
    judged = _hits(every)
    bins = _bins(judged)
    tables = [_fusion(outcomes), _errors({**outcomes, "all that report": every})]
    tables.append(_table("Reliability", "bin", {str(at + 1): hits for at, hits in enumerate(bins)}))
    by_kind = {kind: [hit for hit in judged if hit.kind == kind] for kind in HIT_KINDS}
    tables.append(_table("Kinds", "kind", {kind: hits for kind, hits in by_kind.items() if hits}))
    publish("strength", "Strength of hits", tables, write=arguments.write, measures=MEASURES)
    if arguments.write:
        (PAGE.parent / "strength.svg").write_text(_plot(bins), encoding="utf-8")


def _sets(libraries, data):
    distractors, covers = libraries.distractors(), pictures(data / "covers")
    hard = libraries.built("hard", [data / "hard" / "reference"], start=distractors)
    photos = {half: only_half(pictures_in(data / "distractors"), half)[::2] for half in "AB"}
    objects = pictures_in(data / "objects")
    groups = [frozenset(path.name for path in objects[at // 4 * 4 :][:4]) for at in range(len(objects))]
    return {
        "hard (fitted)": (hard, pictures(data / "hard")),
        "half A, altered copies (fitted)": (distractors, [*_copies(photos["A"])]),
        "half A, more like this (fitted)": (distractors, [_own(path) for path in photos["A"]]),
        "covers": (libraries.main(), covers),
        "covers, right photo left out": (
            libraries.main(),
            [replace(cover, without=True) for cover in covers[::4]],
        ),
        "objects, more like this": (
            libraries.objects(),
            [_own(path, group - {path.name}) for path, group in zip(objects, groups, strict=True)],
        ),
        "half B, altered copies": (distractors, [*_copies(photos["B"])]),
        "half B, more like this": (distractors, [_own(path) for path in photos["B"]]),
    }


# --- queries ---


def pictures(folder):
    return [
        Asked(
            name=f"{query.path.parent.name}/{query.path.stem}",
            term=Term(path=query.path),
            relevant=frozenset(path.name for path in query.relevant),
        )
        for query in load_queries(folder)
    ]


def _copies(paths):
    """One altered copy of each photo, the kinds in turn."""
    for at, path in enumerate(paths):
        copy = altered_copy(read_pixels(path), KINDS[at % len(KINDS)], path.name)
        yield Asked(name=path.name, term=Term(data=copy.jpeg), relevant=frozenset({path.name}))


def _own(path, relevant=frozenset()):
    return Asked(name=path.name, term=None, relevant=relevant)


# --- judging ---


def answers_of(folder, queries, ask, file, *, key=0, options=None):
    """The answers to all queries. file : keeps them for the next run. key : of a query's name in its answer"""
    file.parent.mkdir(exist_ok=True)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    answers = {answer[key]: answer for answer in map(json.loads, lines)}
    progress(f"== {file.stem}: {len(answers)} of {len(queries)} known")
    if any(query.name not in answers for query in queries):
        with Library.open(folder, options=options) as library, file.open("a", encoding="utf-8") as stream:
            photos = {hit.path.name: hit.photo for hit in library.search([], SearchOptions(top=5000)).hits}
            for query in [query for query in queries if query.name not in answers]:
                answers[query.name] = ask(library, photos, query)
                print(json.dumps(answers[query.name]), file=stream, flush=True)
    return [answers[query.name] for query in queries]


def _outcome(stored):
    query, hits, match_first, first = stored
    return Outcome(query, tuple(Judged(*hit) for hit in hits), match_first, first)


def _judge(pairs, library, photos, query):
    left_out = frozenset(photos[name] for name in query.relevant if query.without)
    term = query.term or Term(photo=photos[query.name])
    hits = library.search([term], SearchOptions(top=TOP, leave_out=left_out)).hits
    judged = []
    for hit in hits[:JUDGED]:
        if (right := _is_right(hit, query, pairs)) is not None:
            ranks = {place.engine: place.rank for place in hit.engines}
            judged.append(Judged(hit.kind, hit.strength, right, ranks))
            if not right and hit.verified:
                points = max((evidence.inliers for evidence in hit.evidence), default=0)
                progress(f"  to look at: {query.name} / {hit.path.name}, {hit.kind}, {points} points")
    by_match = [hit for hit in hits if ("match", 1) in {(place.engine, place.rank) for place in hit.engines}]
    match_first, first = (
        any(hit.path.name in query.relevant for hit in some) for some in (by_match, hits[:1])
    )
    return Outcome(query.name, tuple(judged), match_first, first)


def _is_right(hit, query, pairs):
    """True if a hit is what its kind says, None if the names do not tell.

    A shared place or animal is the same thing, a banner or logo that two covers share is not.
    """
    name = hit.path.name
    if name in query.relevant or hit.path.stem in BACKGROUND.get(query.name, ()):
        return True
    if hit.kind == "shares a part" or (hit.verified and _class(query.name) != "cover"):
        return any(pairs.share(name, other) for other in (query.name, f"{query.name.rpartition('/')[2]}.jpg"))
    if hit.kind not in ("looks similar", "less likely") or "semantic" not in {
        engine.engine for engine in hit.engines
    }:
        return False  # it is listed for its points or details alone
    kind = _class(query.name)
    return None if kind is None else kind == _class(name)


def _class(name):
    is_cover = name[:3].isdigit() or name.startswith(("Canon/", "Droid/", "E63/", "Palm/"))
    return "cover" if is_cover else CLASSES.get(name.partition("_")[0].rstrip("0123456789"))


# --- tables ---


def _fusion(outcomes):
    rows = []
    for name, found in outcomes.items():
        by_match, fused = sum(one.match_first for one in found), sum(one.first for one in found)
        lost = [one.query for one in found if one.match_first and not one.first]
        for query in lost:
            progress(f"  a place lost in {name}: {query}")
        if any(one.match_first for one in found):
            rows.append((name, str(len(found)), str(by_match), str(fused), str(len(lost))))
    columns = (
        "queries",
        "number",
        "right photo first, match engine alone",
        "first, fused",
        "places lost by fusion",
    )
    return Table(title="Fusion", columns=columns, rows=tuple(rows))


def _hits(outcomes):
    return [hit for outcome in outcomes for hit in outcome.hits]


def _errors(outcomes):
    rows = []
    for title, found in outcomes.items():
        drawn = np.random.default_rng(0).integers(0, len(found), (200, len(found)))
        low, high = np.quantile([_error(_hits(found[at] for at in row)) for row in drawn], (0.025, 0.975))
        hits = _hits(found)
        rows.append((title, str(len(hits)), f"{_error(hits):.3f}", f"{low:.3f} to {high:.3f}"))
    columns = ("queries", "hits", "expected calibration error", "95 %, over queries")
    return Table(title="Error", columns=columns, rows=tuple(rows))


def _error(hits):
    return sum(len(one) * abs(_mean(one)[0] - _mean(one)[1]) for one in _bins(hits)) / max(1, len(hits))


def _bins(hits):
    """Hits by strength, weakest first, in parts of at least BIN, none of which divides equal strengths."""
    bins, part = [], []
    for at, hit in enumerate(ordered := sorted(hits, key=lambda hit: hit.strength)):
        part.append(hit)
        is_last = at + 1 == len(ordered)
        if is_last or (len(part) >= max(BIN, len(hits) / 15) and ordered[at + 1].strength > hit.strength):
            bins.append(part)
            part = []
    if len(bins) > 1 and len(bins[-1]) < BIN:
        bins[-2:] = [bins[-2] + bins[-1]]
    return bins


def _mean(hits):
    return np.mean([hit.strength for hit in hits]), np.mean([hit.right for hit in hits])


def _interval(hits):
    """Wilson's interval of the share of right ones."""
    n, share, z = len(hits), _mean(hits)[1], 1.96
    middle, half = share + z * z / (2 * n), z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def _table(title, first, groups):
    rows = []
    for name, hits in groups.items():
        (strength, share), (low, high) = _mean(hits), _interval(hits)
        rows.append((name, str(len(hits)), f"{strength:.3f}", f"{share:.3f}", f"{low:.2f} to {high:.2f}"))
    return Table(title=title, columns=(first, "hits", "strength", "right", "95 %"), rows=tuple(rows))


def _plot(bins):
    """A reliability plot as SVG: the share of right ones over the strength, with intervals and the diagonal."""
    marks = ['<path d="M40 360L360 40" stroke="#888" stroke-dasharray="4 4"/>']
    for hits in bins:
        (strength, share), (low, high) = _mean(hits), _interval(hits)
        x, y, top, bottom = 40 + 320 * strength, *(360 - 320 * np.array((share, high, low)))
        marks.append(f'<path d="M{x:.0f} {top:.0f}V{bottom:.0f}" stroke="#0072b2"/>')
        marks.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="#0072b2"/>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" font-family="sans-serif" font-size="13">'
        '<rect width="400" height="400" fill="white"/><rect x="40" y="40" width="320" height="320" fill="none" '
        f'stroke="#222"/>{"".join(marks)}<text x="160" y="385">strength, 0 to 1</text>'
        '<text x="40" y="28">share of right hits, 0 to 1</text></svg>\n'
    )


if __name__ == "__main__":
    main()

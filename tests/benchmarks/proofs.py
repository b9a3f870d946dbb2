"""What a search calls the same thing, rightly and wrongly, and what each ingredient of a proof is worth.

`python -m tests.benchmarks.proofs --work DIR`. The right photo is left out of half of the searches: what is the same
thing then is wrong, but for covers in the background of a photo (strength.BACKGROUND). Options were chosen on hard/, on
every second book and DVD cover, and on the covers of which every third or fourth was asked: the others report.
Answers are kept in DIR, so that a run that was interrupted goes on.
"""

from __future__ import annotations

import os
import statistics
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from cbir.base.types import Ingredient, SearchOptions, Term
from cbir.library import LibraryOptions
from cbir.search import LearnedSearchOptions
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, thinned
from tests.benchmarks.strength import BACKGROUND, Asked, answers_of, pictures
from tests.evaluation.ground_truth import pictures_in

MEASURES = ("cbir/local_features/learned.py", "cbir/matching", "cbir/search")
TOP = 20
SAME = ("same picture", "same thing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The options of a row. without : ingredients that are left out"""

    learned: LearnedSearchOptions = field(default_factory=LearnedSearchOptions)
    without: frozenset[Ingredient] = frozenset()


ALL = "all"
WAYS = {
    ALL: Way(),
    "without learned features": Way(without=frozenset({"learned"})),
    "without confirming": Way(learned=LearnedSearchOptions(weak_inliers=0, weak_filled=0, confirmed=0)),
    "without finding": Way(learned=LearnedSearchOptions(matching=0, similar=0)),
    "without the closer look": Way(learned=LearnedSearchOptions(clear_inliers=0, clear_filled=0)),
    "without guided matching": Way(without=frozenset({"guided"})),
    "without whole pictures": Way(without=frozenset({"whole"})),
    "what is stored alone": Way(without=frozenset({"learned", "guided", "whole"})),
    "learned features alone": Way(without=frozenset({"guided", "whole"})),
}
ABLATED = "hard", "hard, right photo left out", "prints, right photo left out"


def main():
    arguments = parser(__doc__ or "", work="libraries and answers", limit="queries of each set").parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # the model that comes with the program proposes photos, too
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work:
        sets = _sets(Libraries(work, data), data)
        answers = {}
        for way_name, way in WAYS.items():
            ask, options = partial(_ask, way), LibraryOptions(learned=way.learned)
            for set_name, (folder, queries) in sets.items():
                if way_name == ALL or set_name in ABLATED:
                    kept = work / "proofs" / f"{way_name}, {set_name}.jsonl"
                    answers[way_name, set_name] = answers_of(
                        folder, thinned(queries, arguments.limit), ask, kept, key="query", options=options
                    )
    tables = [_whole_table(sets, answers), _ablation(answers)]
    publish("proofs", "Proofs", tables, write=arguments.write, measures=MEASURES)


def _sets(libraries, data):
    hard = libraries.built("hard", [data / "hard" / "reference"], start=libraries.distractors())
    covers, views = pictures(data / "covers"), pictures(data / "hard")
    prints = [
        Asked(name=path.name, term=Term(path=path), relevant=frozenset({path.name}))
        for path in pictures_in(data / "distractors")
        if path.name.startswith(("bookcovers", "dvdcovers"))
    ]
    chosen = [query for at, query in enumerate(covers) if at % 3 == 0 or at % 4 == 0]
    others = [query for at, query in enumerate(covers) if at % 3 and at % 4]

    def left_out(queries):
        return [
            Asked(name=query.name, term=query.term, relevant=query.relevant, without=True)
            for query in queries
        ]

    return {
        "hard": (hard, views),
        "hard, right photo left out": (hard, left_out(views)),
        "prints, right photo left out": (libraries.main(), left_out(prints)),
        "covers": (libraries.main(), covers),
        "covers asked before, right photo left out": (libraries.main(), left_out(chosen)),
        "other covers, right photo left out": (libraries.main(), left_out(others)),
    }


def _ask(way, library, photos, query):
    left_out = frozenset(photos[name] for name in query.relevant if query.without)
    started_s = _cpu_s()
    result = library.search([query.term], SearchOptions(top=TOP, leave_out=left_out, without=way.without))
    took_s = _cpu_s() - started_s
    right = [hit for hit in result.hits if hit.path.name in query.relevant]
    background = BACKGROUND.get(query.name, ())
    wrong = [
        hit.path.name
        for hit in result.hits
        if hit.kind in SAME and hit not in right and hit.path.stem not in background
    ]
    for name in wrong:
        progress(f"  to look at: {query.name} / {name}")
    return {
        "query": query.name,
        "first": bool(right) and right[0].rank == 1,
        "kind": right[0].kind if right else "",
        "wrong": wrong,
        "parts": sum(hit.kind == "shares a part" for hit in result.hits if hit not in right),
        "in vain": not any(hit.kind in SAME for hit in result.hits),
        "cpu_s": took_s,
    }


def _cpu_s():
    """CPU time of this process and of its workers, so far."""
    ticks, processes = 0, [os.getpid()]
    while processes:
        process = processes.pop()
        try:
            stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(stat[11]) + int(stat[12])
            for task in Path(f"/proc/{process}/task").iterdir():
                processes += map(int, (task / "children").read_text(encoding="utf-8").split())
        except FileNotFoundError:
            continue  # it ended meanwhile
    return ticks / os.sysconf("SC_CLK_TCK")


def _whole_table(sets, answers):
    rows = []
    for name in sets:
        found = answers[ALL, name]
        wrong = [answer for answer in found if answer["wrong"]]
        has_right = "left out" not in name
        firsts, same, proven = (
            sum(answer["first"] for answer in found),
            sum(answer["kind"] in SAME for answer in found),
            sum(answer["kind"] in (*SAME, "shares a part") for answer in found),
        )
        rows.append(
            (
                name,
                str(len(found)),
                *((str(firsts), str(same), str(proven)) if has_right else ("–",) * 3),
                str(len(wrong)),
                str(sum(answer["parts"] > 0 for answer in found)),
            )
        )
    columns = (
        *("queries", "number", "right photo first", "right photo the same", "right photo proven"),
        *("another photo is wrongly the same", "another photo shares a part"),
    )
    return Table(title="Right photo there, and left out", columns=columns, rows=tuple(rows))


def _ablation(answers):
    rows = []
    for way in WAYS:
        right, *left_out = (answers[way, name] for name in ABLATED)
        by_kind = [
            [answer for answer in right if f"/{kind}" in answer["query"]] for kind in ("landmark", "painting")
        ]
        cpu_s = [
            [
                answer["cpu_s"]
                for found in (right, *left_out)
                for answer in found
                if answer["in vain"] == in_vain
            ]
            for in_vain in (False, True)
        ]
        rows.append(
            (
                way,
                *(
                    str(sum(map(counts, answers_of)))
                    for answers_of in by_kind
                    for counts in (lambda answer: answer["first"], lambda answer: answer["kind"] in SAME)
                ),
                *(str(sum(bool(answer["wrong"]) for answer in found)) for found in left_out),
                *(f"{statistics.median(times):.1f}" if times else "–" for times in cpu_s),
                f"{max(cpu_s[1], default=0):.1f}",
            )
        )
    columns = (
        *("way", "landmarks first", "landmarks the same", "paintings first", "paintings the same"),
        *("wrongly the same, hard", "wrongly the same, prints"),
        *("CPU s of a search that finds", "CPU s of one in vain", "CPU s of one in vain, most"),
    )
    sizes = ", ".join(f"{len(answers[ALL, name])} of {name}" for name in ABLATED)
    return Table(title="Ablation", columns=columns, rows=tuple(rows), notes=(f"Asked: {sizes}.",))


if __name__ == "__main__":
    main()

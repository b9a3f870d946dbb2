"""Hard views, and what each further stage adds: `python -m tests.benchmarks.hard`.

The 96 queries of hard/ (dark, from the side, behind glass) beside the distractors, one right photo each; and 200 photos
of captioned/one/ that are not indexed, of which none may verify anything. Options of the further stages were chosen on
hard/ and on half A of distractors/: this table shows what they do, not what they would do elsewhere.
"""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass
from functools import partial

from cbir.base.types import Ingredient, SearchOptions, Term
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, thinned
from tests.evaluation.ground_truth import load_queries
from tests.evaluation.metrics import figure

MEASURES = ("cbir/local_features", "cbir/visual_words", "cbir/matching", "cbir/search")

STRANGERS = 200  # photos that are not indexed


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The options of a row. without : ingredients that are left out. files : compared, too. strangers : asked, too"""

    without: frozenset[Ingredient] = frozenset()
    files: bool = False
    strangers: bool = False


WAYS = {
    "ten comparisons": Way(without=frozenset({"patience", "nearest", "guided"})),
    "thirty, where nothing verified": Way(without=frozenset({"nearest", "guided"})),
    "thirty, and guided matching": Way(without=frozenset({"nearest"})),
    "thirty, and nearest neighbours": Way(without=frozenset({"guided"})),
    "all of what is stored": Way(strangers=True),
    "all, as a search does": Way(files=True, strangers=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    first: bool  # the right photo is
    verified: bool  # and proven
    false: int  # verified hits that are not it
    took_ms: float
    found_by: str  # of the right photo; "" where it is not verified


def main():
    parsed = parser(__doc__ or "", work="the libraries", limit="queries and strangers")
    parsed.add_argument("--only", help="the rows whose name has this: a quick look")
    arguments = parsed.parse_args()
    hard = arguments.data.resolve() / "hard"
    queries = thinned(load_queries(hard), arguments.limit)
    strangers = sorted((hard.parent / "captioned" / "one").rglob("*.jpg"))[:STRANGERS][: arguments.limit]
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, arguments.data.resolve())
        folder = libraries.built("hard", [hard / "reference"], start=libraries.distractors())
        rows, stages = [], ""
        for name, way in WAYS.items():
            if arguments.only and arguments.only not in name:
                continue
            progress(name)
            with libraries.open(folder) as library:
                ask = partial(_ask, library, way=way)
                by_kind = {
                    kind: [ask(query.path, query.relevant) for query in queries if query.group == kind]
                    for kind in ("landmark", "painting")
                }
                unknown = [ask(path, frozenset()) for path in strangers if way.strangers]
            asked = [one for found in by_kind.values() for one in found]
            false = str(sum(one.false for one in asked))
            in_vain = [one.took_ms for one in asked if not one.verified]
            rows.append(
                (
                    name,
                    *_row(by_kind["landmark"]),
                    *_row(by_kind["painting"]),
                    false,
                    *_last(unknown),
                    f"{statistics.median(in_vain):.0f}" if in_vain else "–",
                )
            )
            counts = Counter(one.found_by for one in asked if one.found_by)
            stages = ", ".join(f"{stage} {count}" for stage, count in counts.most_common())
    table = Table(
        columns=(
            *(
                "stages",
                "landmarks first",
                "landmarks proven",
                "paintings first",
                "paintings proven",
                "false hits",
            ),
            *("strangers that verify something", "a stranger, ms", "a query in vain, ms"),
        ),
        rows=tuple(rows),
        notes=(
            f"50 landmarks (one is 2 points), 46 paintings, {len(strangers)} strangers. Where nothing verified, every "
            "row also searches for the mirrored picture. The options of the last row are those of a search, chosen on "
            f"these queries and on half A of the distractors. It proved the right photos by: {stages}.",
        ),
    )
    publish("hard", "Hard views", [table], write=arguments.write, measures=MEASURES)


def _ask(library, query, right, *, way):
    unasked = None if way.files else False
    options = SearchOptions(top=20, engine="match", look_harder=unasked, without=way.without)
    found = library.search([Term(path=query)], options)
    first = bool(right) and figure("R@1", [hit.path for hit in found.hits], right) == 1
    wrong = [hit for hit in found.hits if hit.verified and hit.path not in right]
    for hit in wrong:
        evidence = hit.evidence[0]
        progress(
            f"to look at: {query.name} / {hit.path.name}, {evidence.inliers} points, {evidence.proof}, "
            f"by {evidence.found_by}"
        )
    verified = first and found.hits[0].verified
    return Found(
        first=first,
        verified=verified,
        false=len(wrong),
        took_ms=found.took_ms.total,
        found_by=found.hits[0].evidence[0].found_by if verified else "",
    )


def _row(found):
    return str(sum(one.first for one in found)), str(sum(one.verified for one in found))


def _last(found):
    if not found:
        return "–", "–"
    return str(sum(one.false > 0 for one in found)), f"{statistics.median(one.took_ms for one in found):.0f}"


if __name__ == "__main__":
    main()

"""Hard views, and what each further look at them adds: `python -m tests.benchmarks.hard`.

The 96 queries of hard/ (dark, from the side, behind glass) beside the distractors, one right photo each; and 200 photos
of captioned/one/ that are not indexed, of which none may verify anything. Options of the further looks were chosen on
hard/ and on half A of distractors/, so that this table shows what they do, not what they would do elsewhere.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cbir.base.types import Ingredient, SearchOptions, Term
from cbir.library import Library
from cbir.local_features import FeatureOptions
from cbir.search import HarderOptions
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, parser, progress, publish
from tests.evaluation.ground_truth import load_queries
from tests.evaluation.metrics import figure

MEASURES = ("cbir/local_features", "cbir/visual_words", "cbir/matching", "cbir/search")

STRANGERS = 200  # photos that are not indexed


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """What a row tries. harder : the ways of the third stage; none: without it. strangers : asked too

    without : ingredients that are left out
    """

    without: frozenset[Ingredient] = frozenset()
    harder: tuple[FeatureOptions, ...] = ()
    strangers: bool = False


PLAIN = FeatureOptions()
LARGE = FeatureOptions(working_side_px=1280)
WAYS: Mapping[str, Way] = {
    "ten comparisons": Way(without=frozenset({"patience", "nearest", "guided"})),
    "thirty, where nothing verified": Way(without=frozenset({"nearest", "guided"})),
    "ten, and guided matching": Way(without=frozenset({"patience", "nearest"})),
    "ten, and nearest neighbours": Way(without=frozenset({"patience", "guided"})),
    "thirty, and guided matching": Way(without=frozenset({"nearest"})),
    "thirty, and nearest neighbours": Way(without=frozenset({"guided"})),
    "all of what is stored": Way(strangers=True),
    "and the files as they are": Way(harder=(PLAIN,)),
    "and the files equalised": Way(harder=(replace(PLAIN, equalise=True),)),
    "and the files upright": Way(harder=(replace(PLAIN, upright=True),)),
    "and the files at 1,280 px": Way(harder=(LARGE,)),
    "and the files at 1,280 px, equalised": Way(harder=(replace(LARGE, equalise=True),)),
    "and the files at 1,280 px, upright": Way(harder=(replace(LARGE, upright=True),)),
    "the files without guided matching": Way(without=frozenset({"guided"}), harder=HarderOptions().ways),
    "the files without nearest neighbours": Way(without=frozenset({"nearest"}), harder=HarderOptions().ways),
    "all, as a search does": Way(harder=HarderOptions().ways, strangers=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    first: bool  # the right photo is
    verified: bool  # and proven
    false: int  # verified hits that are not it
    took_ms: float
    found_by: str  # of the right photo; "" where it is not verified


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the libraries in this folder")
    parsed.add_argument("--only", help="the rows whose name has this: a quick look")
    parsed.add_argument(
        "--implementation",
        choices=("cbir", "opencv"),
        default="cbir",
        help="of the SIFT; opencv: a table of its own",
    )
    arguments = parsed.parse_args()
    hard = arguments.data.resolve() / "hard"
    queries = load_queries(hard)
    strangers = sorted((hard.parent / "captioned" / "one").rglob("*.jpg"))[:STRANGERS]
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, arguments.data, arguments.implementation)
        folder = libraries.built("hard", [hard / "reference"], start=libraries.distractors())
        rows, looks = [], ""
        for name, way in WAYS.items():
            if arguments.only and arguments.only not in name:
                continue
            progress(name)
            harder = HarderOptions(ways=way.harder or (PLAIN,))
            options = replace(libraries.options, harder=harder)
            with Library.open(folder, options=options) as library:
                ask = partial(_ask, library, way=way)
                by_kind = {
                    kind: [ask(query.path, query.relevant) for query in queries if query.group == kind]
                    for kind in ("landmark", "painting")
                }
                unknown = [ask(path, frozenset()) for path in strangers if way.strangers]
            asked = [one for found in by_kind.values() for one in found]
            false = str(sum(one.false for one in asked))
            median = statistics.median(one.took_ms for one in asked if not one.verified)
            rows.append(
                (
                    name,
                    *_row(by_kind["landmark"]),
                    *_row(by_kind["painting"]),
                    false,
                    *_last(unknown),
                    f"{median:.0f}",
                )
            )
            counts = Counter(one.found_by for one in asked if one.found_by)
            looks = ", ".join(f"{look} {count}" for look, count in counts.most_common())
    table = Table(
        columns=(
            *("looks", "landmarks first", "and verified", "paintings first", "and verified", "false hits"),
            *("strangers that verify something", "a stranger, ms", "a query in vain, ms"),
        ),
        rows=tuple(rows),
        notes=(
            f"50 landmarks (one is 2 points), 46 paintings, {len(strangers)} strangers. Where nothing verified, every "
            "row also looks for the mirrored picture. The options of the last row are those of a search, chosen on "
            f"these queries and on half A of the distractors. It found the right photos by these looks: {looks}.",
        ),
    )
    ours = arguments.implementation == "cbir"
    name, heading = ("hard", "Hard views") if ours else ("hard-opencv", "Hard views with OpenCV's SIFT")
    publish(name, heading, [table], write=arguments.write, measures=MEASURES)


def _ask(library: Library, query: Path, right: frozenset[Path], *, way: Way) -> Found:
    unasked = None if way.harder else False
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


def _row(found: Sequence[Found]) -> tuple[str, str]:
    return str(sum(one.first for one in found)), str(sum(one.verified for one in found))


def _last(found: Sequence[Found]) -> tuple[str, str]:
    if not found:
        return "–", "–"
    return str(sum(one.false > 0 for one in found)), f"{statistics.median(one.took_ms for one in found):.0f}"


if __name__ == "__main__":
    main()

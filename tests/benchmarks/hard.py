"""Hard views, and what each further look at them adds: `python -m tests.benchmarks.hard`.

The 96 queries of hard/ (dark, from the side, behind glass) beside the distractors, one right photo each; and 200 photos
of captioned/one/ that are not indexed, of which none may verify anything. Options of the further looks were chosen on
hard/ and on half A of distractors/, so that this table shows what they do, not what they would do elsewhere.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.base.types import SearchOptions, Term
from cbir.library import Library
from cbir.matching import GuidedOptions, MatchOptions
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, parser, progress, publish
from tests.evaluation.ground_truth import load_queries
from tests.evaluation.metrics import figure

STRANGERS = 200  # photos that are not indexed
WAYS = {
    "ten comparisons": MatchOptions(give_up_empty_after=10, guided=GuidedOptions(looked_at=0)),
    "thirty, where nothing verified": MatchOptions(guided=GuidedOptions(looked_at=0)),
    "and guided matching": MatchOptions(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    first: bool  # the right photo is
    verified: bool  # and proven
    false: int  # verified hits that are not it
    took_ms: float


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the libraries in this folder")
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
        rows, false = [], 0
        for name, matching in WAYS.items():
            progress(name)
            with Library.open(folder, options=replace(libraries.options, matching=matching)) as library:
                by_kind = {
                    kind: [
                        _ask(library, query.path, query.relevant) for query in queries if query.group == kind
                    ]
                    for kind in ("landmark", "painting")
                }
                false = sum(one.false for found in by_kind.values() for one in found)
                unknown = [_ask(library, path, frozenset()) for path in strangers]
            rows.append((name, *_row(by_kind["landmark"]), *_row(by_kind["painting"]), *_last(unknown)))
    table = Table(
        columns=(
            *("looks", "landmarks first", "and verified", "paintings first", "and verified"),
            *("strangers that verify something", "a stranger, ms"),
        ),
        rows=tuple(rows),
        notes=(
            f"50 landmarks, 46 paintings, {len(strangers)} strangers. Where nothing verified, every row also looks "
            f"for the mirrored picture. Verified hits of a landmark or painting that are not its photo: {false}.",
        ),
    )
    ours = arguments.implementation == "cbir"
    name, heading = ("hard", "Hard views") if ours else ("hard-opencv", "Hard views with OpenCV's SIFT")
    publish(name, heading, [table], write=arguments.write)


def _ask(library: Library, query: Path, right: frozenset[Path]) -> Found:
    found = library.search([Term(path=query)], SearchOptions(top=20, engine="match"))
    first = bool(right) and figure("R@1", [hit.path for hit in found.hits], right) == 1
    wrong = [hit for hit in found.hits if hit.verified and hit.path not in right]
    for hit in wrong:
        progress(f"to look at: {query.name} / {hit.path.name}, {hit.evidence[0].inliers} points")
    return Found(
        first=first,
        verified=first and found.hits[0].verified,
        false=len(wrong),
        took_ms=found.took_ms.total,
    )


def _row(found: Sequence[Found]) -> tuple[str, str]:
    return str(sum(one.first for one in found)), str(sum(one.verified for one in found))


def _last(found: Sequence[Found]) -> tuple[str, str]:
    return str(sum(one.false > 0 for one in found)), f"{statistics.median(one.took_ms for one in found):.0f}"


if __name__ == "__main__":
    main()

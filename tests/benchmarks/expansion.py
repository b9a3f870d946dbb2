"""What looking again with the hits adds: `python -m tests.benchmarks.expansion --work DIR`.

Each photo asks for the others of the same thing. Its own camera's folder is filtered out, so that nothing finds itself;
what had been found when the look began is compared with the whole answer. Options were chosen on the covers with odd
numbers, so that those with even ones report.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from cbir.base.types import Filters, Hit, SearchOptions, SearchResult, Term
from cbir.evaluation import compare
from cbir.library import Library
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.report import Table, parser, progress, publish, thinned
from tests.evaluation.ground_truth import load_queries, load_true_pairs, pictures_in

PHONES = ("Canon", "Droid", "E63", "Palm")
TOP = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A query. right : the photos that it should find. filters : what it is asked among"""

    path: Path
    right: frozenset[Path]
    filters: Filters = field(default_factory=Filters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The verified hits of one query when the look began, and after it. took_ms : the look alone, 0 where none was"""

    asked: Asked
    before: tuple[Hit, ...]
    after: tuple[Hit, ...]
    took_ms: float

    @property
    def shares(self) -> tuple[float, float]:
        """Of what is right, before and after."""
        before, after = (
            len({hit.path for hit in hits} & self.asked.right) for hits in (self.before, self.after)
        )
        return before / len(self.asked.right), after / len(self.asked.right)

    @property
    def added(self) -> list[Hit]:
        known = {hit.path for hit in self.before}
        return [hit for hit in self.after if hit.path not in known]


def covers(data: Path, *, odd: bool) -> list[Asked]:
    """Each phone's photo of a cover; right are its reference and the photos of the other phones."""
    folder = data / "covers"
    asked = []
    for phone in PHONES:
        others = [folder / each for each in (*PHONES, "Reference") if each != phone]
        among = Filters(folders=tuple(str(each) for each in (*others, data / "distractors")))
        asked += [
            Asked(path=path, right=frozenset(each / path.name for each in others), filters=among)
            for path in pictures_in(folder / phone)
            if int(path.stem) % 2 == odd
        ]
    return asked


def objects(data: Path) -> list[Asked]:
    return [
        Asked(path=query.path, right=query.relevant - {query.path})
        for query in load_queries(data / "objects")
    ]


def pairs(data: Path) -> list[Asked]:
    """The distractors that share something with another one: all that could lead to further ones."""
    folder = data / "distractors"
    share = [sorted(pair) for pair in load_true_pairs(folder / "true_pairs.json").pairs]
    others: dict[Path, set[Path]] = {}
    for a, b in share:
        others.setdefault(folder / a, set()).add(folder / b)
        others.setdefault(folder / b, set()).add(folder / a)
    return [Asked(path=path, right=frozenset(right)) for path, right in others.items() if path.is_file()]


def ask(library: Library, queries: Iterable[Asked]) -> list[Found]:
    found = []
    for asked in queries:
        began: list[SearchResult] = []

        def take(result: SearchResult, began: list[SearchResult] = began) -> None:
            if result.looking == "hits":
                began.append(result)

        options = SearchOptions(
            top=TOP, engine="match", look_harder=False, look_again=True, filters=asked.filters
        )
        result = library.search([Term(path=asked.path)], options, on_partial=take)
        after = _verified(result, asked)
        first = began[0] if began else None
        found.append(
            Found(
                asked=asked,
                before=after if first is None else _verified(first, asked),
                after=after,
                took_ms=0.0 if first is None else result.took_ms.total - first.took_ms.total,
            )
        )
        for hit in found[-1].added:
            (evidence,) = hit.evidence
            kind = "right" if hit.path in asked.right else "another"
            progress(f"{kind}: {asked.path} / {hit.path}, {evidence.inliers} points, {evidence.proof}")
    return found


def _verified(result: SearchResult, asked: Asked) -> tuple[Hit, ...]:
    return tuple(hit for hit in result.hits if hit.verified and hit.path != asked.path)


def _row(name: str, found: Sequence[Found]) -> tuple[str, ...]:
    before, after = np.array([each.shares for each in found]).T
    tested = compare(before, after)
    low, high = tested.interval
    added = [(hit.path in each.asked.right, hit) for each in found for hit in each.added]
    kinds = [
        f"{sum(right for right, _ in some)} / {sum(not right for right, _ in some)}"
        for some in (
            [one for one in added if one[1].proof != "via"],
            [one for one in added if one[1].proof == "via"],
        )
    ]
    looked = [each.took_ms for each in found if each.took_ms]
    return (
        name,
        str(len(found)),
        f"{before.mean():.4f}",
        f"{after.mean():.4f}",
        f"{low:+.4f} to {high:+.4f}, p {tested.p_randomisation:.4f}",
        *kinds,
        str(sum(hit.path not in each.asked.right for each in found for hit in each.before)),
        f"{statistics.median(looked):.0f}" if looked else "–",
    )


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the libraries in this folder")
    parsed.add_argument("--limit", type=int, help="ask at most so many queries of each set")
    parsed.add_argument("--odd", action="store_true", help="the covers that options were chosen on, too")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, data)
        whole = libraries.built("covers", [data / "covers"], start=libraries.distractors())
        sets = [
            ("covers, even numbers", whole, covers(data, odd=False)),
            ("objects", libraries.objects(), objects(data)),
            ("distractors that share something", libraries.distractors(), pairs(data)),
        ]
        if arguments.odd:
            sets.append(("covers, odd numbers", whole, covers(data, odd=True)))
        rows = []
        for name, folder, queries in sets:
            progress(name)
            with libraries.open(folder) as library:
                rows.append(_row(name, ask(library, thinned(queries, arguments.limit))))
                progress(" · ".join(rows[-1]))
    table = Table(
        columns=(
            *("queries", "asked", "found of what is right", "after looking again", "gain, 95 %"),
            *("more: right / another", "by way of hits: right / another", "another before", "ms"),
        ),
        rows=tuple(rows),
        notes=(
            "Found: verified. Another: a verified photo of another thing, as the data set counts; on covers nearly "
            "all of these share a desk, a neighbour in the stack or a printed frame with the query. ms: median of the "
            "looks, on a busy machine. Options were chosen on the covers with odd numbers.",
        ),
    )
    publish("expansion", "Looking again with the hits", [table], write=arguments.write)


if __name__ == "__main__":
    main()

"""False proofs by later stages: `python -m tests.benchmarks.strangers --work DIR`.

Photos of captioned/one/, none of them indexed, are searched for among the distractors with every look of a search;
nothing they show is there. Counted are the pairs that each look compared, until there are enough. Each hit is named, to
be looked at: a photo of the same famous place would be right.
"""

import random
import time
from collections import Counter
from contextlib import contextmanager
from unittest.mock import patch

from cbir.base.types import SearchOptions, Term
from cbir.search.stages import HarderLooksStage, comparing, mirrored
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish

MEASURES = ("cbir/matching", "cbir/search/stages")

PAIRS = 20_000
LOOKS = {
    "words": "the best by words",
    "nearest": "the best by nearest neighbours",
    "mirror": "as in a mirror",
    "guided": "guided matching",
    "photos": "the photos' files, looked at harder",
}


def main():
    parsed = parser(__doc__ or "", work="the library")
    parsed.add_argument("--pairs", type=int, default=PAIRS, help="compare at least so many")
    arguments = parsed.parse_args()
    strangers = sorted((arguments.data.resolve() / "captioned" / "one").rglob("*.jpg"))
    random.Random("strangers").shuffle(strangers)
    pairs = Counter()
    verified = Counter()
    asked, started = 0, time.perf_counter()
    with work_folder(arguments.work) as work:
        libraries = Libraries(work, arguments.data)
        with libraries.open(libraries.distractors()) as library, _counted(pairs):
            for path in strangers:
                if pairs.total() - pairs["words"] >= arguments.pairs:
                    break
                for hit in library.search([Term(path=path)], SearchOptions(top=20, engine="match")).hits:
                    for evidence in hit.evidence:
                        verified[evidence.found_by] += 1
                        progress(_said(path, hit.path, evidence))
                asked += 1
                if asked % 20 == 0:
                    progress(f"{asked} strangers, {pairs.total():,} pairs")
    took = (time.perf_counter() - started) / max(asked, 1)
    table = Table(
        columns=("look", "pairs compared", "verified"),
        rows=(
            *((words, f"{pairs[look]:,}", str(verified[look])) for look, words in LOOKS.items()),
            ("all", f"{pairs.total():,}", str(verified.total())),
        ),
        notes=(
            f"{asked} photos that are not indexed, {took:.1f} s each. Every look that a search has, as it has "
            "them: the later ones are for queries that the earlier ones find nothing for.",
        ),
    )
    publish("strangers", "Strangers among the distractors", [table], write=arguments.write, measures=MEASURES)


def _said(query, photo, evidence):
    return f"  {query} and {photo}: {evidence.inliers} points, {evidence.proof}, by {evidence.found_by}"


@contextmanager
def _counted(pairs):
    """Count the pairs of each look where it compares them, which no result tells."""
    verify, harder = comparing.verify_photos, HarderLooksStage._compare

    def counted_verify(comparisons, look, found_by, cancelled):
        seen = verify(comparisons, look, found_by, cancelled)
        pairs[found_by] += len(seen)
        return seen

    def counted_harder(*arguments):
        pairs["photos"] += 1
        return harder(*arguments)

    with (
        patch.object(comparing, "verify_photos", counted_verify),
        patch.object(mirrored, "verify_photos", counted_verify),
        patch.object(HarderLooksStage, "_compare", counted_harder),
    ):
        yield


if __name__ == "__main__":
    main()

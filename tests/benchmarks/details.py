"""NNDR among the details of a whole library, and VLAD vectors: `python -m tests.benchmarks.details --work DIR --write`.

Right photos among distractors that have descriptors of their own: warped crops with noise of training/, captioned/ and
captioned_noisy/, of which no descriptor occurs twice. (A drawn library repeats the features of a few photos, so that
every second neighbour is an exact copy.) The first table has the rank of the right photo in each ranking, before any
comparison; the second the answers of a search, with and without the index of all details.
"""

import random
import shutil
import statistics
import time

import cv2
import numpy as np

from cbir.base.types import SearchOptions, Term
from cbir.library import Library
from cbir.matching import vote_nearest
from cbir.search.stages.comparing import WIDE, scoring
from cbir.vectors import LibraryNndrOptions, kmeans, nearest
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, thinned
from tests.evaluation.ground_truth import load_queries

MEASURES = ("cbir/matching", "cbir/search/stages", "cbir/vectors")

SIDE_PX = 448  # of a distractor: as many points as a photo of 960 px of a flat scene, at a third of the time
CROPS = {
    "training": 5,
    "captioned": 2,
    "captioned_noisy": 3,
}  # of each photo; quarters and the middle, or strips
REAL = 756  # references of covers and hard views, and the distractors with which they are usually measured
SIZES = (REAL, REAL + 2_000, 10_000)
KINDS = ("hard", "covers")
NONE = 10**6
VLAD_CENTRES, VLAD_DIMENSIONS = 64, 256
VLAD = f"VLAD, {VLAD_DIMENSIONS} whitened, 8 bits"
MOST_FOR_VLAD = 3_000  # photos: enough to see whether it adds any


def main():
    parsed = parser(__doc__ or "", work="libraries, 1.5 GB,", limit="queries of each kind")
    parsed.add_argument("--photos", type=int, nargs="+", default=SIZES, help="sizes")
    parsed.add_argument("--only", choices=("ranks", "answers"), help="one of the tables")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    queries = {kind: thinned(load_queries(data / kind), arguments.limit) for kind in KINDS}
    ranks, answers = [], []
    with work_folder(arguments.work) as work:
        for photos in sorted(arguments.photos):
            with Library.open(library_of(work, data, photos), writable=True) as library:
                started = time.process_time()
                library.models.set_nndr("library")
                progress(
                    f"{photos:,} photos: {library.models.nndr()[1]}, {time.process_time() - started:.0f} s of CPU"
                )
                if arguments.only != "answers":
                    ranks += ranks_in(library, photos, queries)
                if arguments.only != "ranks":
                    answers += answers_of(library, photos, queries)
    publish(
        "details",
        "Details of the whole library",
        tables(ranks, answers),
        write=arguments.write,
        measures=MEASURES,
    )


def tables(ranks, answers):
    return [
        Table(
            title="Rank of the right photo before any comparison",
            columns=("photos, queries, ranking", "first", "among 30", "among 200", "among 1,000", "ms"),
            rows=tuple(ranks),
            notes=(
                "NNDR: 1,500 details, 16 visual words each, second neighbour from another photo. Nearest: votes among "
                "the thousand photos that are likeliest by visual words. Times: wall, one query, on a busy machine.",
            ),
        ),
        Table(
            title="Answers of a search",
            columns=("photos, queries, way", "right photo first", "proven", "listed", "false hits", "ms"),
            rows=tuple(answers),
            notes=("The match engine, without comparing files. Listed: among the first 200 hits.",),
        ),
    ]


# --- the libraries ---


def library_of(work, data, photos):
    """A library of so many photos, as an earlier run left it or grown from the next smaller one."""
    folder, mark = work / f"library{photos}", work / f"library{photos}.finished"
    if mark.exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    if photos == REAL:
        folders = [data / "covers" / "Reference", data / "hard" / "reference", data / "distractors"]
    else:
        smaller = max(size for size in SIZES if size < photos)
        shutil.copytree(library_of(work, data, smaller), folder)
        folders = [draw_distractors(work / "photos", data, smaller - REAL, photos - REAL)]
    with Library.open(folder, create=True, writable=True) as library:
        library.index(folders)
        indexed = library.info().photos
    if indexed != photos:
        raise SystemExit(f"{folder} has {indexed} photos, not {photos}.")
    mark.touch()
    return folder


def draw_distractors(folder, data, first, last):
    """Write the crops with these numbers."""
    places = [
        (path, number, crops)
        for name, crops in CROPS.items()
        for path in sorted((data / name).rglob("*.jpg"))
        for number in range(crops)
    ]
    random.Random(52).shuffle(places)
    target = folder / f"{first}"
    target.mkdir(parents=True, exist_ok=True)
    for number, (path, crop, crops) in list(enumerate(places))[first:last]:
        pixels = distractor(cv2.imread(str(path)), crop, crops, np.random.default_rng(number))
        cv2.imwrite(str(target / f"crop_{number:05d}.jpg"), pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return target


def distractor(picture, crop, crops, rng):
    """A crop, seen in perspective, lighter or darker, with noise."""
    height, width = picture.shape[:2]
    if crops == 5:
        left, top = [(0, 0), (0.5, 0), (0, 0.5), (0.5, 0.5), (0.25, 0.25)][crop]
        box = np.array([left, top, left + 0.5, top + 0.5])
    else:
        strip = np.array([crop / crops, 0, (crop + 1) / crops, 1])
        box = strip if width >= height else strip[[1, 0, 3, 2]]
    x0, y0, x1, y1 = box * [width, height, width, height]
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    corners += rng.uniform(-0.06, 0.06, (4, 2)) * [x1 - x0, y1 - y0]
    corners = np.clip(corners, 0, [width - 1, height - 1]).astype(np.float32)
    scale = SIDE_PX / max(x1 - x0, y1 - y0)
    size = int((x1 - x0) * scale), int((y1 - y0) * scale)
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    warped = cv2.warpPerspective(
        picture,
        cv2.getPerspectiveTransform(corners, target),
        size,
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REFLECT,
    )
    noisy = warped * rng.uniform(0.8, 1.2) + rng.normal(0, rng.uniform(2, 5), (*size[::-1], 1))
    return np.clip(noisy + rng.normal(0, 1.5, warped.shape), 0, 255).astype(np.uint8)


# --- ranks ---


def ranks_in(library, photos, queries):
    """Rows of the first table."""
    service = library._search_service
    with library._reader.snapshot() as snapshot:
        ((codebook, index),) = snapshot.index.indexes
        details = library.models._details.index(codebook.fingerprint)
        documents = np.sort(index.documents).astype(np.int64)
        records = snapshot.catalog.photos.of_documents(documents.tolist())
        by_path = {record.path: document for document, record in records.items()}

        def features(chosen):
            read = snapshot.features([records[document] for document in chosen])
            snapshot._features.clear()
            return read

        neutral = [d for d in documents if "Reference" not in records[d].path.parts]
        vlad = Vlad(codebook, features, documents, neutral) if photos <= MOST_FOR_VLAD else None
        rows = []
        for kind, asked in queries.items():
            ways, took_ms = {}, {}
            for query in asked:
                right = by_path[next(iter(query.relevant))]
                described = service.with_described(Term(path=query.path), lambda terms, _: terms.terms[0])
                upright = described.features[codebook.fingerprint][0]
                largest = np.argsort(-upright.sigma, kind="stable")

                def by_words(options, top, upright=upright):
                    (scored,) = index.search_each(upright.words, upright.signatures, [(top, options)])
                    return scored.documents.astype(np.int64)

                def by_nearest(upright=upright, by_words=by_words):
                    likely = by_words(WIDE, 1000)
                    votes = vote_nearest(upright, features(likely.tolist()), codebook)
                    return likely[np.argsort(-votes, kind="stable")][: np.count_nonzero(votes)]

                def by_nndr(ratio, upright=upright, largest=largest):
                    options = LibraryNndrOptions(max_ratio=ratio)
                    chosen = upright.projected[largest[: options.details]]
                    return details.vote(chosen, codebook, live=documents, options=options).documents

                def by_vlad(upright=upright, largest=largest):
                    return vlad.rank(upright.projected[largest[:1000]])

                rankings = {
                    "visual words, strict": lambda: by_words(scoring("hamming"), NONE),
                    "visual words, wide": lambda: by_words(WIDE, NONE),
                    "nearest of the likeliest 1,000": by_nearest,
                    "NNDR of the library, 0.8": lambda: by_nndr(0.8),
                    "NNDR of the library, 0.9": lambda: by_nndr(0.9),
                }
                if vlad is not None:
                    rankings[VLAD] = by_vlad
                for name, rank in rankings.items():
                    started = time.perf_counter()
                    order = np.flatnonzero(rank() == right)
                    took_ms.setdefault(name, []).append((time.perf_counter() - started) * 1000)
                    ways.setdefault(name, []).append(int(order[0]) + 1 if len(order) else NONE)
            ways = {name: np.array(ranks) for name, ranks in ways.items()}
            pairs = ways["visual words, strict"], ways["visual words, wide"]
            shortlist = np.minimum(2 * pairs[0] - 1, 2 * pairs[1])
            near = np.where(shortlist <= 200, 1, ways["nearest of the likeliest 1,000"])
            for name in [name for name in ways if name.startswith(("NNDR", "VLAD"))]:
                ways[f"shortlist, nearest, and {name}"] = np.where(near <= 30, 1, ways[name])
            ways["shortlist of words, then nearest"] = near
            for name, ranks in ways.items():
                shares = [f"{np.mean(ranks <= limit):.3f}" for limit in (1, 30, 200, 1000)]
                if "shortlist" in name:
                    shares = ["–", shares[1], "–", "–"]
                ms = f"{statistics.median(took_ms[name]):.0f}" if name in took_ms else "–"
                rows.append((f"{photos:,}, {kind}, {name}", *shares, ms))
                progress(" | ".join(rows[-1]))
    return rows


class Vlad:
    """Vectors of locally aggregated descriptors, from the stored codes, PCA-whitened, in 8 bits.

    Jegou and others, PAMI 2012; residuals of length 1 and each centre normalised: Delhumeau and others, MM 2013;
    Arandjelovic and Zisserman, CVPR 2013.
    """

    def __init__(self, codebook, features, documents, neutral):
        self.documents = documents
        rng = np.random.default_rng(0)
        sample = [codebook.decompress(features([d])[0].codes)[::4] for d in rng.permutation(neutral)[:400]]
        self.centres = kmeans(np.concatenate(sample)[:80_000], VLAD_CENTRES, iterations=10, seed=0)
        made = np.stack([self.made(codebook.decompress(features([d])[0].codes)) for d in documents.tolist()])
        trained = made[np.isin(documents, neutral)][:2_000]
        self.mean = trained.mean(axis=0)
        _, spread, axes = np.linalg.svd(trained - self.mean, full_matrices=False)
        self.axes = axes[:VLAD_DIMENSIONS] / (spread[:VLAD_DIMENSIONS, None] / np.sqrt(len(trained)) + 1e-3)
        reduced = self.reduced(made)
        self.codes = np.rint(reduced / np.abs(reduced).max() * 127)

    def made(self, descriptors):
        if not len(descriptors):
            return np.zeros(self.centres.size, np.float32)
        cell = nearest(np.ascontiguousarray(descriptors, np.float32), self.centres)[1]
        residuals = descriptors - self.centres[cell]
        residuals /= np.maximum(np.linalg.norm(residuals, axis=1, keepdims=True), 1e-6)
        vector = np.zeros_like(self.centres)
        np.add.at(vector, cell, residuals)
        vector = np.sign(vector) * np.sqrt(np.abs(vector))
        vector /= np.maximum(np.linalg.norm(vector, axis=1, keepdims=True), 1e-9)
        return vector.ravel() / np.linalg.norm(vector)

    def reduced(self, vectors):
        whitened = (vectors - self.mean) @ self.axes.T
        return whitened / np.linalg.norm(whitened, axis=-1, keepdims=True)

    def rank(self, descriptors):
        return self.documents[np.argsort(-(self.codes @ self.reduced(self.made(descriptors))))]


# --- answers ---


def answers_of(library, photos, queries):
    """Rows of the second table. The ways of a query follow one another, so that a busy machine affects both."""
    rows = []
    for kind, asked in queries.items():
        found = {"shortlist": [], "library": []}
        for query in asked:
            right = next(iter(query.relevant))
            for nndr, outcomes in found.items():
                options = SearchOptions(top=200, engine="match", look_harder=False, nndr=nndr)
                started = time.perf_counter()
                hits = library.search([Term(path=query.path)], options).hits
                took_ms = (time.perf_counter() - started) * 1000
                place = next((number for number, hit in enumerate(hits) if hit.path == right), None)
                proven = place is not None and hits[place].verified
                false = sum(hit.verified and hit.path != right for hit in hits)
                outcomes.append((place == 0, proven, place is not None, false, took_ms))
        for nndr, outcomes in found.items():
            first, proven, listed, false, took_ms = zip(*outcomes, strict=True)
            shares = [f"{np.mean(values):.3f}" for values in (first, proven, listed)]
            ms = f"{statistics.median(took_ms):.0f}"
            rows.append((f"{photos:,}, {kind}, NNDR {nndr}", *shares, str(sum(false)), ms))
    return rows


if __name__ == "__main__":
    main()

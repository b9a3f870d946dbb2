"""Identical answers before and after a change of the code: `python -m tests.benchmarks.golden --work FOLDER OUTPUT`.

Writes the hits of some hundred searches as JSON, one search a line: order, scores, sections, evidence, and the
interim answers on the way there. Wording and timings are left out. Two trees answer alike where their outputs are equal
byte for byte. The library is built in the work folder by the first tree that is run, and found there by the next.

The searches: phone photos of covers, the hard views, each photo of objects/, typed queries, pictures with words, and
one or more for each option of a search. Half of the covers have invented recognised text, so that no OCR has to be run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import get_args

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import (
    Filters,
    Ingredient,
    Listing,
    SearchOptions,
    Term,
    TextLine,
    asked_for,
)
from cbir.library import Library
from cbir.state import exclusive_write
from tests.benchmarks.report import DEFAULT_DATA, progress

_FINISHED = "golden.finished"
_SEED = 51
_OPTIONS = SearchOptions(top=60, look_again=True)
_DISTRACTORS = 250
_KEYWORDS = {"landmark": "sights", "painting": "gallery"}
_TITLES = (
    "silent harbour", "the last train", "good morning lisbon", "crash course", "iron valley", "summer of kings",
    "night over berlin", "the glass house", "a river between", "midnight express lane", "golden age", "casino city",
    "paper moon rising", "lost in october", "blue velvet sky", "north by coast", "twelve winters", "the red door",
    "family business", "under the bridge", "city of ghosts", "ocean drive", "wild horses", "return to avalon",
    "mercury falling",
)  # fmt: skip
_SENTENCES = (
    "a man with a gun", "two people embracing", "a red car", "a boat at sea", "a woman's face", "a painting of flowers",
    "a stone tower", "a church", "mountains and snow", "a dog", "a cat on a sofa", "a bridge over a river", "a bicycle",
    "food on a plate", "a bottle", "a horse", "an aeroplane in the sky", "people at a table", "a city at night",
    "a statue", "a book", "a clock", "a computer keyboard", "a tree in autumn", "a beach", "a portrait of a man",
    "a yellow flower", "a train", "a street with cars", "a football player", "a child playing", "a piano",
)  # fmt: skip
_NAMES = (
    "001", "landmark", "painting_001", "ukbench00003", "jpg", "reference", "landmark_00*", '"painting 003"',
    "folder:reference", "landmark NOT painting", "ukbench OR painting", "keyword:sights", "sights tower", "gallery",
    "name:landmark tower", "rating:>=3", "rating:>=3 church", "taken:2019", "size:>1mb", "covers 017",
    "orientation:portrait", "nothingofthekind", "qzxv", "a", "🙂", "width:>800 boat", "-gallery painting", "kodak",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One search."""

    name: str
    terms: tuple[Term, ...]
    options: SearchOptions = SearchOptions(top=200, look_again=True)  # noqa: RUF009 (frozen)


def build(work, data, distractor_count):
    """The library, built once."""
    folder = work / "library"
    if (work / _FINISHED).exists():
        return folder
    distractors = work / "distractors"
    distractors.mkdir(parents=True, exist_ok=True)
    for photo in sorted((data / "distractors").glob("*.jpg"))[::2][:distractor_count]:
        (distractors / photo.name).write_bytes(photo.read_bytes())
    with Library.open(folder, create=True, writable=True) as library:
        report = library.index(
            [data / "covers" / "Reference", data / "hard" / "reference", data / "objects", distractors]
        )
        progress(f"{report.indexed} photos indexed, {len(report.skipped)} skipped")
        photos = sorted((data / "hard" / "reference").iterdir())
        for kind, keyword in _KEYWORDS.items():
            ids = library.find_photos([path for path in photos if path.name.startswith(kind)][:12])
            library.marks.set_keywords(ids, add=[keyword])
        library.marks.set_rating(library.find_photos(photos[::5]), 4)
        library.models.learn_keywords()
        recognise(library, sorted((data / "covers" / "Reference").iterdir())[::2])
    parted = work / "parted"
    with Library.open(parted, create=True, writable=True) as library:
        library.index([data / "objects"], parts=True)
    (work / _FINISHED).touch()
    return folder


def recognise(library, covers):
    """Give covers invented recognised text: titles, some of them misread, and small print."""
    rng = random.Random(_SEED)
    photos = dict(zip(library.find_photos(covers), covers, strict=True))
    with exclusive_write(Layout(library.folder)) as catalog:
        wanted = [one for one in catalog.written.to_read("golden", limit=10_000) if one.photo in photos]
        with catalog.transaction():
            for at, one in enumerate(sorted(wanted, key=lambda one: one.path)):
                title = _TITLES[at % len(_TITLES)]
                if at % 3 == 1:
                    title = title.replace("n", "rn").replace("d", "cl")
                left, top = rng.uniform(50, 150), rng.uniform(100, 300)
                lines = [_line(title.upper(), left, top, 80), _line("a film by nobody at all", left, 600, 12)]
                catalog.written.set(one, lines, reader="golden")


def _line(text, left, top, height):
    right, words = left + 0.5 * height * len(text), text.split()
    share = 1 / len(words)
    return TextLine(
        text=text,
        quad=((left, top), (right, top), (right, top + height), (left, top + height)),
        confidence=0.9,
        spans=tuple((at * share, (at + 0.9) * share) for at in range(len(words))),
    )


def cases(library, data):
    """All searches of the large library."""
    covers = [
        data / "covers" / camera / f"{at:03}.jpg"
        for camera in ("Canon", "Droid", "E63", "Palm")
        for at in range(1, 101)
    ]
    rng = random.Random(_SEED)
    for path in sorted(rng.sample(covers, 100)):
        yield Case(name=f"covers {path.parent.name}/{path.name}", terms=(Term(path=path),))
    for path in sorted((data / "hard" / "query").iterdir()):
        yield Case(name=f"hard {path.name}", terms=(Term(path=path),), options=SearchOptions(top=50))
    for path in sorted((data / "objects").glob("*.jpg")):
        yield Case(name=f"objects {path.name}", terms=(Term(path=path),), options=SearchOptions(top=50))
    typed = [*_SENTENCES, *_NAMES, *_TITLES, *(f"{title.split()[-1]} nobody" for title in _TITLES[:15])]
    for text in typed[:100]:
        yield Case(name=f"typed {text}", terms=(Term(text=text),))
    for at in range(50):
        path = rng.choice(covers)
        text = rng.choice((*_SENTENCES, *_TITLES, "001", "landmark", "-painting a face"))
        yield Case(name=f"mixed {at} {text}", terms=(Term(path=path), Term(text=text)))
    yield from option_cases(library, data)


def option_cases(library, data):
    """One or more searches for each option."""
    picture = Term(path=data / "covers" / "Canon" / "017.jpg")
    other = Term(path=data / "covers" / "Palm" / "033.jpg")
    hard = Term(path=sorted((data / "hard" / "query").iterdir())[7])
    text = Term(text="silent harbour")
    sentence = Term(text="a stone tower")
    ids = library.find_photos(sorted((data / "covers" / "Reference").iterdir())[:40])

    def case(name, *terms, **options):
        return Case(name=name, terms=terms, options=replace(_OPTIONS, **options))

    for ingredient in get_args(Ingredient):
        for name, term in (("picture", picture), ("hard", hard)):
            yield case(f"without {ingredient} {name}", term, without=frozenset({ingredient}))
    yield case("without expansion text", text, without=frozenset({"expansion"}))
    for engine in ("match", "semantic"):
        yield case(f"engine {engine} picture", picture, engine=engine)
    for engine in ("metadata", "semantic"):
        yield case(f"engine {engine} text", text, engine=engine)
        yield case(f"engine {engine} name", Term(text="landmark"), engine=engine)
    for weighting in ("tfidf", "bm25"):
        yield case(f"weighting {weighting}", picture, weighting=weighting)
    yield case("mirror", picture, mirror=True)
    yield case("look harder", picture, look_harder=True)
    yield case("look no harder", hard, look_harder=False)
    yield case("not again", picture, look_again=False)
    yield case("not again text", text, look_again=False)
    yield case("expand", picture, expand=True)
    yield case("expand sentence", sentence, expand=True)
    for sort in ("date", "name", "size"):
        yield case(f"sort {sort}", picture, sort=sort)
        yield case(f"sort {sort} text", text, sort=sort)
    yield case("second page", picture, skip=20, top=20)
    yield case("second page text", Term(text="landmark"), skip=20, top=20)
    yield case("region", replace(picture, region=(100, 100, 300, 300)))
    yield case("data", Term(data=(data / "covers" / "E63" / "050.jpg").read_bytes()))
    yield case("photo", Term(photo=ids[3]))
    yield case("photo region", Term(photo=ids[3], region=(50, 50, 300, 300)))
    yield case("two pictures", picture, other)
    yield case("two pictures weighted", replace(picture, weight=3.0), other)
    yield case("minus picture", sentence, replace(other, sign=-1))
    yield case("minus text", picture, Term(text="reference", sign=-1))
    yield case("minus sentence", Term(text="a face"), Term(text="a man with a gun", sign=-1))
    yield case("minus alone", Term(text="landmark", sign=-1), filters=Filters(folders=("reference",)))
    yield case("two texts", sentence, Term(text="landmark"))
    yield case("two texts weighted", sentence, Term(text="painting", weight=0.2))
    right, wrong = Term(photo=ids[16], marked=True), Term(photo=ids[20], marked=True, sign=-1)
    yield case("marked right", picture, right)
    yield case("marked wrong", picture, wrong)
    yield case("marked both", picture, right, wrong)
    yield case("marked sentence", sentence, right, wrong)
    yield case("marks alone", right, wrong)
    yield case("mark from elsewhere", picture, replace(other, marked=True))
    for name, filters in (
        ("folder", Filters(folders=("reference",))),
        ("rating", Filters(min_rating=3)),
        ("keyword", Filters(keywords=("sights",))),
        ("orientation", Filters(orientation="portrait")),
        ("camera", Filters(cameras=("canon",))),
    ):
        for kind, terms in (
            ("picture", [picture]),
            ("text", [text]),
            ("sentence", [sentence]),
            ("alone", []),
        ):
            yield case(f"filter {name} {kind}", *terms, filters=filters)
        yield case(f"filter {name} names", text, filters=filters, engine="metadata")
    for order in ("score", "date", "added", "name", "size", "folder", "camera", "rating"):
        for kind, terms in (("all", []), ("text", [text]), ("name", [Term(text="landmark")])):
            engine = "metadata" if terms else "auto"
            yield case(f"listed {order} {kind}", *terms, listed=order, engine=engine)
    yield case("listed backwards", listed="name", backwards=True)
    yield case("listed filter", listed="date", filters=Filters(min_rating=3))
    yield case("nprobe", sentence, nprobe=4)
    yield case("keyword learned", Term(text="sights"))
    yield case("keyword learned beside", Term(text="sights at night"))


def parted_cases(data):
    """Searches of the library whose photos have embeddings of parts."""
    objects = sorted((data / "objects").glob("*.jpg"))
    for text in _SENTENCES[::3]:
        yield Case(name=f"parts {text}", terms=(Term(text=text),), options=_OPTIONS)
    for path in objects[::9]:
        yield Case(
            name=f"parts framed {path.name}",
            terms=(Term(path=path, region=(100, 100, 300, 250)),),
            options=_OPTIONS,
        )
        yield Case(name=f"parts {path.name}", terms=(Term(path=path), Term(text="a clock")), options=_OPTIONS)


def described(result):
    """An answer without its wording and timings: its hits in a line each, with a digest of all that they have."""
    listed = isinstance(result.hits, Listing)
    asked = set() if listed else {hit.photo for hit in asked_for(result.hits, pictured=True)}
    return {
        "hits": [
            [
                hit.rank,
                int(hit.photo),
                str(hit.path),
                hit.score,
                hit.proof,
                hit.photo in asked,
                _digest(_plain(hit)),
            ]
            for hit in result.hits
        ],
        "searched": result.searched,
        "total": result.total,
        "looking": result.looking,
        "assumed": [str(path) for path in result.assumed],
        "notes": len(result.notes),
    }


def _plain(value):
    """All fields of a hit as bytes, its arrays in full."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if is_dataclass(value):
        return b"".join(_plain(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, tuple):
        return b"".join(map(_plain, value))
    return repr(value).encode()


def _digest(data):
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def answer(library, case):
    """One line of the output."""
    interim = []

    def note(partial):
        told = json.dumps(described(partial), default=str)
        interim.append(f"{partial.looking} {len(partial.hits)} {_digest(told.encode())}")

    try:
        found = described(library.search(case.terms, case.options, on_partial=note))
    except Exception as error:
        found = {"error": type(error).__name__}
    return json.dumps({"case": case.name, **found, "interim": interim}, default=str)


def reasons(library, data):
    """Reasons for some hits, and the other answers of the same rooms, as lines of the output."""
    picture = Term(path=data / "covers" / "Canon" / "017.jpg")
    ids = library.find_photos(sorted((data / "covers" / "Reference").iterdir())[:40])
    words = library.reasons.shared_words(picture, ids[16])
    yield json.dumps(
        {"case": "shared words", "score": words.score, "words": [word.word for word in words.words]}
    )
    shares = library.reasons.word_shares([Term(text="a stone tower")], ids[:5])
    yield json.dumps(
        {"case": "word shares", "shares": [[repr(share) for share in shares[photo]] for photo in shares]}
    )
    suggested = library.marks.suggest(ids[:3])
    yield json.dumps({"case": "suggested keywords", "words": [[one.word, one.margin] for one in suggested]})
    ranked = library.rank(picture, SearchOptions(top=50))
    yield json.dumps({"case": "rank", "hits": [[str(hit.path), hit.score] for hit in ranked]})


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("output", type=Path, help="the file to write")
    parser.add_argument(
        "--work", type=Path, required=True, help="the folder of the library, kept for the next run"
    )
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA)
    parser.add_argument("--only", default="", help="the cases whose names begin so")
    parser.add_argument(
        "--distractors", type=int, default=_DISTRACTORS, metavar="N", help="of a library that is built"
    )
    parsed = parser.parse_args()
    work, data = parsed.work.resolve(), parsed.data.resolve()
    folder = build(work, data, parsed.distractors)
    started = time.perf_counter()
    with parsed.output.open("w", encoding="utf-8") as output:
        for library_folder, parted in ((folder, False), (work / "parted", True)):
            with Library.open(library_folder) as library:
                library.start()
                for line in reasons(library, data) if not (parted or parsed.only) else ():
                    output.write(line + "\n")
                for case in parted_cases(data) if parted else cases(library, data):
                    if case.name.startswith(parsed.only):
                        output.write(answer(library, case) + "\n")
                        output.flush()
    progress(f"answered in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()

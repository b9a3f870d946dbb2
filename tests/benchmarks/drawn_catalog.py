"""Draw catalogs of up to a million photos: files that are links to a few, and metadata without features."""

import os
import random

import numpy as np

from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import DocumentId, Metadata, PhotoFeatures
from cbir.catalog import Catalog, NewDocument, SegmentRow
from cbir.evaluation import encode_jpeg
from cbir.library import Library, LibraryOptions
from cbir.matching import FeatureStoreBuilder
from cbir.metadata import EXTRACTOR_VERSION
from cbir.visual_words import SegmentBuilder
from tests.benchmarks.report import progress

FOLDERS = 300
SOURCES, LINKS = 10, 50_000  # files that all others are links to, at least; a file may have 65,000 links
AT_ONCE = 20_000  # rows
VOCABULARY = 5_000

CAMERAS = [("Canon", f"Canon EOS {number}D") for number in range(1, 16)] + [
    (make, f"{letter}{number}")
    for make, letter in (("FUJIFILM", "X-T"), ("NIKON CORPORATION", "NIKON Z"), ("Apple", "iPhone "))
    for number in range(1, 6)
]
FORMATS = ("JPEG",) * 8 + ("HEIF", "PNG")
PLACES = ("Lisboa", "Porto", "Évora", "Faro", "Braga", "Coimbra", "Sintra", "Lagos", "Tavira", "Beja")

FILTERS = (
    "folder:lisboa",
    "-folder:lisboa",
    "after:2014",
    "date:2015-07",
    "camera:fuji",
    "rating:>=3",
    "orientation:portrait",
    "megapixels:>=10",
    "format:jpeg",
    "after:2010 camera:canon rating:>=1 orientation:landscape megapixels:>=10 format:jpg",
)


def word(number):
    """A word of the vocabulary: syllables, and an ending as words of four languages have them."""
    syllables, rest = "", number + 60
    while rest:
        rest, at = divmod(rest, 60)
        syllables += "bdfglmnprstv"[at % 12] + "aeiou"[at // 12]
    return syllables + ("", "s", "ing", "e", "en")[number % 5]


TEXTS = (
    f"{word(17)} ",
    word(17),
    f"{word(16)}",
    "lisboa 2015",
    "eos ",
    "img_012345",
    f'"{word(3)} {word(4)}"',
    f"keyword:{word(1)} OR keyword:{word(2)} ",
    f"{word(8)} {word(9)} -{word(5)}",
    "lisboa -camera:canon rating:>=3",
    "lisboa ",
    "canon ",
    "jpg ",
    "img canon jpg ",
    "20",
    "jpg rating:>=3",
)


def link_files(folder, count):
    """Make the files and return their paths below the folder."""
    noise = np.random.default_rng(0)
    sources = []
    for number in range(max(SOURCES, -(-count // LINKS))):
        source = folder.parent / f"source {number}.jpg"
        source.write_bytes(encode_jpeg(noise.integers(0, 256, (48, 64, 3), np.uint8), 80))
        sources.append(source)
    paths = []
    for number in range(count):
        place = number % FOLDERS
        name = f"{place:03} {PLACES[place % len(PLACES)]}" if place % 3 else f"{place:03}"
        path = f"{name}/IMG_{number:06}.jpg"
        if number < FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        os.link(sources[number % len(sources)], folder / path)
        paths.append(path)
    progress(f"{count:,} files linked")
    return paths


def fill(library, photos, paths, draw_photo=None):
    """Make a library that knows all of the files, as if it had indexed them and found nothing to match.

    draw_photo : makes the record of a photo; by default drawn at random
    """
    draw_photo = draw_photo or draw_document
    options = LibraryOptions().indexing.features.fingerprint
    Library.open(library, create=True).close()
    empty = photos.parent / "empty"
    empty.mkdir()
    with Library.open(library) as opened:
        opened.index([empty])  # it adopts its codebook
        about = opened.info()
    layout = Layout(library)
    postings = SegmentBuilder(words=about.words, codebook=about.codebook)
    store = FeatureStoreBuilder(words=about.words, codebook=about.codebook, options=options)
    nothing = _no_features()
    draw = random.Random(1)
    with Catalog.open(layout.catalog, writable=True) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(photos)
        first = catalog.documents.next_id()
        stored = []
        for number in range(len(paths)):
            postings.add(DocumentId(first + number), nothing.words, np.zeros(0, np.uint64))
            stored.append(store.add(nothing))
        name, features = new_segment_name(), new_segment_name()
        postings.write(layout.postings(name))
        store.write(layout.features(features))
        with catalog.transaction():
            for segment, kind in ((name, "postings"), (features, "features")):
                catalog.segments.add(
                    SegmentRow(
                        name=segment,
                        kind=kind,
                        codebook=about.codebook,
                        options=options,
                        documents=len(paths),
                    )
                )
        for start in range(0, len(paths), AT_ONCE):
            documents = [
                draw_photo(root, photos, path, DocumentId(first + number), stored[number], draw)
                for number, path in enumerate(paths[start : start + AT_ONCE], start)
            ]
            with catalog.transaction():
                catalog.documents.add(documents, store=features, postings=name)
    progress(f"{len(paths):,} photos written")


def _no_features():
    flat = np.zeros(0, np.float32)
    return PhotoFeatures(
        words=np.zeros(0, np.uint32),
        codes=np.zeros((0, 32), np.uint8),
        xy=np.zeros((0, 2), np.float32),
        sigma=flat,
        angle=flat,
        size=(64, 48),
    )


def draw_document(root, photos, path, document, row, draw):
    status = (photos / path).stat()
    make, model = draw.choice(CAMERAS)
    words = [word(int(draw.paretovariate(0.6)) % VOCABULARY) for _ in range(6)]
    date = f"{draw.randint(2005, 2024)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}T12:00:00"
    portrait = draw.random() < 1 / 3
    return NewDocument(
        root=root.id,
        path=path,
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
        fingerprint=f"{document:032x}",
        format=draw.choice(FORMATS),
        width=3000 if portrait else 4000,
        height=4000 if portrait else 3000,
        document=document,
        store_row=row,
        pixels=f"{document:032x}",
        metadata=Metadata(
            taken_at=date,
            make=make,
            model=model,
            lens="EF24-70mm f/2.8L II USM",
            rating=draw.randint(0, 5),
            keywords=tuple(words[:3]),
            title=" ".join(words[3:]) if draw.random() < 0.3 else None,
            places=(draw.choice(PLACES), "Portugal") if draw.random() < 0.1 else (),
            orientation=1,
        ),
        extractor=EXTRACTOR_VERSION,
    )

"""Folders of photos -> a codebook file; a codebook file -> its origin and size."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.extras import how_to_install
from cbir.base.storage import write_atomically
from cbir.images import DecodeOptions, decode, read_file
from cbir.indexing import scan_folder
from cbir.local_features import FeatureOptions, describe
from cbir.state import shipped_codebook, trained_on
from cbir.visual_words import Codebook, WordUsage
from cbir.workers import WorkerPool, grant, run_all

TRAINING_FEATURES = 1500  # per photo, more than the index keeps: visual words need many descriptors
Progress = Callable[[str, int, int | None], None]
"""Called with the step's name, the amount done, and the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodebookInfo:
    """The origin and size of a codebook."""

    fingerprint: str
    words: int
    descriptors: int
    photos: int
    trained_on: tuple[str, ...]
    bytes: int
    created: str


def train_codebook_from_folders(
    folders: Sequence[Path], output: Path, *, words: int = 65_536, progress: Progress = lambda *_: None
) -> CodebookInfo:
    """Describe all photos below these folders in worker processes, train a codebook and write it.

    words : visual words of the codebook
    Raises CbirError if a folder is missing or there is too little to learn from.
    """
    from cbir.visual_words import train_codebook

    paths = photo_paths(folders)
    if not output.parent.is_dir():
        raise CbirError("The folder {0} for the codebook does not exist.", output.parent)
    described = _describe_all(paths, progress)
    if not described:
        raise CbirError("None of the folders holds a picture with detail to learn from.")
    about = {
        "photos": len(described),
        "trained_on": [folder.name for folder in folders],
        "features": FeatureOptions(max_features=TRAINING_FEATURES).fingerprint,
        "features_per_photo": TRAINING_FEATURES,
        "created": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "method": "PCA to 64 dimensions, two-level k-means (FAISS), medians of a random rotation",
    }
    codebook = train_codebook(
        np.concatenate(described),
        words=words,
        about=about,
        progress=lambda share: progress("Learning words", round(share * 100), 100),
    )
    codebook.save(output)
    return codebook_info(output)


def photo_paths(folders: Sequence[Path]) -> list[Path]:
    """All photos below some folders. Raises CbirError if one is missing."""
    paths = []
    for folder in folders:
        if not folder.is_dir():
            raise CbirError("The folder {0} does not exist.", folder)
        paths += [folder / file.path for file in scan_folder(folder, folder)]
    return paths


def codebook_info(path: Path | None) -> CodebookInfo:
    """The origin and size of a codebook file. path : None for the codebook that comes with the program"""
    path = path or shipped_codebook()
    codebook = Codebook.load(path)
    about = codebook.about
    return CodebookInfo(
        fingerprint=codebook.fingerprint,
        words=len(codebook),
        descriptors=_count(about.get("descriptors")),
        photos=_count(about.get("photos")),
        trained_on=trained_on(codebook),
        bytes=path.stat().st_size,
        created=str(about.get("created", "")),
    )


def plot_word_usage(usage: WordUsage, path: Path) -> None:
    """Plot as PNG: frequencies of visual words by rank (Zipf), and visual words by the number of photos (Heaps).

    Raises CbirError if matplotlib is missing or the file cannot be written.
    """
    if find_spec("matplotlib") is None:
        raise CbirError("The plots are drawn with matplotlib. {0}", how_to_install("train"))
    # Not pyplot, which would choose a window system and keep every figure.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    zipf, heaps = figure.subplots(1, 2)
    zipf.loglog(range(1, usage.used + 1), usage.frequencies)
    zipf.set(xlabel="rank of the word", ylabel="photos that have it")
    heaps.loglog(range(1, usage.photos + 1), usage.first_seen)
    heaps.set(xlabel="photos", ylabel="words that they use")
    for axes in (zipf, heaps):
        axes.grid(alpha=0.3)
    figure.suptitle(f"{usage.used:,} of {usage.words:,} words, {usage.entropy_bits:.2f} bits")
    encoded = io.BytesIO()
    figure.savefig(encoded, format="png", dpi=100)
    try:
        write_atomically(path, encoded.getvalue())
    except OSError as error:
        raise CbirError("{0} cannot be written: {1}.", path, error.strerror) from error


def _count(value: object) -> int:
    """Read a count from a manifest, which anybody may have written; 0 for another type."""
    return value if isinstance(value, int) else 0


def describe_for_training(path: Path) -> NDArray[np.uint8]:
    """Descriptors of a photo, (n, 128) uint8. Runs in a worker."""
    options = FeatureOptions(max_features=TRAINING_FEATURES)
    limits = DecodeOptions()
    image = decode(read_file(path).data, max_side_px=options.working_side_px, options=limits, grant=grant)
    return describe(image.pixels, options).descriptors


def _describe_all(paths: Sequence[Path], progress: Progress) -> list[NDArray[np.uint8]]:
    """Descriptors of the readable photos, in the order of the paths, so that training can be repeated."""
    described = []
    with WorkerPool() as pool:
        futures = run_all(pool, describe_for_training, ((path, (path,)) for path in paths), in_order=True)
        for done, (_, future) in enumerate(futures, start=1):
            try:
                descriptors = future.result()
            except ImageUnreadable:
                continue  # training goes on without this photo
            if len(descriptors):
                described.append(descriptors)
            progress("Describing photos", done, len(paths))
    return described

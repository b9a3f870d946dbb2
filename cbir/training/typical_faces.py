"""Photos of many strangers -> the typical faces with which the grouping of faces compares distances.

<folder>/typical_faces.npy  means of the numbers of faces; no number of a single face is written
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.storage import write_atomically
from cbir.faces import TYPICAL_FACES, FaceFinder, FindingOptions
from cbir.images import decode, read_file
from cbir.training.codebook import photo_paths
from cbir.training.graph_builder import PROVENANCE

MEANS = 4  # with 4 to 10, the same pairs of half A are told apart; few means are of many faces each
_LEAST = 10  # faces for each mean


def write_typical_faces(photos: Sequence[Path], folder: Path) -> None:
    """Write the means of the faces in photos beside the networks in a folder.

    photos : folders of photos of many people, so that no mean is of one person
    Raises CbirError if a folder is missing, or the photos show too few faces.
    """
    from sklearn.cluster import KMeans

    finder, numbers, count = FaceFinder(folder=folder), [], 0
    for path in photo_paths(photos):
        try:
            image = decode(read_file(path).data, max_side_px=FindingOptions().picture_side_px)
        except ImageUnreadable:
            continue
        count += 1
        faces = finder.find(image.pixels, image.full_size)
        numbers += [face.numbers for face in faces if face.numbers is not None]
    if len(numbers) < _LEAST * MEANS:
        raise CbirError(
            "The photos show {0} clear faces. Give photos with at least {1}.", len(numbers), _LEAST * MEANS
        )
    means = KMeans(MEANS, n_init=20, random_state=0).fit(np.stack(numbers)).cluster_centers_
    content = io.BytesIO()
    np.save(content, means.astype(np.float16))
    write_atomically(folder / TYPICAL_FACES, content.getvalue())
    provenance = json.loads((folder / PROVENANCE).read_text())
    provenance["typical faces"] = f"{MEANS} means of the numbers of {len(numbers)} faces in {count} photos"
    provenance[f"sha256 of {TYPICAL_FACES}"] = hashlib.sha256(content.getvalue()).hexdigest()
    write_atomically(folder / PROVENANCE, json.dumps(provenance, indent=1).encode() + b"\n")

"""A program's own detector of local features, by its name, so that workers can import it."""

from __future__ import annotations

import functools
import importlib
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.local_features.features import Features


class Detector(Protocol):
    """A function at the top of a module, that describes a picture in place of difference-of-Gaussians and SIFT."""

    def __call__(self, grey: NDArray[np.uint8], max_features: int) -> Features:
        """Detect and describe keypoints of a grey picture (h, w), at working size: the best max_features at most.

        Descriptors are compared by their Euclidean distance, and looked up in the library's codebook, which was made
        of RootSIFT: root_sift() makes it of SIFT. The same function must describe queries and photos.
        """
        ...


def detector_name(detector: Detector) -> str:
    """Return "module:function". Raises CbirError if workers could not import it."""
    module, name = getattr(detector, "__module__", None), getattr(detector, "__qualname__", "<object>")
    place = f"{module}:{name}"
    if module in (None, "__main__", "builtins") or "<" in name:
        raise CbirError(
            "{0} must be a function of a module that can be imported: workers describe photos in other processes.",
            name,
        )
    if _load(place) is not detector:
        raise CbirError("{0} is not what {1} has under that name.", name, module)
    return place


def describe_by(place: str, grey: NDArray[np.uint8], max_features: int) -> Features:
    """Call a detector. Raises CbirError if it does not return features of this picture."""
    features = _load(place)(grey, max_features)
    size = grey.shape[::-1]
    made: object = features
    if not isinstance(made, Features) or made.size != size:
        raise CbirError("{0} must return cbir.Features of the size {1}.", place, str(size))
    if len(features) > max_features or features.descriptors.dtype != np.uint8:
        raise CbirError(
            "{0} must return at most {1} features, with descriptors of uint8.", place, max_features
        )
    if not all(np.isfinite(rows).all() for rows in (features.xy, features.sigma, features.angle)):
        raise CbirError("{0} returned positions, scales or angles that are not finite.", place)
    return features


@functools.cache
def _load(place: str) -> Detector:
    module, _, name = place.partition(":")
    try:
        detector = functools.reduce(getattr, name.split("."), importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        raise CbirError(
            "The library's features were made by {0}, which cannot be imported here: {1}", place, error
        ) from error
    return cast("Detector", detector)

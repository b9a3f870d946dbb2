"""resources/models.toml -> the models that can be installed by name."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import resources
from cbir.base.types import ModelOffer


@functools.cache
def read_offers() -> tuple[ModelOffer, ...]:
    """Return all offers, the default first, then in the order of the file."""
    file = Path(resources.__file__).parent / "models.toml"
    offers = [
        ModelOffer(**{**entry, "recall": tuple(entry.get("recall", {}).items())})
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["model"]
    ]
    return tuple(sorted(offers, key=lambda offer: not offer.default))

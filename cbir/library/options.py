"""What a library is opened with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cbir.base.types import Device
from cbir.indexing import IndexingOptions
from cbir.local_features import QUERY_FEATURES
from cbir.matching import MatchOptions
from cbir.vectors import VectorIndexOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryOptions:
    indexing: IndexingOptions = field(default_factory=IndexingOptions)
    matching: MatchOptions = field(default_factory=MatchOptions)
    query_features: int = QUERY_FEATURES
    vectors: VectorIndexOptions = field(default_factory=VectorIndexOptions)
    workers: int | None = None  # None: one per core
    models: Path | None = None  # the folder of the installed models; None: the user's own
    device: Device = "auto"  # that encodes pictures and sentences

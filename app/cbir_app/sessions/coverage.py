"""Counts how many photos of a library each kind of search can find: by picture, by sentence, by name."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import OWN_PHOTOS, EngineCoverage, LibraryInfo, ModelInfo
from cbir_app.base.language import tr
from cbir_app.engine import in_window, translated


@dataclass(frozen=True, slots=True)
class Way:
    """A way to find photos. done of total can be found by it; remark : codebook or model in use, or what is missing"""

    words: str
    done: int
    total: int
    remark: str = ""
    tooltip: str = ""
    needs_model: bool = False


def ways(info: LibraryInfo, models: tuple[ModelInfo, ...]) -> tuple[Way, ...]:
    """Return each way with the number of photos that it covers. models : the installed models, for their titles"""
    total = info.photos
    engines = {coverage.engine: coverage for coverage in info.coverage}
    match = engines.get("match")
    rows = [
        Way(
            tr("By a picture"),
            total if match is None else match.photos,
            total,
            _codebook(info),
            _waiting(info),
        )
    ]
    semantic = engines.get("semantic")
    if semantic is None:
        rows.append(Way(tr("By content"), 0, total, tr("needs a model"), needs_model=True))
    else:
        title = next((tr(model.title) for model in models if model.name == semantic.name), semantic.name)
        remark = " · ".join(part for part in (title, _index(semantic)) if part)
        rows.append(
            Way(tr("By content"), semantic.photos, total, remark, translated(in_window(semantic.how)))
        )
    rows.append(Way(tr("By name and metadata"), total, total))
    return tuple(rows)


def _index(semantic: EngineCoverage) -> str:
    """The index that answers a sentence, and its device."""
    if not semantic.device:
        return ""
    if semantic.device != "the processor":
        return tr("exact search on the graphics card")
    return tr("FAISS index on the processor") if semantic.trained else tr("exact search on the processor")


def _codebook(info: LibraryInfo) -> str:
    """The codebook in use, and the number of photos that are still to be indexed with it."""
    name = info.codebook_name
    if name in {"default", OWN_PHOTOS}:
        codebook = tr("standard codebook") if name == "default" else tr("words from your photos")
    else:
        codebook = tr("codebook “{name}”", name=name)
    waiting = tr("%Ln photo(s) to read again", "", info.waiting)
    return f"{codebook} · {waiting}" if info.waiting else codebook


def _waiting(info: LibraryInfo) -> str:
    if not info.waiting:
        return ""
    return tr(
        "These photos were indexed by another codebook or an earlier version. They are found as before; "
        "“Scan for changes” brings them up to date."
    )

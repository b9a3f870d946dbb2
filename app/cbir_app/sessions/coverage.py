"""What a library holds -> how many of its photos can be found, and how: by picture, by sentence, by name."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import OWN_PHOTOS, EngineCoverage, LibraryInfo, ModelInfo
from cbir_app.base.language import tr
from cbir_app.engine import in_window, translated


@dataclass(frozen=True, slots=True)
class Way:
    """A way to find photos. done of total can be found by it; remark : what does it, or what is missing"""

    words: str
    done: int
    total: int
    remark: str = ""
    tooltip: str = ""
    needs_model: bool = False


def ways(info: LibraryInfo, models: tuple[ModelInfo, ...]) -> tuple[Way, ...]:
    """Return each way with its reach. models : the installed ones, for their titles"""
    total = info.photos
    found = {one.engine: one for one in info.coverage}
    match = found.get("match")
    rows = [
        Way(
            tr("By a picture"),
            total if match is None else match.photos,
            total,
            _codebook(info),
            _waiting(info),
        )
    ]
    semantic = found.get("semantic")
    if semantic is None:
        rows.append(Way(tr("By content"), 0, total, tr("needs a model"), needs_model=True))
    else:
        title = next((tr(one.title) for one in models if one.name == semantic.name), semantic.name)
        remark = " · ".join(part for part in (title, _index(semantic)) if part)
        rows.append(
            Way(tr("By content"), semantic.photos, total, remark, translated(in_window(semantic.how)))
        )
    rows.append(Way(tr("By name and metadata"), total, total))
    return tuple(rows)


def _index(semantic: EngineCoverage) -> str:
    """Which index answers a sentence, and on which device."""
    if not semantic.device:
        return ""
    if semantic.device != "the processor":
        return tr("exact search on the graphics card")
    return tr("FAISS index on the processor") if semantic.trained else tr("exact search on the processor")


def _codebook(info: LibraryInfo) -> str:
    """The codebook in use, and how many photos are still to be read with it."""
    name = info.codebook_name
    if name in {"default", OWN_PHOTOS}:
        said = tr("standard codebook") if name == "default" else tr("words from your photos")
    else:
        said = tr("codebook “{name}”", name=name)
    waiting = tr("%Ln photo(s) to read again", "", info.waiting)
    return f"{said} · {waiting}" if info.waiting else said


def _waiting(info: LibraryInfo) -> str:
    if not info.waiting:
        return ""
    return tr(
        "These photos were indexed by another codebook or an earlier version. They are found as before; "
        "“Scan for changes” brings them up to date."
    )

"""What the window says of models: sizes, licences, languages, how well they find, how far a download is."""

from __future__ import annotations

from app.base.language import QT_TR_NOOP, short_number, tr
from app.base.wording import megabytes
from app.engine import translated
from cbir.base.types import InstallProgress, ModelInfo, ModelOffer

RESEARCH_ONLY = QT_TR_NOOP("For research only: its licence forbids other use.")
DEMO = QT_TR_NOOP("Knows the demo's pictures alone and is of no use for photos.")
BENCHMARKS = {"flickr30k": "Flickr30k", "coco": "COCO"}


def download(offer: ModelOffer) -> str:
    return tr("{size} to download", size=megabytes(offer.download_bytes, digits=0))


def about_offer(offer: ModelOffer) -> str:
    parts = [download(offer), translated(offer.languages), _licence(offer.licence), recall(offer)]
    return " · ".join(part for part in parts if part)


def about(model: ModelInfo) -> str:
    parts = [megabytes(model.bytes, digits=0), translated(model.languages), _licence(model.licence)]
    return " · ".join(part for part in parts if part)


def recall(offer: ModelOffer) -> str:
    """Say how often a sentence's own photo comes first, as its authors measured it."""
    measured = [f"{BENCHMARKS.get(name, name)} {short_number(value)} %" for name, value in offer.recall]
    return tr("right photo first: {measured}", measured=", ".join(measured)) if measured else ""


def how_far(progress: InstallProgress | None) -> str:
    if progress is None:
        return tr("Starting…")
    if progress.total is None:
        return f"{translated(progress.step)}…"
    done, total = megabytes(progress.done, digits=0), megabytes(progress.total, digits=0)
    return tr("{step}: {done} of {total}", step=translated(progress.step), done=done, total=total)


def _licence(name: str) -> str:
    return tr("licence: {licence}", licence=name)

"""What the window says of models: sizes, licences, languages, how well they find, how far a download is."""

from __future__ import annotations

from app.wording import megabytes
from cbir.types import InstallProgress, ModelInfo, ModelOffer

RESEARCH_ONLY = "For research only: its licence forbids other use."
DEMO = "Knows the demo's pictures alone and is of no use for photos."
BENCHMARKS = {"flickr30k": "Flickr30k", "coco": "COCO"}


def download(offer: ModelOffer) -> str:
    return f"{megabytes(offer.download_bytes, digits=0)} to download"


def about_offer(offer: ModelOffer) -> str:
    parts = [download(offer), offer.languages, f"licence: {offer.licence}", recall(offer)]
    return " · ".join(part for part in parts if part)


def about(model: ModelInfo) -> str:
    parts = [megabytes(model.bytes, digits=0), model.languages, f"licence: {model.licence}"]
    return " · ".join(part for part in parts if part)


def recall(offer: ModelOffer) -> str:
    """Say how often a sentence's own photo comes first, as its authors measured it."""
    measured = [f"{BENCHMARKS.get(name, name)} {value:g} %" for name, value in offer.recall]
    return f"right photo first: {', '.join(measured)}" if measured else ""


def how_far(progress: InstallProgress | None) -> str:
    if progress is None:
        return "Starting…"
    if progress.total is None:
        return f"{progress.step}…"
    done, total = megabytes(progress.done, digits=0), megabytes(progress.total, digits=0)
    return f"{progress.step}: {done} of {total}"

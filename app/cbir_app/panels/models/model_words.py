"""Wordings for models: sizes, licences, languages, quality, progress of downloads."""

from __future__ import annotations

from collections.abc import Iterable

from cbir.base.types import InstallProgress, ModelInfo, ModelOffer
from cbir.service import PartsAnswer
from cbir_app.base.language import QT_TR_NOOP, number, percents, short_number, tr
from cbir_app.base.wording import file_size
from cbir_app.engine import in_user_words

RESEARCH_ONLY = QT_TR_NOOP("For research only: its licence forbids other use.")
DEMO = QT_TR_NOOP("Knows only the demo's pictures; not suited to photos.")
BUILT_IN = QT_TR_NOOP("Knows common things and scenes. Install a larger model for more.")
TITLE = QT_TR_NOOP("Small built-in model")
"""The built-in model's title, for translators; other models have names."""

_LINE_BITS_PER_S = 50_000_000
BENCHMARKS = {"flickr30k": "Flickr30k", "coco": "COCO"}
BEST = 3  # stars
# Percent of text-to-image R@1 for two and three stars. COCO parts the offered models. Flickr30k, with a fifth of the
# photos, is 28 points higher for the two models that publish both.
_QUALITY = {"coco": (30.0, 50.0), "flickr30k": (58.0, 78.0)}
_SPEED_MS = (150.0, 75.0)  # a photo, for two and three stars; they part the offered models


def download(offer: ModelOffer) -> str:
    return tr("{size} to download", size=file_size(offer.download_bytes, digits=0))


def about_offer(offer: ModelOffer) -> str:
    return " · ".join(part for part in (costs(offer), rating(offer)) if part)


def spoken_offer(offer: ModelOffer) -> str:
    """Return what `about_offer` says for a screen reader, which spells stars one by one."""
    return " · ".join(part for part in (costs(offer), rating(offer, spoken=True), figures(offer)) if part)


def about(model: ModelInfo) -> str:
    parts = [file_size(model.bytes, digits=0), tr(model.languages), _licence(model.licence)]
    return " · ".join(part for part in parts if part)


def rating(offer: ModelOffer, *, spoken: bool = False) -> str:
    """Return the quality and the speed of an offer in stars, of three. spoken : in numbers"""
    published = dict(offer.recall)
    parts = [
        tr("Quality {stars}", stars=_stars((published[name] >= border for border in borders), spoken))
        for name, borders in _QUALITY.items()
        if name in published
    ][:1]
    if offer.picture_ms:
        stars = _stars((offer.picture_ms <= border for border in _SPEED_MS), spoken)
        parts.append(tr("Speed {stars}", stars=stars))
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def figures(offer: ModelOffer) -> str:
    """Return what an offer's stars stand for: published recall, and the time of a photo as we measured it."""
    measured = [
        f"{BENCHMARKS.get(name, name)} {percents(short_number(value))}" for name, value in offer.recall
    ]
    parts = [tr("right photo first: {measured}", measured=", ".join(measured))] if measured else []
    if offer.picture_ms:
        parts.append(tr("{ms} ms a photo on two cores", ms=number(offer.picture_ms)))
    return " · ".join(parts)


def _stars(borders_passed: Iterable[bool], spoken: bool) -> str:
    stars = 1 + sum(borders_passed)
    return tr("{stars} of {most}", stars=stars, most=BEST) if spoken else "★" * stars + "☆" * (BEST - stars)


def costs(offer: ModelOffer) -> str:
    """Return the cost and the benefits of an offer."""
    minutes = max(1, round(offer.download_bytes * 8 / _LINE_BITS_PER_S / 60))
    parts = [
        download(offer),
        tr("{size} on the disk", size=file_size(offer.disk_bytes, digits=0)),
        tr("about {minutes} min at 50 Mbit/s", minutes=minutes),
        tr(offer.languages),
        _licence(offer.licence),
    ]
    return " · ".join(parts)


def how_far(progress: InstallProgress | None, per_second: float = 0.0) -> str:
    """Return the step of an installation and the time left. per_second : bytes; 0 if the speed is unknown"""
    if progress is None:
        return tr("Starting…")
    if progress.total is None:
        return f"{in_user_words(progress.step)}…"
    done, total = file_size(progress.done, digits=0), file_size(progress.total, digits=0)
    parts = [tr("{step}: {done} of {total}", step=in_user_words(progress.step), done=done, total=total)]
    if per_second > 0:
        parts.append(tr("{size} a second", size=file_size(int(per_second))))
        parts.append(time_left((progress.total - progress.done) / per_second))
    return " · ".join(parts)


def time_left(seconds: float) -> str:
    if seconds < 60:
        return tr("{seconds} s left", seconds=max(1, round(seconds)))
    if seconds < 3600:
        return tr("{minutes} min left", minutes=round(seconds / 60))
    return tr("{hours} h left", hours=short_number(seconds / 3600))


def partly(arrived: int, offer: ModelOffer) -> str:
    """Return the downloaded share."""
    return tr(
        "{done} of {total} downloaded",
        done=file_size(arrived, digits=0),
        total=file_size(offer.download_bytes, digits=0),
    )


def about_parts(parts: PartsAnswer | None) -> str:
    """Return the cost of searching parts of photos, or the number of photos with parts."""
    if parts is None:
        return tr("Estimating time and space…")
    if parts.cost is None:
        return tr("This needs a model.")
    if parts.keeps and not parts.cost.photos:
        return tr("The parts of %Ln photo(s) can be found.", "", parts.with_parts)
    minutes = parts.cost.seconds / 60
    if minutes < 120:
        takes = tr("about {minutes} min", minutes=max(1, round(minutes)))
    else:
        takes = tr("about {hours} h", hours=short_number(minutes / 60))
    photos = tr("%Ln photo(s) to read again", "", parts.cost.photos)
    return " · ".join((photos, takes, tr("{size} on the disk", size=file_size(parts.cost.bytes, digits=0))))


def _licence(name: str) -> str:
    return tr("licence: {licence}", licence=name)

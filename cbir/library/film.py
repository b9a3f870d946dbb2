"""Views of a thing -> one frame for each, laid over one of them, and a film of all frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.opencv import cv2
from cbir.base.stopping import never_cancelled
from cbir.base.types import PhotoId, Preview, ThingView, ThingViews
from cbir.library.library import Library
from cbir.matching import in_pixels, laid_over, refined_shares

FILM_SUFFIXES = (".gif", ".mp4")
_DIMMED = 0.3  # of the anchor's light, where a view does not reach
_FRAMES_PER_S, _FADE_S = 25, 0.4
_LETTERS_SHARE = 0.045  # height of the date, of the frame


def view_frame(library: Library, view: ThingView, anchor: PhotoId, max_side_px: int = 1280) -> Preview:
    """A view laid over the photo that all views are aligned with, in its size. Raises ImageUnreadable, PhotoGone."""
    ground = library.picture(photo=anchor, max_side_px=max_side_px)
    return Preview(pixels=_frame(library, view, anchor, ground.pixels), full_size=ground.full_size)


def _frame(
    library: Library, view: ThingView, anchor: PhotoId, ground: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    if view.photo == anchor:
        return ground
    transform = _homography(view)
    photo = library.picture(photo=view.photo, max_side_px=2 * max(ground.shape[:2])).pixels
    shares = refined_shares(photo, ground, transform)
    laid, mask = laid_over(photo, ground, in_pixels(shares, photo, ground))
    grey = cv2.cvtColor(cv2.cvtColor(ground, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    return np.where(mask[:, :, None], laid, (_DIMMED * grey).astype(np.uint8)).astype(np.uint8)


def _homography(view: ThingView) -> NDArray[np.float64]:
    """Raises CbirError if a view from elsewhere, such as a request's, has none."""
    if len(view.transform) != 9 or not np.isfinite(view.transform).all():
        raise CbirError(
            "{0} cannot be laid over another photo: its transform is not nine numbers.", view.path
        )
    return np.array(view.transform, np.float64).reshape(3, 3)


def write_film(
    library: Library,
    views: ThingViews,
    file: Path,
    *,
    seconds: float = 1.0,
    max_side_px: int = 960,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = never_cancelled,
) -> int:
    """Write all views, in the order of their dates, as a GIF or MP4. Returns the number of views in it.

    seconds : for each view. A view whose file cannot be read is left out. An existing file is replaced at the end.
    Raises CbirError if it cannot be written or cancelled() returns True; then no file is left.
    """
    if file.suffix.lower() not in FILM_SUFFIXES:
        raise CbirError("A film is a .gif or .mp4 file, not {0}.", file.suffix or file.name)
    part = file.with_name(f".{file.stem}.part{file.suffix.lower()}")
    frames = _frames(library, views, max_side_px - max_side_px % 2, progress, cancelled)
    write = _write_gif if file.suffix.lower() == ".gif" else _write_mp4
    try:
        count = write(part, frames, seconds)
        part.replace(file)
    except OSError as error:
        raise CbirError("{0} cannot be written: {1}", file, error.strerror or error) from error
    finally:
        part.unlink(missing_ok=True)
    return count


def _frames(
    library: Library,
    views: ThingViews,
    max_side_px: int,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> Iterator[NDArray[np.uint8]]:
    ground = library.picture(photo=views.anchor, max_side_px=max_side_px).pixels
    height, width = (side - side % 2 for side in ground.shape[:2])  # as MP4 requires
    ground = np.ascontiguousarray(ground[:height, :width])
    for at, view in enumerate(views.views):
        if cancelled():
            raise CbirError("The film was cancelled.")
        progress(at, len(views.views))
        try:
            frame = _frame(library, view, views.anchor, ground)
        except CbirError:
            continue
        yield _dated(frame, (view.taken_at or "")[:10])
    progress(len(views.views), len(views.views))


def _dated(frame: NDArray[np.uint8], date: str) -> NDArray[np.uint8]:
    """The frame with a date in its corner."""
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.fromarray(frame)
    letters = max(12, round(_LETTERS_SHARE * picture.height))
    draw = ImageDraw.Draw(picture)
    draw.text(
        (letters // 2, picture.height - letters // 2),
        date,
        font=ImageFont.load_default(letters),
        anchor="ls",
        fill=(255, 255, 255),
        stroke_width=max(1, letters // 10),
        stroke_fill=(0, 0, 0),
    )
    return np.asarray(picture)


def _write_gif(file: Path, frames: Iterator[NDArray[np.uint8]], seconds: float) -> int:
    from PIL import Image

    pictures = [Image.fromarray(frame).quantize(256) for frame in frames]
    if not pictures:
        raise CbirError("None of the photos can be read: there is nothing to show.")
    pictures[0].save(
        file, save_all=True, append_images=pictures[1:], duration=round(1000 * seconds), loop=0, disposal=1
    )
    return len(pictures)


def _write_mp4(file: Path, frames: Iterator[NDArray[np.uint8]], seconds: float) -> int:
    first = next(frames, None)
    if first is None:
        raise CbirError("None of the photos can be read: there is nothing to show.")
    size = first.shape[1], first.shape[0]
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), _FRAMES_PER_S, size)
    try:
        if not writer.isOpened():
            raise CbirError("{0} cannot be written as MP4 on this computer. Write a .gif file.", file)
        count = 0
        hold = max(1, round(_FRAMES_PER_S * max(0.0, seconds - _FADE_S)))
        fade = round(_FRAMES_PER_S * min(_FADE_S, seconds / 2))
        for before, after in pairwise((*_with_end(first, frames),)):
            count += 1
            for _ in range(hold):
                writer.write(cv2.cvtColor(before, cv2.COLOR_RGB2BGR))
            for step in range(1, fade + 1 if after is not before else 1):
                blend = cv2.addWeighted(after, step / (fade + 1), before, 1 - step / (fade + 1), 0)
                writer.write(cv2.cvtColor(blend, cv2.COLOR_RGB2BGR))
        return count
    finally:
        writer.release()


def _with_end(first: NDArray[np.uint8], frames: Iterator[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    """All frames, with the last one twice."""
    last = first
    yield first
    for last in frames:
        yield last
    yield last

"""Pictures that come with the program + rendered posters -> a small library to try the program on, with a query.

build_demo() writes the pictures once; the caller indexes them and searches. Nothing is downloaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

import numpy as np

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.resources import resource
from cbir.base.storage import remove_known
from cbir.demo.posters import POSTERS, poster
from cbir.demo.scenes import Group, Scene, draw_scenes, every_group, render
from cbir.embeddings import demo_model
from cbir.evaluation import (
    Pixels,
    View,
    blurred,
    crop,
    encode_jpeg,
    generator_for,
    lit,
    read_pixels,
    resized,
    rotated,
    text_band,
    tilted,
)
from cbir.state import remove_own

VERSION = 3  # pictures of another version are made again

COPIED = ("astronaut", "china", "coffee", "rocket", POSTERS[0], POSTERS[1])
"""Pictures that the library holds altered copies of, too."""

SCENES = 160
"""Rendered scenes of coloured shapes, the subject that the demo's small model understands sentences about."""

SENTENCE = "two red circles on the left"
"""A sentence that is true of several scenes."""

QUERY_OF = "china"
"""The picture that the query is a photo of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """Paths of a demo.

    pictures : folder to be indexed. library : its library's folder. query : a picture outside both
    """

    pictures: Path
    library: Path
    query: Path


def build_demo(folder: Path, begun: Callable[[Demo], object] = lambda _demo: None) -> Demo:
    """Write the demo's pictures into a folder, or find them there from an earlier run.

    begun : called before the first picture is written, once the folder is claimed and an older demo's files are gone
    Raises CbirError if the folder holds something else, or cannot be written.
    """
    demo = Demo(pictures=folder / "pictures", library=folder / "library", query=folder / "query.jpg")
    marker = folder / "demo.json"
    if _version(marker) == VERSION and demo.query.is_file() and demo.pictures.is_dir():
        begun(demo)
        return demo
    try:
        _claim(folder, marker)
        own = {demo.pictures / name for name in _names()}
        remove_known(demo.pictures, own.__contains__)
        remove_own(Layout(demo.library), demo.library)
        demo.pictures.mkdir(parents=True, exist_ok=True)
        begun(demo)
        _write_pictures(demo)
        # Last, so that an interrupted demo is made again.
        marker.write_text(json.dumps({"version": VERSION}), encoding="utf-8")
    except OSError as error:
        raise CbirError(
            "The demo's pictures cannot be written to {0}: {1}.", folder, error.strerror or error
        ) from error
    return demo


def alterations() -> MappingProxyType[str, Callable[[Pixels, str], tuple[View, int]]]:
    """Functions by name, from pixels and the picture's name to the altered copy and its JPEG quality."""
    return MappingProxyType(
        {
            "cropped": lambda pixels, name: (crop(pixels, generator_for(name, "crop"), area=0.45), 90),
            "turned": lambda pixels, _: (rotated(pixels, 25), 90),
            "small": lambda pixels, _: (resized(pixels, _size(pixels, 0.5)), 90),
            "recompressed": lambda pixels, _: (resized(pixels, _size(pixels, 1.0)), 12),
            "aslant": lambda pixels, _: (tilted(pixels, tilt_deg=40, axis_deg=70, roll_deg=10), 90),
            "dark": lambda pixels, name: (lit(0.5)(pixels, generator_for(name, "dark")), 90),
            "blurred": lambda pixels, name: (blurred(1.5)(pixels, generator_for(name, "blur")), 90),
            "captioned": lambda pixels, name: (text_band(pixels, generator_for(name, "text")), 90),
        }
    )


def _claim(folder: Path, marker: Path) -> None:
    """Make the folder, or raise if it holds somebody else's files: a user's files are never replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    if not marker.exists() and any(folder.iterdir()):
        raise CbirError("{0} is not empty and not a demo's. Give another folder.", folder)
    marker.write_text(json.dumps({"version": 0}), encoding="utf-8")


def _version(marker: Path) -> int | None:
    try:
        note = json.loads(marker.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    version = note.get("version") if isinstance(note, dict) else None
    return version if isinstance(version, int) else None


def _names() -> frozenset[str]:
    """Names of the demo's pictures and of their folder of scenes. All other files there belong to somebody else."""
    shipped = {path.name for path in shipped_files()}
    copies = {f"{name}, {kind}.jpg" for name in COPIED for kind in alterations()}
    scenes = {f"scenes/scene {number:03}.jpg" for number in range(1, SCENES + 1)}
    return frozenset({*shipped, *(f"{name}.jpg" for name in POSTERS), *copies, "scenes", *scenes})


def _write_pictures(demo: Demo) -> None:
    write = partial(_write_whole, demo.pictures.with_name("unfinished"))
    originals = {}
    for source in shipped_files():
        originals[source.stem] = demo.pictures / source.name
        write(originals[source.stem], source.read_bytes())
    for name in POSTERS:
        originals[name] = demo.pictures / f"{name}.jpg"
        write(originals[name], encode_jpeg(poster(name), 92))
    if demo_model() is not None:  # the only model that understands sentences about them
        _write_scenes(demo.pictures / "scenes", write)
    for name in COPIED:
        pixels = read_pixels(originals[name])
        for kind, alter in alterations().items():
            view, quality = alter(pixels, name)
            write(demo.pictures / f"{name}, {kind}.jpg", encode_jpeg(view.pixels, quality))
        if name == QUERY_OF:
            write(demo.query, encode_jpeg(_snapshot(pixels), 80))


def _write_scenes(folder: Path, write: Callable[[Path, bytes], None]) -> None:
    """Write the scenes under numbers, so that no file name helps to find them."""
    folder.mkdir(exist_ok=True)
    rng = np.random.default_rng(SCENES)
    matching = [
        Scene.of(Group(colour="red", shape="circle", size=size, place="left", count=2))
        for size in ("small", "large")
    ]
    singles, pairs = (
        draw_scenes(every_group(), SCENES // 2 - 1, group_count=groups, rng=rng) for groups in (1, 2)
    )
    for number, scene in enumerate([*singles, *matching, *pairs], start=1):
        pixels = render(scene, rng, side_px=384)
        write(folder / f"scene {number:03}.jpg", encode_jpeg(pixels, 90))


def _write_whole(part: Path, path: Path, data: bytes) -> None:
    """Write a file beside the pictures, then move it among them: the window reads them while more are written."""
    part.write_bytes(data)
    part.replace(path)


def shipped_files() -> list[Path]:
    """Return the photos that come with the program; their NOTICE.md names their authors."""
    return sorted(resource("pictures").glob("*.jpg"))


def _snapshot(pixels: Pixels) -> Pixels:
    """Render the picture as a visitor's photo of a print: part of it, aslant, in dim light."""
    height, width = pixels.shape[:2]
    part = pixels[: int(height * 0.85), int(width * 0.2) :]
    aslant = tilted(part, tilt_deg=35, axis_deg=110, roll_deg=-8)
    return lit(0.8)(aslant.pixels, generator_for("query")).pixels


def _size(pixels: Pixels, factor: float) -> tuple[int, int]:
    height, width = pixels.shape[:2]
    return (round(width * factor), round(height * factor))

"""Photos that come with the program and altered copies of some -> a small library to try it on, with a query.

build_demo() writes the pictures once; the caller indexes them and searches. Nothing is downloaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.resources import resource
from cbir.base.storage import remove_known
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

VERSION = 5  # pictures of another version are made again

PHOTOS = (
    *("aizkorri", "picos_de_europa", "alps", "sunset", "stream", "black_canyon", "nagasaki", "farmhouse"),
    *(
        "friends",
        "sheep",
        "chelsea",
        "dandelion",
        "flower",
        "acanthus",
        "fig",
        "brushes",
        "bean_bag",
        "coffee",
    ),
    *("china", "astronaut", "airplane", "rocket", "hubble_deep_field", "camera"),
)
"""The shipped photos that the library holds, without those that are for tests alone."""

COPIED = ("china", "nagasaki", "friends", "coffee", "rocket")
"""Photos of which the library holds altered copies, too."""

SENTENCE = "two dogs looking out of a window"
"""A sentence that is true of one photo."""

QUERY_OF = "china"
"""The photo that the query is a snapshot of."""

_COPIES = "copies"  # the folder of altered copies


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
    """Names of the demo's pictures and of their folder of copies. All other files there belong to somebody else."""
    copies = {f"{_COPIES}/{name}, {kind}.jpg" for name in COPIED for kind in alterations()}
    return frozenset({*(f"{name}.jpg" for name in PHOTOS), _COPIES, *copies, *_earlier_names()})


def _earlier_names() -> frozenset[str]:
    """Names that demos up to version 3 wrote: all shipped photos, posters, scenes, and copies beside them."""
    copied = ("astronaut", "china", "coffee", "rocket", "poster harbour", "poster orchard")
    posters = (
        "harbour",
        "orchard",
        "railway",
        "glacier",
        "theatre",
        "market",
        "comet",
        "kites",
        "jazz",
        "chess",
    )
    return frozenset(
        {
            *(path.name for path in shipped_files()),
            *(f"poster {name}.jpg" for name in posters),
            *(f"{name}, {kind}.jpg" for name in copied for kind in alterations()),
            *("scenes", *(f"scenes/scene {number:03}.jpg" for number in range(1, 161))),
        }
    )


def _write_pictures(demo: Demo) -> None:
    write = partial(_write_whole, demo.pictures.with_name("unfinished"))
    sources = {source.stem: source for source in shipped_files()}
    (demo.pictures / _COPIES).mkdir(exist_ok=True)
    for name in COPIED:
        pixels = read_pixels(sources[name])
        for kind, alter in alterations().items():
            view, quality = alter(pixels, name)
            write(demo.pictures / _COPIES / f"{name}, {kind}.jpg", encode_jpeg(view.pixels, quality))
        if name == QUERY_OF:
            write(demo.query, encode_jpeg(_snapshot(pixels), 80))
    for name in PHOTOS:  # last: the newest files come first in the window
        write(demo.pictures / f"{name}.jpg", sources[name].read_bytes())


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

"""Photos -> a folder of their copies and look-alikes, and a manifest of what belongs together.

`python -m tests.benchmarks.duplicates.made_set --out DIR`. The manifest is all that the benchmark knows of a set,
whoever made it; manifest.json in DIR:

    {"pairs": [{"first": FILE, "second": FILE, "kind": TEXT, "cause": CAUSE or null, "accept": [CAUSE, ...],
                "box": [x, y, width, height] or null, "larger": "first" or "second"}, ...],
     "origins": {FILE: NAME, ...}, "things": {FILE: [NAME, ...], ...}}

FILE is relative to DIR. cause : see cbir.base.types.duplicate; null for photos that are no copies of one another.
accept : causes that are right too. box : where the smaller of the two lies in the larger, in pixels of that one.
origins : files of one name come from one photo; what is said of two of them that no pair names is not judged, while
two of different names that no pair names are no copies. A file without an origin is judged by its pairs alone.
things : files that have one in common truly share something, a logo, lettering or a thing seen twice: that they share
a part, or are two shots of one scene, is not judged; that the one is a copy of the other is wrong.
"""

from __future__ import annotations

import argparse
import json
import shutil
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from tests.benchmarks.duplicates.sources import fresh_photos, photos_of_half, reporting_photos, things_in
from tests.benchmarks.report import DEFAULT_DATA, counted

Pixels = NDArray[np.uint8]
Box = tuple[int, int, int, int]
MANIFEST = "manifest.json"
UNSEEN = "an edit that changes nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class TruePair:
    first: str
    second: str
    kind: str
    cause: str | None
    accept: tuple[str, ...] = ()
    box: Box | None = None
    larger: str = "first"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A copy. pixels : (h, w, 3) RGB, saved as `suffix`; None: the file itself is copied, with a comment or without"""

    pixels: Pixels | None
    suffix: str = ".jpg"
    quality: int = 92
    box: Box | None = None
    larger: str = "first"


Maker = Callable[[Pixels, np.random.Generator], Made]


def identical(pixels: Pixels, rng: np.random.Generator) -> Made:
    return Made(pixels=None)


def other_metadata(pixels: Pixels, rng: np.random.Generator) -> Made:
    return Made(pixels=None, suffix=".exif.jpg")


def other_container(pixels: Pixels, rng: np.random.Generator) -> Made:
    return Made(pixels=pixels, suffix=".png")


def encoded(pixels: Pixels, rng: np.random.Generator) -> Made:
    return Made(pixels=pixels, quality=int(rng.integers(30, 91)), suffix=str(rng.choice([".jpg", ".webp"])))


def resized(pixels: Pixels, rng: np.random.Generator) -> Made:
    factor = float(rng.uniform(0.3, 0.9))
    height, width = pixels.shape[:2]
    size = max(1, round(width * factor)), max(1, round(height * factor))
    return Made(pixels=_rgb(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)), quality=85)


def cropped(area: float) -> Maker:
    def make(pixels: Pixels, rng: np.random.Generator) -> Made:
        height, width = pixels.shape[:2]
        shape = float(np.exp(rng.uniform(-0.2, 0.2)))
        new_width = min(width, round(width * area**0.5 * shape))
        new_height = min(height, round(width * height * area / new_width))
        x, y = (int(rng.integers(0, room + 1)) for room in (width - new_width, height - new_height))
        part = pixels[y : y + new_height, x : x + new_width].copy()
        return Made(pixels=part, quality=88, box=(x, y, new_width, new_height))

    return make


def quarter_turned(pixels: Pixels, rng: np.random.Generator) -> Made:
    return Made(pixels=np.rot90(pixels, int(rng.integers(1, 4))).copy(), quality=90)


def mirrored(pixels: Pixels, rng: np.random.Generator) -> Made:
    return Made(pixels=pixels[:, ::-1].copy(), quality=90)


def rotated(pixels: Pixels, rng: np.random.Generator) -> Made:
    from cbir.evaluation import rotated as rotate

    angle = float(rng.uniform(3, 25)) * float(rng.choice([-1, 1]))
    return Made(pixels=rotate(pixels, angle).pixels, quality=88)


def lit(pixels: Pixels, rng: np.random.Generator) -> Made:
    gamma, gain = (
        (float(rng.uniform(0.5, 0.75)), 1.05) if rng.random() < 0.5 else (float(rng.uniform(1.35, 2.0)), 0.9)
    )
    values = 255 * gain * (pixels / 255.0) ** gamma
    return Made(pixels=np.clip(values, 0, 255).astype(np.uint8), quality=90)


def recoloured(pixels: Pixels, rng: np.random.Generator) -> Made:
    if rng.random() < 0.4:
        grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        return Made(pixels=np.repeat(grey[:, :, None], 3, axis=2), quality=90)
    gains = np.array([rng.uniform(1.1, 1.3), 1.0, rng.uniform(0.65, 0.85)])
    if rng.random() < 0.5:
        gains = gains[::-1]
    return Made(pixels=np.clip(pixels * gains, 0, 255).astype(np.uint8), quality=90)


def lettered(pixels: Pixels, rng: np.random.Generator) -> Made:
    picture = PilImage.fromarray(pixels)
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    size = max(14, int(height * rng.uniform(0.06, 0.12)))
    text = str(rng.choice(["Summer in Rome", "© 2019 A. Person", "SALE today", "Happy birthday, Mia!"]))
    place = int(width * rng.uniform(0.02, 0.3)), int(height * rng.uniform(0.05, 0.85))
    font = ImageFont.load_default(size)
    draw.text(place, text, font=font, fill="white", stroke_width=max(1, size // 12), stroke_fill="black")
    return Made(pixels=np.asarray(picture, np.uint8).copy(), quality=90)


def bordered(pixels: Pixels, rng: np.random.Generator) -> Made:
    height, width = pixels.shape[:2]
    border = int(min(height, width) * rng.uniform(0.04, 0.12))
    colour = [int(rng.choice([0, 255, 240]))] * 3
    made = cv2.copyMakeBorder(pixels, *(border,) * 4, cv2.BORDER_CONSTANT, value=colour)
    return Made(pixels=_rgb(made), quality=90, box=(border, border, width, height), larger="second")


def blurred(pixels: Pixels, rng: np.random.Generator) -> Made:
    sigma = float(rng.uniform(1.5, 3.0)) * max(pixels.shape) / 900
    return Made(pixels=_rgb(cv2.GaussianBlur(pixels, (0, 0), sigma)), quality=90)


def pasted(host: Pixels) -> Maker:
    def make(pixels: Pixels, rng: np.random.Generator) -> Made:
        height, width = pixels.shape[:2]
        room_height, room_width = host.shape[:2]
        factor = float(rng.uniform(0.45, 0.65)) * min(room_height / height, room_width / width)
        size = max(1, round(width * factor)), max(1, round(height * factor))
        x = int(rng.integers(0, room_width - size[0] + 1))
        y = int(rng.integers(0, room_height - size[1] + 1))
        made = host.copy()
        made[y : y + size[1], x : x + size[0]] = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        return Made(pixels=made, quality=90, box=(x, y, *size), larger="second")

    return make


def next_shot(pixels: Pixels, rng: np.random.Generator) -> Made:
    """The same scene a moment later: another frame of it, a thing that moved, noise and light of its own."""
    height, width = pixels.shape[:2]
    shift = rng.uniform(0.012, 0.03, 2) * rng.choice([-1, 1], 2) * (width, height)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-0.8, 0.8)), 1.0)
    turn[:, 2] += shift
    moved = _rgb(cv2.warpAffine(pixels, turn, (width, height), borderMode=cv2.BORDER_REFLECT_101))
    side = int(min(height, width) * rng.uniform(0.15, 0.25))
    y, x = int(rng.integers(0, height - side)), int(rng.integers(0, width - 2 * side))
    moved[y : y + side, x : x + side] = moved[y : y + side, x + side // 2 : x + side // 2 + side].copy()
    noisy = moved * rng.uniform(0.96, 1.04) + rng.normal(0, 4, moved.shape)
    return Made(pixels=np.clip(noisy, 0, 255).astype(np.uint8), quality=90)


KINDS: dict[str, tuple[Maker, str]] = {
    "identical bytes": (identical, "identical"),
    "other metadata": (other_metadata, "same pixels"),
    "other container": (other_container, "same pixels"),
    "re-encoded": (encoded, "re-encoded"),
    "resized": (resized, "re-encoded"),
    "crop to 70 %": (cropped(0.7), "cropped"),
    "crop to 50 %": (cropped(0.5), "cropped"),
    "crop to 30 %": (cropped(0.3), "cropped"),
    "quarter turn": (quarter_turned, "turned"),
    "mirrored": (mirrored, "turned"),
    "rotated by 3 to 25°": (rotated, "turned"),
    "light": (lit, "edited"),
    "colour": (recoloured, "edited"),
    "text": (lettered, "edited"),
    "border": (bordered, "edited"),
    "blurred": (blurred, "edited"),
    "next shot": (next_shot, "burst"),
}


def make_set(photos: Sequence[Path], out: Path, *, kinds_each: int = 2, seed: int = 1) -> int:
    """Write a set of copies of photos; each photo has some of the kinds, in turn. Returns the number of files."""
    pairs: list[TruePair] = []
    origins: dict[str, str] = {}
    things: dict[str, list[str]] = {}
    shared = things_in(photos)
    (out / "photos").mkdir(parents=True)
    (out / "copies").mkdir()
    names = list(KINDS)
    turn = 0
    for number, photo in enumerate(counted("photos", photos, 100)):
        rng = np.random.default_rng(zlib.crc32(photo.name.encode()) + seed)
        own = f"photos/{number:04}{photo.suffix.lower()}"
        shutil.copyfile(photo, out / own)
        pixels = read_rgb(photo)
        origins[own] = own
        things[own] = shared.get(photo, [])
        for _ in range(kinds_each):
            kind = names[turn % len(names)]
            make, cause = KINDS[kind]
            turn += 1
            made = make(pixels, rng)
            copy = _save(made, photo, out, f"copies/{number:04}-{turn:05}")
            origins[copy] = own
            things[copy] = [*things[own], "lettering"] if kind == "text" else things[own]
            if cause == "edited" and made.pixels is not None and is_unseen(made.pixels, pixels):
                kind, cause = UNSEEN, "re-encoded"
            pairs.append(
                TruePair(first=own, second=copy, kind=kind, cause=cause, box=made.box, larger=made.larger)
            )
    pairs += _across(photos, out, origins, seed)
    things |= {name: [*things[own], "lettering"] for name, own in origins.items() if name not in things}
    told = {"pairs": [asdict(pair) for pair in pairs], "origins": origins, "things": things}
    (out / MANIFEST).write_text(json.dumps(told))
    return sum(1 for file in out.glob("*/*"))


def is_unseen(edited: Pixels, pixels: Pixels) -> bool:
    """Whether an edit changed nothing that can be seen, as a grey photo turned grey: only the encoding is new."""
    return edited.shape == pixels.shape and float(cv2.absdiff(edited, pixels).mean()) < 0.5


def _across(photos: Sequence[Path], out: Path, origins: dict[str, str], seed: int) -> Iterator[TruePair]:
    """Pairs of two photos each: one pasted into the other, the same logo on both, two covers of a series."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(photos))
    for number in range(0, len(order) - 1, 8):
        at, other = int(order[number]), int(order[number + 1])
        own = f"photos/{at:04}{photos[at].suffix.lower()}"
        guest, host = read_rgb(photos[at]), read_rgb(photos[other])
        made = pasted(host)(guest, rng)
        copy = _save(made, photos[at], out, f"copies/pasted-{number:05}")
        host_file = f"photos/{other:04}{photos[other].suffix.lower()}"
        yield TruePair(
            first=own, second=copy, kind="pasted copy", cause="part", box=made.box, larger="second"
        )
        yield TruePair(
            first=host_file,
            second=copy,
            kind="host of a pasted copy",
            cause=None,
            accept=("edited", "part", "burst"),
        )
        for kind, make in (("same logo", _with_logo), ("covers of a series", _as_cover)):
            design = int(rng.integers(1 << 30))
            two = []
            for part, photo in enumerate((at, other)):
                shown = make(read_rgb(photos[photo]), np.random.default_rng(design), part)
                name = _save(Made(pixels=shown), photos[photo], out, f"copies/{kind[:4]}-{number:05}-{part}")
                if make is _with_logo:
                    origins[name] = f"photos/{photo:04}{photos[photo].suffix.lower()}"
                two.append(name)
            yield TruePair(first=two[0], second=two[1], kind=kind, cause=None, accept=("part",))


def _with_logo(pixels: Pixels, design: np.random.Generator, part: int) -> Pixels:
    """The same printed mark, some seventh of the picture wide."""
    side = max(24, max(pixels.shape) // 7)
    logo = np.full((128, 128, 3), 250, np.uint8)
    for _ in range(9):
        corners = design.integers(6, 122, (3, 2)).astype(np.int32)
        cv2.fillPoly(logo, [corners], tuple(int(one) for one in design.integers(0, 220, 3)))
    cv2.putText(logo, "LOGO", (6, 120), cv2.FONT_HERSHEY_DUPLEX, 1.2, (10, 10, 10), 2, cv2.LINE_AA)
    made = pixels.copy()
    small = _rgb(cv2.resize(logo, (side, side), interpolation=cv2.INTER_AREA))
    room = made[-side - 8 - 40 * part : -8 - 40 * part, -side - 8 : -8]
    room[:] = small[: room.shape[0], : room.shape[1]]
    return made


def _as_cover(pixels: Pixels, design: np.random.Generator, part: int) -> Pixels:
    """A cover of a series: the layout, colours and lettering are the series', picture and number its own."""
    width, height = 600, 840
    colour = tuple(int(one) for one in design.integers(30, 230, 3))
    picture = PilImage.new("RGB", (width, height), colour)
    inside = PilImage.fromarray(pixels).resize((480, 480))
    picture.paste(inside, (60, 200))
    draw = ImageDraw.Draw(picture)
    draw.text((40, 40), "THE POCKET LIBRARY", font=ImageFont.load_default(46), fill="white")
    draw.text((40, 120), f"Volume {part + 1}", font=ImageFont.load_default(40), fill="black")
    draw.text((60, 730), "A series of modern classics", font=ImageFont.load_default(32), fill="white")
    return np.asarray(picture, np.uint8).copy()


def read_rgb(path: Path) -> Pixels:
    with PilImage.open(path) as picture:
        return np.asarray(picture.convert("RGB"), np.uint8).copy()


def _save(made: Made, photo: Path, out: Path, stem: str) -> str:
    if made.pixels is None:
        name = f"{stem}{photo.suffix.lower()}"
        data = photo.read_bytes()
        if made.suffix == ".exif.jpg":  # a comment behind the first marker
            comment = b"Seen on a walk, with a note of somebody's"
            data = data[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + data[2:]
        (out / name).write_bytes(data)
        return name
    name = f"{stem}{made.suffix}"
    PilImage.fromarray(made.pixels).save(out / name, quality=made.quality)
    return name


def _rgb(made: object) -> Pixels:
    return np.asarray(made, np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--developing", action="store_true", help="from the photos that options are chosen on")
    which.add_argument("--fresh", action="store_true", help="from photos that are in no other set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--photos", type=int, help="so many, others than the unseen among them")
    parser.add_argument("--copies", type=int, default=2, help="of each photo, of one kind each")
    arguments = parser.parse_args()
    data = arguments.data.resolve()
    if arguments.developing:
        photos = photos_of_half(data, 0)
    else:
        photos = (fresh_photos if arguments.fresh else reporting_photos)(data, arguments.photos)
    files = make_set(photos, arguments.out, kinds_each=arguments.copies, seed=arguments.seed)
    print(f"{files} files of {len(photos)} photos in {arguments.out}")


if __name__ == "__main__":
    main()

"""Photos, copies of them and look-alikes, by other hands: `python -m tests.benchmarks.duplicates.other_set --out DIR`.

Written without a look at the code that finds duplicates, nor at the set on which its constants were chosen.
ImageMagick, ExifTool and Pillow make the copies, of training/ and covers/ and objects/, so that neither the libraries
nor the photos nor the parameters are those of that set. The manifest is described in __main__.py.

That a phone's photo of a print shares that print, and views of a thing that thing, it says only since the first runs
named them so; what the photos themselves share is in seen.py.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageStat

from tests.benchmarks.duplicates.seen import OF_OTHER_SET, groups
from tests.benchmarks.report import DEFAULT_DATA, counted

COPIES = 40  # of each kind
ALONE = 400  # photos without a copy
PRINTS = 60  # covers, each with a phone's photo of it


def convert(source, *options, to):
    subprocess.run(["convert", str(source), *options, str(to)], check=True)


def exiftool(path, *options):
    told = subprocess.run(["exiftool", "-q", "-overwrite_original", *options, str(path)], check=False)
    if told.returncode:
        raise SystemExit(f"exiftool could not write {path.name}")


def size_of(path):
    with Image.open(path) as image:
        return image.size


@dataclass(slots=True)
class Sets:
    """The folder as it grows."""

    out: Path
    dice: random.Random
    pairs: list[dict[str, Any]] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)

    def place(self, folder, name):
        path = self.out / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def add(self, path, origin):
        name = path.relative_to(self.out).as_posix()
        self.origins[name] = origin
        return name

    def pair(self, first, second, kind, cause, **more):
        said = {"accept": [], "box": None, "larger": "first", **more}
        self.pairs.append({"first": first, "second": second, "kind": kind, "cause": cause, **said})


def jpeg(sets, low, high):
    return ("-quality", str(sets.dice.randint(low, high)))


def same_bytes(sets, source, stem):
    return Path(shutil.copyfile(source, sets.place("copies", f"{stem} copy.jpg")))


def other_metadata(sets, source, stem):
    path = Path(shutil.copyfile(source, sets.place("copies", f"{stem}.jpg")))
    if sets.dice.random() < 0.5:
        exiftool(path, "-Artist=A. Person", "-ImageDescription=Summer", "-Keywords=lake", "-XMP:Rating=4")
    else:
        exiftool(path, "-Make=Maker", "-Model=Model 5", "-DateTimeOriginal=2021:05:06 07:08:09")
    return path


def other_container(sets, source, stem):
    suffix = sets.dice.choice((".png", ".tif", ".bmp", ".webp"))
    path = sets.place("copies", f"{stem}{suffix}")
    options = ("-define", "webp:lossless=true") if suffix == ".webp" else ()
    convert(source, *options, to=path)
    return path


def re_encoded(sets, source, stem):
    if sets.dice.random() < 0.3:
        path = sets.place("copies", f"{stem}.webp")
        convert(source, *jpeg(sets, 35, 85), to=path)
        return path
    path = sets.place("copies", f"{stem} web.jpg")
    sampling = sets.dice.choice(("4:2:0", "4:4:4", "4:2:2"))
    convert(source, *jpeg(sets, 22, 88), "-sampling-factor", sampling, "-interlace", "JPEG", to=path)
    return path


def resized(sets, source, stem):
    path = sets.place("copies", f"{stem} small.jpg")
    percent = sets.dice.choice((25, 33, 45, 60, 80, 130, 180))
    way = sets.dice.choice(("Lanczos", "Triangle", "Catrom"))
    convert(source, "-filter", way, "-resize", f"{percent}%", *jpeg(sets, 60, 92), to=path)
    return path


def turned(sets, source, stem):
    ways = (
        ("-rotate", "90"),
        ("-rotate", "180"),
        ("-rotate", "270"),
        ("-flop",),
        ("-flip",),
        ("-transpose",),
        ("-transverse",),
    )
    path = sets.place("copies", f"{stem} turned.jpg")
    convert(source, *sets.dice.choice(ways), *jpeg(sets, 70, 95), to=path)
    return path


def brighter_or_darker(sets, source, stem):
    light = sets.dice.choice((68, 80, 122, 138))
    path = sets.place("copies", f"{stem} light.jpg")
    convert(source, "-modulate", f"{light},{sets.dice.randint(90, 115)}", *jpeg(sets, 80, 93), to=path)
    return path


def other_colours(sets, source, stem):
    ways = (
        ("-colorspace", "Gray"),
        ("-sepia-tone", "78%"),
        ("-modulate", "100,40"),
        ("-modulate", "100,100,85"),
        ("-sigmoidal-contrast", "7x45%"),
        ("-channel", "B", "-gamma", "0.65", "+channel"),
    )
    path = sets.place("copies", f"{stem} colours.jpg")
    convert(source, *sets.dice.choice(ways), *jpeg(sets, 80, 93), to=path)
    return path


def lettered(sets, source, stem):
    path = sets.place("copies", f"{stem} greetings.jpg")
    gravity = sets.dice.choice(("South", "NorthWest", "Center"))
    size = str(size_of(source)[1] // sets.dice.randint(8, 14))
    said = sets.dice.choice(("Greetings from the lake", "© A. Person 2021", "SAMPLE"))
    options = ("-gravity", gravity, "-pointsize", size, "-fill", "white", "-stroke", "black", "-annotate")
    convert(source, *options, "+12+12", said, *jpeg(sets, 82, 93), to=path)
    return path


def framed(sets, source, stem):
    path = sets.place("copies", f"{stem} framed.jpg")
    edge = max(size_of(source)) * sets.dice.randint(3, 8) // 100
    colour = sets.dice.choice(("white", "black", "#b0a080"))
    convert(source, "-bordercolor", colour, "-border", f"{edge}x{edge}", *jpeg(sets, 82, 93), to=path)
    return path


def grainy(sets, source, stem):
    path = sets.place("copies", f"{stem} film.jpg")
    convert(
        source, "-attenuate", "0.35", "+noise", "Gaussian", "-unsharp", "0x1.2", *jpeg(sets, 80, 92), to=path
    )
    return path


def changes_nothing(source, copy):
    """True if an edit is invisible, such as a grey photo turned grey: less than half a level of difference."""
    if size_of(source) != size_of(copy):
        return False
    with Image.open(source) as one, Image.open(copy) as other:
        difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    return max(ImageStat.Stat(difference).mean) < 0.5


Maker = Callable[[Sets, Path, str], Path]
KINDS = {
    "the same bytes": (same_bytes, "identical", ()),
    "other metadata": (other_metadata, "same pixels", ()),
    "another container": (other_container, "same pixels", ()),
    "re-encoded": (re_encoded, "re-encoded", ()),
    "resized": (resized, "re-encoded", ()),
    "turned or mirrored": (turned, "turned", ()),
    "lighter or darker": (brighter_or_darker, "edited", ()),
    "other colours": (other_colours, "edited", ()),
    "text added": (lettered, "edited", ()),
    "a border added": (framed, "edited", ("cropped",)),  # the photo is a part of the framed one
    "grain and sharpening": (grainy, "edited", ("re-encoded",)),
}


CROPS = (("cropped to half or more", 0.5, 0.92), ("cropped to 30 %", 0.27, 0.33))
ORIGINALS = len(KINDS) + len(CROPS) + 3  # photos that a copy of every kind takes: a burst one, a collage two


def cropped(sets, source, stem, low, high):
    """A part of the photo with `low` to `high` of its area, of another shape, a little smaller, saved anew."""
    width, height = size_of(source)
    area = sets.dice.uniform(low, high)
    stretch = sets.dice.uniform(0.8, 1.25)
    w, h = min(1.0, (area * stretch) ** 0.5), min(1.0, (area / stretch) ** 0.5)
    box_w, box_h = round(width * w), round(height * h)
    x, y = sets.dice.randint(0, width - box_w), sets.dice.randint(0, height - box_h)
    path = sets.place("copies", f"{stem} crop.jpg")
    percent = sets.dice.randint(65, 100)
    convert(
        source,
        *("-crop", f"{box_w}x{box_h}+{x}+{y}", "+repage", "-resize", f"{percent}%", *jpeg(sets, 72, 94)),
        to=path,
    )
    return path, (x, y, box_w, box_h)


def shot_again(sets, source, stem):
    """Two frames of a burst: a hand that moved, light that changed a little, noise of its own, one second apart."""
    frames = []
    width, height = size_of(source)
    minute = sets.dice.randint(10, 59)
    for number in range(2):
        path = sets.place("bursts", f"{stem}_{number + 1}.jpg")
        corners = [(0, 0), (width, 0), (width, height), (0, height)]
        moved = [
            (x + sets.dice.uniform(-0.02, 0.02) * width, y + sets.dice.uniform(-0.02, 0.02) * height)
            for x, y in corners
        ]
        spots = " ".join(f"{x},{y} {u:.1f},{v:.1f}" for (x, y), (u, v) in zip(corners, moved, strict=True))
        inner = f"{round(width * 0.92)}x{round(height * 0.92)}+0+0"
        convert(
            source,
            *("-virtual-pixel", "Mirror", "-distort", "Perspective", spots, "-gravity", "Center"),
            *("-crop", inner, "+repage", "-modulate", str(sets.dice.randint(97, 103))),
            *("-attenuate", "0.15", "+noise", "Gaussian", *jpeg(sets, 88, 94)),
            to=path,
        )
        exiftool(path, f"-DateTimeOriginal=2022:08:03 10:{minute}:1{number}", "-Make=Maker", "-Model=Model 5")
        frames.append(path)
    return frames[0], frames[1]


def pasted(sets, source, ground, stem):
    """The photo, smaller, upon another one."""
    path = sets.place("collages", f"{stem}.jpg")
    width, height = size_of(ground)
    share = sets.dice.uniform(0.35, 0.55)
    small = f"{round(width * share)}x{round(height * share)}"
    at = f"+{sets.dice.randint(0, width // 3)}+{sets.dice.randint(0, height // 3)}"
    subprocess.run(
        [
            *("convert", str(ground), "(", str(source), "-resize", small, ")"),
            *("-geometry", at, "-composite", "-quality", "88", str(path)),
        ],
        check=True,
    )
    return path


class Pool:
    """The photos that copies are made of, each once."""

    def __init__(self, sets, photos):
        self.sets, self.left = sets, iter(photos)

    def original(self):
        """The file in the set, its name there, and its stem, which is its origin too."""
        source = next(self.left)
        path = Path(shutil.copyfile(source, self.sets.place("photos", source.name)))
        return path, self.sets.add(path, source.stem), source.stem


def make(data, out, seed, copies, alone, prints):
    sets = Sets(out, random.Random(seed))
    photos = sorted(path for path in (data / "training").iterdir() if path.suffix == ".jpg")
    sets.dice.shuffle(photos)
    pool = Pool(sets, photos)
    _add_copies(sets, pool, copies)
    _add_look_alikes(sets, pool, copies)
    _add_other_photos(sets, data, prints)
    for _ in itertools.islice(iter(pool.original, None), min(alone, len(photos) - copies * ORIGINALS)):
        pass
    return sets


def _add_copies(sets, pool, copies):
    for kind, (maker, cause, accept) in KINDS.items():
        for _ in counted(kind, range(copies), every=1000):
            source, name, stem = pool.original()
            copy = maker(sets, source, stem)
            truth = (kind, cause)
            if cause == "edited" and changes_nothing(source, copy):
                truth = "an edit that changes nothing", "re-encoded"
            sets.pair(name, sets.add(copy, stem), *truth, accept=list(accept))
    for kind, low, high in CROPS:
        for _ in counted(kind, range(copies), every=1000):
            source, name, stem = pool.original()
            path, box = cropped(sets, source, stem, low, high)
            sets.pair(name, sets.add(path, stem), kind, "cropped", box=list(box))


def _add_look_alikes(sets, pool, copies):
    """Bursts, and photos that lie upon others."""
    for _ in counted("bursts", range(copies), every=1000):
        source = next(pool.left)
        first, second = shot_again(sets, source, source.stem)
        sets.pair(sets.add(first, source.stem), sets.add(second, source.stem), "two shots", "burst")
    for _ in counted("collages", range(copies), every=1000):
        source, name, stem = pool.original()
        ground, below, _ = pool.original()
        collage = pasted(sets, source, ground, stem).relative_to(sets.out).as_posix()
        sets.pair(name, collage, "a photo upon another", "part", accept=["cropped"])
        sets.pair(below, collage, "what lies below it", "part", accept=["edited", "burst"])


def _add_other_photos(sets, data, prints):
    """Photos of one thing that are no copies: a print and a phone's photo of it, a thing from four sides."""
    for number, reference in enumerate(sorted((data / "covers" / "Reference").glob("*.jpg"))[:prints]):
        path = Path(shutil.copyfile(reference, sets.place("prints", reference.name)))
        name = sets.add(path, f"print {reference.stem}")
        phone = ("Canon", "Droid", "E63", "Palm")[number % 4]
        shot = sets.place(f"prints by {phone}", reference.name)
        shutil.copyfile(data / "covers" / phone / reference.name, shot)
        sets.pair(
            name,
            sets.add(shot, f"print {reference.stem}"),
            "a phone's photo of a print",
            None,
            accept=["part"],
        )
    things = sorted((data / "objects").glob("*.jpg"))[:prints]
    for at in range(0, len(things) - 3, 4):
        names = []
        for path in things[at : at + 4]:
            kept = Path(shutil.copyfile(path, sets.place("things", path.name)))
            names.append(sets.add(kept, f"thing {at // 4}"))
        for one, other in itertools.combinations(names, 2):
            sets.pair(one, other, "two views of a thing", None, accept=["part", "burst"])


def things_in(origins):
    """The true causes between files of some origins."""
    shared = {}
    for thing, names in groups(OF_OTHER_SET):
        for name in names:
            shared.setdefault(name, []).append(thing)
    return {file: shared[origin] for file, origin in origins.items() if origin in shared}


def main():
    parsed = argparse.ArgumentParser(description=__doc__)
    parsed.add_argument("--data", type=Path, default=DEFAULT_DATA)
    parsed.add_argument("--out", type=Path, required=True, help="an empty folder")
    parsed.add_argument("--seed", type=int, default=7)
    parsed.add_argument("--copies", type=int, default=COPIES, help="of each kind")
    parsed.add_argument("--alone", type=int, default=ALONE, help="photos without a copy")
    parsed.add_argument("--prints", type=int, default=PRINTS, help="covers, and photos of things")
    arguments = parsed.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    sets = make(
        arguments.data, arguments.out, arguments.seed, arguments.copies, arguments.alone, arguments.prints
    )
    told = {"pairs": sets.pairs, "origins": sets.origins, "things": things_in(sets.origins)}
    text = json.dumps(told, indent=1)
    (arguments.out / "manifest.json").write_text(text, encoding="utf-8")
    print(f"{len(sets.origins)} files, {len(sets.pairs)} pairs")


if __name__ == "__main__":
    main()

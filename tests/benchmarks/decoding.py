"""Pictures of a folder, decoded by the product and by other programs -> the pictures on which they differ, one by one.

    python -m tests.benchmarks.decoding FOLDER [--write]

Other programs are libvips (vipsthumbnail) and ImageMagick (convert); a picture that only one of them reads is compared
with that one. The difference is the mean over pixels and channels, of 255, at a side of 128 pixels. A picture differs
where every reader that shows another picture is more than 6 away; that says who is alone, not who is right.
"""

import collections
import subprocess
import tempfile
import warnings
from pathlib import Path

import numpy as np
from PIL import Image

from cbir.base.errors import ImageUnreadable
from cbir.images import decode, kind_of_file, sniff
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish

_SIDE_PX, _LARGEST_DIFFERENCE = 128, 6.0
_TIMEOUT_S = 30


def ours(path):
    """(h, w, 3) uint8, or the reason for which there is none."""
    try:
        return decode(path.read_bytes(), max_side_px=512).pixels
    except ImageUnreadable as error:
        return str(error)


def by_vips(path, folder):
    out = folder / "vips.png"
    command = [
        "vipsthumbnail",
        f"{path}",
        "--size",
        "512>",
        "-o",
        f"{out}[strip]",
        "--export-profile",
        "srgb",
    ]
    return _shown(command, out)


def by_imagemagick(path, folder):
    out = folder / "magick.png"
    srgb = ["-background", "white", "-alpha", "remove", "-alpha", "off", "-resize", "512x512>"]
    return _shown(
        ["convert-im6.q16", "-auto-orient", f"{path}[0]", *srgb, "-colorspace", "sRGB", f"PNG24:{out}"], out
    )


def _shown(command, out):
    out.unlink(missing_ok=True)
    try:
        subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
        with Image.open(out) as picture:
            rgba = picture.convert("RGBA")
    except (OSError, subprocess.TimeoutExpired, ValueError, SyntaxError):
        return None
    white = Image.new("RGBA", rgba.size, "white")
    return np.asarray(Image.alpha_composite(white, rgba).convert("RGB"))


def difference(first, second):
    """Mean of absolute differences; 255 where the pictures have another shape."""
    sides = [np.array(pixels.shape[1::-1]) for pixels in (first, second)]
    aspects = [side[0] / side[1] for side in sides]
    if not 0.9 < aspects[0] / aspects[1] < 1.1 and min(map(min, sides)) > 8:
        return 255.0
    size = tuple(np.maximum(1, np.minimum(sides[0], _SIDE_PX * sides[0] // max(sides[0]))))
    small = [
        np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX), np.int16)
        for pixels in (first, second)
    ]
    return float(np.abs(small[0] - small[1]).mean())


def compare(path, folder):
    """What became of a picture, and by how much the others differ from it."""
    own, others = ours(path), [by_vips(path, folder), by_imagemagick(path, folder)]
    read = [other for other in others if other is not None]
    if isinstance(own, str):
        return ("refused, read by another" if read else "refused by all"), own, ()
    if not read:
        return "read by the product alone", "", ()
    differences = tuple(None if other is None else difference(own, other) for other in others)
    nearest = min(value for value in differences if value is not None)
    return ("differs" if nearest > _LARGEST_DIFFERENCE else "agrees"), "", differences


def main():
    arguments = parser(__doc__, data=False)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument(
        "--explained", type=Path, help="lines of NAME TAB why the product is right, or not"
    )
    arguments = arguments.parse_args()
    warnings.simplefilter("ignore")
    reasons = {}
    if arguments.explained:
        lines = arguments.explained.read_text(encoding="utf-8").splitlines()
        reasons = dict(line.split("\t", 1) for line in lines if "\t" in line)
    counts, listed = collections.defaultdict(collections.Counter), []
    with tempfile.TemporaryDirectory() as work:
        for path in sorted(path for path in arguments.folder.rglob("*") if path.is_file()):
            kind = kind_of_file(path)
            if kind is None or not kind.is_read:
                continue
            format = sniff(path.read_bytes()[:64]) or "none"
            outcome, why, differences = compare(path, Path(work))
            counts[format][outcome] += 1
            if outcome in ("differs", "refused, read by another"):
                shown = ["–" if value is None else f"{value:.1f}" for value in differences] or ["–", "–"]
                listed.append((path.name, format, *shown, why or reasons.get(path.name, "")))
                progress("\t".join(listed[-1]))
    columns = ("agrees", "differs", "read by the product alone", "refused, read by another", "refused by all")
    rows = [(format, *(str(by[column]) for column in columns)) for format, by in sorted(counts.items())]
    total = sum(counts.values(), collections.Counter())
    rows.append(("all", *(str(total[column]) for column in columns)))
    tables = (
        Table(title="Pictures by format", columns=("format", *columns), rows=tuple(rows)),
        Table(
            title="Looked at one by one",
            columns=("picture", "format", "to libvips", "to ImageMagick", "why"),
            rows=tuple(row for row in listed if row[2:4] != ("–", "–")),
        ),
    )
    publish(
        "decoding", "Decoding beside other readers", tables, write=arguments.write, measures=("cbir/images",)
    )


if __name__ == "__main__":
    main()

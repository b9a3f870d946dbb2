"""Healthy pictures -> broken ones, by a seed: what disks, cables and programs do to files, and fuzzers."""

import io
import random

import numpy as np
from PIL import Image

from tests.pictures import POSTERS, photo, poster

_SAVED = (
    ("jpg", "JPEG", {"quality": 85}),
    ("progressive.jpg", "JPEG", {"quality": 80, "progressive": True}),
    ("png", "PNG", {}),
    ("webp", "WEBP", {"quality": 80}),
    ("tif", "TIFF", {"compression": "tiff_lzw"}),
    ("plain.tif", "TIFF", {}),
    ("bmp", "BMP", {}),
    ("gif", "GIF", {}),
    ("heic", "HEIF", {"quality": 60}),
    ("avif", "AVIF", {"quality": 60}),
    ("ppm", "PPM", {}),
)
_INTERESTING = (0, 1, 0x7F, 0x80, 0xFF)


def healthy_files():
    """Suffix and content of a small picture in every format that is read, with EXIF where it has that."""
    import pillow_heif

    pillow_heif.register_heif_opener()
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation
    exif[0x010F] = "Camera"
    sources = [photo("coffee"), poster(POSTERS[0]), photo("rocket")]
    files = []
    for number, (suffix, format, options) in enumerate(_SAVED):
        pixels = sources[number % len(sources)]
        picture = Image.fromarray(np.ascontiguousarray(pixels[::3, ::3]))
        more = {"exif": exif} if format in {"JPEG", "PNG", "WEBP", "HEIF", "AVIF"} else {}
        stream = io.BytesIO()
        picture.save(stream, format, **options, **more)
        files.append((suffix, stream.getvalue()))
    return files


def mutate(data, chance):
    """One to four faults in a file: bits, bytes, blocks, lengths, a lost end."""
    broken = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        if not broken:
            break
        _FAULTS[chance.randrange(len(_FAULTS))](broken, chance)
    return bytes(broken)


def write_mutated(folder, count, seed):
    """Write broken copies of every format in turn; the same seed writes the same files."""
    folder.mkdir(parents=True)
    chance = random.Random(seed)
    healthy = healthy_files()
    written = []
    for number in range(count):
        suffix, data = healthy[number % len(healthy)]
        path = folder / f"{number:05}.{suffix}"
        path.write_bytes(mutate(data, chance))
        written.append(path)
    return written


def _place(broken, chance):
    """Anywhere, but as often as not in the head, where the lengths and offsets are."""
    return chance.randrange(min(len(broken), 512) if chance.random() < 0.5 else len(broken))


def _flip(broken, chance):
    for _ in range(chance.randint(1, 8)):
        broken[_place(broken, chance)] ^= 1 << chance.randrange(8)


def _overwrite(broken, chance):
    at = _place(broken, chance)
    broken[at : at + chance.choice((1, 2, 4))] = bytes([chance.choice(_INTERESTING)]) * 4


def _enlarge(broken, chance):
    """A length or a size becomes huge."""
    at = _place(broken, chance)
    broken[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\xff\xff"))


def _cut(broken, chance):
    del broken[chance.randrange(len(broken)) :]


def _drop(broken, chance):
    at = _place(broken, chance)
    del broken[at : at + chance.randint(1, 64)]


def _repeat(broken, chance):
    at = _place(broken, chance)
    broken[at:at] = broken[at : at + chance.randint(1, 256)]


def _blank(broken, chance):
    """A sector of zeros."""
    at = _place(broken, chance)
    broken[at : at + 512] = bytes(len(broken[at : at + 512]))


_FAULTS = (_flip, _flip, _overwrite, _enlarge, _cut, _drop, _repeat, _blank)

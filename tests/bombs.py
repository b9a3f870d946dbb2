"""A seed -> a folder of files that are far larger in memory than on disk, or say that they are.

`python -m tests.bombs FOLDER` writes them; write_bombs() says of each whether it must be read.
"""

import io
import random
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))

Bomb = Callable[[random.Random], bytes]


def write_bombs(folder, seed="bombs"):
    """Write all of them; the same seed writes the same files. Each path, and whether it must be read."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    for name, (bomb, readable) in BOMBS.items():
        path = folder / name
        path.write_bytes(bomb(random.Random(f"{seed}-{name}")))
        written[path] = readable
    return written


def _png(
    width, height, depth, colour, *, interlaced = False, said = None,
    before = b"",
):  # fmt: skip
    def make(chance):
        squeeze = zlib.compressobj(9)
        parts = [squeeze.compress(row) for row in _png_rows(width, height, depth, colour, interlaced, chance)]
        pixels = b"".join([*parts, squeeze.flush()])
        header = struct.pack(">IIBBBBB", *(said or (width, height)), depth, colour, 0, 0, int(interlaced))
        palette = _chunk(b"PLTE", chance.randbytes(768)) if colour == 3 else b""
        end = _chunk(b"IEND", b"")
        return b"".join((SIGNATURE, _chunk(b"IHDR", header), before, palette, _chunk(b"IDAT", pixels), end))

    return make


def _png_rows(width, height, depth, colour, interlaced, chance):
    passes = _ADAM7 if interlaced else ((0, 0, 1, 1),)
    for left, top, across, down in passes:
        columns, rows = -(-(width - left) // across), -(-(height - top) // down)
        row_bytes = (columns * depth * _CHANNELS[colour] + 7) // 8
        even = bytes(1 + row_bytes)
        speckled = b"\1" + chance.randbytes(64).ljust(row_bytes, b"\0")[:row_bytes]
        for row in range(rows):
            yield speckled if row % 997 == 0 else even


def _chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _saved(mode, width, height, kind, **options):
    """An even picture with some squares, by Pillow."""

    def make(chance):
        import pillow_heif

        pillow_heif.register_heif_opener()
        picture = Image.new(mode, (width, height))
        for _ in range(20):
            x, y = chance.randrange(width), chance.randrange(height)
            band = tuple(chance.randrange(256) for _ in picture.getbands())
            picture.paste(band if len(band) > 1 else band[0], (x, y, x + width // 9, y + height // 9))
        file = io.BytesIO()
        picture.save(file, kind, **options)
        return file.getvalue()

    return make


def _saying(bomb, old, new):
    """The same with another size in its header."""
    return lambda chance: bomb(chance).replace(old, new, 1)


def _text_chunk(name, mb):
    """A chunk whose text is so many MB of zeros. All of them are compressed alike, so that one is compressed here."""
    squeeze = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    block = squeeze.compress(bytes(1 << 20)) + squeeze.flush(zlib.Z_FULL_FLUSH)
    adler = (mb << 20) % 65521 << 16 | 1  # RFC 1950, of zeros alone
    body = b"\x78\xda" + block * mb + squeeze.flush() + struct.pack(">I", adler)
    start = {b"zTXt": b"Comment\0\0", b"iCCP": b"profile\0\0", b"iTXt": b"XML:com.adobe.xmp\0\1\0\0\0"}[name]
    return _chunk(name, start + body)


def _jpeg_with_xmp(packet):
    def make(chance):
        data = _saved("RGB", 300, 200, "JPEG")(chance)
        body = b"http://ns.adobe.com/xap/1.0/\0" + packet
        return data[:2] + b"\xff\xe1" + struct.pack(">H", 2 + len(body)) + body + data[2:]

    return make


def _laughs():
    lines = ['<!ENTITY a0 "ha">', *(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))]
    return f"<!DOCTYPE x [{''.join(lines)}]><x:xmpmeta xmlns:x='adobe:ns:meta/'>&a9;</x:xmpmeta>".encode()


def _exif_in_a_circle(chance):
    entry = struct.pack("<HHII", 0x8769, 4, 1, 8)
    exif = b"Exif\0\0II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + entry + struct.pack("<I", 8)
    data = _saved("RGB", 300, 200, "JPEG")(chance)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", 2 + len(exif)) + exif + data[2:]


def _tiff_pages_in_a_circle(chance):
    data = bytearray(_saved("RGB", 300, 200, "TIFF")(chance))
    (start,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, start)
    struct.pack_into("<I", data, start + 2 + 12 * count, start)
    return bytes(data)


def _gif_of_many_frames(chance):
    head = b"GIF89a" + struct.pack("<HH", 2000, 2000) + b"\x80\0\0" + bytes(3) + b"\xff\xff\xff"
    frame = b"," + struct.pack("<HHHH", 0, 0, 1, 1) + b"\0\x02\x02\x44\x01\0"
    return head + b"!\xf9\4\0\1\0\0\0" + frame * chance.randrange(20_000, 20_009) + b";"


def _bmp(width, height, pixels, *, bits=24, packing=0):
    colours = struct.pack("<I", 0x00FFFFFF) * (1 << bits) if bits <= 8 else b""
    start = 54 + len(colours)
    head = b"BM" + struct.pack("<IHHI", start + len(pixels), 0, 0, start)
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, packing, len(pixels), 0, 0, 0, 0)
    return lambda chance: head + info + colours + pixels


def _dds(side):
    head = b"DDS " + struct.pack("<7I44x", 124, 0x1007, side, side, side * side // 2, 0, 0)
    head += struct.pack("<2I4s5I", 32, 4, b"DXT1", 0, 0, 0, 0, 0) + struct.pack("<5I", 0x1000, 0, 0, 0, 0)
    return lambda chance: head + bytes(side * side // 2)


def _ico(side):
    def make(chance):
        inside = _png(side, side, 8, 6)(chance)
        entries = b"".join(
            struct.pack("<4B2H2I", 0, 0, 0, 0, 1, 32, len(inside), 6 + 16 * 200) for _ in range(200)
        )
        return struct.pack("<3H", 0, 1, 200) + entries + inside

    return make


def _plain(data):
    return lambda chance: data


BOMBS = {
    "rgb.png": (_png(14_000, 14_000, 8, 2), True),
    "rgba.png": (_png(12_000, 12_000, 8, 6), True),
    "grey.png": (_png(14_000, 14_000, 8, 0), True),
    "bits.png": (_png(14_100, 14_100, 1, 0), True),
    "palette.png": (_png(14_000, 14_000, 8, 3), True),
    "palette-of-16.png": (_png(14_000, 14_000, 4, 3), True),
    "deep.png": (_png(9000, 9000, 16, 2), True),
    "deep-grey.png": (_png(13_000, 13_000, 16, 0), True),
    "deep-alpha.png": (_png(7000, 7000, 16, 6), True),
    "wide.png": (_png(190_000, 1000, 8, 2), True),
    "tall.png": (_png(1000, 190_000, 8, 2), True),
    "interlaced.png": (_png(8000, 8000, 8, 2, interlaced=True), True),
    "interlaced-large.png": (_png(13_000, 13_000, 8, 2, interlaced=True), False),
    "line.png": (_png(20_000_000, 2, 1, 0), False),
    "more-pixels.png": (_png(60_000, 60_000, 1, 0), False),
    "says-much.png": (_png(100, 100, 8, 2, said=(14_000, 14_000)), False),
    "says-little.png": (_png(14_000, 14_000, 8, 2, said=(300, 300)), False),
    "text.png": (_png(300, 300, 8, 2, before=_text_chunk(b"zTXt", 1000)), True),
    "profile.png": (_png(300, 300, 8, 2, before=_text_chunk(b"iCCP", 1000)), True),
    "xmp.png": (_png(300, 300, 8, 2, before=_text_chunk(b"iTXt", 1000)), True),
    "chunks.png": (_png(300, 300, 8, 2, before=_chunk(b"tIME", bytes(7)) * 200_000), True),
    "baseline.jpg": (_saved("RGB", 14_000, 14_000, "JPEG", quality=30), True),
    "grey.jpg": (_saved("L", 14_000, 14_000, "JPEG", quality=30), True),
    "progressive.jpg": (_saved("RGB", 10_000, 10_000, "JPEG", quality=30, progressive=True), True),
    "progressive-large.jpg": (_saved("RGB", 14_000, 14_000, "JPEG", quality=30, progressive=True), False),
    "cmyk.jpg": (_saved("CMYK", 9000, 9000, "JPEG", quality=30), True),
    "says-much.jpg": (
        _saying(_saved("RGB", 300, 200, "JPEG"), struct.pack(">HH", 200, 300), struct.pack(">HH", 14_000, 14_000)),
        False,
    ),
    "laughs.jpg": (_jpeg_with_xmp(_laughs()), True),
    "deep.jpg": (_jpeg_with_xmp(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + b"<a>" * 20_000), True),
    "circle.jpg": (_exif_in_a_circle, True),
    "lzw.tif": (_saved("RGB", 12_000, 12_000, "TIFF", compression="tiff_lzw"), True),
    "deflate.tif": (_saved("RGB", 12_000, 12_000, "TIFF", compression="tiff_adobe_deflate"), True),
    "one-strip.tif": (
        _saved("RGB", 7000, 7000, "TIFF", compression="tiff_lzw", tiffinfo={278: 7000}), True,
    ),
    "one-strip-large.tif": (
        _saved("RGB", 12_000, 12_000, "TIFF", compression="tiff_lzw", tiffinfo={278: 12_000}), False,
    ),
    "fax.tif": (_saved("1", 14_000, 14_000, "TIFF", compression="group4"), True),
    "floats.tif": (_saved("F", 7000, 7000, "TIFF", compression="tiff_lzw"), True),
    "pages.tif": (_tiff_pages_in_a_circle, True),
    "large.gif": (_saved("P", 12_000, 8000, "GIF"), True),
    "frames.gif": (_gif_of_many_frames, True),
    "lossless.webp": (_saved("RGB", 7000, 7000, "WEBP", lossless=True, method=0), True),
    "lossless-large.webp": (_saved("RGB", 12_000, 12_000, "WEBP", lossless=True, method=0), False),
    "lossy.webp": (_saved("RGB", 6500, 6500, "WEBP", quality=20, method=0), True),
    "alpha.webp": (_saved("RGBA", 5000, 5000, "WEBP", quality=20, method=0), True),
    "telephone.heic": (_saved("RGB", 6000, 6000, "HEIF", quality=10), True),
    "large.avif": (_saved("RGB", 6000, 6000, "AVIF", quality=10, speed=10), True),
    "cut.bmp": (_bmp(14_000, 14_000, bytes(4000)), False),
    "packed.bmp": (_bmp(9000, 9000, b"\xff\1" * 400_000 + b"\0\1", bits=8, packing=1), False),
    "cut.ppm": (_plain(b"P6 14000 14000 255\n" + bytes(1000)), False),
    "large.jp2": (_saved("L", 6000, 6000, "JPEG2000"), True),
    "runs.tga": (_saved("RGB", 7000, 7000, "TGA", compression="tga_rle"), True),
    "blocks.dds": (_dds(6000), True),
    "many.ico": (_ico(4000), True),
}  # fmt: skip


if __name__ == "__main__":
    for path, readable in write_bombs(Path(sys.argv[1])).items():
        print(
            f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, {'to be read' if readable else 'may be refused'}"
        )

"""Encoded picture -> opened Pillow picture, while Pillow's global switches are held.

Pillow's pixel limit and its tolerance of truncated files are module variables, so a lock covers every use of Pillow.
A process therefore decodes one such picture at a time; several processes work in parallel.
Formats are opened by name, never by guessing: EPS, for example, would start Ghostscript.
"""

from __future__ import annotations

import importlib
import io
import logging
import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cbir.base.errors import ImageUnreadable, UnreadableNow
from cbir.images import bands
from cbir.images.formats import missing_package
from cbir.images.jpeg import exif_orientation
from cbir.images.samples import damaged, not_supported

if TYPE_CHECKING:
    from PIL import Image as PilImage

_lock = threading.RLock()

# Pillow logs problems of damaged files. Without a handler, Python would print them amid the program's output.
logging.getLogger("PIL").addHandler(logging.NullHandler())

_PLUGINS = {
    # Imported by name: if a requested plugin is not loaded, Pillow loads all of its forty.
    "JPEG": ("JpegImagePlugin", "JPEG"),
    "PNG": ("PngImagePlugin", "PNG"),
    "WebP": ("WebPImagePlugin", "WEBP"),
    "TIFF": ("TiffImagePlugin", "TIFF"),
    "BMP": ("BmpImagePlugin", "BMP"),
    "DIB": ("BmpImagePlugin", "DIB"),
    "GIF": ("GifImagePlugin", "GIF"),
    "AVIF": ("AvifImagePlugin", "AVIF"),
    "PPM": ("PpmImagePlugin", "PPM"),
    "JPEG 2000": ("Jpeg2KImagePlugin", "JPEG2000"),
    "Photoshop": ("PsdImagePlugin", "PSD"),
    "TGA": ("TgaImagePlugin", "TGA"),
    "DDS": ("DdsImagePlugin", "DDS"),
    "ICO": ("IcoImagePlugin", "ICO"),
}
OPENED = frozenset((*_PLUGINS, "HEIF"))
"""Formats that opened() opens."""
_CODESTREAM, _CODING_STYLE = b"\xff\x4f\xff\x51", b"\xff\x52"
_NO_PIXELS = (b"tEXt", b"zTXt", b"iTXt", b"iCCP", b"gAMA", b"cHRM", b"sRGB", b"cICP")  # of a PNG
_MODE_BYTES = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2, "I;16L": 2, "I;16N": 2}

# Errors that Pillow, libtiff, libavif and libheif raise on bad input.
_BAD_INPUT = (
    OSError, SyntaxError, ValueError, TypeError, LookupError, AttributeError, EOFError, ArithmeticError,
    RuntimeError, AssertionError, struct.error,
)  # fmt: skip


@contextmanager
def opened(
    data: bytes, kind: str, *, max_pixels: int | None = None, tolerant: bool = False
) -> Iterator[PilImage.Image]:
    """Open a picture without decoding it, and hold Pillow's switches while the block runs.

    max_pixels : limit that also applies while decoding, for example to a frame larger than its canvas
    tolerant : decode on after truncated data and bad checksums
    Raises ImageUnreadable, also within the block, if Pillow cannot read the data.
    """
    from PIL import Image as PilImage
    from PIL import ImageFile

    with _lock, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = PilImage.MAX_IMAGE_PIXELS, ImageFile.LOAD_TRUNCATED_IMAGES
        # Opening allocates no pixels, and the caller checks the size with a clearer message.
        PilImage.MAX_IMAGE_PIXELS = None
        ImageFile.LOAD_TRUNCATED_IMAGES = tolerant
        try:
            with _open(data, kind) as picture:
                if max_pixels is not None:
                    PilImage.MAX_IMAGE_PIXELS = max_pixels // 2  # Pillow refuses above twice its limit
                yield picture
        except ImageUnreadable:
            raise
        except PilImage.DecompressionBombError as error:
            raise ImageUnreadable(
                "The picture is too large: it has more pixels than its header says."
            ) from error
        except MemoryError as error:
            raise UnreadableNow("There is not enough memory to decode this picture.") from error
        except _BAD_INPUT as error:
            names_kind = isinstance(error, NotImplementedError) or "unsupported" in str(error).lower()
            raise (not_supported(kind) if names_kind else damaged(kind)) from error
        finally:
            PilImage.MAX_IMAGE_PIXELS, ImageFile.LOAD_TRUNCATED_IMAGES = before


def _open(data: bytes, kind: str) -> PilImage.Image:
    from PIL import Image as PilImage

    if kind == "HEIF":
        return _open_heif(data)
    module, name = _PLUGINS[kind]
    plugin = importlib.import_module(f"PIL.{module}")
    if kind == "AVIF":
        plugin.DEFAULT_MAX_THREADS = 1  # type: ignore[attr-defined]  # the pool already uses every core
    if kind == "PNG":
        data = bands.with_scaled_transparency(_pixels_alone(data))
    return PilImage.open(io.BytesIO(data), formats=(name,))


def _pixels_alone(data: bytes) -> bytes:
    """Remove a PNG's text and colour chunks. Pillow fails on large and broken ones, and needs none to decode."""
    chunks = list(bands.chunks(data))
    left_out = [name in _NO_PIXELS for name, _, _ in chunks]
    if not any(left_out):
        return data
    view = memoryview(data)
    remaining = [view[start:stop] for (_, start, stop), out in zip(chunks, left_out, strict=True) if not out]
    return b"".join([view[:8], *remaining, view[chunks[-1][2] :]])


def _open_heif(data: bytes) -> PilImage.Image:
    try:
        import pi_heif
        from pi_heif import HeifImageFile
    except ImportError as error:
        raise missing_package("pi_heif") from error
    pi_heif.options.DECODE_THREADS = 1  # the pool already uses every core
    picture: PilImage.Image = HeifImageFile(io.BytesIO(data))
    return picture


def turns_itself(kind: str) -> bool:
    """True if Pillow itself applies the orientation: for TIFF when it loads the picture, for HEIF in the decoder."""
    return kind in ("TIFF", "HEIF")


def orientation_in_file(picture: PilImage.Image, data: bytes, kind: str) -> int:
    """Read the orientation, 1 to 8; 1 if it is absent or its metadata is damaged."""
    from PIL import Image as PilImage

    if kind == "PNG" and (exif := _png_exif(data)) is not None:
        return exif_orientation(exif) or 1
    try:
        # The base class's method: PNG's own getexif() decodes the whole picture to find metadata after it.
        value = PilImage.Image.getexif(picture).get(274, 1)
    except Exception:  # the parser raises many errors; bad metadata must not make a picture unreadable
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def png_orientation(data: bytes) -> int:
    """Read the orientation of a PNG without opening it in Pillow."""
    return exif_orientation(_png_exif(data) or b"") or 1


def _png_exif(data: bytes) -> bytes | None:
    """Find the eXIf chunk, before or after the pixels (PNG 3.0, section 11.3.4.5)."""
    chunks = (data[start + 8 : stop - 4] for kind, start, stop in bands.chunks(data) if kind == b"eXIf")
    return next(chunks, None)


def reductions(data: bytes, kind: str) -> tuple[int, ...]:
    """Divisors of the sides at which the decoder can decode: the halvings of JPEG 2000 (ITU-T T.800, A.6.1)."""
    at = data.find(_CODING_STYLE, data.find(_CODESTREAM))
    if kind != "JPEG 2000" or at < 0 or at + 10 > len(data):
        return ()
    return tuple(1 << level for level in range(min(data[at + 9], 5), 0, -1))


def frames(picture: PilImage.Image) -> int:
    try:
        return max(1, int(getattr(picture, "n_frames", 1)))
    except Exception:  # a damaged later frame does not concern the first one
        return 1


def bytes_per_pixel(picture: PilImage.Image, kind: str, colour: int) -> float:
    """Memory per pixel in a picture's mode. colour : bytes of a colour pixel; grey costs less, alpha may cost more"""
    if kind in ("WebP", "HEIF", "AVIF"):
        return colour * (1.5 if "A" in picture.mode else 1.0)
    return colour * _MODE_BYTES.get(picture.mode, 4) / 4


def load_what_is_there(picture: PilImage.Image) -> None:
    """Decode a damaged picture as far as possible; missing pixels stay zero."""
    try:
        picture.load()
    except _BAD_INPUT:
        # A plugin that fails leaves its decoded rows. Without tiles, the second load() succeeds.
        if getattr(picture, "_im", None) is None:
            raise
        picture.tile = []  # type: ignore[attr-defined]
        picture.load()

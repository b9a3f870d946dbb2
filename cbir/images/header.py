"""Encoded picture -> its format, size and cost, without decoding pixels."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.errors import ImageUnreadable
from cbir.images import jpeg_xl, own, pillow, raw
from cbir.images.bands import bands_of
from cbir.images.formats import READABLE_FORMATS, sniff
from cbir.images.iso_media import clean_aperture
from cbir.images.jpeg import JpegMarkers, read_markers
from cbir.images.samples import Samples

JPEG_REDUCTIONS = (8, 4, 2)  # DCT scalings that both libjpeg bindings offer
SHORT_OF_TARGET = 0.8  # a DCT size within 20 % of the target is used as it is: no resize, and less to decode

WHOLE_BYTES = 96 << 20
"""Above this memory, a picture is decoded in bands if possible. It is also the most memory of one band."""

_MAX_SIDE_PX = 1_000_000
_BYTES_PER_PIXEL = {
    # Peaks measured with Pillow 13 and pi-heif 1.8. Decoders that deliver whole frames hold the planes, an RGB
    # frame and Pillow's copy at once; the others fill Pillow's 4 bytes per colour pixel row by row.
    "PNG": 4,
    "TIFF": 8,
    "BMP": 4,
    "PPM": 4,
    "GIF": 5,
    "WebP": 9,
    "HEIF": 10,
    "AVIF": 11,
    "JPEG 2000": 20,  # OpenJPEG has 32 bits for each component
    "Photoshop": 8,
    "TGA": 8,
    "DDS": 8,
    "ICO": 8,
    "DIB": 4,
    raw.KIND: 12,  # per pixel of the sensor; an embedded preview is charged as a JPEG
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeOptions:
    """Limits of a picture. A larger one is refused after its header is read, before anything is allocated.

    max_bytes : most memory that decoding may hold at a time
    own_colors : leave the colours as the file's profile defines them; for a picture that has a profile_to_keep()
    """

    max_pixels: int = 200_000_000  # twice the largest stitched panoramas, a fifth of the usual bombs
    max_bytes: int = 512 << 20  # a telephone's largest HEIF, of 48 megapixels
    own_colors: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The header of a picture.

    format : as sniff() names it
    size : (width, height) in full resolution, upright
    orientation : 1 to 8 as in EXIF, the rotation to apply to the stored picture; already applied to size
    frames : pictures in the file; only the first is ever decoded
    bytes_per_pixel : memory of the decoder per full-resolution pixel, besides its result
    bytes_per_reduced_pixel : the same per pixel after reduction
    reductions : divisors of each side that the decoder offers
    in_bands : true if it is decoded some rows at a time
    """

    format: str
    size: tuple[int, int]
    orientation: int
    frames: int
    bytes_per_pixel: float
    reductions: tuple[int, ...] = ()
    bytes_per_reduced_pixel: float = 0.0
    in_bands: bool = False

    def reduction(self, max_side_px: int | None) -> int:
        """The number by which the decoder divides each side, if at most max_side_px are needed."""
        if max_side_px is not None:
            for divisor in self.reductions:
                if max(self.size) / divisor >= SHORT_OF_TARGET * max_side_px:
                    return divisor
        return 1

    def decoded_bytes(self, max_side_px: int | None) -> int:
        """Estimate the peak memory of decode(max_side_px), which is charged to the shared budget."""
        pixels = self.size[0] * self.size[1]
        reduced = pixels / self.reduction(max_side_px) ** 2
        scale = 1.0 if max_side_px is None else min(1.0, max_side_px / max(self.size))
        held = WHOLE_BYTES if self.in_bands else pixels * self.bytes_per_pixel
        return int(held + reduced * self.bytes_per_reduced_pixel + 2 * 3 * pixels * scale**2) + (1 << 20)


def read_header(data: bytes | memoryview) -> Header:
    """Read a picture's header.

    Raises ImageUnreadable if the data is no picture of a known format. Its message does not contain the path.
    """
    data = bytes(data)
    kind = identify(data)
    if kind == "JPEG":
        return jpeg_header(read_markers(data))
    return other_header(data, kind, DecodeOptions())


def other_header(data: bytes, kind: str, options: DecodeOptions, *, count_frames: bool = True) -> Header:
    """Read the header of a picture that is no JPEG. count_frames : a GIF is then read to its end"""
    if kind == raw.KIND:
        with raw.opened(data) as file:
            return raw_header(*raw.size_and_orientation(file))
    if kind == jpeg_xl.KIND:
        return _jpeg_xl_header(data)
    if (samples := own.samples_of(data, kind)) is not None:
        orientation = samples.orientation
        if kind == "PNG":
            orientation = pillow.png_orientation(data)
        return samples_header(kind, samples, orientation)
    if kind == "WebP":
        _check_webp_canvas(data, options)
    with pillow.opened(data, kind) as picture:
        width, height = picture.size
        if kind == "AVIF" and (box := clean_aperture(data, picture.size)) is not None:
            width, height = box[2] - box[0], box[3] - box[1]
        orientation = pillow.orientation_in_file(picture, data, kind)
        if orientation >= 5 and not pillow.turns_itself(kind):
            width, height = height, width
        bytes_per_pixel = pillow.bytes_per_pixel(picture, kind, _BYTES_PER_PIXEL[kind])
        reductions = pillow.reductions(data, kind)
        return Header(
            format=kind,
            size=(width, height),
            orientation=orientation,
            bytes_per_pixel=0.0 if reductions else bytes_per_pixel,
            bytes_per_reduced_pixel=bytes_per_pixel if reductions else 0.0,
            reductions=reductions,
            in_bands=width * height * bytes_per_pixel > WHOLE_BYTES
            and (orientation == 1 or not pillow.turns_itself(kind))
            and (bands := bands_of(data, picture, kind)) is not None
            and bands.height_px * width * bytes_per_pixel <= WHOLE_BYTES,
            frames=pillow.frames(picture) if count_frames else 1,
        )


def samples_header(kind: str, samples: Samples, orientation: int) -> Header:
    """The header of a picture that is read as samples. orientation : 1 to 8 as in EXIF"""
    width, height = samples.size
    return Header(
        format=kind,
        size=(height, width) if orientation >= 5 else (width, height),
        orientation=orientation,
        frames=samples.frames,
        bytes_per_pixel=samples.bytes_per_pixel,
        in_bands=width * height * samples.bytes_per_pixel > WHOLE_BYTES
        and samples.chunk_bytes <= WHOLE_BYTES,
    )


def identify(data: bytes) -> str:
    """Name the format of a picture that can be read. Raises ImageUnreadable for all others."""
    if not data:
        raise ImageUnreadable("The file is empty.")
    kind = sniff(data)
    if kind is None:
        raise ImageUnreadable("The file's content is not a picture of a known format.")
    if kind not in READABLE_FORMATS:
        article = "an" if kind[0] in "AEIOUaeiou" else "a"
        raise ImageUnreadable("This is {0} {1} file; that format cannot be read.", article, kind)
    return raw.KIND if kind == "TIFF" and raw.is_camera_raw(data) else kind


def raw_header(size: tuple[int, int], orientation: int) -> Header:
    """The header of a raw file, from the result of raw.size_and_orientation()."""
    return Header(
        format=raw.KIND,
        size=size,
        orientation=orientation,
        bytes_per_pixel=_BYTES_PER_PIXEL[raw.KIND],
        frames=1,
    )


def _jpeg_xl_header(data: bytes) -> Header:
    (width, height), orientation = jpeg_xl.size_and_orientation(data)
    return Header(
        format=jpeg_xl.KIND,
        size=(height, width) if orientation >= 5 else (width, height),
        orientation=orientation,
        bytes_per_pixel=jpeg_xl.BYTES_PER_PIXEL,
        frames=1,
    )


def jpeg_header(markers: JpegMarkers) -> Header:
    width, height = markers.size
    if markers.orientation >= 5:
        width, height = height, width
    return Header(
        format="JPEG",
        size=(width, height),
        orientation=markers.orientation,
        frames=1,
        # The decoder holds all coefficients of a progressive file at once, 16 bits each.
        bytes_per_pixel=2.0 * markers.samples if markers.progressive else 0.0,
        bytes_per_reduced_pixel=3.0,
        reductions=JPEG_REDUCTIONS,
    )


def check_cost(header: Header, max_side_px: int | None, options: DecodeOptions) -> None:
    """Refuse a picture that has too many pixels or needs too much memory for decoding."""
    check_size(header.size, options)
    needed = header.decoded_bytes(max_side_px if max_side_px is not None else 1)
    if needed > options.max_bytes:
        width, height = header.size
        raise ImageUnreadable(
            "The picture is too large: decoding {0} x {1} pixels of this kind takes {2} MB of"
            " memory, more than the limit of {3} MB. Save it as a JPEG.",
            width,
            height,
            needed >> 20,
            options.max_bytes >> 20,
        )


def check_size(size: tuple[int, int], options: DecodeOptions) -> None:
    """Refuse a picture with too many pixels."""
    width, height = size
    if width < 1 or height < 1:
        raise ImageUnreadable("The file is damaged: its header has no width or height.")
    if max(width, height) > _MAX_SIDE_PX:
        raise ImageUnreadable(
            "The picture is too long and narrow to be compared: {0} x {1} pixels.",
            width,
            height,
        )
    if width * height > options.max_pixels:
        raise ImageUnreadable(
            "The picture is too large: {0} x {1} pixels are more than the limit of {2} million.",
            width,
            height,
            f"{options.max_pixels / 1e6:g}",
        )


def _check_webp_canvas(data: bytes, options: DecodeOptions) -> None:
    """Refuse a WebP with too many pixels before it is opened: libwebp then allocates two canvases.

    RFC 9649, sections 2.5 to 2.7.
    """
    chunk = data[12:16]
    if chunk == b"VP8X" and len(data) >= 30:
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif chunk == b"VP8L" and len(data) >= 25:
        packed = int.from_bytes(data[21:25], "little")
        width, height = 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
    elif chunk == b"VP8 " and len(data) >= 30:
        width = int.from_bytes(data[26:28], "little") & 0x3FFF
        height = int.from_bytes(data[28:30], "little") & 0x3FFF
    else:
        raise ImageUnreadable("The WebP file is damaged: it contains no picture.")
    check_size((max(width, 1), max(height, 1)), options)

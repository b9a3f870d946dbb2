"""JPEG 2000 -> what its boxes say, and its samples where Pillow would misread them.

ITU-T T.800, annexes A.5.1 (SIZ) and I.5.3 (JP2 header). Pillow's decoder adds one half before it drops the lower bits
of colours, so that white becomes black; it knows neither profiles nor palettes of more than 8 bits.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cbir.images.iso_media import boxes
from cbir.images.samples import Samples, Space, damaged, not_supported, whole_range

KIND = "JPEG 2000"
CODESTREAM = b"\xff\x4f\xff\x51"

_GREY, _SRGB, _SYCC, _CMYK = 17, 16, 18, 12
_UNREAD = (
    1,
    3,
    4,
    9,
    11,
    13,
    14,
    19,
    20,
    21,
    22,
    23,
    24,
)  # T.801, table M.25: YCbCr, CMY, YCCK, Lab and others
_OPACITY, _MULTIPLIED = 1, 2  # types of a channel that is no colour
_MOST_COMPONENTS = 4
_BYTES_PER_SAMPLE = 7  # 32 bits in the decoder, and 16 after it (OpenCV 5.0.0: 4.3 to 5.5 measured)


@dataclass(slots=True)
class _Header:
    """The header of a file. kind : of the colours, None if it is not enumerated. channels : type and colour of each"""

    kind: int | None = None
    profile: bytes = b""
    palette: NDArray[np.uint16] | None = None
    palette_bits: int = 8
    channels: dict[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Stream:
    """start : of the codestream. bits, signed : of each component. even : true if all have as many samples"""

    start: int
    size: tuple[int, int]
    bits: tuple[int, ...]
    signed: tuple[bool, ...]
    even: bool


def profile_of(data: bytes) -> bytes:
    """The ICC profile in a JPEG 2000 file; empty without one."""
    try:
        return _header(data).profile
    except (struct.error, IndexError, ValueError):
        return b""


def deep_samples(data: bytes) -> Samples | None:
    """The samples of a picture that Pillow would misread; None for any other. Raises ImageUnreadable."""
    try:
        header, stream = _header(data), _stream(data)
    except (struct.error, IndexError, ValueError) as error:
        raise damaged(KIND) from error
    count, bits = len(stream.bits), max(stream.bits, default=8)
    if header.kind in _UNREAD:
        raise not_supported(KIND, f"color space {header.kind}")
    if not 1 <= count <= _MOST_COMPONENTS or bits > 16:
        raise not_supported(KIND, f"{count} components, {bits} bit")
    if header.palette is not None and count == 1 and (header.palette_bits > 8 or header.kind == _GREY):
        return _of_palette(data, header, stream)
    ordered = all(kind or colour == channel + 1 for channel, (kind, colour) in header.channels.items())
    if header.palette is not None or count == 1 or (bits <= 8 and ordered):
        return None
    if count == 2 or not stream.even or len(set(stream.bits)) > 1:
        raise not_supported(KIND, f"{count} components, {'/'.join(map(str, stream.bits))} bit")
    return _of_components(data, header, stream)


def _of_components(data: bytes, header: _Header, stream: _Stream) -> Samples:
    inks = header.kind == _CMYK or header.profile[16:20] == b"CMYK"
    space: Space = "cmyk" if inks else "rgb"
    alpha: Literal["none", "straight", "multiplied"] = "none"
    if len(stream.bits) == _MOST_COMPONENTS and not inks:
        type_ = header.channels.get(3, (_OPACITY, 0))[0]
        alpha = "multiplied" if type_ == _MULTIPLIED else "straight" if type_ == _OPACITY else "none"
    order = [
        3 if kind else colour - 1
        for kind, colour in (header.channels.get(at, (0, at + 1)) for at in range(3))
    ]
    if inks or sorted(order) != [0, 1, 2]:
        order = [0, 1, 2]

    def decode() -> NDArray[Any]:
        components = whole_range(_components(data, stream), stream.bits[0])
        if inks:
            return components
        colours = components[..., [order.index(colour) for colour in range(3)]]
        if header.kind == _SYCC:
            colours = _from_ycc(colours)
        return np.concatenate([colours, components[..., 3:]], axis=2) if alpha != "none" else colours

    return _decoded_once(stream, decode, space=space, alpha=alpha, profile=header.profile)


def _of_palette(data: bytes, header: _Header, stream: _Stream) -> Samples:
    palette = header.palette
    if palette is None or palette.shape[1] not in (1, 3) or stream.bits[0] > 8 or stream.signed[0]:
        raise not_supported(KIND, f"palette, {stream.bits[0]} bit")
    colours = palette

    def decode() -> NDArray[Any]:
        from cbir.images import pillow

        with pillow.opened(data[stream.start :], KIND) as picture:
            indices = np.asarray(picture) >> (8 - stream.bits[0])
        pixels: NDArray[np.uint16] = colours[np.minimum(indices, len(colours) - 1)]
        return pixels

    space: Space = "rgb" if colours.shape[1] == 3 else "grey"
    return _decoded_once(stream, decode, space=space, alpha="none", profile=header.profile)


def _decoded_once(
    stream: _Stream,
    decode: Any,
    *,
    space: Space,
    alpha: Literal["none", "straight", "multiplied"],
    profile: bytes,
) -> Samples:
    held: list[NDArray[Any]] = []
    bytes_per_pixel = _BYTES_PER_SAMPLE * max(3, len(stream.bits))

    def rows(top: int, bottom: int) -> tuple[NDArray[Any], int]:
        if not held:
            held.append(decode())
        return held[0][top:bottom], bottom - top

    return Samples(
        size=stream.size,
        space=space,
        rows=rows,
        profile=profile,
        alpha=alpha,
        bytes_per_pixel=bytes_per_pixel,
        chunk_bytes=bytes_per_pixel * stream.size[0] * stream.size[1],
    )


def _components(data: bytes, stream: _Stream) -> NDArray[Any]:
    """All components of the codestream, (h, w, components), as unsigned numbers."""
    import cv2

    plain = bytearray(data[stream.start :])
    for at in range(len(stream.bits)):
        # The decoder then adds half of the range to signed components as it does to others (T.800, G.1.2).
        plain[42 + 3 * at] &= 0x7F
    level = cv2.utils.logging.getLogLevel()
    try:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        pixels = cv2.imdecode(np.frombuffer(plain, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        pixels = None
    finally:
        cv2.utils.logging.setLogLevel(level)
    if pixels is None or pixels.shape != (*stream.size[::-1], len(stream.bits)):
        raise damaged(KIND)
    return pixels[..., [2, 1, 0, 3][: len(stream.bits)]]


def _from_ycc(values: NDArray[Any]) -> NDArray[Any]:
    """RGB of YCbCr (IEC 61966-2-1, annex F)."""
    white = np.iinfo(values.dtype).max
    luma, blueness, redness = (values[..., at].astype(np.float32) for at in range(3))
    blueness, redness = blueness - (white + 1) / 2, redness - (white + 1) / 2
    red, blue = luma + 1.402 * redness, luma + 1.772 * blueness
    green = luma - 0.344136 * blueness - 0.714136 * redness
    return np.clip(np.stack([red, green, blue], axis=-1) + 0.5, 0, white).astype(values.dtype)


def _stream(data: bytes) -> _Stream:
    start = data.find(CODESTREAM)
    if start < 0:
        raise ValueError("no codestream")
    right, bottom, left, top = struct.unpack_from(">4I", data, start + 8)
    (count,) = struct.unpack_from(">H", data, start + 40)
    components = list(struct.iter_unpack("3B", data[start + 42 : start + 42 + 3 * count]))
    if len(components) < count:
        raise ValueError("the file ends in its header")
    return _Stream(
        start=start,
        size=(right - left, bottom - top),
        bits=tuple((depth & 0x7F) + 1 for depth, _, _ in components),
        signed=tuple(depth > 0x7F for depth, _, _ in components),
        even=len({(across, down) for _, across, down in components}) <= 1,
    )


def _header(data: bytes) -> _Header:
    colors = _Header()
    if not data.startswith(b"\0\0\0\x0cjP  "):
        return colors
    inner = next((content for name, content in boxes(data) if name == b"jp2h"), b"")
    for name, body in boxes(inner):
        if name == b"colr" and colors.kind is None and not colors.profile:
            if body[0] == 1:
                (colors.kind,) = struct.unpack_from(">I", body, 3)
            elif body[0] in (2, 3):
                colors.profile = body[3:]
        elif name == b"pclr":
            colors.palette, colors.palette_bits = _palette(body)
        elif name == b"cdef":
            (count,) = struct.unpack_from(">H", body)
            for at in range(min(count, 64)):
                channel, kind, colour = struct.unpack_from(">3H", body, 2 + 6 * at)
                colors.channels[channel] = kind, colour
    return colors


def _palette(body: bytes) -> tuple[NDArray[np.uint16], int]:
    """Colours in 16 bits, (entries, columns), and the most bits of a column."""
    count, columns = struct.unpack_from(">HB", body)
    depths = [(depth & 0x7F) + 1 for depth in body[3 : 3 + columns]]
    entry = np.dtype(
        {
            "names": [str(at) for at in range(columns)],
            "formats": [">u1" if depth <= 8 else ">u2" for depth in depths],
        }
    )
    stored = np.frombuffer(body, entry, count, 3 + columns)
    scaled = [
        stored[str(at)].astype(np.uint32) * 65535 // ((1 << depth) - 1) for at, depth in enumerate(depths)
    ]
    return np.stack(scaled, axis=1).astype(np.uint16), max(depths)

"""Camera raw files for tests: real DNGs, written here byte by byte (TIFF 6.0; DNG 1.4)."""

import struct

import numpy as np

Entry = tuple[int, int, list[int] | list[tuple[int, int]] | bytes]

_FORMS = {1: "B", 3: "H", 4: "I", 5: "II", 10: "ii"}
_IDENTITY = [(1, 1), (0, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1), (1, 1)]


def write_dng(pixels, preview, orientation=1):
    """A DNG of a sensor under a Bayer filter (red, green, green, blue), uncompressed, 12 bits in 16.

    pixels : (h, w, 3) uint8, even sides, what the sensor saw as it is stored. preview : a JPEG, or none
    orientation : 1 to 8, of the whole file
    """
    sensor = _filtered(pixels)
    height, width = sensor.shape
    jpeg = preview or b""
    first, first_more, second, second_more, jpeg_at = 8, 1024, 2048, 3072, 4096
    sensor_at = jpeg_at + len(jpeg) + len(jpeg) % 2
    seen = [
        (254, 4, [0]), (256, 4, [width]), (257, 4, [height]), (258, 3, [16]), (259, 3, [1]), (262, 3, [32803]),
        (273, 4, [sensor_at]), (277, 3, [1]), (278, 4, [height]), (279, 4, [sensor.nbytes]),
        (33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2]), (50714, 3, [0]), (50717, 4, [4095]),
    ]  # fmt: skip
    about = [
        (254, 4, [1]), (271, 2, b"Testmaker\0"), (272, 2, b"Model 1\0"), (274, 3, [orientation]),
        (330, 4, [second]), (50706, 1, [1, 4, 0, 0]), (50707, 1, [1, 1, 0, 0]), (50708, 2, b"Testmaker 1\0"),
        (50721, 10, _IDENTITY), (50728, 5, [(1, 1), (1, 1), (1, 1)]), (50778, 3, [21]),
    ]  # fmt: skip
    if jpeg:
        across, down = _jpeg_size(jpeg)
        about += [
            (256, 4, [across]), (257, 4, [down]), (258, 3, [8, 8, 8]), (259, 3, [7]), (262, 3, [6]),
            (273, 4, [jpeg_at]), (277, 3, [3]), (278, 4, [down]), (279, 4, [len(jpeg)]),
        ]  # fmt: skip
    out = bytearray(sensor_at + sensor.nbytes)
    out[:8] = b"II*\0" + struct.pack("<I", first)
    for at, more, entries in ((first, first_more, about), (second, second_more, seen)):
        directory, behind = _directory(entries, more)
        out[at : at + len(directory)] = directory
        out[more : more + len(behind)] = behind
    out[jpeg_at : jpeg_at + len(jpeg)] = jpeg
    out[sensor_at:] = sensor.tobytes()
    return bytes(out)


def _filtered(pixels):
    linear = (4095 * (pixels / 255.0) ** 2.2).astype(np.uint16)
    sensor = linear[..., 1].copy()
    sensor[::2, ::2] = linear[::2, ::2, 0]
    sensor[1::2, 1::2] = linear[1::2, 1::2, 2]
    return sensor


def _directory(entries, more_at):
    """A directory, and what of it lies at more_at because it does not fit into four bytes."""
    out, more = struct.pack("<H", len(entries)), b""
    for tag, kind, values in sorted(entries, key=lambda entry: entry[0]):
        if isinstance(values, bytes):
            body = values
        else:
            form = "<" + _FORMS[kind]
            body = b"".join(struct.pack(form, *(v if isinstance(v, tuple) else (v,))) for v in values)
        if len(body) <= 4:
            field = body.ljust(4, b"\0")
        else:
            field = struct.pack("<I", more_at + len(more))
            more += body + b"\0" * (len(body) % 2)
        out += struct.pack("<HHI", tag, kind, len(values)) + field
    return out + bytes(4), more


def _jpeg_size(jpeg):
    from cbir.images.jpeg import read_markers

    return read_markers(jpeg).size

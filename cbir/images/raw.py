"""Camera raw file -> its preview, or if that is too small, the developed pixels of the sensor, by LibRaw.

The camera or a converter made the preview: it looks as the photographer saw the photo. Decoding it takes a hundredth of
the time of developing the sensor's pixels.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import UnreadableNow
from cbir.images.formats import missing_package
from cbir.images.samples import damaged
from cbir.images.tiff_directories import read_directories

if TYPE_CHECKING:
    import rawpy

KIND = "camera raw"
MIN_PREVIEW_PX = 640  # longer side; a smaller preview is an icon, with too little to match
SHORT_OF_WANTED = 0.8  # a JPEG may be decoded 20 % smaller than requested
ENOUGH_PX = (
    2048  # longer side that is enough for developed pixels; half the sensor's resolution must reach it
)

_DNG_VERSION, _SUB_DIRECTORIES, _SUBFILE, _COMPRESSION, _PHOTOMETRIC = 50706, 330, 254, 259, 262
_SENSOR_COLOURS = (32803, 34892)  # colour filter array, linear raw: TIFF/EP and DNG 1.7
_RAW_COMPRESSIONS = (32767, 32769, 32770, 32772, 34713, 65000, 65535)  # Sony, Samsung, Nikon, Kodak, Pentax
_ORIENTATION = {0: 1, 1: 2, 2: 4, 3: 3, 4: 5, 5: 8, 6: 6, 7: 7}  # LibRaw's flip -> EXIF's

Pixels = NDArray[np.uint8]


def is_camera_raw(data: bytes) -> bool:
    """True for a raw file that has the form of a TIFF. The first page of most is a thumbnail of the photo."""
    tags = next(iter(read_directories(data, limit=1)), {})
    return (
        _DNG_VERSION in tags
        or (bool(tags.get(_SUBFILE, 0) & 1) and _SUB_DIRECTORIES in tags)  # reduced, and the photo elsewhere
        or tags.get(_PHOTOMETRIC) in _SENSOR_COLOURS
        or tags.get(_COMPRESSION) in _RAW_COMPRESSIONS
    )


@contextmanager
def opened(data: bytes) -> Iterator[rawpy.RawPy]:
    """Open a raw file without unpacking its pixels.

    Raises ImageUnreadable, also within the block, if LibRaw cannot read the data, and UnreadableNow if rawpy is not
    installed or memory is short.
    """
    try:
        import rawpy
    except ImportError as error:
        raise missing_package("rawpy") from error
    try:
        with rawpy.imread(io.BytesIO(data)) as file:
            yield file
    except (MemoryError, rawpy.LibRawUnsufficientMemoryError) as error:
        raise UnreadableNow("There is not enough memory to decode this picture.") from error
    except (rawpy.LibRawError, rawpy.NotSupportedError, ValueError, OSError) as error:
        raise damaged(KIND) from error


def size_and_orientation(file: rawpy.RawPy) -> tuple[tuple[int, int], int]:
    """(width, height) of the upright photo, and the orientation of the stored pixels, 1 to 8 as in EXIF."""
    sizes = file.sizes
    width, height = sizes.width, sizes.height
    if 0 < sizes.crop_width <= width and 0 < sizes.crop_height <= height:
        width, height = sizes.crop_width, sizes.crop_height  # the camera's own crop
    orientation = _ORIENTATION.get(sizes.flip, 1)
    return (height, width) if orientation >= 5 else (width, height), orientation


def preview(file: rawpy.RawPy) -> bytes | Pixels | None:
    """The largest preview: an encoded JPEG, or (h, w, 3) uint8 pixels, as they are stored; None without one."""
    import rawpy

    try:
        thumbnail = file.extract_thumb()
    except (rawpy.LibRawNoThumbnailError, rawpy.LibRawUnsupportedThumbnailError, rawpy.LibRawDataError):
        return None
    except rawpy.LibRawIOError:  # it is beyond the end of a truncated file
        return None
    if thumbnail.format == rawpy.ThumbFormat.JPEG:
        return bytes(thumbnail.data)
    pixels = np.asarray(thumbnail.data)
    return pixels if pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8 else None


def develop(file: rawpy.RawPy, *, half: bool) -> Pixels:
    """Make a picture of the sensor's pixels, upright, with the camera's white balance.

    half : one pixel for every 2 x 2 pixels of the sensor
    """
    return np.asarray(file.postprocess(half_size=half, use_camera_wb=True, output_bps=8))


def turn_of_preview(size: tuple[int, int], stored: tuple[int, int], orientation: int, own: int) -> int:
    """The EXIF orientation to apply to a preview.

    size : (width, height) of the upright photo. stored : of the preview as stored
    orientation : of the raw file. own : of the preview's own EXIF, used if the raw file has none
    A preview whose shape is already upright is not turned.
    """
    if orientation == 1:
        return own
    upright = (size[0] < size[1]) == (stored[0] < stored[1])
    return 1 if orientation >= 5 and upright and stored[0] != stored[1] else orientation

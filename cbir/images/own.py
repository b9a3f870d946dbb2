"""Encoded picture -> its samples, by a reader of our own where Pillow's is wrong or has none."""

from __future__ import annotations

from cbir.images import dds, jpeg2000, png, psd, tiff
from cbir.images.samples import Samples


def samples_of(data: bytes, kind: str) -> Samples | None:
    """The samples of a picture, none of which is decoded yet; None if Pillow is to decode it.

    Raises ImageUnreadable if the file is damaged or of an unsupported kind.
    """
    reader = {
        "PNG": png.deep_samples,
        "TIFF": tiff.samples_of,
        "Photoshop": psd.samples_of,
        "JPEG 2000": jpeg2000.deep_samples,
        "DDS": dds.plain_samples,
    }.get(kind)
    return None if reader is None else reader(data)

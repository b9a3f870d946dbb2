"""Picture file (and its XMP sidecar), or video file -> Metadata: EXIF, IPTC and XMP, by one documented precedence.

Bytes or an open video in, frozen values out. Broken metadata never raises; the readable part is returned.
"""

from cbir.metadata.containers import clean, is_whole
from cbir.metadata.extraction import (
    EXTRACTOR_VERSION,
    MAX_KEYWORD,
    extract,
    extract_video,
    named_faces,
    shot_at,
)
from cbir.metadata.sidecars import (
    MAX_SIDECAR_BYTES,
    edit_sidecar,
    names_its_picture,
    read_sidecar,
    sidecar_for,
    sidecar_names,
    write_sidecar,
)
from cbir.metadata.writing import exif_of, received_values, without_people, xmp_of
from cbir.metadata.xmp import NOT_PICKED, PICKED
from cbir.metadata.xmp_editing import NamedFaces, Property, XmpUnclear

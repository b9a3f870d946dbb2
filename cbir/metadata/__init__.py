"""Picture file (and its XMP sidecar) -> Metadata: EXIF, IPTC and XMP, by one documented precedence.

Bytes in, one frozen value out. Broken metadata never raises; what is readable is returned.
"""

from cbir.metadata.containers import is_whole
from cbir.metadata.extraction import EXTRACTOR_VERSION, extract
from cbir.metadata.sidecars import MAX_SIDECAR_BYTES, read_sidecar, sidecar_names

__all__ = ["EXTRACTOR_VERSION", "MAX_SIDECAR_BYTES", "extract", "is_whole", "read_sidecar", "sidecar_names"]

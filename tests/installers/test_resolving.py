"""The newest versions resolve to wheels on every platform and Python that is promised, by `uv pip compile`."""

import os
import shutil
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACOS = "14.0"  # of faiss-cpu's wheels
# PySide6 needs a newer glibc than the engine. It is the guide's table of systems.
ENGINE = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
WINDOW = ("x86_64-manylinux_2_34", "aarch64-manylinux_2_39", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
OLD_MAC = "x86_64-apple-darwin"  # no onnxruntime for it and Python 3.14
ARM_WINDOWS = "aarch64-pc-windows-msvc"
ON_ARM_WINDOWS = (
    "",
    "gui",
    "raw",
    "serve",
    "cluster",
    "evaluate",
)  # ocr lacks pyclipper, postgres psycopg-binary
CASES = [
    *((platform, python, "") for platform in (*ENGINE, OLD_MAC) for python in PYTHONS),
    *((platform, python, "all") for platform in (*WINDOW, OLD_MAC) for python in PYTHONS),
]
NOT_YET = [(OLD_MAC, "3.14"), *((ARM_WINDOWS, python) for python in PYTHONS)]
CASES = [(platform, python, extra) for platform, python, extra in CASES if (platform, python) not in NOT_YET]


def resolve(platform, python, extra="", *more):
    uv = shutil.which("uv")
    if uv is None:
        pytest.skip("uv is not installed; .ci/long installs it")
    command = [uv, "pip", "compile", "-q", "--only-binary", ":all:", "--python-platform", platform, *more]
    command += ["--python-version", python, *(("--extra", extra) if extra else ()), "pyproject.toml"]
    environment = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": MACOS}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def resolve_all(cases):
    """Each takes seconds of waiting for the index: several at once."""
    with ThreadPoolExecutor(8) as pool:
        return dict(zip(cases, pool.map(lambda case: resolve(*case), cases), strict=True))


@pytest.mark.long
@pytest.mark.timeout(900)
def test_all_packages_have_wheels():
    runs = resolve_all(CASES)
    assert not {case: run.stderr for case, run in runs.items() if run.returncode != 0}
    assert all("numpy==" in run.stdout for run in runs.values())


@pytest.mark.long
@pytest.mark.timeout(900)
def test_on_windows_for_arm_all_but_opencv_have_wheels():
    pythons = PYTHONS[1:]  # numba and llvmlite begin with 3.12 there
    built = ("--no-binary", "opencv-python-headless")
    runs = resolve_all(
        [(ARM_WINDOWS, python, extra, *built) for extra in ON_ARM_WINDOWS for python in pythons]
    )
    assert not {case: run.stderr for case, run in runs.items() if run.returncode != 0}
    assert all("pi-heif" not in run.stdout for run in runs.values()), "it is left out there"


@pytest.mark.long
@pytest.mark.timeout(900)
def test_what_the_guide_calls_unsupported_still_is():
    runs = resolve_all(NOT_YET)
    assert not [case for case, run in runs.items() if run.returncode == 0], (
        "these resolve now: say so in the guide"
    )


def test_no_default_or_all_install_has_the_plug_in_under_the_gpl():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    listed = extras["all"][0].removeprefix("cbir[").removesuffix("]").split(",")
    packages = [*project["dependencies"], *(package for extra in listed for package in extras[extra])]
    assert not [package for package in packages if package.startswith(("pillow-jxl", "pillow-heif"))]
    assert any(package.startswith("pillow-jxl") for package in extras["jxl"])

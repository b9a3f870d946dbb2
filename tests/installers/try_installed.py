"""A built package on this computer, as root: `python -m tests.installers.try_installed dist/*.deb dist/*.AppImage`.

A .deb is judged by lintian, installed, tried and purged, after which nothing of it is left outside the tester's own
folders. An AppImage is tried, mounted where FUSE is and unpacked. An .msi is installed and removed by wine.
"Tried" is the demo, the self-test of every part, OCR among them, and the service.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

SYSTEM = ("usr", "etc", "opt", "srv", "var/lib/cbir", "var/cache/cbir")


def main(packages):
    for package in map(Path, packages):
        with tempfile.TemporaryDirectory() as work:
            print(f"== {package.name}: {package.stat().st_size / 1e6:.0f} MB", flush=True)
            TRIALS[package.suffix](package.resolve(), Path(work))


def try_deb(package, work):
    if shutil.which("lintian"):
        run("lintian", "--allow-root", "--fail-on", "error", package)
    before = files()
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
    try:
        installed = [path for path in files() - before if "cbir" in path.as_posix()]
        size = sum(path.lstat().st_size for path in installed if path.is_file()) / 1e6
        print(f"   {len(installed)} files, {size:.0f} MB", flush=True)
        run("dpkg", "--verify", "cbir")
        run("man", "--warnings", "-l", "/usr/share/man/man1/cbir.1.gz", quiet=True, if_there=True)
        try_program("/usr/bin/cbir", work)
    finally:
        run("apt-get", "purge", "-y", "-qq", "cbir")
    left = [path for path in files() - before if "cbir" in path.as_posix().lower()]
    assert not left, f"it leaves {left[:9]}"


def try_image(package, work):
    """Mounted and unpacked, it runs and leaves nothing; so does what it unpacks on request."""
    temporary = work / "temporary"
    temporary.mkdir()
    run(package, "--appimage-extract", cwd=work)
    try_program(work / "squashfs-root" / "AppRun", work / "unpacked")
    try_program(package, work / "mounted", TMPDIR=temporary)
    _nothing_left(temporary)
    whole = {**os.environ, "TMPDIR": str(temporary), "APPIMAGE_EXTRACT_AND_RUN": "1"}
    run(package, "--version", env=whole)
    _nothing_left(temporary)


def _nothing_left(folder):
    for _ in range(50):  # what serves the mounted files ends after the program
        if not list(folder.glob(".mount_*")):
            return
        time.sleep(0.1)
    raise AssertionError(f"it leaves {list(folder.iterdir())}")


def try_msi(package, work):
    """wine installs and removes what it is; the programs in an MSI that was compiled on Linux do not run there."""
    wine = shutil.which("wine64") or shutil.which("wine")
    if wine is None:
        print("   no wine here: not tried")
        return
    place = work / "prefix" / "drive_c" / "Program Files" / "cbir"
    environment = {**os.environ, "WINEPREFIX": str(work / "prefix"), "WINEDEBUG": "-all", "DISPLAY": ""}
    try:
        run(wine, "msiexec", "/qn", "/i", package, env=environment)
        installed = [path for path in place.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in installed) / 1e6
        print(f"   {len(installed)} files, {size:.0f} MB", flush=True)
        assert installed, "nothing was installed"
        run(wine, "msiexec", "/qn", "/x", package, env=environment)
    finally:
        run("wineserver", "-w", env=environment, if_there=True)  # it writes its registry when it ends
    assert not place.exists(), f"it leaves {list(place.rglob('*'))[:9]}"


TRIALS = {".deb": try_deb, ".AppImage": try_image, ".msi": try_msi}


def try_program(program, work, **further):
    own = {
        **further,
        "HOME": str(work),
        "XDG_CACHE_HOME": str(work / "cache"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **own}
    work.mkdir(exist_ok=True)
    run(program, "--version", env=environment)
    run(program, "demo", "--no-gui", "--folder", work / "demo", env=environment)
    told = subprocess.run(
        [program, "self-test"], env=environment, capture_output=True, text=True, check=True
    ).stdout
    print(told, flush=True)
    lacking = [line for line in told.splitlines() if not line.startswith(("works", "absent  Graphics card"))]
    assert not lacking, lacking
    assert "pip" not in told
    try_service(program, work / "demo" / "library", environment)


def try_service(program, library, environment):
    """The service answers, and ends when it is told to."""
    command = [program, "serve", "--open", "--port", "8799", "--library", library]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        for _ in range(120):
            try:
                with urllib.request.urlopen("http://127.0.0.1:8799/health", timeout=5) as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert process.poll() is None, "the service ended"
                time.sleep(0.5)
        else:
            raise AssertionError("the service does not answer")
        process.terminate()
        assert process.wait(20) == 0, "the service was not ended properly"
    print("   the service answers", flush=True)


def files():
    return {path for name in SYSTEM for path in Path("/", name).rglob("*")}


def run(*command, env=None, cwd=None, quiet=False, if_there=False):
    if if_there and shutil.which(str(command[0])) is None:
        return
    print("==", *command, flush=True)
    subprocess.run(
        [str(word) for word in command],
        check=True,
        env=env,
        cwd=cwd,
        stdout=subprocess.DEVNULL if quiet else None,
    )


if __name__ == "__main__":
    main(sys.argv[1:])

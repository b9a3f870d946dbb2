"""A built program, by its command alone: `python -m tests.installers.try_package dist/cbir/cbir [OUT_DIR]`.

On a display of its own: a picture opened with it, by a second start, dropped and pasted; then 20 runs of `cbir index`
that are killed at any moment, after which the library is whole. OUT_DIR gets a screenshot of each step.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from PIL import Image

from cbir.base.resources import resource
from tests.app.virtual_desktop import Desktop
from tests.source_tree import python_path

PICTURES = resource("pictures")
KILLS = 20
START_S = 60


def main(program, out):
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        photos = work / "photos"
        shutil.copytree(PICTURES, photos)
        for picture in PICTURES.glob("*.jpg"):
            with Image.open(picture) as image:
                for turn in (90, 180, 270):
                    image.rotate(turn, expand=True).save(photos / f"{picture.stem} {turn}.jpg", quality=85)
        environment = {
            **os.environ,
            "XDG_CONFIG_HOME": str(work / "config"),
            "XDG_CACHE_HOME": str(work / "cache"),
        }
        environment.pop("PYTHONPATH", None)
        _kills(program, photos, work / "killed", environment)
        _window(program, photos, work, out)
    return 0


def _kills(program, photos, library, environment):
    rng = random.Random(1)
    index = [str(program), "index", str(photos), "--library", str(library)]
    killed = 0
    while killed < KILLS:
        process = subprocess.Popen(
            index, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(0.2 + 5 * rng.random())
            shutil.rmtree(library)  # everything is in: begin again
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
    print(f"killed {killed} times", flush=True)
    subprocess.run(index, env=environment, check=True)
    for command in (
        ["library", "check"],
        ["search", str(photos / "china 90.jpg"), "-t", "4"],
        ["search", "a cat", "-t", "4"],
        ["duplicates"],
    ):
        done = subprocess.run(
            [str(program), *command, "--library", str(library)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        print(*command[:2], done.returncode, done.stdout[-400:], done.stderr[-300:])
        if done.returncode:
            raise SystemExit(f"{command} failed")
    left = [one.pid for one in psutil.process_iter(["exe"]) if one.info["exe"] == str(program.resolve())]
    if left:
        raise SystemExit(f"processes were left: {left}")


def _window(program, photos, work, out):
    with Desktop() as desktop:
        desktop.environment.pop("PYTHONPATH")
        desktop.environment |= {
            "XDG_CONFIG_HOME": str(work / "config"),
            "XDG_CACHE_HOME": str(work / "cache"),
        }
        command = [str(program), "gui", "--library", str(work / "killed")]

        def seen(title, step):
            desktop.wait_for_window(title)
            time.sleep(6)
            if out is not None:
                subprocess.run(
                    ["import", "-window", "root", str(out / f"{step}.png")],
                    env=desktop.environment,
                    check=True,
                )
            print(f"{step}: seen", flush=True)

        first = subprocess.Popen(
            [*command, str(photos / "china.jpg")], env=desktop.environment, start_new_session=True
        )
        seen("^china.jpg – .*cbir$", "opened with")
        second = subprocess.run(
            [*command, str(photos / "rocket.jpg")], env=desktop.environment, timeout=START_S, check=True
        )
        assert second.returncode == 0
        seen("^rocket.jpg – .*cbir$", "second start")
        desktop.move_window(desktop.wait_for_window("cbir$"), 0, 30)
        desktop.xdotool("windowsize", "--sync", desktop.wait_for_window("cbir$"), "900", "700")
        desktop.environment["PYTHONPATH"] = python_path()
        desktop.python("tests.app.drag_source", "file", str(photos / "coffee.jpg"), "1100", "300")
        source = desktop.wait_for_window("drag source")
        desktop.move_window(source, 1150, 300)
        desktop.drag(desktop.centre(source), desktop.centre(desktop.wait_for_window("cbir$")))
        seen("^coffee.jpg – .*cbir$", "dropped")
        with desktop.clipboard(photos / "chelsea.jpg", "image/jpeg"):
            desktop.xdotool("windowactivate", "--sync", desktop.wait_for_window("coffee.jpg – .*cbir$"))
            desktop.xdotool("key", "ctrl+v")
            time.sleep(4)
            seen("cbir$", "pasted")
        os.killpg(first.pid, signal.SIGINT)
        code = first.wait(START_S)
        print("ended by Ctrl-C with", code)
        if code:
            raise SystemExit("it did not end well")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]) if len(sys.argv) > 2 else None))

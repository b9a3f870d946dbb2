"""A display and a window manager of one's own, to drive a real window with a real pointer and clipboard."""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from tests.source_tree import python_path

ROOT = Path(__file__).resolve().parent.parent.parent
NEEDED = ("Xvfb", "openbox", "xdotool", "xclip")
SIZE = (1400, 900)


def missing():
    return [program for program in NEEDED if shutil.which(program) is None]


class Desktop:
    """Xvfb on a free display, with openbox. A `with` ends everything that was started on it."""

    def __init__(self):
        self._processes = []
        read, write = os.pipe()
        # Xvfb itself picks a free number and tells it.
        command = [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            f"{SIZE[0]}x{SIZE[1]}x24",
            "-nolisten",
            "tcp",
        ]
        self._processes.append(
            subprocess.Popen(
                command,
                pass_fds=(write,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        self.environment = {
            **os.environ,
            "DISPLAY": f":{number}",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": python_path(),
            "PYTHONUNBUFFERED": "1",
        }
        self.start(["openbox", "--config-file", "/dev/null"])

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        for process in reversed(self._processes):
            process.terminate()
        for process in reversed(self._processes):
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)
            if process.stdout is not None:
                process.stdout.close()

    def start(self, command, *, heard=False):
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if heard else subprocess.DEVNULL,
            stderr=None if heard else subprocess.DEVNULL,
            text=True,
        )
        self._processes.append(process)
        return process

    def python(self, module, *arguments):
        return Program(self.start([sys.executable, "-m", module, *arguments], heard=True))

    def xdotool(self, *words):
        run = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=True, timeout=30
        )
        return run.stdout.strip()

    def wait_for_window(self, title, seconds=30):
        """Ask for a window by its title until it is there.

        Each look is a search of its own: X ends a search with an error when any window on the screen goes while
        it walks them, as the program's own does when it makes way for another.
        """
        command = ["xdotool", "search", "--onlyvisible", "--name", title]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            run = subprocess.run(
                command, env=self.environment, capture_output=True, text=True, check=False, timeout=30
            )
            if run.returncode == 0 and run.stdout.strip():
                return run.stdout.split()[0]
            time.sleep(0.05)
        raise AssertionError(
            f"no window {title!r} came in {seconds:g} s; the last search said: {run.stderr!r}"
        )

    def centre(self, window):
        """The position of a window's middle on the screen, wherever the window manager put it."""
        told = self.xdotool("getwindowgeometry", "--shell", window)
        values = dict(line.split("=", 1) for line in told.splitlines())
        x, y, width, height = (int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))
        return x + width // 2, y + height // 2

    def move_window(self, window, x, y):
        self.xdotool("windowmove", "--sync", window, str(x), str(y))

    def drag(self, start, end):
        """Drag as a hand does: press, leave slowly, arrive, and rest before letting go."""
        words = ["mousemove", *map(str, start), "sleep", "0.2", "mousedown", "1", "sleep", "0.2"]
        for _ in range(2):
            words += ["mousemove_relative", "--", "-15", "-15", "sleep", "0.2"]
        words += ["mousemove", str(end[0] + 50), str(end[1] + 20), "sleep", "0.3"]
        words += ["mousemove", *map(str, end), "sleep", "0.3", "mouseup", "1"]
        self.xdotool(*words)

    @contextmanager
    def clipboard(self, file, format_):
        """Hold a file's content on the clipboard, as another program does until something else is copied."""
        holder = self.start(["xclip", "-quiet", "-selection", "clipboard", "-t", format_, "-i", str(file)])
        try:
            while format_ not in self._offered():
                time.sleep(0.05)
            yield
        finally:
            holder.terminate()
            holder.wait(5)

    def _offered(self):
        """The formats of what is on the clipboard; none while nobody holds it."""
        command = ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"]
        told = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, timeout=30
        )
        return told.stdout.split()


class Hand:
    """A pointer that sees the parts of a window that tells them, and presses one once it is there and at rest."""

    def __init__(self, desktop, program):
        self._desktop, self._program = desktop, program
        self._parts = {}

    def see(self, part):
        """Wait for a part, and return where on the screen it is."""
        while part not in self._parts:
            try:
                line = self._program.wait_for("parts ")
            except AssertionError:
                raise AssertionError(f"{part!r} never came; there are {sorted(self._parts)}") from None
            self._parts = {name: (x, y) for name, (x, y) in json.loads(line.removeprefix("parts ")).items()}
        return self._parts[part]

    def point_at(self, part):
        self._desktop.xdotool("mousemove", *map(str, self.see(part)))

    def press(self, part, *, times=1):
        self.point_at(part)
        self._desktop.xdotool("click", "--repeat", str(times), "--delay", "20", "1")

    def drag(self, part, to):
        (x, y), (end_x, end_y) = self.see(part), self.see(to)
        words = ["mousemove", str(x), str(y), "mousedown", "1"]
        for at in (0.5, 1):
            words += ["mousemove", str(round(x + at * (end_x - x))), str(round(y + at * (end_y - y)))]
        self._desktop.xdotool(*words, "mouseup", "1")


class Program:
    """A program whose lines can be waited for."""

    def __init__(self, process):
        self._process = process
        self._lines = queue.SimpleQueue()
        self.heard = []
        threading.Thread(target=self._listen, daemon=True).start()

    def wait_for(self, start, timeout_s=30.0):
        """Return the next line that starts so."""
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line {start!r} after {self.heard}") from None
            self.heard.append(line)
            if line.startswith(start):
                return line

    def wait_for_end(self, timeout_s=30.0):
        """Wait until it has left by itself, and well."""
        code = self._process.wait(timeout_s)
        assert code == 0, f"it ended with {code} after {self.heard}"

    def _listen(self):
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\n"))
        except ValueError:
            return  # closed while reading: the desktop ends

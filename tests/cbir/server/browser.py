"""A headless Chromium and one page of it: what a person does there as true events, and what is seen then.

Chrome's DevTools protocol (https://chromedevtools.github.io/devtools-protocol), through two pipes: no driver is needed.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import time

PROGRAMS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
_PATIENCE_S = 60.0
_QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars --remote-debugging-pipe"
).split()
_WITH_PIPES = (
    "sh",
    "-c",
    'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null',
)  # where the protocol looks for them
_KEYS = {
    "Enter": (13, "\r"),
    "Tab": (9, ""),
    "Escape": (27, ""),
    "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""),
    "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
    "/": (191, "/"),
    " ": (32, " "),
}


def browser_program():
    """The path of Chromium, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """troubles : exceptions, refused loads and errors on the page's console, since they were last looked at"""

    def __init__(self, program, profile):
        self._process = subprocess.Popen(
            [*_WITH_PIPES, program, *_QUIET, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._asked = 0
        self._session = None
        self._read = bytearray()
        self._events = []
        self.troubles = []
        page = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "DOM", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.size(1280, 800)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._session = None
            self.call("Browser.close")
            self._process.wait(10)
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()

    # --- what a person does ---

    def size(self, width, height, *, dark=False):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.event("Page.loadEventFired")

    def click(self, selector):
        x, y = self.middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def press(self, *keys):
        for key in keys:
            code, text = _KEYS[key]
            about = {"key": key, "code": key, "windowsVirtualKeyCode": code}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
            self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def drag(self, selector, files, *kinds):
        """Bring files over an element and drop them, as from a file manager. kinds : or only a part of that"""
        x, y = self.middle(selector)
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        for kind in kinds or ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose(self, selector, file):
        """Press what opens the system's window for files, and choose one there."""
        self.call("Page.setInterceptFileChooserDialog", enabled=True)
        self.click(selector)
        opened = self.event("Page.fileChooserOpened")
        self.call("DOM.setFileInputFiles", files=[str(file)], backendNodeId=opened["backendNodeId"])
        self.call("Page.setInterceptFileChooserDialog", enabled=False)

    # --- what is seen ---

    def value(self, expression):
        """The value of an expression on the page, from JSON."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, f"{expression}: {answer['exceptionDetails']}"
        return answer["result"].get("value")

    def until(self, expression):
        """Wait until an expression gives something that counts as true, and return it."""
        last = time.monotonic() + _PATIENCE_S
        while not (value := self.value(expression)):
            assert time.monotonic() < last, f"{expression} stays {value!r}: {self.text('body')}"
            time.sleep(0.03)
        return value

    def text(self, selector):
        """The visible text."""
        one = f"document.querySelector({json.dumps(selector)})"
        return str(self.value(f"{one}.checkVisibility() ? {one}.innerText : ''"))

    def middle(self, selector):
        """The middle of an element, which must be visible and on top."""
        x, y, on_top = self.value(
            f"(() => {{ const it = document.querySelector({json.dumps(selector)});"
            "it.scrollIntoView({block: 'nearest'}); const box = it.getBoundingClientRect();"
            "const x = box.x + box.width / 2, y = box.y + box.height / 2;"
            "return [x, y, it.contains(document.elementFromPoint(x, y))]; })()"
        )
        assert on_top, f"{selector} cannot be seen at {x}, {y}"
        return x, y

    def picture(self, file):
        """Take a picture of what is seen."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    # --- the protocol ---

    def call(self, method, **given):
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": given}
        if self._session is not None:
            message["sessionId"] = self._session
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\0")
        self._process.stdin.flush()
        while (answer := self._receive()).get("id") != self._asked:
            self._note(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return dict(answer["result"])

    def event(self, name):
        """The next event of this name; those that came meanwhile count."""
        while True:
            for number, event in enumerate(self._events):
                if event["method"] == name:
                    del self._events[: number + 1]
                    return dict(event["params"])
            self._note(self._receive())

    def _note(self, event):
        about = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.troubles.append(str(about["exceptionDetails"]))
            case "Log.entryAdded" if about["entry"]["level"] == "error":
                self.troubles.append(about["entry"]["text"])
            case "Page.loadEventFired" | "Page.fileChooserOpened":
                self._events.append(event)

    def _receive(self):
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        while b"\0" not in self._read:
            ready, _, _ = select.select([descriptor], [], [], _PATIENCE_S)
            assert ready, "The browser says nothing more."
            more = os.read(descriptor, 1 << 20)
            assert more, "The browser ended."
            self._read += more
        message, _, self._read = self._read.partition(b"\0")
        return dict(json.loads(message))

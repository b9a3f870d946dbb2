"""Start and smoothness of the window: `python -m tests.benchmarks.window`.

Real processes under Xvfb with a window manager, and the real engine: the window adds 660 photos (covers/Reference and
distractors/) while somebody searches by words and by pictures and scrolls, and starts on that library. Linux, with the
programs that tests.app.virtual_desktop names. tests.benchmarks.wall measures memory.

The delay of the event loop is what an event waits that comes at any moment: a stretch of 80 ms without a turn of the
loop counts as events that wait 80, 79, 78 and so on, so that long stretches weigh what they weigh for a person.
"""

import json
import os
import shutil
import statistics
import time

import numpy as np

from tests.app.virtual_desktop import Desktop, missing
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict

MEASURES = ("app/cbir_app", "cbir/service")

STARTS = 9
PAINT_MS = 500.0
DELAY_MS = 35.0
MOST_MS = 200.0
INDEX_S = 900.0
WORST = 5


def main():
    parsed = parser(__doc__ or "", work="the library")
    parsed.add_argument("--starts", type=int, default=STARTS, help=f"default: {STARTS}")
    arguments = parsed.parse_args()
    if absent := missing():
        raise SystemExit(f"This needs {', '.join(absent)}.")
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work, Desktop() as desktop:
        desktop.environment["XDG_CONFIG_HOME"] = str(work / "settings")  # not the user's own
        desktop.environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
        busy = _busy(desktop, work, data)
        library = work / "library"
        starts = _starts(desktop, library, arguments.starts)
    publish("window", "The window", [starts, busy], write=arguments.write, measures=MEASURES)


def _probe(desktop, *words):
    return desktop.python("tests.benchmarks.window_probe", *map(str, words))


def _heard(program, timeout_s):
    measured = json.loads(program.wait_for("{", timeout_s))
    return measured


# ---- starts


def _starts(desktop, library, starts):
    """The first start does not count: it may compile, and reads from the disk."""
    painted, opened, worked = [], [], []
    for number in range(starts + 1):
        progress(f"start {number} of {starts}")
        began = time.monotonic()
        program = _probe(desktop, "start", library)
        first, second = _heard(program, 60.0), _heard(program, 60.0)
        program.wait_for_end()
        if number:
            painted.append((first["painted_at"] - began) * 1000)
            opened.append((second["open_at"] - began) * 1000)
            worked.append(first["worked_s"] * 1000)
    middle, name = statistics.median(painted), "`python -m cbir_app`"
    return Table(
        title="Start",
        columns=("what", "asked, ms", "median", "most", "of it at work", "holds"),
        rows=(
            (
                f"{name}: from the start of the process to the first whole frame",
                f"{PAINT_MS:.0f}",
                f"{middle:.0f}",
                f"{max(painted):.0f}",
                f"{statistics.median(worked):.0f}",
                verdict(middle < PAINT_MS),
            ),
            (
                f"{name}: to the open library of {second['photos']:,} photos",
                "–",
                f"{statistics.median(opened):.0f}",
                f"{max(opened):.0f}",
                "–",
                "–",
            ),
        ),
        notes=(f"{starts} process starts after one that does not count; {_load()}.",),
    )


# ---- a busy window


def _busy(desktop, work, data):
    kept = work / "busy.json"
    if not kept.exists():
        progress("an index of 660 photos with a person at work")
        shutil.rmtree(work / "library", ignore_errors=True)  # a full one would have nothing to add
        folders = (data / "covers" / "Reference", data / "distractors")
        program = _probe(desktop, "busy", work / "library", data / "covers" / "Canon", *folders)
        measured = _heard(program, INDEX_S)
        program.wait_for_end()
        measured["load"] = _load()
        kept.write_text(json.dumps(measured), encoding="utf-8")
    measured = json.loads(kept.read_text(encoding="utf-8"))
    at_ms = np.array(measured["at_s"]) * 1000
    waits = delays_ms(at_ms)
    late, most = float(np.percentile(waits, 99.9)), float(waits.max())
    rows = (
        ("p50", "–", f"{np.percentile(waits, 50):.1f}", "–"),
        ("p99", "–", f"{np.percentile(waits, 99):.1f}", "–"),
        ("p99.9", f"{DELAY_MS:.0f}", f"{late:.1f}", verdict(late <= DELAY_MS)),
        ("most", f"{MOST_MS:.0f}", f"{most:.1f}", verdict(most <= MOST_MS)),
    )
    notes = (
        f"{measured['took_s']:.0f} s of indexing with {measured['searches']} searches and "
        f"{measured['scrolls']:,} scrolls in grid, timeline and list; {measured['load']}.",
        f"The longest stretches: {_longest(at_ms, measured)}. "
        "The rest waited for other threads of the window, or for the host of a virtual machine.",
    )
    return Table(
        title="Delay of the window's event loop while 660 photos are added",
        columns=("delay", "asked, ms", "measured, ms", "holds"),
        rows=rows,
        notes=notes,
    )


def delays_ms(at_ms):
    """The time that an event waits for its turn, for one event in every millisecond.

    at_ms : (n,) float64, when the loop came round, rising
    """
    gaps = np.diff(at_ms)
    counts = np.maximum(1, np.ceil(gaps).astype(np.int64))
    first = np.repeat(np.cumsum(counts) - counts, counts)
    waits = np.repeat(gaps, counts) - (np.arange(counts.sum()) - first)
    return np.maximum(waits, 0.0, out=waits)


def _longest(at_ms, measured):
    gaps = np.diff(at_ms)
    worked, queued = (np.diff(np.array(measured[what]) * 1000) for what in ("worked_s", "queued_s"))
    order = np.argsort(gaps)[::-1][:WORST]
    return ", ".join(
        f"{gaps[at]:.0f} ms ({worked[at]:.0f} of work, {queued[at]:.0f} of waiting for a core,"
        f" {measured['doing'][at + 1]})"
        for at in order
    )


def _load():
    if not hasattr(os, "getloadavg"):
        return "load unknown"
    return f"load {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()

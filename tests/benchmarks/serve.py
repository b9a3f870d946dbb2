"""The service under load, on loopback: `python -m tests.benchmarks.serve`.

`cbir serve` runs as a process of its own over a library of rendered photos; the clients are tasks of this process, on
the same cores, each with a connection that stays open. Uploads differ, so that no description is found in a cache.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import psutil

from cbir.demo.posters import POSTERS, poster
from cbir.evaluation import encode_jpeg
from cbir.evaluation.altered import scaled
from cbir.library import Library
from cbir.server import Tokens
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.cbir.server.behind_nginx import PREFIX, behind_nginx

MEASURES = ("cbir/server", "cbir/service")

_CONNECTIONS = 1000
_DOWNTIME_S = 60  # a client waits so long for an answer; longer counts as none
_UPLOAD, _HEEDING, _GARBAGE = "upload", "upload, coming back as told", "16 MB that are no picture"
_FEW, _MANY = 2, 200  # clients: as many as there are cores, and past all that waits
_COLUMNS = (
    "request", "clients", "answered", "a second", "p50, ms", "p99, ms", "told to come back", "p99 of that, ms", "other"
)  # fmt: skip
_SHEETS = [scaled(poster(name), 360).pixels for name in POSTERS[:5]]


def view(number):
    """The poster number % 5, cut and lit in a way of its own; every third is wide."""
    rng = np.random.default_rng(number)
    x, y = rng.integers(0, 30, 2)
    cut = _SHEETS[number % 5][y : y + (150 if number % 3 == 0 else 320), x : x + 220]
    return encode_jpeg(np.clip(cut * rng.uniform(0.75, 1.1), 0, 255).astype(np.uint8), 85)


@dataclass(kw_only=True)
class Load:
    """The outcome of some requests. times : seconds, by status; 0 for no answer"""

    seconds: float = 0.0
    times: dict[int, list[float]] = field(default_factory=dict)

    def of(self, *statuses):
        return [each for status in statuses for each in self.times.get(status, [])]

    @property
    def refused(self):
        return self.of(429, 503)

    @property
    def wrong(self):
        """Neither answered nor told to come back."""
        return sum(len(times) for status, times in self.times.items() if status not in (200, 429, 503))


class Asker:
    """Requests over one address, with several tokens in turn."""

    def __init__(self, address, tokens):
        parts = urlsplit(address)
        self._host, self._port, self._below = parts.hostname, parts.port, parts.path
        self._tokens = tokens

    def request(self, method, path, body=b"", number=0):
        lines = (
            f"{method} {self._below}{path} HTTP/1.1",
            "Host: here",
            f"Authorization: Bearer {self._tokens[number % len(self._tokens)]}",
            f"Content-Length: {len(body)}",
        )
        return "\r\n".join((*lines, "", "")).encode() + body

    async def connect(self):
        return await asyncio.open_connection(self._host, self._port)

    async def load(self, clients, seconds, request, *, heeding=False):
        """Let each client ask again as soon as it has its answer. heeding : or as it is told"""
        made = Load()
        numbers = itertools.count()
        began = time.perf_counter()

        async def client():
            streams = await self.connect()
            while time.perf_counter() - began < seconds:
                asked = time.perf_counter()
                status, wait_s = await answer(streams, request(next(numbers)))
                made.times.setdefault(status, []).append(time.perf_counter() - asked)
                if heeding and wait_s:
                    await asyncio.sleep(min(wait_s, max(0.0, began + seconds - time.perf_counter())))
                if status == 0:
                    streams = await self.connect()
            streams[1].close()

        await asyncio.gather(*(client() for _ in range(clients)))
        made.seconds = time.perf_counter() - began
        return made

    async def at_once(self, clients, requests):
        """Open so many connections, keep them, and send each request over all of them at the same time."""
        limit = asyncio.Semaphore(100)  # handshakes at a time

        async def connected():
            async with limit:
                return await self.connect()

        streams = await asyncio.gather(*(connected() for _ in range(clients)))
        loads = []
        for request in requests:
            made = Load()
            began = time.perf_counter()

            async def one(number, made=made, request=request):
                status, _ = await answer(streams[number], request(number))
                made.times.setdefault(status, []).append(time.perf_counter() - began)  # noqa: B023

            await asyncio.gather(*map(one, range(clients)))
            made.seconds = time.perf_counter() - began
            loads.append(made)
        for _, writer in streams:
            writer.close()
        return loads


async def answer(streams, request):
    """Send a request and read its answer; its status, 0 where there was none, and when to come back."""
    reader, writer = streams
    try:
        async with asyncio.timeout(_DOWNTIME_S):
            writer.write(request)
            await writer.drain()
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(head.partition("content-length:")[2].split()[0])
            await reader.readexactly(length)
            later = head.partition("retry-after:")[2].split() or ["0"]
            return int(head.split()[1]), int(later[0])
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        return 0, 0


@contextlib.contextmanager
def serving(folder, tokens, *options, nginx=False):
    """The address of a service that runs, and its process. options : more of the command line's

    nginx : the address of an nginx in front of it instead, with the file that is shipped
    """
    if nginx:
        options = (*options, "--root-path", PREFIX, "--trusted-proxy", "127.0.0.1")
    command = [sys.executable, "-m", "cbir", "serve", "--port", "0", "--library", str(folder)]
    command += ["--tokens", str(tokens), "--rate", "100000000", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told = (line.split()[-1] for line in process.stderr if "http://" in line)
            address, own = next(told), psutil.Process(process.pid)
            if not nginx:
                yield address, own
                return
            upstream = address.partition("://")[2]
            with tempfile.TemporaryDirectory() as work, behind_nginx(upstream, Path(work)) as proxied:
                yield f"http://{proxied}", own
        finally:
            process.terminate()


def memory_mb(process):
    return float(process.memory_info().rss / 1e6)


def different(jpeg):
    """The same picture under another content each time."""
    return lambda number: jpeg + number.to_bytes(8, "big")


def row(what, clients, load):
    done, refused = load.of(200), load.refused
    quick = f"{np.percentile(refused, 99) * 1000:.0f}" if refused else "–"
    times = (
        (f"{statistics.median(done) * 1000:.0f}", f"{np.percentile(done, 99) * 1000:.0f}")
        if done
        else ("–", "–")
    )
    rate = f"{len(done) / load.seconds:.1f}"
    return (what, str(clients), str(len(done)), rate, *times, str(len(refused)), quick, str(load.wrong))


async def measure(asker, process, photos, seconds):
    """Each load after the other, then a thousand connections, then whether it is still well."""

    def get(path):
        return lambda number: asker.request("GET", path.format(photos[number % len(photos)]), number=number)

    def upload(content):
        return lambda number: asker.request("POST", "/api/search", content(number), number)

    searching, garbage = upload(different(view(3))), upload(different(bytes(16 << 20)))
    loads = []
    before = memory_mb(process)
    for what, clients, request in (
        ("health", 16, get("/health")),
        ("thumbnail", 16, get("/api/photos/{}/thumbnail")),
        ("words", 2, get("/api/search?text=name&engine=metadata")),
        ("a photo of the library", 2, get("/api/search?photo={}")),
        (_UPLOAD, 1, searching),
        (_UPLOAD, _FEW, searching),
        (_UPLOAD, 16, searching),
        (_UPLOAD, _MANY, searching),
        (_HEEDING, _MANY, searching),
        (_GARBAGE, 50, garbage),
    ):
        progress(f"{what}, {clients} clients")
        load = await asker.load(clients, seconds, request, heeding=what == _HEEDING)
        loads.append((what, clients, load))
    most = memory_mb(process)
    progress(f"{_CONNECTIONS} connections")
    health, uploads = await asker.at_once(_CONNECTIONS, (get("/health"), searching))
    held = memory_mb(process)
    loads += [("health, all at the same time", _CONNECTIONS, health)]
    loads += [(f"{_UPLOAD}, all at the same time", _CONNECTIONS, uploads)]
    alive = await asker.load(1, 1, get("/health"))
    note = (
        f"Memory of the process: {before:.0f} MB at first, {most:.0f} MB after the loads, {held:.0f} MB after "
        f"{_CONNECTIONS:,} connections. Other: any other status; of {_GARBAGE}, that they are none."
    )
    rows = tuple(row(*load) for load in loads)
    return [Table(columns=_COLUMNS, rows=rows, notes=(note,)), checked(loads, health, uploads, alive)]


def checked(loads, health, uploads, alive):
    rates = {clients: len(load.of(200)) / load.seconds for what, clients, load in loads if what == _UPLOAD}
    heeding = next(len(load.of(200)) / load.seconds for what, _, load in loads if what == _HEEDING)
    kept, crowd = heeding / rates[_FEW], rates[_MANY] / rates[_FEW]
    wrong = sum(load.wrong - (len(load.of(422)) if what == _GARBAGE else 0) for what, _, load in loads)
    told = len(uploads.of(200)) + len(uploads.refused)
    checks = (
        ("requests without an answer, or with a wrong one", "0", str(wrong), wrong == 0),
        (
            "uploads answered a second of 200 clients that come back as told, beside 2",
            "at least .8",
            f"{kept:.2f}",
            kept >= 0.8,
        ),
        ("the same of clients that do not wait", "at least .8", f"{crowd:.2f}", crowd >= 0.8),
        (f"{_CONNECTIONS:,} at once: health answered", "all", str(len(health.of(200))), not health.wrong),
        (
            f"{_CONNECTIONS:,} at once: uploads answered or told to come back",
            "all",
            str(told),
            not uploads.wrong,
        ),
        ("well after all that", "yes", "yes" if alive.of(200) else "no", bool(alive.of(200))),
    )
    rows = tuple((what, asked, measured, verdict(holds)) for what, asked, measured, holds in checks)
    return Table(columns=("what", "asked", "measured", "holds"), rows=rows)


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--seconds", type=float, default=8, help="of each load")
    parsed.add_argument("--photos", type=int, default=60)
    parsed.add_argument(
        "--nginx", action="store_true", help="ask through nginx, as installers/service sets it up"
    )
    arguments = parsed.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "photos"
        folder.mkdir()
        for number in range(arguments.photos):
            (folder / f"name {number}.jpg").write_bytes(view(number))
        with Library.open(Path(work) / "library", create=True) as library:
            library.index([folder])
            photos = [int(photo) for photo in library.find_photos(sorted(folder.iterdir()))]
        tokens = Path(work) / "tokens.json"
        askers = Tokens(tokens)
        made = [askers.add(f"client {number}", "read", 1) for number in range(4)]
        with serving(Path(work) / "library", tokens, nginx=arguments.nginx) as (address, process):
            tables = asyncio.run(measure(Asker(address, made), process, photos, arguments.seconds))
    name, title = "serve", "The service under load"
    if arguments.nginx:
        name, title = "serve-nginx", "The service under load, behind nginx"
    publish(name, title, tables, write=arguments.write, measures=MEASURES)


if __name__ == "__main__":
    main()

"""One visitor's attacks beside another visitor, and the end of a service: `python -m tests.benchmarks.serve_attacks`.

`cbir serve` runs as a process of its own over a library of rendered photos. With one read token four connections send,
each again as soon as it is answered, every request of tests/hostile_requests.py: bodies of 600 KB with nearly all of it
in one place, and then as much in each place as it declares; then every bomb of tests/bombs.py as a query. With another
token a client asks for thumbnails and searches all the while. Then the service is told to end with each kind of request
in flight.
"""

import asyncio
import itertools
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from cbir.library import Library
from cbir.server import Tokens
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, verdict
from tests.benchmarks.serve import Asker, answer, serving, view
from tests.bombs import write_bombs
from tests.hostile_requests import Hostile, all_that_is_allowed, too_much
from tests.index_run import tree_pss_mb

MEASURES = ("cbir/server", "cbir/service")

_ATTACKERS = 4
_GAP_S = 0.02  # between two requests of the other client
_MOST_S, _MOST_END_S, _MOST_MB = 1.0, 10.0, 800.0


class Watch:
    """The second client's times by what it asks, and the most memory of the service with its workers."""

    def __init__(self, process):
        self._process = process
        self.times = {}
        self.statuses = Counter()
        self.most_mb = 0.0

    @property
    def least(self):
        """Answers of the kind that was asked for least often."""
        return min(map(len, self.times.values()), default=0)

    async def ask(self, asker, photos):
        streams = await asker.connect()
        for number in itertools.count():
            photo = photos[number % len(photos)]
            for what, path in (
                ("thumbnail", f"/api/photos/{photo}/thumbnail"),
                ("search by words", "/api/search?text=name&engine=metadata"),
                ("facts of a photo", f"/api/photos/{photo}"),
            ):
                began = time.perf_counter()
                status, _ = await answer(streams, asker.request("GET", path))
                self.times.setdefault(what, []).append(time.perf_counter() - began)
                self.statuses[status] += 1
                await asyncio.sleep(_GAP_S)

    async def weigh(self):
        while True:
            self.most_mb = max(self.most_mb, await asyncio.to_thread(tree_pss_mb, self._process))
            await asyncio.sleep(0.5)


async def attack(address, token, other, photos, process, attacks, samples):
    """Send all attacks, and again until the second client has asked so often for everything.

    Returns what the second client saw, how the attacks were answered, and the longest answer to one.
    """
    watch, asker = Watch(process), Asker(address, [token])
    beside = [
        asyncio.create_task(watch.ask(Asker(address, [other]), photos)),
        asyncio.create_task(watch.weigh()),
    ]
    statuses = Counter()
    longest = 0.0
    left = enumerate(itertools.cycle(attacks))

    async def attacker():
        nonlocal longest
        streams = await asker.connect()
        for number, each in left:
            if number >= len(attacks) and watch.least >= samples:
                return
            began = time.perf_counter()
            status, _ = await answer(streams, asker.request("POST", each.path, each.body))
            longest = max(longest, time.perf_counter() - began)
            statuses[status] += 1
            if status in (0, 413):
                streams = await asker.connect()

    await asyncio.gather(*(attacker() for _ in range(_ATTACKERS)))
    for task in beside:
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
    return watch, statuses, longest


def ended_s(folder, tokens, token, sent):
    """The time of a service from SIGTERM to its end, with these requests in flight."""

    async def flying(address, process):
        asker = Asker(address, [token])
        streams = []
        for each in sent:
            body = each if isinstance(each, bytes) else asker.request("POST", each.path, each.body)
            streams.append(await asker.connect())
            streams[-1][1].write(body)
            await streams[-1][1].drain()
        await asyncio.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        began = time.perf_counter()
        await asyncio.to_thread(process.wait, 120)
        return time.perf_counter() - began

    with serving(folder, tokens) as (address, process):
        return asyncio.run(flying(address, process))


def main():
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--photos", type=int, default=60)
    parsed.add_argument(
        "--samples", type=int, default=300, help="of each request of the second client, beside each attack"
    )
    parsed.add_argument("--only", default="", help="attacks whose name has this in it")
    parsed.add_argument(
        "--nginx", action="store_true", help="attack through nginx, as installers/service sets it up"
    )
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work:
        photos = Path(work) / "photos"
        photos.mkdir()
        for number in range(arguments.photos):
            (photos / f"name {number}.jpg").write_bytes(view(number))
        folder, tokens = Path(work) / "library", Path(work) / "tokens.json"
        with Library.open(folder, create=True) as library:
            library.index([photos])
            ids = [int(photo) for photo in library.find_photos(sorted(photos.iterdir()))]
        token = Tokens(tokens).add("attacker", "read", 1)
        other = Tokens(tokens).add("other", "read", 1)
        rows = []
        with serving(folder, tokens, nginx=arguments.nginx) as (address, process):
            bombs = [
                Hostile(name=bomb.name, path="/api/search", body=bomb.read_bytes())
                for bomb in sorted(write_bombs(Path(work) / "bombs"))
            ]
            for what, attacks in (
                ("600 KB in one place", too_much()),
                ("all that is allowed", all_that_is_allowed()),
                ("pictures that are bombs", bombs),
            ):
                if arguments.only not in what:
                    continue
                progress(what)
                watch, statuses, longest = asyncio.run(
                    attack(address, token, other, ids, process, [*attacks], arguments.samples)
                )
                told = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
                for name, times in watch.times.items():
                    p99 = float(np.percentile(times, 99))
                    rows.append(
                        (
                            *(f"{what}: {name}", told, f"{longest:.1f}", str(len(times))),
                            *(
                                f"{np.median(times) * 1000:.0f}",
                                f"{p99 * 1000:.0f}",
                                f"{max(times) * 1000:.0f}",
                            ),
                            *(f"{watch.most_mb:.0f}", verdict(p99 < _MOST_S and watch.most_mb <= _MOST_MB)),
                        )
                    )
                if set(watch.statuses) != {200}:
                    rows.append(
                        (
                            f"{what}: other than 200",
                            "",
                            "",
                            str(dict(watch.statuses)),
                            "",
                            "",
                            "",
                            "",
                            verdict(False),
                        )
                    )
        ends = []
        heavy = [each for each in all_that_is_allowed() if each.path != "/api/engine/marks"]
        kinds = {}
        for each in heavy:
            kinds.setdefault(each.name.partition(".")[0], []).append(each)
        kinds["600 KB bodies"] = [*itertools.islice(too_much(), 0, 40, 2)]
        asker = Asker("http://127.0.0.1:1", [token])
        picture = asker.request("POST", "/api/search", view(1))
        kinds["uploads of pictures, half of them unfinished"] = [picture, picture[:-100]] * 8
        kinds["heads that do not end"] = [b"GET /api/lib"] * 8
        for name, sent in kinds.items():
            progress(f"SIGTERM: {name}")
            took = ended_s(folder, tokens, token, sent[:24])
            ends.append((name, str(len(sent[:24])), f"{took:.1f}", verdict(took <= _MOST_END_S)))
    publish(
        "serve-attacks-nginx" if arguments.nginx else "serve-attacks",
        "Attacks on the service beside a second client",
        [
            Table(
                columns=(
                    *(
                        "attack, and what the second client asks for",
                        "its answers",
                        "the longest, s",
                        "times",
                    ),
                    *("p50, ms", "p99, ms", "most, ms", "memory (PSS), MB", "holds"),
                ),
                rows=tuple(rows),
            ),
            Table(columns=("in flight", "requests", "SIGTERM to exit, s", "holds"), rows=tuple(ends)),
        ],
        write=arguments.write,
        measures=MEASURES,
    )


if __name__ == "__main__":
    main()

